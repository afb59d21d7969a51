/**
 * Who may do what with an organization and its assessments (docs/rules/rights.md#rights-table, docs/rules/walls.md#the-rule,
 * docs/rules/locks-and-saving.md#the-lock). Every query on either asks here; `scripts/seen.test.ts` finds those that do not.
 */
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { forbidden, notFound, Problem, refused } from "#api/problem.ts";
import type { AssessmentTable, Flag, OrganizationTable } from "#api/store/database.ts";
import { isPostgres } from "#api/store/open.ts";
import type { Role } from "#model/contract/common.ts";
import { reaches } from "#model/permissions.ts";
import { ratingMessages } from "#model/ratings.ts";
import { assessmentChain, recordReading, teamChain } from "./history.ts";
import { refuseWhileHeldByAnother, requireLock } from "./locks.ts";
import { todayOf, type User, type Work } from "./work.ts";

/** Whose view of the organizations is asked for. */
type Viewer = { user: Pick<User, "id" | "teamId"> };
/** The same on a day. */
type ViewerToday = Viewer & Pick<Work, "now" | "timeZone">;

/**
 * The number of the rating in which the caller rates an assessment apart now, in any query on `assessment`: a second opinion that has begun and not
 * ended. Null where there is none. As long as there is one, every call about the assessment is refused, and lists give its name and scope alone
 * (docs/rules/second-ratings.md#blind).
 */
export const apartIn = (viewer: ViewerToday): RawBuilder<number | null> =>
  sql<number | null>`(select max(apart.number) from rating as apart
    where apart.assessment_id = assessment.id and apart.user_id = ${viewer.user.id} and apart.kind = 'opinion'
    and apart.begun_at is not null and apart.ended_at is null and apart.until >= ${todayOf(viewer)})`;

/** The ids of all assessments that the caller rates apart now. */
export async function ratedApart(work: ViewerToday & Pick<Work, "db">): Promise<number[]> {
  const rows = await work.db
    .selectFrom("rating")
    .select("assessment_id")
    .where("user_id", "=", work.user.id)
    .where("kind", "=", "opinion")
    .where("begun_at", "is not", null)
    .where("ended_at", "is", null)
    .where("until", ">=", todayOf(work))
    .execute();
  return rows.map(({ assessment_id }) => assessment_id);
}

/** The ratings for which the caller is asked and which are not begun, by the ids of their assessments. */
export async function ratingsAskedOf(work: ViewerToday & Pick<Work, "db">, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await work.db
    .selectFrom("rating")
    .select(["assessment_id", "number"])
    .where("assessment_id", "in", [...ids, 0])
    .where("user_id", "=", work.user.id)
    .where("begun_at", "is", null)
    .where("ended_at", "is", null)
    .where("until", ">=", todayOf(work))
    .execute();
  return new Map(rows.map(({ assessment_id, number }) => [assessment_id, number]));
}

/** Whether the caller does not rate an assessment apart now. */
export const isNotApart = (viewer: ViewerToday): RawBuilder<SqlBool> => sql<SqlBool>`${apartIn(viewer)} is null`;

/**
 * Whether somebody of its team sees an organization: the whole team does, or they are named (docs/rules/walls.md#the-rule).
 * @param userId a number, or a column of the query
 */
