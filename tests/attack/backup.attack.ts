import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { SignJWT } from "jose";
import { createEntryToken } from "#api/auth/entry.ts";
import { createUser } from "#api/services/users.ts";
import { backUp } from "#api/store/backup.ts";
import { openStore } from "#api/store/open.ts";
import { freshDatabase } from "../support/api.ts";
import { startApi } from "../support/server.ts";
import type { Attack } from "./attack.ts";

const TEN_YEARS = 10 * 365 * 24 * 60 * 60;

/** Makes bearers for a session with everything in a backup that could be a key. */
async function forgedFrom(path: string): Promise<string[]> {
  const leaked = new DatabaseSync(path);
  const values = leaked
    .prepare("select value from setting")
    .all()
    .map((row) => String((row as { value: unknown }).value));
  const family = leaked.prepare("select id, user_id from session_family").get() as { id: string; user_id: number };
  leaked.close();
  const keys = values.flatMap((value) => (["utf8", "base64url", "hex"] as const).map((encoding) => Buffer.from(value, encoding)));
  const seconds = Math.floor(Date.now() / 1000);
  const bearer = (key: Buffer, exp: number) =>
    new SignJWT({ iss: "maturity-assessment-tool", sub: String(family.user_id), sid: family.id, iat: seconds, exp })
      .setProtectedHeader({ alg: "HS256" })
      .sign(key);
  const usable = keys.filter(({ length }) => length > 0);
  return Promise.all(usable.flatMap((key) => [bearer(key, seconds + TEN_YEARS), bearer(key, seconds + 20 * 60)]));
}

/** What the finder of a lost backup would try. */
export const attack: Attack = {
  title: "Bearer tokens are forged from all that a backup holds.",
  async run() {
    const database = await freshDatabase();
    const api = await startApi(database.url);
    const path = join(tmpdir(), `leaked-${process.pid}.db`);
    try {
      const store = openStore(database.url);
      await createUser(store, { email: "kim@client.example", roles: ["P3M3"] });
      const entry = await createEntryToken(store, "kim@client.example");
      await store.destroy();
      const entered = await fetch(`${api.url}/auth`, { method: "POST", body: JSON.stringify({ token: entry }) });
      const reading = async (token: string) =>
        (await fetch(`${api.url}/organizations`, { headers: { Authorization: `Bearer ${token}` } })).status;
      const own = await reading(((await entered.json()) as { token: string }).token);
      await backUp(database.url, { file: path });
      const forged = await forgedFrom(path);
      const statuses = await Promise.all(forged.map(reading));
      const accepted = statuses.filter((status) => status !== 401).length;
      return {
        held: own === 200 && forged.length > 0 && accepted === 0,
        figures: `${forged.length} tokens forged from the settings in it, ${accepted} accepted; the real one: ${own}`,
      };
    } finally {
      await api.stop();
      rmSync(path, { force: true });
      await database.drop();
    }
  },
};
