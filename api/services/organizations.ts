import { sql } from "kysely";
import { type FieldError, refused } from "#api/problem.ts";
import type { Status } from "#model/contract/assessments.ts";
import type { Role } from "#model/contract/common.ts";
import type {
  Organization,
  OrganizationEntry,
  OrganizationForm,
  Organizations,
  OrganizationsQuery,
} from "#model/contract/organizations.ts";
import { ORGANIZATION_FIELDS } from "#model/fields.ts";
import { holdsWords, ORGANIZATIONS_AT_ONCE } from "#model/home-lists.ts";
import { pageOf } from "#model/paging.ts";
import { deedsOf } from "#model/permissions.ts";
import { ASSESSMENTS_MAX, ORGANIZATIONS_MAX, roomMessages } from "#model/room.ts";
import { textMessages } from "#model/text.ts";
import {
  getOwnOrganization,
  getReadableOrganization,
  isNotApart,
  isSeen,
  type OrganizationRow,
  organizationRows,
  type ReadableOrganization,
  readableAssessments,
  readableOrganizations,
} from "./access.ts";
import { record, teamChain } from "./history.ts";
import { findReference } from "./reference.ts";
import { fromColumns, requireLimits, toColumns } from "./stored-fields.ts";
import { count, holdTeam } from "./teams.ts";
import { rolesIn } from "./users.ts";
import { advance, isStored, organizationPart, versionsOf } from "./versions.ts";
import type { Work } from "./work.ts";

/** An organization as it goes over the wire. */
export function describeOrganization(row: OrganizationRow): Organization {
  const reference = (list: Parameters<typeof findReference>[0], id: number) => findReference(list, id) ?? { id, name: "Unknown" };
  return {
    id: row.id,
    ...fromColumns(ORGANIZATION_FIELDS, row),
    country: reference("country", row.country_id),
    industry: reference("industry", row.industry_id),
    size: reference("size", row.size_id),
  };
}

/** The same with what the caller may do with it. */
const describeFor = ({ user }: Work, row: ReadableOrganization): Organization => ({
  ...describeOrganization(row),
  may: deedsOf(row.is_own === 1, user.permission),
});

/** An organization that the user may read, for a screen that edits it: with its version. @throws Problem 404 */
export async function getOrganization(work: Work, id: number): Promise<Organization> {
  const versions = await versionsOf(work.db, [organizationPart(id)]);
  return { ...describeFor(work, await getReadableOrganization(work, id)), versions };
}

/** @param stored the row that is changed, whose optional texts stay where the form leaves them out */
function columnsOf(form: OrganizationForm, stored: object = {}) {
  const errors: FieldError[] = (["country", "industry", "size"] as const)
    .filter((list) => !findReference(list, form[list].id))
    .map((list) => ({ path: list, message: textMessages.oneOf }));
  if (errors.length > 0) throw refused("The request is not valid.", errors);
  return {
    ...toColumns(ORGANIZATION_FIELDS, { ...fromColumns(ORGANIZATION_FIELDS, stored), ...form }),
    country_id: form.country.id,
    industry_id: form.industry.id,
    size_id: form.size.id,
  };
}

/**
 * Creates an organization of the user's team.
 * @throws Problem 422 when country, industry or size is unknown, or when the team has no room (docs/rules/rights.md#room)
 */
export async function createOrganization(work: Work, form: OrganizationForm): Promise<{ id: number }> {
  const { db, user } = work;
  // Of two at once, the second counts the first.
  await holdTeam(db, user.teamId);
  if ((await count(db.selectFrom("organization").where("team_id", "=", user.teamId))) >= ORGANIZATIONS_MAX)
    throw refused(roomMessages.organizations);
  const row = await work.db
    .insertInto("organization")
    .values({ ...columnsOf(form), team_id: work.user.teamId })
    .returningAll()
    .executeTakeFirstOrThrow();
  await record(work, teamChain(row.team_id), { kind: "organization", after: describeOrganization(row), organization: row.id });
  return { id: row.id };
}

/**
 * Changes an organization of the user's team.
 * @throws Problem 404, 403, 412 or 422
 */
export async function changeOrganization(work: Work, id: number, form: OrganizationForm): Promise<Organization> {
  const stored = await getOwnOrganization(work, id, { forWriting: true });
  requireLimits(ORGANIZATION_FIELDS, fromColumns(ORGANIZATION_FIELDS, stored), form);
  const columns = columnsOf(form, stored);
  if (isStored(stored, columns)) return getOrganization(work, id);
  await advance(work, organizationPart(id), () => getOrganization(work, id));
  await record(work, teamChain(stored.team_id), {
    kind: "organization",
    before: describeOrganization(stored),
    after: describeOrganization({ ...stored, ...columns }),
    organization: id,
  });
  await work.db.updateTable("organization").set(columns).where("id", "=", id).execute();
  return getOrganization(work, id);
}

/** @throws Problem 422 when an organization has no room for another assessment (docs/rules/rights.md#room) */
export async function requireRoom({ db }: Pick<Work, "db">, organizationId: number): Promise<void> {
  if ((await count(db.selectFrom("assessment").where("organization_id", "=", organizationId))) >= ASSESSMENTS_MAX)
    throw refused(roomMessages.assessments);
}

