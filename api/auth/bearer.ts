import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { unauthorized } from "#api/problem.ts";
import type { User } from "#api/services/work.ts";
import type { Store } from "#api/store/open.ts";
import { tokenSigningSecret } from "./secrets.ts";

const LIFETIME_SECONDS = 30 * 60;
const ISSUER = "maturity-assessment-tool";

const subject = z.string().regex(/^\d+$/).transform(Number);

/** Signs and reads bearer tokens. A token stays valid until its own expiry, also after a refresh (contract, "Sign-in"). */
export class Bearers {
  readonly #store: Store;
  #secret: Promise<Uint8Array> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  #signingSecret(): Promise<Uint8Array> {
    this.#secret ??= tokenSigningSecret(this.#store).catch((error) => {
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
    const secret = await this.#signingSecret();
    try {
      const { payload } = await jwtVerify(token, secret, {
        algorithms: ["HS256"],
        issuer: ISSUER,
        currentDate: now,
        requiredClaims: ["exp"],
      });
      return subject.parse(payload.sub);
    } catch {
      throw unauthorized();
    }
  }
}
