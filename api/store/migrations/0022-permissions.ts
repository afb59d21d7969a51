import { type Kysely, type Migration, sql } from "kysely";

/** Stores what a person may do in their team. A person alone in a team without a name leads it; everybody else is an assessor. */
export const permissions: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    await db.schema
      .alterTable("user")
      .addColumn("permission", "text", (c) => c.notNull().defaultTo("assessor"))
      .execute();
    // A removed person has no address any more.
    await sql`
      update "user" set permission = 'lead' where email like '%@%'
      and team_id in (select id from team where name is null)
      and (select count(*) from "user" as member where member.team_id = "user".team_id and member.email like '%@%') = 1
    `.execute(db);
  },
};
