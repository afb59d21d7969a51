import { Writable } from "node:stream";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { keptFormOf } from "~/components/shell/ErrorPage";
import { NonceProvider } from "~/components/shell/Nonce";
import { PlainPageProvider } from "~/components/shell/PageScripts";
import { config } from "~/services/config.server";
import { log, pathForLog } from "~/services/http/log.server";
import { staticHeaders } from "~/services/http/security-headers.server";
import { databaseLeftAlone, demoEntryLink } from "~/services/session/demo.server";
import { openUpstream } from "~/services/upstream/upstream.server";

export { admit } from "~/services/http/admission.server";
export { refusalPage } from "~/services/http/refusal.server";
export { openContext } from "~/sessions.server";

const RENDER_LIMIT_MS = 10_000;
/** After the start, when whoever waited for it has been answered. */
const WARM_UP_MS = 2_000;

/** Renders buffered: without script a streamed placeholder would stay for ever. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce }: AppLoadContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <PlainPageProvider value={givesFormBack(remixContext)}>
          <RemixServer context={remixContext} url={request.url} nonce={nonce} abortDelay={RENDER_LIMIT_MS} />
        </PlainPageProvider>
      </NonceProvider>,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer);
          headers.set("Content-Type", "text/html; charset=utf-8");
          // In one piece: React writes two kilobytes at a time, and each would go through three kinds of streams.
          const pieces: Buffer[] = [];
          const page = new Writable({
            highWaterMark: Number.MAX_SAFE_INTEGER,
            write(piece: Buffer, _encoding, done) {
              pieces.push(piece);
              done();
            },
            final(done) {
              const html = Buffer.concat(pieces);
              resolve(
                new Response(new Uint8Array(config().production ? scriptLast(html) : html), { headers, status: failed ? 500 : status }),
              );
              done();
            },
          });
          pipe(page);
        },
        onShellError: reject,
        onError(error) {
          failed = true;
          log("error", "rendering failed", { error: String(error) });
        },
      },
    );
    const timer = setTimeout(abort, RENDER_LIMIT_MS);
  });
}

/** Whether the page is an error page that holds what was typed, for which a form without script is enough. */
const givesFormBack = ({ staticHandlerContext: { errors } }: EntryContext) =>
  Object.values(errors ?? {}).some((error) => keptFormOf(error) !== undefined);

const SCRIPT_LINK = Buffer.from('<link rel="modulepreload"');
const LATER = Buffer.from(' fetchpriority="low"');

/**
 * Lets the style sheet and the typeface go ahead of the script, which no page needs to be read or answered: browsers ask for
 * everything at once, and on a slow line each would hold up the others. Remix has no setting for these links, and no text looks
 * like one, as `<` is escaped in texts. React, while developing, wonders at attributes that it did not write.
 */
function scriptLast(page: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = page.indexOf(SCRIPT_LINK); at >= 0; at = page.indexOf(SCRIPT_LINK, from)) {
    const after = at + SCRIPT_LINK.length;
    pieces.push(page.subarray(from, after), LATER);
    from = after;
  }
  return Buffer.concat([...pieces, page.subarray(from)]);
}

/** Faults that no route turned into an answer. Paths of entry links and query strings stay out of the log. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }): void {
  // Whoever asks for what is not there, or in a way that it does not answer to, has a line as every request has.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const path = pathForLog(request.url);
  log("error", "request failed", {
    requestId: context.requestId,
    method: request.method,
    path,
    error: error instanceof Error ? error.stack : String(error),
  });
}

/** Called once by server.js: checks the settings, opens the embedded API, says what to print when listening. */
export async function prepare() {
  const { port, host, trustProxy, demo, publicUrl, requestTimeoutMs } = config();
  const api = await openUpstream();
  setTimeout(() => void import("~/components/charts/draw.server").then(({ warmUp }) => warmUp()), WARM_UP_MS).unref();
  return {
    port,
    host,
    trustProxy,
    requestTimeoutMs,
    staticHeaders: staticHeaders(),
    logFault: (error: unknown, { method, path, status }: { method: string; path: string; status: number }) =>
      status < 500
        ? log("warn", "request refused", {
            method,
            path: pathForLog(path),
            status,
            reason: error instanceof Error ? error.name : String(error),
          })
        : log("error", "request failed", { method, path: pathForLog(path), error: error instanceof Error ? error.stack : String(error) }),
    announce: async (address: string) =>
      demo && api
        ? [...databaseLeftAlone(process.env), `Sign in as a demo user: ${await demoEntryLink(publicUrl?.origin ?? address)}`]
        : [],
    close: async () => api?.close(),
  };
}
