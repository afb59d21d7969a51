import { findUser } from "#api/services/users.ts";
import type { User } from "#api/services/work.ts";
import type { Db } from "#api/store/open.ts";
import { hashOfToken, randomToken } from "./secrets.ts";

/** How long a refresh token serves. */
export const REFRESH_LIFETIME_SECONDS = 12 * 60 * 60;
/** A replaced token stays valid for this long, so that parallel requests do not race. */
const GRACE_MS = 60_000;

/** Issues a refresh token. */
export async function createRefreshToken(db: Db, user: User, now: Date): Promise<string> {
  const token = randomToken();
  await db.deleteFrom("refresh_token").where("expires_at", "<", now.toISOString()).execute();
  await db
    .insertInto("refresh_token")
    .values({
      hash: hashOfToken(token),
      user_id: user.id,
      expires_at: new Date(now.getTime() + REFRESH_LIFETIME_SECONDS * 1000).toISOString(),
      replaced_at: null,
    })
    .execute();
  return token;
}

/** Replaces a refresh token by a new one; undefined when it is unknown, expired, or was replaced more than a minute ago. */
export async function replaceRefreshToken(db: Db, token: string, now: Date): Promise<{ user: User; token: string } | undefined> {
  const hash = hashOfToken(token);
  const stored = await db.selectFrom("refresh_token").selectAll().where("hash", "=", hash).executeTakeFirst();
  if (!stored || stored.expires_at <= now.toISOString()) return undefined;
  if (stored.replaced_at !== null && new Date(stored.replaced_at).getTime() + GRACE_MS <= now.getTime()) return undefined;
  const user = await findUser(db, stored.user_id);
  if (!user) return undefined;
  await db
    .updateTable("refresh_token")
    .set({ replaced_at: now.toISOString() })
    .where("hash", "=", hash)
    .where("replaced_at", "is", null)
    .execute();
  return { user, token: await createRefreshToken(db, user, now) };
}
