/** Rows that somebody else has locked (docs/rules/locks-and-saving.md#the-locked-state). */
import type { Assessment } from "#model/contract/assessments.ts";
import { findLockOfAnother, type LockOfAnother } from "~/services/answering/locks.server";
import type { UserContext } from "~/services/context.server";
import type { LockedRow } from "~/views/home";

/**
 * Why a row is locked; undefined when it is not.
 * @param isTold the upstream says with each assessment who holds its lock (extension `handover`)
 * @param lockRead what has just been read of the lock, if anything
 */
export async function lockedRow(
  context: UserContext,
  assessment: Assessment,
  { isTold, lockRead }: { isTold: boolean; lockRead: { lock: LockOfAnother; isRetried: boolean } | undefined },
): Promise<LockedRow | undefined> {
  const lock = isTold ? assessment.lock : undefined;
  // The list is as new as the page. Only what has just been read of the lock itself is newer.
  if (lock?.mine || (lock === null && !lockRead)) {
    context.lockMarkers.unlock(assessment.id);
    return undefined;
  }
  const tried = lockRead?.isRetried ? (lockRead.lock.failed ? { notRead: true } : { triedAt: new Date().toISOString() }) : {};
  if (lock) return { by: lock.holder.name, since: lock.since, ...tried, ...(lock.wish ? { wish: wishIn(lock.wish) } : {}) };
  if (lockRead) return { by: lockRead.lock.by, since: lockRead.lock.since, ...tried };
  if (!context.lockMarkers.isLocked(assessment.id)) return undefined;
  // It is locked until Retry finds it free: what is read here only names who holds it.
  const { by, since } = (await findLockOfAnother(context, assessment.id)) ?? {};
  return { by, since };
}

/** What a row says of the wish to take over. */
function wishIn({ by, mine, since, passesAt, keptAt }: NonNullable<NonNullable<Assessment["lock"]>["wish"]>): LockedRow["wish"] {
  return { by: by.name, mine, since, ...(passesAt ? { passesAt } : {}), ...(keptAt ? { keptAt } : {}) };
}
