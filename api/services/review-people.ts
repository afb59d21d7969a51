/** Who can review an assessment (docs/rules/peer-review.md#who-may-approve). */
import { sql } from "kysely";
import type { Role } from "#model/contract/common.ts";
import type { Permission } from "#model/permissions.ts";
import { type AssessmentRow, isOpenTo, type OrganizationRow } from "./access.ts";
import { membersOf } from "./teams.ts";
import { rolesIn } from "./users.ts";
import type { Work } from "./work.ts";

export interface Colleague {
  id: number;
  email: string;
  firstName: string | null;
}

/** Somebody of the team, and what keeps them from reviewing an assessment. */
export interface Member extends Colleague {
  permission: Permission;
  isSuspended: boolean;
  isUnconfirmed: boolean;
  hasModel: boolean;
  seesOrganization: boolean;
}

/** Everybody of the team of an assessment, by address. */
export async function teamOf(work: Work, row: AssessmentRow): Promise<Member[]> {
  const people = await teamAround(work, { id: row.organization_id, team_id: row.team_id });
  return people.map(({ roles, ...each }) => ({ ...each, hasModel: roles.includes(row.model) }));
}

/** Everybody of the team of an organization, by address, with the models that they work with. */
export async function teamAround(
  work: Work,
  organization: Pick<OrganizationRow, "id" | "team_id">,
): Promise<(Omit<Member, "hasModel"> & { roles: readonly Role[] })[]> {
  const rows = await membersOf(work, organization.team_id)
    .select(["id", "email", "first_name", "permission", "roles", "suspended_at", "is_unconfirmed"])
    .select(
      sql<number>`case when exists (
        select 1 from organization where organization.id = ${organization.id} and ${isOpenTo(sql.ref("user.id"))}
      ) then 1 else 0 end`.as("sees"),
    )
    .orderBy("email")
    .execute();
  return rows.map((each) => ({
    ...{ id: each.id, email: each.email, firstName: each.first_name },
    permission: each.permission,
    isSuspended: each.suspended_at !== null,
    isUnconfirmed: each.is_unconfirmed === 1,
    roles: rolesIn(each.roles),
    seesOrganization: each.sees === 1,
  }));
}

/** Whether somebody of the team can review the assessment now. */
export const canReview = ({ isSuspended, isUnconfirmed, hasModel, seesOrganization }: Member): boolean =>
  !isSuspended && !isUnconfirmed && hasModel && seesOrganization;

export const asColleague = ({ id, email, firstName }: Colleague): Colleague => ({ id, email, firstName });

/** How many active people of a team work with a model. */
export async function activeWith(work: Work, teamId: number, model: Role): Promise<number> {
  const rows = await membersOf(work, teamId).select("roles").where("suspended_at", "is", null).execute();
  return rows.filter(({ roles }) => rolesIn(roles).includes(model)).length;
}
