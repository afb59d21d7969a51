/** What an ITIL result says first: what its level means, what stands out, and what would lift it. */

import type { ItilResults } from "#model/contract/itil.ts";
import { cappingComponents, nextSteps, type Step } from "#model/itil/explain.ts";
import { HIGHEST } from "#model/itil/progress.ts";
import { counted, listed } from "#model/words.ts";
import { extremeFindings } from "~/services/results/sections/findings.server";
import { asProgress } from "~/services/results/sections/itil/maturity.server";
import type { Finding } from "~/views/result";

/** What a level says, from level 1 on. */
export const MEANINGS: readonly string[] = [
  "Work gets done, and how well depends on who does it.",
  "The essential activities are in place and mostly achieve what they should.",
  "Activities are laid down, and fit together with those around them.",
  "What is achieved is measured, and work is steered by it.",
  "Work is improved continually, in step with what the organization needs.",
];

/** The findings of a completed assessment; without maturity components those of its practices. */
export function itilFindings(results: ItilResults): Finding[] {
  const { maturityScore, maturities } = results;
  const held = maturityScore === null ? [] : cappingComponents(asProgress(results)).map(({ name }) => name);
  const meaning: Finding[] =
    maturities.length === 0 || maturityScore === null
      ? practiceMeaning(results)
      : [
          {
            title: `What level ${maturityScore} means`,
            text: [MEANINGS[maturityScore - 1] ?? ""].filter(Boolean),
          },
        ];
  const holds: Finding[] =
    held.length === 0
      ? []
      : [
          {
            title: "What holds it",
            text: [`${holding(held, maturities.length)} the system at level ${maturityScore}.`],
            first: true,
          },
        ];
  return [...holds, ...lift(results), ...meaning, ...practicesStandingOut(results)];
}

/** Which components hold the maturity, as the beginning of a sentence. */
function holding(held: readonly string[], all: number): string {
  if (held.length === 1) return `The component ${held[0]} holds`;
  return held.length === all ? `All ${all} components hold` : `The components ${listed(held)} hold`;
}

/** The practices that stand out among those with a level. */
export function practicesStandingOut({ capabilities }: ItilResults, more: { soFar?: boolean } = {}): Finding[] {
  const known = capabilities.flatMap(({ name, score }) => (score === null ? [] : [{ name, score }]));
  return extremeFindings(known, "practices", more);
}

/** For a level that all practices share. */
function practiceMeaning({ capabilities }: ItilResults): Finding[] {
  const levels = new Set(capabilities.map(({ score }) => score));
  const [level] = levels;
  if (levels.size !== 1 || level === null || level === undefined) return [];
  return [{ title: `What level ${level} means`, text: [MEANINGS[level - 1] ?? ""] }];
}

function lift(results: ItilResults): Finding[] {
  const lifted = { title: "What would lift it", first: true } as const;
  const steps = nextSteps(asProgress(results));
  const { maturityScore, maturities } = results;
  if (steps.length === 0) {
    const isHighest = maturities.length === 0 ? results.capabilities.every(({ score }) => score === HIGHEST) : maturityScore === HIGHEST;
    return isHighest ? [{ ...lifted, text: ["This is the highest level."] }] : [];
  }
  if (maturities.length === 0) {
    const [nearest] = steps;
    return nearest ? [{ ...lifted, text: [`Nearest: ${stepInWords(nearest)}.`], more: improvement }] : [];
  }
  const criteria = steps.every(({ kind, criteria: count }) => kind === "component" || count !== undefined)
    ? steps.reduce((sum, { criteria: count = 0 }) => sum + count, 0)
    : 0;
  // Components first: how far they are is not counted in criteria.
  const components = steps.filter(({ kind }) => kind === "component");
  const practices = steps.filter(({ kind }) => kind === "practice").map(({ item }) => item.name);
  // Many practices are counted, so that nobody reads two sentences that each end with 'and some more'.
  const rising = [
    ...components.map(({ item }) => item.name),
    ...(practices.length > NAMED_MAX ? [`${practices.length} practices`] : practices),
  ];
  const takes = counted(criteria, "more criterion", "more criteria");
  const means = components.length > 0 ? `; for the practices, that means meeting ${takes}` : `, which means meeting ${takes}`;
  const text = [
    `For level ${(maturityScore ?? 0) + 1}, ${listed(rising)} ${steps.length === 1 ? "has" : "have"} to rise by one level${criteria > 0 ? means : ""}.`,
  ];
  return [{ ...lifted, text, more: { href: "#why", label: "See what is needed" } }];
}

/** How many practices a sentence names. */
const NAMED_MAX = 3;

const improvement = { href: "?tab=improvement", label: "See the criteria to meet" };

function stepInWords({ item, to, criteria }: Step): string {
  const count = criteria === undefined ? "" : `, with ${counted(criteria, "criterion", "criteria")} to meet`;
  return `${item.name} to level ${to}${count}`;
}
