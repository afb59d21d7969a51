/** The edit lock: a lease of 30 minutes that belongs to a user, and that every write renews (docs/rules/locks-and-saving.md#the-lease). */

import type { SelectQueryBuilder } from "kysely";
import { conflict } from "#api/problem.ts";
import type { Database } from "#api/store/database.ts";
import type { Db } from "#api/store/open.ts";
import type { HeldLock, Lock, WishAnswer } from "#model/contract/assessments.ts";
import { type Lease, type LockState, passedOn, passesAt, standingAt } from "#model/handover.ts";
import { shownAddress } from "#model/mail-address.ts";
import { assessmentChain, record } from "./history.ts";
import { moment, type Work } from "./work.ts";

const LEASE_MS = 30 * 60_000;
/** How long the colleague who wished for the lock sees that the holder keeps it. */
const ANSWER_MS = 10 * 60_000;

const after = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();
const leaseEnd = (now: Date) => after(now, LEASE_MS);

interface Person {
  id: number;
  email: string;
}

/** What a lock is taken, passed on and given back with. */
export type LockWork = Pick<Work, "db" | "now" | "historyKey"> & { user: Pick<Work["user"], "id"> };

const storedLocks = (db: Db) =>
  db
    .selectFrom("lock")
    .innerJoin("user as holder", "holder.id", "lock.user_id")
    .leftJoin("user as former", "former.id", "lock.passed_from")
    .leftJoin("lock_wish as wish", "wish.assessment_id", "lock.assessment_id")
    .leftJoin("user as wisher", "wisher.id", "wish.user_id")
    .select([
      "lock.assessment_id",
      "lock.user_id as holder_id",
      "holder.email as holder_email",
      "lock.locked_at",
      "lock.changed_at",
      "lock.expires_at",
      "former.id as former_id",
      "former.email as former_email",
      "wisher.id as wisher_id",
      "wisher.email as wisher_email",
      "wish.asked_at",
      "wish.until",
      "wish.kept_at",
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof storedLocks>["execute"]>>[number];

const personIn = (id: number | null, email: string | null): Person | undefined =>
  id === null || email === null ? undefined : { id, email };

/** Lock and wish as they are stored. */
function storedIn(row: Row): LockState<Person> {
  const [former, wisher] = [personIn(row.former_id, row.former_email), personIn(row.wisher_id, row.wisher_email)];
  const { asked_at: askedAt, until, kept_at: keptAt } = row;
  return {
    lease: {
      holder: { id: row.holder_id, email: row.holder_email },
      since: row.locked_at,
      changedAt: row.changed_at ?? row.locked_at,
      expiresAt: row.expires_at,
      ...(former ? { from: former } : {}),
    },
    ...(wisher && askedAt !== null && until !== null
      ? { wish: { by: wisher, askedAt, until, ...(keptAt === null ? {} : { keptAt }) } }
      : {}),
  };
}

/** The locks of some assessments, and the wishes for them, as they are now. Those that nobody holds are left out. */
export async function listLocks(db: Db, assessmentIds: readonly number[], now: Date): Promise<Map<number, LockState<Person>>> {
  if (assessmentIds.length === 0) return new Map();
  const rows = await storedLocks(db).where("lock.assessment_id", "in", assessmentIds).execute();
  return new Map(rows.map((row) => [row.assessment_id, standingAt(storedIn(row), moment({ now }))]));
}

/** The same of all assessments that a query gives. */
export async function listLocksAmong(
  db: Db,
  assessments: SelectQueryBuilder<Database, "assessment" | "organization", { id: number }>,
  now: Date,
): Promise<Map<number, LockState<Person>>> {
  const rows = await storedLocks(db).where("lock.assessment_id", "in", assessments).execute();
  return new Map(rows.map((row) => [row.assessment_id, standingAt(storedIn(row), moment({ now }))]));
}

async function findStanding(db: Db, assessmentId: number, now: Date): Promise<LockState<Person>> {
  return (await listLocks(db, [assessmentId], now)).get(assessmentId) ?? {};
}

/** The running lease; undefined when there is none, or it has expired. */
export async function findLease(db: Db, assessmentId: number, now: Date): Promise<Lease<Person> | undefined> {
  return (await findStanding(db, assessmentId, now)).lease;
}

/** A lease on the wire. */
export function describeLease({ holder, since, expiresAt }: Lease<Person>): Lock {
  return { lockedBy: holder.email, lockedAt: since, expiresAt };
}

/** Lock and wish on the wire, for somebody who may take the lock; null while nobody holds it. */
export function describeStanding({ lease, wish }: LockState<Person> = {}, { id }: Person): HeldLock | null {
  if (!lease) return null;
  const mine = lease.holder.id === id;
  const isTold = wish && (wish.keptAt === undefined || wish.by.id === id);
  return {
    holder: { name: lease.holder.email },
    since: lease.since,
    mine,
    passedFrom: mine && lease.from ? { name: lease.from.email } : null,
    wish: isTold
      ? {
          by: { name: wish.by.email },
          since: wish.askedAt,
          until: wish.until,
          passesAt: wish.keptAt === undefined ? passesAt(lease, wish) : null,
          mine: wish.by.id === id,
          keptAt: wish.keptAt ?? null,
        }
      : null,
  };
}

/**
 * Stores what time alone has changed: the lock has passed on, or nobody holds it. The assessment's row must be locked in the same
 * transaction.
 */
async function settle(work: LockWork, assessmentId: number): Promise<LockState<Person>> {
  const { db, now } = work;
  const row = await storedLocks(db).where("lock.assessment_id", "=", assessmentId).executeTakeFirst();
  const stored = row ? storedIn(row) : {};
  const standing = standingAt(stored, moment(work));
  const { passedAt } = standing;
  if (passedAt !== undefined && stored.lease && stored.wish) {
    await passOn(work, assessmentId, passedOn(stored.lease, stored.wish, passedAt));
    await record({ ...work, user: stored.wish.by, now: new Date(passedAt) }, assessmentChain(assessmentId), { kind: "lockTakenOver" });
  } else if (stored.wish && !standing.wish) await db.deleteFrom("lock_wish").where("assessment_id", "=", assessmentId).execute();
  if (row && !standing.lease)
    await db.deleteFrom("lock").where("assessment_id", "=", assessmentId).where("expires_at", "<=", moment({ now })).execute();
  return standing;
}

/** Stores the lease of the one to whom the lock passes. */
async function passOn({ db }: LockWork, assessmentId: number, { holder, since, changedAt, expiresAt, from }: Lease<Person>): Promise<void> {
  await db
    .updateTable("lock")
    .set({ user_id: holder.id, locked_at: since, changed_at: changedAt, expires_at: expiresAt, passed_from: from?.id ?? null })
    .where("assessment_id", "=", assessmentId)
    .execute();
  await db.deleteFrom("lock_wish").where("assessment_id", "=", assessmentId).execute();
  await noteHolder(db, assessmentId, holder.id);
}

/**
 * Takes the lock, or renews it. The assessment's row must be locked in the same transaction, so that only one of several users wins.
 * @throws Problem 409 while another user holds it
 */
export async function takeLock(work: Work, assessmentId: number): Promise<Lock> {
  const { lease: held } = await settle(work, assessmentId);
  refuseIfHeldByAnother(work, held);
  const isRenewed = held !== undefined && held.from === undefined;
  const lease = {
    user_id: work.user.id,
    locked_at: held?.since ?? moment(work),
    expires_at: leaseEnd(work.now),
    changed_at: isRenewed ? held.changedAt : moment(work),
    passed_from: null,
  };
  await work.db
    .insertInto("lock")
    .values({ assessment_id: assessmentId, ...lease })
    .onConflict((onto) => onto.column("assessment_id").doUpdateSet(lease))
    .execute();
  if (!held) await noteHolder(work.db, assessmentId, work.user.id);
  return { lockedBy: work.user.email, lockedAt: lease.locked_at, expiresAt: lease.expires_at };
}

/** Keeps who has ever held a lock: they have seen results (docs/rules/second-ratings.md#who-has-seen-results). */
const noteHolder = (db: Db, assessmentId: number, userId: number) =>
  db
    .insertInto("lock_holder")
    .values({ assessment_id: assessmentId, user_id: userId })
    .onConflict((onto) => onto.columns(["assessment_id", "user_id"]).doNothing())
    .execute();

/**
 * Makes sure that the user holds the lock, and renews it.
 * @throws Problem 409 when nobody or another user holds it
 */
export async function requireLock(work: Work, assessmentId: number): Promise<void> {
  const renewal = work.db
    .updateTable("lock")
    .set({ expires_at: leaseEnd(work.now), changed_at: moment(work), passed_from: null })
    .where("assessment_id", "=", assessmentId)
    .where("user_id", "=", work.user.id)
    .where("expires_at", ">", moment(work));
  const wishes = work.db
    .selectFrom("lock_wish")
    .select("assessment_id")
    .where("assessment_id", "=", assessmentId)
    .where("kept_at", "is", null);
  // While somebody wishes for the lock, it may have passed on.
  const renewed = await renewal.where(({ not, exists }) => not(exists(wishes))).executeTakeFirst();
  if (renewed.numUpdatedRows > 0n) return;
  const { lease } = await settle(work, assessmentId);
  refuseIfHeldByAnother(work, lease);
  if (!lease) throw conflict("You do not hold the edit lock.", "Take the lock first.");
  await renewal.execute();
}

/**
 * The user's own running lease, if there is one.
 * @throws Problem 409 while another user holds the lock
 */
export async function refuseWhileHeldByAnother(work: Work, assessmentId: number): Promise<void> {
  refuseIfHeldByAnother(work, await findLease(work.db, assessmentId, work.now));
}

function refuseIfHeldByAnother(work: Work, held: Lease<Person> | undefined): void {
  if (held && held.holder.id !== work.user.id)
    throw conflict("Locked for editing by another user", `${shownAddress(held.holder.email)} holds the lock until ${held.expiresAt}.`);
}

/**
 * Gives the user's lock back; does nothing when they hold none. Somebody who has asked for it gets it
 * (docs/rules/locks-and-saving.md#asking-to-take-over).
 */
export async function releaseLock(work: LockWork, assessmentId: number): Promise<void> {
  const { lease, wish } = await settle(work, assessmentId);
  if (lease?.holder.id !== work.user.id) return;
  if (wish && wish.keptAt === undefined) {
    await passOn(work, assessmentId, passedOn(lease, wish, moment(work)));
    await record({ ...work, user: wish.by }, assessmentChain(assessmentId), { kind: "lockTakenOver" });
  } else await endLock(work.db, assessmentId);
}

/** Ends the lock of an assessment that nobody edits any more, and the wish for it. */
export async function endLock(db: Db, assessmentId: number): Promise<void> {
  await db.deleteFrom("lock_wish").where("assessment_id", "=", assessmentId).execute();
  await db.deleteFrom("lock").where("assessment_id", "=", assessmentId).execute();
}

/**
 * Asks for the lock that another user holds, or renews the wish. Where nobody else holds it there is nothing to ask for.
 * @param lasts seconds until the wish lapses
 * @throws Problem 409 when somebody else has asked already
 */
export async function askForLock(work: Work, assessmentId: number, lasts: number): Promise<HeldLock | null> {
  const { lease, wish } = await settle(work, assessmentId);
  if (!lease || lease.holder.id === work.user.id)
    return describeStanding({ ...(lease ? { lease } : {}), ...(wish ? { wish } : {}) }, work.user);
  const isOpen = wish !== undefined && wish.keptAt === undefined;
  if (isOpen && wish.by.id !== work.user.id)
    throw conflict("Somebody else has asked already.", `${shownAddress(wish.by.email)} has asked to take over.`);
  const next = { by: work.user, askedAt: isOpen ? wish.askedAt : moment(work), until: after(work.now, lasts * 1000) };
  const row = { user_id: work.user.id, asked_at: next.askedAt, until: next.until, kept_at: null };
  await work.db
    .insertInto("lock_wish")
    .values({ assessment_id: assessmentId, ...row })
    .onConflict((onto) => onto.column("assessment_id").doUpdateSet(row))
    .execute();
  if (!isOpen) await record(work, assessmentChain(assessmentId), { kind: "lockAsked" });
  return describeStanding({ lease, wish: next }, work.user);
}

/** Takes the user's wish back; does nothing when they have none. */
export async function withdrawWish(work: Work, assessmentId: number): Promise<void> {
  const { wish } = await settle(work, assessmentId);
  if (wish?.by.id !== work.user.id) return;
  await work.db.deleteFrom("lock_wish").where("assessment_id", "=", assessmentId).execute();
  if (wish.keptAt === undefined) await record(work, assessmentChain(assessmentId), { kind: "lockWithdrawn" });
}

/**
 * Answers the wish for the user's lock; does nothing when the wish has gone. Keeping it counts as a change.
 * @throws Problem 409 when the user does not hold the lock
 */
export async function answerWish(work: Work, assessmentId: number, answer: WishAnswer): Promise<HeldLock | null> {
  const { lease, wish } = await settle(work, assessmentId);
  refuseIfHeldByAnother(work, lease);
  if (!lease) throw conflict("You do not hold the edit lock.");
  if (wish && wish.keptAt === undefined) {
    const chain = assessmentChain(assessmentId);
    if (answer === "handOver") {
      await record(work, chain, { kind: "lockHandedOver" });
      await passOn(work, assessmentId, passedOn(lease, wish, moment(work)));
    } else {
      await record(work, chain, { kind: "lockKept" });
      const kept = { kept_at: moment(work), until: after(work.now, ANSWER_MS) };
      await work.db.updateTable("lock_wish").set(kept).where("assessment_id", "=", assessmentId).execute();
      const changed = { changed_at: moment(work), expires_at: leaseEnd(work.now) };
      await work.db.updateTable("lock").set(changed).where("assessment_id", "=", assessmentId).execute();
    }
  }
  return describeStanding(await findStanding(work.db, assessmentId, work.now), work.user);
}

/** Who holds the lock, and who wishes to take over; null while nobody holds it. */
export async function getStanding(work: Work, assessmentId: number): Promise<HeldLock | null> {
  return describeStanding(await findStanding(work.db, assessmentId, work.now), work.user);
}
