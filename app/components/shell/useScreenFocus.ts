import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Moves the focus to the heading of a screen that script has put in place of another, as a page load would begin anew.
 * A screen that has already moved it, or an element that stayed, keeps it.
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
