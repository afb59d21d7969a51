import { shownAddress } from "#model/mail-address.ts";
import { personNameProblem } from "#model/people.ts";
import type { Permission } from "#model/permissions.ts";
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
    .select(["invitation.email", "invitation.expires_at", "team.name as team", "invitation.invited_by"])
    .select(["inviter.email as by", "inviter.first_name", "inviter.permission", "inviter.suspended_at", "inviter.team_id as home"])
    .select("invitation.team_id")
    .where("invitation.reference", "=", about)
    .where("invitation.generation", "=", generation)
    .where("invitation.outcome", "is", null)
    .where("invitation.expires_at", ">", now.toISOString())
    .executeTakeFirst();
  if (!row) return undefined;
  const inviter = inviterIn(row);
  if (row.invited_by !== null && !inviter) return undefined;
  const who =
    inviter === undefined
      ? "Somebody"
      : inviter.name === undefined
        ? shownAddress(inviter.address)
        : `${inviter.name} (${shownAddress(inviter.address)})`;
  const team = row.team === null ? "their team" : `the team ${row.team}`;
  return {
    subject: "Invitation to the Maturity Assessment Tool",
    ...(inviter ? { replyTo: { name: inviter.name ?? shownAddress(inviter.address), address: inviter.address } } : {}),
    paragraphs: [
      `${who} invites you to join ${team} in the Maturity Assessment Tool.`,
      `To accept, sign in with this address, ${shownAddress(row.email ?? "")}:`,
      { link: `${publicUrl}/sign-in` },
      `You can do so until ${dayOfLetter(row.expires_at)}. If you have signed in before, the invitation is shown to you there.`,
      "If you do not want to join, do nothing. You will not be written to again unless somebody invites you once more.",
    ],
  };
}

/** Whoever invites, as long as they lead the team. Names that a home site gave are used only where a lead could have given them. */
function inviterIn(row: {
  by: string | null;
  first_name: string | null;
  permission: Permission | null;
  suspended_at: string | null;
  home: number | null;
  team_id: number;
}): { address: string; name: string | undefined } | undefined {
  if (!row.by?.includes("@") || row.permission !== "lead" || row.suspended_at !== null || row.home !== row.team_id) return undefined;
  const name = row.first_name !== null && personNameProblem(row.first_name) === undefined ? row.first_name : undefined;
  return { address: row.by, name };
}
