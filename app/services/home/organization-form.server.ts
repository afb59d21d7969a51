/** The organisation form (specification A2, A5): what is posted, and what is sent upstream. */
import { z } from "zod";
import { type Id, type Ref, requiredText, typedText } from "#model/contract/common.ts";
import type { OrganizationForm } from "#model/contract/organizations.ts";
import { BUSINESS_UNIT_MAX, NAME_MAX, textMessages } from "#model/text.ts";
import { getOwnOrganization, listOrganizations } from "~/services/home/organizations.server";
import { loading } from "~/services/http/failures.server";
import { listCountries, listIndustries, listSizes } from "~/services/upstream/reference-lists.server";
import type { AppContext } from "~/sessions.server";

/** The lists that the form's selects offer. */
export async function loadOrganizationLists(context: AppContext) {
  const [countries, industries, sizes] = await loading(
    "organization",
    Promise.all([listCountries(context), listIndustries(context), listSizes(context)]),
  );
  return { countries, industries, sizes };
}

/** What the form shows: the lists, the organisation that is edited, and whether the user has any organisation yet. */
export async function loadOrganizationPage(context: AppContext, organizationId: Id | undefined) {
  const [lists, organization, { myOrgnizations }] = await Promise.all([
    loadOrganizationLists(context),
    organizationId === undefined ? undefined : getOwnOrganization(context, organizationId),
    loading("dashboard", listOrganizations(context)),
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
