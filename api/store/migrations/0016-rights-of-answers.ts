import type { Kysely, Migration } from "kysely";

/** The rights with which a stored answer was made. */
export const rightsOfAnswers: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    await db.schema.alterTable("idempotency_key").addColumn("rights", "text").execute();
  },
};
