/** Signing in by mail (docs/rules/sign-in-by-mail.md). */
import { randomUUID } from "node:crypto";
import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { z } from "zod";
import type { MailedSecrets } from "#api/auth/mailed-secrets.ts";
import { hashOfToken } from "#api/auth/secrets.ts";
import { postMail } from "#api/mail/queue.ts";
import { SIGN_IN_MS } from "#api/mail/sign-in-letter.ts";
import type { Database, SignInTable } from "#api/store/database.ts";
import { type Db, isPostgres } from "#api/store/open.ts";
import type { mailRequest } from "#model/contract/session.ts";
import { formsOfAddress, storedAddress } from "#model/mail-address.ts";
import { enterByInvitation, findInvitationTo, isOpen } from "./invitations.ts";
import { findAdmittedUser, findUserByEmail } from "./users.ts";
import type { User, Work } from "./work.ts";

/**
 * Mails within that time: to an address, to a network, and to a browser that has signed in as this person before. Within a day to an address: what
 * is beyond those for strangers is kept for such browsers. Whoever is only invited has fewer, whatever invites them.
 */
const QUOTA = { address: 5, network: 60, browser: 5, day: 200, dayOfStrangers: 150, dayOfInvited: 10 };
const DAY_MS = 24 * 60 * 60_000;
/** Codes that may be typed. */
const TRIES = 5;

type SignInRow = Selectable<SignInTable>;
type MailRequest = z.output<typeof mailRequest>;

interface Signing {
  db: Db;
  secrets: MailedSecrets;
  now: Date;
}

/** Signing in may accept an invitation, which the history records. */
type Entering = Signing & Pick<Work, "historyKey">;

/**
 * Stores a request, and posts the mail if somebody has the address and no quota is used up. It stores the request in either case, so that
 * nobody who asks can tell the difference.
 * @param key of the call, so that one that comes again posts no second mail
 */
