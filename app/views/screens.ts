/** The screens of an assessment (docs/rules/navigation-and-home.md#the-screens-of-an-assessment). */

export type ScreenName =
  | "Set-up"
  | "Questions"
  | "Grid"
  | "Summary"
  | "Evidence"
  | "Result"
  | "Draft"
  | "Voices"
  | "Actions"
  | "Comparison"
  | "Report"
  | "History"
  | "Excel";

/** The links to an assessment's screens, in their order, and the one that is shown. */
export interface Screens {
  current: ScreenName | undefined;
  links: readonly { name: ScreenName; href: string }[];
}

/** The same screens, some of them at another address. */
export const withAddresses = (screens: Screens, addresses: Partial<Record<ScreenName, string | undefined>>): Screens => ({
  ...screens,
  links: screens.links.map(({ name, href }) => ({ name, href: addresses[name] ?? href })),
});
