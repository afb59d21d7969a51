/** Who may see an organization: what leads read and change (docs/rules/walls.md). */
import { forbidden, refusedField } from "#api/problem.ts";
import { type Db, isPostgres } from "#api/store/open.ts";
import { rowNumberIn } from "#model/contract/common.ts";
import type { OrganizationForm } from "#model/contract/organizations.ts";
import type { AccessForm, NamedPerson, OrganizationAccess, TeamAccess, TeamAccessQuery } from "#model/contract/walls.ts";
import { dayOf } from "#model/days.ts";
import { shownAddress } from "#model/mail-address.ts";
import { pageOf } from "#model/paging.ts";
import { reaches } from "#model/permissions.ts";
import { accessMessages, WALLED_AT_ONCE } from "#model/walls.ts";
import { getReadableOrganization, type ReadableOrganization, teamOrganizations } from "./access.ts";
import { requireConfirmed } from "./confirmed-addresses.ts";
import { releaseLock } from "./locks.ts";
import { changeNamings, namedFor, peopleNamedFor } from "./namings.ts";
import { createOrganization } from "./organizations.ts";
import { isAlone, membersOf } from "./teams.ts";
import { advance, type PartAddress, versionsOf } from "./versions.ts";
import { todayOf, type Work } from "./work.ts";

const accessPart = (organizationId: number): PartAddress => ({ name: "access", of: `organization/${organizationId}`, place: "" });

/**
 * An organization whose access the caller may read: one that they may read, or any of the team that they lead
 * (docs/rules/walls.md#leads).
 * @throws Problem 404
 */
async function getGoverned(work: Work, id: number): Promise<ReadableOrganization> {
  const governed = reaches(work.user.permission, "lead")
    ? await teamOrganizations(work).where("organization.id", "=", id).executeTakeFirst()
    : undefined;
  return governed ?? getReadableOrganization(work, id);
}

/** Who may see an organization. @throws Problem 404 */
export async function getAccess(work: Work, id: number): Promise<OrganizationAccess> {
  const versions = await versionsOf(work.db, [accessPart(id)]);
  return describe(work, await getGoverned(work, id), versions);
}

async function describe(work: Work, row: ReadableOrganization, versions: OrganizationAccess["versions"]): Promise<OrganizationAccess> {
  const { db, internalAccounts } = work;
  const latest = await db
    .selectFrom("access_change")
    .select(["id", "at", "is_walled"])
    .where("organization_id", "=", row.id)
    .orderBy("id", "desc")
    .execute();
  // The oldest of those that the present mode has lasted since.
  const other = latest.findIndex(({ is_walled }) => is_walled !== row.is_walled);
  const since = (other === -1 ? latest.at(-1) : latest[other - 1])?.at ?? null;
  return {
    organization: { id: row.id, name: row.name },
    access: row.is_walled ? "named" : "team",
    since,
    people: await peopleNamed(db, row.id),
    isSeen: row.is_own === 1 || work.isInternal,
    internalAccounts: [...internalAccounts],
    versions,
    may: row.team_id === work.user.teamId && reaches(work.user.permission, "lead") ? ["change"] : [],
  };
}

async function peopleNamed(db: Db, organizationId: number): Promise<NamedPerson[]> {
  const rows = await peopleNamedFor(db, organizationId)
    .innerJoin("access_change", "access_change.id", "naming.from_id")
    .select(["user.id", "user.email", "user.first_name", "user.permission", "access_change.at"])
    .orderBy("user.email")
    .execute();
  return rows.map(({ id, email, first_name: firstName, permission, at: since }) => ({ id, email, firstName, permission, since }));
}

/**
 * Changes who may see an organization. Locks that somebody holds there who no longer sees it end, and what they have not committed does not
 * commit (docs/rules/walls.md#taken-off).
 * @throws Problem 404, 403, 412, 422 when nobody who is active would be named, or somebody cannot be
 */
export async function changeAccess(work: Work, id: number, { access, people = [], reason }: AccessForm): Promise<OrganizationAccess> {
  const { db, user } = work;
  const row = await getGoverned(work, id);
  if (row.team_id !== user.teamId) throw forbidden("The organization belongs to another team.");
  const named = access === "named" ? await personsIn(work, row.id, people) : [];
  const before = await namedFor(db, id);
  const isSame = same(
    before.map(({ user_id }) => user_id),
    named,
  );
  if ((row.is_walled === 1) === (access === "named") && isSame) return getAccess(work, id);
  if (access === "named") await keepOut(work, row, named);
  await advance(work, accessPart(id), () => getAccess(work, id));
  await changeNamings({ ...work, by: user }, row, { access, people: named }, { before, reason });
  if (access === "named") await endLocksOfOthers(work, id, named);
  return getAccess(work, id);
}

const same = (one: readonly number[], other: readonly number[]) => [...one].sort().join() === [...other].sort().join();

/** The people whom a lead names, by number. Whoever is named already may stay. @throws Problem 422 */
async function personsIn(work: Work, organizationId: number, people: AccessForm["people"]): Promise<number[]> {
  const { db, user } = work;
  const members = await membersOf(work, user.teamId).select(["id", "email", "first_name", "suspended_at"]).execute();
  const kept = await peopleNamedFor(db, organizationId).select(["user.id", "user.email", "user.first_name", "user.suspended_at"]).execute();
  const known = new Map([...members, ...kept].map((each) => [each.id, each]));
  const numbers = [...new Set((people ?? []).map((each) => rowNumberIn(each) ?? 0))];
  for (const number of numbers) {
    const person = known.get(number);
    if (!person) throw refusedField("people", accessMessages.unknown);
    if (person.suspended_at !== null)
      throw refusedField("people", accessMessages.suspended(person.first_name ?? shownAddress(person.email)));
  }
  if (numbers.length === 0) throw refusedField("people", accessMessages.nobody);
  await requireConfirmed(db, numbers, "people");
  return numbers;
}

