import type { Kysely, Migration } from "kysely";

/** On which facts the texts of a report rest. */
export const wordingBasis: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    await db.schema.alterTable("report_text").addColumn("basis", "text").execute();
  },
};
