/** How much there may be of what somebody creates, so that no list grows without end (docs/rules/rights.md#room). */

/** Organizations of one team. */
export const ORGANIZATIONS_MAX = 5_000;
/** Assessments of one organization, archived ones and corrected editions included. */
export const ASSESSMENTS_MAX = 2_000;

const inWords = (count: number) => count.toLocaleString("en-GB");

/** Why no more can be created. */
export const roomMessages = {
  // Without a number: some may be behind a wall, and count, too.
  organizations: "Your team has no room for another organization. An operator can delete one.",
  assessments: `An organization has at most ${inWords(ASSESSMENTS_MAX)} assessments, and this one has as many. Create another organization for more.`,
};
