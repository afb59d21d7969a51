import type { Kysely, Migration } from "kysely";

/** Corrected editions of completed assessments (docs/rules/editions.md). */
export const editions: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable("assessment")
      .addColumn("first_edition_id", "integer", (c) => c.references("assessment.id"))
      .execute();
    await db.schema
      .alterTable("assessment")
      .addColumn("edition_number", "integer", (c) => c.notNull().defaultTo(1))
      .execute();
    await db.schema
      .alterTable("assessment")
      .addColumn("edition_reason", "text", (c) => c.notNull().defaultTo(""))
      .execute();
    // The same number twice would be two editions that are open at once.
    await db.schema
      .createIndex("assessment_edition_once")
      .on("assessment")
      .columns(["first_edition_id", "edition_number"])
      .unique()
      .execute();
  },
};
