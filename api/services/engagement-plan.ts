/** The plan of an engagement (docs/rules/engagements.md#the-plan). */
import type { Selectable } from "kysely";
import { notFound, refusedField } from "#api/problem.ts";
import type { PlanRowTable } from "#api/store/database.ts";
import type { EngagementColleague, Plan, PlanRow, PlanRowForm } from "#model/contract/engagements.ts";
import type { ForYou } from "#model/contract/for-you.ts";
import { engagementMessages, PLAN_ROWS_MAX } from "#model/engagements.ts";
import { groupBy } from "#model/group-by.ts";
import { PRACTICES } from "#model/itil/catalogue.ts";
import { PERSPECTIVES } from "#model/p3m3/catalogue.ts";
import { deedsOf } from "#model/permissions.ts";
import { isSeen, type ReadableOrganization, readableAssessments } from "./access.ts";
import {
  colleaguesOf,
  type EngagementRow,
  engagementPlace,
  getOpenEngagement,
  getReadableEngagement,
  mayPlan,
  requireColleague,
} from "./engagements.ts";
import { organizationChain, record } from "./history.ts";
import { count } from "./teams.ts";
import { advance, type PartAddress, versionsByPlace } from "./versions.ts";
import { moment, type Work } from "./work.ts";

type Row = Selectable<PlanRowTable>;

const rowPart = ({ id, organization_id }: EngagementRow, rowId: number): PartAddress<"planRow"> => ({
  name: "planRow",
  of: organizationChain(organization_id),
  place: `${engagementPlace(id)}/row/${rowId}`,
});

/** What the history keeps of a row: never with whom, nor what it is called (docs/rules/engagements.md#in-the-history). */
const recordedRow = (engagement: EngagementRow, { id, kind, day, state }: Pick<Row, "kind" | "day" | "state"> & { id: number }) => ({
  engagement: engagement.name,
  row: id,
  ...{ kind, day, state },
});

const columnsOf = (work: Work, form: PlanRowForm) => ({
  ...{ kind: form.kind, what: form.what, day: form.day, state: form.state },
  ...{ with_whom: JSON.stringify(form.withWhom), topics: JSON.stringify(form.topics) },
  ...{ changed_by: work.user.id, changed_at: moment(work) },
});

/** The plan of an engagement. @throws Problem 404 */
export async function getPlan(work: Work, id: number): Promise<Plan> {
  const { row, organization } = await getReadableEngagement(work, id);
  const may = mayPlan(work, organization);
  const colleagues = await colleaguesOf(work, organization);
  return {
    engagement: { id, name: row.name, state: row.state, start: row.start_day, end: row.end_day },
    organization: { id: organization.id, name: organization.name },
    rows: await describeRows(work, row, colleagues, may),
    topics: await topicsOf(work, row),
    colleagues: may ? [...colleagues.values()] : [],
    forgottenAt: row.forgotten_at,
    may: deedsOf(organization.is_own === 1, work.user.permission),
  };
}

/** The rows of a plan, or one of them. */
async function describeRows(
  work: Work,
  engagement: EngagementRow,
  colleagues: ReadonlyMap<number, EngagementColleague>,
  may: boolean,
  only?: number,
): Promise<PlanRow[]> {
  const { db } = work;
  const read = () =>
    db
      .selectFrom("plan_row")
      .selectAll()
      .where("engagement_id", "=", engagement.id)
      .$if(only !== undefined, (query) => query.where("id", "=", only ?? 0))
      .execute();
  // Versions come before what they are versions of: see `versionsOf`.
  const versions = await versionsByPlace(
    db,
    (await read()).map(({ id }) => rowPart(engagement, id)),
  );
  const rows = await read();
  const doers = groupBy(
    await db
      .selectFrom("plan_person")
      .innerJoin("plan_row", "plan_row.id", "plan_person.row_id")
      .select(["row_id", "user_id"])
      .where("plan_row.engagement_id", "=", engagement.id)
      .orderBy("user_id")
      .execute(),
    ({ row_id }) => row_id,
  );
  const order = ({ day, id }: Row) => `${day ?? "9999-12-31"} ${String(id).padStart(10, "0")}`;
  return rows
    .sort((one, other) => (order(one) < order(other) ? -1 : 1))
    .map((row): PlanRow => {
      const withWhom: string[] = JSON.parse(row.with_whom);
      return {
        ...{ id: row.id, kind: row.kind, what: row.what, day: row.day, state: row.state },
        people: withWhom.length,
        withWhom: may ? withWhom : null,
        topics: JSON.parse(row.topics),
        who: (doers.get(row.id) ?? []).flatMap(({ user_id }) => colleagues.get(user_id) ?? []),
        versions: versions.get(rowPart(engagement, row.id).place) ?? { planRow: 0 },
      };
    });
}

