/** Targets: what their screens show, and what their form posts (docs/rules/targets.md). */
import type { SubmissionResult } from "@conform-to/react";
import type { Id, Role } from "#model/contract/common.ts";
import { earlierMessages, scoreIn } from "#model/earlier-scores.ts";
import { TARGET_REASON_MAX } from "#model/targets.ts";
import { dayProblem, type TextRule } from "#model/text.ts";
import { earlierFields, scoreField } from "~/views/earlier-scores";
import type { FieldLabels } from "~/views/form-labels";
import type { TargetView } from "~/views/target-words";

/** What targets belong to, in words: 'P3M3, Project'. */
export const scopeInWords = ({ model, scope }: { model: Role; scope: string | null }): string =>
  scope === null ? model : `${model}, ${scope}`;

/** What has targets, as the head of a column. */
export const SCORED: Record<Role, string> = { P3M3: "Perspective", ITIL: "Practice or component" };

/** A target in the list of a scope. */
export interface TargetRow extends TargetView {
  code: string;
  name: string;
  /** Of the latest completed assessment that scores it; null for none. */
  now: number | null;
  /** Where the reader changes and removes it; absent where they may not. */
  change?: string;
  remove?: string;
}

/** The targets of a model and scope. */
export interface TargetSetView {
  model: Role;
  scope: string | null;
  rows: TargetRow[];
  /** The assessments that give the latest scores. The moment is ISO 8601. */
  latest: { name: string; date: string | null; to: string }[];
  /** Where the reader changes them; absent where they may not. */
  change?: string;
}

export interface TargetsPage {
  organization: { id: Id; name: string };
  sets: TargetSetView[];
  mayChange: boolean;
  /** Where targets of a scope that has none are set; none where the reader may not. */
  add: { name: string; to: string }[];
  /** The target that is about to be removed. */
  removing: { row: TargetRow; fields: Record<string, string | undefined>; set: string; cancel: string } | undefined;
  /** The scope that the address asks for, in words, and the way to all. */
  only: { name: string; all: string } | undefined;
  back: string;
}

/** The names of the form's fields, except those of the single targets. */
export const TARGETS = { date: "date", reason: "reason", base: "base", version: "version", remove: "remove" } as const;

/** The fields of a target. */
export const targetFields = (code: string) => ({ score: scoreField(code), date: `date-${code}`, reason: `reason-${code}` });

/** What can have a target, in groups. */
export const targetGroups = (model: Role) =>
  earlierFields(model).groups.map(({ name, items }) => ({
    name,
    items: items.map(({ label, code }) => ({ code, name: label, label: `${label} (${code})`, fields: targetFields(code) })),
  }));

const SHARED_LABELS = {
  [TARGETS.date]: "Until, for all rows",
  [TARGETS.reason]: "Reason, for all rows",
};

/** The labels of all fields. */
export function targetLabels(model: Role): Record<string, string> {
  const own = targetGroups(model).flatMap(({ items }) =>
    items.flatMap(({ label, fields }) => [
      [fields.score, `${label}, score to reach`],
      [fields.date, `${label}, until`],
      [fields.reason, `${label}, reason`],
    ]),
  );
  return { ...SHARED_LABELS, ...Object.fromEntries(own) };
}

/** The same for the page that gives a form back. */
export const targetFormLabels = (model: Role): FieldLabels[] => [{ ask: targetLabels(model) }];

const DAY_RULE: TextRule = { max: 20, check: dayProblem };
const REASON_RULE: TextRule = { max: TARGET_REASON_MAX };
const SCORE_RULE: TextRule = { max: 20, check: (text) => (scoreIn(text) === undefined ? earlierMessages.score : undefined) };

/** The rules that the browser can check. */
export function targetRules(model: Role): Record<string, TextRule> {
  const own = targetGroups(model).flatMap(({ items }) =>
    items.flatMap(({ fields }) => [
      [fields.score, SCORE_RULE],
      [fields.date, DAY_RULE],
      [fields.reason, REASON_RULE],
    ]),
  );
  return { [TARGETS.date]: DAY_RULE, [TARGETS.reason]: REASON_RULE, ...Object.fromEntries(own) };
}

export interface TargetsFormPage {
  organization: { id: Id; name: string };
  model: Role;
  scope: string | null;
  /** What is stored, by field. */
  stored: Record<string, string>;
  /** What the form is made from, as text for it to carry. */
  base: string;
  /** The latest scores, by code; undefined where there are none. */
  now: Record<string, number | null> | undefined;
  back: string;
}

/** The form as it comes back. */
export interface TargetsReply {
  /** Another one for each answer. */
  id: string;
  result: SubmissionResult<string[]>;
}
