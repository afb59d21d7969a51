import type { Kysely, Migration } from "kysely";
import { isPostgres } from "../open.ts";

/** Scores of assessments that were made elsewhere (docs/rules/earlier-scores.md). */
export const earlierScores: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const postgres = isPostgres(db);
    await db.schema
      .createTable("earlier_scores")
      .addColumn("id", postgres ? "serial" : "integer", (column) => (postgres ? column.primaryKey() : column.primaryKey().autoIncrement()))
      .addColumn("organization_id", "integer", (c) => c.notNull().references("organization.id"))
      .addColumn("model", "text", (c) => c.notNull())
      .addColumn("scope", "text")
      .addColumn("date", "text", (c) => c.notNull())
      .addColumn("source", "text", (c) => c.notNull())
      .addColumn("maturity", "integer")
      .addColumn("scores", "text", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("earlier_scores_by_organization").on("earlier_scores").column("organization_id").execute();
  },
};
