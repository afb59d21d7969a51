import { UNANSWERED } from "#model/answer-words.ts";
import { LADDER_OPTIONS } from "#model/gates/ladder.ts";
import { LEVEL_NAMES, LEVELS } from "#model/p3m3/catalogue.ts";
import { formatScore } from "#model/rounding.ts";
import { Diagnostics } from "~/components/answering/extras/Diagnostics";
import { useMarks } from "~/components/answering/extras/useMarks";
import type { GridModel } from "~/components/answering/grid/model";
import { clearedInWords, compareAnswers } from "~/components/answering/p3m3/describe-changes";
import { diagnosticsBefore, threadGate } from "~/views/answering/p3m3";

/** The grid of a perspective: a row for each thread, and a column for each of its levels, which have a statement each. */
export const THREAD_GRID: GridModel<"ladder"> = {
  ...{ label: "Perspectives", what: "thread", heading: "Thread", item: "level", finished: "Answered", hasSeveral: false },
  columns: LEVELS.map((level) => ({ level, name: LEVEL_NAMES[level] })),
  options: LADDER_OPTIONS,
  gateOf: threadGate,
  news: ["Required", "Implied", UNANSWERED.locked],
  count: ({ answered, total }) => (
    <span>
      {answered}/{total} Threads complete
    </span>
  ),
  nameOf: (perspective, thread) => `${perspective}, ${thread}`,
  reach: () => "To reach this level",
  score: (gate, answers) => (gate.isFinished(answers) ? formatScore(gate.scoreOf(answers)) : ""),
  cleared: clearedInWords,
  compare: (_, gate) => compareAnswers(gate),

  useExtras(row, editing, { choices }) {
    const { part, marks, mark } = useMarks(row, editing);
    return {
      parts: [part],
      below(level) {
        const question = row.statements.find((each) => each.level === level);
        if (!question) return null;
        const from = diagnosticsBefore(row.statements, question.level);
        return (
          <Diagnostics
            key={`${row.id} ${level}`}
            {...{ question, editable: editing.editable, unfolded: choices.diagnostics === "open" }}
            marks={marks.slice(from, from + question.diagnostics.length)}
            onMark={(index, to) => mark(from + index, to)}
          />
        );
      },
    };
  },
};
