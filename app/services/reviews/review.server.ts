/** The screen of a peer review (docs/rules/peer-review.md#the-screen). */

import { randomUUID } from "node:crypto";
import { misfitsInWords } from "#model/checks.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { PeerReview, ReviewDecision, ReviewPoint } from "#model/contract/peer-review.ts";
import { daysAfter } from "#model/days.ts";
import { shownAddress } from "#model/mail-address.ts";
import {
  type CoveredChange,
  type CoveredPart,
  changeInWords,
  type EndedWhy,
  isCurrent,
  partInWords,
  partsBetween,
  reviewMessages,
  subjectOf,
} from "#model/peer-review.ts";
import { counted, listed } from "#model/words.ts";
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { findReport, namedMisfits, type WholeReport } from "~/services/results/files/client-report/whole-report.server";
import { type Subjects, subjectsOf } from "~/services/reviews/about.server";
import { fourEyesInWords } from "~/services/reviews/four-eyes.server";
import { reportParts } from "~/services/reviews/report-parts.server";
import { draftOf, getAssessment, historyOf, resultOf, titleOf } from "~/services/upstream/assessments.server";
import { uncountedInWords, WHY_NOT } from "~/services/upstream/before-delivery.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { archivedNotice } from "~/services/upstream/rights.server";
import { screensBeside } from "~/services/upstream/screens.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import { shortDate } from "~/views/dates";
import { cameFrom, paths, resultPaths } from "~/views/paths";
import {
  CORRECT,
  type DecisionView,
  type PointDraft,
  type PointView,
  pointAnchor,
  REPLY,
  type ReviewAddress,
  type ReviewPage,
  reviewPaths,
  type SinceSentBack,
  textOf,
  WHOLE,
} from "~/views/peer-review";

const ABOUT = /^[A-Za-z][\w/-]{0,99}$/;
const PERSON_MAX = 320;

/** What an address asks for; what makes no sense is left out. */
export function readAddress(query: URLSearchParams): ReviewAddress {
  const fitting = (name: keyof ReviewAddress, pattern: RegExp) => {
    const text = query.get(name) ?? "";
    return pattern.test(text) ? text : undefined;
  };
  return {
    about: fitting("about", ABOUT),
    state: fitting("state", /^(open|settled)$/),
    by: query.get("by")?.trim().slice(0, PERSON_MAX) || undefined,
    page: fitting("page", /^[1-9]\d{0,5}$/),
    from: cameFrom(query),
    new: fitting("new", ABOUT),
    reply: fitting("reply", /^[\w-]{1,64}$/),
    correct: fitting("correct", /^[\w-]{1,64}$/),
    remove: fitting("remove", /^[\w-]{1,64}$/),
  };
}

export const nameOf = ({ firstName, by }: { firstName: string | null; by: string }): string => firstName ?? by;
const personOf = ({ firstName, email }: { firstName: string | null; email: string }): string => firstName ?? shownAddress(email);

