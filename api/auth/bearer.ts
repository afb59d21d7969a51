import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { unauthorized } from "#api/problem.ts";
import type { SessionRef } from "#api/services/sessions.ts";
import type { User } from "#api/services/work.ts";

const LIFETIME_SECONDS = 30 * 60;
const ISSUER = "maturity-assessment-tool";
/** How many verified tokens are remembered. */
const VERIFIED_KEPT = 2000;

/** By how much the clocks of several processes may differ. */
const CLOCKS_APART_SECONDS = 60;

const claims = z.object({ sub: z.string().regex(/^\d+$/).transform(Number), sid: z.string(), iat: z.number(), exp: z.number() });

/** The user as a token describes them. It does not say whether the session is still alive. */
export interface Bearer {
  userId: number;
  sessionId: string;
}

/**
 * Signs and reads bearer tokens. A token is valid until it expires, also after a refresh, as long as its session is alive
 * (docs/upstream-contract.md#signing-in).
 */
export class Bearers {
  readonly #signing: KeyObject;
  readonly #accepted: readonly KeyObject[];
  /** A page makes several calls with the same token; one that was verified stays valid until it expires. */
  readonly #verified = new LRUCache<string, { bearer: Bearer; expiry: number }>({ max: VERIFIED_KEPT });

  /** @param secrets the first one signs; tokens that another one has signed are accepted too, so that secrets can be changed */
  constructor(secrets: readonly string[]) {
    const [signing, ...others] = secrets.map((secret) => createSecretKey(secret, "utf8"));
    if (!signing) throw new RangeError("A secret is needed that signs tokens.");
    this.#signing = signing;
    this.#accepted = [signing, ...others];
  }

  /** Issues a token for a session of the user. It never outlives the session. `expiry` is in epoch seconds. */
  async issue(user: User, session: SessionRef, now: Date): Promise<{ token: string; expiry: number }> {
    const issuedAt = Math.floor(now.getTime() / 1000);
    const expiry = Math.min(issuedAt + LIFETIME_SECONDS, Math.floor(session.endsAt.getTime() / 1000));
    const token = await new SignJWT({ email: user.email, sid: session.id })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer(ISSUER)
      .setSubject(String(user.id))
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiry)
      .sign(this.#signing);
    return { token, expiry };
  }

  /**
   * The user whom a token was issued to, and the session.
   * @throws Problem 401 when the token is malformed, forged or expired
   */
  async getBearer(token: string, now: Date): Promise<Bearer> {
    const known = this.#verified.get(token);
    if (known && now.getTime() / 1000 < known.expiry) return known.bearer;
    for (const key of this.#accepted) {
      const payload = await this.#verify(token, key, now).catch(() => undefined);
      if (!payload) continue;
      const bearer = { userId: payload.sub, sessionId: payload.sid };
      this.#verified.set(token, { bearer, expiry: payload.exp });
      return bearer;
    }
    throw unauthorized();
  }

  /** @throws Error when the key has not signed the token, or it is not one that `issue` makes: it would live too long, for instance */
  async #verify(token: string, key: KeyObject, now: Date) {
    const { payload } = await jwtVerify(token, key, { algorithms: ["HS256"], issuer: ISSUER, currentDate: now });
    const claimed = claims.parse(payload);
    const latest = Math.min(claimed.iat, now.getTime() / 1000 + CLOCKS_APART_SECONDS) + LIFETIME_SECONDS;
    if (claimed.exp > latest) throw new RangeError("The token lives longer than any that was issued.");
    return claimed;
  }

  /** The one successor of a refresh token. It cannot be derived from the token without the secret. */
  successorOf(refreshToken: string): string {
    return this.#derive(`successor of ${refreshToken}`).toString("base64url");
  }

  /**
   * The session that an entry token opens when it comes with this Idempotency-Key. It is the same one each time. If the answer is lost, the
   * exchange can be repeated, and the answer need not be stored. Without the secret, nobody can derive it.
   */
  openedBy(entryToken: string, key: string): { sessionId: string; refreshToken: string } {
    return {
      sessionId: asUuid(this.#derive(`session of ${key} ${entryToken}`)),
      refreshToken: this.#derive(`refresh token of ${key} ${entryToken}`).toString("base64url"),
    };
  }

  #derive(from: string): Buffer {
    return createHmac("sha256", this.#signing).update(from).digest();
  }
}

/** A UUID of version 8, whose bits are the application's own. */
function asUuid(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}
