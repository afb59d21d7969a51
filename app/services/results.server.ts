/** The result of a completed assessment: loaded and shaped once for the screen, print, images and Excel alike. */
import { redirect } from "@remix-run/node";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { type ItilResults, itilResults } from "#model/contract/itil.ts";
import { type P3M3Results, p3m3Results } from "#model/contract/p3m3.ts";
import { paths } from "~/paths";
import type { Report } from "~/report";
import { getAssessment } from "~/services/assessments.server";
import { type BenchmarkPanelView, compare } from "~/services/benchmark.server";
import { loading } from "~/services/failures.server";
import { itilReport } from "~/services/itil-report.server";
import { p3m3Report } from "~/services/p3m3-report.server";
import { wordsOf } from "~/services/rich-text.server";
import type { AppContext } from "~/sessions.server";

/** What of an address shapes a result; everything else in it is left out of the addresses of files. */
const SHAPING = ["benchmark", "country", "industry", "size"] as const;

export interface LoadedResult {
  /** Shapes the report. */
  report: () => Report;
  /** Everything that the report is made of: equal sources, equal reports. */
  source: unknown;
  benchmark?: BenchmarkPanelView;
  /** The part of the address that says what is shown, e.g. `benchmark=off`. */
  query: string;
  assessment: Assessment;
}

// Tables, images and Excel take the words of the catalogue alone, without what marks them up.
const worded = <T extends { statement: string }>(item: T): T => ({ ...item, statement: wordsOf(item.statement) });

async function readP3M3(context: AppContext, assessmentId: Id): Promise<P3M3Results> {
  const results = await context.read(`/P3M3/assessments/${encodeURIComponent(assessmentId)}/results`, p3m3Results);
  const inWords = (groups: P3M3Results["diagnostics"]["positive"]) =>
    groups.map((group) => ({ ...group, threads: group.threads.map((thread) => ({ ...thread, items: thread.items.map(worded) })) }));
  const { positive, improvement } = results.diagnostics;
  return { ...results, diagnostics: { positive: inWords(positive), improvement: inWords(improvement) } };
}

async function readItil(context: AppContext, assessmentId: Id): Promise<ItilResults> {
  const results = await context.read(`/ITIL/assessments/${encodeURIComponent(assessmentId)}/results`, itilResults);
  const areasOfImprovement = results.areasOfImprovement.map((area) => ({ ...area, questions: area.questions.map(worded) }));
  return { ...results, areasOfImprovement };
}

/**
 * Opens the result of a completed assessment, whatever its model.
 * @param query of the address (specification C4, "Benchmarking")
 * @throws a redirect home unless the assessment is completed (specification C6); a failure page by the error catalogue
 */
export async function openResult(context: AppContext, assessmentId: Id, query: URLSearchParams): Promise<LoadedResult> {
  const assessment = await getAssessment(context, assessmentId);
  if (assessment.status !== "Completed") throw redirect(paths.home());
  const kept = new URLSearchParams(SHAPING.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? ""]] : [])));
  const shaping = { query: kept.toString(), assessment };
  if (assessment.assessmentType === "ITIL") {
    const results = await loading("result", readItil(context, assessmentId));
    return { ...shaping, query: "", source: [assessment, results], report: () => itilReport(assessment, results) };
  }
  const [results, comparison] = await Promise.all([loading("result", readP3M3(context, assessmentId)), compare(context, assessment, kept)]);
  const source = [assessment, results, comparison.answer, comparison.cohortWords];
  return { ...shaping, source, report: () => p3m3Report(assessment, results, comparison), benchmark: comparison.panel };
}

/** As `openResult`, for a file: a failure leads to the result screen, which words it. */
export async function openResultForFile(context: AppContext, assessmentId: Id, query: URLSearchParams): Promise<LoadedResult> {
  try {
    return await openResult(context, assessmentId, query);
  } catch (thrown) {
    if (thrown instanceof Response || thrown instanceof Error) throw thrown;
    throw redirect(paths.result(assessmentId, "P3M3"));
  }
}

/** The result screen: the report, the benchmark's choices, and the ways on. */
export async function loadResultPage(context: AppContext, assessmentId: Id, model: Report["model"], query: URLSearchParams) {
  // Asked for beside the assessment rather than after it; whether it may be shown is decided below.
  (model === "ITIL" ? readItil : readP3M3)(context, assessmentId).catch(() => undefined);
  const { report: shape, benchmark, query: kept, assessment } = await openResult(context, assessmentId, query);
  if (assessment.assessmentType !== model) throw redirect(paths.result(assessmentId, assessment.assessmentType));
  const report = shape();
  const { organization } = assessment;
  const asked = query.get("tab");
  return {
    tab: (report.tabs.find(({ id }) => id === asked) ?? report.tabs[0])?.id ?? "",
    report,
    benchmark,
    query: kept,
    links: {
      home: paths.home(organization ? { organizationId: organization.id } : undefined),
      full: firstQuestions(assessment),
      workbook: paths.workbook(assessment.id, kept),
      result: paths.result(assessment.id, report.model),
    },
  };
}

export type ResultPage = Awaited<ReturnType<typeof loadResultPage>>;

/** 'View full assessment': the first questions screen (specification C2). */
function firstQuestions({ id, assessmentType, perspectives, threads, capabilities }: Assessment): string {
  const [perspective] = perspectives ?? [];
  const [thread] = threads ?? [];
  const [practice] = capabilities ?? [];
  if (perspective && thread) return paths.questions(id, perspective.code, thread.code);
  if (practice) return paths.practiceQuestions(id, practice.code);
  return paths.step("review", id, assessmentType);
}
