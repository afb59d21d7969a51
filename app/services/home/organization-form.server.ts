/** The organization form: what it shows and what it may post (docs/rules/organizations.md#fields). */

import { z } from "zod";
import type { Id, Ref } from "#model/contract/common.ts";
import type { OrganizationForm } from "#model/contract/organizations.ts";
import { ORGANIZATION_FIELDS } from "#model/fields.ts";
import { textMessages } from "#model/text.ts";
import { loadFor } from "~/services/faults.server";
import { baseOf } from "~/services/home/organization-conflict.server";
import { postedFields } from "~/services/http/form-schema.server";
import { getOwnOrganization, listOrganizations } from "~/services/upstream/organizations.server";
import { listCountries, listIndustries, listSizes } from "~/services/upstream/reference-lists.server";
import type { UserApi } from "~/services/upstream/user-api.server";

/** The lists that the form's selects offer. @throws LoadFailure */
export async function loadOrganizationLists(api: UserApi) {
  const [countries, industries, sizes] = await loadFor(
    "organization",
    Promise.all([listCountries(api), listIndustries(api), listSizes(api)]),
  );
  return { countries, industries, sizes };
}

/**
 * The form's data: the lists, the organization with its version (`base`), and whether the user has any organization yet.
 * @param organizationId undefined when an organization is created
 * @throws LoadFailure; Forbidden for somebody else's organization
 */
export async function loadOrganizationPage(api: UserApi, organizationId: Id | undefined) {
  const [lists, organization, { myOrgnizations }] = await Promise.all([
    loadOrganizationLists(api),
    organizationId === undefined ? undefined : getOwnOrganization(api, organizationId),
    loadFor("dashboard", listOrganizations(api)),
  ]);
  return { lists, organization: organization && { ...organization, base: baseOf(organization) }, hasCompany: myOrgnizations.length > 0 };
}

/** The schema of the posted form. Country, industry and size must be in the lists, and come out as whole objects. */
export function organizationSchema(lists: Awaited<ReturnType<typeof loadOrganizationLists>>) {
  const oneOf = (offered: readonly Ref[]) =>
    z.string(textMessages.required).transform((chosen, check) => {
      const found = offered.find(({ id }) => String(id) === chosen);
      if (!found) check.addIssue(textMessages.oneOf);
      return found ?? z.NEVER;
    });
  return z.object({
    ...postedFields(ORGANIZATION_FIELDS),
    country: oneOf(lists.countries),
    size: oneOf(lists.sizes),
    industry: oneOf(lists.industries),
  }) satisfies z.ZodType<OrganizationForm>;
}
