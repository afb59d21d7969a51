/**
 * The ITIL summary: what was answered, what is missing, how scores are calculated, and requesting validation
 * (docs/rules/submission-and-certification.md#itil-summary).
 */

import type { Id } from "#model/contract/common.ts";
import { placeOf } from "#model/contract/history.ts";
import type { ItilProgressItem } from "#model/contract/itil.ts";
import { cappingComponents, isComputed, nextSteps } from "#model/itil/explain.ts";
import { HIGHEST } from "#model/itil/progress.ts";
import { canBeEndorsed, canSubmitItil } from "#model/itil/submission.ts";
import { SVS_MATURITY } from "#model/score-names.ts";
import { getAssessmentOf, summaryAt } from "~/services/answering/addressed.server";
import { askAlong, inProgress, loadRows } from "~/services/answering/concerns.server";
import { openScreen } from "~/services/answering/frame.server";
import { gridsIn } from "~/services/answering/items/load-grid.server";
import { explainPractice, listPracticeGroups } from "~/services/answering/itil/questions.server";
import { itemState, itilProgressView, listFoundations } from "~/services/answering/progress-view.server";
import type { RequestContext, UserContext } from "~/services/context.server";
import { loadFor, Redirect, ScreenUnavailable } from "~/services/faults.server";
import { putOffUntil } from "~/services/http/failures.server";
import { loadChecks } from "~/services/reviews/checks.server";
import { fourEyesBeside } from "~/services/reviews/four-eyes.server";
import { addActionTo } from "~/services/upstream/actions.server";
import { commandAssessment, findOverview, titleOf } from "~/services/upstream/assessments.server";
import { editionView } from "~/services/upstream/editions.server";
import { getItilProgress } from "~/services/upstream/itil-assessments.server";
import { OutcomeUnknown } from "~/services/upstream/lost-answers.server";
import { listEndingRatings } from "~/services/upstream/open-ratings.server";
import { SEND_AGAIN, validationRequested } from "~/services/upstream/request-messages.server";
import { rightsOf } from "~/services/upstream/rights.server";
import { readTargets } from "~/services/upstream/targets.server";
import { ignoreFault, isUpstreamFault } from "~/services/upstream/upstream.server";
import { FINDINGS } from "~/views/action-links";
import { withFilterOf } from "~/views/answering/filters";
import { rankOf } from "~/views/answering/itil";
import type { SummaryPage, SummaryRow } from "~/views/answering/summary";
import { requestWords } from "~/views/badges";
import { answeringPaths, isViewed, paths } from "~/views/paths";
import type { Reply } from "~/views/shell";

/**
 * Everything that the summary shows. Takes the lock if the assessment may be changed.
 * @throws LoadFailure; Redirect for an assessment of the other model, and for home while another user holds the lock
 */
