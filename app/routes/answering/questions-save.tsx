import { ANSWERING } from "~/services/answering/models.server";
import { storeAt } from "~/services/answering/store-at.server";
import { readForm } from "~/services/http/posted.server";
import { saveInBackground } from "~/services/saving/in-background.server";
import { fieldReader } from "~/services/saving/posted-form.server";
import { modelAt } from "~/views/paths";
import { nothingToRead, withVisitor } from "~/with-user.server";

/** Saves one change of a questions screen in the background and answers with the outcome as JSON. */
export const action = withVisitor(async ({ request, params, context }) => {
  return saveInBackground(context, async () => {
    return ANSWERING[modelAt(request)].savePosted(
      context,
      await storeAt(context.api, request, params),
      params,
      fieldReader(await readForm(request)),
    );
  });
});

export const loader = nothingToRead;
