import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { compareAssessments, readTrend } from "../services/comparison.ts";

/** What moved since an earlier assessment (docs/upstream-contract.md#again). */
export const comparisonHandlers: Handlers<typeof CONTRACT.comparison> = {
  get: (work, { id, ...query }) => compareAssessments(work, id, query),
  trend: (work, { id, ...query }) => readTrend(work, id, query),
};
