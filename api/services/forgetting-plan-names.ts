import { inTransaction, type Store } from "#api/store/open.ts";
import { dayOf, daysAfter } from "#model/days.ts";
import { isOverFor } from "#model/engagements.ts";

/**
 * Forgets with whom rows of plans are, once they are no longer kept (docs/rules/engagements.md#how-long-names-are-kept). Several processes may
 * do so at the same time.
 * @returns in how many engagements
 */
export async function forgetPlanNames(store: Store, now: Date, timeZone: string): Promise<number> {
  const today = dayOf(now, timeZone);
  const over = (
    await store
      .selectFrom("engagement")
      .select(["id", "closed_at", "end_day"])
      .where(({ or, eb }) => or([eb("closed_at", "is not", null), eb("end_day", "<", daysAfter(today, -364))]))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom("plan_row")
            .select("plan_row.id")
            .whereRef("plan_row.engagement_id", "=", "engagement.id")
            .where("with_whom", "!=", "[]"),
        ),
      )
      .execute()
  ).filter(({ closed_at, end_day }) =>
    isOverFor({ closed: closed_at === null ? null : dayOf(new Date(closed_at), timeZone), end: end_day }, today),
  );
  for (const { id } of over)
    await inTransaction(store, async (db) => {
      await db.updateTable("plan_row").set({ with_whom: "[]" }).where("engagement_id", "=", id).execute();
      await db.updateTable("engagement").set({ forgotten_at: now.toISOString() }).where("id", "=", id).execute();
    });
  return over.length;
}
