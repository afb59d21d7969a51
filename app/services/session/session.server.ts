/**
 * The session of one request: restored from its cookies, renewed in time, ended when nobody has been there for long
 * (docs/rules/sign-in-and-session.md). It is kept in sealed cookies: `session`, in up to five pieces; `seen`, when somebody last did
 * something; `next`, the page asked for before sign-in; `leave`, where an ended session wants to be left to.
 */
import { LRUCache } from "lru-cache";
import type { CookieJar } from "~/services/http/cookies.server";
import { log } from "~/services/http/log.server";
import { refreshSession } from "~/services/session/refresh.server";
import { revoke } from "~/services/session/revocation.server";
import { seal, unseal } from "~/services/session/sealing.server";
import { dueAt, endOf, isDue, isExpired, nowSeconds, type SignedIn } from "~/services/session/signed-in.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { addressToFollow, sameSitePath } from "~/views/paths";
import type { SessionClock } from "~/views/session";

/** Seconds. 25 idle minutes and the 60 seconds of the warning; without script nobody warns, so the server ends it then. */
const IDLE_LIMIT = 26 * 60;
const SEEN_RESOLUTION = 5;
const LIFETIME = 12 * 60 * 60;
const NEXT_KEPT = 30 * 60;
/** How long a page waits for a new token while the old one still serves. */
export const REFRESH_PATIENCE_MS = 2_000;
const CHUNK = 3_800;
const CHUNKS = ["session", "session-1", "session-2", "session-3", "session-4"];

/** Sessions that were logged out in this process: no copy of their cookie opens anything here. */
const loggedOut = new LRUCache<string, true>({ max: 100_000, ttl: LIFETIME * 1000 });

/** Why nobody is signed in although a session cookie came along, or was left at the last request. */
export type SessionEnd = "expired" | "idle" | "left";

export class RequestSession {
  readonly #cookies: CookieJar;
  readonly #requestId: string;
  readonly #startedAt = nowSeconds();
  #current: SignedIn | undefined;
  /** As the cookies brought it. */
  #opened: SignedIn | undefined;
  #ended: SessionEnd | undefined;
  #seen = 0;
  #refreshWasRefused = false;

  constructor(cookies: CookieJar, requestId: string) {
    this.#cookies = cookies;
    this.#requestId = requestId;
  }

  /** The signed-in user's session, if there is one. */
  get current(): SignedIn | undefined {
    return this.#current;
  }

  /** What ended a session that the browser still carried a cookie of. */
  get ended(): SessionEnd | undefined {
    return this.#ended;
  }

  /** Whether the upstream gave no new token where one was due. */
  get refreshWasRefused(): boolean {
    return this.#refreshWasRefused;
  }

