/** An API on a fresh database, for tests that drive it with requests. */
import { createSecretKey } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { Afterwards } from "#api/afterwards.ts";
import { createApi } from "#api/app.ts";
import { createEntryToken } from "#api/auth/entry.ts";

import type { ApiConfig } from "#api/config.ts";
import { Catalogue, importPack } from "#api/content/catalogue.ts";
import { packOf } from "#api/content/pack.ts";
import type { Log } from "#api/log.ts";
import type { MailSettings } from "#api/mail/settings.ts";
import type { PeopleContext } from "#api/services/people.ts";
import { createUser, findUserByEmail, type NewUser } from "#api/services/users.ts";
import { migrate } from "#api/store/migrate.ts";
import { type Db, openStore, type Store } from "#api/store/open.ts";
import { fullItilContent, fullP3m3Content } from "./content-pack.ts";

export interface FreshDatabase {
  url: string;
  /** Removes it, even if clients are still connected. */
  drop(): Promise<void>;
}

/** A SQLite file in a folder of its own, which `npm test` makes in memory (scripts/test.js): there no commit waits for a disk. */
export function freshSqlite(): FreshDatabase {
  const folder = mkdtempSync(join(process.env.TEST_DATABASE_FOLDER ?? tmpdir(), "assessments-"));
  return { url: `file:${join(folder, "test.db")}`, drop: async () => rmSync(folder, { recursive: true, force: true }) };
}

let databases = 0;

/**
 * A database of its own on a PostgreSQL server.
 * @param template the name of the database that it is a copy of; an empty one unless said otherwise
 */
export async function freshPostgres(server: string, template = "template1"): Promise<FreshDatabase> {
  databases += 1;
  const name = `test_${process.pid}_${Date.now()}_${databases}`;
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await administer(`create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`drop database if exists ${name} with (force)`) };
}

/** Where the application under test keeps its data: on the server that TEST_DATABASE_URL names, or in a file of its own. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { TEST_DATABASE_URL: server } = process.env;
  return server ? freshPostgres(server) : freshSqlite();
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the API sent
  body: any;
  headers: Headers;
}

/** What was sent: JSON as a rule, and the text itself where it is none. */
function bodyOf(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A caller with a token, or without. */
export class Client {
  readonly #fetch: (request: Request) => Response | Promise<Response>;
  readonly token: string | undefined;

  constructor(fetch: (request: Request) => Response | Promise<Response>, token?: string) {
    this.#fetch = fetch;
    this.token = token;
  }

  /** Sends one request; a string is sent as it is, anything else as JSON. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await this.#fetch(
      new Request(`http://api.test${path}`, {
        method,
        headers: {
          ...(this.token === undefined ? {} : { Authorization: `Bearer ${this.token}` }),
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return { status: response.status, body: bodyOf(text), headers: response.headers };
  }

  /** The same upstream, with another token. */
  bearing = (token: string) => new Client(this.#fetch, token);

  get = (path: string, headers?: Record<string, string>) => this.call("GET", path, undefined, headers);
  post = (path: string, body: unknown = {}, headers?: Record<string, string>) => this.call("POST", path, body, headers);
  put = (path: string, body: unknown, headers?: Record<string, string>) => this.call("PUT", path, body, headers);
  delete = (path: string) => this.call("DELETE", path);
}

export interface TestApi {
  /** Of its database. */
  url: string;
  store: Store;
  catalogue: Catalogue;
  /** The API's present moment; set it to let time pass. */
  now: Date;
  /** What was logged. */
  logged: Parameters<Log>[0][];
  anonymous: Client;
  /** Every call that the API has. */
  routes: { method: string; path: string }[];
  fetch(request: Request): Response | Promise<Response>;
  /** Waits until what calls left to be done after their answers is done. */
  settled(): Promise<void>;
  /** Creates the user when there is none with this address, and signs them in. */
  signIn(user: Partial<NewUser> & { email: string }): Promise<Client>;
  close(): Promise<void>;
}

/** Settings with which an API offers sign-in by mail. */
export const MAIL: MailSettings = {
  smtp: { host: "127.0.0.1", port: 25, secure: false, requireTls: false, from: "assessments@example.org" },
  publicUrl: "https://assess.example.org",
};

/** The settings of an API under test. */
export const testConfig = (databaseUrl: string, config: Partial<ApiConfig> = {}): ApiConfig => ({
  databaseUrl,
  databaseTimeoutMs: 60_000,
  timeZone: "UTC",
  internalAccounts: [],
  tokenSecrets: ["the secret of a test: it signs no real token"],
  historyKey: "the key of a test: it seals no real history",
  production: false,
  demo: false,
  outbox: {},
  ...config,
});

/** Seals the history of an API under test. */
export const HISTORY_KEY = createSecretKey(testConfig("").historyKey, "utf8");

/** What an operator's command works with. */
export const operatingOn = (db: Db, now: Date): PeopleContext => ({ db, now, historyKey: HISTORY_KEY, internalAccounts: [] });

/** Opens an API with full-size test content on a database, which is dropped on close. */
export async function openTestApi(database: FreshDatabase, config: Partial<ApiConfig> = {}): Promise<TestApi> {
  const settings = testConfig(database.url, config);
  const store = openStore(database.url, { statementMs: settings.databaseTimeoutMs });
  await migrate(store, { purpose: config.demo ? "demo" : "real" });
  const now = new Date("2026-11-05T09:00:00.000Z");
  await importPack(store, packOf(fullP3m3Content()), now);
  await importPack(store, packOf(fullItilContent()), now);
  const catalogue = new Catalogue();
  const logged: Parameters<Log>[0][] = [];
  const afterwards = new Afterwards((entry) => logged.push(entry));
  const api = createApi({
    store,
    afterwards,
    catalogue,
    config: settings,
    clock: () => opened.now,
    log: (entry) => logged.push(entry),
  });
  const fetch = (request: Request) => api.fetch(request);
  const opened: TestApi = {
    url: database.url,
    store,
    catalogue,
    now,
    logged,
    anonymous: new Client(fetch),
    routes: api.routes.map(({ method, path }) => ({ method, path })),
    fetch,
    settled: () => afterwards.done(),
    async signIn({ email, ...rest }) {
      if (!(await findUserByEmail(store, email))) await createUser(store, { roles: ["P3M3", "ITIL"], ...rest, email });
      const { body } = await opened.anonymous.post("/auth", { token: await createEntryToken(store, email, opened.now) });
      return new Client(fetch, body.token);
    },
    async close() {
      await store.destroy();
      await database.drop();
    },
  };
  return opened;
}

/** How many statements the store gets for a call. */
export async function statementsFor(api: TestApi, { token }: Client, path: string): Promise<number> {
  let statements = 0;
  const store = api.store.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const counted = createApi({ store, catalogue: api.catalogue, config: testConfig(api.url), clock: () => api.now });
  const { status } = await new Client((request) => counted.fetch(request), token).get(path);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return statements;
}
