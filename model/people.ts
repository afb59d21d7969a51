/** Rules about the people of a team and who is invited (docs/rules/people.md). */
import { leadingProblem } from "./leading.ts";
import { storedAddress } from "./mail-address.ts";
import { ADDRESS_MAX, isWithin } from "./text.ts";

/** People and open invitations of a team together. So lists need no pages. */
export const TEAM_MAX = 500;
/** Lines of one call that invites. */
export const INVITE_MAX = 100;
/** For the first name of a person, in a list or in a mail. */
export const PERSON_NAME_MAX = 100;
/** For a line of a list as it was pasted, name and address each. */
export const LINE_MAX = 500;
/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 14;

/** Why somebody was not invited. */
export const INVITE_REFUSALS = ["address", "name", "twice", "inTeam", "invited", "full", "quota"] as const;
export type InviteRefusal = (typeof INVITE_REFUSALS)[number];

/** What a screen and a command say about it (docs/rules/people.md#inviting). */
export const INVITE_REFUSAL_WORDS: Record<InviteRefusal, string> = {
  address: "This is no e-mail address.",
  name: `Please use a name of at most ${PERSON_NAME_MAX} characters without web or mail addresses.`,
  twice: "This address is in the list twice.",
  inTeam: "This person is in your team already.",
  invited: "This person is invited already.",
  full: `A team has at most ${TEAM_MAX} people and open invitations.`,
  quota: "One person causes at most five mails to one address within 24 hours, and a limited number in all. Try again later.",
};

/** Says why a name of a person cannot be used (docs/rules/people.md#inviting). */
export function personNameProblem(name: string): string | undefined {
  return isWithin(name, PERSON_NAME_MAX) && leadingProblem(name) === undefined ? undefined : INVITE_REFUSAL_WORDS.name;
}

/** The form of an address. Mail servers take more, but nobody has such an address. */
const ADDRESS = /^[^\s@<>,;:"()[\]\\\p{Cc}]+@[^\s@<>,;:"()[\]\\\p{Cc}]+$/u;

/** An address as it is stored (docs/rules/people.md#international-domains); undefined when it is none. @param text as people or browsers write it */
export function addressIn(text: string): string | undefined {
  const address = storedAddress(text.trim());
  if (address.length > ADDRESS_MAX || !ADDRESS.test(address)) return undefined;
  const domain = address.slice(address.indexOf("@") + 1);
  // A domain with other letters that is stored as it is has no form that a mail server knows.
  return /^\p{ASCII}+$/u.test(domain) && /^[^.]/.test(domain) && /\.[^.]+$/.test(domain) && !domain.includes("..") ? address : undefined;
}
