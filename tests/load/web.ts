import { MEASURED } from "../support/event-loop.ts";
import { type App, freePort, startApp } from "../support/server.ts";

interface WebOptions {
  /** A database that outlives the process; without it one of its own. */
  databaseUrl?: string | undefined;
  /** The address that people use, if several processes share it; usually the process's own. */
  publicUrl?: string | undefined;
  /** The API as a process of its own; without it in the web process. */
  apiUrl?: string | undefined;
}

/** Starts a web process as in production. */
export async function startWeb({ databaseUrl, publicUrl, apiUrl }: WebOptions = {}): Promise<App> {
  const port = String(await freePort());
  return startApp({
    env: {
      DEMO: "0",
      // As in the container.
      MALLOC_ARENA_MAX: "2",
      PORT: port,
      HOST: "127.0.0.1",
      PUBLIC_URL: publicUrl ?? `http://localhost:${port}`,
      ALLOW_HTTP: "1",
      HOME_SITE_URL: "http://home.invalid",
      SESSION_SECRET: "the secret of a load run ends with it",
      LOG_REQUESTS: "0",
      // Each assessor comes from an address of their own, as through a proxy.
      TRUST_PROXY: "1",
      ...MEASURED,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...(apiUrl ? { API_URL: apiUrl } : {}),
    },
  });
}
