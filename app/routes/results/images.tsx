import { archiveResponse } from "~/services/results/files/result-files.server";
import { withUser } from "~/with-user.server";

/** 'Download all images'. */
export const loader = withUser(({ request, params, context }) => {
  return archiveResponse(context, params.assessmentId ?? "", request);
});
