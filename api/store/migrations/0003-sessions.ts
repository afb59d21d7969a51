import type { Kysely, Migration } from "kysely";

/**
 * Sessions that can be ended: refresh tokens belong to a family. Older sessions end here, because their tokens name no family; people
 * sign in again.
 */
export const sessions: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const { schema } = db;
    await schema.dropTable("refresh_token").execute();

    await schema
      .createTable("session_family")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("user_id", "integer", (c) => c.notNull().references("user.id").onDelete("cascade"))
      .addColumn("device", "text")
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("last_seen_at", "text", (c) => c.notNull())
      .addColumn("ends_at", "text", (c) => c.notNull())
      .addColumn("ended_at", "text")
      .addColumn("generation", "integer", (c) => c.notNull())
      .execute();
    await schema.createIndex("session_family_by_user").on("session_family").column("user_id").execute();
    await schema.createIndex("session_family_by_end").on("session_family").column("ends_at").execute();

    await schema
      .createTable("refresh_token")
      .addColumn("hash", "text", (c) => c.primaryKey())
      .addColumn("family_id", "text", (c) => c.notNull().references("session_family.id").onDelete("cascade"))
      .addColumn("generation", "integer", (c) => c.notNull())
      .execute();
    await schema.createIndex("refresh_token_by_family").on("refresh_token").column("family_id").execute();
  },
};
