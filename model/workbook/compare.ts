/**
 * What a workbook of answers that comes back would change (docs/rules/workbook.md#what-comes-back). It compares three things: what the user
 * typed, what the workbook held when it was downloaded, and what is stored now.
 */

import { withoutControls, withoutNonCharacters } from "../characters.ts";
import { groupBy } from "../group-by.ts";
import type { CriterionLevel } from "../itil/catalogue.ts";
import { fromPracticeLetters, toPracticeLetters } from "../itil/gate.ts";
import { fingerprint, NOTE_MAX, withLineFeeds } from "../note.ts";
import { EMPTY_THREAD, fromThreadLetters, toThreadLetters } from "../p3m3/gate.ts";
import { isWithin, textMessages } from "../text.ts";
import { withoutHalf } from "../words.ts";
import { CELL_MAX, CHOICES, letterTyped, NOTE_CELL_MAX, notePrint, optionTyped, type WorkbookOption } from "./cells.ts";
import { type GateFault, keptOfPractice, keptOfThread } from "./gate.ts";

/** A thread, practice or component as it is now. */
export interface WorkbookItem {
  /** As in the history: `thread/2/7`, `capability/3`, `maturity/1`. */
  place: string;
  name: string;
  kind: "thread" | "practice" | "component";
  /** In the order of their cells; a component has one. */
  questions: { id: number; level: number; text: string }[];
  /** Of a component. */
  options: WorkbookOption[];
  /** Why it cannot be answered, in words. Its note can still be written. */
  closed?: string | undefined;
  /** A letter for each question; of a component the id of the chosen option, or nothing. */
  answers: string;
  note: string;
}

/** What the workbook says of a place, as it was when it was downloaded. */
export interface WorkbookBase {
  answers: string;
  /** `notePrint` of the note. */
  note: string;
  /** `wordingPrint` of the questions. */
  wording: string;
}

/** A cell that somebody may have typed into. */
export interface TypedCell {
  /** Such as `BM!F7`, with the present name of the sheet. */
  address: string;
  text: string;
  isFormula?: boolean | undefined;
}

/** A row with an id, at any position. */
export interface TypedRow {
  place: string;
  questionId: number;
  answer: TypedCell | undefined;
  note: TypedCell | undefined;
}

/** A cell that is left out: where it is, what it says, why, and what to do. */
export interface WorkbookFault {
  /** As `TypedCell` has it. */
  address: string;
  /** The beginning of what it says; empty for a cell that was cleared. */
  typed: string;
  /** Empty for a row of nothing that is known. */
  place: string;
  text: string;
}

/** A change of one part. `base` is what is stored now: letters, an option's id, or the fingerprint of a note. */
export interface WorkbookChange {
  place: string;
  part: "answers" | "note";
  base: string;
  target: string;
}

/** The digest of the statements or options that the answers belong to. */
export function wordingPrint({ questions, options }: Pick<WorkbookItem, "questions" | "options">): string {
  return fingerprint([...questions.map(({ id, text }) => `${id} ${text}`), ...options.map(({ id, name }) => `${id} ${name}`)].join("\n"));
}

/** In characters. */
const LONG_NOTE = 5_000;
/** How much of a cell a fault repeats. */
const TYPED_MAX = 60;

const FORMULA = "A formula is not read. Type the value instead.";
const MOVED = (what: string) =>
  `${what} changed since this workbook was downloaded. Download it again to see what is stored now, or change it on its own screen.`;

/**
 * Compares a workbook with what is stored.
 * @param base by place, as the workbook says
 * @param pause called after each long note, so that others have their turn in between
 * @returns what would change, at most one change for each part of each place, in the order of the items; and what will not be applied
 */
