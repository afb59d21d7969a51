/** Where a request comes from and where it was sent to. */
import { config } from "~/services/config.server";
import { OF_UNKNOWN_LENGTH, OTHER_ORIGIN, type Refusal } from "~/services/http/refusal.server";

/** What server.js hands over of an HTTP request. */
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

export const changesSomething = ({ method }: { method: string }) => method !== "GET" && method !== "HEAD";

/** What the head of a request is turned away for; undefined for nearly all. */
export function refusalOf(request: IncomingRequest): Refusal | undefined {
  if (request.headers["transfer-encoding"] !== undefined) return OF_UNKNOWN_LENGTH;
  return comesFromElsewhere(request) ? OTHER_ORIGIN : undefined;
}

/** A change must come from a page of this site; browsers say so by Origin, old ones by Referer. */
function comesFromElsewhere(request: IncomingRequest): boolean {
  if (!changesSomething(request)) return false;
  const { origin, referer } = request.headers;
  const from =
    typeof origin === "string" ? origin : typeof referer === "string" && URL.canParse(referer) ? new URL(referer).origin : undefined;
  return from !== originOf(request);
}
