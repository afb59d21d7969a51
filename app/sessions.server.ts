/**
 * openContext(request): once per HTTP request, before Remix. The only place that reads and writes cookies.
 *
 * One cookie per concern: `session` (encrypted; token, upstream cookies, user, roles), `lock-{id}` (lease end and page),
 * `flash` (a message for the next page), `seen` (last activity), `next` (the page asked for before sign-in),
 * `organization` (the one opened last), `leave` (where an ended session wants to be left to). They are written when the
 * response's headers are sent, so that redirects, resource routes and data requests carry them alike.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { data, redirect } from "@remix-run/node";
import { parseCookie, stringifySetCookie } from "cookie";
import { EncryptJWT, jwtDecrypt } from "jose";
import { type Call, createApiClient, type Values } from "#model/contract/call.ts";
import { CONTRACT } from "#model/contract/calls.ts";
import type { Id, Role } from "#model/contract/common.ts";
import type { Session } from "#model/contract/session.ts";
import { config } from "~/services/config.server";
import { expiredSession } from "~/services/http/failures.server";
import { formAsTyped } from "~/services/http/kept-form.server";
import { log, pathForLog } from "~/services/http/log.server";
import { OF_UNKNOWN_LENGTH, OTHER_ORIGIN, type Refusal } from "~/services/http/refusal.server";
import { revoke } from "~/services/session/revocation.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { addressFor, type CallOptions, UpstreamError, upstream, type WriteOptions } from "~/services/upstream/upstream.server";
import { addressToFollow, paths, sameSitePath } from "~/views/paths";
import type { SessionClock } from "~/views/session";
import type { Flash } from "~/views/shell";

/** Specification A9, in seconds. */
const REFRESH_LEAD = 5 * 60;
const REFRESH_WITHOUT_EXPIRY = 25 * 60;
/** 25 idle minutes and the 60 seconds of the warning; without script nobody warns, so the server ends it then. */
const IDLE_LIMIT = 26 * 60;
const SEEN_RESOLUTION = 5;
/** A lost answer leaves the browser with the former cookie: until then it leads to the session that has replaced it. */
const REFRESH_KEPT_MS = 30 * 60_000;
const FAILED_REFRESH_KEPT_MS = 10_000;
/** How long a page waits for a new token while the old one still serves. */
const REFRESH_PATIENCE_MS = 2_000;
const COOKIE_CHUNK = 3_800;
const COOKIE_CHUNKS = 5;
const SESSION_LIFETIME = 12 * 60 * 60;

export interface SignedIn {
  token: string;
  /** Epoch seconds, or null when unknown. */
  expiry: number | null;
  /** When the session is over whatever is refreshed, epoch seconds; absent or null when the upstream does not say. */
  endsAt?: number | null;
  /** Epoch seconds of the sign-in or the last refresh. */
  renewedAt: number;
  redirectURI: string | null;
  user: { email: string; firstName: string | null };
  roles: Role[];
  /** The same from sign-in to log-out; after log-out no cookie of this session opens anything in this process. */
  sid: string;
  /** Cookies that the upstream set on /auth and /auth/refresh. */
  upstreamCookies: Record<string, string>;
}

export interface LockMarker {
  /** End of the lease, epoch seconds. */
  until: number;
  /** The page that loaded last; a beacon of an older page releases nothing. */
  page: string;
}

/** What server.js hands over of an HTTP request. */
export interface IncomingRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: NodeJS.Dict<string | string[]>;
  /** The client's address. */
  address: string;
  protocol: string;
}

/** Why nobody is signed in although a session cookie came along, or was left at the last request. */
export type SessionEnd = "expired" | "idle" | "left";

const now = () => Math.floor(Date.now() / 1000);

const key = (secret: string) => createHash("sha256").update(`session encryption ${secret}`).digest();

async function seal(payload: Record<string, unknown>, lifetime: number): Promise<string> {
  const [secret = ""] = config().sessionSecrets;
  return new EncryptJWT(payload)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setExpirationTime(now() + lifetime)
    .encrypt(key(secret));
}

async function unseal<T>(sealed: string | undefined): Promise<T | undefined> {
  if (!sealed) return undefined;
  for (const secret of config().sessionSecrets) {
    try {
      return (await jwtDecrypt(sealed, key(secret))).payload as T;
    } catch {
      // Another secret of the rotation may fit; a cookie that none opens counts as absent.
    }
  }
  return undefined;
}

