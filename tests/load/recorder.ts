/** What a load run measures: how long each kind of request took, and what went wrong. */

import { performance } from "node:perf_hooks";

/** What an assessor does, as the report lists it. */
export type Kind = "sign-in" | "save" | "questions" | "summary" | "home" | "result" | "export";

export interface Figures {
  count: number;
  /** Milliseconds; NaN where nothing was measured. */
  p50: number;
  p95: number;
  p99: number;
}

/** A number without its fraction; – for none. */
export const whole = (number: number): string => (Number.isNaN(number) ? "–" : number.toFixed(0));

/** Percentiles of what was measured, with a slash between. */
export function timesIn(recorder: Recorder, kind: Kind, percentiles: readonly ("p50" | "p95" | "p99")[]): string {
  const figures = recorder.of(kind);
  return percentiles.map((each) => whole(figures[each])).join(" / ");
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

  /** Times something that is not a single request. @throws what it throws */
  async time(kind: Kind, act: () => Promise<void>): Promise<void> {
    const began = performance.now();
    await act();
    this.took(kind, performance.now() - began);
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
