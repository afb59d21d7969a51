import type { Kysely, Migration } from "kysely";
import { isPostgres } from "../open.ts";

/** The versions of reports that were issued (docs/rules/client-report.md#versions). */
export const reportVersions: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const postgres = isPostgres(db);
    await db.schema
      .createTable("report_version")
      .addColumn("id", postgres ? "serial" : "integer", (column) => (postgres ? column.primaryKey() : column.primaryKey().autoIncrement()))
      .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"))
      .addColumn("number", "text", (c) => c.notNull())
      .addColumn("change", "text", (c) => c.notNull())
      .addColumn("at", "text", (c) => c.notNull())
      .addColumn("user_id", "integer", (c) => c.notNull().references("user.id"))
      .addUniqueConstraint("report_version_number", ["assessment_id", "number"])
      .execute();
  },
};
