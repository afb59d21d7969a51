import type { LoaderFunctionArgs } from "@remix-run/node";
import { attachment, workbookName } from "~/services/file-names.server";
import { openResultForFile } from "~/services/results.server";

/** 'Export to Excel'. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  const result = await openResultForFile(context, params.assessmentId ?? "", new URL(request.url).searchParams);
  const report = result.report();
  // Loaded with the first file that is asked for, not with the first page.
  const { workbookOf } = await import("~/services/workbook.server");
  return new Response(new Uint8Array(await workbookOf(report)), {
    headers: {
      "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "Content-Disposition": attachment(workbookName(new Date(), report.model, report.assessment.name)),
    },
  });
}
