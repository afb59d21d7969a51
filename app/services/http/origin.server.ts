/** Where a request comes from, and at which address it was sent. */
import { config } from "~/services/config.server";
import { log } from "~/services/http/log.server";
import { BAD_ADDRESS, NO_SUCH_ADDRESS, OF_UNKNOWN_LENGTH, OTHER_ORIGIN, type Refusal, WRONG_METHOD } from "~/services/http/refusal.server";

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

let isProxyUnknown = false;

/**
 * Tells the operator, once, that requests seem to come through a proxy that was not named: then all people share its address, and are slowed
 * down together.
 */
export function warnOfUnknownProxy({ headers }: IncomingRequest): void {
  const { production, trustProxy } = config();
  if (isProxyUnknown || !production || trustProxy > 0 || headers["x-forwarded-for"] === undefined) return;
  isProxyUnknown = true;
  log("warn", "X-Forwarded-For is not believed, because TRUST_PROXY is 0: behind a proxy everybody counts as one address");
}

/** The path of the page of this site that a request comes from; undefined for an address that was typed or opened from elsewhere. */
export function pathBefore(request: IncomingRequest): string | undefined {
  const { referer } = request.headers;
  if (typeof referer !== "string" || !URL.canParse(referer)) return undefined;
  const { origin, pathname } = new URL(referer);
  return origin === originOf(request) ? pathname : undefined;
}

/** Whether the script of a page asks for the data of a screen, and not the browser for a page. */
export const isByScript = ({ url }: Pick<IncomingRequest, "url">) => /\.data(\?|$)/i.test(url);

/** Whether a request may change something: any method but GET and HEAD. */
export const changesSomething = ({ method }: { method: string }) => method !== "GET" && method !== "HEAD";

/** Whether a page of another site led here, by a link, a form or a script. Browsers tell, and no page can keep them from it. */
export const isFromAnotherSite = ({ headers }: Pick<IncomingRequest, "headers">) => headers["sec-fetch-site"] === "cross-site";

/**
 * Why a request is turned away by its headers alone; undefined for nearly all
 * (docs/rules/errors-and-retries.md#what-is-refused-beforehand).
 */
export function refusalOf(request: IncomingRequest): Refusal | undefined {
  if (!hasReadableAddress(request)) return BAD_ADDRESS;
  // Parts of the path such as `%2e%2e` are resolved first, as Remix does.
  if (new URL(`http://localhost${request.url}`).pathname.startsWith("//")) return NO_SUCH_ADDRESS;
  if (!METHODS.includes(request.method)) return WRONG_METHOD;
  if (request.headers["transfer-encoding"] !== undefined) return OF_UNKNOWN_LENGTH;
  return comesFromElsewhere(request) ? OTHER_ORIGIN : undefined;
}

/** The methods of links and forms. */
const METHODS = ["GET", "HEAD", "POST"];
/** A name or an IP address, with or without a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Whether the address can be made into a URL. Proxies' forms of it (`http://…`, `*`) are for other servers, and `_data` for how Remix once
 * fetched, which it would log as an error.
 */
function hasReadableAddress({ url, headers: { host } }: IncomingRequest): boolean {
  if (!url.startsWith("/") || new URLSearchParams(url.split("?").slice(1).join("?")).has("_data")) return false;
  return host === undefined || (typeof host === "string" && HOST.test(host) && URL.canParse(`http://${host}`));
}

/** A change must come from a page of this site. Browsers tell by `Origin`, old ones by `Referer`. */
function comesFromElsewhere(request: IncomingRequest): boolean {
  if (!changesSomething(request)) return false;
  const { origin, referer } = request.headers;
  const from =
    typeof origin === "string" ? origin : typeof referer === "string" && URL.canParse(referer) ? new URL(referer).origin : undefined;
  return from !== originOf(request);
}
