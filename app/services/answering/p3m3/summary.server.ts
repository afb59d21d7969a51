/**
 * The P3M3 summary: what was answered, what is missing, and how scores are calculated
 * (docs/rules/submission-and-certification.md#p3m3-summary).
 */

import type { P3m3Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { placeOf } from "#model/contract/history.ts";
import type { P3m3Overview } from "#model/contract/overview.ts";
import { LEVELS } from "#model/p3m3/catalogue.ts";
import { overallFacts, perspectiveFacts, selectionsBehind, selectionsInWords } from "#model/p3m3/explain.ts";
import { p3m3ScoreSoFar } from "#model/p3m3/progress.ts";
import { canSubmitP3m3, certificationOffer, missingForCertification, missingForP3m3Submission } from "#model/p3m3/submission.ts";
import { getAssessmentOf, summaryAt } from "~/services/answering/addressed.server";
import { askAlong, loadRows } from "~/services/answering/concerns.server";
import { openScreen } from "~/services/answering/frame.server";
import { readSelections, storedSelections } from "~/services/answering/p3m3/questions.server";
import { p3m3ProgressView } from "~/services/answering/progress-view.server";
import type { UserContext } from "~/services/context.server";
import { loadChecks } from "~/services/reviews/checks.server";
import { fourEyesBeside } from "~/services/reviews/four-eyes.server";
import { addActionTo } from "~/services/upstream/actions.server";
import { findOverview, titleOf } from "~/services/upstream/assessments.server";
import { editionView } from "~/services/upstream/editions.server";
import { listEndingRatings } from "~/services/upstream/open-ratings.server";
import { getP3m3Progress } from "~/services/upstream/p3m3-assessments.server";
import { rightsOf } from "~/services/upstream/rights.server";
import { readTargets } from "~/services/upstream/targets.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { type ActionAbout, FINDINGS } from "~/views/action-links";
import type { P3m3ProgressView, ThreadProgress } from "~/views/answering/p3m3";
import type { SummaryPage } from "~/views/answering/summary";
import { answeringPaths, isViewed, paths } from "~/views/paths";

/**
 * Everything that the summary shows. Takes the lock if the assessment may be changed.
 * @throws LoadFailure; Redirect for an assessment of the other model, and for home while another user holds the lock
 */
export async function loadP3m3Summary(context: UserContext, request: Request, assessmentId: Id): Promise<SummaryPage<"P3M3">> {
  const assessment = await getAssessmentOf(context.api, assessmentId, "P3M3", summaryAt(request));
  const at = answeringPaths(isViewed(request));
  const readProgress = askAlong(assessment, "summary").then((query) => getP3m3Progress(context.api, assessment.id, query));
  const readOverview = findOverview(context.api, assessment);
  const [progress, { mayWrite }, overview, targets, addAction, concerns, checks, fourEyes, endingRatings] = await Promise.all([
    readProgress,
    rightsOf(context, assessment),
    readOverview,
    readTargets(context.api, assessment).catch(ignoreFault),
    addActionTo(context, assessment, at.summary(assessment.id, "P3M3")),
    loadRows({ context, assessment, screen: "summary", here: at.summary(assessment.id, "P3M3"), only: {} }, readProgress),
    loadChecks(context, assessment, at, { overview: readOverview }),
    fourEyesBeside(context, assessment),
    listEndingRatings(context.api, assessment).catch(ignoreFault),
  ]);
  /** The target of a perspective next to its score so far. One without a thread in scope has none to reach. */
  const targetOf = ({ code, total }: { code: string; total: number }, index: number) => {
    const perspective = progress.perspectivesProgress[index];
    return total > 0 && perspective ? targets?.against(code, p3m3ScoreSoFar([perspective])) : undefined;
  };
  const threads = overview?.threads;
  const view = p3m3ProgressView(assessment, progress, at);
  const [{ frame, links, hasGrid }, groups] = await Promise.all([
    openScreen(context, request, assessment, "Summary", paths.summary(assessment.id, "P3M3")),
    explainScores(context.api, assessment, view, threads),
  ]);
  const { onPage, inRow } = concerns(
    groups.flatMap((group, index) => {
      const target = targetOf(group, index);
      return group.items.map((item) => ({
        place: placeIn(group, item),
        ...{ questions: item.href, compared: [], known: item.concerns, note: item.note, target },
      }));
    }),
  );
  const facts = overallFacts(view.groups, view.overall ?? 0, view.maturity);
  const missing = new Set(missingForP3m3Submission(progress).map(({ perspective }) => perspective.id));
  const lifts =
    facts.maturity < Math.max(...LEVELS) && addAction ? facts.holding.map((group) => liftOf(group, facts.maturity, addAction)) : [];
  const verb = frame.readOnly === undefined ? "Edit" : "View";
  return {
    model: "P3M3",
    assessment: { id: assessment.id, name: titleOf(assessment), scope: assessment.selectedScope },
    ...{ facts: [], unit: view.unit, submit: "Submit assessment" },
    overall: {
      ...{ name: view.score.now?.label, value: view.score.now?.value ?? "", answered: view.answered, total: Math.max(1, view.total) },
      ...{ complete: "Threads complete", completeIn: `${view.answered}/${view.total} Threads complete` },
    },
    score: view.score,
    groups: groups.map((group, index) => ({
      ...{ id: `perspective-${group.id}`, name: group.name, what: "Thread", mean: group.facts },
      ...{ grids: [], hasRanks: false, hasTargets: false, staysEmpty: true },
      head: {
        ...{ state: group.state, answered: group.answered, total: group.total, scores: group.scores },
        ...{ target: targetOf(group, index), grid: hasGrid ? group.grid : undefined },
      },
      rows: group.items.map(({ note: _, score, ...item }) => ({
        ...{ ...item, verb, opens: `${group.name}, ${item.name}`, concerns: inRow(placeIn(group, item)) },
        // The score of a thread is final once it is answered.
        score: item.state === "answered" ? score : null,
      })),
    })),
    missing: view.groups
      .filter(({ id, total }) => missing.has(id) && total > 0)
      .map(({ id, name, items }) => ({ id, name, items: items.filter(({ state }) => state !== "answered" && state !== "descoped") })),
    emptied: view.groups
      .filter(({ total }) => total === 0)
      .map(({ id, name, items }) => ({
        id,
        name,
        rescope: items[0]?.href ?? paths.continue(assessment.id),
        scope: paths.step("scope", assessment.id, "P3M3"),
      })),
    submittable: frame.readOnly === undefined && canSubmitP3m3(progress),
    own: {
      ...{ facts, lifts },
      certification: {
        certified: assessment.certified === true,
        completed: assessment.status === "Completed",
        to: mayWrite ? certificationPath(assessment) : undefined,
        missing: missingForCertification(progress),
      },
    },
    ...frame,
    ...{ checks, fourEyes, endingRatings: endingRatings ?? [] },
    edition: await editionView(context, assessment),
    concerns: onPage,
    links: { ...links, here: at.summary(assessment.id, "P3M3") },
  };
}

/** The place of a thread in a perspective. */
const placeIn = (perspective: { id: number }, thread: { id: number }) =>
  placeOf({ kind: "thread", perspectiveId: perspective.id, threadId: thread.id });

/** An action about a perspective that holds the maturity, and about its threads below the next level. */
function liftOf(
  { id, code, name, items }: P3m3ProgressView["groups"][number],
  maturity: number,
  add: (about: ActionAbout) => string,
): { name: string; add: string } {
  const below = items.filter(({ state, score }) => state !== "descoped" && (score ?? 0) < maturity + 1);
  return {
    name,
    add: add({ of: FINDINGS.lift(code), places: below.map((item) => placeIn({ id }, item)) }),
  };
}

/** Where the user can request certification: the profile, or the dialog on the row's tab of the home screen. */
function certificationPath(assessment: P3m3Assessment): string | undefined {
  const offer = certificationOffer(assessment);
  if (offer === "profile") return paths.step("profile", assessment.id, "P3M3");
  const confirm = { question: "certify", assessmentId: assessment.id } as const;
  return offer && paths.home({ organizationId: assessment.organization?.id, tab: "completed", confirm });
}

/** What the overview says of a thread. */
type OverviewThread = P3m3Overview["threads"][number];

/** Adds the sums to each perspective, and to each thread its answers in words (docs/rules/scores.md#explanations). */
function explainScores(api: UserApi, assessment: P3m3Assessment, { groups }: P3m3ProgressView, threads: OverviewThread[] | undefined) {
  const byPlace = new Map(threads?.map((each) => [`${each.perspective.id}/${each.thread.id}`, each]));
  return Promise.all(
    groups.map(async (group) => ({
      ...group,
      facts: perspectiveFacts(
        group.items.map(({ score, state }) => ({ score, answered: state === "answered", descoped: state === "descoped" })),
        group.score ?? 0,
      ),
      items: await Promise.all(
        group.items.map(async (item) => {
          const known = byPlace.get(`${group.id}/${item.id}`);
          const answers = await answersInWords(api, assessment.id, group.id, item, known);
          const reason = (item.state === "descoped" && known?.questions[0]?.reason) || "";
          return { ...item, answers, note: known?.note, reason };
        }),
      ),
    })),
  );
}

/** The score of an answered thread tells its answers; those of a started one have to be read. */
async function answersInWords(
  api: UserApi,
  assessmentId: Id,
  perspectiveId: number,
  item: ThreadProgress,
  thread: OverviewThread | undefined,
) {
  if (item.state === "descoped" || item.state === "not started") return "";
  const known = item.state === "answered" && item.score !== null ? selectionsBehind(item.score) : undefined;
  const stored = thread && storedSelections(thread.questions);
  const selections = known ?? stored ?? (await readSelections(api, assessmentId, perspectiveId, item.id).catch(() => undefined));
  return selections ? selectionsInWords(selections) : "";
}
