import type { CONTRACT } from "#model/contract/calls.ts";
import { getLivingSession, type Handlers, type Surroundings } from "../handlers.ts";
import { notFound } from "../problem.ts";
import { getLockableAssessment, getReadableAssessment, isReadOnly, mayWrite } from "../services/access.ts";
import { describeLease, findLease, releaseLock, takeLock } from "../services/locks.ts";
import { moment } from "../services/work.ts";
import { inTransaction } from "../store/open.ts";

/** The edit lock (docs/upstream-contract.md#the-edit-lock). */
export const lockHandlers = (surroundings: Surroundings): Handlers<typeof CONTRACT.locks> => ({
  async get(work, { id }) {
    const row = await getReadableAssessment(work, id);
    const lease = await findLease(work.db, row.id, work.now);
    if (!lease) throw notFound("Nobody holds the lock.");
    return describeLease(lease);
  },

  async take(work, { id }) {
    const row = await getLockableAssessment(work, id);
    // Where nothing can be written there is nothing to protect: the reader is let in, and no lease is kept.
    if (isReadOnly(row) || !mayWrite(row)) return { lockedBy: work.user.email, lockedAt: moment(work), expiresAt: moment(work) };
    return takeLock(work, row.id);
  },

  async release(work, { id }) {
    const row = await getLockableAssessment(work, id);
    await releaseLock(work, row.id);
  },

  // The beacon of a page that is being left cannot send headers, so the token comes in the body.
  async releaseByBeacon(_context, { id, body: { token } }) {
    const { user } = await getLivingSession(surroundings, token);
    const { historyKey, clock } = surroundings;
    await inTransaction(surroundings.store, (db) => releaseLock({ db, user, now: clock(), historyKey }, id));
  },
});
