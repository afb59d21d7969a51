/**
 * What summaries and grids can be narrowed to (docs/rules/notes-and-diagnostics.md#filters). The choice is part of the address, as `show`.
 */

import { CONCERN_VIEWS, type InRow, type OnPage } from "~/views/answering/concerns";
import type { FilterRule } from "~/views/answering/concerns/concern";

/** What is known of a thread, practice or component. */
export interface FilterItem {
  state: string;
  concerns: InRow;
  /** Follows from others, so that there is nothing to do. */
  computed?: boolean | undefined;
}

type ConcernViews = typeof CONCERN_VIEWS;
type FilterOf<View> = View extends { filters: infer Filters } ? keyof Filters & string : never;
export type Filter = "todo" | FilterOf<ConcernViews[keyof ConcernViews]>;

interface OfferedFilter extends Pick<FilterRule<unknown>, "label" | "none"> {
  isKnown(page: OnPage): boolean;
  passes(item: FilterItem): boolean | undefined;
}

const SETTLED = ["answered", "complete", "Complete"];
const lackingOf = ({ state, computed }: FilterItem) => ({ answered: SETTLED.includes(state), computed });

/** All filters, in their order. What a concern adds is offered where the page has that concern. */
const FILTERS: ReadonlyMap<string, OfferedFilter> = new Map<string, OfferedFilter>([
  [
    "todo",
    {
      ...{ label: "To do", none: "Nothing is left to do.", isKnown: () => true },
      passes: ({ state, computed }) => !SETTLED.includes(state) && !computed,
    },
  ],
  ...Object.entries(CONCERN_VIEWS).flatMap(([concern, { filters }]) =>
    Object.entries(filters as Record<string, FilterRule<unknown>>).map(([name, rule]): [string, OfferedFilter] => {
      const key = concern as keyof ConcernViews;
      return [
        name,
        { ...rule, isKnown: (page) => page[key] !== undefined, passes: (item) => rule.passes(item.concerns[key], lackingOf(item)) },
      ];
    }),
  ),
]);

export const FILTER_FIELD = "show";

const FILTER_NAMES = [...FILTERS.keys()] as Filter[];
const ruleOf = (filter: Filter) => FILTERS.get(filter) as OfferedFilter;

/** What the search finds of concerns, in words. */
export const alsoSearched = (page: OnPage): string[] =>
  Object.entries(CONCERN_VIEWS).flatMap(([name, view]) =>
    "searched" in view && page[name as keyof ConcernViews] !== undefined ? [view.searched] : [],
  );

/** The name of a filter, and the message when it shows nothing. */
export const filterTexts = (filter: Filter): Pick<OfferedFilter, "label" | "none"> => ruleOf(filter);

/** The filters that a screen offers. */
export const filtersFor = (page: OnPage): Filter[] => FILTER_NAMES.filter((each) => ruleOf(each).isKnown(page));

/** The filter of an address; undefined for none, or for one that does not work here. */
export function filterIn(query: URLSearchParams, page: OnPage): Filter | undefined {
  return filtersFor(page).find((each) => each === query.get(FILTER_FIELD));
}

/** An address of a summary or a grid with a filter, before its fragment. */
export function withFilter(href: string, filter: Filter | undefined): string {
  if (filter === undefined) return href;
  const [path = "", fragment] = href.split("#");
  const query = `${path.includes("?") ? "&" : "?"}${new URLSearchParams({ [FILTER_FIELD]: filter })}`;
  return `${path}${query}${fragment === undefined ? "" : `#${fragment}`}`;
}

/** The same address with the filter that a request asked for. */
export function withFilterOf(request: { url: string }, href: string): string {
  const filter = new URL(request.url).searchParams.get(FILTER_FIELD);
  return withFilter(
    href,
    FILTER_NAMES.find((each) => each === filter),
  );
}

const isInScope = ({ state }: FilterItem) => state !== "descoped";

/** Whether an item is shown under a filter. Without a filter all are; no filter shows what is descoped. */
export const passes = (filter: Filter | undefined, item: FilterItem): boolean | undefined =>
  filter === undefined || (isInScope(item) && ruleOf(filter).passes(item));

/** How many items pass a filter; without one, how many there are. What is descoped never counts. */
export const countPassing = (filter: Filter | undefined, items: readonly FilterItem[]): number =>
  items.filter((item) => isInScope(item) && passes(filter, item)).length;
