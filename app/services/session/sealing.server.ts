/** Encrypts values that the browser keeps for us, so that it can neither read nor change them. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { EncryptJWT, jwtDecrypt } from "jose";
import { config } from "~/services/config.server";

const keyFrom = (secret: string) => createHash("sha256").update(`session encryption ${secret}`).digest();

/**
 * Encrypts a value with the newest secret.
 * @param lifetime seconds for which it can be opened
 */
export async function seal(payload: Record<string, unknown>, lifetime: number): Promise<string> {
  const [secret = ""] = config().sessionSecrets;
  return new EncryptJWT(payload)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setExpirationTime(Math.floor(Date.now() / 1000) + lifetime)
    .encrypt(keyFrom(secret));
}

/** Decrypts a value with whichever secret fits; undefined when it is absent, too old or tampered with. */
export async function unseal<T>(sealed: string | undefined): Promise<T | undefined> {
  if (!sealed) return undefined;
  for (const secret of config().sessionSecrets) {
    try {
      return (await jwtDecrypt(sealed, keyFrom(secret))).payload as T;
    } catch {
      // Try the next secret. A value that none of them opens counts as absent.
    }
  }
  return undefined;
}

const deflate = promisify<string, Buffer>(deflateRaw);
const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);
/** Characters of what is packed before it is sealed. */
const PACKED_MAX = 8_000_000;

/** Like `seal`, for what is large: it is compressed first. */
export async function sealLarge(value: unknown, lifetime: number): Promise<string> {
  return seal({ packed: (await deflate(JSON.stringify(value))).toString("base64url") }, lifetime);
}

/** What `sealLarge` has sealed; undefined when it is absent, too old or tampered with. */
export async function unsealLarge<T>(sealed: string | undefined): Promise<T | undefined> {
  const { packed } = (await unseal<{ packed?: string }>(sealed)) ?? {};
  if (packed === undefined) return undefined;
  return JSON.parse((await inflate(Buffer.from(packed, "base64url"), { maxOutputLength: PACKED_MAX })).toString()) as T;
}
