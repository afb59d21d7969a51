/** What people may do in their team (docs/rules/rights.md#permissions). */
import type { Me } from "#model/contract/permissions.ts";
import { leadsOf } from "./teams.ts";
import type { Work } from "./work.ts";

/** What the caller may do, and who leads the team. */
export async function readMe(work: Work): Promise<Me> {
  const { user } = work;
  const leads = await leadsOf(work, user.teamId).select(["email", "first_name"]).orderBy("email").execute();
  return {
    permission: user.permission,
    roles: [...user.roles],
    leads: leads.map(({ email, first_name: firstName }) => ({ email, firstName })),
  };
}
