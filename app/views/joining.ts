/** How invited people get in, and what became of mails: what screens show of it (docs/rules/people.md#copied-links). */
import type { MailState } from "#model/joining.ts";
import type { CopiedLink } from "~/views/shell";

/** Addresses that no screen of answering leads to: they are no part of its script. */
export const joiningPaths = {
  /** A copied link. */
  join: (token: string) => `/join/${encodeURIComponent(token)}`,
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
