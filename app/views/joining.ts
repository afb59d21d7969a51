/** How invited people get in, and what became of mails: what screens show of it (docs/rules/people.md#copied-links). */
import type { SubmissionResult } from "@conform-to/react";
import type { Id } from "#model/contract/common.ts";
import type { OwnAddress } from "#model/contract/joining.ts";
import type { MailState } from "#model/joining.ts";
import { LINE_MAX, PERSON_NAME_MAX, personNameProblem } from "#model/people.ts";
import type { TextRule } from "#model/text.ts";
import type { PeopleAddress } from "~/views/paths";
import type { CopiedLink } from "~/views/shell";

const asQuery = (query: PeopleAddress) => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(Object.fromEntries(given))}`;
};

/** Addresses that no screen of answering leads to: they are no part of its script. */
export const joiningPaths = {
  /** A copied link. */
  join: (token: string) => `/join/${encodeURIComponent(token)}`,
  /** An open invitation, to be corrected. */
  invitation: (id: Id) => `/people/invitations/${encodeURIComponent(String(id))}`,
  /** One's own name, and one's own address. @param again asks for codes once more */
  ownName: () => "/me/name",
  ownAddress: (again?: "again") => `/me/address${again === undefined ? "" : "?again=1"}`,
  /** The people of a team as a file. */
  peopleWorkbook: (query: PeopleAddress) => `/people.xlsx${asQuery(query)}`,
} as const;

/** What became of a mail. `at` is ISO 8601. */
export interface Delivery {
  state: MailState;
  at: string;
  /** What the mail server answered last. */
  reply: string | null;
}

/** What came of asking for a link. */
export interface LinkReply {
  /** Tells two answers apart. */
  id: string;
  copied: { links: CopiedLink[]; problems: string[] };
}

/** What the page of a copied link shows. */
export interface JoinPage {
  /** Undefined where the link does not serve. */
  offer: { team: string; by: string; email: string; until: string } | undefined;
  /** Who is signed in here already. */
  signedInAs: string | undefined;
  /** Where people come from otherwise. */
  homeSite: string;
}

/** The form of an open invitation. */
export const INVITATION = { name: "name", email: "email", version: "version" } as const;
export const INVITATION_LABELS = { name: "Name", email: "E-mail address" } as const;
export const INVITATION_RULES: Record<string, TextRule> = {
  name: { max: PERSON_NAME_MAX, check: personNameProblem },
  email: { required: true, max: LINE_MAX },
};

export interface InvitationPage {
  id: Id;
  name: string;
  email: string;
  version: number | undefined;
}

/** The form of one's own name. */
export const OWN_NAME = { firstName: "firstName" } as const;
export const OWN_NAME_LABELS = { firstName: "First name" } as const;
export const OWN_NAME_RULES: Record<string, TextRule> = { firstName: { max: PERSON_NAME_MAX, check: personNameProblem } };

/** The forms of one's own address. */
export const OWN_ADDRESS = { email: "email", code: "code", oldCode: "oldCode", intent: "intent" } as const;
export const OWN_ADDRESS_LABELS = {
  email: "New e-mail address",
  code: "Code from the mail to the new address",
  oldCode: "Code from the mail to your present address",
} as const;
export const OWN_ADDRESS_RULES: Record<string, TextRule> = { email: { required: true, max: LINE_MAX } };
/** The rules of the form for codes. @param needsOldCode whether both are needed */
export const codesRules = (needsOldCode: boolean): Record<string, TextRule> => ({
  code: { required: true },
  ...(needsOldCode ? { oldCode: { required: true } } : {}),
});

/** One's own address, and the new one that waits for its codes unless another is asked for. */
export interface OwnAddressPage extends Omit<OwnAddress, "fixed" | "pending"> {
  /** Why it cannot be changed here. */
  fixed: string | undefined;
  pending: OwnAddress["pending"] | undefined;
}

/** What became of a form of this kind; the version is the present one, where somebody else made a change. */
export interface FormReply {
  id: string;
  result: SubmissionResult<string[]>;
  changedTo?: number;
}

/** The page of the link in a mail to an old address. */
export interface UndoPage {
  offer: { email: string; newEmail: string; until: string } | undefined;
  homeSite: string;
}
