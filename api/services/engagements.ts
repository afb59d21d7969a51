/** Engagements: jobs for one client, with their people and their assessments (docs/rules/engagements.md). Nobody needs an edit lock. */
import { type Selectable, sql } from "kysely";
import { notFound, refused, refusedField } from "#api/problem.ts";
import type { EngagementMemberTable, EngagementTable } from "#api/store/database.ts";
import { type Id, rowNumberIn } from "#model/contract/common.ts";
import type {
  Engagement,
  EngagementColleague,
  EngagementForm,
  EngagementMember,
  EngagementMemberForm,
  Engagements,
  EngagementsQuery,
} from "#model/contract/engagements.ts";
import {
  ENGAGEMENTS_AT_ONCE,
  ENGAGEMENTS_MAX,
  type EngagementOrder,
  type EngagementState,
  engagementMessages,
  isPlanDone,
  isPlanLate,
  MEMBERS_MAX,
} from "#model/engagements.ts";
import { groupBy } from "#model/group-by.ts";
import { holdsWords } from "#model/home-lists.ts";
import { pageOf } from "#model/paging.ts";
import { deedsOf, reaches } from "#model/permissions.ts";
import {
  type AssessmentRow,
  getOwnOrganization,
  getReadableOrganization,
  getShareableAssessment,
  isCompleted,
  isReadable,
  isSeen,
  ofCaller,
  ownOrganizations,
  type ReadableOrganization,
  readableAssessments,
  refuseArchived,
} from "./access.ts";
import { describeAll } from "./assessments.ts";
import { firstOf, titleOf } from "./editions.ts";
import { organizationChain, record } from "./history.ts";
import { asColleague, teamAround } from "./review-people.ts";
import { reviewStates } from "./review-states.ts";
import { count } from "./teams.ts";
import { advance, type PartAddress, versionsByPlace } from "./versions.ts";
import { moment, todayOf, type Work } from "./work.ts";

export type EngagementRow = Selectable<EngagementTable>;
type MemberRow = Selectable<EngagementMemberTable>;

/** Where the history and the versions of an engagement are. */
export const engagementPlace = (id: number) => `engagement/${id}`;

const engagementPart = ({ id, organization_id }: Pick<EngagementRow, "id" | "organization_id">): PartAddress => ({
  name: "engagement",
  of: organizationChain(organization_id),
  place: engagementPlace(id),
});
const memberPart = (row: EngagementRow, assessmentId: number): PartAddress<"member"> => ({
  name: "member",
  of: organizationChain(row.organization_id),
  place: `${engagementPlace(row.id)}/${assessmentId}`,
});

const noEngagement = () => notFound("The engagement does not exist.");

/** The row of an engagement that the caller may read. @throws Problem 404 */
async function getRow(work: Work, id: number): Promise<EngagementRow> {
  const row = await work.db
    .selectFrom("engagement")
    .innerJoin("organization", "organization.id", "engagement.organization_id")
    .selectAll("engagement")
    .where(isReadable(work))
    .where("engagement.id", "=", id)
    .executeTakeFirst();
  if (!row) throw noEngagement();
  return row;
}

/** An engagement that the caller may read, with its organization. @throws Problem 404 */
export async function getReadableEngagement(work: Work, id: number): Promise<{ row: EngagementRow; organization: ReadableOrganization }> {
  const row = await getRow(work, id);
  return { row, organization: await getReadableOrganization(work, row.organization_id) };
}

/**
 * An engagement that the caller may change. Others who change an engagement of the organization wait until the transaction ends.
 * @throws Problem 404, 403, 422 when it is closed
 */
export async function getOpenEngagement(work: Work, id: number): Promise<{ row: EngagementRow; organization: ReadableOrganization }> {
  const held = await getHeldEngagement(work, id);
  if (held.row.state === "closed") throw refused(engagementMessages.closed);
  return held;
}

/** The same also while it is closed. */
async function getHeldEngagement(work: Work, id: number) {
  const { organization_id } = await getRow(work, id);
  const organization = await getOwnOrganization(work, organization_id, { forWriting: true });
  return { row: await getRow(work, id), organization };
}

