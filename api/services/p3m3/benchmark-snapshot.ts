/**
 * The snapshot that benchmarks are made from (docs/rules/benchmark.md#the-monthly-snapshot). The first call of a month, in UTC, brings
 * it up to date.
 */
import { asFlag, type Flag } from "#api/store/database.ts";
import { type Db, inTransaction, isPostgres, type Store } from "#api/store/open.ts";
import type { Cohort, SharedTraits } from "#model/p3m3/benchmark.ts";
import {
  type Entry,
  type Group,
  nextSnapshot,
  type OrganizationStanding,
  type OrganizationTraits,
  type Snapshot,
  withGroupFor,
} from "#model/p3m3/benchmark-groups.ts";
import { P3M3_SCOPES } from "#model/p3m3/catalogue.ts";

const MONTH = "benchmark-month";
const BATCH = 500;

/** The first of the month as it is stored, e.g. `2026-11-01`. */
const monthOf = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`;

/**
 * Brings the snapshot up to date for this month; does nothing when it already is. One of several processes does it.
 * @returns the first of the month that the snapshot is of, e.g. `2026-11-01`
 */
export async function bringUpToDate(store: Store, now: Date): Promise<string> {
  const known = await findMonth(store);
  return known !== undefined && known >= monthOf(now) ? known : inTransaction(store, (db) => takeSnapshot(db, now));
}

/** Like `bringUpToDate`, within a transaction. */
export async function takeSnapshot(db: Db, now: Date): Promise<string> {
  const month = monthOf(now);
  const value = await lockMonth(db);
  // The clock went back, or another process was first.
  if (value >= month) return value;
  for (const scope of P3M3_SCOPES) await advance(db, scope, month);
  await db.updateTable("setting").set({ value: month }).where("name", "=", MONTH).execute();
  return month;
}

/** Reads the month of the snapshot, and locks it until the transaction ends. */
async function lockMonth(db: Db): Promise<string> {
  await db
    .insertInto("setting")
    .values({ name: MONTH, value: "" })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { value } = await db
    .selectFrom("setting")
    .select("value")
    .where("name", "=", MONTH)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  return value;
}

async function findMonth(db: Db): Promise<string | undefined> {
  return (await db.selectFrom("setting").select("value").where("name", "=", MONTH).executeTakeFirst())?.value;
}

async function advance(db: Db, scope: string, month: string): Promise<void> {
  const stored = await db.selectFrom("benchmark_group").selectAll().where("scope", "=", scope).where("state", "<>", "waiting").execute();
  const groups = stored.map(({ entries }) => parseEntries(entries));
  const standings = await listStandings(db, scope, month);
  const scores = await listScoresOutside(db, groups, standings);
  for (const perspectiveId of new Set([...scores.keys(), ...stored.map((row) => row.perspective_id)])) {
    const isOf = (index: number) => stored[index]?.perspective_id === perspectiveId;
    const [rows, former] = [stored.filter((_, index) => isOf(index)), groups.filter((_, index) => isOf(index))];
    const scoreOf = (assessmentId: number) => scores.get(perspectiveId)?.get(assessmentId);
    await keep(db, { scope, perspectiveId, rows, former }, nextSnapshot(former, standings, scoreOf));
  }
}

/** Makes a group of the waiting entries, for a team that is not among them (`withGroupFor`). */
async function formGroup(db: Db, scope: string, perspectiveId: number, ownTeamId: number): Promise<void> {
  await lockMonth(db);
  const all = await db
    .selectFrom("benchmark_group")
    .selectAll()
    .where("scope", "=", scope)
    .where("perspective_id", "=", perspectiveId)
    .execute();
  const [rows, waiting] = [all.filter(({ state }) => state !== "waiting"), all.filter(({ state }) => state === "waiting")];
  const entriesOf = ({ entries }: { entries: string }) => parseEntries(entries);
  const former = rows.map(entriesOf);
  const next = withGroupFor(ownTeamId, { groups: former, waiting: waiting.flatMap(entriesOf) });
  await keep(db, { scope, perspectiveId, rows, former }, next);
}

interface StoredGroups {
  scope: string;
  perspectiveId: number;
  rows: readonly { id: number }[];
  /** The groups of these rows. */
  former: readonly Group[];
}

/** Stores the groups, the former ones in the order of their rows and then the new ones, and the waiting entries. */
async function keep(db: Db, { scope, perspectiveId, rows, former }: StoredGroups, { groups, waiting }: Snapshot): Promise<void> {
  for (const [index, { id }] of rows.entries()) {
    const group = groups[index] ?? [];
    if (group === former[index]) continue;
    const state = group.some(({ counts }) => counts) ? "live" : "over";
    await db
      .updateTable("benchmark_group")
      .set({ entries: formatEntries(group), state })
      .where("id", "=", id)
      .execute();
  }
  await db
    .deleteFrom("benchmark_group")
    .where("scope", "=", scope)
    .where("perspective_id", "=", perspectiveId)
    .where("state", "=", "waiting")
    .execute();
  const made = groups.slice(rows.length).map((group) => rowOf(group, "live"));
  if (waiting.length > 0) made.push(rowOf(waiting, "waiting"));
  for (let from = 0; from < made.length; from += BATCH)
    await db
      .insertInto("benchmark_group")
      .values(made.slice(from, from + BATCH).map((row) => ({ scope, perspective_id: perspectiveId, ...row })))
      .execute();
}

/**
 * The assessments of a model scope that may be used: completed before the month began, neither test nor archived, of organizations that
 * give consent now.
 */
async function listStandings(db: Db, scope: string, month: string): Promise<(OrganizationStanding & { perspectives: number })[]> {
  const rows = await db
    .selectFrom("assessment")
    .innerJoin("organization", "organization.id", "assessment.organization_id")
    .innerJoin("team", "team.id", "organization.team_id")
    .select(({ fn }) => fn.coalesce("team.counts_as", "team.id").as("teamId"))
    .select([
      "assessment.id",
      "assessment.perspective_ids as perspectiveIds",
      "organization.id as organizationId",
      "organization.country_id as countryId",
      "organization.industry_id as industryId",
      "organization.size_id as sizeId",
    ])
    .where("assessment.model", "=", "P3M3")
    .where("assessment.selected_scope", "=", scope)
    .where("assessment.status", "=", "Completed")
    .where("assessment.date_completed", "<", month)
    .where("assessment.is_test", "=", 0)
    .where("assessment.is_archived", "=", 0)
    .where("organization.benchmark_consent", "=", 1)
    .orderBy("assessment.date_completed", "desc")
    .orderBy("assessment.id", "desc")
    .execute();
  const organizations = new Map<number, OrganizationStanding & { assessmentIds: number[]; perspectives: number }>();
  for (const row of rows) {
    const known = organizations.get(row.organizationId);
    if (known) known.assessmentIds.push(row.id);
    else {
      const perspectives = (JSON.parse(row.perspectiveIds ?? "[]") as number[]).length;
      organizations.set(row.organizationId, { ...row, perspectives, assessmentIds: [row.id] });
    }
  }
  return [...organizations.values()];
}

/** The scores, by perspective and assessment, of those latest assessments that are not yet in groups with all their perspectives. */
async function listScoresOutside(
  db: Db,
  groups: readonly Group[],
  standings: readonly (OrganizationStanding & { perspectives: number })[],
): Promise<Map<number, Map<number, number>>> {
  const entered = new Map<number, number>();
  for (const group of groups) for (const { assessmentId } of group) entered.set(assessmentId, (entered.get(assessmentId) ?? 0) + 1);
  const outside = standings.flatMap(({ assessmentIds: [latest], perspectives }) =>
    latest !== undefined && (entered.get(latest) ?? 0) < perspectives ? [latest] : [],
  );
  const scores = new Map<number, Map<number, number>>();
  for (let from = 0; from < outside.length; from += BATCH) {
    const rows = await db
      .selectFrom("perspective_score")
      .selectAll()
      .where("assessment_id", "in", outside.slice(from, from + BATCH))
      .execute();
    for (const { assessment_id, perspective_id, score } of rows) {
      const known = scores.get(perspective_id) ?? new Map<number, number>();
      scores.set(perspective_id, known.set(assessment_id, score));
    }
  }
  return scores;
}

/**
 * Makes groups of the waiting entries where a team may see them (docs/decisions/0020-benchmark-groups.md).
 * @param store the store's own handle, not a transaction's
 * @returns the id of the newest group: while it stays the same, so do the groups
 */
export async function formWhatWaits(
  store: Store,
  { scope, teamId }: { scope: string; teamId: number },
  perspectiveIds: readonly number[],
): Promise<number> {
  const waiting = await store
    .selectFrom("benchmark_group")
    .select(["perspective_id", "entries"])
    .where("scope", "=", scope)
    .where("perspective_id", "in", [...perspectiveIds])
    .where("state", "=", "waiting")
    .execute();
  for (const { perspective_id, entries } of waiting) {
    const snapshot = { groups: [], waiting: parseEntries(entries) };
    if (withGroupFor(teamId, snapshot) !== snapshot) await inTransaction(store, (db) => formGroup(db, scope, perspective_id, teamId));
  }
  const { newest } = await store
    .selectFrom("benchmark_group")
    .select(({ fn }) => fn.max("id").as("newest"))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

/**
 * Gives the entries of organizations to the team that has taken them over. It would otherwise see its own scores as those of others. The rows
 * get new numbers, so that no process goes on with figures of before.
 * @param from as which team they counted
 * @param to as which they count from now on
 */
export async function moveInSnapshot(db: Db, organizations: readonly number[], from: number, to: number): Promise<void> {
  if (from === to) return;
  await lockMonth(db);
  // Organization and team come first in each entry.
  const rows = await db.selectFrom("benchmark_group").selectAll().where("entries", "like", `%,${from},%`).orderBy("id").execute();
  const isMoved = (entry: Entry) => entry.teamId === from && organizations.includes(entry.organizationId);
  for (const { id, ...row } of rows) {
    const entries = parseEntries(row.entries);
    if (!entries.some(isMoved)) continue;
    const moved = entries.map((entry) => (isMoved(entry) ? { ...entry, teamId: to } : entry));
    await db.deleteFrom("benchmark_group").where("id", "=", id).execute();
    await db
      .insertInto("benchmark_group")
      .values({ ...row, entries: formatEntries(moved) })
      .execute();
  }
}

/** The groups that may hold organizations of a cohort, by perspective. */
export async function readSnapshot(
  store: Db,
  scope: string,
  perspectiveIds: readonly number[],
  cohort: Cohort,
): Promise<Map<number, Snapshot>> {
  let query = store
    .selectFrom("benchmark_group")
    .select(["perspective_id", "state", "entries"])
    .where("scope", "=", scope)
    .where("perspective_id", "in", [...perspectiveIds])
    .where("state", "<>", "over")
    .orderBy("id");
  for (const [column, value] of [
    ["country_id", cohort.countryId],
    ["industry_id", cohort.industryId],
    ["size_id", cohort.sizeId],
  ] as const)
    if (value !== undefined) query = query.where((where) => where.or([where(column, "is", null), where(column, "=", value)]));
  const snapshots = new Map(perspectiveIds.map((id): [number, Snapshot] => [id, { groups: [], waiting: [] }]));
  for (const { perspective_id, state, entries } of await query.execute()) {
    const snapshot = snapshots.get(perspective_id);
    if (state === "live") snapshot?.groups.push(parseEntries(entries));
    else snapshot?.waiting.push(...parseEntries(entries));
  }
  return snapshots;
}

/** What the organizations of each group that counts have in common, without reading the groups themselves. */
export async function listSharedPlaces(store: Db, scope: string, perspectiveIds: readonly number[]): Promise<SharedTraits[]> {
  return await store
    .selectFrom("benchmark_group")
    .select(["country_id as countryId", "industry_id as industryId", "size_id as sizeId"])
    .distinct()
    .where("scope", "=", scope)
    .where("perspective_id", "in", [...perspectiveIds])
    .where("state", "=", "live")
    .execute();
}

function rowOf(group: Group, state: "live" | "waiting") {
  const shared = (part: keyof OrganizationTraits) => {
    const [first] = group;
    return first && group.every((entry) => entry[part] === first[part]) ? first[part] : null;
  };
  return {
    state,
    country_id: shared("countryId"),
    industry_id: shared("industryId"),
    size_id: shared("sizeId"),
    entries: formatEntries(group),
  };
}

type StoredEntry = [number, number, number, number, number, number, number, Flag];

function formatEntries(group: Group): string {
  return JSON.stringify(
    group.map(
      (entry): StoredEntry => [
        entry.organizationId,
        entry.teamId,
        entry.assessmentId,
        entry.score,
        entry.countryId,
        entry.industryId,
        entry.sizeId,
        asFlag(entry.counts),
      ],
    ),
  );
}

function parseEntries(text: string): Entry[] {
  return (JSON.parse(text) as StoredEntry[]).map(
    ([organizationId, teamId, assessmentId, score, countryId, industryId, sizeId, counts]): Entry => ({
      organizationId,
      teamId,
      assessmentId,
      score,
      countryId,
      industryId,
      sizeId,
      counts: counts === 1,
    }),
  );
}
