/** Counts by address; a household or office counts as one. The counts live in the memory of this process. */
import { RateLimiterMemory } from "rate-limiter-flexible";

const ADDRESSES_MAX = 10_000;

/** Counts what comes from one address within a time window. */
export class AddressCounter {
  readonly #counter: RateLimiterMemory;
  /** The addresses counted so far, the one that has been quiet longest first. The oldest are dropped, so that memory stays bounded. */
  readonly #counted = new Set<string>();

  constructor({ windowSeconds }: { windowSeconds: number }) {
    this.#counter = new RateLimiterMemory({ points: 1, duration: windowSeconds });
  }

  /** Counts one more for an address. @returns the count so far, and the milliseconds until it starts again */
  async count(address: string): Promise<{ counted: number; resetInMs: number }> {
    const network = networkOf(address);
    this.#counted.delete(network);
    this.#counted.add(network);
    for (const oldest of this.#counted) {
      if (this.#counted.size <= ADDRESSES_MAX) break;
      this.#counted.delete(oldest);
      await this.#counter.delete(oldest);
    }
    const { consumedPoints, msBeforeNext } = await this.#counter.penalty(network);
    return { counted: consumedPoints, resetInMs: msBeforeNext };
  }
}

/** One household or office: an IPv4 address, or the first four groups of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - before.length - after.length)).fill("0");
  return [...before, ...zeros, ...after].slice(0, 4).join(":");
}
