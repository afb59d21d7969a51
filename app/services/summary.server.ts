/** The P3M3 summary before submission (specification C2, C4). */
import { redirect } from "@remix-run/node";
import type { Id } from "#model/contract/common.ts";
import { canSubmit, coversAllPerspectives, missingForSubmission } from "#model/p3m3/submission.ts";
import { paths } from "~/paths";
import { shapeProgress } from "~/services/answers.server";
import { getAssessment, getP3M3Progress, readOnlyReason } from "~/services/assessments.server";
import { holdLock } from "~/services/locks.server";
import type { AppContext } from "~/sessions.server";

/** Everything the summary shows; takes the lock where the assessment may be changed. */
export async function loadSummary(context: AppContext, request: Request, assessmentId: Id) {
  const [found, progress] = await Promise.all([getAssessment(context, assessmentId), getP3M3Progress(context, assessmentId)]);
  if (found.assessmentType !== "P3M3") throw redirect(paths.summary(found.id, found.assessmentType));
  const readOnly = await readOnlyReason(context, found);
  const page = readOnly === undefined ? await holdLock(context, request, found) : undefined;
  const shaped = shapeProgress(found, progress);
  const missing = missingForSubmission(progress).map(({ perspective, threads }) => ({
    perspective: perspective.name,
    threads: threads.map(({ name }) => ({ name, href: hrefOf(shaped, perspective.id, name) })),
  }));
  return {
    assessment: { id: found.id, name: found.name ?? "Not provided", scope: found.selectedScope, certified: found.certified === true },
    progress: shaped,
    missing,
    submittable: readOnly === undefined && canSubmit(progress),
    coversAll: coversAllPerspectives(found.perspectives ?? []),
    readOnly,
    page,
    links: {
      here: paths.summary(found.id, "P3M3"),
      result: paths.result(found.id, "P3M3"),
      profile: paths.step("profile", found.id, "P3M3"),
      continue: paths.continue(found.id),
    },
  };
}

export type SummaryPage = Awaited<ReturnType<typeof loadSummary>>;

function hrefOf({ perspectives }: ReturnType<typeof shapeProgress>, perspectiveId: number, threadName: string): string {
  return perspectives.find(({ id }) => id === perspectiveId)?.threads.find(({ name }) => name === threadName)?.href ?? "";
}
