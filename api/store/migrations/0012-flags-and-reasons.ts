import type { Kysely, Migration } from "kysely";

/** What is flagged for later, and why threads are descoped. */
export const flagsAndReasons: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    await db.schema
      .createTable("flag")
      .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"))
      .addColumn("place", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("flag_key", ["assessment_id", "place"])
      .execute();
    await db.schema
      .alterTable("thread_answer")
      .addColumn("reason", "text", (c) => c.notNull().defaultTo(""))
      .execute();
  },
};