export async function askForMail(
  { db, secrets, now, internalAccounts }: Signing & Pick<Work, "internalAccounts">,
  request: MailRequest,
  key: string,
): Promise<void> {
  // Of requests at the same time, each sees the mails of the other. Codes do not wait for them.
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(hashtext('asking for mails'))`.execute(db);
  const expired = db.selectFrom("sign_in").select("id").where("expires_at", "<=", now.toISOString());
  await db
    .deleteFrom("sign_in")
    .where(
      "id",
      "in",
      expired.$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
    )
    .execute();
  const storedUser = await findUserByEmail(db, request.address);
  const user = await findAdmittedUser(db, storedUser?.id ?? 0);
  // Nobody has the address, but somebody has invited it. Internal accounts accept no invitation.
  const invited = await findInvitationTo(db, request.address, now);
  const invitationId = storedUser || formsOfAddress(request.address).some((form) => internalAccounts.includes(form)) ? undefined : invited;
  const recipient = storedUser?.email ?? storedAddress(request.address);
  const isKnown = user !== undefined || invitationId !== undefined;
  const network = secrets.networkOf(request.network);
  const proven = request.browserProof === undefined ? undefined : secrets.readProof(request.browserProof, now);
  // All is counted for every address, so that the work is the same.
  const userId = user?.id ?? 0;
  const today = await mailsWithinADay(db, recipient, now);
  const known = proven !== undefined && proven.userId === userId ? proven.browserId : null;
  const ofBrowser = await countMails(db, { known_browser: proven?.browserId ?? "" });
  const ofAddress =
    (await countMails(db, { user_id: userId, known_browser: null })) + (await countMails(db, { invitation_id: invitationId ?? 0 }));
  const ofNetwork = await countMails(db, { network, known_browser: null });
  const knownBrowser = known !== null && ofBrowser < QUOTA.browser && today < QUOTA.day ? known : null;
  const mayMail =
    knownBrowser !== null ||
    (ofAddress < QUOTA.address && ofNetwork < QUOTA.network && today < (user ? QUOTA.dayOfStrangers : QUOTA.dayOfInvited));
  const row = { reference: randomUUID(), generation: 1 };
  const { numInsertedOrUpdatedRows: stored } = await db
    .insertInto("sign_in")
    .values({
      ...row,
      asked_once: hashOfToken(`${request.browser} ${key}`),
      user_id: user && mayMail ? user.id : null,
      invitation_id: mayMail ? (invitationId ?? null) : null,
      browser: hashOfToken(request.browser),
      network,
      known_browser: knownBrowser,
      asked_at: now.toISOString(),
      expires_at: new Date(now.getTime() + SIGN_IN_MS).toISOString(),
      tries: 0,
      used_at: null,
    })
    .onConflict((conflict) => conflict.column("asked_once").doNothing())
    .executeTakeFirst();
  if (stored && isKnown && mayMail)
    await postMail(db, { kind: "signIn", recipient, about: row.reference, generation: row.generation }, now);
}

type LimitKey = Partial<Pick<SignInRow, "user_id" | "invitation_id" | "network" | "known_browser">>;

/** The requests for which a mail was posted. */
const isMailed = ({ or, eb }: ExpressionBuilder<Database, "sign_in">) =>
  or([eb("user_id", "is not", null), eb("invitation_id", "is not", null)]);

/** How many mails were posted within a quarter of an hour. */
async function countMails(db: Db, of: LimitKey): Promise<number> {
  const { n } = await db
    .selectFrom("sign_in")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where(isMailed)
    .where(({ eb, and }) =>
      and(Object.entries(of).map(([column, value]) => eb(column as "network", value === null ? "is" : "=", value as string))),
    )
    .executeTakeFirstOrThrow();
  return Number(n);
}

async function mailsWithinADay(db: Db, recipient: string, now: Date): Promise<number> {
  const { n } = await db
    .selectFrom("mail")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("recipient", "=", recipient)
    .where("kind", "=", "signIn")
    .where("dropped_at", "is", null)
    .where("created_at", ">", new Date(now.getTime() - DAY_MS).toISOString())
    .executeTakeFirstOrThrow();
  return Number(n);
}

/**
 * Says what a link shows in a browser: that this browser asked, or else the code to type in the one that did. It uses nothing up.
 * @returns undefined when the link is unknown, used, expired or ended
 */
export async function lookAtLink(
  { db, secrets, now }: Signing,
  { token, browser }: { token: string; browser?: string | undefined },
): Promise<{ own: boolean; code: string | null } | undefined> {
  const row = await findByLink({ db, secrets, now }, token);
  if (!row || row.used_at !== null || !(await mayEnter(db, row, now))) return undefined;
  const own = browser !== undefined && row.browser === hashOfToken(browser);
  return { own, code: own ? null : secrets.codeOf(row) };
}

/** Whether a request could still let somebody in. */
async function mayEnter(db: Db, { user_id: userId, invitation_id: invitationId }: SignInRow, now: Date): Promise<boolean> {
  if (userId !== null) return (await findAdmittedUser(db, userId)) !== undefined;
  return invitationId !== null && (await isOpen(db, invitationId, now));
}

async function findByLink({ db, secrets, now }: Signing, token: string): Promise<SignInRow | undefined> {
  const reference = secrets.referenceIn(token);
  if (!reference) return undefined;
  const row = await living(db, now).where("reference", "=", reference).executeTakeFirst();
  return row && secrets.isLinkOf(row, token) ? row : undefined;
}

/** Requests whose time is not up. On PostgreSQL, a transaction that reads one keeps others waiting until it ends. */
const living = (db: Db, now: Date) =>
  db
    .selectFrom("sign_in")
    .selectAll()
    .where("expires_at", ">", now.toISOString())
    .$if(isPostgres(db) && db.isTransaction, (query) => query.forUpdate());

/** What came of a link or a code: it serves, it has served already, the code is wrong, or there is nothing that could serve. */
export type Exchange =
  | { came: "good"; user: User; reference: string }
  | { came: "used"; reference: string }
  | { came: "wrong" }
  | { came: "over" };

/** Uses up a link, in the transaction of the caller. Only the browser that asked for it can. */
export async function spendLink(signing: Entering, { browser, token }: { browser: string; token: string }): Promise<Exchange> {
  const row = await findByLink(signing, token);
  if (!row || row.browser !== hashOfToken(browser)) return { came: "over" };
  return row.used_at === null ? use(signing, row) : { came: "used", reference: row.reference };
}

/**
 * Uses up a code, in the transaction of the caller. It serves for any request of this browser. A wrong one is counted for each of them, and the
 * fifth ends it.
 * @param code in capital letters
 */
export async function spendCode(signing: Entering, { browser, code }: { browser: string; code: string }): Promise<Exchange> {
  const { db, secrets, now } = signing;
  const hash = hashOfToken(browser);
  const rows = await living(db, now).where("browser", "=", hash).orderBy("id", "desc").execute();
  const meant = rows.find((row) => secrets.isCodeOf(row, code) && isForSomebody(row) && row.tries < TRIES);
  if (meant) return meant.used_at === null ? use(signing, meant) : { came: "used", reference: meant.reference };
  const [newest] = rows;
  if (!newest || newest.used_at !== null || newest.tries >= TRIES) return { came: "over" };
  const those = db.updateTable("sign_in").where("browser", "=", hash);
  await those.set(({ eb }) => ({ tries: eb("tries", "+", 1) })).execute();
  await those
    .set(({ eb }) => ({ generation: eb("generation", "+", 1) }))
    .where("tries", "=", TRIES)
    .execute();
  return { came: newest.tries + 1 >= TRIES ? "over" : "wrong" };
}

const isForSomebody = ({ user_id, invitation_id }: SignInRow) => user_id !== null || invitation_id !== null;

async function use(entering: Entering, row: SignInRow): Promise<Exchange> {
  const { db, now } = entering;
  const { id, reference, user_id: userId, invitation_id: invitationId } = row;
  await db.updateTable("sign_in").set({ used_at: now.toISOString() }).where("id", "=", id).execute();
  const user =
    userId !== null
      ? await findAdmittedUser(db, userId, { forSigningIn: true })
      : invitationId === null
        ? undefined
        : await enterByInvitation(entering, invitationId);
  return user ? { came: "good", user, reference } : { came: "over" };
}