/** The order of names, whatever the database. */
const { compare } = new Intl.Collator("en");

/**
 * The organizations of the user's team and, for an internal account, those of all other teams, with their figures
 * (docs/rules/organizations.md#figures-of-an-organization). If the query names a page, only those on it.
 */
export async function listOrganizations(work: Work, query: OrganizationsQuery = {}): Promise<Organizations> {
  return query.page === undefined ? listAllOrganizations(work) : listPage(work, { ...query, page: query.page });
}

/** A page of one list. Of all the others only what the search and the order need is read. */
async function listPage(work: Work, { page: number, whose, search, open }: OrganizationsQuery & { page: number }): Promise<Organizations> {
  const { isInternal } = work;
  const ofOthers = whose === "others";
  if (ofOthers && !isInternal) return { myOrgnizations: [], shown: { page: 1, pages: 1, found: 0, total: 0, hasOpen: false } };
  const all = await readableOrganizations(work)
    .select(["id", "name", "business_unit", "country_id", "industry_id"])
    .where(({ not }) => (ofOthers ? not(isSeen(work)) : isSeen(work)))
    .orderBy("id")
    .execute();
  const isOpen = ({ id }: { id: number }) => String(id) === open;
  const fitting = all
    .filter(({ name, business_unit, country_id, industry_id }) =>
      holdsWords(search, [name, business_unit, findReference("country", country_id)?.name, findReference("industry", industry_id)?.name]),
    )
    .sort((one, other) => compare(one.name, other.name));
  const { page, pages, shown } = pageOf(fitting, ORGANIZATIONS_AT_ONCE, number, fitting.findIndex(isOpen));
  const ids = shown.map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await organizationRows(work).where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const counts = await countAssessments(work, ids);
  const entries = ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [{ row, entry: { organization: describeFor(work, row), ...(counts.get(id) ?? NO_ASSESSMENTS) } }] : [];
  });
  const about = { page, pages, found: fitting.length, total: all.length, hasOpen: all.some(isOpen) };
  if (!ofOthers) return { myOrgnizations: entries.map(({ entry }) => entry), shown: about };
  const roles = await rolesByTeam(work);
  const others = entries.map(({ row, entry }) => ({ ...entry, roles: roles.get(row.team_id) ?? [] }));
  return { myOrgnizations: [], otherUserOrgnizations: others, shown: about };
}

async function listAllOrganizations(work: Work): Promise<Organizations> {
  // Sorted here, because the databases sort names differently.
  const rows = (await organizationRows(work).orderBy("id").execute()).sort((a, b) => compare(a.name, b.name));
  const counts = await countAssessments(work);
  const entry = (row: ReadableOrganization): OrganizationEntry => ({
    organization: describeFor(work, row),
    ...(counts.get(row.id) ?? NO_ASSESSMENTS),
  });
  const mine = rows.filter(({ is_own }) => is_own === 1).map(entry);
  if (!work.isInternal) return { myOrgnizations: mine };
  const roles = await rolesByTeam(work);
  const others = rows.filter(({ is_own }) => is_own === 0).map((row) => ({ ...entry(row), roles: roles.get(row.team_id) ?? [] }));
  return { myOrgnizations: mine, otherUserOrgnizations: others };
}

const NO_ASSESSMENTS = { totalAssessments: 0, draftAssessments: 0, createdAssessments: 0, completedAssessments: 0, activeAssessments: 0 };
const COUNTED = {
  Created: "createdAssessments",
  Drafted: "draftAssessments",
  Active: "activeAssessments",
  Completed: "completedAssessments",
} as const;

/** @param ids only of these organizations */
async function countAssessments(work: Work, ids?: readonly number[]) {
  const { user } = work;
  const counted = new Map<number, typeof NO_ASSESSMENTS>();
  if (user.roles.length === 0 || ids?.length === 0) return counted;
  const rows = await readableAssessments(work)
    // Whether one that the caller rates apart is begun, depends on its answers.
    .select(["organization_id", sql<Status>`case when ${isNotApart(work)} then status else 'Active' end`.as("state")])
    .select(({ fn }) => fn.countAll<number>().as("assessments"))
    .where("is_archived", "=", 0)
    .where("model", "in", [...user.roles])
    .$if(ids !== undefined, (query) => query.where("organization_id", "in", ids ?? []))
    .groupBy(["organization_id", "state"])
    .execute();
  for (const { organization_id, state, assessments } of rows) {
    const counts = counted.get(organization_id) ?? { ...NO_ASSESSMENTS };
    counts[COUNTED[state]] += assessments;
    counts.totalAssessments += assessments;
    counted.set(organization_id, counts);
  }
  return counted;
}

/** The models that each team works with, as far as the reader works with them too. */
async function rolesByTeam({ db, user }: Work): Promise<Map<number, Role[]>> {
  const rows = await db.selectFrom("user").select(["team_id", "roles"]).distinct().execute();
  const byTeam = new Map<number, Role[]>();
  for (const row of rows) {
    const held = rolesIn(row.roles);
    const known = byTeam.get(row.team_id) ?? [];
    byTeam.set(
      row.team_id,
      user.roles.filter((role) => known.includes(role) || held.includes(role)),
    );
  }
  return byTeam;
}
