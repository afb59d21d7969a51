import type { KeyObject } from "node:crypto";
import type { Catalogue } from "#api/content/catalogue.ts";
import type { Db } from "#api/store/open.ts";
import type { Role, Versions } from "#model/contract/common.ts";
import type { FromRating } from "#model/contract/history.ts";
import { dayOf } from "#model/days.ts";
import type { Permission } from "#model/permissions.ts";

/** A signed-in person. */
export interface User {
  id: number;
  email: string;
  firstName: string | null;
  roles: readonly Role[];
  teamId: number;
  permission: Permission;
}

/** What a call works with: who asks, when, and the handle of the store or of the transaction. */
export interface Work {
  db: Db;
  user: User;
  now: Date;
  /** Whose days count: an IANA name. */
  timeZone: string;
  catalogue: Catalogue;
  /** The account may read the organizations of every team. */
  isInternal: boolean;
  /** The accounts that may, by address. They are nobody's colleagues (docs/rules/people.md#who-manages-whom). */
  internalAccounts: readonly string[];
  /** Whether mails can be sent. */
  mails?: boolean;
  /** The versions of the parts that a write was made from, where the caller says so. */
  madeFrom?: Versions | undefined;
  /** The organizations that a write is about. A repeated write gets the stored answer only if its sender may still read them. */
  organizations?: Set<number>;
  /** Counts rows that this write copies for the caller's quota (docs/rules/rights.md#quotas); absent where nobody has one. */
  countRows?: (rows: number) => void;
  /** Does something after the answer, once the write is stored, and once more if it fails; absent where nobody waits for an answer. */
  onceStored?: (work: () => Promise<void>) => void;
  /** The second rating that a write uses: the history tells it with each change. */
  fromRating?: FromRating;
  /** Seals the entries of the history. */
  historyKey: KeyObject;
  /** The session that makes the call; absent where nobody signed in, as when the demo is seeded. */
  sessionId?: string;
}

/** The day on which a call is made, such as 2026-11-05 (docs/rules/actions.md#days). */
export const todayOf = ({ now, timeZone }: Pick<Work, "now" | "timeZone">): string => dayOf(now, timeZone);

/** The time of a call, as it is stored. */
export function moment({ now }: { now: Date }): string {
  return now.toISOString();
}
