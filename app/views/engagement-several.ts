/** What the screen shows and posts that creates several assessments of an engagement (docs/rules/engagements.md#create-several). */
import type { SubmissionResult } from "@conform-to/react";
import type { Id } from "#model/contract/common.ts";
import type { TextRule } from "#model/text.ts";
import { NAME_MAX } from "#model/text.ts";
import { MEMBER_LABELS, MEMBER_RULES } from "~/views/engagements";
import type { Option } from "~/views/form-fields";
import { choiceLabels, type FieldLabels } from "~/views/form-labels";

export const severalPath = (engagementId: Id): string => `/engagements/${encodeURIComponent(String(engagementId))}/several`;

/** The names of the form's fields. */
export type SeveralField = "name" | "kinds" | "units" | "responsible" | "day";
export const SEVERAL_LABELS: Record<SeveralField, string> = {
  name: "Name",
  kinds: "Models and scopes",
  units: "Units",
  responsible: MEMBER_LABELS.responsible,
  day: MEMBER_LABELS.day,
};
export const SEVERAL_RULES: Record<string, TextRule> = { name: { required: true, max: NAME_MAX }, ...MEMBER_RULES };

/** The fields that the form carries: its name, and what it has sent already. */
export const SEVERAL = { formId: "formId", sent: "sent" } as const;

export type SeveralTexts = Record<"name" | "responsible" | "day", string> & Record<"kinds" | "units", string[]>;

export interface SeveralPage {
  id: Id;
  name: string;
  organization: string;
  /** How many more assessments the engagement can have. */
  room: number;
  texts: SeveralTexts;
  formId: string;
  /** A model with a scope each. */
  kinds: Option[];
  units: Option[];
  colleagues: Option[];
  back: string;
}

export const severalLabels = ({ kinds, units, colleagues }: SeveralPage): FieldLabels[] => [
  { ask: { name: SEVERAL_LABELS.name, day: SEVERAL_LABELS.day } },
  choiceLabels("kinds", SEVERAL_LABELS.kinds, kinds),
  choiceLabels("units", SEVERAL_LABELS.units, units),
  choiceLabels("responsible", SEVERAL_LABELS.responsible, colleagues),
];

/** The form as it comes back. */
export interface SeveralReply {
  /** Another one for each answer. */
  id: string;
  result: SubmissionResult<string[]>;
  /** What was sent, for the form to carry: nothing is made twice. */
  sent?: string;
  /** What became of it, where only a part was made. */
  outcome?: { made: string[]; apart: string[]; missing: string[] };
}
