/** Issues a version of a report (docs/rules/client-report.md#versions). */
import { misfitsInWords } from "#model/checks.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { ISSUED_FIELD_NAMES, ISSUED_FIELDS, type IssuedField, issueProblem } from "#model/report-versions.ts";
import { textProblem } from "#model/text.ts";
import type { UserContext } from "~/services/context.server";
import { BadRequest } from "~/services/faults.server";
import { putOff } from "~/services/http/failures.server";
import { findReport, namedMisfits } from "~/services/results/files/client-report/whole-report.server";
import { FORM_WRONG, getForTexts, oneLine } from "~/services/results/files/client-report/wording.server";
import { beforeDelivery } from "~/services/upstream/before-delivery.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { ignoreFault, isUpstreamFault } from "~/services/upstream/upstream.server";
import { ISSUE_CONFIRMED, type IssueOutcome, issueInput } from "~/views/client-report";

/** What speaks against issuing it: texts that no longer fit, and what of the peer review is not in order. */
async function linesBefore(reader: UserContext, assessment: Assessment): Promise<string[]> {
  const { id } = assessment;
  const [review, report] = await Promise.all([
    hasExtension("peer-review").then((has) => (has ? reader.api.peerReview.get({ id }).catch(ignoreFault) : undefined)),
    findReport(reader, assessment),
  ]);
  const misfits = report ? namedMisfits(report) : [];
  return [...(misfits.length > 0 ? [`${misfitsInWords(misfits)}.`] : []), ...(review ? beforeDelivery(review) : [])];
}

const NOT_ISSUED = "The version could not be issued. What you typed is still here; please try again.";

/** Issues a version. One that was just issued in the same words is not issued twice. @returns undefined once it is issued @throws as `saveText` */
export async function issueVersion(reader: UserContext, id: Id, form: FormData): Promise<IssueOutcome | undefined> {
  if (!(await hasExtension("report-versions"))) throw new BadRequest();
  const { api } = reader;
  const assessment = await getForTexts(reader, id);
  const typed = Object.fromEntries(
    ISSUED_FIELD_NAMES.map((name) => {
      const value = form.get(issueInput(name));
      if (typeof value !== "string") throw new BadRequest();
      return [name, value];
    }),
  ) as Record<IssuedField, string>;
  const failed = (kind: IssueOutcome["kind"], message: string, errors: IssueOutcome["errors"] = {}): IssueOutcome => {
    return { of: "issue", kind, typed, errors, message };
  };
  const wrong = ISSUED_FIELD_NAMES.flatMap((name) => {
    const problem = textProblem(typed[name], { required: true, max: ISSUED_FIELDS[name].max });
    return problem ? [[name, problem] as const] : [];
  });
  if (wrong.length > 0) return failed("refused", FORM_WRONG, Object.fromEntries(wrong));
  const body = { number: oneLine(typed.number, ISSUED_FIELDS.number.max), change: oneLine(typed.change, ISSUED_FIELDS.change.max) };
  try {
    const { issued } = await api.reportVersions.list({ id });
    const last = issued.at(-1);
    if (last?.number === body.number && last.change === body.change) return undefined;
    const problem = issueProblem(issued, body.number);
    if (problem)
      return problem.field ? failed("refused", FORM_WRONG, { [problem.field]: problem.message }) : failed("refused", problem.message);
    const lines = form.has(ISSUE_CONFIRMED) ? [] : await linesBefore(reader, assessment);
    if (lines.length > 0) return { ...failed("refused", ""), lines };
    await api.reportVersions.issue({ id, body });
    return undefined;
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    const late = putOff(error);
    if (late) return { ...late, of: "issue", typed, errors: {} };
    return failed("failed", error.status === 403 ? "You may read this report, but not issue a version of it." : NOT_ISSUED);
  }
}
