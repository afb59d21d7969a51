import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A token that cannot be guessed: 32 random bytes as base64url. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether somebody gave a secret of the settings. It takes the same time whatever they gave. */
export function isSecret(given: string, secret: string): boolean {
  const digestOf = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digestOf(given), digestOf(secret));
}

/** The SHA-256 of a token in hexadecimal. Only this is stored, so that nobody can sign in with a copy of the store. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
