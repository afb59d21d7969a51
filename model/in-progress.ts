/** The list of everything in progress (docs/rules/in-progress.md). */

/** How many assessments a page has. */
export const IN_PROGRESS_AT_ONCE = 100;

/** The orders of the list: what was changed last first, what lies longest first, by client, by name. */
export const IN_PROGRESS_ORDERS = ["changed", "oldest", "client", "name"] as const;
export type InProgressOrder = (typeof IN_PROGRESS_ORDERS)[number];

/** What the filter of who edits says for assessments that nobody edits. It is no address. */
export const NOBODY_EDITS = "nobody";
