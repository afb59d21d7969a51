/**
 * What a result would be if those were right who see a rating differently (docs/rules/voices.md#what-results-show). Each rating goes one answer down or
 * up, which is the least that all of them say.
 */
import { wholeScore } from "./p3m3/progress.ts";
import { countInWords, listed } from "./words.ts";

/** A rating that most people see differently. */
export interface SeenApart {
  /** The perspective of a thread; null for a practice. */
  within: string | null;
  name: string;
  level: number;
  side: "lower" | "higher";
  /** What the next answer on this side counts: 0 for Rarely/Never, 0.5 for Partially, 1 for Fully. */
  counts: number;
}

interface Rated {
  name: string;
  value: number;
}

/** The score that a thread or practice would have. A level that is lower closes all above it. */
function scoreOf({ name, value }: Rated, within: string | null, seen: readonly SeenApart[]): number {
  const on = (side: SeenApart["side"]) =>
    seen.flatMap((each) => (each.name === name && each.within === within && each.side === side ? each.level - 1 + each.counts : []));
  const lower = on("lower");
  return lower.length > 0 ? Math.min(value, ...lower) : Math.max(value, ...on("higher"));
}

/** What would be at a lower level, and the maturity with it. */
export interface ViewsEffect {
  parts: Rated[];
  /** Absent where it would be no lower. */
  maturity?: number | undefined;
}

/** @param perspectives each with its threads */
export function p3m3IfRight(
  perspectives: readonly (Rated & { threads: readonly Rated[] })[],
  maturity: number,
  seen: readonly SeenApart[],
): ViewsEffect {
  // The mean of threads is exact, the score that is shown is rounded.
  const levelOf = (scores: readonly number[], shown: number) =>
    wholeScore(scores.length === 0 ? shown : scores.reduce((sum, each) => sum + each, 0) / scores.length);
  const would = perspectives.map(({ name, value, threads }) => {
    const scores = threads.map((thread) => scoreOf(thread, name, seen));
    const now = threads.map((thread) => thread.value);
    return { name, now: levelOf(now, value), value: levelOf(scores, value) };
  });
  const lowest = Math.min(...would.map(({ value }) => value));
  return {
    parts: would.filter(({ now, value }) => value < now).map(({ name, value }) => ({ name, value })),
    maturity: lowest < maturity ? lowest : undefined,
  };
}

/**
 * The same of practices. One criterion more raises none: a level has several.
 * @param maturityWith the maturity if some practices had these levels, by name; null where there is none
 */
export function itilIfRight(
  practices: readonly Rated[],
  maturity: number | null,
  seen: readonly SeenApart[],
  maturityWith: (levels: ReadonlyMap<string, number>) => number | null,
): ViewsEffect {
  const lower = seen.filter(({ side }) => side === "lower");
  const parts = practices.flatMap((practice) => {
    const level = Math.max(1, wholeScore(scoreOf(practice, null, lower)));
    return level < practice.value ? [{ name: practice.name, value: level }] : [];
  });
  const would = maturityWith(new Map(parts.map(({ name, value }) => [name, value])));
  return { parts, maturity: would !== null && maturity !== null && would < maturity ? would : undefined };
}

/** More parts than these are counted. */
const NAMED = 3;

/** 'If they were right, Service desk and the SVS Maturity Score would be at level 1.' Empty where no level would be lower. @param names what the maturity and several parts are called */
export function effectInWords({ parts, maturity }: ViewsEffect, names: { maturity: string; parts: string }): string {
  if (parts.length === 0) return "";
  const isMany = parts.length > NAMED;
  const known = new Set(parts.map(({ value }) => value));
  const [level] = known;
  const all = [
    ...(isMany
      ? [{ who: `${countInWords(parts.length)} ${names.parts}`, at: known.size === 1 ? `at level ${level}` : "at a lower level" }]
      : parts.map(({ name, value }) => ({ who: name, at: `at level ${value}` }))),
    ...(maturity === undefined ? [] : [{ who: names.maturity, at: `at level ${maturity}` }]),
  ];
  const [first, ...others] = all;
  if (first && all.every(({ at }) => at === first.at))
    return `If they were right, ${listed(all.map(({ who }) => who))} would be ${first.at}.`;
  return `If they were right, ${listed([`${first?.who} would be ${first?.at}`, ...others.map(({ who, at }) => `${who} ${at}`)])}.`;
}
