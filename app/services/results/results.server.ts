/**
 * The result of a completed assessment, loaded in the same way for screen, print, images and Excel
 * (docs/rules/results-and-files.md#opening-a-result).
 */

import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { Overview } from "#model/contract/overview.ts";
import { listed } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { loadFor, NotFound, Redirect } from "~/services/faults.server";
import { pageResult } from "~/services/results/page-result.server";
import {
  ON_SCREEN,
  type ResultModel,
  type ResultNeeds,
  type ResultReading,
  type ResultRequest,
} from "~/services/results/result-request.server";
import { itilResults } from "~/services/results/sections/itil/read-result.server";
import { p3m3Results } from "~/services/results/sections/p3m3/read-result.server";
import { readConcerns, type SharedParts } from "~/services/results/sections/shared.server";
import { asksBelowTarget, hasTargets, shownOf } from "~/services/results/sections/targets.server";
import { addActionTo } from "~/services/upstream/actions.server";
import { getAssessment, hasScope, homeOf, readOverview } from "~/services/upstream/assessments.server";
import { editionView } from "~/services/upstream/editions.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { modelOf } from "~/services/upstream/models.server";
import { againOf, archivedNotice } from "~/services/upstream/rights.server";
import { answeringPathsFor, screensFrom } from "~/services/upstream/screens.server";
import { printedStyle } from "~/services/upstream/style.server";
import { readTargets, targetsAt } from "~/services/upstream/targets.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { WrittenTexts } from "~/views/client-report";
import {
  type AnsweringPaths,
  BELOW_TARGET,
  COMPARE_WITH,
  FURTHER_FORMATS,
  IMAGES_FIELD,
  isDraftAt,
  paths,
  resultPaths,
} from "~/views/paths";
import type { Result } from "~/views/result";
import type { ResultPage } from "~/views/result-page";
import { withAddresses } from "~/views/screens";
import type { Flash } from "~/views/shell";

const MODELS = { P3M3: p3m3Results, ITIL: itilResults };

export interface LoadedResult extends Pick<ResultReading<unknown>, "benchmark" | "query"> {
  result: Result;
  assessment: Assessment;
  /** The addresses by which the reader answers a draft, or views it. */
  at: AnsweringPaths;
  /** The parts that could not be read, in words. The result is whole without them; a file is not. */
  lacks: string[];
}

/** What a request asks for. */
export function resultRequestOf(request: Request, assessmentId: Id): ResultRequest {
  const { pathname: path, searchParams: query } = new URL(request.url);
  return { assessmentId, isDraft: isDraftAt(request), query, path };
}

/**
 * The assessment of a result or draft that somebody asks for, and the addresses by which they answer or view it.
 * @throws LoadFailure; NotFound for a draft where the upstream has none; Redirect where there is no result, or no draft any more or yet
 */
export async function openAssessment(
  reader: UserContext,
  { assessmentId, isDraft }: Pick<ResultRequest, "assessmentId" | "isDraft">,
): Promise<Pick<LoadedResult, "assessment" | "at">> {
  const hasDrafts = await hasExtension("drafts");
  if (isDraft && !hasDrafts) throw new NotFound();
  const assessment = await getAssessment(reader.api, assessmentId, "result");
  const completed = assessment.status === "Completed";
  if (isDraft && completed) throw new Redirect(paths.result(assessment.id, assessment.assessmentType));
  if (isDraft && !hasScope(assessment)) throw new Redirect(paths.step("review", assessment.id, assessment.assessmentType), NO_DRAFT_YET);
  if (!isDraft && !completed) throw new Redirect(homeOf(assessment), noResultYet(assessment, hasDrafts));
  return { assessment, at: isDraft ? await answeringPathsFor(reader, assessment) : paths };
}

/**
 * Opens the result of a completed assessment, or the draft of one in progress, whatever its model.
 * @param needs what is read in addition to its scores
 * @param readWritten reads the team's texts for the client's report, where the Excel file has its steps
 * @throws as `openAssessment`, and as `readWritten`
 */
