import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Moves the focus to the heading after a client navigation, much as a page load would start at the top. A screen that has moved the focus
 * itself keeps it, and so does an element that is still on the page.
 */
export function useScreenFocus(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const content = document.querySelector("#content");
    if (content?.contains(document.activeElement)) return;
    content?.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }, [pathname]);
}
