import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * What is loaded again where a route does not say. Remix gives a route that does say `true` for its default, also after an action that was
 * refused: the screen would be loaded again, and a lock that a colleague has meanwhile would lead away from what was typed.
 */
const byDefault: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && !(actionStatus !== undefined && actionStatus >= 400);

/** For screens whose query only opens and closes a confirmation: such a navigation loads nothing again. */
export const exceptForQuery: ShouldRevalidateFunction = (navigation) => {
  const { currentUrl, nextUrl, formMethod } = navigation;
  const isOnlyQuery = formMethod !== "POST" && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return byDefault(navigation) && !isOnlyQuery;
};

/**
 * For what surrounds every screen. Where people answer, a confirmation and the form of evidence open while the connection is lost, so that
 * nothing around them is loaded again either.
 */
export const exceptForQueryOfAnswers: ShouldRevalidateFunction = (navigation) =>
  /\/(questions|grid)\//i.test(navigation.currentUrl.pathname) ? exceptForQuery(navigation) : byDefault(navigation);
