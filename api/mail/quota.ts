/** How many mails one person may cause (docs/rules/people.md#quotas). One rule for every kind of mail that a person causes. */
import type { Db } from "../store/open.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Within 24 hours: in all, and to one address. */
const QUOTA = { all: 200, address: 5 };

/**
 * Counts the mails that somebody has caused within a day. The caller holds what keeps this person from causing others at the same time.
 * @returns a function that counts one more and tells whether it may be posted
 */
export async function openMailQuota(db: Db, userId: number, now: Date): Promise<(recipient: string) => boolean> {
  const rows = await db
    .selectFrom("mail")
    .select("recipient")
    .select(({ fn }) => fn.countAll<number | string>().as("n"))
    .where("caused_by", "=", userId)
    .where("created_at", ">", new Date(now.getTime() - DAY_MS).toISOString())
    .groupBy("recipient")
    .execute();
  const to = new Map(rows.map(({ recipient, n }) => [recipient, Number(n)]));
  let all = [...to.values()].reduce((sum, n) => sum + n, 0);
  return (recipient) => {
    const before = to.get(recipient) ?? 0;
    if (all >= QUOTA.all || before >= QUOTA.address) return false;
    to.set(recipient, before + 1);
    all += 1;
    return true;
  };
}
