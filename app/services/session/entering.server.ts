import { releaseLocks } from "~/services/answering/locks.server";
import type { RequestContext } from "~/services/context.server";
import { Redirect } from "~/services/faults.server";
import type { Entered } from "~/services/session/authenticator.server";
import { revoke } from "~/services/session/revocation.server";
import { paths } from "~/views/paths";

/**
 * Starts a session in this browser, instead of any that it has, and leads to the page that the person wanted before signing in.
 * @throws Redirect, always
 */
export async function startSession(context: RequestContext, { session, browserProof }: Entered): Promise<never> {
  const { current } = context.session;
  if (current) {
    await releaseLocks(context);
    await revoke(current, context.requestId);
    context.session.signOut();
  }
  await context.session.signIn(session);
  await context.mailCookies.enter(session.user.email, browserProof);
  throw new Redirect(context.cookieCheck.leadTo(context.session.takeNext() ?? paths.home()));
}
