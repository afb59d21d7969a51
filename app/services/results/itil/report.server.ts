/** The report of a completed ITIL assessment: its sections and sheets (docs/rules/results-and-files.md#itil-result). */
import type { ItilAssessment } from "#model/contract/assessments.ts";
import type { ItilResults } from "#model/contract/itil.ts";
import type { ItilOverview } from "#model/contract/overview.ts";
import { PRIMARY } from "#model/itil/scope.ts";
import { aboutSheet } from "~/services/results/about.server";
import { answerSheet } from "~/services/results/itil/answers.server";
import {
  areaSheet,
  IMPROVEMENT,
  improvementSection,
  improvementSheet,
  noteSection,
  noteSheet,
} from "~/services/results/itil/improvement.server";
import { maturitySection } from "~/services/results/itil/maturity.server";
import { capabilitySection, componentSection, SVS, scoreSheet } from "~/services/results/itil/scores.server";
import { reportHead } from "~/services/results/report-head.server";
import { RESULTS } from "~/services/results/sections.server";
import type { Figure, Report } from "~/views/report";

/**
 * Shapes an ITIL result for screen, paper, images and Excel alike; no other place makes its figures. Without maturity components (scope
 * Capability) it has nothing about maturity.
 * @param results statements of criteria without markup
 * @param overview every answer with its criterion, for the sheet `Answers`, which is absent without it
 */
export function itilReport(found: ItilAssessment, results: ItilResults, overview?: ItilOverview): Report {
  const hasMaturity = results.maturities.length > 0;
  const head = {
    model: "ITIL",
    ...reportHead(found, found.endorsed === true ? "Independent validation requested" : undefined),
    figures: [...(hasMaturity ? [maturityFigure(results)] : []), practiceFigure(results)],
    ...(results.pack ? { pack: results.pack } : {}),
  } satisfies Partial<Report>;
  return {
    ...head,
    tabs: [RESULTS, IMPROVEMENT],
    sections: [
      ...(hasMaturity ? [componentSection(results), maturitySection(results)] : []),
      capabilitySection(results),
      ...noteSection(results),
      improvementSection(results),
    ],
    sheets: [
      scoreSheet(results),
      areaSheet(results),
      ...(overview ? [answerSheet(results, overview)] : []),
      noteSheet(results),
      improvementSheet(results),
      aboutSheet(head),
    ],
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
