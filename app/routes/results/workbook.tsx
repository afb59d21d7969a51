import { workbookResponse } from "~/services/results/files/result-files.server";
import { withFile } from "~/with-user.server";

/** 'Export to Excel'. */
export const loader = withFile(({ request, params, context }) => {
  return workbookResponse(context, params.assessmentId ?? "", request);
});
