import { getPathToContinue } from "~/services/answering/next-question.server";
import { Redirect } from "~/services/faults.server";
import { isViewed, screenToOpen } from "~/views/paths";
import { withUser } from "~/with-user.server";

/** 'Start', 'Continue' and 'View', and the links 'Questions' and 'Grid': redirects to where one was, or to what is to be answered next. */
export const loader = withUser(async ({ request, params, context }) => {
  throw new Redirect(await getPathToContinue(context, params.assessmentId ?? "", { viewed: isViewed(request), to: screenToOpen(request) }));
});

/** Shows nothing. With a screen of its own, the route answers a refusal with a page that says why. */
export default function Continue() {
  return null;
}
