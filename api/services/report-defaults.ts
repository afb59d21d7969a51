/** What the reports of a team begin with (docs/rules/client-report.md#what-new-reports-begin-with). The caller holds the team. */
import type { ReportDefaults, ReportDefaultsForm } from "#model/contract/report-defaults.ts";
import { coverPart, DEFAULTED_FIELDS } from "#model/report-cover.ts";
import { record, teamChain } from "./history.ts";
import { advance, type PartAddress, versionsOf } from "./versions.ts";
import { writeWording } from "./wording.ts";
import type { Work } from "./work.ts";

const partOf = ({ user }: Work): PartAddress => ({ name: "reportDefaults", of: `team/${user.teamId}`, place: "" });

const stored = ({ db, user }: Work) =>
  db
    .selectFrom("team")
    .select(["report_authors as authors", "report_disclaimer as disclaimer"])
    .where("id", "=", user.teamId)
    .executeTakeFirstOrThrow();

/** What the leads of the caller's team have said. */
export async function readReportDefaults(work: Work): Promise<ReportDefaults> {
  // Versions come before what they are versions of: see `versionsOf`.
  const versions = await versionsOf(work.db, [partOf(work)]);
  return { ...(await stored(work)), versions };
}

/** Stores both; an empty one takes it away. Reports that there are stay as they are. @throws Problem 412 */
export async function writeReportDefaults(work: Work, form: ReportDefaultsForm): Promise<ReportDefaults> {
  const before = await stored(work);
  const after = { authors: form.authors || null, disclaimer: form.disclaimer || null };
  if (before.authors === after.authors && before.disclaimer === after.disclaimer) return readReportDefaults(work);
  await advance(work, partOf(work), () => readReportDefaults(work));
  await record(work, teamChain(work.user.teamId), { kind: "reportDefaults", before, after });
  await work.db
    .updateTable("team")
    .set({ report_authors: after.authors, report_disclaimer: after.disclaimer })
    .where("id", "=", work.user.teamId)
    .execute();
  return readReportDefaults(work);
}

/** Puts them on the cover of a new assessment's report, as texts that its assessors can change. */
export async function beginReport(work: Work, assessmentId: number): Promise<void> {
  const defaults = await stored(work);
  for (const name of DEFAULTED_FIELDS) {
    const body = defaults[name];
    if (body !== null) await writeWording(work, assessmentId, { part: coverPart(name), body });
  }
}
