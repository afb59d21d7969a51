import type { Kysely, Migration } from "kysely";
import { isPostgres } from "../open.ts";

/** What was agreed after assessments (docs/rules/actions.md). */
export const actions: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const postgres = isPostgres(db);
    const withId = (table: string) =>
      db.schema
        .createTable(table)
        .addColumn("id", postgres ? "serial" : "integer", (column) =>
          postgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
        );
    await withId("action")
      .addColumn("organization_id", "integer", (c) => c.notNull().references("organization.id"))
      .addColumn("assessment_id", "integer", (c) => c.references("assessment.id"))
      .addColumn("model", "text")
      .addColumn("title", "text", (c) => c.notNull())
      .addColumn("why", "text", (c) => c.notNull())
      .addColumn("places", "text", (c) => c.notNull())
      .addColumn("owner", "text", (c) => c.notNull())
      .addColumn("due", "text")
      .addColumn("effort", "text")
      .addColumn("effect", "text")
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("state_since", "text", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("action_by_organization").on("action").column("organization_id").execute();
    await withId("action_remark")
      .addColumn("action_id", "integer", (c) => c.notNull().references("action.id"))
      .addColumn("user_id", "integer", (c) => c.notNull().references("user.id"))
      .addColumn("at", "text", (c) => c.notNull())
      .addColumn("body", "text", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("action_remark_by_action").on("action_remark").column("action_id").execute();
  },
};
