import { type Db, inTransaction, isPostgres, type Store } from "#api/store/open.ts";
import { dayOf, daysAfter } from "#model/days.ts";
import { forgottenOn, NAMES_KEPT_DAYS } from "#model/voices.ts";
import { forgetRows } from "./voices.ts";

/** How many are forgotten in one transaction, so that others are not kept waiting. */
const AT_ONCE = 200;

/**
 * Forgets the names of voices that are no longer kept (docs/rules/voices.md#how-long-names-are-kept). Several processes may do so at the same time:
 * each passes over what another one holds.
 * @returns how many
 */
export async function forgetOldVoices(store: Store, now: Date, timeZone: string): Promise<number> {
  const today = dayOf(now, timeZone);
  let forgotten = 0;
  // Looked at first, because SQLite locks the whole database to write, even for nothing.
  while ((await due(store, today, timeZone)).length > 0) {
    const done = await inTransaction(store, async (db) => {
      const rows = await due(db, today, timeZone);
      await forgetRows({ db, now }, rows);
      return rows.length;
    });
    forgotten += done;
    if (done === 0) break;
  }
  return forgotten;
}

/** Voices whose names are over, some at a time. A transaction locks them until it ends. */
async function due(db: Db, today: string, timeZone: string) {
  const rows = await db
    .selectFrom("voice")
    .innerJoin("assessment", "assessment.id", "voice.assessment_id")
    .select(["voice.id", "voice.reference", "voice.until", "assessment.date_completed"])
    .where("voice.forgotten_at", "is", null)
    // Roughly, as the database knows no days: a day of any time zone is at most one off.
    .where(({ or, eb }) =>
      or([
        eb("voice.until", "<=", daysAfter(today, -NAMES_KEPT_DAYS.afterLastDay)),
        eb("assessment.date_completed", "<", `${daysAfter(today, 2 - NAMES_KEPT_DAYS.afterSubmission)}T`),
      ]),
    )
    .orderBy("voice.id")
    .$if(isPostgres(db) && db.isTransaction, (query) => query.forUpdate("voice").skipLocked())
    .execute();
  return rows
    .filter(
      ({ until, date_completed: at }) => forgottenOn({ until, submitted: at === null ? null : dayOf(new Date(at), timeZone) }) <= today,
    )
    .slice(0, AT_ONCE);
}
