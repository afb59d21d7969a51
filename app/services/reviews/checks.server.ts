/** What of an assessment contradicts itself or is missing, for its summary, its draft and its report (docs/rules/checks.md). */
import {
  type CheckedRatings,
  type CheckedReport,
  type CheckedViews,
  type CheckName,
  checkInWords,
  checksOf,
  isReportDue,
  unitOf,
} from "#model/checks.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Overview } from "#model/contract/overview.ts";
import type { ReportStep } from "#model/recommended-steps.ts";
import { coverFrom } from "#model/report-cover.ts";
import { dayAsOf } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { LoadFailure } from "~/services/faults.server";
import { contentOf } from "~/services/results/files/client-report/compose.server";
import { findReport, namedMisfits, type WholeReport } from "~/services/results/files/client-report/whole-report.server";
import { readBasedTexts } from "~/services/results/files/client-report/wording.server";
import { reportSteps } from "~/services/results/sections/steps.server";
import { findOverview, hasScope } from "~/services/upstream/assessments.server";
import { beforeDelivery } from "~/services/upstream/before-delivery.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { listInScope, modelOf } from "~/services/upstream/models.server";
import { mayChange } from "~/services/upstream/permissions.server";
import { readDifferences } from "~/services/upstream/rating-differences.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import { readVoiceAnswers, readVoiceViews } from "~/services/upstream/voices.server";
import { type Filter, withFilter } from "~/views/answering/filters";
import type { CheckView } from "~/views/checks";
import { COVER_ID, MISFITS_ID, STEPS_ID } from "~/views/client-report";
import { type AnsweringPaths, paths, resultPaths } from "~/views/paths";
import { reviewPaths } from "~/views/peer-review";
import { ratingPaths } from "~/views/rating-paths";

/** A step of which all was agreed lacks nothing that an action has. */
function withAction({ owner, effort, due, agreed = [] }: ReportStep): CheckedReport["steps"][number] {
  const action = agreed.find(({ part }) => part === undefined);
  return action ? { owner: owner || action.owner, effort: effort || action.effort, due: due || action.due } : { owner, effort, due };
}

/** What checks look at in a report. */
function checkedReport({ result, texts }: WholeReport): CheckedReport {
  const { written } = texts;
  return {
    misfits: namedMisfits({ result, texts }),
    steps: reportSteps(result, written)?.steps.map(withAction) ?? [],
    unexplained: contentOf(result).unexplained,
    authors: coverFrom(written).authors ?? "",
  };
}

/** What voices say: all of it for those who may change the assessment, and what results show for others. */
async function readViews(reader: UserContext, assessment: Assessment): Promise<CheckedViews[] | undefined> {
  const keysOf = (choices: readonly { key: string }[]) => choices.map(({ key }) => key);
  if (mayChange(assessment)) {
    const answers = await readVoiceAnswers(reader.api, assessment, { without: "texts" });
    return answers?.places.map(({ place, checks, statements }) => ({
      place,
      objections: checks.filter(({ agrees }) => !agrees).length,
      statements: statements.map(({ choices, said, verdict }) => ({ order: keysOf(choices), said, verdict: verdict ?? undefined })),
    }));
  }
  const views = assessment.status === "Completed" ? await readVoiceViews(reader.api, assessment) : undefined;
  return views?.places.map(({ place, statements }) => ({
    place,
    objections: 0,
    statements: statements.map(({ choices, counts, verdict }) => ({
      order: keysOf(choices),
      said: Object.entries(counts).map(([choice, voices]) => ({ role: "", choice, voices })),
      verdict: verdict ?? undefined,
    })),
  }));
}

/** What second ratings say, for those who may read it now. */
async function readRatings({ api }: UserContext, assessment: Assessment): Promise<CheckedRatings[] | undefined> {
  const read = await readDifferences(api, assessment);
  return read?.places.map(({ place, verdict, ratings, departure }) => ({
    place,
    verdict: verdict?.level ?? undefined,
    levels: ratings.flatMap(({ level }) => level ?? []),
    explained: departure !== null,
  }));
}

