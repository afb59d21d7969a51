import { type Kysely, type Migration, sql } from "kysely";
import { isPostgres } from "../open.ts";

/** Who may see an organization: its mode, the people who are named, and each change of either (docs/rules/walls.md). */
export const walls: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const { schema } = db;
    const postgres = isPostgres(db);
    const withId = (table: string) =>
      schema
        .createTable(table)
        .addColumn("id", postgres ? "serial" : "integer", (column) =>
          postgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
        );
    await schema
      .alterTable("organization")
      .addColumn("is_walled", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await withId("access_change")
      .addColumn("reference", "text", (c) => c.notNull().unique())
      .addColumn("organization_id", "integer", (c) => c.notNull().references("organization.id"))
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("at", "text", (c) => c.notNull())
      .addColumn("by_id", "integer", (c) => c.references("user.id"))
      .addColumn("reason", "text", (c) => c.notNull())
      .addColumn("is_walled", "integer", (c) => c.notNull())
      .execute();
    await schema.createIndex("access_change_by_organization").on("access_change").columns(["organization_id", "id"]).execute();
    await withId("naming")
      .addColumn("organization_id", "integer", (c) => c.notNull().references("organization.id"))
      .addColumn("user_id", "integer", (c) => c.notNull().references("user.id"))
      .addColumn("from_id", "integer", (c) => c.notNull().references("access_change.id"))
      .addColumn("until_id", "integer", (c) => c.references("access_change.id"))
      .execute();
    await schema
      .createIndex("naming_once")
      .unique()
      .on("naming")
      .columns(["user_id", "organization_id"])
      .where(sql.ref("until_id"), "is", null)
      .execute();
    await schema.createIndex("naming_by_organization").on("naming").columns(["organization_id", "id"]).execute();
    await schema.createIndex("naming_by_person").on("naming").columns(["user_id", "until_id"]).execute();
    // Null in the rows of an older version.
    await schema.alterTable("idempotency_key").addColumn("organizations", "text").execute();
  },
};
