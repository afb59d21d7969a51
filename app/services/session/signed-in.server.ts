/** A session as this application keeps it, and its times (docs/rules/sign-in-and-session.md). */
import { randomUUID } from "node:crypto";
import type { Role } from "#model/contract/common.ts";
import type { Session } from "#model/contract/session.ts";
import { addressToFollow } from "~/views/paths";
import type { User } from "~/views/session";

/** Seconds. */
const REFRESH_LEAD = 5 * 60;
const REFRESH_WITHOUT_EXPIRY = 25 * 60;

export interface SignedIn {
  token: string;
  /** Epoch seconds, or null when unknown. */
  expiry: number | null;
  /** When the session is over whatever is refreshed, epoch seconds; absent or null when the upstream does not say. */
  endsAt?: number | null;
  /** Epoch seconds of the sign-in or the last refresh. */
  renewedAt: number;
  redirectURI: string | null;
  user: { email: string; firstName: string | null };
  roles: Role[];
  /** The same from sign-in to log-out; after log-out no cookie of this session opens anything in this process. */
  sid: string;
  /** Cookies that the upstream set on /auth and /auth/refresh. */
  upstreamCookies: Record<string, string>;
}

export const userOf = ({ user, roles }: SignedIn): User => ({ ...user, roles });

export const nowSeconds = () => Math.floor(Date.now() / 1000);

/** The session, from the upstream's answer and its cookies. */
export function signedInFrom(session: Session, upstreamCookies: Record<string, string>): SignedIn {
  return {
    token: session.token,
    expiry: session.expiry ?? null,
    endsAt: session.endsAt ?? null,
    renewedAt: nowSeconds(),
    redirectURI: addressToFollow(session.redirectURI) ?? null,
    user: { email: session.user.email, firstName: session.user.firstName ?? null },
    roles: session.roles,
    sid: randomUUID(),
    upstreamCookies: Object.fromEntries(Object.entries(upstreamCookies).filter(([, value]) => value !== "")),
  };
}

/** When a new token is due, epoch seconds. Tokens that live shorter than the lead are renewed halfway. */
export function dueAt({ expiry, endsAt, renewedAt }: SignedIn): number {
  // The last token serves to the end of the session: there is nothing to be gained by another.
  if (endsAt && (expiry ?? renewedAt + REFRESH_WITHOUT_EXPIRY) >= endsAt) return endsAt;
  return expiry === null ? renewedAt + REFRESH_WITHOUT_EXPIRY : Math.max(expiry - REFRESH_LEAD, Math.floor((renewedAt + expiry) / 2));
}

export const isDue = (session: SignedIn) => nowSeconds() >= dueAt(session);

/** When the session cannot be used any more unless it is renewed, epoch seconds; null when nobody knows. */
export const endOf = ({ expiry, endsAt }: SignedIn) => (expiry !== null && endsAt ? Math.min(expiry, endsAt) : (expiry ?? endsAt ?? null));

export const isExpired = (session: SignedIn) => nowSeconds() >= (endOf(session) ?? Number.POSITIVE_INFINITY);
