import type { Kysely, Migration } from "kysely";

/**
 * What people read who are asked for their view: how a team calls itself (docs/rules/people.md#the-name-of-a-team), and by which link an address
 * was refused, which can take that back (docs/rules/voices.md#mails).
 */
export const asking: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up({ schema }: Kysely<any>) {
    await schema.alterTable("team").addColumn("shown_name", "text").execute();
    await schema.alterTable("mail_refusal").addColumn("reference", "text").execute();
    await schema.alterTable("mail_refusal").addColumn("generation", "integer").execute();
  },
};
