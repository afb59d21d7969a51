/** What screens say about the editions of an assessment (docs/rules/editions.md#on-screen), and what the form of a new one holds. */
import type { SubmissionResult } from "@conform-to/react";
import { EDITION_REASON_MAX } from "#model/text.ts";
import type { Screens } from "~/views/screens";

export interface EditionView {
  /** The edition that has taken its place. The date is ISO 8601. */
  replacedBy?: { number: number; date: string; reason: string; to: string };
  /** What it was made from. */
  made?: { from: number; number: number; reason: string; to: string };
  /** Where a corrected edition is made. */
  make?: string;
  /** The edition that is being made of it. */
  open?: { number: number; to: string };
}

export const EDITION_RULES = { reason: { required: true, max: EDITION_REASON_MAX } } as const;
export const REASON_LABEL = "Why is it corrected?";

/** The page on which an edition is made. */
export interface EditionPage {
  assessment: { name: string; scope: string };
  /** The number that the edition gets. */
  number: number;
  /** The name of the form: however often it is sent, it makes one edition. */
  formId: string;
  /** Why none can be made, and where to go instead; undefined where one can. */
  refusal: { words: string; link?: { to: string; words: string } } | undefined;
  back: string;
  screens: Screens;
}

/** The server's answer to the form, if it came back. */
export type EditionReply = SubmissionResult<string[]>;
