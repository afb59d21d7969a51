import { signedIn } from "~/answer.server";
import { getPathToContinue } from "~/services/answering/next-question.server";
import { Elsewhere } from "~/services/faults.server";
import { isViewed } from "~/views/paths";

/** 'Start', 'Continue' and 'View': redirects to where one was, or to what is to be answered next. */
export const loader = signedIn(async ({ request, params, context }) => {
  throw new Elsewhere(await getPathToContinue(context, params.assessmentId ?? "", { viewed: isViewed(request) }));
});
