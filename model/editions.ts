/** Which edition of an assessment counts (docs/rules/editions.md#which-edition-counts). */
import { groupBy } from "./group-by.ts";

/** A completed assessment as far as this rule looks at it; on the wire it is an `Assessment`. */
export interface CompletedEdition {
  id: number | string;
  /** ISO 8601. */
  dateCompleted: string | null;
  /** Absent where there is only one edition. */
  edition?: { number: number; firstId: number | string; firstCompleted?: string | null | undefined } | null | undefined;
}

/** How many editions an assessment has at most, the first included. One that has more keeps them. */
export const EDITIONS_MAX = 20;

/** Why another edition of a completed assessment is refused; undefined where there is room for one (docs/rules/editions.md#making-one). */
export const editionsProblem = (assessment: Pick<CompletedEdition, "edition">): string | undefined =>
  editionNumber(assessment) < EDITIONS_MAX ? undefined : `An assessment has at most ${EDITIONS_MAX} editions, so this one is the last.`;

/** The number of an edition; 1 for an assessment that was never corrected. */
export const editionNumber = ({ edition }: Pick<CompletedEdition, "edition">): number => edition?.number ?? 1;

/** What an edition is called. */
export const editionInWords = (number: number): string => `edition ${number}`;

/** The name of an assessment with its edition, from the second on: 'Spring review, edition 2'. */
export const withEdition = (name: string, assessment: Pick<CompletedEdition, "edition">): string =>
  editionNumber(assessment) > 1 ? `${name}, ${editionInWords(editionNumber(assessment))}` : name;

/**
 * The date of an assessment in a series: when its first edition was completed. A correction does not make it newer.
 * @returns ISO 8601; empty when nobody knows
 */
export const standsAt = ({ dateCompleted, edition }: CompletedEdition): string => edition?.firstCompleted ?? dateCompleted ?? "";

/**
 * The latest edition of each assessment, for lists and figures that count each assessment once.
 * @param completed those that may count: a caller that leaves out archived or test assessments does so before
 * @returns the newest assessment first, by the completion of its first edition
 */
export function latestEditions<E extends CompletedEdition>(completed: readonly E[]): E[] {
  const byAssessment = groupBy(completed, ({ id, edition }) => String(edition?.firstId ?? id));
  const latest = [...byAssessment.values()].flatMap((editions) =>
    editions.toSorted((a, b) => editionNumber(b) - editionNumber(a)).slice(0, 1),
  );
  const newestFirst = (a: E, b: E) => (standsAt(a) === standsAt(b) ? Number(b.id) - Number(a.id) : standsAt(a) < standsAt(b) ? 1 : -1);
  return latest.sort(newestFirst);
}
