import { log } from "~/services/log.server";
import type { AppContext } from "~/sessions.server";

/** The page for a change that did not come from this site. It needs no script, no style file and no session. */
export function refusalPage(context: AppContext): string {
  log("warn", "request from another site refused", { requestId: context.requestId });
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Not accepted | Maturity Assessment Tool</title>
<style nonce="${context.nonce}">body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1rem;color-scheme:light dark}</style></head>
<body><main><h1>This request was not accepted</h1><p>It did not come from a page of this site, so nothing was changed. Go back to the page you were on, reload it and try again.</p><p><a href="/">Go to the home screen</a></p></main></body></html>`;
}
