/**
 * The basis of a text that somebody wrote into a report: the facts that its suggestion stated at that moment
 * (docs/rules/client-report.md#texts-that-no-longer-fit).
 */
import { countInWords, listed } from "./words.ts";

/** A fact as a suggestion states it. */
export interface Fact {
  /** What it is about, such as 'maturity': the same whatever the words of the sentence are. */
  what: string;
  /** Its value as it is shown, such as '2'; `NONE` where there is nothing of it. */
  value: string;
}

/** Bounds of what is stored of one text. */
export const BASIS_MAX = { facts: 120, what: 200, value: 600 } as const;

/** The value of a fact of which there is nothing. */
export const NONE = "none";

/** The fact that a suggestion speaks of what is answered so far. It then states other facts than that of a result. */
export const SO_FAR: Fact = { what: "so far", value: "yes" };
/** How much is answered, of a text that speaks of what is answered so far. */
export const ANSWERED = "answered";
/** What the fact of how much of something is still to answer ends with. */
export const STILL_TO_ANSWER = "s still to answer";
const isSoFar = (facts: readonly Fact[]) => facts.some(({ what }) => what === SO_FAR.what);

/** Facts that suggestions stated once. A text that rests on one is not out of date because suggestions leave it out. */
const RETIRED =
  /^levels to raise them by$|^threads below the next level$|^how they have to rise$|^their scores$|^strengths marked$|^things to improve marked$|^statements (?:that enough people answered|seen differently)$|^weakest threads$|^threads to (?:raise|start with)$|^threads of the first step$|^perspective to start with$|^practices from which the level of .+ follows$|^since last time, .+: (?:risen|fallen|unchanged|statements changed)$|^since last time, .+ of which all say so$/;

/** A fact that has another value now. `now` is undefined where the suggestion no longer states it. */
export interface ChangedFact {
  what: string;
  was: string;
  now: string | undefined;
}

/** A fact of how far the answers are, and what it is once everything is answered and nobody states it. */
const progressOf = (what: string): string | undefined =>
  what === ANSWERED ? "everything" : what.endsWith(STILL_TO_ANSWER) ? NONE : undefined;

/**
 * The facts of a basis that have another value now, in their order. A fact that was not stated then is no change. Nor is one that is no longer stated
 * where only one of both suggestions speaks of what is answered so far; but then how far the answers are is another.
 */
export function changedFacts(basis: readonly Fact[], present: readonly Fact[]): ChangedFact[] {
  const [then, now] = [basis, present].map((facts) => new Map(facts.map(({ what, value }) => [what, value])));
  const isAlike = isSoFar(basis) === isSoFar(present);
  const progress = isAlike ? [] : [...basis, ...present].filter(({ what }) => progressOf(what) !== undefined);
  const compared = basis.filter(({ what }) => what !== SO_FAR.what && ((isAlike && !RETIRED.test(what)) || now?.has(what)));
  return [...new Set([...progress, ...compared].map(({ what }) => what))].flatMap((what) => {
    const was = then?.get(what) ?? progressOf(what) ?? NONE;
    const is = now?.get(what) ?? (isAlike ? undefined : progressOf(what));
    return was === is ? [] : [{ what, was, now: is }];
  });
}

/** Whether it is about several things, by the noun at its head: 'weakest threads', 'criteria to meet', not 'score of Risk management'. */
function isMany(what: string): boolean {
  const [head = ""] = what.split(/:| (?:of|that|which|to|with|below|above|among|at|in|not|still|marked|over|have|so)(?: |$)/);
  return !/^(?:whether|where|what) /.test(what) && /(?:[^s]s|criteria)$/.test(head);
}

/** 'maturity was 2, is 3' */
export function changedInWords({ what, was, now }: ChangedFact): string {
  const [then, is] = isMany(what) ? ["were", "are"] : ["was", "is"];
  return `${what} ${then} ${was}, ${now === undefined ? `and ${is} no longer stated` : `${is} ${now}`}`;
}

/** What readers look for first. */
const FIRST = [/^maturity$/, /^(?:overall )?score(?: so far)?$|^level$/, /^maturity|^score of|^overall/];
function rankOf({ what }: Pick<Fact, "what">): number {
  const rank = FIRST.findIndex((pattern) => pattern.test(what));
  return rank === -1 ? FIRST.length : rank;
}

/** The changed facts in words: the maturity first, then scores, then what else has changed. */
export const changesInWords = (basis: readonly Fact[], present: readonly Fact[]): string[] =>
  changedFacts(basis, present)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map(changedInWords);

/**
 * Collects the facts while a suggestion is put into words. Each method notes a fact and gives its words, so a sentence takes every figure and name from
 * here. Words are not part of a fact: another wording of the same facts changes none.
 */
export class Stated {
  readonly #facts = new Map<string, string>();

  /** In the order in which they were stated. */
  get facts(): Fact[] {
    return [...this.#facts].map(([what, value]) => ({ what: what.slice(0, BASIS_MAX.what), value: cut(value) })).slice(0, BASIS_MAX.facts);
  }

  /** A figure or name as it is shown. */
  text(what: string, shown: string | number): string {
    this.note(what, String(shown));
    return String(shown);
  }

  /** A count, in words up to ten. */
  count(what: string, count: number): string {
    this.note(what, String(count));
    return countInWords(count);
  }

  /** Some names, joined. */
  names(what: string, names: readonly (string | number)[]): string {
    this.note(what, listed(names));
    return listed(names);
  }

  /** A fact that the sentence implies, or says in words of its own. */
  note(what: string, value: string | number): void {
    this.#facts.set(what, String(value) || NONE);
  }
}

const cut = (value: string) => (value.length <= BASIS_MAX.value ? value : `${value.slice(0, BASIS_MAX.value - 1)}…`);
