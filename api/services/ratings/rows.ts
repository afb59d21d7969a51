/** Second ratings as they are stored, and how far each is (docs/rules/second-ratings.md). */
import type { Selectable } from "kysely";
import { forbidden, notFound, refused } from "#api/problem.ts";
import type { RatingGroupTable, RatingTable } from "#api/store/database.ts";
import { isPostgres } from "#api/store/open.ts";
import { groupBy } from "#model/group-by.ts";
import { type RatingEnd, type RatingState, ratingMessages } from "#model/ratings.ts";
import { type AssessmentRow, getRatedAssessment, isCompleted, refuseApart, refuseArchived } from "../access.ts";
import type { PartAddress } from "../versions.ts";
import { todayOf, type Work } from "../work.ts";

export type RatingGroupRow = Selectable<RatingGroupTable>;

/** A rating with its groups. */
export interface RatingRow extends Selectable<RatingTable> {
  groups: RatingGroupRow[];
}

/** The ratings of an assessment, by number. */
export async function ratingsOf({ db }: Pick<Work, "db">, assessmentId: number): Promise<RatingRow[]> {
  const rows = await db.selectFrom("rating").selectAll().where("assessment_id", "=", assessmentId).orderBy("number").execute();
  const groups = await db.selectFrom("rating_group").selectAll().where("assessment_id", "=", assessmentId).orderBy("id").execute();
  const byRating = groupBy(groups, ({ rating_id }) => rating_id);
  return rows.map((row) => ({ ...row, groups: byRating.get(row.id) ?? [] }));
}

/** Why a rating ended before it was done; undefined while it goes on, and where it is done. */
export function endOf({ ended_at, ended_why, until }: RatingRow, work: Pick<Work, "now" | "timeZone">): RatingEnd | undefined {
  if (ended_at === null) return until < todayOf(work) ? "day" : undefined;
  return (ended_why ?? undefined) as RatingEnd | undefined;
}

/** How far a rating is. */
export function stateOf(row: RatingRow, work: Pick<Work, "now" | "timeZone">): RatingState {
  const end = endOf(row, work);
  if (end) return end === "declined" ? "declined" : "ended";
  if (row.ended_at !== null) return "done";
  return row.begun_at === null ? "asked" : "begun";
}

/** @throws Problem 422 when a rating has ended before it was done */
export function refuseOver(row: RatingRow, work: Work): void {
  const end = endOf(row, work);
  if (end) throw refused(ratingMessages.overBecause[end]);
}

/**
 * The caller's own rating, with its assessment. Other ratings are closed, and whoever rates apart does not learn which numbers there are. The
 * caller may also read their own earlier ratings.
 * @param isChange whether the assessment has to be open, and the rating is locked until the transaction ends
 * @throws Problem 404, 403, 422
 */
export async function getOwnRating(
  work: Work,
  id: number,
  number: number,
  { isChange }: { isChange: boolean },
): Promise<{ assessment: AssessmentRow; rating: RatingRow }> {
  const assessment = await getRatedAssessment(work, id, { forWriting: isChange && "shared" });
  const row = await work.db
    .selectFrom("rating")
    .selectAll()
    .where("assessment_id", "=", id)
    .where("number", "=", number)
    .$if(isChange && isPostgres(work.db), (query) => query.forUpdate())
    .executeTakeFirst();
  if (assessment.apart !== number && row?.user_id !== work.user.id) refuseApart(assessment);
  if (!row) throw notFound("There is no such second rating.");
  if (row.user_id !== work.user.id) throw forbidden(ratingMessages.onlyRater);
  const groups = await work.db.selectFrom("rating_group").selectAll().where("rating_id", "=", row.id).orderBy("id").execute();
  if (isChange) refuseArchived(assessment);
  if (isChange && isCompleted(assessment)) throw refused(ratingMessages.overBecause.submitted);
  return { assessment, rating: { ...row, groups } };
}

/** A part of what a rating says about a thread, practice or component. */
export const ratedPart = (name: "answers" | "note", ratingId: number, place: string): PartAddress => ({
  name,
  of: `rating/${ratingId}`,
  place,
});
