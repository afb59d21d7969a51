/** What the home dashboard and 'All Assessments' show: organizations, and the assessments of the open one. */
import type { Status } from "#model/contract/assessments.ts";
import type { Id, Ref, Role } from "#model/contract/common.ts";
import type { Organization } from "#model/contract/organizations.ts";
import { TABS, type Tab } from "#model/home-lists.ts";
import type { ForYouList, UnseenOrganizations } from "~/views/access";
import type { DashboardAddress } from "~/views/paths";

export { TABS, type Tab };

/** A page of organizations. One of them may be open. */
export interface Dashboard {
  /** What the address asks for, with the page that is shown. */
  place: DashboardAddress & { tab: Tab; page: number };
  /** 'All Assessments', where nothing may be changed. */
  readOnly: boolean;
  /** The number of all organizations, and of those that match the search. */
  total: number;
  matches: number;
  pages: number;
  /** Whether the list has a search. */
  isSearched: boolean;
  confirmation: Confirmation | undefined;
  organizations: Panel[];
}

export interface HomePage extends Dashboard {
  firstName: string | null;
  /** What was worked on last in this browser, where it can go on. */
  lastWork: LastWork | undefined;
  /** What waits for the reader; undefined if nothing does. */
  forYou: ForYouList | undefined;
  /** What was agreed and is due; undefined if nothing is. */
  due: Due | undefined;
  /** Where everything in progress is in one list; undefined where there is at most one. */
  inProgress: string | undefined;
  /** For a lead: the organizations of the team that they may not see; undefined for none. */
  unseen: UnseenOrganizations | undefined;
  /** Set while there is no assessment: the organization to begin with. */
  newTo: { id: Id; name: string } | undefined;
  /** For a viewer without an organization: the names of those whom they can ask. */
  leads: string[] | undefined;
}

/** An assessment in progress that was saved last in this browser. */
export interface LastWork {
  name: string;
  scope: string | null;
  organization: string;
  /** The thread, practice or component that was saved last. */
  place: string | undefined;
  /** Somebody else edits it now. */
  isLocked: boolean;
  /** Where it goes on, or can be viewed. */
  open: { words: string; to: string };
}

/** What is due (docs/rules/navigation-and-home.md#what-is-due): the earliest first, and how many there are altogether. */
export interface Due {
  actions: { id: Id; title: string; owner: string; due: string; isOverdue: boolean; organization: string; to: string }[];
  overdue: number;
  soon: number;
}

/** The dialog before an assessment is put forward. */
export interface Confirmation {
  question: "certify" | "endorse";
  assessment: { id: Id; name: string | null };
  /** Names of the mandatory threads that are still to be answered. */
  missing: string[];
}

/** An organization in the list; `Not Provided` replaces what it lacks. */
export interface Panel {
  id: Id;
  name: string;
  location: string;
  industry: string;
  size: string;
  businessUnit: string;
  /** Whether the user may change it and add assessments. */
  mayChange: boolean;
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
  /** For the address of this page when it is loaded once more. */
  again: string;
  counts: Record<Tab, number>;
  /** Whether the tables have a search. */
  isSearched: boolean;
  /** Who can give the user a model, by name, where they work with none. */
  leads?: string[];
  /** Where scores of assessments made elsewhere are; on the tab of completed ones. */
  earlierScores?: string;
  /** Where the scores are that it wants to reach. */
  targets?: string;
  /** For leads: where it is said who may see it. */
  access?: string;
  /** Of a lead: where what was done there is. */
  history?: string;
  /** Where what was agreed after assessments is. */
  actions?: string;
  engagements?: string;
  /** One for each model that the account works with. */
  tables: ModelTable[];
}

/** A page of one model's assessments on one tab. */
export interface ModelTable {
  model: Role;
  page: number;
  pages: number;
  /** The number of assessments that match the search, and of all. */
  matches: number;
  total: number;
  /** The names for the codes in the rows. */
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
  /** What has replaced it, and where the result of that is, or what is being made of it. */
  nextEdition: { words: string; to?: string } | undefined;
  /** What its badge says, and what has been requested for it, once it is completed. */
  badge: { word: string; requested?: string } | undefined;
  progress: RowProgress;
  /** How far its peer review is, and its screen; undefined where nobody has used any of it. */
  review: { words: string; to: string } | undefined;
  /** A second rating that the reader is asked for, and has not begun. */
  ratingRequest: string | undefined;
  /** What it came to, once it is completed; undefined where the upstream does not say. */
  outcome: RowOutcome | undefined;
  /** Set when another user has locked it. */
  locked: LockedRow | undefined;
  /** Whose lock has passed to the user, who has not come for it yet. */
  handedBy: string | undefined;
  /** Where the forms of this row are sent. */
  sendTo: string;
  actions: RowActions;
}

