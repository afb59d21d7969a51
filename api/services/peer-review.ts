/** Approvals, and the rule of four eyes (docs/rules/peer-review.md). */
import { sql } from "kysely";
import { Problem, refused, refusedField } from "#api/problem.ts";
import { asFlag } from "#api/store/database.ts";
import type { FourEyes, PeerReview, ReviewDecision, ReviewDecisionForm } from "#model/contract/peer-review.ts";
import { joiningMessages } from "#model/joining.ts";
import { shownAddress } from "#model/mail-address.ts";
import {
  type Covered,
  changesBetween,
  DECISIONS_AT_ONCE,
  DECISIONS_MAX,
  OTHERS_MAX,
  reviewMessages,
  type UncountedWhy,
} from "#model/peer-review.ts";
import { reaches } from "#model/permissions.ts";
import { type AssessmentRow, getReadableAssessment, getShareableAssessment, mayWrite, refuseArchived } from "./access.ts";
import { openColleagueMail } from "./colleague-mail.ts";
import { type CoveredContent, coveredContent, digestOf, whoChanged } from "./covered-content.ts";
import { assessmentChain, record } from "./history.ts";
import { askersOf, newestNews } from "./review-news.ts";
import { asColleague, type Colleague, canReview, type Member, teamOf } from "./review-people.ts";
import { countOpenPoints } from "./review-points.ts";
import { endedRequests, mayWithdraw, openRequests, reviewPart } from "./review-requests.ts";
import { count } from "./teams.ts";
import { advance, versionsOf } from "./versions.ts";
import { moment, type Work } from "./work.ts";

const decisionsOf = ({ db }: Work, assessmentId: number) =>
  db
    .selectFrom("review_decision")
    .innerJoin("user", "user.id", "review_decision.user_id")
    .select([
      "review_decision.id",
      "review_decision.user_id",
      "at",
      "approved",
      "body",
      "content",
      "withdrawn_at",
      "user.email",
      "user.first_name",
    ])
    .where("assessment_id", "=", assessmentId)
    .orderBy("review_decision.id", "desc")
    .execute();

type Decision = Awaited<ReturnType<typeof decisionsOf>>[number];

/** What has changed since a decision; undefined if it was withdrawn, or its person has decided anew. */
const changedSince = ({ content }: Decision, now: Covered) =>
  content === null ? undefined : changesBetween(JSON.parse(content) as Covered, now);
const isCurrent = (decision: Decision, now: Covered): boolean => decision.approved === 1 && changedSince(decision, now)?.length === 0;

interface Standing {
  members: Member[];
  changers: ReadonlySet<number>;
  covered: CoveredContent;
  decisions: Decision[];
}

async function standingOf(work: Work, row: AssessmentRow): Promise<Standing> {
  const covered = await coveredContent(work, row);
  return {
    covered,
    members: await teamOf(work, row),
    changers: await whoChanged(work, row, covered),
    decisions: await decisionsOf(work, row.id),
  };
}

/** Who could approve for the rule of four eyes: whoever can review, and has changed nothing that it covers. */
const approversIn = ({ members, changers }: Standing): Member[] =>
  members.filter((member) => canReview(member) && !changers.has(member.id));

/** Whether an approval is one that the rule asks for. */
const countsIn = (standing: Standing, decision: Decision): boolean =>
  isCurrent(decision, standing.covered.content) && approversIn(standing).some(({ id }) => id === decision.user_id);

const hasFourEyes = async ({ db }: Work, teamId: number): Promise<boolean> =>
  (await db.selectFrom("team").select("four_eyes").where("id", "=", teamId).executeTakeFirstOrThrow()).four_eyes === 1;

