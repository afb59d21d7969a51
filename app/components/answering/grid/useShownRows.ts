import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { type Filter, type FilterItem, passes } from "~/views/answering/filters";

/** A row with what a filter asks. */
export interface FilteredRow extends FilterItem {
  id: number;
  /** Shown whatever the filter says, because there is a message about it. */
  isTold: boolean;
}

/**
 * The rows that a filter shows. The filter is applied when the user chooses it. A row that is answered later stays, so that nothing moves
 * while somebody works.
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
