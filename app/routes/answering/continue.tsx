import { signedIn } from "~/answer.server";
import { getPathToContinue } from "~/services/answering/next-question.server";
import { Elsewhere } from "~/services/faults.server";

/** 'Start' and 'Continue': redirects to the first thread or practice that is not answered. */
export const loader = signedIn(async ({ params, context }) => {
  throw new Elsewhere(await getPathToContinue(context.api, params.assessmentId ?? ""));
});
