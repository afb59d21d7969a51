/** Invitations to a team (docs/rules/people.md#invitations). */
import { randomUUID } from "node:crypto";
import type { ExpressionBuilder, Selectable } from "kysely";
import { postMail } from "#api/mail/queue.ts";
import { openMailQuota } from "#api/mail/quota.ts";
import { notFound, refused, refusedField } from "#api/problem.ts";
import type { Database, InvitationOutcome, InvitationTable } from "#api/store/database.ts";
import { type Db, isPostgres } from "#api/store/open.ts";
import { type Role, rowNumberIn } from "#model/contract/common.ts";
import type { Invitation, InvitationsForm, InviteResult, OwnInvitations } from "#model/contract/people.ts";
import { joiningMessages } from "#model/joining.ts";
import { formsOfAddress, isSameAddress } from "#model/mail-address.ts";
import { addressIn, INVITATION_DAYS, INVITE_REFUSAL_WORDS, type InviteRefusal, personNameProblem, TEAM_MAX } from "#model/people.ts";
import type { Permission } from "#model/permissions.ts";
import { endInvitationsTo, invitationPlace } from "./ending-invitations.ts";
import { endRequests } from "./ending-requests.ts";
import { byOperator, type RecordContext, record, teamChain } from "./history.ts";
import { endNamingsOf } from "./namings.ts";
import { moveInSnapshot } from "./p3m3/benchmark-snapshot.ts";
import { giveLocksBack, personPart } from "./people.ts";
import { countedAs, isAlone, keepingALead, leadsOf, membersOf, nameOfTeam, rolesGiven, sizeOfTeam, type TeamContext } from "./teams.ts";
import { createUser, findOrCreateTeam, findUserByEmail, rolesIn } from "./users.ts";
import { advance, type PartAddress, versionsByPlace, versionsOf } from "./versions.ts";
import type { User, Work } from "./work.ts";

const DAY_MS = 24 * 60 * 60_000;
/** How long the address is kept of somebody who did not accept. */
const KEPT_MS = 30 * DAY_MS;

type Row = Selectable<InvitationTable>;

const invitationPart = (id: number): PartAddress<"invitation"> => ({ name: "invitation", of: "invitation", place: String(id) });

const expiryFrom = (now: Date) => new Date(now.getTime() + INVITATION_DAYS * DAY_MS).toISOString();

/** Invitations that nobody has answered or taken back, lapsed ones included. */
const unanswered = (db: Db) => db.selectFrom("invitation").where("outcome", "is", null);

const open = (db: Db, now: Date) => unanswered(db).where("expires_at", ">", now.toISOString());

/** Those of the caller's team, by address. @param id of one of them; absent: all */
export async function invitationsOf({ db, user }: Work, id?: number): Promise<Invitation[]> {
  const wanted = () =>
    unanswered(db)
      .where("invitation.team_id", "=", user.teamId)
      .$if(id !== undefined, (query) => query.where("invitation.id", "=", id ?? 0));
  // Versions come before what they are versions of: see `versionsOf`.
  const ids = await wanted().select("invitation.id").execute();
  const versions = await versionsByPlace(
    db,
    ids.map((row) => invitationPart(row.id)),
  );
  const rows = await wanted()
    .leftJoin("user as inviter", "inviter.id", "invitation.invited_by")
    .select(["invitation.id", "invitation.email", "invitation.name", "invitation.permission", "invitation.roles"])
    .select(["invitation.invited_at", "invitation.expires_at", "inviter.email as by", "inviter.first_name"])
    .orderBy("invitation.email")
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, email: row.email ?? "", name: row.name, permission: row.permission, roles: rolesIn(row.roles) },
    ...{ invitedAt: row.invited_at, expiresAt: row.expires_at, invitedBy: inviterIn(row) },
    versions: versions.get(String(row.id)) ?? { invitation: 0 },
  }));
}

/** Null where an operator has invited, and where the inviter is a removed person. */
const inviterIn = ({ by, first_name: firstName }: { by: string | null; first_name: string | null }) =>
  by?.includes("@") ? { email: by, firstName } : null;

