/** The reference API as a process of its own. */
import "../scripts/node-version.js";
import { serve } from "@hono/node-server";
import { ConfigurationError, Faults, readVariables, WRONG_SETTINGS_EXIT, wordsForListening } from "#model/environment.ts";
import { settingWarnings } from "#model/settings.ts";
import { VERSION } from "#model/version.ts";
import { LISTENING } from "./config.ts";
import { PackError } from "./content/pack.ts";
import { checkSettings, openEmbeddedApi } from "./embedded.ts";
import { logLine } from "./log.ts";
import { StoreError } from "./store/fault.ts";
import { keepFilesPrivate } from "./store/private-files.ts";

/** How long open requests may take to finish when the process has to end. */
const STOPPING_MS = 5_000;
/** By then the process has ended, whatever does not answer. */
const HARD_END_MS = 25_000;

keepFilesPrivate();
try {
  const faults = new Faults();
  const { API_PORT, API_HOST } = readVariables(LISTENING, process.env, faults);
  faults.gather(() => checkSettings(process.env));
  faults.throwIfAny();
  logLine({ level: "info", message: "the API starts", version: VERSION });
  for (const message of settingWarnings(process.env)) logLine({ level: "warn", message });
  const api = await openEmbeddedApi(process.env);
  const server = serve({ fetch: (request) => api.fetch(request), port: API_PORT, hostname: API_HOST }, ({ address, port, family }) =>
    console.log(`The API listens on http://${family === "IPv6" ? `[${address}]` : address}:${port}`),
  );
  server.on("error", (error: Error) => {
    console.error(wordsForListening(error, { port: "API_PORT", host: "API_HOST" }) ?? error);
    process.exit(1);
  });
  const stop = () => {
    // A request that has still not arrived by then is from a stalled client.
    if ("closeAllConnections" in server) setTimeout(() => server.closeAllConnections(), STOPPING_MS).unref();
    // Requests in flight are finished; idle connections would keep the process running for ever.
    server.close(() => void api.close().then(() => process.exit(0)));
    if ("closeIdleConnections" in server) server.closeIdleConnections();
    setTimeout(() => process.exit(1), HARD_END_MS).unref();
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
} catch (error) {
  if (!(error instanceof ConfigurationError) && !(error instanceof PackError) && !(error instanceof StoreError)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof ConfigurationError ? WRONG_SETTINGS_EXIT : 1;
}
