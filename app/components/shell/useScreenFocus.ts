import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Moves the focus after a client navigation to what the address scrolls to, or else to the heading, much as a page load would start there. A
 * screen that has moved the focus itself keeps it, and so does an element that is still on the page.
 */
export function useScreenFocus(): void {
  const { pathname, hash } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const content = document.querySelector("#content");
    if (content?.contains(document.activeElement)) return;
    const target = hash === "" ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    // An element that is not a control cannot have the focus without this. The next Tab then goes on from there.
    if (target && target.tabIndex < 0) target.tabIndex = -1;
    (target ?? content?.querySelector<HTMLElement>("h1"))?.focus({ preventScroll: true });
  }, [pathname, hash]);
}
