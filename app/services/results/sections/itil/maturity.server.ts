/** Why an ITIL assessment has its SVS maturity, and what would raise it (docs/rules/itil.md#what-holds-a-level). */

import { placeOf } from "#model/contract/history.ts";
import type { ItilProgress, ItilProgressItem, ItilResults } from "#model/contract/itil.ts";
import type { ItilOverview } from "#model/contract/overview.ts";
import { cappingComponents, isComputed, nextSteps, practicesHolding, type Step } from "#model/itil/explain.ts";
import { HIGHEST } from "#model/itil/progress.ts";
import { PRIMARY } from "#model/itil/scope.ts";
import type { ItilLift } from "#model/judgement.ts";
import { listed, lowerFirst } from "#model/words.ts";
import { scoreOrNone, textCell, wholeOrNone } from "~/services/results/blocks/cells.server";
import { type TableColumn, tableOf } from "~/services/results/blocks/columns.server";
import { section, WITH_RESULTS } from "~/services/results/blocks/section.server";
import { holdingIn } from "~/services/results/sections/itil/improvement.server";
import { whyLevelSection, whyTitle } from "~/services/results/sections/why-level.server";
import { plainTextOf } from "~/services/upstream/rich-text.server";
import { FINDINGS } from "~/views/action-links";
import type { ItilFigures, ResultSection } from "~/views/result";

/** A row for each practice or component that has to reach a higher level. */
const STEP_COLUMNS: TableColumn<Step>[] = [
  {
    title: "What",
    kind: "text",
    names: true,
    cell: ({ kind, item }) => ({
      text: item.name,
      begins: {
        of: FINDINGS.lift(item.code),
        places: [placeOf({ kind: kind === "component" ? "maturity" : "capability", id: item.id })],
      },
    }),
  },
  {
    title: "Kind",
    kind: "text",
    cell: ({ kind, item }) =>
      textCell(kind === "component" ? "Component" : item.mode === PRIMARY ? "Primary practice" : "Supporting practice"),
  },
  { title: "Score", kind: "decimal", cell: ({ item }) => scoreOrNone(item.currentScore) },
  { title: "Has to reach", kind: "decimal", cell: ({ to }) => scoreOrNone(to) },
  { title: "Criteria to meet", kind: "whole", cell: ({ criteria }) => wholeOrNone(criteria) },
];

/** Why a calculated component is where it is: one rests on the practice of its name, the other on all practices. */
function followsFrom({ code, name, currentScore }: ItilProgressItem, practices: readonly string[]): string {
  if (code === "M-CI") return `The component ${name} has the level of the practice of this name.`;
  return `The component ${name} follows from the practices: ${listed(practices)} ${practices.length > 1 ? "hold" : "holds"} it at ${currentScore}.`;
}

interface MaturityContext {
  results: ItilResults;
  /** The name of the maturity. */
  svs: string;
  hasMaturity: boolean;
  /** Whether nothing is still to answer. */
  finished: boolean;
}

/** The components that hold the SVS maturity, the practices that hold the computed ones, and what would raise it by one level. */
export function maturitySections({ results, svs: name, hasMaturity, finished }: MaturityContext): ResultSection[] {
  if (!hasMaturity || !finished) return [];
  const { maturityScore, maturities } = results;
  if (maturityScore === null)
    return [section("why", whyTitle(null), [`The ${lowerFirst(name)} is not known: a component has no score.`], [], WITH_RESULTS)];
  const progress = asProgress(results);
  const capping = cappingComponents(progress);
  const why = whyLevelSection("why", {
    level: maturityScore,
    highest: HIGHEST,
    rule: `The ${lowerFirst(name)} is the lowest of the five components.`,
    // The name of one, such as Practices, does not say by itself what it is.
    lowest: capping.map((component) => (capping.length === 1 ? `The component ${component.name}` : component.name)),
    parts: maturities.length,
    below: () => {
      const text = capping.filter(isComputed).flatMap((component) => {
        const practices = practicesHolding(component, progress).map(({ name }) => name);
        return practices.length === 0 ? [] : [followsFrom(component, practices)];
      });
      const steps = nextSteps(progress);
      const lift = tableOf({
        id: "what-would-lift-it",
        title: `What would lift the maturity to ${maturityScore + 1}`,
        columns: STEP_COLUMNS,
        rows: steps,
        hint: "All of these are needed. Criteria to meet: those of the next level that are not fully met today.",
      });
      return { text, lift: steps.length > 0 ? [lift] : [] };
    },
  });
  return [why];
}

/** The components that hold the maturity, each with the practices that hold a calculated one; none while it is not known. */
export function holdingOf(results: ItilResults): ItilFigures["holding"] {
  const progress = asProgress(results);
  if (results.maturityScore === null) return [];
  return cappingComponents(progress).map((component) => ({
    name: component.name,
    practices: practicesHolding(component, progress).map(({ name }) => name),
  }));
}

/** What would lift the result, as sentences and recommended steps need it (docs/rules/client-report.md#recommended-steps). */
export function itilLift(results: ItilResults, overview?: ItilOverview): ItilLift | undefined {
  const steps = nextSteps(asProgress(results));
  if (steps.length === 0) return undefined;
  const { maturityScore, areasOfImprovement } = results;
  return {
    to: maturityScore === null ? undefined : maturityScore + 1,
    steps: steps.map(({ kind, item, to, criteria }) => {
      const questions = kind === "practice" ? (areasOfImprovement.find(({ id }) => id === item.id)?.questions ?? []) : [];
      const hints = questions.flatMap(({ level, hint }) => (level === to && hint ? hint : []));
      const options = overview?.maturities?.find(({ maturity }) => maturity.id === item.id && kind === "component")?.question.options;
      const chosen = options?.find(({ level }) => level === to);
      const option = chosen && plainTextOf(chosen.statement);
      return { kind, key: item.code, name: item.name, from: item.currentScore ?? 0, to, criteria, hints, option };
    }),
  };
}

/** Turns results into progress, because the rules that explain a score take progress. */
export function asProgress(results: ItilResults): ItilProgress {
  const itemOf = ({ id, code, name, score }: ItilResults["maturities"][number]) => ({
    id,
    code,
    name,
    mode: null,
    currentScore: score,
    started: true,
    complete: score !== null,
  });
  return {
    maturityScore: results.maturityScore,
    capabilityProgress: results.capabilities.map((each) => {
      return { ...itemOf(each), mode: each.mode, toNextLevel: holdingIn(results, each.id) };
    }),
    maturityProgress: results.maturities.map(itemOf),
  };
}
