/**
 * openContext(request): once per HTTP request, before Remix. The only place that reads and writes cookies.
 *
 * One cookie per concern: `session` (encrypted; token, upstream cookies, user, roles), `lock-{id}` (lease end and page),
 * `flash` (a message for the next page), `seen` (last activity), `next` (the page asked for before sign-in),
 * `organization` (the one opened last). They are written when the response's headers are sent, so that redirects, resource routes
 * and data requests carry them alike.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { data, redirect } from "@remix-run/node";
import { parseCookie, stringifySetCookie } from "cookie";
import { EncryptJWT, jwtDecrypt } from "jose";
import type { ZodType } from "zod";
import type { Id, Role } from "#model/contract/common.ts";
import { refreshedSession, type Session } from "#model/contract/session.ts";
import { config } from "~/config.server";
import { paths, sameSitePath } from "~/paths";
import { log } from "~/services/log.server";
import { type Answer, type Call, UpstreamError, upstream } from "~/services/upstream.server";

/** Specification A9, in seconds. */
const REFRESH_LEAD = 5 * 60;
const REFRESH_WITHOUT_EXPIRY = 25 * 60;
/** 25 idle minutes and the 60 seconds of the warning; without script nobody warns, so the server ends it then. */
const IDLE_LIMIT = 26 * 60;
const SEEN_RESOLUTION = 30;
const REFRESH_KEPT_MS = 60_000;
const COOKIE_CHUNK = 3_800;
const COOKIE_CHUNKS = 5;
const SESSION_LIFETIME = 12 * 60 * 60;

export interface SignedIn {
  token: string;
  /** Epoch seconds, or null when unknown. */
  expiry: number | null;
  /** Epoch seconds of the sign-in or the last refresh. */
  renewedAt: number;
  redirectURI: string | null;
  user: { email: string; firstName: string | null };
  roles: Role[];
  /** Cookies that the upstream set on /auth and /auth/refresh. */
  upstreamCookies: Record<string, string>;
}

export interface Flash {
  kind: "success" | "error" | "info";
  title: string;
  text?: string;
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

/** Why nobody is signed in although a session cookie came along. */
export type SessionEnd = "expired" | "idle";

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

/** A refresh in flight or just done, so that parallel requests of one browser share one call. */
const refreshes = new Map<string, Promise<SignedIn | undefined>>();

/** Asks for a new token. A failure is only logged (specification A8) and gives undefined. */
function refreshed(session: SignedIn, requestId: string): Promise<SignedIn | undefined> {
  const name = createHash("sha256").update(JSON.stringify(session.upstreamCookies)).update(session.token).digest("base64url");
  const running = refreshes.get(name);
  if (running) return running;
  const refresh = (async () => {
    try {
      const call = await upstream();
      const answer = await call({
        method: "POST",
        path: "/auth/refresh",
        body: {},
        schema: refreshedSession,
        token: session.token,
        cookies: session.upstreamCookies,
        requestId,
      });
      return signedInFrom({ ...answer.data, roles: answer.data.roles ?? session.roles }, { ...session.upstreamCookies, ...answer.cookies });
    } catch (error) {
      log("warn", "token refresh failed", { requestId, status: error instanceof UpstreamError ? error.status : String(error) });
      return undefined;
    }
  })();
  refreshes.set(name, refresh);
  setTimeout(() => refreshes.delete(name), REFRESH_KEPT_MS).unref();
  return refresh;
}

/** The session as this application keeps it, from the upstream's answer and its cookies. */
export function signedInFrom(session: Session, upstreamCookies: Record<string, string>): SignedIn {
  return {
    token: session.token,
    expiry: session.expiry ?? null,
    renewedAt: now(),
    redirectURI: session.redirectURI ?? null,
    user: { email: session.user.email, firstName: session.user.firstName ?? null },
    roles: session.roles,
    upstreamCookies: Object.fromEntries(Object.entries(upstreamCookies).filter(([, value]) => value !== "")),
  };
}

const refreshDue = ({ expiry, renewedAt }: SignedIn) =>
  now() >= (expiry === null ? renewedAt + REFRESH_WITHOUT_EXPIRY : expiry - REFRESH_LEAD);
const expired = ({ expiry }: SignedIn) => expiry !== null && now() >= expiry;

export class AppContext {
  readonly requestId: string;
  readonly nonce = randomBytes(16).toString("base64url");
  /** What ended a session that the browser still carries a cookie of. */
  ended: SessionEnd | undefined;
  private session: SignedIn | undefined;
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
    const seen = (await unseal<{ at: number }>(this.cookies.seen))?.at ?? session.renewedAt;
    if (now() - seen > IDLE_LIMIT) return this.end("idle");
    this.session = session;
    if (refreshDue(session)) {
      const renewed = await refreshed(session, this.requestId);
      if (renewed) await this.signIn(renewed);
    }
    if (expired(this.session)) return this.end("expired");
    if (now() - seen > SEEN_RESOLUTION) await this.markSeen();
  }

