/** The organisation form (specification A2, A5): what is posted, and what is sent upstream. */

import { z } from "zod";
import { type Id, type Ref, requiredText, typedText } from "#model/contract/common.ts";
import type { OrganizationForm } from "#model/contract/organizations.ts";
import { BUSINESS_UNIT_MAX, NAME_MAX, textMessages } from "#model/text.ts";
import { loadFor } from "~/services/faults.server";
import { getOwnOrganization, listOrganizations } from "~/services/upstream/organizations.server";
import { listCountries, listIndustries, listSizes } from "~/services/upstream/reference-lists.server";
import type { UserApi } from "~/services/upstream/user-api.server";

/** The lists that the form's selects offer. */
export async function loadOrganizationLists(api: UserApi) {
  const [countries, industries, sizes] = await loadFor(
    "organization",
    Promise.all([listCountries(api), listIndustries(api), listSizes(api)]),
  );
  return { countries, industries, sizes };
}

/** What the form shows: the lists, the organisation that is edited, and whether the user has any organisation yet. */
export async function loadOrganizationPage(api: UserApi, organizationId: Id | undefined) {
  const [lists, organization, { myOrgnizations }] = await Promise.all([
    loadOrganizationLists(api),
    organizationId === undefined ? undefined : getOwnOrganization(api, organizationId),
    loadFor("dashboard", listOrganizations(api)),
  ]);
  return { lists, organization, hasCompany: myOrgnizations.length > 0 };
}

/** Checks a posted form against the lists, so that a country, industry or size is one of those offered. */
export function organizationSchema(lists: Awaited<ReturnType<typeof loadOrganizationLists>>) {
  const oneOf = (offered: readonly Ref[]) =>
    z.string(textMessages.required).transform((chosen, check) => {
      const found = offered.find(({ id }) => String(id) === chosen);
      if (!found) check.addIssue(textMessages.oneOf);
      return found ?? z.NEVER;
    });
  return z.object({
    name: z.preprocess((value) => value ?? "", requiredText(NAME_MAX)),
    businessUnit: typedText(BUSINESS_UNIT_MAX)
      .optional()
      .transform((text) => text || null),
    country: oneOf(lists.countries),
    size: oneOf(lists.sizes),
    industry: oneOf(lists.industries),
    benchmarkConsent: z.preprocess((value) => value === "on", z.boolean()),
  }) satisfies z.ZodType<OrganizationForm>;
}
