import type { Kysely, Migration } from "kysely";

/** A voice can be asked to check facts after it has answered (docs/rules/voices.md#second-round). */
export const secondRound: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    await db.schema.alterTable("voice").addColumn("second_asked_at", "text").execute();
  },
};
