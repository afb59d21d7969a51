/** How many mails one person may cause (docs/rules/people.md#quotas). One rule for every kind of mail that a person causes. */
import type { MailKind } from "../store/database.ts";
import type { Db } from "../store/open.ts";

/** The kinds of mails that voices get. */
export const VOICE_MAILS: readonly MailKind[] = ["voice", "voiceReminder", "voiceSecondRound"];

/** Those that people get who are invited. */
const INVITATION_MAILS: readonly MailKind[] = ["invitation", "joinLink"];

const DAY_MS = 24 * 60 * 60_000;
/** Within 24 hours: in all of a person, and to one address of their team, whoever invites. */
const QUOTA = { all: 200, address: 5 };

/**
 * Counts the mails that somebody has caused within a day. The caller holds what keeps this person from causing others at the same time.
 * @param leavesOutRefused counts no mail to one address that the server refused: for the way in that needs no mail
 * @returns a function that counts one more and tells whether it may be posted
 */
export async function openMailQuota(
  db: Db,
  { userId, teamId }: { userId: number; teamId: number },
  now: Date,
  { leavesOutRefused = false } = {},
): Promise<(recipient: string) => boolean> {
  const today = db
    .selectFrom("mail")
    .select(({ fn, eb }) => fn.coalesce(fn.sum<number | string>(eb("mail.repeats", "+", 1)), eb.lit(0)).as("n"))
    .where("mail.dropped_at", "is", null)
    .where("mail.created_at", ">", new Date(now.getTime() - DAY_MS).toISOString());
  let all = Number((await today.where("caused_by", "=", userId).executeTakeFirstOrThrow()).n);
  const taken = today.$if(leavesOutRefused, (query) => query.where("mail.failed_at", "is", null));
  const invited = await taken
    .innerJoin("invitation", "invitation.reference", "mail.about")
    .where("mail.kind", "in", INVITATION_MAILS)
    .where("invitation.team_id", "=", teamId)
    .select("mail.recipient")
    .groupBy("mail.recipient")
    .execute();
  const toVoices = await taken
    .innerJoin("voice", "voice.reference", "mail.about")
    .innerJoin("assessment", "assessment.id", "voice.assessment_id")
    .innerJoin("organization", "organization.id", "assessment.organization_id")
    .where("mail.kind", "in", VOICE_MAILS)
    .where("organization.team_id", "=", teamId)
    .select("mail.recipient")
    .groupBy("mail.recipient")
    .execute();
  const to = new Map<string, number>();
  for (const { recipient, n } of [...invited, ...toVoices]) to.set(recipient, (to.get(recipient) ?? 0) + Number(n));
  return (recipient) => {
    const before = to.get(recipient) ?? 0;
    if (all >= QUOTA.all || before >= QUOTA.address) return false;
    to.set(recipient, before + 1);
    all += 1;
    return true;
  };
}
