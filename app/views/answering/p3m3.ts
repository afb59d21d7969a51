/**
 * The statements of a thread with their diagnostics, and its progress. A text has a sign for the mark of each diagnostic. The server reads it
 * from what was posted, the browser from the form on the page.
 */
import { ladder } from "#model/gates/ladder.ts";
import type { Level } from "#model/p3m3/catalogue.ts";
import type { ThreadState } from "#model/p3m3/progress.ts";
import type { ProgressGroup, ProgressItem, ProgressView } from "~/views/answering";
import type { RichText } from "~/views/rich-text";
import type { FieldReader } from "~/views/saving";

/** The statement of one level, with its diagnostics. */
export interface ThreadQuestion {
  level: Level;
  /** The level's name and meaning. */
  name: string;
  meaning: string;
  statement: RichText;
  /** What to do next when the level is not met. */
  hint: RichText | undefined;
  diagnostics: { id: number; statement: RichText }[];
}

/** The gate of a thread. */
export const threadGate = ({ gate }: { gate: { selectedLevel: Level } }) => ladder(gate.selectedLevel);

/** Perspectives with their threads. Scores are decimals from 0 to 5, the maturity is a whole level. */
export interface P3m3ProgressView extends ProgressView {
  /** Null while no perspective has a score. */
  overall: number | null;
  maturity: number;
  groups: PerspectiveProgress[];
}

export type ThreadProgress = ProgressItem<ThreadState>;

interface PerspectiveProgress extends ProgressGroup<ThreadProgress> {
  /** Null when all threads are descoped. */
  score: number | null;
}

// --- form -----------------------------------------------------------------------------------------------------------

/** How a diagnostic is marked; `none` for one that nobody has marked, or whose mark was taken back (docs/decisions/0055-no-mark-is-no-judgement.md). */
export type DiagnosticMark = "positive" | "improvement" | "none";
export const MARKS: readonly DiagnosticMark[] = ["positive", "improvement", "none"];
/** The word for a mark on screen. */
export const MARK_WORDS: Readonly<Record<DiagnosticMark, string>> = {
  positive: "Positive",
  improvement: "Improvement",
  none: "Not marked",
};
const SIGNS: Readonly<Record<DiagnosticMark, string>> = { positive: "+", improvement: "-", none: "." };

/** The name of a diagnostic's field. */
export const diagnosticField = (id: number) => `diagnostic-${id}`;

/** A sign for each diagnostic, in the order of the screen. */
export function signsOf(marks: readonly DiagnosticMark[]): string {
  return marks.map((mark) => SIGNS[mark]).join("");
}

/** The mark of a diagnostic in a text of signs. @param index its place on the screen, from 0 */
export function markAt(signs: string, index: number): DiagnosticMark {
  return MARKS.find((mark) => SIGNS[mark] === signs[index]) ?? "none";
}

/** A mark from the upstream's value, and back. */
export const markOf = (isPositive: boolean | null): DiagnosticMark =>
  isPositive === null ? "none" : isPositive ? "positive" : "improvement";
export const isPositiveOf = (mark: DiagnosticMark): boolean | null => (mark === "none" ? null : mark === "positive");

/** How many diagnostics of a thread come before those of a level. */
export const diagnosticsBefore = (questions: readonly Pick<ThreadQuestion, "level" | "diagnostics">[], level: Level): number =>
  questions.filter((other) => other.level < level).reduce((sum, { diagnostics }) => sum + diagnostics.length, 0);

/** The signs that a form asks for; a diagnostic that was not posted stays as it is. */
export function postedSigns(base: string, diagnosticIds: readonly number[], posted: FieldReader): string {
  const marks = diagnosticIds.map((id, index) => MARKS.find((mark) => mark === posted(diagnosticField(id))) ?? markAt(base, index));
  return signsOf(marks);
}

export const REASON_LABEL = "Reason for descoping";
export const NO_REASON = "No reason was given.";
