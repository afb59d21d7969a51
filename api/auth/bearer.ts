import { createSecretKey, type KeyObject } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { unauthorized } from "#api/problem.ts";
import type { User } from "#api/services/work.ts";
import type { Store } from "#api/store/open.ts";
import { tokenSigningSecret } from "./secrets.ts";

const LIFETIME_SECONDS = 30 * 60;
const ISSUER = "maturity-assessment-tool";
/** Tokens whose signature was found good lately. */
const VERIFIED_KEPT = 2000;

const subject = z.string().regex(/^\d+$/).transform(Number);

/** Signs and reads bearer tokens. A token stays valid until its own expiry, also after a refresh (contract, "Sign-in"). */
export class Bearers {
  readonly #store: Store;
  #secret: Promise<KeyObject> | undefined;
  /** A page asks with the same token several times; what was verified once stays true until the token's end. */
  readonly #verified = new Map<string, { userId: number; expiry: number }>();

  constructor(store: Store) {
    this.#store = store;
  }

  #signingSecret(): Promise<KeyObject> {
    this.#secret ??= tokenSigningSecret(this.#store).then(createSecretKey, (error) => {
      this.#secret = undefined;
      throw error;
    });
    return this.#secret;
  }

  /** A token for the user; `expiry` in epoch seconds. */
  async issue(user: User, now: Date): Promise<{ token: string; expiry: number }> {
    const issuedAt = Math.floor(now.getTime() / 1000);
    const expiry = issuedAt + LIFETIME_SECONDS;
    const token = await new SignJWT({ email: user.email })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer(ISSUER)
      .setSubject(String(user.id))
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiry)
      .sign(await this.#signingSecret());
    return { token, expiry };
  }

  /**
   * The id of the user that a token was issued to.
   * @throws Problem 401 when the token is malformed, forged or expired
   */
  async userIdOf(token: string, now: Date): Promise<number> {
    const known = this.#verified.get(token);
    if (known && now.getTime() / 1000 < known.expiry) return known.userId;
    const secret = await this.#signingSecret();
    try {
      const { payload } = await jwtVerify(token, secret, {
        algorithms: ["HS256"],
        issuer: ISSUER,
        currentDate: now,
        requiredClaims: ["exp"],
      });
      const userId = subject.parse(payload.sub);
      const [oldest] = this.#verified.keys();
      if (this.#verified.size >= VERIFIED_KEPT && oldest !== undefined) this.#verified.delete(oldest);
      this.#verified.set(token, { userId, expiry: payload.exp ?? 0 });
      return userId;
    } catch {
      throw unauthorized();
    }
  }
}
