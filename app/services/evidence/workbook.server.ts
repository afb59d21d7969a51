/** The Excel file of a register of evidence (docs/rules/evidence.md#the-register). */
import type { Id } from "#model/contract/common.ts";
import { fitting, readAddress, readRegister } from "~/services/evidence/register.server";
import { evidenceSheet } from "~/services/results/evidence.server";
import { reportHead } from "~/services/results/report-head.server";
import { type Asked, listResponse } from "~/services/results/result-files.server";
import { paths } from "~/views/paths";

/** Answers 'Export to Excel' of the register, with the entries that its address asks for. @throws NotFound, LoadFailed */
export async function evidenceWorkbook(context: Asked, assessmentId: Id, request: Request): Promise<Response> {
  const { found, scope, entries } = await readRegister(context.api, assessmentId);
  const asked = readAddress(new URL(request.url).searchParams, scope);
  const content = {
    model: found.assessmentType,
    what: "evidence",
    ...reportHead(found, undefined),
    figures: [],
    findings: [],
    sheets: [evidenceSheet(asked.show === "unanswered" ? entries : fitting(entries, asked))],
  };
  return listResponse(context, request, content, { href: paths.evidence(found.id), label: "Back to the evidence" });
}