/** How far the peer review of an assessment is. @throws Problem 404, 403 */
export async function getPeerReview(work: Work, id: number): Promise<PeerReview> {
  const { db, user } = work;
  const row = await getReadableAssessment(work, id);
  // Versions come before what they are versions of: see `versionsOf`.
  const versions = await versionsOf(db, [reviewPart(id)]);
  const standing = await standingOf(work, row);
  const { members, decisions, covered } = standing;
  const requests = await openRequests(work, id)
    .innerJoin("user as asker", "asker.id", "review_request.asked_by")
    .select([
      "review_request.id",
      "review_request.user_id",
      "asked_by",
      "review_request.at",
      "message",
      "until",
      "asker.email",
      "asker.first_name",
    ])
    .orderBy("review_request.id", "desc")
    .execute();
  const isOn = await hasFourEyes(work, row.team_id);
  const isOpen = mayWrite(row) && row.is_archived === 0;
  const mayAsk = isOpen && reaches(user.permission, "assessor");
  const own = members.find((member) => member.id === user.id);
  const mayDecide = isOpen && own !== undefined && canReview(own);
  const mayApprove = mayDecide && !(isOn && standing.changers.has(user.id)) && !hasApproved(standing, user.id);
  const mayTakeBack = isOpen && ownApproval(standing, user.id) !== undefined;
  const waiting = new Set(requests.map(({ user_id }) => user_id));
  return {
    seen: digestOf(covered.content),
    requests: requests.flatMap((request) => {
      const person = members.find((member) => member.id === request.user_id);
      // Nobody waits for somebody who can no longer answer.
      if (!person || !canReview(person)) return [];
      const { id: requestId, at, message, until, email: by, first_name: firstName } = request;
      const may = isOpen && mayWithdraw(user, request) ? ["withdraw"] : [];
      return [{ id: requestId, person: asColleague(person), by, firstName, at, message, until, may }];
    }),
    ended: await endedRequests(work, id),
    decisions: decisions.slice(0, DECISIONS_AT_ONCE).map((decision) => describe(standing, decision)),
    openPoints: await countOpenPoints(work, id),
    colleagues: mayAsk
      ? members
          .filter((each) => canReview(each) && each.id !== user.id && !waiting.has(each.id))
          .map((each) => ({ ...asColleague(each), changed: standing.changers.has(each.id) }))
      : [],
    others: mayAsk ? othersIn(members, user.id) : [],
    may: [
      ...(mayAsk ? ["ask"] : []),
      ...(mayApprove ? ["approve"] : []),
      ...(mayDecide ? ["sendBack"] : []),
      ...(mayTakeBack ? ["withdrawApproval"] : []),
    ],
    fourEyes: fourEyesOf(row, standing, isOn),
    sinceSentBack: await sinceSentBack(work, id, standing),
    news: isMember(row) ? await newestNews(work, id) : null,
    versions,
  };
}

/** Whether the caller is of its team, and so is told what becomes of it. */
const isMember = (row: AssessmentRow) => mayWrite(row) && row.is_archived === 0;

/** Who cannot be asked, and why. */
const othersIn = (members: readonly Member[], userId: number): NonNullable<PeerReview["others"]> =>
  members
    .filter((each) => each.id !== userId && !canReview(each))
    .slice(0, OTHERS_MAX)
    .map((each) => ({
      ...{ email: each.email, firstName: each.firstName },
      why: whyNotReviewing(each),
    }));

/** Why somebody of the team cannot review. */
const whyNotReviewing = ({ isSuspended, hasModel, seesOrganization }: Member) =>
  isSuspended ? "suspended" : !hasModel ? "noModel" : !seesOrganization ? "walledOff" : "unconfirmed";

/** The caller's newest decision, if it is an approval that was not withdrawn. */
function ownApproval({ decisions }: Standing, userId: number): Decision | undefined {
  const newest = decisions.find(({ user_id }) => user_id === userId);
  return newest?.approved === 1 && newest.withdrawn_at === null ? newest : undefined;
}

