import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { Level } from "#model/p3m3/catalogue.ts";
import { findThread, saveThread } from "~/services/answers.server";
import { fieldReader } from "~/services/posted-form.server";
import { saveInBackground } from "~/services/saving.server";
import { readThreadChange } from "~/services/thread-form.server";

/** Saves one change of the questions screen in the background and answers with the outcome as JSON. */
export function action({ request, params, context }: ActionFunctionArgs) {
  return saveInBackground(context, async () => {
    const { assessmentId = "", perspectiveCode = "", threadCode = "" } = params;
    const here = { assessmentId, perspectiveCode, threadCode };
    const [form, { found }] = await Promise.all([request.formData(), findThread(context, here)]);
    const posted = fieldReader(form);
    return saveThread(context, here, readThreadChange(posted, found.selectedLevel as Level), posted("page"));
  });
}

export function loader() {
  throw data(null, { status: 405 });
}
