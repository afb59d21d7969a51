import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useNavigation } from "~/components/shell/held-forms";

const isShown = (element: Element) => element.getClientRects().length > 0;
const canTakeFocus = (element: Element | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && !element.matches(":disabled") && isShown(element);

function takeFocus(element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return;
  // An element that is not a control cannot have the focus without this. The next Tab then goes on from there.
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** What had the focus last, with everything around it, from the inside; empty once somebody has left it for nothing else. */
let trail: Element[] = [];

function trailOf(element: Element | null): Element[] {
  return element ? [element, ...trailOf(element.parentElement)] : [];
}

/** Whether what had the focus has gone, or can be used no more, and nothing else took it. */
function isLost(): boolean {
  const [had] = trail;
  const { activeElement, body } = document;
  return had !== undefined && (activeElement === null || activeElement === body || (activeElement === had && had.matches(":disabled")));
}

/** The heading that names the nearest part of the page around what had the focus, also where it was made anew; else that of the screen. */
const nearestHeading = () =>
  trail
    .map((around) => document.getElementById(around.getAttribute("aria-labelledby") ?? ""))
    .find((heading) => heading?.matches("h1, h2, h3, h4, h5, h6") && isShown(heading)) ?? document.querySelector("main h1");

/** Brings the focus back to what had it, else to the nearest heading. */
function bringBack(): void {
  if (isLost()) takeFocus(canTakeFocus(trail[0]) ? trail[0] : nearestHeading());
}

/**
 * Where the focus goes (docs/rules/accessibility-and-words.md#where-the-focus-goes). After a client navigation it moves to what the address
 * scrolls to, or else to the heading, much as a page load would start there. A screen that has moved the focus itself keeps it, and so does an
 * element that is still on the page. Where a button was out of use while its form was sent, it gets the focus back. Where what had the focus has
 * gone, the nearest heading gets it.
 */
export function useScreenFocus(): void {
  const { pathname, hash } = useLocation();
  const before = useRef(pathname);
  const isBusy = useNavigation().state !== "idle";
  const now = useRef({ isBusy, pathname });
  now.current = { isBusy, pathname };

  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const content = document.querySelector("#content");
    if (content?.contains(document.activeElement)) return;
    takeFocus((hash === "" ? null : document.getElementById(decodeURIComponent(hash.slice(1)))) ?? content?.querySelector("h1"));
  }, [pathname, hash]);

  useEffect(() => {
    if (!isBusy) bringBack();
  }, [isBusy]);

  useEffect(() => {
    const enter = ({ target }: FocusEvent) => {
      trail = trailOf(target instanceof Element ? target : null);
    };
    // Nobody is brought back who goes on to another element, also where leaving this one changes the page before the other has the focus. Nor
    // is anybody who clicks on an empty place: whether an element goes, or goes out of use, shows a moment later.
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget) trail = [];
      if (relatedTarget || !(target instanceof Element)) return;
      queueMicrotask(() => {
        if (trail[0] === target && target !== document.activeElement && canTakeFocus(target)) trail = [];
      });
    };
    const look = () => {
      if (!now.current.isBusy && now.current.pathname === before.current) bringBack();
    };
    // A list that closes tells its screen first.
    const lookLater = () => setTimeout(look);
    const changes = new MutationObserver(look);
    changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled", "hidden", "open"] });
    document.addEventListener("focusin", enter);
    // Before anything else hears of it.
    window.addEventListener("focusout", leave, { capture: true });
    document.addEventListener("toggle", lookLater, { capture: true });
    return () => {
      changes.disconnect();
      document.removeEventListener("focusin", enter);
      window.removeEventListener("focusout", leave, { capture: true });
      document.removeEventListener("toggle", lookLater, { capture: true });
    };
  }, []);
}
