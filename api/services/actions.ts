/** Actions: what was agreed after assessments, and what became of it (docs/rules/actions.md). */
import { type Selectable, sql } from "kysely";
import type { z } from "zod";
import { forbidden, notFound, refused, refusedField } from "#api/problem.ts";
import type { ActionTable } from "#api/store/database.ts";
import type { Db } from "#api/store/open.ts";
import { ACTION_REMARKS_MAX, ACTIONS_MAX, countActions, DUE_SOON_DAYS, isOverdue, inOrder as sorted } from "#model/actions.ts";
import type {
  Action,
  ActionForm,
  ActionList,
  ActionRemark,
  ActionWithRemarks,
  actionsNextTimeQuery,
  actionsQuery,
  DueActions,
} from "#model/contract/actions.ts";
import { rowNumberIn } from "#model/contract/common.ts";
import { daysAfter } from "#model/days.ts";
import { pageOf } from "#model/paging.ts";
import { finds, searchWords } from "#model/search.ts";
import {
  type AssessmentRow,
  findAssessment,
  getOwnOrganization,
  getReadableAssessment,
  getReadableOrganization,
  isSeen,
  ratedApart,
  refuseApart,
} from "./access.ts";
import { completedFirst, firstOf, titleOf } from "./editions.ts";
import { placesInScope } from "./evidence.ts";
import { changesAt, organizationChain, record, recordChange } from "./history.ts";
import { count } from "./teams.ts";
import { advance, type PartAddress, versionsByPlace } from "./versions.ts";
import { moment, todayOf, type Work } from "./work.ts";

/** The actions with the assessments that they come from. */
const actionsIn = (db: Db) => db.selectFrom("action").leftJoin("assessment as origin", "origin.id", "action.assessment_id");

const withOrigin = (query: ReturnType<typeof actionsIn>) =>
  query
    .selectAll("action")
    .select(["origin.selected_scope as scope", "origin.name", "origin.edition_number", "origin.first_edition_id", "origin.is_test"])
    .select("origin.date_started as began");

type Row = Awaited<ReturnType<ReturnType<typeof withOrigin>["execute"]>>[number];
type StoredAction = Selectable<ActionTable>;

const placesIn = ({ places }: StoredAction): string[] => JSON.parse(places);
const placeOf = (id: number) => `action/${id}`;
const partOf = (organizationId: number, id: number): PartAddress => ({
  name: "action",
  of: organizationChain(organizationId),
  place: placeOf(id),
});

/** The first edition of the assessment that an action comes from: corrected editions go on with its actions. */
const firstOfOrigin = ({ assessment_id: id, first_edition_id }: Row) => (id === null ? undefined : (first_edition_id ?? id));

/** The actions that the caller may read: not those of a model that they do not work with. */
const readable = ({ db, user }: Work) =>
  actionsIn(db).where(({ eb, or }) =>
    or([eb("action.model", "is", null), ...(user.roles.length > 0 ? [eb("action.model", "in", [...user.roles])] : [])]),
  );

/** Whether an action comes from an assessment that the caller rates apart now. */
const isFromApart = (apart: readonly number[], { assessment_id: id }: Pick<StoredAction, "assessment_id">): boolean =>
  id !== null && apart.includes(id);

/** A page of the actions of an organization. @throws Problem 404 */
export async function listActions(work: Work, organizationId: number, query: z.output<typeof actionsQuery>): Promise<ActionList> {
  await getReadableOrganization(work, organizationId);
  const apart = await ratedApart(work);
  const stored = await withOrigin(readable(work)).where("action.organization_id", "=", organizationId).execute();
  const rows = stored.filter((row) => !isFromApart(apart, row));
  const assessment = query.assessmentId === undefined ? undefined : await findAssessment(work, rowNumberIn(query.assessmentId) ?? 0);
  const [today, words] = [todayOf(work), searchWords(query.q ?? "")];
  const fitting = rows.filter(
    (row) =>
      (query.state?.includes(row.state) ?? true) &&
      (query.owner === undefined || row.owner === query.owner) &&
      (query.overdue === undefined || isOverdue(row, today)) &&
      (query.assessmentId === undefined || (assessment !== undefined && firstOfOrigin(row) === firstOf(assessment))) &&
      (words.length === 0 || finds(words, `${row.title}\n${row.why}\n${row.owner}`)),
  );
  const { shown } = pageOf(sorted(fitting, query.order), query.size, query.page);
  const owners = new Set(rows.map(({ owner }) => owner).filter(Boolean));
  return {
    actions: await describeAll(work, organizationId, shown),
    found: fitting.length,
    counts: countActions(rows, today),
    owners: [...owners].sort((one, other) => one.localeCompare(other, "en")),
  };
}

