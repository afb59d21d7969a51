import type { Kysely, Migration } from "kysely";
import { isPostgres } from "../open.ts";

/** What answers rest on, and which answers those are. */
export const evidence: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const { schema } = db;
    const postgres = isPostgres(db);
    await schema
      .createTable("evidence")
      .addColumn("id", postgres ? "serial" : "integer", (column) => (postgres ? column.primaryKey() : column.primaryKey().autoIncrement()))
      .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"))
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("what", "text", (c) => c.notNull())
      .addColumn("found_at", "text", (c) => c.notNull())
      .addColumn("who", "text", (c) => c.notNull())
      .addColumn("date", "text")
      .addColumn("good_until", "text")
      .addColumn("remark", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("evidence_by_assessment").on("evidence").column("assessment_id").execute();
    await schema
      .createTable("evidence_place")
      .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"))
      .addColumn("evidence_id", "integer", (c) => c.notNull().references("evidence.id"))
      .addColumn("place", "text", (c) => c.notNull())
      .addColumn("supports", "text", (c) => c.notNull())
      .addColumn("against", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("evidence_place_key", ["evidence_id", "place"])
      .execute();
    await schema.createIndex("evidence_place_by_assessment").on("evidence_place").columns(["assessment_id", "place"]).execute();
  },
};
