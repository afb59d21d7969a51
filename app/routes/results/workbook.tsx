import { signedIn } from "~/answer.server";
import { workbookResponse } from "~/services/results/result-files.server";

/** 'Export to Excel'. */
export const loader = signedIn(({ request, params, context }) => {
  return workbookResponse(context, params.assessmentId ?? "", request);
});
