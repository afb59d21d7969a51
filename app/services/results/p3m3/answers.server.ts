/** The sheets `Answers` and `Notes` of a P3M3 result (docs/rules/results-and-files.md#excel). */
import type { P3m3Overview } from "#model/contract/overview.ts";
import { LEVELS } from "#model/p3m3/catalogue.ts";
import { selectionsBehind } from "#model/p3m3/explain.ts";
import { answer, textCell } from "~/services/results/cells.server";
import { type SharedColumn, sheetOf, textColumn, wholeColumn } from "~/services/results/columns.server";
import type { RemarkedPerspective } from "~/services/results/p3m3/attributes-and-notes.server";
import type { ResultsWithDescoped } from "~/services/results/p3m3/descoped.server";
import { IN_PERSPECTIVE, type Perspective, THREAD } from "~/services/results/p3m3/perspectives.server";
import { plainTextOf } from "~/services/upstream/rich-text.server";
import type { Sheet } from "~/views/result";

interface AnswerRow {
  perspective: string;
  thread: string;
  /** Undefined for a descoped thread whose statements are not known. */
  level?: number;
  selection: string | undefined;
  descoped?: boolean;
  /** Whether the thread of a draft is still to answer. */
  open?: boolean;
  statement?: string;
}

const LEVEL = wholeColumn("Level", 8, ({ level }: AnswerRow) => level);
const ANSWER: SharedColumn<AnswerRow> = {
  title: "Answer",
  kind: "mark",
  width: 15,
  cell: ({ descoped, selection, open }) => (descoped ? textCell("Descoped") : answer(selection, open)),
};
const STATEMENT = textColumn("Statement", 90, ({ statement = "" }: AnswerRow) => statement);

/**
 * A row for each level of each thread, in the order of the upstream. Without the overview the answers are derived from each score, and the
 * statements are not known.
 * @param isOpen tells which threads of a draft are still to answer
 */
export function answerSheet(
  perspectives: readonly Perspective[],
  results: ResultsWithDescoped,
  overview: P3m3Overview | undefined,
  isOpen: (thread: string, perspective: string) => boolean,
): Sheet {
  const columns = [IN_PERSPECTIVE, THREAD, LEVEL, ANSWER];
  const marked = (rows: AnswerRow[]) => rows.map((row) => ({ ...row, open: isOpen(row.thread, row.perspective) }));
  const rowsBehindScores = ({ name, threads }: Perspective): AnswerRow[] =>
    threads.flatMap((thread) => {
      // An open thread counts 0 in a draft, and has no answers behind that score.
      const selections = isOpen(thread.name, name) ? [] : selectionsBehind(thread.score);
      return selections
        ? LEVELS.map((level, index) => ({ perspective: name, thread: thread.name, level, selection: selections[index] }))
        : [];
    });
  if (overview) return sheetOf("Answers", [...columns, STATEMENT], marked(overview.threads.flatMap(toldRows)));
  return sheetOf("Answers", columns, marked([...perspectives.flatMap(rowsBehindScores), ...descopedRows(results)]));
}

const toldRows = ({ perspective, thread, descoped, questions }: P3m3Overview["threads"][number]): AnswerRow[] =>
  questions.map(({ level, statement, answer: given }) => ({
    perspective: perspective.name,
    thread: thread.name,
    level,
    selection: given?.selection,
    descoped,
    statement: plainTextOf(statement),
  }));

const descopedRows = ({ descoped = [] }: ResultsWithDescoped): AnswerRow[] =>
  descoped.map(({ perspective, thread }) => ({ perspective: perspective.name, thread: thread.name, selection: undefined, descoped: true }));

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

/** Every note, then the reasons for which threads were descoped. */
export function noteSheet(perspectives: readonly RemarkedPerspective[], { descoped = [] }: ResultsWithDescoped): Sheet {
  const notes = perspectives.flatMap((each) => each.notes.map((note): Remark => ({ ...note, kind: "Note" })));
  const reasons = descoped.flatMap(({ perspective, thread, reason = "" }): Remark[] =>
    reason === "" ? [] : [{ perspective: perspective.name, thread: thread.name, kind: "Reason for descoping", text: reason }],
  );
  return sheetOf("Notes", COLUMNS, [...notes, ...reasons]);
}
