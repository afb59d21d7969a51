/** The sheet `Answers` of an ITIL result: a row for each criterion and each component (docs/rules/results-and-files.md#excel). */
import { UNANSWERED } from "#model/answer-words.ts";
import type { ItilResults } from "#model/contract/itil.ts";
import type { ItilOverview } from "#model/contract/overview.ts";
import { isComputed } from "#model/itil/explain.ts";
import { openLevel } from "#model/itil/gate.ts";
import { answer, NONE, textCell } from "~/services/results/blocks/cells.server";
import { type SharedColumn, sheetOf, textColumn, wholeColumn } from "~/services/results/blocks/columns.server";
import { isOpenIn, type ToDoGroup } from "~/services/results/sections/to-do.server";
import { plainTextOf } from "~/services/upstream/rich-text.server";
import type { Cell, Sheet } from "~/views/result";

interface AnswerRow {
  name: string;
  level: number | null;
  answer: Cell;
  statement: string;
  dimension: string;
  psf: string;
}

const COLUMNS: SharedColumn<AnswerRow>[] = [
  textColumn("Practice or component", 34, ({ name }) => name),
  wholeColumn("Level", 8, ({ level }) => level),
  { title: "Answer", kind: "mark", width: 26, cell: (row) => row.answer },
  textColumn("Criterion or option", 80, ({ statement }) => statement),
  textColumn("Dimension", 28, ({ dimension }) => dimension),
  textColumn("PSF", 36, ({ psf }) => psf),
];

interface AnswerContext {
  results: ItilResults;
  overview: ItilOverview | undefined;
  /** What is still to answer of a draft. */
  toDo: readonly ToDoGroup[];
}

/** Every criterion with its answer; for a component the option that was chosen, or that it follows from the practices. */
export function answerSheets({ results: { maturities }, overview, toDo }: AnswerContext): Sheet[] {
  if (!overview) return [];
  const { capabilities, maturities: components } = overview;
  const isOpen = isOpenIn(toDo);
  const criteria = capabilities.flatMap(({ capability, questions }) => {
    const finished = !isOpen(capability.name);
    const next = openLevel(questions.map(({ level, answer: given }) => ({ level, selection: given?.selection ?? "N/A" })));
    return questions.map(
      ({ level, answer: given, statement, dimension, psf = "" }): AnswerRow => ({
        name: capability.name,
        level,
        answer: answer(given?.selection, { finished, locked: next !== undefined && level > next }),
        statement: plainTextOf(statement),
        dimension,
        psf,
      }),
    );
  });
  const options = components.map(({ maturity, question }): AnswerRow => {
    const chosen = question.options.find(({ id }) => id === question.answer?.optionId);
    const computed = question.computed ?? isComputed(question);
    const score = maturities.find(({ id }) => id === maturity.id)?.score ?? null;
    return {
      name: maturity.name,
      level: chosen?.level ?? score,
      answer: computed
        ? textCell("Calculated from practices")
        : chosen
          ? textCell(chosen.name)
          : isOpen(maturity.name)
            ? textCell(UNANSWERED.open)
            : NONE,
      statement: chosen ? plainTextOf(chosen.statement) : "",
      dimension: "",
      psf: "",
    };
  });
  return [sheetOf("Answers", COLUMNS, [...criteria, ...options])];
}