/** Refreshes in flight or done, by the session that they replace, so that parallel requests of one browser share one call. */
const refreshes = new Map<string, Promise<SignedIn | undefined>>();
const loggedOut = new Set<string>();

function forgetLater(forget: () => void, milliseconds: number): void {
  setTimeout(forget, milliseconds).unref();
}

/** Asks for a new token. A failure is only logged (specification A8) and gives undefined. */
function refreshed(session: SignedIn, requestId: string): Promise<SignedIn | undefined> {
  const name = createHash("sha256").update(JSON.stringify(session.upstreamCookies)).update(session.token).digest("base64url");
  const running = refreshes.get(name);
  if (running) return running;
  const refresh = askForToken(session, requestId);
  refreshes.set(name, refresh);
  void refresh.then((renewed) => forgetLater(() => refreshes.delete(name), renewed ? REFRESH_KEPT_MS : FAILED_REFRESH_KEPT_MS));
  return refresh;
}

async function askForToken(session: SignedIn, requestId: string): Promise<SignedIn | undefined> {
  try {
    const call = await upstream();
    const answer = await call(CONTRACT.session.refresh, {}, { token: session.token, cookies: session.upstreamCookies, requestId });
    const renewed = {
      ...answer.data,
      roles: answer.data.roles ?? session.roles,
      redirectURI: answer.data.redirectURI ?? session.redirectURI,
      endsAt: answer.data.endsAt ?? session.endsAt,
    };
    return { ...signedInFrom(renewed, { ...session.upstreamCookies, ...answer.cookies }), sid: session.sid };
  } catch (error) {
    log("warn", "token refresh failed", { requestId, status: error instanceof UpstreamError ? error.status : String(error) });
    return undefined;
  }
}

/** The session as this application keeps it, from the upstream's answer and its cookies. */
export function signedInFrom(session: Session, upstreamCookies: Record<string, string>): SignedIn {
  return {
    token: session.token,
    expiry: session.expiry ?? null,
    endsAt: session.endsAt ?? null,
    renewedAt: now(),
    redirectURI: addressToFollow(session.redirectURI) ?? null,
    user: { email: session.user.email, firstName: session.user.firstName ?? null },
    roles: session.roles,
    sid: randomUUID(),
    upstreamCookies: Object.fromEntries(Object.entries(upstreamCookies).filter(([, value]) => value !== "")),
  };
}

/** When a new token is due, epoch seconds. Tokens that live shorter than the lead are renewed halfway. */
function dueAt(session: SignedIn): number {
  const { expiry, endsAt, renewedAt } = session;
  // The last token serves to the end of the session: there is nothing to be gained by another.
  if (endsAt && (expiry ?? renewedAt + REFRESH_WITHOUT_EXPIRY) >= endsAt) return endsAt;
  return expiry === null ? renewedAt + REFRESH_WITHOUT_EXPIRY : Math.max(expiry - REFRESH_LEAD, Math.floor((renewedAt + expiry) / 2));
}
const refreshDue = (session: SignedIn) => now() >= dueAt(session);
/** When the session cannot be used any more unless it is renewed, epoch seconds; null when nobody knows. */
const endOf = ({ expiry, endsAt }: SignedIn) => (expiry !== null && endsAt ? Math.min(expiry, endsAt) : (expiry ?? endsAt ?? null));
const expired = (session: SignedIn) => now() >= (endOf(session) ?? Number.POSITIVE_INFINITY);

/** What a page sends by itself, which is no sign that anybody is there. */
const isBackground = (url: string) => /^\/(session|assessments\/[^/]+\/lock\/release)(\?|$)/i.test(url);

export class AppContext {
  readonly requestId: string;
  readonly nonce = randomBytes(16).toString("base64url");
  private readonly began = performance.now();
  /** Calls to the upstream, and the milliseconds that they took, one after the other. */
  private readonly upstreamCalls = { count: 0, duration: 0 };
  /** What ended a session that the browser still carries a cookie of. */
  ended: SessionEnd | undefined;
  private session: SignedIn | undefined;
  /** As the cookies brought it, and when, epoch seconds. */
  private opened: SignedIn | undefined;
  private readonly openedAt = now();
  private seen = 0;
  private refreshRefused = false;
  /** The form that this request brought, to be given back should the session turn out to be over. */
  private posted: Request | undefined;
  /** Whether the session lives, as the first thing that was read upstream tells. */
  private firstRead: Promise<boolean> | undefined;
  private flashTaken = false;
  private readonly pending = new Map<string, string>();
  private readonly reads = new Map<string, Promise<unknown>>();

