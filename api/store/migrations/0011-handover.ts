import type { Kysely, Migration } from "kysely";

/** When the holder of a lock last changed something, whose lock it was, and who wishes to take over. */
export const handover: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const { schema } = db;
    await schema.alterTable("lock").addColumn("changed_at", "text").execute();
    await schema.alterTable("lock").addColumn("passed_from", "integer").execute();
    await schema
      .createTable("lock_wish")
      .addColumn("assessment_id", "integer", (c) => c.primaryKey().references("assessment.id"))
      .addColumn("user_id", "integer", (c) => c.notNull().references("user.id"))
      .addColumn("asked_at", "text", (c) => c.notNull())
      .addColumn("until", "text", (c) => c.notNull())
      .addColumn("kept_at", "text")
      .execute();
  },
};
