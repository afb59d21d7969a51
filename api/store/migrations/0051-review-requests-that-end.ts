import type { Kysely, Migration } from "kysely";

/** Why a request for a peer review ended, where its person did not decide (docs/rules/peer-review.md#asking). */
export const reviewRequestsThatEnd: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    await db.schema.alterTable("review_request").addColumn("ended_why", "text").execute();
  },
};
