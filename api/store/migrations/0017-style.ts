import type { Kysely, Migration } from "kysely";

/** The house style of a team. */
export const style: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    await db.schema
      .createTable("team_style")
      .addColumn("team_id", "integer", (c) => c.primaryKey().references("team.id"))
      .addColumn("name", "text")
      .addColumn("accent", "text")
      .addColumn("confidentiality", "text")
      .addColumn("footer", "text")
      .addColumn("logo", "text")
      .addColumn("logo_digest", "text")
      .addColumn("updated_at", "text", (c) => c.notNull())
      .execute();
  },
};
