/** Another address for a person (docs/rules/people.md#another-address). */
import { randomUUID } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { MailedSecrets } from "#api/auth/mailed-secrets.ts";
import { postMail } from "#api/mail/queue.ts";
import { refused, refusedField } from "#api/problem.ts";
import { type AddressChangeTable, asFlag, type MailKind } from "#api/store/database.ts";
import { type Db, isPostgres } from "#api/store/open.ts";
import type { OwnAddress, UndoOffer } from "#model/contract/joining.ts";
import {
  ADDRESS_CODE_MINUTES,
  ADDRESS_TRIES,
  ADDRESSES_A_DAY,
  FRESH_MINUTES,
  joiningMessages,
  OLD_ADDRESS_DAYS,
  UNDO_DAYS,
} from "#model/joining.ts";
import { formsOfAddress, isSameAddress } from "#model/mail-address.ts";
import { addressIn } from "#model/people.ts";
import { endMailsTo } from "./ending-mails.ts";
import { byOperator, type RecordContext, record, teamChain } from "./history.ts";
import { personPart, personPlace } from "./people.ts";
import { endSessionsOf } from "./sessions.ts";
import { count } from "./teams.ts";
import { findUserByEmail } from "./users.ts";
import { advance } from "./versions.ts";
import type { User, Work } from "./work.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type Row = Selectable<AddressChangeTable>;
type AddressContext = Pick<Work, "db" | "now" | "internalAccounts">;

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
const after = (moment: string, milliseconds: number) => new Date(Date.parse(moment) + milliseconds).toISOString();
const isInternal = ({ internalAccounts }: Pick<Work, "internalAccounts">, email: string) =>
  formsOfAddress(email).some((form) => internalAccounts.includes(form));

/** Changes whose old address is kept for its person. */
const keeping = ({ db, now }: Pick<Work, "db" | "now">) =>
  db
    .selectFrom("address_change")
    .where("done_at", ">", before(now, OLD_ADDRESS_DAYS * DAY_MS))
    .where("undone_at", "is", null);

/**
 * Whether nobody has an address, now or as a former one that is kept, suspended people and internal accounts included.
 * @param except a person, whose own former addresses are free to them
 */
export async function isAddressFree(context: AddressContext, email: string, except = 0): Promise<boolean> {
  if (isInternal(context, email) || (await findUserByEmail(context.db, email))) return false;
  const former = await keeping(context)
    .select("id")
    .where("old_email", "in", formsOfAddress(email))
    .where("user_id", "!=", except)
    .executeTakeFirst();
  return former === undefined;
}

/** The present address of whoever had this one, for an entry link; undefined where nobody had it within 90 days. */
export async function findPresentAddress(context: Pick<Work, "db" | "now">, email: string): Promise<string | undefined> {
  const row = await keeping(context)
    .innerJoin("user", "user.id", "address_change.user_id")
    .select("user.email")
    .where("old_email", "in", formsOfAddress(email))
    .where("user.email", "like", "%@%")
    .orderBy("address_change.id", "desc")
    .executeTakeFirst();
  return row?.email;
}

