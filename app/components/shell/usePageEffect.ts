import { useEffect, useLayoutEffect } from "react";

/** An effect in the same step as the page changes, before anything else looks at it. The server has no layout. */
export const usePageEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
