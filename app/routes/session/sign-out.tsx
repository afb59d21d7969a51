import { releaseLock, releaseLocks } from "~/services/answering/locks.server";
import { Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { toHomeSite } from "~/services/session/home-site.server";
import { revoke } from "~/services/session/revocation.server";
import { assessmentInPath, paths } from "~/views/paths";
import { withVisitor } from "~/with-user.server";

/** Log out: gives back all locks, ends the session here and in the upstream, then leaves (docs/rules/sign-in-and-session.md#log-out). */
export const action = withVisitor(async ({ request, context }) => {
  const user = context.session.current;
  if (user) {
    const from = assessmentInPath(String((await readForm(request)).get("from") ?? ""));
    if (from !== undefined) await releaseLock(context, from);
    await releaseLocks(context);
    await revoke(user, context.requestId);
  }
  const to = await context.session.leaveAddress();
  context.session.signOut();
  throw to === undefined ? toHomeSite({ kind: "success", title: "You are logged out." }) : new Redirect(to);
});

export const loader = withVisitor(() => {
  throw new Redirect(paths.home());
});
