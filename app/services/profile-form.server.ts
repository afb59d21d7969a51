/** The profile step's form (specification B5): the same schema for both models. */
import { z } from "zod";
import type { Assessment, AssessmentForm, AssessmentUpdate } from "#model/contract/assessments.ts";
import { type Role, requiredText } from "#model/contract/common.ts";
import { ITIL_SCOPES } from "#model/itil/catalogue.ts";
import { type CatalogueItem, P3M3_SCOPES, type P3M3Scope } from "#model/p3m3/catalogue.ts";
import { lockedScope, threadsOffered } from "#model/p3m3/scope.ts";
import { NAME_MAX, textMessages } from "#model/text.ts";

export const SCOPES: Record<Role, readonly string[]> = { P3M3: P3M3_SCOPES, ITIL: ITIL_SCOPES };

const tick = z.preprocess((value) => value === "on", z.boolean());

/**
 * What the profile form posts. A model of the user's own roles; a scope of that model.
 * @param fixed what may no longer change: the model once a scope exists, the scope once the assessment has started
 */
export function profileSchema(roles: readonly Role[], fixed: { assessmentType?: Role | undefined; selectedScope?: string | undefined }) {
  return z
    .object({
      assessmentType: z.preprocess((value) => fixed.assessmentType ?? value ?? "", z.string()),
      name: z.preprocess((value) => value ?? "", requiredText(NAME_MAX)),
      isTestAssessment: tick,
      selectedScope: z.preprocess((value) => fixed.selectedScope ?? value ?? "", z.string()),
      certified: tick,
      endorsed: tick,
    })
    .transform((form, check): AssessmentForm => {
      const issue = (path: string, message: string) => check.addIssue({ code: "custom", path: [path], message });
      const assessmentType = roles.find((role) => role === form.assessmentType);
      if (!assessmentType) {
        issue("assessmentType", form.assessmentType === "" ? textMessages.required : textMessages.oneOf);
        if (form.selectedScope === "") issue("selectedScope", textMessages.required);
        return z.NEVER;
      }
      if (!SCOPES[assessmentType].includes(form.selectedScope)) {
        issue("selectedScope", form.selectedScope === "" ? textMessages.required : textMessages.oneOf);
        return z.NEVER;
      }
      const { name, isTestAssessment, selectedScope } = form;
      const mark = assessmentType === "P3M3" ? { certified: form.certified } : { endorsed: form.endorsed };
      return { assessmentType, name, isTestAssessment, selectedScope, ...mark };
    });
}

/** The change to send for an existing assessment; one that becomes certified takes what certification needs into its scope. */
export function profileUpdate(
  found: Assessment,
  form: AssessmentForm,
  lists: { perspectives: readonly CatalogueItem[]; threads: readonly CatalogueItem[] },
): AssessmentUpdate {
  if (form.assessmentType === "ITIL") return { ...form, assessmentType: "ITIL" };
  const update = { ...form, assessmentType: "P3M3" } as const;
  if (!form.certified || !found.perspectives?.length) return update;
  const offered = threadsOffered(form.selectedScope as P3M3Scope).map(({ id }) => id);
  const kept = new Set([...(found.threads ?? []).map(({ id }) => id), ...lockedScope(true).threadIds]);
  return {
    ...update,
    perspectives: [...lists.perspectives],
    threads: lists.threads.filter(({ id }) => kept.has(id) && offered.includes(id)),
  };
}
