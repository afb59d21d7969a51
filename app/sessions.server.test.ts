import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newPageId } from "~/services/answering/lock-markers.server";
import type { SessionData } from "~/services/session/session-data.server";
import { json, type MisbehavingUpstream, startMisbehavingUpstream, status } from "../tests/support/misbehaving-upstream.ts";
import { forgetSettings, withSettings } from "../tests/support/settings.ts";
import type { RequestContext } from "./services/context.server.ts";

let upstream: MisbehavingUpstream;
let openContext: typeof import("./sessions.server.ts").openContext;

const HOUR = 3_600;
const start = new Date("2026-03-02T09:00:00Z");
const seconds = () => Math.floor(Date.now() / 1000);

beforeAll(async () => {
  upstream = await startMisbehavingUpstream();
  const settings = {
    NODE_ENV: "production",
    API_URL: upstream.url,
    PUBLIC_URL: "https://assess.example.org",
    HOME_SITE_URL: "https://home.example.org/start",
    SESSION_SECRET: "a secret of at least thirty-two characters",
  };
  ({ openContext } = await withSettings(settings, () => import("./sessions.server.ts")));
});
afterAll(() => {
  forgetSettings();
  return upstream.stop();
});
beforeEach(() => {
  upstream.reset();
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A browser's cookie jar: what responses set is sent with the next request. */
class Browser {
  readonly jar = new Map<string, string>();
  lines: string[] = [];

  async open(headers: Record<string, string> = {}, method = "GET", url = "/"): Promise<RequestContext> {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const context = await openContext({
      method,
      url,
      headers: { host: "internal:3000", cookie, ...headers },
      address: "127.0.0.1",
      protocol: "http",
    });
    return context;
  }

  keep(context: RequestContext, status = 200): void {
    this.lines = context.responseHeaders(status).cookies;
    for (const line of this.lines) {
      const [pair = "", ...attributes] = line.split("; ");
      const cut = pair.indexOf("=");
      if (attributes.some((attribute) => attribute === "Max-Age=0")) this.jar.delete(pair.slice(0, cut));
      else this.jar.set(pair.slice(0, cut), pair.slice(cut + 1));
    }
  }
}

const session = (changes: Partial<SessionData> = {}): SessionData => ({
  // A new one for each test, because the outcome of a refresh is remembered by the token that it replaced.
  token: `bearer-${randomUUID()}`,
  expiry: seconds() + HOUR / 2,
  renewedAt: seconds(),
  redirectURI: null,
  user: { email: "robin@example.org", firstName: "Robin" },
  roles: ["P3M3"],
  sid: randomUUID(),
  upstreamCookies: { refresh: "r1" },
  ...changes,
});

async function signedIn(changes: Partial<SessionData> = {}): Promise<Browser> {
  const browser = new Browser();
  const context = await browser.open();
  await context.session.signIn(session(changes));
  browser.keep(context);
  return browser;
}

const answered = { expiry: 0, token: "bearer-2", user: { email: "robin@example.org", firstName: "Robin" } };

describe("the session cookie", () => {
  test("brings the user back, and shows nothing of the token", async () => {
    const browser = await signedIn({ token: "bearer-1" });
    expect((await browser.open()).session.current).toMatchObject({ token: "bearer-1", user: { firstName: "Robin" } });
    expect([...browser.jar.values()].join()).not.toContain("bearer");
    for (const line of browser.lines) expect(line).toMatch(/; HttpOnly; Secure; SameSite=Lax$/i);
  });

  test("one that was tampered with counts as none", async () => {
    const browser = await signedIn();
    // Somewhere well before the end, because different last characters may mean the same bytes.
    const sealed = browser.jar.get("__Host-session") ?? "";
    browser.jar.set("__Host-session", `${sealed.slice(0, -10)}${sealed.at(-10) === "A" ? "B" : "A"}${sealed.slice(-9)}`);
    expect((await browser.open()).session.current).toBeUndefined();
  });

  test("one that a process with another SESSION_SECRET sealed counts as none, which is logged once", async () => {
    const browser = await signedIn();
    const { SESSION_SECRET } = process.env;
    const own = openContext;
    try {
      vi.resetModules();
      process.env.SESSION_SECRET = "another secret of at least thirty-two characters";
      ({ openContext } = await import("./sessions.server.ts"));
      for (let request = 0; request < 3; request += 1) expect((await browser.open()).session.current).toBeUndefined();
    } finally {
      process.env.SESSION_SECRET = SESSION_SECRET;
      openContext = own;
    }
    const lines = vi.mocked(process.stderr.write).mock.calls.map(([line]) => String(line));
    expect(lines.filter((line) => line.includes("sealed with another SESSION_SECRET"))).toHaveLength(1);
  });

  test.each(["seen", "leave"])("the seal of the cookie '%s' opens no session", async (name) => {
    const browser = await signedIn({ redirectURI: "https://home.example.org/bye" });
    const leaving = await browser.open();
    await leaving.session.end("left");
    const sealed = new Map([["seen", browser.jar.get("__Host-seen")]]);
    browser.keep(leaving);
    sealed.set("leave", browser.jar.get("__Host-leave"));
    browser.jar.set("__Host-session", sealed.get(name) ?? "");
    expect(sealed.get(name)).toBeDefined();
    expect((await browser.open()).session.current).toBeUndefined();
  });

  test("a session of another shape counts as none", async () => {
    const browser = await signedIn({ user: { email: 7 } as unknown as SessionData["user"] });
    expect(browser.jar.get("__Host-session")).toBeDefined();
    expect((await browser.open()).session.current).toBeUndefined();
  });

  test("a session over 4 KB is split over cookies that browsers accept", async () => {
    const browser = await signedIn({ token: "t".repeat(6_000) });
    for (const [name, value] of browser.jar) expect(name.length + value.length).toBeLessThan(4_096);
    expect((await browser.open()).session.current?.token).toHaveLength(6_000);
  });

  test("one that fits nowhere refuses the sign-in with a logged reason", async () => {
    const context = await new Browser().open();
    await expect(context.session.signIn(session({ token: "t".repeat(30_000) }))).rejects.toThrow("too large");
    expect(vi.mocked(process.stderr.write).mock.calls.join()).toContain("too large");
    expect(context.session.current).toBeUndefined();
  });

  test("a smaller session leaves no pieces of a larger one behind", async () => {
    const browser = await signedIn({ token: "t".repeat(9_000) });
    const context = await browser.open();
    await context.session.signIn(session());
    browser.keep(context);
    expect([...browser.jar.keys()].filter((name) => name.startsWith("__Host-session"))).toEqual(["__Host-session"]);
  });

  test("signing out forgets the session and every lock", async () => {
    const browser = await signedIn();
    const held = await browser.open();
    held.lockMarkers.set(7, seconds() + 60);
    held.lockMarkers.open(7, newPageId("/assessments/7/summary"));
    browser.keep(held);
    const leaving = await browser.open();
    leaving.session.signOut();
    browser.keep(leaving);
    expect([...browser.jar.keys()]).toEqual([]);
  });
});

describe("a message for the next page", () => {
  test("is given once, and its link leads nowhere else", async () => {
    const browser = new Browser();
    const first = await browser.open();
    first.flash.leave({ kind: "success", title: "Done.", link: { href: "//evil.example", label: "Look" } });
    browser.keep(first);
    const second = await browser.open();
    expect(second.flash.take()).toEqual({ id: expect.any(String), kind: "success", title: "Done." });
    browser.keep(second);
    expect((await browser.open()).flash.take()).toBeUndefined();
  });

  test.each(['{"id":"1","kind":"info","title":{"a":1}}', '{"id":"1","kind":"else","title":"Said"}', "[]", "null", "{"])(
    "%s is none",
    async (text) => {
      const browser = new Browser();
      browser.jar.set("__Host-flash", Buffer.from(text).toString("base64url"));
      expect((await browser.open()).flash.take()).toBeUndefined();
    },
  );
});

describe("a session that was ended", () => {
  test("is not brought back by an answer that was still under way", async () => {
    const browser = await signedIn();
    const before = new Map(browser.jar);
    const leaving = await browser.open();
    leaving.session.signOut();
    browser.keep(leaving);
    for (const [name, value] of before) browser.jar.set(name, value);
    expect((await browser.open()).session.current).toBeUndefined();
  });

  test("still leads to where it wants to be left to", async () => {
    const browser = await signedIn({ redirectURI: "https://home.example.org/bye" });
    expect(await (await browser.open()).session.leaveAddress()).toBe("https://home.example.org/bye");
    vi.setSystemTime(start.getTime() + 26 * 60_000);
    const idle = await browser.open();
    expect(idle.session.ended).toBe("idle");
    browser.keep(idle);
    expect(await (await browser.open()).session.leaveAddress()).toBe("https://home.example.org/bye");
  });

  test.each(["javascript:alert(1)", "//evil.example", "ftp://evil.example"])("leads nowhere for %s", async (redirectURI) => {
    const context = await (await signedIn({ redirectURI })).open();
    expect(await context.session.leaveAddress()).toBeUndefined();
    const policy = context.responseHeaders().set["Content-Security-Policy"];
    expect(policy).toMatch(/form-action 'self'[^;]*;/);
    expect(policy).not.toMatch(/null|evil/);
  });
});

describe("the token", () => {
  test("is refreshed five minutes before its expiry, once for forty requests at the same time, and loses no lock marker", async () => {
    upstream.on("POST", "/auth/refresh", json({ ...answered, expiry: seconds() + HOUR }, 200, { "Set-Cookie": "refresh=r2" }));
    const browser = await signedIn();
    vi.setSystemTime(start.getTime() + 25.5 * 60_000);
    const contexts = await Promise.all(Array.from({ length: 40 }, () => browser.open()));
    for (const [index, context] of contexts.entries()) {
      expect(context.session.current).toMatchObject({ token: "bearer-2", roles: ["P3M3"], upstreamCookies: { refresh: "r2" } });
      context.lockMarkers.set((index % 20) + 1, seconds() + 60);
      browser.keep(context);
    }
    expect(upstream.receivedAt("POST", "/auth/refresh")).toHaveLength(1);
    expect(upstream.receivedAt("POST", "/auth/refresh")[0]?.headers.cookie).toBe("refresh=r1");
    const after = await browser.open();
    expect(after.lockMarkers.assessments()).toHaveLength(20);
    expect(after.session.current?.upstreamCookies).toEqual({ refresh: "r2" });
  });

  test("a browser that never got the new cookies is led to the session that replaced its own", async () => {
    upstream.on("POST", "/auth/refresh", json({ ...answered, expiry: seconds() + HOUR }, 200, { "Set-Cookie": "refresh=r2" }), status(401));
    const browser = await signedIn({ token: "bearer-lost" });
    vi.setSystemTime(start.getTime() + 25.5 * 60_000);
    await browser.open();
    vi.setSystemTime(start.getTime() + 25.9 * 60_000);
    expect((await browser.open()).session.current?.token).toBe("bearer-2");
    expect(upstream.receivedAt("POST", "/auth/refresh")).toHaveLength(1);
  });

  test("tells the browser when to ask for the next one", async () => {
    const browser = await signedIn();
    vi.setSystemTime(start.getTime() + 10 * 60_000);
    expect((await browser.open()).session.clock()).toEqual({ refreshIn: 15 * 60, expiresIn: 20 * 60 });
    const unknown = await signedIn({ expiry: null, renewedAt: seconds() });
    expect((await unknown.open()).session.clock()).toEqual({ refreshIn: 25 * 60, expiresIn: null });
  });

  test.each([
    ["30 minutes", 1_800, 1_500],
    ["8 minutes: 5 minutes before its end", 480, 180],
    ["6 minutes: 5 minutes before its end", 360, 60],
    ["2 seconds more than 5 minutes: not at once", 302, 30],
    ["5 minutes: halfway", 300, 150],
    ["1 minute: halfway", 60, 30],
  ])("is due in time when it lives %s", async (_what, lives, refreshIn) => {
    const browser = await signedIn({ expiry: seconds() + lives });
    expect((await browser.open()).session.clock()).toEqual({ refreshIn, expiresIn: lives });
  });

  test("is refreshed after 25 minutes when its expiry is unknown", async () => {
    upstream.on("POST", "/auth/refresh", json({ ...answered, expiry: null }));
    const browser = await signedIn({ expiry: null });
    vi.setSystemTime(start.getTime() + 24 * 60_000);
    browser.keep(await browser.open());
    expect(upstream.receivedAt("POST", "/auth/refresh")).toHaveLength(0);
    vi.setSystemTime(start.getTime() + 25 * 60_000);
    expect((await browser.open()).session.current?.token).toBe("bearer-2");
  });

  test("stays in use when a refresh fails, until it has expired", async () => {
    upstream.on("POST", "/auth/refresh", status(401));
    const browser = await signedIn({ token: "bearer-old" });
    vi.setSystemTime(start.getTime() + 25.5 * 60_000);
    const context = await browser.open();
    expect(context.session.current?.token).toBe("bearer-old");
    browser.keep(context);
    vi.setSystemTime(start.getTime() + 31 * 60_000);
    const late = await browser.open();
    expect(late.session.current).toBeUndefined();
    expect(late.session.ended).toBe("expired");
  });
});

describe("a session with an absolute end", () => {
  test("is not refreshed where that gains nothing, and the browser hears of the end", async () => {
    const browser = await signedIn({ token: "bearer-last", expiry: seconds() + 600, endsAt: seconds() + 600 });
    expect((await browser.open()).session.clock()).toEqual({ refreshIn: 600, expiresIn: 600 });
    vi.setSystemTime(start.getTime() + 599_000);
    expect((await browser.open()).session.current).toBeDefined();
    expect(upstream.receivedAt("POST", "/auth/refresh")).toHaveLength(0);
    upstream.on("POST", "/auth/refresh", status(401));
    vi.setSystemTime(start.getTime() + 600_000);
    const over = await browser.open();
    expect([over.session.current, over.session.ended]).toEqual([undefined, "expired"]);
  });

  test("ends then, also where the token's own expiry is unknown; until then it is refreshed as ever", async () => {
    upstream.on("POST", "/auth/refresh", json({ ...answered, expiry: null, endsAt: seconds() + HOUR }), status(401));
    const browser = await signedIn({ token: "bearer-without-expiry", expiry: null, endsAt: seconds() + HOUR });
    expect((await browser.open()).session.clock()).toEqual({ refreshIn: 25 * 60, expiresIn: HOUR });
    vi.setSystemTime(start.getTime() + 25 * 60_000);
    browser.keep(await browser.open());
    expect((await browser.open()).session.current?.token).toBe("bearer-2");
    vi.setSystemTime(start.getTime() + 50 * 60_000);
    browser.keep(await browser.open());
    vi.setSystemTime(start.getTime() + HOUR * 1_000);
    expect((await browser.open()).session.ended).toBe("expired");
  });
});

test("26 idle minutes end the session; activity in between counts", async () => {
  upstream.on("POST", "/auth/refresh", json({ ...answered, expiry: null }));
  const browser = await signedIn({ expiry: seconds() + 12 * HOUR });
  vi.setSystemTime(start.getTime() + 20 * 60_000);
  browser.keep(await browser.open());
  vi.setSystemTime(start.getTime() + 40 * 60_000);
  const active = await browser.open();
  expect(active.session.current).toBeDefined();
  browser.keep(active);
  vi.setSystemTime(start.getTime() + 67 * 60_000);
  const idle = await browser.open();
  expect(idle.session.current).toBeUndefined();
  expect(idle.session.ended).toBe("idle");
});

test("what a page sends by itself is no activity, but what it reports is", async () => {
  const browser = await signedIn({ expiry: seconds() + 12 * HOUR });
  vi.setSystemTime(start.getTime() + 20 * 60_000);
  browser.keep(await browser.open({}, "POST", "/session"));
  vi.setSystemTime(start.getTime() + 25 * 60_000);
  const report = await browser.open({}, "POST", "/session");
  await report.session.markSeen(60);
  browser.keep(report);
  vi.setSystemTime(start.getTime() + 49.9 * 60_000);
  expect((await browser.open({}, "POST", "/session")).session.current).toBeDefined();
  vi.setSystemTime(start.getTime() + 50 * 60_000);
  expect((await browser.open({}, "POST", "/session")).session.ended).toBe("idle");
});

describe("an idle session", () => {
  test.each<[what: string, seen: (other: Browser, own: Browser) => string | undefined]>([
    ["the activity of another one", (other) => other.jar.get("__Host-seen")],
    ["activity that nobody sealed", () => "no seal"],
    ["its own session, sealed for another purpose", (_other, own) => own.jar.get("__Host-session")],
    ["leaving out its own", () => undefined],
  ])("is not revived by %s", async (_what, seenOf) => {
    const idle = await signedIn({ expiry: seconds() + 12 * HOUR });
    vi.setSystemTime(start.getTime() + 30 * 60_000);
    const seen = seenOf(await signedIn({ expiry: seconds() + 12 * HOUR }), idle);
    if (seen === undefined) idle.jar.delete("__Host-seen");
    else idle.jar.set("__Host-seen", seen);
    expect((await idle.open()).session.ended).toBe("idle");
  });

  test("is not revived by a token that was renewed in the background", async () => {
    upstream.on("POST", "/auth/refresh", json({ ...answered, expiry: seconds() + HOUR }));
    const browser = await signedIn({ expiry: seconds() + 25 * 60 });
    vi.setSystemTime(start.getTime() + 21 * 60_000);
    browser.keep(await browser.open({}, "POST", "/session"));
    expect((await browser.open({}, "POST", "/session")).session.current?.token).toBe("bearer-2");
    browser.jar.delete("__Host-seen");
    vi.setSystemTime(start.getTime() + 27 * 60_000);
    expect((await browser.open()).session.ended).toBe("idle");
  });
});

describe("a clock that jumps", () => {
  const minutes = (count: number) => vi.setSystemTime(start.getTime() + count * 60_000);

  test("past the token's expiry costs no session: it is renewed, as nobody was idle for long", async () => {
    upstream.on("POST", "/auth/refresh", json({ ...answered, expiry: seconds() + 2 * HOUR }, 200, { "Set-Cookie": "refresh=r2" }));
    const browser = await signedIn({ token: "bearer-jump" });
    minutes(14);
    browser.keep(await browser.open());
    minutes(31);
    expect((await browser.open()).session.current?.token).toBe("bearer-2");
  });

  test("past it while the upstream refuses ends the session as expired", async () => {
    upstream.on("POST", "/auth/refresh", status(401));
    const browser = await signedIn({ token: "bearer-refused" });
    minutes(14);
    browser.keep(await browser.open());
    minutes(31);
    const context = await browser.open();
    expect([context.session.current, context.session.ended]).toEqual([undefined, "expired"]);
  });

  test("back keeps the session, and lends nobody more than 26 idle minutes", async () => {
    upstream.on("POST", "/auth/refresh", status(500));
    minutes(120);
    const ahead = await signedIn({ expiry: seconds() + 12 * HOUR });
    minutes(0);
    const context = await ahead.open();
    expect(context.session.current).toBeDefined();
    ahead.keep(context);
    minutes(25);
    expect((await ahead.open({}, "POST", "/session")).session.current).toBeDefined();
    minutes(26);
    expect((await ahead.open({}, "POST", "/session")).session.ended).toBe("idle");
  });
});

describe("a change", () => {
  const from = async (headers: Record<string, string>, method = "POST") =>
    (await new Browser().open(headers, method)).refusal !== undefined;
  test("is taken from a page of this site, by Origin or Referer", async () => {
    expect(await from({ origin: "https://assess.example.org" })).toBe(false);
    expect(await from({ referer: "https://assess.example.org/organization" })).toBe(false);
    expect(await from({}, "GET")).toBe(false);
  });
  test.each([
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://assess.example.org" },
    { referer: "https://evil.example/" },
    {},
  ])("is refused from %j", async (headers) => expect(await from(headers as Record<string, string>)).toBe(true));
  test("is refused even if a forwarded host claims to be the other site", async () =>
    expect(await from({ origin: "https://evil.example", "x-forwarded-host": "evil.example" })).toBe(true));
});

test("every response carries the security headers; forms may lead to the home site", async () => {
  const { set } = (await new Browser().open()).responseHeaders();
  expect(set).toMatchObject({ "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin" });
  expect(set["Strict-Transport-Security"]).toContain("max-age=");
  const policy = set["Content-Security-Policy"] ?? "";
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("form-action 'self' https://home.example.org");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});

test("an answer that turns somebody away for a while says for how long, where nothing else does", async () => {
  const context = await new Browser().open();
  expect(context.responseHeaders(429).absent).toEqual({ "Cache-Control": "no-store", "Retry-After": "60" });
  expect(context.responseHeaders(200).absent).toEqual({ "Cache-Control": "no-store" });
});

test("a message for the next page is shown once, and waits while pages lead on to others", async () => {
  const browser = await signedIn();
  const before = await browser.open();
  before.flash.leave({ kind: "success", title: "Saved." });
  browser.keep(before);
  const leadsOn = await browser.open();
  leadsOn.flash.take();
  browser.keep(leadsOn, 302);
  const next = await browser.open();
  expect(next.flash.take()).toMatchObject({ title: "Saved." });
  browser.keep(next);
  expect((await browser.open()).flash.take()).toBeUndefined();
});

test("an error that waits while pages lead on is kept before what they say", async () => {
  const browser = await signedIn();
  const before = await browser.open();
  before.flash.leave({ kind: "error", title: "Not certified." });
  browser.keep(before);
  const leadsOn = await browser.open();
  leadsOn.flash.leave({ kind: "info", title: "It is free again." });
  leadsOn.flash.take();
  browser.keep(leadsOn, 302);
  expect((await browser.open()).flash.take()).toMatchObject({ title: "Not certified." });
});

// The loaders of a page run beside each other, in any order.
test.each(["before", "after"])("a page that leads on with a message keeps it, if its frame takes a message %s that", async (order) => {
  for (const arrives of [false, true]) {
    const browser = await signedIn();
    const before = await browser.open();
    if (arrives) before.flash.leave({ kind: "success", title: "Saved." });
    browser.keep(before);
    const leadsOn = await browser.open();
    if (order === "before") leadsOn.flash.take();
    leadsOn.flash.leave({ kind: "info", title: "There is no draft result yet." });
    if (order === "after") leadsOn.flash.take();
    browser.keep(leadsOn, 302);
    expect([arrives, (await browser.open()).flash.take()]).toMatchObject([arrives, { title: "There is no draft result yet." }]);
  }
});
