import { setTimeout as wait } from "node:timers/promises";
import { NOTE_MAX } from "#model/note.ts";
import { THREADS } from "#model/p3m3/catalogue.ts";
import { paths } from "../../app/views/paths.ts";
import { answerAll, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { loopDelayOf } from "../support/event-loop.ts";
import { Visitor } from "../support/form-driver.ts";
import { memoryOf } from "../support/memory.ts";
import { apiClient } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { type Attack, startMeasured } from "./attack.ts";

const EMAIL = "mallory@example.org";
/** Far above what a server takes that draws two pictures at a time, far below what the same attack took before it was bounded. */
const MEGABYTES_MAX = 1_200;
/** Of the serving thread's own work, in one piece. */
const OWN_MS_MAX = 100;
const VARIANTS = 24;
const HEALTH_EVERY_MS = 25;

/** A completed assessment of one perspective, with these notes. */
async function noted(client: Client, notes: readonly string[]): Promise<number> {
  const id = await createP3M3(client, await createOrganization(client, { benchmarkConsent: true }), {
    perspectiveIds: [1],
    selectedLevel: 1,
  });
  await answerAll(client, id, "PNNNN");
  for (const [index, body] of notes.entries())
    expectStatus(await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: THREADS[index]?.id, body }), 200);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return id;
}

const han = (note: number) => Array.from({ length: 8_000 }, (_, index) => String.fromCodePoint(0x20000 + note * 8_000 + index)).join("");
const ordinary = "The sponsor reviews the benefits every quarter. ".repeat(NOTE_MAX / 40).slice(0, NOTE_MAX);

/** Asks for these addresses at once, and for `/health` all the while. */
async function storm(app: App, cookie: string, addresses: readonly string[]) {
  await loopDelayOf(app);
  const began = performance.now();
  let isDone = false;
  const requests = addresses.map(async (path) => {
    const answer = await fetch(app.url + path, { headers: { Cookie: cookie } }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    return answer?.status ?? 0;
  });
  const answering = Promise.all(requests).finally(() => {
    isDone = true;
  });
  let [health, silent, megabytes] = [0, 0, 0];
  while (!isDone) {
    const startedAt = performance.now();
    const healthy = await fetch(`${app.url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (healthy) health += 1;
    silent = Math.max(silent, performance.now() - startedAt);
    megabytes = Math.max(megabytes, memoryOf(app.process.pid) || 0);
    await wait(HEALTH_EVERY_MS);
  }
  const statuses = await answering;
  const { own } = await loopDelayOf(app);
  const counts = [200, 503, 0].map((status) => [status, statuses.filter((each) => each === status).length] as const);
  const alive = app.process.exitCode === null && app.process.signalCode === null;
  return {
    held:
      alive &&
      statuses.every((status) => status === 200 || status === 503) &&
      health > 0 &&
      megabytes < MEGABYTES_MAX &&
      !(own > OWN_MS_MAX),
    figures: [
      counts.map(([status, count]) => `${count} × ${status || "no answer"}`).join(", "),
      `${((performance.now() - began) / 1000).toFixed(1)} s`,
      `/health answered ${health} times, silent for ${silent.toFixed(0)} ms at most`,
      `${own.toFixed(0)} ms own work in one piece`,
      `${megabytes.toFixed(0)} MB`,
    ].join(", "),
  };
}

export const attack: Attack = {
  title:
    "pictures of notes that nobody would write, and cold variants of one picture at once, so that the process dies or keeps everybody waiting",
  async run() {
    const app = await startMeasured();
    try {
      const client = await apiClient(app.databaseUrl, EMAIL);
      const strange = await noted(
        client,
        Array.from({ length: 5 }, (_, note) => han(note)),
      );
      const long = await noted(
        client,
        Array.from({ length: 13 }, () => ordinary),
      );
      const visitor = await new Visitor(app.url).get(await app.entryLink(EMAIL));
      const cookie = ["session", "seen"].map((name) => `${name}=${visitor.cookie(name)}`).join("; ");
      // Modules that the first request of its kind loads are not part of the attack.
      await visitor.get(paths.result(strange, "P3M3"));
      const notes = (id: number, query = "") => `${paths.resultImage(id, "notes-bm")}${query}`;
      const { body: countries } = await client.get("/countries");
      const variants = countries
        .slice(0, VARIANTS)
        .map(({ id }: { id: number }) => `${paths.resultImage(strange, "overall-scores")}?country=${id}`);
      const rounds = [
        ["five notes of 8,000 different characters", await storm(app, cookie, [notes(strange)])],
        ["thirteen notes of full length", await storm(app, cookie, [notes(long)])],
        [`${VARIANTS} countries at once`, await storm(app, cookie, variants)],
        [
          `${VARIANTS} unknown countries at once`,
          await storm(
            app,
            cookie,
            variants.map((_: string, index: number) => notes(long, `?country=${90_000 + index}`)),
          ),
        ],
        [
          "the result page three times",
          await storm(
            app,
            cookie,
            [1, 2, 3].map(() => paths.result(long, "P3M3")),
          ),
        ],
      ] as const;
      return {
        held: rounds.every(([, { held }]) => held),
        figures: rounds.map(([what, { figures }]) => `${what}: ${figures}`).join("\n      "),
      };
    } finally {
      await app.stop();
    }
  },
};
