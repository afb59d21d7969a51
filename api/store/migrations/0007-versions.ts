import type { Kysely, Migration } from "kysely";

/** The versions of the parts that are edited by themselves. A part without a row has version 0. */
export const versions: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    await db.schema
      .createTable("part_version")
      .addColumn("part", "text", (c) => c.primaryKey())
      .addColumn("version", "integer", (c) => c.notNull())
      .execute();
  },
};
