import { getItilItem, readItilChange, saveItilQuestions } from "~/services/answering/itil/questions.server";
import { fieldReader, sentWith } from "~/services/answering/posted-form.server";
import { saveInBackground } from "~/services/answering/saving.server";
import { nothingToRead, withVisitor } from "~/with-user.server";

/** Saves one change of the ITIL questions screen in the background and answers with the outcome as JSON. */
export const action = withVisitor(async ({ request, params, context }) => {
  return saveInBackground(context.session, async () => {
    const { assessmentId = "", practiceCode = "" } = params;
    const here = { assessmentId, practiceCode };
    const [form, { kind }] = await Promise.all([request.formData(), getItilItem(context.api, here)]);
    const posted = fieldReader(form);
    return saveItilQuestions(context, here, readItilChange(posted, kind), sentWith(posted));
  });
});

export const loader = nothingToRead;
