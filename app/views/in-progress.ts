/** What the list of everything in progress shows (docs/rules/in-progress.md), and its addresses: few screens load them. */
import type { Id, Role } from "#model/contract/common.ts";
import { IN_PROGRESS_ORDERS, type InProgressOrder } from "#model/in-progress.ts";
import type { RowProgress } from "~/views/home";

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

/** The most assessments that a file has. */
export const IN_PROGRESS_FILE_MAX = 2_000;

export const ORDER_WORDS: Record<InProgressOrder, string> = {
  changed: "Changed last",
  oldest: "Longest without a change",
  client: "Client",
  name: "Name",
};
export const DEFAULT_ORDER = IN_PROGRESS_ORDERS[0];

/** An assessment in progress. Times are ISO 8601. */
export interface InProgressRow {
  id: Id;
  name: string;
  model: Role;
  scope: string | null;
  /** Where it can be read, and where it goes on for somebody who may change it now. */
  to: string;
  open: { words: string; to: string } | undefined;
  client: { name: string; to: string };
  isTest: boolean;
  isArchived: boolean;
  progress: RowProgress;
  /** How far its peer review is, and its screen; undefined where nobody has used any of it. */
  review: { words: string; to: string } | undefined;
  /** Who edits it since when; undefined while nobody does. */
  editor: { name: string; isReader: boolean; since: string } | undefined;
  changedAt: string;
  /** Where it belongs to an engagement: which one, who is responsible there, and until when. */
  engagement: { name: string; to: string; responsible: string | undefined; day: string | null; isLate: boolean } | undefined;
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
  organizations: { id: string; name: string }[];
  models: readonly Role[];
  editors: string[];
  workbook: string;
}
