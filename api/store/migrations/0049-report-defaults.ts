import type { Kysely, Migration } from "kysely";

/** What the reports of a team begin with (docs/rules/client-report.md#what-new-reports-begin-with). */
export const reportDefaults: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    // SQLite adds one column at a time.
    await db.schema.alterTable("team").addColumn("report_authors", "text").execute();
    await db.schema.alterTable("team").addColumn("report_disclaimer", "text").execute();
  },
};
