/** Progress as the screens show it: groups of items, each with its state in words and a link (docs/rules/gate.md#thread-states). */
import type { Assessment, P3m3Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { ItilCapability, ItilProgress, ItilProgressItem } from "#model/contract/itil.ts";
import type { P3m3Progress } from "#model/contract/p3m3.ts";
import { itilExtent, p3m3Extent } from "#model/extent.ts";
import { groupBy } from "#model/group-by.ts";
import { PRACTICE_GROUPS } from "#model/itil/catalogue.ts";
import { isComputed, itilScoreSoFar, practicesHolding, restsOn } from "#model/itil/explain.ts";
import { practiceBound } from "#model/itil/progress.ts";
import { p3m3ScoreSoFar, perspectiveState, threadState } from "#model/p3m3/progress.ts";
import { threadsComplete } from "#model/p3m3/submission.ts";
import { formatScore } from "#model/rounding.ts";
import { overallNames, SVS_MATURITY, scoreNames } from "#model/score-names.ts";
import { inProgress } from "~/services/answering/concerns.server";
import { identify } from "~/services/upstream/p3m3-assessments.server";
import type { OverallInWords, ScoresInWords } from "~/views/answering";
import { COMPONENTS, type Foundation, type ItilProgressView } from "~/views/answering/itil";
import type { P3m3ProgressView } from "~/views/answering/p3m3";
import { type AnsweringPaths, paths } from "~/views/paths";

/** The progress of a P3M3 assessment: perspectives with their threads. */
export function p3m3ProgressView(assessment: P3m3Assessment, progress: P3m3Progress, at: AnsweringPaths = paths): P3m3ProgressView {
  const groups = progress.perspectivesProgress.map((perspective) => {
    const { id, code } = identify(assessment.perspectives, perspective);
    const { answered, total } = threadsComplete(perspective);
    const names = namesIn(assessment, "Perspective");
    const score = total > 0 ? perspective.currentScore : null;
    return {
      id,
      code,
      name: perspective.name,
      grid: at.grid(assessment.id, code),
      state: perspectiveState(perspective.threads),
      score,
      scores: scoresInWords(answered < total, { ...names, done: names.score }, { now: score, soFar: p3m3ScoreSoFar([perspective]) }),
      answered,
      total,
      items: perspective.threads.map((thread) => {
        const item = identify(assessment.threads, thread);
        const { name, score } = thread;
        return {
          ...item,
          name,
          state: threadState(thread),
          score,
          concerns: inProgress(thread),
          href: at.questions(assessment.id, code, item.code),
        };
      }),
    };
  });
  const overall = groups.some(({ score }) => score !== null) ? progress.currentOverallScore : null;
  return {
    score: p3m3Score(overall, progress, assessment),
    unit: "threads",
    overall,
    maturity: progress.maturityScore,
    answered: groups.reduce((sum, { answered }) => sum + answered, 0),
    total: groups.reduce((sum, { total }) => sum + total, 0),
    groups,
  };
}

/** The scores of the whole assessment. */
function p3m3Score(
  overall: number | null,
  { perspectivesProgress }: P3m3Progress,
  assessment: Pick<P3m3Assessment, "selectedScope" | "apart">,
): OverallInWords {
  const { selectedScope: scope, apart } = assessment;
  const perspectives = perspectivesProgress
    .map(({ threads }) => threads.filter(({ descoped }) => !descoped))
    .filter(({ length }) => length > 0);
  // A thread that is descoped everywhere is no gap.
  const threads = new Set(perspectivesProgress.flatMap(({ threads: all }) => all.map(({ id, name }) => id ?? name))).size;
  const extent = p3m3Extent({ scope, perspectives: perspectives.length, threads });
  const isOpen = perspectives.flat().some(({ answered }) => !answered);
  return {
    ...scoresInWords(
      isOpen,
      { ...namesIn(assessment, "Overall"), done: overallNames(extent).score },
      { now: overall, soFar: p3m3ScoreSoFar(perspectivesProgress) },
    ),
    extent,
    meaning: isOpen
      ? `So far: the mean of what is answered.${typeof apart === "number" ? "" : " If submitted now: what is to do counts 0."}`
      : undefined,
  };
}

/** What scores are called while something is to do. Nobody submits a second rating. */
function namesIn({ apart }: Pick<P3m3Assessment, "apart">, whose: "Overall" | "Perspective") {
  const names = scoreNames(whose);
  return typeof apart === "number" ? { ...names, ifSubmitted: names.ifRestIsNothing } : names;
}

/** Both scores while something is to do; then they are the same, and have one name. */
function scoresInWords(
  isOpen: boolean,
  names: ReturnType<typeof scoreNames> & { done: string },
  { now, soFar }: { now: number | null; soFar: number | null },
): ScoresInWords {
  if (!isOpen) return { now: { label: names.done, value: formatScore(now) }, soFar: undefined };
  return {
    now: { label: names.ifSubmitted, value: formatScore(now) },
    soFar: { label: names.soFar, value: formatScore(soFar) },
  };
}

/** The progress of an ITIL assessment: practices in the catalogue's groups, then the components. An empty catalogue gives one group. */
export function itilProgressView(
  assessment: Assessment,
  { capabilityProgress, maturityProgress, maturityScore }: ItilProgress,
  catalogue: readonly Pick<ItilCapability, "id" | "group">[],
  at: AnsweringPaths = paths,
): ItilProgressView {
  const groups = [
    ...practiceGroups(capabilityProgress, catalogue),
    { code: COMPONENTS, name: "Maturity components", items: maturityProgress },
  ]
    .filter(({ items }) => items.length > 0)
    .map(({ code, name, items }, index) => ({
      id: index + 1,
      code,
      name,
      grid: code === COMPONENTS ? undefined : at.practiceGrid(assessment.id, code),
      state: groupState(items),
      answered: items.filter(({ complete }) => complete).length,
      total: items.length,
      items: items.map((item) => ({
        id: item.id,
        code: item.code,
        name: item.name,
        state: itemState(item),
        score: item.currentScore,
        concerns: inProgress({ ...item, computed: isComputed(item) }),
        href: at.practiceQuestions(assessment.id, item.code),
      })),
    }));
  return {
    score: itilScore({ capabilityProgress, maturityProgress, maturityScore }, assessment),
    unit: maturityProgress.length > 0 ? "practices and components" : "practices",
    answered: groups.reduce((sum, { answered }) => sum + answered, 0),
    total: groups.reduce((sum, { total }) => sum + total, 0),
    groups,
  };
}

/** Practices in the groups of the catalogue, without empty groups. Those that it does not have are in a group of their own. */
export function practiceGroups<Practice extends { id: number }>(
  practices: readonly Practice[],
  catalogue: readonly Pick<ItilCapability, "id" | "group">[],
): { code: string; name: string; items: Practice[] }[] {
  const byGroup = groupBy(practices, ({ id }) => catalogue.find((practice) => practice.id === id)?.group);
  return [
    ...PRACTICE_GROUPS.map(({ group, name }) => ({ code: group as string, name, items: byGroup.get(group) ?? [] })),
    { code: "practices", name: "Practices", items: byGroup.get(undefined) ?? [] },
  ].filter(({ items }) => items.length > 0);
}

function itilScore(progress: ItilProgress, { selectedScope: scope }: Pick<Assessment, "selectedScope">): OverallInWords {
  const { capabilityProgress, maturityProgress } = progress;
  const isOpen = [...capabilityProgress, ...maturityProgress].some(({ complete }) => !complete);
  const extent = itilExtent({ scope, practices: capabilityProgress.length, components: maturityProgress.length });
  const label = isOpen ? scoreNames("Overall").soFar : overallNames(extent).score;
  const soFar = { label, value: formatScore(itilScoreSoFar(progress)) };
  if (progress.maturityProgress.length === 0)
    return { now: undefined, soFar, extent, meaning: "The mean level of the practices that are complete." };
  return {
    now: { label: SVS_MATURITY, value: String(progress.maturityScore ?? "–") },
    soFar: isOpen ? soFar : undefined,
    extent,
    meaning: isOpen
      ? `So far: the mean level of what is complete. ${SVS_MATURITY}: the lowest of the five components, known once all are complete.`
      : undefined,
  };
}

/**
 * The practices that a computed component is calculated from, with the level that each of them allows
 * (docs/rules/itil.md#computed-components).
 */
export function listFoundations(
  assessmentId: Id,
  component: ItilProgressItem,
  progress: ItilProgress,
  at: AnsweringPaths = paths,
): Foundation[] {
  const holding = practicesHolding(component, progress);
  return restsOn(component, progress).map((practice) => ({
    code: practice.code,
    name: practice.name,
    mode: practice.mode,
    level: practice.currentScore,
    bound: component.code === "M-CI" ? practice.currentScore : practiceBound(practice.mode, practice.currentScore),
    isHolding: holding.includes(practice),
    href: at.practiceQuestions(assessmentId, practice.code),
  }));
}

export function itemState({ complete, started }: ItilProgressItem): "complete" | "started" | "not started" {
  if (complete) return "complete";
  return started ? "started" : "not started";
}

/** The state of a group of items, or of a single one. */
function groupState(items: readonly ItilProgressItem[]): "Complete" | "In progress" | "Not started" {
  if (items.every(({ complete }) => complete)) return "Complete";
  return items.some(({ complete, started }) => complete || started) ? "In progress" : "Not started";
}