/** The topics in the scope of the members that the caller works with. */
async function topicsOf(work: Work, { id }: EngagementRow): Promise<string[]> {
  if (work.user.roles.length === 0) return [];
  const rows = await readableAssessments(work)
    .innerJoin("engagement_member", (join) =>
      join.on(({ or, eb, ref }) =>
        or([
          eb("assessment.id", "=", ref("engagement_member.assessment_id")),
          eb("assessment.first_edition_id", "=", ref("engagement_member.assessment_id")),
        ]),
      ),
    )
    .select(["assessment.model", "perspective_ids", "practices"])
    .where("engagement_member.engagement_id", "=", id)
    .where("assessment.model", "in", [...work.user.roles])
    .execute();
  const topics = new Set<string>();
  for (const { model, perspective_ids, practices } of rows) {
    const perspectives: number[] = model === "P3M3" ? JSON.parse(perspective_ids ?? "[]") : [];
    for (const each of PERSPECTIVES) if (perspectives.includes(each.id)) topics.add(each.code);
    const chosen: { id: number }[] = model === "ITIL" ? JSON.parse(practices ?? "[]") : [];
    for (const { id: practice } of chosen) {
      const group = PRACTICES.find((each) => each.id === practice)?.group;
      if (group) topics.add(group);
    }
  }
  return [...topics];
}

/** Adds rows: all of them, or none. @throws Problem 404, 403, 422 */
export async function addPlanRows(work: Work, id: number, { rows }: { rows: readonly PlanRowForm[] }): Promise<void> {
  const { row: engagement, organization } = await getOpenEngagement(work, id);
  const { db } = work;
  const before = await count(db.selectFrom("plan_row").where("engagement_id", "=", id));
  if (before + rows.length > PLAN_ROWS_MAX) throw refusedField("rows", engagementMessages.manyRows(PLAN_ROWS_MAX - before));
  const colleagues = await colleaguesOf(work, organization);
  for (const [index, form] of rows.entries()) {
    const who = doersIn(colleagues, form, `rows.${index}.who`);
    const { id: rowId } = await db
      .insertInto("plan_row")
      .values({ engagement_id: id, ...columnsOf(work, form) })
      .returning("id")
      .executeTakeFirstOrThrow();
    await storeDoers(work, rowId, who);
    await advance({ ...work, madeFrom: undefined }, rowPart(engagement, rowId));
    await record(work, organizationChain(engagement.organization_id), {
      kind: "engagementPlan",
      place: engagementPlace(id),
      after: recordedRow(engagement, { id: rowId, ...form }),
    });
  }
}

const doersIn = (colleagues: ReadonlyMap<number, unknown>, { who }: PlanRowForm, path: string): number[] => [
  ...new Set(who.map((person) => requireColleague(colleagues, person, path))),
];

async function storeDoers({ db }: Work, rowId: number, who: readonly number[]): Promise<void> {
  await db.deleteFrom("plan_person").where("row_id", "=", rowId).execute();
  if (who.length > 0)
    await db
      .insertInto("plan_person")
      .values(who.map((user_id) => ({ row_id: rowId, user_id })))
      .execute();
}

