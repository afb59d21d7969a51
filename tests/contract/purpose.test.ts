/** A database is made for the demo or for real data, and neither is ever opened as the other. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Migrator } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { createApi } from "#api/app.ts";
import { Catalogue } from "#api/content/catalogue.ts";
import { DEMO_USERS } from "#api/demo/users.ts";
import { openEmbeddedApi } from "#api/embedded.ts";
import { createUser } from "#api/services/users.ts";
import { backUp, copyBetween, usualFolder } from "#api/store/backup.ts";
import { migrate } from "#api/store/migrate.ts";
import { migrations } from "#api/store/migrations/list.ts";
import { findNewestBackup } from "#api/store/newest-backup.ts";
import { openStore } from "#api/store/open.ts";
import { findMark } from "#api/store/purpose.ts";
import { restore } from "#api/store/restore.ts";
import { ConfigurationError } from "#model/environment.ts";
import { Client, type FreshDatabase, freshSqlite, testConfig } from "../support/api.ts";
import { commandOf } from "../support/command.ts";
import { everything, letGo } from "../support/rows.ts";
import { runHere } from "../support/run-here.ts";
import { fresh, KINDS } from "./databases.ts";

const databases: FreshDatabase[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

describe.each(KINDS)("on %s", (kind) => {
  const empty = async (): Promise<string> => {
    const database = await fresh(kind);
    databases.push(database);
    return database.url;
  };
  const open = (url: string, DEMO: "0" | "1") => openEmbeddedApi({ NODE_ENV: "test", DATABASE_URL: url, DEMO });
  const start = async (url: string, DEMO: "0" | "1") => {
    await (await open(url, DEMO)).close();
    await letGo();
  };
  const made = async (DEMO: "0" | "1"): Promise<string> => {
    const url = await empty();
    const store = openStore(url);
    await migrate(store, { purpose: DEMO === "1" ? "demo" : "real" });
    // A start that finds the demo's people does not fill the demo, which would take seconds.
    for (const user of DEMO === "1" ? DEMO_USERS : []) await createUser(store, user);
    await store.destroy();
    await start(url, DEMO);
    return url;
  };
  /** As a version made it that knew no marks. */
  const unmarked = async (): Promise<string> => {
    const url = await empty();
    const store = openStore(url);
    await new Migrator({ db: store, provider: { getMigrations: async () => migrations } }).migrateToLatest();
    await createUser(store, { email: "kim@client.example", roles: ["P3M3"], team: "Clients" });
    await store.destroy();
    await letGo();
    return url;
  };
  const refusal = async (url: string, DEMO: "0" | "1"): Promise<string> => {
    const error = await open(url, DEMO).then(
      (api) => api.close().then(() => "it was opened"),
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message;
  };

  it("the demo does not open a database of real data, says what to do, and leaves every row", async () => {
    const url = await made("0");
    const before = await everything(url);
    const message = await refusal(url, "1");
    expect(message).toMatch(/^The database \S+ was not made for the demo\. It may hold real data, so it was left as it is\.\n/);
    expect(message).toContain("DATABASE_URL");
    expect(message).not.toContain(":postgres@");
    expect(await everything(url)).toEqual(before);
    await start(url, "0");
  });

  it("real data is not kept in a database of the demo", async () => {
    const url = await made("1");
    const before = await everything(url);
    const message = await refusal(url, "0");
    expect(message).toMatch(/^The database \S+ was made for the demo, where anybody may sign in as anybody\./);
    expect(message).toContain("DATABASE_URL");
    expect(await everything(url)).toEqual(before);
    await start(url, "1");
  });

  it("a database from before there were marks counts as real data", async () => {
    const url = await unmarked();
    const before = await everything(url);
    expect(await refusal(url, "1")).toContain("delete");
    expect(await everything(url)).toEqual(before);
    await start(url, "0");
    expect(await refusal(url, "1")).toContain("was not made for the demo");
  });

  it("one that is open already in the same process is refused all the same", async () => {
    const url = await empty();
    const api = await open(url, "0");
    try {
      expect(await refusal(url, "1")).toContain("was not made for the demo");
    } finally {
      await api.close();
    }
  });

  it("of a demo and another process that start together on an empty database one makes it, the other is refused", async () => {
    const url = await empty();
    const both = [startProcess(url, "1"), startProcess(url, "0")];
    const refused = await Promise.race(both.map(({ ended }) => ended));
    expect(refused.code).toBe(78);
    const made = refused.demo ? "was not made for" : "was made for";
    // On a slow machine the tables may take longer than the other process waits.
    expect(refused.err).toMatch(new RegExp(`^(The database \\S+ ${made} .+\n.+|Another program is writing to the database .+)\n$`));
    const [other] = both.filter(({ demo }) => demo !== refused.demo);
    expect(await Promise.race([other?.made, other?.ended])).toBe("made");
    other?.child.kill("SIGKILL");
    expect(await other?.ended).toMatchObject({ code: null });
    const store = openStore(url);
    expect(await findMark(store)).toBe(other?.demo ? "demo" : "real");
    await store.destroy();
    await letGo();
  });

  it("an API that is told to be a demo has no demo calls on another database", async () => {
    const url = await made("0");
    const store = openStore(url);
    await createUser(store, { email: "alex@demo.example", roles: ["P3M3"] });
    const config = testConfig(url, { demo: true });
    const api = createApi({ store, catalogue: new Catalogue(), config });
    const anybody = new Client((request) => api.fetch(request));
    expect((await anybody.get("/demo/users")).status).toBe(404);
    expect((await anybody.post("/demo/entry", { email: "alex@demo.example" })).status).toBe(404);
    await store.destroy();
  });

  it("a copy and a backup stay what their source was", async () => {
    const [demo, real] = [await made("1"), await made("0")];
    const [copied, restored] = [await empty(), await empty()];
    await copyBetween(demo, copied);
    expect(await refusal(copied, "0")).toContain("was made for the demo");
    const folder = mkdtempSync(join(tmpdir(), "purpose-"));
    try {
      const { path } = await backUp(real, { file: join(folder, "real.db") });
      await letGo();
      await restore(restored, path);
      await letGo();
      expect(await refusal(restored, "1")).toContain("was not made for the demo");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("neither a copy nor a backup puts a demo in the place of real data, or the reverse", async () => {
    const [demo, real, older] = [await made("1"), await made("0"), await unmarked()];
    const folder = mkdtempSync(join(tmpdir(), "purpose-"));
    try {
      for (const [from, to] of [
        [demo, real],
        [demo, older],
        [real, demo],
      ] as const) {
        const before = await everything(to);
        const { path } = await backUp(from, { file: join(folder, `${Math.random()}.db`) });
        await letGo();
        await expect(copyBetween(from, to, { replace: true })).rejects.toThrow(/demo.*\n.*another database/s);
        await letGo();
        await expect(restore(to, path, { replace: true })).rejects.toThrow(/demo.*\n.*another database/s);
        await letGo();
        expect(await everything(to)).toEqual(before);
      }
      await copyBetween(older, real, { replace: true });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

it("a database that only has its tables takes a copy without --replace, of its own kind alone", async () => {
  const [source, other] = [freshSqlite(), freshSqlite()];
  databases.push(source, other);
  const bare = async (DEMO: string) => {
    const target = freshSqlite();
    databases.push(target);
    await runHere("api/commands/db.ts", ["migrate"], { DATABASE_URL: target.url, DEMO });
    return target.url;
  };
  await (await openEmbeddedApi({ DATABASE_URL: source.url })).close();
  await letGo();
  const target = await bare("0");
  await copyBetween(source.url, target);
  expect(await everything(target)).toEqual(await everything(source.url));
  await expect(copyBetween(source.url, await bare("1"))).rejects.toThrow(/demo/);
});

it("the backup that is named for a damaged database is none of the demo beside it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "purpose-"));
  const at = (name: string) => `file:${join(folder, name)}`;
  for (const [name, purpose] of [
    ["assessments.db", "real"],
    ["demo.db", "demo"],
  ] as const) {
    const store = openStore(at(name));
    await migrate(store, { purpose });
    await store.destroy();
  }
  await letGo();
  const real = await backUp(at("assessments.db"), { now: new Date("2026-01-01") });
  // To go back to an older version, an operator looks for a backup that it made.
  expect(basename(real.path)).toMatch(/^assessments-20260101T000000Z-\d+\.\d+\.\d+\.db$/);
  const demo = await backUp(at("demo.db"), { now: new Date("2026-02-02") });
  expect(await findNewestBackup(usualFolder(at("assessments.db")), "real")).toBe(real.path);
  expect(await findNewestBackup(usualFolder(at("demo.db")), "demo")).toBe(demo.path);
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the API as a process. `made` resolves once it has made the database, `ended` when it ends. */
function startProcess(url: string, DEMO: "0" | "1") {
  const child = spawn(process.execPath, commandOf("api/main.ts"), {
    env: { PATH: process.env.PATH, NODE_ENV: "test", DATABASE_URL: url, API_PORT: "0", DEMO },
  });
  const demo = DEMO === "1";
  let [out, err] = ["", ""];
  const made = new Promise<"made">((resolve) => {
    child.stdout.on("data", (chunk) => {
      out += chunk;
      // The demo does not log that its database was made, only that it is there.
      if (/the database was made|listens on|Listening/.test(out)) resolve("made");
    });
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const ended = new Promise<{ demo: boolean; code: number | null; err: string }>((resolve) =>
    child.once("close", (code) => resolve({ demo, code, err })),
  );
  return { child, demo, made, ended };
}
