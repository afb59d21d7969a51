/**
 * The result of a completed assessment, loaded in the same way for screen, print, images and Excel
 * (docs/rules/results-and-files.md#opening-a-result).
 */

import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { ItilResults } from "#model/contract/itil.ts";
import type { Overview } from "#model/contract/overview.ts";
import type { P3M3Results } from "#model/contract/p3m3.ts";
import { Elsewhere, loadFor } from "~/services/faults.server";
import { readEvidence, withEvidence } from "~/services/results/evidence.server";
import { itilReport } from "~/services/results/itil/report.server";
import { withDescoped, withPracticeNotes } from "~/services/results/missing-parts.server";
import { compare } from "~/services/results/p3m3/benchmark.server";
import type { ReportedResults } from "~/services/results/p3m3/descoped.server";
import { p3m3Report } from "~/services/results/p3m3/report.server";
import { pageReport } from "~/services/results/page-report.server";
import { evidenceOf, getAssessment, historyOf, homeOf } from "~/services/upstream/assessments.server";
import { listCountries, listIndustries, listSizes } from "~/services/upstream/reference-lists.server";
import { withRichTexts, wordsOf } from "~/services/upstream/rich-text.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { paths } from "~/views/paths";
import type { PageReport, Report } from "~/views/report";
import type { BenchmarkPanelView, ResultPage } from "~/views/results";
import type { Flash } from "~/views/shell";

export interface LoadedResult {
  /** Shapes the report. With the overview its Excel file has every answer beside its statement. */
  report: (overview?: Overview) => Report;
  benchmark?: BenchmarkPanelView;
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

async function readP3M3(api: UserApi, assessmentId: Id): Promise<ReportedResults> {
  const answer = await api.p3m3.results({ id: assessmentId }).then(withRichTexts);
  const results = await withDescoped(api, assessmentId, answer);
  const inWords = (groups: P3M3Results["diagnostics"]["positive"]) =>
    groups.map((group) => ({ ...group, threads: group.threads.map((thread) => ({ ...thread, items: thread.items.map(withoutMarkup) })) }));
  const { positive, improvement } = results.diagnostics;
  return {
    ...results,
    diagnostics: { positive: inWords(positive), improvement: inWords(improvement) },
    toImprove: results.toImprove?.map(withoutMarkup),
  };
}

async function readItil(api: UserApi, assessmentId: Id): Promise<ItilResults> {
  const answer = await api.itil.results({ id: assessmentId }).then(withRichTexts);
  const results = await withPracticeNotes(api, assessmentId, answer);
  const areasOfImprovement = results.areasOfImprovement.map((area) => ({ ...area, questions: area.questions.map(withoutMarkup) }));
  return { ...results, areasOfImprovement };
}

/**
 * Opens the result of a completed assessment, whatever its model.
 * @param query of the address: the switch and the cohort of the benchmark (docs/rules/benchmark.md#the-switch)
 * @throws LoadFailed; Elsewhere for home unless the assessment is completed
 */
export async function openResult(api: UserApi, assessmentId: Id, query: URLSearchParams): Promise<LoadedResult> {
  const assessment = await getAssessment(api, assessmentId, "result");
  if (assessment.status !== "Completed") throw new Elsewhere(homeOf(assessment), noResultYet(assessment));
  if (assessment.assessmentType === "ITIL") {
    const [results, evidence] = await Promise.all([loadFor("result", readItil(api, assessmentId)), readEvidence(api, assessment)]);
    const report = (overview?: Overview) =>
      withEvidence(itilReport(assessment, results, overview?.assessmentType === "ITIL" ? overview : undefined), evidence);
    return { query: "", assessment, report };
  }
  const shaping = pickShapingQuery(api, assessment, query);
  const [results, comparison, kept, evidence] = await Promise.all([
    loadFor("result", readP3M3(api, assessmentId)),
    shaping.then((kept) => compare(api, assessment, kept)),
    shaping,
    readEvidence(api, assessment),
  ]);
  return {
    query: kept.toString(),
    assessment,
    report: (overview) =>
      withEvidence(p3m3Report(assessment, results, comparison, overview?.assessmentType === "P3M3" ? overview : undefined), evidence),
    benchmark: comparison.panel,
  };
}

const noResultYet = ({ name }: Assessment): Flash => ({
  kind: "info",
  title: "There is no result yet.",
  text: `${name || "This assessment"} has not been submitted. The link opens its result once it has been.`,
});

const COHORT = { country: listCountries, industry: listIndustries, size: listSizes } as const;

/**
 * Picks the fields of an address that shape a result. Unknown ids are left out: each would cost a call to the upstream, and there is no
 * end of them. An empty field stands for all.
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
 * What the result screen shows: the report, the choices for the benchmark, and links.
 * @param model of the address
 * @throws LoadFailed; Elsewhere for the address of the other model, and for home unless the assessment is completed
 */
export async function loadResultPage(api: UserApi, assessmentId: Id, model: Report["model"], query: URLSearchParams): Promise<ResultPage> {
  // Starts reading the result together with the assessment; whether it may be shown is decided below.
  (model === "ITIL" ? readItil : readP3M3)(api, assessmentId).catch(() => undefined);
  const { report: shape, benchmark, query: kept, assessment } = await openResult(api, assessmentId, query);
  if (assessment.assessmentType !== model) throw new Elsewhere(paths.result(assessmentId, assessment.assessmentType));
  const report: PageReport = pageReport(shape());
  const asked = query.get("tab");
  return {
    tab: (report.tabs.find(({ id }) => id === asked) ?? report.tabs[0])?.id ?? "",
    report,
    benchmark,
    query: kept,
    links: {
      home: homeOf(assessment),
      full: firstQuestions(assessment),
      workbook: paths.workbook(assessment.id, kept),
      result: paths.result(assessment.id, report.model),
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
