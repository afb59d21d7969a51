import { afterAll, beforeAll, describe, inject } from "vitest";
import type { ApiConfig } from "#api/config.ts";
import { type FreshDatabase, freshPostgres, freshSqlite, openTestApi, type TestApi } from "../support/api.ts";

const KINDS: [string, () => Promise<FreshDatabase>][] = [
  ["SQLite", async () => freshSqlite()],
  ["PostgreSQL", () => freshPostgres(inject("postgresUrl"))],
];

/** Declares the same tests for SQLite and PostgreSQL, each with an API on a fresh database. */
export function onEachDatabase(declare: (api: () => TestApi) => void, config: Partial<ApiConfig> = {}): void {
  describe.each(KINDS)("on %s", (_kind, fresh) => {
    let opened: TestApi;
    beforeAll(async () => {
      opened = await openTestApi(await fresh(), config);
    });
    afterAll(() => opened.close());
    declare(() => opened);
  });
}
