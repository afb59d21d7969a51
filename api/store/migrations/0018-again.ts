import type { Kysely, Migration } from "kysely";

/** The assessment before. It is no foreign key: a copy of the store writes rows by their ids, and the one before may have the higher. */
export const again: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    await db.schema.alterTable("assessment").addColumn("previous_id", "integer").execute();
  },
};
