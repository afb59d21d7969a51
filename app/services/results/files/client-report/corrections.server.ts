/** What a corrected edition corrects, right after the cover (docs/rules/client-report.md#corrected-editions). */
import { editionInWords } from "#model/editions.ts";
import { upperFirst } from "#model/words.ts";
import { blocksOf, firstRows, paragraphs } from "~/services/results/files/client-report/content.server";
import type { Chapter, Slide } from "~/views/client-report";
import { shortDate } from "~/views/dates";
import type { Correction, Result } from "~/views/result";

const TITLE = "What this edition corrects";
/** Rows of its table on a slide, and in a board's report. */
const FEW = 8;

/** A step or a decision may have changed with a score. */
const OF_THIS = "All findings, steps and decisions in this report are those of this edition.";

/** 'This is edition 2. It replaces edition 1 of 5 Nov 2026. Reason: …' @param completed when this edition was */
function said({ number, reason, replaced, text, table }: Correction, completed: string | undefined): string[] {
  const own = `This is ${editionInWords(number)}${completed ? ` of ${shortDate(completed)}` : ""}.`;
  const other = `It replaces ${editionInWords(number - 1)}${replaced ? ` of ${shortDate(replaced)}` : ""}, which is no longer valid.`;
  const first = [own, other, ...(text.length > 0 && !table ? ["No score has changed."] : [])].join(" ");
  return [
    first,
    ...(reason.trim() ? [`Reason: ${upperFirst(reason.trim())}`] : []),
    ...(text.length > 0 ? [[...text, OF_THIS].join(" ")] : []),
  ];
}

/** Its chapter; nothing for an assessment that corrects no other. @param board for whom its table is shorter */
export function correctionChapter({ corrects, assessment }: Result, board: boolean): Chapter | false {
  if (!corrects) return false;
  const { table } = corrects;
  const blocks = said(corrects, assessment.completed).flatMap(paragraphs);
  return { id: "corrections", title: TITLE, blocks: [...blocks, ...blocksOf([table && board ? firstRows(table, FEW) : table])] };
}

/** Its slide. */
export function correctionSlide({ corrects, assessment }: Result): Slide | false {
  if (!corrects) return false;
  const { table, number } = corrects;
  const text = said(corrects, assessment.completed);
  return {
    title: `${upperFirst(editionInWords(number))} corrects ${editionInWords(number - 1)}`,
    blocks: [...text.flatMap(paragraphs), ...blocksOf([table && firstRows(table, FEW, "Word report")])],
    notes: text,
  };
}
