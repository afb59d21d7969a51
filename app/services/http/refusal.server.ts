/** Pages for requests that are turned away, mostly before any route sees them, and for files that are not given. They work without script, style sheet and session. */
import { log } from "~/services/http/log.server";
import { isOfSheet } from "~/views/paths";

export interface Refusal {
  status: number;
  title: string;
  text: string;
  /** Seconds after which another try makes sense. */
  retryAfter?: number;
  /** The methods that are answered, where the request's is not. */
  allow?: string;
  /** Where the page's link leads; to the home screen when absent, nowhere when null. */
  next?: { href: string; label: string } | null;
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
/** A file that is no workbook of answers, by its size alone. */
export const FILE_TOO_LARGE: Refusal = {
  status: 413,
  title: "This file is larger than 5 MB",
  text: "It was not read, and nothing was changed. A workbook of answers is far smaller: go back and choose the one that was downloaded here.",
};
/** A body sent in chunks, without a length. Browsers do not send forms this way. */
export const OF_UNKNOWN_LENGTH: Refusal = { ...TOO_LARGE, status: 411, title: "This request was not accepted" };
/** A form with more fields than any form of this site. */
export const TOO_MANY_FIELDS: Refusal = {
  status: 413,
  title: "This is more than a form can hold",
  text: "Nothing was changed. No page of this site sends that much: go back to the page you were on, reload it and try again.",
};
/** A form that no browser would send from a page of this site. */
export const NO_FORM_OF_OURS: Refusal = {
  status: 400,
  title: "This form could not be read",
  text: "Nothing was changed. Go back to the page you were on, reload it and try again.",
};
/** JSON, files, or anything else that is not a form. */
export const NO_FORM: Refusal = { ...NO_FORM_OF_OURS, status: 415 };
/** A Host header or an address that no browser would send. */
export const BAD_ADDRESS: Refusal = {
  status: 400,
  title: "This address could not be read",
  text: "It is not an address of this site. Please check the link that brought you here.",
};
/** An address that a browser could take for one of another site, such as `//evil.example`. */
export const NO_SUCH_ADDRESS: Refusal = { ...BAD_ADDRESS, status: 404, title: "Page not found" };
/** Any method but those that links and forms use. */
export const WRONG_METHOD: Refusal = {
  status: 405,
  title: "This request was not accepted",
  text: "Pages of this site are only opened and sent, so nothing was changed.",
  allow: "GET, HEAD, POST",
};
export const LONG_ADDRESS: Refusal = {
  status: 414,
  title: "This address is too long",
  text: "It is longer than any address of this site. Please check the link that brought you here.",
};
/** Too many forms from one address without a session. */
export const tooManyForms = (resetInMs: number): Refusal => ({
  status: 429,
  title: "Too many forms at once",
  text: "Many forms have come from your network within a minute, and nobody was signed in. Nothing was changed. Please wait a minute, then go back and send yours again.",
  retryAfter: Math.max(1, Math.ceil(resetInMs / 1000)),
});

/** The same for whoever fills in a sheet: nobody there signs in, or has a home screen. @param path of the request */
export function inWordsFor(path: string, refused: Refusal | undefined): Refusal | undefined {
  if (!refused || !isOfSheet(path)) return refused;
  const text =
    refused.status === 429
      ? "Many forms have come from your sheet within a minute. Nothing was changed. Please wait a minute, then go back and send yours again."
      : refused.text;
  return { ...refused, text: `${text} If that does not help, open the link that you were given once more.`, next: null };
}
const HOME = { href: "/", label: "Go to the home screen" };

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Names that people chose may be part of a text. */
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

/** What the page needs from its request. */
interface PageContext {
  requestId: string;
  nonce: string;
}

/** The page, as HTML, that tells why a request was refused. The refusal is logged. */
export function refusalPage({ requestId, nonce }: PageContext, { status, title, text, next = HOME }: Refusal): string {
  log("warn", "request refused", { requestId, status, reason: title });
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)} | Maturity Assessment Tool</title>
<style nonce="${nonce}">body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1rem;color-scheme:light dark}</style></head>
<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p>${next ? `<p><a href="${escaped(next.href)}">${escaped(next.label)}</a></p>` : ""}</main></body></html>`;
}
