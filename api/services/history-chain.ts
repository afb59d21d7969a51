/**
 * How entries of the history hang together, so that one that was changed, taken out or cut off the end is found
 * (docs/rules/history.md#chains). Pure functions.
 */
import { createHash, createHmac, type KeyObject } from "node:crypto";

/** What an entry's seal covers. What can be erased is only covered through its commitment. */
export interface Link {
  /** Such as `assessment/12`. */
  chain: string;
  /** 1 for the first entry of a chain. */
  seq: number;
  /** ISO 8601. */
  at: string;
  kind: string;
  /** What it is about within the chain, such as `thread/2/7`; empty for the whole. */
  place: string;
  /** A number; the person's name and address are elsewhere, and can be forgotten. */
  user_id: number;
  commitment: string;
}

/** The digest of the content in the chain. The salt keeps anybody from guessing short contents after they were erased. */
export function commitmentTo(salt: string, content: string): string {
  return createHash("sha256").update(`${salt}\n${content}`).digest("base64url");
}

/** Seals an entry together with everything before it. @param previous the seal of the entry before; empty for the first */
export function sealOf(key: KeyObject, previous: string, { chain, seq, at, kind, place, user_id, commitment }: Link): string {
  return createHmac("sha256", key)
    .update(JSON.stringify([previous, chain, seq, at, kind, place, user_id, commitment]))
    .digest("base64url");
}

/** An entry as it is stored. */
export interface StoredLink extends Link {
  seal: string;
  salt: string;
  /** Null once it was erased. */
  content: string | null;
}

/** What is wrong with a chain, and from which entry on. */
export interface Break {
  chain: string;
  seq: number;
  what: "changed" | "taken out" | "cut off the end" | "wrongly called thinned";
}

/**
 * Checks a chain.
 * @param links in order
 * @param head number and seal of the last entry, as they were noted apart
 * @param unchecked how many entries at the beginning are sealed with a key that was lost
 * @returns the first break, or undefined
 */
export function findBreak(
  key: KeyObject,
  chain: string,
  links: readonly StoredLink[],
  head: { seq: number; seal: string },
  unchecked = 0,
): Break | undefined {
  let previous = "";
  for (const [index, link] of links.entries()) {
    if (link.seq !== index + 1) return { chain, seq: index + 1, what: "taken out" };
    const isContentKept = link.content === null || commitmentTo(link.salt, link.content) === link.commitment;
    const isSealed = index < unchecked || sealOf(key, previous, link) === link.seal;
    if (!isContentKept || !isSealed) return { chain, seq: link.seq, what: "changed" };
    previous = link.seal;
  }
  if (links.length < head.seq) return { chain, seq: links.length + 1, what: "cut off the end" };
  return previous === head.seal ? undefined : { chain, seq: links.length, what: "changed" };
}