/** What it takes to invite. An operator is nobody in `by`. */
export interface Inviting extends Omit<RecordContext, "user">, TeamContext {
  teamId: number;
  by?: Pick<User, "id"> | undefined;
  /** Whether mails can be sent; otherwise people learn of it in another way. */
  mails: boolean;
}

/**
 * Invites several people, in the transaction of the caller, who holds the team. Only people and invitations of the team are looked at, so
 * the answer is the same whether an address is known elsewhere or not.
 */
export async function invite(
  inviting: Inviting,
  { people, permission, roles }: Pick<InvitationsForm, "people"> & { permission: Permission; roles: readonly Role[] },
): Promise<InviteResult> {
  const { db, now, teamId, by, mails } = inviting;
  const members = await membersOf(inviting, teamId).select("email").execute();
  const invitations = await unanswered(db).select(["id", "email", "expires_at"]).where("team_id", "=", teamId).execute();
  // For the lead, a declined invitation is like one that is open, for as long as it would have been.
  const declined = await db
    .selectFrom("invitation")
    .select("email")
    .where("team_id", "=", teamId)
    .where("outcome", "=", "declined")
    .where("ended_at", ">", new Date(now.getTime() - INVITATION_DAYS * DAY_MS).toISOString())
    .execute();
  let size = (await sizeOfTeam(inviting, teamId)) + invitations.length;
  const mayPost = by && mails ? await openMailQuota(db, { userId: by.id, teamId }, now) : () => true;
  const seen = new Set<string>();
  const done: InviteResult["people"] = [];
  for (const line of people) {
    const name = line.name?.trim() || null;
    const address = addressIn(line.email);
    const isIt = (email: string | null) => email !== null && address !== undefined && isSameAddress(email, address);
    const known = invitations.find(({ email }) => isIt(email));
    const refused = ((): InviteRefusal | undefined => {
      if (address === undefined) return "address";
      if (name !== null && personNameProblem(name) !== undefined) return "name";
      if (seen.has(address)) return "twice";
      if (members.some(({ email }) => isIt(email))) return "inTeam";
      if ((known && known.expires_at > now.toISOString()) || declined.some(({ email }) => isIt(email))) return "invited";
      if (!known && size >= TEAM_MAX) return "full";
      return mayPost(address) ? undefined : "quota";
    })();
    if (address !== undefined) seen.add(address);
    if (refused !== undefined || address === undefined) {
      done.push({ email: address ?? line.email, name, refused: refused ?? "address" });
      continue;
    }
    if (known) await end(inviting, known.id, "lapsed");
    else size += 1;
    done.push({ email: address, name, invitation: await add(inviting, { email: address, name, permission, roles }) });
  }
  return { people: done };
}

async function add(
  inviting: Inviting,
  { email, name, permission, roles }: { email: string; name: string | null; permission: Permission; roles: readonly Role[] },
): Promise<number> {
  const { db, now, teamId, by } = inviting;
  const row = await db
    .insertInto("invitation")
    .values({
      ...{ reference: randomUUID(), generation: 1, team_id: teamId, email, name, permission, roles: JSON.stringify(roles) },
      ...{ invited_by: by?.id ?? null, invited_at: now.toISOString(), expires_at: expiryFrom(now) },
    })
    .returning(["id", "reference", "generation"])
    .executeTakeFirstOrThrow();
  await recordOn(inviting, row.id, "invited", { permission, roles });
  await post(inviting, { ...row, email });
  return row.id;
}

/** An operator has no account, so the history does not tell of what they invite until somebody accepts. */
async function recordOn(
  { by, ...context }: Inviting,
  id: number,
  kind: "invited" | "invitedAgain" | "invitationName" | "invitationTakenBack",
  after?: unknown,
) {
  if (by) await record({ ...context, user: by }, teamChain(context.teamId), { kind, place: invitationPlace(id), after });
}

async function post({ db, now, by, mails }: Inviting, { email, reference, generation }: Pick<Row, "email" | "reference" | "generation">) {
  if (mails && email !== null)
    await postMail(db, { kind: "invitation", recipient: email, about: reference, generation, caused_by: by?.id ?? null }, now);
}

