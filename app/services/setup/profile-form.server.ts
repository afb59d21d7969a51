/** The form of the profile step: one schema for both models (docs/rules/setup-and-scope.md#profile). */

import { z } from "zod";
import type { Assessment, AssessmentForm, AssessmentUpdate } from "#model/contract/assessments.ts";
import { type Role, requiredText } from "#model/contract/common.ts";
import { ITIL_SCOPES } from "#model/itil/catalogue.ts";
import { type CatalogueItem, findP3m3Scope, P3M3_SCOPES } from "#model/p3m3/catalogue.ts";
import { scopeFollowing } from "#model/p3m3/scope.ts";
import { isStarted } from "#model/status.ts";
import { NAME_MAX, textMessages } from "#model/text.ts";
import { listPerspectives, listThreads } from "~/services/upstream/reference-lists.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { Fact, ProfileChoices } from "~/views/setup";

const SCOPES: Record<Role, readonly string[]> = { P3M3: P3M3_SCOPES, ITIL: ITIL_SCOPES };

const tick = z
  .literal("on", textMessages.switches)
  .optional()
  .transform((value) => value === "on");

/** Takes the settled choice, whatever was posted; without one, the posted choice, or "" for none. */
const settledOr = (settled: string | undefined) =>
  z
    .string(textMessages.oneOf)
    .optional()
    .transform((value) => settled ?? value ?? "");

const isChosen = [(value: string) => value !== "", textMessages.required] as const;

/**
 * What the user may choose in the form, and what is settled already (docs/rules/setup-and-scope.md#model-and-scope).
 * @param found undefined when an assessment is created
 */
export function profileChoices(roles: readonly Role[], found: Assessment | undefined): ProfileChoices {
  const models = found ? [found.assessmentType] : roles;
  const [only] = models;
  return {
    models: [...models],
    scopes: Object.fromEntries(models.map((model) => [model, [...SCOPES[model]]])),
    model: models.length === 1 ? only : undefined,
    hasSeveralRoles: roles.length > 1,
    scope: found && isStarted(found.status) ? (found.selectedScope ?? undefined) : undefined,
  };
}

/**
 * The schema of the posted form: the model must be one of the user's roles, and the scope one of that model.
 * @param scopeIsOptional the scope of an ITIL assessment may be left open; it is "" then
 */
export function profileSchema({ models, model, scope }: ProfileChoices, { scopeIsOptional = false } = {}) {
  const isLeftOpen = (value: string) => scopeIsOptional && model === "ITIL" && value === "";
  return z
    .object({
      assessmentType: settledOr(model)
        .refine(...isChosen)
        .pipe(z.enum(models as [Role, ...Role[]], textMessages.oneOf)),
      name: requiredText(NAME_MAX),
      isTestAssessment: tick,
      selectedScope: settledOr(scope).refine((value) => value !== "" || isLeftOpen(value), textMessages.required),
      certified: tick,
      endorsed: tick,
    })
    .transform(({ certified, endorsed, ...form }, check): AssessmentForm => {
      const { assessmentType, selectedScope } = form;
      if (!isLeftOpen(selectedScope) && !SCOPES[assessmentType].includes(selectedScope))
        check.addIssue({ code: "custom", path: ["selectedScope"], message: textMessages.oneOf });
      return { ...form, ...(assessmentType === "P3M3" ? { certified } : { endorsed }) };
    });
}

/**
 * The update to send for an existing assessment. A saved P3M3 scope is adapted to the new profile in the same request
 * (docs/rules/setup-and-scope.md#profile).
 * @throws UpstreamFault
 */
export async function profileUpdate(api: UserApi, found: Assessment, form: AssessmentForm): Promise<AssessmentUpdate> {
  if (form.assessmentType === "ITIL") {
    const { selectedScope, ...rest } = form;
    return { ...rest, assessmentType: "ITIL", id: found.id, ...(selectedScope === "" ? {} : { selectedScope }) };
  }
  const update = { ...form, assessmentType: "P3M3" } as const;
  const selectedScope = findP3m3Scope(form.selectedScope);
  if (found.assessmentType !== "P3M3" || !selectedScope) return update;
  const saved = { perspectiveIds: (found.perspectives ?? []).map(({ id }) => id), threadIds: (found.threads ?? []).map(({ id }) => id) };
  const followed = scopeFollowing({ selectedScope, certified: form.certified === true }, saved);
  const isOther = followed.perspectiveIds.length !== saved.perspectiveIds.length || followed.threadIds.length !== saved.threadIds.length;
  // Model integration was the only thread, and a Project has none: no scope is left to send, so the scope step asks for one.
  if (!isOther || followed.threadIds.length === 0) return update;
  const [perspectives, threads] = await Promise.all([listPerspectives(api), listThreads(api)]);
  const items = (list: readonly CatalogueItem[], ids: readonly number[]) =>
    list.filter(({ id }) => ids.includes(id)).map(({ id, code, name }) => ({ id, code, name }));
  return { ...update, perspectives: items(perspectives, followed.perspectiveIds), threads: items(threads, followed.threadIds) };
}

const yesOrNo = (value: boolean | undefined) => (value ? "Yes" : "No");

/** The profile as labels and values, in the order of its form. */
export function profileFacts(found: Assessment): Fact[] {
  return [
    ["Maturity model", found.assessmentType],
    ["Assessment name", found.name || "Not Provided"],
    ["Scope", found.selectedScope ?? "Not Provided"],
    ["Test assessment", yesOrNo(found.isTestAssessment)],
    found.assessmentType === "P3M3"
      ? ["For certification", yesOrNo(found.certified)]
      : ["For a statement of results or independent validation", yesOrNo(found.endorsed)],
  ];
}