/** The user who has locked an assessment, and since when, as far as that is known. Times are ISO 8601. */
export interface LockedRow {
  by?: string | undefined;
  since?: string | undefined;
  /** When Retry found it still locked. */
  triedAt?: string;
  /** Retry could not read the lock. */
  notRead?: boolean;
  /** The colleague who wishes to take over, and when the lock passes on, or when the holder answered that they keep it. */
  wish?: { by: string; mine: boolean; since: string; passesAt?: string; keptAt?: string };
}

/** The progress of an assessment: of each perspective for P3M3, else of practices and, in most scopes, components. */
export interface RowProgress {
  /** Whether it has a scope. */
  isSetUp: boolean;
  /** The reader's own rating, while they rate it apart: then nothing else is known. */
  apart?: string | undefined;
  perspectives?: { code: string; name: string; answered: number; total: number }[];
  practices?: CompleteItems;
  components?: CompleteItems | undefined;
}

/** The main figures of a result, and how much of the model they are about; undefined for all of it. */
export interface RowOutcome {
  figures: { label: string; value: string }[];
  extent: string | undefined;
}

interface CompleteItems {
  complete: number;
  total: number;
}

/** The actions on an assessment. An absent one is not offered. Most are paths that a link leads to. */
export interface RowActions {
  /** 'Continue' or 'Start'. */
  open?: { words: string; to: string };
  view?: string;
  /** On a row that another user has locked: to ask whether it still is, and to ask them for it or take that back. */
  retry?: string;
  takeOver?: "ask" | "withdraw";
  /** An icon on completed rows, an entry in the menu of others. */
  archive?: "icon" | "menu";
  restore?: true;
  /** Where a completed assessment is assessed again. */
  again?: string | undefined;
  profile?: string;
  draft?: string;
  history?: string;
  /** Where the assessment is taken out as a workbook and brought back. */
  excel?: string;
  evidence?: string;
  /** Where a corrected edition is made. */
  edition?: string;
  /** Certification or validation; it leads to a confirmation or to the profile. */
  certify?: { words: string; to: string };
}

/** A page of the requests for certification and validation. */
export interface Requests {
  /** Whether requests are sent anywhere. */
  hasChannel: boolean;
  isFirstPage: boolean;
  /** The number of the last request here, where there are older ones. */
  older: Id | undefined;
  rows: RequestRow[];
}

/** A request, and its outcome. Dates are ISO 8601. */
export interface RequestRow {
  id: Id;
  kind: "certification" | "validation";
  requestedAt: string;
  requestedBy: string;
  team: string | null;
  organization: { name: string };
  assessment: { name: string; model: Role; to: string };
  deliveries: RequestDelivery[];
}

export interface RequestDelivery {
  channel: "email" | "webhook";
  state: "sent" | "waiting" | "failed";
  attempts: number;
  /** When it was sent, when the next try is, or when the last try failed. */
  at: string;
  /** What went wrong at the last attempt. */
  error: string | null;
  /** Whether its channel is still configured. */
  isConfigured: boolean;
}

/** The form of an organization. */
export interface OrganizationPage {
  heading: string;
  /** What its selects offer. */
  lists: Record<"countries" | "sizes" | "industries", Ref[]>;
  /** What is edited, with what its form carries as `base`; undefined for a new one. */
  organization: (Organization & { base: string }) | undefined;
  /** Whether the user has no organization yet. */
  isNew: boolean;
  /** Whose team it is, for a newcomer who does not lead it; undefined for everybody else, and where nobody knows. */
  team: { name: string | null; leads: string[] } | undefined;
  /** The user is new, and may invite others to the team. */
  mayInvite: boolean;
  /** Whether a new one can be kept from the team at first. */
  hasWalls: boolean;
  /** Names the form: however often it is sent, it creates one organization. */
  formId: string;
  /** Where 'Go Back' leads. */
  back: string;
}
