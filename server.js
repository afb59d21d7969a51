// @ts-check
// The HTTP server. It has no logic of the product. It serves assets, passes every other request to openContext and then to Remix, and
// writes the context's cookies and headers on every response. Remix' own server, remix-serve, cannot do that, and would log the paths of
// entry links.
import "./scripts/node-version.js";
import { createServer } from "node:http";
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { createRequestHandler } from "@remix-run/express";
import compression from "compression";
import express from "express";
import staticCompressed from "express-static-gzip";
import onHeaders from "on-headers";

/**
 * The build: Remix' own parts, and all that `app/entry.server.tsx` exports.
 * @typedef {Omit<import("@remix-run/node").ServerBuild, "entry"> & { entry: { module: typeof import("./app/entry.server.tsx") } }} Build
 */

// Only this process's own account may read the files that it writes: databases, secrets and others.
process.umask(0o077);

/** A variable, because the types of what Vite has bundled are not worth reading, and there need not be a build yet. */
const BUILT = "./build/server/index.js";
const production = process.env.NODE_ENV === "production";
/** As for all settings that are wrong (docs/operating.md#settings-that-are-wrong): starting again would come to the same. */
const WRONG_SETTINGS_EXIT = 78;
// Without it the packages of development would be looked for, which a server does not have, and should not show to anybody.
if (!["production", "development", "test"].includes(process.env.NODE_ENV ?? "")) {
  console.error("NODE_ENV: must be production, or development while you change the code");
  process.exit(WRONG_SETTINGS_EXIT);
}
const vite = production ? undefined : await (await import("vite")).createServer({ server: { middlewareMode: true } });
const load = async () => /** @type {Build} */ (vite ? await vite.ssrLoadModule("virtual:remix/server-build") : await import(BUILT));

const first = await load();
const settings = await first.entry.module.prepare(first.routes).catch((/** @type {unknown} */ error) => {
  // Problems that an operator can mend are printed in plain lines, all others with their place in the code.
  const isPlain = error instanceof Error && ["ConfigurationError", "PackError", "StoreError"].includes(error.name);
  console.error(isPlain ? error.message : error);
  process.exit(error instanceof Error && error.name === "ConfigurationError" ? WRONG_SETTINGS_EXIT : 1);
});

let stopping = false;
const app = express();
app.disable("x-powered-by");
app.set("trust proxy", settings.trustProxy);
setUpHeaders();
app.use(compression());
serveFiles();
app.use(admitRequest);
app.all(
  "*",
  createRequestHandler({ build: vite ? load : first, mode: process.env.NODE_ENV, getLoadContext: (_req, res) => res.locals.context }),
);
app.use(answerFault);
stopGracefully(listen());

/** Headers for files, which have no context; a context replaces them. */
function setUpHeaders() {
  app.use((_req, res, next) => {
    res.set(settings.staticHeaders);
    // While the process is stopping, clients open a new connection, to another process, for their next request.
    onHeaders(res, () => stopping && res.setHeader("Connection", "close"));
    next();
  });
}

function serveFiles() {
  if (vite) app.use(vite.middlewares);
  else {
    const serveStatic = { immutable: true, maxAge: "1y", redirect: false };
    app.use("/assets", staticCompressed("build/client/assets", { enableBrotli: true, orderPreference: ["br"], index: false, serveStatic }));
  }
  const files = express.static(production ? "build/client" : "public", { maxAge: "1h", index: false, redirect: false });
  // Screens have no dot in their address, so no file is looked up for them.
  app.use((req, res, next) => (req.path.includes(".") ? files(req, res, next) : next()));
}

/**
 * Opens the context of a request, and turns the request away if that refuses it.
 * @param {express.Request} req
 * @param {express.Response} res
 * @param {express.NextFunction} next
 */
