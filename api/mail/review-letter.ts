import { assessmentLetter } from "./assessment-letter.ts";
import { dayOfLetter, type Letter, type MailRow, type Writing } from "./letter.ts";

/**
 * The mail that asks a colleague for a peer review (docs/rules/peer-review.md#asking). The application has the message; the mail does not. Nobody
 * gets it who has decided since, or can no longer see the assessment.
 */
export async function reviewLetter(writing: Writing, { about, recipient }: MailRow): Promise<Letter | undefined> {
  const request = await writing.db
    .selectFrom("review_request")
    .innerJoin("user", "user.id", "review_request.user_id")
    .innerJoin("user as asker", "asker.id", "review_request.asked_by")
    .select(["review_request.assessment_id", "until", "user.id", "user.team_id as teamId", "user.roles", "asker.email", "asker.first_name"])
    .where("review_request.reference", "=", about)
    .where("review_request.ended_at", "is", null)
    .where("user.email", "=", recipient)
    .where("user.suspended_at", "is", null)
    .executeTakeFirst();
  return assessmentLetter(writing, request, ({ until }, { who, organization }) => ({
    subject: "You are asked for a peer review",
    words: `${who} asks you to review an assessment of ${organization} until ${dayOfLetter(`${until}T00:00:00Z`)}.`,
    path: "peer-review",
  }));
}

/**
 * The mail that tells whoever has asked that somebody approved or sent back (docs/rules/peer-review.md#who-is-told). Nobody gets it who has looked
 * since, or if that decision is no longer the newest of its person.
 */
export async function decisionLetter(writing: Writing, { about, generation, recipient }: MailRow): Promise<Letter | undefined> {
  const decision = await writing.db
    .selectFrom("review_decision")
    .innerJoin("review_request", "review_request.assessment_id", "review_decision.assessment_id")
    .innerJoin("user", "user.id", "review_request.asked_by")
    .innerJoin("user as decider", "decider.id", "review_decision.user_id")
    .leftJoin("review_look", (join) =>
      join.onRef("review_look.assessment_id", "=", "review_decision.assessment_id").onRef("review_look.user_id", "=", "user.id"),
    )
    .select([
      "review_decision.assessment_id",
      "approved",
      "user.id",
      "user.team_id as teamId",
      "user.roles",
      "decider.email",
      "decider.first_name",
    ])
    .where("review_decision.id", "=", generation)
    .where("review_decision.content", "is not", null)
    .where("review_request.reference", "=", about)
    .where("user.email", "=", recipient)
    .where("user.suspended_at", "is", null)
    .where(({ or, eb, ref }) => or([eb("review_look.at", "is", null), eb("review_look.at", "<", ref("review_decision.at"))]))
    .executeTakeFirst();
  return assessmentLetter(writing, decision, ({ approved }, { who, organization }) => {
    const [what, subject] = approved
      ? [`approved an assessment of ${organization}`, "Your assessment was approved in a peer review"]
      : [`sent back an assessment of ${organization}`, "Your assessment was sent back from a peer review"];
    return {
      subject,
      words: `${who} has ${what} for which you had asked for a peer review. The application has what they say.`,
      path: "peer-review",
    };
  });
}
