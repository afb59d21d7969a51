import type { Kysely, Migration } from "kysely";

/** Indexes for counting mails (docs/rules/sign-in-by-mail.md#quotas). */
export const mailCounts: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up({ schema }: Kysely<any>) {
    await schema.dropIndex("sign_in_by_network").execute();
    await schema.createIndex("sign_in_by_network_and_user").on("sign_in").columns(["network", "user_id"]).execute();
    await schema.createIndex("sign_in_by_known_browser").on("sign_in").column("known_browser").execute();
    await schema.createIndex("mail_by_recipient").on("mail").columns(["recipient", "created_at"]).execute();
  },
};