/** Where each check leads. */
function linksOf(assessment: Assessment, at: AnsweringPaths): Record<CheckName, string | undefined> {
  const { id, assessmentType: model, status, isArchived } = assessment;
  const filtered = (filter: Filter) => withFilter(at.summary(id, model), filter);
  const report = resultPaths(status !== "Completed").report(id);
  const mayWrite = mayChange(assessment);
  return {
    flagged: filtered("flagged"),
    unnoted: filtered("unnoted"),
    unevidenced: filtered("unevidenced"),
    points: reviewPaths.screen(id, { state: "open" }),
    objections: mayWrite ? paths.differences(id, { show: "checks" }) : undefined,
    against: paths.evidence(id, { show: "against" }),
    past: paths.evidence(id, { show: "past" }),
    apart: mayWrite ? filtered("apart") : `${paths.result(id, model)}#views`,
    unexplained: filtered("unnoted"),
    misfits: `${report}#${MISFITS_ID}`,
    steps: `${report}#${STEPS_ID}`,
    // Those who may not write have no form of the cover.
    author: mayWrite && !isArchived ? `${report}#${COVER_ID}` : undefined,
    ratings: ratingPaths.differences(id, { show: "departs" }),
  };
}

/** What of the peer review is not in order, once somebody is asked or has decided. Open points are a check of their own. */
async function reviewCheck({ api }: UserContext, { id, review: state }: Assessment): Promise<CheckView[]> {
  if (!state || (state.decision === null && state.requests === 0) || !(await hasExtension("peer-review"))) return [];
  const review = await api.peerReview.get({ id }).catch(quietly);
  const lines = review ? beforeDelivery({ ...review, openPoints: 0 }) : [];
  return lines.length === 0 ? [] : [{ words: `Peer review: ${lines.join(" ")}`, to: reviewPaths.screen(id) }];
}

const quietly = (error: unknown): undefined => (error instanceof LoadFailure ? undefined : ignoreFault(error));

/** What a screen reads anyway. */
interface Known {
  overview?: Promise<Overview | undefined>;
  report?: WholeReport;
}

/**
 * The checks of an assessment that have found something. What cannot be read is not checked; the screen is whole without it.
 * @param at the addresses by which the reader answers it, or views it
 * @throws SessionOver
 */
export async function loadChecks(
  reader: UserContext,
  assessment: Assessment,
  at: AnsweringPaths,
  { overview = findOverview(reader.api, assessment), report: own }: Known = {},
): Promise<CheckView[]> {
  const { api } = reader;
  const { id } = assessment;
  if (!hasScope(assessment)) return [];
  const [places, hasFlags, evidence, points, views, texts, ratings] = await Promise.all([
    overview.then((known) => modelOf(assessment).listChecked(api, assessment, known)).catch(quietly),
    hasExtension("flags"),
    hasExtension("evidence").then((has) => (has ? api.evidence.list({ id }).catch(quietly) : undefined)),
    hasExtension("peer-review").then((has) => (has ? api.peerReview.counts({ id }).catch(quietly) : undefined)),
    readViews(reader, assessment).catch(quietly),
    hasExtension("wording").then((has) => (has ? (own?.texts ?? readBasedTexts(api, id).catch(quietly)) : undefined)),
    readRatings(reader, assessment).catch(quietly),
  ]);
  if (!places) return [];
  const isDue = texts && isReportDue(places, texts.written);
  const report = isDue ? (own ?? (await findReport(reader, assessment, texts))) : undefined;
  const checks = checksOf({
    places: places.map((each) => ({
      ...each,
      flagged: hasFlags ? each.flagged : undefined,
      evidence: evidence ? each.evidence : undefined,
    })),
    evidence: evidence?.entries,
    // As in files, a day is past for a completed assessment if it was when that was completed.
    day: dayAsOf(assessment),
    points: points?.at,
    ...{ views, ratings },
    report: report && checkedReport(report),
  });
  const links = linksOf(assessment, at);
  const unit = unitOf(places);
  const scope = listInScope(assessment, at);
  const placeOf = (place: string | undefined) => scope.find((item) => item.place === place)?.to;
  const shown = checks.map((check): CheckView => ({ words: checkInWords(check, unit), to: placeOf(check.place) ?? links[check.name] }));
  const isPartial = !mayChange(assessment) && assessment.status !== "Completed" && (await hasExtension("voices"));
  const all = [...(await reviewCheck(reader, assessment)), ...shown];
  return isPartial ? [...all, { words: LEFT_OUT, to: undefined, isRemark: true }] : all;
}

/** Nobody takes a shorter list for the whole. */
const LEFT_OUT = "Checks of what voices say are left out here: until it is submitted, only those who may change the assessment see them.";
