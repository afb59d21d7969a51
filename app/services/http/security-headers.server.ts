/** The security headers: what a page of this site may load, embed and send. */
import { config } from "~/services/config.server";
import { secretLinkIn } from "~/services/http/log.server";
import { addressToFollow } from "~/views/paths";

const COMMON = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};
const TRANSPORT_SECURITY = { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" };

interface Page {
  nonce: string;
  /** The origin that people use. */
  origin: string;
  /** Path and query that were asked for. */
  path: string;
  /** Where the reader's log-out leads; a form may redirect there. */
  redirectURI: string | null | undefined;
}

/** The headers of every response that has a request context. */
export function securityHeaders({ nonce, origin, path, redirectURI }: Page): Record<string, string> {
  const { homeSiteUrl, certifyingBodyUrl, production } = config();
  const elsewhere = [homeSiteUrl, certifyingBodyUrl, addressToFollow(redirectURI)]
    .filter((target): target is string => typeof target === "string" && URL.canParse(target))
    .map((target) => new URL(target).origin);
  const policy = {
    "default-src": ["'none'"],
    "script-src": ["'self'", `'nonce-${nonce}'`],
    // In development Vite adds style elements of its own: a nonce in the list would make browsers ignore 'unsafe-inline'.
    "style-src": production ? ["'self'", `'nonce-${nonce}'`] : ["'self'", "'unsafe-inline'"],
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...(production ? [] : ["ws:"])],
    "form-action": ["'self'", ...new Set(elsewhere)],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
  return {
    "Content-Security-Policy": Object.entries(policy)
      .map(([name, values]) => `${name} ${values.join(" ")}`)
      .join("; "),
    ...COMMON,
    // Requests from the page of a link with a secret must not name its address, but still say which site they come from.
    ...(secretLinkIn(path.split("?")[0] ?? "") ? { "Referrer-Policy": "strict-origin" } : {}),
    ...(origin.startsWith("https:") ? TRANSPORT_SECURITY : {}),
  };
}

/** The headers of static files, which have no request context. Opened on their own, they may load nothing. */
export function staticHeaders(): Record<string, string> {
  return {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    ...COMMON,
    ...(config().publicUrl?.protocol === "https:" ? TRANSPORT_SECURITY : {}),
  };
}
