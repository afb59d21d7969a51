/** Rules about how people get in who are invited, and about addresses that nobody has confirmed (docs/rules/people.md#copied-links). */

import { listed } from "./words.ts";

/** How long a copied link serves. */
export const LINK_HOURS = 24;
/** How many links a lead copies within 24 hours. */
export const LINKS_A_DAY = 20;

/** What became of a mail. */
export const MAIL_STATES = ["sent", "waiting", "refused"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** How long codes for another address serve, and how many wrong ones may be typed. */
export const ADDRESS_CODE_MINUTES = 15;
export const ADDRESS_TRIES = 5;
/** How often somebody asks for such codes within 24 hours. */
export const ADDRESSES_A_DAY = 5;
/** After signing in, a code to the new address is enough for so long. */
export const FRESH_MINUTES = 10;
/** How long a change of address can be undone, and how long the old one serves for entry links. */
export const UNDO_DAYS = 7;
export const OLD_ADDRESS_DAYS = 90;

export const joiningMessages = {
  noAddress: "This is no e-mail address.",
  ownAddress: "This is your address already.",
  addressesToday: `You have asked for codes ${ADDRESSES_A_DAY} times within 24 hours. Please try again later.`,
  internalAddress: "The address of an internal account is not changed here. Ask whoever runs this service.",
  noMails: "This service sends no mails, so only whoever runs it can change an address.",
  linksToday: `You have copied ${LINKS_A_DAY} links within 24 hours. Please try again later.`,
  linkIsOver: "This link does not serve. Please sign in by mail or from your home site.",
  lapsed: "This invitation has lapsed. Invite this person again first.",
  mailQuota:
    "One person causes at most five mails to one address within 24 hours. This address gets a mail about each link. Try again later.",
  noMailToRepeat: "No mail to this person was refused.",
  unconfirmed: (...who: string[]) =>
    `${listed(who.map((each) => `${each}'s`))} ${who.length === 1 ? "address is" : "addresses are"} not confirmed yet.`,
};
