import { PassThrough } from "node:stream";
import { arrayBuffer } from "node:stream/consumers";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { wordsForListening } from "#model/environment.ts";
import { keptFormOf } from "~/components/shell/ErrorPage";
import { ServerPageProvider } from "~/components/shell/server-page";
import { config } from "~/services/config.server";
import { branchesOf, type RouteTable } from "~/services/http/branches.server";
import { KeptDocument, type KeptPage, keptPages } from "~/services/http/kept-pages.server";
import { log, pathForLog } from "~/services/http/log.server";
import { startMetrics } from "~/services/http/metrics.server";
import { staticHeaders } from "~/services/http/security-headers.server";
import { databaseLeftAlone, demoEntryLink } from "~/services/session/demo.server";
import { checkHomeSite } from "~/services/session/home-site.server";
import { checkSettings, openUpstream } from "~/services/upstream/upstream.server";
import { workerLoads } from "~/services/workers/pool.server";

export { admit } from "~/services/http/admission.server";
export { refusalPage } from "~/services/http/refusal.server";
export { openContext } from "~/sessions.server";

const RENDER_LIMIT_MS = 10_000;
/** Long enough after the start that the first requests have been answered. */
const WARM_UP_MS = 2_000;

/** Renders the whole page before sending it: without script a streamed placeholder would never be replaced. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  const { page } = context.markup;
  const { html, failed } =
    page && status === 200 ? await renderKept(request, page, remixContext, context) : await renderPage(request, remixContext, context);
  return new Response(html, { headers, status: failed ? 500 : status });
}

interface Rendered {
  html: Bytes | string;
  failed: boolean;
}

/** A kept page: as it was rendered before, if all that it shows is the same, with this response's nonce and data. */
async function renderKept(request: Request, page: KeptPage, remixContext: EntryContext, context: AppLoadContext): Promise<Rendered> {
  const { nonce } = context;
  const data = await new Response(remixContext.serverHandoffStream ?? null).text();
  // No page shows the clock: only its script reads it.
  const of = JSON.stringify([request.url, remixContext.staticHandlerContext.loaderData], (name, value) =>
    name === "clock" ? undefined : value,
  );
  if (page.document?.of === of) return { html: page.document.kept.fill({ nonce, data }), failed: false };
  const withData = (text: string) => ({ ...remixContext, renderMeta: {}, serverHandoffStream: new Response(text).body ?? undefined });
  const mark = `data-${nonce}`;
  const { html, failed } = await renderPage(request, withData(mark), context);
  if (failed) return renderPage(request, withData(data), context);
  const document = new KeptDocument(html.toString(), { nonce, data: mark });
  keptPages.addDocument(page, of, document);
  return { html: document.fill({ nonce, data }), failed };
}

function renderPage(request: Request, remixContext: EntryContext, { nonce, markup }: AppLoadContext): Promise<Rendered> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(
      <ServerPageProvider value={{ nonce, isPlain: givesFormBack(remixContext), markup: markup.kept }}>
        <RemixServer context={withMatchedRoutes(remixContext)} url={request.url} nonce={nonce} abortDelay={RENDER_LIMIT_MS} />
      </ServerPageProvider>,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer);
          const page = new PassThrough();
          resolve(arrayBuffer(page).then((html) => ({ html: afterStyles(endLast(withoutFill(Buffer.from(html)))), failed })));
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

/** The context with the page's own routes alone: Remix would prepare all of them for each page, and look for the address in them. */
function withMatchedRoutes(remixContext: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = remixContext;
  const shown = staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]);
  return { ...remixContext, manifest: { ...manifest, routes: Object.fromEntries(shown) } };
}

/** Whether the page is an error page that gives a form back. It works without script. */
const givesFormBack = ({ staticHandlerContext: { errors } }: EntryContext) =>
  Object.values(errors ?? {}).some((error) => keptFormOf(error) !== undefined);

type Bytes = Buffer<ArrayBuffer>;

/** A page with other bytes in place of some, wherever those stand. */
function replaced(page: Bytes, from: Bytes, to: Bytes): Bytes {
  const pieces: Bytes[] = [];
  let start = 0;
  for (let end = page.indexOf(from); end >= 0; end = page.indexOf(from, start)) {
    pieces.push(page.subarray(start, end), to);
    start = end + from.length;
  }
  return start === 0 ? page : Buffer.concat([...pieces, page.subarray(start)]);
}

/** A page without the zero bytes that React 18 writes where a character of several bytes did not fit at the end of a piece. */
const withoutFill = (page: Bytes): Bytes => replaced(page, Buffer.of(0), Buffer.of());

const END = Buffer.from("</body></html>");

/**
 * Brings what Remix writes after the end of the document, the data that the script starts with, into its body. There browsers put it
 * anyway, but it is no valid HTML. No text can look like the end, because `<` is escaped.
 */
function endLast(page: Bytes): Bytes {
  const end = page.indexOf(END);
  return end < 0 ? page : Buffer.concat([page.subarray(0, end), page.subarray(end + END.length), END]);
}

const PRELOAD = '<link rel="modulepreload"';
const [AT_ONCE, LATER] = [Buffer.from(PRELOAD), Buffer.from(`${PRELOAD} fetchpriority="low"`)];

/** Lets the style sheet and early answers go before the page's script (docs/decisions/0064-early-answers.md). Remix has no setting for it. */
const afterStyles = (page: Bytes): Bytes => replaced(page, AT_ONCE, LATER);

/** Logs errors that no route turned into an answer, without the paths of entry links and without query strings. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }): void {
  // 404, 405 and the like are no errors of ours: the request log has a line for them.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const path = pathForLog(request.url);
  log("error", "request failed", {
    requestId: context.requestId,
    method: request.method,
    path,
    error: error instanceof Error ? error.stack : String(error),
  });
}

/**
 * Called once by server.js: checks the settings, opens the embedded API, and begins to measure where that is set.
 * @param routes of the build
 * @throws ConfigurationError, or what keeps the API from opening
 */
export async function prepare(routes: RouteTable) {
  await checkSettings(process.env);
  const { port, host, trustProxy, demo, publicUrl, requestTimeoutMs, metricsToken } = config();
  const api = await openUpstream();
  await checkHomeSite();
  if (metricsToken) await startMetrics({ token: metricsToken, routes, loads: workerLoads });
  setTimeout(() => void import("~/components/charts/draw.server").then(({ warmUp }) => warmUp()), WARM_UP_MS).unref();
  return {
    port,
    host,
    trustProxy,
    requestTimeoutMs,
    staticHeaders: staticHeaders(),
    branchOf: branchesOf(routes),
    wordsForListening: (error: unknown) => wordsForListening(error, { port: "PORT", host: "HOST" }),
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
