import { ANSWERING } from "~/services/answering/models.server";
import { fieldReader } from "~/services/answering/posted-form.server";
import { saveInBackground } from "~/services/answering/saving.server";
import { readForm } from "~/services/http/posted.server";
import { modelAt } from "~/views/paths";
import { nothingToRead, withVisitor } from "~/with-user.server";

/** Saves one change of a questions screen in the background and answers with the outcome as JSON. */
export const action = withVisitor(async ({ request, params, context }) => {
  return saveInBackground(context.session, async () => {
    return ANSWERING[modelAt(request)].savePosted(context, params, fieldReader(await readForm(request)));
  });
});

export const loader = nothingToRead;
