/**
 * The common part of the results of both models (docs/decisions/0015-results.md). It reads the concerns, lists the sections and sheets that
 * follow those of the model, and puts a result together.
 */
import type { Assessment } from "#model/contract/assessments.ts";
import type { IssuedVersion } from "#model/contract/report-versions.ts";
import { readIssued } from "~/services/results/files/client-report/issued-versions.server";
import type { Concern, ResultRequest } from "~/services/results/result-request.server";
import { aboutSheets } from "~/services/results/sections/about.server";
import { type AgreedActions, actionSections, isOfActions, readAgreedActions } from "~/services/results/sections/actions.server";
import { type ComparisonRead, comparedParts, readComparison } from "~/services/results/sections/comparison/comparison-read.server";
import { isOfComparison } from "~/services/results/sections/comparison/comparison-sections.server";
import { type CorrectionRead, correctionContent, readCorrection } from "~/services/results/sections/comparison/correction.server";
import { changesContent } from "~/services/results/sections/comparison/moved-content.server";
import {
  evidenceSections,
  evidenceSheets,
  isOfEvidence,
  methodOfEvidence,
  type ResultEvidence,
  readEvidence,
} from "~/services/results/sections/evidence.server";
import {
  isOfOpinions,
  methodOfOpinions,
  type Opinions,
  opinionSections,
  opinionSheets,
  readOpinions,
} from "~/services/results/sections/opinions.server";
import { methodOfRatings, type RatingsAgree, readAgreement } from "~/services/results/sections/second-ratings.server";
import { stepSheets, withStepActions } from "~/services/results/sections/steps.server";
import { againstLastTime } from "~/services/results/sections/targets.server";
import type { Targets } from "~/services/upstream/targets.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { WrittenTexts } from "~/views/client-report";
import type { Result, ResultSection, Sheet } from "~/views/result";

/** What was read for each concern; absent where nobody needs it, and where the upstream has none. */
export interface ConcernReads {
  evidence?: ResultEvidence | undefined;
  actions?: AgreedActions | undefined;
  opinions?: Opinions | undefined;
  comparison?: ComparisonRead | undefined;
  correction?: CorrectionRead | undefined;
  versions?: readonly IssuedVersion[] | undefined;
  ratings?: RatingsAgree | undefined;
}

interface Source<Read> {
  /** @returns undefined where the upstream has none @throws LoadFailure; UpstreamFault only if the result is whole without it */
  read(api: UserApi, assessment: Assessment, request: ResultRequest): Promise<Read | undefined>;
  /** The words for it where it cannot be read. Without such words there is no result then. */
  lack?: string;
  /** Whether a table or chart belongs to it: the image of any other does without it. */
  has(exhibitId: string): boolean;
}

const SOURCES: { readonly [Name in Concern]: Source<ConcernReads[Name]> } = {
  evidence: { read: readEvidence, has: isOfEvidence },
  actions: { read: readAgreedActions, has: isOfActions, lack: "what was agreed" },
  opinions: { read: readOpinions, has: isOfOpinions, lack: "how views differ" },
  comparison: { read: readComparison, has: isOfComparison },
  correction: { read: readCorrection, has: () => false },
  versions: { read: (api, { id }) => readIssued(api, id), has: () => false },
  ratings: { read: readAgreement, has: () => false, lack: "how far second ratings agree" },
};
const CONCERNS = Object.keys(SOURCES) as Concern[];

/** The concerns that an image of a table or chart needs. */
export const concernsOf = (exhibitId: string): Concern[] => CONCERNS.filter((concern) => SOURCES[concern].has(exhibitId));

/**
 * Reads some concerns at the same time.
 * @returns what was read, and in words what could not be; the result is whole without that
 * @throws LoadFailure, and what `readComparison` throws
 */
export async function readConcerns(
  api: UserApi,
  assessment: Assessment,
  request: ResultRequest,
  needed: readonly Concern[],
): Promise<{ reads: ConcernReads; lacks: string[] }> {
  const all = await Promise.all(
    CONCERNS.filter((concern) => needed.includes(concern)).map(async (concern) => {
      const { read, lack } = SOURCES[concern];
      if (lack === undefined) return { concern, read: await read(api, assessment, request) };
      try {
        return { concern, read: await read(api, assessment, request) };
      } catch (error) {
        ignoreFault(error);
        return { concern, lack };
      }
    }),
  );
  return {
    reads: Object.fromEntries(all.map(({ concern, read }) => [concern, read])),
    lacks: all.flatMap(({ lack }) => lack ?? []),
  };
}

