/** The screens of an assessment (docs/rules/navigation-and-home.md#the-screens-of-an-assessment). */

/** Those that the row itself names, in their order; further ones are below `More`. */
const IN_ROW = ["Questions", "Grid", "Summary", "Evidence", "Voices", "Result", "Draft"] as const;
/** Those that are about a result, which have a row of their own. */
const OF_RESULT = ["Result", "Draft", "Comparison", "Report"] as const;

export type ScreenName =
  | (typeof IN_ROW)[number]
  | (typeof OF_RESULT)[number]
  // It has the row of a result, and no link there: a result leads to it.
  | "What if"
  | ("Peer review" | "Second ratings" | "History" | "Excel" | "Actions" | "Set-up");

export interface ScreenLink {
  name: ScreenName;
  href: string;
  /** The name, with how many things wait there. */
  label: string;
}

/** How many things wait on screens; one where nothing waits may be absent. */
export type Waiting = Partial<Record<ScreenName, number | undefined>>;

/** The links to an assessment's screens, in their order, and the one that is shown. */
export interface Screens {
  current: ScreenName | undefined;
  links: readonly ScreenLink[];
  more: readonly ScreenLink[];
  /** What unfolds those, with how many things wait there in all. */
  moreLabel: string;
  /** On the screens about a result; none elsewhere. */
  ofResult: readonly ScreenLink[];
}

const isAmong = (names: readonly ScreenName[], name: ScreenName | undefined) => name !== undefined && names.includes(name);

const withCount = (label: string, count = 0): string => (count > 0 ? `${label} (${count})` : label);

/** Whether a screen is about a result. */
export const isOfResult = (name: ScreenName | undefined): boolean => name === "What if" || isAmong(OF_RESULT, name);

/** Puts the screens that there are at their places. @param addresses in their order */
export function screensIn(
  current: ScreenName | undefined,
  addresses: readonly Pick<ScreenLink, "name" | "href">[],
  waiting: Waiting = {},
): Screens {
  const all = addresses.map((link) => ({ ...link, label: withCount(link.name, waiting[link.name]) }));
  const ofResult = all.filter(({ name }) => isAmong(OF_RESULT, name));
  const links = all.filter(({ name }) => isAmong(IN_ROW, name));
  const more = all.filter((each) => !links.includes(each) && !ofResult.includes(each));
  return {
    ...{ current, links, more },
    moreLabel: withCount(
      "More",
      more.reduce((sum, { name }) => sum + (waiting[name] ?? 0), 0),
    ),
    ofResult: isOfResult(current) ? ofResult : [],
  };
}

/** The same screens, some of them at another address. */
export function withAddresses(screens: Screens, addresses: Partial<Record<ScreenName, string | undefined>>): Screens {
  const at = (links: readonly ScreenLink[]) => links.map((link) => ({ ...link, href: addresses[link.name] ?? link.href }));
  return { ...screens, links: at(screens.links), more: at(screens.more), ofResult: at(screens.ofResult) };
}