/** The request of somebody that waits for its codes. */
const pendingOf = ({ db, now, user }: Pick<Work, "db" | "now" | "user">): Promise<Row | undefined> =>
  db
    .selectFrom("address_change")
    .selectAll()
    .where("user_id", "=", user.id)
    .where("done_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .orderBy("id", "desc")
    .$if(isPostgres(db) && db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();

/** The addresses that are kept for somebody, in the order in which they had them, and when they changed them. */
export const formerAddressesOf = (context: Pick<Work, "db" | "now">, { id, email }: Pick<User, "id" | "email">) =>
  keeping(context).select(["old_email", "done_at"]).where("user_id", "=", id).where("old_email", "!=", email).orderBy("id").execute();

/** The caller's address, and how it can change. */
export async function readOwnAddress(work: Work): Promise<OwnAddress> {
  const { user } = work;
  const pending = await pendingOf(work);
  const former = await formerAddressesOf(work, user);
  const fixed: OwnAddress["fixed"] = work.isInternal ? "internal" : work.mails ? undefined : "noMails";
  return {
    email: user.email,
    ...(fixed === undefined ? {} : { fixed }),
    pending: pending ? { email: pending.new_email, until: pending.expires_at, needsOldCode: pending.needs_old === 1 } : null,
    former: former.map(({ old_email: email, done_at }) => ({ email, until: after(done_at ?? "", OLD_ADDRESS_DAYS * DAY_MS) })),
  };
}

/** Whether the code to the new address is enough: the caller has just signed in, and their address is confirmed. */
async function isFresh({ db, now, user, sessionId = "" }: Work): Promise<boolean> {
  const row = await db
    .selectFrom("session_family")
    .innerJoin("user", "user.id", "session_family.user_id")
    .select("session_family.id")
    .where("session_family.id", "=", sessionId)
    .where("user.id", "=", user.id)
    .where("user.is_unconfirmed", "=", 0)
    .where("session_family.created_at", ">", before(now, FRESH_MINUTES * MINUTE_MS))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Asks for another address. All that the caller can see of it is the same whether the address can be used or not: no code comes to one that cannot.
 * @throws Problem 422 for no address, the own one, an internal account, without mail, and over the quota
 */
export async function askForAddress(work: Work, typed: string): Promise<void> {
  const { db, now, user } = work;
  if (work.isInternal) throw refused(joiningMessages.internalAddress);
  if (!work.mails) throw refused(joiningMessages.noMails);
  const address = addressIn(typed);
  if (address === undefined) throw refusedField("email", joiningMessages.noAddress);
  if (isSameAddress(address, user.email)) throw refusedField("email", joiningMessages.ownAddress);
  const own = db.selectFrom("address_change").where("user_id", "=", user.id);
  if ((await count(own.where("asked_at", ">", before(now, DAY_MS)))) >= ADDRESSES_A_DAY) throw refused(joiningMessages.addressesToday);
  await endPending(db, user, now);
  const needsOld = !(await isFresh(work));
  const row = { reference: randomUUID(), generation: 1 };
  await db
    .insertInto("address_change")
    .values({
      ...{ ...row, user_id: user.id, old_email: user.email, new_email: address, needs_old: asFlag(needsOld) },
      ...{ asked_at: now.toISOString(), expires_at: new Date(now.getTime() + ADDRESS_CODE_MINUTES * MINUTE_MS).toISOString(), tries: 0 },
      ...{ done_at: null, undone_at: null },
    })
    .execute();
  // Their own data would tell them of a mail that they caused, so nobody has.
  const post = (kind: MailKind, recipient: string) =>
    postMail(db, { kind, recipient, about: row.reference, generation: row.generation }, now);
  if (needsOld) await post("oldAddress", user.email);
  if (await isAddressFree(work, address, user.id)) await post("newAddress", address);
}

/** Ends requests of somebody that wait for their codes. */
async function endPending(db: Db, { id }: Pick<User, "id">, now: Date): Promise<void> {
  await db
    .updateTable("address_change")
    .set(({ eb }) => ({ expires_at: now.toISOString(), generation: eb("generation", "+", 1) }))
    .where("user_id", "=", id)
    .where("done_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .execute();
}

/**
 * Changes the caller's address by the codes of the mails. Codes for an address that cannot be used are wrong. The fifth wrong attempt ends the request.
 * Other devices are signed out.
 */
export async function changeOwnAddress(
  work: Work,
  secrets: MailedSecrets,
  { code, oldCode }: { code: string; oldCode?: string | undefined },
): Promise<{ outcome: "changed" | "wrong" | "over" }> {
  const { db, now, user, sessionId = "" } = work;
  const row = await pendingOf(work);
  if (!row || work.isInternal) return { outcome: "over" };
  const isProven =
    secrets.isCodeOf(row, code, "new address") && (row.needs_old === 0 || secrets.isCodeOf(row, oldCode ?? "", "old address"));
  const isTaken =
    isProven &&
    isSameAddress(row.old_email, user.email) &&
    (await isAddressFree(work, row.new_email, user.id)) &&
    (await takeAddress(db, user.id, { email: row.new_email, is_unconfirmed: 0 }));
  if (!isTaken) {
    const isOver = row.tries + 1 >= ADDRESS_TRIES;
    await db
      .updateTable("address_change")
      .set({ tries: row.tries + 1, ...(isOver ? { expires_at: now.toISOString() } : {}) })
      .where("id", "=", row.id)
      .execute();
    return { outcome: isOver ? "over" : "wrong" };
  }
  await db
    .updateTable("session_family")
    .set({ ended_at: now.toISOString() })
    .where("user_id", "=", user.id)
    .where("id", "!=", sessionId)
    .where("ended_at", "is", null)
    .execute();
  await makeChange(work, user, row, { place: personPlace(user.id) });
  return { outcome: "changed" };
}

/** How PostgreSQL says that a row with this value is there already. */
const UNIQUE_VIOLATION = "23505";

/**
 * Gives somebody an address. On PostgreSQL somebody else may take it, or be created with it, at the same time.
 * @returns false where somebody else has it now; nothing is changed then
 */
async function takeAddress(db: Db, id: number, columns: { email: string; is_unconfirmed?: 0 }): Promise<boolean> {
  const take = () => db.updateTable("user").set(columns).where("id", "=", id).execute();
  const other = await findUserByEmail(db, columns.email);
  if (other && other.id !== id) return false;
  if (!isPostgres(db)) return take().then(() => true);
  await sql`savepoint taking_address`.execute(db);
  try {
    await take();
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    await sql`rollback to savepoint taking_address`.execute(db);
    return false;
  }
}

/** Records another address of somebody, without the addresses, and posts a mail to both. The person has it already. */
async function makeChange(
  context: Omit<RecordContext, "user"> & Pick<Work, "mails" | "madeFrom">,
  user: Pick<User, "id" | "email" | "teamId">,
  row: Pick<Row, "id" | "reference" | "generation" | "new_email">,
  { place }: { place: string },
): Promise<void> {
  const { db, now, mails } = context;
  // Codes and links that were mailed to the old address end.
  await endMailsTo(db, user);
  await db.updateTable("address_change").set({ done_at: now.toISOString() }).where("id", "=", row.id).execute();
  await advance({ db, madeFrom: undefined }, personPart(user.id));
  await record({ ...context, user }, teamChain(user.teamId), { kind: "address", place });
  if (!mails) return;
  const about = { about: row.reference, generation: row.generation };
  await postMail(db, { kind: "addressChanged", recipient: row.new_email, ...about }, now);
  await postMail(db, { kind: "addressUndo", recipient: user.email, ...about }, now);
}

/**
 * The same by an operator, without codes; all sessions end. The person is held.
 * @throws Error with the reason where it cannot be
 */
export async function changeAddressByOperator(
  context: Omit<RecordContext, "user"> & Pick<Work, "mails" | "internalAccounts" | "madeFrom">,
  user: User,
  typed: string,
): Promise<void> {
  const { db, now } = context;
  const address = addressIn(typed);
  if (address === undefined) throw new Error(joiningMessages.noAddress);
  if (isInternal(context, user.email) || isInternal(context, address))
    throw new Error("The address of an internal account is never changed.");
  if (isSameAddress(address, user.email)) throw new Error("The person has this address already.");
  if (!(await isAddressFree(context, address, user.id)) || !(await takeAddress(db, user.id, { email: address, is_unconfirmed: 0 })))
    throw new Error("Somebody else has this address.");
  await endPending(db, user, now);
  const row = await db
    .insertInto("address_change")
    .values({
      ...{ reference: randomUUID(), generation: 1, user_id: user.id, old_email: user.email, new_email: address, needs_old: 0 },
      ...{ asked_at: now.toISOString(), expires_at: now.toISOString(), tries: 0, done_at: null, undone_at: null },
    })
    .returning(["id", "reference", "generation", "new_email"])
    .executeTakeFirstOrThrow();
  await endSessionsOf(db, user.id, now);
  await makeChange(context, user, row, { place: byOperator(personPlace(user.id)) });
}

/** The change that a genuine link can undo now. */
async function undoable({ db, secrets, now }: Pick<Work, "db" | "now"> & { secrets: MailedSecrets }, token: string) {
  const reference = secrets.referenceIn(token);
  if (!reference) return undefined;
  const row = await db
    .selectFrom("address_change")
    .innerJoin("user", "user.id", "address_change.user_id")
    .selectAll("address_change")
    .select(["user.email", "user.team_id"])
    .where("address_change.reference", "=", reference)
    .where("done_at", ">", before(now, UNDO_DAYS * DAY_MS))
    .where("undone_at", "is", null)
    .where("user.email", "like", "%@%")
    .$if(isPostgres(db) && db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && secrets.isLinkOf(row, token, "undo") ? row : undefined;
}

/** Says what a link undoes. It uses nothing up. @returns undefined for one that serves no more */
export async function lookAtUndo(
  context: Pick<Work, "db" | "now"> & { secrets: MailedSecrets },
  token: string,
): Promise<UndoOffer | undefined> {
  const row = await undoable(context, token);
  return row && { email: row.old_email, newEmail: row.email, until: after(row.done_at ?? "", UNDO_DAYS * DAY_MS) };
}

/**
 * Gives somebody the address back that a change took away, in the transaction of the caller. It undoes later changes, too, and ends all sessions,
 * entry links and mails that sign in.
 * @returns whether the link served
 */
export async function undoChange(
  context: Pick<Work, "db" | "now" | "historyKey"> & { secrets: MailedSecrets },
  token: string,
): Promise<boolean> {
  const { db, now } = context;
  const row = await undoable(context, token);
  if (!row) return false;
  const { user_id: userId, email, team_id: teamId } = row;
  if (!(await takeAddress(db, userId, { email: row.old_email }))) return false;
  await endMailsTo(db, { id: userId, email });
  await db.deleteFrom("entry_token").where("user_id", "=", userId).execute();
  await endSessionsOf(db, userId, now);
  await endPending(db, { id: userId }, now);
  await db
    .updateTable("address_change")
    .set({ undone_at: now.toISOString() })
    .where("user_id", "=", userId)
    .where("id", ">=", row.id)
    .where("done_at", "is not", null)
    .execute();
  await advance({ db, madeFrom: undefined }, personPart(userId));
  await record({ ...context, user: { id: userId } }, teamChain(teamId), { kind: "addressBack", place: personPlace(userId) });
  return true;
}

/** Forgets changes whose old address serves no more, and requests that came to nothing. */
export async function forgetAddresses(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("address_change")
    .where("asked_at", "<", before(now, (OLD_ADDRESS_DAYS + 1) * DAY_MS))
    .execute();
}
