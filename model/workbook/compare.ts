/**
 * What a workbook of answers that comes back would change (docs/rules/workbook.md#what-comes-back). It compares three things: what the user
 * typed, what the workbook held when it was downloaded, and what is stored now.
 */

import { withoutNonCharacters } from "../characters.ts";
import { groupBy } from "../group-by.ts";
import type { CriterionLevel } from "../itil/catalogue.ts";
import { fromPracticeLetters } from "../itil/gate.ts";
import { fingerprint, NOTE_MAX, withLineFeeds } from "../note.ts";
import { EMPTY_THREAD, fromThreadLetters, type ThreadSelections, toThreadLetters } from "../p3m3/gate.ts";
import { hasControlCharacters, isWithin, textMessages } from "../text.ts";
import { CELL_MAX, CHOICES, letterTyped, NOTE_CELL_MAX, notePrint, optionTyped, type WorkbookOption } from "./cells.ts";
import { practiceFaults, threadFaults, withImplied } from "./gate.ts";

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

/** A fault, so that nothing is applied there: its cell, and what to do. */
export interface WorkbookFault {
  address: string;
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
      faults.push({ address: cell?.address ?? "", place, text });
    };
    const [first] = typed;
    if (!from) {
      fault(first?.answer ?? first?.note, "This was not in scope when the workbook was downloaded. Download it again.");
      continue;
    }
    const answers = answersTyped(item, from, typed, fault);
    if (answers !== undefined) changes.push({ place, part: "answers", base: item.answers, target: answers });
    const note = noteTyped(item, from, typed, fault);
    if (note !== undefined) changes.push({ place, part: "note", base: fingerprint(item.note), target: note });
    if (typed.some((row) => (row.note?.text.length ?? 0) > LONG_NOTE)) await pause();
  }
  for (const [place, [row]] of byPlace)
    faults.push({
      address: row?.answer?.address ?? row?.note?.address ?? "",
      place,
      text: "This row is not in the assessment's scope now, so it is left out.",
    });
  return { changes, faults };
}

type Tell = (cell: TypedCell | undefined, text: string) => void;

/** The answers that an item is to have; undefined where they stay, or cannot be taken. */
function answersTyped(item: WorkbookItem, from: WorkbookBase, rows: readonly TypedRow[], fault: Tell): string | undefined {
  let isSound = true;
  const refuse: Tell = (cell, text) => {
    isSound = false;
    fault(cell, text);
  };
  const cells = item.questions.map(({ id }) => cellOf(rows, id, refuse));
  const unknown = rows.find(({ questionId, answer }) => answer?.text.trim() && !item.questions.some(({ id }) => id === questionId));
  if (unknown) refuse(unknown.answer, "The statements have changed since this workbook was downloaded. Download it again.");
  const typed = item.kind === "component" ? optionOf(item, from, cells[0], refuse) : lettersOf(item, from, cells, refuse);
  if (!isSound || typed === undefined || typed === from.answers) return undefined;
  const cell = cells.find((each) => each?.text.trim()) ?? cells[0];
  if (typed === item.answers) return undefined;
  if (item.closed !== undefined) refuse(cell, item.closed);
  else if (from.wording !== wordingPrint(item))
    refuse(cell, "The statements have changed since this workbook was downloaded, so these answers may not fit them. Download it again.");
  else if (item.answers !== from.answers) refuse(cell, MOVED("The answers"));
  else for (const { index, text } of gateFaults(item, typed)) refuse(cells[index], text);
  return isSound ? typed : undefined;
}

/** The cell of a question. Two rows of one question are a fault, unless they say the same. */
function cellOf(rows: readonly TypedRow[], questionId: number, refuse: Tell): TypedCell | undefined {
  const [first, ...others] = rows.flatMap((row) => (row.questionId === questionId && row.answer ? [row.answer] : []));
  const other = others.find(({ text, isFormula }) => text !== first?.text || isFormula !== first?.isFormula);
  if (other) refuse(other, `This row is there twice, and ${first?.address ?? "the other"} says something else. Delete one of them.`);
  if (first?.isFormula) refuse(first, FORMULA);
  return first;
}

function lettersOf(item: WorkbookItem, from: WorkbookBase, cells: readonly (TypedCell | undefined)[], refuse: Tell): string {
  const kind = item.kind === "practice" ? "practice" : "thread";
  const letters = cells.map((cell, index) => {
    // A row that was deleted says nothing.
    if (!cell || cell.isFormula) return from.answers[index] ?? "N";
    const letter = letterTyped(cell.text, kind);
    if (letter === undefined)
      refuse(cell, `“${cell.text.trim().slice(0, 40)}” is no answer. Choose ${listed(CHOICES[kind])}, or clear the cell.`);
    return letter ?? "N";
  });
  if (kind === "practice") return letters.join("");
  return toThreadLetters(withImplied(fromThreadLetters(letters.join("")) ?? EMPTY_THREAD));
}

const listed = (words: readonly string[]) => `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

function optionOf(item: WorkbookItem, from: WorkbookBase, cell: TypedCell | undefined, refuse: Tell): string | undefined {
  if (!cell || cell.isFormula) return undefined;
  if (cell.text.trim() === "") {
    if (from.answers !== "" && item.closed === undefined)
      refuse(cell, "A component that has an answer keeps one. Choose another option instead of clearing the cell.");
    return undefined;
  }
  const option = optionTyped(cell.text, item.options);
  if (!option) refuse(cell, `“${cell.text.trim().slice(0, 40)}” is none of the options. Choose one from the list of the cell.`);
  return option && String(option.id);
}

function gateFaults(item: WorkbookItem, letters: string) {
  if (item.kind === "thread") return threadFaults(fromThreadLetters(letters) ?? (EMPTY_THREAD as ThreadSelections));
  if (item.kind === "component") return [];
  const selections = fromPracticeLetters(letters) ?? [];
  return practiceFaults(
    item.questions.map(({ level }, index) => ({ level: level as CriterionLevel, selection: selections[index] ?? "N/A" })),
  );
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
  const text = withoutNonCharacters(withLineFeeds(texts.join("\n")));
  if (notePrint(text) === from.note || fingerprint(text) === fingerprint(item.note)) return undefined;
  const isCut = item.note.length > CELL_MAX;
  if (notePrint(item.note) !== from.note) fault(cell, MOVED("The note"));
  else if (isCut) fault(cell, "The stored note is longer than a cell of Excel can hold. Change it on its own screen.");
  else if (hasControlCharacters(text)) fault(cell, textMessages.control);
  else if (!isWithin(text, NOTE_MAX)) fault(cell, tooLong([...text].length));
  else return text;
  return undefined;
}

const tooLong = (length: number) => `${textMessages.tooLong(NOTE_MAX)} This note has ${length.toLocaleString("en-GB")}.`;
