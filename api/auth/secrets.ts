import { createHash, randomBytes } from "node:crypto";
import type { Db } from "#api/store/open.ts";

/** A token that cannot be guessed: 32 random bytes as base64url. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The SHA-256 of a token in hexadecimal. Only this is stored, so that nobody can sign in with a copy of the store. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** The secret that signs bearer tokens. It is created once and kept in the store, so that several processes share it. */
export async function getTokenSigningSecret(db: Db): Promise<Uint8Array> {
  await db
    .insertInto("setting")
    .values({ name: "token-signing-secret", value: randomToken() })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { value } = await db.selectFrom("setting").select("value").where("name", "=", "token-signing-secret").executeTakeFirstOrThrow();
  return Buffer.from(value, "base64url");
}
