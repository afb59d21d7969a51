/** Where a request comes from, and at which address it was sent. */
import { config } from "~/services/config.server";
import { OF_UNKNOWN_LENGTH, OTHER_ORIGIN, type Refusal } from "~/services/http/refusal.server";

/** The parts of an HTTP request that server.js passes on. */
export interface IncomingRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: NodeJS.Dict<string | string[]>;
  /** The client's address, as far as proxies are trusted to name it. */
  address: string;
  protocol: string;
}

/** The origin that people use: PUBLIC_URL, else the request's own host. */
export function originOf({ protocol, headers }: IncomingRequest): string {
  return config().publicUrl?.origin ?? `${protocol}://${headers.host}`;
}

/** Whether a request may change something: any method but GET and HEAD. */
export const changesSomething = ({ method }: { method: string }) => method !== "GET" && method !== "HEAD";

/**
 * Why a request is turned away by its headers alone; undefined for nearly all
 * (docs/rules/errors-and-retries.md#what-is-refused-beforehand).
 */
export function refusalOf(request: IncomingRequest): Refusal | undefined {
  if (request.headers["transfer-encoding"] !== undefined) return OF_UNKNOWN_LENGTH;
  return comesFromElsewhere(request) ? OTHER_ORIGIN : undefined;
}

/** A change must come from a page of this site. Browsers tell by `Origin`, old ones by `Referer`. */
function comesFromElsewhere(request: IncomingRequest): boolean {
  if (!changesSomething(request)) return false;
  const { origin, referer } = request.headers;
  const from =
    typeof origin === "string" ? origin : typeof referer === "string" && URL.canParse(referer) ? new URL(referer).origin : undefined;
  return from !== originOf(request);
}
