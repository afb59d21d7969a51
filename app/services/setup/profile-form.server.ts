/** The form of the profile step: one schema for both models (docs/rules/setup-and-scope.md#profile). */

import { z } from "zod";
import type { Assessment, AssessmentForm } from "#model/contract/assessments.ts";
import type { Role } from "#model/contract/common.ts";
import { fieldsOf, PROFILE_FIELDS } from "#model/fields.ts";
import { isStarted } from "#model/status.ts";
import { textMessages } from "#model/text.ts";
import { postedFields } from "~/services/http/form-schema.server";
import { SET_UPS, setUpOf } from "~/services/setup/models.server";
import type { AssessmentChanges } from "~/services/upstream/assessments.server";
import { modelOf } from "~/services/upstream/models.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { CONSENT } from "~/views/consent";
import { factsIn } from "~/views/form-fields";
import type { SuggestedSetUp } from "~/views/paths";
import { type Fact, PROFILE_FORM, type ProfileChoices } from "~/views/setup";

/** Takes the settled choice, whatever was posted; without one, the posted choice, or "" for none. */
const settledOr = (settled: string | undefined) =>
  z
    .string(textMessages.oneOf)
    .optional()
    .transform((value) => settled ?? value ?? "");

const isChosen = [(value: string) => value !== "", textMessages.required] as const;

/**
 * What the user may choose in the form, and what is settled already (docs/rules/setup-and-scope.md#model-and-scope).
 * @param assessment undefined when an assessment is created
 */
export function profileChoices(roles: readonly Role[], assessment: Assessment | undefined): ProfileChoices {
  const models = assessment ? [assessment.assessmentType] : roles;
  const [only] = models;
  return {
    models: [...models],
    scopes: Object.fromEntries(models.map((model) => [model, [...SET_UPS[model].scopes]])),
    model: models.length === 1 ? only : undefined,
    hasSeveralRoles: roles.length > 1,
    scope: assessment && isStarted(assessment.status) ? (assessment.selectedScope ?? undefined) : undefined,
    isRequested: assessment !== undefined && modelOf(assessment).requested(assessment) !== undefined,
  };
}

/**
 * The schema of the posted form: the model must be one of the user's roles, and the scope one of that model.
 * @param scopeIsOptional the scope may be left open; it is "" then
 * @param stored the assessment as it is stored, if it is
 */
export function profileSchema(
  { models, model, scope, isRequested }: ProfileChoices,
  { scopeIsOptional = false, stored }: { scopeIsOptional?: boolean; stored?: Assessment | undefined } = {},
) {
  type Ticks = Partial<Record<"assessmentType" | "certified" | "certifyConsent" | "endorsed" | "endorseConsent", unknown>>;
  /** A request for certification or validation needs the consent. */
  const consented = (of: Role, request: keyof Ticks, consent: keyof Ticks) => (form: Ticks) =>
    isRequested || form.assessmentType !== of || !form[request] || form[consent] === true;
  /** The message about a missing consent appears together with the others. */
  const siblingProblem = (path: keyof Ticks, error: string) => ({ path: [path], error, when: () => true });
  const isLeftOpen = (value: string) => scopeIsOptional && value === "";
  return z
    .object({
      assessmentType: settledOr(model)
        .refine(...isChosen)
        .pipe(z.enum(models as [Role, ...Role[]], textMessages.oneOf)),
      selectedScope: settledOr(scope).refine((value) => value !== "" || isLeftOpen(value), textMessages.required),
      ...postedFields(PROFILE_FORM, stored),
    })
    .refine(consented("P3M3", "certified", "certifyConsent"), siblingProblem("certifyConsent", CONSENT.certify.missing))
    .refine(consented("ITIL", "endorsed", "endorseConsent"), siblingProblem("endorseConsent", CONSENT.endorse.missing))
    .transform((form, check) => {
      const { assessmentType, selectedScope } = form;
      if (!isLeftOpen(selectedScope) && !SET_UPS[assessmentType].scopes.includes(selectedScope))
        check.addIssue({ code: "custom", path: ["selectedScope"], message: textMessages.oneOf });
      const own = fieldsOf(PROFILE_FIELDS, assessmentType);
      return Object.fromEntries(Object.entries(form).filter(([name]) => name in own)) as AssessmentForm;
    });
}

/**
 * What a profile changes of an existing assessment, its saved scope included, which follows the profile in the same request
 * (docs/rules/setup-and-scope.md#profile).
 * @throws UpstreamFault
 */
export async function profileChanges(api: UserApi, stored: Assessment, form: AssessmentForm): Promise<AssessmentChanges> {
  const { assessmentType: _, selectedScope, ...rest } = form;
  const profile = { ...rest, ...(selectedScope === "" ? {} : { selectedScope }) };
  return { ...profile, ...(await setUpOf(stored).scopeFollowing(api, stored, form)) };
}

/** What an address recommends for a new assessment, of the models that somebody works with. */
export const readSuggestion = (request: { url: string }, roles: readonly Role[]): SuggestedSetUp | undefined =>
  roles.map((role) => SET_UPS[role].readSuggestion(request)).find(Boolean);

/** The profile as labels and values, in the order of its form. */
export function profileFacts(assessment: Assessment): Fact[] {
  return factsIn(fieldsOf(PROFILE_FIELDS, assessment.assessmentType), assessment);
}