/** Ends an invitation. Its mails, if any wait, are not sent any more. */
const end = (
  { db, now }: Pick<Work, "db" | "now">,
  id: number,
  outcome: InvitationOutcome,
  accepted: { user_id?: number; email?: null; name?: null } = {},
) =>
  db
    .updateTable("invitation")
    .set({ outcome, ended_at: now.toISOString(), ...accepted })
    .where("id", "=", id)
    .where("outcome", "is", null)
    .executeTakeFirst();

/** Ends an invitation that somebody has accepted. The person's row says who they are. */
const endAccepted = (work: Pick<Work, "db" | "now">, id: number, userId: number) =>
  end(work, id, "accepted", { user_id: userId, email: null, name: null });

/** Forgets who was invited and did not accept, 30 days after the invitation ended or lapsed. */
export async function forgetInvitations(db: Db, now: Date): Promise<void> {
  const old = new Date(now.getTime() - KEPT_MS).toISOString();
  const isOld = ({ and, or, eb }: ExpressionBuilder<Database, "invitation">) =>
    or([
      and([eb("outcome", "is", null), eb("expires_at", "<", old)]),
      and([eb("outcome", "is not", null), eb("outcome", "!=", "accepted"), eb("ended_at", "<", old)]),
    ]);
  // Looked at first, because SQLite locks the whole database to delete, even for nothing.
  if (await db.selectFrom("invitation").select("id").where(isOld).limit(1).executeTakeFirst())
    await db.deleteFrom("invitation").where(isOld).execute();
}

const invitingOf = ({ db, now, historyKey, internalAccounts, user }: Work, mails: boolean): Inviting => ({
  ...{ db, now, historyKey, internalAccounts, mails },
  teamId: user.teamId,
  by: user,
});

/** Invites people to the caller's team. @throws Problem 422 for models that the lead lacks */
export function inviteToTeam(work: Work, mails: boolean, form: InvitationsForm): Promise<InviteResult> {
  return invite(invitingOf(work, mails), { ...form, roles: rolesGiven(form.roles, work.user.roles) });
}

/** An invitation of the caller's team that is not answered. @throws Problem 404 */
export async function holdInvitation({ db, user }: Work, id: number): Promise<Row> {
  const row = await held(db, id);
  if (!row || row.team_id !== user.teamId) throw notFound("Your team has no such open invitation.");
  return row;
}

/** An invitation that is not answered, locked until the transaction ends. */
const held = (db: Db, id: number) =>
  unanswered(db)
    .selectAll()
    .where("id", "=", id)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirst();

async function describe(work: Work, id: number): Promise<Invitation> {
  const [invitation] = await invitationsOf(work, id);
  if (!invitation) throw notFound("Your team has no such open invitation.");
  return invitation;
}

/** Sends an invitation once more. The lead who does so invites from now on. @throws Problem 404, 412, 422 over the quota or for models that the lead lacks */
export async function inviteAgain(work: Work, mails: boolean, id: number): Promise<Invitation> {
  const { db, now, user } = work;
  const row = await holdInvitation(work, id);
  const member = membersOf(work, user.teamId)
    .select("id")
    .where("email", "in", formsOfAddress(row.email ?? ""));
  if (await member.executeTakeFirst()) throw refused(INVITE_REFUSAL_WORDS.inTeam);
  rolesGiven(rolesIn(row.roles), user.roles);
  await advance(work, invitationPart(id), () => describe(work, id));
  if (mails && !(await openMailQuota(db, { userId: user.id, teamId: user.teamId }, now))(row.email ?? ""))
    throw refused(INVITE_REFUSAL_WORDS.quota);
  const generation = row.generation + 1;
  await db
    .updateTable("invitation")
    .set({ generation, invited_by: user.id, invited_at: now.toISOString(), expires_at: expiryFrom(now) })
    .where("id", "=", id)
    .execute();
  const inviting = invitingOf(work, mails);
  await recordOn(inviting, id, "invitedAgain");
  await post(inviting, { ...row, generation });
  return describe(work, id);
}

/**
 * Corrects the name or the address of an open invitation. Another address makes it a new one, which is mailed; the former ends, with its links.
 * @throws Problem 404, 412, 422 for what could not be invited
 */
