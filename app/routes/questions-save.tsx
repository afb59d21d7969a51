import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { Level } from "#model/p3m3/catalogue.ts";
import { findThread, saveThread } from "~/services/answers.server";
import { saveInBackground } from "~/services/saving.server";
import { fieldReader, readThreadChange } from "~/services/thread-form.server";

/** Saves one change of the questions screen in the background and answers with the outcome as JSON. */
export function action({ request, params, context }: ActionFunctionArgs) {
  return saveInBackground(context, async () => {
    const { assessmentId = "", perspectiveCode = "", threadCode = "" } = params;
    const here = { assessmentId, perspectiveCode, threadCode };
    const [form, { found }] = await Promise.all([request.formData(), findThread(context, here)]);
    return saveThread(context, here, readThreadChange(form, found.selectedLevel as Level), fieldReader(form)("page"));
  });
}

export function loader() {
  throw data(null, { status: 405 });
}
