import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { unauthorized } from "#api/problem.ts";
import type { SessionRef } from "#api/services/sessions.ts";
import type { User } from "#api/services/work.ts";
import type { Store } from "#api/store/open.ts";
import { getTokenSigningSecret } from "./secrets.ts";

const LIFETIME_SECONDS = 30 * 60;
const ISSUER = "maturity-assessment-tool";
/** How many verified tokens are remembered. */
const VERIFIED_KEPT = 2000;

const claims = z.object({ sub: z.string().regex(/^\d+$/).transform(Number), sid: z.string() });

/** What a token says about its bearer. It does not say whether the session is still alive. */
export interface Bearer {
  userId: number;
  sessionId: string;
}

/**
 * Signs and reads bearer tokens. A token is valid until it expires, also after a refresh, as long as its session is alive
 * (docs/upstream-contract.md#signing-in).
 */
export class Bearers {
  readonly #store: Store;
  #secret: Promise<KeyObject> | undefined;
  /** A page makes several calls with the same token; one that was verified stays valid until it expires. */
  readonly #verified = new LRUCache<string, { bearer: Bearer; expiry: number }>({ max: VERIFIED_KEPT });

  constructor(store: Store) {
    this.#store = store;
  }

  #signingSecret(): Promise<KeyObject> {
    this.#secret ??= getTokenSigningSecret(this.#store).then(createSecretKey, (error) => {
      this.#secret = undefined;
      throw error;
    });
    return this.#secret;
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
      .sign(await this.#signingSecret());
    return { token, expiry };
  }

  /**
   * The user whom a token was issued to, and the session.
   * @throws Problem 401 when the token is malformed, forged or expired
   */
  async getBearer(token: string, now: Date): Promise<Bearer> {
    const known = this.#verified.get(token);
    if (known && now.getTime() / 1000 < known.expiry) return known.bearer;
    const secret = await this.#signingSecret();
    try {
      const { payload } = await jwtVerify(token, secret, {
        algorithms: ["HS256"],
        issuer: ISSUER,
        currentDate: now,
        requiredClaims: ["exp"],
      });
      const { sub, sid } = claims.parse(payload);
      const bearer = { userId: sub, sessionId: sid };
      this.#verified.set(token, { bearer, expiry: payload.exp ?? 0 });
      return bearer;
    } catch {
      throw unauthorized();
    }
  }

  /** The one successor of a refresh token. It cannot be derived from the token without the secret. */
  async successorOf(refreshToken: string): Promise<string> {
    return (await this.#derive(`successor of ${refreshToken}`)).toString("base64url");
  }

  /**
   * What an entry token opens when it comes with this Idempotency-Key: the same session each time, so that an exchange whose answer was
   * lost can be repeated without storing the answer. Without the secret, nobody can derive it.
   */
  async openedBy(entryToken: string, key: string): Promise<{ sessionId: string; refreshToken: string }> {
    const [id, refreshToken] = await Promise.all([
      this.#derive(`session of ${key} ${entryToken}`),
      this.#derive(`refresh token of ${key} ${entryToken}`),
    ]);
    return { sessionId: asUuid(id), refreshToken: refreshToken.toString("base64url") };
  }

  async #derive(from: string): Promise<Buffer> {
    return createHmac("sha256", await this.#signingSecret())
      .update(from)
      .digest();
  }
}

/** A UUID of version 8, whose bits are the application's own. */
function asUuid(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}