/** What a result of either model is made from, next to its scores. */
export interface SharedParts extends ConcernReads {
  /** Undefined where they cannot be read. */
  targets?: Targets | undefined;
  /** The team's texts for the client's report, for the sheet of recommended steps. */
  written?: WrittenTexts | undefined;
  /** What is for the reader's eyes on screen, and in no file. */
  screen?: boolean | undefined;
}

type Head = Omit<
  Result,
  | "tabs"
  | "sections"
  | "scored"
  | "sheets"
  | "moved"
  | "corrects"
  | "issued"
  | "stepActions"
  | "overdue"
  | "methodOfOpinions"
  | "methodOfEvidence"
  | "methodOfRatings"
>;

/** The part of the context that both models have. It is made once, and every builder takes from it what it needs. */
export interface SharedContext extends Omit<SharedParts, "targets" | "comparison"> {
  assessment: Assessment;
  head: Head;
  scored: Result["scored"];
  stepActions?: Result["stepActions"];
  overdue?: Result["overdue"];
  compared: (ReturnType<typeof comparedParts> & Pick<Result, "moved">) | undefined;
}

/** Completes the context of a model. @param own what the model knows of its result */
export function sharedContext<Own extends Pick<SharedContext, "assessment" | "head" | "scored">>(
  own: Own,
  { targets, comparison, ...parts }: SharedParts,
): Own & SharedContext {
  const ofActions = withStepActions({ assessment: own.assessment, actions: parts.actions });
  const compared = comparison && compare(own.head, comparison, targets);
  const { aims } = own.head;
  const head = aims ? { ...own.head, aims: againstLastTime(aims, compared?.moved) } : own.head;
  return { ...parts, ...own, ...ofActions, head, compared };
}

function compare({ assessment: { extent }, draftOf }: Head, read: ComparisonRead, targets: Targets | undefined) {
  const parts = comparedParts(read, extent, targets);
  const { compared, trendForClients } = parts;
  return {
    ...parts,
    moved: changesContent(read.comparison, compared, { trend: trendForClients, isDraft: draftOf !== undefined, isOther: read.isOther }),
  };
}

/** Makes the sections of one concern; none where it has nothing to show. */
export type SectionBuilder<Context> = (context: Context) => ResultSection[];
/** Makes the sheets of one concern in the Excel file. */
export type SheetBuilder<Context> = (context: Context) => Sheet[];

/** The sections that follow those of the model, in the order of screen, paper, images and reports for clients. */
export const SHARED_SECTIONS: readonly SectionBuilder<SharedContext>[] = [
  evidenceSections,
  actionSections,
  opinionSections,
  ({ compared }) => compared?.sections ?? [],
];

/** The sheets that follow those of the model. */
export const SHARED_SHEETS: readonly SheetBuilder<SharedContext>[] = [
  evidenceSheets,
  opinionSheets,
  ({ compared }) => compared?.sheets ?? [],
  stepSheets,
  aboutSheets,
];

/** A model's lists. Each builder runs once. */
export interface ResultLists<Context> {
  tabs: Result["tabs"];
  sections: readonly SectionBuilder<Context>[];
  sheets: readonly SheetBuilder<Context>[];
}

/** A result, which screen, paper, images, Excel and reports for clients take everything from. */
export function makeResult<Context extends SharedContext>(context: Context, { tabs, sections, sheets }: ResultLists<Context>): Result {
  const { head, scored, compared, evidence, opinions, correction, versions, stepActions, overdue } = context;
  const method = methodOfOpinions(opinions);
  const rests = methodOfEvidence(evidence);
  const agreement = methodOfRatings(context.ratings, context.assessment);
  return {
    ...head,
    tabs,
    sections: sections.flatMap((build) => build(context)),
    scored,
    sheets: sheets.flatMap((build) => build(context)),
    ...(stepActions ? { stepActions } : {}),
    ...(overdue ? { overdue } : {}),
    ...(correction ? { corrects: correctionContent(correction, head.assessment.extent) } : {}),
    ...(versions && versions.length > 0 ? { issued: versions } : {}),
    ...(compared ? { moved: compared.moved } : {}),
    ...(method === undefined ? {} : { methodOfOpinions: method }),
    ...(rests === undefined ? {} : { methodOfEvidence: rests }),
    ...(agreement === undefined ? {} : { methodOfRatings: agreement }),
  };
}
