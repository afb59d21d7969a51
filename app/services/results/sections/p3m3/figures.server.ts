/** The figures of a P3M3 result as sentences need them, shown and rounded like those of its tables (docs/rules/client-report.md#one-set-of-figures). */
import { justReached, type P3m3Lift } from "#model/judgement.ts";
import { findP3m3Scope, LEVEL_MEANINGS, LEVELS, THREADS } from "#model/p3m3/catalogue.ts";
import { risesTo } from "#model/p3m3/distance.ts";
import { wholeScore } from "#model/p3m3/progress.ts";
import { threadsOffered } from "#model/p3m3/scope.ts";
import { p3m3Steps } from "#model/recommended-steps.ts";
import { roundHalfAway } from "#model/rounding.ts";
import type { RaisableGroup } from "#model/what-if.ts";
import { difference, scoredName } from "~/services/results/blocks/cells.server";
import { type RemarkedPerspective, remarksForClients } from "~/services/results/sections/p3m3/attributes-and-notes.server";
import type { ResultsWithDescoped } from "~/services/results/sections/p3m3/descoped.server";
import { meaningOf } from "~/services/results/sections/p3m3/findings.server";
import { levelName, type Perspective } from "~/services/results/sections/p3m3/perspectives.server";
import { type PerspectiveSteps, toRaiseTable } from "~/services/results/sections/p3m3/what-to-do.server";
import type { ResultTargets } from "~/services/results/sections/targets.server";
import type { ToDoGroup } from "~/services/results/sections/to-do.server";
import type { P3m3Figures } from "~/views/result";

interface FigureSources {
  /** Those with a score; of a draft, so far. */
  perspectives: readonly Perspective[];
  /** All, as they would be if submitted now. */
  every: readonly Perspective[];
  maturity: number;
  remarks: readonly RemarkedPerspective[];
  steps: readonly PerspectiveSteps[];
  /** What would lift the maturity; undefined at the highest level, and while something is to answer. */
  lift: P3m3Lift | undefined;
  /** What is still to answer of a draft; undefined for a completed assessment. */
  toDo: readonly ToDoGroup[] | undefined;
  scope: string | null | undefined;
  given: ResultsWithDescoped;
  targets: ResultTargets;
}

export function p3m3Figures({
  perspectives,
  every,
  maturity,
  remarks,
  steps,
  lift,
  toDo,
  scope,
  given,
  targets,
}: FigureSources): P3m3Figures {
  const scored = perspectives.flatMap((perspective) => {
    const { code, name, decimal, final, benchmark } = perspective;
    const marked = remarks.find((each) => each.code === code);
    const hints = steps.find((each) => each.code === code);
    const rising = hints && threadsToRaise(perspective, hints, lift, targets.of(code)?.score);
    return scoredName(name, decimal).map((own) => ({
      ...own,
      code,
      level: toDo ? undefined : { value: final, name: levelName(final) },
      threads: perspective.threads.toSorted((a, b) => a.id - b.id).flatMap((thread) => scoredName(thread.name, thread.score)),
      open: toDo?.find((group) => group.code === code)?.open.length ?? 0,
      difference: benchmark && difference(decimal, benchmark.score).value,
      ...(marked ? remarksForClients(marked) : {}),
      whatToDo: rising && rising.length > 0 ? toRaiseTable(perspective, rising) : undefined,
    }));
  });
  return {
    model: "P3M3",
    standing: { model: "P3M3", groups: groupsOf(every, perspectives, lift), levelNames: [0, ...LEVELS].map(levelName) },
    maturity,
    all: every.length,
    levelName: levelName(maturity),
    meaning: meaningOf(maturity),
    meanings: LEVELS.map((level) => LEVEL_MEANINGS[level]),
    lift,
    steps: lift && { ...p3m3Steps(lift), perspectives: every.length },
    covered: coveredIn(scope, given),
    holding: every.filter(({ final }) => final === maturity).map(({ name }) => name),
    justReached: justReached(scored, maturity).map(({ name }) => name),
    perspectives: scored,
  };
}

/**
 * The threads that have to rise for the goal of a perspective: those of its recommended step; without one, those of its target. While no steps are known, its goal
 * is its target or next level (docs/rules/client-report.md#what-comes-next).
 */
function threadsToRaise(
  { code, decimal, threads }: Perspective,
  { steps }: PerspectiveSteps,
  lift: P3m3Lift | undefined,
  target: number | undefined,
) {
  // The step begins with the same one.
  const lifted = lift?.perspectives.find(({ key }) => key === code);
  if (lifted) return lifted.threads.flatMap(({ name, from, to, hint }) => (hint ? [{ thread: name, score: from, to, hint }] : []));
  const goal = target ?? (lift ? undefined : Math.min(wholeScore(decimal) + 1, Math.max(...LEVELS)));
  if (goal === undefined || roundHalfAway(decimal, 2) >= goal) return [];
  return risesTo(goal, threads).flatMap(({ thread: { name, score }, to }) => {
    const hint = steps.find((step) => step.thread === name)?.hint;
    return hint ? [{ thread: name, score, to, hint }] : [];
  });
}

/** What is in scope, by name; a thread that some perspective has, or has descoped. */
function coveredIn(
  scope: string | null | undefined,
  { perspectives, threads, descoped = [] }: ResultsWithDescoped,
): P3m3Figures["covered"] {
  const known = findP3m3Scope(scope ?? null);
  const inScope = new Map([...threads, ...descoped.map(({ thread }) => thread)].map(({ id, name }) => [id, name]));
  return {
    perspectives: perspectives.map(({ name }) => name),
    threads: [...inScope].toSorted(([a], [b]) => a - b).map(([, name]) => name),
    offered: (known ? threadsOffered(known) : THREADS).map(({ id, name }) => inScope.get(id) ?? name),
    descoped: descoped.map(({ thread, perspective, reason }) => ({ thread: thread.name, perspective: perspective.name, reason })),
  };
}

/** The threads that can be raised: all that are not descoped. @param answered perspectives with the threads that are answered */
function groupsOf(every: readonly Perspective[], answered: readonly Perspective[], lift: P3m3Lift | undefined): RaisableGroup[] {
  return every.map(({ id, code, name, threads }) => {
    const known = answered.find((each) => each.id === id)?.threads ?? [];
    const rising = lift?.perspectives.find(({ key }) => key === code)?.threads ?? [];
    const items = threads
      .toSorted((a, b) => a.id - b.id)
      .map((thread) => {
        const step = rising.find(({ key }) => key === String(thread.id))?.to;
        const isAnswered = known.some((each) => each.id === thread.id);
        return {
          key: `${code}-${thread.id}`,
          name: thread.name,
          now: isAnswered ? thread.score : null,
          met: wholeScore(thread.score),
          ...(step === undefined ? {} : { step }),
        };
      });
    return { key: code, name, items };
  });
}
