import { signedIn } from "~/answer.server";
import { archiveResponse } from "~/services/results/result-files.server";

/** 'Download all images'. */
export const loader = signedIn(({ request, params, context }) => {
  return archiveResponse(context, params.assessmentId ?? "", request);
});
