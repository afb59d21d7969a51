import { type Kysely, type Migration, sql } from "kysely";
import { isPostgres } from "../open.ts";
import { unpack } from "../packed.ts";

const PAGE = 1_000;

/**
 * Whose history an entry is in: that of an organization, by its number, or of a team, by its number below zero. A team reads all that it may see in
 * one list, by these indexes (docs/rules/history.md#of-a-team).
 */
export const teamHistory: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    const { schema } = db;
    await schema
      .alterTable("history")
      .addColumn("scope", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    const place = "organization/%";
    await sql`update history set scope = coalesce(case
      when chain like 'organization/%' then cast(substr(chain, 14) as integer)
      when chain like 'assessment/%' then (select organization_id from assessment where assessment.id = cast(substr(history.chain, 12) as integer))
      when kind = 'organization' then 0
      when place like ${place} then cast(substr(place, 14) as integer)
      else -cast(substr(chain, 6) as integer)
    end, 0)`.execute(db);
    // Entries about organizations say in their content about which. One that was erased is about an organization that is gone, and stays nobody's.
    for (let after = 0; ; ) {
      const rows = await db
        .selectFrom("history")
        .select(["id", "content"])
        .where("kind", "=", "organization")
        .where("content", "is not", null)
        .where("id", ">", after)
        .orderBy("id")
        .limit(PAGE)
        .execute();
      for (const { id, content } of rows) {
        const { after: organization } = unpack(content) as { after?: { id?: unknown } };
        if (typeof organization?.id === "number")
          await db.updateTable("history").set({ scope: organization.id }).where("id", "=", id).execute();
      }
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
    }
    for (const [name, columns] of [
      ["history_of_team", ["scope", "at", "id"]],
      ["history_of_team_by_person", ["scope", "user_id", "at", "id"]],
      ["history_of_team_by_kind", ["scope", "kind", "at", "id"]],
      ["history_of_team_by_person_and_kind", ["scope", "user_id", "kind", "at", "id"]],
    ] as const)
      await schema
        .createIndex(name)
        .on("history")
        .columns([...columns])
        .execute();
    if (isPostgres(db)) await sql`analyze history`.execute(db);
  },
};
