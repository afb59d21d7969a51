import { signedIn } from "~/answer.server";
import { pictureResponse } from "~/services/results/result-files.server";

/** 'Download image' of one table or chart. */
export const loader = signedIn(({ request, params, context }) => {
  return pictureResponse(context, params.assessmentId ?? "", params.exhibit ?? "", request);
});