export async function compareWorkbook(
  items: readonly WorkbookItem[],
  base: ReadonlyMap<string, WorkbookBase>,
  rows: readonly TypedRow[],
  pause: () => Promise<void>,
): Promise<{ changes: WorkbookChange[]; faults: WorkbookFault[] }> {
  const faults: WorkbookFault[] = [];
  const byPlace = groupBy(rows, ({ place }) => place);
  const changes: WorkbookChange[] = [];
  for (const item of items) {
    const { place } = item;
    const typed = byPlace.get(place);
    const from = base.get(place);
    byPlace.delete(place);
    if (!typed) continue;
    const fault = (cell: TypedCell | undefined, text: string) => {
      faults.push({ ...quoted(cell), place, text });
    };
    if (!from) {
      for (const cell of filledCells(typed)) fault(cell, "This was not in scope when the workbook was downloaded. Download it again.");
      continue;
    }
    const answers = answersTyped(item, from, typed, fault);
    if (answers !== undefined) changes.push({ place, part: "answers", base: item.answers, target: answers });
    const note = noteTyped(item, from, typed, fault);
    if (note !== undefined) changes.push({ place, part: "note", base: fingerprint(item.note), target: note });
    if (typed.some((row) => (row.note?.text.length ?? 0) > LONG_NOTE)) await pause();
  }
  for (const [place, others] of byPlace)
    for (const cell of filledCells(others)) faults.push({ ...quoted(cell), place, text: "This row is not in the assessment's scope now." });
  return { changes, faults };
}

type Tell = (cell: TypedCell | undefined, text: string) => void;

function quoted(cell: TypedCell | undefined): Pick<WorkbookFault, "address" | "typed"> {
  const words = (cell?.text ?? "")
    .slice(0, 4 * TYPED_MAX)
    .replace(/\s+/g, " ")
    .trim();
  return { address: cell?.address ?? "", typed: words.length > TYPED_MAX ? `${withoutHalf(words.slice(0, TYPED_MAX))}…` : words };
}

const filledCells = (rows: readonly TypedRow[]) =>
  rows.flatMap(({ answer, note }) => [answer, note]).filter((cell) => cell !== undefined && cell.text.trim() !== "");

/** What the cells of one question say. */
interface ReadCell {
  cell: TypedCell | undefined;
  /** The answer as it is stored; undefined for a cell that says nothing that can be read. */
  answer: string | undefined;
}

/** The answers that an item is to have; undefined where they stay, or cannot be taken. */
function answersTyped(item: WorkbookItem, from: WorkbookBase, rows: readonly TypedRow[], fault: Tell): string | undefined {
  for (const { questionId, answer } of rows)
    if (answer?.text.trim() && !item.questions.some(({ id }) => id === questionId))
      fault(answer, "The statements have changed since this workbook was downloaded. Download it again.");
  const unread = new Set<number>();
  const cells = item.questions.map(({ id }, index): ReadCell => {
    const cell = cellOf(rows, id, fault);
    const read = cell === "unclear" ? undefined : cell && answerIn(item, from, cell, fault);
    if (cell !== undefined && read === undefined) unread.add(index);
    return { cell: cell === "unclear" ? undefined : cell, answer: read };
  });
  const before = (index: number) => (item.kind === "component" ? from.answers : (from.answers[index] ?? "N"));
  const typed = cells.map(({ answer }, index) => answer ?? before(index));
  const { kept, faults } = keptOf(item, typed, unread);
  // As downloaded, or as it is stored now: nothing to do.
  if (faults.length === 0 && (kept === from.answers || kept === item.answers)) return undefined;
  const reason = closedFor(item, from);
  if (reason !== undefined) {
    for (const [index, { cell }] of cells.entries()) if (typed[index] !== before(index)) fault(cell, reason);
    return undefined;
  }
  for (const { index, text } of faults) fault(cells[index]?.cell, text);
  return kept === item.answers ? undefined : kept;
}

/** Why no answer of an item can be taken; undefined where they can. */
function closedFor(item: WorkbookItem, from: WorkbookBase): string | undefined {
  if (item.closed !== undefined) return item.closed;
  if (from.wording !== wordingPrint(item))
    return "The statements have changed since this workbook was downloaded, so these answers may not fit them. Download it again.";
  return item.answers === from.answers ? undefined : MOVED("The answers");
}

