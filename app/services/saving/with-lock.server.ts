/** Writes to an assessment need its lock (docs/rules/locks-and-saving.md#a-write-that-meets-409). */
import type { Id } from "#model/contract/common.ts";
import { findLock, takeLock } from "~/services/answering/locks.server";
import type { RequestContext } from "~/services/context.server";
import { UpstreamFault } from "~/services/upstream/upstream.server";
import type { SaveOutcome } from "~/views/saving";

/** Runs a write. If the lock was lost, asks for it once more and runs the write again. @throws UpstreamFault, LoadFailure */
export async function withLock<Outcome>(
  context: RequestContext,
  assessmentId: Id,
  pageId: string | undefined,
  write: () => Promise<Outcome>,
): Promise<Outcome | Extract<SaveOutcome, { kind: "locked" }>> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof UpstreamFault) || error.status !== 409) throw error;
    if (await takeLock(context, assessmentId, pageId)) return write();
    const held = await findLock(context.api, assessmentId).catch(() => undefined);
    return { kind: "locked", by: held?.lockedBy, until: held?.expiresAt };
  }
}