/** How many actions that come from an assessment are overdue: those that the register shows for it. */
export async function countOverdueActions(work: Work, assessment: AssessmentRow): Promise<number> {
  const today = todayOf(work);
  const rows = await withOrigin(actionsIn(work.db))
    .where("action.organization_id", "=", assessment.organization_id)
    .where("action.due", "<", today)
    .execute();
  return rows.filter((row) => firstOfOrigin(row) === firstOf(assessment) && isOverdue(row, today)).length;
}

/** Actions on the wire, with as many queries for one as for many. */
async function describeAll({ db }: Work, organizationId: number, rows: readonly StoredAction[]): Promise<Action[]> {
  if (rows.length === 0) return [];
  // Versions come before what they are versions of, so the rows are read once more: see `versionsOf`.
  const versions = await versionsByPlace(
    db,
    rows.map(({ id }) => partOf(organizationId, id)),
  );
  const ids = rows.map(({ id }) => id);
  const present = new Map((await withOrigin(actionsIn(db)).where("action.id", "in", ids).execute()).map((row) => [row.id, row]));
  const remarks = await db
    .selectFrom("action_remark")
    .select(["action_id", ({ fn }) => fn.countAll<number | string>().as("n")])
    .where("action_id", "in", ids)
    .groupBy("action_id")
    .execute();
  const counts = new Map(remarks.map(({ action_id, n }) => [action_id, Number(n)]));
  return rows.flatMap(({ id }) => {
    const row = present.get(id);
    return row ? [{ ...describe(row), remarks: counts.get(id) ?? 0, versions: versions.get(placeOf(id)) ?? { action: 0 } }] : [];
  });
}

function describe(row: Row): Omit<Action, "remarks" | "versions"> {
  const { id, title, why, owner, due, effort, effect, state, model, scope, assessment_id: assessmentId } = row;
  const name =
    assessmentId === null ? null : titleOf({ ...row, id: assessmentId, name: row.name ?? "", edition_number: row.edition_number ?? 1 });
  return {
    ...{ id, title, why, owner, due, effort, effect, state },
    from: assessmentId === null || model === null ? null : { assessmentId, model, scope, name: name || null },
    places: placesIn(row),
    createdAt: row.created_at,
    stateSince: row.state_since,
  };
}

async function describeOne(work: Work, row: StoredAction): Promise<Action> {
  const [described] = await describeAll(work, row.organization_id, [row]);
  if (!described) throw notFound(NO_ACTION);
  return described;
}

const NO_ACTION = "The organization has no such action.";

/** An action that the caller may read. @throws Problem 404, 403 for one of a model that they do not work with */
async function getStored(work: Work, organizationId: number, id: number): Promise<StoredAction> {
  const row = await work.db
    .selectFrom("action")
    .selectAll()
    .where("id", "=", id)
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  if (!row) throw notFound(NO_ACTION);
  if (row.model !== null && !work.user.roles.includes(row.model)) throw forbidden(`Assessments of ${row.model} are closed to you.`);
  const origin = row.assessment_id === null ? undefined : await findAssessment(work, row.assessment_id);
  if (origin) refuseApart(origin);
  return row;
}

/** An action with its remarks and changes. @throws Problem 404, 403 */
export async function getAction(work: Work, organizationId: number, id: number): Promise<ActionWithRemarks> {
  await getReadableOrganization(work, organizationId);
  const row = await getStored(work, organizationId, id);
  const remarks = await work.db
    .selectFrom("action_remark")
    .innerJoin("user", "user.id", "action_remark.user_id")
    .select(["action_remark.id", "at", "user.email as by", "body as text"])
    .where("action_id", "=", id)
    .orderBy("action_remark.id")
    .execute();
  const { entries, more } = await changesAt(work.db, organizationChain(organizationId), "action", placeOf(id));
  return {
    ...(await describeOne(work, row)),
    saidAbout: remarks,
    changes: entries.map(({ at, by, before, after }) => ({ at, by, before, after })),
    moreChanges: more,
  };
}

