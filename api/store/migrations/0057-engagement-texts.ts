import type { Kysely, Migration } from "kysely";

/** What the assessors write into the report of an engagement (docs/rules/engagements.md#the-report). */
export const engagementTexts: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    await db.schema
      .createTable("engagement_text")
      .addColumn("engagement_id", "integer", (c) => c.notNull().references("engagement.id"))
      .addColumn("part", "text", (c) => c.notNull())
      .addColumn("body", "text", (c) => c.notNull())
      .addColumn("basis", "text")
      .addColumn("updated_at", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("engagement_text_pk", ["engagement_id", "part"])
      .execute();
  },
};
