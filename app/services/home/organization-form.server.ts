/** The organization form: what it shows and what it may post (docs/rules/organizations.md#fields). */

import { randomUUID } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import { z } from "zod";
import type { Id, Ref } from "#model/contract/common.ts";
import type { OrganizationForm } from "#model/contract/organizations.ts";
import { ORGANIZATION_FIELDS } from "#model/fields.ts";
import { textMessages } from "#model/text.ts";
import type { RequestContext, UserContext } from "~/services/context.server";
import { loadFor, Redirect } from "~/services/faults.server";
import { baseInForm, baseOf, changeOrganization } from "~/services/home/organization-conflict.server";
import { readAsLead } from "~/services/home/walls.server";
import { postedFields } from "~/services/http/form-schema.server";
import { readForm } from "~/services/http/posted.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { createOrganization, getOwnOrganization, readOrganizations } from "~/services/upstream/organizations.server";
import { ownNameOf } from "~/services/upstream/own-name.server";
import { findMe, leads, requireWriter } from "~/services/upstream/permissions.server";
import { listCountries, listIndustries, listSizes } from "~/services/upstream/reference-lists.server";
import { ignoreFault, UpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { WALL } from "~/views/access";
import type { OrganizationPage } from "~/views/home";
import { paths } from "~/views/paths";
import type { Reply } from "~/views/shell";

/** The lists that the form's selects offer. @throws LoadFailure */
async function loadOrganizationLists(api: UserApi) {
  const [countries, industries, sizes] = await loadFor(
    "organization",
    Promise.all([listCountries(api), listIndustries(api), listSizes(api)]),
  );
  return { countries, industries, sizes };
}

/**
 * The form's data: the lists, and the organization with its version (`base`).
 * @param organizationId undefined when an organization is created
 * @throws LoadFailure; Forbidden for somebody else's organization; NotPermitted for a viewer
 */
export async function loadOrganizationPage(
  context: UserContext,
  request: Request,
  organizationId: Id | undefined,
): Promise<OrganizationPage> {
  const { api } = context;
  const [lists, organization, others] = await Promise.all([
    loadOrganizationLists(api),
    organizationId === undefined ? undefined : getOwnOrganization(api, organizationId),
    organizationId === undefined ? readOrganizations(api, "mine") : undefined,
    organizationId === undefined ? requireWriter(context) : undefined,
  ]);
  const isNew = others?.total === 0;
  const newcomer = isNew ? `Welcome, ${(await ownNameOf(context)) ?? "User"}` : "Organization details";
  return {
    lists,
    organization: organization && { ...organization, base: baseOf(organization) },
    heading: organization ? "Edit organization details" : newcomer,
    isNew,
    team: isNew ? await findTeam(context) : undefined,
    mayInvite: isNew && (await hasExtension("people")) && (await leads(context)),
    hasWalls: organizationId === undefined && (await hasWalls(context)),
    formId: randomUUID(),
    back: wayBack(request, organizationId ?? ""),
  };
}

/** Whether a new organization can be kept from the team: not where the upstream has no walls, nor from nobody else. */
async function hasWalls(context: UserContext): Promise<boolean> {
  if (!(await hasExtension("walls"))) return false;
  return !(await leads(context)) || (await readAsLead(context))?.isOffered === true;
}

/** Whose team a newcomer is in who does not lead it; undefined where the upstream does not tell. @throws SessionOver */
async function findTeam(context: UserContext): Promise<OrganizationPage["team"]> {
  const me = await findMe(context);
  if (!me || me.permission === "lead" || !(await hasExtension("people"))) return undefined;
  const own = await context.api.own.invitations().catch(ignoreFault);
  return own && { name: own.team.name, leads: me.leads.map(({ firstName, email }) => firstName ?? email) };
}

/** Where the form leads back to: the review that it was opened from, or home (docs/rules/setup-and-scope.md#review). */
function wayBack(request: Request, organizationId: Id): string {
  const assessmentId = new URL(request.url).searchParams.get("review");
  // That address leads an ITIL assessment on to its own.
  return assessmentId ? paths.step("review", assessmentId, "P3M3") : paths.homeAt({ organizationId });
}

/** The schema of a posted form. Country, industry and size must be in the lists, and come out as whole objects. */
function organizationSchema(lists: Awaited<ReturnType<typeof loadOrganizationLists>>, form: FormData) {
  const oneOf = (offered: readonly Ref[]) =>
    z.string(textMessages.required).transform((chosen, check) => {
      const option = offered.find(({ id }) => String(id) === chosen);
      if (!option) check.addIssue(textMessages.oneOf);
      return option ?? z.NEVER;
    });
  return z.object({
    ...postedFields(ORGANIZATION_FIELDS, baseInForm(form)),
    country: oneOf(lists.countries),
    size: oneOf(lists.sizes),
    industry: oneOf(lists.industries),
  }) satisfies z.ZodType<OrganizationForm>;
}

const NO_WALLS = "This is not possible at the moment, so nothing was saved. Untick it to save the organization for the whole team.";

/** The form as it comes back; `changedTo` is what it is made from now, if somebody has changed the organization since. */
type OrganizationReply = SubmissionResult<string[]> & { changedTo?: string };

/** Credentials do not come back by trying again. */
const NO_CREDENTIALS = [
  "Sorry, your credentials has expired. Please, try to login again or get in touch",
  "Nothing was saved; what you entered is below. Leave this page open, log out and sign in again in another tab, then save here.",
];

/**
 * Saves a posted form (docs/rules/organizations.md#saving).
 * @param organizationId undefined when an organization is created
 * @returns the form with what was wrong
 * @throws Redirect once it is saved; LoadFailure, SessionOver; Forbidden for the organization of another team
 */
export async function saveOrganization(
  context: RequestContext,
  request: Request,
  organizationId: Id | undefined,
): Promise<Reply<OrganizationReply>> {
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const lists = await loadOrganizationLists(context.api);
  const submission = readSubmission(form, organizationSchema(lists, form));
  if (submission.status !== "success") return [submission.reply(), { status: 400 }];
  const wanted = submission.value;
  const isWalled = organizationId === undefined && form.get(WALL) === "on";
  // It must not be there for the whole team because nobody could keep it from them.
  if (isWalled && !(await hasExtension("walls"))) return [submission.reply({ fieldErrors: { [WALL]: [NO_WALLS] } }), { status: 400 }];
  let id = organizationId;
  try {
    const conflict = id === undefined ? undefined : await changeOrganization(context.api, id, { form, wanted });
    if (conflict) {
      const shown = readSubmission(conflict.form, organizationSchema(lists, conflict.form));
      return [{ ...shown.reply({ formErrors: conflict.messages }), changedTo: conflict.base }, { status: 409 }];
    }
    id ??= await createOrganization(context.api, wanted, String(form.get("formId") ?? randomUUID()), isWalled);
  } catch (error) {
    const { status, errors, messages } = failedForm(context.requestId, "organization", error);
    const isDenied = error instanceof UpstreamFault && error.status === 401;
    const formErrors = [...messages, ...(isDenied ? NO_CREDENTIALS : [])];
    return [submission.reply({ formErrors, fieldErrors: errors }), { status: isDenied ? 401 : status }];
  }
  if (form.get("then") === "assessment") throw new Redirect(paths.assessmentCreate(id));
  context.flash.leave({
    kind: "success",
    title: organizationId ? "Your changes were saved." : "The organization was saved.",
    ...(isWalled ? { text: "Only you may see it at first." } : {}),
  });
  throw new Redirect(wayBack(request, id));
}
