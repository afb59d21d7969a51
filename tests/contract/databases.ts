import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, inject } from "vitest";
import type { ApiConfig } from "#api/config.ts";
import { sqlitePath } from "#api/store/open.ts";
import { type FreshDatabase, freshPostgres, freshSqlite, openTestApi, type TestApi } from "../support/api.ts";
import { onlyIf } from "../support/only-if.ts";

export type Kind = "SQLite" | "PostgreSQL";

/** What the tests run on. The quick run leaves PostgreSQL out. */
export const KINDS: Kind[] = process.env.TEST_DATABASES === "SQLite" ? ["SQLite"] : ["SQLite", "PostgreSQL"];

/** Options of tests that need PostgreSQL. */
export const onPostgres = onlyIf(KINDS.includes("PostgreSQL"), "the quick run has SQLite alone");

/** An empty database. */
export async function fresh(kind: Kind): Promise<FreshDatabase> {
  return kind === "SQLite" ? freshSqlite() : freshPostgres(inject("postgresUrl"));
}

let filledSqlite: Promise<Buffer> | undefined;
let filledPostgres: Promise<string> | undefined;

/** Fills a database as `openTestApi` does, and leaves it. */
async function fill(kind: Kind): Promise<FreshDatabase> {
  const database = await fresh(kind);
  const { close } = await openTestApi({ ...database, drop: async () => {} });
  await close();
  return database;
}

/** A copy of a database that `openTestApi` has filled: making its tables anew would take longer than many tests. */
async function filled(kind: Kind): Promise<FreshDatabase> {
  if (kind === "PostgreSQL") {
    filledPostgres ??= fill(kind).then(({ url }) => new URL(url).pathname.slice(1));
    return freshPostgres(inject("postgresUrl"), await filledPostgres);
  }
  filledSqlite ??= fill(kind).then(async ({ url, drop }) => {
    const file = readFileSync(sqlitePath(url));
    await drop();
    return file;
  });
  const database = freshSqlite();
  writeFileSync(sqlitePath(database.url), await filledSqlite);
  return database;
}

/** Declares the same tests for SQLite and PostgreSQL, each with an API on a fresh database. */
export function onEachDatabase(declare: (api: () => TestApi) => void, config: Partial<ApiConfig> = {}): void {
  on(KINDS, declare, config);
}

/** Declares tests of code that runs before any query. No database changes it, so they run on SQLite alone. */
export function onOneDatabase(declare: (api: () => TestApi) => void, config: Partial<ApiConfig> = {}): void {
  on(["SQLite"], declare, config);
}

function on(kinds: readonly Kind[], declare: (api: () => TestApi) => void, config: Partial<ApiConfig>): void {
  describe.each(kinds)("on %s", (kind) => {
    let opened: TestApi;
    beforeAll(async () => {
      opened = await openTestApi(await (config.demo ? fresh(kind) : filled(kind)), config);
    });
    afterAll(() => opened.close());
    declare(() => opened);
  });
}
