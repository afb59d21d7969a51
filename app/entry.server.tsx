import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToReadableStream } from "react-dom/server.browser";
import { wordsForListening } from "#model/environment.ts";
import { settingWarnings } from "#model/settings.ts";
import { VERSION } from "#model/version.ts";
import { partsLoaded } from "~/components/forms/late";
import { keptFormOf } from "~/components/shell/ErrorPage";
import { ServerPageProvider } from "~/components/shell/server-page";
import { config } from "~/services/config.server";
import { log, pathForLog } from "~/services/http/log.server";
import { type RouteTable, startMetrics } from "~/services/http/metrics.server";
import { staticHeaders } from "~/services/http/security-headers.server";
import { databaseLeftAlone, demoEntryLink } from "~/services/session/demo.server";
import { checkHomeSite } from "~/services/session/home-site.server";
import { checkSettings, figuresOfApi, openUpstream } from "~/services/upstream/upstream.server";
import { workerLoads } from "~/services/workers/pool.server";

export { admit } from "~/services/http/admission.server";
export { refusalPage } from "~/services/http/refusal.server";
export { openContext } from "~/sessions.server";

/** The first page is not kept waiting, and the charts are there before anybody has signed in. */
const WARM_UP_MS = 300;

const PRELOAD = '<link rel="modulepreload"';
const END = "</body></html>";

/**
 * Renders the whole page before sending it: without script a streamed placeholder would never be replaced
 * (docs/decisions/0065-whole-pages.md).
 * @throws what a component throws; Remix then shows the error page
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, markup }: AppLoadContext,
): Promise<Response> {
  await partsLoaded();
  const stream = await renderToReadableStream(
    <ServerPageProvider value={{ nonce, isPlain: isPlain(remixContext), markup: markup.kept }}>
      <RemixServer context={remixContext} url={request.url} nonce={nonce} />
    </ServerPageProvider>,
    // Otherwise React would write large parts after the others, with a script that moves them into place.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  await stream.allReady;
  const html = await new Response(stream).text();
  // The style sheet and early answers go before the page's script (docs/decisions/0064-early-answers.md). Remix has no setting for it.
  const inOrder = html.replaceAll(PRELOAD, `${PRELOAD} fetchpriority="low"`);
  headers.set("Content-Type", "text/html; charset=utf-8");
  // React writes the data of the page's script after the end of the document, which is no valid HTML.
  return new Response(`${inOrder.replace(END, "")}${END}`, { headers, status });
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
  // The demo has no log that anybody reads.
  if (!demo) log("info", "the server starts", { version: VERSION });
  for (const line of settingWarnings(process.env)) log("warn", line);
  const api = await openUpstream();
  await checkHomeSite();
  if (metricsToken) await startMetrics({ token: metricsToken, routes, loads: workerLoads, figuresOfApi: () => figuresOfApi(metricsToken) });
  setTimeout(() => void import("~/components/charts/draw.server").then(({ warmUp }) => warmUp()), WARM_UP_MS).unref();
  return {
    port,
    host,
    trustProxy,
    requestTimeoutMs,
    staticHeaders: staticHeaders(),
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
