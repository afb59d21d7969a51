import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { config } from "~/config.server";
import { assessmentInPath, paths } from "~/paths";
import { releaseLock, releaseLocks } from "~/services/locks.server";
import { revoke } from "~/services/revocation.server";

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
