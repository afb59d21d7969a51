/** The screens of an assessment (docs/rules/navigation-and-home.md#the-screens-of-an-assessment). */

/** Those that the row itself names, in their order; further ones are below `More`. */
const IN_ROW = ["Questions", "Grid", "Summary", "Evidence", "Voices", "Result", "Draft"] as const;
/** Those that are about a result, which have a row of their own. */
const OF_RESULT = ["Result", "Draft", "Comparison", "Report"] as const;

export type ScreenName = (typeof IN_ROW)[number] | (typeof OF_RESULT)[number] | "Peer review" | "History" | "Excel" | "Actions" | "Set-up";

export interface ScreenLink {
  name: ScreenName;
  href: string;
  /** How many things wait there; absent for none. */
  count?: number;
}

/** The links to an assessment's screens, in their order, and the one that is shown. */
export interface Screens {
  current: ScreenName | undefined;
  links: readonly ScreenLink[];
  more: readonly ScreenLink[];
  /** On the screens about a result; none elsewhere. */
  ofResult: readonly ScreenLink[];
}

const isAmong = (names: readonly ScreenName[], name: ScreenName | undefined) => name !== undefined && names.includes(name);

/** Puts the screens that there are at their places. @param all in their order */
export function screensIn(current: ScreenName | undefined, all: readonly ScreenLink[]): Screens {
  const ofResult = all.filter(({ name }) => isAmong(OF_RESULT, name));
  const links = all.filter(({ name }) => isAmong(IN_ROW, name));
  return {
    current,
    links,
    more: all.filter((each) => !links.includes(each) && !ofResult.includes(each)),
    ofResult: isAmong(OF_RESULT, current) ? ofResult : [],
  };
}

/** The same screens, some of them at another address. */
export function withAddresses(screens: Screens, addresses: Partial<Record<ScreenName, string | undefined>>): Screens {
  const at = (links: readonly ScreenLink[]) => links.map((link) => ({ ...link, href: addresses[link.name] ?? link.href }));
  return { ...screens, links: at(screens.links), more: at(screens.more), ofResult: at(screens.ofResult) };
}
