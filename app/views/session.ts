/** What screens know of the session: who is signed in, when the token ends, and the devices somebody is signed in on. */
import type { Role } from "#model/contract/common.ts";

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
