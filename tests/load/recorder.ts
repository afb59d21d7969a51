/** What a load run measures: how long each kind of request took, and what went wrong. */

/** What an assessor does, as the report lists it. */
export type Kind = "save" | "questions" | "summary" | "home" | "result" | "export";

export interface Figures {
  count: number;
  /** Milliseconds; NaN where nothing was measured. */
  p50: number;
  p95: number;
  p99: number;
}

/** The value that so many per cent of the values do not exceed (nearest rank); NaN of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

export class Recorder {
  readonly #times = new Map<Kind, number[]>();
  readonly #failures = new Map<string, number>();

  /** @param ms from sending the request to the last byte of its answer */
  took(kind: Kind, ms: number): void {
    const times = this.#times.get(kind);
    if (times) times.push(ms);
    else this.#times.set(kind, [ms]);
  }

  failed(kind: Kind, why: string): void {
    const what = `${kind}: ${why}`;
    this.#failures.set(what, (this.#failures.get(what) ?? 0) + 1);
  }

  of(kind: Kind): Figures {
    const times = this.#times.get(kind) ?? [];
    return { count: times.length, p50: percentile(times, 50), p95: percentile(times, 95), p99: percentile(times, 99) };
  }

  /** What went wrong, with how often. */
  get failures(): [what: string, times: number][] {
    return [...this.#failures];
  }
}
