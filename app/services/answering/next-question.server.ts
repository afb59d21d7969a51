/** Where 'Start', 'Continue' and the links 'Questions' and 'Grid' lead (docs/rules/navigation-and-home.md#where-start-and-continue-lead). */

import type { Id } from "#model/contract/common.ts";
import { answeringOf } from "~/services/answering/models.server";
import type { UserContext } from "~/services/context.server";
import { getAssessment, hasScope, homeOf } from "~/services/upstream/assessments.server";
import { rightsOf } from "~/services/upstream/rights.server";
import { answeringPaths, paths } from "~/views/paths";

/**
 * The path of the thread, practice or component that this browser saved last, if it is not answered; otherwise of the next open one. If all
 * are answered, the path of the summary. Without a scope, the path of the scope step, or of home for those who may only view.
 * @param viewed whether to view it, rather than to edit it, as viewers do in any case
 * @param to the questions or the grid, which are wanted even if all are answered
 * @throws LoadFailure
 */
export async function getPathToContinue(
  context: UserContext,
  assessmentId: Id,
  { viewed: isView, to }: { viewed: boolean; to?: "questions" | "grid" | undefined },
): Promise<string> {
  const { api, lastPlaces } = context;
  const assessment = await getAssessment(api, assessmentId);
  const viewed = isView || (await rightsOf(context, assessment)).isViewerOfOpen;
  const at = answeringPaths(viewed);
  if (!hasScope(assessment)) return viewed ? homeOf(assessment) : paths.step("scope", assessment.id, assessment.assessmentType);
  const last = lastPlaces.find(assessment.id)?.map((code) => code.toLowerCase());
  const isLast = (codes: readonly string[]) => codes.join("/").toLowerCase() === last?.join("/");
  const model = answeringOf(assessment);
  const items = (await model.listToAnswer(api, assessment, at)).map((item) => ({ ...item, isLast: isLast(item.codes) }));
  const summary = at.summary(assessment.id, assessment.assessmentType);
  // Whoever only reads looks for answers, not for what is left to do.
  const toRead = to && viewed ? items.find(({ isAnswered }) => isAnswered) : undefined;
  const next = toRead ?? nextOpen(items) ?? (to ? (items.find(({ isLast }) => isLast) ?? items[0]) : undefined);
  if (!next) return summary;
  return to === "grid" && !viewed ? ((await model.gridOf(api, assessment, next.codes, at)) ?? summary) : next.href;
}

/** The first open item from the last one on; after the end it begins again. */
function nextOpen<Item extends { isOpen: boolean; isLast: boolean }>(items: readonly Item[]): Item | undefined {
  const last = items.findIndex(({ isLast }) => isLast);
  return [...items.slice(Math.max(0, last)), ...items].find(({ isOpen }) => isOpen);
}
