/** Asking for second ratings, and what becomes of them (docs/rules/second-ratings.md). */
import { forbidden, notFound, refused, refusedField } from "#api/problem.ts";
import { asFlag } from "#api/store/database.ts";
import { rowNumberIn } from "#model/contract/common.ts";
import type { ForYou } from "#model/contract/for-you.ts";
import type { HistoryKind } from "#model/contract/history.ts";
import type { Rating, RatingBeginForm, RatingForm, Ratings } from "#model/contract/ratings.ts";
import { joiningMessages } from "#model/joining.ts";
import { shownAddress } from "#model/mail-address.ts";
import { reaches } from "#model/permissions.ts";
import { RATING_REQUESTS_MAX, RATINGS_MAX, type RatingEnd, ratingGroupName, ratingMessages } from "#model/ratings.ts";
import {
  type AssessmentRow,
  getRatedAssessment,
  getReadableAssessment,
  getShareableAssessment,
  isCompleted,
  mayWrite,
  ownAssessments,
  refuseArchived,
} from "../access.ts";
import { openColleagueMail } from "../colleague-mail.ts";
import { titleOf } from "../editions.ts";
import { assessmentChain, record } from "../history.ts";
import { releaseLock, withdrawWish } from "../locks.ts";
import { asColleague, type Member, teamOf } from "../review-people.ts";
import { moment, todayOf, type Work } from "../work.ts";
import { mailRatingDone } from "./done.ts";
import { groupsOf, placesOf, type RatedPlace } from "./places.ts";
import { endOf, getOwnRating, type RatingRow, ratingsOf, refuseOver, stateOf } from "./rows.ts";

const nameOf = ({ firstName, email }: Pick<Member, "firstName" | "email">) => firstName ?? shownAddress(email);

/** Whether somebody of the team can rate. */
const canRate = (member: Member): boolean =>
  !member.isSuspended && member.hasModel && member.seesOrganization && reaches(member.permission, "assessor");

/** Who can be asked, who is asked, and how far each rating is. @throws Problem 404, 403 */
export async function listRatings(work: Work, id: number): Promise<Ratings> {
  const { user } = work;
  const row = await getReadableAssessment(work, id);
  if (!mayWrite(row)) return { ratings: [], colleagues: [], groups: [], may: [] };
  const places = await placesOf(work, row);
  const rows = await ratingsOf(work, id);
  const members = await teamOf(work, row);
  const waiting = new Set(rows.filter((each) => isOpen(each, work)).map(({ user_id }) => user_id));
  const mayAsk = row.is_archived === 0 && !isCompleted(row) && places.length > 0;
  return {
    ratings: await describeRatings(work, row, rows, places),
    colleagues: mayAsk
      ? members
          .filter((each) => canRate(each) && each.id !== user.id && !waiting.has(each.id))
          .map((each) => ({ ...asColleague(each), isUnconfirmed: each.isUnconfirmed }))
      : [],
    groups: groupsOf(places),
    may: mayAsk ? ["ask"] : [],
  };
}

const isOpen = (rating: RatingRow, work: Work): boolean => ["asked", "begun"].includes(stateOf(rating, work));

