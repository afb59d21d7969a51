import { UnknownPerson } from "#api/services/people.ts";
import { findAdmittedUser, findUserByEmail } from "#api/services/users.ts";
import type { User } from "#api/services/work.ts";
import type { Db } from "#api/store/open.ts";
import { withEnd } from "#model/entry-token.ts";
import { hashOfToken, randomToken } from "./secrets.ts";

const LIFETIME_MS = 15 * 60_000;

/**
 * Creates a token that signs the user in once, within 15 minutes (docs/rules/sign-in-and-session.md#entry-link).
 * @throws UnknownPerson when nobody has this e-mail address, or whoever has it is suspended
 */
export async function createEntryToken(db: Db, email: string, now = new Date()): Promise<string> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new UnknownPerson(`There is no user ${email}.`);
  if (!(await findAdmittedUser(db, user.id)))
    throw new UnknownPerson(`${email} is suspended. To let them in again: npm run people -- readmit ${email}`);
  const end = new Date(now.getTime() + LIFETIME_MS);
  const token = withEnd(randomToken(), end);
  await db.deleteFrom("entry_token").where("expires_at", "<", now.toISOString()).execute();
  await db
    .insertInto("entry_token")
    .values({ hash: hashOfToken(token), user_id: user.id, expires_at: end.toISOString(), used_at: null })
    .execute();
  return token;
}

/** Uses up an entry token, and gives its user; undefined when the token is unknown, used or expired. */
export async function useEntryToken(db: Db, token: string, now: Date): Promise<User | undefined> {
  const used = await db
    .updateTable("entry_token")
    .set({ used_at: now.toISOString() })
    .where("hash", "=", hashOfToken(token))
    .where("used_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .returning("user_id")
    .executeTakeFirst();
  return used && findAdmittedUser(db, used.user_id, { forSigningIn: true });
}

/** Whether an entry token was used and would still serve otherwise. */
export async function isUsedEntryToken(db: Db, token: string, now: Date): Promise<boolean> {
  const used = await db
    .selectFrom("entry_token")
    .select("hash")
    .where("hash", "=", hashOfToken(token))
    .where("used_at", "is not", null)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return used !== undefined;
}
