/** What an attacker would try, over HTTP, at the application as it runs behind a proxy that speaks TLS. */
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "#api/store/open.ts";
import { completeP3M3, createOrganization } from "../contract/scenario.ts";
import { CLICK, cookiesOf, HOME_AT_FIRST, type RawAnswer, type RawRequest, raw, stall } from "../support/raw.ts";
import { apiClient } from "../support/seed.ts";
import { type App, startApp } from "../support/server.ts";

const PUBLIC = "https://assess.example.org";
const HOME_SITE = "https://home.example.org/start";
const MB = 1024 * 1024;

let app: App;
beforeAll(async () => {
  app = await startApp({
    env: {
      DEMO: "0",
      HOST: "127.0.0.1",
      PUBLIC_URL: PUBLIC,
      HOME_SITE_URL: HOME_SITE,
      SESSION_SECRET: "a secret of at least thirty-two characters",
      TRUST_PROXY: "1",
      REQUEST_TIMEOUT_MS: "3000",
    },
  });
});
afterAll(() => app.stop());

let people = 0;
const policyOf = ({ headers }: RawAnswer) => String(headers["content-security-policy"]);
const send = (path: string, request?: RawRequest) => raw(app.url, path, request);
const form = (entries: Record<string, string>, headers: Record<string, string> = {}): RawRequest => ({
  method: "POST",
  headers: {
    "Content-Type": "application/x-www-form-urlencoded",
    Origin: PUBLIC,
    ...headers,
    "Content-Length": String(new URLSearchParams(entries).toString().length),
  },
  body: new URLSearchParams(entries).toString(),
});

/** Somebody signed in: what the sign-in answered, and the cookies for what follows. */
async function signedIn(email = `kim.security${++people}@example.org`) {
  const link = await app.entryLink(email, { name: "Kim" });
  const answer = await send(new URL(link).pathname, { headers: { ...CLICK, "X-Forwarded-For": `198.51.100.${people}` } });
  return { email, token: link.split("/").at(-1) ?? "", answer, Cookie: cookiesOf(answer) };
}

const asset = () => `/assets/${readdirSync("build/client/assets").find((name) => name.endsWith(".js"))}`;

describe("headers", () => {
  const expectSafe = (answer: RawAnswer, kind: string) => {
    const { headers } = answer;
    expect(headers["content-security-policy"], kind).toMatch(/default-src 'none'/);
    expect(headers["content-security-policy"], kind).toMatch(/frame-ancestors 'none'/);
    expect(/script-src [^;]*/.exec(policyOf(answer))?.[0] ?? "", kind).not.toMatch(/unsafe|\*|https?:|data:/);
    expect(headers, kind).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "cross-origin-opener-policy": "same-origin",
      "strict-transport-security": expect.stringMatching(/^max-age=\d{8}/),
    });
    expect(headers["x-powered-by"], kind).toBeUndefined();
    expect(headers["access-control-allow-origin"], kind).toBeUndefined();
  };

  test("are on every kind of response, and what is private is never stored", async () => {
    const { Cookie } = await signedIn();
    const kinds: [kind: string, status: number, answer: Promise<RawAnswer>][] = [
      ["page", 200, send("/organization", { headers: { Cookie } })],
      ["redirect", 302, send("/organization")],
      ["data", 200, send("/organization.data", { headers: { Cookie } })],
      ["data for nobody", 202, send("/organization.data")],
      ["resource", 200, send("/health")],
      ["readiness", 200, send("/ready")],
      ["call", 200, send("/session", form({ at: "/" }, { Cookie }))],
      ["rejected form", 400, send("/organization", form({}, { Cookie }))],
      ["late form", 401, send("/organization", form({ name: "x" }))],
      ["unknown page", 404, send("/nothing/here", { headers: { Cookie } })],
      ["unknown assessment", 404, send("/assessments/4711/review", { headers: { Cookie } })],
      ["wrong method", 405, send("/session")],
      ["other origin", 403, send("/organization", form({}, { Cookie, Origin: "https://evil.example" }))],
      ["large body", 413, send("/organization", { method: "POST", headers: { Origin: PUBLIC, "Content-Length": String(2 * MB) } })],
      ["unreadable address", 400, send("/%E0%A4%A", { headers: { Cookie } })],
      ["missing asset", 404, send("/assets/none.js")],
    ];
    for (const [kind, status, answering] of kinds) {
      const answer = await answering;
      expect(answer.status, kind).toBe(status);
      expectSafe(answer, kind);
      expect(answer.headers["cache-control"], kind).toMatch(/no-store/);
    }
    for (const [path, kind] of [
      [asset(), "script"],
      ["/favicon.svg", "picture"],
    ] as const) {
      const answer = await send(path);
      expect([answer.status, kind]).toEqual([200, kind]);
      expectSafe(answer, kind);
    }
  });

  test("allow the scripts of this one response, and nothing inline else", async () => {
    const { Cookie } = await signedIn();
    const nonces = new Set<string>();
    for (const path of ["/organization", "/organization?again", "/nothing"]) {
      const answer = await send(path, { headers: { Cookie } });
      const { body } = answer;
      const nonce = /script-src 'self' 'nonce-([\w-]+)'(;|$)/.exec(policyOf(answer))?.[1] ?? "none";
      nonces.add(nonce);
      const inline = [...body.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(([, attributes]) => attributes);
      expect(inline.length).toBeGreaterThan(0);
      for (const attributes of inline) expect(attributes).toContain(`nonce="${nonce}"`);
      expect(body).not.toMatch(/<[a-z][^>]*\son[a-z]+\s*=/i);
      expect(body).not.toMatch(/(href|src|action)="(javascript:|https?:\/\/(?!home\.example\.org))/i);
    }
    expect(nonces.size).toBe(3);
  });

  test("say how long the upstream took, and which request it was", async () => {
    const { Cookie } = await signedIn();
    const { headers } = await send("/", { headers: { Cookie, "X-Request-Id": "asked-by-proxy" } });
    expect(headers["server-timing"]).toMatch(/^total;dur=[\d.]+, upstream;desc="[1-9]\d* calls?";dur=[\d.]+$/);
    expect(headers["x-request-id"]).toBe("asked-by-proxy");
    expect((await send("/", { headers: { "X-Request-Id": "x y\tz" } })).headers["x-request-id"]).toMatch(/^[\w-]{36}$/);
  });
});

