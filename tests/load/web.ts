import { MEASURED } from "../support/event-loop.ts";
import { type App, freePort, startApp } from "../support/server.ts";

/**
 * Starts a web process as in production, with the API in it.
 * @param databaseUrl a database that outlives the process; without it one of its own
 */
export async function startWeb(databaseUrl?: string): Promise<App> {
  const port = String(await freePort());
  return startApp({
    env: {
      DEMO: "0",
      PORT: port,
      HOST: "127.0.0.1",
      PUBLIC_URL: `http://localhost:${port}`,
      ALLOW_HTTP: "1",
      HOME_SITE_URL: "http://home.invalid",
      SESSION_SECRET: "the secret of a load run ends with it",
      LOG_REQUESTS: "0",
      // Each assessor comes from an address of their own, as through a proxy.
      TRUST_PROXY: "1",
      ...MEASURED,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
  });
}
