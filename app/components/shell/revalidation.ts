import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * Which data is loaded again, unless a route decides. For a route that decides, Remix' default is `true`, also after a refused action. That
 * would load the screen again, and if a colleague has the lock by then, lead away from the typed text. After a form that was sent in the
 * background, Remix loads whatever does not decide, even if the form brought no answer.
 */
export const unlessRefused: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && !(actionStatus !== undefined && actionStatus >= 400);

/** For screens whose query only opens and closes a confirmation: such a navigation loads nothing again. */
export const exceptForQuery: ShouldRevalidateFunction = (navigation) => {
  const { currentUrl, nextUrl, formMethod } = navigation;
  const isOnlyQuery = formMethod !== "POST" && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return unlessRefused(navigation) && !isOnlyQuery;
};

/**
 * For what surrounds every screen. Where people answer, a confirmation and the form of evidence open while the connection is lost, so that
 * nothing around them is loaded again either.
 */
export const exceptForQueryOfAnswers: ShouldRevalidateFunction = (navigation) =>
  /\/(questions|grid)\//i.test(navigation.currentUrl.pathname) ? exceptForQuery(navigation) : unlessRefused(navigation);
