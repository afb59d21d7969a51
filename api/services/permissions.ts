/** What people may do in their team (docs/rules/rights.md#permissions). */
import type { Db } from "#api/store/open.ts";
import type { Me } from "#model/contract/permissions.ts";
import type { Work } from "./work.ts";

/** What the caller may do, and who leads the team. */
export async function readMe({ db, user }: Work): Promise<Me> {
  const leads = await leadsOf(db, user.teamId).select(["email", "first_name"]).orderBy("email").execute();
  return { permission: user.permission, leads: leads.map(({ email, first_name: firstName }) => ({ email, firstName })) };
}

/** The leads of a team who may sign in. */
export const leadsOf = (db: Db, teamId: number) =>
  db
    .selectFrom("user")
    .where("team_id", "=", teamId)
    .where("permission", "=", "lead")
    .where("email", "like", "%@%")
    .where("suspended_at", "is", null);
