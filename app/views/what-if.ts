/** What the screen 'What if' shows, and what its address asks for (docs/rules/results-and-files.md#what-if). */

import { UNANSWERED } from "#model/answer-words.ts";
import type { ItilProgress } from "#model/contract/itil.ts";
import { levelRange } from "#model/itil/progress.ts";
import { itilEstimate } from "#model/itil/what-if.ts";
import { wholeScore } from "#model/p3m3/progress.ts";
import { p3m3Estimate } from "#model/p3m3/what-if.ts";
import { holdMessage } from "#model/report-texts.ts";
import { formatScore } from "#model/rounding.ts";
import {
  type Choice,
  canRise,
  type Estimate,
  HOW_FAR,
  levelsWith,
  NOTHING,
  type Raisable,
  type RaisableGroup,
  raisedTo,
} from "#model/what-if.ts";
import { lowerFirst } from "#model/words.ts";
import type { Screens } from "~/views/screens";

/** Where an assessment stands, as far as it can be raised. */
export type Standing = {
  groups: RaisableGroup[];
  /** By level from 0; none for a model without. */
  levelNames: readonly string[];
} & ({ model: "P3M3" } | { model: "ITIL"; progress: ItilProgress });

export interface WhatIfPage {
  assessment: { name: string; extent: string | undefined };
  subtitle: string;
  isDraft: boolean;
  standing: Standing;
  /** As the result calls them. */
  labels: { maturity: string; score: string };
  screens: Screens;
  links: { here: string };
}

/** The part of the page that shows what it would give. */
export const EFFECT_ID = "effect";

/** The fields of the address. `all` and `none` tick a group, or nothing of it, on top of what is ticked. */
export const WHAT_IF_FIELDS = { raise: "raise", far: "to", all: "all", none: "none" } as const;

/** What an address or a form asks for; what nothing is known of is left out. */
export function choiceOf(query: { getAll(name: string): unknown[] }, groups: readonly RaisableGroup[]): Choice {
  const [raise, all, none, [far]] = [WHAT_IF_FIELDS.raise, WHAT_IF_FIELDS.all, WHAT_IF_FIELDS.none, WHAT_IF_FIELDS.far].map((name) =>
    query.getAll(name),
  ) as [unknown[], unknown[], unknown[], unknown[]];
  const keys = groups.flatMap((group) =>
    group.items
      .filter((item) => canRise(item) && !none.includes(group.key) && (all.includes(group.key) || raise.includes(item.key)))
      .map(({ key }) => key),
  );
  return { keys: new Set(keys), far: HOW_FAR.find((each) => each === far) ?? NOTHING.far };
}

/** The query that asks for a choice; empty for nothing. */
export const choiceQuery = ({ keys, far }: Choice): string =>
  new URLSearchParams([
    ...(far === NOTHING.far ? [] : [[WHAT_IF_FIELDS.far, far]]),
    ...[...keys].map((key) => [WHAT_IF_FIELDS.raise, key]),
  ]).toString();

/** How far everything ticked may rise, in words. */
export function farChoices({ groups, model }: Standing): { value: Choice["far"]; label: string }[] {
  const isFurther = groups.some(({ items }) => items.some((item) => raisedTo(item, "steps") !== raisedTo(item, "next")));
  // Every practice and component is at level 1 at least.
  const lowest = { P3M3: 1, ITIL: 2 }[model];
  return HOW_FAR.flatMap((value): { value: Choice["far"]; label: string }[] => {
    if (value === "next") return [{ value, label: "By one level" }];
    if (value === "steps") return isFurther ? [{ value, label: "As far as its recommended step" }] : [];
    return Number(value) < lowest ? [] : [{ value, label: `To level ${value}` }];
  });
}

/** A figure now and then: '2.31 → 2.62', or '2.31' where it stays. */
const change = (now: string, then: string) => (now === then ? now : `${now} → ${then}`);
const levelText = (level: number | null | undefined) => (level === null || level === undefined ? "–" : String(level));

const WORDS = {
  P3M3: {
    noun: "perspectives",
    open: "What is not answered counts 0 until it is ticked.",
    maturityIs: "",
    shownAs: formatScore,
  },
  ITIL: {
    noun: "components",
    open: "The maturity is known once all is answered or ticked.",
    maturityIs: "The lowest of the five components",
    shownAs: (level: number) => `level ${level}`,
  },
};

