/** The scope step: what was posted, and which answers a narrower scope would hide (docs/rules/setup-and-scope.md#p3m3-scope, docs/rules/itil.md#scopes). */
import { randomUUID } from "node:crypto";
import type { Assessment } from "#model/contract/assessments.ts";
import { loadFor } from "~/services/faults.server";
import { setUpOf } from "~/services/setup/models.server";
import { versionOf } from "~/services/setup/wizard.server";
import type { AssessmentChanges } from "~/services/upstream/assessments.server";
import { modelOf } from "~/services/upstream/models.server";
import { listEndingRatings } from "~/services/upstream/open-ratings.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { Fact, ScopeReply } from "~/views/setup";

/**
 * Reads a posted scope.
 * @returns the reply to show when it cannot be saved as it stands, and the changes to save when it can
 * @throws LoadFailure; Redirect for the profile when it has no scope
 */
export async function readScope(
  api: UserApi,
  assessment: Assessment,
  form: FormData,
): Promise<{ reply: ScopeReply; update?: AssessmentChanges }> {
  const model = setUpOf(assessment);
  const { chosen, errors, update, tooMany } = await model.readScope(api, assessment, form);
  const reply: ScopeReply = { id: randomUUID(), chosen, isOnlyFilled: false, errors: {} };
  if (form.has("selectAll") || form.has("setGroup") || form.has("count")) return { reply: { ...reply, isOnlyFilled: true } };
  if (tooMany !== undefined) return { reply: { ...reply, tooMany, errors } };
  if (Object.keys(errors).length > 0) return { reply: { ...reply, errors } };
  const names = await model.findLost(api, assessment, chosen);
  const isOther = versionOf(model.scopeFacts({ ...assessment, ...update } as Assessment)) !== versionOf(model.scopeFacts(assessment));
  const ratings = isOther ? await loadFor("assessment", listEndingRatings(api, assessment)) : [];
  const key = versionOf([...names, ...ratings].map((name) => ["lost", name]));
  const isAsked = names.length + ratings.length > 0 && form.get("narrow") !== key;
  return isAsked ? { reply: { ...reply, lost: { names, ratings, key } } } : { reply, update };
}

/** Everything that the scope step depends on: the scope, and the parts of the profile that limit it. */
export function scopeBasis(assessment: Assessment): Fact[] {
  const certified = modelOf(assessment).requested(assessment) === "certify";
  return [
    ["Scope", assessment.selectedScope ?? "Not Provided"],
    ["For certification", String(certified)],
    ...setUpOf(assessment).scopeFacts(assessment),
  ];
}
