import type { Kysely, Migration } from "kysely";
import { isPostgres } from "../open.ts";

/** Changes of people's addresses, those included that wait for their codes (docs/rules/people.md#another-address). */
export const addresses: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const { schema } = db;
    const postgres = isPostgres(db);
    await schema
      .createTable("address_change")
      .addColumn("id", postgres ? "serial" : "integer", (column) => (postgres ? column.primaryKey() : column.primaryKey().autoIncrement()))
      .addColumn("reference", "text", (c) => c.notNull().unique())
      .addColumn("generation", "integer", (c) => c.notNull())
      .addColumn("user_id", "integer", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("old_email", "text", (c) => c.notNull())
      .addColumn("new_email", "text", (c) => c.notNull())
      .addColumn("needs_old", "integer", (c) => c.notNull())
      .addColumn("asked_at", "text", (c) => c.notNull())
      .addColumn("expires_at", "text", (c) => c.notNull())
      .addColumn("tries", "integer", (c) => c.notNull())
      .addColumn("done_at", "text")
      .addColumn("undone_at", "text")
      .execute();
    await schema.createIndex("address_change_by_person").on("address_change").columns(["user_id", "asked_at"]).execute();
    await schema.createIndex("address_change_by_old").on("address_change").column("old_email").execute();
  },
};
