/**
 * The content of the P3M3 questions and summary, the names of the questions form's fields, and the short texts for its parts. There are
 * five letters for the answers (see `model/gates/ladder.ts`), a sign for each diagnostic, and a fingerprint for the version of a note. The
 * server reads them from what was posted, the browser from the form on the page.
 */
import type { Id } from "#model/contract/common.ts";
import { LADDER_OPTIONS } from "#model/gates/ladder.ts";
import type { Level } from "#model/p3m3/catalogue.ts";
import type { MeanFacts } from "#model/p3m3/explain.ts";
import { THREAD_SELECTIONS, type ThreadAnswer } from "#model/p3m3/gate.ts";
import type { ThreadState } from "#model/p3m3/progress.ts";
import type { MissingMandatory } from "#model/p3m3/submission.ts";
import type { ProgressGroup, ProgressItem, ProgressView, QuestionsView, SummaryView } from "~/views/answering";
import type { InRow } from "~/views/answering/concerns";
import type { ThreadElsewhere } from "~/views/answering/descoping";
import type { RichText } from "~/views/rich-text";
import type { FieldReader } from "~/views/saving";
import type { TargetView } from "~/views/target-words";

// --- questions ------------------------------------------------------------------------------------------------------

/** The questions of one thread of one perspective. */
export interface P3m3QuestionsPage extends QuestionsView<P3m3ProgressView> {
  assessment: { id: Id; name: string; selectedLevel: Level };
  perspective: { code: string; name: string; help: RichText | undefined };
  thread: { code: string; name: string; help: RichText | undefined };
  /** Level 1 first. */
  questions: ThreadQuestion[];
  /** A sign for each diagnostic, in the order of the screen. */
  marks: string;
  descoped: boolean;
  /** Whether descoping is hidden, why it is refused if it is, and whether it asks for a reason; then the note of a descoped thread stays editable. */
  descope: { hidden: boolean; refusal: string | undefined; asksReason: boolean };
  /** The same thread in the other perspectives, in the order of the catalogue. */
  elsewhere: ThreadElsewhere[];
  /** Why it is descoped; undefined for a thread that is not, or where no reasons are kept. */
  reason: string | undefined;
}

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

// --- summary --------------------------------------------------------------------------------------------------------

/** What was answered, what is missing, and how the scores are calculated. */
export interface P3m3SummaryPage extends SummaryView {
  assessment: { id: Id; name: string; scope: string | null };
  overall: {
    score: number | null;
    answered: number;
    total: number;
    facts: MeanFacts & { maturity: number; holding: { name: string }[] };
    /** The perspectives that hold the maturity below the highest, and where an action about each is added; none for whoever may not. */
    lifts: { name: string; add: string }[];
  };
  groups: PerspectiveSummary[];
  certification: {
    certified: boolean;
    completed: boolean;
    /** The address where users can request it; undefined where it is not offered. */
    to: string | undefined;
    /** The mandatory threads that are still to be answered. */
    missing: MissingMandatory[];
  };
}

export interface PerspectiveSummary extends ProgressGroup<ThreadSummary> {
  /** Null when all threads are descoped. */
  score: number | null;
  facts: MeanFacts & { whole: number };
  /** The address of its grid; undefined where there is none. */
  grid: string | undefined;
  /** Next to the score so far; undefined for none. */
  target: TargetView | undefined;
}

interface ThreadSummary extends ThreadProgress {
  /** In words; empty when there are none. */
  answers: string;
  /** Why it is descoped; empty when nobody said, or when it is not. */
  reason: string;
  concerns: InRow;
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

/** The names of the form's fields. */
export const levelField = (level: Level) => `level-${level}`;
export const diagnosticField = (id: number) => `diagnostic-${id}`;

/** The answers in their order. */
export const THREAD_OPTIONS = LADDER_OPTIONS;

/** The radio's value: '1', '2' or '3' (docs/rules/gate.md#answers). */
export const codeOf = (selection: ThreadAnswer) => String(THREAD_SELECTIONS.indexOf(selection) + 1);

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
