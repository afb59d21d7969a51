/**
 * The names of the questions form's fields and how its parts are written as short texts: five letters for the answers
 * (see the model), a sign per diagnostic, a fingerprint for the version of a note. Read by the server from what was posted
 * and by the browser from the form on the page.
 */
import { LEVELS, type Level } from "#model/p3m3/catalogue.ts";
import {
  type Answered,
  applyDifferences,
  SELECTIONS,
  type Selection,
  type Selections,
  selectionsFrom,
  toLetters,
} from "#model/p3m3/gate.ts";

/** How a diagnostic is marked. */
export type Mark = "positive" | "improvement" | "neither";
export const MARKS: readonly Mark[] = ["positive", "improvement", "neither"];
const SIGNS: Readonly<Record<Mark, string>> = { positive: "+", improvement: "-", neither: "." };

export const levelField = (level: Level) => `level-${level}`;
export const diagnosticField = (id: number) => `diagnostic-${id}`;

/** The radio's code: '1', '2', '3' (specification A3). */
export const codeOf = (selection: Answered) => String(SELECTIONS.indexOf(selection) + 1);

/** A sign per diagnostic, in the order of the screen. */
export function signsOf(marks: readonly Mark[]): string {
  return marks.map((mark) => SIGNS[mark]).join("");
}

/** How a diagnostic is marked in a text of signs, by its place on the screen. */
export function markAt(signs: string, index: number): Mark {
  return MARKS.find((mark) => SIGNS[mark] === signs[index]) ?? "neither";
}

/** What the upstream calls positive, improvement or neither. */
export const markOf = (isPositive: boolean | null): Mark => (isPositive === null ? "neither" : isPositive ? "positive" : "improvement");
export const isPositiveOf = (mark: Mark): boolean | null => (mark === "neither" ? null : mark === "positive");

type Posted = (name: string) => string | undefined;

/** The letters that a form asks for: what differs from its base, applied by the rule from the highest level down. */
export function postedLetters(selectedLevel: Level, base: Selections, posted: Posted): string {
  const selections = LEVELS.map((level): Selection => SELECTIONS[Number(posted(levelField(level))) - 1] ?? "N/A");
  return toLetters(applyDifferences(selectedLevel, base, selectionsFrom(selections)));
}

/** The signs that a form asks for; a diagnostic that was not posted stays as it is. */
export function postedSigns(base: string, diagnosticIds: readonly number[], posted: Posted): string {
  const marks = diagnosticIds.map((id, index) => MARKS.find((mark) => mark === posted(diagnosticField(id))) ?? markAt(base, index));
  return signsOf(marks);
}
