/** The reference API as a process of its own. */
import { serve } from "@hono/node-server";
import { z } from "zod";
import { ConfigurationError, parseEnvironment } from "#model/environment.ts";
import { PackError } from "./content/pack.ts";
import { openEmbeddedApi } from "./embedded.ts";
import { StoreError } from "./store/fault.ts";
import { keepFilesPrivate } from "./store/private-files.ts";

const listening = z.object({
  API_PORT: z.coerce.number("must be a port number").int().min(0).max(65_535).default(4000),
  API_HOST: z.string().default("127.0.0.1"),
});

keepFilesPrivate();
try {
  const { API_PORT, API_HOST } = parseEnvironment(listening, process.env);
  const api = await openEmbeddedApi(process.env);
  const server = serve({ fetch: (request) => api.fetch(request), port: API_PORT, hostname: API_HOST }, ({ address, port, family }) =>
    console.log(`The API listens on http://${family === "IPv6" ? `[${address}]` : address}:${port}`),
  );
  const stop = () => {
    // Requests in flight are finished; idle connections would keep the process running for ever.
    server.close(() => void api.close());
    if ("closeIdleConnections" in server) server.closeIdleConnections();
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
} catch (error) {
  if (!(error instanceof ConfigurationError) && !(error instanceof PackError) && !(error instanceof StoreError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
