import { isNotApart, isSeen } from "#api/services/access.ts";
import { rolesIn } from "#api/services/users.ts";
import { leadingProblem } from "#model/leading.ts";
import { shownAddress } from "#model/mail-address.ts";
import { personNameProblem } from "#model/people.ts";
import { dayOfLetter, type Letter, type MailRow, type Writing } from "./letter.ts";

/**
 * The mail that asks a colleague for a peer review (docs/rules/peer-review.md#asking). The application has the message; the mail does not. Nobody
 * gets it who has decided since, or can no longer see the assessment.
 */
export async function reviewLetter(writing: Writing, { about, recipient }: MailRow): Promise<Letter | undefined> {
  const { db, publicUrl } = writing;
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
  const assessment = await seenBy(writing, request, request.assessment_id);
  if (!assessment) return undefined;
  const { who, replyTo, organization } = wordsFor(request, assessment);
  return {
    subject: "You are asked for a peer review",
    ...replyTo,
    paragraphs: [
      `${who} asks you to review an assessment of ${organization} until ${dayOfLetter(`${request.until}T00:00:00Z`)}.`,
      { link: `${publicUrl}/assessments/${assessment.id}/peer-review` },
    ],
  };
}

/**
 * The mail that tells whoever has asked that somebody approved or sent back (docs/rules/peer-review.md#who-is-told). Nobody gets it who has looked
 * since, or if that decision is no longer the newest of its person.
 */
export async function decisionLetter(writing: Writing, { about, generation, recipient }: MailRow): Promise<Letter | undefined> {
  const { db, publicUrl } = writing;
  const decision = await db
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
  const assessment = decision && (await seenBy(writing, decision, decision.assessment_id));
  if (!assessment) return undefined;
  const { who, replyTo, organization } = wordsFor(decision, assessment);
  const [what, subject] = decision.approved
    ? [`approved an assessment of ${organization}`, "Your assessment was approved in a peer review"]
    : [`sent back an assessment of ${organization}`, "Your assessment was sent back from a peer review"];
  return {
    ...{ subject, ...replyTo },
    paragraphs: [
      `${who} has ${what} for which you had asked for a peer review. The application has what they say.`,
      { link: `${publicUrl}/assessments/${assessment.id}/peer-review` },
    ],
  };
}

/** The assessment, if somebody may see it, works with its model, does not rate it apart, and it is not archived. */
export async function seenBy(
  { db, now, timeZone }: Writing,
  { id, teamId, roles }: { id: number; teamId: number; roles: string },
  assessmentId: number,
) {
  const assessment = await db
    .selectFrom("assessment")
    .innerJoin("organization", "organization.id", "assessment.organization_id")
    .select(["assessment.id", "assessment.model", "organization.name"])
    .where("assessment.id", "=", assessmentId)
    .where("assessment.is_archived", "=", 0)
    .where(isSeen({ user: { id, teamId } }))
    .where(isNotApart({ user: { id, teamId }, now, timeZone }))
    .executeTakeFirst();
  return assessment && rolesIn(roles).includes(assessment.model) ? assessment : undefined;
}

/** Who writes, and what the client is called. Mail programs would make links of some names. */
export function wordsFor(person: { email: string; first_name: string | null }, { name: client }: { name: string }) {
  const name = person.first_name !== null && personNameProblem(person.first_name) === undefined ? person.first_name : undefined;
  const isReached = person.email.includes("@");
  const called = name ?? shownAddress(person.email);
  return {
    who: isReached ? called : "A colleague",
    organization: leadingProblem(client) === undefined ? client : "one of your organizations",
    replyTo: isReached ? { replyTo: { name: called, address: person.email } } : {},
  };
}
