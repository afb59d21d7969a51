/** Answers 'Download the workbook' (docs/rules/workbook.md#taking-it-out). */
import type { Id } from "#model/contract/common.ts";
import { loadItems, requireWorkbook, workbookContent } from "~/services/answering/workbook/items.server";
import { attachment, stem } from "~/services/http/file-names.server";
import { getAssessment } from "~/services/upstream/assessments.server";
import { type Asked, fileResponse, noteTaken, tooManyFiles, unlessTaskFails } from "~/services/workers/files.server";
import { runTask } from "~/services/workers/pool.server";
import { paths } from "~/views/paths";

/** @throws NotFound where the upstream does not give everything at once; LoadFailed */
export async function answersWorkbookResponse(context: Asked, assessmentId: Id): Promise<Response> {
  await requireWorkbook();
  const back = { next: { href: paths.importAnswers(assessmentId), label: "Back to ‘Work in Excel’" }, safe: "What is stored is safe." };
  const tooMany = tooManyFiles(context, "Excel file", back);
  if (tooMany) return tooMany;
  const found = await getAssessment(context.api, assessmentId);
  const now = new Date();
  const content = workbookContent(found, await loadItems(context.api, found), now);
  return unlessTaskFails(context, back, "Excel file", async () => {
    const workbook = await runTask("writeAnswers", content);
    noteTaken(context.api, found.id, "Workbook of answers");
    return fileResponse(workbook, {
      "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "Content-Disposition": attachment(`${stem(now, content.model, `${content.name} answers`)}.xlsx`),
    });
  });
}
