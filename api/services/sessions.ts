/** Sessions: one for each person and device, for twelve hours at most (docs/rules/sign-in-and-session.md#session-families). */
import { type Db, isPostgres } from "#api/store/open.ts";
import type { Me } from "#model/contract/permissions.ts";
import type { SignedInSession } from "#model/contract/session.ts";
import { leadsOf, type TeamContext } from "./teams.ts";
import { asUser, findAdmittedUser, USER_COLUMNS } from "./users.ts";
import type { User } from "./work.ts";

const LIFETIME_MS = 12 * 60 * 60_000;
/** How often 'last seen' is updated while somebody works. */
const SEEN_RESOLUTION_MS = 5 * 60_000;

/** A session as tokens name it. */
export interface SessionRef {
  id: string;
  endsAt: Date;
}

/** A session that is not over, with its user. */
export interface LivingSession {
  user: User;
  lastSeenAt: string;
}

/**
 * Opens a session. Sessions whose time is up are deleted, together with their tokens.
 * @param id a UUID that no other session has
 */
export async function openSession(db: Db, id: string, user: User, device: string | undefined, now: Date): Promise<SessionRef> {
  const moment = now.toISOString();
  const session = { id, endsAt: new Date(now.getTime() + LIFETIME_MS) };
  await db.deleteFrom("session_family").where("ends_at", "<=", moment).execute();
  await db.updateTable("user").set({ last_seen_at: moment }).where("id", "=", user.id).execute();
  await db
    .insertInto("session_family")
    .values({
      id: session.id,
      user_id: user.id,
      device: device || null,
      created_at: moment,
      last_seen_at: moment,
      ends_at: session.endsAt.toISOString(),
      ended_at: null,
      generation: 0,
    })
    .execute();
  return session;
}

/**
 * The session with its user, in one query; undefined when it is over, or is not this user's. On PostgreSQL, whoever changes the user waits until
 * a transaction that reads them here ends.
 */
export async function findLivingSession(db: Db, sessionId: string, userId: number, now: Date): Promise<LivingSession | undefined> {
  const row = await db
    .selectFrom("user")
    .innerJoin("session_family", "session_family.user_id", "user.id")
    .select(USER_COLUMNS.map((column) => `user.${column}` as const))
    .select("session_family.last_seen_at")
    .where("session_family.id", "=", sessionId)
    .where("user.id", "=", userId)
    .where("session_family.ended_at", "is", null)
    .where("session_family.ends_at", ">", now.toISOString())
    .where("user.suspended_at", "is", null)
    .$if(isPostgres(db) && db.isTransaction, (query) => query.forShare("user"))
    .executeTakeFirst();
  return row && { user: asUser(row), lastSeenAt: row.last_seen_at };
}

/** A session that is not over and whose refresh token was never presented, with its user: its holder may not have heard of it. */
export async function findUntouchedSession(db: Db, id: string, now: Date): Promise<{ user: User; session: SessionRef } | undefined> {
  const row = await db
    .selectFrom("user")
    .innerJoin("session_family", "session_family.user_id", "user.id")
    .select(USER_COLUMNS.map((column) => `user.${column}` as const))
    .select("session_family.ends_at")
    .where("session_family.id", "=", id)
    .where("session_family.generation", "=", 0)
    .where("session_family.ended_at", "is", null)
    .where("session_family.ends_at", ">", now.toISOString())
    .where("user.suspended_at", "is", null)
    .executeTakeFirst();
  return row && { user: asUser(row), session: { id, endsAt: new Date(row.ends_at) } };
}

/** Whether 'last seen' is old enough to be updated. */
export function isWorthNoting(lastSeenAt: string, now: Date): boolean {
  return now.getTime() - new Date(lastSeenAt).getTime() >= SEEN_RESOLUTION_MS;
}

/** Updates 'last seen'. This is part of a write that happens anyway, so that reading never has to wait for a write. */
export async function noteSeen(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable("session_family").set({ last_seen_at: now.toISOString() }).where("id", "=", sessionId).execute();
}

/** Ends a session and all its tokens. @returns whose it was; undefined when it had already ended */
export async function endSession(db: Db, sessionId: string, now: Date): Promise<User | undefined> {
  const ended = await db
    .updateTable("session_family")
    .set({ ended_at: now.toISOString() })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return ended && findAdmittedUser(db, ended.user_id);
}

/** Ends one of a user's own sessions: 'over' when it had ended already, 'unknown' when they have none with this id. */
export async function endOwnSession(db: Db, sessionId: string, userId: number, now: Date): Promise<"ended" | "over" | "unknown"> {
  const own = await db
    .selectFrom("session_family")
    .select("id")
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!own) return "unknown";
  return (await endSession(db, sessionId, now)) ? "ended" : "over";
}

/** Who leads the team of somebody whose suspension ended a session; undefined where it ended otherwise, or lives. */
export async function findSuspension(context: TeamContext, sessionId: string): Promise<{ leads: Me["leads"] } | undefined> {
  const row = await context.db
    .selectFrom("session_family")
    .innerJoin("user", "user.id", "session_family.user_id")
    .select("user.team_id")
    .where("session_family.id", "=", sessionId)
    .where("user.email", "like", "%@%")
    // Suspending ends sessions in the same moment.
    .whereRef("session_family.ended_at", "=", "user.suspended_at")
    .executeTakeFirst();
  if (!row) return undefined;
  const leads = await leadsOf(context, row.team_id).select(["email", "first_name"]).orderBy("email").execute();
  return { leads: leads.map(({ email, first_name: firstName }) => ({ email, firstName })) };
}

/** Ends all sessions of a user. @returns how many had not ended yet */
export async function endSessionsOf(db: Db, userId: number, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("session_family")
    .set({ ended_at: now.toISOString() })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** A user's sessions that are not over: the current one first, then the newest. */
export async function listSessions(db: Db, userId: number, currentId: string | undefined, now: Date): Promise<SignedInSession[]> {
  const rows = await db
    .selectFrom("session_family")
    .select(["id", "device", "created_at", "last_seen_at"])
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where("ends_at", ">", now.toISOString())
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows
    .map(({ id, device, created_at: since, last_seen_at: lastSeen }) => ({ id, device, since, lastSeen, current: id === currentId }))
    .sort((a, b) => Number(b.current) - Number(a.current));
}
