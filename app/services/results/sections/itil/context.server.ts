/** What the sections and sheets of an ITIL result are made from. */
import type { ItilAssessment } from "#model/contract/assessments.ts";
import type { ItilProgress, ItilResults } from "#model/contract/itil.ts";
import type { ItilOverview } from "#model/contract/overview.ts";
import { itilExtent } from "#model/extent.ts";
import { itilResultsSoFar } from "#model/itil/draft.ts";
import { itilScoreSoFar } from "#model/itil/explain.ts";
import { levelRange } from "#model/itil/progress.ts";
import { PRIMARY } from "#model/itil/scope.ts";
import { itilGroups } from "#model/itil/what-if.ts";
import { itilSteps } from "#model/recommended-steps.ts";
import { formatScore } from "#model/rounding.ts";
import { levelsName, overallNames, scoreNames } from "#model/score-names.ts";
import { upperFirst } from "#model/words.ts";
import { scoredName } from "~/services/results/blocks/cells.server";
import { itilFindings, MEANINGS, practicesStandingOut } from "~/services/results/sections/itil/findings.server";
import { areaForClients, areasOf } from "~/services/results/sections/itil/improvement.server";
import { asProgress, holdingOf, itilLift } from "~/services/results/sections/itil/maturity.server";
import { resultHead } from "~/services/results/sections/result-head.server";
import { type SharedParts, sharedContext } from "~/services/results/sections/shared.server";
import { ResultTargets } from "~/services/results/sections/targets.server";
import { answeredFigure, countToDo, itilToDo } from "~/services/results/sections/to-do.server";
import { requestWords } from "~/views/badges";
import type { AnsweringPaths } from "~/views/paths";
import type { Figure, ItilFigures } from "~/views/result";

export interface ItilParts extends SharedParts {
  /** Every answer with its criterion, for the sheet `Answers`, which is absent without it. */
  overview?: ItilOverview | undefined;
  /** Of an assessment in progress: what is answered, and where the reader answers the rest. */
  draft?: { progress: ItilProgress; at: AnsweringPaths } | undefined;
}

export type ItilContext = ReturnType<typeof itilContext>;

/**
 * Makes the context of a result, once. Without maturity components (scope Capability) it has nothing about maturity.
 * @param given statements of criteria without markup
 */
export function itilContext(assessment: ItilAssessment, given: ItilResults, { overview, draft, ...shared }: ItilParts) {
  const hasMaturity = given.maturities.length > 0;
  const results = draft ? itilResultsSoFar({ ...draft, results: given }) : given;
  const toDo = draft ? itilToDo(assessment, draft.progress, draft.at) : [];
  const finished = countToDo(toDo).open === 0;
  const targets = new ResultTargets(shared.targets, [...results.maturities, ...results.capabilities]);
  const extent = itilExtent({
    scope: assessment.selectedScope,
    practices: given.capabilities.length,
    components: given.maturities.length,
  });
  const { svs } = overallNames(extent);
  const unit = hasMaturity ? "practices and components" : "practices";
  const head = {
    model: "ITIL" as const,
    ...resultHead(assessment, assessment.endorsed === true ? requestWords(assessment) : undefined, extent),
    ...(draft ? { draftOf: new Date().toISOString() } : {}),
    figures: draft
      ? [...(hasMaturity ? [maturityFigure(results, svs)] : []), soFarFigure(draft.progress), answeredFigure(toDo, upperFirst(unit))]
      : [hasMaturity ? maturityFigure(results, svs) : levelFigure(results), practiceFigure(results)],
    findings: draft ? practicesStandingOut(results, { soFar: true }) : itilFindings(results),
    ...targets.inHead,
    ...(results.pack ? { pack: results.pack } : {}),
  };
  const scored = itilFigures(results, { hasMaturity, finished, overview });
  return sharedContext({ assessment, head, scored, results, hasMaturity, svs, toDo, unit, finished, targets, overview }, shared);
}

/** The figures as sentences need them. */
function itilFigures(
  results: ItilResults,
  { hasMaturity, finished, overview }: { hasMaturity: boolean; finished: boolean; overview: ItilOverview | undefined },
): ItilFigures {
  const areas = areasOf(results);
  const progress = asProgress(results);
  const lift = finished ? itilLift(results, overview) : undefined;
  return {
    model: "ITIL",
    standing: { model: "ITIL", groups: itilGroups(progress), levelNames: [], progress },
    hasMaturity,
    maturity: results.maturityScore,
    holding: holdingOf(results),
    meanings: MEANINGS,
    justReached: [],
    lift,
    steps: lift && itilSteps(lift),
    components: results.maturities.flatMap(({ name, score }) => scoredName(name, score)),
    practices: results.capabilities.map(({ id, code, name, score }) => {
      const area = areas.find((each) => each.id === id);
      return { code, name, scored: scoredName(name, score)[0], ...(area ? areaForClients(area) : { toMeet: [] }) };
    }),
  };
}

function maturityFigure({ maturityScore }: ItilResults, label: string): Figure {
  return {
    label,
    value: maturityScore === null ? "–" : String(maturityScore),
    meaning: maturityScore === null ? "Known once all is complete" : "The lowest of the five components",
    ...(maturityScore === null ? { unknown: "once complete" } : {}),
  };
}

function soFarFigure(progress: ItilProgress): Figure {
  const score = itilScoreSoFar(progress);
  return {
    ofDraft: "score so far",
    label: scoreNames("Overall").soFar,
    value: formatScore(score),
    meaning: "Mean level of what is complete",
    ...(score === null ? { unknown: "none yet" } : {}),
  };
}

/** The levels of practices, which are all that the scope Capability has. */
function levelFigure({ capabilities }: ItilResults): Figure {
  const levels = capabilities.flatMap(({ score }) => score ?? []);
  const [only] = capabilities;
  if (levels.length === 0) return { label: levelsName(1), value: "–", meaning: "No practice has a level", unknown: "none yet" };
  const scored = { label: levelsName(capabilities.length), value: levelRange(levels) };
  if (capabilities.length === 1 && only) return { ...scored, meaning: only.name };
  return { ...scored, meaning: new Set(levels).size === 1 ? "All practices" : "Lowest and highest practice" };
}

function practiceFigure({ capabilities }: ItilResults): Figure {
  const primary = capabilities.filter(({ mode }) => mode === PRIMARY).length;
  const meaning = `${primary} Primary, ${capabilities.length - primary} Supporting`;
  return { label: "Practices assessed", value: String(capabilities.length), meaning };
}
