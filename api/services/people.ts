/**
 * What operators and leads do about people: their roles, permission and team, suspending and removing them (docs/rules/rights.md#people-who-leave).
 * What only leads must observe is in `managing-people.ts`.
 */
import { setImmediate as turn } from "node:timers/promises";
import { type Db, isPostgres } from "#api/store/open.ts";
import { unpackText } from "#api/store/packed.ts";
import type { Role } from "#model/contract/common.ts";
import { formsOfAddress } from "#model/mail-address.ts";
import { type Permission, permissionAtFirst } from "#model/permissions.ts";
import { counted } from "#model/words.ts";
import { confirmAddress } from "./confirmed-addresses.ts";
import { endInvitationOf, endInvitationsBy, endInvitationsTo, forgetInvited, invitationPlace } from "./ending-invitations.ts";
import { endMailsTo } from "./ending-mails.ts";
import { endRatings, endRequests } from "./ending-requests.ts";
import { byOperator, type HistoryEvent, type RecordContext, record, teamChain } from "./history.ts";
import { endNamingsOf } from "./namings.ts";
import { endSessionsOf } from "./sessions.ts";
import { hasLead, holdTeam, isAlone, membersOf } from "./teams.ts";
import { asUser, findOrCreateTeam, findUserByEmail, rolesIn, USER_COLUMNS } from "./users.ts";
import { advance, type PartAddress } from "./versions.ts";
import type { User, Work } from "./work.ts";

/** A person as an operator sees them. */
interface KnownPerson {
  email: string;
  firstName: string | null;
  roles: readonly Role[];
  /** Null for a team without a name. */
  team: string | null;
  permission: Permission;
  suspendedAt: string | null;
  /** They came by a copied link, and nothing has proved their address. */
  isUnconfirmed: boolean;
  /** How many devices they are signed in on. */
  sessions: number;
  lastSeenAt: string | null;
}

/** What is to be changed; what is absent stays. */
export interface UserChange {
  firstName?: string | undefined;
  roles?: readonly Role[] | undefined;
  team?: string | undefined;
  permission?: Permission | undefined;
}

/** How many sessions, locks and open invitations ended with somebody's access. */
export interface EndCounts {
  sessions: number;
  locks: number;
  invitations: number;
}

/** What a change of people works with. `by` is the lead who makes it; an operator, who has no account, is nobody there. */
export type PeopleContext = Omit<RecordContext, "user"> &
  Pick<Work, "madeFrom" | "internalAccounts" | "mails"> & {
    by?: RecordContext["user"];
    /** What is stored now, for the refusal of a write that was made from an older version. */
    present?: () => Promise<unknown>;
  };

export const personPart = (id: number): PartAddress<"person"> => ({ name: "person", of: "person", place: String(id) });
/** Where the history of a team tells of a person. */
export const personPlace = (id: number) => `person/${id}`;

/** Notes in the history of somebody's team what was done to them (docs/rules/history.md#what-is-recorded). */
const recordOn = ({ by, ...context }: PeopleContext, user: User, happening: HistoryEvent) =>
  record(
    { ...context, user: by ?? user },
    teamChain(user.teamId),
    by === undefined ? happening : { ...happening, place: personPlace(user.id) },
  );

/** Gives a person their next version. @throws Problem 412 when the write was made from another one */
const advancePerson = ({ db, madeFrom, present }: PeopleContext, id: number) => advance({ db, madeFrom }, personPart(id), present);

/**
 * Locks a person, so that their calls and their signing in wait until the transaction ends. What signs in is locked first, as
 * signing in does.
 */
export async function holdPerson(db: Db, id: number): Promise<User | undefined> {
  if (isPostgres(db)) {
    await db.selectFrom("sign_in").select("id").where("user_id", "=", id).orderBy("id").forUpdate().execute();
    await db.selectFrom("entry_token").select("hash").where("user_id", "=", id).orderBy("hash").forUpdate().execute();
  }
  const row = await db
    .selectFrom("user")
    .select(USER_COLUMNS)
    .where("id", "=", id)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirst();
  return row && asUser(row);
}

