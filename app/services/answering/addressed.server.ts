/** What the addresses of questions and grids name, for both models. */
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id, Role } from "#model/contract/common.ts";
import type { AnswerStore } from "~/services/answering/store.server";
import { NotFound, Redirect } from "~/services/faults.server";
import { failurePage } from "~/services/http/failures.server";
import { getAssessment } from "~/services/upstream/assessments.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { answeringPaths, isViewed, paths } from "~/views/paths";

type Of<Model extends Role> = Extract<Assessment, { assessmentType: Model }>;
const isOf = <Model extends Role>(assessment: Assessment, model: Model): assessment is Of<Model> => assessment.assessmentType === model;

/**
 * An assessment that is of the model that its address says.
 * @param other where one of the other model is found
 * @throws NotFound, LoadFailure; Redirect for an assessment of the other model
 */
export async function getAssessmentOf<Model extends Role>(
  api: UserApi,
  assessmentId: Id,
  model: Model,
  other = ({ id }: Assessment) => paths.continue(id),
): Promise<Of<Model>> {
  const assessment = await getAssessment(api, assessmentId);
  if (!isOf(assessment, model)) throw new Redirect(other(assessment));
  return assessment;
}

/** The summary of an assessment, to edit or to view as the address of a request does. */
export const summaryAt = (request: Request) => {
  const at = answeringPaths(isViewed(request));
  return ({ id, assessmentType }: Assessment) => at.summary(id, assessmentType);
};

/** @param what was not found: 'Thread'. @param kinds which the assessment has none of by that code: 'perspective or thread' */
export const notFoundIn = (store: Pick<AnswerStore, "startOf">, assessment: Assessment, what: string, kinds: string) =>
  new NotFound({
    ...failurePage(404, "assessment"),
    title: `${what} not found.`,
    description: `This assessment has no such ${kinds}.`,
    next: store.startOf(assessment),
  });
