/**
 * Refresh tokens. The tokens of one session form a chain (docs/rules/sign-in-and-session.md#session-families). Each has exactly one
 * successor, derived from it. So a token gets the same answer when it is used twice at the same time, or again because the answer was lost.
 */
import { endSession, type SessionRef } from "#api/services/sessions.ts";
import { asUser, USER_COLUMNS } from "#api/services/users.ts";
import type { User } from "#api/services/work.ts";
import { type Db, isPostgres } from "#api/store/open.ts";
import { hashOfToken } from "./secrets.ts";

/** Stores the first refresh token of a session. */
export async function addRefreshToken(db: Db, sessionId: string, token: string): Promise<void> {
  await db
    .insertInto("refresh_token")
    .values({ hash: hashOfToken(token), family_id: sessionId, generation: 1 })
    .execute();
}

/**
 * Accepts a refresh token, and stores its successor. If the successor has already been presented, the token or its successor was
 * copied: the session ends.
 * @param successor of the token, from `Bearers.successorOf`
 * @returns the user and the session; undefined when the token is unknown or used up, or its session is over
 */
export async function presentRefreshToken(
  db: Db,
  token: string,
  successor: string,
  now: Date,
): Promise<{ user: User; session: SessionRef } | undefined> {
  const stored = await db
    .selectFrom("refresh_token")
    .innerJoin("session_family", "session_family.id", "refresh_token.family_id")
    .innerJoin("user", "user.id", "session_family.user_id")
    .select(USER_COLUMNS.map((column) => `user.${column}` as const))
    .select([
      "refresh_token.generation as presented",
      "session_family.id as session_id",
      "session_family.ends_at",
      "session_family.ended_at",
      "session_family.generation as newest",
    ])
    .where("refresh_token.hash", "=", hashOfToken(token))
    .where("user.suspended_at", "is", null)
    .$if(isPostgres(db), (query) => query.forUpdate("session_family"))
    .executeTakeFirst();
  if (!stored || stored.ended_at !== null || stored.ends_at <= now.toISOString()) return undefined;
  const { presented, newest, session_id: sessionId } = stored;
  if (presented < newest) {
    await endSession(db, sessionId, now);
    return undefined;
  }
  await db
    .updateTable("session_family")
    .set({ generation: presented, last_seen_at: now.toISOString() })
    .where("id", "=", sessionId)
    .execute();
  await db
    .insertInto("refresh_token")
    .values({ hash: hashOfToken(successor), family_id: sessionId, generation: presented + 1 })
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .execute();
  return { user: asUser(stored), session: { id: sessionId, endsAt: new Date(stored.ends_at) } };
}

/** The id of the session that a refresh token belongs to, alive or over; undefined for an unknown token. */
export async function findSessionOfRefreshToken(db: Db, token: string): Promise<string | undefined> {
  const row = await db.selectFrom("refresh_token").select("family_id").where("hash", "=", hashOfToken(token)).executeTakeFirst();
  return row?.family_id;
}
