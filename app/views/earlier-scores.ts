/** Earlier scores, entered by hand: what their screens show, and what their form posts (docs/rules/earlier-scores.md). */
import type { SubmissionResult } from "@conform-to/react";
import type { Id, Role } from "#model/contract/common.ts";
import { EARLIER_SOURCE_MAX, earlierMessages, maturityProblem, scoreIn } from "#model/earlier-scores.ts";
import { COMPONENTS, PRACTICE_GROUPS, PRACTICES } from "#model/itil/catalogue.ts";
import { P3M3_SCOPES, PERSPECTIVES } from "#model/p3m3/catalogue.ts";
import { overallNames } from "#model/score-names.ts";
import type { TextRule } from "#model/text.ts";
import type { FieldLabels } from "~/views/form-labels";
import type { Understood } from "~/views/understood";

/** A row of the list. The date is a day in ISO 8601. */
export interface EarlierRow {
  id: Id;
  model: Role;
  scope: string | null;
  date: string;
  source: string;
  maturity: number | null;
  scores: { code: string; name: string; score: number }[];
  /** Where the reader changes and removes it; absent where they may not. */
  change?: string;
  remove?: string;
}

export interface EarlierPage {
  organization: { id: Id; name: string };
  rows: EarlierRow[];
  /** Whether the reader may enter scores. */
  mayEnter: boolean;
  /** Where scores of each model are added; none where the reader may not. */
  add: { model: Role; to: string }[];
  /** A sentence for each model that has no room left. */
  full: string[];
  /** The row that is about to be removed, with its version. */
  removing: { row: EarlierRow; version: number | undefined } | undefined;
  back: string;
}

/** The names of the form's fields, except those of the scores. */
export const EARLIER = {
  scope: "scope",
  date: "date",
  source: "source",
  maturity: "maturity",
  lines: "lines",
  formId: "formId",
  version: "version",
  base: "base",
  intent: "intent",
} as const;
export const FILL_INTENT = "fill";
/** The field of a perspective, practice or component. */
export const scoreField = (code: string) => `score-${code}`;

const group = (name: string, items: readonly { code: string; name: string }[]) => ({
  name,
  items: items.map((item) => ({ field: scoreField(item.code), label: item.name, code: item.code })),
});
const overall = overallNames(undefined);

/** What each model asks. */
const OF_MODEL: Record<Role, { groups: ReturnType<typeof group>[]; scopes: readonly string[]; maturity: string; line: string }> = {
  P3M3: {
    groups: [group("Perspectives", PERSPECTIVES)],
    scopes: P3M3_SCOPES,
    maturity: overall.maturity,
    line: "Organizational governance 3.2",
  },
  ITIL: {
    groups: [
      ...PRACTICE_GROUPS.map((each) =>
        group(
          `${each.name} practices`,
          PRACTICES.filter((practice) => practice.group === each.group),
        ),
      ),
      group("Maturity components", COMPONENTS),
    ],
    scopes: [],
    maturity: overall.svs,
    line: "Incident management 3",
  },
};

/** The items of a model in groups, its scopes, the names of the other fields, and a line as people paste it. */
export function earlierFields(model: Role) {
  const { groups, scopes, maturity, line } = OF_MODEL[model];
  const labels: Record<string, string> = {
    ...(scopes.length > 0 ? { [EARLIER.scope]: "Scope" } : {}),
    [EARLIER.date]: "Date of that assessment",
    [EARLIER.source]: "Source",
    [EARLIER.maturity]: maturity,
    [EARLIER.lines]: "Paste scores",
  };
  return { groups, scopes, labels, line };
}

/** The labels of all fields, those of the scores too. */
export function earlierLabels(model: Role): Record<string, string> {
  const { groups, labels } = earlierFields(model);
  return { ...labels, ...Object.fromEntries(groups.flatMap(({ items }) => items.map(({ field, label }) => [field, label]))) };
}

/** The same for the page that gives a form back. */
export const earlierFormLabels = (model: Role): FieldLabels[] => [{ ask: earlierLabels(model) }];

/** The rules that the browser can check. */
export function earlierRules(model: Role): Record<string, TextRule> {
  const { groups, scopes } = earlierFields(model);
  const score = { max: 20, check: (text: string) => (scoreIn(text) === undefined ? earlierMessages.score : undefined) };
  return {
    ...(scopes.length > 0 ? { [EARLIER.scope]: { required: true } } : {}),
    [EARLIER.date]: { required: true },
    [EARLIER.source]: { required: true, max: EARLIER_SOURCE_MAX },
    [EARLIER.maturity]: { max: 20, check: maturityProblem },
    ...Object.fromEntries(groups.flatMap(({ items }) => items.map(({ field }) => [field, score]))),
  };
}

export interface EarlierFormPage {
  organization: { id: Id; name: string };
  model: Role;
  /** What is changed, by field; undefined for a new row. */
  stored: Record<string, string> | undefined;
  /** What the form is made from, as text for it to carry; undefined for a new row. */
  base: string | undefined;
  /** The name of the form: however often it is sent, it adds one row. */
  formId: string;
  /** The latest day that is taken. */
  today: string;
  /** Why nothing can be added. */
  refusal: string | undefined;
  back: string;
}

/** The form as it comes back. */
export interface EarlierReply {
  /** Another one for each answer. */
  id: string;
  result: SubmissionResult<string[]>;
  /** What the form is made from now, where a colleague has changed the row. */
  changedTo?: string;
  /** How many scores pasted lines have put into their fields; the form was not to be saved. */
  filled?: number;
  /** What is to be looked at before anything is saved. */
  understood?: Understood;
}
