import type { Kysely, Migration } from "kysely";

/** People who may not sign in for the time being. */
export const suspended: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    await db.schema.alterTable("user").addColumn("suspended_at", "text").execute();
  },
};
