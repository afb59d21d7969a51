/** Asking colleagues for a peer review (docs/rules/peer-review.md#asking). */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { forbidden, notFound, refused, refusedField } from "#api/problem.ts";
import { rowNumberIn } from "#model/contract/common.ts";
import type { ForYou } from "#model/contract/for-you.ts";
import type { PeerReview, ReviewRequestForm } from "#model/contract/peer-review.ts";
import { joiningMessages } from "#model/joining.ts";
import { shownAddress } from "#model/mail-address.ts";
import { ENDED_AT_ONCE, type EndedWhy, REVIEW_REQUESTS_MAX, reviewMessages } from "#model/peer-review.ts";
import { reaches } from "#model/permissions.ts";
import { type AssessmentRow, getShareableAssessment, isNotApart, ownAssessments, refuseArchived } from "./access.ts";
import { openColleagueMail } from "./colleague-mail.ts";
import { titleOf } from "./editions.ts";
import { assessmentChain, record } from "./history.ts";
import { type Member, teamOf } from "./review-people.ts";
import { count } from "./teams.ts";
import { advance, type PartAddress } from "./versions.ts";
import { moment, todayOf, type User, type Work } from "./work.ts";

/** Requests and decisions of an assessment. */
export const reviewPart = (assessmentId: number): PartAddress<"review"> => ({
  name: "review",
  of: assessmentChain(assessmentId),
  place: "",
});

/** The requests of an assessment that wait for an answer. */
export const openRequests = ({ db }: Pick<Work, "db">, assessmentId: number) =>
  db.selectFrom("review_request").where("review_request.assessment_id", "=", assessmentId).where("review_request.ended_at", "is", null);

/** Whether the asker has not taken a request back. */
export const wasNotWithdrawn = sql<boolean>`coalesce(review_request.ended_why, '') != 'withdrawn'`;

/** Whether a decision or request is the newest of its person about its assessment. */
export const isNewestOfPerson = (table: "review_decision" | "review_request") => sql<boolean>`not exists (
  select 1 from ${sql.table(table)} as later where later.assessment_id = ${sql.ref(`${table}.assessment_id`)}
    and later.user_id = ${sql.ref(`${table}.user_id`)} and later.id > ${sql.ref(`${table}.id`)})`;

/** Why somebody cannot be asked; undefined where nothing keeps them from it. */
function problemOf(member: Member | undefined, { user }: Work, { model }: AssessmentRow, waiting: ReadonlySet<number>): string | undefined {
  if (!member) return reviewMessages.unknown;
  if (member.id === user.id) return reviewMessages.self;
  const who = member.firstName ?? shownAddress(member.email);
  if (member.isSuspended) return reviewMessages.suspended(who);
  if (!member.hasModel) return reviewMessages.noModel(who, model);
  if (!member.seesOrganization) return reviewMessages.walledOff(who);
  if (member.isUnconfirmed) return joiningMessages.unconfirmed(who);
  return waiting.has(member.id) ? reviewMessages.askedAlready(who) : undefined;
}

/** Asks colleagues. Nobody is asked if one of them cannot be. @throws Problem 404, 403, 412, 422 */
export async function askForReview(work: Work, id: number, { people, message, until }: ReviewRequestForm): Promise<void> {
  const { db, user } = work;
  const assessment = await getShareableAssessment(work, id, { forWriting: true });
  refuseArchived(assessment);
  const numbers = [...new Set(people.map((each) => rowNumberIn(each) ?? 0))];
  if (numbers.length === 0) throw refusedField("people", reviewMessages.nobodyAsked);
  if (until < todayOf(work)) throw refusedField("until", reviewMessages.past);
  const members = new Map((await teamOf(work, assessment)).map((member) => [member.id, member]));
  const waiting = new Set((await openRequests(work, id).select("user_id").execute()).map(({ user_id }) => user_id));
  for (const number of numbers) {
    const problem = problemOf(members.get(number), work, assessment, waiting);
    if (problem) throw refusedField("people", problem);
  }
  const before = await count(db.selectFrom("review_request").where("assessment_id", "=", id));
  if (before + numbers.length > REVIEW_REQUESTS_MAX) throw refusedField("people", reviewMessages.manyRequests);
  await advance(work, reviewPart(id));
  const post = await openColleagueMail(work);
  for (const number of numbers) {
    const reference = randomUUID();
    await db
      .insertInto("review_request")
      .values({
        reference,
        assessment_id: id,
        user_id: number,
        asked_by: user.id,
        at: moment(work),
        message,
        until,
        ended_at: null,
        ended_why: null,
      })
      .execute();
    await post({ kind: "review", recipient: members.get(number)?.email ?? "", about: reference, generation: 0 });
  }
  await record(work, assessmentChain(id), { kind: "reviewAsked", after: { people: numbers.length, until } });
}

