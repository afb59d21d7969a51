import { type ActionFunctionArgs, data } from "@remix-run/node";
import { findItem, readItilChange, saveItil } from "~/services/answering/itil/questions.server";
import { fieldReader } from "~/services/answering/posted-form.server";
import { saveInBackground } from "~/services/answering/saving.server";

/** Saves one change of the ITIL questions screen in the background and answers with the outcome as JSON. */
export function action({ request, params, context }: ActionFunctionArgs) {
  return saveInBackground(context, async () => {
    const { assessmentId = "", practiceCode = "" } = params;
    const here = { assessmentId, practiceCode };
    const [form, { kind }] = await Promise.all([request.formData(), findItem(context, here)]);
    const posted = fieldReader(form);
    return saveItil(context, here, readItilChange(posted, kind), posted("page"));
  });
}

export function loader() {
  throw data(null, { status: 405 });
}