/** The cell of a question. Two rows of one question are a fault, unless they say the same. */
function cellOf(rows: readonly TypedRow[], questionId: number, fault: Tell): TypedCell | "unclear" | undefined {
  const [first, ...others] = rows.flatMap((row) => (row.questionId === questionId && row.answer ? [row.answer] : []));
  const other = others.find(({ text, isFormula }) => text !== first?.text || isFormula !== first?.isFormula);
  if (!first || !other) return first;
  fault(first, `This row is there twice, and ${other.address} says something else. Delete one of them.`);
  fault(other, `This row is there twice, and ${first.address} says something else. Delete one of them.`);
  return "unclear";
}

/** The answer that a cell says; undefined where it stays as it is, which is a fault unless it was left alone. */
function answerIn(item: WorkbookItem, from: WorkbookBase, cell: TypedCell, fault: Tell): string | undefined {
  if (cell.isFormula) {
    fault(cell, FORMULA);
    return undefined;
  }
  if (item.kind !== "component") {
    const letter = letterTyped(cell.text, item.kind);
    if (letter === undefined) fault(cell, `This is no answer. Choose ${listed(CHOICES[item.kind])}, or clear the cell.`);
    return letter;
  }
  if (cell.text.trim() === "") {
    if (from.answers !== "" && item.closed === undefined)
      fault(cell, "A component that has an answer keeps one. Choose another option instead of clearing the cell.");
    return undefined;
  }
  const option = optionTyped(cell.text, item.options);
  if (!option) fault(cell, "This is none of the options. Choose one from the list of the cell.");
  return option && String(option.id);
}

const listed = (words: readonly string[]) => `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

/** The answers as far as the gate allows, as they are stored. @param typed for each cell */
function keptOf(item: WorkbookItem, typed: readonly string[], unread: ReadonlySet<number>): { kept: string; faults: GateFault[] } {
  if (item.kind === "component") return { kept: typed[0] ?? "", faults: [] };
  if (item.kind === "thread") {
    const { kept, faults } = keptOfThread(fromThreadLetters(typed.join("")) ?? EMPTY_THREAD, unread);
    return { kept: toThreadLetters(kept), faults };
  }
  const selections = fromPracticeLetters(typed.join("")) ?? [];
  const { kept, faults } = keptOfPractice(
    item.questions.map(({ level }, index) => ({ level: level as CriterionLevel, selection: selections[index] ?? "N/A" })),
  );
  return { kept: toPracticeLetters(kept), faults };
}

/** The note that an item is to have; undefined where it stays, or cannot be taken. Texts of several cells are joined. */
function noteTyped(item: WorkbookItem, from: WorkbookBase, rows: readonly TypedRow[], fault: Tell): string | undefined {
  const cells = rows.flatMap(({ note }) => (note ? [note] : []));
  const filled = cells.filter(({ text, isFormula }) => text !== "" || isFormula);
  const [cell = cells[0]] = filled;
  const formula = filled.find(({ isFormula }) => isFormula);
  if (formula) {
    fault(formula, FORMULA);
    return undefined;
  }
  if (!cell) return undefined;
  const texts = [...new Set(filled.map((each) => each.text))];
  const length = texts.reduce((sum, each) => sum + each.length, 0);
  if (length > NOTE_CELL_MAX) {
    fault(cell, tooLong(length));
    return undefined;
  }
  const text = withoutNonCharacters(withLineFeeds(withoutControls(texts.join("\n"))));
  if (notePrint(text) === from.note || fingerprint(text) === fingerprint(item.note)) return undefined;
  const isCut = item.note.length > CELL_MAX;
  if (notePrint(item.note) !== from.note) fault(cell, MOVED("The note"));
  else if (isCut) fault(cell, "The stored note is longer than a cell of Excel can hold. Change it on its own screen.");
  else if (!isWithin(text, NOTE_MAX)) fault(cell, tooLong([...text].length));
  else return text;
  return undefined;
}

const tooLong = (length: number) => `${textMessages.tooLong(NOTE_MAX)} This note has ${length.toLocaleString("en-GB")}.`;
