import type { Kysely, Migration } from "kysely";

/** As which team a team counts in benchmarks (docs/rules/benchmark.md#who-is-compared). */
export const countTeams: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up({ schema }: Kysely<any>) {
    await schema.alterTable("team").addColumn("counts_as", "integer").execute();
  },
};