/**
 * Waits for what those are writing who will no longer see the organization, and keeps them from beginning until the transaction ends: their
 * calls lock their own row (`findLivingSession`). On SQLite, only one writes at a time. Then locks the organization, as its writers do.
 */
async function keepOut({ db, user }: Work, { id }: ReadableOrganization, named: readonly number[]): Promise<void> {
  if (!isPostgres(db)) return;
  await db
    .selectFrom("user")
    .select("id")
    .where("team_id", "=", user.teamId)
    .where("id", "not in", named)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  await db.selectFrom("organization").select("id").where("id", "=", id).forNoKeyUpdate().execute();
}

/** Ends the edit locks, and the wishes for them, of everybody who is not named. Whoever has asked for such a lock and is named gets it. */
async function endLocksOfOthers({ db, now, historyKey }: Work, organizationId: number, named: readonly number[]): Promise<void> {
  const ids = db.selectFrom("assessment").select("id").where("organization_id", "=", organizationId);
  // First the assessments, as everybody who takes a lock does.
  if (isPostgres(db)) await ids.orderBy("id").forUpdate().execute();
  await db.deleteFrom("lock_wish").where("assessment_id", "in", ids).where("user_id", "not in", named).execute();
  const held = await db
    .selectFrom("lock")
    .select(["assessment_id", "user_id"])
    .where("assessment_id", "in", ids)
    .where("user_id", "not in", named)
    .orderBy("assessment_id")
    .execute();
  for (const { assessment_id, user_id } of held) await releaseLock({ db, now, historyKey, user: { id: user_id } }, assessment_id);
  await db.deleteFrom("lock").where("assessment_id", "in", ids).where("user_id", "not in", named).execute();
}

/** Creates an organization behind a wall. Whoever creates it is named. @throws Problem 422, as `createOrganization`, and for an address that is not confirmed */
export async function createBehindWall(work: Work, form: OrganizationForm): Promise<{ id: number }> {
  await requireConfirmed(work.db, [work.user.id]);
  const { id } = await createOrganization(work, form);
  const row = await teamOrganizations(work).where("organization.id", "=", id).executeTakeFirstOrThrow();
  await advance({ ...work, madeFrom: undefined }, accessPart(id));
  await changeNamings({ ...work, by: work.user }, row, { access: "named", people: [work.user.id] }, { before: [], reason: "" });
  return { id };
}

/**
 * The organizations of the caller's team that were behind a wall on a day, with everybody who was named at any time of that day
 * (docs/rules/walls.md#who-could-see-what).
 */
export async function listTeamAccess(work: Work, { on, page: request, unseen }: TeamAccessQuery): Promise<TeamAccess> {
  const { db, timeZone, internalAccounts } = work;
  const day = on ?? todayOf(work);
  const organizations = await teamOrganizations(work)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("access_change").select("access_change.id").whereRef("access_change.organization_id", "=", "organization.id")),
    )
    .execute();
  const wanted = unseen ? organizations.filter(({ is_own }) => is_own === 0) : organizations;
  const spans = wanted.length === 0 ? [] : await namingsOf(db, work.user.teamId);
  const byOrganization = new Map<number, typeof spans>();
  for (const span of spans) {
    const isThen = on === undefined ? span.until === null : wasNamed(span, on, timeZone);
    if (isThen) byOrganization.set(span.organizationId, [...(byOrganization.get(span.organizationId) ?? []), span]);
  }
  const walled = wanted
    .filter(({ id, is_walled }) => byOrganization.has(id) || (on === undefined && is_walled === 1))
    .sort((one, other) => compare(one.name, other.name) || one.id - other.id);
  const { page, pages, shown } = pageOf(walled, WALLED_AT_ONCE, request);
  return {
    on: day,
    organizations: shown.map(({ id, name, is_own }) => ({
      ...{ id, name, isSeen: is_own === 1 },
      people: (byOrganization.get(id) ?? []).map(({ organizationId: _, ...person }) => person),
    })),
    ...{ page, pages, total: walled.length },
    isAlone: await isAlone(work, work.user),
    internalAccounts: [...internalAccounts],
  };
}

const { compare } = new Intl.Collator("en");

/** Whether somebody was named at any time of a day. */
function wasNamed({ from, until }: { from: string; until: string | null }, day: string, timeZone: string): boolean {
  return dayOf(new Date(from), timeZone) <= day && (until === null || dayOf(new Date(until), timeZone) >= day);
}

const namingsOf = (db: Db, teamId: number) =>
  db
    .selectFrom("naming")
    .innerJoin("organization", "organization.id", "naming.organization_id")
    .innerJoin("user", "user.id", "naming.user_id")
    .innerJoin("access_change as begun", "begun.id", "naming.from_id")
    .leftJoin("access_change as ended", "ended.id", "naming.until_id")
    .select(["naming.organization_id as organizationId", "user.id", "user.email", "user.first_name as firstName"])
    .select(["begun.at as from", "ended.at as until"])
    .where("organization.team_id", "=", teamId)
    .orderBy("user.email")
    .orderBy("naming.id")
    .execute();
