/** Notices, while a page is loaded, that the session was ended on another device. */
import type { RequestContext } from "~/services/context.server";
import { REFRESH_PATIENCE_MS } from "~/services/session/session.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { SessionOver } from "~/services/upstream/upstream.server";
import { withTimeout } from "~/services/upstream/with-timeout.server";

/**
 * Whether the session still lives. The screen's own first read tells. Only a screen that reads nothing costs an extra call. An upstream
 * without the extension `logout` cannot end sessions, so there they always live.
 * @throws SessionOver when the screen reads nothing and so would not notice
 */
export async function isLive({ session, api, firstRead }: Pick<RequestContext, "session" | "api" | "firstRead">): Promise<boolean> {
  if (!(await hasExtension("logout"))) return true;
  // Gives the other loaders of the page time to start reading.
  await new Promise((resolve) => setImmediate(resolve));
  const known = firstRead();
  if (known) return known;
  const reading = api.session.sessions.list().catch(() => undefined);
  await withTimeout(reading, REFRESH_PATIENCE_MS);
  if (session.refreshWasRefused) throw new SessionOver();
  return true;
}
