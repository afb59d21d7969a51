/** What an operator does about a wall, for a team whose lead is gone (docs/rules/walls.md#operators). */
import type { Db } from "#api/store/open.ts";
import { UnknownOrganization } from "./deleting-organizations.ts";
import { changeNamings, namedFor } from "./namings.ts";
import type { PeopleContext } from "./people.ts";
import { hasLead, holdTeam } from "./teams.ts";

/** The wall stays: a lead can change it, or there is none. */
export class WallStays extends Error {
  override name = "WallStays";
}

const find = (db: Db, id: number) =>
  db.selectFrom("organization").select(["id", "team_id", "name", "is_walled"]).where("id", "=", id).executeTakeFirst();

/**
 * Opens an organization to its whole team.
 * @returns its name
 * @throws UnknownOrganization, WallStays
 */
export async function liftWall(context: PeopleContext, id: number): Promise<string> {
  const { db } = context;
  const match = await find(db, id);
  if (match) await holdTeam(db, match.team_id);
  const organization = match && (await find(db, id));
  if (!organization) throw new UnknownOrganization(`There is no organization ${id}. The number of an organization is in its address.`);
  if (!organization.is_walled) throw new WallStays(`The whole team may see ${organization.name} already.`);
  if (await hasLead(context, organization.team_id))
    throw new WallStays(`The team has a lead, who can change who may see ${organization.name}.`);
  const before = await namedFor(db, id);
  await changeNamings(context, organization, { access: "team", people: [] }, { before, reason: "Opened by an operator" });
  return organization.name;
}
