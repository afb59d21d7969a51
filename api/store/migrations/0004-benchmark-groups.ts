import type { Kysely, Migration } from "kysely";
import { isPostgres } from "../open.ts";

/** The groups of scores that benchmarks are made of. The first call of a month fills them. */
export const benchmarkGroups: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const { schema } = db;
    const postgres = isPostgres(db);
    await schema
      .createTable("benchmark_group")
      .addColumn("id", postgres ? "serial" : "integer", (column) => (postgres ? column.primaryKey() : column.primaryKey().autoIncrement()))
      .addColumn("scope", "text", (c) => c.notNull())
      .addColumn("perspective_id", "integer", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("country_id", "integer")
      .addColumn("industry_id", "integer")
      .addColumn("size_id", "integer")
      .addColumn("entries", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("benchmark_group_by_place").on("benchmark_group").columns(["scope", "perspective_id", "state"]).execute();
  },
};