async function admitRequest(req, res, next) {
  try {
    const { admit, openContext, refusalPage } = (await load()).entry.module;
    const context = await openContext({
      method: req.method,
      url: req.originalUrl,
      headers: req.headers,
      address: req.ip ?? "",
      protocol: req.protocol,
    });
    onHeaders(res, () => {
      const { set, absent, cookies } = context.responseHeaders(res.statusCode);
      for (const [name, value] of Object.entries(set)) res.setHeader(name, value);
      for (const [name, value] of Object.entries(absent)) if (!res.hasHeader(name)) res.setHeader(name, value);
      for (const cookie of cookies) res.appendHeader("Set-Cookie", cookie);
    });
    res.once("close", () => context.log.write({ status: res.statusCode, complete: res.writableFinished }));
    const refusal = await admit(req, context);
    if (refusal) {
      // The rest of a refused request is not read.
      res.set("Connection", "close");
      if (refusal.retryAfter) res.set("Retry-After", String(refusal.retryAfter));
      if (refusal.allow) res.set("Allow", refusal.allow);
      res.status(refusal.status).type("html").send(refusalPage(context, refusal));
      return;
    }
    // Remix compares Origin with this header. openContext has already checked it against the address that people use.
    req.headers["x-forwarded-host"] = new URL(context.origin).host;
    res.locals.context = context;
    next();
  } catch (error) {
    next(error);
  }
}

/**
 * The status of what Express and its parts refuse, else 500.
 * @param {unknown} error
 */
function statusOf(error) {
  const status = error instanceof Error && "status" in error ? Number(error.status) : 500;
  return status >= 400 && status < 500 ? status : 500;
}

/**
 * Express' own handler would print the address, and with it the tokens of entry links.
 * @param {unknown} error
 * @param {express.Request} req
 * @param {express.Response} res
 * @param {express.NextFunction} next
 */
function answerFault(error, req, res, next) {
  const status = statusOf(error);
  settings.logFault(error, { method: req.method, path: req.path, status });
  if (res.headersSent) return next(error);
  res
    .status(status)
    .type("text")
    .set("Cache-Control", "no-store")
    .send(status === 500 ? "Something went wrong." : "Bad request.");
}

function listen() {
  // The cookies of a session can exceed the 16 kB that Node allows for all headers.
  const { requestTimeoutMs } = settings;
  const server = createServer(
    {
      maxHeaderSize: 40 * 1024,
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(5_000, requestTimeoutMs / 2),
      // Longer than proxies keep connections, so that no proxy sends a request on one that is just being closed.
      keepAliveTimeout: 75_000,
    },
    app,
  );
  server.listen(settings.port, settings.host, async () => {
    // On a large machine the engine would let the heap grow to four times what is in use before it collects garbage. From here on, to one and a
    // half times, which takes a third of the memory away (docs/performance.md). While the process starts, it would only cost time.
    setFlagsFromString("--heap-growing-percent=50");
    const bound = server.address();
    if (bound === null || typeof bound === "string") throw new Error("The server listens on no port.");
    const { address, port } = bound;
    const isHere = ["127.0.0.1", "::", "0.0.0.0"].includes(address);
    const host = isHere ? "localhost" : address.includes(":") ? `[${address}]` : address;
    console.log(`Listening on http://${host}:${port}`);
    for (const line of await settings.announce(`http://${host}:${port}`)) console.log(line);
  });
  server.on("error", (error) => {
    console.error(settings.wordsForListening(error) ?? error);
    process.exit(1);
  });
  return server;
}

/**
 * On SIGTERM and SIGINT: finishes all work in flight, then ends.
 * @param {import("node:http").Server} server
 */
function stopGracefully(server) {
  /**
   * The connections, each with the request that is being answered on it, if one has begun to arrive.
   * @type {Map<import("node:net").Socket, import("node:http").IncomingMessage | undefined>}
   */
  const connections = new Map();
  server.on("connection", (socket) => {
    connections.set(socket, undefined);
    socket.once("close", () => connections.delete(socket));
  });
  server.on("request", ({ socket }, res) => {
    connections.set(socket, res.req);
    res.once("close", () => connections.has(socket) && connections.set(socket, undefined));
  });
  /** What has not arrived by then is from a client that has stalled: Node itself looks for those no more once the server is closing. */
  const STALLED_AFTER_MS = 5_000;

  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      // Idle keep-alive connections are dropped, requests in flight are finished.
      server.close(async () => {
        await settings.close();
        process.exit(0);
      });
      server.closeIdleConnections();
      setTimeout(() => {
        for (const [socket, request] of connections) if (!request?.complete) socket.destroy();
      }, STALLED_AFTER_MS).unref();
      // Before the sender of the signal loses patience; Docker waits 30 seconds here.
      setTimeout(() => process.exit(1), 25_000).unref();
    });
  }
}
