/** What each concern tells screens without drawing anything: the filters that it adds, what the search finds of it, and how answers name it. */

/** The field that names where answers come from that were taken from a concern as a whole. */
export const SOURCE_FIELD = "answersFrom";

import type { Lacking } from "#model/lacks.ts";

export interface FilterRule<InRow> {
  label: string;
  /** The message when it shows nothing. */
  none: string;
  /** @param given what the concern says about an item; undefined where it says nothing */
  passes(given: InRow | undefined, item: Lacking): boolean | undefined;
}

export interface ConcernView<InRow> {
  filters: Readonly<Record<string, FilterRule<InRow>>>;
  /** What the search finds of it, in a word. */
  searched?: string;
}
