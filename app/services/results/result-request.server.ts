/** What a request asks of a result, and what each of the two models does to answer it. */
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { Overview } from "#model/contract/overview.ts";
import { plainTextOf } from "~/services/upstream/rich-text.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { AnsweringPaths } from "~/views/paths";
import type { Result } from "~/views/result";
import type { BenchmarkPanelView } from "~/views/result-page";

/** What can be read for a result in addition to its scores, in the order in which the result shows it. */
export type Concern = "evidence" | "actions" | "opinions" | "comparison" | "correction" | "versions" | "ratings";

/** The concerns that the result screen shows. A comparison has a screen of its own. */
export const ON_SCREEN: readonly Concern[] = ["evidence", "actions", "opinions"];
/** The concerns that a file of the whole result has. */
export const IN_FILES: readonly Concern[] = [...ON_SCREEN, "comparison"];

/** The concerns of a client's report: it says what a corrected edition corrects, which versions of it were issued, and how far second ratings agree. */
export const IN_REPORTS: readonly Concern[] = [...IN_FILES, "correction", "versions", "ratings"];

/** A request for a result. */
export interface ResultRequest {
  assessmentId: Id;
  /** The draft of an assessment in progress (docs/rules/results-and-files.md#drafts). */
  isDraft: boolean;
  /** Of the address: the switch and the cohort of the benchmark (docs/rules/benchmark.md#the-switch). */
  query: URLSearchParams;
  /** Of the address. */
  path: string;
}

/** The parts of a result that somebody needs. Nothing else is read: a chart of scores needs none of them. */
export interface ResultNeeds {
  concerns?: readonly Concern[];
  /** Every answer next to its statement, where the upstream gives them at once. */
  answers?: boolean;
  /** What is for the reader's eyes on screen, and in no file. */
  screen?: boolean;
}

/** What one model has read: the result is made once everything else is read too. */
export interface ResultReading<Parts> {
  make(parts: Parts): Result;
  benchmark?: BenchmarkPanelView;
  /** The part of the address that shapes the result, such as `benchmark=off`. */
  query: string;
}

export interface ResultModel<Own extends Assessment, OwnOverview extends Overview, SharedParts> {
  /** Reads the result of an assessment, or its draft. @param at where the reader answers what is to do. @throws LoadFailure */
  open(
    api: UserApi,
    assessment: Own,
    request: ResultRequest & ResultNeeds,
    at: AnsweringPaths,
  ): Promise<ResultReading<SharedParts & { overview?: OwnOverview | undefined }>>;
}

// Tables, images and Excel show the catalogue's texts without markup.
export const withoutMarkup = <T extends { statement: string; hint?: string | undefined }>(item: T): T => ({
  ...item,
  statement: plainTextOf(item.statement),
  hint: item.hint && plainTextOf(item.hint),
});
