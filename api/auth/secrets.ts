import { createHash, randomBytes } from "node:crypto";
import type { Db } from "#api/store/open.ts";

/** A token nobody can guess: 32 random bytes as base64url. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token: its SHA-256 in hexadecimal, so that a copy of the store signs nobody in. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** The secret that signs bearer tokens: made once and kept in the store, so that several processes share it. */
export async function getTokenSigningSecret(db: Db): Promise<Uint8Array> {
  await db
    .insertInto("setting")
    .values({ name: "token-signing-secret", value: randomToken() })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { value } = await db.selectFrom("setting").select("value").where("name", "=", "token-signing-secret").executeTakeFirstOrThrow();
  return Buffer.from(value, "base64url");
}