  /**
   * Restores, refreshes or ends the session that the cookies carry.
   * @param isBackground the page sent the request by itself, which is no sign that anybody is there
   */
  async restore({ isBackground }: { isBackground: boolean }): Promise<void> {
    const sealed = this.#chunks()
      .map((name) => this.#cookies.find(name))
      .join("");
    const session = await unseal<SignedIn>(sealed || undefined);
    if (!session) return;
    if (loggedOut.has(session.sid)) return this.signOut();
    this.#current = session;
    this.#opened = session;
    const noted = (await unseal<{ at: number }>(this.#cookies.find("seen")))?.at ?? session.renewedAt;
    // A clock that was put back must not lend anybody more time.
    const isAhead = noted > nowSeconds();
    this.#seen = isAhead ? nowSeconds() : noted;
    if (nowSeconds() - this.#seen >= IDLE_LIMIT) return this.end("idle");
    const renewed = await this.#renew(session);
    if (isExpired(renewed)) return this.end("expired");
    if (!isBackground && (isAhead || nowSeconds() - this.#seen >= SEEN_RESOLUTION)) await this.markSeen();
  }

  /** Brings the session up to date where its token is due. A session that was replaced before leads to its successor. */
  async #renew(session: SignedIn): Promise<SignedIn> {
    let current = session;
    for (let hops = 0; hops < 3 && isDue(current); hops++) {
      const refresh = refreshSession(current, this.#requestId);
      // A token that still serves does not keep the page waiting: the next request takes over what comes of this.
      const renewed = isExpired(current) ? await refresh : await Promise.race([refresh, late()]);
      if (renewed === undefined) this.#refreshWasRefused = true;
      if (renewed === undefined || renewed === "late") break;
      current = renewed;
    }
    if (current !== session) await this.#keep(current);
    return current;
  }

  /** Whether a 401 that the upstream answered to this session is about the session, and not about a right that is missing. */
  async isOver(session: SignedIn | undefined): Promise<boolean> {
    return session === undefined || isExpired(session) || this.#refreshWasRefused || this.#wasEndedElsewhere(session);
  }

  /**
   * Whether a session whose token has not run out is over all the same. Where sessions can be ended from elsewhere, a refresh tells
   * that from a right that is missing: it is refused, or the next request has a new token.
   */
  async #wasEndedElsewhere(session: SignedIn): Promise<boolean> {
    if (!(await hasExtension("logout"))) return false;
    let current = session;
    // What a former request was given may be over too; what this one was given is not.
    while (current === this.#opened || current.renewedAt < this.#startedAt) {
      const renewed = await refreshSession(current, this.#requestId);
      if (!renewed) {
        this.#refreshWasRefused = true;
        return true;
      }
      current = renewed;
    }
    if (this.#current && current !== session) await this.#keep(current);
    return false;
  }

  /** Keeps a new session. @throws Error when it fits no set of cookies; the reason is logged */
  async signIn(session: SignedIn): Promise<void> {
    await this.#keep(session);
    await this.markSeen();
    this.#cookies.clear("leave");
    this.#ended = undefined;
  }

  async #keep(session: SignedIn): Promise<void> {
    const sealed = await seal({ ...session }, LIFETIME);
    const pieces = sealed.match(new RegExp(`.{1,${CHUNK}}`, "g")) ?? [];
    if (pieces.length > CHUNKS.length) {
      log("error", "session too large for cookies, sign-in refused", { requestId: this.#requestId, bytes: sealed.length });
      throw new Error("The session is too large to be kept.");
    }
    for (const name of this.#chunks().slice(pieces.length)) this.#cookies.clear(name);
    for (const [index, piece] of pieces.entries()) this.#cookies.set(CHUNKS[index] ?? "", piece);
    this.#current = session;
  }

  #chunks(): string[] {
    return CHUNKS.filter((name) => this.#cookies.find(name));
  }

  /**
   * Notes that somebody is there.
   * @param secondsAgo how long ago they last did something
   */
  async markSeen(secondsAgo = 0): Promise<void> {
    this.#seen = Math.max(this.#seen, nowSeconds() - Math.max(0, secondsAgo));
    this.#cookies.set("seen", await seal({ at: this.#seen }, LIFETIME));
  }

  /** For the browser, which asks for a new token in time while a page stays open. */
  clock(): SessionClock {
    if (!this.#current) return { refreshIn: 0, expiresIn: 0 };
    const end = endOf(this.#current);
    return {
      refreshIn: Math.max(0, dueAt(this.#current) - nowSeconds()),
      expiresIn: end === null ? null : Math.max(0, end - nowSeconds()),
    };
  }

  /** Ends the session in this browser, and remembers where it wants to be left to. */
  async end(reason: SessionEnd): Promise<void> {
    const to = this.#current?.redirectURI;
    // Who has been away for long leaves no session behind that a copy of the cookie opens; nobody waits for it.
    if (this.#current && reason === "idle") void revoke(this.#current, this.#requestId);
    this.signOut();
    if (to) this.#cookies.set("leave", await seal({ to }, LIFETIME), { maxAge: LIFETIME });
    this.#ended = reason;
  }

  /** Forgets the session; an answer that is still under way cannot bring it back. */
  signOut(): void {
    if (this.#current) loggedOut.set(this.#current.sid, true);
    for (const name of this.#cookies.names()) {
      if (name === "seen" || name.startsWith("session") || name.startsWith("lock-")) this.#cookies.clear(name);
    }
    this.#current = undefined;
  }

  /** Where the session that ends, or has ended, wants to be left to; undefined where it does not say. */
  async leaveAddress(): Promise<string | undefined> {
    const to = this.#current?.redirectURI ?? (await unseal<{ to: string }>(this.#cookies.find("leave")))?.to;
    return addressToFollow(to);
  }

  /** Remembers the page that was asked for before sign-in. @param address path and query */
  rememberNext(address: string): void {
    this.#cookies.set("next", address, { maxAge: NEXT_KEPT });
  }

  /** The page asked for before sign-in; asked once. */
  takeNext(): string | undefined {
    const next = sameSitePath(this.#cookies.find("next"));
    this.#cookies.clear("next");
    return next;
  }
}

const late = () => new Promise<"late">((resolve) => setTimeout(resolve, REFRESH_PATIENCE_MS, "late" as const).unref());
