/** Whether a session that was ended elsewhere is noticed by the page that is being put together. */
import { LoadFailed } from "~/services/faults.server";
import { REFRESH_PATIENCE_MS, type RequestSession } from "~/services/session/session.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { SessionOver, UpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";

interface Parts {
  session: RequestSession;
  api: UserApi;
  firstRead(): Promise<boolean> | undefined;
}

/**
 * Whether the session still lives, which an upstream that can end sessions knows: told by what the screen reads anyway, and by a
 * call of its own only where it reads nothing.
 * @throws LoadFailed for a session that is over, where no other part of the screen can say so
 */
export async function isLive({ session, api, firstRead }: Parts): Promise<boolean> {
  if (!(await hasExtension("logout"))) return true;
  // The loaders beside this one have begun to read by then.
  await new Promise((resolve) => setImmediate(resolve));
  const told = firstRead();
  if (told) return told;
  const asked = api.session.sessions.list().catch(() => undefined);
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, REFRESH_PATIENCE_MS).unref())]);
  if (session.refreshWasRefused) throw new LoadFailed("dashboard", new SessionOver(new UpstreamFault(401, "session")));
  return true;
}
