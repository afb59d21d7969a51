/**
 * The versions of its report that were issued. They belong to the assessment. More can be issued after completion, until it is archived
 * (docs/rules/client-report.md#versions).
 */
import type { z } from "zod";
import { refused } from "#api/problem.ts";
import { asFlag } from "#api/store/database.ts";
import type { issueForm, ReportVersions } from "#model/contract/report-versions.ts";
import { issueProblem } from "#model/report-versions.ts";
import { getReadableAssessment, getShareableAssessment, refuseArchived } from "./access.ts";
import { recordChange } from "./history.ts";
import { currentApprover } from "./peer-review.ts";
import { moment, type Work } from "./work.ts";

/** @throws Problem 404, 403 */
export async function listReportVersions(work: Work, assessmentId: number): Promise<ReportVersions> {
  await getReadableAssessment(work, assessmentId);
  return stored(work, assessmentId);
}

async function stored({ db }: Pick<Work, "db">, assessmentId: number): Promise<ReportVersions> {
  const rows = await db
    .selectFrom("report_version")
    .innerJoin("user", "user.id", "report_version.user_id")
    .leftJoin("user as approver", "approver.id", "report_version.approved_by")
    .select(["number", "change", "at", "user.first_name as by", "is_reviewed", "approver.email", "approver.first_name"])
    .where("assessment_id", "=", assessmentId)
    .orderBy("report_version.id")
    .execute();
  return {
    issued: rows.map(({ number, change, at, by, is_reviewed, email, first_name }) => ({
      ...{ number, change, at, by },
      ...(is_reviewed === 1 ? { approval: email === null ? null : { by: email, firstName: first_name } } : {}),
    })),
  };
}

/** Issues a version. Nobody need hold the lock. @throws Problem 404, 403, 422 when it is archived, has this number already, or has as many as one may have */
export async function issueVersion(
  work: Work,
  assessmentId: number,
  { number, change }: z.infer<typeof issueForm>,
): Promise<ReportVersions> {
  const row = await getShareableAssessment(work, assessmentId, { forWriting: true });
  refuseArchived(row);
  const { issued } = await stored(work, assessmentId);
  const problem = issueProblem(issued, number);
  if (problem) throw refused(problem.message);
  // The history tells of it among the texts of the report.
  const part = { name: "wording", of: `assessment/${assessmentId}`, place: "wording/issued" } as const;
  await recordChange(work, part, "", `${number}: ${change}`);
  const approver = await currentApprover(work, row);
  await work.db
    .insertInto("report_version")
    .values({
      ...{ assessment_id: assessmentId, number, change, at: moment(work), user_id: work.user.id },
      ...{ is_reviewed: asFlag(approver !== undefined), approved_by: approver ?? null },
    })
    .execute();
  return stored(work, assessmentId);
}
