import { createHash, randomBytes } from "node:crypto";

/** A token that cannot be guessed: 32 random bytes as base64url. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The SHA-256 of a token in hexadecimal. Only this is stored, so that nobody can sign in with a copy of the store. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