export interface ShownWhatIf {
  /** '2 → 3' */
  figures: { label: string; value: string; meaning: string }[];
  /** What holds the maturity then; empty where there is none. */
  held: string;
  /** The title of each column, and rows of '2.31 → 2.62'. */
  columns: string[];
  rows: { name: string; cells: { text: string; differs: boolean }[] }[];
  /** What each thread, practice or component is, and would be if it were ticked; by key. */
  items: ReadonlyMap<string, string>;
  /** The figures and how much is ticked, in a sentence. */
  sentence: string;
}

/** How a draft counts what is not answered; empty where all is. */
export const openInWords = ({ standing: { model, groups } }: Pick<WhatIfPage, "standing">): string =>
  groups.some(({ items }) => items.some(({ now }) => now === null)) ? WORDS[model].open : "";

/** Works out the page for a choice. Server and browser call it alike. */
export function showWhatIf({ standing, labels }: Pick<WhatIfPage, "standing" | "labels">, choice: Choice): ShownWhatIf {
  const { groups, levelNames, model } = standing;
  const { noun, maturityIs, shownAs } = WORDS[model];
  const [now, then] = [NOTHING, choice].map((each) => estimateOf(standing, levelsWith(groups, each))) as [Estimate, Estimate];
  const nameOf = ({ maturity }: Estimate) => levelNames[maturity ?? 0] ?? maturityIs;
  const maturity =
    then.maturity === undefined
      ? { ...capabilityWords(then), value: change(rangeOf(now), rangeOf(then)) }
      : {
          label: labels.maturity,
          value: change(levelText(now.maturity), levelText(then.maturity)),
          meaning: change(nameOf(now), nameOf(then)),
        };
  const score =
    now.score === undefined || then.score === undefined
      ? []
      : [{ label: labels.score, value: change(formatScore(now.score), formatScore(then.score)), meaning: "Out of 5" }];
  const items = groups.flatMap((group) => group.items);
  const figures = [maturity, ...score].map(({ label, value }, index) => `${index === 0 ? label : lowerFirst(label)} ${value}`);
  return {
    figures: [maturity, ...score],
    held: heldBy(then, noun),
    ...tableOf(now, then),
    items: new Map(items.map((item) => [item.key, itemText(item, choice.far, shownAs)])),
    sentence: `${figures.join(", ").replace("–", "not known")}. ${choice.keys.size} of ${items.filter(canRise).length} ticked.`,
  };
}

const estimateOf = (standing: Standing, levels: ReadonlyMap<string, number | null>): Estimate =>
  standing.model === "P3M3" ? p3m3Estimate(standing.groups, levels) : itilEstimate(standing.progress, levels);

function heldBy({ maturity, holding, parts }: Estimate, noun: string): string {
  if (maturity === null || maturity === undefined) return "";
  return maturity === 5 ? "There is no higher level." : `${holdMessage(holding, parts.length, maturity, noun)}.`;
}

/** As the result of the scope Capability has it. */
function capabilityWords({ parts: [first, ...others] }: Estimate) {
  if (first && others.length === 0) return { label: "Capability level", meaning: first.name };
  return { label: "Capability levels", meaning: "Lowest and highest practice" };
}

function rangeOf({ parts }: Estimate): string {
  const levels = parts.flatMap(({ value }) => value ?? []);
  return levels.length === 0 ? "–" : levelRange(levels);
}

function tableOf(now: Estimate, then: Estimate): Pick<ShownWhatIf, "columns" | "rows"> {
  const hasScores = then.score !== undefined;
  const textsOf = (value: number | null | undefined = null) => [
    ...(hasScores ? [formatScore(value)] : []),
    levelText(value === null ? null : wholeScore(value)),
  ];
  const part = hasScores ? "Perspective" : then.maturity === undefined ? "Practice" : "Component";
  return {
    columns: [part, ...(hasScores ? ["Score"] : []), "Level"],
    rows: then.parts.map(({ name, value }, index) => {
      const before = textsOf(now.parts[index]?.value);
      const cells = textsOf(value).map((text, place) => {
        const was = before[place] ?? text;
        return { text: change(was, text), differs: text !== was };
      });
      return { name, cells };
    }),
  };
}

function itemText(item: Raisable, far: Choice["far"], shownAs: (value: number) => string): string {
  const now = item.now === null ? lowerFirst(UNANSWERED.open) : shownAs(item.now);
  return change(now, shownAs(raisedTo(item, far)));
}