/** Ratings on the wire, with as many queries for one as for many. */
export async function describeRatings(
  work: Work,
  row: AssessmentRow,
  rows: readonly RatingRow[],
  places: readonly RatedPlace[],
): Promise<Rating[]> {
  if (rows.length === 0) return [];
  const { db, user } = work;
  const people = await db
    .selectFrom("user")
    .select(["id", "email", "first_name"])
    .where("id", "in", [...new Set(rows.flatMap(({ user_id, asked_by }) => [user_id, asked_by]))])
    .execute();
  const personOf = (id: number) => {
    const { email = "", first_name: firstName = null } = people.find((each) => each.id === id) ?? {};
    return { id, email, firstName };
  };
  const answers = await db
    .selectFrom("rating_answer")
    .select(["rating_id", "place", "answers"])
    .where(
      "rating_id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  const given = new Map(answers.map((each) => [`${each.rating_id} ${each.place}`, each.answers]));
  const isChangeable = row.is_archived === 0 && !isCompleted(row);
  return rows.map((rating): Rating => {
    const state = stateOf(rating, work);
    const asker = personOf(rating.asked_by);
    const mine = rating.user_id === user.id;
    const end = endOf(rating, work);
    return {
      ...{ number: rating.number, kind: rating.kind, rater: personOf(rating.user_id), mine, by: asker.email, firstName: asker.firstName },
      ...{ at: rating.at, until: rating.until, state, begunAt: rating.begun_at, endedAt: rating.ended_at, why: end ?? null },
      groups: rating.groups.map(({ name: group, seen, done_at: doneAt, is_blind }) => {
        const rated = places.filter((each) => each.group === group && !each.descoped);
        const answered = rated.filter(({ place, scoreOf }) => scoreOf(given.get(`${rating.id} ${place}`) ?? null) !== null).length;
        return {
          ...{ group, name: ratingGroupName(group), answered, total: rated.length, doneAt },
          ...{ seen: seen === null ? null : seen === 1, isBlind: is_blind === 1 },
        };
      }),
      may: [
        ...(mine && isChangeable && state === "asked" ? ["begin"] : []),
        ...(mine && state === "asked" ? ["decline"] : []),
        ...(mine && isChangeable && (state === "begun" || state === "done") ? ["answer"] : []),
        ...(mine && isChangeable && state === "begun" ? ["done"] : []),
        ...(mine && state === "begun" ? ["giveBack"] : []),
        ...((state === "asked" || state === "begun") && row.apart === null && mayWithdraw(work, rating) ? ["withdraw"] : []),
      ],
    };
  });
}

const mayWithdraw = ({ user }: Work, { asked_by }: RatingRow): boolean => asked_by === user.id || reaches(user.permission, "lead");

/** Why somebody cannot be asked; undefined where nothing keeps them from it. */
function problemOf(member: Member | undefined, { user }: Work, { model }: AssessmentRow, { kind }: Pick<RatingForm, "kind">) {
  if (!member) return ratingMessages.unknown;
  if (member.id === user.id) return ratingMessages.self;
  const who = nameOf(member);
  if (member.isSuspended) return ratingMessages.suspended(who);
  if (!member.hasModel) return ratingMessages.noModel(who, model);
  if (!reaches(member.permission, "assessor")) return ratingMessages.viewer(who);
  if (!member.seesOrganization) return ratingMessages.walledOff(who);
  // Somebody who came by a copied link may be anybody, and nobody could tell who rated blind.
  if (kind === "opinion" && member.isUnconfirmed) return joiningMessages.unconfirmed(who);
  return undefined;
}

/** Asks a colleague for a rating. Being asked changes nothing. @returns its number @throws Problem 404, 403, 422 */
export async function askForRating(work: Work, id: number, form: RatingForm): Promise<{ id: number }> {
  const { db, user } = work;
  const row = await getShareableAssessment(work, id, { forWriting: true });
  refuseArchived(row);
  if (isCompleted(row)) throw refused("The assessment is completed and read-only.");
  const known = groupsOf(await placesOf(work, row)).map(({ group }) => group);
  if (known.length === 0) throw refused(ratingMessages.noScope);
  const groups = known.filter((group) => form.groups.includes(group));
  if (form.groups.length === 0) throw refusedField("groups", ratingMessages.noGroups);
  if (groups.length < new Set(form.groups).size) throw refusedField("groups", ratingMessages.unknownGroup);
  if (form.until < todayOf(work)) throw refusedField("until", ratingMessages.past);
  const members = await teamOf(work, row);
  const member = members.find((each) => each.id === rowNumberIn(form.person));
  const problem = problemOf(member, work, row, form);
  if (problem || !member) throw refusedField("person", problem ?? ratingMessages.unknown);
  const rows = await ratingsOf(work, id);
  if (rows.some((each) => each.user_id === member.id && isOpen(each, work)))
    throw refusedField("person", ratingMessages.askedAlready(nameOf(member)));
  if (rows.filter((each) => each.begun_at !== null || isOpen(each, work)).length >= RATINGS_MAX) throw refused(ratingMessages.manyRatings);
  if (rows.length >= RATING_REQUESTS_MAX) throw refused(ratingMessages.manyRequests);
  const number = (rows.at(-1)?.number ?? 0) + 1;
  const { kind, until } = form;
  const made = await db
    .insertInto("rating")
    .values({
      ...{ assessment_id: id, number, user_id: member.id, asked_by: user.id, at: moment(work), kind, until },
      ...{ begun_at: null, ended_at: null, ended_why: null },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("rating_group")
    .values(groups.map((name) => ({ assessment_id: id, rating_id: made.id, name, seen: null, done_at: null, is_blind: asFlag(false) })))
    .execute();
  if (!member.isUnconfirmed) {
    const post = await openColleagueMail(work);
    await post({ kind: "rating", recipient: member.email, about: String(made.id), generation: 0 });
  }
  await recordRating(work, id, "ratingAsked", { number, rating: kind, groups, until });
  return { id: number };
}

/** What the history tells of a rating: nothing that was answered. */
const recordRating = (work: Work, id: number, kind: HistoryKind, after: Record<string, unknown>) =>
  record(work, assessmentChain(id), { kind, after });

/** What is recorded of somebody who need not have seen any result. */
const SEES_NOTHING: readonly HistoryKind[] = [
  ...(["ratingAsked", "ratingBegun", "ratingDeclined", "ratingDone", "ratingEnded", "reviewAsked", "reviewWithdrawn"] as const),
];

/**
 * Whether the caller has done anything in an assessment that shows results: written something, held its lock, made a file of it, or written a review
 * point (docs/rules/second-ratings.md#who-has-seen-results).
 */
export async function hasSeen({ db, user }: Work, id: number): Promise<boolean> {
  const held = await db
    .selectFrom("lock_holder")
    .select("user_id")
    .where("assessment_id", "=", id)
    .where("user_id", "=", user.id)
    .executeTakeFirst();
  if (held) return true;
  const did = await db
    .selectFrom("history")
    .select("id")
    .where("chain", "=", assessmentChain(id))
    .where("user_id", "=", user.id)
    .where("kind", "not in", [...SEES_NOTHING])
    .limit(1)
    .executeTakeFirst();
  return did !== undefined;
}

/** Begins the caller's rating. A second opinion closes the assessment to them until it ends. @throws Problem 404, 403, 422 */
export async function beginRating(work: Work, id: number, number: number, { seen }: RatingBeginForm): Promise<void> {
  const { db, user } = work;
  // Alone, because giving the lock back may pass it on.
  await getRatedAssessment(work, id, { forWriting: true });
  const { assessment, rating } = await getOwnRating(work, id, number, { isChange: true });
  refuseOver(rating, work);
  if (rating.begun_at !== null) return;
  const isOpinion = rating.kind === "opinion";
  if (isOpinion) {
    const own = (await teamOf(work, assessment)).find((member) => member.id === user.id);
    if (own?.isUnconfirmed) throw refused(joiningMessages.unconfirmed(nameOf(own)));
    const answers = new Map(seen.map((each) => [each.group, each.seen]));
    if (!rating.groups.every(({ name }) => answers.has(name))) throw refusedField("seen", ratingMessages.seen);
    const anyway = await hasSeen(work, id);
    for (const { id: groupId, name } of rating.groups)
      await db
        .updateTable("rating_group")
        .set({ seen: asFlag(anyway || answers.get(name) === true) })
        .where("id", "=", groupId)
        .execute();
    await withdrawWish(work, id);
    await releaseLock(work, id);
    await forgetStoredAnswers(work, id);
  }
  await db
    .updateTable("rating")
    .set({ begun_at: moment(work) })
    .where("id", "=", rating.id)
    .execute();
  await recordRating(work, id, "ratingBegun", { number, rating: rating.kind });
}

/** Answers to earlier writes of the caller hold the progress of the verdict: nobody gets them again (docs/rules/second-ratings.md#blind). */
async function forgetStoredAnswers({ db, user }: Work, id: number): Promise<void> {
  const request = (like: string) =>
    db
      .deleteFrom("idempotency_key")
      .where("user_id", "=", user.id)
      .where(({ eb, fn }) => eb(fn<string>("lower", ["request"]), "like", like));
  await request(`%/assessments/${id}/%`)
    .where(({ eb, fn }) => eb(fn<string>("lower", ["request"]), "not like", `%/assessments/${id}/ratings/%`))
    .execute();
  await request("%/notes%").execute();
}

async function end(work: Work, id: number, rating: RatingRow, why: RatingEnd | null, kind: HistoryKind): Promise<void> {
  await work.db
    .updateTable("rating")
    .set({ ended_at: moment(work), ended_why: why })
    .where("id", "=", rating.id)
    .execute();
  await recordRating(work, id, kind, { number: rating.number, rating: rating.kind, ...(why === null ? {} : { why }) });
}

/** A rating that its rater ends: it need not be open. */
async function ownRatingToEnd(work: Work, id: number, number: number, why: RatingEnd): Promise<RatingRow | undefined> {
  const { rating } = await getOwnRating(work, id, number, { isChange: false });
  if (endOf(rating, work) === why) return undefined;
  refuseOver(rating, work);
  return rating;
}

/** Declines to rate. @throws Problem 404, 403, 422 once it has begun */
export async function declineRating(work: Work, id: number, number: number): Promise<void> {
  const rating = await ownRatingToEnd(work, id, number, "declined");
  if (!rating) return;
  if (rating.begun_at !== null) throw refused(ratingMessages.begunAlready);
  await end(work, id, rating, "declined", "ratingDeclined");
}

/** Gives a rating back that has begun. @throws Problem 404, 403, 422 */
export async function giveRatingBack(work: Work, id: number, number: number): Promise<void> {
  const rating = await ownRatingToEnd(work, id, number, "givenBack");
  if (!rating) return;
  if (rating.begun_at === null) throw refused(ratingMessages.notBegun);
  if (rating.ended_at !== null) throw refused(ratingMessages.over);
  await end(work, id, rating, "givenBack", "ratingEnded");
}

/** Takes a request back, also one that has begun. @throws Problem 404, 403 for anybody but the asker and leads, 422 */
export async function withdrawRating(work: Work, id: number, number: number): Promise<void> {
  await getShareableAssessment(work, id, { forWriting: true });
  const rating = (await ratingsOf(work, id)).find((each) => each.number === number);
  if (!rating) throw notFound("There is no such second rating.");
  if (!mayWithdraw(work, rating)) throw forbidden(ratingMessages.onlyAsker);
  if (endOf(rating, work) === "withdrawn") return;
  refuseOver(rating, work);
  if (rating.ended_at !== null) throw refused(ratingMessages.over);
  await end(work, id, rating, "withdrawn", "ratingEnded");
}

/**
 * Says that a group is done. What it holds then counts for agreement, if it was rated blind. After the last group the rating is done.
 * @throws Problem 404, 403, 422
 */
export async function finishGroup(work: Work, id: number, number: number, group: string): Promise<void> {
  const { db } = work;
  const { assessment, rating } = await getOwnRating(work, id, number, { isChange: true });
  refuseOver(rating, work);
  if (rating.begun_at === null) throw refused(ratingMessages.notBegun);
  const own = rating.groups.find(({ name }) => name === group);
  if (!own) throw refusedField("group", ratingMessages.notRated);
  if (own.done_at !== null) return;
  const isBlind = rating.kind === "opinion" && own.seen === 0;
  await db
    .updateTable("rating_group")
    .set({ done_at: moment(work), is_blind: asFlag(isBlind) })
    .where("id", "=", own.id)
    .execute();
  if (isBlind)
    for (const { place, verdict } of (await placesOf(work, assessment)).filter((each) => each.group === group && !each.descoped))
      await db
        .updateTable("rating_answer")
        .set(({ ref }) => ({ blind_answers: ref("answers"), verdict_then: verdict }))
        .where("rating_id", "=", rating.id)
        .where("place", "=", place)
        .execute();
  await recordRating(work, id, "ratingDone", { number, rating: rating.kind, group });
  if (!rating.groups.every(({ name, done_at }) => name === group || done_at !== null)) return;
  await db
    .updateTable("rating")
    .set({ ended_at: moment(work) })
    .where("id", "=", rating.id)
    .execute();
  await mailRatingDone(work, rating);
}

/** The most requests that one person gets. */
const FOR_YOU_MAX = 200;

/** The ratings that the caller is asked for, or has begun (docs/rules/second-ratings.md#asking). */
export async function ratingsAsked(work: Work): Promise<ForYou["items"]> {
  const { user, db } = work;
  if (user.roles.length === 0) return [];
  const rows = await ownAssessments(work)
    .innerJoin("rating", "rating.assessment_id", "assessment.id")
    .innerJoin("user as asker", "asker.id", "rating.asked_by")
    .select(["assessment.id", "assessment.name", "assessment.model", "assessment.edition_number", "assessment.first_edition_id"])
    .select(["organization.id as organizationId", "organization.name as organization"])
    .select(["rating.id as ratingId", "rating.number", "rating.kind", "rating.at", "rating.until", "begun_at", "asker.email as by"])
    .where("rating.user_id", "=", user.id)
    .where("rating.ended_at", "is", null)
    .where("rating.until", ">=", todayOf(work))
    .where("assessment.is_archived", "=", 0)
    .where("assessment.status", "!=", "Completed")
    .where("assessment.model", "in", [...user.roles])
    .orderBy("rating.id", "desc")
    .limit(FOR_YOU_MAX)
    .execute();
  if (rows.length === 0) return [];
  const groups = await db
    .selectFrom("rating_group")
    .select(["rating_id", "name"])
    .where(
      "rating_id",
      "in",
      rows.map(({ ratingId }) => ratingId),
    )
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    ...{ kind: "rating", at: row.at, by: row.by },
    rating: {
      assessment: { id: row.id, name: titleOf(row) ?? "", model: row.model },
      organization: { id: row.organizationId, name: row.organization },
      ...{ number: row.number, kind: row.kind, until: row.until, state: row.begun_at === null ? ("asked" as const) : ("begun" as const) },
      groups: groups.flatMap(({ rating_id, name }) => (rating_id === row.ratingId ? [{ group: name, name: ratingGroupName(name) }] : [])),
    },
  }));
}