/** @throws NotFound where the upstream has no peer reviews, or there is no such assessment; LoadFailure */
export async function loadReview(context: UserContext, assessmentId: Id, query: URLSearchParams): Promise<ReviewPage> {
  await requireExtension("peer-review");
  const { api } = context;
  const assessment = await getAssessment(api, assessmentId);
  const { id } = assessment;
  const address = readAddress(query);
  const { about, state, by } = address;
  const filter = { about, state, by };
  const wanted = { ...filter, state: state as "open" | "settled" | undefined, page: Number(address.page ?? 1) };
  const [review, points, subjects, screens, archived] = await Promise.all([
    loadFor("assessment", api.peerReview.get({ id })),
    loadFor("assessment", api.peerReview.points({ id, ...wanted })),
    subjectsOf(assessment),
    screensBeside(context, assessment, "Peer review"),
    archivedNotice(context, assessment),
  ]);
  // What is shown now waits no longer for the reader.
  if (review.news) await api.peerReview.look({ id, body: { until: review.news } }).catch(ignoreFault);
  const page = points.page > 1 ? String(points.page) : undefined;
  const here = (more: ReviewAddress = {}) => reviewPaths.screen(id, { ...filter, page, ...more });
  const mayWrite = points.may.includes("write");
  const shown = points.points.map((point) => pointView(point, subjects, here));
  const report = mayWrite ? await findReport(context, assessment) : undefined;
  const find = (wantedId: string | undefined, deed: string) =>
    points.points.find((point) => String(point.id) === wantedId && point.may.includes(deed));
  const removing = find(address.remove, "remove");
  return {
    assessment: {
      id,
      name: titleOf(assessment),
      organization: assessment.organization?.name ?? undefined,
      scope: assessment.selectedScope ?? "Not provided",
    },
    screens,
    decisions: await decisionsIn(assessment, review),
    requests: [
      ...review.requests.map(({ id: requestId, person, until, message, may, ...asker }) => ({
        words: `${nameOf(asker)} has asked ${personOf(person)} until ${shortDate(until)}${message === "" ? "." : `: ‘${message}’`}`,
        ...(may.includes("withdraw") ? { withdraw: { id: requestId, of: personOf(person) } } : {}),
      })),
      ...review.ended.map(({ person, endedAt, why, ...asker }) => ({
        words: `${nameOf(asker)} had asked ${personOf(person)}. This ended on ${shortDate(endedAt)}: ${whyInWords(why)}.`,
      })),
    ],
    fourEyes: fourEyesInWords(review.fourEyes, context.user.email),
    points: shown,
    total: points.total,
    open: review.openPoints,
    filter,
    isFiltered: [about, state, by].some(Boolean),
    people: by && !points.people.includes(by) ? [...points.people, by] : points.people,
    places: subjects.options(about ?? placeIn(address.new), report ? reportParts(report) : []),
    newer: points.page > 1 ? here({ page: String(points.page - 1) }) : undefined,
    older: points.page < points.pages ? here({ page: String(points.page + 1) }) : undefined,
    write: mayWrite ? newPoint(address) : undefined,
    writing: writingIn(points.points, address),
    removing: removing && { id: removing.id, version: removing.versions?.point },
    ask: review.may.includes("ask")
      ? {
          people: colleagueChoices(review),
          others: (review.others ?? []).map((each) => `${personOf(each)} ${WHY_NOT[each.why] ?? "cannot be asked"}.`),
          until: daysAfter(today(), USUAL_DAYS),
          today: today(),
          formId: randomUUID(),
        }
      : undefined,
    decide: review.may.includes("sendBack")
      ? {
          ...{
            mayApprove: review.may.includes("approve"),
            whyNot: whyNot(review, context.user.email),
            mayWithdraw: review.may.includes("withdrawApproval"),
            seen: review.seen,
          },
          misfits: report && review.may.includes("approve") ? misfitsIn(report) : undefined,
          sinceSentBack: await sinceSentBackIn(assessment, review),
        }
      : undefined,
    closed: archived,
    links: { here: here(), all: reviewPaths.screen(id), report: await reportOf(assessment) },
  };
}

/** Why somebody who may send back may not approve. */
function whyNot({ may, decisions, fourEyes }: PeerReview, reader: string): string | undefined {
  if (may.includes("approve")) return undefined;
  const hasApproved = decisions.some((decision) => isCurrent(decision) && decision.by.toLowerCase() === reader.toLowerCase());
  return hasApproved ? reviewMessages.approvedAlready : fourEyes.isOn ? reviewMessages.changedByApprover : undefined;
}

/** Which texts no longer fit, in words. */
function misfitsIn(report: WholeReport): string | undefined {
  const titles = namedMisfits(report);
  return titles.length === 0 ? undefined : misfitsInWords(titles);
}

/** What a point about a statement is about, without the number of that. */
function placeIn(about: string | undefined): string | undefined {
  const { place, statement } = subjectOf(about ?? "");
  return statement === undefined ? about : place;
}

