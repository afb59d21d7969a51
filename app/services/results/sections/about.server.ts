/** The sheet `About` of the Excel file: what the file is about, and how to read it (docs/rules/results-and-files.md#excel). */
import { UNANSWERED } from "#model/answer-words.ts";
import { howToRate, SCALE_SOURCE } from "#model/how-to-rate.ts";
import { overallNames } from "#model/score-names.ts";
import { sheetOf, textColumn } from "~/services/results/blocks/columns.server";
import { factsOf } from "~/views/facts";
import type { Sheet, WorkbookContent } from "~/views/result";

interface AboutRow {
  subject: string;
  text: string;
}

const SCORES: Record<WorkbookContent["model"], (names: ReturnType<typeof overallNames>, hasMaturity: boolean) => string[]> = {
  P3M3: ({ score, maturity }) => [
    "Score of a thread: its five answers together. Fully counts 1, Partially 0.5, Rarely/Never 0.",
    "Score of a perspective: the mean of its threads, without those that were descoped. Rounded down it is the level that the perspective has reached.",
    `${score}: the mean of the perspectives. ${maturity}: the lowest level of any perspective.`,
    `${UNANSWERED.unasked}: a statement that was not asked, because the thread does not meet a lower level Fully. It counts 0.`,
  ],
  ITIL: ({ svs }, hasMaturity) => [
    "Score of a practice: the highest level whose criteria, and those of all levels below, are Fully; at least 1.",
    ...(hasMaturity
      ? [
          "The component Practices is the lowest level of a Primary practice, or the lowest of a Supporting practice plus 1 where that is less. The component Continual Improvement is the level of that practice.",
          `${svs}: the lowest of the five components.`,
        ]
      : []),
    `${UNANSWERED.unasked}: a criterion that was not asked, because the practice does not meet a lower level Fully.`,
  ],
};

/** What only a draft has. */
const LOCKED: Record<WorkbookContent["model"], string> = {
  P3M3: `${UNANSWERED.locked}: a statement that cannot be answered before that of another level is.`,
  ITIL: `${UNANSWERED.locked}: a criterion that cannot be answered before every criterion of the level below is Fully.`,
};

const COLUMNS = [textColumn("About", 28, ({ subject }: AboutRow) => subject), textColumn("Details", 110, ({ text }: AboutRow) => text)];

/** Who was assessed when and in which scope, how scores are calculated, how answers are chosen, and what was answered. */
export function aboutSheets({ head }: { head: Omit<WorkbookContent, "sheets"> }): Sheet[] {
  const { assessment, model, figures, pack, draftOf } = head;
  const names = overallNames(assessment.extent);
  const hasMaturity = figures.some(({ label }) => label === names.svs);
  const several = (subject: string, texts: readonly string[]): AboutRow[] =>
    texts.map((text, index) => ({ subject: index === 0 ? subject : "", text }));
  const rows = [
    { subject: "Assessment", text: assessment.name },
    { subject: "Model and scope", text: `${model} ${assessment.scope}` },
    ...(assessment.replaced ? [{ subject: "Replaced", text: assessment.replaced }] : []),
    ...(assessment.badge ? [{ subject: "Request", text: assessment.badge }] : []),
    ...figures.map(({ label, value, meaning }) => ({ subject: label, text: `${value} (${meaning})` })),
    ...factsOf(head, "result").map(([subject, text]) => ({ subject, text })),
    ...several("How scores are calculated", [...SCORES[model](names, hasMaturity), ...(draftOf === undefined ? [] : [LOCKED[model]])]),
    ...several("How answers are chosen", [...howToRate(model), SCALE_SOURCE]),
    ...(pack ? [{ subject: "Statements", text: `${pack.title}, version ${pack.version}` }] : []),
  ];
  return [sheetOf("About", COLUMNS, rows)];
}
