/**
 * Secrets in mails. Each is a keyed hash of a row's reference and generation. So it can be made again for as long as the row lives, raising the
 * generation ends it, and no store, backup or log holds it (docs/rules/sign-in-by-mail.md#link-and-code).
 */
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { CODE_ALPHABET, CODE_LENGTH } from "#model/mailed-code.ts";

/** A row that secrets are made for. */
export interface SecretRow {
  /** A UUID. */
  reference: string;
  generation: number;
}

/** What a link opens: it signs in, shows a voice's sheet, lets somebody join who is invited, or undoes a change of address. */
type LinkPurpose = "link" | "voice" | "join" | "undo";
/** What a code proves: who signs in, or that somebody has an address. */
type CodePurpose = "code" | "new address" | "old address";

/** A browser in which somebody has signed in before. */
export interface KnownBrowser {
  userId: number;
  browserId: string;
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Hexadecimal digits of a reference in a link. */
const REFERENCE_DIGITS = 32;

export class MailedSecrets {
  readonly #keys: readonly Buffer[];

  /** @param tokenSecrets those of the bearer tokens, from which keys of their own are derived; the first makes, all are accepted */
  constructor(tokenSecrets: readonly string[]) {
    if (tokenSecrets.length === 0) throw new RangeError("A secret is needed that keys are derived from.");
    this.#keys = tokenSecrets.map((secret) => createHmac("sha256", secret).update("secrets in mails").digest());
  }

  /** The token of the link to a row: the reference, then the hash. @param what the link opens: a token for one thing is none for another */
  linkOf(row: SecretRow, what: LinkPurpose = "link"): string {
    return `${row.reference.replaceAll("-", "")}${this.#made(what, row)}`;
  }

  /** The reference that a link names; undefined when it is none. Only `isLinkOf` tells whether the link is genuine. */
  referenceIn(token: string): string | undefined {
    const digits = token.slice(0, REFERENCE_DIGITS);
    if (!/^[\da-f]{32}$/.test(digits)) return undefined;
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  isLinkOf(row: SecretRow, token: string, what: LinkPurpose = "link"): boolean {
    return this.referenceIn(token) === row.reference && this.#accepts(what, row, token.slice(REFERENCE_DIGITS), asText);
  }

  /** The code of a row, in capital letters. @param what it proves: a code for one thing is none for another */
  codeOf(row: SecretRow, what: CodePurpose = "code"): string {
    return asCodeText(this.#hash(this.#keys[0] as Buffer, what, row));
  }

  /** @param code in capital letters */
  isCodeOf(row: SecretRow, code: string, what: CodePurpose = "code"): boolean {
    return this.#accepts(what, row, code, asCodeText);
  }

  /** A proof for a browser to keep: this person has signed in there. It names no person to anybody else. */
  proofOf(userId: number, now: Date): string {
    const named = `${userId}.${randomUUID()}.${Math.floor(now.getTime() / 1000) + YEAR_SECONDS}`;
    return `${named}.${asText(hash(this.#keys[0] as Buffer, `browser ${named}`))}`;
  }

  /** The browser that a proof is of; undefined when it is forged or older than a year. */
  readProof(proof: string, now: Date): KnownBrowser | undefined {
    const [, named = "", userId, browserId = "", until, mac = ""] = /^((\d+)\.([\da-f-]{36})\.(\d+))\.([\w-]+)$/.exec(proof) ?? [];
    if (named === "" || Number(until) * 1000 <= now.getTime()) return undefined;
    const isGenuine = this.#keys.some((key) => isSame(asText(hash(key, `browser ${named}`)), mac));
    return isGenuine ? { userId: Number(userId), browserId } : undefined;
  }

  /** A network without its address, so that mails to it can be counted. */
  networkOf(network: string): string {
    return asText(hash(this.#keys[0] as Buffer, `network ${network}`));
  }

  #made(what: string, row: SecretRow): string {
    return asText(this.#hash(this.#keys[0] as Buffer, what, row));
  }

  #accepts(what: string, row: SecretRow, given: string, write: (hash: Buffer) => string): boolean {
    return this.#keys.some((key) => isSame(write(this.#hash(key, what, row)), given));
  }

  #hash(key: Buffer, what: string, { reference, generation }: SecretRow): Buffer {
    return hash(key, `${what} ${reference} ${generation}`);
  }
}

const hash = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const asText = (bytes: Buffer) => bytes.toString("base64url");

/** The number of a hash, written with the letters of codes. 64 bits leave every code as likely as any other. */
function asCodeText(bytes: Buffer): string {
  let number = bytes.readBigUInt64BE();
  let code = "";
  for (let place = 0; place < CODE_LENGTH; place += 1) {
    code += CODE_ALPHABET[Number(number % BigInt(CODE_ALPHABET.length))];
    number /= BigInt(CODE_ALPHABET.length);
  }
  return code;
}

/** Compares two texts in a time that tells nothing of them. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
