/** The result of a completed P3M3 assessment: its sections and sheets (docs/rules/results-and-files.md#p3m3-result). */
import type { P3m3Assessment } from "#model/contract/assessments.ts";
import type { P3m3Overview } from "#model/contract/overview.ts";
import type { P3m3Progress } from "#model/contract/p3m3.ts";
import { p3m3Extent } from "#model/extent.ts";
import { p3m3ResultsSoFar } from "#model/p3m3/draft.ts";
import { p3m3ScoreSoFar } from "#model/p3m3/progress.ts";
import { formatScore } from "#model/rounding.ts";
import { MATURITY_IF_SUBMITTED, overallNames, scoreNames } from "#model/score-names.ts";
import { RESULTS } from "~/services/results/blocks/section.server";
import { aboutSheet } from "~/services/results/sections/about.server";
import { answerSheet, noteSheet } from "~/services/results/sections/p3m3/answers.server";
import { attributeSection, diagnosticSheet, noteSection, remarksOf } from "~/services/results/sections/p3m3/attributes-and-notes.server";
import type { Comparison } from "~/services/results/sections/p3m3/benchmark.server";
import { benchmarkSection, comparedWords } from "~/services/results/sections/p3m3/benchmark-section.server";
import { descopedSection, type ResultsWithDescoped } from "~/services/results/sections/p3m3/descoped.server";
import { p3m3Figures } from "~/services/results/sections/p3m3/figures.server";
import { p3m3Findings, standingOut } from "~/services/results/sections/p3m3/findings.server";
import { p3m3Lift } from "~/services/results/sections/p3m3/lift.server";
import { maturitySection } from "~/services/results/sections/p3m3/maturity.server";
import { levelName, perspectivesOf } from "~/services/results/sections/p3m3/perspectives.server";
import { heatMapSection, scoreSection, scoreSheet, threadSection } from "~/services/results/sections/p3m3/scores.server";
import { improvementSheet, stepsOf, whatToDoSection } from "~/services/results/sections/p3m3/what-to-do.server";
import { resultHead } from "~/services/results/sections/result-head.server";
import { ResultTargets, targetSection } from "~/services/results/sections/targets.server";
import { answeredFigure, countToDo, isOpenIn, p3m3ToDo, toDoSection, toDoSheet } from "~/services/results/sections/to-do.server";
import type { Targets } from "~/services/upstream/targets.server";
import { requestWords } from "~/views/badges";
import type { AnsweringPaths } from "~/views/paths";
import type { Result } from "~/views/result";

interface P3m3Parts {
  /** Every answer with its statement, for the sheet `Answers`. */
  overview?: P3m3Overview | undefined;
  targets?: Targets | undefined;
  /**
   * Of an assessment in progress: what is answered, and where the reader answers the rest. Its scores are those so far, and those if it
   * were submitted now.
   */
  draft?: { progress: P3m3Progress; at: AnsweringPaths } | undefined;
}

/**
 * Shapes a P3M3 result for screen, paper, images and Excel alike; no other place makes its figures.
 * @param given statements of diagnostic attributes without markup
 * @param comparison the benchmark of the address; without an answer the result has nothing about a benchmark
 */