/** What was done since the caller sent it back; null if that is not their newest decision. */
async function sinceSentBack({ db, user }: Work, id: number, { decisions, covered }: Standing): Promise<PeerReview["sinceSentBack"]> {
  const newest = decisions.find(({ user_id }) => user_id === user.id);
  // Those of older versions do not have what was there.
  const changed = newest?.approved === 0 ? changedSince(newest, covered.content) : undefined;
  if (!newest || !changed) return null;
  const since = (table: "review_point" | "review_reply", at: "settled_at" | "at") =>
    count(db.selectFrom(table).where("assessment_id", "=", id).where(sql.ref<string>(at), ">", newest.at));
  return { at: newest.at, changed, settled: await since("review_point", "settled_at"), replies: await since("review_reply", "at") };
}

const fourEyesOf = (row: AssessmentRow, standing: Standing, isOn: boolean): FourEyes => ({
  isOn,
  isMet: standing.decisions.some((decision) => countsIn(standing, decision)),
  approvers: isOn && mayWrite(row) ? approversIn(standing).map(asColleague) : [],
  approvals: isOn
    ? standing.decisions.flatMap((decision) => {
        const changed = decision.approved === 1 ? changedSince(decision, standing.covered.content) : undefined;
        const { email: by, first_name: firstName, at } = decision;
        return changed ? [{ by, firstName, at, changed, counts: countsIn(standing, decision), why: whyUncounted(standing, decision) }] : [];
      })
    : [],
});

/** What besides later changes keeps the approval of a person from counting; null where nothing does. */
function whyUncounted({ members, changers }: Standing, { user_id }: Decision): UncountedWhy | null {
  if (changers.has(user_id)) return "changed";
  const member = members.find(({ id }) => id === user_id);
  return member === undefined ? "left" : canReview(member) ? null : whyNotReviewing(member);
}

/** What the rule of four eyes says of an assessment now. Without the rule, nothing else is looked at. @throws Problem 404, 403 */
export async function readFourEyes(work: Work, id: number): Promise<FourEyes> {
  const row = await getReadableAssessment(work, id);
  const isOn = await hasFourEyes(work, row.team_id);
  return isOn ? fourEyesOf(row, await standingOf(work, row), isOn) : { isOn, isMet: false, approvers: [], approvals: [] };
}

const hasApproved = ({ decisions, covered }: Standing, userId: number): boolean =>
  decisions.some((each) => each.user_id === userId && isCurrent(each, covered.content));

function describe(standing: Standing, decision: Decision): ReviewDecision {
  const { at, body, approved, email, first_name, withdrawn_at } = decision;
  return {
    ...{ decision: approved ? "approved" : "sentBack", by: email, firstName: first_name, at, text: body },
    changed: (approved ? changedSince(decision, standing.covered.content) : undefined) ?? null,
    counts: countsIn(standing, decision),
    withdrawn: withdrawn_at,
  };
}

/**
 * Approves what the caller has seen, or sends it back.
 * @throws Problem 404, 403, 412 when the content has changed since, 422
 */
