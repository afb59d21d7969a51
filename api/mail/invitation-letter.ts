import { dayOfLetter, type Letter, type MailRow, type Writing } from "./letter.ts";

/**
 * The mail that invites to a team, for as long as its invitation is open (docs/rules/people.md#invitations). It holds no secret: whoever signs in with the
 * address can accept.
 */
export async function invitationLetter({ db, publicUrl, now }: Writing, { about, generation }: MailRow): Promise<Letter | undefined> {
  const row = await db
    .selectFrom("invitation")
    .innerJoin("team", "team.id", "invitation.team_id")
    .leftJoin("user as inviter", "inviter.id", "invitation.invited_by")
    .select(["invitation.email", "invitation.expires_at", "team.name as team", "inviter.email as by", "inviter.first_name"])
    .where("invitation.reference", "=", about)
    .where("invitation.generation", "=", generation)
    .where("invitation.outcome", "is", null)
    .where("invitation.expires_at", ">", now.toISOString())
    .executeTakeFirst();
  if (!row) return undefined;
  // Somebody who was removed in the meantime has no address.
  const inviter = row.by?.includes("@") ? { name: row.first_name ?? row.by, address: row.by } : undefined;
  const who = inviter === undefined ? "Somebody" : row.first_name === null ? inviter.address : `${row.first_name} (${inviter.address})`;
  const team = row.team === null ? "their team" : `the team ${row.team}`;
  return {
    subject: "Invitation to the Maturity Assessment Tool",
    ...(inviter ? { replyTo: inviter } : {}),
    paragraphs: [
      `${who} invites you to join ${team} in the Maturity Assessment Tool.`,
      `To accept, sign in with this address, ${row.email}:`,
      { link: `${publicUrl}/sign-in` },
      `You can do so until ${dayOfLetter(row.expires_at)}. If you have signed in before, the invitation is shown to you there.`,
      "If you do not want to join, do nothing. You will not be written to again unless somebody invites you once more.",
    ],
  };
}
