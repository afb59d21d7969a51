import type { Kysely, Migration } from "kysely";
import { isPostgres } from "../open.ts";

/** What the client's own people say (docs/rules/voices.md). */
export const voices: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const postgres = isPostgres(db);
    await db.schema
      .createTable("voice")
      .addColumn("id", postgres ? "serial" : "integer", (column) => (postgres ? column.primaryKey() : column.primaryKey().autoIncrement()))
      .addColumn("reference", "text", (c) => c.notNull().unique())
      .addColumn("generation", "integer", (c) => c.notNull())
      .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"))
      .addColumn("number", "integer", (c) => c.notNull())
      .addColumn("name", "text")
      .addColumn("role", "text", (c) => c.notNull())
      .addColumn("email", "text")
      .addColumn("places", "text", (c) => c.notNull())
      .addColumn("until", "text", (c) => c.notNull())
      .addColumn("message", "text", (c) => c.notNull())
      .addColumn("checks_facts", "integer", (c) => c.notNull())
      .addColumn("asked_by", "integer", (c) => c.notNull().references("user.id"))
      .addColumn("asked_at", "text", (c) => c.notNull())
      .addColumn("mailed_at", "text")
      .addColumn("reminded_at", "text")
      .addColumn("closed_at", "text")
      .addColumn("taken_back_at", "text")
      .addColumn("first_answered_at", "text")
      .addColumn("last_answered_at", "text")
      .addColumn("done_at", "text")
      .addColumn("forgotten_at", "text")
      .addUniqueConstraint("voice_by_number", ["assessment_id", "number"])
      .execute();
    await db.schema.createIndex("voice_to_forget").on("voice").columns(["forgotten_at", "until"]).execute();
    await db.schema
      .createTable("voice_page")
      .addColumn("voice_id", "integer", (c) => c.notNull().references("voice.id"))
      .addColumn("place", "text", (c) => c.notNull())
      .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"))
      .addColumn("question_id", "integer", (c) => c.notNull())
      .addColumn("choices", "text", (c) => c.notNull())
      .addColumn("texts", "text")
      .addColumn("agrees", "integer")
      .addColumn("verdicts", "text")
      .addColumn("reason", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("voice_page_pk", ["voice_id", "place", "question_id"])
      .execute();
    await db.schema.createIndex("voice_page_by_place").on("voice_page").columns(["assessment_id", "place"]).execute();
    await db.schema
      .createTable("voice_setting")
      .addColumn("assessment_id", "integer", (c) => c.primaryKey().references("assessment.id"))
      .addColumn("roles", "text", (c) => c.notNull())
      .addColumn("show_in_results", "integer", (c) => c.notNull())
      .execute();
    await db.schema
      .createTable("mail_refusal")
      .addColumn("hash", "text", (c) => c.primaryKey())
      .addColumn("at", "text", (c) => c.notNull())
      .execute();
  },
};