/** Nobody has this e-mail address. */
export class UnknownPerson extends Error {
  override name = "UnknownPerson";
}

/** Everybody who can be let in, by e-mail address. */
export async function listEverybody(db: Db, now: Date): Promise<KnownPerson[]> {
  const rows = await db
    .selectFrom("user")
    .innerJoin("team", "team.id", "user.team_id")
    .select(["user.id", "user.email", "user.first_name", "user.roles", "user.permission", "team.name as team", "user.suspended_at"])
    .select("user.is_unconfirmed")
    .where("user.email", "like", "%@%")
    .orderBy("user.email")
    .execute();
  const seen = await db
    .selectFrom("session_family")
    .select(["user_id", "ended_at", "ends_at", "last_seen_at"])
    .where("ends_at", ">", now.toISOString())
    .execute();
  return rows.map(({ id, email, first_name: firstName, roles, permission, team, suspended_at: suspendedAt, is_unconfirmed }) => {
    const own = seen.filter(({ user_id }) => user_id === id);
    const lastSeenAt =
      own
        .map(({ last_seen_at }) => last_seen_at)
        .sort()
        .at(-1) ?? null;
    const sessions = own.filter(({ ended_at }) => ended_at === null).length;
    const isUnconfirmed = is_unconfirmed === 1;
    return { email, firstName, roles: rolesIn(roles), permission, team, suspendedAt, isUnconfirmed, sessions, lastSeenAt };
  });
}

/**
 * Changes a person, and gives their edit locks back if they may do less or something else from now on. A user who leaves a team of one for
 * a new team takes the organizations along: the old team gets the new name.
 * @returns what was changed, a line for each
 */
export async function changeUser(context: PeopleContext, user: User, change: UserChange): Promise<string[]> {
  const { db } = context;
  const said: string[] = [];
  const isNamed = change.firstName !== undefined && change.firstName !== (user.firstName ?? "");
  const hasRoles = change.roles !== undefined && !isSame(change.roles, user.roles);
  if (isNamed || hasRoles || (change.permission !== undefined && change.permission !== user.permission))
    await advancePerson(context, user.id);
  // First, because whoever accepts an invitation that ends here holds it, and waits for the history.
  const moved = change.team === undefined ? { user, said: [] } : await moveTo(context, user, change.team);
  const permitted = change.permission === undefined ? [] : await permit(context, moved.user, change.permission);
  if (isNamed) {
    await db
      .updateTable("user")
      .set({ first_name: change.firstName || null })
      .where("id", "=", user.id)
      .execute();
    said.push(`name: ${change.firstName || "none"} (before: ${user.firstName ?? "none"})`);
    // Without the names, so that the history need not be searched when somebody is removed.
    await recordOn(context, user, { kind: "name" });
  }
  if (change.roles !== undefined && hasRoles) {
    await db
      .updateTable("user")
      .set({ roles: JSON.stringify([...new Set(change.roles)]) })
      .where("id", "=", user.id)
      .execute();
    said.push(`roles: ${change.roles.join(", ")} (before: ${user.roles.join(", ") || "none"})`);
    await recordOn(context, user, { kind: "roles", before: user.roles, after: change.roles });
    await endRequests(db, context.now, "noModel", { userId: user.id, exceptModels: change.roles });
    await giveLocksBack(db, user.id);
  }
  return [...said, ...moved.said, ...permitted];
}

/** The same for whoever has an address. @throws UnknownPerson */
export async function changePerson(context: PeopleContext, email: string, change: UserChange): Promise<string[]> {
  return changeUser(context, await getByEmail(context.db, email), change);
}

const isSame = (one: readonly Role[], other: readonly Role[]) => [...new Set(one)].sort().join() === [...other].sort().join();