export const isOpenTo = (userId: number | RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(organization.is_walled = 0 or exists (
    select 1 from naming where naming.organization_id = organization.id and naming.user_id = ${userId} and naming.until_id is null))`;

/**
 * The rule, as a condition of any query on `organization`: it belongs to the caller's team, and the whole team sees it or the caller is named
 * (docs/rules/walls.md#the-rule).
 */
export const isSeen = ({ user }: Viewer): RawBuilder<SqlBool> =>
  sql<SqlBool>`(organization.team_id = ${user.teamId} and ${isOpenTo(user.id)})`;

/** Whether the caller sees an organization as one of their own, as a column. */
const isOwn = (viewer: Viewer) => sql<Flag>`case when ${isSeen(viewer)} then 1 else 0 end`.as("is_own");

/** What a query on `organization` finds for the caller: everything for an internal account. */
export const isReadable = (work: Viewer & Pick<Work, "isInternal">): RawBuilder<SqlBool> =>
  work.isInternal ? sql<SqlBool>`1 = 1` : isSeen(work);

/** An organization as it is stored. */
export type OrganizationRow = Selectable<OrganizationTable>;

/** An organization, and whether the caller may write it. */
export interface ReadableOrganization extends OrganizationRow {
  is_own: Flag;
}

/** The organizations that the caller may read. */
export const readableOrganizations = (work: Work) => work.db.selectFrom("organization").where(isReadable(work));

/** The same with all their columns. */
export const organizationRows = (work: Work) => readableOrganizations(work).selectAll("organization").select(isOwn(work));

/** The organizations that the caller sees as their own. */
export const ownOrganizations = (work: Pick<Work, "db"> & Viewer) => work.db.selectFrom("organization").where(isSeen(work));

/** All organizations of the caller's team, also those that the caller does not see: what a lead may read and change of their access alone. */
export const teamOrganizations = (work: Work) =>
  work.db.selectFrom("organization").selectAll("organization").select(isOwn(work)).where("organization.team_id", "=", work.user.teamId);

/** The assessments of organizations that the caller sees as their own. */
export const ownAssessments = (work: Pick<Work, "db"> & Viewer) =>
  work.db.selectFrom("assessment").innerJoin("organization", "organization.id", "assessment.organization_id").where(isSeen(work));

/** The assessments that the caller may read. */
export const readableAssessments = (work: Work) =>
  work.db.selectFrom("assessment").innerJoin("organization", "organization.id", "assessment.organization_id").where(isReadable(work));

/** Whether the caller may still read these organizations; no longer if one is gone. */
export async function readsAll(work: Work, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const rows = await readableOrganizations(work).select("organization.id").where("organization.id", "in", ids).execute();
  return rows.length === new Set(ids).size;
}

/**
 * An organization that the user may read: their team's unless it is behind a wall without them, or any for an internal account.
 * @throws Problem 404 when there is none that the user may read (docs/rules/rights.md#rights-table)
 */
export function getReadableOrganization(work: Work, id: number, { forWriting = false } = {}): Promise<ReadableOrganization> {
  return getOrganization(work, id, { forWriting });
}

/**
 * An organization of the user's own team.
 * @param options whether the row is locked until the transaction ends
 * @throws Problem 404 when there is none that the user may read, 403 when an internal account may read it only
 */
export function getOwnOrganization(work: Work, id: number, { forWriting = false } = {}): Promise<ReadableOrganization> {
  return getOrganization(work, id, { forWriting, ownTeam: true });
}

/** Decides who may have an organization. Records everybody who gets another team's organization, with every call. */
async function getOrganization(work: Work, id: number, { forWriting, ownTeam = false }: { forWriting: boolean; ownTeam?: boolean }) {
  const row = await organizationRows(work)
    .where("organization.id", "=", id)
    // Others can still add rows that refer to it. With a full lock, two that add some could wait for each other.
    .$if(forWriting && isPostgres(work.db), (query) => query.forNoKeyUpdate("organization"))
    .executeTakeFirst();
  if (!row) throw notFound("The organization does not exist.");
  work.organizations?.add(id);
  if (row.is_own) return row;
  if (ownTeam) throw forbidden("The organization belongs to another team.");
  await recordReading(work, teamChain(row.team_id), `organization/${id}`);
  return row;
}

/** An assessment as it is stored, with the team that owns it, and whether the caller may write it. */
export interface AssessmentRow extends Selectable<AssessmentTable> {
  team_id: number;
  is_own: Flag;
  /** The number of the rating in which the caller rates it apart now. */
  apart: number | null;
}

/** Whether an assessment was submitted. */
export const isCompleted = ({ status }: AssessmentRow) => status === "Completed";

/** Completed and archived assessments are read-only (docs/rules/rights.md#read-only-assessments). */
export const isReadOnly = (row: AssessmentRow) => isCompleted(row) || row.is_archived === 1;

/** Whether the user sees the assessment as one of their own team: only they write. */
export const mayWrite = ({ is_own }: Pick<AssessmentRow, "is_own">): boolean => is_own === 1;

/** Whether the caller learns who gave which second rating (docs/rules/second-ratings.md#who-reads-what). */
export const learnsRaters = ({ user }: Pick<Work, "user">, row: Pick<AssessmentRow, "is_own">): boolean =>
  mayWrite(row) && reaches(user.permission, "assessor");

/** Columns that make a row of `assessment`, joined with its organization, one of `AssessmentRow`. */
export const ofCaller = (viewer: ViewerToday) => ["organization.team_id" as const, isOwn(viewer), apartIn(viewer).as("apart")] as const;

/**
 * Reads an assessment without asking who may see it. Records nothing: the caller has decided that already.
 * @param forWriting whether the row is locked until the transaction ends
 */
export async function findAssessment(
  work: Work,
  id: number,
  { forWriting = false }: { forWriting?: Hold } = {},
): Promise<AssessmentRow | undefined> {
  return work.db
    .selectFrom("assessment")
    .innerJoin("organization", "organization.id", "assessment.organization_id")
    .selectAll("assessment")
    .select(ofCaller(work))
    .where("assessment.id", "=", id)
    .$if(forWriting === true && isPostgres(work.db), (query) => query.forUpdate("assessment"))
    .$if(forWriting === "shared" && isPostgres(work.db), (query) => query.forShare("assessment"))
    .executeTakeFirst();
}

/** Whether a row is locked until the transaction ends: alone, or together with others who change something else of the assessment. */
type Hold = boolean | "shared";

interface AccessRequirements {
  model?: Role | undefined;
  forWriting: Hold;
  /** Whether reading is not enough. */
  ownTeam?: boolean;
  /** Whether it is about the caller's own rating, which is open to them while they rate apart. */
  ownRating?: boolean;
}

/** Decides who may have an assessment. Records everybody who gets another team's assessment, with every call. */
async function get(
  work: Work,
  id: number,
  { model, forWriting, ownTeam = false, ownRating = false }: AccessRequirements,
): Promise<AssessmentRow> {
  const row = await findAssessment(work, id, { forWriting });
  // Another team's ids, and those behind a wall, are answered like ids that do not exist (docs/rules/rights.md#rights-table).
  if (!row || !(mayWrite(row) || work.isInternal) || (model && row.model !== model)) throw notFound("The assessment does not exist.");
  if (!work.user.roles.includes(row.model)) throw forbidden(`Assessments of ${row.model} are closed to you.`);
  if (!ownRating) refuseApart(row);
  work.organizations?.add(row.organization_id);
  if (mayWrite(row)) return row;
  if (ownTeam) throw forbidden("The assessment belongs to another team.");
  await recordReadings(work, [row]);
  return row;
}

/** @throws Problem 403 while the caller rates an assessment apart; it names their rating */
export function refuseApart({ id, apart, name }: Pick<AssessmentRow, "id" | "apart"> & { name?: string | null }): void {
  if (apart !== null) throw new Problem(403, ratingMessages.apart, { apart: { assessment: id, number: apart, name: name ?? null } });
}

/** Records who gets something of assessments of another team. The caller has decided that they may. */
export async function recordReadings(work: Work, rows: readonly AssessmentRow[]): Promise<void> {
  for (const row of rows) if (!mayWrite(row)) await recordReading(work, assessmentChain(row.id));
}

/**
 * An assessment that the user may read.
 * @param model if given, an assessment of the other model counts as unknown
 * @throws Problem 404 when there is none for the user's team, 403 when the user does not work with its model
 */
export function getReadableAssessment(work: Work, id: number, model?: Role): Promise<AssessmentRow> {
  return get(work, id, { model, forWriting: false });
}

/** Like `getReadableAssessment`, with the row locked until the transaction ends. */
export function getLockableAssessment(work: Work, id: number): Promise<AssessmentRow> {
  return get(work, id, { forWriting: true });
}

/**
 * An assessment whose edit lock the user may hold, or ask for: one of their own team.
 * @throws Problem 404, 403
 */
export function getShareableAssessment(work: Work, id: number, { forWriting }: { forWriting: boolean }): Promise<AssessmentRow> {
  return get(work, id, { forWriting, ownTeam: true });
}

/**
 * An assessment for a call about the caller's own rating: one of their own team, also while they rate it apart. Nothing of the verdict may be answered.
 * @throws Problem 404, 403
 */
export function getRatedAssessment(work: Work, id: number, { forWriting }: { forWriting: Hold }): Promise<AssessmentRow> {
  return get(work, id, { forWriting, ownTeam: true, ownRating: true });
}

/** @throws Problem 422 when the assessment is archived */
export function refuseArchived({ is_archived }: Pick<AssessmentRow, "is_archived">): void {
  if (is_archived) throw refused("The assessment is archived. Restore it first.");
}

/**
 * An assessment whose content the user may change now. Renews the user's lock.
 * @throws Problem 404, 403, 422 when it is completed or archived, 409 when the user does not hold the lock
 */
export async function getEditableAssessment(work: Work, id: number, model?: Role): Promise<AssessmentRow> {
  const row = await get(work, id, { model, forWriting: true, ownTeam: true });
  refuseArchived(row);
  if (isCompleted(row)) throw refused("The assessment is completed and read-only.");
  await requireLock(work, id);
  return row;
}

/**
 * An assessment that the user may archive, restore, certify or endorse. It may be completed, and the user need not hold the lock.
 * @throws Problem 404, 403, 409 while another user holds the lock
 */
export async function getGovernableAssessment(work: Work, id: number, model?: Role): Promise<AssessmentRow> {
  const row = await get(work, id, { model, forWriting: true, ownTeam: true });
  await refuseWhileHeldByAnother(work, id);
  return row;
}
