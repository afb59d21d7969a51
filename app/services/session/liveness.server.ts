/** Notices, while a page is loaded, that the session was ended on another device. */
import { REFRESH_PATIENCE_MS, type RequestSession } from "~/services/session/session.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { SessionOver } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { withTimeout } from "~/services/upstream/with-timeout.server";

interface Parts {
  session: RequestSession;
  api: UserApi;
  firstRead(): Promise<boolean> | undefined;
}

/**
 * Whether the session still lives. The screen's own first read tells. Only a screen that reads nothing costs an extra call. An upstream
 * without the extension `logout` cannot end sessions, so there they always live.
 * @throws SessionOver when the screen reads nothing and so would not notice
 */
export async function isLive({ session, api, firstRead }: Parts): Promise<boolean> {
  if (!(await hasExtension("logout"))) return true;
  // Gives the other loaders of the page time to start reading.
  await new Promise((resolve) => setImmediate(resolve));
  const told = firstRead();
  if (told) return told;
  const asked = api.session.sessions.list().catch(() => undefined);
  await withTimeout(asked, REFRESH_PATIENCE_MS);
  if (session.refreshWasRefused) throw new SessionOver();
  return true;
}
