/** Rules about how people get in who are invited, and about addresses that nobody has confirmed (docs/rules/people.md#copied-links). */

/** How long a copied link serves. */
export const LINK_HOURS = 24;
/** How many links a lead copies within 24 hours. */
export const LINKS_A_DAY = 20;

/** What became of a mail. */
export const MAIL_STATES = ["sent", "waiting", "refused"] as const;
export type MailState = (typeof MAIL_STATES)[number];

export const joiningMessages = {
  linksToday: `You have copied ${LINKS_A_DAY} links within 24 hours. Please try again later.`,
  linkIsOver: "This link does not serve. Please sign in by mail or from your home site.",
  lapsed: "This invitation has lapsed. Invite this person again first.",
  mailQuota:
    "One person causes at most five mails to one address within 24 hours. This address gets a mail about each link. Try again later.",
  noMailToRepeat: "No mail to this person was refused.",
  unconfirmed: (who: string) => `${who}'s address is not confirmed yet.`,
};