/** Whether somebody may take a request back: whoever asked, or a lead. */
export const mayWithdraw = ({ id, permission }: Pick<User, "id" | "permission">, request: { asked_by: number }): boolean =>
  request.asked_by === id ? reaches(permission, "assessor") : reaches(permission, "lead");

/**
 * Takes a request back that waits for an answer. One that was taken back before stays so.
 * @throws Problem 404, 403 for anybody but the asker and leads, 412, 422 once its person has answered
 */
export async function withdrawRequest(work: Work, id: number, requestId: number): Promise<void> {
  const { db, user } = work;
  const assessment = await getShareableAssessment(work, id, { forWriting: true });
  refuseArchived(assessment);
  const request = await db
    .selectFrom("review_request")
    .innerJoin("user", "user.id", "review_request.user_id")
    .select(["review_request.id", "asked_by", "ended_at", "ended_why", "user.email", "user.first_name"])
    .where("assessment_id", "=", id)
    .where("review_request.id", "=", requestId)
    .executeTakeFirst();
  if (!request) throw notFound("There is no such request.");
  if (!mayWithdraw(user, request)) throw forbidden("Only who asked, or a lead, can withdraw this.");
  if (request.ended_why !== null) return;
  if (request.ended_at !== null) throw refused(reviewMessages.answeredMeanwhile(request.first_name ?? shownAddress(request.email)));
  await advance(work, reviewPart(id));
  const ended: { ended_at: string; ended_why: EndedWhy } = { ended_at: moment(work), ended_why: "withdrawn" };
  await db.updateTable("review_request").set(ended).where("id", "=", requestId).execute();
  await record(work, assessmentChain(id), { kind: "reviewWithdrawn" });
}

/** Requests that ended because nobody can ask their person any more, the newest first. A person who has a new request is left out. */
export async function endedRequests({ db }: Work, assessmentId: number): Promise<PeerReview["ended"]> {
  const rows = await db
    .selectFrom("review_request")
    .innerJoin("user", "user.id", "review_request.user_id")
    .innerJoin("user as asker", "asker.id", "review_request.asked_by")
    .select(["review_request.at", "ended_at", "ended_why", "user.id", "user.email", "user.first_name"])
    .select(["asker.email as by", "asker.first_name as byName"])
    .where("assessment_id", "=", assessmentId)
    .where("ended_why", "is not", null)
    .where(wasNotWithdrawn)
    .where(isNewestOfPerson("review_request"))
    .orderBy("review_request.id", "desc")
    .limit(ENDED_AT_ONCE)
    .execute();
  return rows.map(({ id, email, first_name: firstName, by, byName, at, ended_at, ended_why }) => ({
    ...{ person: { id, email, firstName }, by, firstName: byName, at, endedAt: ended_at ?? at, why: ended_why ?? "" },
  }));
}

/** The peer reviews that the caller is asked for (docs/rules/peer-review.md#asking). */
export async function reviewsAsked(work: Work): Promise<ForYou["items"]> {
  const { user } = work;
  if (user.roles.length === 0) return [];
  const rows = await ownAssessments(work)
    .innerJoin("review_request", "review_request.assessment_id", "assessment.id")
    .innerJoin("user as asker", "asker.id", "review_request.asked_by")
    .select(["assessment.id", "assessment.name", "assessment.model", "assessment.edition_number", "assessment.first_edition_id"])
    .select(["organization.id as organizationId", "organization.name as organization"])
    .select(["review_request.at", "review_request.message", "review_request.until", "asker.email as by"])
    .where("review_request.user_id", "=", user.id)
    .where("review_request.ended_at", "is", null)
    .where("assessment.is_archived", "=", 0)
    .where(isNotApart(work))
    .where("assessment.model", "in", [...user.roles])
    .orderBy("review_request.id", "desc")
    .limit(REVIEWS_MAX)
    .execute();
  return rows.map((row) => ({
    ...{ kind: "review", at: row.at, by: row.by },
    review: {
      assessment: { id: row.id, name: titleOf(row) ?? "", model: row.model },
      organization: { id: row.organizationId, name: row.organization },
      ...{ message: row.message, until: row.until },
    },
  }));
}

/** The most requests that one person gets. */
const REVIEWS_MAX = 200;
