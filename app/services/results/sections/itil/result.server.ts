/** The result of an ITIL assessment: the order of its sections and sheets (docs/rules/results-and-files.md#itil-result). */
import type { ItilAssessment } from "#model/contract/assessments.ts";
import type { ItilResults } from "#model/contract/itil.ts";
import { RESULTS } from "~/services/results/blocks/section.server";
import { answerSheets } from "~/services/results/sections/itil/answers.server";
import { type ItilContext, type ItilParts, itilContext } from "~/services/results/sections/itil/context.server";
import {
  areaSheets,
  IMPROVEMENT,
  improvementSections,
  improvementSheets,
  noteSections,
  noteSheets,
} from "~/services/results/sections/itil/improvement.server";
import { maturitySections } from "~/services/results/sections/itil/maturity.server";
import { capabilitySections, componentSections, scoreSheets } from "~/services/results/sections/itil/scores.server";
import { makeResult, type ResultLists, SHARED_SECTIONS, SHARED_SHEETS } from "~/services/results/sections/shared.server";
import { targetSections } from "~/services/results/sections/targets.server";
import { toDoSections, toDoSheets } from "~/services/results/sections/to-do.server";
import type { Result } from "~/views/result";

/** In the order of screen, paper, images and reports for clients; the sheets in that of the Excel file. */
const LISTS: ResultLists<ItilContext> = {
  tabs: [RESULTS, IMPROVEMENT],
  sections: [
    componentSections,
    maturitySections,
    capabilitySections,
    targetSections,
    toDoSections,
    noteSections,
    improvementSections,
    ...SHARED_SECTIONS,
  ],
  sheets: [scoreSheets, areaSheets, toDoSheets, answerSheets, noteSheets, improvementSheets, ...SHARED_SHEETS],
};

/** Shapes an ITIL result for screen, paper, images and Excel alike; no other place makes its figures. Parameters as of `itilContext`. */
export const itilResult = (assessment: ItilAssessment, given: ItilResults, parts: ItilParts = {}): Result =>
  makeResult(itilContext(assessment, given, parts), LISTS);
