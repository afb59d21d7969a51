/** What the screens of engagements show and post (docs/rules/engagements.md#the-screens). Addresses are here, because `paths.ts` is part of every screen. */
import type { SubmissionResult } from "@conform-to/react";
import type { Id } from "#model/contract/common.ts";
import {
  ENGAGEMENT_NAME_MAX,
  ENGAGEMENT_ORDERS,
  ENGAGEMENT_PART_NAMES,
  ENGAGEMENT_STATE_NAMES,
  ENGAGEMENT_STATES,
  ENGAGEMENT_TEXT_MAX,
  type EngagementOrder,
  SPONSOR_MAX,
  UNIT_NAME_MAX,
  UNITS_MAX,
} from "#model/engagements.ts";
import { dayProblem, type TextRule } from "#model/text.ts";
import type { Option } from "~/views/form-fields";
import { choiceLabels, type FieldLabels } from "~/views/form-labels";
import type { WorkRow } from "~/views/work-row";

/** What the address of the list asks for. */
export type EngagementsAddress = Partial<Record<"organization" | "state" | "closed" | "q" | "order" | "page", string>>;
/** Which assessments the screen of an engagement shows, and in which order. */
export type MembersAddress = Partial<Record<"q" | "unit" | "responsible" | "show" | "tests" | "archived" | "order", string>>;
/** The same, and what is open there: the member to be changed, or what is to be removed. */
export type EngagementAddress = MembersAddress & Partial<Record<"member" | "remove" | "out", string>>;

export const ENGAGEMENT_ORDER_WORDS: Record<EngagementOrder, string> = { end: "Ends first", client: "Client", name: "Name" };
export const DEFAULT_ENGAGEMENT_ORDER = ENGAGEMENT_ORDERS[0];

/** Which members are shown, and their orders; without either all, by unit. */
export const MEMBER_SHOWS = { late: "Late", open: "Not submitted", submitted: "Submitted", review: "With a peer review" } as const;
export type MemberShow = keyof typeof MEMBER_SHOWS;
export const MEMBER_ORDERS = { day: "Due first", name: "Name" } as const;
export type MemberOrder = keyof typeof MEMBER_ORDERS;

const withQuery = (path: string, query: object): string => {
  const fields = Object.entries(query).filter((field): field is [string, string] => Boolean(field[1]));
  return fields.length === 0 ? path : `${path}?${new URLSearchParams(fields)}`;
};
const at = (id: Id) => `/engagements/${encodeURIComponent(String(id))}`;

/** Where the form of a member is on its screen. */
export const MEMBER_FORM = "member";

export const engagementPaths = {
  list: (query: EngagementsAddress = {}) => withQuery("/engagements", query),
  create: (organizationId?: Id) =>
    withQuery("/engagements/new", { organization: organizationId === undefined ? undefined : String(organizationId) }),
  screen: (id: Id, query: EngagementAddress = {}) => withQuery(at(id), query),
  member: (id: Id, memberId: Id, query: MembersAddress = {}) =>
    `${withQuery(at(id), { ...query, member: String(memberId) })}#${MEMBER_FORM}`,
  workbook: (id: Id, query: MembersAddress = {}) => withQuery(`${at(id)}/overview.xlsx`, query),
  listWorkbook: (query: EngagementsAddress = {}) => withQuery("/engagements.xlsx", query),
  edit: (id: Id) => `${at(id)}/edit`,
} as const;

/** The names of the forms' fields. */
export const ENGAGEMENT = {
  intent: "intent",
  formId: "formId",
  base: "base",
  version: "version",
  organization: "organization",
  state: "state",
  assessment: "assessment",
  unit: "unit",
  responsible: "responsible",
  day: "day",
} as const;
export const ENGAGEMENT_INTENTS = { state: "state", add: "add", member: "member", out: "out", remove: "remove" } as const;

/** The fields that hold what an engagement says. */
export type EngagementField = "name" | "sponsor" | "purpose" | "included" | "excluded" | "start" | "end" | "units" | "people";
export const ENGAGEMENT_LABELS: Record<EngagementField, string> = {
  name: "Name",
  sponsor: "Sponsor",
  purpose: "Purpose",
  included: "What is in",
  excluded: "What is not",
  start: "Start",
  end: "End",
  units: "Units",
  people: "People",
};
export const ORGANIZATION_LABELS = { [ENGAGEMENT.organization]: "Organization" } as const;

/** The rules that the browser can check. */
export const ENGAGEMENT_RULES: Record<string, TextRule> = {
  name: { required: true, max: ENGAGEMENT_NAME_MAX },
  sponsor: { max: SPONSOR_MAX },
  purpose: { max: ENGAGEMENT_TEXT_MAX },
  included: { max: ENGAGEMENT_TEXT_MAX },
  excluded: { max: ENGAGEMENT_TEXT_MAX },
  start: { check: dayProblem },
  end: { check: dayProblem },
  units: { max: UNITS_MAX * (UNIT_NAME_MAX + 1) },
};

