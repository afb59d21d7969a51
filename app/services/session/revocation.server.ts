/** Ending a session in the upstream too, so that no copy of its cookie opens anything. */
import { CONTRACT } from "#model/contract/calls.ts";
import { log } from "~/services/http/log.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { UpstreamFault, upstream } from "~/services/upstream/upstream.server";

/** How long somebody who leaves waits for it; it goes on after that. */
const PATIENCE_MS = 3_000;

interface Revoked {
  token: string;
  upstreamCookies: Record<string, string>;
}

/** Ends the session everywhere, where the upstream can. A fault keeps nobody from leaving: it is logged. */
export async function revoke(session: Revoked, requestId: string): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
  await Promise.race([end(session, requestId), patience]);
}

async function end({ token, upstreamCookies: cookies }: Revoked, requestId: string): Promise<void> {
  try {
    if (!(await hasExtension("logout"))) return;
    const call = await upstream();
    await call(CONTRACT.session.logout, {}, { token, cookies, requestId });
  } catch (error) {
    // 401: there is no such session any more, which is what was wanted.
    if (error instanceof UpstreamFault && error.status === 401) return;
    log("error", "the session was not ended upstream", {
      requestId,
      status: error instanceof UpstreamFault ? error.status : String(error),
    });
  }
}
