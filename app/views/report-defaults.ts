/** What the reports of a team begin with: what its screen shows and posts (docs/rules/client-report.md#what-new-reports-begin-with). */
import type { SubmissionResult } from "@conform-to/react";
import { COVER_FIELDS, type DefaultedField } from "#model/report-cover.ts";
import type { TextRule } from "#model/text.ts";

export type DefaultTexts = Record<DefaultedField, string>;
export const DEFAULTS_LABELS = { authors: COVER_FIELDS.authors.label, disclaimer: COVER_FIELDS.disclaimer.label } as const;
export const DEFAULTS_RULES: Record<DefaultedField, TextRule> = {
  authors: { max: COVER_FIELDS.authors.max },
  disclaimer: { max: COVER_FIELDS.disclaimer.max },
};

export interface ReportDefaultsPage {
  texts: DefaultTexts;
  /** What the form is made from. */
  base: string;
}

export interface ReportDefaultsReply {
  id: string;
  result: SubmissionResult<string[]>;
  /** What the form is made from now, where another lead has changed it. */
  changedTo?: string;
}
