import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import type { Log } from "./log.ts";

/**
 * How much may wait in each share. Beyond that, somebody floods the process. Callers who prove that they are known have a share of their own, which
 * nobody else can use up.
 */
const WAITING_MAX = { anybody: 1_000, known: 200 };
/** How long stopping waits. */
const STOPPING_MS = 5_000;
const MINUTE_MS = 60_000;

/**
 * Work that begins only after its call was answered, so that the answer tells nothing of it. It is done in order, one after the other. What
 * still waits when the process is killed is lost.
 */
export class Afterwards {
  #last: Promise<void> = Promise.resolve();
  readonly #waiting = { anybody: 0, known: 0 };
  #droppedAt: number | undefined;
  #isStopped = false;

  constructor(
    private readonly log: Log,
    private readonly stoppingMs = STOPPING_MS,
  ) {}

  /** Does something later, and once more if it fails: it has to be safe to repeat. A second fault is logged, and so is what is dropped. */
  do(work: () => Promise<void>, share: keyof typeof WAITING_MAX = "anybody"): void {
    if (this.#waiting[share] >= WAITING_MAX[share]) {
      this.#noteDropped(share);
      return;
    }
    this.#waiting[share] += 1;
    this.#last = this.#last.then(async () => {
      await turn();
      if (!this.#isStopped)
        await work()
          .catch(() => work())
          .catch((error: unknown) => this.log({ level: "error", message: "work after an answer failed", reason: String(error) }));
      this.#waiting[share] -= 1;
    });
  }

  /** Says so once a minute. */
  #noteDropped(share: string): void {
    const now = Date.now();
    if (this.#droppedAt !== undefined && now - this.#droppedAt < MINUTE_MS) return;
    this.#droppedAt = now;
    this.log({ level: "warn", message: "requests for mails were dropped: too many wait", share });
  }

  /** Waits until everything is done. */
  done(): Promise<void> {
    return this.#last;
  }

  /** Waits a few seconds for what is left, and drops the rest. */
  async stop(): Promise<void> {
    const left = new AbortController();
    await Promise.race([this.#last, wait(this.stoppingMs, undefined, { signal: left.signal }).catch(() => undefined)]);
    left.abort();
    this.#isStopped = true;
  }
}
