/** Organisations: the dashboard's list, one organisation, and saving it. */
import { data } from "@remix-run/node";
import type { Id } from "#model/contract/common.ts";
import type { OrganizationForm } from "#model/contract/organizations.ts";
import { config } from "~/services/config.server";
import { failurePage, loading } from "~/services/http/failures.server";
import { keyFor } from "~/services/upstream/upstream.server";
import type { AppContext } from "~/sessions.server";
import { paths } from "~/views/paths";
import type { FailurePage } from "~/views/shell";

/** The user's own organisations, and other users' for accounts on the internal list. */
export function listOrganizations(context: AppContext) {
  return context.api.organizations.list();
}

/** @throws a page of status 403 for everybody who is not on the internal list */
export function requireInternalAccount(context: AppContext): void {
  if (seesAllAssessments(context)) return;
  const page: FailurePage = {
    title: "Sorry, access denied.",
    description: "Your account may not see the assessments of other users.",
    next: { href: paths.home(), label: "Go to the home screen" },
  };
  throw data(page, { status: 403 });
}

/** Accounts that see 'All Assessments' (specification A6), in any case. */
export function seesAllAssessments(context: AppContext): boolean {
  const email = context.currentUser()?.user.email.toLowerCase();
  return email !== undefined && config().allAssessmentsAccounts.includes(email);
}

async function getOrganization(context: AppContext, organizationId: Id) {
  const { organization } = await loading("organization", context.api.organizations.get({ id: organizationId }));
  return organization;
}

/**
 * An organisation that the user may change. An internal account may read those of other users, which is no right to change them.
 * @throws a failure page: of the load, or of status 403 for somebody else's
 */
export async function getOwnOrganization(context: AppContext, organizationId: Id) {
  const [found, { myOrgnizations }] = await Promise.all([
    getOrganization(context, organizationId),
    loading("dashboard", listOrganizations(context)),
  ]);
  if (!myOrgnizations.some(({ organization }) => String(organization.id) === String(found.id)))
    throw data(failurePage(403, "organization"), { status: 403 });
  return found;
}

/** The assessments of one organisation, a group per model. */
export function listAssessments(context: AppContext, organizationId: Id) {
  return context.api.organizations.assessments.list({ id: organizationId });
}

/**
 * Saves a new organisation, or the changes to one. Gives its id.
 * @param formId the form that it was typed into: the same form with the same content creates one organisation, however often it is sent
 */
export async function saveOrganization(
  context: AppContext,
  organizationId: Id | undefined,
  body: OrganizationForm,
  formId: string,
): Promise<Id> {
  if (organizationId === undefined) {
    return (await context.api.organizations.create({ body }, { idempotencyKey: keyFor(formId, "organization", body) })).id;
  }
  await context.api.organizations.put({ id: organizationId, body });
  return organizationId;
}
