import { reportFileResponse } from "~/services/results/files/client-report/report-files.server";
import { withFile } from "~/with-user.server";

/** The report for a client; the ending of the address tells whether as a Word file or as slides. */
export const loader = withFile(({ request, params, context }) => {
  const format = new URL(request.url).pathname.toLowerCase().endsWith(".pptx") ? "pptx" : "docx";
  return reportFileResponse(context, params.assessmentId ?? "", format, request);
});
