/** Links that leads copy for people who are invited (docs/rules/people.md#copied-links). */
import { randomUUID } from "node:crypto";
import type { MailedSecrets } from "#api/auth/mailed-secrets.ts";
import { postMail } from "#api/mail/queue.ts";
import { openMailQuota } from "#api/mail/quota.ts";
import { refused, unauthorized } from "#api/problem.ts";
import { type Db, isPostgres } from "#api/store/open.ts";
import type { Joining, JoinLink, JoinOffer } from "#model/contract/joining.ts";
import { joiningMessages, LINK_HOURS, LINKS_A_DAY } from "#model/joining.ts";
import { isAddressFree } from "./addresses.ts";
import { invitationPlace } from "./ending-invitations.ts";
import { record, teamChain } from "./history.ts";
import { enterByInvitation, holdInvitation } from "./invitations.ts";
import { invitationDeliveries } from "./mail-states.ts";
import { count, membersOf, rolesGiven } from "./teams.ts";
import { rolesIn } from "./users.ts";
import type { User, Work } from "./work.ts";

const LINK_MS = LINK_HOURS * 60 * 60_000;

/** How people get into the caller's team. @param sendsMails whether mails are sent, so that something becomes of them */
export async function describeJoining(work: Work, sendsMails: boolean): Promise<Joining> {
  const { db, user, internalAccounts } = work;
  const unconfirmed = await membersOf(work, user.teamId).select("id").where("is_unconfirmed", "=", 1).orderBy("id").execute();
  return {
    mails: sendsMails ? await invitationDeliveries(db, user.teamId) : [],
    unconfirmed: unconfirmed.map(({ id }) => id),
    internalAccounts: [...internalAccounts],
  };
}

/**
 * Makes a link that lets an invited person in, records it, and posts a mail to their address. The answer is the same whether somebody has the address
 * or not. The caller holds the team.
 * @throws Problem 404, 422 for an invitation that has lapsed, models that the lead lacks, or over a quota
 */
export async function copyLink(work: Work, secrets: MailedSecrets, id: number): Promise<JoinLink> {
  const { db, now, user, mails } = work;
  const invitation = await holdInvitation(work, id);
  if (invitation.expires_at <= now.toISOString()) throw refused(joiningMessages.lapsed);
  rolesGiven(rolesIn(invitation.roles), user.roles);
  const dayAgo = new Date(now.getTime() - LINK_MS).toISOString();
  await db.deleteFrom("join_link").where("created_at", "<=", dayAgo).execute();
  const today = await count(db.selectFrom("join_link").where("created_by", "=", user.id).where("created_at", ">", dayAgo));
  if (today >= LINKS_A_DAY) throw refused(joiningMessages.linksToday);
  const email = invitation.email ?? "";
  const mayPost = await openMailQuota(db, { userId: user.id, teamId: user.teamId }, now, { leavesOutRefused: true });
  if (mails && !mayPost(email)) throw refused(joiningMessages.mailQuota);
  const end = new Date(now.getTime() + LINK_MS).toISOString();
  const link = await db
    .insertInto("join_link")
    .values({
      ...{ reference: randomUUID(), generation: 1, invitation_id: id, created_by: user.id, created_at: now.toISOString() },
      ...{ expires_at: end < invitation.expires_at ? end : invitation.expires_at, used_at: null },
    })
    .returning(["id", "reference", "generation", "expires_at"])
    .executeTakeFirstOrThrow();
  await record(work, teamChain(user.teamId), { kind: "invitationLink", place: invitationPlace(id) });
  if (mails)
    await postMail(db, { kind: "joinLink", recipient: email, about: invitation.reference, generation: link.id, caused_by: user.id }, now);
  return { token: secrets.linkOf(link, "join"), expiresAt: link.expires_at };
}

/** What looks at a link, or joins by it. */
interface Joiner extends Pick<Work, "db" | "now" | "internalAccounts"> {
  secrets: MailedSecrets;
}

/** The row of a genuine link, used ones included, whose lead still leads the team that invites. */
async function findLink({ db, secrets, now }: Joiner, token: string) {
  const reference = secrets.referenceIn(token);
  if (!reference) return undefined;
  const row = await db
    .selectFrom("join_link")
    .innerJoin("invitation", "invitation.id", "join_link.invitation_id")
    .innerJoin("team", "team.id", "invitation.team_id")
    .innerJoin("user as lead", "lead.id", "join_link.created_by")
    .select(["join_link.id", "join_link.reference", "join_link.generation", "join_link.used_at", "join_link.expires_at"])
    .select(["invitation.id as invitation_id", "invitation.email", "invitation.outcome", "invitation.expires_at as until"])
    .select(["team.name as team", "lead.email as by", "lead.first_name"])
    .where("join_link.reference", "=", reference)
    .where("join_link.expires_at", ">", now.toISOString())
    .where("lead.suspended_at", "is", null)
    .where("lead.permission", "=", "lead")
    .whereRef("lead.team_id", "=", "invitation.team_id")
    .$if(isPostgres(db) && db.isTransaction, (query) => query.forUpdate("join_link"))
    .executeTakeFirst();
  return row && secrets.isLinkOf(row, token, "join") ? row : undefined;
}

/** Whether a link could let somebody in now. */
async function serves(joiner: Joiner, row: NonNullable<Awaited<ReturnType<typeof findLink>>>): Promise<boolean> {
  if (row.used_at !== null || row.outcome !== null || row.email === null || row.until <= joiner.now.toISOString()) return false;
  return isAddressFree(joiner, row.email);
}

/** Says whom a link lets in. It uses nothing up. @returns undefined for a link that does not serve, whatever the reason */
export async function lookAtJoinLink(joiner: Joiner, token: string): Promise<JoinOffer | undefined> {
  const row = await findLink(joiner, token);
  if (!row || !(await serves(joiner, row))) return undefined;
  const { team, by, first_name: firstName, email, expires_at: expiresAt } = row;
  return { team, by: { email: by, firstName }, email: email ?? "", expiresAt };
}

/** What came of joining: a new person, or a link that has let somebody in before; undefined for one that does not serve. */
type Entrance = { reference: string; user: User | undefined };

/** Lets somebody in by a link, in the transaction of the caller. It only creates a new person, whose address is not confirmed. */
export async function joinByLink(joiner: Joiner & Pick<Work, "historyKey">, token: string): Promise<Entrance | undefined> {
  const { db, now } = joiner;
  const row = await findLink(joiner, token);
  if (!row) return undefined;
  if (row.used_at !== null) return { reference: row.reference, user: undefined };
  if (!(await serves(joiner, row))) return undefined;
  const user = await enterByInvitation(joiner, row.invitation_id, { isUnconfirmed: true });
  if (!user) return undefined;
  // Nothing is stored: somebody else joined with this address at the same time.
  if (!(await isNew(db, user))) throw unauthorized("The link does not serve.");
  await db.updateTable("join_link").set({ used_at: now.toISOString() }).where("id", "=", row.id).execute();
  return { reference: row.reference, user };
}

/** Whether somebody came by a copied link: at the same time, an entry link may have created another person with this address. */
const isNew = async (db: Db, { id }: User): Promise<boolean> =>
  (await db.selectFrom("user").select("id").where("id", "=", id).where("is_unconfirmed", "=", 1).executeTakeFirst()) !== undefined;
