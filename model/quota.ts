/** How much one person may do within a minute, so that nobody fills the store or keeps the workers busy for everybody. */

/** Seconds after which everybody starts again. */
export const QUOTA_SECONDS = 60;
const MINUTE_MS = QUOTA_SECONDS * 1000;
/** Beyond this many people, those who were counted first are forgotten. */
const PEOPLE_MAX = 10_000;

/** Counts what each person does; each starts again a minute after the first thing counted (docs/rules/rights.md#quotas). */
export class Quota {
  readonly #perMinute: number;
  readonly #counted = new Map<string, { since: number; count: number }>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /**
   * Counts one more, if that is allowed.
   * @param now milliseconds
   * @returns undefined, or the seconds to wait where there were too many already
   */
  take(person: string, now = Date.now()): number | undefined {
    const known = this.#counted.get(person);
    // Calls that are under way at once are counted in any order. A clock that is put far back starts a new minute.
    if (known && Math.abs(now - known.since) < MINUTE_MS) {
      if (known.count >= this.#perMinute) return Math.ceil((known.since + MINUTE_MS - now) / 1000);
      known.count += 1;
      return undefined;
    }
    this.#counted.delete(person);
    this.#counted.set(person, { since: now, count: 1 });
    const [first] = this.#counted.keys();
    if (this.#counted.size > PEOPLE_MAX && first !== undefined) this.#counted.delete(first);
    return undefined;
  }

  /** Counts more for somebody who was just allowed to, such as each picture of an archive. What follows may have to wait for it. */
  add(person: string, count: number): void {
    const known = this.#counted.get(person);
    if (known) known.count += count;
  }
}