export async function openResult(
  reader: UserContext,
  request: ResultRequest,
  needs: ResultNeeds = {},
  readWritten?: () => Promise<WrittenTexts>,
): Promise<LoadedResult> {
  const { concerns = [], answers = false, screen = false } = needs;
  const { api } = reader;
  const { assessment, at } = await openAssessment(reader, request);
  const model: ResultModel<Assessment, Overview, SharedParts> = MODELS[assessment.assessmentType];
  const hasOverview = answers && (await hasExtension("overview"));
  const [{ make, benchmark, query }, { reads, lacks }, overview, targets, written] = await Promise.all([
    model.open(api, assessment, { ...request, ...needs }, at),
    readConcerns(api, assessment, request, concerns),
    hasOverview ? loadFor("result", readOverview(api, assessment)) : undefined,
    readTargets(api, assessment).catch(ignoreFault),
    readWritten?.(),
  ]);
  return {
    ...(benchmark ? { benchmark } : {}),
    query: reads.comparison ? withOther(query, request.query) : query,
    assessment,
    at,
    result: make({ ...reads, overview, targets, written, screen }),
    lacks: [...(targets ? [] : ["the targets"]), ...lacks],
  };
}

/** The part of the address that shapes a result, with the assessment that somebody chose to compare with. */
function withOther(kept: string, query: URLSearchParams): string {
  const other = query.get(COMPARE_WITH);
  return other ? withField(kept, COMPARE_WITH, other) : kept;
}

const withField = (kept: string, name: string, value: string) =>
  new URLSearchParams([...new URLSearchParams(kept), [name, value]]).toString();

const noResultYet = (assessment: Assessment, hasDrafts: boolean): Flash => ({
  kind: "info",
  title: "There is no result yet.",
  text: `${assessment.name || "This assessment"} has not been submitted. The link opens its result once it has been.`,
  ...(hasDrafts && hasScope(assessment)
    ? { link: { href: resultPaths(true).result(assessment.id, assessment.assessmentType), label: "See the draft result" } }
    : {}),
});

const NO_DRAFT_YET: Flash = {
  kind: "info",
  title: "There is no draft result yet.",
  text: "There will be one as soon as the assessment has a scope.",
};

/** What a result screen shows, and what it was made from. */
export interface OpenedPage extends Pick<LoadedResult, "assessment" | "at"> {
  page: ResultPage;
}

/**
 * The data of the result screen: the result, the choices for the benchmark, and links.
 * @param model of the address
 * @throws LoadFailure; Redirect for the address of the other model, and for home unless the assessment is completed
 */
export async function loadResultPage(reader: UserContext, request: ResultRequest, model: Result["model"]): Promise<OpenedPage> {
  const { assessmentId, isDraft, query } = request;
  const at = resultPaths(isDraft);
  const [{ result: whole, benchmark, query: kept, assessment, at: answering, lacks }, style] = await Promise.all([
    openResult(reader, request, { concerns: ON_SCREEN, screen: true }),
    printedStyle(reader.api),
  ]);
  if (assessment.assessmentType !== model) throw new Redirect(at.result(assessmentId, assessment.assessmentType));
  const [archived, edition, again, addAction] = await Promise.all([
    archivedNotice(reader, assessment),
    editionView(reader, assessment),
    againOf(reader, assessment),
    addActionTo(reader, assessment, at.result(assessment.id, model, query.toString())),
  ]);
  const targets = await targetsAt(assessment);
  const result = pageResult(shownOf(whole, query), addAction);
  const belowTarget = hasTargets(whole) ? asksBelowTarget(query) : undefined;
  const tab = query.get("tab");
  const images = FURTHER_FORMATS.find((format) => format === query.get(IMAGES_FIELD));
  const page = {
    tab: (result.tabs.find(({ id }) => id === tab) ?? result.tabs[0])?.id ?? "",
    result,
    benchmark,
    ...(style ? { style } : {}),
    ...(belowTarget === undefined ? {} : { belowTarget }),
    ...(images ? { images } : {}),
    ...(lacks.length > 0 ? { lacks: listed(lacks) } : {}),
    query: belowTarget ? withField(kept, BELOW_TARGET.name, BELOW_TARGET.value) : kept,
    links: {
      home: homeOf(assessment),
      // docs/rules/results-and-files.md#p3m3-result
      full: modelOf(assessment).firstQuestions(assessment, answering) ?? paths.step("review", assessment.id, model),
      whatIf: at.whatIf(assessment.id),
      ...(again ? { again } : {}),
      ...(targets ? { targets } : {}),
      workbook: at.workbook(assessment.id, kept),
      result: at.result(assessment.id, result.model),
    },
    ...(archived ? { archived } : {}),
    ...(edition ? { edition } : {}),
    screens: withAddresses(await screensFrom(assessment, isDraft ? "Draft" : "Result", answering), {
      Report: at.report(assessment.id, kept),
    }),
  };
  return { page, assessment, at: answering };
}
