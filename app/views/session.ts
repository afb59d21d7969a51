/** What screens know of the session: who is signed in, when the token ends, and the devices somebody is signed in on. */
import type { Id, Role } from "#model/contract/common.ts";
import type { Permission } from "#model/permissions.ts";

/** Seconds until the browser should ask for a new token (0: overdue), and until the token ends (null: unknown). */
export interface SessionClock {
  refreshIn: number;
  expiresIn: number | null;
}

/** A device as the screen shows it. Times are ISO 8601 in UTC. */
export interface Device {
  id: string;
  name: string;
  since: string;
  lastSeen: string | null;
  isThisOne: boolean;
}

/** An address as somebody typed it, and what is wrong with it. */
export interface MailReply {
  typed: string;
  error: string;
}

/** What the link of a mail shows: `own` in the browser that asked; elsewhere the code to type there. */
export interface MailedLink {
  own: boolean;
  code: string | null;
}

/** Somebody who is signed in. */
export interface User {
  email: string;
  firstName: string | null;
  roles: readonly Role[];
}

/** What the forms of one's own account do. */
export const ME_INTENTS = { leave: "leave", accept: "accept", decline: "decline" } as const;

/** An invitation to oneself. Moments are ISO 8601 in UTC. */
export interface OfferedInvitation {
  id: Id;
  /** In a sentence: its name, or whose it is. */
  team: string;
  /** Null where an operator has invited. */
  by: string | null;
  permission: Permission;
  roles: readonly Role[];
  invitedAt: string;
  expiresAt: string;
}

/** One's own account (docs/rules/people.md#your-account). */
export interface MePage {
  name: string | null;
  email: string;
  permission: Permission;
  roles: readonly Role[];
  /** Null where it has no name. */
  team: string | null;
  /** Who else leads the team, by name. */
  leads: string[];
  /** Undefined where the upstream cannot end sessions. */
  devices: { name: string; isThisOne: boolean }[] | undefined;
  /** Whether one can change name and address oneself. */
  changesSelf: boolean;
  /** To one's address, the newest first. */
  mails: { kind: string; at: string; sentAt: string | null }[];
  invitations: OfferedInvitation[];
  /** Nobody else is in the team. */
  isAlone: boolean;
  /** The user has to leave the team before they accept an invitation. */
  mustLeaveFirst: boolean;
  mayLeave: boolean;
  /** How many organizations come along to another team. */
  organizations: number;
  /** Of the user, for leaving the team that the page shows. */
  version: number | undefined;
  /** The question to ask. */
  asks: "leave" | { answer: "accept" | "decline"; invitation: OfferedInvitation } | undefined;
}