export async function decide(work: Work, id: number, { decision, text, seen }: ReviewDecisionForm): Promise<void> {
  const { db, user } = work;
  const row = await getShareableAssessment(work, id, { forWriting: true });
  refuseArchived(row);
  const standing = await standingOf(work, row);
  const own = standing.members.find((member) => member.id === user.id);
  if (own?.isUnconfirmed) throw refused(joiningMessages.unconfirmed(own.firstName ?? shownAddress(own.email)));
  if (decision === "sentBack" && text === "") throw refusedField("text", reviewMessages.whySentBack);
  if ((await count(db.selectFrom("review_decision").where("assessment_id", "=", id))) >= DECISIONS_MAX)
    throw refused(reviewMessages.manyDecisions);
  if (decision === "approved") {
    if (hasApproved(standing, user.id)) throw refused(reviewMessages.approvedAlready);
    if (standing.changers.has(user.id) && (await hasFourEyes(work, row.team_id))) throw refused(reviewMessages.changedByApprover);
    if (seen !== digestOf(standing.covered.content))
      throw new Problem(412, "This was changed meanwhile.", {
        detail: "Read it again before you approve it.",
        present: await getPeerReview(work, id),
      });
  }
  await advance(work, reviewPart(id), () => getPeerReview(work, id));
  await db.updateTable("review_decision").set({ content: null }).where("assessment_id", "=", id).where("user_id", "=", user.id).execute();
  const { id: number } = await db
    .insertInto("review_decision")
    .values({
      ...{ assessment_id: id, user_id: user.id, at: moment(work), approved: asFlag(decision === "approved"), body: text },
      ...{ content: JSON.stringify(standing.covered.content), withdrawn_at: null },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("review_request")
    .set({ ended_at: moment(work) })
    .where("assessment_id", "=", id)
    .where("user_id", "=", user.id)
    .where("ended_at", "is", null)
    .execute();
  await record(work, assessmentChain(id), { kind: decision === "approved" ? "reviewApproved" : "reviewSentBack" });
  await mailAskers(work, id, number);
}

/** Tells whoever has asked by mail. */
async function mailAskers(work: Work, id: number, decision: number): Promise<void> {
  const post = await openColleagueMail(work);
  for (const { reference, email } of await askersOf(work, id))
    await post({ kind: "reviewDecided", recipient: email, about: reference, generation: decision });
}

/**
 * Withdraws the caller's approval (docs/rules/peer-review.md#who-may-approve). One that was withdrawn before stays so.
 * @throws Problem 404, 403, 412, 422 without one
 */
export async function withdrawApproval(work: Work, id: number): Promise<void> {
  const { db, user } = work;
  const row = await getShareableAssessment(work, id, { forWriting: true });
  refuseArchived(row);
  const newest = (await decisionsOf(work, id)).find(({ user_id }) => user_id === user.id);
  if (newest?.approved !== 1) throw refused(reviewMessages.nothingToWithdraw);
  if (newest.withdrawn_at !== null) return;
  await advance(work, reviewPart(id), () => getPeerReview(work, id));
  await db
    .updateTable("review_decision")
    .set({ content: null, withdrawn_at: moment(work) })
    .where("id", "=", newest.id)
    .execute();
  await record(work, assessmentChain(id), { kind: "reviewApprovalWithdrawn" });
}

/** Whose approval is current, the newest one; null where nobody's is, undefined where nobody has asked or decided. */
export async function currentApprover(work: Work, row: AssessmentRow): Promise<number | null | undefined> {
  const decisions = await decisionsOf(work, row.id);
  const requests = work.db.selectFrom("review_request").where("assessment_id", "=", row.id);
  if (decisions.length === 0 && (await count(requests)) === 0) return undefined;
  const { content } = await coveredContent(work, row);
  return decisions.find((decision) => isCurrent(decision, content))?.user_id ?? null;
}

const nameOf = ({ firstName, email }: Colleague) => firstName ?? shownAddress(email);

/**
 * Refuses a submission that the rule of four eyes does not allow. It is asked in the transaction of the submission
 * (docs/rules/peer-review.md#four-eyes).
 * @throws Problem 422, with who could approve
 */
export async function requireFourEyes(work: Work, row: AssessmentRow): Promise<void> {
  if (!(await hasFourEyes(work, row.team_id))) return;
  const standing = await standingOf(work, row);
  if (standing.decisions.some((decision) => decision.user_id !== work.user.id && countsIn(standing, decision))) return;
  if (standing.decisions.some((decision) => countsIn(standing, decision))) throw refused(reviewMessages.approvedBySubmitter);
  const approvers = approversIn(standing);
  if (approvers.length === 0) throw refused(reviewMessages.nobody);
  const others = approvers.filter(({ id }) => id !== work.user.id);
  if (others.length === 0) throw refused(reviewMessages.onlySubmitter);
  const needed = reviewMessages.needsApproval(others.slice(0, NAMED).map(nameOf));
  throw refused(hasApproved(standing, work.user.id) ? `${reviewMessages.ownWork} ${needed}` : needed);
}

/** How many a refusal names. */
const NAMED = 10;
