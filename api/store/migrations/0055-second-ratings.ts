import type { Kysely, Migration } from "kysely";
import { isPostgres } from "../open.ts";

/** What colleagues answer apart from the verdict, and who has held an edit lock (docs/rules/second-ratings.md). */
export const secondRatings: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const { schema } = db;
    const postgres = isPostgres(db);
    const numbered = (table: string) =>
      schema
        .createTable(table)
        .addColumn("id", postgres ? "serial" : "integer", (column) =>
          postgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
        )
        .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"));
    await numbered("rating")
      .addColumn("number", "integer", (c) => c.notNull())
      .addColumn("user_id", "integer", (c) => c.notNull().references("user.id"))
      .addColumn("asked_by", "integer", (c) => c.notNull().references("user.id"))
      .addColumn("at", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("until", "text", (c) => c.notNull())
      .addColumn("begun_at", "text")
      .addColumn("ended_at", "text")
      .addColumn("ended_why", "text")
      .addUniqueConstraint("rating_number", ["assessment_id", "number"])
      .execute();
    await schema.createIndex("rating_by_person").on("rating").columns(["user_id", "assessment_id"]).execute();
    const ofRating = (table: string) => numbered(table).addColumn("rating_id", "integer", (c) => c.notNull().references("rating.id"));
    await ofRating("rating_group")
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("seen", "integer")
      .addColumn("done_at", "text")
      .addColumn("is_blind", "integer", (c) => c.notNull().defaultTo(0))
      .addUniqueConstraint("rating_group_name", ["rating_id", "name"])
      .execute();
    await schema.createIndex("rating_group_by_assessment").on("rating_group").column("assessment_id").execute();
    await ofRating("rating_answer")
      .addColumn("place", "text", (c) => c.notNull())
      .addColumn("answers", "text")
      .addColumn("note", "text", (c) => c.notNull().defaultTo(""))
      .addColumn("blind_answers", "text")
      .addColumn("verdict_then", "text")
      .addColumn("updated_at", "text", (c) => c.notNull())
      .addUniqueConstraint("rating_answer_place", ["rating_id", "place"])
      .execute();
    await schema.createIndex("rating_answer_by_assessment").on("rating_answer").column("assessment_id").execute();
    await schema
      .createTable("rating_departure")
      .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"))
      .addColumn("place", "text", (c) => c.notNull())
      .addColumn("user_id", "integer", (c) => c.notNull().references("user.id"))
      .addColumn("at", "text", (c) => c.notNull())
      .addColumn("body", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("rating_departure_key", ["assessment_id", "place"])
      .execute();
    await schema
      .createTable("lock_holder")
      .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"))
      .addColumn("user_id", "integer", (c) => c.notNull().references("user.id"))
      .addPrimaryKeyConstraint("lock_holder_key", ["assessment_id", "user_id"])
      .execute();
    // Whoever holds a lock now.
    await db
      .insertInto("lock_holder")
      .columns(["assessment_id", "user_id"])
      .expression(db.selectFrom("lock").select(["assessment_id", "user_id"]))
      .execute();
  },
};
