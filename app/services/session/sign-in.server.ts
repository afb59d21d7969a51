/** Signing in by an entry token, as a remix-auth strategy. */
import { setTimeout as wait } from "node:timers/promises";
import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { CONTRACT } from "#model/contract/calls.ts";
import type { Session } from "#model/contract/session.ts";
import { AddressCounter } from "~/services/http/address-counter.server";
import { log } from "~/services/http/log.server";
import { deviceOf } from "~/services/session/device.server";
import { refreshed, type SessionData, sessionDataFrom } from "~/services/session/session-data.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { type Answer, reasonOf, UpstreamFault, upstream } from "~/services/upstream/upstream.server";

interface Entry {
  /** The token of the entry link. */
  token: string;
  requestId: string;
}

/** A session that has just begun, and what proves later that its person has signed in here before, if the upstream gives it. */
export interface NewSession {
  session: SessionData;
  browserProof: string | undefined;
}

/**
 * Exchanges the token of an entry link for a session, then asks for a refresh token at once (docs/rules/sign-in-and-session.md#entry-link).
 * The request tells which browser signs in.
 */
class EntryTokenStrategy extends Strategy<NewSession, Entry & { device: string | undefined }> {
  override name = "entry-token";

  constructor(private readonly entry: Entry) {
    super(exchange);
  }

  override async authenticate(request: Request): Promise<NewSession> {
    return this.verify({ ...this.entry, device: await deviceFor(request) });
  }
}

/** The browser of a request, in everyday words, for an upstream that lists devices. */
export const deviceFor = async ({ headers }: Request) => ((await hasExtension("logout")) ? deviceOf(headers.get("User-Agent")) : undefined);

async function exchange({ token, device, requestId }: Entry & { device: string | undefined }): Promise<NewSession> {
  const call = await upstream();
  const body = device === undefined ? { token } : { token, device };
  return enterBy(() => call(CONTRACT.session.enter, { body }, { requestId }), requestId);
}

/** Makes a call that gives a session, and asks for a refresh token at once. A failure of the latter is only logged. @throws UpstreamFault */
export async function enterBy(enter: () => Promise<Answer<Session>>, requestId: string): Promise<NewSession> {
  const exchanged = await enter();
  const session = await withRefreshToken(exchanged, requestId);
  return { session, browserProof: exchanged.data.browserProof ?? undefined };
}

async function withRefreshToken(exchanged: Answer<Session>, requestId: string): Promise<SessionData> {
  try {
    const call = await upstream();
    const { token } = exchanged.data;
    const refresh = await call(CONTRACT.session.refresh, {}, { token, cookies: exchanged.cookies, requestId });
    return sessionDataFrom(refreshed(exchanged.data, refresh.data), { ...exchanged.cookies, ...refresh.cookies });
  } catch (error) {
    log("warn", "refresh after sign-in failed", { requestId, status: reasonOf(error) });
    return sessionDataFrom(exchanged.data, exchanged.cookies);
  }
}

/** How many entry links of one address may fail within a quarter of an hour. After that, answers to failing links are delayed. */
const UNHINDERED = 20;
const SLOWER_BY_MS = 500;
const SLOWEST_MS = 5_000;
/** Beyond this many, holding answers back would cost more than it hinders. */
const WAITING_MAX = 100;

const failures = new AddressCounter({ windowSeconds: 15 * 60 });
let waiting = 0;

/** Counts an entry link that did not work, and waits where many from the same address did not. */
async function slowDown(address: string): Promise<void> {
  const { counted } = await failures.count(address);
  if (counted <= UNHINDERED || waiting >= WAITING_MAX) return;
  waiting += 1;
  try {
    await wait(Math.min(SLOWEST_MS, (counted - UNHINDERED) * SLOWER_BY_MS), undefined, { ref: false });
  } finally {
    waiting -= 1;
  }
}

/**
 * Whether following an entry link is somebody's wish, as a click on it is. What looks ahead, or embeds the address in another page, is not
 * (docs/rules/sign-in-and-session.md#entry-link). A client that sends no such headers, such as a mail scanner or an old browser, gets a
 * question.
 */
export function isPlainNavigation({ headers }: Request): boolean {
  if (["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"].some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? "")))
    return false;
  return headers.get("Sec-Fetch-Dest") === "document";
}

/**
 * Signs in with an entry token. A token that works is never refused or slowed, because a whole office may share one address
 * (docs/rules/sign-in-and-session.md#sign-in-attempts).
 * @returns undefined when the token is not accepted, or the upstream fails; the reason is logged
 */
export async function signInByEntryToken(
  request: Request,
  token: string,
  { requestId, address }: { requestId: string; address: string },
): Promise<NewSession | undefined> {
  if (token === "") return undefined;
  try {
    return await new Authenticator<NewSession>().use(new EntryTokenStrategy({ token, requestId })).authenticate("entry-token", request);
  } catch (error) {
    // A fault of the upstream does not count as a failed attempt.
    log("warn", "sign-in refused", { requestId, reason: reasonOf(error) });
    if (!(error instanceof UpstreamFault) || (typeof error.status === "number" && error.status < 500)) await slowDown(address);
    return undefined;
  }
}