export async function loadItilSummary(context: UserContext, request: Request, assessmentId: Id): Promise<SummaryPage<"ITIL">> {
  const assessment = await getAssessmentOf(context.api, assessmentId, "ITIL", summaryAt(request));
  const explainedCode = new URL(request.url).searchParams.get("explain")?.toLowerCase();
  const explained = assessment.capabilities?.find(({ code }) => code.toLowerCase() === explainedCode);
  const at = answeringPaths(isViewed(request));
  const readProgress = askAlong(assessment, "summary").then((query) => getItilProgress(context.api, assessment.id, query));
  const readOverview = findOverview(context.api, assessment);
  const [progress, { mayWrite }, catalogue, facts, overview, targets, addAction, concerns, checks, fourEyes, endingRatings] =
    await Promise.all([
      readProgress,
      rightsOf(context, assessment),
      listPracticeGroups(context.api),
      explained ? loadFor("assessment", explainPractice(context.api, assessment.id, explained.id)) : undefined,
      readOverview,
      readTargets(context.api, assessment).catch(ignoreFault),
      addActionTo(context, assessment, explained ? at.explained(assessment.id, explained.code) : at.summary(assessment.id, "ITIL")),
      loadRows({ context, assessment, screen: "summary", here: at.summary(assessment.id, "ITIL"), only: {} }, readProgress),
      loadChecks(context, assessment, at, { overview: readOverview }),
      fourEyesBeside(context, assessment),
      listEndingRatings(context.api, assessment).catch(ignoreFault),
    ]);
  const practiceNotes = new Map(overview?.capabilities.map(({ capability, note }) => [capability.id, note]));
  const componentNotes = new Map(overview?.maturities.map(({ maturity, note }) => [maturity.id, note]));
  const { frame, links, hasGrid } = await openScreen(context, request, assessment, "Summary", paths.summary(assessment.id, "ITIL"));
  const view = itilProgressView(assessment, progress, catalogue, at);
  const targetOf = (item: ItilProgressItem) => targets?.against(item.code, item.currentScore);
  const [practices, components] = [progress.capabilityProgress, progress.maturityProgress];
  const factsOf = (item: ItilProgressItem, kind: "capability" | "maturity", note: { body: string } | undefined) => ({
    ...{ place: placeOf({ kind, id: item.id }), questions: at.practiceQuestions(assessment.id, item.code), compared: [], note },
    ...{ known: inProgress({ ...item, computed: isComputed(item) }), target: targetOf(item) },
  });
  const { onPage, inRow } = concerns([
    ...practices.map((item) => factsOf(item, "capability", practiceNotes.get(item.id))),
    ...components.map((item) => factsOf(item, "maturity", componentNotes.get(item.id))),
  ]);
  const row = (item: ItilProgressItem, kind: "capability" | "maturity", isClosed: boolean, opens: string): SummaryRow => ({
    ...{ id: item.id, code: item.code, name: item.name, state: itemState(item), score: item.currentScore },
    ...{ href: at.practiceQuestions(assessment.id, item.code), verb: isClosed ? "View" : "Edit", opens },
    ...{ target: targetOf(item), concerns: inRow(placeOf({ kind, id: item.id })) },
  });
  const isClosed = frame.readOnly !== undefined;
  const hasTargets = [...practices, ...components].some(targetOf);
  const capping = cappingComponents(progress);
  const maturity = progress.maturityScore;
  const total = { name: SVS_MATURITY, value: String(maturity ?? "–") };
  return {
    model: "ITIL",
    assessment: { id: assessment.id, name: titleOf(assessment), scope: assessment.selectedScope },
    facts: [
      { name: "Id", value: String(assessment.id) },
      { name: "Is Test Assessment", value: assessment.isTestAssessment ? "Yes" : "No" },
    ],
    ...{ unit: view.unit, submit: "Submit" },
    overall: {
      ...{ name: components.length > 0 ? total.name : undefined, value: total.value, answered: view.answered, total: view.total },
      ...{ complete: "Complete", completeIn: `${view.answered} of ${view.total} ${view.unit} complete` },
    },
    score: view.score,
    groups: [
      {
        ...{ id: "practices", name: "Capability practices", what: "Practice", hasRanks: true, hasTargets, staysEmpty: true },
        rows: practices.map((item) => {
          const isExplained = item.id === explained?.id;
          return {
            ...row(item, "capability", isClosed, item.name),
            rank: rankOf(item.mode),
            explained: {
              href: item.started ? at.explained(assessment.id, item.code) : undefined,
              facts: isExplained ? facts : undefined,
              add: isExplained ? addAction?.({ places: [placeOf({ kind: "capability", id: item.id })] }) : undefined,
            },
          };
        }),
        grids: hasGrid ? gridsIn(view) : [],
      },
      ...(components.length === 0
        ? []
        : [
            {
              ...{ id: "components", name: "Maturity components", what: "Component", hasRanks: false, hasTargets, staysEmpty: false },
              ...{ grids: [], total },
              rows: components.map((item) => {
                const computed = isComputed(item);
                const isCapping = maturity !== null && capping.includes(item);
                const isLowest = isCapping && item.currentScore !== HIGHEST;
                return {
                  ...row(item, "maturity", computed || isClosed, `${item.name} (component)`),
                  ...{ computed, isCapping, restsOn: listFoundations(assessment.id, item, progress, at) },
                  remark: [computed ? "calculated" : "", isLowest ? "lowest" : ""].filter(Boolean).join(", "),
                };
              }),
            },
          ]),
    ],
    own: {
      maturity,
      steps: nextSteps(progress).map(({ kind, item, to, criteria }) => ({
        ...{ kind, code: item.code, name: item.name, href: at.practiceQuestions(assessment.id, item.code), to, criteria },
        add: addAction?.({
          of: FINDINGS.lift(item.code),
          places: [placeOf({ kind: kind === "component" ? "maturity" : "capability", id: item.id })],
        }),
      })),
      validation: {
        words: assessment.endorsed === true ? requestWords(assessment) : undefined,
        offered:
          assessment.endorsed !== true && !assessment.isArchived && mayWrite && frame.viewed === undefined && canBeEndorsed(assessment),
      },
    },
    // Computed components follow from the practices, so they are never listed as missing.
    missing: view.groups.flatMap(({ id, name, items }) => {
      const open = items.filter((item) => item.state !== "complete" && !isComputed(item));
      return open.length > 0 ? [{ id, name, items: open }] : [];
    }),
    emptied: [],
    submittable: frame.readOnly === undefined && canSubmitItil(progress),
    ...frame,
    ...{ checks, fourEyes, endingRatings: endingRatings ?? [] },
    edition: await editionView(context, assessment),
    concerns: onPage,
    links: { ...links, here: at.summary(assessment.id, "ITIL") },
  };
}

/**
 * Requests independent validation (docs/rules/submission-and-certification.md#independent-validation).
 * @param request names the filter of the summary, which stays as it is
 * @param consents whether the consent of the end customer was ticked
 * @returns the reply to show when the consent is missing or the request failed
 * @throws Redirect for the summary, which then shows that validation was requested; ScreenUnavailable when it is not known; SessionOver
 */
export async function requestValidation(
  context: Pick<RequestContext, "api" | "flash">,
  request: { url: string },
  assessmentId: Id,
  consents: boolean,
): Promise<Reply<{ validationFailed: { why: string | undefined } } | { consentIsMissing: true }>> {
  if (!consents) return [{ consentIsMissing: true }, { status: 400 }];
  const back = withFilterOf(request, paths.summary(assessmentId, "ITIL"));
  try {
    await commandAssessment(context.api, assessmentId, "endorse");
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    if (error instanceof OutcomeUnknown) {
      const message = "It is not known whether validation was requested. Look at the summary before you try again.";
      throw new ScreenUnavailable("Something went wrong, please try again later", message, back);
    }
    const { status } = error;
    const why = status === 409 ? "Somebody else is editing this assessment now." : putOffUntil(error, SEND_AGAIN);
    return [{ validationFailed: { why } }, { status: typeof status === "number" && status < 500 ? status : 502 }];
  }
  context.flash.leave(await validationRequested(context.api));
  throw new Redirect(back);
}
