/** Changes of who may see an organization, for those who were named before (docs/rules/walls.md#for-you). */
import type { Db } from "#api/store/open.ts";
import type { AccessNews, ForYou } from "#model/contract/for-you.ts";
import { ACCESS_NEWS_DAYS } from "#model/walls.ts";
import { isSeen } from "./access.ts";
import type { User, Work } from "./work.ts";

const DAY_MS = 24 * 60 * 60_000;
/** The most changes that somebody is told of. */
const NEWS_MAX = 200;

/** The changes that somebody reads: those made while they saw the organization, and the one that took them off. */
const changesFor = ({ db, user }: { db: Db; user: Pick<User, "id" | "teamId"> }) =>
  db
    .selectFrom("access_change")
    .innerJoin("organization", "organization.id", "access_change.organization_id")
    .innerJoin("naming", "naming.organization_id", "access_change.organization_id")
    .leftJoin("user as doer", "doer.id", "access_change.by_id")
    .where("naming.user_id", "=", user.id)
    .whereRef("naming.from_id", "<", "access_change.id")
    .where(({ or, eb, ref }) => or([eb("naming.until_id", "is", null), eb("naming.until_id", ">=", ref("access_change.id"))]))
    .where(({ or, and, eb, ref }) =>
      or([isSeen({ user }), and([eb("naming.until_id", "=", ref("access_change.id")), eb("access_change.is_walled", "=", 1)])]),
    )
    .select(["access_change.id", "access_change.organization_id", "access_change.name", "access_change.at", "access_change.reason"])
    .select(["access_change.is_walled", "access_change.by_id", "doer.email as by", "naming.until_id"]);

type Row = Awaited<ReturnType<ReturnType<typeof changesFor>["execute"]>>[number];

/** What others did within the last 30 days to organizations that the caller was named for, the newest first. */
export async function accessNews(work: Work): Promise<ForYou["items"]> {
  const { db, user, now } = work;
  const rows = await changesFor(work)
    .where("access_change.at", ">", new Date(now.getTime() - ACCESS_NEWS_DAYS * DAY_MS).toISOString())
    .where(({ or, eb }) => or([eb("access_change.by_id", "is", null), eb("access_change.by_id", "!=", user.id)]))
    .orderBy("access_change.id", "desc")
    .limit(NEWS_MAX)
    .execute();
  const people = await peopleIn(
    db,
    rows.filter((row) => !isTakenOff(row)).map(({ id }) => id),
  );
  return rows.map((row) => ({ kind: "access", at: row.at, by: row.by, access: describe(row, people, user.email) }));
}

/** Whether a change took the reader off, and left the others named. */
const isTakenOff = ({ until_id, id, is_walled }: Row) => until_id === id && is_walled === 1;

function describe(row: Row, people: Awaited<ReturnType<typeof peopleIn>>, own: string): AccessNews {
  const organization = { id: row.organization_id, name: row.name };
  // Whoever was taken off learns that, and nothing else of the list.
  if (isTakenOff(row)) return { organization, access: null, isTakenOff: true, named: [], takenOff: [own], reason: row.reason };
  const { named, takenOff } = people.get(row.id) ?? { named: [], takenOff: [] };
  return { organization, access: row.is_walled ? "named" : "team", isTakenOff: false, named, takenOff, reason: row.reason };
}

/** Who was named by changes, and who was taken off, by address. */
async function peopleIn(db: Db, changes: readonly number[]): Promise<Map<number, { named: string[]; takenOff: string[] }>> {
  const match = new Map(changes.map((id) => [id, { named: [] as string[], takenOff: [] as string[] }]));
  if (changes.length === 0) return match;
  const rows = await db
    .selectFrom("naming")
    .innerJoin("user", "user.id", "naming.user_id")
    .select(["naming.from_id", "naming.until_id", "user.email"])
    .where(({ or, eb }) => or([eb("naming.from_id", "in", [...changes]), eb("naming.until_id", "in", [...changes])]))
    .orderBy("user.email")
    .execute();
  for (const { from_id, until_id, email } of rows) {
    match.get(from_id)?.named.push(email);
    if (until_id !== null) match.get(until_id)?.takenOff.push(email);
  }
  return match;
}
