/** Lets somebody in by an entry link, as an operator's command and a home site do (docs/integrating.md#letting-people-in-from-a-home-site). */
import { createEntryToken } from "#api/auth/entry.ts";
import type { Db } from "#api/store/open.ts";
import { role } from "#model/contract/common.ts";
import { shownAddress } from "#model/mail-address.ts";
import { findPresentAddress } from "./addresses.ts";
import { endInvitationOf } from "./ending-invitations.ts";
import { changeUser, holdByEmail, type PeopleContext, type UserChange } from "./people.ts";
import { findPublicUrl } from "./public-url.ts";
import { createUser, findUserByEmail } from "./users.ts";

/**
 * Makes a token for an entry link, in the transaction of the caller. Somebody who is not known yet is created, with both models by default.
 * @param change is applied to somebody who is known; what is absent stays
 * @returns the token, what was changed of somebody known, a line for each, and the PUBLIC_URL of the server if it has one
 * @throws UnknownPerson when the person is suspended
 */
export async function letIn(context: PeopleContext, email: string, change: UserChange) {
  const { db, now } = context;
  // An old address serves for a while.
  const address = (await findUserByEmail(db, email)) ? email : ((await findPresentAddress(context, email)) ?? email);
  const known = await holdByEmail(db, address);
  if (!known) {
    const created = await createUser(db, { email, firstName: change.firstName, roles: change.roles ?? role.options, team: change.team });
    await endInvitationOf(db, now, created);
  }
  const changes = known ? await changeUser(context, known, change) : [];
  const token = await createEntryToken(db, address, now);
  return { token, changes: changes.map((line) => `${shownAddress(known?.email ?? "")}: ${line}`), publicUrl: await findPublicUrl(db) };
}

/** The names of the teams, in order. A team that is mistyped would be a new one, and keep somebody apart from their colleagues. */
export async function listTeams(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("team").select("name").where("name", "is not", null).orderBy("name").execute();
  return rows.flatMap(({ name }) => name ?? []);
}
