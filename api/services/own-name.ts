/** What people call themselves (docs/rules/people.md#your-account). */
import { record, teamChain } from "./history.ts";
import { personPart, personPlace } from "./people.ts";
import { advance } from "./versions.ts";
import type { Work } from "./work.ts";

/** The caller's name and address, as they are stored now. */
export const readOwnName = async ({ user: { firstName, email } }: Work) => ({ firstName, email });

/** Changes the caller's own name. The history says that it was changed, without the names. */
export async function changeOwnName(work: Work, typed: string) {
  const { db, user } = work;
  const firstName = typed || null;
  if (firstName !== user.firstName) {
    await advance({ db, madeFrom: undefined }, personPart(user.id));
    await db.updateTable("user").set({ first_name: firstName }).where("id", "=", user.id).execute();
    await record(work, teamChain(user.teamId), { kind: "name", place: personPlace(user.id) });
  }
  return { firstName, email: user.email };
}
