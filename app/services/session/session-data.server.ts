/** A session as the web application keeps it, and its times (docs/rules/sign-in-and-session.md#restoring-and-refreshing). */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { mailAddress, role } from "#model/contract/common.ts";
import { type Session, session as sessionAnswer } from "#model/contract/session.ts";
import { addressToFollow } from "~/views/paths";
import type { User } from "~/views/session";

/** Seconds. */
const REFRESH_LEAD = 5 * 60;
const REFRESH_WITHOUT_EXPIRY = 25 * 60;
const REFRESH_PAUSE = 30;

/** Former addresses that a session remembers: its cookies have little room. */
const FORMER_KEPT = 5;

export const sessionData = z.object({
  token: z.string().min(1),
  /** Epoch seconds, or null when unknown. */
  expiry: z.number().nullable(),
  /** When the session ends for good, epoch seconds; absent or null when the upstream does not tell. */
  endsAt: z.number().nullish(),
  /** Epoch seconds of the sign-in or the last refresh. */
  renewedAt: z.number(),
  redirectURI: z.string().nullable(),
  user: z.object({ email: mailAddress, firstName: z.string().nullable() }),
  /** Absent or null where the upstream tells the person by the address alone. */
  person: sessionAnswer.shape.person,
  roles: z.array(role),
  /** Names the session from sign-in to log-out, however often it is refreshed. */
  sid: z.string().min(1),
  /** Cookies that the upstream set on /auth and /auth/refresh. */
  upstreamCookies: z.record(z.string(), z.string()),
});
export type SessionData = z.output<typeof sessionData>;

/** The signed-in user as screens and services know them. */
export const userOf = ({ user, roles }: SessionData): User => ({ ...user, roles });

/**
 * The names of the owner of what a browser keeps. The name that outlasts a change of address comes first. The others are from before
 * (docs/rules/locks-and-saving.md#whose-unsent-work-it-is).
 */
export const namesOf = ({ user, person }: Pick<SessionData, "user" | "person">): string[] => [
  ...(person ? [`person ${person.key}`] : []),
  user.email,
  ...(person?.formerAddresses ?? []),
];

/** The present moment, epoch seconds. */
export const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Makes a session from the upstream's answer. @param upstreamCookies that the upstream set, name to value */
export function sessionDataFrom(session: Session, upstreamCookies: Record<string, string>): SessionData {
  return {
    token: session.token,
    expiry: session.expiry ?? null,
    endsAt: session.endsAt ?? null,
    renewedAt: nowSeconds(),
    redirectURI: addressToFollow(session.redirectURI) ?? null,
    user: { email: session.user.email, firstName: session.user.firstName ?? null },
    person: session.person && { ...session.person, formerAddresses: session.person.formerAddresses.slice(0, FORMER_KEPT) },
    roles: session.roles,
    sid: randomUUID(),
    upstreamCookies: Object.fromEntries(Object.entries(upstreamCookies).filter(([, value]) => value !== "")),
  };
}

/** The session after a refresh. Fields that the answer lacks stay as they were. */
export const refreshed = <S extends Pick<SessionData | Session, "roles" | "redirectURI" | "endsAt" | "person">>(
  { roles, redirectURI, endsAt, person }: S,
  answer: Omit<Session, "roles"> & Partial<Pick<Session, "roles">>,
): Session => ({
  ...answer,
  roles: answer.roles ?? roles,
  redirectURI: answer.redirectURI ?? redirectURI,
  endsAt: answer.endsAt ?? endsAt,
  person: answer.person ?? person,
});

/**
 * When a new token is due, epoch seconds: 5 minutes before the old one ends, or halfway where it lives no longer than that. A token that was
 * just given lasts a moment, so that lives of little more than 5 minutes cost no storm of calls.
 */
export function dueAt({ expiry, endsAt, renewedAt }: SessionData): number {
  // The token already lasts to the end of the session, so another one would gain nothing.
  if (endsAt && (expiry ?? renewedAt + REFRESH_WITHOUT_EXPIRY) >= endsAt) return endsAt;
  if (expiry === null) return renewedAt + REFRESH_WITHOUT_EXPIRY;
  if (expiry - renewedAt <= REFRESH_LEAD) return Math.floor((renewedAt + expiry) / 2);
  return Math.max(expiry - REFRESH_LEAD, renewedAt + REFRESH_PAUSE);
}

/** Whether a new token is due. */
export const isDue = (session: SessionData) => nowSeconds() >= dueAt(session);

/** When the session stops working unless it is refreshed, epoch seconds; null when unknown. */
export const endOf = ({ expiry, endsAt }: SessionData) =>
  expiry !== null && endsAt ? Math.min(expiry, endsAt) : (expiry ?? endsAt ?? null);

/** Whether the session has stopped working. */
export const isExpired = (session: SessionData) => nowSeconds() >= (endOf(session) ?? Number.POSITIVE_INFINITY);
