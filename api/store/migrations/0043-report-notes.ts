import type { Kysely, Migration } from "kysely";

/** Which notes of the assessors reports for clients may have. */
export const reportNotes: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    await db.schema
      .createTable("report_note")
      .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"))
      .addColumn("place", "text", (c) => c.notNull())
      .addColumn("digest", "text", (c) => c.notNull())
      .addColumn("ticked", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("report_note_key", ["assessment_id", "place"])
      .execute();
  },
};
