/** Assessments of both models: set-up, lists, and changes of status (docs/rules/setup-and-scope.md#status). */

import type { Updateable } from "kysely";
import { forbidden, refused, refusedField } from "#api/problem.ts";
import { type AssessmentTable, asFlag } from "#api/store/database.ts";
import type { ProgressQuery } from "#model/contract/again.ts";
import type { Assessment, AssessmentForm, AssessmentOfEither, AssessmentUpdate, Groups } from "#model/contract/assessments.ts";
import type { Versions } from "#model/contract/common.ts";
import type { OrganizationAssessments, OrganizationAssessmentsQuery } from "#model/contract/organizations.ts";
import type { Overview } from "#model/contract/overview.ts";
import { fieldsOf, PROFILE_FIELDS } from "#model/fields.ts";
import { holdsWords, ROWS_AT_ONCE, TAB_GROUPS, TABS, type Tab } from "#model/home-lists.ts";
import { formsOfAddress } from "#model/mail-address.ts";
import { LEVELS } from "#model/p3m3/catalogue.ts";
import { pageOf } from "#model/paging.ts";
import { deedsOf } from "#model/permissions.ts";
import { isStarted, SCOPE_IS_FIXED, statusAfter } from "#model/status.ts";
import { textMessages } from "#model/text.ts";
import {
  type AssessmentRow,
  apartIn,
  getEditableAssessment,
  getGovernableAssessment,
  getOwnOrganization,
  getReadableAssessment,
  getReadableOrganization,
  isReadOnly,
  mayWrite,
  ratingsAskedOf,
} from "./access.ts";
import { countOverdueActions } from "./actions.ts";
import { editionOf, findAgain, previousColumn } from "./again.ts";
import type { OverviewFilter } from "./assessment-model.ts";
import { hasEarlier } from "./comparison.ts";
import { describeEditions, recordReplaced } from "./editions.ts";
import { endRatings } from "./ending-requests.ts";
import { assessmentChain, record, recordChange } from "./history.ts";
import type { ItilParts } from "./itil/assessments.ts";
import { describeStanding, endLock, listLocks } from "./locks.ts";
import { columnsAfter, modelOf } from "./models.ts";
import { describeOrganization, requireRoom } from "./organizations.ts";
import { requestWhereTicked, withdrawUnsent } from "./outbox.ts";
import type { P3m3Parts } from "./p3m3/assessments.ts";
import { requireFourEyes } from "./peer-review.ts";
import { setupOnWire } from "./recorded-setup.ts";
import { beginReport } from "./report-defaults.ts";
import { countOpenPoints } from "./review-points.ts";
import { isUsed, reviewStates } from "./review-states.ts";
import { fieldColumns, fromColumns, requireLimits, toColumns } from "./stored-fields.ts";
import { advance, isStored, setupPart, versionsOf } from "./versions.ts";
import { hasVoices } from "./voice-answers.ts";
import { withoutStatements } from "./without-statements.ts";
import { moment, type Work } from "./work.ts";

/**
 * Creates an assessment with the newest content of its model.
 * @throws Problem 404 or 403 for the organization, 403 when the user does not work with the model, 422 when the scope is not one of the model's, or when
 *   there is no room
 */
