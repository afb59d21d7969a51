/** Measures a request: a log line and figures for the operator, and `Server-Timing` for the browser's developer tools. */
import { config } from "~/services/config.server";
import { log, pathForLog } from "~/services/http/log.server";
import { countRequest } from "~/services/http/metrics.server";
import type { IncomingRequest } from "~/services/http/origin.server";

/** The measurements of one request, from when it is made. */
export class RequestLog {
  readonly #began = performance.now();
  /** Number of calls to the upstream, and the sum of their durations in milliseconds. */
  #calls = 0;
  #milliseconds = 0;

  constructor(
    private readonly request: IncomingRequest,
    private readonly requestId: string,
  ) {}

  /** Makes a call to the upstream and adds it to the counts. */
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

  /** Counts the request and writes its log line, without query, token or name. @param complete false when the client left before the whole answer was sent */
  write({ status, complete }: { status: number; complete: boolean }): void {
    const { method, url } = this.request;
    // Requests that machines repeat are not logged.
    if (/^\/(health|ready|metrics)(\?|$)/i.test(url)) return;
    const milliseconds = performance.now() - this.#began;
    countRequest({ method, url, status, seconds: milliseconds / 1000 });
    if (!config().logRequests) return;
    log("info", "request", {
      requestId: this.requestId,
      method,
      path: pathForLog(url),
      status,
      ms: Math.round(milliseconds),
      upstreamCalls: this.#calls,
      upstreamMs: Math.round(this.#milliseconds),
      ...(complete ? {} : { brokenOff: true }),
    });
  }
}
