import type { Kysely, Migration } from "kysely";
import { isPostgres } from "../open.ts";

/** The record of who did what when, and where each of its chains ends. */
export const history: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const { schema } = db;
    const postgres = isPostgres(db);
    await schema
      .createTable("history")
      .addColumn("id", postgres ? "serial" : "integer", (column) => (postgres ? column.primaryKey() : column.primaryKey().autoIncrement()))
      .addColumn("chain", "text", (c) => c.notNull())
      .addColumn("seq", "integer", (c) => c.notNull())
      .addColumn("at", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("place", "text", (c) => c.notNull())
      .addColumn("user_id", "integer", (c) => c.notNull().references("user.id"))
      .addColumn("salt", "text", (c) => c.notNull())
      .addColumn("content", "text")
      .addColumn("commitment", "text", (c) => c.notNull())
      .addColumn("seal", "text", (c) => c.notNull())
      .addUniqueConstraint("history_once", ["chain", "seq"])
      .execute();
    await schema.createIndex("history_by_kind").on("history").columns(["chain", "kind", "seq"]).execute();
    await schema.createIndex("history_by_person").on("history").columns(["user_id", "chain"]).execute();
    await schema
      .createTable("history_head")
      .addColumn("chain", "text", (c) => c.primaryKey())
      .addColumn("seq", "integer", (c) => c.notNull())
      .addColumn("seal", "text", (c) => c.notNull())
      .execute();
  },
};
