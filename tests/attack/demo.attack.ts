import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { sqlitePath } from "#api/store/open.ts";
import { createOrganization } from "../contract/scenario.ts";
import { freshDatabase } from "../support/api.ts";
import { everything } from "../support/rows.ts";
import { apiClient } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";

const PRODUCTION = {
  DEMO: "0",
  HOST: "127.0.0.1",
  PUBLIC_URL: "http://127.0.0.1:1",
  ALLOW_HTTP: "1",
  HOME_SITE_URL: "http://home.invalid",
  SESSION_SECRET: "the secret of an attack ends with it",
};

/** The words of a refused start, or undefined when it started. It then asks for the demo's users, as anybody could. */
async function refusalOf(env: Record<string, string>): Promise<string | undefined> {
  try {
    const app = await startApp({ env });
    await fetch(`${app.url}/demo`);
    await app.stop();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The database's rows, and of a SQLite file each byte. */
async function fingerprint(url: string): Promise<{ rows: number; hash: string }> {
  const file = url.startsWith("file:") ? sqlitePath(url) : undefined;
  const hash = createHash("sha256");
  if (file) for (const path of [file, `${file}-wal`]) if (existsSync(path)) hash.update(readFileSync(path));
  const all = await everything(url);
  return { rows: Object.values(all).flat().length, hash: hash.update(JSON.stringify(all)).digest("hex") };
}

/** Makes a database by a first start, works on it, and starts again with other settings. */
async function swapped(made: Record<string, string>, opened: Record<string, string>) {
  const database = await freshDatabase();
  try {
    const env = { DATABASE_URL: database.url };
    const app = await startApp({ env: { ...made, ...env } });
    await createOrganization(await apiClient(database.url, "kim@client.example"));
    await app.stop();
    await everything(database.url);
    const before = await fingerprint(database.url);
    const refusal = await refusalOf({ ...opened, ...env });
    const after = await fingerprint(database.url);
    const same = before.hash === after.hash;
    const inWords = /^The database \S+ was (not )?made for the demo/m.test(refusal ?? "");
    return {
      held: inWords && same,
      figures: `${inWords ? "refused" : refusal ? "ended otherwise" : "opened"}, ${before.rows} rows before, ${after.rows} after, ${same ? "the same" : "changed"}`,
    };
  } finally {
    await database.drop();
  }
}

/** What an operator who types `npm start` on a production database would open to everybody. */
export const attack: Attack = {
  title: "The demo is started on a database of real data, and production on the demo's.",
  async run() {
    const demoOnReal = await swapped(PRODUCTION, { DEMO: "1" });
    const realOnDemo = await swapped({ DEMO: "1" }, PRODUCTION);
    return {
      held: demoOnReal.held && realOnDemo.held,
      figures: `the demo on real data: ${demoOnReal.figures}; production on the demo's: ${realOnDemo.figures}`,
    };
  },
};
