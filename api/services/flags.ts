/** Threads and practices that are flagged for later (docs/upstream-contract.md#flags). */
import type { Db } from "#api/store/open.ts";
import type { StoredFlag } from "#model/contract/answering.ts";
import { placeOf, type Subject } from "#model/contract/history.ts";
import { recordChange } from "./history.ts";
import { advance, answeredPart, versionsOf } from "./versions.ts";
import type { Work } from "./work.ts";

/** Whether a thread or practice is flagged. */
export async function isFlagged(db: Db, assessmentId: number, subject: Subject): Promise<boolean> {
  const row = await db
    .selectFrom("flag")
    .select("place")
    .where("assessment_id", "=", assessmentId)
    .where("place", "=", placeOf(subject))
    .executeTakeFirst();
  return row !== undefined;
}

/** Flags a thread or practice, or takes the flag off. @returns what is stored now @throws Problem 412 */
export async function writeFlag(work: Work, assessmentId: number, subject: Subject, flagged: boolean): Promise<StoredFlag> {
  const part = answeredPart("flag", assessmentId, subject);
  const stored = { flagged: await isFlagged(work.db, assessmentId, subject), versions: await versionsOf(work.db, [part]) };
  if (stored.flagged === flagged) return stored;
  const flag = await advance(work, part, async () => stored);
  await recordChange(work, part, stored.flagged, flagged);
  const row = { assessment_id: assessmentId, place: placeOf(subject) };
  if (flagged) await work.db.insertInto("flag").values(row).execute();
  else await work.db.deleteFrom("flag").where("assessment_id", "=", row.assessment_id).where("place", "=", row.place).execute();
  return { flagged, versions: { flag } };
}
