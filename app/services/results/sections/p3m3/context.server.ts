/** What the sections and sheets of a P3M3 result are made from. */
import type { P3m3Assessment } from "#model/contract/assessments.ts";
import type { P3m3Overview } from "#model/contract/overview.ts";
import type { P3m3Progress } from "#model/contract/p3m3.ts";
import { p3m3Extent } from "#model/extent.ts";
import { p3m3ResultsSoFar } from "#model/p3m3/draft.ts";
import { p3m3ScoreSoFar } from "#model/p3m3/progress.ts";
import { formatScore } from "#model/rounding.ts";
import { MATURITY_IF_SUBMITTED, overallNames, scoreNames } from "#model/score-names.ts";
import { remarksOf } from "~/services/results/sections/p3m3/attributes-and-notes.server";
import type { Comparison, OthersComparison } from "~/services/results/sections/p3m3/benchmark.server";
import { comparedWords } from "~/services/results/sections/p3m3/benchmark-section.server";
import type { ResultsWithDescoped } from "~/services/results/sections/p3m3/descoped.server";
import { p3m3Figures } from "~/services/results/sections/p3m3/figures.server";
import { p3m3Findings, standingOut } from "~/services/results/sections/p3m3/findings.server";
import { p3m3Lift } from "~/services/results/sections/p3m3/lift.server";
import { levelName, perspectivesOf } from "~/services/results/sections/p3m3/perspectives.server";
import type { SoFar } from "~/services/results/sections/p3m3/scores.server";
import { stepsOf } from "~/services/results/sections/p3m3/what-to-do.server";
import { resultHead } from "~/services/results/sections/result-head.server";
import { type SharedParts, sharedContext } from "~/services/results/sections/shared.server";
import { ResultTargets } from "~/services/results/sections/targets.server";
import { answeredFigure, countToDo, p3m3ToDo, type ToDoGroup } from "~/services/results/sections/to-do.server";
import { requestWords } from "~/views/badges";
import type { AnsweringPaths } from "~/views/paths";
import type { Figure } from "~/views/result";

export interface P3m3Parts extends SharedParts {
  /** Every answer with its statement, for the sheet `Answers`. */
  overview?: P3m3Overview | undefined;
  /**
   * Of an assessment in progress: what is answered, and where the reader answers the rest. Its scores are those so far, and those if it
   * were submitted now.
   */
  draft?: { progress: P3m3Progress; at: AnsweringPaths } | undefined;
  /** The team's other organizations, for the screen alone. */
  others?: OthersComparison | undefined;
}

export type P3m3Context = ReturnType<typeof p3m3Context>;

/**
 * Makes the context of a result, once.
 * @param given statements of diagnostic attributes without markup
 * @param comparison the benchmark of the address; without an answer the result has nothing about a benchmark
 */
export function p3m3Context(
  assessment: P3m3Assessment,
  given: ResultsWithDescoped,
  comparison: Comparison,
  { overview, draft, others, ...shared }: P3m3Parts,
) {
  const every = perspectivesOf(assessment, given, comparison.answer);
  const results = draft ? p3m3ResultsSoFar({ ...draft, results: given }) : given;
  const perspectives = draft ? perspectivesOf(assessment, results, comparison.answer) : every;
  const remarks = remarksOf(every, given, overview);
  const steps = stepsOf(perspectives, results);
  const toDo = draft ? p3m3ToDo(assessment, draft.progress, draft.at) : [];
  const finished = countToDo(toDo).open === 0;
  const scoreOf = new Map(perspectives.map(({ code, decimal }) => [code, decimal]));
  const targets = new ResultTargets(
    shared.targets,
    every.map(({ code, name }) => ({ code, name, score: scoreOf.get(code) })),
  );
  const soFar = draft && { every, decimal: p3m3ScoreSoFar(draft.progress.perspectivesProgress) };
  const { decimal, maturity } = results.overall;
  const apart = new Set((given.descoped ?? []).map(({ thread }) => thread.id));
  const lift = finished ? p3m3Lift(every, maturity, steps, apart) : undefined;
  const extent = p3m3Extent({
    scope: assessment.selectedScope,
    perspectives: given.perspectives.length,
    // A thread that is descoped everywhere was looked at, and does not apply.
    threads: new Set([...given.threads.map(({ id }) => id), ...(given.descoped ?? []).map(({ thread }) => thread.id)]).size,
  });
  const overall = { maturity, decimal, names: overallNames(extent) };
  const comparedWith = comparedWords(perspectives, comparison.cohortWords);
  const head = {
    model: "P3M3" as const,
    ...resultHead(assessment, assessment.certified === true ? requestWords(assessment) : undefined, extent),
    ...(soFar ? { draftOf: new Date().toISOString() } : {}),
    figures: soFar ? draftFigures(soFar, overall, toDo) : finalFigures(overall),
    findings: soFar ? standingOut(perspectives, { soFar: true }) : p3m3Findings(perspectives, maturity, lift),
    ...(comparedWith === undefined ? {} : { comparedWith }),
    ...targets.inHead,
    ...(results.pack ? { pack: results.pack } : {}),
  };
  const scored = p3m3Figures({
    perspectives,
    every,
    maturity,
    remarks,
    steps,
    lift,
    toDo: draft && toDo,
    scope: assessment.selectedScope,
    given,
    targets,
  });
  const own = { assessment, head, scored, given, results, every, perspectives, remarks, steps, toDo, finished, targets, soFar, overall };
  const more = { unit: "threads", comparedWith, benchmarkAsOf: comparison.answer?.asOf, overview, others };
  return sharedContext({ ...own, ...more }, shared);
}

interface Overall {
  maturity: number;
  decimal: number;
  names: ReturnType<typeof overallNames>;
}

const finalFigures = ({ maturity, decimal, names }: Overall): Figure[] => [
  { label: names.maturity, value: String(maturity), meaning: levelName(maturity), namesLevel: true },
  { label: names.score, value: formatScore(decimal), meaning: "Mean of the perspectives, out of 5" },
];

const draftFigures = (soFar: SoFar, { maturity, decimal }: Overall, toDo: readonly ToDoGroup[]): Figure[] => [
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
  answeredFigure(toDo, "Threads"),
];
