import type { Kysely, Migration } from "kysely";

/** When a mail turned out to be needed by nobody any more (docs/rules/sign-in-by-mail.md#mails). Before, its row was deleted. */
export const mailsNotNeeded: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up({ schema }: Kysely<any>) {
    await schema.alterTable("mail").addColumn("dropped_at", "text").execute();
  },
};
