/** Pages for requests that are turned away before any route sees them. They need no script, no style file and no session. */
import { log } from "~/services/log.server";
import type { AppContext } from "~/sessions.server";

export interface Refusal {
  status: number;
  title: string;
  text: string;
}

/** A change that did not come from this site. */
export const OTHER_ORIGIN: Refusal = {
  status: 403,
  title: "This request was not accepted",
  text: "It did not come from a page of this site, so nothing was changed. Go back to the page you were on, reload it and try again.",
};
export const TOO_LARGE: Refusal = {
  status: 413,
  title: "This is more than can be sent at once",
  text: "Nothing was changed. Go back to the page you were on, where your text still is, shorten it and save again.",
};
/** Sent piece by piece, with no word of how much it will be; no browser sends forms so. */
export const OF_UNKNOWN_LENGTH: Refusal = { ...TOO_LARGE, status: 411, title: "This request was not accepted" };
const TOO_MANY_SIGN_INS: Refusal = {
  status: 429,
  title: "Too many links that did not work",
  text: "Links to sign in serve once, and for a short time. Please wait a quarter of an hour and ask for a new one.",
};

/** The page that says what was refused. */
export function refusalPage(context: AppContext, { status, title, text }: Refusal): string {
  log("warn", "request refused", { requestId: context.requestId, status, reason: title });
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Not accepted | Maturity Assessment Tool</title>
<style nonce="${context.nonce}">body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1rem;color-scheme:light dark}</style></head>
<body><main><h1>${title}</h1><p>${text}</p><p><a href="/">Go to the home screen</a></p></main></body></html>`;
}

/** The answer to an address that has tried too many links. */
export function tooManySignIns(context: AppContext): Response {
  return new Response(refusalPage(context, TOO_MANY_SIGN_INS), {
    status: TOO_MANY_SIGN_INS.status,
    headers: { "Content-Type": "text/html; charset=utf-8", "Retry-After": "900" },
  });
}
