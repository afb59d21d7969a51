import type { Kysely, Migration } from "kysely";
import { isPostgres } from "../open.ts";

/** Mails that wait to be sent, and requests to sign in by one (docs/rules/sign-in-by-mail.md). */
export const mail: Migration = {
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
    await numbered("mail")
      .addColumn("reference", "text", (c) => c.notNull().unique())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("recipient", "text", (c) => c.notNull())
      .addColumn("about", "text", (c) => c.notNull())
      .addColumn("generation", "integer", (c) => c.notNull())
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("attempts", "integer", (c) => c.notNull())
      .addColumn("next_at", "text", (c) => c.notNull())
      .addColumn("sent_at", "text")
      .addColumn("failed_at", "text")
      .addColumn("last_error", "text")
      .addUniqueConstraint("mail_once", ["kind", "about", "generation"])
      .execute();
    await schema.createIndex("mail_by_time").on("mail").column("next_at").execute();
    await schema.createIndex("mail_by_age").on("mail").column("created_at").execute();
    await numbered("sign_in")
      .addColumn("reference", "text", (c) => c.notNull().unique())
      .addColumn("generation", "integer", (c) => c.notNull())
      .addColumn("asked_once", "text", (c) => c.notNull().unique())
      .addColumn("user_id", "integer", (c) => c.references("user.id").onDelete("cascade"))
      .addColumn("browser", "text", (c) => c.notNull())
      .addColumn("network", "text", (c) => c.notNull())
      .addColumn("known_browser", "text")
      .addColumn("asked_at", "text", (c) => c.notNull())
      .addColumn("expires_at", "text", (c) => c.notNull())
      .addColumn("tries", "integer", (c) => c.notNull())
      .addColumn("used_at", "text")
      .execute();
    for (const column of ["browser", "network", "user_id", "expires_at"])
      await schema.createIndex(`sign_in_by_${column}`).on("sign_in").column(column).execute();
  },
};
