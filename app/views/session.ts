/** What the screens of the session show: the clock behind the warning, and the devices that somebody is signed in on. */
import type { Role } from "#model/contract/common.ts";

/** Seconds until the browser should ask for a new token (0: it is overdue), and until the token ends (null when nobody knows). */
export interface SessionClock {
  refreshIn: number;
  expiresIn: number | null;
}

/** A device as the screen shows it. Moments are ISO 8601 in UTC. */
export interface Device {
  id: string;
  name: string;
  since: string;
  lastSeen: string | null;
  isThisOne: boolean;
}

/** Somebody who is signed in. */
export interface User {
  email: string;
  firstName: string | null;
  roles: readonly Role[];
}
