/** Rules for evidence: what answers rest on (docs/rules/evidence.md). Only references are kept, never the papers themselves. */
import type { Subject } from "./contract/history.ts";

export const EVIDENCE_KINDS = ["document", "interview", "observation", "data"] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** The most characters of each text of an entry. */
export const EVIDENCE_TEXT_MAX = { what: 300, where: 1000, who: 200, remark: 2000 } as const;
/** The most entries of an assessment. */
export const EVIDENCE_MAX = 1000;
/** The most threads, practices and components that all entries of an assessment serve together: with a thousand entries, five each. */
export const EVIDENCE_PLACES_MAX = 5000;
/** How many entries a questions screen shows of what it asks about. The register has the others. */
export const EVIDENCE_SHOWN = 20;
/** How many characters of their texts a screen has room for. */
const SHOWN_CHARACTERS = 35_000;

/**
 * The newest entries for which a screen has room (docs/rules/evidence.md#the-form); the newest one always.
 * @param entries the oldest first
 */
export function newestShown<E extends Record<keyof typeof EVIDENCE_TEXT_MAX, string>>(entries: readonly E[]): E[] {
  let left = SHOWN_CHARACTERS;
  const newestFirst = entries.slice(-EVIDENCE_SHOWN).reverse();
  const shown = newestFirst.filter(({ what, where, who, remark }, index) => {
    left -= what.length + where.length + who.length + remark.length;
    return index === 0 || left >= 0;
  });
  return shown.reverse();
}

/** Schemes that are commonly written without slashes. */
const KNOWN_SCHEME =
  /^(javascript|vbscript|data|blob|file|filesystem|about|view-source|mailto|tel|sms|ftp|sftp|ssh|ldap|http|https|ws|wss):\S/i;
const WITH_SLASHES = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Whether a text begins as an address does, of any scheme. */
export const looksLikeAddress = (text: string): boolean => KNOWN_SCHEME.test(text.trim()) || WITH_SLASHES.test(text.trim());

/**
 * The address that a text is, to be linked; undefined for any other text (docs/rules/evidence.md#addresses).
 * @returns normalised; always https, without name and password
 */
export function addressIn(text: string): string | undefined {
  const typed = text.trim();
  if (!/^https:\/\/[^\s/]/i.test(typed) || /\s/.test(typed) || !URL.canParse(typed)) return undefined;
  const url = new URL(typed);
  return url.protocol === "https:" && url.username === "" && url.password === "" ? url.href : undefined;
}

/** The problem of the text that says where the evidence is, in words for the user; undefined when it can be saved. */
export function whereProblem(where: string): string | undefined {
  const text = where.trim();
  if (!looksLikeAddress(text) || addressIn(text) !== undefined) return undefined;
  if (!/^https:/i.test(text)) return "Please use an address that begins with https://, or describe the place in words.";
  // With something behind it, it is a text that begins with an address, and is not linked.
  return /^https:\/\/\S+\s/i.test(text) ? undefined : "Please enter a valid address, without a user name or password in it.";
}

/** The levels that evidence can speak about. Practices have no level 1 to answer. */
export const levelsAt = ({ kind }: Subject): readonly number[] => (kind === "capability" ? [2, 3, 4, 5] : [1, 2, 3, 4, 5]);

/** The fields of an entry that say what it is, apart from what it serves. */
const SAID = ["kind", "what", "where", "who", "date", "goodUntil", "remark"] as const;

/** Whether two entries are the same evidence, whatever each serves. */
export const isSameEvidence = (
  one: Readonly<Record<(typeof SAID)[number], string | null>>,
  other: Readonly<Record<(typeof SAID)[number], string | null>>,
): boolean => SAID.every((field) => one[field] === other[field]);

/** What is wrong with an entry beyond its single fields, by field. */
export function evidenceIssues(entry: { date: string | null; goodUntil: string | null }): { path: "goodUntil"; message: string }[] {
  const { date, goodUntil } = entry;
  return date !== null && goodUntil !== null && goodUntil < date
    ? [{ path: "goodUntil", message: "Please enter a day that is not before the evidence itself." }]
    : [];
}

/** The problem of an entry that serves too many places. @param room for how many more there is room */
export function tooManyPlaces(room: number): string {
  const limit = `All entries together can serve at most ${EVIDENCE_PLACES_MAX.toLocaleString("en-GB")} threads, practices and components.`;
  return room > 0 ? `${limit} There is room for ${room} more.` : `${limit} There is no room for more: take some off other entries first.`;
}

/** How many entries there are for each place. */
export function countByPlace(entries: readonly { places: readonly { place: string }[] }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { places } of entries) for (const { place } of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  return counts;
}