/** A new point as an address asks for it. */
const newPoint = ({ new: place, about = WHOLE, from }: ReviewAddress): PointDraft => ({
  about: placeIn(place ?? about) ?? WHOLE,
  statement: String(subjectOf(place ?? about).statement ?? ""),
  formId: randomUUID(),
  isAsked: place !== undefined,
  from,
});

/** Where the report of an assessment is, if there is one. */
async function reportOf(assessment: Assessment): Promise<ReviewPage["links"]["report"]> {
  const isDraft = resultOf(assessment) === undefined;
  if (isDraft && !(await draftOf(assessment))) return undefined;
  const at = resultPaths(isDraft);
  const file = (kind: "docx" | "pptx") => at.reportFile(assessment.id, kind);
  return { screen: at.report(assessment.id), docx: file("docx"), pptx: file("pptx") };
}

/** The point to which the reader replies, or that they correct. A reader who may not do that any more gets the form only to keep what they typed. */
function writingIn(points: readonly ReviewPoint[], { reply, correct }: ReviewAddress): ReviewPage["writing"] {
  const form = correct === undefined ? "reply" : "correct";
  const point = points.find(({ id, may }) => String(id) === (correct ?? reply) && may.length > 0);
  return point && { form, id: point.id, text: form === "correct" ? point.text : "", formId: randomUUID(), version: point.versions?.point };
}

const WHY: Partial<Record<string, string>> = {
  left: "they left the team",
  suspended: "they were suspended",
  noModel: "they no longer work with the model",
  walledOff: "they may no longer see the organization",
} satisfies Partial<Record<EndedWhy, string>>;
const whyInWords = (why: string): string => WHY[why] ?? "they can no longer be asked";

/** Whom one can ask: first those who can approve. */
function colleagueChoices({ colleagues, fourEyes }: PeerReview): { value: string; label: string }[] {
  const cannotApprove = ({ changed }: PeerReview["colleagues"][number]) => fourEyes.isOn && changed === true;
  const inOrder = [...colleagues.filter((each) => !cannotApprove(each)), ...colleagues.filter(cannotApprove)];
  return inOrder.map((each) => ({
    value: String(each.id),
    label: `${each.firstName ? `${each.firstName} (${each.email})` : each.email}${cannotApprove(each) ? ", has changed something here and cannot approve it" : ""}`,
  }));
}

/** How many days a colleague has unless the form says otherwise. */
const USUAL_DAYS = 7;

/** A point for a screen. @param here the address of the screen of points, with more asked for */
export function pointView(point: ReviewPoint, subjects: Subjects, here: (more: ReviewAddress) => string): PointView {
  const { id, about, text, at, settled, replies, versions, may } = point;
  const [name, by] = [subjects.nameOf(about), nameOf(point)];
  return {
    ...{
      id,
      about: name,
      called: `the point of ${by} about ${name}, ‘${beginningOf(text)}’`,
      to: pointLink(point, subjects),
      text,
      by,
      at,
    },
    settled: settled ? { by: nameOf(settled), at: settled.at } : undefined,
    replies: replies.map((reply) => ({ by: nameOf(reply), at: reply.at, text: reply.text })),
    version: versions?.point,
    may,
    links: {
      reply: `${here({ reply: String(id) })}#${textOf(REPLY)}`,
      correct: `${here({ correct: String(id) })}#${textOf(CORRECT)}`,
      remove: here({ remove: String(id) }),
    },
  };
}

/** What a point is about: a place has the point itself, at its statement. */
function pointLink({ id, about }: ReviewPoint, subjects: Subjects): string | undefined {
  const to = subjects.linkOf(about);
  return to === undefined || subjectOf(about).place === undefined ? to : `${to}#${pointAnchor(id)}`;
}

/** How many characters of a point a button shows, so that readers can tell two points about the same thing apart. */
const BEGINNING = 40;
function beginningOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > BEGINNING ? `${line.slice(0, BEGINNING).trimEnd()}…` : line;
}