export async function correctInvitation(
  work: Work,
  mails: boolean,
  id: number,
  form: { email?: string | undefined; name?: string | undefined },
): Promise<Invitation> {
  const { db, now, user } = work;
  const row = await holdInvitation(work, id);
  if (row.expires_at <= now.toISOString()) throw refused(joiningMessages.lapsed);
  const name = form.name === undefined ? row.name : form.name || null;
  const email = form.email ?? row.email ?? "";
  const isMoved = addressIn(email) === undefined || !isSameAddress(email, row.email ?? "");
  if (!isMoved && name === row.name) return describe(work, id);
  await advance(work, invitationPart(id), () => describe(work, id));
  if (!isMoved) {
    await db.updateTable("invitation").set({ name }).where("id", "=", id).execute();
    await recordOn(invitingOf(work, mails), id, "invitationName");
    return describe(work, id);
  }
  const roles = rolesGiven(rolesIn(row.roles), user.roles);
  await end(work, id, "takenBack");
  await recordOn(invitingOf(work, mails), id, "invitationTakenBack");
  const person = { email, ...(name === null ? {} : { name }) };
  const [line] = (await invite(invitingOf(work, mails), { people: [person], permission: row.permission, roles })).people;
  if (line?.invitation === undefined) throw refusedField("email", INVITE_REFUSAL_WORDS[line?.refused ?? "address"]);
  return describe(work, rowNumberIn(line.invitation) ?? 0);
}

/** Takes an invitation back. @throws Problem 404, 412 */
export async function takeInvitationBack(work: Work, id: number): Promise<void> {
  await holdInvitation(work, id);
  await advance(work, invitationPart(id), () => describe(work, id));
  await end(work, id, "takenBack");
  await recordOn(invitingOf(work, false), id, "invitationTakenBack");
}

/** The same by an operator, who holds the team. @returns whether somebody was invited */
export async function takeBackByOperator(context: Omit<RecordContext, "user">, teamId: number, email: string): Promise<boolean> {
  const row = await unanswered(context.db)
    .select(["id", "invited_by"])
    .where("team_id", "=", teamId)
    .where("email", "in", formsOfAddress(email))
    .executeTakeFirst();
  if (!row || (await end(context, row.id, "takenBack")).numUpdatedRows === 0n) return false;
  // The person concerned is the one who invited. The history does not record what an operator invited, so not its end either.
  if (row.invited_by !== null)
    await record({ ...context, user: { id: row.invited_by } }, teamChain(teamId), {
      kind: "invitationTakenBack",
      place: byOperator(invitationPlace(row.id)),
    });
  return true;
}

/** The open invitations to every team, by address, for an operator. */
export async function listOpenInvitations(db: Db, now: Date) {
  const rows = await open(db, now)
    .innerJoin("team", "team.id", "invitation.team_id")
    .select(["email", "invitation.name", "permission", "roles", "team.name as team", "expires_at"])
    .orderBy("email")
    .orderBy("invitation.id")
    .execute();
  return rows.map(({ roles, expires_at: expiresAt, ...row }) => ({ ...row, roles: rolesIn(roles), expiresAt }));
}

/** The open invitations of the caller to other teams, and whether they can be accepted. An internal account has none: it could accept none. */
export async function listOwnInvitations(work: Work): Promise<OwnInvitations> {
  const { db, user, now } = work;
  const versions = await versionsOf(db, [personPart(user.id)]);
  const standing = await standingIn(work);
  const rows = await open(db, now)
    .innerJoin("team", "team.id", "invitation.team_id")
    .leftJoin("user as inviter", "inviter.id", "invitation.invited_by")
    .where("invitation.email", "in", formsOfAddress(user.email))
    .where("invitation.team_id", "!=", user.teamId)
    .$if(work.isInternal, (query) => query.limit(0))
    .select(["invitation.id", "invitation.permission", "invitation.roles", "invitation.invited_at", "invitation.expires_at"])
    .select(["team.name as team", "inviter.email as by", "inviter.first_name"])
    .orderBy("invitation.id")
    .execute();
  return {
    team: { name: await nameOfTeam(db, user.teamId) },
    mustLeaveFirst: !standing.mayAccept,
    mayLeave: standing.mayLeave,
    organizations: standing.mayAccept ? standing.organizations.length : 0,
    invitations: rows.map((row) => ({
      ...{ id: row.id, team: { name: row.team }, permission: row.permission, roles: rolesIn(row.roles) },
      ...{ invitedAt: row.invited_at, expiresAt: row.expires_at, invitedBy: inviterIn(row) },
    })),
    versions,
  };
}

