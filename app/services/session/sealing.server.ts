/** Encrypts values that the browser keeps for us. The browser can neither read nor change them. */
import { createHash, createHmac } from "node:crypto";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { EncryptJWT, errors, type JWTPayload, jwtDecrypt } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { config } from "~/services/config.server";
import { log } from "~/services/http/log.server";

const keyFrom = (secret: string) => createHash("sha256").update(`session encryption ${secret}`).digest();

/** Characters of what is remembered of opened seals. */
const OPENED_KEPT = 4_000_000;
/** What was in a seal: a browser sends the same ones with each request. */
const opened = new LRUCache<string, JWTPayload>({ maxSize: OPENED_KEPT, sizeCalculation: (_, sealed) => sealed.length });

/** What a seal is for. One that was made for something else counts as absent. */
export type Purpose = "session" | "seen" | "leave" | "asked" | "known" | "preview" | "applied" | "sheet";

/**
 * Encrypts a value with the newest secret.
 * @param lifetime seconds for which it can be opened
 */
export async function seal(purpose: Purpose, payload: Record<string, unknown>, lifetime: number): Promise<string> {
  const [secret = ""] = config().sessionSecrets;
  return new EncryptJWT(payload)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setAudience(purpose)
    .setExpirationTime(Math.floor(Date.now() / 1000) + lifetime)
    .encrypt(keyFrom(secret));
}

/** A name for somebody that only we can make, and that gives nothing away. It says whose something is that a browser keeps. @param name one of `namesOf` */
export function markOf(name: string): string {
  const [secret = ""] = config().sessionSecrets;
  return createHmac("sha256", keyFrom(secret)).update(name.toLowerCase()).digest("base64url").slice(0, 12);
}

let isToldOfAnotherSecret = false;

/** Tells the operator, once: where processes have different secrets, people are signed out whenever another one answers. */
function warnOfAnotherSecret(): void {
  if (isToldOfAnotherSecret) return;
  isToldOfAnotherSecret = true;
  log("warn", "a cookie was sealed with another SESSION_SECRET, or changed on its way: all web processes need the same one");
}

/**
 * Decrypts a value with whichever secret fits.
 * @returns undefined when it is absent, too old, tampered with, made for another purpose or of another shape
 */
export async function unseal<S extends z.ZodType>(
  purpose: Purpose,
  schema: S,
  sealed: string | undefined,
): Promise<z.output<S> | undefined> {
  if (!sealed) return undefined;
  const known = opened.get(sealed);
  if (known && known.aud === purpose && Date.now() / 1000 < Number(known.exp)) return schema.safeParse(known).data;
  for (const secret of config().sessionSecrets) {
    try {
      const { payload } = await jwtDecrypt(sealed, keyFrom(secret), { audience: purpose });
      opened.set(sealed, payload);
      return schema.safeParse(payload).data;
    } catch (error) {
      // Try the next secret. A value that none of the keys opens counts as absent.
      if (!(error instanceof errors.JWEDecryptionFailed)) return undefined;
    }
  }
  warnOfAnotherSecret();
  return undefined;
}

const deflate = promisify<string, Buffer>(deflateRaw);
const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);
/** Characters of what is packed before it is sealed. */
const PACKED_MAX = 8_000_000;
const packed = z.object({ packed: z.string() });

/** Like `seal`, for what is large: it is compressed first. */
export async function sealLarge(purpose: Purpose, value: unknown, lifetime: number): Promise<string> {
  return seal(purpose, { packed: (await deflate(JSON.stringify(value))).toString("base64url") }, lifetime);
}

/** Like `unseal`, for what `sealLarge` has sealed. */
export async function unsealLarge<S extends z.ZodType>(
  purpose: Purpose,
  schema: S,
  sealed: string | undefined,
): Promise<z.output<S> | undefined> {
  const opened = await unseal(purpose, packed, sealed);
  if (!opened) return undefined;
  const text = (await inflate(Buffer.from(opened.packed, "base64url"), { maxOutputLength: PACKED_MAX })).toString();
  return schema.safeParse(JSON.parse(text)).data;
}
