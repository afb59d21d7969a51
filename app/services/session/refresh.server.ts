/** New tokens for sessions whose token is about to end. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { CONTRACT } from "#model/contract/calls.ts";
import { log } from "~/services/http/log.server";
import { refreshed, type SessionData, sessionDataFrom } from "~/services/session/session-data.server";
import { reasonOf, upstream } from "~/services/upstream/upstream.server";

/** For this time, a browser that missed a response and still has the former cookie gets the session that replaced it. */
const KEPT_MS = 30 * 60_000;
const FAILURE_KEPT_MS = 10_000;

/** Refreshes by the session that they replace, so that parallel requests of one browser share one call. */
const refreshes = new LRUCache<string, Promise<SessionData | undefined>>({ max: 50_000, ttl: KEPT_MS });

/**
 * The session with a new token; undefined after a failure, which is only logged
 * (docs/rules/sign-in-and-session.md#restoring-and-refreshing).
 */
export function refreshSession(session: SessionData, requestId: string): Promise<SessionData | undefined> {
  const name = createHash("sha256").update(JSON.stringify(session.upstreamCookies)).update(session.token).digest("base64url");
  const running = refreshes.get(name);
  if (running) return running;
  const refresh = askForToken(session, requestId);
  refreshes.set(name, refresh);
  void refresh.then((renewed) => renewed ?? refreshes.set(name, refresh, { ttl: FAILURE_KEPT_MS }));
  return refresh;
}

async function askForToken(session: SessionData, requestId: string): Promise<SessionData | undefined> {
  try {
    const call = await upstream();
    const answer = await call(CONTRACT.session.refresh, {}, { token: session.token, cookies: session.upstreamCookies, requestId });
    return { ...sessionDataFrom(refreshed(session, answer.data), { ...session.upstreamCookies, ...answer.cookies }), sid: session.sid };
  } catch (error) {
    log("warn", "token refresh failed", { requestId, status: reasonOf(error) });
    return undefined;
  }
}
