/** People who have one address in two forms (docs/rules/people.md#international-domains). */
import type { Db } from "#api/store/open.ts";
import { hasOtherLetters } from "#api/store/other-letters.ts";
import { groupBy } from "#model/group-by.ts";
import { formsOfAddress, shownAddress, storedAddress } from "#model/mail-address.ts";
import { type EndCounts, holdByEmail, type PeopleContext, personPart, remove, UnknownPerson } from "./people.ts";
import { advance } from "./versions.ts";

/** Somebody who shares an address; `email` is the form in which they have it. */
interface Sharing {
  id: number;
  email: string;
}

/** The people who share an address, by number, for each such address. */
export async function listSharedAddresses(db: Db): Promise<Sharing[][]> {
  const written = await db.selectFrom("user").select("email").where("email", "like", "%@%").where(hasOtherLetters(db, "email")).execute();
  const forms = [...new Set(written.flatMap(({ email }) => formsOfAddress(email)))];
  if (forms.length === 0) return [];
  const people = await db.selectFrom("user").select(["id", "email"]).where("email", "in", forms).orderBy("id").execute();
  return [...groupBy(people, ({ email }) => storedAddress(email)).values()].filter(({ length }) => length > 1);
}

/** What start and check tell an operator: a line for each address that people share, with their numbers and no address. */
export async function describeSharedAddresses(db: Db): Promise<string[]> {
  return (await listSharedAddresses(db)).map(
    (people) =>
      `people ${people.map(({ id }) => id).join(" and ")} have one address in two forms of its domain; npm run people -- keep NUMBER decides whose it is`,
  );
}

/**
 * Gives an address that people share to one of them, in the form that is stored. The others are removed.
 * @returns the address as people read it, and what ended for each of the others
 * @throws UnknownPerson when the person shares none
 */
export async function keepAddress(
  context: PeopleContext,
  id: number,
): Promise<{ address: string; removed: (EndCounts & { id: number; said: string[] })[] }> {
  const { db, madeFrom } = context;
  const people = (await listSharedAddresses(db)).find((sharing) => sharing.some((each) => each.id === id));
  const kept = people?.find((each) => each.id === id);
  if (!people || !kept) throw new UnknownPerson(`Person ${id} shares an address with nobody.`);
  const removed = [];
  for (const { id: otherId, email } of people) {
    if (otherId === id) continue;
    const other = await holdByEmail(db, email);
    if (other?.id === otherId) removed.push({ id: otherId, ...(await remove(context, other)) });
  }
  const stored = storedAddress(kept.email);
  await db.updateTable("user").set({ email: stored }).where("id", "=", id).execute();
  await advance({ db, madeFrom }, personPart(id));
  return { address: shownAddress(stored), removed };
}
