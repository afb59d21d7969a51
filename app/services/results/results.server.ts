/**
 * The result of a completed assessment, loaded in the same way for screen, print, images and Excel
 * (docs/rules/results-and-files.md#opening-a-result).
 */

import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { ItilProgress, ItilResults } from "#model/contract/itil.ts";
import type { Overview } from "#model/contract/overview.ts";
import type { P3m3Progress, P3m3Results } from "#model/contract/p3m3.ts";
import { p3m3ResultsSoFar } from "#model/p3m3/draft.ts";
import { loadFor, NotFound, Redirect } from "~/services/faults.server";
import { readEvidence, withEvidence } from "~/services/results/evidence.server";
import { itilResult } from "~/services/results/itil/result.server";
import { withDecimals, withDescoped, withPracticeNotes } from "~/services/results/missing-parts.server";
import { compare } from "~/services/results/p3m3/benchmark.server";
import type { ResultsWithDescoped } from "~/services/results/p3m3/descoped.server";
import { othersSection, withOthers } from "~/services/results/p3m3/other-organizations.server";
import { perspectivesOf } from "~/services/results/p3m3/perspectives.server";
import { p3m3Result } from "~/services/results/p3m3/result.server";
import { pageResult } from "~/services/results/page-result.server";
import { answeringPathsFor } from "~/services/results/to-do.server";
import { evidenceOf, getAssessment, hasScope, historyOf, homeOf } from "~/services/upstream/assessments.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { listCountries, listIndustries, listSizes } from "~/services/upstream/reference-lists.server";
import { withRichTexts, wordsOf } from "~/services/upstream/rich-text.server";
import type { Reader, UserApi } from "~/services/upstream/user-api.server";
import { isDraftAt, paths, resultPaths } from "~/views/paths";
import type { PageResult, Result, ResultSection } from "~/views/result";
import type { BenchmarkPanelView, ResultPage } from "~/views/result-page";
import type { Flash } from "~/views/shell";

export interface LoadedResult {
  /** Shapes the result. With the overview its Excel file has every answer with its statement. */
  shape: (overview?: Overview) => Result;
  benchmark?: BenchmarkPanelView;
  /** 'Your other organizations', for the screen alone: files are made from the result, which does not hold it. */
  others?: ResultSection | undefined;
  /** The part of the address that shapes the result, such as `benchmark=off`. */
  query: string;
  assessment: Assessment;
}

// Tables, images and Excel show the catalogue's texts without markup.
const withoutMarkup = <T extends { statement: string; hint?: string | undefined }>(item: T): T => ({
  ...item,
  statement: wordsOf(item.statement),
  ...(item.hint === undefined ? {} : { hint: wordsOf(item.hint) }),
});

async function readP3m3(api: UserApi, assessmentId: Id): Promise<ResultsWithDescoped> {
  return p3m3InWords(api, assessmentId, await api.p3m3.results({ id: assessmentId }));
}

/** The results, with the progress of an assessment that is not completed. */
async function readEitherP3m3(
  api: UserApi,
  assessmentId: Id,
  isDraft: boolean,
): Promise<{ results: ResultsWithDescoped; progress?: P3m3Progress }> {
  if (!isDraft) return { results: await readP3m3(api, assessmentId) };
  const { results, progress } = await api.p3m3.draft({ id: assessmentId });
  return { results: await p3m3InWords(api, assessmentId, results), progress };
}

async function p3m3InWords(api: UserApi, assessmentId: Id, answer: P3m3Results): Promise<ResultsWithDescoped> {
  const results = await withDescoped(api, assessmentId, await withDecimals(api, assessmentId, await withRichTexts(answer)));
  const inWords = (groups: P3m3Results["diagnostics"]["positive"]) =>
    groups.map((group) => ({ ...group, threads: group.threads.map((thread) => ({ ...thread, items: thread.items.map(withoutMarkup) })) }));
  const { positive, improvement } = results.diagnostics;
  return {
    ...results,
    diagnostics: { positive: inWords(positive), improvement: inWords(improvement) },
    toImprove: results.toImprove?.map(withoutMarkup),
  };
}

