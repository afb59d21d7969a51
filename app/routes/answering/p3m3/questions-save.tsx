import { anyone, nothingToRead } from "~/answer.server";
import { getThread, saveThread } from "~/services/answering/p3m3/questions.server";
import { readThreadChange } from "~/services/answering/p3m3/thread-form.server";
import { fieldReader, sentWith } from "~/services/answering/posted-form.server";
import { saveInBackground } from "~/services/answering/saving.server";

/** Saves one change of the questions screen in the background and answers with the outcome as JSON. */
export const action = anyone(async ({ request, params, context }) => {
  return saveInBackground(context.session, async () => {
    const { assessmentId = "", perspectiveCode = "", threadCode = "" } = params;
    const here = { assessmentId, perspectiveCode, threadCode };
    const [form, { level }] = await Promise.all([request.formData(), getThread(context.api, here)]);
    const posted = fieldReader(form);
    return saveThread(context, here, readThreadChange(posted, level), sentWith(posted));
  });
});

export const loader = nothingToRead;
