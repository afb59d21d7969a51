import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadResult } from "~/services/results.server";
import { attachment, p3m3Workbook, workbookName } from "~/services/workbook.server";

/** 'Export to Excel'. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  const result = await loadResult(context, params.assessmentId ?? "");
  return new Response(new Uint8Array(await p3m3Workbook(result)), {
    headers: {
      "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "Content-Disposition": attachment(workbookName(new Date(), "P3M3", result.assessment.name)),
    },
  });
}