async function readItil(api: UserApi, assessmentId: Id): Promise<ItilResults> {
  return itilInWords(api, assessmentId, await api.itil.results({ id: assessmentId }));
}

async function readEitherItil(
  api: UserApi,
  assessmentId: Id,
  isDraft: boolean,
): Promise<{ results: ItilResults; progress?: ItilProgress }> {
  if (!isDraft) return { results: await readItil(api, assessmentId) };
  const { results, progress } = await api.itil.draft({ id: assessmentId });
  return { results: await itilInWords(api, assessmentId, results), progress };
}

async function itilInWords(api: UserApi, assessmentId: Id, answer: ItilResults): Promise<ItilResults> {
  const results = await withPracticeNotes(api, assessmentId, await withRichTexts(answer));
  const areasOfImprovement = results.areasOfImprovement.map((area) => ({ ...area, questions: area.questions.map(withoutMarkup) }));
  return { ...results, areasOfImprovement };
}

/** A request for a result. */
export interface ResultRequest {
  assessmentId: Id;
  /** The draft of an assessment in progress (docs/rules/results-and-files.md#drafts). */
  isDraft: boolean;
  /** Of the address: the switch and the cohort of the benchmark (docs/rules/benchmark.md#the-switch). */
  query: URLSearchParams;
  /** Without the section of evidence, whose two calls are spared: a chart of scores needs none. */
  withoutEvidence?: boolean;
}

/** What a request asks for. */
export const askedResult = (request: Request, assessmentId: Id): ResultRequest => ({
  assessmentId,
  isDraft: isDraftAt(request),
  query: new URL(request.url).searchParams,
});

/**
 * Opens the result of a completed assessment, or the draft of one in progress, whatever its model.
 * @throws LoadFailure; NotFound for a draft where the upstream has none; Redirect where there is no result, or no draft any more or yet
 */
export async function openResult(
  reader: Reader,
  { assessmentId, isDraft, query, withoutEvidence = false }: ResultRequest,
): Promise<LoadedResult> {
  const { api } = reader;
  const hasDrafts = await hasExtension("drafts");
  if (isDraft && !hasDrafts) throw new NotFound();
  const assessment = await getAssessment(api, assessmentId, "result");
  const completed = assessment.status === "Completed";
  if (isDraft && completed) throw new Redirect(paths.result(assessment.id, assessment.assessmentType));
  if (isDraft && !hasScope(assessment)) throw new Redirect(paths.step("review", assessment.id, assessment.assessmentType), NO_DRAFT_YET);
  if (!isDraft && !completed) throw new Redirect(homeOf(assessment), noResultYet(assessment, hasDrafts));
  const at = isDraft ? await answeringPathsFor(reader, assessment) : paths;
  const readingEvidence = withoutEvidence ? undefined : readEvidence(api, assessment);
  if (assessment.assessmentType === "ITIL") {
    const [read, evidence] = await Promise.all([loadFor("result", readEitherItil(api, assessmentId, isDraft)), readingEvidence]);
    const draft = read.progress && { progress: read.progress, at };
    const shape = (overview?: Overview) =>
      withEvidence(
        itilResult(assessment, read.results, { overview: overview?.assessmentType === "ITIL" ? overview : undefined, draft }),
        evidence,
      );
    return { query: "", assessment, shape };
  }
  const shaping = pickShapingQuery(api, assessment, query);
  const [read, comparison, kept, evidence] = await Promise.all([
    loadFor("result", readEitherP3m3(api, assessmentId, isDraft)),
    shaping.then((kept) => compare(api, assessment, kept, { others: query.get("others") === "on" })),
    shaping,
    readingEvidence,
  ]);
  const shown = read.progress ? p3m3ResultsSoFar({ results: read.results, progress: read.progress }) : read.results;
  return {
    query: kept.toString(),
    assessment,
    shape: (overview) =>
      withEvidence(
        p3m3Result(assessment, read.results, comparison, {
          overview: overview?.assessmentType === "P3M3" ? overview : undefined,
          draft: read.progress && { progress: read.progress, at },
        }),
        evidence,
      ),
    benchmark: comparison.panel,
    others: othersSection(perspectivesOf(assessment, shown, undefined), comparison.others),
  };
}

