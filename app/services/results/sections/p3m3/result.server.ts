/** The result of a P3M3 assessment: the order of its sections and sheets (docs/rules/results-and-files.md#p3m3-result). */
import type { P3m3Assessment } from "#model/contract/assessments.ts";
import { RESULTS } from "~/services/results/blocks/section.server";
import { answerSheets, noteSheets } from "~/services/results/sections/p3m3/answers.server";
import { attributeSections, diagnosticSheets, noteSections } from "~/services/results/sections/p3m3/attributes-and-notes.server";
import type { Comparison } from "~/services/results/sections/p3m3/benchmark.server";
import { benchmarkSections } from "~/services/results/sections/p3m3/benchmark-section.server";
import { type P3m3Context, type P3m3Parts, p3m3Context } from "~/services/results/sections/p3m3/context.server";
import { descopedSections, type ResultsWithDescoped } from "~/services/results/sections/p3m3/descoped.server";
import { maturitySections } from "~/services/results/sections/p3m3/maturity.server";
import { othersSections } from "~/services/results/sections/p3m3/other-organizations.server";
import { heatMapSections, scoreSections, scoreSheets, threadSections } from "~/services/results/sections/p3m3/scores.server";
import { improvementSheets, whatToDoSections } from "~/services/results/sections/p3m3/what-to-do.server";
import { makeResult, type ResultLists, SHARED_SECTIONS, SHARED_SHEETS } from "~/services/results/sections/shared.server";
import { targetSections } from "~/services/results/sections/targets.server";
import { toDoSections, toDoSheets } from "~/services/results/sections/to-do.server";
import type { Result } from "~/views/result";

/** In the order of screen, paper, images and reports for clients; the sheets in that of the Excel file. */
const LISTS: ResultLists<P3m3Context> = {
  tabs: [RESULTS],
  sections: [
    scoreSections,
    targetSections,
    maturitySections,
    toDoSections,
    heatMapSections,
    threadSections,
    benchmarkSections,
    othersSections,
    whatToDoSections,
    attributeSections,
    noteSections,
    descopedSections,
    ...SHARED_SECTIONS,
  ],
  sheets: [scoreSheets, diagnosticSheets, toDoSheets, answerSheets, noteSheets, improvementSheets, ...SHARED_SHEETS],
};

/** Shapes a P3M3 result for screen, paper, images and Excel alike; no other place makes its figures. Parameters as of `p3m3Context`. */
export const p3m3Result = (assessment: P3m3Assessment, given: ResultsWithDescoped, comparison: Comparison, parts: P3m3Parts = {}): Result =>
  makeResult(p3m3Context(assessment, given, comparison, parts), LISTS);
