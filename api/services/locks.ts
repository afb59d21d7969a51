/** The edit lock: a lease of 30 minutes that belongs to a user, and that every write renews (docs/rules/locks-and-saving.md#the-lease). */

import { conflict } from "#api/problem.ts";
import type { Db } from "#api/store/open.ts";
import type { Lock } from "#model/contract/assessments.ts";
import { moment, type Work } from "./work.ts";

const LEASE_MS = 30 * 60_000;

interface Lease extends Lock {
  userId: number;
}

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS).toISOString();

/** The running lease; undefined when there is none, or it has expired. */
export async function findLease(db: Db, assessmentId: number, now: Date): Promise<Lease | undefined> {
  const row = await db
    .selectFrom("lock")
    .innerJoin("user", "user.id", "lock.user_id")
    .select(["lock.user_id", "user.email", "lock.locked_at", "lock.expires_at"])
    .where("assessment_id", "=", assessmentId)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return row && { userId: row.user_id, lockedBy: row.email, lockedAt: row.locked_at, expiresAt: row.expires_at };
}

/** A lease on the wire. */
export function describeLease({ lockedBy, lockedAt, expiresAt }: Lease): Lock {
  return { lockedBy, lockedAt, expiresAt };
}

/**
 * Takes the lock, or renews it. The assessment's row must be locked in the same transaction, so that only one of several users wins.
 * @throws Problem 409 while another user holds it
 */
export async function takeLock(work: Work, assessmentId: number): Promise<Lock> {
  const held = await refuseWhileHeldByAnother(work, assessmentId);
  const lease = { user_id: work.user.id, locked_at: held?.lockedAt ?? moment(work), expires_at: leaseEnd(work.now) };
  await work.db
    .insertInto("lock")
    .values({ assessment_id: assessmentId, ...lease })
    .onConflict((onto) => onto.column("assessment_id").doUpdateSet(lease))
    .execute();
  return { lockedBy: work.user.email, lockedAt: lease.locked_at, expiresAt: lease.expires_at };
}

/**
 * Makes sure that the user holds the lock, and renews it.
 * @throws Problem 409 when nobody or another user holds it
 */
export async function requireLock(work: Work, assessmentId: number): Promise<void> {
  const renewed = await work.db
    .updateTable("lock")
    .set({ expires_at: leaseEnd(work.now) })
    .where("assessment_id", "=", assessmentId)
    .where("user_id", "=", work.user.id)
    .where("expires_at", ">", moment(work))
    .executeTakeFirst();
  if (renewed.numUpdatedRows > 0n) return;
  await refuseWhileHeldByAnother(work, assessmentId);
  throw conflict("You do not hold the edit lock.", "Take the lock first.");
}

/**
 * The user's own running lease, if there is one.
 * @throws Problem 409 while another user holds the lock
 */
export async function refuseWhileHeldByAnother(work: Work, assessmentId: number): Promise<Lock | undefined> {
  const held = await findLease(work.db, assessmentId, work.now);
  if (held && held.userId !== work.user.id)
    throw conflict("Locked for editing by another user", `${held.lockedBy} holds the lock until ${held.expiresAt}.`);
  return held;
}

/** Gives the user's lock back; does nothing when they hold none. */
export async function releaseLock(db: Db, assessmentId: number, userId: number): Promise<void> {
  await db.deleteFrom("lock").where("assessment_id", "=", assessmentId).where("user_id", "=", userId).execute();
}