/** A row of an engagement that the caller may change. @throws Problem 404, 403, 422 */
async function getPlanRow(work: Work, id: number, rowId: number) {
  const { row: engagement, organization } = await getOpenEngagement(work, id);
  const row = await work.db.selectFrom("plan_row").selectAll().where("id", "=", rowId).where("engagement_id", "=", id).executeTakeFirst();
  if (!row) throw notFound("The plan has no such row.");
  return { engagement, organization, row };
}

/** What is stored of a row now, for a refusal. */
const present =
  (work: Work, engagement: EngagementRow, organization: ReadableOrganization, rowId: number) => async (): Promise<PlanRow | undefined> => {
    const colleagues = await colleaguesOf(work, organization);
    return (await describeRows(work, engagement, colleagues, mayPlan(work, organization), rowId))[0];
  };

/** Changes a row. @throws Problem 404, 403, 412 when somebody else changed it, with the row as it is; 422 */
export async function putPlanRow(work: Work, id: number, rowId: number, form: PlanRowForm): Promise<void> {
  const { engagement, organization, row } = await getPlanRow(work, id, rowId);
  const who = doersIn(await colleaguesOf(work, organization), form, "who");
  await advance(work, rowPart(engagement, rowId), present(work, engagement, organization, rowId));
  await record(work, organizationChain(engagement.organization_id), {
    kind: "engagementPlan",
    place: engagementPlace(id),
    before: recordedRow(engagement, row),
    after: recordedRow(engagement, { id: rowId, ...form }),
  });
  await work.db.updateTable("plan_row").set(columnsOf(work, form)).where("id", "=", rowId).execute();
  await storeDoers(work, rowId, who);
}

/** Removes a row. @throws Problem 404, 403, 412, 422 */
export async function removePlanRow(work: Work, id: number, rowId: number): Promise<void> {
  const { engagement, organization, row } = await getPlanRow(work, id, rowId);
  await advance(work, rowPart(engagement, rowId), present(work, engagement, organization, rowId));
  await record(work, organizationChain(engagement.organization_id), {
    kind: "engagementPlan",
    place: engagementPlace(id),
    before: recordedRow(engagement, row),
  });
  await work.db.deleteFrom("plan_person").where("row_id", "=", rowId).execute();
  await work.db.deleteFrom("plan_row").where("id", "=", rowId).execute();
}

/** The most rows that one person gets in what waits for them. */
const MINE_MAX = 200;

/** The rows of plans that wait for the caller (docs/rules/engagements.md#for-you). */
export async function planRowsOfMine(work: Work): Promise<ForYou["items"]> {
  const { db, user } = work;
  const rows = await db
    .selectFrom("plan_person")
    .innerJoin("plan_row", "plan_row.id", "plan_person.row_id")
    .innerJoin("engagement", "engagement.id", "plan_row.engagement_id")
    .innerJoin("organization", "organization.id", "engagement.organization_id")
    .innerJoin("user as planner", "planner.id", "plan_row.changed_by")
    .where(isSeen(work))
    .where("plan_person.user_id", "=", user.id)
    .where("plan_row.state", "in", ["open", "requested"])
    .where("engagement.state", "!=", "closed")
    .select(["engagement.id", "engagement.name", "organization.id as organization_id", "organization.name as organization"])
    .select(["plan_row.kind", "plan_row.what", "plan_row.day", "plan_row.changed_at", "planner.email as by"])
    .orderBy("plan_row.id", "desc")
    .limit(MINE_MAX)
    .execute();
  return rows.map((row) => ({
    ...{ kind: "plan", at: row.changed_at, by: row.by },
    plan: {
      engagement: { id: row.id, name: row.name },
      organization: { id: row.organization_id, name: row.organization },
      ...{ kind: row.kind, what: row.what, day: row.day },
    },
  }));
}
