/** The form of the profile step: one schema for both models (docs/rules/setup-and-scope.md#profile). */

import { z } from "zod";
import type { Assessment, AssessmentForm, ItilAssessment, P3m3Assessment } from "#model/contract/assessments.ts";
import type { Role } from "#model/contract/common.ts";
import { fieldsOf, PROFILE_FIELDS } from "#model/fields.ts";
import { findItilScope, ITIL_SCOPES } from "#model/itil/catalogue.ts";
import { practicesFollowing } from "#model/itil/scope.ts";
import { type CatalogueItem, findP3m3Scope, P3M3_SCOPES, PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { p3m3ScopeFollowing } from "#model/p3m3/scope.ts";
import { isStarted } from "#model/status.ts";
import { textMessages } from "#model/text.ts";
import { postedFields } from "~/services/http/form-schema.server";
import { itilScopeFields, p3m3ScopeFields } from "~/services/setup/scope-form.server";
import { versionOf } from "~/services/setup/wizard.server";
import { type AssessmentChanges, practicesOf } from "~/services/upstream/assessments.server";
import { listCapabilities, listMaturities, listPerspectives, listThreads } from "~/services/upstream/reference-lists.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { CONSENT } from "~/views/consent";
import { factsIn } from "~/views/form-fields";
import { type Fact, type P3m3Choices, PROFILE_FORM, type ProfileChoices, type ScopeConsequence, scopeSize } from "~/views/setup";

const SCOPES: Record<Role, readonly string[]> = { P3M3: P3M3_SCOPES, ITIL: ITIL_SCOPES };

/** Takes the settled choice, whatever was posted; without one, the posted choice, or "" for none. */
const settledOr = (settled: string | undefined) =>
  z
    .string(textMessages.oneOf)
    .optional()
    .transform((value) => settled ?? value ?? "");

const isChosen = [(value: string) => value !== "", textMessages.required] as const;

/** Whether certification or validation was requested already. Then the consent has been given, too. */
const wasRequested = (found: Assessment | undefined) => (found?.assessmentType === "P3M3" ? found.certified : found?.endorsed) === true;

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
    isRequested: wasRequested(found),
  };
}

/**
 * The schema of the posted form: the model must be one of the user's roles, and the scope one of that model.
 * @param scopeIsOptional the scope of an ITIL assessment may be left open; it is "" then
 */
export function profileSchema({ models, model, scope, isRequested }: ProfileChoices, { scopeIsOptional = false } = {}) {
  type Ticks = Partial<Record<"assessmentType" | "certified" | "certifyConsent" | "endorsed" | "endorseConsent", unknown>>;
  /** A request for certification or validation needs the consent. */
  const consented = (of: Role, request: keyof Ticks, consent: keyof Ticks) => (form: Ticks) =>
    isRequested || form.assessmentType !== of || !form[request] || form[consent] === true;
  /** The message about a missing consent appears together with the others. */
  const beside = (path: keyof Ticks, error: string) => ({ path: [path], error, when: () => true });
  const isLeftOpen = (value: string) => scopeIsOptional && model === "ITIL" && value === "";
  return z
    .object({
      assessmentType: settledOr(model)
        .refine(...isChosen)
        .pipe(z.enum(models as [Role, ...Role[]], textMessages.oneOf)),
      selectedScope: settledOr(scope).refine((value) => value !== "" || isLeftOpen(value), textMessages.required),
      ...postedFields(PROFILE_FORM),
    })
    .refine(consented("P3M3", "certified", "certifyConsent"), beside("certifyConsent", CONSENT.certify.missing))
    .refine(consented("ITIL", "endorsed", "endorseConsent"), beside("endorseConsent", CONSENT.endorse.missing))
    .transform(({ certified, endorsed, certifyConsent, endorseConsent, ...form }, check): AssessmentForm => {
      const { assessmentType, selectedScope } = form;
      if (!isLeftOpen(selectedScope) && !SCOPES[assessmentType].includes(selectedScope))
        check.addIssue({ code: "custom", path: ["selectedScope"], message: textMessages.oneOf });
      return { ...form, ...(assessmentType === "P3M3" ? { certified } : { endorsed }) };
    });
}

/**
 * What a profile changes of an existing assessment, its saved scope included, which follows the profile in the same request
 * (docs/rules/setup-and-scope.md#profile).
 * @throws UpstreamFault
 */
