import { type Kysely, type Migration, sql } from "kysely";
import { isPostgres } from "../open.ts";

/** Invitations to a team, who caused a mail, and when people last signed in (docs/rules/people.md). */
export const people: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const { schema } = db;
    const postgres = isPostgres(db);
    await schema
      .createTable("invitation")
      .addColumn("id", postgres ? "serial" : "integer", (column) => (postgres ? column.primaryKey() : column.primaryKey().autoIncrement()))
      .addColumn("reference", "text", (c) => c.notNull().unique())
      .addColumn("generation", "integer", (c) => c.notNull())
      .addColumn("team_id", "integer", (c) => c.notNull().references("team.id"))
      .addColumn("email", "text")
      .addColumn("name", "text")
      .addColumn("permission", "text", (c) => c.notNull())
      .addColumn("roles", "text", (c) => c.notNull())
      .addColumn("invited_by", "integer", (c) => c.references("user.id").onDelete("set null"))
      .addColumn("invited_at", "text", (c) => c.notNull())
      .addColumn("expires_at", "text", (c) => c.notNull())
      .addColumn("outcome", "text")
      .addColumn("ended_at", "text")
      .addColumn("user_id", "integer", (c) => c.references("user.id").onDelete("set null"))
      .execute();
    await schema.createIndex("invitation_by_email").on("invitation").column("email").execute();
    await schema
      .createIndex("invitation_once")
      .unique()
      .on("invitation")
      .columns(["team_id", "email"])
      .where(sql.ref("outcome"), "is", null)
      .execute();
    await schema
      .alterTable("sign_in")
      .addColumn("invitation_id", "integer", (c) => c.references("invitation.id").onDelete("set null"))
      .execute();
    await schema.createIndex("sign_in_by_invitation").on("sign_in").column("invitation_id").execute();
    await schema
      .alterTable("mail")
      .addColumn("caused_by", "integer", (c) => c.references("user.id").onDelete("set null"))
      .execute();
    await schema.createIndex("mail_by_cause").on("mail").columns(["caused_by", "created_at"]).execute();
    await schema.alterTable("user").addColumn("last_seen_at", "text").execute();
  },
};
