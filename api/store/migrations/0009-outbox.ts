import type { Kysely, Migration } from "kysely";
import { isPostgres } from "../open.ts";

/** Requests for certification and validation, and the outcome of each delivery. */
export const outbox: Migration = {
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
    await numbered("outbox")
      .addColumn("reference", "text", (c) => c.notNull().unique())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("assessment_id", "integer", (c) => c.notNull().references("assessment.id"))
      .addColumn("requested_by", "integer", (c) => c.notNull().references("user.id"))
      .addColumn("requested_at", "text", (c) => c.notNull())
      .execute();
    await schema.createIndex("outbox_by_assessment").on("outbox").column("assessment_id").execute();
    await numbered("outbox_delivery")
      .addColumn("outbox_id", "integer", (c) => c.notNull().references("outbox.id").onDelete("cascade"))
      .addColumn("channel", "text", (c) => c.notNull())
      .addColumn("attempts", "integer", (c) => c.notNull())
      .addColumn("next_at", "text", (c) => c.notNull())
      .addColumn("sent_at", "text")
      .addColumn("failed_at", "text")
      .addColumn("last_error", "text")
      .addUniqueConstraint("outbox_delivery_once", ["outbox_id", "channel"])
      .execute();
    await schema.createIndex("outbox_delivery_by_time").on("outbox_delivery").column("next_at").execute();
  },
};
