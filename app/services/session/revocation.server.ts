/** Ends a session in the upstream too, so that copies of its cookie stop working (docs/rules/sign-in-and-session.md#session-families). */
import { CONTRACT } from "#model/contract/calls.ts";
import { log } from "~/services/http/log.server";
import type { SessionData } from "~/services/session/session-data.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { reasonOf, UpstreamFault, upstream } from "~/services/upstream/upstream.server";
import { withTimeout } from "~/services/upstream/with-timeout.server";

/** How long log-out waits for the upstream; the call itself goes on. */
const PATIENCE_MS = 3_000;

type RevokedSession = Pick<SessionData, "token" | "upstreamCookies">;

/** Ends the session everywhere if the upstream can do that. Never throws: a failure is logged, and log-out goes on. */
export async function revoke(session: RevokedSession, requestId: string): Promise<void> {
  await withTimeout(end(session, requestId), PATIENCE_MS);
}

async function end({ token, upstreamCookies: cookies }: RevokedSession, requestId: string): Promise<void> {
  try {
    if (!(await hasExtension("logout"))) return;
    const call = await upstream();
    await call(CONTRACT.session.logout, {}, { token, cookies, requestId });
  } catch (error) {
    // 401: the session is already over, which is what was wanted.
    if (error instanceof UpstreamFault && error.status === 401) return;
    log("error", "the session was not ended upstream", { requestId, status: reasonOf(error) });
  }
}