/** Whether the caller may change the engagements of an organization: names of people of the client are theirs alone. */
export const mayPlan = (work: Work, { is_own }: Pick<ReadableOrganization, "is_own">): boolean =>
  is_own === 1 && reaches(work.user.permission, "assessor");

/** Those of the team who are active and may see an organization, by their numbers. Only they have a part in an engagement. */
export async function colleaguesOf(work: Work, organization: ReadableOrganization): Promise<ReadonlyMap<number, EngagementColleague>> {
  const people = await teamAround(work, organization);
  return new Map(people.flatMap((each) => (each.isSuspended || !each.seesOrganization ? [] : [[each.id, asColleague(each)]])));
}

/** The number of somebody who can have a part. @throws Problem 422 */
export function requireColleague(colleagues: ReadonlyMap<number, unknown>, person: Id, path: string): number {
  const number = rowNumberIn(person) ?? 0;
  if (!colleagues.has(number)) throw refusedField(path, engagementMessages.unknownPerson);
  return number;
}

const unitsOf = ({ units }: Pick<EngagementRow, "units">): string[] => JSON.parse(units);

/** The plan of some engagements in numbers. */
async function countPlans(work: Work, ids: readonly number[]): Promise<ReadonlyMap<number, Engagement["plan"]>> {
  if (ids.length === 0) return new Map();
  const rows = await work.db.selectFrom("plan_row").select(["engagement_id", "state", "day"]).where("engagement_id", "in", ids).execute();
  const today = todayOf(work);
  const plans = [...groupBy(rows, ({ engagement_id }) => engagement_id)].map(([id, ofOne]): [number, Engagement["plan"]] => [
    id,
    {
      rows: ofOne.filter(({ state }) => state !== "dropped").length,
      done: ofOne.filter(({ state }) => isPlanDone(state)).length,
      late: ofOne.filter((row) => isPlanLate(row, today)).length,
    },
  ]);
  return new Map(plans);
}

const NO_PLAN = { rows: 0, done: 0, late: 0 };
const CHOICES = 500;
/** The most engagements that a list looks through. */
const LIST_MAX = 5_000;

const { compare } = new Intl.Collator("en-GB", { numeric: true });

interface Listed {
  id: number;
  name: string;
  state: string;
  end_day: string | null;
  organization: string;
}
const endsFirst = (one: Listed, other: Listed) => {
  const [day, otherDay] = [one.end_day ?? "9999", other.end_day ?? "9999"];
  return day < otherDay ? -1 : day > otherDay ? 1 : other.id - one.id;
};
const ORDERS: Record<EngagementOrder, (one: Listed, other: Listed) => number> = {
  end: endsFirst,
  client: (one, other) => compare(one.organization, other.organization) || endsFirst(one, other),
  name: (one, other) => compare(one.name, other.name) || endsFirst(one, other),
};
/** In every order those that are closed come last. */
const isOver = ({ state }: Listed) => Number(state === "closed");

/** A page of the engagements of the caller's team, in organizations that the caller sees. */
export async function listEngagements(work: Work, query: EngagementsQuery): Promise<Engagements> {
  const { organization, state, closed, q, order, page: wanted } = query;
  const { db, user } = work;
  const all = await db
    .selectFrom("engagement")
    .innerJoin("organization", "organization.id", "engagement.organization_id")
    .where(isSeen(work))
    .select(["engagement.id", "engagement.name", "engagement.state", "start_day", "end_day"])
    .select(["organization.id as organization_id", "organization.name as organization"])
    .$if(organization !== undefined, (rows) => rows.where("organization.id", "=", Number(organization)))
    .$if(state !== undefined, (rows) => rows.where("engagement.state", "=", state ?? "running"))
    .$if(state === undefined && closed === undefined, (rows) => rows.where("engagement.state", "!=", "closed"))
    .orderBy("engagement.id", "desc")
    .limit(LIST_MAX)
    .execute();
  const rows = all
    .filter((row) => holdsWords(q, [row.name, row.organization]))
    .sort((one, other) => isOver(one) - isOver(other) || ORDERS[order](one, other));
  const { page, pages, shown } = pageOf(rows, ENGAGEMENTS_AT_ONCE, wanted);
  const ids = shown.map(({ id }) => id);
  const plans = await countPlans(work, ids);
  const submitted = await countMembers(work, ids);
  const choices = reaches(user.permission, "assessor")
    ? await ownOrganizations(work)
        .select(["organization.id", "organization.name"])
        .orderBy(sql`lower(organization.name)`)
        .limit(CHOICES)
        .execute()
    : [];
  return {
    engagements: shown.map((row) => ({
      ...{ id: row.id, name: row.name, state: row.state, start: row.start_day, end: row.end_day },
      organization: { id: row.organization_id, name: row.organization },
      ...(submitted.get(row.id) ?? { members: 0, submitted: 0, room: MEMBERS_MAX }),
      plan: plans.get(row.id) ?? NO_PLAN,
    })),
    ...{ page, pages, total: rows.length, organizations: choices },
  };
}

