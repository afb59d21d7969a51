import type { Kysely, Migration } from "kysely";

/** The secret that signs bearer tokens is no longer kept in the store, where every backup would hold it. Clients get new tokens by a refresh. */
export const secretOutside: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    await db.deleteFrom("setting").where("name", "=", "token-signing-secret").execute();
  },
};
