/**
 * The session of one request: restored from its cookies, refreshed in time, ended after idling
 * (docs/rules/sign-in-and-session.md#what-a-session-holds). It has five cookies:
 * - `session` is encrypted, in up to five pieces;
 * - `seen` holds the last activity;
 * - `next` is the page to return to after sign-in;
 * - `arriving` says that sign-in has just led to a page;
 * - `leave` says where log-out leads.
 */
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { CookieJar } from "~/services/http/cookies.server";
import { log } from "~/services/http/log.server";
import { refreshSession } from "~/services/session/refresh.server";
import { revoke } from "~/services/session/revocation.server";
import { seal, unseal } from "~/services/session/sealing.server";
import { dueAt, endOf, isDue, isExpired, nowSeconds, type SessionData, sessionData } from "~/services/session/session-data.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { withTimeout } from "~/services/upstream/with-timeout.server";
import { addressToFollow, sameSitePath } from "~/views/paths";
import type { SessionClock } from "~/views/session";

/** Seconds: 25 idle minutes and the 60 seconds of the warning. The server ends the session itself, because without script nothing warns. */
const IDLE_LIMIT = 26 * 60;
const SEEN_RESOLUTION = 5;
const LIFETIME = 12 * 60 * 60;
const NEXT_KEPT = 30 * 60;
const ARRIVING_KEPT = 60;
/** How long a page waits for a new token while the old one is still valid. */
export const REFRESH_PATIENCE_MS = 2_000;
const CHUNK = 3_800;
const CHUNKS = ["session", "session-1", "session-2", "session-3", "session-4"];

/** The last activity, epoch seconds, and the session that it belongs to. */
const lastSeen = z.object({ at: z.number(), sid: z.string() });

/** A session as its cookies hold it, with what was its last activity when they were written, epoch seconds. */
const keptSession = sessionData.extend({ seenAt: z.number().optional() });

/** Where an ended session wants to be left to. */
const leaving = z.object({ to: z.string() });

/** Sessions that were logged out in this process: copies of their cookies no longer work here. */
const loggedOut = new LRUCache<string, true>({ max: 100_000, ttl: LIFETIME * 1000 });

/** Why a session ended: its token expired, its user was idle, or its user left. */
export type SessionEnd = "expired" | "idle" | "left";

/** The session of one request. `restore` has to be called first. */
export class RequestSession {
  readonly #startedAt = nowSeconds();
  #current: SessionData | undefined;
  /** The session as the cookies held it. */
  #opened: SessionData | undefined;
  #ended: SessionEnd | undefined;
  #seen = 0;
  #refreshWasRefused = false;
  /** Whether sign-in has just led here. */
  readonly isArriving: boolean;

  constructor(
    private readonly cookies: CookieJar,
    private readonly requestId: string,
  ) {
    this.isArriving = cookies.find("arriving") !== undefined;
  }

  /** The session of the signed-in user; undefined when nobody is signed in. */
  get current(): SessionData | undefined {
    return this.#current;
  }

  /** The session as the request's cookies hold it, also once it has ended. */
  get opened(): SessionData | undefined {
    return this.#opened;
  }

  /** Why the session of the request's cookies has ended, if it has. */
  get ended(): SessionEnd | undefined {
    return this.#ended;
  }

  /** Whether the upstream refused a new token that was due. */
  get refreshWasRefused(): boolean {
    return this.#refreshWasRefused;
  }

