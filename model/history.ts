/** What entries of the history have to do with each other (docs/rules/history.md#sittings). */
import { subjectAt } from "./contract/history.ts";

/** What decides whether two entries are of one sitting. `at` is ISO 8601. */
export interface Deed {
  at: string;
  /** Who did it: an address or a number. */
  by: string | number;
  place: string;
}

const SITTING_GAP_MS = 30 * 60_000;

/** Whether a deed belongs to the sitting of the one before it at the same place. */
export function isSameSitting(earlier: Deed, later: Deed): boolean {
  const gap = Date.parse(later.at) - Date.parse(earlier.at);
  return earlier.place === later.place && earlier.by === later.by && gap < SITTING_GAP_MS;
}

/**
 * Folds the saves of a sitting together. Other deeds stay by themselves.
 * @param deeds the newest first
 * @param isSave whether a deed may be folded
 * @returns sittings in the order of their newest deeds, each with its deeds, the newest first
 */
export function foldSittings<D extends Deed>(deeds: readonly D[], isSave: (deed: D) => boolean): D[][] {
  const sittings: D[][] = [];
  /** The sitting that each place was in, as the deeds go back in time. */
  const open = new Map<string, D[]>();
  for (const deed of deeds) {
    const sitting = isSave(deed) ? open.get(deed.place) : undefined;
    const later = sitting?.at(-1);
    if (sitting && later && isSameSitting(deed, later)) {
      sitting.push(deed);
      continue;
    }
    const begun = [deed];
    sittings.push(begun);
    if (isSave(deed)) open.set(deed.place, begun);
    else open.delete(deed.place);
  }
  return sittings;
}

const QUESTION_GAP_MS = 60_000;

/** Whether two deeds are what one question did: descoping, or bringing back, one thread in several perspectives. */
function isSameQuestion(earlier: Deed & { kind: string }, later: Deed & { kind: string }): boolean {
  const [a, b] = [subjectAt(earlier.place), subjectAt(later.place)];
  if (a?.kind !== "thread" || b?.kind !== "thread" || a.threadId !== b.threadId || a.perspectiveId === b.perspectiveId) return false;
  const isDescoping = later.kind === "descoped" || later.kind === "rescoped";
  const gap = Date.parse(later.at) - Date.parse(earlier.at);
  return isDescoping && earlier.kind === later.kind && earlier.by === later.by && gap < QUESTION_GAP_MS;
}

/**
 * Joins neighbouring deeds that one question did (docs/rules/descoping.md#in-all-perspectives).
 * @param sittings the newest first, each with its deeds, the newest first
 */
export function joinQuestions<D extends Deed & { kind: string }>(sittings: readonly (readonly D[])[]): D[][] {
  const joined: D[][] = [];
  for (const sitting of sittings) {
    const before = joined.at(-1);
    const [later, deed] = [before?.at(-1), sitting[0]];
    if (before && later && deed && isSameQuestion(deed, later)) before.push(...sitting);
    else joined.push([...sitting]);
  }
  return joined;
}

/**
 * Which deeds are parts of another one among them.
 * @param deeds the newest first
 * @param firstOf the number of the first part of a deed that has parts: they are those from it up to the deed
 * @returns the numbers of the parts
 */
export function partsAmong<D extends { id: number }>(deeds: readonly D[], firstOf: (deed: D) => number | undefined): Set<number> {
  const parts = new Set<number>();
  let first = Number.POSITIVE_INFINITY;
  for (const deed of deeds) {
    if (deed.id >= first) parts.add(deed.id);
    else first = firstOf(deed) ?? first;
  }
  return parts;
}

/** The place of an entry in the list of a team: its moment in milliseconds, and its number. @param at ISO 8601 */
export const entryAddress = ({ at, id }: { at: string; id: number }): string => `${Date.parse(at)}.${id}`;
