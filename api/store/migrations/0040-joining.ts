import type { Kysely, Migration } from "kysely";
import { isPostgres } from "../open.ts";

/** Links that let people in who are invited, addresses that nothing has proved (docs/rules/people.md#copied-links), and mails that are sent again. */
export const joining: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const { schema } = db;
    const postgres = isPostgres(db);
    await schema
      .createTable("join_link")
      .addColumn("id", postgres ? "serial" : "integer", (column) => (postgres ? column.primaryKey() : column.primaryKey().autoIncrement()))
      .addColumn("reference", "text", (c) => c.notNull().unique())
      .addColumn("generation", "integer", (c) => c.notNull())
      .addColumn("invitation_id", "integer", (c) => c.notNull().references("invitation.id").onDelete("cascade"))
      .addColumn("created_by", "integer", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("expires_at", "text", (c) => c.notNull())
      .addColumn("used_at", "text")
      .execute();
    await schema.createIndex("join_link_by_invitation").on("join_link").column("invitation_id").execute();
    await schema.createIndex("join_link_by_lead").on("join_link").columns(["created_by", "created_at"]).execute();
    await schema
      .alterTable("user")
      .addColumn("is_unconfirmed", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await schema
      .alterTable("mail")
      .addColumn("repeats", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
