/** Where 'Start' and 'Continue' lead (docs/rules/navigation-and-home.md#where-start-and-continue-lead). */

import type { Id } from "#model/contract/common.ts";
import { isComputed } from "#model/itil/explain.ts";
import { p3m3ProgressView } from "~/services/answering/progress-view.server";
import { getAssessment, getP3M3Progress, hasScope } from "~/services/upstream/assessments.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { paths } from "~/views/paths";

/**
 * The path of the first thread or practice that is not answered, else of the summary; without a scope, of the scope step.
 * @throws LoadFailed
 */
export async function getPathToContinue(api: UserApi, assessmentId: Id): Promise<string> {
  const found = await getAssessment(api, assessmentId);
  if (!hasScope(found)) return paths.step("scope", found.id, found.assessmentType);
  if (found.assessmentType === "ITIL") {
    const isOpen = (item: { answeredQuestions: number; totalQuestions: number }) => item.answeredQuestions < item.totalQuestions;
    const toAnswer = (found.maturities ?? []).filter((component) => component.isSelected && !isComputed(component));
    const open = found.capabilities?.find(isOpen) ?? toAnswer.find(isOpen);
    return open ? paths.practiceQuestions(found.id, open.code) : paths.summary(found.id, "ITIL");
  }
  const { groups } = p3m3ProgressView(found, await getP3M3Progress(api, assessmentId));
  const open = groups.flatMap(({ items }) => items).find(({ state }) => state !== "answered" && state !== "descoped");
  return open?.href ?? paths.summary(found.id, found.assessmentType);
}