  /**
   * Restores, refreshes or ends the session that the cookies carry.
   * @param isBackground the page sent the request by itself, so it is no sign of activity
   */
  async restore({ isBackground }: { isBackground: boolean }): Promise<void> {
    const sealed = this.#chunks()
      .map((name) => this.cookies.find(name))
      .join("");
    const session = await unseal("session", keptSession, sealed || undefined);
    if (!session) return;
    if (loggedOut.has(session.sid)) return this.signOut();
    this.#current = session;
    this.#opened = session;
    const seen = await unseal("seen", lastSeen, this.cookies.find("seen"));
    // Activity of another session does not count for this one.
    const noted = seen?.sid === session.sid ? seen.at : (session.seenAt ?? session.renewedAt);
    // Setting the server's clock back must not prolong a session.
    const isAhead = noted > nowSeconds();
    this.#seen = isAhead ? nowSeconds() : noted;
    if (nowSeconds() - this.#seen >= IDLE_LIMIT) return this.end("idle");
    const renewed = await this.#renew(session);
    if (isExpired(renewed)) return this.end("expired");
    if (!isBackground && (isAhead || nowSeconds() - this.#seen >= SEEN_RESOLUTION)) await this.markSeen();
  }

  /** Refreshes a session whose token is due. A session that was already replaced gives its successor. */
  async #renew(session: SessionData): Promise<SessionData> {
    let current = session;
    for (let hops = 0; hops < 3 && isDue(current); hops++) {
      const refresh = refreshSession(current, this.requestId);
      // While the old token is valid the page does not wait for long: the next request picks up the new one.
      const renewed = isExpired(current) ? await refresh : await withTimeout(refresh, REFRESH_PATIENCE_MS, "late" as const);
      if (renewed === undefined) this.#refreshWasRefused = true;
      if (renewed === undefined || renewed === "late") break;
      current = renewed;
    }
    if (current !== session) await this.#keep(current);
    return current;
  }

  /** Whether a 401 from the upstream means that the session is over, rather than that a right is missing. */
  async isOver(session: SessionData | undefined): Promise<boolean> {
    return session === undefined || isExpired(session) || this.#refreshWasRefused || this.#wasEndedElsewhere(session);
  }

  /**
   * Whether a session was ended on another device although its token has not expired. A refresh tells: it is refused, or gives a new
   * token, and then only a right was missing.
   */
  async #wasEndedElsewhere(session: SessionData): Promise<boolean> {
    if (!(await hasExtension("logout"))) return false;
    let current = session;
    // A token from an earlier request may have been ended as well. A token that this request got has not.
    while (current === this.#opened || current.renewedAt < this.#startedAt) {
      const renewed = await refreshSession(current, this.requestId);
      if (!renewed) {
        this.#refreshWasRefused = true;
        return true;
      }
      current = renewed;
    }
    if (this.#current && current !== session) await this.#keep(current);
    return false;
  }

  /** Starts a session in this browser. @throws Error when it is too large for its cookies; the reason is logged */
  async signIn(session: SessionData): Promise<void> {
    this.#seen = nowSeconds();
    await this.#keep(session);
    await this.markSeen();
    this.cookies.clear("leave");
    this.#ended = undefined;
  }

  /** Asks for a new token at once, because what it says of the user has changed. Without one the session stays as it is. */
  async renewUser(): Promise<void> {
    const renewed = this.#current && (await refreshSession(this.#current, this.requestId));
    if (renewed) await this.#keep(renewed);
  }

  async #keep(session: SessionData): Promise<void> {
    const kept: z.input<typeof keptSession> = { ...session, seenAt: this.#seen };
    const sealed = await seal("session", kept, LIFETIME);
    const pieces = sealed.match(new RegExp(`.{1,${CHUNK}}`, "g")) ?? [];
    if (pieces.length > CHUNKS.length) {
      log("error", "session too large for cookies, sign-in refused", { requestId: this.requestId, bytes: sealed.length });
      throw new Error("The session is too large to be kept.");
    }
    for (const name of this.#chunks().slice(pieces.length)) this.cookies.clear(name);
    for (const [index, piece] of pieces.entries()) this.cookies.set(CHUNKS[index] ?? "", piece);
    this.#current = session;
  }

  #chunks(): string[] {
    return CHUNKS.filter((name) => this.cookies.find(name));
  }

  /**
   * Records activity.
   * @param secondsAgo how long ago they last did something
   */
  async markSeen(secondsAgo = 0): Promise<void> {
    this.#seen = Math.max(this.#seen, nowSeconds() - Math.max(0, secondsAgo));
    if (!this.#current) return;
    const seen: z.input<typeof lastSeen> = { at: this.#seen, sid: this.#current.sid };
    this.cookies.set("seen", await seal("seen", seen, LIFETIME));
  }

  /** The times that an open page needs to ask for a new token before the old one ends. */
  clock(): SessionClock {
    if (!this.#current) return { refreshIn: 0, expiresIn: 0 };
    const end = endOf(this.#current);
    return {
      refreshIn: Math.max(0, dueAt(this.#current) - nowSeconds()),
      expiresIn: end === null ? null : Math.max(0, end - nowSeconds()),
    };
  }

  /** Ends the session in this browser, and remembers where log-out is to lead. */
  async end(reason: SessionEnd): Promise<void> {
    const to = this.#current?.redirectURI;
    // After idling, the session ends upstream as well. The page does not wait for the answer.
    if (this.#current && reason === "idle") void revoke(this.#current, this.requestId);
    this.signOut();
    if (to) this.cookies.set("leave", await seal("leave", { to }, LIFETIME), { maxAge: LIFETIME });
    this.#ended = reason;
  }

  /** Forgets the session. A request that is still running cannot bring it back. */
  signOut(): void {
    if (this.#current) loggedOut.set(this.#current.sid, true);
    for (const name of [...CHUNKS, "seen"]) this.cookies.clear(name);
    this.#current = undefined;
  }

  /** Where log-out leads for this session, or for the one that has just ended; undefined when sign-in gave no address. */
  async leaveAddress(): Promise<string | undefined> {
    const to = this.#current?.redirectURI ?? (await unseal("leave", leaving, this.cookies.find("leave")))?.to;
    return addressToFollow(to);
  }

  /** Remembers the page to return to after sign-in. @param address path and query */
  rememberNext(address: string): void {
    this.cookies.set("next", address, { maxAge: NEXT_KEPT });
  }

  /**
   * The page to return to after sign-in. Only the first call gets it. The next page is an arrival: the browser says that another site leads
   * there, because the way began at the home site.
   */
  takeNext(): string | undefined {
    const next = sameSitePath(this.cookies.find("next"));
    this.cookies.clear("next");
    this.cookies.set("arriving", "1", { maxAge: ARRIVING_KEPT });
    return next;
  }

  /** Ends the way from sign-in, because the page is shown. */
  arrive(): void {
    if (this.isArriving) this.cookies.clear("arriving");
  }
}
