/** Values that a browser keeps for us and can neither read nor change. */
import { createHash } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import { config } from "~/services/config.server";

const keyFrom = (secret: string) => createHash("sha256").update(`session encryption ${secret}`).digest();

/**
 * Encrypts a value with the newest secret.
 * @param lifetime in seconds; after it the value cannot be opened any more
 */
export async function seal(payload: Record<string, unknown>, lifetime: number): Promise<string> {
  const [secret = ""] = config().sessionSecrets;
  return new EncryptJWT(payload)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setExpirationTime(Math.floor(Date.now() / 1000) + lifetime)
    .encrypt(keyFrom(secret));
}

/** Opens a value with whichever secret of the rotation fits; undefined for none, for what is too old and for what was tampered with. */
export async function unseal<T>(sealed: string | undefined): Promise<T | undefined> {
  if (!sealed) return undefined;
  for (const secret of config().sessionSecrets) {
    try {
      return (await jwtDecrypt(sealed, keyFrom(secret))).payload as T;
    } catch {
      // Another secret of the rotation may fit; a cookie that none opens counts as absent.
    }
  }
  return undefined;
}
