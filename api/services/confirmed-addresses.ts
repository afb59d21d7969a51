/** People who came by a copied link, until something proves their address (docs/rules/people.md#addresses-that-are-not-confirmed). */
import { refused, refusedField } from "#api/problem.ts";
import type { Db } from "#api/store/open.ts";
import { joiningMessages } from "#model/joining.ts";
import { shownAddress } from "#model/mail-address.ts";
import type { User } from "./work.ts";

/** Those of some people whose address is not confirmed, by number. */
const unconfirmedAmong = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom("user")
    .select(["id", "email", "first_name"])
    .where("is_unconfirmed", "=", 1)
    .where("id", "in", [...ids])
    .orderBy("id");

/**
 * Refuses what somebody may not do or be as long as their address is not confirmed.
 * @param field of the form that names them; absent: the whole is refused
 * @throws Problem 422
 */
export async function requireConfirmed(db: Db, ids: readonly number[], field?: string): Promise<void> {
  if (ids.length === 0) return;
  const people = await unconfirmedAmong(db, ids).execute();
  if (people.length === 0) return;
  const message = joiningMessages.unconfirmed(...people.map(({ first_name, email }) => first_name ?? shownAddress(email)));
  throw field === undefined ? refused(message) : refusedField(field, message);
}

/** Notes that somebody's address is theirs. @returns whether it was not confirmed before */
export async function confirmAddress(db: Db, { id }: Pick<User, "id">): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("user")
    .set({ is_unconfirmed: 0 })
    .where("id", "=", id)
    .where("is_unconfirmed", "=", 1)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
