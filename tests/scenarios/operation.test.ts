/** What an operator relies on: readiness, the end of a process, settings that are refused, requests that can be followed. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEmbeddedApi } from "#api/embedded.ts";
import { nameOf } from "#api/store/open.ts";
import { createOrganization } from "../contract/scenario.ts";
import { freshDatabase } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { drop, forwarded, status } from "../support/misbehaving-upstream.ts";
import { CLICK, raw, stall } from "../support/raw.ts";
import { everything } from "../support/rows.ts";
import { type AppWithFaults, apiClient, startAppWithFaults } from "../support/seed.ts";
import { type App, startApp } from "../support/server.ts";
import { sharedApp } from "../support/shared.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

/** With the demo and the embedded API. */
let demo: App;
beforeAll(async () => {
  demo = await sharedApp();
});
afterAll(() => demo.stop());

describe("behind an upstream of its own", () => {
  let app: AppWithFaults;
  beforeAll(async () => {
    app = await startAppWithFaults({
      DEMO: "0",
      HOST: "127.0.0.1",
      PUBLIC_URL: "http://127.0.0.1:1",
      ALLOW_HTTP: "1",
      SESSION_SECRET: "the secret of a session in this test",
    });
  });
  afterAll(() => app.stop());
  const ready = async () => {
    const { status, body } = await raw(app.url, "/ready");
    return [status, JSON.parse(body)];
  };

  test("/ready names the part that fails, while /health goes on", async () => {
    expect(await ready()).toEqual([200, { status: "ok", version, parts: { upstream: "ok" } }]);
    app.upstream.on("GET", "/ready", status(503));
    expect(await ready()).toEqual([503, { status: "unavailable", version, parts: { upstream: "It answers 503." } }]);
    app.upstream.on("GET", "/ready", drop());
    expect(await ready()).toEqual([503, { status: "unavailable", version, parts: { upstream: "It cannot be reached." } }]);
    const health = await raw(app.url, "/health");
    expect([health.status, JSON.parse(health.body)]).toEqual([200, { status: "ok", version }]);
    app.upstream.on("GET", "/ready", status(404));
    expect((await ready())[0]).toBe(200);
    app.upstream.reset();
  });

  test("the log begins with the version, and the foot of a page ends with it", async () => {
    expect(JSON.parse(app.output().split("\n")[0] ?? "")).toMatchObject({ message: "the server starts", version });
    const visitor = await new Visitor(app.url).enter(await app.entryLink("kim@example.org"));
    expect(visitor.text().trim().endsWith(`Version ${version}`)).toBe(true);
  });

  test("the request's id goes to the upstream and into every line about it; no token does", async () => {
    const client = await apiClient(app.databaseUrl, "kim@example.org");
    await createOrganization(client);
    const visitor = await new Visitor(app.url).enter(await app.entryLink("kim@example.org"));
    app.upstream.received.length = 0;
    app.upstream.on("GET", "/organizations", status(400));
    await visitor.get("/", { "X-Request-Id": "follow-me" });
    expect(app.upstream.received.length).toBeGreaterThan(0);
    for (const { headers } of app.upstream.received) expect(headers["x-request-id"]).toBe("follow-me");
    const secrets = app.upstream.received
      .flatMap(({ headers }) => [headers.authorization?.replace("Bearer ", ""), headers.cookie])
      .filter(Boolean);
    expect(secrets.length).toBeGreaterThan(0);
    for (const secret of secrets) expect(app.output()).not.toContain(secret);
    app.upstream.reset();
  });

  test("no token of the upstream is in any answer or address", async () => {
    const visitor = await new Visitor(app.url).enter(await app.entryLink("kim@example.org"));
    const seen: string[] = [];
    for (const path of ["/", "/_root.data", "/organization", "/organization.data", "/nothing", "/redirect", "/health"]) {
      await visitor.get(path);
      const { "set-cookie": _, ...headers } = Object.fromEntries(visitor.headers);
      seen.push(new TextDecoder().decode(visitor.body), JSON.stringify(headers), ...visitor.redirects);
    }
    const tokens = app.upstream.received.flatMap(({ headers }) => [
      headers.authorization?.replace("Bearer ", ""),
      /refresh=([^;]+)/.exec(headers.cookie ?? "")?.[1],
    ]);
    const known = [...new Set(tokens.filter((token) => token !== undefined))];
    expect(known.length).toBeGreaterThan(1);
    for (const token of known) for (const text of seen) expect(text.includes(token)).toBe(false);
  });

  // The last one: nothing answers any more.
  test("SIGTERM finishes what is in flight, takes nothing new, and ends with 0", async () => {
    const { headers } = await raw(app.url, new URL(await app.entryLink("kim@example.org")).pathname, { headers: CLICK });
    const Cookie = (headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
    let arrived = () => {};
    const inFlight = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    app.upstream.on("GET", "/organizations", async (exchange) => {
      arrived();
      await held;
      await forwarded()(exchange);
    });
    const answering = raw(app.url, "/", { headers: { Cookie, Connection: "keep-alive" } });
    await inFlight;
    const ending = app.end();
    // The signal takes a moment to arrive; from then on nobody is let in.
    const isLetIn = () =>
      raw(app.url, "/health").then(
        () => true,
        () => false,
      );
    while (await isLetIn());
    release();
    const answer = await answering;
    expect([answer.status, answer.headers.connection, answer.body.includes("</html>")]).toEqual([200, "close", true]);
    expect(await ending).toBe(0);
  });
});

describe("a start", () => {
  const start = (env: Record<string, string>) =>
    spawnSync(process.execPath, ["server.js"], {
      encoding: "utf8",
      timeout: 30_000,
      env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: "0", ...env },
    });

  test("is refused with one line for each setting that is missing or malformed, and no secret in any", () => {
    const { status, stderr, stdout } = start({
      PORT: "http",
      PUBLIC_URL: "assess.example.org",
      TRUST_PROXY: "all",
      API_TIMEOUT_MS: "1",
      DEMO: "yes",
      SESSION_SECRET: "short-secret",
      REQUEST_TIMEOUT_MS: "soon",
      METRICS_TOKEN: "short-secret",
      // The start also names what the API in this process needs.
      DATABASE_URL: "postgres://kim@db.invalid/a",
      DATABASE_TIMEOUT_MS: "0",
    });
    expect([status, stdout]).toEqual([78, ""]);
    expect(
      stderr
        .trim()
        .split("\n")
        .map((line) => line.split(":")[0])
        .sort(),
    ).toEqual([
      "API_TIMEOUT_MS",
      "DATABASE_TIMEOUT_MS",
      "DEMO",
      "HISTORY_KEY",
      "HOME_SITE_URL",
      "METRICS_TOKEN",
      "PORT",
      "PUBLIC_URL",
      "REQUEST_TIMEOUT_MS",
      "SESSION_SECRET",
      "TOKEN_SECRET",
      "TRUST_PROXY",
    ]);
    // In words, not in those of a program.
    expect(stderr).not.toMatch(/Invalid|NaN|expected/);
    const missing = start({ SESSION_SECRET: "short-secret" });
    expect(
      missing.stderr
        .trim()
        .split("\n")
        .map((line) => line.split(":")[0]),
    ).toEqual(["HOME_SITE_URL", "PUBLIC_URL", "SESSION_SECRET"]);
    expect(stderr + missing.stderr).not.toContain("short-secret");
  });

  test("without NODE_ENV, or with one that nobody knows, ends with a line about it", () => {
    for (const NODE_ENV of ["", "prod"]) {
      const { status, stdout, stderr } = start({ ...production, NODE_ENV });
      expect([status, stdout, stderr]).toEqual([78, "", "NODE_ENV: must be production, or development while you change the code\n"]);
    }
  });

  test.each([
    ["server.js"],
    ["scripts/start.js"],
    ["scripts/command.js", "api/commands/db.ts", "backup"],
    ["build/server/api/main.js"],
    ["build/server/tools/content/command.js"],
    ...["check", "db", "entry-link", "history", "organizations", "outbox", "people"].map((name) => [
      `build/server/api/commands/${name}.js`,
    ]),
  ])("on a Node.js that is too old ends with one line: %s %s", (...command) => {
    const older = "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.18.3'}})";
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", older, ...command], { encoding: "utf8", timeout: 30_000 });
    expect([status, stdout, stderr]).toEqual([78, "", "Node.js 20.18.3 is too old. You need 20.19 at least; 24 LTS is better.\n"]);
  });

  test("on an address of the sixth version prints a link that a browser takes", async () => {
    const app = await startApp({ env: { HOST: "::1" } });
    try {
      expect(app.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    } finally {
      await app.stop();
    }
  });

  test("names what looks like a setting and is none", async () => {
    const app = await startApp({ env: { TRUST_PROXIES: "1" } });
    try {
      expect(app.output()).toContain('"level":"warn","message":"TRUST_PROXIES: there is no such setting; is TRUST_PROXY meant?"');
    } finally {
      await app.stop();
    }
  });

  const production = {
    DEMO: "0",
    HOST: "127.0.0.1",
    PUBLIC_URL: "http://127.0.0.1:1",
    ALLOW_HTTP: "1",
    HOME_SITE_URL: "http://home.invalid",
    SESSION_SECRET: "the secret of a session in this test",
    TOKEN_SECRET: "the secret of the tokens in this test",
    HISTORY_KEY: "the key of the history in this test",
  };

  test("of the demo on a database of real data is refused, and the database left as it is", async () => {
    const database = await freshDatabase();
    try {
      await (await openEmbeddedApi({ ...production, NODE_ENV: "production", DATABASE_URL: database.url })).close();
      await createOrganization(await apiClient(database.url, "kim@example.org"));
      const before = await everything(database.url);
      const { status, stdout, stderr } = start({ DEMO: "1", DATABASE_URL: database.url });
      expect([status, stdout]).toEqual([78, ""]);
      expect(stderr.trim().split("\n")).toEqual([
        `The database ${nameOf(database.url)} was not made for the demo. It may hold real data, so it was left as it is.`,
        "Let DATABASE_URL name another one for the demo or, if this one is left over from an older demo, delete it.",
      ]);
      expect(await everything(database.url)).toEqual(before);
    } finally {
      await database.drop();
    }
  });

  test("with the settings of production on the demo's database is refused", async () => {
    const { databaseUrl } = demo;
    const { status, stdout, stderr } = start({ ...production, DATABASE_URL: databaseUrl });
    expect(status).toBe(78);
    // The log of a start that fails says which version it was.
    expect(JSON.parse(stdout)).toMatchObject({ level: "info", message: "the server starts", version });
    expect(stderr.trim().split("\n")).toEqual([
      `The database ${nameOf(databaseUrl)} was made for the demo, where anybody may sign in as anybody. It was left as it is.`,
      "Let DATABASE_URL name another one, or set DEMO=1 to go on with the demo.",
    ]);
  });

  test("on a damaged database says so, names what to do, and leaves it as it is", () => {
    const folder = mkdtempSync(join(tmpdir(), "damaged-"));
    try {
      const path = join(folder, "a.db");
      writeFileSync(path, "no database ".repeat(1000));
      const { status, stderr } = start({ DEMO: "1", DATABASE_URL: `file:${path}` });
      expect(status).toBe(1);
      expect(stderr.trim().split("\n")).toEqual([
        `The database ${path} is damaged, or is no database. It was left as it is.`,
        "There is no good backup in the usual folder. To go back to one from elsewhere: npm run db -- restore FILE --replace",
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test("SIGTERM lets the process end by itself, although clients never finish what they began to send", async () => {
  const app = await startApp();
  const { host } = new URL(app.url);
  const stalled = [
    stall(app.url, `GET / HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `),
    stall(app.url, `POST /session HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${app.url}\r\nContent-Length: 100\r\n\r\nat=`),
  ].map((left) => left.catch(() => ""));
  // When this is answered, everything that was sent before has arrived.
  expect((await raw(app.url, "/health")).status).toBe(200);
  // A process that waits for them is ended with another code in the end.
  expect(await app.stop()).toBe(0);
  await Promise.all(stalled);
});

test("a proxy that was not named is warned of once, and one that was is not", async () => {
  const warning = '"message":"X-Forwarded-For is not believed';
  for (const [TRUST_PROXY, warnings] of [
    ["0", 1],
    ["1", 0],
  ] as const) {
    const app = await startApp({ env: { TRUST_PROXY } });
    try {
      await raw(app.url, "/health");
      expect(app.output()).not.toContain(warning);
      for (let request = 0; request < 3; request += 1) await raw(app.url, "/health", { headers: { "X-Forwarded-For": "203.0.113.7" } });
      expect(app.output().split(warning)).toHaveLength(1 + warnings);
    } finally {
      await app.stop();
    }
  }
});

test("with the embedded API /ready is about the database", async () => {
  const { status, body } = await raw(demo.url, "/ready");
  expect([status, JSON.parse(body)]).toEqual([200, { status: "ok", version, parts: { database: "ok" } }]);
  expect(demo.output()).not.toContain('"message":"request"');
});

test("while developing, the style elements that Vite writes are allowed, which a nonce or a hash would undo", async () => {
  const app = await startApp({ env: { NODE_ENV: "development" } });
  try {
    const { status, headers } = await new Visitor(app.url).get("/demo");
    expect(status).toBe(200);
    expect(headers.get("Content-Security-Policy")).toContain("; style-src 'self' 'unsafe-inline';");
  } finally {
    await app.stop();
  }
});
