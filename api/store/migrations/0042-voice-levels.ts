import type { Kysely, Migration } from "kysely";

/** Sheets may ask about some levels alone (docs/rules/voices.md#the-choice-of-levels). Those that exist ask about all. */
export const voiceLevels: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    for (const column of ["level_from", "level_to"]) await db.schema.alterTable("voice").addColumn(column, "integer").execute();
  },
};
