/** What the home dashboard and 'All Assessments' show: organizations, and the assessments of the one that is open. */
import type { Status } from "#model/contract/assessments.ts";
import type { Id, Role } from "#model/contract/common.ts";
import type { DashboardPlace } from "~/views/paths";

export const TABS = ["active", "completed", "archive"] as const;
export type Tab = (typeof TABS)[number];

/** A page of organizations, one of which may be open. */
export interface Dashboard {
  /** Where the reader is, with the page that is shown. */
  place: DashboardPlace & { tab: Tab; page: number };
  /** Nothing may be changed: 'All Assessments'. */
  readOnly: boolean;
  /** All organizations, and those that match what is searched for. */
  total: number;
  found: number;
  pages: number;
  /** The list is long enough for a search. */
  isSearched: boolean;
  confirmation: Confirmation | undefined;
  organizations: Panel[];
}

export interface HomePage extends Dashboard {
  firstName: string | null;
}

/** A question that is asked before an assessment is put forward. */
export interface Confirmation {
  question: "certify" | "endorse";
  assessment: { id: Id; name: string | null };
  /** Names of the mandatory threads that are still to be answered. */
  missing: string[];
}

/** An organization in the list. */
export interface Panel {
  id: Id;
  /** Of the panel in the page, to scroll to. */
  elementId: string;
  name: string;
  location: string;
  industry: string;
  size: string;
  businessUnit: string | null;
  /** How many assessments it has. */
  active: number;
  completed: number;
  /** Its assessments, while it is open. */
  opened: OpenedPanel | undefined;
}

export interface OpenedPanel {
  tab: Tab;
  /** The assessments could not be loaded. */
  failed: boolean;
  counts: Record<Tab, number>;
  /** A table is long enough for a search. */
  isSearched: boolean;
  /** One for each model that the account works with. */
  tables: ModelTable[];
}

/** A page of one model's assessments, of one tab. */
export interface ModelTable {
  model: Role;
  page: number;
  pages: number;
  /** The assessments that match what is searched for, and all. */
  found: number;
  total: number;
  /** What the codes in the rows stand for. */
  names: { code: string; name: string }[];
  rows: Row[];
}

/** An assessment. Dates are ISO 8601. */
export interface Row {
  id: Id;
  model: Role;
  name: string | null;
  scope: string | null;
  createdBy: string;
  status: Status;
  archived: boolean;
  test: boolean;
  started: string | null;
  completed: string | null;
  /** The words of its badge. */
  badge: string | undefined;
  progress: RowProgress;
  /** Somebody else holds the lock; by whom and until when, where that is known. */
  locked: { by?: string | undefined; until?: string | undefined } | undefined;
  /** Where the forms of this row are sent. */
  sendTo: string;
  actions: RowActions;
}

/** How far an assessment is; empty while it has no scope. */
export interface RowProgress {
  perspectives?: { code: string; name: string; answered: number; total: number }[];
  practices?: CompleteItems;
  components?: CompleteItems | undefined;
}

interface CompleteItems {
  complete: number;
  total: number;
}

/** What may be done with an assessment; what is absent is not offered. Texts lead to an address. */
export interface RowActions {
  /** 'Continue' or 'Start'. */
  open?: { words: string; to: string };
  view?: string;
  /** The one action of a row that somebody else holds. */
  retry?: string;
  /** Completed rows offer an icon, others an entry of their menu. */
  archive?: "icon" | "menu";
  restore?: true;
  profile?: string;
  /** Certification or validation; leads to a confirmation, or to the profile. */
  certify?: { words: string; to: string };
}
