/** Organisations: the dashboard's list, one organisation, and saving it. */

import type { Id } from "#model/contract/common.ts";
import type { OrganizationForm } from "#model/contract/organizations.ts";
import { config } from "~/services/config.server";
import { loadFor, Refused } from "~/services/faults.server";
import { failurePage } from "~/services/http/failures.server";
import { keyFor } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { paths } from "~/views/paths";
import type { User } from "~/views/session";
import type { FailurePage } from "~/views/shell";

/** The user's own organisations, and other users' for accounts on the internal list. */
export function listOrganizations(api: UserApi) {
  return api.organizations.list();
}

/** @throws a page of status 403 for everybody who is not on the internal list */
export function requireInternalAccount(user: User): void {
  if (seesAllAssessments(user)) return;
  const page: FailurePage = {
    title: "Sorry, access denied.",
    description: "Your account may not see the assessments of other users.",
    next: { href: paths.home(), label: "Go to the home screen" },
  };
  throw new Refused(page);
}

/** Accounts that see 'All Assessments' (specification A6), in any case. */
export function seesAllAssessments(user: User): boolean {
  const email = user.email.toLowerCase();
  return email !== undefined && config().allAssessmentsAccounts.includes(email);
}

async function getOrganization(api: UserApi, organizationId: Id) {
  const { organization } = await loadFor("organization", api.organizations.get({ id: organizationId }));
  return organization;
}

/**
 * An organisation that the user may change. An internal account may read those of other users, which is no right to change them.
 * @throws a failure page: of the load, or of status 403 for somebody else's
 */
export async function getOwnOrganization(api: UserApi, organizationId: Id) {
  const [found, { myOrgnizations }] = await Promise.all([
    getOrganization(api, organizationId),
    loadFor("dashboard", listOrganizations(api)),
  ]);
  if (!myOrgnizations.some(({ organization }) => String(organization.id) === String(found.id)))
    throw new Refused(failurePage(403, "organization"));
  return found;
}

/** The assessments of one organisation, a group per model. */
export function listAssessments(api: UserApi, organizationId: Id) {
  return api.organizations.assessments.list({ id: organizationId });
}

/**
 * Saves a new organisation, or the changes to one. Gives its id.
 * @param formId the form that it was typed into: the same form with the same content creates one organisation, however often it is sent
 */
export async function saveOrganization(api: UserApi, organizationId: Id | undefined, body: OrganizationForm, formId: string): Promise<Id> {
  if (organizationId === undefined) {
    return (await api.organizations.create({ body }, { idempotencyKey: keyFor(formId, "organization", body) })).id;
  }
  await api.organizations.put({ id: organizationId, body });
  return organizationId;
}
