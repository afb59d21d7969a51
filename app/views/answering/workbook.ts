/** The workbook of answers: what is written into it, and what its screens show (docs/rules/workbook.md). */

import type { Id } from "#model/contract/common.ts";
import type { WorkbookFault, WorkbookItem } from "#model/workbook/compare.ts";
import type { Screens } from "~/views/screens";

/** A thread, practice or component with all that its rows show. */
export interface WorkbookRows extends WorkbookItem {
  /** Words for each question, in their order. */
  words: { label: string; statement: string; hint: string }[];
  /** Of a component, in the order of its options. */
  optionStatements: string[];
  /** What it rests on, a line for each entry; undefined where the upstream keeps no evidence. */
  evidence?: string | undefined;
  /** How the assessment before answered, one for each row; undefined where the workbook has no column for it. */
  before?: string[] | undefined;
  /** How many voices say what, one for each row; undefined where the workbook has no column for it. */
  voices?: string[] | undefined;
}

/** What a workbook is written from. */
export interface AnswersWorkbook {
  assessmentId: string;
  name: string;
  model: "P3M3" | "ITIL";
  /** When the assessment before was completed, such as 'Nov 2025': the head of its column. Undefined for a workbook without that column. */
  before?: string | undefined;
  /** Organization, scope and the like. */
  facts: { label: string; value: string }[];
  groups: { name: string; items: WorkbookRows[] }[];
  /** A line for each answer and convention, and what each level means. */
  howToRate: string[];
  levels: string[];
  /** ISO 8601. */
  downloaded: string;
}

/** What a workbook that was uploaded says of itself. */
export interface ReadWorkbook {
  assessmentId: string;
  downloaded: string;
  base: [place: string, base: { answers: string; note: string; wording: string }][];
  rows: import("#model/workbook/compare.ts").TypedRow[];
}

/** Why a file was not read as a workbook of answers. */
export type UnreadReason = "not-xlsx" | "protected" | "broken" | "too-much" | "not-ours";

// --- the screen -----------------------------------------------------------------------------------------------------

export const FILE_FIELD = "workbook";
export const SEALED_FIELD = "sealed";
export const TICK_FIELD = "tick";

/** The largest file that is taken, in bytes. A full workbook of 91 threads has a few hundred thousand. */
export const UPLOAD_MAX = 5 * 1024 * 1024;
export const UPLOAD_TOO_LARGE = "This file is larger than 5 MB, so it was not read. A workbook of answers is far smaller.";

/** A change as the preview shows it. */
export interface ChangeView {
  /** What its box posts. */
  tick: string;
  name: string;
  part: "answers" | "note";
  href: string;
  /** For answers: each that changes. */
  rows: { name: string; before: string; after: string }[];
  /** For answers: the cells of the same thread, practice or component that are left out. */
  leftOut: string[];
  /** For a note. */
  texts: { before: string; after: string } | undefined;
  /** Why it cannot be applied as it is; undefined when it can. */
  problem: string | undefined;
  /** Whether it is stored already. */
  isStored: boolean;
}

/** What an uploaded workbook would change. */
export interface Preview {
  file: string;
  sealed: string;
  groups: { name: string; changes: ChangeView[] }[];
  /** How many changes can be applied. */
  open: number;
  faults: (WorkbookFault & { name: string })[];
  /** The number of faults that are not listed. */
  moreFaults: number;
  /** The boxes that are ticked. */
  ticked: string[];
}

/** The answer to a form of the screen that did not lead on. */
export interface ImportResult {
  /** Next to the field for the file. */
  fileError?: string | undefined;
  /** Above the preview. */
  problem?: { title: string; text: string } | undefined;
  preview?: Preview | undefined;
}

export interface ImportPage {
  assessment: { id: Id; name: string };
  /** Why nothing can be changed; undefined when it can. */
  readOnly: string | undefined;
  screens: Screens;
  links: { here: string; apply: string; workbook: string };
}

export interface AppliedPage {
  assessment: { id: Id; name: string };
  /** What was applied, each with where it is and, where the upstream keeps a history, where it can be put back. */
  applied: { name: string; parts: string; href: string; history: string | undefined }[];
  history: string | undefined;
  /** Where all of it can be put back at once. */
  putBack: string | undefined;
  /** The first cells that were left out, and how many more. */
  leftOut: string[];
  moreLeftOut: number;
  screens: Screens;
  links: { summary: string; again: string };
}