  constructor(
    private readonly request: IncomingRequest,
    private readonly cookies: Record<string, string | undefined>,
  ) {
    const given = request.headers["x-request-id"];
    this.requestId = typeof given === "string" && /^[\w.-]{1,100}$/.test(given) ? given : randomUUID();
  }

  /** Restores, refreshes or ends the session that the cookies carry. */
  async restore(): Promise<void> {
    const sealed = this.sessionChunks()
      .map((name) => this.cookies[name])
      .join("");
    const session = await unseal<SignedIn>(sealed || undefined);
    if (!session) return;
    if (loggedOut.has(session.sid)) return this.signOut();
    this.session = session;
    this.opened = session;
    const noted = (await unseal<{ at: number }>(this.cookies.seen))?.at ?? session.renewedAt;
    // A clock that was put back must not lend anybody more time.
    const isAhead = noted > now();
    this.seen = isAhead ? now() : noted;
    if (now() - this.seen >= IDLE_LIMIT) return this.end("idle");
    await this.renew(session);
    if (expired(this.session)) return this.end("expired");
    if (!isBackground(this.request.url) && (isAhead || now() - this.seen >= SEEN_RESOLUTION)) await this.markSeen();
  }

  /** Brings the session up to date where its token is due. A session that was replaced before leads to its successor. */
  private async renew(session: SignedIn): Promise<void> {
    let current = session;
    for (let hops = 0; hops < 3 && refreshDue(current); hops++) {
      const refresh = refreshed(current, this.requestId);
      // A token that still serves does not keep the page waiting: the next request takes over what comes of this.
      const renewed = expired(current) ? await refresh : await Promise.race([refresh, after(REFRESH_PATIENCE_MS, "late" as const)]);
      if (renewed === undefined) this.refreshRefused = true;
      if (renewed === undefined || renewed === "late") break;
      current = renewed;
    }
    if (current !== session) await this.keep(current);
  }

  /** Ends the session in this browser, and remembers where it wants to be left to. */
  async end(reason: SessionEnd): Promise<void> {
    const to = this.session?.redirectURI;
    // Who has been away for long leaves no session behind that a copy of the cookie opens; nobody waits for it.
    if (this.session && reason === "idle") void revoke(this.session, this.requestId);
    this.signOut();
    if (to) this.setCookie("leave", await seal({ to }, SESSION_LIFETIME), { maxAge: SESSION_LIFETIME });
    this.ended = reason;
  }

  /**
   * Notes that somebody is there.
   * @param secondsAgo how long ago they last did something
   */
  async markSeen(secondsAgo = 0): Promise<void> {
    this.seen = Math.max(this.seen, now() - Math.max(0, secondsAgo));
    this.setCookie("seen", await seal({ at: this.seen }, SESSION_LIFETIME));
  }

  /** For the browser, which asks for a new token in time while a page stays open. */
  sessionClock(): SessionClock {
    const { session } = this;
    if (!session) return { refreshIn: 0, expiresIn: 0 };
    const end = endOf(session);
    return {
      refreshIn: Math.max(0, dueAt(session) - now()),
      expiresIn: end === null ? null : Math.max(0, end - now()),
    };
  }

  private sessionChunks(): string[] {
    return ["session", ...Array.from({ length: COOKIE_CHUNKS - 1 }, (_, index) => `session-${index + 1}`)].filter(
      (name) => this.cookies[name],
    );
  }

  // --- who is signed in -----------------------------------------------------------------------------------------

  /** The signed-in user's session, if there is one. */
  currentUser(): SignedIn | undefined {
    return this.session;
  }

  /**
   * The signed-in user's session. Nobody signed in: a page asked for is remembered and /redirect takes over; a form
   * posted too late is answered with a page that holds everything that was typed.
   */
  async requireUser(request: Request): Promise<SignedIn> {
    const brings = request.method !== "GET" && request.method !== "HEAD";
    if (this.session) {
      if (brings) this.posted = request.clone();
      return this.session;
    }
    if (brings) throw await lateForm(request.clone());
    const { pathname, search } = new URL(request.url);
    this.setCookie("next", `${pathname.replace(/\.data$/, "")}${search}`, { maxAge: 30 * 60 });
    if (this.ended === "expired") throw data(expiredSession(), { status: 401 });
    throw redirect(paths.redirect());
  }

