/** The sheets `Answers` and `Notes` of a P3M3 result (docs/rules/results-and-files.md#excel). */
import { UNANSWERED } from "#model/answer-words.ts";
import type { P3m3Assessment } from "#model/contract/assessments.ts";
import type { P3m3Overview } from "#model/contract/overview.ts";
import { LEVELS } from "#model/p3m3/catalogue.ts";
import { selectionsBehind } from "#model/p3m3/explain.ts";
import { gateThread, isThreadState, threadSelectionsFrom } from "#model/p3m3/gate.ts";
import { answer, textCell } from "~/services/results/blocks/cells.server";
import { type SharedColumn, sheetOf, textColumn, wholeColumn } from "~/services/results/blocks/columns.server";
import type { RemarkedPerspective } from "~/services/results/sections/p3m3/attributes-and-notes.server";
import type { ResultsWithDescoped } from "~/services/results/sections/p3m3/descoped.server";
import { IN_PERSPECTIVE, type Perspective, THREAD } from "~/services/results/sections/p3m3/perspectives.server";
import { isOpenIn, type ToDoGroup } from "~/services/results/sections/to-do.server";
import { plainTextOf } from "~/services/upstream/rich-text.server";
import type { Cell, Sheet } from "~/views/result";

interface AnswerRow {
  perspective: string;
  thread: string;
  /** Undefined for a descoped thread whose statements are not known. */
  level?: number;
  answer: Cell;
  statement?: string;
}

const LEVEL = wholeColumn("Level", 8, ({ level }: AnswerRow) => level);
const ANSWER: SharedColumn<AnswerRow> = { title: "Answer", kind: "mark", width: 15, cell: (row) => row.answer };
const STATEMENT = textColumn("Statement", 90, ({ statement = "" }: AnswerRow) => statement);

interface AnswerContext {
  assessment: Pick<P3m3Assessment, "selectedLevel">;
  every: readonly Perspective[];
  given: ResultsWithDescoped;
  overview: P3m3Overview | undefined;
  /** What is still to answer of a draft. */
  toDo: readonly ToDoGroup[];
}

/**
 * A row for each level of each thread, in the order of the upstream. Without the overview the answers are derived from each score, and the
 * statements are not known.
 */
export function answerSheets({ assessment: { selectedLevel: start }, every, given: results, overview, toDo }: AnswerContext): Sheet[] {
  const isOpen = isOpenIn(toDo);
  const columns = [IN_PERSPECTIVE, THREAD, LEVEL, ANSWER];
  const rowsBehindScores = ({ name, threads }: Perspective): AnswerRow[] =>
    threads.flatMap((thread) => {
      // An open thread counts 0 in a draft, and has no answers behind that score.
      const selections = isOpen(thread.name, name) ? [] : selectionsBehind(thread.score);
      return selections
        ? LEVELS.map((level, index) => ({ perspective: name, thread: thread.name, level, answer: answer(selections[index]) }))
        : [];
    });
  const overviewRows = ({ perspective, thread, descoped, questions }: P3m3Overview["threads"][number]): AnswerRow[] => {
    const finished = !isOpen(thread.name, perspective.name);
    const locked = finished ? [] : lockedLevels(start, questions);
    return questions.map(({ level, statement, answer: given }) => ({
      perspective: perspective.name,
      thread: thread.name,
      level,
      answer: answer(given?.selection, { descoped, finished, locked: locked.includes(level) }),
      statement: plainTextOf(statement),
    }));
  };
  if (overview) return [sheetOf("Answers", [...columns, STATEMENT], overview.threads.flatMap(overviewRows))];
  return [sheetOf("Answers", columns, [...every.flatMap(rowsBehindScores), ...descopedRows(results)])];
}

/** The levels of a thread that the gate keeps from being answered; none where the upstream's answers are no state that it knows. */
function lockedLevels(start: number | null | undefined, questions: P3m3Overview["threads"][number]["questions"]): number[] {
  const from = LEVELS.find((level) => level === start);
  const selections = threadSelectionsFrom(LEVELS.map((at) => questions.find(({ level }) => level === at)?.answer?.selection ?? "N/A"));
  if (from === undefined || !isThreadState(selections)) return [];
  return gateThread(from, selections).flatMap(({ level, open }) => (open ? [] : [level]));
}

const descopedRows = ({ descoped = [] }: ResultsWithDescoped): AnswerRow[] =>
  descoped.map(({ perspective, thread }) => ({
    perspective: perspective.name,
    thread: thread.name,
    answer: textCell(UNANSWERED.descoped),
  }));

interface Remark {
  kind: "Note" | "Reason for descoping";
  perspective: string;
  thread: string;
  text: string;
}
const COLUMNS = [
  IN_PERSPECTIVE,
  THREAD,
  textColumn("Kind", 22, ({ kind }: Remark) => kind),
  textColumn("Text", 100, ({ text }: Remark) => text),
];

interface NoteContext {
  remarks: readonly RemarkedPerspective[];
  given: ResultsWithDescoped;
}

/** Every note, then the reasons for which threads were descoped. */
export function noteSheets({ remarks, given: { descoped = [] } }: NoteContext): Sheet[] {
  const notes = remarks.flatMap((each) => each.notes.map((note): Remark => ({ ...note, kind: "Note" })));
  const reasons = descoped.flatMap(({ perspective, thread, reason = "" }): Remark[] =>
    reason === "" ? [] : [{ perspective: perspective.name, thread: thread.name, kind: "Reason for descoping", text: reason }],
  );
  return [sheetOf("Notes", COLUMNS, [...notes, ...reasons])];
}
