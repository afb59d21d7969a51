/** Several web processes on one store: what one of them saves, another never overwrites unseen (docs/rules/locks-and-saving.md#versions). */
import { EventEmitter, once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HistoryEntry, history } from "#model/contract/history.ts";
import { fingerprint } from "#model/note.ts";
import { PERSPECTIVES } from "#model/p3m3/catalogue.ts";
import { type Client, type FreshDatabase, freshDatabase } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { type App, startApp } from "../support/server.ts";
import { start } from "./questions.ts";

const SAVES = 80;
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

test(`of ${SAVES} saves of one thread, in two processes by one user, each is stored or shown as a conflict`, async () => {
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
});

/** The answers of two people who take turns, each in one perspective and at times in the other's. No answers are those of both. */
const PEOPLE = [
  { name: "Kim", own: "MC", others: "RK", answers: ["FFFPN", "FFFRN"] },
  { name: "Robin", own: "RK", others: "MC", answers: ["FFFFP", "FFFFR"] },
] as const;
const SHARED_SAVES = 80;
const SAVES_A_VISIT = 5;

test("of two people whose lock changes hands while their forms grow old, each save is stored or shown as a conflict", async () => {
  const [one] = apps as [App, App];
  const started = await start(one);
  const { at, id, team, client, note, letters } = started;
  /** What was acknowledged, in the words of the history. */
  const acknowledged: string[] = [];
  const counts = { conflict: 0, locked: 0 };
  const saves = new EventEmitter();
  let isSomebodyHome = false;

  async function work(app: App, { name, own, others, answers }: (typeof PEOPLE)[number]): Promise<void> {
    const email = `${name.toLowerCase()}.${id}@example.org`;
    const link = await one.entryLink(email, { name, team });
    const visitor = await new Visitor(app.url).enter(link.replace(one.url, app.url));
    const seen = new Map<string, string>();
    for (let count = 1; acknowledged.length < SHARED_SAVES; count += 1) {
      // Going home from the questions gives the lock back.
      if (count % SAVES_A_VISIT === 0) {
        await visitor.get("/", { Referer: `${app.url}${at(own, "PL")}` });
        // The other one has a turn, however busy the machine is.
        if (!isSomebodyHome && acknowledged.length < SHARED_SAVES) {
          isSomebodyHome = true;
          await once(saves, "saved");
          isSomebodyHome = false;
        }
      }
      const perspective = count % 4 === 0 ? others : own;
      const part = count % 2 === 0 ? "note" : "answers";
      const key = `${perspective} ${part}`;
      const base = seen.get(key) ?? (part === "note" ? "" : "NNNNN");
      const target = part === "note" ? `${name} ${count}` : (answers.find((each) => each !== base) ?? "");
      const fields: Record<string, string> = part === "note" ? { noteBase: fingerprint(base), note: target } : { base, target };
      await visitor.post(`${at(perspective, "PL")}/save`, fields);
      const body: SaveReply["body"] = JSON.parse(new TextDecoder().decode(visitor.body));
      if (body.kind === "saved") {
        acknowledged.push(`${email} ${key}: ${base} -> ${target}`);
        saves.emit("saved");
        seen.set(key, target);
      } else if (body.kind === "conflict") {
        counts.conflict += 1;
        seen.set(key, body.stored?.[part] ?? "");
      } else {
        expect(body.kind).toBe("locked");
        counts.locked += 1;
      }
    }
  }
  await Promise.all(apps.map((app, index) => work(app, PEOPLE[index] ?? PEOPLE[0])));

  const hands = acknowledged.map((each) => each.split(" ")[0]);
  expect(hands.filter((each, index) => index > 0 && each !== hands[index - 1]).length).toBeGreaterThan(10);
  expect(Math.min(counts.conflict, counts.locked)).toBeGreaterThan(0);
  // Each save is in the history once, and found what it was made from: nothing in between was overwritten.
  const entries = await historyOf(client, id);
  expect(entries.map(({ text }) => text).sort()).toEqual(acknowledged.sort());
  for (const { own } of PEOPLE) {
    for (const part of ["answers", "note"]) {
      const here = entries.filter(({ key }) => key === `${own} ${part}`);
      expect(here.slice(1).map(({ before }) => before)).toEqual(here.slice(0, -1).map(({ after }) => after));
      expect(here.at(-1)?.after).toBe(await (part === "note" ? note : letters)(own, "PL"));
    }
  }
});

/** What was saved in an assessment, the oldest first. */
async function historyOf(client: Client, id: number) {
  const all: HistoryEntry[] = [];
  for (let more = true; more; ) {
    const last = all.at(-1);
    const page = history.parse((await client.get(`/assessments/${id}/history${last ? `?before=${last.id}` : ""}`)).body);
    all.push(...page.entries);
    more = page.more;
  }
  return all
    .filter(({ kind }) => kind === "answers" || kind === "note")
    .reverse()
    .map(({ by, kind, place, before, after }) => {
      const perspective = PERSPECTIVES.find((each) => place.startsWith(`thread/${each.id}/`))?.code;
      const key = `${perspective} ${kind}`;
      const from = before ?? (kind === "note" ? "" : "NNNNN");
      return { key, before: from, after, text: `${by} ${key}: ${from} -> ${after}` };
    });
}

interface SaveReply {
  status: number;
  body: { kind: string; stored?: { note?: string; answers?: string } };
}

async function save(visitor: Visitor, address: string, seen: string, text: string): Promise<SaveReply> {
  await visitor.post(address, { noteBase: fingerprint(seen), note: text });
  return { status: visitor.status, body: JSON.parse(new TextDecoder().decode(visitor.body)) };
}