/** The fields of an action that people change, and that the history records. Places are in order, so that equal actions are equal texts. */
type Content = Omit<ActionForm, "assessmentId">;
const contentOf = ({ title, why, places, owner, due, effort, effect, state }: Content): Content => ({
  ...{ title, why, places: places.toSorted(), owner, due, effort, effect, state },
});
const storedContent = (row: StoredAction): Content => contentOf({ ...row, places: placesIn(row) });
const columnsOf = (content: Content) => ({ ...content, places: JSON.stringify(content.places) });

/**
 * The assessment that an action comes from: one of the organization, of a model that the caller works with.
 * @throws Problem 422, 403
 */
async function findOrigin(work: Work, organizationId: number, form: ActionForm): Promise<AssessmentRow | undefined> {
  if (form.assessmentId === null) return undefined;
  const id = rowNumberIn(form.assessmentId);
  const row = id === undefined ? undefined : await findAssessment(work, id);
  if (row?.organization_id !== organizationId) throw refusedField("assessmentId", "This is not an assessment of the organization.");
  if (!work.user.roles.includes(row.model)) throw forbidden(`Assessments of ${row.model} are closed to you.`);
  refuseApart(row);
  return row;
}

/** Places that have left the scope stay, but none may be added. @throws Problem 422 */
function requirePlaces(origin: AssessmentRow | undefined, { places }: ActionForm, stored: readonly string[] = []): void {
  const known = new Set([...(origin ? placesInScope(origin) : []), ...stored]);
  if (!places.every((place) => known.has(place))) throw refusedField("places", "This is not in the assessment's scope.");
}

