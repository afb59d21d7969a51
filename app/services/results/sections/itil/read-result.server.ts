/** Reads ITIL results. */
import type { ItilAssessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { ItilResults } from "#model/contract/itil.ts";
import type { ItilOverview } from "#model/contract/overview.ts";
import { loadFor } from "~/services/faults.server";
import { withPracticeNotes } from "~/services/results/missing-parts.server";
import { type ResultModel, withoutMarkup } from "~/services/results/result-request.server";
import { itilResult } from "~/services/results/sections/itil/result.server";
import type { SharedParts } from "~/services/results/sections/shared.server";
import { withRichTexts } from "~/services/upstream/rich-text.server";
import type { UserApi } from "~/services/upstream/user-api.server";

export const itilResults: ResultModel<ItilAssessment, ItilOverview, SharedParts> = {
  async open(api, assessment, { assessmentId, isDraft }, at) {
    const { results, progress } = await loadFor("result", read(api, assessmentId, isDraft));
    return { query: "", make: (parts) => itilResult(assessment, results, { ...parts, draft: progress && { progress, at } }) };
  },
};

/** The results, with the progress of an assessment that is not completed. @throws UpstreamFault */
async function read(api: UserApi, assessmentId: Id, isDraft: boolean) {
  const id = assessmentId;
  const { results, progress } = isDraft ? await api.itil.draft({ id }) : { results: await api.itil.results({ id }), progress: undefined };
  return { results: await inWords(api, assessmentId, results), progress };
}

async function inWords(api: UserApi, assessmentId: Id, answer: ItilResults): Promise<ItilResults> {
  const results = await withPracticeNotes(api, assessmentId, await withRichTexts(answer));
  const areasOfImprovement = results.areasOfImprovement.map((area) => ({ ...area, questions: area.questions.map(withoutMarkup) }));
  return { ...results, areasOfImprovement };
}
