/** The screen of a peer review (docs/rules/peer-review.md#the-screen). */

import { randomUUID } from "node:crypto";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { PeerReview, ReviewDecision, ReviewPoint } from "#model/contract/peer-review.ts";
import { daysAfter } from "#model/days.ts";
import { shownAddress } from "#model/mail-address.ts";
import { type CoveredChange, type CoveredPart, changeInWords, type EndedWhy } from "#model/peer-review.ts";
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { type Subjects, subjectsOf } from "~/services/reviews/about.server";
import { fourEyesInWords } from "~/services/reviews/four-eyes.server";
import { getAssessment, historyOf, titleOf } from "~/services/upstream/assessments.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { archivedNotice } from "~/services/upstream/rights.server";
import { screensBeside } from "~/services/upstream/screens.server";
import { shortDate } from "~/views/dates";
import { paths } from "~/views/paths";
import { type DecisionView, type PointView, type ReviewAddress, type ReviewPage, reviewPaths, WHOLE } from "~/views/peer-review";

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
    new: fitting("new", ABOUT),
    reply: fitting("reply", /^[\w-]{1,64}$/),
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
  const page = points.page > 1 ? String(points.page) : undefined;
  const here = (more: ReviewAddress = {}) => reviewPaths.screen(id, { ...filter, page, ...more });
  const mayWrite = points.may.includes("write");
  const shown = points.points.map((point) => pointView(point, subjects, here));
  const find = (wantedId: string | undefined, deed: string) =>
    points.points.find((point) => String(point.id) === wantedId && point.may.includes(deed));
  const [replyTo, removing] = [find(address.reply, "reply"), find(address.remove, "remove")];
  return {
    assessment: { id, name: titleOf(assessment), scope: assessment.selectedScope ?? "Not provided" },
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
    fourEyes: fourEyesInWords(review.fourEyes),
    points: shown,
    total: points.total,
    open: review.openPoints,
    filter,
    isFiltered: [about, state, by].some(Boolean),
    people: by && !points.people.includes(by) ? [...points.people, by] : points.people,
    places: subjects.options(about ?? address.new),
    newer: points.page > 1 ? here({ page: String(points.page - 1) }) : undefined,
    older: points.page < points.pages ? here({ page: String(points.page + 1) }) : undefined,
    write: mayWrite ? { about: address.new ?? about ?? WHOLE, formId: randomUUID(), isAsked: address.new !== undefined } : undefined,
    replyTo: replyTo && { id: replyTo.id, formId: randomUUID() },
    removing: removing && { id: removing.id, version: removing.versions?.point },
    ask: review.may.includes("ask")
      ? {
          people: review.colleagues.map((each) => ({
            value: String(each.id),
            label: each.firstName ? `${each.firstName} (${each.email})` : each.email,
          })),
          until: daysAfter(today(), USUAL_DAYS),
          today: today(),
          formId: randomUUID(),
        }
      : undefined,
    decide: review.may.includes("sendBack") ? { mayApprove: review.may.includes("approve"), seen: review.seen } : undefined,
    closed: archived,
    links: { here: here(), all: reviewPaths.screen(id) },
  };
}

const WHY: Partial<Record<string, string>> = {
  left: "they left the team",
  suspended: "they were suspended",
  noModel: "they no longer work with the model",
  walledOff: "they may no longer see the organization",
} satisfies Partial<Record<EndedWhy, string>>;
const whyInWords = (why: string): string => WHY[why] ?? "they can no longer be asked";

/** How many days a colleague has unless the form says otherwise. */
const USUAL_DAYS = 7;

/** A point for a screen. @param here the address of the screen of points, with more asked for */
export function pointView(point: ReviewPoint, subjects: Subjects, here: (more: ReviewAddress) => string): PointView {
  const { id, about, text, at, settled, replies, versions, may } = point;
  return {
    ...{ id, about: subjects.nameOf(about), to: subjects.linkOf(about), text, by: nameOf(point), at },
    settled: settled ? { by: nameOf(settled), at: settled.at } : undefined,
    replies: replies.map((reply) => ({ by: nameOf(reply), at: reply.at, text: reply.text })),
    version: versions?.point,
    may,
    links: { reply: `${here({ reply: String(id) })}#point-${id}`, remove: here({ remove: String(id) }) },
  };
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

/** The decisions in words, with links to what has changed since. */
export async function decisionsIn(assessment: Assessment, { decisions }: Pick<PeerReview, "decisions">): Promise<DecisionView[]> {
  const hasHistory = (await historyOf(assessment)) !== undefined;
  const linkOf = ({ part }: CoveredChange, at: string) => {
    if (part === "actions" && assessment.organization) return paths.actions(assessment.organization.id);
    const kind = Object.hasOwn(GROUPS, part) ? GROUPS[part as CoveredPart] : undefined;
    return kind !== undefined && hasHistory ? paths.history(assessment.id, { kind, from: at.slice(0, DAY), zone: "UTC" }) : undefined;
  };
  return decisions.map((decision) => ({
    words: decisionInWords(decision),
    text: decision.text,
    changes: decision.changed?.map((change) => ({ words: changeInWords(change), to: linkOf(change, decision.at) })),
  }));
}

/** Characters of the day of a moment. */
const DAY = 10;

const decisionInWords = (decision: ReviewDecision): string =>
  `${decision.decision === "approved" ? "Approved" : "Sent back"} by ${nameOf(decision)} on ${shortDate(decision.at)}`;
