import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEntryToken } from "#api/auth/entry.ts";
import { createUser } from "#api/services/users.ts";
import { migrate } from "#api/store/migrate.ts";
import { openStore } from "#api/store/open.ts";
import { Client } from "../support/api.ts";
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

interface Started {
  child: ChildProcess;
  client(token?: string): Client;
  /** Resolves to the exit code, or the signal. */
  ended: Promise<number | string>;
  said: { out: string; err: string };
}

function run(file: string, args: string[] = [], env: Record<string, string> = {}): Omit<Started, "client"> {
  const child = spawn(process.execPath, ["--import", "tsx", file, ...args], {
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
async function start(): Promise<Started> {
  const started = run("api/main.ts");
  const address = await new Promise<string>((resolve, reject) => {
    started.child.stdout?.on("data", () => {
      const found = /http:\/\/\S+/.exec(started.said.out)?.[0];
      if (found) resolve(found);
    });
    started.child.once("close", () => reject(new Error(`The API ended: ${started.said.err}`)));
  });
  const send = (request: Request) => fetch(new Request(request.url.replace("http://api.test", address), request));
  return { ...started, client: (token) => new Client(send, token) };
}

/** A token for a new user, made beside the running processes. */
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

async function signIn(api: Started, email: string): Promise<string> {
  return expectStatus(await api.client().post("/auth", { token: await entryToken(email) }), 200).body.token;
}

describe("the API as a process", () => {
  it("leaves no file that another account of the machine could read", async () => {
    const before = process.umask(0o022);
    try {
      const client = (await start()).client(undefined);
      expectStatus(await client.get("/ready"), 200);
      const modes = readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o077).toString(8)]);
      expect(modes.map(([name]) => name)).toEqual(expect.arrayContaining(["test.db", "test.db-wal", "test.db.token-secret"]));
      for (const [name, others] of modes) expect([name, others]).toEqual([name, "0"]);
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
    expect((await stranger.post(`/assessments/${id}/lock`)).status).toBe(403);

    const entry = await entryToken("racer@process.example");
    const entered = await Promise.all([one, two, one, two].map((api) => api.client().post("/auth", { token: entry })));
    expect(entered.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  it("ends a session in every process at once, and has one successor for a refresh token, whichever process is asked", async () => {
    const apis = await Promise.all([start(), start()]);
    const [one, two] = apis;
    const entered = expectStatus(await one.client().post("/auth", { token: await entryToken("everywhere@process.example") }), 200);
    const cookieOf = ({ headers }: { headers: Headers }) => /^refresh=([^;]+)/.exec(headers.get("Set-Cookie") ?? "")?.[1] ?? "";
    const refresh = (api: Started, cookie: string) => api.client().post("/auth/refresh", {}, { Cookie: `refresh=${cookie}` });
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
    // What a newer version may do while older ones run: add.
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

  it("ends on SIGTERM by itself, with nothing on standard error", async () => {
    const api = await start();
    expectStatus(await api.client().get("/ready"), 200);
    api.child.kill("SIGTERM");
    expect(await api.ended).toBe(0);
    expect(api.said.err).toBe("");
  });

  it("does not start with malformed variables, and names each in one line", async () => {
    const refused = run("api/main.ts", [], { DATABASE_URL: "mysql://x", DEMO: "yes" });
    expect(await refused.ended).toBe(1);
    expect(refused.said.err.trim().split("\n")).toEqual(["DATABASE_URL: must be file:… or postgres://…", "DEMO: must be 1 or 0"]);
    const port = run("api/main.ts", [], { API_PORT: "http" });
    expect(await port.ended).toBe(1);
    expect(port.said.err).toContain("API_PORT: must be a port number");
  });
});

describe("the entry-link command", () => {
  const link = async (args: string[], env = {}) => {
    const command = run("api/commands/entry-link.ts", args, env);
    return { code: await command.ended, ...command.said };
  };

  it("prints a link that signs in, and nothing else; the user is created once", async () => {
    const args = ["--email", "Nina@Client.example", "--name", "Nina", "--roles", "itil", "--team", "Clients"];
    const first = await link(args, { PUBLIC_URL: "https://assess.example.org/" });
    expect(first.err).toBe("");
    expect(first.out).toMatch(/^https:\/\/assess\.example\.org\/entry\/[\w-]{43}\n$/);
    const second = await link(["--email", "nina@client.example", "--roles", "P3M3"], { PORT: "8080" });
    expect(second.out).toMatch(/^http:\/\/localhost:8080\/entry\/[\w-]{43}\n$/);
    const api = await start();
    const token = second.out.trim().split("/").at(-1);
    const session = expectStatus(await api.client().post("/auth", { token }), 200).body;
    expect([session.user, session.roles]).toEqual([{ email: "nina@client.example", firstName: "Nina" }, ["ITIL"]]);
  });

  it("says what is wrong with its options", async () => {
    const refused = await link(["--email", "nobody", "--roles", "CMMI"]);
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/--email: must be an e-mail address[\s\S]*--roles\.0: [\s\S]*Usage: /);
    expect(refused.out).toBe("");
  });
});
