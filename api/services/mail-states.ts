/** What became of mails, for those who caused them (docs/rules/people.md#what-became-of-a-mail). */
import type { Selectable } from "kysely";
import { VOICE_MAILS } from "#api/mail/quota.ts";
import type { MailKind, MailTable } from "#api/store/database.ts";
import type { Db } from "#api/store/open.ts";
import type { MailState } from "#model/joining.ts";

interface Delivery {
  state: MailState;
  /** ISO 8601 in UTC. */
  at: string;
  reply: string | null;
}

/** Says what became of a mail. */
function deliveryOf(row: Pick<Selectable<MailTable>, "created_at" | "sent_at" | "failed_at" | "last_error">): Delivery {
  if (row.sent_at !== null) return { state: "sent", at: row.sent_at, reply: null };
  if (row.failed_at !== null) return { state: "refused", at: row.failed_at, reply: row.last_error };
  return { state: "waiting", at: row.created_at, reply: row.last_error };
}

/** Mails of some kinds, without those that nobody needed. */
const mailsOf = (db: Db, kinds: readonly MailKind[]) =>
  db
    .selectFrom("mail")
    .where("mail.kind", "in", kinds)
    .where("mail.dropped_at", "is", null)
    .select(["mail.id", "mail.kind", "mail.created_at", "mail.sent_at", "mail.failed_at", "mail.last_error"]);

/** The mails of the invitations of a team that nobody has answered, as they were sent last. */
export async function invitationDeliveries(db: Db, teamId: number): Promise<(Delivery & { invitation: number })[]> {
  const rows = await mailsOf(db, ["invitation"])
    .innerJoin("invitation", (join) =>
      join.onRef("invitation.reference", "=", "mail.about").onRef("invitation.generation", "=", "mail.generation"),
    )
    .where("invitation.team_id", "=", teamId)
    .where("invitation.outcome", "is", null)
    .select("invitation.id as invitation")
    .orderBy("invitation.id")
    .execute();
  return rows.map((row) => ({ invitation: row.invitation, ...deliveryOf(row) }));
}

/** The mails to the voices of an assessment whose links still are those of the mail, the newest first. */
export async function voiceMailsOf(db: Db, assessmentId: number) {
  const rows = await mailsOf(db, VOICE_MAILS)
    .innerJoin("voice", (join) => join.onRef("voice.reference", "=", "mail.about").onRef("voice.generation", "=", "mail.generation"))
    .where("voice.assessment_id", "=", assessmentId)
    .where("voice.email", "is not", null)
    .select("voice.id as voice")
    .orderBy("mail.id", "desc")
    .execute();
  return rows.map((row) => ({ mail: row.id, voice: row.voice, isReminder: row.kind === "voiceReminder", ...deliveryOf(row) }));
}
