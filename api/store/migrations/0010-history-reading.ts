import type { Kysely, Migration } from "kysely";

/** Finding entries of a long history by person, place and day, and why content was erased. */
export const historyReading: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const { schema } = db;
    await schema.alterTable("history").addColumn("erased", "text").execute();
    await schema.createIndex("history_by_chain_person").on("history").columns(["chain", "user_id", "seq"]).execute();
    await schema.createIndex("history_by_place").on("history").columns(["chain", "place", "seq"]).execute();
    await schema.createIndex("history_by_time").on("history").columns(["chain", "at", "seq"]).execute();
  },
};
