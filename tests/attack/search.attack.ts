import { setTimeout as wait } from "node:timers/promises";
import { openStore } from "#api/store/open.ts";
import { EVIDENCE_MAX, EVIDENCE_TEXT_MAX } from "#model/evidence.ts";
import { NOTE_MAX } from "#model/note.ts";
import { PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { loopDelayOf } from "../support/event-loop.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { type Attack, startMeasured } from "./attack.ts";

/** Of the serving thread's own work, in one piece. */
const OWN_MS_MAX = 100;
/** How long somebody else may wait for the home screen at the same time, even on a busy machine. */
const OTHER_MS_MAX = 5_000;
/** Searches that one person sends at once; thirty are made within a minute. */
const AT_ONCE = 35;
/** What 91 notes hold, and what is searched for in them. */
const NOTES: Readonly<Record<string, readonly [text: string, query: string]>> = {
  "phrases in one sign": ["\ufdfa", "nothing"],
  "ordinary Greek": ["Καλημέρα κόσμε, τι κάνεις; ", "κόσμε καλημέρα"],
  "marks out of order": ["a\u0301\u0323", "aa"],
  "letters that grow": ["\u2487\u00bd", "(20)"],
  "one letter": ["a", `${"a".repeat(99)}b${"a".repeat(99)}`],
};

/** An assessment with a note of full length at every thread, of somebody of their own. */
async function noted(app: App, email: string, text: string) {
  const client = await apiClient(app.databaseUrl, email);
  const id = await createP3M3(client, await createOrganization(client), { selectedLevel: 1 });
  const body = text.repeat(NOTE_MAX).slice(0, NOTE_MAX);
  for (const { id: perspectiveId } of PERSPECTIVES)
    for (const { id: threadId } of THREADS) {
      const { status } = await client.post("/P3M3/notes", { assessmentId: id, perspectiveId, threadId, body });
      // Not every scope has every thread.
      if (status !== 200 && status !== 404) throw new Error(`A note was answered ${status}.`);
    }
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  return { id, visitor: await new Visitor(app.url).get(await app.entryLink(email)) };
}

/** A thousand entries of full length for five threads each, as many as there may be. They would take an hour to type. */
async function evidenced(databaseUrl: string, assessmentId: number, text: string): Promise<void> {
  const store = openStore(databaseUrl);
  const of = (length: number) => text.repeat(length).slice(0, length);
  const { what, where, who, remark } = EVIDENCE_TEXT_MAX;
  const texts = { kind: "document", what: of(what), found_at: of(where), who: of(who), remark: of(remark) } as const;
  for (let index = 0; index < EVIDENCE_MAX; index += 1) {
    const row = { assessment_id: assessmentId, date: null, good_until: null, ...texts };
    const { id } = await store.insertInto("evidence").values(row).returning("id").executeTakeFirstOrThrow();
    const places = PERSPECTIVES.slice(0, 5).map((perspective) => ({
      assessment_id: assessmentId,
      evidence_id: id,
      place: `thread/${perspective.id}/2`,
      supports: "[]",
      against: "[]",
    }));
    await store.insertInto("evidence_place").values(places).execute();
  }
  await store.destroy();
}

/** Does something, and opens the home screen as somebody else again and again until it is done. */
async function watch(app: App, kim: Visitor, doing: () => Promise<unknown>) {
  await loopDelayOf(app);
  let isDone = false;
  let [homes, longest, failed] = [0, 0, 0];
  const began = performance.now();
  const done = doing().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const startedAt = performance.now();
    if ((await kim.get("/")).status !== 200) failed += 1;
    homes += 1;
    longest = Math.max(longest, performance.now() - startedAt);
    await wait(25);
  }
  await done;
  const { own } = await loopDelayOf(app);
  return {
    held: failed === 0 && longest < OTHER_MS_MAX && !(own > OWN_MS_MAX),
    figures: `${((performance.now() - began) / 1000).toFixed(1)} s, ${own.toFixed(0)} ms own work in one piece, somebody else's home screen ${homes} times, ${longest.toFixed(0)} ms at most`,
  };
}

export const attack: Attack = {
  title: "searches in notes that take long to compare, one after the other and all at once, to freeze the process",
  async run() {
    const app = await startMeasured();
    try {
      const kim = await new Visitor(app.url).get(await app.entryLink("kim@example.org"));
      const rounds: { held: boolean; figures: string }[] = [];
      let last: { id: number; visitor: Visitor } | undefined;
      for (const [index, [what, [text, query]]] of Object.entries(NOTES).entries()) {
        const { id, visitor } = await noted(app, `mallory${index}@example.org`, text);
        const address = `/assessments/${id}/search?${new URLSearchParams({ q: query })}`;
        // Modules that the first request of its kind loads are not part of the attack.
        await visitor.get(`/assessments/${id}/search?q=qqqqq`);
        const { held, figures } = await watch(app, kim, () => visitor.get(address));
        rounds.push({ held: held && visitor.status === 200, figures: `${what}: ${visitor.status}, ${figures}` });
        if (index === 1) {
          await evidenced(app.databaseUrl, id, text);
          for (const path of [
            address,
            `/assessments/${id}/evidence?q=nothing`,
            `/assessments/${id}/evidence?q=%CE%BA%CF%8C%CF%83%CE%BC%CE%B5`,
          ]) {
            const full = await watch(app, kim, () => visitor.get(path));
            rounds.push({
              held: full.held && visitor.status === 200,
              figures: `with all its evidence: ${visitor.status}, ${full.figures}`,
            });
          }
        }
        last ??= { id, visitor };
      }
      if (last) {
        const { id, visitor } = last;
        const tabs = Array.from({ length: AT_ONCE }, () => visitor.anotherTab());
        const { held, figures } = await watch(app, kim, () =>
          Promise.all(tabs.map((tab, index) => tab.get(`/assessments/${id}/search?q=nothing${index}`))),
        );
        const [made, refused] = [200, 429].map((status) => tabs.filter((tab) => tab.status === status).length);
        rounds.push({
          held: held && (made ?? 0) <= 30 && (made ?? 0) + (refused ?? 0) === AT_ONCE,
          figures: `${AT_ONCE} at once: ${made} made, ${refused} refused in words, ${figures}`,
        });
      }
      return {
        held: rounds.every(({ held }) => held),
        figures: rounds.map(({ held, figures }) => `${held ? "" : "FELL "}${figures}`).join("\n      "),
      };
    } finally {
      await app.stop();
    }
  },
};