/** How many members some engagements have, and how many of those were submitted. Neither tests nor archived ones count. */
async function countMembers(work: Work, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { members: number; submitted: number; room: number }>();
  const members = await work.db.selectFrom("engagement_member").selectAll().where("engagement_id", "in", ids).execute();
  const counted = await editionsThatCount(
    work,
    members.map(({ assessment_id }) => assessment_id),
  );
  return new Map(
    [...groupBy(members, ({ engagement_id }) => engagement_id)].map(([id, ofOne]) => {
      const editions = ofOne.flatMap(({ assessment_id }) => counted.get(assessment_id) ?? []);
      const serious = editions.filter(({ is_test, is_archived }) => is_test === 0 && is_archived === 0);
      return [id, { members: serious.length, submitted: serious.filter(isCompleted).length, room: MEMBERS_MAX - ofOne.length }];
    }),
  );
}

/**
 * The edition of each assessment that counts in an engagement: the latest that is completed, else the open one
 * (docs/rules/engagements.md#members).
 * @param firsts ids of first editions
 */
async function editionsThatCount(work: Work, firsts: readonly number[]): Promise<ReadonlyMap<number, AssessmentRow>> {
  if (firsts.length === 0) return new Map();
  const rows = await readableAssessments(work)
    .selectAll("assessment")
    .select(ofCaller(work))
    .where(({ or, eb }) => or([eb("assessment.id", "in", firsts), eb("assessment.first_edition_id", "in", firsts)]))
    .orderBy("assessment.edition_number")
    .execute();
  return new Map(
    [...groupBy(rows, firstOf)].flatMap(([first, all]) => {
      const counted = all.findLast(isCompleted) ?? all.at(-1);
      return counted ? [[first, counted]] : [];
    }),
  );
}

/** An engagement with everything that its overview shows. @throws Problem 404 */
export async function getEngagement(work: Work, id: number): Promise<Engagement> {
  const { row, organization } = await getReadableEngagement(work, id);
  return describe(work, row, organization);
}

async function describe(work: Work, row: EngagementRow, organization: ReadableOrganization): Promise<Engagement> {
  const { db } = work;
  // Versions come before what they are versions of: see `versionsOf`.
  const part = engagementPart(row);
  const versions = (await versionsByPlace(db, [part])).get(part.place) ?? { engagement: 0 };
  const colleagues = await colleaguesOf(work, organization);
  const may = mayPlan(work, organization);
  const people = await db.selectFrom("engagement_person").selectAll().where("engagement_id", "=", row.id).orderBy("user_id").execute();
  return {
    ...{ id: row.id, organization: { id: organization.id, name: organization.name } },
    ...{ name: row.name, sponsor: row.sponsor, purpose: row.purpose, included: row.included, excluded: row.excluded },
    ...{ start: row.start_day, end: row.end_day, state: row.state, units: unitsOf(row) },
    people: people.flatMap(({ user_id, part: of }) => {
      const person = colleagues.get(user_id);
      return person ? [{ ...person, part: of }] : [];
    }),
    members: await membersOf(work, row, colleagues),
    plan: (await countPlans(work, [row.id])).get(row.id) ?? NO_PLAN,
    colleagues: may ? [...colleagues.values()] : [],
    candidates: may && row.state !== "closed" ? await candidatesIn(work, organization) : [],
    may: deedsOf(organization.is_own === 1, work.user.permission),
    versions,
  };
}

