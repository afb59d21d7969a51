/** How many entry links that do not work an address may try. Links that work cost nothing: an office has one address for all. */

export const SIGN_IN_FAILURES_MAX = 20;
export const SIGN_IN_WINDOW_MS = 15 * 60_000;
const ADDRESSES_MAX = 10_000;

export class SignInLimit {
  readonly #failures = new Map<string, number[]>();

  /** True when the address has to wait. */
  isReached(address: string, now = Date.now()): boolean {
    return this.#recent(address, now).length >= SIGN_IN_FAILURES_MAX;
  }

  /** Notes a link that did not work. */
  fail(address: string, now = Date.now()): void {
    const name = network(address);
    const recent = [...this.#recent(address, now), now];
    // Put at the end, so that the addresses that have been quiet longest are forgotten first.
    this.#failures.delete(name);
    this.#failures.set(name, recent);
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= ADDRESSES_MAX) break;
      this.#failures.delete(oldest);
    }
  }

  #recent(address: string, now: number): number[] {
    return (this.#failures.get(network(address)) ?? []).filter((at) => at > now - SIGN_IN_WINDOW_MS);
  }
}

/** One household or office: an IPv4 address, or the first four groups of an IPv6 address. */
function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - before.length - after.length)).fill("0");
  return [...before, ...zeros, ...after].slice(0, 4).join(":");
}
