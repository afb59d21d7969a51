import { assessmentLetter } from "./assessment-letter.ts";
import { dayOfLetter, type Letter, type MailRow, type Writing } from "./letter.ts";

/**
 * The mail that asks a colleague for a second rating (docs/rules/second-ratings.md#asking). Nobody gets it who has begun or declined since, or can no
 * longer see the assessment.
 */
export async function ratingLetter(writing: Writing, { about, recipient }: MailRow): Promise<Letter | undefined> {
  const request = await writing.db
    .selectFrom("rating")
    .innerJoin("user", "user.id", "rating.user_id")
    .innerJoin("user as asker", "asker.id", "rating.asked_by")
    .select([
      "rating.assessment_id",
      "number",
      "until",
      "user.id",
      "user.team_id as teamId",
      "user.roles",
      "asker.email",
      "asker.first_name",
    ])
    .where("rating.id", "=", Number(about))
    .where("begun_at", "is", null)
    .where("ended_at", "is", null)
    .where("user.email", "=", recipient)
    .where("user.suspended_at", "is", null)
    .executeTakeFirst();
  return assessmentLetter(writing, request, ({ number, until }, { who, organization }) => ({
    subject: "You are asked for a second rating",
    words: `${who} asks you to rate an assessment of ${organization} apart until ${dayOfLetter(`${until}T00:00:00Z`)}.`,
    path: `rating/${number}`,
  }));
}

/**
 * The mail that tells whoever asked that a second rating is done (docs/rules/second-ratings.md#who-is-told). Nobody gets it who can no longer read
 * ratings of the assessment.
 */
export async function ratingDoneLetter(writing: Writing, { about, recipient }: MailRow): Promise<Letter | undefined> {
  const rating = await writing.db
    .selectFrom("rating")
    .innerJoin("user", "user.id", "rating.asked_by")
    .innerJoin("user as rater", "rater.id", "rating.user_id")
    .select(["rating.assessment_id", "user.id", "user.team_id as teamId", "user.roles", "rater.email", "rater.first_name"])
    .where("rating.id", "=", Number(about))
    .where("user.email", "=", recipient)
    .where("user.suspended_at", "is", null)
    .where("user.permission", "!=", "viewer")
    .executeTakeFirst();
  return assessmentLetter(writing, rating, (_, { who, organization }) => ({
    subject: "A second rating is done",
    words: `${who} is done with the second rating of an assessment of ${organization} for which you had asked. The application has what differs.`,
    path: "ratings/differences",
  }));
}