/** Gives a person a permission. A viewer holds no locks. @returns what was changed, a line for each */
async function permit(context: PeopleContext, user: User, permission: Permission): Promise<string[]> {
  const { db } = context;
  const before = user.permission;
  if (before === permission) return [];
  await db.updateTable("user").set({ permission }).where("id", "=", user.id).execute();
  const invitations = before === "lead" ? await takeBackInvitationsOf(context, user) : 0;
  await recordOn(context, user, { kind: "permission", before, after: permission });
  const locks = permission === "viewer" ? await giveLocksBack(db, user.id) : 0;
  if (permission === "viewer") await endRatings(db, context.now, "viewer", { userId: user.id });
  const isWithoutLead = before === "lead" && !(await hasLead(context, user.teamId));
  return [
    `permission: ${permission} (before: ${before})`,
    ...(locks > 0 ? [`${counted(locks, "edit lock", "edit locks")} given back`] : []),
    ...(invitations > 0 ? [`${counted(invitations, "open invitation", "open invitations")} of theirs ended`] : []),
    ...(isWithoutLead ? ["the team has no lead any more"] : []),
  ];
}

/** Moves a person to another team. @returns the person as they are then, and what was changed, a line for each */
async function moveTo(context: PeopleContext, user: User, name: string): Promise<{ user: User; said: string[] }> {
  const { db } = context;
  const former = await db.selectFrom("team").selectAll().where("id", "=", user.teamId).executeTakeFirstOrThrow();
  if (former.name === name) return { user, said: [] };
  const isTaken = (await db.selectFrom("team").select("id").where("name", "=", name).executeTakeFirst()) !== undefined;
  if (former.name === null && !isTaken && (await isAlone(context, user))) {
    await db.updateTable("team").set({ name }).where("id", "=", former.id).execute();
    await recordOn(context, user, { kind: "team", after: name });
    return { user, said: [`team: ${name} (before: a team of one, whose organizations come along)`] };
  }
  const teamId = await findOrCreateTeam(db, name);
  // A lead who joins another team is an assessor there: that team has not chosen them. Somebody who left it may have made themselves a lead since.
  const permission = (await hasLeft(db, user.id, teamId))
    ? "viewer"
    : user.permission === "lead"
      ? permissionAtFirst(name)
      : user.permission;
  // The former team learns that it has lost a lead.
  const permitted = await permit(context, user, permission);
  const moved = { ...user, teamId, permission };
  await db.updateTable("user").set({ team_id: teamId }).where("id", "=", user.id).execute();
  await endInvitationOf(db, context.now, moved);
  // Either team learns of it.
  for (const each of [user, moved]) await recordOn(context, each, { kind: "team", before: former.name ?? "a team of one", after: name });
  await giveLocksBack(db, user.id);
  await endRequests(db, context.now, "left", { userId: user.id });
  await endNamingsOf(context, user, { inTeam: teamId, reason: "Went to another team" });
  const said = [...permitted, `team: ${name} (before: ${former.name ?? "a team of one"})`, ...(await leftBehind(context, former))];
  return { user: moved, said };
}

