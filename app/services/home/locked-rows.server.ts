/** Rows that somebody else has locked (docs/rules/locks-and-saving.md#the-locked-state). */
import type { Assessment } from "#model/contract/assessments.ts";
import { findLockOfAnother, type LockOfAnother } from "~/services/answering/locks.server";
import type { UserContext } from "~/services/context.server";
import type { LockedRow } from "~/views/home";

/**
 * Why a row is locked; undefined when it is not.
 * @param isTold the upstream says with each assessment who holds its lock (extension `handover`)
 * @param asked what has just been read of the lock, if anything
 */
export async function lockedRow(
  context: UserContext,
  found: Assessment,
  { isTold, asked }: { isTold: boolean; asked: { lock: LockOfAnother; isRetried: boolean } | undefined },
): Promise<LockedRow | undefined> {
  const told = isTold ? found.lock : undefined;
  // The list is as new as the page. Only what has just been read of the lock itself is newer.
  if (told?.mine || (told === null && !asked)) {
    context.lockMarkers.unlock(found.id);
    return undefined;
  }
  const tried = asked?.isRetried ? (asked.lock.failed ? { notRead: true } : { triedAt: new Date().toISOString() }) : {};
  if (told) return { by: told.holder.name, since: told.since, ...tried, ...(told.wish ? { wish: wishIn(told.wish) } : {}) };
  if (asked) return { by: asked.lock.by, since: asked.lock.since, ...tried };
  if (!context.lockMarkers.isLocked(found.id)) return undefined;
  // It is locked until Retry finds it free: what is read here only names who holds it.
  const { by, since } = (await findLockOfAnother(context, found.id)) ?? {};
  return { by, since };
}

/** What a row says of the wish to take over. */
function wishIn({ by, mine, since, passesAt, keptAt }: NonNullable<NonNullable<Assessment["lock"]>["wish"]>): LockedRow["wish"] {
  return { by: by.name, mine, since, ...(passesAt ? { passesAt } : {}), ...(keptAt ? { keptAt } : {}) };
}
