import { type FocusEvent, useRef } from "react";
import { usePageEffect } from "~/components/shell/usePageEffect";

/**
 * Keeps the focus in a table whose rows come and go. If the row with the focus goes, the focus moves to the row in its place, or to the
 * heading when the table is empty. If the row comes back, or its buttons change, the focus returns to it
 * (docs/rules/navigation-and-home.md#archive-and-restore).
 * @returns what the table's section spreads, so that the focus in it is noticed
 */
export function useKeptFocus() {
  const section = useRef<HTMLElement>(null);
  const last = useRef<{ id: string; index: number; movedTo?: Element | undefined }>();
  const rows = () => [...(section.current?.querySelectorAll<HTMLElement>("tbody tr") ?? [])];
  usePageEffect(() => {
    const { current } = last;
    const focused = document.activeElement;
    // The focus is somewhere else by now: it was not lost.
    if (!current || (focused !== document.body && focused !== current.movedTo)) return;
    const all = rows();
    const own = all.find(({ id }) => id === current.id);
    const target = own ?? all[Math.min(current.index, all.length - 1)] ?? section.current?.querySelector<HTMLElement>("h3");
    if (!target || target === focused) return;
    current.movedTo = target;
    target.focus();
    // Leaving the place it had before counts as leaving.
    last.current = current;
  });
  return {
    ref: section,
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const row = target.closest<HTMLElement>("tbody tr");
      if (target === last.current?.movedTo) return;
      last.current = row ? { id: row.id, index: rows().indexOf(row) } : undefined;
    },
    // Somebody who leaves is not brought back. An element that is taken out of the page says nothing.
    onBlur() {
      last.current = undefined;
    },
  };
}
