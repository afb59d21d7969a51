/** Pages of organizations and of their assessments, as home shows them (docs/rules/navigation-and-home.md#dashboard). */

/** How many organizations a page shows. */
export const ORGANIZATIONS_AT_ONCE = 50;
/** How many assessments of a model a page shows. */
export const ROWS_AT_ONCE = 25;
/** The most of them that can be asked for at once. */
export const ROWS_MAX = 100;

/** The tabs of an organization, each with the groups of assessments in it, in their order. */
export const TAB_GROUPS = {
  active: ["active", "drafted", "created"],
  completed: ["completed"],
  archive: ["archived"],
} as const;
export type Tab = keyof typeof TAB_GROUPS;
export const TABS = ["active", "completed", "archive"] as const satisfies readonly Tab[];

/** Whether any of the texts contains the words, whatever their case. @param words undefined or empty: all texts fit */
export function holdsWords(words: string | undefined, texts: readonly (string | null | undefined)[]): boolean {
  const wanted = words?.toLocaleLowerCase("en-GB");
  return !wanted || texts.some((text) => text?.toLocaleLowerCase("en-GB").includes(wanted));
}
