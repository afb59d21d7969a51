// The HTTP server. It holds no logic of the product: it serves assets, hands every other request to openContext and
// then to Remix, and writes the context's cookies and headers on every response. remix-serve can do none of that and
// would log the paths of entry links.
import process from "node:process";
import { createRequestHandler } from "@remix-run/express";
import compression from "compression";
import express from "express";
import onHeaders from "on-headers";

const production = process.env.NODE_ENV === "production";
const vite = production ? undefined : await (await import("vite")).createServer({ server: { middlewareMode: true } });
const load = () => (vite ? vite.ssrLoadModule("virtual:remix/server-build") : import("./build/server/index.js"));

const first = await load();
let settings;
try {
  settings = await first.entry.module.prepare();
} catch (error) {
  // What an operator can mend is said in plain lines, anything else with its place in the code.
  console.error(["ConfigurationError", "PackError", "StoreError"].includes(error.name) ? error.message : error);
  process.exit(1);
}

const app = express();
app.disable("x-powered-by");
app.set("trust proxy", settings.trustProxy);
app.use(compression());
if (vite) app.use(vite.middlewares);
else app.use("/assets", express.static("build/client/assets", { immutable: true, maxAge: "1y", index: false }));
app.use(express.static(production ? "build/client" : "public", { maxAge: "1h", index: false }));

app.use(async (req, res, next) => {
  try {
    const { openContext } = (await load()).entry.module;
    const context = await openContext({
      method: req.method,
      url: req.originalUrl,
      headers: req.headers,
      address: req.ip ?? "",
      protocol: req.protocol,
    });
    onHeaders(res, () => {
      const { set, cookies } = context.responseHeaders(res.statusCode);
      for (const [name, value] of Object.entries(set)) res.setHeader(name, value);
      if (!res.hasHeader("Cache-Control")) res.setHeader("Cache-Control", "no-store");
      for (const cookie of cookies) res.appendHeader("Set-Cookie", cookie);
    });
    if (context.refusesOrigin()) {
      const { refusalPage } = (await load()).entry.module;
      res.status(403).type("html").send(refusalPage(context));
      return;
    }
    // Remix compares Origin with this header; ours has been checked above, against the address that people use.
    req.headers["x-forwarded-host"] = new URL(context.origin()).host;
    res.locals.context = context;
    next();
  } catch (error) {
    next(error);
  }
});

app.all("*", createRequestHandler({ build: load, mode: process.env.NODE_ENV, getLoadContext: (_req, res) => res.locals.context }));

const server = app.listen(settings.port, settings.host, async () => {
  const { address, port } = server.address();
  const host = address === "127.0.0.1" || address === "::" || address === "0.0.0.0" ? "localhost" : address;
  console.log(`Listening on http://${host}:${port}`);
  for (const line of await settings.announce(`http://${host}:${port}`)) console.log(line);
});

let stopping = false;
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
    setTimeout(() => process.exit(1), 30_000).unref();
  });
}
