/**
 * What summaries and grids can be narrowed to (docs/rules/notes-and-diagnostics.md#filters). The choice is part of the address, as `show`.
 */

/** Whether the upstream tells which items are flagged, which have a note, and which have evidence. What it does not tell is not offered. */
export interface FilterKnowledge {
  flags: boolean;
  notes: boolean;
  evidence?: boolean;
  /** Whether anything here has a target. */
  targets?: boolean;
  /** Whether voices were asked, and the user may read what they say. */
  voices?: boolean;
}

/** What is known of a thread, practice or component. */
export interface FilterItem {
  state: string;
  flagged?: boolean | undefined;
  noted?: boolean | undefined;
  /** How many entries of evidence it has. */
  evidence?: number | undefined;
  /** Whether it has a target that is not reached: its own, or that of its perspective. */
  belowTarget?: boolean | undefined;
  /** What voices say; undefined where nobody has answered. */
  voices?: VoicesInRow | undefined;
  /** Follows from others, so that there is nothing to do. */
  computed?: boolean | undefined;
}

/** What voices say about a thread, practice or component, in short. */
export interface VoicesInRow {
  /** How many of those who were asked have answered: '3 of 5 voices'. */
  words: string;
  /** They differ among themselves, and from the verdict. */
  differ: boolean;
  apart: boolean;
}

interface FilterRule {
  label: string;
  /** The message when it shows nothing. */
  none: string;
  isKnown(knows: FilterKnowledge): boolean;
  passes(item: FilterItem): boolean;
}

const SETTLED = ["answered", "complete", "Complete"];
const isToDo = ({ state, computed }: FilterItem) => !SETTLED.includes(state) && computed !== true;

/** All filters, in their order. */
const FILTERS = {
  todo: { label: "To do", none: "Nothing is left to do.", isKnown: () => true, passes: isToDo },
  flagged: {
    label: "Flagged",
    none: "Nothing is flagged for later.",
    isKnown: ({ flags }) => flags,
    passes: ({ flagged }) => flagged === true,
  },
  unnoted: { label: "Without note", none: "Everything has a note.", isKnown: ({ notes }) => notes, passes: ({ noted }) => noted === false },
  unevidenced: {
    label: "Without evidence",
    none: "Everything has evidence.",
    isKnown: ({ evidence }) => evidence === true,
    passes: ({ evidence }) => evidence === 0,
  },
  below: {
    label: "Below target",
    none: "Everything has reached its target.",
    isKnown: ({ targets }) => targets === true,
    passes: ({ belowTarget }) => belowTarget === true,
  },
  differ: {
    label: "Voices differ",
    none: "Nowhere do voices differ.",
    isKnown: ({ voices }) => voices === true,
    passes: ({ voices }) => voices?.differ === true,
  },
  apart: {
    label: "Differs from the voices",
    none: "No answer differs from the voices.",
    isKnown: ({ voices }) => voices === true,
    passes: ({ voices }) => voices?.apart === true,
  },
} satisfies Record<string, FilterRule>;

export type Filter = keyof typeof FILTERS;
export const FILTER_FIELD = "show";

const FILTER_NAMES = Object.keys(FILTERS) as Filter[];

/** What the question at submission names (docs/rules/submission-and-certification.md#submission). */
export const OPEN_AT_SUBMISSION = ["flagged", "unnoted", "unevidenced"] as const satisfies Filter[];

/** The name of a filter, and the message when it shows nothing. */
export const filterTexts = (filter: Filter): Pick<FilterRule, "label" | "none"> => FILTERS[filter];

/** The filters that a screen offers. */
export const filtersFor = (knows: FilterKnowledge): Filter[] => FILTER_NAMES.filter((each) => FILTERS[each].isKnown(knows));

/** The filter of an address; undefined for none, or for one that does not work here. */
export function filterIn(query: URLSearchParams, knows: FilterKnowledge): Filter | undefined {
  return filtersFor(knows).find((each) => each === query.get(FILTER_FIELD));
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
  const asked = new URL(request.url).searchParams.get(FILTER_FIELD);
  return withFilter(
    href,
    FILTER_NAMES.find((each) => each === asked),
  );
}

const isInScope = ({ state }: FilterItem) => state !== "descoped";

/** Whether an item is shown under a filter. Without a filter all are; no filter shows what is descoped. */
export const passes = (filter: Filter | undefined, item: FilterItem): boolean =>
  filter === undefined || (isInScope(item) && FILTERS[filter].passes(item));

/** How many items pass a filter; without one, how many there are. What is descoped never counts. */
export const countPassing = (filter: Filter | undefined, items: readonly FilterItem[]): number =>
  items.filter((item) => isInScope(item) && passes(filter, item)).length;