describe("cookies", () => {
  test("are out of reach of scripts and other sites, and go over TLS alone", async () => {
    const { answer, Cookie } = await signedIn();
    const later = [await send("/", { headers: { Cookie } }), await send("/organization"), await send("/sign-out", form({}, { Cookie }))];
    const lines = [answer, ...later].flatMap(({ headers }) => headers["set-cookie"] ?? []);
    // The prefix keeps a neighbour in the same domain from setting them.
    expect(lines.map((line) => line.split("=")[0])).toEqual(expect.arrayContaining(["__Host-session", "__Host-seen", "__Host-next"]));
    for (const line of lines) expect(line).toMatch(/^__Host-/);
    for (const line of lines)
      expect(line).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$|; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  test("that were changed, or belong to a session that was left, open nothing", async () => {
    const { Cookie } = await signedIn();
    const session = /session=([^;]+)/.exec(Cookie)?.[1] ?? "";
    // The very last character has bits that mean nothing.
    const another = `${session.slice(0, -2)}${session.at(-2) === "A" ? "B" : "A"}${session.at(-1)}`;
    for (const changed of [session.slice(0, -4), another, "x", session.split(".").reverse().join(".")])
      expect((await send("/organization", { headers: { Cookie: `__Host-session=${changed}` } })).status, changed).toBe(302);
    expect((await send("/organization", { headers: { Cookie: `session=${session}` } })).status, "from a neighbour").toBe(302);
    expect((await send("/organization", { headers: { Cookie } })).status).toBe(200);
    await send("/sign-out", form({}, { Cookie }));
    expect((await send("/organization", { headers: { Cookie } })).status).toBe(302);
  });
});

describe("changes", () => {
  test("are taken from pages of this site alone, whatever the method", async () => {
    const { Cookie, email } = await signedIn();
    const client = await apiClient(app.databaseUrl, email);
    const entries = { name: "From elsewhere" };
    const origins = [
      "https://evil.example",
      "null",
      "http://assess.example.org",
      `${PUBLIC}.evil.example`,
      "https://assess.example.org:444",
      "",
    ];
    for (const path of ["/organization", "/sign-out", "/session", "/", "/nothing"])
      for (const Origin of origins)
        expect((await send(path, form(entries, { Cookie, Origin }))).status, `${path} from ${Origin}`).toBe(403);
    for (const method of ["PUT", "PATCH", "DELETE"])
      expect((await send("/organization", { method, headers: { Cookie, Origin: "https://evil.example" } })).status, method).toBe(405);
    const { Origin: _, ...without } = form(entries, { Cookie }).headers ?? {};
    expect((await send("/organization", { ...form(entries), headers: without })).status).toBe(403);
    expect((await send("/organization", { ...form(entries), headers: { ...without, Referer: `${PUBLIC}/organization` } })).status).toBe(
      400,
    );
    expect((await client.get("/organizations")).body).toEqual({ myOrgnizations: [] });
    expect((await send("/organization", { headers: { Cookie } })).status).toBe(200);
  });

  test("of more than 1 MB, or of unknown size, are not even read", async () => {
    const { Cookie } = await signedIn();
    const large = await send("/organization", form({ name: "x".repeat(MB) }, { Cookie }));
    expect([large.status, large.body]).toEqual([413, expect.stringContaining("more than can be sent at once")]);
    expect((await send("/organization", form({ name: "x".repeat(MB - 100) }, { Cookie }))).status).toBe(400);
    const headers = { Cookie, Origin: PUBLIC, "Content-Type": "application/x-www-form-urlencoded", "Transfer-Encoding": "chunked" };
    expect((await send("/organization", { method: "POST", headers, body: "name=x" })).status).toBe(411);
  });
});

describe("what is typed", () => {
  test("is text wherever it is shown, in the page and in its data", async () => {
    const { Cookie, email } = await signedIn();
    const client = await apiClient(app.databaseUrl, email);
    const name = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'`;
    const id = await createOrganization(client, { name, businessUnit: "{{7*7}} <b>" });
    for (const path of ["/", `/organization/${id}/edit`, `/organizations/${id}/assessment`]) {
      const { status, body } = await send(path, { headers: { Cookie } });
      expect([status, body.includes("<script>alert"), body.includes("<img src=x")]).toEqual([200, false, false]);
      expect(body).toContain("&lt;/script&gt;&lt;script&gt;alert(1)");
    }
  });

  test("does not get out of the header that names a file", async () => {
    const { Cookie, email } = await signedIn();
    const client = await apiClient(app.databaseUrl, email);
    const organization = await createOrganization(client);
    const id = await completeP3M3(client, organization, "FRNNN", { perspectiveIds: [1], threadIds: [1] });
    for (const name of ['"; filename="evil.exe', "..\\..\\a/b:c", "Łódź %0d%0aSet-Cookie: x=1", "שלום 😀"]) {
      const stored = await client.put(`/assessments/${id}`, { assessmentType: "P3M3", name });
      if (stored.status !== 200) await renameInStore(app, id, name);
      const { headers, status } = await send(`/assessments/${id}/result.xlsx`, { headers: { Cookie } });
      expect(status).toBe(200);
      expect(headers["content-disposition"]).toMatch(/^attachment; filename="[^"\\%/]*\.xlsx"; filename\*=UTF-8''[\w.%~!-]+$/);
      expect(headers["set-cookie"]?.join() ?? "").not.toContain("x=1");
    }
  });
});

describe("the entry link", () => {
  test("serves once, also when two use it at the same moment", async () => {
    const { token } = await signedIn();
    const again = await send(`/entry/${token}`, { headers: CLICK });
    expect([again.headers.location, again.headers["set-cookie"]]).toEqual([HOME_SITE, undefined]);
    const path = new URL(await app.entryLink("racer@example.org")).pathname;
    const answers = await Promise.all([1, 2, 3].map(() => send(path, { headers: CLICK })));
    expect(answers.map(({ headers }) => headers.location).sort()).toEqual([expect.stringMatching(HOME_AT_FIRST), HOME_SITE, HOME_SITE]);
  });

  test("leads nowhere but to this site, whatever the browser was told to remember", async () => {
    for (const next of [
      "//evil.example",
      "https://evil.example",
      "/\\evil.example",
      "/%5Cevil.example/../..//evil",
      "javascript:alert(1)",
      "/\t/evil.example",
    ]) {
      const path = new URL(await app.entryLink(`next${++people}@example.org`)).pathname;
      const { headers } = await send(path, { headers: { ...CLICK, Cookie: `__Host-next=${encodeURIComponent(next)}` } });
      expect(new URL(headers.location ?? "", PUBLIC).origin, next).toBe(PUBLIC);
    }
    for (const path of [
      "//evil.example",
      "//evil.example/..",
      "/\\evil.example",
      "/redirect?to=https://evil.example",
      "/entry/x?next=//evil.example",
    ]) {
      const { headers, status } = await send(path);
      const to = headers.location === undefined ? PUBLIC : new URL(headers.location, PUBLIC).origin;
      expect([PUBLIC, new URL(HOME_SITE).origin], `${path} ${status}`).toContain(to);
    }
  });

  const from = (address: string): RawRequest => ({ headers: { ...CLICK, "X-Forwarded-For": address } });

  test("that works is never refused or slowed, however many from the same address did not", async () => {
    const guesses = Array.from({ length: 24 }, (_, count) => send(`/entry/guess-${count}`, from("203.0.113.7")));
    for (const answer of await Promise.all(guesses)) expect([answer.status, answer.headers.location]).toEqual([302, HOME_SITE]);
    const path = new URL(await app.entryLink("patient@example.org")).pathname;
    const answered: string[] = [];
    const requests: [who: string, path: string, address: string, leadsTo: string | RegExp][] = [
      ["a guess from there", "/entry/guess-25", "203.0.113.7", HOME_SITE],
      // The client's own header does not count, only the address that the one trusted proxy has added.
      ["a guess from there that names another", "/entry/guess-26", "10.1.2.3, 203.0.113.7", HOME_SITE],
      ["a guess from elsewhere", "/entry/guess-27", "203.0.113.8", HOME_SITE],
      ["the link", path, "203.0.113.7", HOME_AT_FIRST],
    ];
    await Promise.all(
      requests.map(async ([who, path, address, leadsTo]) => {
        const { headers } = await send(path, from(address));
        expect([who, headers.location]).toEqual([who, typeof leadsTo === "string" ? leadsTo : expect.stringMatching(leadsTo)]);
        answered.push(who);
      }),
    );
    // Those that wait were asked first, and are answered last.
    expect(answered.slice(0, 2).sort()).toEqual(["a guess from elsewhere", "the link"]);
  });
});

describe("paths", () => {
  test("lead to no file but the assets", async () => {
    const tricks = [
      "/../package.json",
      "/assets/../../package.json",
      "/assets/..%2f..%2f..%2fpackage.json",
      "/assets/%2e%2e/%2e%2e/%2e%2e/package.json",
      "/assets/..%5c..%5c..%5cpackage.json",
      "/assets//../../server/index.js",
      "/assets/%00/../../package.json",
      "/.env",
      "/.git/config",
      "/server.js",
      "/build/server/index.js",
      "/data/session-secret",
      "/data/demo.db.session-secret",
      "/node_modules/express/package.json",
      "/assets/",
      "/assets",
    ];
    for (const trick of tricks) {
      const { status, body } = await send(trick);
      expect([400, 403, 404], `${trick} ${status}`).toContain(status);
      expect(body, trick).not.toMatch(/devDependencies|createRequestHandler|SESSION_SECRET/);
    }
  });

  test.each(["//evil.example/%2e%2e", "//evil.example/", "//", "/x/..//evil.example/%2e%2e"])("%s leads nowhere", async (path) => {
    const { status, headers } = await send(path);
    expect([status, headers.location]).toEqual([404, undefined]);
    expect((await send(path, { headers: { Cookie: (await signedIn()).Cookie } })).status).toBe(404);
  });

  test("in place of an id ask the upstream for nothing else", async () => {
    const { Cookie } = await signedIn();
    for (const id of ["..%2f..%2forganizations", "1%2Fscores", "%2e%2e", "1%3Fx=1", "1%23", "%00", "-1", "1e3", "%EF%BC%99"]) {
      const { status } = await send(`/assessments/${id}/review`, { headers: { Cookie } });
      expect([400, 404], `${id} ${status}`).toContain(status);
    }
  });
});

describe("what no browser sends", () => {
  const faults = () => app.output().split('"request failed"').length;

  test("is answered with what is wrong, and is no fault of ours", async () => {
    const { Cookie, email } = await signedIn();
    const client = await apiClient(app.databaseUrl, email);
    const organization = await createOrganization(client);
    const before = faults();
    const kinds: [what: string, status: number, answer: Promise<RawAnswer>][] = [
      ["host with a space", 400, send("/", { headers: { Host: "evil host" } })],
      ["host with a bracket", 400, send("/", { headers: { Host: "[", Cookie } })],
      ["host with a path", 400, send("/organization", { headers: { Host: "evil.example/x", Cookie } })],
      ["host with a port that is none", 400, send("/", { headers: { Host: "assess.example.org:99999" } })],
      ["address of another server", 400, send("http://evil.example/")],
      ["address that is none", 404, send("http://[")],
      ["data as Remix once asked for them", 400, send("/?_data=x", { headers: { Cookie } })],
      ["the same in another spelling", 400, send("/organization?a=1?&%5fdata=root", { headers: { Cookie } })],
      ["address without a path", 400, send("*", { method: "OPTIONS", headers: { Origin: PUBLIC } })],
      ...["TRACE", "OPTIONS", "PUT", "PATCH", "DELETE", "PROPFIND"].map((method): [string, number, Promise<RawAnswer>] => [
        method,
        405,
        send("/organization", { method, headers: { Origin: PUBLIC, Cookie } }),
      ]),
      ["TRACE from nowhere", 405, send("/", { method: "TRACE" })],
      ["an intent that is none", 400, send("/organization", form({ __intent__: "{", name: "x" }, { Cookie }))],
      ["an intent for nobody", 400, send("/organization", form({ __intent__: '{"type":"x"}' }, { Cookie }))],
      ["an intent for a profile", 400, send(`/organizations/${organization}/assessment`, form({ __intent__: "x" }, { Cookie }))],
      ["an intent in an address", 400, send("/questionItil/?ask=1&__intent__=%7B", { headers: { Cookie } })],
      ["a page that is none", 200, send("/session", form({ active: "1", at: "/assessments/%E0" }, { Cookie }))],
      [
        "a page that is none, on leaving",
        302,
        send("/sign-out", form({ from: "/assessments/%E0" }, { Cookie: (await signedIn()).Cookie })),
      ],
      ["a command that all objects have", 400, send("/?index", form({ command: "constructor", assessment: "1" }, { Cookie }))],
      ["an intent that all objects have", 400, send("/sessions", form({ intent: "constructor" }, { Cookie }))],
      ["a question that all objects have", 200, send("/?confirm=constructor&assessment=1&tab=constructor", { headers: { Cookie } })],
    ];
    for (const [what, status, answering] of kinds) {
      const answer = await answering;
      expect([what, answer.status]).toEqual([what, status]);
      expect(answer.body, what).not.toMatch(/ at .*\.js:\d+|TypeError|SyntaxError|URIError/);
      if (status === 405) expect(answer.headers.allow, what).toBe("GET, HEAD, POST");
    }
    expect(faults()).toBe(before);
  });
});

describe("slow clients", () => {
  const host = "Host: assess.example.org\r\n";

  test("are let go after the time that a request may take, and keep nobody waiting", async () => {
    const stalled = [
      stall(app.url, `GET / HTTP/1.1\r\n${host}X-Slow: `),
      stall(
        app.url,
        `POST /session HTTP/1.1\r\n${host}Origin: ${PUBLIC}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nat=`,
      ),
    ];
    expect((await send("/health")).status).toBe(200);
    const [header = "", body = ""] = await Promise.all(stalled);
    expect(header).toMatch(/^HTTP\/1\.1 408 /);
    expect(body).toMatch(/HTTP\/1\.1 408 /);
  });

  test("may send the cookies of the largest session, but not headers without end", async () => {
    expect((await send("/health", { headers: { Cookie: `session=${"x".repeat(30_000)}` } })).status).toBe(200);
    expect((await send("/health", { headers: { Cookie: `session=${"x".repeat(60_000)}` } })).status).toBe(431);
  });
});

describe("the log", () => {
  test("has a line for each request, and no token, cookie, query or name in any", async () => {
    const { Cookie, token, email } = await signedIn();
    await send("/organization?name=Query-Secret", { headers: { Cookie, "X-Request-Id": "find-me-1" } });
    await send(`/entry/${token}/%E0%A4%A`);
    await send(`//entry/${token}`);
    await send(`/entry/${token}.data?x=${token}`);
    for (const path of [
      "/%65ntry/",
      "/%2565ntry/",
      "/./entry/",
      "/x/../entry/",
      "/x/%2e%2e/entry/",
      "/entry\\",
      "/\\entry/",
      "/entry%2f",
      "/ENTRY%5C",
      "/x/entry/",
      "http://assess.example.org/entry/",
    ])
      await send(`${path}${token}`);
    await send("/nothing", { headers: { Referer: `${PUBLIC}/entry/${token}` } });
    await send("/organization", form({ name: "Body-Secret" }, { Cookie, Origin: "https://evil.example" }));
    await send("/health?Health-Secret");
    const lines = app
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line));
    const line = lines.find(({ requestId, message }) => requestId === "find-me-1" && message === "request");
    expect(line).toMatchObject({ level: "info", method: "GET", path: "/organization", status: 200, upstreamCalls: expect.any(Number) });
    expect(lines.filter(({ path }) => path === "/entry/…").length).toBeGreaterThan(0);
    const session = /session=([^;]+)/.exec(Cookie)?.[1] ?? "no session";
    for (const secret of [token, session, email, "Query-Secret", "Body-Secret", "Health-Secret", "eyJ"])
      expect(app.output(), secret).not.toContain(secret);
  });
});

/** A completed assessment keeps its name, so that one with a strange name has to be made where names are stored. */
async function renameInStore({ databaseUrl }: App, id: number, name: string): Promise<void> {
  const store = openStore(databaseUrl);
  await store.updateTable("assessment").set({ name }).where("id", "=", id).execute();
  await store.destroy();
}