/** Adds an action. @throws Problem 404, 403, 422 */
export async function addAction(work: Work, organizationId: number, form: ActionForm): Promise<Action> {
  await getOwnOrganization(work, organizationId, { forWriting: true });
  const origin = await findOrigin(work, organizationId, form);
  requirePlaces(origin, form);
  const all = work.db.selectFrom("action").where("organization_id", "=", organizationId);
  if ((await count(all)) >= ACTIONS_MAX) throw refused(`An organization holds at most ${ACTIONS_MAX} actions.`);
  const content = contentOf(form);
  const row = await work.db
    .insertInto("action")
    .values({
      ...columnsOf(content),
      organization_id: organizationId,
      ...(origin ? { assessment_id: origin.id, model: origin.model } : {}),
      created_at: moment(work),
      state_since: moment(work),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const part = partOf(organizationId, row.id);
  await advance({ ...work, madeFrom: undefined }, part);
  await recordChange(work, part, undefined, { ...content, assessmentId: row.assessment_id });
  return describeOne(work, row);
}

/** Changes an action. @throws Problem 404, 403, 412 when somebody else changed it, 422 */
export async function changeAction(work: Work, organizationId: number, id: number, form: ActionForm): Promise<Action> {
  await getOwnOrganization(work, organizationId, { forWriting: true });
  const stored = await getStored(work, organizationId, id);
  if ((form.assessmentId === null ? null : rowNumberIn(form.assessmentId)) !== stored.assessment_id)
    throw refusedField("assessmentId", "An action keeps the assessment that it comes from.");
  requirePlaces(await findOrigin(work, organizationId, form), form, placesIn(stored));
  const [before, content] = [storedContent(stored), contentOf(form)];
  if (JSON.stringify(before) === JSON.stringify(content)) return describeOne(work, stored);
  const part = partOf(organizationId, id);
  await advance(work, part, () => describeOne(work, stored));
  await recordChange(work, part, before, content);
  const changed = await work.db
    .updateTable("action")
    .set({ ...columnsOf(content), ...(stored.state === form.state ? {} : { state_since: moment(work) }) })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return describeOne(work, changed);
}

/** Removes an action with its remarks; what it was stays in the history. @throws Problem 404, 403, 412 when somebody else changed it */
export async function removeAction(work: Work, organizationId: number, id: number): Promise<void> {
  await getOwnOrganization(work, organizationId, { forWriting: true });
  const stored = await getStored(work, organizationId, id);
  const part = partOf(organizationId, id);
  await advance(work, part, () => describeOne(work, stored));
  await recordChange(work, part, { ...storedContent(stored), assessmentId: stored.assessment_id }, undefined);
  await work.db.deleteFrom("action_remark").where("action_id", "=", id).execute();
  await work.db.deleteFrom("action").where("id", "=", id).execute();
}

/** Adds a remark. @throws Problem 404, 403, 422 */
export async function addRemark(work: Work, organizationId: number, actionId: number, { text }: ActionRemark): Promise<{ id: number }> {
  await getOwnOrganization(work, organizationId, { forWriting: true });
  await getStored(work, organizationId, actionId);
  const all = work.db.selectFrom("action_remark").where("action_id", "=", actionId);
  if ((await count(all)) >= ACTION_REMARKS_MAX) throw refused(`An action holds at most ${ACTION_REMARKS_MAX} remarks.`);
  await record(work, organizationChain(organizationId), { kind: "actionRemark", place: placeOf(actionId), after: { text } });
  return work.db
    .insertInto("action_remark")
    .values({ action_id: actionId, user_id: work.user.id, at: moment(work), body: text })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/**
 * Lists the actions to show next to the threads of an assessment, and in its report, in the order of the register. They come from assessments of the
 * same organization and model and, for P3M3, of the same scope. Those of tests are left out, except from the test itself.
 * @param query only those about this place
 * @throws Problem 404, 403
 */
export async function listForAssessment(
  work: Work,
  id: number,
  { place }: z.output<typeof actionsNextTimeQuery>,
): Promise<{ actions: Action[] }> {
  const assessment = await getReadableAssessment(work, id);
  const { organization_id: organizationId } = assessment;
  // The answer tells of the organization's other assessments, too.
  await getReadableOrganization(work, organizationId);
  const rows = await actionsInReport(work.db, assessment);
  const apart = await ratedApart(work);
  const shown = rows.filter((row) => !isFromApart(apart, row) && (place === undefined || placesIn(row).includes(place)));
  return { actions: await describeAll(work, organizationId, sorted(shown, "due")) };
}

/**
 * The actions that the report of an assessment can show: those of `listForAssessment`, as they are stored. The caller decides who may read
 * them.
 */
export async function actionsInReport(db: Db, assessment: AssessmentRow): Promise<Row[]> {
  const { organization_id: organizationId, model, selected_scope } = assessment;
  const over = await completedFirst({ db }, assessment);
  const rows = await withOrigin(actionsIn(db))
    .where("action.organization_id", "=", organizationId)
    .where("action.model", "=", model)
    .$if(model === "P3M3", (query) => query.where("origin.selected_scope", "=", selected_scope))
    .execute();
  // A report leaves out actions from an assessment that began after its own was completed.
  const isLater = ({ began }: Row) => over !== null && began !== null && began > over;
  return rows.filter((row) => firstOfOrigin(row) === firstOf(assessment) || (row.is_test !== 1 && !isLater(row)));
}

/** How much of what is overdue is listed, and of what will be due soon. */
const DUE_AT_ONCE = 10;

/** Lists what is overdue, and what will be due soon, in the organizations of the caller's team. Actions that come from tests are left out. */
export async function listDue(work: Work): Promise<DueActions> {
  const today = todayOf(work);
  const apart = await ratedApart(work);
  const due = readable(work)
    .$if(apart.length > 0, (query) => query.where(({ eb, or }) => or([eb("origin.id", "is", null), eb("origin.id", "not in", apart)])))
    .innerJoin("organization", "organization.id", "action.organization_id")
    .where(isSeen(work))
    .where("action.state", "in", ["open", "underWay"])
    .where("action.due", "<=", daysAfter(today, DUE_SOON_DAYS))
    .where(({ eb, fn }) => eb(fn.coalesce("origin.is_test", sql<number>`0`), "=", 0));
  const part = async (isLate: boolean) => {
    const those = due.where("action.due", isLate ? "<" : ">=", today);
    const rows = await those
      .select(["action.id", "action.title", "action.owner", "action.due", "organization.id as organizationId", "organization.name"])
      .orderBy("action.due")
      .orderBy("action.id")
      .limit(DUE_AT_ONCE)
      .execute();
    const actions = rows.map(({ id, title, owner, due: day, organizationId, name }) => ({
      ...{ id, title, owner, due: day ?? today, isOverdue: isLate, organization: { id: organizationId, name } },
    }));
    const { n } = await those.select(({ fn }) => fn.countAll<number | string>().as("n")).executeTakeFirstOrThrow();
    return { actions, matches: Number(n) };
  };
  const [late, soon] = [await part(true), await part(false)];
  return { actions: [...late.actions, ...soon.actions], overdue: late.matches, soon: soon.matches };
}
