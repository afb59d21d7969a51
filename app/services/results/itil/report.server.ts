/** The report of a completed ITIL assessment: its sections and sheets (docs/rules/results-and-files.md#itil-result). */
import type { ItilAssessment } from "#model/contract/assessments.ts";
import type { ItilProgress, ItilResults } from "#model/contract/itil.ts";
import { itilResultsSoFar } from "#model/itil/draft.ts";
import { itilScoreSoFar } from "#model/itil/explain.ts";
import { PRIMARY } from "#model/itil/scope.ts";
import { formatScore } from "#model/rounding.ts";
import { componentNoteSection, IMPROVEMENT, improvementSection, improvementSheet } from "~/services/results/itil/improvement.server";
import { maturitySection } from "~/services/results/itil/maturity.server";
import { capabilitySection, componentSection, SVS, scoreSheet } from "~/services/results/itil/scores.server";
import { reportHead } from "~/services/results/report-head.server";
import { RESULTS } from "~/services/results/sections.server";
import { answeredFigure, countToDo, itilToDo, toDoSection, toDoSheet } from "~/services/results/to-do.server";
import { upperFirst } from "~/services/results/wording.server";
import type { AnsweringPaths } from "~/views/paths";
import type { Figure, Report } from "~/views/report";

/** Of an assessment in progress: what is answered, and where the reader answers the rest. */
interface ItilDraftParts {
  progress: ItilProgress;
  at: AnsweringPaths;
}

/**
 * Shapes an ITIL result for screen, paper, images and Excel alike; no other place makes its figures. Without maturity components (scope
 * Capability) it has nothing about maturity.
 * @param given statements of criteria without markup
 * @param draft for an assessment in progress
 */
export function itilReport(found: ItilAssessment, given: ItilResults, draft?: ItilDraftParts): Report {
  const hasMaturity = given.maturities.length > 0;
  const results = draft ? itilResultsSoFar({ ...draft, results: given }) : given;
  const groups = draft ? itilToDo(found, draft.progress, draft.at) : [];
  const finished = countToDo(groups).open === 0;
  const unit = hasMaturity ? "practices and components" : "practices";
  return {
    model: "ITIL",
    ...reportHead(found, found.endorsed === true ? "Independent validation requested" : undefined),
    ...(draft ? { draftOf: new Date().toISOString() } : {}),
    figures: draft
      ? [...(hasMaturity ? [maturityFigure(results)] : []), soFarFigure(draft.progress), answeredFigure(groups, upperFirst(unit))]
      : [...(hasMaturity ? [maturityFigure(results)] : []), practiceFigure(results)],
    tabs: [RESULTS, IMPROVEMENT],
    sections: [
      ...(hasMaturity ? [componentSection(results), ...(finished ? [maturitySection(results)] : [])] : []),
      capabilitySection(results),
      ...(draft ? [toDoSection(groups, unit)] : []),
      ...componentNoteSection(results),
      improvementSection(results),
    ],
    sheets: [scoreSheet(results), improvementSheet(results), ...toDoSheet(groups)],
  };
}

function maturityFigure({ maturityScore }: ItilResults): Figure {
  return {
    label: SVS,
    value: maturityScore === null ? "–" : String(maturityScore),
    meaning: maturityScore === null ? "Known once all is complete" : "The lowest of the five components",
  };
}

const soFarFigure = (progress: ItilProgress): Figure => ({
  label: "Score so far",
  value: formatScore(itilScoreSoFar(progress)),
  meaning: "Mean level of what is complete",
});

function practiceFigure({ capabilities }: ItilResults): Figure {
  const primary = capabilities.filter(({ mode }) => mode === PRIMARY).length;
  const meaning = `${primary} Primary, ${capabilities.length - primary} Supporting`;
  return { label: "Practices assessed", value: String(capabilities.length), meaning };
}
