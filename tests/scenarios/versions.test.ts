/** Several web processes on one store: what one of them saves, another never overwrites unseen (docs/rules/locks-and-saving.md#versions). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { fingerprint } from "#model/text.ts";
import { type FreshDatabase, freshDatabase } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { type App, startApp } from "../support/server.ts";
import { start } from "./questions.ts";

const SAVES = 1000;
let database: FreshDatabase;
let apps: App[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  const env = { DATABASE_URL: database.url, SESSION_SECRET: "one secret that both processes share", LOG_REQUESTS: "0" };
  const first = await startApp({ env });
  apps = [first, await startApp({ env })];
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await database.drop();
});

test("of 1,000 saves of one thread, in two processes by one user, each is stored or shown as a conflict", async () => {
  const [one] = apps as [App, App];
  const { at, email, note } = await start(one);
  const address = `${at("MC", "PL")}/save`;
  /** The text that each text replaced. */
  const replaced = new Map<string, string>();
  let conflicts = 0;
  let left = SAVES;

  async function work(app: App, name: string): Promise<void> {
    const visitor = await new Visitor(app.url).enter((await one.entryLink(email)).replace(one.url, app.url));
    await visitor.get(at("MC", "PL"));
    let seen = "";
    for (let count = 1; left > 0; count += 1) {
      left -= 1;
      const text = `${name} ${count}`;
      const { status, body } = await save(visitor, address, seen, text);
      if (status === 200) {
        replaced.set(text, seen);
        seen = text;
      } else {
        expect([status, body.kind]).toEqual([409, "conflict"]);
        conflicts += 1;
        seen = body.stored?.note ?? "";
      }
    }
  }
  await Promise.all(apps.flatMap((app, index) => [work(app, `Left ${index}`), work(app, `Right ${index}`)]));

  expect(replaced.size + conflicts).toBe(SAVES);
  expect(conflicts).toBeGreaterThan(0);
  // Had one save overwritten another unseen, two of them would have replaced the same text.
  expect(new Set(replaced.values()).size).toBe(replaced.size);
  const last = [...replaced.keys()].filter((text) => ![...replaced.values()].includes(text));
  expect(last).toEqual([await note("MC", "PL")]);
}, 120_000);

interface Saved {
  status: number;
  body: { kind: string; stored?: { note?: string } };
}

async function save(visitor: Visitor, address: string, seen: string, text: string): Promise<Saved> {
  await visitor.post(address, { noteBase: fingerprint(seen), note: text });
  return { status: visitor.status, body: JSON.parse(new TextDecoder().decode(visitor.body)) };
}
