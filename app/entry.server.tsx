import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { wordsForListening } from "#model/environment.ts";
import { keptFormOf } from "~/components/shell/ErrorPage";
import { ServerPageProvider } from "~/components/shell/server-page";
import { config } from "~/services/config.server";
import { branchesOf, type RouteTable } from "~/services/http/branches.server";
import { KeptDocument, type KeptPage, keptPages } from "~/services/http/kept-pages.server";
import { log, pathForLog } from "~/services/http/log.server";
import { startMetrics } from "~/services/http/metrics.server";
import { withData } from "~/services/http/page-data.server";
import { staticHeaders } from "~/services/http/security-headers.server";
import { databaseLeftAlone, demoEntryLink } from "~/services/session/demo.server";
import { checkHomeSite } from "~/services/session/home-site.server";
import { checkSettings, openUpstream } from "~/services/upstream/upstream.server";
import { workerLoads } from "~/services/workers/pool.server";

export { admit } from "~/services/http/admission.server";
export { refusalPage } from "~/services/http/refusal.server";
export { openContext } from "~/sessions.server";

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
  const { nonce, markup } = context;
  const { page } = markup;
  const html = page && status === 200 ? renderKept(request, page, remixContext, context) : renderPage(request, remixContext, context);
  if (isPlain(remixContext)) return new Response(html, { headers, status });
  const data = await new Response(remixContext.serverHandoffStream ?? null).text();
  return new Response(withData(html, data, nonce), { headers, status });
}

/** A kept page: as it was rendered before, if all that it shows is the same, with this response's nonce. */
function renderKept(request: Request, page: KeptPage, remixContext: EntryContext, context: AppLoadContext): string {
  const { nonce } = context;
  // No page shows the clock: only its script reads it.
  const of = JSON.stringify([request.url, remixContext.staticHandlerContext.loaderData], (name, value) =>
    name === "clock" ? undefined : value,
  );
  if (page.document?.of === of) return page.document.kept.fill(nonce);
  const html = renderPage(request, remixContext, context);
  keptPages.addDocument(page, of, new KeptDocument(html, nonce));
  return html;
}

const PRELOAD = '<link rel="modulepreload"';

/**
 * A page without the data of its script. React renders it as a text: as a stream it takes a tenth longer for a grid. No part of a page waits for
 * anything (docs/decisions/0065-pages-as-texts.md).
 * @throws what a component throws; Remix then shows the error page
 */
function renderPage(request: Request, remixContext: EntryContext, { nonce, markup }: AppLoadContext): string {
  const html = renderToString(
    <ServerPageProvider value={{ nonce, isPlain: isPlain(remixContext), markup: markup.kept }}>
      <RemixServer context={{ ...withMatchedRoutes(remixContext), serverHandoffStream: undefined }} url={request.url} nonce={nonce} />
    </ServerPageProvider>,
  );
  // The style sheet and early answers go before the page's script (docs/decisions/0064-early-answers.md). Remix has no setting for it.
  return `<!DOCTYPE html>${html.replaceAll(PRELOAD, `${PRELOAD} fetchpriority="low"`)}`;
}

/** The context with the page's own routes alone: Remix would prepare all of them for each page, and look for the address in them. */
function withMatchedRoutes(remixContext: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = remixContext;
  const shown = staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]);
  return { ...remixContext, manifest: { ...manifest, routes: Object.fromEntries(shown) } };
}

/** Whether the page has no script: an error page that gives a form back. */
const isPlain = ({ staticHandlerContext: { errors } }: EntryContext) =>
  Object.values(errors ?? {}).some((error) => keptFormOf(error) !== undefined);

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
