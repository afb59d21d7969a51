import { setImmediate as turn } from "node:timers/promises";
import type { Log } from "./log.ts";

/** Beyond this many, somebody floods the process. */
const WAITING_MAX = 1_000;

/**
 * Work that begins only after its call was answered, so that the answer tells nothing of it. It is done in order, one after the other. What
 * still waits when the process is killed is lost.
 */
export class Afterwards {
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(private readonly log: Log) {}

  /** Does something later. A fault is logged; too much at a time is dropped. */
  do(work: () => Promise<void>): void {
    if (this.#waiting >= WAITING_MAX) return;
    this.#waiting += 1;
    this.#last = this.#last.then(async () => {
      await turn();
      await work().catch((error: unknown) => this.log({ level: "error", message: "work after an answer failed", reason: String(error) }));
      this.#waiting -= 1;
    });
  }

  /** Waits until everything is done. */
  done(): Promise<void> {
    return this.#last;
  }
}
