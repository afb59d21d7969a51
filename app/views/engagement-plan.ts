/** What the screen of a plan shows and posts (docs/rules/engagements.md#the-plan-on-screen). */
import type { SubmissionResult } from "@conform-to/react";
import type { Id } from "#model/contract/common.ts";
import {
  COVERAGE_KINDS,
  type CoverageKind,
  PLAN_KIND_NAMES,
  PLAN_STATE_NAMES,
  PLAN_TOPICS,
  PLAN_WHAT_MAX,
  WITH_WHOM_COUNT_MAX,
  WITH_WHOM_MAX,
} from "#model/engagements.ts";
import { dayProblem, type TextRule } from "#model/text.ts";
import { engagementPaths } from "~/views/engagements";
import { type Option, optionsOf } from "~/views/form-fields";
import { choiceLabels, type FieldLabels } from "~/views/form-labels";
import type { Understood } from "~/views/understood";

/** What is open on the screen: a page of the rows, the row to be changed, or the one to be removed. */
export type PlanAddress = Partial<Record<"page" | "row" | "remove", string>>;

/** Where the form of a row is on its screen. */
export const ROW_FORM = "row";
/** How many rows a page has. */
export const PLAN_ROWS_AT_ONCE = 50;

const withQuery = (path: string, query: object): string => {
  const fields = Object.entries(query).filter((field): field is [string, string] => Boolean(field[1]));
  return fields.length === 0 ? path : `${path}?${new URLSearchParams(fields)}`;
};
export const planPaths = {
  screen: (engagementId: Id, query: PlanAddress = {}) => withQuery(`${engagementPaths.screen(engagementId)}/plan`, query),
  row: (engagementId: Id, query: PlanAddress) => `${planPaths.screen(engagementId, query)}#${ROW_FORM}`,
  workbook: (engagementId: Id) => `${engagementPaths.screen(engagementId)}/plan.xlsx`,
  calendar: (engagementId: Id) => `${engagementPaths.screen(engagementId)}/plan.ics`,
} as const;

/** The names of the forms' fields. */
export const PLAN = {
  intent: "intent",
  formId: "formId",
  base: "base",
  version: "version",
  row: "row",
  lines: "lines",
} as const;
export const PLAN_INTENTS = { add: "add", change: "change", paste: "paste", remove: "remove" } as const;

export type PlanField = "kind" | "what" | "withWhom" | "topics" | "who" | "day" | "state";
export const PLAN_LABELS: Record<PlanField, string> = {
  kind: "Kind",
  what: "What it is",
  withWhom: "With whom",
  topics: "About",
  who: "Who of us",
  day: "Day",
  state: "State",
};
export const LINES_LABELS = { [PLAN.lines]: "Rows of the plan" } as const;

/** The rules that the browser can check. */
export const PLAN_RULES: Record<string, TextRule> = {
  what: { max: PLAN_WHAT_MAX },
  withWhom: { max: WITH_WHOM_COUNT_MAX * (WITH_WHOM_MAX + 1) },
  day: { check: dayProblem },
};

export const KIND_OPTIONS = optionsOf(PLAN_KIND_NAMES);
export const PLAN_STATE_OPTIONS = optionsOf(PLAN_STATE_NAMES);
export const TOPIC_OPTIONS: Option[] = PLAN_TOPICS.map(({ topic, name }) => ({ value: topic, label: name }));

/** The heads of the columns of coverage. */
export const COVERAGE_WORDS: Record<CoverageKind, string> = { interview: "Interviews", workshop: "Workshops", document: "Documents" };
export { COVERAGE_KINDS };

/** What the fields of a row begin with. */
export type PlanTexts = Record<Exclude<PlanField, "topics" | "who">, string> & { topics: string[]; who: string[] };

/** The fields of a row, new or stored. */
export interface PlanFields {
  texts: PlanTexts;
  /** What it was made from; undefined for a new row. */
  base: string | undefined;
  /** The row that is changed. */
  row: Id | undefined;
  formId: string;
  topics: Option[];
  colleagues: Option[];
}

/** The labels for the page that gives a form back. */
export const planFormLabels = ({ topics, colleagues }: Pick<PlanFields, "topics" | "colleagues">): FieldLabels[] => [
  { ask: { what: PLAN_LABELS.what, withWhom: PLAN_LABELS.withWhom, day: PLAN_LABELS.day } },
  choiceLabels("kind", PLAN_LABELS.kind, KIND_OPTIONS),
  choiceLabels("state", PLAN_LABELS.state, PLAN_STATE_OPTIONS),
  choiceLabels("topics", PLAN_LABELS.topics, topics),
  choiceLabels("who", PLAN_LABELS.who, colleagues),
];

/** A row as it is shown. */
export interface PlanRowView {
  id: Id;
  /** Its place in the plan, from 1. */
  number: number;
  kind: string;
  what: string;
  /** Names, one on each line, or how many they are for those who may not read them. */
  withWhom: string;
  topics: string[];
  who: string[];
  day: string | null;
  isLate: boolean;
  state: string;
  isDone: boolean;
  /** For those who may change it. */
  links: { change: string; remove: string } | undefined;
}

export interface PlanPage {
  engagement: { id: Id; name: string; to: string };
  organization: { name: string; to: string };
  rows: PlanRowView[];
  page: number;
  pages: number;
  total: number;
  counts: { done: number; late: number };
  coverage: { topic: string; name: string; counts: Record<CoverageKind, { planned: number; done: number }> }[];
  /** Why nothing can be changed; undefined where it can, and for those who only read. */
  closed: string | undefined;
  /** When names of people of the client were forgotten. */
  forgottenAt: string | undefined;
  /** For those who may change it; shown while it is open, and with a form that came back. */
  add: PlanFields | undefined;
  changing: PlanFields | undefined;
  removing: { id: Id; what: string; version: number | undefined } | undefined;
  links: { here: string; workbook: string; calendar: string };
}

/** A form as it comes back. */
export interface PlanReply {
  /** Another one for each answer. */
  id: string;
  form: "add" | "change" | "lines";
  result: SubmissionResult<string[]> | null;
  /** What the form is made from now, where a colleague has changed the row. */
  changedTo?: string;
  /** Of pasted lines: what is in the field, what is wrong with it, what was understood, and what is left. */
  lines?: {
    text: string;
    formId: string;
    error: string | undefined;
    understood: Understood | undefined;
    outcome: string | undefined;
    left: { line: string; why: string }[];
  };
}
