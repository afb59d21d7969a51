import { changeInBackground } from "~/services/answering/evidence-save.server";
import { readForm } from "~/services/http/posted.server";
import { answerInBackground } from "~/services/saving/in-background.server";
import { nothingToRead, withVisitor } from "~/with-user.server";

/** Changes evidence in the background and answers with the outcome as JSON, and with what the screen shows now. */
export const action = withVisitor(async ({ request, params, context }) => {
  return answerInBackground(
    context,
    async () => changeInBackground(context, params.assessmentId ?? "", await readForm(request)),
    (outcome) => ({ outcome }),
  );
});

export const loader = nothingToRead;
