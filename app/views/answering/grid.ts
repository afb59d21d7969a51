/**
 * The content of the grids of both models, and the names of their fields. A row is a thread or a practice. It is saved by itself, at the
 * address of its own questions, so that both screens share versions, conflicts and what is kept in the browser (docs/rules/gate.md#grid).
 */
import type { Id } from "#model/contract/common.ts";
import type { CriterionLevel } from "#model/itil/catalogue.ts";
import type { Level } from "#model/p3m3/catalogue.ts";
import { type AnsweringChoices, type AnsweringScreen, type FormResult, NOTE_LABEL } from "~/views/answering";
import type { InRow, OnPage } from "~/views/answering/concerns";
import type { ItilProgressView, PracticeCriterion } from "~/views/answering/itil";
import type { P3m3ProgressView, ThreadQuestion } from "~/views/answering/p3m3";
import type { FieldLabels } from "~/views/form-labels";
import type { RichText } from "~/views/rich-text";
import type { FieldReader } from "~/views/saving";

/** The content of every grid, for either model. */
interface GridView<Progress, Row> extends AnsweringScreen {
  /** The perspective, or the group of practices. */
  group: { code: string; name: string; help: RichText | undefined };
  rows: Row[];
  /** The grids of the assessment, this one included. */
  grids: { code: string; name: string; href: string }[];
  progress: Progress;
  next: { label: string; href: string };
  choices: AnsweringChoices;
  /** What concerns give it, and what rows can be narrowed to. */
  concerns: OnPage;
  /** How to choose an answer, a line for each. */
  howToRate: string[];
  /** `result` once there is one. */
  links: { here: string; summary: string; exit: string; result: string | undefined };
}

/** A thread or a practice: its answers as letters, and the addresses of its own questions. */
interface GridRow {
  id: number;
  code: string;
  name: string;
  answers: string;
  concerns: InRow;
  note: string;
  noteVersion: string;
  links: { here: string; save: string };
}

/** The threads of one perspective. */
export interface ThreadGridPage extends GridView<P3m3ProgressView, ThreadRow> {
  assessment: { id: Id; name: string; selectedLevel: Level };
}

export interface ThreadRow extends GridRow {
  /** Level 1 first. */
  questions: ThreadQuestion[];
  /** A sign for each diagnostic, in the order of the levels. */
  marks: string;
  descoped: boolean;
}

/** The practices of one group. */
export interface PracticeGridPage extends GridView<ItilProgressView, PracticeRow> {
  assessment: { id: Id; name: string; scope: string };
}

export interface PracticeRow extends GridRow {
  criteria: (PracticeCriterion & { level: CriterionLevel })[];
}

/** The grid of either model. */
export type GridPage = ThreadGridPage | PracticeGridPage;

/** The page of a row's own questions screen. */
export function questionsOf<Page extends GridPage, Row extends Page["rows"][number]>(grid: Page, row: Row) {
  return { ...grid, ...row, links: { ...grid.links, ...row.links } };
}

/** The outcome of a posted grid that was not saved as a whole, by the ids of its rows. */
export interface GridResult {
  saved: number[];
  rows: Record<number, FormResult>;
}

// --- form -----------------------------------------------------------------------------------------------------------

/** The name of a field of a row: what the questions screen calls `base` is `row-7.base` in the row of thread 7. */
export const rowField = (id: number, name: string) => `row-${id}.${name}`;

/**
 * The labels of a grid's form.
 * @param asks the fields of a row, without its flag and its note, by the names on its questions screen, each with its question: 'level 3'
 */
export const gridLabels = <Row extends { id: number; name: string }>(
  rows: readonly Row[],
  options: readonly { value: string; word: string }[],
  asks: (row: Row) => [field: string, words: string][],
): FieldLabels[] => {
  const ask = (fields: (row: Row) => readonly (readonly [field: string, words: string])[]) =>
    Object.fromEntries(
      rows.flatMap((row) => fields(row).map(([field, words]) => [rowField(row.id, field), `${row.name}, ${words}`] as const)),
    );
  return [
    {
      ask: ask((row) => [...asks(row), ["flag", "for later"]]),
      values: { ...Object.fromEntries(options.map(({ value, word }) => [value, word])), on: "Flagged" },
    },
    { ask: ask(() => [["note", NOTE_LABEL]]) },
  ];
};

/** Reads the fields of one row by the names that its questions screen gives them. */
export const rowReader =
  (posted: FieldReader, id: number): FieldReader =>
  (name) =>
    posted(rowField(id, name)) ??
    // A box that is not ticked posts nothing; the state that it was rendered with tells that it was there.
    (name === "flag" && posted(rowField(id, "flagBase")) !== undefined ? "off" : undefined);

/** The answers of rows before the last save without script, as the address names them: `7-FFPNN.9-NNNNN`. */
export function writeFormer(former: readonly { id: number; answers: string }[]): string {
  return former.map(({ id, answers }) => `${id}-${answers}`).join(".");
}

/** The former answers of one row in such a text; null when it has none. */
export function readFormer(was: string | null, id: number): string | null {
  const found = was?.split(".").find((each) => each.startsWith(`${id}-`));
  return found?.slice(`${id}-`.length) ?? null;
}