/** Where the history tells of changes of a part: its group of kinds. */
const GROUPS: Partial<Record<CoveredPart, string>> = {
  scope: "set-up",
  details: "set-up",
  answers: "answers",
  descoping: "descoping",
  attributes: "diagnostics",
  notes: "notes",
  evidence: "evidence",
  summary: "report",
  moved: "report",
  openings: "report",
  steps: "report",
  views: "voices",
};

/** Where the changes of a part are told, since a moment if one is known. */
async function partLinks(assessment: Assessment): Promise<(part: string, moment?: string) => string | undefined> {
  const hasHistory = (await historyOf(assessment)) !== undefined;
  const linkOf = (part: string, moment?: string) => {
    if (part === "actions" && assessment.organization) return paths.actions(assessment.organization.id);
    const kind = Object.hasOwn(GROUPS, part) ? GROUPS[part as CoveredPart] : undefined;
    return kind !== undefined && hasHistory
      ? paths.history(assessment.id, { kind, ...(moment === undefined ? {} : { moment }) })
      : undefined;
  };
  return linkOf;
}

/** Links to what has changed since a moment, part by part. */
async function changeLinks(
  assessment: Assessment,
): Promise<(changes: readonly CoveredChange[], at: string) => NonNullable<DecisionView["changes"]>> {
  const linkOf = await partLinks(assessment);
  return (changes, at) => changes.map((change) => ({ words: changeInWords(change), to: linkOf(change.part, at) }));
}

/** What has changed while somebody looked, part by part. @param seen what they saw */
export async function movedSince(
  { api }: UserContext,
  assessment: Assessment,
  seen: string,
): Promise<NonNullable<DecisionView["changes"]>> {
  const review = await api.peerReview.get({ id: assessment.id }).catch(ignoreFault);
  const linkOf = await partLinks(assessment);
  return (review ? partsBetween(seen, review.seen) : []).map((part) => ({ words: partInWords(part), to: linkOf(part) }));
}

/** The decisions in words, with links to what has changed since. @param decisions the newest first */
export async function decisionsIn(
  assessment: Assessment,
  { decisions, fourEyes }: Pick<PeerReview, "decisions" | "fourEyes">,
): Promise<DecisionView[]> {
  const linksTo = await changeLinks(assessment);
  const isReplaced = (index: number) => decisions.slice(0, index).some(({ by }) => by === decisions[index]?.by);
  return decisions.map((decision, index) => ({
    words: `${decision.decision === "approved" ? "Approved" : "Sent back"} by ${nameOf(decision)}`,
    at: decision.at,
    withdrawn: decision.withdrawn ?? undefined,
    isFormer: isReplaced(index) || Boolean(decision.withdrawn),
    standing: standingOf(decision, isReplaced(index), uncountedInWords(fourEyes, decision.by)),
    text: decision.text,
    changes: decision.changed ? linksTo(decision.changed, decision.at) : undefined,
  }));
}

/** Whether a decision still holds. @param isReplaced its person has decided anew @param uncounted why the rule of four eyes does not count it */
function standingOf(decision: ReviewDecision, isReplaced: boolean, uncounted: string | undefined): string {
  if (isReplaced) return `. ${nameOf(decision)} has decided anew since`;
  if (decision.withdrawn) return "";
  if (decision.decision !== "approved") return `. ${nameOf(decision)} has not approved it since`;
  if (!isCurrent(decision)) return ": this no longer holds";
  return uncounted === undefined
    ? ": this holds now"
    : `: with the rule of four eyes this does not count, because ${nameOf(decision)} ${uncounted}`;
}

/** What was done since the reader sent it back; undefined where they did not, or have decided anew. */
async function sinceSentBackIn(assessment: Assessment, { sinceSentBack }: PeerReview): Promise<SinceSentBack | undefined> {
  if (!sinceSentBack) return undefined;
  const { at, changed, settled, replies } = sinceSentBack;
  const points = [
    ...(settled > 0 ? [`${counted(settled, "review point")} settled`] : []),
    ...(replies > 0 ? [counted(replies, "reply", "replies")] : []),
  ];
  return { at, changes: (await changeLinks(assessment))(changed, at), points: points.length === 0 ? undefined : listed(points) };
}