/** The members of an engagement, by unit and name. */
async function membersOf(
  work: Work,
  row: EngagementRow,
  colleagues: ReadonlyMap<number, EngagementColleague>,
): Promise<EngagementMember[]> {
  const read = () => work.db.selectFrom("engagement_member").selectAll().where("engagement_id", "=", row.id).execute();
  const versions = await versionsByPlace(
    work.db,
    (await read()).map(({ assessment_id }) => memberPart(row, assessment_id)),
  );
  const stored = await read();
  const counted = await editionsThatCount(
    work,
    stored.map(({ assessment_id }) => assessment_id),
  );
  const open = [...counted.values()].filter(({ model }) => work.user.roles.includes(model));
  const described = new Map((await describeAll(work, open)).map((each) => [Number(each.id), each]));
  const reviews = await reviewStates(
    work,
    open.flatMap(({ id, apart }) => (apart === null ? [id] : [])),
  );
  const units = unitsOf(row);
  const members = stored.map((member): EngagementMember => {
    const edition = counted.get(member.assessment_id);
    const assessment = edition ? described.get(edition.id) : undefined;
    const head = { id: member.assessment_id, name: edition ? titleOf(edition) : null, unit: member.unit };
    if (!edition || !assessment) return { ...head, assessment: null, responsible: null, day: null, review: null };
    return {
      ...head,
      assessment,
      responsible: colleagues.get(member.responsible ?? 0) ?? null,
      day: member.day,
      review: reviews.get(edition.id) ?? { requests: 0, decision: null, openPoints: 0 },
      versions: versions.get(memberPart(row, member.assessment_id).place) ?? { member: 0 },
    };
  });
  return members.sort(
    (one, other) =>
      units.indexOf(one.unit) - units.indexOf(other.unit) || compare(one.name ?? "", other.name ?? "") || Number(one.id) - Number(other.id),
  );
}

/** How many assessments of an organization can be chosen from. */
const CANDIDATES = 200;

/** The assessments of an organization that can join an engagement, the newest first. */
async function candidatesIn(work: Work, organization: ReadableOrganization): Promise<Engagement["candidates"]> {
  if (work.user.roles.length === 0) return [];
  const rows = await readableAssessments(work)
    .select([
      "assessment.id",
      "assessment.name",
      "assessment.model",
      "selected_scope",
      "edition_number",
      "first_edition_id",
      "assessment.status",
    ])
    .where("assessment.organization_id", "=", organization.id)
    .where("assessment.model", "in", [...work.user.roles])
    .where("assessment.is_archived", "=", 0)
    .where("assessment.is_test", "=", 0)
    .where(
      sql<boolean>`not exists (select 1 from engagement_member
        where engagement_member.assessment_id = coalesce(assessment.first_edition_id, assessment.id))`,
    )
    .orderBy("assessment.id", "desc")
    .execute();
  return [...groupBy(rows, firstOf)].slice(0, CANDIDATES).flatMap(([id, editions]) => {
    const counted = editions.find(({ status }) => status === "Completed") ?? editions[0];
    return counted ? [{ id, name: titleOf(counted), selectedScope: counted.selected_scope, assessmentType: counted.model }] : [];
  });
}

/** What the history keeps of an engagement: neither the sponsor nor the long texts (docs/rules/engagements.md#in-the-history). */
const recordedOf = ({ name, start_day, end_day, units }: Pick<EngagementRow, "name" | "start_day" | "end_day" | "units">) => ({
  name,
  start: start_day,
  end: end_day,
  units: unitsOf({ units }).join(", "),
});

const columnsOf = (form: EngagementForm) => ({
  ...{ name: form.name, sponsor: form.sponsor, purpose: form.purpose, included: form.included, excluded: form.excluded },
  ...{ start_day: form.start, end_day: form.end, units: JSON.stringify(form.units) },
});

/** The people of a form with their numbers. @throws Problem 422 */
async function peopleIn(work: Work, organization: ReadableOrganization, { people }: EngagementForm) {
  const colleagues = await colleaguesOf(work, organization);
  return people.map(({ id, part }, index) => ({ user_id: requireColleague(colleagues, id, `people.${index}.id`), part }));
}

async function storePeople(work: Work, engagementId: number, people: Awaited<ReturnType<typeof peopleIn>>): Promise<void> {
  await work.db.deleteFrom("engagement_person").where("engagement_id", "=", engagementId).execute();
  if (people.length > 0)
    await work.db
      .insertInto("engagement_person")
      .values(people.map((each) => ({ ...each, engagement_id: engagementId })))
      .execute();
}

