/** Answers 'Download the workbook' (docs/rules/workbook.md#taking-it-out). */
import type { Id } from "#model/contract/common.ts";
import { beforeColumn } from "~/services/answering/workbook/before-column.server";
import { evidenceByPlace } from "~/services/answering/workbook/evidence-column.server";
import { loadItems, workbookContent } from "~/services/answering/workbook/items.server";
import { voicesColumn } from "~/services/answering/workbook/voices-column.server";
import type { UserContext } from "~/services/context.server";
import { fileName } from "~/services/http/file-names.server";
import { getAssessment } from "~/services/upstream/assessments.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { excelResponse, noteTaken, tooManyFiles, unlessTaskFails } from "~/services/workers/files.server";
import { runTask } from "~/services/workers/pool.server";
import { paths } from "~/views/paths";

/** @throws NotFound where the upstream does not give everything at once; LoadFailure */
export async function answersWorkbookResponse(context: UserContext, assessmentId: Id): Promise<Response> {
  // It is written from the overview.
  await requireExtension("overview");
  const back = { next: { href: paths.importAnswers(assessmentId), label: "Back to ‘Work in Excel’" }, safe: "What is stored is safe." };
  const tooMany = tooManyFiles(context, "Excel file", back);
  if (tooMany) return tooMany;
  const assessment = await getAssessment(context.api, assessmentId);
  const now = new Date();
  const [groups, evidence, before, voices] = await Promise.all([
    loadItems(context.api, assessment),
    evidenceByPlace(context.api, assessment),
    beforeColumn(context.api, assessment),
    voicesColumn(context.api, assessment),
  ]);
  const content = workbookContent(assessment, groups, { evidence, before, voices }, now);
  return unlessTaskFails(context, back, "Excel file", async () => {
    const workbook = await runTask("writeAnswers", content, { person: context.user.email });
    noteTaken(context.api, assessment.id, "Workbook of answers");
    return excelResponse(workbook, fileName(now, content.model, `${content.name} answers`, "xlsx"));
  });
}
