import type { Kysely, Migration } from "kysely";

/** The scores that organizations want to reach (docs/rules/targets.md). */
export const targets: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up({ schema }: Kysely<any>) {
    await schema
      .createTable("target_set")
      .addColumn("organization_id", "integer", (c) => c.notNull().references("organization.id"))
      .addColumn("model", "text", (c) => c.notNull())
      .addColumn("scope", "text", (c) => c.notNull())
      .addColumn("targets", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("target_set_pk", ["organization_id", "model", "scope"])
      .execute();
  },
};
