/** The processes that a load run starts: web processes, the API in them or by itself, and the database. */
import { freshPostgres, freshSqlite } from "../support/api.ts";
import { startPostgres } from "../support/postgres.ts";
import { type Api, type App, startApi } from "../support/server.ts";
import { startWeb } from "./web.ts";

export interface ArrangementOptions {
  database: "sqlite" | "postgres";
  /** Web processes. */
  processes: number;
  /** Whether the API is a process of its own. */
  apart: boolean;
}

export interface Arrangement {
  apps: readonly App[];
  databaseUrl: string;
  /** The address that people use, the same for all web processes. */
  origin: string;
  /** The web processes, and then the API if it is apart. */
  pids: readonly (number | undefined)[];
  stop(): Promise<void>;
}

export async function startArrangement({ database, processes, apart }: ArrangementOptions): Promise<Arrangement> {
  const postgres = database === "postgres" ? await startPostgres({ durable: true }) : undefined;
  const { url: databaseUrl, drop } = postgres ? await freshPostgres(postgres.url) : freshSqlite();
  const api: Api | undefined = apart ? await startApi(databaseUrl) : undefined;
  const first = await startWeb({ databaseUrl, apiUrl: api?.url });
  const apps = [first];
  // One after the other: the first one migrates the database.
  while (apps.length < processes) apps.push(await startWeb({ databaseUrl, apiUrl: api?.url, publicUrl: first.url }));
  return {
    apps,
    databaseUrl,
    origin: first.url,
    pids: [...apps, ...(api ? [api] : [])].map(({ process }) => process.pid),
    async stop() {
      for (const app of apps) await app.stop();
      await api?.stop();
      await drop();
      await postgres?.stop();
    },
  };
}
