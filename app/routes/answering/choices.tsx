import { nothingToRead, signedIn } from "~/answer.server";
import { fieldReader } from "~/services/answering/posted-form.server";

/** Remembers how somebody likes the questions screens. Script sends it; without script it goes with the questions form. */
export const action = signedIn(async ({ request, context }) => {
  context.choices.take(fieldReader(await request.formData()));
  return new Response(null, { status: 204 });
});

export const loader = nothingToRead;
