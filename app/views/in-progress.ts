/** What the list of everything in progress shows (docs/rules/in-progress.md), and its addresses: few screens load them. */
import type { Role } from "#model/contract/common.ts";
import { IN_PROGRESS_ORDERS, type InProgressOrder } from "#model/in-progress.ts";
import type { Option } from "~/views/form-fields";
import type { WorkDetails, WorkRow } from "~/views/work-row";

export { IN_PROGRESS_ORDERS, NOBODY_EDITS } from "#model/in-progress.ts";

/** What the address asks for. */
export type InProgressAddress = Partial<Record<"organization" | "model" | "by" | "q" | "tests" | "archived" | "order" | "page", string>>;

const withQuery = (path: string, query: InProgressAddress): string => {
  const fields = Object.entries(query).filter((field): field is [string, string] => Boolean(field[1]));
  return fields.length === 0 ? path : `${path}?${new URLSearchParams(fields)}`;
};

export const inProgressPaths = {
  screen: (query: InProgressAddress = {}) => withQuery("/in-progress", query),
  workbook: (query: InProgressAddress = {}) => withQuery("/in-progress.xlsx", query),
} as const;

export const ORDER_WORDS: Record<InProgressOrder, string> = {
  changed: "Changed last",
  oldest: "Longest without a change",
  client: "Client",
  name: "Name",
};
export const DEFAULT_ORDER = IN_PROGRESS_ORDERS[0];

/** An assessment in progress. Times are ISO 8601. */
export interface InProgressRow extends WorkRow {
  details: WorkDetails;
  client: { name: string; to: string };
  /** Undefined while the reader rates it apart. */
  changedAt: string | undefined;
  /** The engagement that it belongs to. */
  engagement: { name: string; to: string } | undefined;
}

/** A page of the list. */
export interface InProgressPage {
  rows: InProgressRow[];
  /** The names for the codes in the rows. */
  names: { code: string; name: string }[];
  page: number;
  pages: number;
  matches: number;
  total: number;
  /** What the address asks for, without the page. */
  query: InProgressAddress;
  isFiltered: boolean;
  /** The choices of the filter. */
  organizations: Option[];
  models: readonly Role[];
  editors: string[];
  workbook: string;
}
