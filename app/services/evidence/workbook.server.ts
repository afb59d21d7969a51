/** The Excel file of a register of evidence (docs/rules/evidence.md#the-register). */
import type { Id } from "#model/contract/common.ts";
import type { UserContext } from "~/services/context.server";
import { fitting, readAddress, readRegister } from "~/services/evidence/register.server";
import { fileName } from "~/services/http/file-names.server";
import { evidenceSheet } from "~/services/results/sections/evidence.server";
import { resultHead } from "~/services/results/sections/result-head.server";
import { excelResponse, noteTaken, tooManyFiles, unlessTaskFails } from "~/services/workers/files.server";
import { runTask } from "~/services/workers/pool.server";
import { paths } from "~/views/paths";

/** Answers 'Export to Excel' of the register, with the entries that its address asks for. @throws NotFound, LoadFailure */
export async function evidenceWorkbook(context: UserContext, assessmentId: Id, request: Request): Promise<Response> {
  const back = { next: { href: paths.evidence(assessmentId), label: "Back to the evidence" }, safe: "The evidence itself is safe." };
  const tooMany = tooManyFiles(context, "Excel file", back);
  if (tooMany) return tooMany;
  const register = await readRegister(context.api, assessmentId);
  const { assessment, scope, entries } = register;
  const query = readAddress(new URL(request.url).searchParams, scope);
  const content = {
    model: assessment.assessmentType,
    what: "evidence",
    ...resultHead(assessment, undefined, undefined),
    figures: [],
    findings: [],
    sheets: [evidenceSheet(query.show === "unanswered" ? entries : await fitting(register, query))],
  };
  return unlessTaskFails(context, back, "Excel file", async () => {
    const workbook = await runTask("writeWorkbook", content, { person: context.user.email, asker: request.signal });
    noteTaken(context.api, assessment.id, "Excel file of evidence");
    return excelResponse(workbook, fileName(new Date(), content.model, `${content.assessment.name} evidence`, "xlsx"));
  });
}
