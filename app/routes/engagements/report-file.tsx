import { engagementReportFile } from "~/services/engagements/report.server";
import { withFile } from "~/with-user.server";

/** The report of an engagement as a file; the ending of the address tells which. */
export const loader = withFile(({ request, params, context }) => {
  const format = new URL(request.url).pathname.toLowerCase().endsWith(".pptx") ? "pptx" : "docx";
  return engagementReportFile(context, params.engagementId ?? "", format, request);
});
