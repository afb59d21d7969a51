/** The report of a completed P3M3 assessment: its sections and sheets (docs/rules/results-and-files.md#p3m3-result). */
import type { P3M3Assessment } from "#model/contract/assessments.ts";
import type { P3M3Overview } from "#model/contract/overview.ts";
import { formatScore } from "#model/rounding.ts";
import { aboutSheet } from "~/services/results/about.server";
import { answerSheet, noteSheet } from "~/services/results/p3m3/answers.server";
import { attributeSection, diagnosticSheet, noteSection, remarksOf } from "~/services/results/p3m3/attributes-and-notes.server";
import type { Comparison } from "~/services/results/p3m3/benchmark.server";
import { benchmarkSection, comparedWords } from "~/services/results/p3m3/benchmark-section.server";
import { descopedSection, type ReportedResults } from "~/services/results/p3m3/descoped.server";
import { maturitySection } from "~/services/results/p3m3/maturity.server";
import { levelName, perspectivesOf } from "~/services/results/p3m3/perspectives.server";
import { portfolioSection, portfolioSheet } from "~/services/results/p3m3/portfolio.server";
import { heatMapSection, scoreSection, scoreSheet, threadSection } from "~/services/results/p3m3/scores.server";
import { improvementSheet, stepsOf, whatToDoSection } from "~/services/results/p3m3/what-to-do.server";
import { reportHead } from "~/services/results/report-head.server";
import { RESULTS } from "~/services/results/sections.server";
import type { Report } from "~/views/report";

/**
 * Shapes a P3M3 result for screen, paper, images and Excel alike; no other place makes its figures.
 * @param results statements of diagnostic attributes without markup
 * @param overview every answer with its statement, for the sheet `Answers`
 * @param comparison the benchmark that was asked for; without an answer the report has nothing about a benchmark
 */
export function p3m3Report(found: P3M3Assessment, results: ReportedResults, comparison: Comparison, overview?: P3M3Overview): Report {
  const perspectives = perspectivesOf(found, results, comparison.answer);
  const remarks = remarksOf(perspectives, results);
  const steps = stepsOf(perspectives, results);
  const { decimal, maturity } = results.overall;
  const comparedWith = comparedWords(perspectives, comparison.cohortWords);
  const head = {
    model: "P3M3",
    ...reportHead(found, found.certified === true ? "Certification requested" : undefined),
    figures: [
      { label: "Overall maturity", value: String(maturity), meaning: levelName(maturity) },
      { label: "Overall score", value: formatScore(decimal), meaning: "Mean of the perspectives, out of 5" },
    ],
    ...(comparedWith === undefined ? {} : { comparedWith }),
    ...(results.pack ? { pack: results.pack } : {}),
  } satisfies Partial<Report>;
  return {
    ...head,
    tabs: [RESULTS],
    sections: [
      scoreSection(perspectives, results.overall, comparedWith),
      maturitySection(perspectives, maturity),
      heatMapSection(results),
      threadSection(perspectives, results),
      ...(comparedWith === undefined ? [] : [benchmarkSection(perspectives, comparedWith, comparison.answer?.asOf)]),
      ...portfolioSection(perspectives),
      ...whatToDoSection(steps),
      attributeSection(remarks),
      ...noteSection(remarks),
      ...descopedSection(results),
    ],
    sheets: [
      scoreSheet(perspectives, results),
      diagnosticSheet(remarks),
      ...portfolioSheet(perspectives),
      answerSheet(perspectives, results, overview),
      noteSheet(remarks, results),
      improvementSheet(steps),
      aboutSheet(head),
    ],
  };
}
