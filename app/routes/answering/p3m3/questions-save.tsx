import { getThread, saveP3m3Questions } from "~/services/answering/p3m3/questions.server";
import { readP3m3Change } from "~/services/answering/p3m3/thread-form.server";
import { fieldReader, sentWith } from "~/services/answering/posted-form.server";
import { saveInBackground } from "~/services/answering/saving.server";
import { nothingToRead, withVisitor } from "~/with-user.server";

/** Saves one change of the questions screen in the background and answers with the outcome as JSON. */
export const action = withVisitor(async ({ request, params, context }) => {
  return saveInBackground(context.session, async () => {
    const { assessmentId = "", perspectiveCode = "", threadCode = "" } = params;
    const here = { assessmentId, perspectiveCode, threadCode };
    const [form, { level }] = await Promise.all([request.formData(), getThread(context.api, here)]);
    const posted = fieldReader(form);
    return saveP3m3Questions(context, here, readP3m3Change(posted, level), sentWith(posted));
  });
});

export const loader = nothingToRead;