/** Whether somebody may go to another team, and what comes along. */
interface Standing {
  isAlone: boolean;
  /** They come along. */
  organizations: readonly number[];
  mayAccept: boolean;
  mayLeave: boolean;
}

/**
 * Organizations come along only from a team without a name whose lead is alone in it. Nobody else may take clients away, and who is alone in
 * a team with a name would leave them to nobody.
 */
async function standingIn(work: Work): Promise<Standing> {
  const { db, user } = work;
  if (!(await isAlone(work, user))) return { isAlone: false, organizations: [], mayAccept: false, mayLeave: await leavesLead(work) };
  const isNamed = (await nameOfTeam(db, user.teamId)) !== null;
  const organizations = await organizationsOf(db, user.teamId);
  const mayAccept = organizations.length === 0 || (!isNamed && user.permission === "lead");
  return { isAlone: true, organizations, mayAccept, mayLeave: !isNamed && user.permission !== "lead" };
}

/** Whether a team that has a lead has one without this person, too. */
async function leavesLead(work: Work): Promise<boolean> {
  const leads = await leadsOf(work, work.user.teamId).select("id").execute();
  return leads.length === 0 || leads.some(({ id }) => id !== work.user.id);
}

const organizationsOf = async (db: Db, teamId: number): Promise<number[]> =>
  (await db.selectFrom("organization").select("id").where("team_id", "=", teamId).orderBy("id").execute()).map(({ id }) => id);

/** An open invitation to the caller. @throws Problem 404 */
async function getOwn({ db, user, now }: Work, id: number): Promise<Row> {
  const row = await held(db, id);
  if (!row?.email || !isSameAddress(row.email, user.email) || row.expires_at <= now.toISOString())
    throw notFound("There is no such open invitation for you.");
  return row;
}

/**
 * Accepts an invitation. The caller's organizations come along where nobody else is in their team (docs/decisions/0059-invitations.md).
 * @throws Problem 404, 422 when they have to leave their team first, or are an internal account
 */
export async function acceptInvitation(work: Work, id: number): Promise<void> {
  const { db, user } = work;
  // The answer was lost, and the call comes again.
  const accepted = await db
    .selectFrom("invitation")
    .select("team_id")
    .where("id", "=", id)
    .where("user_id", "=", user.id)
    .executeTakeFirst();
  if (accepted?.team_id === user.teamId) return;
  // By number, because two leads who accept each other's invitation end their own ones, too.
  if (isPostgres(db))
    await unanswered(db)
      .select("id")
      .where(({ or, eb }) => or([eb("id", "=", id), eb("team_id", "=", user.teamId)]))
      .orderBy("id")
      .forUpdate()
      .execute();
  const row = await getOwn(work, id);
  if (work.isInternal) throw refused("An internal account accepts no invitation. Ask whoever runs this service.");
  if (row.team_id === user.teamId) return void (await endAccepted(work, id, user.id));
  // Nobody may come into the team that is left behind.
  await endInvitationsTo(db, work.now, user.teamId);
  const { isAlone: alone, organizations, mayAccept, mayLeave } = await standingIn(work);
  if (!mayAccept)
    throw refused(
      !alone || mayLeave
        ? "You have to leave your team first."
        : "You are the last person of your team, so its organizations would be left to nobody. Ask whoever runs this service.",
    );
  const roles = rolesIn(row.roles);
  await moveUser({ ...work, madeFrom: undefined }, { teamId: row.team_id, permission: row.permission, roles }, organizations);
  await endAccepted(work, id, user.id);
  await recordMove(work, row.team_id, { place: invitationPlace(id), after: { permission: row.permission, roles, organizations } });
}

