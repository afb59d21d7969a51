/**
 * An organization that somebody changed while another had its form open (docs/rules/organizations.md#changed-meanwhile). The second has to
 * see the change before anything is stored.
 */
import type { Id } from "#model/contract/common.ts";
import type { Organization, OrganizationForm } from "#model/contract/organizations.ts";
import { fieldNames, ORGANIZATION_FIELDS } from "#model/fields.ts";
import { baseFrom, baseIn, type FormValues, type MergedForm, mergeForm } from "~/services/http/merged-form.server";
import { getOwnOrganization } from "~/services/upstream/organizations.server";
import { untilUnmoved } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { labelsOf, posted, textIn } from "~/views/form-fields";

const TICKS: readonly string[] = fieldNames(ORGANIZATION_FIELDS, "tick");
const FIELDS = fieldNames(ORGANIZATION_FIELDS, "text", "choice", "tick");
type Field = (typeof FIELDS)[number];

/** An organization as it is read, which may lack fields, or as the form would store it. */
type StoredOrganization = Pick<Organization, Field>;

/** A browser posts a tick, or nothing of it. */
const heldBy = (stored: StoredOrganization) =>
  Object.fromEntries(FIELDS.map((field) => [field, posted(stored[field]) ?? (TICKS.includes(field) ? [] : "")])) as FormValues<Field>;

const sideOf = (stored: StoredOrganization) => ({
  held: heldBy(stored),
  inWords: (field: Field) => textIn(stored[field]) && `‘${textIn(stored[field])}’`,
});

/** What the form was made from, as text for it to carry. */
export const baseOf = (organization: StoredOrganization): string => baseFrom(heldBy(organization));

/** The fields as the posted form was made from them. */
export const baseInForm = (form: FormData) => baseIn(form, FIELDS);

interface PostedForm {
  form: FormData;
  /** What the form would store. */
  wanted: OrganizationForm;
}

/**
 * Saves the changes to an organization (docs/rules/organizations.md#saving), unless it was changed after the form was made.
 * @returns the other user's changes, in which case nothing was saved
 * @throws UpstreamFault, LoadFailure; Forbidden for the organization of another team
 */
export function changeOrganization(api: UserApi, organizationId: Id, { form, wanted }: PostedForm): Promise<MergedForm | undefined> {
  return untilUnmoved(async () => {
    const stored = await getOwnOrganization(api, organizationId);
    const merged = mergeForm({
      what: "this organization was",
      labels: labelsOf(ORGANIZATION_FIELDS),
      posted: form,
      now: sideOf(stored),
      mine: sideOf(wanted),
      // Nobody has agreed anew in a form that is older than the withdrawal.
      isKeptUnknown: (field) => field !== "benchmarkConsent" || !wanted.benchmarkConsent,
      lines: {
        benchmarkConsent: stored.benchmarkConsent
          ? "The consent to benchmarking was given, so its box is ticked."
          : "The consent to benchmarking was withdrawn, so its box is not ticked any more.",
      },
    });
    if (!merged.isSame) return merged;
    await api.organizations.put({ id: organizationId, body: wanted }, { madeFrom: stored.versions });
    return undefined;
  });
}
