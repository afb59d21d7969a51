/** The report of a completed ITIL assessment: its sections and sheets (docs/rules/results-and-files.md#itil-result). */
import type { ItilAssessment } from "#model/contract/assessments.ts";
import type { ItilResults } from "#model/contract/itil.ts";
import { PRIMARY } from "#model/itil/scope.ts";
import { componentNoteSection, IMPROVEMENT, improvementSection, improvementSheet } from "~/services/results/itil/improvement.server";
import { maturitySection } from "~/services/results/itil/maturity.server";
import { capabilitySection, componentSection, SVS, scoreSheet } from "~/services/results/itil/scores.server";
import { reportHead } from "~/services/results/report-head.server";
import { RESULTS } from "~/services/results/sections.server";
import type { Figure, Report } from "~/views/report";

/**
 * Shapes an ITIL result for screen, paper, images and Excel alike; no other place makes its figures. Without maturity components (scope
 * Capability) it has nothing about maturity.
 * @param results statements of criteria without markup
 */
export function itilReport(found: ItilAssessment, results: ItilResults): Report {
  const hasMaturity = results.maturities.length > 0;
  return {
    model: "ITIL",
    ...reportHead(found, found.endorsed === true ? "Independent validation requested" : undefined),
    figures: [...(hasMaturity ? [maturityFigure(results)] : []), practiceFigure(results)],
    tabs: [RESULTS, IMPROVEMENT],
    sections: [
      ...(hasMaturity ? [componentSection(results), maturitySection(results)] : []),
      capabilitySection(results),
      ...componentNoteSection(results),
      improvementSection(results),
    ],
    sheets: [scoreSheet(results), improvementSheet(results)],
  };
}

function maturityFigure({ maturityScore }: ItilResults): Figure {
  return { label: SVS, value: maturityScore === null ? "–" : String(maturityScore), meaning: "The lowest of the five components" };
}

function practiceFigure({ capabilities }: ItilResults): Figure {
  const primary = capabilities.filter(({ mode }) => mode === PRIMARY).length;
  const meaning = `${primary} Primary, ${capabilities.length - primary} Supporting`;
  return { label: "Practices assessed", value: String(capabilities.length), meaning };
}
