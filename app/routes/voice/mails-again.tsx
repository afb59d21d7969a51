import { Redirect } from "~/services/faults.server";
import { allowMails } from "~/services/voice/sheet.server";
import { paths } from "~/views/paths";
import { withSheet } from "~/with-user.server";

/** The button 'Write to me again' (docs/rules/voices.md#mails). */
export const action = withSheet(({ params, context }) => allowMails(context, params.sheet ?? ""));

/** Whoever comes back here by a link has pressed it, or was not let in. */
export const loader = withSheet(({ params }): never => {
  throw new Redirect(paths.voiceSheet(params.sheet ?? ""));
});

/** Never shown: with a component, a failure is a page of the frame around it. */
export default function Nothing() {
  return null;
}
