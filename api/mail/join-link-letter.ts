import type { Db } from "#api/store/open.ts";
import { shownAddress } from "#model/mail-address.ts";
import { personNameProblem } from "#model/people.ts";
import { dayOfLetter, type Letter, type MailRow, type Writing } from "./letter.ts";

/**
 * The mail to somebody who is invited, about a link that a lead has copied for them (docs/rules/people.md#copied-links). It does not hold the link. It
 * is sent as well once the link was used: whoever has the address learns that somebody joined with it.
 */
export async function joinLinkLetter({ db, now }: Writing, { about, generation }: MailRow): Promise<Letter | undefined> {
  const row = await db
    .selectFrom("join_link")
    .innerJoin("invitation", "invitation.id", "join_link.invitation_id")
    .innerJoin("team", "team.id", "invitation.team_id")
    .innerJoin("user as lead", "lead.id", "join_link.created_by")
    .select([
      "join_link.expires_at",
      "join_link.used_at",
      "join_link.created_by",
      "invitation.outcome",
      "invitation.team_id",
      "team.name as team",
      "lead.email as by",
      "lead.first_name",
    ])
    .where("join_link.id", "=", generation)
    .where("invitation.reference", "=", about)
    .executeTakeFirst();
  if (!row?.by.includes("@") || (row.used_at === null && (row.outcome !== null || row.expires_at <= now.toISOString()))) return undefined;
  const other = await otherLead(db, row);
  const name = row.first_name !== null && personNameProblem(row.first_name) === undefined ? row.first_name : undefined;
  const by = shownAddress(row.by);
  const team = row.team === null ? "their team" : `the team ${row.team}`;
  const until = `${dayOfLetter(row.expires_at)} at ${row.expires_at.slice(11, 16)} UTC`;
  return {
    subject: "A link lets you join the Maturity Assessment Tool",
    replyTo: other?.replyTo ?? { name: name ?? by, address: row.by },
    paragraphs: [
      `${name === undefined ? by : `${name} (${by})`} has copied a link by which you can join ${team} with this address, without a mail.`,
      `It works once, until ${until}. You get it from them, not from us.`,
      other
        ? `Nobody should have asked for it but you. If you do not expect it, please answer this mail. Your answer goes to ${other.who}, who leads the team, too, and can end it.`
        : "Nobody should have asked for it but you. If you do not expect it, please answer this mail, and somebody will end it.",
    ],
  };
}

/** Another lead of the team, who can end what one of them does; undefined where there is none. */
async function otherLead(db: Db, { created_by, team_id }: { created_by: number; team_id: number }) {
  const lead = await db
    .selectFrom("user")
    .select(["email", "first_name"])
    .where("team_id", "=", team_id)
    .where("permission", "=", "lead")
    .where("suspended_at", "is", null)
    .where("is_unconfirmed", "=", 0)
    .where("id", "!=", created_by)
    .orderBy("email")
    .limit(1)
    .executeTakeFirst();
  if (!lead) return undefined;
  const address = shownAddress(lead.email);
  const name = lead.first_name !== null && personNameProblem(lead.first_name) === undefined ? lead.first_name : undefined;
  return { who: name === undefined ? address : `${name} (${address})`, replyTo: { name: name ?? address, address: lead.email } };
}