/** Puts a person into another team, with these organizations of their former one. Locks end. */
async function moveUser(
  work: Work,
  to: { teamId: number; permission: Permission; roles: readonly Role[] },
  organizations: readonly number[],
): Promise<void> {
  const { db, user, madeFrom } = work;
  // First, because a write of theirs that is going on holds the person, and may wait for a lock.
  await db
    .updateTable("user")
    .set({ team_id: to.teamId, permission: to.permission, roles: JSON.stringify(to.roles) })
    .where("id", "=", user.id)
    .execute();
  await advance({ db, madeFrom }, personPart(user.id));
  await giveLocksBack(db, user.id);
  if (organizations.length > 0) await db.updateTable("organization").set({ team_id: to.teamId }).where("id", "in", organizations).execute();
  await endRequests(db, work.now, "left", { userId: user.id });
  await endNamingsOf({ ...work, by: user }, user, { inTeam: to.teamId, reason: "Left the team" });
  if (organizations.length === 0) return;
  await moveInSnapshot(db, organizations, await countedAs(db, user.teamId), await countedAs(db, to.teamId));
}

/** Tells both teams, in the order of their numbers, so that two people who change places do not wait for each other. */
async function recordMove(work: Work, teamId: number, joined: { place: string; after?: unknown }): Promise<void> {
  const former = work.user.teamId;
  for (const each of [former, teamId].sort((a, b) => a - b))
    if (each === teamId) await record(work, teamChain(each), { kind: "joined", ...joined });
    else await record(work, teamChain(each), { kind: "left", place: `person/${work.user.id}` });
}

/** @throws Problem 404 */
export async function declineInvitation(work: Work, id: number): Promise<void> {
  const row = await getOwn(work, id);
  await end(work, id, "declined");
  await record(work, teamChain(row.team_id), { kind: "invitationDeclined", place: invitationPlace(id) });
}

/**
 * Leaves the team. The caller is a team of one then, and leads it.
 * @throws Problem 412, 422 when they are alone in it, or its last lead
 */
export async function leaveTeam(work: Work): Promise<void> {
  const { db, user } = work;
  const { isAlone: alone, mayLeave } = await standingIn(work);
  if (alone && !mayLeave) {
    // The answer was lost, and the call comes again; or there is nothing to leave.
    if ((await nameOfTeam(db, user.teamId)) === null) return;
    throw refused("Nobody else is in your team, so there is nobody to leave it to.");
  }
  if (alone) await endInvitationsTo(db, work.now, user.teamId);
  const teamId = await findOrCreateTeam(db, null, await countedAs(db, user.teamId));
  await keepingALead(work, user.teamId, () => moveUser(work, { teamId, permission: "lead", roles: user.roles }, []));
  await record(work, teamChain(user.teamId), { kind: "left", place: `person/${user.id}` });
}

/** The open invitation that signing in with an address would accept: the oldest. */
export async function findInvitationTo(db: Db, address: string, now: Date): Promise<number | undefined> {
  return (await open(db, now).select("id").where("email", "in", formsOfAddress(address)).orderBy("id").limit(1).executeTakeFirst())?.id;
}

/** Whether an invitation can still be accepted by signing in. */
export const isOpen = async (db: Db, id: number, now: Date): Promise<boolean> =>
  (await open(db, now).select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

/**
 * Lets somebody in who has proved an invited address by signing in, in the transaction of the caller. They are created with what the invitation says.
 * @param isUnconfirmed nothing has proved the address: a copied link lets them in
 * @returns undefined when the invitation is over, or somebody has the address by now
 */
export async function enterByInvitation(
  { db, now, historyKey }: Omit<RecordContext, "user">,
  id: number,
  { isUnconfirmed = false } = {},
): Promise<User | undefined> {
  const row = await held(db, id);
  if (!row?.email || row.expires_at <= now.toISOString()) return undefined;
  // Somebody was let in with this address in the meantime: they sign in as themselves, and see the invitation.
  if (await findUserByEmail(db, row.email)) return undefined;
  const { email, name, permission, team_id: teamId } = row;
  const roles = rolesIn(row.roles);
  const user = await createUser(db, { email, firstName: name, roles, teamId, permission, isUnconfirmed });
  // At the same time, by another invitation or an entry link.
  if (user.teamId !== teamId) return undefined;
  await endAccepted({ db, now }, id, user.id);
  await record({ db, now, historyKey, user }, teamChain(teamId), {
    kind: "joined",
    place: invitationPlace(id),
    after: { permission, roles },
  });
  return user;
}
