import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { createEntryToken } from "#api/auth/entry.ts";
import { openEmbeddedApi } from "#api/embedded.ts";
import { createUser } from "#api/services/users.ts";
import { migrate } from "#api/store/migrate.ts";
import { openStore } from "#api/store/open.ts";
import { VERSION } from "#model/version.ts";
import { Client } from "../support/api.ts";
import { commandOf } from "../support/command.ts";
import { type Outcome, runHere } from "../support/run-here.ts";
import { onPostgres } from "./databases.ts";
import { answersFor, answerThread, createOrganization, createP3M3, expectStatus, organizationForm } from "./scenario.ts";

let folder: string;
let url: string;
const running = new Set<ChildProcess>();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "processes-"));
  url = `file:${join(folder, "test.db")}`;
});

afterEach(async () => {
  for (const child of running) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

interface ApiProcess {
  child: ChildProcess;
  client(token?: string): Client;
  /** Where the API listens. */
  address: string;
  /** Resolves to the exit code, or the signal. */
  ended: Promise<number | string>;
  said: { out: string; err: string };
}

function run(file: string, args: string[] = [], env: Record<string, string> = {}): Omit<ApiProcess, "client" | "address"> {
  const child = spawn(process.execPath, commandOf(file, ...args), {
    env: { PATH: process.env.PATH, NODE_ENV: "test", DATABASE_URL: url, API_PORT: "0", ...env },
  });
  running.add(child);
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    said.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said.err += chunk;
  });
  const ended = new Promise<number | string>((resolve) =>
    child.once("close", (code, signal) => {
      running.delete(child);
      resolve(code ?? signal ?? "");
    }),
  );
  return { child, ended, said };
}

/** Starts the API as a process of its own and waits until it listens. */
async function start(env: Record<string, string> = {}): Promise<ApiProcess> {
  const started = run("api/main.ts", [], env);
  const address = await new Promise<string>((resolve, reject) => {
    started.child.stdout?.on("data", () => {
      const address = /http:\/\/\S+/.exec(started.said.out)?.[0];
      if (address) resolve(address);
    });
    started.child.once("close", () => reject(new Error(`The API ended: ${started.said.err}`)));
  });
  const send = (request: Request) => fetch(new Request(request.url.replace("http://api.test", address), request));
  return { ...started, address, client: (token) => new Client(send, token) };
}

/** A token for a new user, made while the processes run. */
async function entryToken(email: string): Promise<string> {
  const store = openStore(url);
  try {
    await migrate(store);
    await createUser(store, { email, roles: ["P3M3"] });
    return await createEntryToken(store, email);
  } finally {
    await store.destroy();
  }
}

async function signIn(api: ApiProcess, email: string): Promise<string> {
  return expectStatus(await api.client().post("/auth", { token: await entryToken(email) }), 200).body.token;
}

