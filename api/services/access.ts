/** Who may do what with an assessment (docs/rules/rights.md#rights-table, docs/rules/locks-and-saving.md#the-lock). */
import type { Selectable } from "kysely";
import { forbidden, notFound, refused } from "#api/problem.ts";
import type { AssessmentTable } from "#api/store/database.ts";
import { isPostgres } from "#api/store/open.ts";
import type { Role } from "#model/contract/common.ts";
import { assessmentChain, recordReading } from "./history.ts";
import { refuseWhileHeldByAnother, requireLock } from "./locks.ts";
import type { Work } from "./work.ts";

/** An assessment as it is stored, with the team that owns it. */
export interface AssessmentRow extends Selectable<AssessmentTable> {
  team_id: number;
}

/** Whether an assessment was submitted. */
export const isCompleted = ({ status }: AssessmentRow) => status === "Completed";

/** Completed and archived assessments are read-only (docs/rules/rights.md#read-only-assessments). */
export const isReadOnly = (row: AssessmentRow) => isCompleted(row) || row.is_archived === 1;

/** Whether the user belongs to the team that owns the assessment: only that team writes. */
export const mayWrite = ({ user }: Work, row: AssessmentRow) => row.team_id === user.teamId;

/**
 * Reads an assessment without asking who may see it. Records nothing: the caller has decided that already.
 * @param forWriting whether the row is locked until the transaction ends
 */
export async function findAssessment(work: Work, id: number, { forWriting = false } = {}): Promise<AssessmentRow | undefined> {
  return work.db
    .selectFrom("assessment")
    .innerJoin("organization", "organization.id", "assessment.organization_id")
    .selectAll("assessment")
    .select("organization.team_id")
    .where("assessment.id", "=", id)
    .$if(forWriting && isPostgres(work.db), (query) => query.forUpdate("assessment"))
    .executeTakeFirst();
}

interface AccessRequirements {
  model?: Role | undefined;
  /** Whether the row is locked until the transaction ends. */
  forWriting: boolean;
  /** Whether reading is not enough. */
  ownTeam?: boolean;
}

/** Decides who may have an assessment. Records everybody who gets another team's assessment, with every call. */
async function get(work: Work, id: number, { model, forWriting, ownTeam = false }: AccessRequirements): Promise<AssessmentRow> {
  const row = await findAssessment(work, id, { forWriting });
  // Another team's ids are answered like ids that do not exist (docs/rules/rights.md#rights-table).
  const isOwn = row && mayWrite(work, row);
  if (!row || !(isOwn || work.isInternal) || (model && row.model !== model)) throw notFound("The assessment does not exist.");
  if (!work.user.roles.includes(row.model)) throw forbidden(`Assessments of ${row.model} are closed to you.`);
  if (isOwn) return row;
  if (ownTeam) throw forbidden("The assessment belongs to another team.");
  await recordReadings(work, [row]);
  return row;
}

/** Records who gets something of assessments of another team. The caller has decided that they may. */
export async function recordReadings(work: Work, rows: readonly AssessmentRow[]): Promise<void> {
  for (const row of rows) if (!mayWrite(work, row)) await recordReading(work, assessmentChain(row.id));
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
