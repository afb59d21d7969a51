/**
 * What a result would be if those were right who see a rating differently (docs/rules/voices.md#what-results-show). Each rating goes one answer down or
 * up, which is the least that all of them say.
 */
import { wholeScore } from "./p3m3/progress.ts";
import type { Estimate, RaisableGroup } from "./what-if.ts";
import { countInWords, listed } from "./words.ts";

/** A rating that most people see differently. */
export interface SeenApart {
  /** The perspective of a thread; null for a practice. */
  within: string | null;
  name: string;
  side: "lower" | "higher";
  /** What the thread or practice would score with the next answer on this side: 1.5 for Partially at level 2. */
  score: number;
}

/** A level that is lower closes all above it. One criterion more raises no practice: a level has several. */
function scoreWith(now: number, seen: readonly SeenApart[]): number {
  const lower = seen.filter(({ side }) => side === "lower");
  if (lower.length > 0) return Math.min(now, ...lower.map(({ score }) => score));
  return Math.max(now, ...seen.flatMap(({ within, score }) => (within === null ? [] : score)));
}

/** More parts than these are counted. */
const NAMED = 3;

/**
 * 'If they were right, Service desk and the SVS Maturity Score would be at level 1.' Empty where no level would be lower.
 * @param groups the threads and practices that were rated
 * @param estimate what the assessment comes to with these scores, by key
 * @param maturity what the maturity is called
 */
export function viewsEffect(
  groups: readonly RaisableGroup[],
  seen: readonly SeenApart[],
  estimate: (scores: ReadonlyMap<string, number | null>) => Estimate,
  maturity: string,
): string {
  const areThreads = seen.some(({ within }) => within !== null);
  const scoresWith = (views: readonly SeenApart[]) => {
    const items = groups.flatMap((group) =>
      group.items.map(({ key, name, now }) => {
        const own = views.filter((each) => each.name === name && (each.within ?? group.name) === group.name);
        return { key, name, value: now === null ? null : scoreWith(now, own) };
      }),
    );
    const whole = estimate(new Map(items.map(({ key, value }) => [key, value])));
    return { parts: areThreads ? whole.parts : items, maturity: { name: maturity, value: whole.maturity ?? null } };
  };
  const [now, then] = [scoresWith([]), scoresWith(seen)];
  type Scored = (typeof now)["maturity"];
  const lowered = ({ name, value }: Scored, before: Scored | undefined) =>
    value !== null && wholeScore(value) < wholeScore(before?.value ?? 0) ? [{ who: name, at: `at level ${wholeScore(value)}` }] : [];
  const parts = then.parts.flatMap((part, index) => lowered(part, now.parts[index]));
  const [first] = parts;
  if (!first) return "";
  const who = `${countInWords(parts.length)} ${areThreads ? "perspectives" : "practices"}`;
  const counted = { who, at: parts.every(({ at }) => at === first.at) ? first.at : "at a lower level" };
  const all = [...(parts.length > NAMED ? [counted] : parts), ...lowered(then.maturity, now.maturity)];
  const isSame = all.every(({ at }) => at === all[0]?.at);
  const said = isSame
    ? `${listed(all.map((each) => each.who))} would be ${first.at}`
    : listed(all.map((each, index) => `${each.who}${index === 0 ? " would be" : ""} ${each.at}`));
  return `If they were right, ${said}.`;
}
