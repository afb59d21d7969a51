import { isNotApart, isSeen } from "#api/services/access.ts";
import { rolesIn } from "#api/services/users.ts";
import { leadingProblem } from "#model/leading.ts";
import { shownAddress } from "#model/mail-address.ts";
import { personNameProblem } from "#model/people.ts";
import type { Letter, Writing } from "./letter.ts";

/** What a mail is written from: who gets it, about which assessment, and who caused it (`email`, `first_name`). */
interface Cause {
  assessment_id: number;
  /** Who gets it. */
  id: number;
  teamId: number;
  roles: string;
  email: string;
  first_name: string | null;
}

/** What a mail says. */
interface Said {
  subject: string;
  words: string;
  /** Where its link leads, below the address of the assessment. */
  path: string;
}

/**
 * A mail from one colleague to another about an assessment. Nobody gets it who can no longer see the assessment.
 * @param cause undefined if there is nothing to say any more
 */
export async function assessmentLetter<Row extends Cause>(
  writing: Writing,
  cause: Row | undefined,
  say: (cause: Row, names: { who: string; organization: string }) => Said,
): Promise<Letter | undefined> {
  const assessment = cause && (await seenBy(writing, cause, cause.assessment_id));
  if (!assessment) return undefined;
  const { replyTo, ...names } = wordsFor(cause, assessment);
  const { subject, words, path } = say(cause, names);
  return { subject, ...replyTo, paragraphs: [words, { link: `${writing.publicUrl}/assessments/${assessment.id}/${path}` }] };
}

/** The assessment, if somebody may see it, works with its model, does not rate it apart, and it is not archived. */
async function seenBy(
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
function wordsFor(person: { email: string; first_name: string | null }, { name: client }: { name: string }) {
  const name = person.first_name !== null && personNameProblem(person.first_name) === undefined ? person.first_name : undefined;
  const isReached = person.email.includes("@");
  const called = name ?? shownAddress(person.email);
  return {
    who: isReached ? called : "A colleague",
    organization: leadingProblem(client) === undefined ? client : "one of your organizations",
    replyTo: isReached ? { replyTo: { name: called, address: person.email } } : {},
  };
}