describe("the API as a process", () => {
  it("leaves no file that another account of the machine could read, and ends on SIGTERM by itself without a complaint", async () => {
    const before = process.umask(0o022);
    try {
      const api = await start();
      expectStatus(await api.client().get("/ready"), 200);
      const modes = readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o077).toString(8)]);
      expect(modes.map(([name]) => name)).toEqual(expect.arrayContaining(["test.db", "test.db-wal", "test.db.token-secret"]));
      for (const [name, others] of modes) expect([name, others]).toEqual([name, "0"]);
      api.child.kill("SIGTERM");
      expect(await api.ended).toBe(0);
      expect(api.said.err).toBe("");
      expect(JSON.parse(api.said.out.split("\n")[0] ?? "")).toMatchObject({ message: "the API starts", version: VERSION });
    } finally {
      process.umask(before);
    }
  });

  it("loses no acknowledged answer when it is killed", async () => {
    const first = await start();
    const token = await signIn(first, "ledger@process.example");
    const client = first.client(token);
    const id = await createP3M3(client, await createOrganization(client));
    const states = ["RNNNN", "FRNNN", "FFRNN", "FFFRN", "FFFFR", "FFFFF"];
    const acknowledged = new Map<number, string>();
    let saves = 0;
    for (let round = 0; saves < 60; round += 1)
      for (const thread of [1, 2, 3, 4]) {
        const letters = states[(round + thread) % states.length] ?? "";
        const answers = await answersFor(client, id, 1, thread, letters);
        expectStatus(await client.post(`/P3M3/assessments/${id}/answer`, answers), 200);
        acknowledged.set(thread, letters);
        saves += 1;
      }
    // One more is under way while the process dies: it may be stored or not, but nothing else may differ.
    const answers = await answersFor(client, id, 1, 5, "FFFFF");
    const underWay = client.post(`/P3M3/assessments/${id}/answer`, answers).catch(() => undefined);
    first.child.kill("SIGKILL");
    expect(await first.ended).toBe("SIGKILL");
    await underWay;

    const second = await start();
    expect(first.said.out).toContain('"message":"the database was made"');
    expect(second.said.out).not.toContain("the database was made");
    for (const [thread, letters] of acknowledged) {
      const questions = expectStatus(await second.client(token).get(`/P3M3/assessments/${id}/questions?p=1&t=${thread}`), 200).body;
      expect(questions.map(({ answer }: { answer: { selection: string } }) => answer.selection[0]).join("")).toBe(letters);
    }
  });

  it("shares tokens, locks and idempotency keys with another process on the same database", async () => {
    const [one, two] = await Promise.all([start(), start()]);
    const token = await signIn(one, "shared@process.example");
    const [here, there] = [one.client(token), two.client(token)];
    const form = {
      name: "Once",
      businessUnit: null,
      benchmarkConsent: false,
      country: { id: 756, name: "" },
      industry: { id: 1, name: "" },
      size: { id: 1, name: "" },
    };
    const key = { "Idempotency-Key": "one-key" };
    const created = await Promise.all([here, there, here, there].map((client) => client.post("/organizations", form, key)));
    expect(new Set(created.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await there.get("/organizations")).body.myOrgnizations).toHaveLength(1);

    const id = await createP3M3(here, created[0]?.body.id);
    expect((await there.get(`/assessments/${id}/lock`)).body.lockedBy).toBe("shared@process.example");
    const stranger = two.client(await signIn(two, "stranger@process.example"));
    expect((await stranger.post(`/assessments/${id}/lock`)).status).toBe(404);

    const entry = await entryToken("racer@process.example");
    const entered = await Promise.all([one, two, one, two].map((api) => api.client().post("/auth", { token: entry })));
    expect(entered.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  it("ends a session in every process at once, and has one successor for a refresh token, whichever process is asked", async () => {
    const apis = await Promise.all([start(), start()]);
    const [one, two] = apis;
    const entered = expectStatus(await one.client().post("/auth", { token: await entryToken("everywhere@process.example") }), 200);
    const cookieOf = ({ headers }: { headers: Headers }) => /^refresh=([^;]+)/.exec(headers.get("Set-Cookie") ?? "")?.[1] ?? "";
    const refresh = (api: ApiProcess, cookie: string) => api.client().post("/auth/refresh", {}, { Cookie: `refresh=${cookie}` });
    const refreshed = await Promise.all([one, two, one, two].map((api) => refresh(api, cookieOf(entered))));
    expect(refreshed.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(refreshed.map(cookieOf)).size).toBe(1);
    const tokens = [entered.body.token, ...refreshed.map(({ body }) => body.token)];
    const statuses = () =>
      Promise.all(apis.flatMap((api) => tokens.map(async (token) => (await api.client(token).get("/organizations")).status)));
    expect(new Set(await statuses())).toEqual(new Set([200]));
    expectStatus(await two.client(refreshed[0]?.body.token).post("/auth/logout"), 204);
    expect(new Set(await statuses())).toEqual(new Set([401]));
    expect((await refresh(one, cookieOf(refreshed[0] as never))).status).toBe(401);
  });

  it("goes on beside a newer version that has migrated the database, but does not start on what is newer than itself", async () => {
    const api = await start();
    const client = api.client(await signIn(api, "upgrade@process.example"));
    const id = await createP3M3(client, await createOrganization(client));
    const database = new DatabaseSync(url.slice("file:".length), { timeout: 2000 });
    // A newer version may add columns while older ones run.
    database.exec("alter table assessment add column of_a_newer_version text");
    database.prepare("insert into kysely_migration (name, timestamp) values (?, ?)").run("9999-newer", new Date().toISOString());
    database.close();

    expectStatus(await answerThread(client, id, 1, 1, "FFRNN"), 200);
    expectStatus(await client.post("/organizations", organizationForm({ name: "Made meanwhile" })), 201);
    const again = run("api/main.ts");
    expect(await again.ended).toBe(1);
    expect(again.said.err).toContain("The database was made by a newer version of this application.");
    expectStatus(await client.get(`/assessments/${id}`), 200);
  });

  it("ends by itself on SIGTERM, although a client never finishes what it began to send", async () => {
    const api = await start();
    const { hostname, port } = new URL(api.address);
    const sockets = [
      "GET /ready HTTP/1.1\r\nHost: api\r\nX-Slow: ",
      "POST /auth HTTP/1.1\r\nHost: api\r\nContent-Length: 100\r\n\r\n{",
    ].map((bytes) =>
      connect(Number(port), hostname, function (this: Socket) {
        this.write(bytes);
      }),
    );
    for (const socket of sockets) socket.on("error", () => {});
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    // When this is answered, everything that was sent before has arrived.
    expectStatus(await api.client().get("/ready"), 200);
    api.child.kill("SIGTERM");
    // A process that waits for it is ended with another code in the end.
    expect(await api.ended).toBe(0);
    expect(api.said.err).toBe("");
  });

  it("does not start with malformed variables, and names each in one line", async () => {
    const refused = await runHere("api/main.ts", [], { DATABASE_URL: "mysql://x", DEMO: "yes" });
    expect(refused.code).toBe(78);
    expect(refused.err.trim().split("\n")).toEqual(["DATABASE_URL: must be file:… or postgres://…", "DEMO: must be 1 or 0"]);
    const everything = await runHere("api/main.ts", [], {
      NODE_ENV: "production",
      DATABASE_URL: "postgres://kim:secret@db.example/a",
      API_PORT: "http",
      DATABASE_TIMEOUT_MS: "soon",
      OUTBOX_WEBHOOK_URL: "https://body.example",
    });
    expect(everything.code).toBe(78);
    expect(everything.err.trim().split("\n")).toEqual([
      "API_PORT: must be a whole number from 0 to 65535",
      "DATABASE_TIMEOUT_MS: must be a whole number from 100 to 300000, in milliseconds",
      "OUTBOX_WEBHOOK_SECRET: required with OUTBOX_WEBHOOK_URL, at least 32 characters",
      "TOKEN_SECRET: required in production with PostgreSQL, at least 32 characters",
      "HISTORY_KEY: required in production with PostgreSQL, at least 32 characters",
    ]);
  });

  it("ends in one line where the database or the port cannot be had", onPostgres, async () => {
    const postgres = new URL(inject("postgresUrl"));
    const wrong = new URL(postgres);
    wrong.password = "wrong";
    const missing = new URL(postgres);
    missing.pathname = "/not-there";
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    try {
      const isOneLine = (err: string, line: RegExp) => {
        expect(err.trim()).toMatch(line);
        expect(err.trim().split("\n")).toHaveLength(1);
        expect(err).not.toMatch(/wrong|secret/);
      };
      for (const [DATABASE_URL, line] of [
        [wrong.href, /^PostgreSQL refuses the name or password in DATABASE_URL: postgres:\/\/\S+:…@/],
        ["postgres://kim:secret@127.0.0.1:1/a", /cannot be reached \(ECONNREFUSED\)/],
        ["file:/dev/null/data/a.db", /^\/dev\/null\/data cannot be made/],
      ] as const) {
        // A server that trusts everybody takes any password.
        if (DATABASE_URL === wrong.href && postgres.password === "") continue;
        const refused = await runHere("api/main.ts", [], { DATABASE_URL, API_PORT: "0" });
        expect(refused.code).toBe(1);
        isOneLine(refused.err, line);
      }
      for (const [env, line] of [
        [{ DATABASE_URL: missing.href }, /^There is no database \S+\/not-there\. Create it, or correct DATABASE_URL\.$/],
        [{ API_PORT: String(port) }, /^API_PORT: another program listens there already \(127\.0\.0\.1 port \d+\)$/],
        [{ API_HOST: "192.0.2.1" }, /^API_HOST: no address of this machine$/],
      ] as const) {
        const refused = run("api/main.ts", [], env);
        expect(await refused.ended).toBe(1);
        isOneLine(refused.said.err, line);
      }
      const command = await runHere("api/commands/db.ts", ["backup"], { DATABASE_URL: missing.href });
      expect([command.code, command.err.trim().split("\n").at(-1)]).toEqual([1, expect.stringMatching(/^There is no database/)]);
    } finally {
      taken.close();
    }
  });
});

/** A command as a process: once for each, because it takes ten times as long as without one. */
async function runProcess(file: string, args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const { ended, said } = run(file, args, env);
  return { code: Number(await ended), ...said };
}

/** Opens the API without a process of its own. */
async function serveHere(env: Record<string, string> = {}): Promise<{ client: Client; close(): Promise<void> }> {
  const api = await openEmbeddedApi({ NODE_ENV: "test", DATABASE_URL: url, ...env });
  return { client: new Client((request) => api.fetch(request)), close: () => api.close() };
}

describe("the entry-link command", () => {
  const COMMAND = "api/commands/entry-link.ts";
  const link = (args: string[], env = {}) => runHere(COMMAND, args, { DATABASE_URL: url, ...env });

  it("prints a link that signs in, and nothing else; the user is created once", async () => {
    const args = ["--email", "Nina@Client.example", "--name", "Nina", "--roles", "itil", "--team", "Clients", "--new-team"];
    const first = await runProcess(COMMAND, args, { PUBLIC_URL: "https://assess.example.org/" });
    expect(first.err).toBe(`There was no database ${join(folder, "test.db")}, so it was made.\n`);
    expect(first.out).toMatch(/^https:\/\/assess\.example\.org\/entry\/[\w-]{43}~\d{10}\n$/);
    const second = await link(["--email", "nina@client.example"], { PORT: "8080" });
    expect(second.err).toBe("");
    expect(second.out).toMatch(/^http:\/\/localhost:8080\/entry\/[\w-]{43}~\d{10}\n$/);
    const api = await serveHere();
    const token = second.out.trim().split("/").at(-1);
    const session = expectStatus(await api.client.post("/auth", { token }), 200).body;
    await api.close();
    expect([session.user, session.roles]).toEqual([{ email: "nina@client.example", firstName: "Nina" }, ["ITIL"]]);
  });

  it("changes what it is told about somebody who is known, and says so", async () => {
    await link(["--email", "nina@client.example", "--roles", "P3M3,ITIL", "--team", "Clients", "--new-team"]);
    const again = await link(["--email", "Nina@client.example", "--name", "Nina", "--roles", "itil", "--team", "Others", "--new-team"]);
    expect(again.err.trim().split("\n")).toEqual([
      "nina@client.example: name: Nina (before: none)",
      "nina@client.example: roles: ITIL (before: P3M3, ITIL)",
      "nina@client.example: team: Others (before: Clients)",
    ]);
    const api = await serveHere();
    const session = expectStatus(await api.client.post("/auth", { token: again.out.trim().split("/").at(-1) }), 200).body;
    await api.close();
    expect([session.user.firstName, session.roles]).toEqual(["Nina", ["ITIL"]]);
  });

  it("prints the server's own PUBLIC_URL, whatever is set where it runs", async () => {
    await (await serveHere({ PUBLIC_URL: "https://assess.example.org/" })).close();
    expect((await link(["--email", "kim@client.example"])).out).toMatch(/^https:\/\/assess\.example\.org\/entry\//);
    const other = await link(["--email", "kim@client.example"], { PUBLIC_URL: "https://old.example.org" });
    expect(other.out).toMatch(/^https:\/\/assess\.example\.org\/entry\//);
    expect(other.err).toBe(
      "The server's PUBLIC_URL is https://assess.example.org. The one that is set here, https://old.example.org, was not used.\n",
    );
    // A server without one knows none.
    await (await serveHere()).close();
    expect((await link(["--email", "kim@client.example"])).out).toMatch(/^http:\/\/localhost:3000\/entry\//);
  });

  it("makes no team by mistake: a new one has to be confirmed", async () => {
    await link(["--email", "nina@client.example", "--team", "Clients", "--new-team"]);
    const mistyped = await link(["--email", "kim@client.example", "--team", "Client"]);
    expect(mistyped).toEqual({
      code: 1,
      out: "",
      err: 'There is no team "Client". The teams are: Clients. Make it? If so, add --new-team.\n',
    });
    expect((await link(["--email", "kim@client.example", "--team", "Clients"])).code).toBe(0);
    const listed = await runHere("api/commands/people.ts", ["list"], { DATABASE_URL: url });
    expect(listed.out.match(/^\S+@.*$/gm)?.map((line) => line.split(/ {2,}/).join(" "))).toEqual([
      "kim@client.example assessor P3M3,ITIL Clients",
      "nina@client.example assessor P3M3,ITIL Clients",
    ]);
  });

  it("says what is wrong with its options", async () => {
    const refused = await link(["--email", "nobody", "--roles", "CMMI"]);
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/--email: must be an e-mail address[\s\S]*--roles\.0: [\s\S]*Usage: /);
    expect(refused.out).toBe("");
  });
});

describe("the people command", () => {
  const COMMAND = "api/commands/people.ts";
  const people = (...args: string[]) => runHere(COMMAND, args, { DATABASE_URL: url });

  it("lists people, and keeps somebody out at once, in a server that is running", async () => {
    const api = await start();
    const token = await signIn(api, "nina@client.example");
    expect((await people("list")).out).toMatch(/^nina@client\.example +lead +P3M3 +\(without a name\) +signed in on 1, seen 2/m);
    expect((await api.client(token).get("/organizations")).status).toBe(200);
    const suspended = await runProcess(COMMAND, ["suspend", "Nina@client.example"]);
    expect([suspended.code, suspended.err]).toEqual([0, ""]);
    expect(suspended.out).toBe(
      "nina@client.example is suspended. 1 session ended.\nTo let them in again: npm run people -- readmit nina@client.example\n",
    );
    expect((await api.client(token).get("/organizations")).status).toBe(401);
    expect(await runHere("api/commands/entry-link.ts", ["--email", "nina@client.example"], { DATABASE_URL: url })).toEqual({
      code: 1,
      out: "",
      err: expect.stringContaining("is suspended. To let them in again"),
    });
    expect((await people("list")).out).toMatch(/^nina@client\.example .* suspended \d{4}-/m);
  });

  it("says what is wrong with what it was asked, and what there is to ask", async () => {
    for (const args of [
      ["drop", "a@b.example"],
      ["list", "a@b.example"],
      ["remove", "a@b.example", "b@b.example"],
    ]) {
      const refused = await people(...args);
      expect([refused.code, refused.out]).toEqual([2, ""]);
      expect(refused.err).toContain("npm run people -- suspend ADDRESS");
    }
    expect(await people("remove", "nobody@client.example")).toEqual({
      code: 1,
      out: "",
      err: expect.stringMatching(/(^|\n)Nobody has the address nobody@client\.example\.\n$/),
    });
  });
});

describe("the organizations command", () => {
  const COMMAND = "api/commands/organizations.ts";
  const organizations = (...args: string[]) => runHere(COMMAND, args, { DATABASE_URL: url });

  it("deletes an organization once that is confirmed, while a server runs", async () => {
    const api = await start();
    const client = api.client(await signIn(api, "nina@client.example"));
    const id = await createOrganization(client, { name: "Gone Works" });
    await createP3M3(client, id);
    const outcome = await organizations("delete", String(id));
    expect([outcome.code, outcome.out]).toEqual([1, ""]);
    expect(outcome.err).toBe("Delete Gone Works (1 assessment) and all that is stored of it, for good? If so, add --yes.\n");
    expectStatus(await client.get(`/organizations/${id}`), 200);
    const deleted = await runProcess(COMMAND, ["delete", String(id), "--yes"]);
    expect([deleted.code, deleted.err]).toEqual([0, ""]);
    expect(deleted.out).toBe("Gone Works is deleted. It is still in backups that were made before.\n");
    expectStatus(await client.get(`/organizations/${id}`), 404);
    expect(await organizations("delete", String(id), "--yes")).toEqual({
      code: 1,
      out: "",
      err: expect.stringMatching(/^There is no organization/),
    });
  });

  it("says how it is used", async () => {
    for (const args of [[], ["delete"], ["delete", "all"], ["list", "1"]]) {
      const refused = await organizations(...args);
      expect([refused.code, refused.out]).toEqual([2, ""]);
      expect(refused.err).toContain("npm run organizations -- delete NUMBER");
    }
  });
});
