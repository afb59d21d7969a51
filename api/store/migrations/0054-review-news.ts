import type { Kysely, Migration } from "kysely";

/** Who has looked at a peer review, approvals that were withdrawn, and whether a version that left the house was approved (docs/rules/peer-review.md). */
export const reviewNews: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const { schema } = db;
    await schema
      .createTable("review_look")
      .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"))
      .addColumn("user_id", "integer", (c) => c.notNull().references("user.id"))
      .addColumn("at", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("review_look_pk", ["assessment_id", "user_id"])
      .execute();
    await schema.alterTable("review_decision").addColumn("withdrawn_at", "text").execute();
    await schema.createIndex("review_decision_by_person").on("review_decision").column("user_id").execute();
    await schema.createIndex("review_request_by_asker").on("review_request").column("asked_by").execute();
    await schema.createIndex("review_point_by_person").on("review_point").column("user_id").execute();
    await schema
      .alterTable("report_version")
      .addColumn("is_reviewed", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await schema
      .alterTable("report_version")
      .addColumn("approved_by", "integer", (c) => c.references("user.id"))
      .execute();
  },
};
