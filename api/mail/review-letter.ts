import { isSeen } from "#api/services/access.ts";
import { rolesIn } from "#api/services/users.ts";
import { leadingProblem } from "#model/leading.ts";
import { shownAddress } from "#model/mail-address.ts";
import { personNameProblem } from "#model/people.ts";
import { dayOfLetter, type Letter, type MailRow, type Writing } from "./letter.ts";

/**
 * The mail that asks a colleague for a peer review (docs/rules/peer-review.md#asking). The application has the message; the mail does not. Nobody
 * gets it who has decided since, or can no longer see the assessment.
 */
export async function reviewLetter({ db, publicUrl }: Writing, { about, recipient }: MailRow): Promise<Letter | undefined> {
  const request = await db
    .selectFrom("review_request")
    .innerJoin("user", "user.id", "review_request.user_id")
    .innerJoin("user as asker", "asker.id", "review_request.asked_by")
    .select(["review_request.assessment_id", "until", "user.id", "user.team_id as teamId", "user.roles", "asker.email", "asker.first_name"])
    .where("review_request.reference", "=", about)
    .where("review_request.ended_at", "is", null)
    .where("user.email", "=", recipient)
    .where("user.suspended_at", "is", null)
    .executeTakeFirst();
  if (!request) return undefined;
  const assessment = await db
    .selectFrom("assessment")
    .innerJoin("organization", "organization.id", "assessment.organization_id")
    .select(["assessment.id", "assessment.model", "organization.name"])
    .where("assessment.id", "=", request.assessment_id)
    .where("assessment.is_archived", "=", 0)
    .where(isSeen({ user: { id: request.id, teamId: request.teamId } }))
    .executeTakeFirst();
  if (!assessment || !rolesIn(request.roles).includes(assessment.model)) return undefined;
  const name = request.first_name !== null && personNameProblem(request.first_name) === undefined ? request.first_name : undefined;
  const who = request.email.includes("@") ? (name ?? shownAddress(request.email)) : "A colleague";
  // Mail programs would make a link of such a name.
  const organization = leadingProblem(assessment.name) === undefined ? assessment.name : "one of your organizations";
  return {
    subject: "You are asked for a peer review",
    ...(request.email.includes("@") ? { replyTo: { name: name ?? shownAddress(request.email), address: request.email } } : {}),
    paragraphs: [
      `${who} asks you to review an assessment of ${organization} until ${dayOfLetter(`${request.until}T00:00:00Z`)}.`,
      { link: `${publicUrl}/assessments/${assessment.id}/peer-review` },
    ],
  };
}
