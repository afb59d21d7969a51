/** Organizations: listing, loading and saving them, and who sees those of other users. */

import type { Id } from "#model/contract/common.ts";
import type { OrganizationForm } from "#model/contract/organizations.ts";
import { config } from "~/services/config.server";
import { Forbidden, loadFor } from "~/services/faults.server";
import { failurePage } from "~/services/http/failures.server";
import { mayChange } from "~/services/upstream/permissions.server";
import { keyFor, NotPermitted } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { paths } from "~/views/paths";
import type { User } from "~/views/session";
import type { FailurePage } from "~/views/shell";

/** Checks that somebody may open 'All Assessments' (docs/rules/rights.md#internal-accounts). @throws Forbidden for everybody else */
export function requireInternalAccount(user: User): void {
  if (seesAllAssessments(user)) return;
  const page: FailurePage = {
    title: "Sorry, access denied.",
    description: "Your account may not see the assessments of other users.",
    next: { href: paths.home(), label: "Go to the home screen" },
  };
  throw new Forbidden(page);
}

/** Whether somebody has an internal account; the case of the address does not matter (docs/rules/rights.md#internal-accounts). */
export function seesAllAssessments(user: User): boolean {
  return config().allAssessmentsAccounts.includes(user.email.toLowerCase());
}

/**
 * An organization of the user's own team, to be changed or to be assessed. Internal accounts may read those of others, but not change them.
 * @throws LoadFailure; Forbidden for the organization of another team; NotPermitted for a viewer
 */
export async function getOwnOrganization(api: UserApi, organizationId: Id) {
  const [{ organization: found }, { myOrgnizations }] = await Promise.all([
    loadFor("organization", api.organizations.get({ id: organizationId })),
    loadFor("dashboard", api.organizations.list()),
  ]);
  if (!myOrgnizations.some(({ organization }) => String(organization.id) === String(found.id)))
    throw new Forbidden(failurePage(403, "organization"));
  if (!mayChange(found)) throw new NotPermitted();
  return found;
}

/**
 * Creates an organization (docs/rules/organizations.md#saving).
 * @param formId of the form: sent twice with the same content, it creates one organization
 * @returns its id
 * @throws UpstreamFault
 */
export async function createOrganization(api: UserApi, body: OrganizationForm, formId: string): Promise<Id> {
  return (await api.organizations.create({ body }, { idempotencyKey: keyFor(formId, "organization", body) })).id;
}
