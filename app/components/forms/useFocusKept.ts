import { useEffect, useRef } from "react";

/**
 * Takes the focus to a heading where a form is made anew, and the focus was on what is gone.
 * @param made what the form is made from: another one makes it anew
 * @returns the ref of the heading; the screen's own takes the focus where nothing has the ref
 */
export function useFocusKept(made: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(made);
  useEffect(() => {
    const isLost = before.current !== made && document.activeElement === document.body;
    before.current = made;
    if (isLost) (heading.current ?? document.querySelector<HTMLElement>("main h1"))?.focus();
  }, [made]);
  return heading;
}
