/** Reads P3M3 results. */
import type { P3m3Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { P3m3Overview } from "#model/contract/overview.ts";
import type { P3m3Results } from "#model/contract/p3m3.ts";
import { loadFor } from "~/services/faults.server";
import { withDecimals, withDescoped } from "~/services/results/missing-parts.server";
import { type ResultModel, withoutMarkup } from "~/services/results/result-request.server";
import { compare, pickShapingQuery } from "~/services/results/sections/p3m3/benchmark.server";
import type { ResultsWithDescoped } from "~/services/results/sections/p3m3/descoped.server";
import { p3m3Result } from "~/services/results/sections/p3m3/result.server";
import type { SharedParts } from "~/services/results/sections/shared.server";
import { withRichTexts } from "~/services/upstream/rich-text.server";
import type { UserApi } from "~/services/upstream/user-api.server";

export const p3m3Results: ResultModel<P3m3Assessment, P3m3Overview, SharedParts> = {
  async open(api, assessment, { assessmentId, isDraft, query, screen }, at) {
    const shaping = pickShapingQuery(api, assessment, query);
    const [{ results, progress }, { others, ...comparison }, kept] = await Promise.all([
      loadFor("result", read(api, assessmentId, isDraft)),
      shaping.then((kept) => compare(api, assessment, kept, { others: query.get("others") === "on" })),
      shaping,
    ]);
    const own = { draft: progress && { progress, at }, ...(screen ? { others } : {}) };
    return {
      query: kept.toString(),
      make: (parts) => p3m3Result(assessment, results, comparison, { ...parts, ...own }),
      benchmark: comparison.panel,
    };
  },
};

/** The results, with the progress of an assessment that is not completed. @throws UpstreamFault */
async function read(api: UserApi, assessmentId: Id, isDraft: boolean) {
  const id = assessmentId;
  const { results, progress } = isDraft ? await api.p3m3.draft({ id }) : { results: await api.p3m3.results({ id }), progress: undefined };
  return { results: await inWords(api, assessmentId, results), progress };
}

async function inWords(api: UserApi, assessmentId: Id, answer: P3m3Results): Promise<ResultsWithDescoped> {
  const results = await withDescoped(api, assessmentId, await withDecimals(api, assessmentId, await withRichTexts(answer)));
  const itemsInWords = (groups: P3m3Results["diagnostics"]["positive"]) =>
    groups.map((group) => ({ ...group, threads: group.threads.map((thread) => ({ ...thread, items: thread.items.map(withoutMarkup) })) }));
  const { positive, improvement } = results.diagnostics;
  return {
    ...results,
    diagnostics: { positive: itemsInWords(positive), improvement: itemsInWords(improvement) },
    toImprove: results.toImprove?.map(withoutMarkup),
  };
}