export async function createAssessment(work: Work, organizationId: number, form: AssessmentForm): Promise<{ id: number }> {
  await getOwnOrganization(work, organizationId, { forWriting: true });
  const model = form.assessmentType;
  if (!work.user.roles.includes(model)) throw forbidden(`Assessments of ${model} are closed to you.`);
  if (!modelOf({ model }).scopes.includes(form.selectedScope)) throw refusedField("selectedScope", textMessages.oneOf);
  await requireRoom(work, organizationId);
  const pack = await work.catalogue.findNewest(work.db, model);
  if (pack === undefined) throw refused(`There is no content for ${model} yet.`);
  const previous = await previousColumn(work, { organizationId, assessmentType: model }, form.previousId);
  const created = await work.db
    .insertInto("assessment")
    .values({
      organization_id: organizationId,
      pack_seq: pack,
      model,
      ...toColumns(fieldsOf(PROFILE_FIELDS), { ...fromColumns(fieldsOf(PROFILE_FIELDS), {}), ...form }),
      certified: asFlag(model === "P3M3" && (form.certified ?? false)),
      endorsed: asFlag(model === "ITIL" && (form.endorsed ?? false)),
      selected_scope: form.selectedScope,
      created_by: work.user.id,
      status: "Created",
      is_archived: 0,
      date_started: moment(work),
      ...previous,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await record(work, assessmentChain(created.id), { kind: "created", after: form });
  await beginReport(work, created.id);
  return created;
}

/** Assessments as a list has them, in the order given. @param rows that the caller may read */
export async function describeAll(work: Work, rows: readonly AssessmentRow[]): Promise<Assessment[]> {
  if (rows.length === 0) return [];
  const open = rows.filter(({ apart }) => apart === null);
  const creators = await work.db
    .selectFrom("user")
    .select(["id", "email", "first_name"])
    .where("id", "in", [...new Set(rows.map(({ created_by }) => created_by))])
    .execute();
  const creatorOf = new Map(creators.map((creator) => [creator.id, creator]));
  const parts = new Map<number, P3m3Parts | ItilParts>();
  for (const model of ["P3M3", "ITIL"] as const) {
    const ofModel = open.filter((row) => row.model === model);
    if (ofModel.length > 0) for (const [id, part] of await modelOf({ model }).describe(work, ofModel)) parts.set(id, part);
  }
  // Only users who may take a lock see who has it (docs/upstream-contract.md#handover).
  const own = open.filter((row) => mayWrite(row));
  const locks = await listLocks(
    work.db,
    own.filter((row) => !isReadOnly(row)).map(({ id }) => id),
    work.now,
  );
  const editions = await describeEditions(work.db, rows);
  const reviews = await reviewStates(
    work,
    open.map(({ id }) => id),
  );
  const requests = await ratingsAskedOf(
    work,
    own.filter((row) => !isReadOnly(row)).map(({ id }) => id),
  );
  const either = (row: AssessmentRow): AssessmentOfEither => ({
    id: row.id,
    ...fromColumns(fieldsOf(PROFILE_FIELDS), row),
    selectedScope: row.selected_scope,
    createdBy: creatorOf.get(row.created_by)?.email ?? "",
    createdByName: creatorOf.get(row.created_by)?.first_name ?? null,
    status: row.status,
    isArchived: row.is_archived === 1,
    dateStarted: row.date_started,
    dateCompleted: row.date_completed,
    previousId: row.previous_id,
    ...(own.includes(row) ? { lock: describeStanding(locks.get(row.id), work.user) } : {}),
    ...(editions.has(row.id) ? { edition: editions.get(row.id) } : {}),
    ...(requests.has(row.id) ? { ratingRequest: requests.get(row.id) } : {}),
    ...(isUsed(reviews.get(row.id)) ? { review: reviews.get(row.id) } : {}),
    may: deedsOf(mayWrite(row), work.user.permission),
  });
  return rows.flatMap((row) => {
    if (row.apart !== null) return [describeApart(row, either(row))];
    const part = parts.get(row.id);
    return part ? [{ ...either(row), ...part }] : [];
  });
}

/** Name and scope of an assessment that the caller rates apart: nothing that depends on answers (docs/rules/second-ratings.md#blind). */
function describeApart(row: AssessmentRow, { id, name, isTestAssessment, selectedScope, ...rest }: AssessmentOfEither): Assessment {
  const { createdBy, createdByName, isArchived, edition } = rest;
  const alone = {
    ...{ ...fromColumns(fieldsOf(PROFILE_FIELDS), {}), id, name, isTestAssessment, selectedScope, createdBy, createdByName, isArchived },
    ...{ status: "Active" as const, dateStarted: null, dateCompleted: null, apart: row.apart, may: [], ...(edition ? { edition } : {}) },
  };
  return row.model === "P3M3"
    ? { ...alone, assessmentType: "P3M3", selectedLevel: LEVELS.find((level) => level === row.selected_level) ?? null }
    : { ...alone, assessmentType: "ITIL" };
}

/** The versions of an assessment's profile and scope. */
const setupVersions = ({ db }: Work, id: number) => versionsOf(db, [setupPart("profile", id), setupPart("scope", id)]);

/** One assessment that the user may read, on the wire. @throws Problem 404, 403 */
export async function getAssessment(work: Work, id: number): Promise<Assessment> {
  const versions = await setupVersions(work, id);
  return describeAssessment(work, await getReadableAssessment(work, id), versions);
}

/** One assessment on the wire, with its organization. @param versions of its parts, where they were read before the row */
async function describeAssessment(work: Work, row: AssessmentRow, versions?: Versions): Promise<Assessment> {
  const [described] = await describeAll(work, [row]);
  const organization = await work.db.selectFrom("organization").selectAll().where("id", "=", row.organization_id).executeTakeFirstOrThrow();
  if (!described) throw new RangeError(`assessment ${row.id} is of no model`);
  return {
    ...described,
    organization: describeOrganization(organization),
    hasEarlier: await hasEarlier(work, row, described.edition?.firstCompleted ?? row.date_completed),
    hasVoices: await hasVoices(work, row.id),
    waiting: { reviewPoints: await countOpenPoints(work, row.id), overdueActions: await countOverdueActions(work, row) },
    versions: versions ?? (await setupVersions(work, row.id)),
  };
}

const ALL = { P3M3: 1, ITIL: 1, size: ROWS_AT_ONCE } satisfies OrganizationAssessmentsQuery;

/**
 * An organization's assessments of the models that the user works with, grouped by status. If the query names a tab, only those on its page.
 * @throws Problem 404, 403
 */
export async function listAssessments(
  work: Work,
  organizationId: number,
  query: OrganizationAssessmentsQuery = ALL,
): Promise<OrganizationAssessments> {
  const { team_id, is_own } = await getReadableOrganization(work, organizationId);
  if (work.user.roles.length === 0) return {};
  const { tab } = query;
  const page = tab === undefined ? undefined : await pageOfTab(work, organizationId, { ...query, tab });
  const stored =
    page?.ids.length === 0
      ? []
      : await work.db
          .selectFrom("assessment")
          .selectAll()
          .select(apartIn(work).as("apart"))
          .where("organization_id", "=", organizationId)
          .where("model", "in", [...work.user.roles])
          .$if(page !== undefined, (narrowed) => narrowed.where("id", "in", page?.ids ?? []))
          .orderBy("id", "desc")
          .execute();
  const assessments = await describeAll(
    work,
    stored.map((row) => ({ ...row, team_id, is_own })),
  );
  const groups: OrganizationAssessments = {};
  for (const role of work.user.roles) groups[role] = groupByStatus(assessments.filter(({ assessmentType }) => assessmentType === role));
  return { ...groups, ...(page && { shown: page.shown }) };
}

/** Which assessments are on a page of a tab, and how many there are. Of the others only what the search needs is read. */
async function pageOfTab(work: Work, organizationId: number, query: OrganizationAssessmentsQuery & { tab: Tab }) {
  const { db, user } = work;
  const { tab, find, size, open } = query;
  const all = await db
    .selectFrom("assessment")
    .leftJoin("user", "user.id", "assessment.created_by")
    .select(["assessment.id", "model", "name", "selected_scope", "status", "is_archived", "user.email"])
    .select(apartIn(work).as("apart"))
    .where("organization_id", "=", organizationId)
    .where("model", "in", [...user.roles])
    .orderBy("assessment.id", "desc")
    .execute();
  const groupOf = ({ status, is_archived, apart }: (typeof all)[number]) =>
    is_archived === 1 ? "archived" : apart === null ? (status.toLowerCase() as Lowercase<typeof status>) : "active";
  const ids: number[] = [];
  const shown: NonNullable<OrganizationAssessments["shown"]> = {};
  for (const role of user.roles) {
    const ofRole = all.filter(({ model }) => model === role);
    const inTab = (of: Tab) => TAB_GROUPS[of].flatMap((group) => ofRole.filter((row) => groupOf(row) === group));
    const fitting = inTab(tab).filter(({ id, name, email, selected_scope }) =>
      holdsWords(find, [String(id), name, ...formsOfAddress(email ?? ""), selected_scope]),
    );
    const { shown: rows, ...at } = pageOf(
      fitting,
      size,
      query[role],
      fitting.findIndex(({ id }) => String(id) === open),
    );
    ids.push(...rows.map(({ id }) => id));
    const counts = Object.fromEntries(TABS.map((each) => [each, inTab(each).length])) as Record<Tab, number>;
    shown[role] = { ...at, found: fitting.length, counts };
  }
  return { ids, shown };
}

function groupByStatus(assessments: readonly Assessment[]): Groups {
  const inStatus = (status: Assessment["status"]) =>
    assessments.filter((assessment) => !assessment.isArchived && assessment.status === status);
  return {
    created: inStatus("Created"),
    active: inStatus("Active"),
    drafted: inStatus("Drafted"),
    completed: inStatus("Completed"),
    archived: assessments.filter(({ isArchived }) => isArchived),
  };
}

/** The columns that make up each part. */
const COLUMNS: { [Part in "profile" | "scope"]: readonly string[] } = {
  profile: ["selected_scope", "previous_id", ...fieldColumns(PROFILE_FIELDS)],
  scope: ["perspective_ids", "thread_ids", "selected_level", "practices"],
};

/**
 * Changes the profile or the scope; a field that is absent stays as it is.
 * @throws Problem 404, 403, 409 without the lock, 412, 422
 */
export async function updateAssessment(work: Work, id: number, update: AssessmentUpdate): Promise<Assessment> {
  const row = await getEditableAssessment(work, id);
  if (update.assessmentType !== row.model) throw refusedField("assessmentType", "The maturity model of an assessment cannot be changed.");
  if (update.selectedScope && update.selectedScope !== row.selected_scope) {
    if (!modelOf(row).scopes.includes(update.selectedScope)) throw refusedField("selectedScope", textMessages.oneOf);
    if (isStarted(row.status)) throw refusedField("selectedScope", SCOPE_IS_FIXED);
  }
  requireLimits(PROFILE_FIELDS, fromColumns(PROFILE_FIELDS, row), update);
  // Whether it counts anywhere is as with the assessment that it corrects: docs/rules/editions.md#what-it-holds.
  if (row.first_edition_id !== null && update.isTestAssessment !== undefined && asFlag(update.isTestAssessment) !== row.is_test)
    throw refusedField("isTestAssessment", "A corrected edition keeps what the first one says here.");
  const columns: Updateable<AssessmentTable> = {
    ...toColumns(fieldsOf(PROFILE_FIELDS, row.model), update),
    ...(await columnsAfter(work, row, update)),
    ...(await previousColumn(
      work,
      { id, organizationId: row.organization_id, assessmentType: row.model, edition: await editionOf(work, row) },
      update.previousId,
    )),
  };
  let isOfOtherScope = columns.selected_scope !== undefined && columns.selected_scope !== row.selected_scope;
  for (const part of ["profile", "scope"] as const) {
    const own = Object.fromEntries(Object.entries(columns).filter(([name]) => COLUMNS[part].includes(name)));
    if (isStored<object>(row, own)) continue;
    await advance(work, setupPart(part, id), () => describeAssessment(work, row));
    const before = Object.fromEntries(Object.keys(own).map((name) => [name, row[name as keyof AssessmentRow]]));
    await recordChange(work, setupPart(part, id), setupOnWire(before), setupOnWire(own));
    isOfOtherScope ||= part === "scope";
  }
  if (isOfOtherScope) await endRatings(work.db, work.now, "scope", { assessmentId: id });
  const changed = await work.db.updateTable("assessment").set(columns).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
  if (row.certified + row.endorsed > changed.certified + changed.endorsed) await withdrawUnsent(work, id);
  return describeAssessment(work, { ...row, ...changed });
}

/** Makes an assessment Active; called when an answer is stored. */
export async function markStarted(work: Work, row: AssessmentRow): Promise<void> {
  const status = statusAfter(row.status, "answer stored");
  if (status === row.status) return;
  await work.db.updateTable("assessment").set({ status }).where("id", "=", row.id).execute();
}

/**
 * Submits an assessment: makes it read-only and releases its lock (docs/rules/submission-and-certification.md#submission).
 * @throws Problem 404, 403, 409, 422 when the submission rule does not hold
 */
export async function completeAssessment(work: Work, id: number): Promise<void> {
  const row = await getEditableAssessment(work, id);
  await modelOf(row).submit(work, row);
  await requireFourEyes(work, row);
  await record(work, assessmentChain(id), { kind: "submitted" });
  await endRatings(work.db, work.now, "submitted", { assessmentId: id });
  await requestWhereTicked(work, row);
  await recordReplaced(work, row);
  await work.db
    .updateTable("assessment")
    .set({ status: statusAfter(row.status, "submitted"), date_completed: moment(work) })
    .where("id", "=", id)
    .execute();
  await endLock(work.db, id);
}

/**
 * Archives or restores an assessment (docs/rules/navigation-and-home.md#archive-and-restore). Archiving gives the user's lock back.
 * @throws Problem 404, 403, 409 while another user holds the lock
 */
export async function setArchived(work: Work, id: number, archived: boolean): Promise<void> {
  const { is_archived } = await getGovernableAssessment(work, id);
  if (is_archived !== asFlag(archived)) await record(work, assessmentChain(id), { kind: archived ? "archived" : "restored" });
  await work.db
    .updateTable("assessment")
    .set({ is_archived: asFlag(archived) })
    .where("id", "=", id)
    .execute();
  if (archived) await endLock(work.db, id);
}

/** The progress of an assessment (docs/upstream-contract.md#assessments). @throws Problem 404, 403 */
export async function getProgress(work: Work, id: number, { with: also, place }: ProgressQuery) {
  const row = await getReadableAssessment(work, id);
  const progress = await modelOf(row).progress(work, row);
  const previous = also === "again" ? await findAgain(work, row, { place }) : undefined;
  return { ...progress, ...(previous && { again: previous }) };
}

/** Everything about an assessment, at once (docs/upstream-contract.md#overview). @throws Problem 404, 403 */
export async function getOverview(work: Work, id: number, { without, with: also, ...only }: OverviewFilter): Promise<Overview> {
  const row = await getReadableAssessment(work, id);
  const overview = await modelOf(row).overview(work, row, only);
  const previous = also === "again" ? await findAgain(work, row, { ...only, without: "notes" }) : undefined;
  return { ...(without === "statements" ? withoutStatements(overview) : overview), ...(previous && { again: previous }) };
}

/** The scores of an assessment. @throws Problem 404, 403 */
export async function getScores(work: Work, id: number) {
  const row = await getReadableAssessment(work, id);
  return modelOf(row).scores(work, row);
}
