/** The result of a completed P3M3 assessment: the one source of every number on screen, in charts and in files. */
import { redirect } from "@remix-run/node";
import type { Id } from "#model/contract/common.ts";
import { p3m3Results } from "#model/contract/p3m3.ts";
import { THREADS } from "#model/p3m3/catalogue.ts";
import { wholeScore } from "#model/p3m3/progress.ts";
import { paths } from "~/paths";
import { getAssessment } from "~/services/assessments.server";
import { loading } from "~/services/failures.server";
import type { AppContext } from "~/sessions.server";

/** @throws a redirect home unless the assessment is completed (specification C6); a failure page by the error catalogue */
export async function loadResult(context: AppContext, assessmentId: Id) {
  const found = await getAssessment(context, assessmentId);
  if (found.assessmentType !== "P3M3") throw redirect(paths.result(found.id, found.assessmentType));
  if (found.status !== "Completed") throw redirect(paths.home());
  const results = await loading("result", context.read(`/P3M3/assessments/${encodeURIComponent(assessmentId)}/results`, p3m3Results));
  const { organization } = found;
  return {
    assessment: {
      id: found.id,
      name: found.name ?? "Not provided",
      scope: found.selectedScope ?? "Not provided",
      test: found.isTestAssessment,
      certified: found.certified === true,
      completed: found.dateCompleted,
      createdBy: found.createdBy,
    },
    organization: {
      name: organization?.name ?? "Not Provided",
      location: organization?.country?.name ?? "Not Provided",
      industry: organization?.industry?.name ?? "Not Provided",
    },
    overall: results.overall,
    perspectives: results.perspectives.map((perspective) => {
      const decimal = perspective.decimal ?? perspective.score;
      return { id: perspective.id, name: perspective.name, rank: perspective.rank, decimal, final: wholeScore(decimal) };
    }),
    threads: threadMatrix(results.threads, results.perspectives),
    heatmap: results.heatmapScores,
    diagnostics: results.diagnostics,
    notes: results.notes.filter(({ body }) => body.trim() !== ""),
    links: {
      home: paths.home(organization ? { organizationId: organization.id } : undefined),
      full: paths.continue(found.id),
      workbook: paths.workbook(found.id),
    },
  };
}

export type ResultPage = Awaited<ReturnType<typeof loadResult>>;

/** Thread scores as a table: a row per thread, a column per perspective; null where a thread was descoped or not in scope. */
function threadMatrix(
  scores: readonly { id: number; name: string; perspectiveId?: number | undefined; score: number }[],
  perspectives: readonly { id: number }[],
) {
  return THREADS.filter(({ id }) => scores.some((thread) => thread.id === id)).map(({ id, code, name }) => ({
    id,
    code,
    name: scores.find((thread) => thread.id === id)?.name ?? name,
    scores: perspectives.map(
      (perspective) => scores.find((thread) => thread.id === id && thread.perspectiveId === perspective.id)?.score ?? null,
    ),
  }));
}