/** Whether somebody left a team of their own accord, by its history. */
const hasLeft = async (db: Db, id: number, teamId: number): Promise<boolean> =>
  (await db
    .selectFrom("history")
    .select("id")
    .where("chain", "=", teamChain(teamId))
    .where("kind", "=", "left")
    .where("place", "=", personPlace(id))
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Closes a team that nobody belongs to any more to who is invited. @returns words about its organizations */
async function leftBehind(context: PeopleContext, team: { id: number; name: string | null }): Promise<string[]> {
  const { db, now } = context;
  const members = membersOf(context, team.id).select("id");
  if (await members.executeTakeFirst()) return [];
  await endInvitationsTo(db, now, team.id);
  // Somebody may have accepted one in the meantime.
  if (await members.executeTakeFirst()) return [];
  const { n } = await db
    .selectFrom("organization")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("team_id", "=", team.id)
    .executeTakeFirstOrThrow();
  if (Number(n) === 0) return [];
  const whose = team.name === null ? "the former team of one" : `the team ${team.name}`;
  return [
    `${n} ${Number(n) === 1 ? "organization stays" : "organizations stay"} with ${whose}, to which nobody belongs any more: only internal accounts read them`,
  ];
}

export async function giveLocksBack(db: Db, userId: number): Promise<number> {
  const held = db.selectFrom("lock").select("assessment_id").where("user_id", "=", userId);
  await db
    .deleteFrom("lock_wish")
    .where((wish) => wish.or([wish("user_id", "=", userId), wish("assessment_id", "in", held)]))
    .execute();
  const { numDeletedRows } = await db.deleteFrom("lock").where("user_id", "=", userId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends the invitations of somebody, each with an entry in the history. @returns how many */
async function takeBackInvitationsOf(context: PeopleContext, user: User): Promise<number> {
  const { by, db, now } = context;
  const ended = await endInvitationsBy(db, now, user);
  for (const id of ended) {
    const place = invitationPlace(id);
    const happening = { kind: "invitationTakenBack", place: by ? place : byOperator(place) } as const;
    await record({ ...context, user: by ?? user }, teamChain(user.teamId), happening);
  }
  return ended.length;
}

async function endAccess(context: PeopleContext, user: User): Promise<EndCounts> {
  const { db, now } = context;
  const { id: userId } = user;
  await endMailsTo(db, user);
  await db.deleteFrom("entry_token").where("user_id", "=", userId).execute();
  const invitations = await takeBackInvitationsOf(context, user);
  return { sessions: await endSessionsOf(db, userId, now), locks: await giveLocksBack(db, userId), invitations };
}

/** Whoever has an address, locked with their team, as leads lock them. */
export async function holdByEmail(db: Db, email: string): Promise<User | undefined> {
  const user = await findUserByEmail(db, email);
  if (!user) return undefined;
  await holdTeam(db, user.teamId);
  return holdPerson(db, user.id);
}

/** @throws UnknownPerson */
async function getByEmail(db: Db, email: string): Promise<User> {
  const user = await holdByEmail(db, email);
  if (!user) throw new UnknownPerson(`Nobody has the address ${email}.`);
  return user;
}

/** Keeps somebody out from this moment on: sessions, entry links, mails and edit locks end. Everything else stays. The person is held. */
export async function suspend(context: PeopleContext, user: User): Promise<EndCounts> {
  const { db, now } = context;
  const ended = await endAccess(context, user);
  const { numUpdatedRows } = await db
    .updateTable("user")
    .set({ suspended_at: now.toISOString() })
    .where("id", "=", user.id)
    .where("suspended_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0) {
    await advancePerson(context, user.id);
    await recordOn(context, user, { kind: "suspended" });
    await endRequests(db, now, "suspended", { userId: user.id });
    await endNamingsOf(context, user, { reason: "Was suspended" });
  }
  return ended;
}

/** The same for whoever has an address. @throws UnknownPerson */
export const suspendPerson = async (context: PeopleContext, email: string): Promise<EndCounts> =>
  suspend(context, await getByEmail(context.db, email));

/** Lets somebody in again who was suspended. The person is held. */
export async function readmit(context: PeopleContext, user: User): Promise<void> {
  const { numUpdatedRows } = await context.db
    .updateTable("user")
    .set({ suspended_at: null })
    .where("id", "=", user.id)
    .where("suspended_at", "is not", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await advancePerson(context, user.id);
  await recordOn(context, user, { kind: "readmitted" });
}

/** The same for whoever has an address. @throws UnknownPerson */
export const readmitPerson = async (context: PeopleContext, email: string): Promise<void> =>
  readmit(context, await getByEmail(context.db, email));

/** Confirms the address of whoever has it, for an operator who knows that it is theirs. @returns whether it was not confirmed @throws UnknownPerson */
export async function confirmPerson(context: PeopleContext, email: string): Promise<boolean> {
  const user = await getByEmail(context.db, email);
  if (!(await confirmAddress(context.db, user))) return false;
  await recordOn(context, user, { kind: "addressConfirmed", place: byOperator(personPlace(user.id)) });
  return true;
}

/** Deletes stored answers of a team about its people, which hold names and addresses. What is being written now has no answer yet. */
async function forgetAnswers(db: Db, teamId: number): Promise<void> {
  await db
    .deleteFrom("idempotency_key")
    .where("user_id", "in", ({ selectFrom }) => selectFrom("user").select("id").where("team_id", "=", teamId))
    .where("body", "is not", null)
    .where(({ or, eb, fn }) => {
      const request = fn<string>("lower", ["request"]);
      return or([eb(request, "like", "% /people%"), eb(request, "like", "% /invitations%")]);
    })
    .execute();
}

/** Stored answers that are read at once. */
const ANSWERS_AT_ONCE = 200;

/**
 * Deletes the stored answers that name somebody, whoever they were given to. They are packed, so no search of the database finds them. What is
 * being written now has no answer yet.
 */
export async function forgetAnswersAbout(db: Db, { email, firstName }: Pick<User, "email" | "firstName">): Promise<void> {
  const name = firstName === null ? undefined : JSON.stringify(firstName);
  const forms = formsOfAddress(email);
  const namesAddress = (text: string) => forms.some((form) => text.toLowerCase().includes(form));
  const names = (text: string) => namesAddress(text) || (name !== undefined && text.includes(name));
  let after = { user_id: 0, key: "" };
  for (;;) {
    const rows = await db
      .selectFrom("idempotency_key")
      .select(["user_id", "key", "body"])
      .where("body", "is not", null)
      .where(({ or, and, eb }) =>
        or([eb("user_id", ">", after.user_id), and([eb("user_id", "=", after.user_id), eb("key", ">", after.key)])]),
      )
      .orderBy("user_id")
      .orderBy("key")
      .limit(ANSWERS_AT_ONCE)
      .execute();
    for (const { user_id, key, body } of rows)
      if (body !== null && names(unpackText(body)))
        await db.deleteFrom("idempotency_key").where("user_id", "=", user_id).where("key", "=", key).execute();
    const last = rows.at(-1);
    if (!last || rows.length < ANSWERS_AT_ONCE) return;
    after = last;
    await turn();
  }
}

/**
 * Removes a person: name, address, roles, sessions. Their assessments stay with their team. Their entries stay in the history, as the work
 * of a 'removed person'. The person is held.
 * @returns also words about what is left behind
 */
export async function remove(context: PeopleContext, user: User): Promise<EndCounts & { said: string[] }> {
  const { db, now } = context;
  const { id, teamId } = user;
  await advancePerson(context, id);
  const ended = await endAccess(context, user);
  // Otherwise an earlier invitation would let them in again.
  await endInvitationOf(db, now, user);
  await forgetInvited(db, user);
  await forgetAnswers(db, teamId);
  await forgetAnswersAbout(db, user);
  await db.deleteFrom("session_family").where("user_id", "=", id).execute();
  await db.deleteFrom("address_change").where("user_id", "=", id).execute();
  await db.deleteFrom("idempotency_key").where("user_id", "=", id).execute();
  await endRequests(db, now, "left", { userId: id });
  await db.deleteFrom("review_look").where("user_id", "=", id).execute();
  await endNamingsOf(context, user, { reason: "Was removed" });
  const named = await db.selectFrom("naming").select("id").where("user_id", "=", id).limit(1).executeTakeFirst();
  const work = await db.selectFrom("assessment").select("id").where("created_by", "=", id).limit(1).executeTakeFirst();
  const review = await db.selectFrom("review_request").select("id").where("user_id", "=", id).limit(1).executeTakeFirst();
  const request = review ?? (await db.selectFrom("rating").select("id").where("user_id", "=", id).limit(1).executeTakeFirst());
  await db.deleteFrom("lock_holder").where("user_id", "=", id).execute();
  const deed = await db.selectFrom("history").select("id").where("user_id", "=", id).limit(1).executeTakeFirst();
  if (work || deed || named || request || context.by) await recordOn(context, user, { kind: "removed" });
  if (work || deed || named || request) {
    await db
      .updateTable("user")
      .set({ email: `removed person ${id}`, first_name: null, roles: "[]", suspended_at: now.toISOString(), last_seen_at: null })
      .where("id", "=", id)
      .execute();
  } else await db.deleteFrom("user").where("id", "=", id).execute();
  const team = await db.selectFrom("team").selectAll().where("id", "=", teamId).executeTakeFirstOrThrow();
  return { ...ended, said: await leftBehind(context, team) };
}

/** The same for whoever has an address. @throws UnknownPerson */
export const removePerson = async (context: PeopleContext, email: string): Promise<EndCounts & { said: string[] }> =>
  remove(context, await getByEmail(context.db, email));
