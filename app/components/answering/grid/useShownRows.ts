import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { type Filter, type FilterItem, passes } from "~/views/answering/filters";

/** A row with what a filter asks. */
export interface FilteredRow extends FilterItem {
  id: number;
  /** Shown whatever the filter says, because something about it is told. */
  isTold: boolean;
}

/**
 * The rows that a filter shows. It is asked when it is chosen: a row that is answered meanwhile stays, so that nothing moves under
 * somebody's hands.
 */
export function useShownRows(filter: Filter | undefined, rows: readonly FilteredRow[]): ReadonlySet<number> {
  const { key } = useLocation();
  const choose = () => ({ key, ids: new Set(rows.filter((row) => row.isTold || passes(filter, row)).map(({ id }) => id)) });
  const [shown, setShown] = useState(choose);
  if (shown.key === key) return shown.ids;
  const chosen = choose();
  setShown(chosen);
  return chosen.ids;
}
