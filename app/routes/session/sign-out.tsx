import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { releaseLock, releaseLocks } from "~/services/answering/locks.server";
import { config } from "~/services/config.server";
import { revoke } from "~/services/session/revocation.server";
import { assessmentInPath, paths } from "~/views/paths";

/** Log out: gives back the lock of the assessment in the current path, ends the session everywhere, then leaves (specification A2). */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = context.currentUser();
  if (user) {
    const from = assessmentInPath(String((await request.formData()).get("from") ?? ""));
    if (from !== undefined) await releaseLock(context, from);
    await releaseLocks(context, request);
    await revoke(user, context.requestId);
  }
  const to = await context.leaveAddress();
  context.signOut();
  throw redirect(to ?? config().homeSiteUrl);
}

export function loader() {
  throw redirect(paths.home());
}
