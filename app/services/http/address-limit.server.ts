/** Counting by address: a household or office counts as one. The counts are this process's own and are forgotten with it. */
import { RateLimiterMemory } from "rate-limiter-flexible";

const ADDRESSES_MAX = 10_000;

interface Limit {
  /** How many within the window are within the limit. */
  points: number;
  windowSeconds: number;
}

export class AddressLimit {
  readonly #counter: RateLimiterMemory;
  /** Those that were counted, the one that has been quiet longest first: there are more addresses than memory. */
  readonly #counted = new Set<string>();
  readonly points: number;

  constructor({ points, windowSeconds }: Limit) {
    this.points = points;
    this.#counter = new RateLimiterMemory({ points, duration: windowSeconds });
  }

  /** Counts one more for an address. @returns how many there are now, and the milliseconds until the count begins anew */
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

  /** True when an address has used up its limit. */
  async isReached(address: string): Promise<boolean> {
    const known = await this.#counter.get(networkOf(address));
    return known !== null && known.msBeforeNext > 0 && known.consumedPoints >= this.points;
  }
}

/** One household or office: an IPv4 address, or the first four groups of an IPv6 address. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - before.length - after.length)).fill("0");
  return [...before, ...zeros, ...after].slice(0, 4).join(":");
}