export const STATE_OPTIONS: readonly Option[] = ENGAGEMENT_STATES.map((state) => ({ value: state, label: ENGAGEMENT_STATE_NAMES[state] }));

/** How a colleague is called. */
export const colleagueName = ({ email, firstName }: { email: string; firstName: string | null }): string => firstName?.trim() || email;

/** A part of somebody, as the form posts it. */
export const partValue = (personId: Id, part: string): string => `${personId}:${part}`;
export const partOptions = (personId: Id): Option[] =>
  Object.entries(ENGAGEMENT_PART_NAMES).map(([part, label]) => ({ value: partValue(personId, part), label }));

/** What the fields begin with. */
export type EngagementTexts = Record<Exclude<EngagementField, "people">, string> & { people: string[] };

/** The form of an engagement, new or stored. */
export interface EngagementFields {
  texts: EngagementTexts;
  /** What it was made from; undefined for a new one. */
  base: string | undefined;
  /** The name of the form: however often it is sent, it creates one engagement. */
  formId: string;
  colleagues: { id: string; name: string }[];
  /** The choice of a new engagement; the first one is what the address names. */
  organizations: Option[] | undefined;
  organization: string;
  back: string;
}

/** The labels for the page that gives a form back. */
export const engagementFormLabels = ({ colleagues, organizations }: EngagementFields): FieldLabels[] => {
  const { people, ...texts } = ENGAGEMENT_LABELS;
  const parts = colleagues.flatMap(({ id, name }) => partOptions(id).map(({ value, label }) => ({ value, label: `${name}: ${label}` })));
  return [
    { ask: texts },
    choiceLabels("people", people, parts),
    ...(organizations ? [choiceLabels(ENGAGEMENT.organization, ORGANIZATION_LABELS[ENGAGEMENT.organization], organizations)] : []),
  ];
};

export interface EngagementFormPage {
  organization: { name: string } | undefined;
  name: string | undefined;
  fields: EngagementFields;
}

/** A form as it comes back. */
export interface EngagementReply {
  /** Another one for each answer. */
  id: string;
  form: "engagement" | "add" | "member";
  result: SubmissionResult<string[]>;
  /** What the form is made from now, where a colleague has changed it. */
  changedTo?: string;
}

/** The plan in a few words. */
export interface PlanCounts {
  rows: number;
  done: number;
  late: number;
}

/** An engagement in the list. */
export interface EngagementRow {
  id: Id;
  name: string;
  to: string;
  client: { name: string; to: string };
  state: string;
  days: string;
  isOver: boolean;
  members: number;
  submitted: number;
  plan: PlanCounts;
}

export interface EngagementsPage {
  rows: EngagementRow[];
  page: number;
  pages: number;
  total: number;
  query: EngagementsAddress;
  isFiltered: boolean;
  organizations: Option[];
  /** Where the reader creates one; undefined where they may not. */
  create: string | undefined;
  workbook: string;
}

export type MemberField = "unit" | "responsible" | "day";
export const MEMBER_LABELS = { assessment: "Assessment", unit: "Unit", responsible: "Responsible", day: "Until" } as const;
export const MEMBER_RULES: Record<string, TextRule> = { day: { check: dayProblem } };
export type MemberTexts = Record<MemberField, string>;

/** A member as it is shown. */
export interface MemberView extends WorkRow {
  unit: string;
  /** For those who may change it. */
  links: { change: string; out: string } | undefined;
}

/** The form of a member that is there. */
export interface MemberFields {
  id: Id;
  name: string;
  texts: MemberTexts;
  base: string;
}

export interface EngagementPage {
  id: Id;
  name: string;
  organization: { name: string; to: string };
  state: string;
  isClosed: boolean;
  facts: [label: string, text: string][];
  people: string[];
  /** Those that the address asks for. */
  members: MemberView[];
  /** The reader rates one of them apart: nothing about results is open to them. */
  isApart: boolean;
  /** How many it has, how many are neither test nor archived, how many of these have a model that is closed to the reader, and how many are known to be submitted. */
  counts: { all: number; serious: number; hidden: number; submitted: number };
  query: MembersAddress;
  isFiltered: boolean;
  /** The choice of the filter: who is responsible for a member. */
  responsible: Option[];
  /** The names for the codes in the rows. */
  names: { code: string; name: string }[];
  /** What is late and what waits, in a few words. */
  notes: string[];
  plan: PlanCounts;
  version: number | undefined;
  /** The forms that the reader gets. */
  mayChange: boolean;
  units: Option[];
  colleagues: Option[];
  candidates: Option[];
  changing: MemberFields | undefined;
  removing: boolean;
  takingOut: { id: Id; name: string; version: number | undefined } | undefined;
  links: {
    here: string;
    edit: string;
    remove: string;
    list: string;
    createAssessment: string;
    several: string;
    plan: string;
    profile: string | undefined;
    report: string | undefined;
    workbook: string;
    /** The same with tests and archived ones. */
    everything: string;
  };
}
