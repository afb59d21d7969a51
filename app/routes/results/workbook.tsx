import { workbookResponse } from "~/services/results/files/result-files.server";
import { withUser } from "~/with-user.server";

/** 'Export to Excel'. */
export const loader = withUser(({ request, params, context }) => {
  return workbookResponse(context, params.assessmentId ?? "", request);
});
