import type { ShouldRevalidateFunction } from "@remix-run/react";

/** For screens whose query only opens and closes a confirmation: such a navigation loads nothing again. */
export const exceptForQuery: ShouldRevalidateFunction = ({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && (formMethod === "POST" || currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search);
