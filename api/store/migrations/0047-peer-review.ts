import type { Kysely, Migration } from "kysely";
import { isPostgres } from "../open.ts";

/** What colleagues write and decide before a report is delivered, and the rule of four eyes (docs/rules/peer-review.md). */
export const peerReview: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const { schema } = db;
    const postgres = isPostgres(db);
    const ofAssessment = (table: string) =>
      schema
        .createTable(table)
        .addColumn("id", postgres ? "serial" : "integer", (column) =>
          postgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
        )
        .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"))
        .addColumn("user_id", "integer", (c) => c.notNull().references("user.id"))
        .addColumn("at", "text", (c) => c.notNull());
    await schema
      .alterTable("team")
      .addColumn("four_eyes", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await ofAssessment("review_point")
      .addColumn("about", "text", (c) => c.notNull())
      .addColumn("body", "text", (c) => c.notNull())
      .addColumn("settled_by", "integer", (c) => c.references("user.id"))
      .addColumn("settled_at", "text")
      .execute();
    await schema.createIndex("review_point_by_assessment").on("review_point").columns(["assessment_id", "id"]).execute();
    await ofAssessment("review_reply")
      .addColumn("point_id", "integer", (c) => c.notNull().references("review_point.id"))
      .addColumn("body", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("review_reply_by_point").on("review_reply").columns(["point_id", "id"]).execute();
    await schema.createIndex("review_reply_by_assessment").on("review_reply").column("assessment_id").execute();
    await ofAssessment("review_request")
      .addColumn("reference", "text", (c) => c.notNull().unique())
      .addColumn("asked_by", "integer", (c) => c.notNull().references("user.id"))
      .addColumn("message", "text", (c) => c.notNull())
      .addColumn("until", "text", (c) => c.notNull())
      .addColumn("ended_at", "text")
      .execute();
    await schema.createIndex("review_request_by_assessment").on("review_request").column("assessment_id").execute();
    await schema.createIndex("review_request_by_person").on("review_request").columns(["user_id", "ended_at"]).execute();
    await ofAssessment("review_decision")
      .addColumn("approved", "integer", (c) => c.notNull())
      .addColumn("body", "text", (c) => c.notNull())
      .addColumn("content", "text")
      .execute();
    await schema.createIndex("review_decision_by_assessment").on("review_decision").columns(["assessment_id", "id"]).execute();
  },
};
