import type { Kysely, Migration } from "kysely";
import { isPostgres } from "../open.ts";

/** Jobs for one client: their assessments, their people and their plan (docs/rules/engagements.md). */
export const engagements: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const { schema } = db;
    const postgres = isPostgres(db);
    const numbered = (table: string) =>
      schema
        .createTable(table)
        .addColumn("id", postgres ? "serial" : "integer", (column) =>
          postgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
        );
    await numbered("engagement")
      .addColumn("organization_id", "integer", (c) => c.notNull().references("organization.id"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("sponsor", "text", (c) => c.notNull())
      .addColumn("purpose", "text", (c) => c.notNull())
      .addColumn("included", "text", (c) => c.notNull())
      .addColumn("excluded", "text", (c) => c.notNull())
      .addColumn("start_day", "text")
      .addColumn("end_day", "text")
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("closed_at", "text")
      .addColumn("units", "text", (c) => c.notNull())
      .addColumn("forgotten_at", "text")
      .execute();
    await schema.createIndex("engagement_by_organization").on("engagement").column("organization_id").execute();
    await schema
      .createTable("engagement_person")
      .addColumn("engagement_id", "integer", (c) => c.notNull().references("engagement.id"))
      .addColumn("user_id", "integer", (c) => c.notNull().references("user.id"))
      .addColumn("part", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("engagement_person_pk", ["engagement_id", "user_id"])
      .execute();
    await schema
      .createTable("engagement_member")
      .addColumn("assessment_id", "integer", (c) => c.primaryKey().references("assessment.id"))
      .addColumn("engagement_id", "integer", (c) => c.notNull().references("engagement.id"))
      .addColumn("unit", "text", (c) => c.notNull())
      .addColumn("responsible", "integer", (c) => c.references("user.id"))
      .addColumn("day", "text")
      .execute();
    await schema.createIndex("engagement_member_by_engagement").on("engagement_member").column("engagement_id").execute();
    await numbered("plan_row")
      .addColumn("engagement_id", "integer", (c) => c.notNull().references("engagement.id"))
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("what", "text", (c) => c.notNull())
      .addColumn("with_whom", "text", (c) => c.notNull())
      .addColumn("topics", "text", (c) => c.notNull())
      .addColumn("day", "text")
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("changed_by", "integer", (c) => c.notNull().references("user.id"))
      .addColumn("changed_at", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("plan_row_by_engagement").on("plan_row").column("engagement_id").execute();
    await schema
      .createTable("plan_person")
      .addColumn("row_id", "integer", (c) => c.notNull().references("plan_row.id"))
      .addColumn("user_id", "integer", (c) => c.notNull().references("user.id"))
      .addPrimaryKeyConstraint("plan_person_pk", ["row_id", "user_id"])
      .execute();
    await schema.createIndex("plan_person_by_person").on("plan_person").column("user_id").execute();
  },
};