  /**
   * Whether the session still lives, which an upstream that can end sessions knows: told by what the screen reads anyway, and by a
   * call of its own only where it reads nothing.
   * @throws the page of an expired session, where no other part of the screen can say so
   */
  async isLive(): Promise<boolean> {
    if (!(await hasExtension("logout"))) return true;
    // The loaders beside this one have begun to read by then.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.firstRead) return this.firstRead;
    const asked = this.api.session.sessions.list().catch(() => undefined);
    await Promise.race([asked, after(REFRESH_PATIENCE_MS, undefined)]);
    if (this.refreshRefused) throw data(expiredSession(), { status: 401 });
    return true;
  }

  /** Keeps a new session. @throws Error when it fits no set of cookies; the reason is logged */
  async signIn(session: SignedIn): Promise<void> {
    await this.keep(session);
    await this.markSeen();
    this.clearCookie("leave");
    this.ended = undefined;
  }

  private async keep(session: SignedIn): Promise<void> {
    const sealed = await seal({ ...session }, SESSION_LIFETIME);
    const chunks = sealed.match(new RegExp(`.{1,${COOKIE_CHUNK}}`, "g")) ?? [];
    if (chunks.length > COOKIE_CHUNKS) {
      log("error", "session too large for cookies, sign-in refused", { requestId: this.requestId, bytes: sealed.length });
      throw new Error("The session is too large to be kept.");
    }
    for (const name of this.sessionChunks().slice(chunks.length)) this.clearCookie(name);
    for (const [index, chunk] of chunks.entries()) this.setCookie(index === 0 ? "session" : `session-${index}`, chunk);
    this.session = session;
    this.reads.clear();
  }

  /** Where the session that ends, or has ended, wants to be left to; undefined where it does not say. */
  async leaveAddress(): Promise<string | undefined> {
    const to = this.session?.redirectURI ?? (await unseal<{ to: string }>(this.cookies.leave))?.to;
    return addressToFollow(to);
  }

  /** Forgets the session and everything that hangs on it; an answer that is still under way cannot bring it back. */
  signOut(): void {
    const { session } = this;
    if (session) {
      loggedOut.add(session.sid);
      forgetLater(() => loggedOut.delete(session.sid), SESSION_LIFETIME * 1000);
    }
    for (const name of Object.keys(this.cookies)) {
      if (name === "seen" || name.startsWith("session") || name.startsWith("lock-")) this.clearCookie(name);
    }
    this.session = undefined;
    this.reads.clear();
  }

  /** The page asked for before sign-in; asked once. */
  takeNext(): string | undefined {
    const next = sameSitePath(this.cookies.next);
    if (this.cookies.next) this.clearCookie("next");
    return next;
  }

  // --- the upstream ---------------------------------------------------------------------------------------------

  /**
   * The upstream's calls in the user's name: `api.assessments.get({ id })`. The same GET is made once per request; after a write
   * what was read before is forgotten.
   */
  readonly api = createApiClient<typeof CONTRACT, WriteOptions>(CONTRACT, (call, sent, options) =>
    call.method === "GET" ? this.read(call, sent) : this.write(call, sent, options),
  );

  private read(call: Call, sent: Values): Promise<unknown> {
    const address = addressFor(call, sent);
    const known = this.reads.get(address);
    if (known) return known;
    const reading = this.call(call, sent);
    this.reads.set(address, reading);
    this.firstRead ??= reading.then(
      () => true,
      (error) => !(error instanceof UpstreamError && error.sessionIsOver),
    );
    return reading;
  }

  private async write(call: Call, sent: Values, options: WriteOptions | undefined): Promise<unknown> {
    try {
      return await this.call(call, sent, options);
    } finally {
      this.reads.clear();
    }
  }

