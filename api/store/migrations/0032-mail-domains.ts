import { type Kysely, type Migration, sql } from "kysely";
import { storedAddress } from "#model/mail-address.ts";
import { hasOtherLetters } from "../other-letters.ts";

/**
 * Brings addresses with an international domain into the form that is stored (docs/rules/people.md#international-domains). Where two people, or two open
 * invitations to a team, would have one address then, neither is changed.
 */
export const mailDomains: Migration = {
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
  async up(db: Kysely<any>) {
    for (const { address, stored, others } of await written(db, "user", "email"))
      await sql`
        update "user" set email = ${stored} where email = ${address}
        and not exists (select 1 from "user" as other where other.email in (${sql.join(others)}))
      `.execute(db);
    for (const { address, stored, others } of await written(db, "invitation", "email"))
      await sql`
        update invitation set email = ${stored} where email = ${address} and (
          outcome is not null or not exists (
            select 1 from invitation as other
            where other.team_id = invitation.team_id and other.outcome is null and other.email in (${sql.join(others)})
          )
        )
      `.execute(db);
    for (const [table, column] of [["voice", "email"] as const, ["mail", "recipient"] as const])
      for (const { address, stored } of await written(db, table, column))
        await db
          .updateTable(table)
          .set({ [column]: stored })
          .where(column, "=", address)
          .execute();
  },
};

/** The addresses of a column that would be stored in another form now: that form, and all others that would become the same. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's types
async function written(db: Kysely<any>, table: string, column: string) {
  const rows = await db
    .selectFrom(table)
    .select(sql<string>`${sql.ref(column)}`.as("address"))
    .distinct()
    .where(hasOtherLetters(db, column))
    .execute();
  const addresses = rows.map(({ address }) => ({ address, stored: storedAddress(address) })).filter((each) => each.stored !== each.address);
  return addresses.map(({ address, stored }) => ({
    ...{ address, stored },
    others: [stored, ...addresses.flatMap((each) => (each.stored === stored && each.address !== address ? [each.address] : []))],
  }));
}