  private end(reason: SessionEnd): void {
    this.signOut();
    this.ended = reason;
  }

  private async markSeen(): Promise<void> {
    this.setCookie("seen", await seal({ at: now() }, SESSION_LIFETIME));
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
    if (this.session) return this.session;
    if (request.method !== "GET" && request.method !== "HEAD") throw await lateForm(request);
    const { pathname, search } = new URL(request.url);
    this.setCookie("next", `${pathname.replace(/\.data$/, "")}${search}`, { maxAge: 30 * 60 });
    throw redirect(paths.redirect());
  }

  /** Keeps a new session; a session that fits no set of cookies is refused with a logged reason. */
  async signIn(session: SignedIn): Promise<void> {
    const sealed = await seal({ ...session }, SESSION_LIFETIME);
    const chunks = sealed.match(new RegExp(`.{1,${COOKIE_CHUNK}}`, "g")) ?? [];
    if (chunks.length > COOKIE_CHUNKS) {
      log("error", "session too large for cookies, sign-in refused", { requestId: this.requestId, bytes: sealed.length });
      throw new Error("The session is too large to be kept.");
    }
    for (const name of this.sessionChunks().slice(chunks.length)) this.clearCookie(name);
    for (const [index, chunk] of chunks.entries()) this.setCookie(index === 0 ? "session" : `session-${index}`, chunk);
    await this.markSeen();
    this.session = session;
    this.ended = undefined;
    this.reads.clear();
  }

  /** Forgets the session and everything that hangs on it. */
  signOut(): void {
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

  /** Reads from the upstream; the same path is read once per request. */
  read<T>(path: string, schema: ZodType<T>): Promise<T> {
    const known = this.reads.get(path);
    if (known) return known as Promise<T>;
    const reading = this.call({ method: "GET", path, schema }).then(({ data }) => data);
    this.reads.set(path, reading);
    return reading;
  }

  /** Changes something upstream; what was read before is forgotten. */
  async write<T>(call: Call<T>): Promise<T> {
    try {
      return (await this.call(call)).data;
    } finally {
      this.reads.clear();
    }
  }

  private async call<T>(call: Call<T>): Promise<Answer<T>> {
    const client = await upstream();
    return client({ ...call, token: this.session?.token, requestId: this.requestId });
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
    try {
      const { kind, title, text } = JSON.parse(Buffer.from(flash, "base64url").toString("utf8"));
      return { kind, title, text };
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

  /** A change must come from a page of this site; browsers say so by Origin, old ones by Referer. */
  refusesOrigin(): boolean {
    if (this.request.method === "GET" || this.request.method === "HEAD") return false;
    const { origin, referer } = this.request.headers;
    const from =
      typeof origin === "string" ? origin : typeof referer === "string" && URL.canParse(referer) ? new URL(referer).origin : undefined;
    return from !== this.origin();
  }

  /** Headers for every response, whatever made it. `Cache-Control` is kept where a route has set one. */
  responseHeaders(): { set: Record<string, string>; cookies: string[] } {
    const elsewhere = [config().homeSiteUrl, config().certifyingBodyUrl, this.session?.redirectURI]
      .filter((target): target is string => typeof target === "string" && URL.canParse(target))
      .map((target) => new URL(target).origin);
    const development = config().production ? [] : ["ws:"];
    const policy = {
      "default-src": ["'none'"],
      "script-src": ["'self'", `'nonce-${this.nonce}'`],
      // The hash is the style element that Radix' ScrollArea emits.
      "style-src": [
        "'self'",
        `'nonce-${this.nonce}'`,
        "'sha256-vGQdhYJbTuF+M8iCn1IZCHpdkiICocWHDq4qnQF4Rjw='",
        ...(config().production ? [] : ["'unsafe-inline'"]),
      ],
      "style-src-attr": ["'unsafe-inline'"],
      "img-src": ["'self'", "data:"],
      "font-src": ["'self'"],
      "connect-src": ["'self'", ...development],
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
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "Cross-Origin-Opener-Policy": "same-origin",
        "X-Request-Id": this.requestId,
        ...(this.secure() ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
      },
    };
  }
}

/** Opens the context of one HTTP request. */
export async function openContext(request: IncomingRequest): Promise<AppContext> {
  const { cookie } = request.headers;
  const context = new AppContext(request, { ...parseCookie(typeof cookie === "string" ? cookie : "") });
  await context.restore();
  return context;
}

/** What the error page needs to give a form posted too late back to the person who filled it in. */
export interface LateForm {
  lateForm: { action: string; fields: [name: string, value: string][] };
}

async function lateForm(request: Request) {
  const { pathname, search } = new URL(request.url);
  const fields = [...(await request.clone().formData())].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const late: LateForm = { lateForm: { action: `${pathname.replace(/\.data$/, "")}${search.replace(/([?&])_routes=[^&]*/, "")}`, fields } };
  return data(late, { status: 401 });
}

declare module "@remix-run/node" {
  interface AppLoadContext extends AppContext {}
}