  private async call(call: Call, sent: Values, options?: CallOptions): Promise<unknown> {
    const { session } = this;
    const client = await upstream();
    const began = performance.now();
    this.upstreamCalls.count += 1;
    try {
      return (await client(call, sent, { ...options, token: session?.token, requestId: this.requestId })).data;
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.status !== 401) throw error;
      // A 401 of a token that has run out, or that could not be renewed, is about the session and not about what was asked for.
      error.sessionIsOver = session === undefined || expired(session) || this.refreshRefused || (await this.wasEndedElsewhere(session));
      if (error.sessionIsOver && this.posted) throw await lateForm(this.posted);
      throw error;
    } finally {
      this.upstreamCalls.duration += performance.now() - began;
    }
  }

  /**
   * Whether a session whose token has not run out is over all the same. Where sessions can be ended from elsewhere, a refresh tells
   * that from a right that is missing: it is refused, or the next request has a new token.
   */
  private async wasEndedElsewhere(session: SignedIn): Promise<boolean> {
    if (!(await hasExtension("logout"))) return false;
    let current = session;
    // What a former request was given may be over too; what this one was given is not.
    while (current === this.opened || current.renewedAt < this.openedAt) {
      const renewed = await refreshed(current, this.requestId);
      if (!renewed) {
        this.refreshRefused = true;
        return true;
      }
      current = renewed;
    }
    if (this.session && current !== session) await this.keep(current);
    return false;
  }

  // --- locks, flash, organization ---------------------------------------------------------------------------------------

  /** The marker of a lease this browser holds, or undefined when there is none or it has run out. */
  lockMarker(assessmentId: Id): LockMarker | undefined {
    const [until = "", page = ""] = (this.cookies[`lock-${assessmentId}`] ?? "").split(".");
    return page && Number(until) > now() ? { until: Number(until), page } : undefined;
  }

  setLockMarker(assessmentId: Id, marker: LockMarker): void {
    this.setCookie(`lock-${assessmentId}`, `${marker.until}.${marker.page}`, { maxAge: Math.max(1, marker.until - now()) });
  }

  clearLockMarker(assessmentId: Id): void {
    this.clearCookie(`lock-${assessmentId}`);
  }

  /** Ids of the assessments that this browser holds a marker for. */
  lockedAssessments(): string[] {
    return Object.keys(this.cookies).flatMap((name) =>
      name.startsWith("lock-") && this.cookies[name] ? [name.slice("lock-".length)] : [],
    );
  }

  /** Leaves a message for the next page. */
  setFlash(flash: Flash): void {
    this.setCookie("flash", Buffer.from(JSON.stringify(flash)).toString("base64url"), { maxAge: 60 });
  }

  /** The message left by the page before; shown once. */
  takeFlash(): Flash | undefined {
    const { flash } = this.cookies;
    if (!flash) return undefined;
    this.clearCookie("flash");
    this.flashTaken = true;
    try {
      const { kind, title, text, modal } = JSON.parse(Buffer.from(flash, "base64url").toString("utf8"));
      return { kind, title, text, modal };
    } catch {
      return undefined;
    }
  }

  /** The organisation opened last on this device (design rules, "Both"). */
  lastOrganization(): string | undefined {
    return this.cookies.organization;
  }

  setLastOrganization(organizationId: string | undefined): void {
    if (organizationId === this.cookies.organization) return;
    if (organizationId === undefined) this.clearCookie("organization");
    else this.setCookie("organization", organizationId, { maxAge: 365 * 24 * 60 * 60 });
  }

  // --- the response -------------------------------------------------------------------------------------------------

  private setCookie(name: string, value: string, { maxAge }: { maxAge?: number } = {}): void {
    this.cookies[name] = value;
    this.pending.set(
      name,
      stringifySetCookie({
        name,
        value,
        path: "/",
        httpOnly: true,
        sameSite: "lax",
        secure: this.secure(),
        ...(maxAge === undefined ? {} : { maxAge }),
      }),
    );
  }

  private clearCookie(name: string): void {
    if (this.cookies[name] === undefined) return;
    this.setCookie(name, "", { maxAge: 0 });
    delete this.cookies[name];
  }

  private secure(): boolean {
    return this.origin().startsWith("https:");
  }

  /** The origin that people use: PUBLIC_URL, else the request's own host. */
  origin(): string {
    return config().publicUrl?.origin ?? `${this.request.protocol}://${this.request.headers.host}`;
  }

  /** The client's address, as far as proxies are trusted to name it. */
  get address(): string {
    return this.request.address;
  }

  /** What the head of a request is turned away for; undefined for nearly all. */
  refusal(): Refusal | undefined {
    if (this.request.headers["transfer-encoding"] !== undefined) return OF_UNKNOWN_LENGTH;
    return this.refusesOrigin() ? OTHER_ORIGIN : undefined;
  }

  private serverTiming(): string {
    const { count, duration } = this.upstreamCalls;
    const total = (performance.now() - this.began).toFixed(1);
    return `total;dur=${total}, upstream;desc="${count} ${count === 1 ? "call" : "calls"}";dur=${duration.toFixed(1)}`;
  }

  /** A line for the operator, without query, token or name. */
  logRequest({ status, complete }: { status: number; complete: boolean }): void {
    const { method, url } = this.request;
    if (!config().logRequests || /^\/(health|ready)(\?|$)/i.test(url)) return;
    const { count, duration } = this.upstreamCalls;
    log("info", "request", {
      requestId: this.requestId,
      method,
      path: pathForLog(url),
      status,
      ms: Math.round(performance.now() - this.began),
      upstreamCalls: count,
      upstreamMs: Math.round(duration),
      ...(complete ? {} : { brokenOff: true }),
    });
  }

  /** A change must come from a page of this site; browsers say so by Origin, old ones by Referer. */
  private refusesOrigin(): boolean {
    if (this.request.method === "GET" || this.request.method === "HEAD") return false;
    const { origin, referer } = this.request.headers;
    const from =
      typeof origin === "string" ? origin : typeof referer === "string" && URL.canParse(referer) ? new URL(referer).origin : undefined;
    return from !== this.origin();
  }

  /**
   * Headers for every response, whatever made it. `Cache-Control` is kept where a route has set one.
   * @param status of the response: one that leads elsewhere shows no message, so the message waits for the next
   */
  responseHeaders(status = 200): { set: Record<string, string>; cookies: string[] } {
    const leadsElsewhere = (status >= 300 && status < 400) || status === 202;
    if (leadsElsewhere && this.flashTaken) this.pending.delete("flash");
    const elsewhere = [config().homeSiteUrl, config().certifyingBodyUrl, addressToFollow(this.session?.redirectURI)]
      .filter((target): target is string => typeof target === "string" && URL.canParse(target))
      .map((target) => new URL(target).origin);
    const { production } = config();
    const policy = {
      "default-src": ["'none'"],
      "script-src": ["'self'", `'nonce-${this.nonce}'`],
      // The hash is the style element that Radix' ScrollArea emits. Vite, while developing, writes style elements of its own, which
      // a nonce or a hash beside it would forbid again.
      "style-src": production
        ? ["'self'", `'nonce-${this.nonce}'`, "'sha256-vGQdhYJbTuF+M8iCn1IZCHpdkiICocWHDq4qnQF4Rjw='"]
        : ["'self'", "'unsafe-inline'"],
      "style-src-attr": ["'unsafe-inline'"],
      "img-src": ["'self'", "data:"],
      "font-src": ["'self'"],
      "connect-src": ["'self'", ...(production ? [] : ["ws:"])],
      "form-action": ["'self'", ...new Set(elsewhere)],
      "base-uri": ["'none'"],
      "frame-ancestors": ["'none'"],
    };
    return {
      cookies: [...this.pending.values()],
      set: {
        "Content-Security-Policy": Object.entries(policy)
          .map(([name, values]) => `${name} ${values.join(" ")}`)
          .join("; "),
        ...COMMON_HEADERS,
        "X-Request-Id": this.requestId,
        "Server-Timing": this.serverTiming(),
        ...(this.secure() ? TRANSPORT_SECURITY : {}),
      },
    };
  }
}

const COMMON_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};
const TRANSPORT_SECURITY = { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" };

/** Headers of files that are served without a context. Opened by themselves they may load nothing. */
export function staticHeaders(): Record<string, string> {
  return {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    ...COMMON_HEADERS,
    ...(config().publicUrl?.protocol === "https:" ? TRANSPORT_SECURITY : {}),
  };
}

/** The page that gives back what was posted after the session had ended. */
async function lateForm(request: Request) {
  return data({ lateForm: formAsTyped(request, await request.formData()) }, { status: 401 });
}

function after<T>(milliseconds: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, value).unref());
}

/** Opens the context of one HTTP request. */
export async function openContext(request: IncomingRequest): Promise<AppContext> {
  const { cookie } = request.headers;
  const context = new AppContext(request, { ...parseCookie(typeof cookie === "string" ? cookie : "") });
  await context.restore();
  return context;
}

declare module "@remix-run/node" {
  interface AppLoadContext extends AppContext {}
}
