import { archiveResponse } from "~/services/results/files/result-files.server";
import { withFile } from "~/with-user.server";

/** 'Download all images'. */
export const loader = withFile(({ request, params, context }) => {
  return archiveResponse(context, params.assessmentId ?? "", request);
});
