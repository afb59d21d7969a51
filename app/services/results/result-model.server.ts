/** What differs between the two maturity models where a result is read. */
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { Overview } from "#model/contract/overview.ts";
import { plainTextOf } from "~/services/upstream/rich-text.server";
import type { Targets } from "~/services/upstream/targets.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { AnsweringPaths } from "~/views/paths";
import type { Result, ResultSection } from "~/views/result";
import type { BenchmarkPanelView } from "~/views/result-page";

/** A request for a result. */
export interface ResultRequest {
  assessmentId: Id;
  /** The draft of an assessment in progress (docs/rules/results-and-files.md#drafts). */
  isDraft: boolean;
  /** Of the address: the switch and the cohort of the benchmark (docs/rules/benchmark.md#the-switch). */
  query: URLSearchParams;
  /** Of the address. */
  path: string;
  /** Without the section of evidence, whose two calls are spared: a chart of scores needs none. */
  withoutEvidence?: boolean;
  /** Without what was agreed, for the same reason. */
  withoutAgreed?: boolean;
  /** Without how views differ. */
  withoutViews?: boolean;
  /** With what moved since an earlier assessment. */
  compared?: boolean;
  /** With every answer next to its statement, where the upstream gives them at once. */
  answered?: boolean;
}

export interface ResultReading<OwnOverview extends Overview> {
  /** With the overview, the Excel file of the result has every answer next to its statement. The result compares scores with the targets. */
  shape(overview: OwnOverview | undefined, targets: Targets): Result;
  benchmark?: BenchmarkPanelView;
  /** 'Your other organizations', for the screen alone: files are made from the result, which does not hold it. */
  others?: ResultSection | undefined;
  /** The part of the address that shapes the result, such as `benchmark=off`. */
  query: string;
}

export interface ResultModel<Own extends Assessment, OwnOverview extends Overview> {
  /** Reads the result of an assessment, or its draft. @param at where the reader answers what is to do. @throws LoadFailure */
  open(api: UserApi, assessment: Own, request: ResultRequest, at: AnsweringPaths): Promise<ResultReading<OwnOverview>>;
}

// Tables, images and Excel show the catalogue's texts without markup.
export const withoutMarkup = <T extends { statement: string; hint?: string | undefined }>(item: T): T => ({
  ...item,
  statement: plainTextOf(item.statement),
  hint: item.hint && plainTextOf(item.hint),
});