const noResultYet = (found: Assessment, hasDrafts: boolean): Flash => ({
  kind: "info",
  title: "There is no result yet.",
  text: `${found.name || "This assessment"} has not been submitted. The link opens its result once it has been.`,
  ...(hasDrafts && hasScope(found)
    ? { link: { href: resultPaths(true).result(found.id, found.assessmentType), label: "See the draft result" } }
    : {}),
});

const NO_DRAFT_YET: Flash = {
  kind: "info",
  title: "There is no draft result yet.",
  text: "There will be one as soon as the assessment has a scope.",
};

const COHORT = { country: listCountries, industry: listIndustries, size: listSizes } as const;

/**
 * Picks the fields of an address that shape a result. Unknown ids are left out: each would cost a call to the upstream, and there is no end
 * of them. An empty field means all.
 */
async function pickShapingQuery(api: UserApi, { organization }: Assessment, query: URLSearchParams): Promise<URLSearchParams> {
  const kept = new URLSearchParams();
  if (query.get("benchmark") === "off") kept.set("benchmark", "off");
  for (const part of ["country", "industry", "size"] as const) {
    const asked = query.get(part);
    if (asked === null) continue;
    const known = [...(await COHORT[part](api).catch(() => [])), ...(organization?.[part] ? [organization[part]] : [])];
    if (asked === "" || known.some(({ id }) => String(id) === asked)) kept.set(part, asked);
  }
  return kept;
}

/**
 * The data of the result screen: the result, the choices for the benchmark, and links.
 * @param model of the address
 * @throws LoadFailure; Redirect for the address of the other model, and for home unless the assessment is completed
 */
export async function loadResultPage(reader: Reader, asked: ResultRequest, model: Result["model"]): Promise<ResultPage> {
  const { assessmentId, isDraft, query } = asked;
  const { api } = reader;
  const at = resultPaths(isDraft);
  // Starts reading the result together with the assessment; whether it may be shown is decided below.
  if (!isDraft) (model === "ITIL" ? readItil : readP3m3)(api, assessmentId).catch(() => undefined);
  const { shape, benchmark, others, query: kept, assessment } = await openResult(reader, asked);
  if (assessment.assessmentType !== model) throw new Redirect(at.result(assessmentId, assessment.assessmentType));
  const shaped = pageResult(shape());
  const result: PageResult = { ...shaped, sections: withOthers(shaped.sections, others) };
  const tab = query.get("tab");
  return {
    tab: (result.tabs.find(({ id }) => id === tab) ?? result.tabs[0])?.id ?? "",
    result,
    benchmark,
    query: kept,
    links: {
      home: homeOf(assessment),
      full: firstQuestions(assessment),
      report: at.report(assessment.id, kept),
      workbook: at.workbook(assessment.id, kept),
      result: at.result(assessment.id, result.model),
      history: await historyOf(assessment),
      evidence: await evidenceOf(assessment),
    },
  };
}

/** Where 'View full assessment' leads: the first questions screen, else the review (docs/rules/results-and-files.md#p3m3-result). */
function firstQuestions(found: Assessment): string {
  if (found.assessmentType === "ITIL") {
    const [practice] = found.capabilities ?? [];
    return practice ? paths.practiceQuestions(found.id, practice.code) : paths.step("review", found.id, "ITIL");
  }
  const [perspective] = found.perspectives ?? [];
  const [thread] = found.threads ?? [];
  return perspective && thread ? paths.questions(found.id, perspective.code, thread.code) : paths.step("review", found.id, "P3M3");
}
