/** What an ITIL assessment would come to if some practices and components were raised (docs/rules/results-and-files.md#what-if). */
import type { ItilProgress } from "../contract/itil.ts";
import type { Estimate, RaisableGroup } from "../what-if.ts";
import { cappingComponents, isComputed, nextSteps } from "./explain.ts";
import { componentLevel, svsMaturity } from "./progress.ts";
import { PRIMARY } from "./scope.ts";

/** Lists what a user can raise: practices by rank, and the components that are answered. Computed ones follow from the practices. */
export function itilGroups(progress: ItilProgress): RaisableGroup[] {
  const steps = new Map(nextSteps(progress).map(({ item, to }) => [item.code, to]));
  const group = (key: string, name: string, items: ItilProgress["capabilityProgress"]): RaisableGroup[] => {
    const raisable = items.map(({ code, name: itemName, currentScore }) => {
      const step = steps.get(code);
      return { key: code, name: itemName, now: currentScore, met: currentScore ?? 0, ...(step === undefined ? {} : { step }) };
    });
    return raisable.length === 0 ? [] : [{ key, name, items: raisable }];
  };
  const { capabilityProgress: practices, maturityProgress: components } = progress;
  return [
    ...group(
      "primary",
      "Primary practices",
      practices.filter(({ mode }) => mode === PRIMARY),
    ),
    ...group(
      "supporting",
      "Supporting practices",
      practices.filter(({ mode }) => mode !== PRIMARY),
    ),
    ...group(
      "components",
      "Maturity components",
      components.filter((component) => !isComputed(component)),
    ),
  ];
}

/** The levels with these, by the rules of levels (docs/rules/itil.md#computed-components). @param levels by code */
export function itilEstimate(progress: ItilProgress, levels: ReadonlyMap<string, number | null>): Estimate {
  const levelOf = (code: string) => levels.get(code) ?? null;
  const practices = progress.capabilityProgress.map(({ id, code, mode }) => ({ id, mode, level: levelOf(code) }));
  if (progress.maturityProgress.length === 0)
    return {
      maturity: undefined,
      parts: progress.capabilityProgress.map(({ code, name }) => ({ name, value: levelOf(code) })),
      holding: [],
    };
  const maturityProgress = progress.maturityProgress.map((component) => {
    const currentScore = componentLevel(component.code, practices, levelOf(component.code));
    return { ...component, currentScore, complete: currentScore !== null };
  });
  const maturityScore = svsMaturity(maturityProgress.map(({ currentScore }) => currentScore));
  return {
    maturity: maturityScore,
    parts: maturityProgress.map(({ name, currentScore }) => ({ name, value: currentScore })),
    holding: maturityScore === null ? [] : cappingComponents({ maturityProgress, maturityScore }).map(({ name }) => name),
  };
}
