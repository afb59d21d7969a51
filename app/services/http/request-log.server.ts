/** What is measured of a request: a line for the operator, and `Server-Timing` for whoever looks in the browser. */
import { config } from "~/services/config.server";
import { log, pathForLog } from "~/services/http/log.server";
import type { IncomingRequest } from "~/services/http/origin.server";

export class RequestLog {
  readonly #request: IncomingRequest;
  readonly #requestId: string;
  readonly #began = performance.now();
  /** Calls to the upstream, and the milliseconds that they took, one after the other. */
  #calls = 0;
  #milliseconds = 0;

  constructor(request: IncomingRequest, requestId: string) {
    this.#request = request;
    this.#requestId = requestId;
  }

  /** Counts a call to the upstream. */
  async timed<T>(call: () => Promise<T>): Promise<T> {
    const began = performance.now();
    this.#calls += 1;
    try {
      return await call();
    } finally {
      this.#milliseconds += performance.now() - began;
    }
  }

  /** The value of `Server-Timing`. */
  serverTiming(): string {
    const total = (performance.now() - this.#began).toFixed(1);
    const calls = `${this.#calls} ${this.#calls === 1 ? "call" : "calls"}`;
    return `total;dur=${total}, upstream;desc="${calls}";dur=${this.#milliseconds.toFixed(1)}`;
  }

  /** Writes the line, without query, token or name. */
  write({ status, complete }: { status: number; complete: boolean }): void {
    const { method, url } = this.#request;
    if (!config().logRequests || /^\/(health|ready)(\?|$)/i.test(url)) return;
    log("info", "request", {
      requestId: this.#requestId,
      method,
      path: pathForLog(url),
      status,
      ms: Math.round(performance.now() - this.#began),
      upstreamCalls: this.#calls,
      upstreamMs: Math.round(this.#milliseconds),
      ...(complete ? {} : { brokenOff: true }),
    });
  }
}
