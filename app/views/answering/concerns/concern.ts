/** What each concern tells screens without drawing anything: the filters that it adds, and what the search finds of it. */

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