export async function profileChanges(api: UserApi, stored: Assessment, form: AssessmentForm): Promise<AssessmentChanges> {
  const { assessmentType, selectedScope, ...rest } = form;
  const profile = { ...rest, ...(selectedScope === "" ? {} : { selectedScope }) };
  return {
    ...profile,
    ...(stored.assessmentType === "P3M3" ? await p3m3Following(api, stored, form) : await itilFollowing(api, stored, form)),
  };
}

async function p3m3Following(api: UserApi, stored: P3m3Assessment, form: AssessmentForm): Promise<AssessmentChanges> {
  const { saved, followed } = savedAndFollowed(stored, form);
  if (isSameScope(saved, followed)) return {};
  return p3m3ScopeFields(await Promise.all([listPerspectives(api), listThreads(api)]), followed);
}

async function itilFollowing(api: UserApi, stored: ItilAssessment, form: AssessmentForm): Promise<AssessmentChanges> {
  const scope = findItilScope(form.selectedScope);
  const saved = practicesOf(stored);
  if (!scope || scope === stored.selectedScope || saved.length === 0) return {};
  return itilScopeFields(await Promise.all([listCapabilities(api), listMaturities(api)]), scope, practicesFollowing(scope, saved));
}

type P3m3StoredChoices = Pick<P3m3Choices, "perspectiveIds" | "threadIds">;

/** The saved scope, and what a profile makes of it. */
function savedAndFollowed(stored: P3m3Assessment, form: AssessmentForm): { saved: P3m3StoredChoices; followed: P3m3StoredChoices } {
  const ids = (items: readonly { id: number }[] = []) => items.map(({ id }) => id);
  const saved = { perspectiveIds: ids(stored.perspectives), threadIds: ids(stored.threads) };
  const selectedScope = findP3m3Scope(form.selectedScope);
  return { saved, followed: selectedScope ? p3m3ScopeFollowing({ selectedScope, certified: form.certified === true }, saved) : saved };
}

const isSameScope = (one: P3m3StoredChoices, other: P3m3StoredChoices) =>
  one.perspectiveIds.length === other.perspectiveIds.length &&
  one.threadIds.every((id) => other.threadIds.includes(id)) &&
  one.threadIds.length === other.threadIds.length;

/**
 * How saving a profile would change the saved scope, in words for a dialog
 * (docs/rules/setup-and-scope.md#what-the-profile-does-to-a-saved-scope).
 * @returns undefined when the scope stays as it is
 */
export function scopeConsequence(stored: Assessment, form: AssessmentForm): ScopeConsequence | undefined {
  if (stored.assessmentType !== "P3M3") return undefined;
  const { saved, followed } = savedAndFollowed(stored, form);
  if (isSameScope(saved, followed)) return undefined;
  const names = (list: readonly CatalogueItem[], ids: readonly number[], others: readonly number[]) =>
    list.filter(({ id }) => ids.includes(id) && !others.includes(id)).map(({ name }) => name);
  const added = [
    ...names(PERSPECTIVES, followed.perspectiveIds, saved.perspectiveIds),
    ...names(THREADS, followed.threadIds, saved.threadIds),
  ];
  const removed = names(THREADS, saved.threadIds, followed.threadIds);
  const size = ({ perspectiveIds, threadIds }: P3m3StoredChoices) => scopeSize(perspectiveIds.length, threadIds.length);
  const facts: Fact[] = [
    ...(added.length > 0 ? [["Added", added.join(", ")] as Fact] : []),
    ...(removed.length > 0 ? [["Taken out", removed.join(", ")] as Fact] : []),
    ["Scope now", size(saved)],
    ["Scope after saving", size(followed)],
  ];
  const reasons = [
    added.length > 0
      ? "Certification covers all seven perspectives and the four mandatory threads. What the saved scope lacks is added."
      : "",
    removed.length > 0 ? "A Project has no Model integration thread, so it is taken out of the saved scope." : "",
    followed.threadIds.length === 0 ? "No thread is left then: choose others in the scope step." : "",
  ].filter(Boolean);
  return { reasons, facts, key: versionOf(facts) };
}

/** The profile as labels and values, in the order of its form. */
export function profileFacts(found: Assessment): Fact[] {
  return factsIn(fieldsOf(PROFILE_FIELDS, found.assessmentType), found);
}
