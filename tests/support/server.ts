/** Starts the built web application as people run it: `node server.js` in a process of its own, on a fresh database. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createEntryToken } from "#api/auth/entry.ts";
import { createUser, findUserByEmail } from "#api/services/users.ts";
import { inTransaction, openStore, type Store } from "#api/store/open.ts";
import type { Role } from "#model/contract/common.ts";
import type { Permission } from "#model/permissions.ts";
import { freshDatabase, testConfig } from "./api.ts";
import { commandOf } from "./command.ts";
import { copyDemo } from "./demo-database.ts";

const bothModels: Role[] = ["P3M3", "ITIL"];
const root = fileURLToPath(new URL("../..", import.meta.url));

export interface EntryLinkOptions {
  /** First name, as the greeting shows it. */
  name?: string;
  /** Both models by default. */
  roles?: Role[];
  /** A team of one without it. */
  team?: string;
  /** By default, that of anybody who is created in such a team. */
  permission?: Permission;
}

export interface App {
  /** Without a slash at its end, e.g. http://localhost:43121. */
  url: string;
  databaseUrl: string;
  process: ChildProcess;
  /** Everything that the server has written so far, both streams. */
  output(): string;
  /** A link that signs somebody in once; the user is created when there is none. Only where the reference API is embedded. */
  entryLink(email: string, options?: EntryLinkOptions): Promise<string>;
  /** Ends the process, waits for its end and removes its data; answers its exit code, null when the signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** The same for every process that works on a test's database: the application and others. */
export const SECRETS = {
  TOKEN_SECRET: testConfig("").tokenSecrets[0] ?? "",
  HISTORY_KEY: testConfig("").historyKey,
};

/** With any of these a server makes a store of its own. */
const OF_ITS_OWN = ["DEMO", ...Object.keys(SECRETS)];

/** A port that was free a moment ago, for settings that name their own address. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/**
 * Starts the application and waits until it listens.
 * @param env variables in addition to, or in place of: the demo, any free port, a database of its own. If it names a DATABASE_URL, `stop`
 * leaves that database as it is, and a second start finds what the first one stored.
 * @param folder of the built application; the project's unless said otherwise
 * @throws Error with the server's own words when it ends before it listens
 */
export async function startApp({ env = {}, folder = root }: { env?: Record<string, string>; folder?: string } = {}): Promise<App> {
  const database = env.DATABASE_URL ? undefined : await freshDatabase();
  const databaseUrl = env.DATABASE_URL ?? database?.url ?? "";
  if (database && !OF_ITS_OWN.some((name) => name in env)) copyDemo(databaseUrl);
  const child = spawn(process.execPath, ["server.js"], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: "0",
      DEMO: "1",
      ...SECRETS,
      ...env,
      DATABASE_URL: databaseUrl,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  const keep = (chunk: Buffer) => {
    written += chunk;
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const ended = once(child, "close").then(([code]) => code as number | null);
  // A test run that is broken off must not leave servers behind.
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);

  let store: Store | undefined;
  async function cleanUp() {
    process.off("exit", killWithUs);
    await store?.destroy();
    await database?.drop();
  }

  const url = await Promise.race([addressIn(child.stdout), ended.then(() => undefined)]);
  if (url === undefined) {
    await cleanUp();
    throw new Error(`The server ended with ${await ended} before it listened:\n${written}`);
  }

  return {
    url,
    databaseUrl,
    process: child,
    output: () => written,
    async entryLink(email, { name, roles = bothModels, team, permission } = {}) {
      store ??= openStore(databaseUrl);
      const token = await inTransaction(store, async (db) => {
        if (!(await findUserByEmail(db, email))) await createUser(db, { email, firstName: name, roles, team, permission });
        return createEntryToken(db, email);
      });
      return `${url}/entry/${token}`;
    },
    async stop(signal = "SIGTERM") {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const code = await ended;
      await cleanUp();
      return code;
    },
  };
}

export interface Api {
  url: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts the reference API as a process of its own on the given database, as people run it with `npm run api`. */
export async function startApi(databaseUrl: string, env: Record<string, string> = {}): Promise<Api> {
  const child = spawn(process.execPath, commandOf("api/main.ts"), {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: "production", API_PORT: "0", ...SECRETS, ...env, DATABASE_URL: databaseUrl },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  const url = await new Promise<string>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      const [, address] = /^The API listens on (http:\S+)$/.exec(line) ?? [];
      if (address) resolve(address);
    });
  });
  return {
    url,
    process: child,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** The address in the line that server.js prints when it is ready; never settles when the stream ends without it. */
function addressIn(stdout: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve) => {
    createInterface(stdout).on("line", (line) => {
      const [, address] = /^Listening on (http:\/\/\S+)$/.exec(line) ?? [];
      if (address) resolve(address);
    });
  });
}