/** Creates an engagement, which is planned at first. @throws Problem 404, 403, 422 */
export async function createEngagement(work: Work, organizationId: number, form: EngagementForm): Promise<{ id: number }> {
  const organization = await getOwnOrganization(work, organizationId, { forWriting: true });
  if ((await count(work.db.selectFrom("engagement").where("organization_id", "=", organizationId))) >= ENGAGEMENTS_MAX)
    throw refusedField("name", engagementMessages.manyEngagements);
  const people = await peopleIn(work, organization, form);
  const columns = columnsOf(form);
  const made = await work.db
    .insertInto("engagement")
    .values({ organization_id: organizationId, ...columns, state: "planned", closed_at: null, forgotten_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  await storePeople(work, made.id, people);
  await advance({ ...work, madeFrom: undefined }, engagementPart({ id: made.id, organization_id: organizationId }));
  await record(work, organizationChain(organizationId), {
    kind: "engagement",
    place: engagementPlace(made.id),
    after: { ...recordedOf(columns), people: people.length },
  });
  return made;
}

/**
 * Changes an engagement. A unit that has another name at the same place of the list is renamed, with its members.
 * @throws Problem 404, 403, 412 when somebody else changed it, 422
 */
export async function putEngagement(work: Work, id: number, form: EngagementForm): Promise<void> {
  const { row, organization } = await getOpenEngagement(work, id);
  const { db } = work;
  const people = await peopleIn(work, organization, form);
  const before = await db.selectFrom("engagement_person").select(["user_id", "part"]).where("engagement_id", "=", id).execute();
  const columns = columnsOf(form);
  await advance(work, engagementPart(row), () => describe(work, row, organization));
  await moveUnits(work, row, form.units);
  await db.updateTable("engagement").set(columns).where("id", "=", id).execute();
  await storePeople(work, id, people);
  const also = (["sponsor", "purpose", "included", "excluded"] as const).filter((name) => columns[name] !== row[name]);
  await record(work, organizationChain(row.organization_id), {
    kind: "engagement",
    place: engagementPlace(id),
    before: { ...recordedOf(row), people: before.length },
    after: { ...recordedOf({ ...row, ...columns }), people: people.length, ...(also.length > 0 ? { changed: also } : {}) },
  });
}

/** Renames units of members. @throws Problem 422 when a member's unit would be gone */
async function moveUnits(work: Work, row: EngagementRow, units: readonly string[]): Promise<void> {
  const before = unitsOf(row);
  const members = await work.db.selectFrom("engagement_member").selectAll().where("engagement_id", "=", row.id).execute();
  for (const unit of new Set(members.map((member) => member.unit))) {
    if (unit === "" || units.includes(unit)) continue;
    const renamed = before.length === units.length ? units[before.indexOf(unit)] : undefined;
    if (renamed === undefined || before.includes(renamed)) throw refusedField("units", engagementMessages.unitInUse(unit));
    const ids = members.filter((member) => member.unit === unit).map(({ assessment_id }) => assessment_id);
    for (const id of ids) await advance({ ...work, madeFrom: undefined }, memberPart(row, id));
    await work.db.updateTable("engagement_member").set({ unit: renamed }).where("assessment_id", "in", ids).execute();
  }
}

/** Says how far an engagement is. @throws Problem 404, 403, 412 */
export async function putEngagementState(work: Work, id: number, { state }: { state: EngagementState }): Promise<void> {
  const { row, organization } = await getHeldEngagement(work, id);
  if (row.state === state) return;
  await advance(work, engagementPart(row), () => describe(work, row, organization));
  await record(work, organizationChain(row.organization_id), {
    kind: "engagement",
    place: engagementPlace(id),
    before: { name: row.name, state: row.state },
    after: { name: row.name, state },
  });
  await work.db
    .updateTable("engagement")
    .set({ state, closed_at: state === "closed" ? moment(work) : null })
    .where("id", "=", id)
    .execute();
}

/** Deletes an engagement with its plan. Its assessments stay as they are. @throws Problem 404, 403, 412, 422 when it is closed */
export async function removeEngagement(work: Work, id: number): Promise<void> {
  const { row, organization } = await getOpenEngagement(work, id);
  const { db } = work;
  await advance(work, engagementPart(row), () => describe(work, row, organization));
  await record(work, organizationChain(row.organization_id), {
    kind: "engagement",
    place: engagementPlace(id),
    before: recordedOf(row),
  });
  await db
    .deleteFrom("plan_person")
    .where("row_id", "in", (query) => query.selectFrom("plan_row").select("plan_row.id").where("engagement_id", "=", id))
    .execute();
  for (const table of ["plan_row", "engagement_member", "engagement_person", "engagement_text"] as const)
    await db.deleteFrom(table).where("engagement_id", "=", id).execute();
  await db.deleteFrom("engagement").where("id", "=", id).execute();
}

/** What the history keeps of a member. */
const recordedMember = ({ unit, day, responsible }: Pick<MemberRow, "unit" | "day" | "responsible">) => ({
  ...{ unit, day },
  ...(responsible === null ? {} : { responsible }),
});

/** Adds an assessment to an engagement, or changes what is said of it there. @throws Problem 404, 403, 412, 422 */
export async function putMember(work: Work, id: number, memberId: number, form: EngagementMemberForm): Promise<void> {
  const { row, organization } = await getOpenEngagement(work, id);
  const { db } = work;
  const assessment = await getShareableAssessment(work, memberId, { forWriting: false });
  if (assessment.organization_id !== row.organization_id) throw refusedField("assessment", engagementMessages.otherOrganization);
  const first = firstOf(assessment);
  refuseArchived((await editionsThatCount(work, [first])).get(first) ?? assessment);
  const stored = await db
    .selectFrom("engagement_member")
    .innerJoin("engagement", "engagement.id", "engagement_member.engagement_id")
    .selectAll("engagement_member")
    .select("engagement.name")
    .where("assessment_id", "=", first)
    .executeTakeFirst();
  if (stored && stored.engagement_id !== id) throw refusedField("assessment", engagementMessages.inAnother(stored.name));
  if (!stored && (await count(db.selectFrom("engagement_member").where("engagement_id", "=", id))) >= MEMBERS_MAX)
    throw refusedField("assessment", engagementMessages.manyMembers);
  if (form.unit !== "" && !unitsOf(row).includes(form.unit)) throw refusedField("unit", engagementMessages.noUnit);
  const colleagues = await colleaguesOf(work, organization);
  const responsible = form.responsible === null ? null : requireColleague(colleagues, form.responsible, "responsible");
  const columns = { unit: form.unit, responsible, day: form.day };
  await advance(work, memberPart(row, first), async () => (await membersOf(work, row, colleagues)).find((each) => each.id === first));
  await record(work, organizationChain(row.organization_id), {
    kind: "engagementMember",
    place: engagementPlace(id),
    ...(stored ? { before: { engagement: row.name, assessment: first, ...recordedMember(stored) } } : {}),
    after: { engagement: row.name, assessment: first, ...recordedMember(columns) },
  });
  await db
    .insertInto("engagement_member")
    .values({ assessment_id: first, engagement_id: id, ...columns })
    .onConflict((conflict) => conflict.column("assessment_id").doUpdateSet(columns))
    .execute();
}

/** Takes an assessment out of an engagement; the assessment stays as it is. @throws Problem 404, 403, 412, 422 */
export async function removeMember(work: Work, id: number, memberId: number): Promise<void> {
  const { row } = await getOpenEngagement(work, id);
  const assessment = await getShareableAssessment(work, memberId, { forWriting: false });
  const first = firstOf(assessment);
  const stored = await work.db
    .selectFrom("engagement_member")
    .selectAll()
    .where("assessment_id", "=", first)
    .where("engagement_id", "=", id)
    .executeTakeFirst();
  if (!stored) throw notFound("The engagement has no such assessment.");
  await advance(work, memberPart(row, first));
  await record(work, organizationChain(row.organization_id), {
    kind: "engagementMember",
    place: engagementPlace(id),
    before: { engagement: row.name, assessment: first, ...recordedMember(stored) },
  });
  await work.db.deleteFrom("engagement_member").where("assessment_id", "=", first).execute();
}
