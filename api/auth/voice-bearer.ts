import { createHmac } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { unauthorized } from "#api/problem.ts";
import type { SecretRow } from "./mailed-secrets.ts";

const LIFETIME_SECONDS = 12 * 60 * 60;
const ISSUER = "maturity-assessment-tool";
const AUDIENCE = "voice";

const claims = z.object({ sub: z.string(), gen: z.number().int(), exp: z.number() });

/**
 * Signs and reads the bearer tokens of sheets (docs/rules/voices.md#links). Their key and audience are their own: no token of a session counts as one
 * of theirs, nor the other way round.
 */
export class VoiceBearers {
  readonly #keys: readonly Uint8Array[];

  /** @param tokenSecrets those of sessions, from which keys are derived; the first signs, all are accepted */
  constructor(tokenSecrets: readonly string[]) {
    if (tokenSecrets.length === 0) throw new RangeError("A secret is needed that signs tokens.");
    this.#keys = tokenSecrets.map((secret) => createHmac("sha256", secret).update("bearers of voices").digest());
  }

  /** Issues a token for a sheet. `expiry` is in epoch seconds. */
  async issue({ reference, generation }: SecretRow, now: Date): Promise<{ token: string; expiry: number }> {
    const issuedAt = Math.floor(now.getTime() / 1000);
    const expiry = issuedAt + LIFETIME_SECONDS;
    const token = await new SignJWT({ gen: generation })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(reference)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiry)
      .sign(this.#keys[0] as Uint8Array);
    return { token, expiry };
  }

  /** The sheet that a token was issued for. Whether it still opens it is for the store to say. @throws Problem 401 */
  async read(token: string, now: Date): Promise<SecretRow> {
    for (const key of this.#keys) {
      const options = { algorithms: ["HS256"], issuer: ISSUER, audience: AUDIENCE, currentDate: now };
      const verified = await jwtVerify(token, key, options).catch(() => undefined);
      const claimed = claims.safeParse(verified?.payload);
      if (claimed.success) return { reference: claimed.data.sub, generation: claimed.data.gen };
    }
    throw unauthorized();
  }
}