export function p3m3Result(
  assessment: P3m3Assessment,
  given: ResultsWithDescoped,
  comparison: Comparison,
  { overview, targets: set, draft }: P3m3Parts = {},
): Result {
  const every = perspectivesOf(assessment, given, comparison.answer);
  const results = draft ? p3m3ResultsSoFar({ ...draft, results: given }) : given;
  const perspectives = draft ? perspectivesOf(assessment, results, comparison.answer) : every;
  const remarks = remarksOf(every, given);
  const steps = stepsOf(perspectives, results);
  const groups = draft ? p3m3ToDo(assessment, draft.progress, draft.at) : [];
  const finished = countToDo(groups).open === 0;
  const scoreOf = new Map(perspectives.map(({ code, decimal }) => [code, decimal]));
  const targets = new ResultTargets(
    set,
    every.map(({ code, name }) => ({ code, name, score: scoreOf.get(code) })),
  );
  const soFar = draft && { every, decimal: p3m3ScoreSoFar(draft.progress.perspectivesProgress) };
  const { decimal, maturity } = results.overall;
  const lift = finished ? p3m3Lift(every, maturity, steps) : undefined;
  const extent = p3m3Extent({
    scope: assessment.selectedScope,
    perspectives: given.perspectives.length,
    threads: new Set(given.threads.map(({ id }) => id)).size,
  });
  const names = overallNames(extent);
  const comparedWith = comparedWords(perspectives, comparison.cohortWords);
  const head = {
    model: "P3M3",
    ...resultHead(assessment, assessment.certified === true ? requestWords(assessment) : undefined, extent),
    ...(soFar ? { draftOf: new Date().toISOString() } : {}),
    figures: soFar
      ? [
          {
            ofDraft: "score so far",
            label: scoreNames("Overall").soFar,
            value: formatScore(soFar.decimal),
            meaning: "Mean of what is answered, out of 5",
            ...(soFar.decimal === null ? { unknown: "none yet" } : {}),
          },
          {
            ofDraft: "score if submitted now",
            label: scoreNames("Overall").ifSubmitted,
            value: formatScore(decimal),
            meaning: "What is to do counts 0",
          },
          {
            ofDraft: "maturity if submitted now",
            label: MATURITY_IF_SUBMITTED,
            value: String(maturity),
            meaning: levelName(maturity),
            namesLevel: true,
          },
          answeredFigure(groups, "Threads"),
        ]
      : [
          { label: names.maturity, value: String(maturity), meaning: levelName(maturity), namesLevel: true },
          { label: names.score, value: formatScore(decimal), meaning: "Mean of the perspectives, out of 5" },
        ],
    findings: soFar ? standingOut(perspectives, { soFar: true }) : p3m3Findings(perspectives, maturity, lift),
    ...(comparedWith === undefined ? {} : { comparedWith }),
    ...(results.pack ? { pack: results.pack } : {}),
  } satisfies Partial<Result>;
  return {
    ...head,
    tabs: [RESULTS],
    sections: [
      scoreSection(perspectives, { ...results.overall, names }, targets, comparedWith, soFar),
      ...targetSection(targets, "P3M3", { soFar: soFar !== undefined }),
      ...(finished ? [maturitySection(perspectives, maturity, names.maturity)] : []),
      ...(soFar ? [toDoSection(groups, "threads")] : []),
      ...(perspectives.length > 0
        ? [heatMapSection(perspectives, results), threadSection(perspectives, results, soFar !== undefined)]
        : []),
      ...(comparedWith === undefined ? [] : [benchmarkSection(perspectives, targets, comparedWith, comparison.answer?.asOf)]),
      ...whatToDoSection(steps, othersInWords(given, finished)),
      attributeSection(remarks),
      ...noteSection(remarks),
      ...descopedSection(results),
    ],
    scored: p3m3Figures({ perspectives, every, maturity, remarks, steps, lift, toDo: draft && groups }),
    sheets: [
      scoreSheet(perspectives, results, targets, soFar),
      diagnosticSheet(remarks),
      ...toDoSheet(groups),
      answerSheet(every, given, overview, assessment.selectedLevel, isOpenIn(groups)),
      noteSheet(remarks, given),
      improvementSheet(steps),
      aboutSheet(head),
    ],
  };
}

/** The sentence about the threads that need no change. */
function othersInWords({ descoped = [] }: ResultsWithDescoped, finished: boolean): string {
  const states = ["at level 5", ...(finished ? [] : ["not answered"]), ...(descoped.length > 0 ? ["descoped"] : [])];
  return `is ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(states)}`;
}
