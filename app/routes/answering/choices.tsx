import { readForm } from "~/services/http/posted.server";
import { fieldReader } from "~/services/saving/posted-form.server";
import { nothingToRead, withUser } from "~/with-user.server";

/** Remembers how somebody likes the questions screens. Script sends it; without script it goes with the questions form. */
export const action = withUser(async ({ request, context }) => {
  context.choices.take(fieldReader(await readForm(request)));
  return new Response(null, { status: 204 });
});

export const loader = nothingToRead;
