/**
 * The content of the grids of both models, and the names of their fields. A row is a thread or a practice. It is saved by itself, at the
 * address of its own questions, so that both screens share versions, conflicts and what is kept in the browser (docs/rules/gate.md#grid).
 */
import type { Id } from "#model/contract/common.ts";
import { type AnsweringChoices, type AnsweringScreen, type FormResult, NOTE_LABEL, type ProgressView } from "~/views/answering";
import type { InRow, OnPage } from "~/views/answering/concerns";
import { answerField, type ItemOf } from "~/views/answering/item";
import type { FieldLabels } from "~/views/form-labels";
import { type FieldReader, switchWord } from "~/views/saving";

/** What rows of a grid can be: threads, or practices. */
export type GridKind = "ladder" | "criteria";

/** A thread or practice as a row. */
export type GridItem<Kind extends GridKind = GridKind> = {
  [K in Kind]: ItemOf<K> & { concerns: InRow; note: string; noteVersion: string };
}[Kind];
type Statement = GridItem["statements"][number];

/** The content of a grid. */
export interface GridPage<Kind extends GridKind = GridKind> extends AnsweringScreen {
  assessment: { id: Id; name: string };
  /** The perspective, or the group of practices. */
  group: { code: string; name: string };
  rows: GridItem<Kind>[];
  /** The grids of the assessment, this one included. */
  grids: { code: string; name: string; href: string }[];
  progress: ProgressView;
  /** Who reads the notes, in words. */
  noteAbout: string | undefined;
  next: { label: string; href: string };
  choices: AnsweringChoices;
  /** What concerns give it, and what rows can be narrowed to. */
  concerns: OnPage;
  /** How to choose an answer, a line for each. */
  howToRate: string[];
  /** `result` once there is one. */
  links: { here: string; summary: string; exit: string; result: string | undefined };
}

/** The code of a statement that is one of several of its level; undefined for the only one. */
export const codeOf = (statement: Statement | undefined): string | undefined =>
  statement && "code" in statement ? statement.code : undefined;

/** Which statement of a row it is, in words: 'level 3', or 'level 2, 2.1.1'. */
export function statementName(statement: Statement): string {
  const code = codeOf(statement);
  return `level ${statement.level}${code === undefined ? "" : `, ${code}`}`;
}

/** The outcome of a posted grid that was not saved as a whole, by the ids of its rows. */
export interface GridResult {
  saved: number[];
  rows: Record<number, FormResult>;
}

// --- form -----------------------------------------------------------------------------------------------------------

/** The name of a field of a row: what the questions screen calls `base` is `row-7.base` in the row of thread 7. */
export const rowField = (id: number, name: string) => `row-${id}.${name}`;

/** The hidden fields from which a posted row is read. @param base its answers as the form was rendered */
export const baseFields = ({ id, gate: { kind }, statements }: GridItem, base: string): Record<string, string> => ({
  [rowField(id, "base")]: base,
  // Without them, letters do not say which criteria they answer.
  ...(kind === "criteria" ? { [rowField(id, "levels")]: statements.map(({ level }) => level).join("") } : {}),
});

/** The addresses that rows are saved at, by what the names of their fields begin with. */
export const gridSaves = ({ rows }: GridPage): Record<string, string> =>
  Object.fromEntries(rows.map(({ id, links }) => [rowField(id, ""), links.save]));

/** What concerns ask in each row of a grid without script: fields with their words, and the words of their values. */
export interface RowLabels {
  fields: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
}

/** The labels of a grid's form. */
export const gridLabels = (
  { rows }: GridPage,
  options: readonly { value: string; word: string }[],
  { fields, values }: RowLabels,
): FieldLabels[] => {
  const ask = (fields: (row: GridItem) => readonly (readonly [field: string, words: string])[]) =>
    Object.fromEntries(
      rows.flatMap((row) => fields(row).map(([field, words]) => [rowField(row.id, field), `${row.name}, ${words}`] as const)),
    );
  const answers = ({ gate: { kind }, statements }: GridItem) =>
    statements.map((statement, index) => [answerField(kind, index), statementName(statement)] as const);
  return [
    {
      ask: ask((row) => [...answers(row), ...Object.entries(fields)]),
      values: { ...Object.fromEntries(options.map(({ value, word }) => [value, word])), ...values },
    },
    { ask: ask(() => [["note", NOTE_LABEL]]) },
  ];
};

/** Reads the fields of one row by the names that its questions screen gives them. @param boxes the fields that are boxes here */
export const rowReader =
  (posted: FieldReader, id: number, boxes: readonly string[]): FieldReader =>
  (name) =>
    posted(rowField(id, name)) ??
    // A box that is not ticked posts nothing; the state that it was rendered with tells that it was there.
    (boxes.includes(name) && posted(rowField(id, `${name}Base`)) !== undefined ? switchWord(false) : undefined);

/** The answers of rows before the last save without script, as the address names them: `7-FFPNN.9-NNNNN`. */
export function writeFormer(former: readonly { id: number; answers: string }[]): string {
  return former.map(({ id, answers }) => `${id}-${answers}`).join(".");
}

/** The former answers of one row in such a text; null when it has none. */
export function readFormer(was: string | null, id: number): string | null {
  const score = was?.split(".").find((each) => each.startsWith(`${id}-`));
  return score?.slice(`${id}-`.length) ?? null;
}
