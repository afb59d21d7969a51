/** An assessment with as many voices as it may have against one with five (docs/rules/voices.md): the time for which the server works. Needs Linux. */
import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { inTransaction, openStore } from "#api/store/open.ts";
import { VOICES_MAX } from "#model/voices.ts";
import { paths } from "../../app/views/paths.ts";
import { buildIfStale } from "../../scripts/build.js";
import { answerThread, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import { inTurns, type Line, milliseconds, ratioOf, workOf } from "./measure.ts";
import { CONNECTIONS, cookiesFor, requests } from "./requests.ts";

/** The threads of every voice, all in one perspective. */
const THREADS = [1, 2, 3, 4, 6, 7];
/** Of the few voices, one each. */
const ROLES = ["Executive", "Manager", "Specialist", "Support", "User"];
const CHOICES = ["Fully", "Partially", "Rarely/Never", "cannotTell"];

/** A full assessment with five voices who differ, each with a comment in every thread. */
async function prepare(client: Client): Promise<number> {
  const id = await createP3M3(client, await createOrganization(client), { selectedLevel: 3 });
  for (const thread of THREADS) expectStatus(await answerThread(client, id, 1, thread, "FFPNN"), 200);
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  const until = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const voices = ROLES.map((role, index) => ({ name: `Voice ${index}`, role, email: null }));
  const places = THREADS.map((thread) => `thread/1/${thread}`);
  const answer = await client.post(`/assessments/${id}/voices`, { voices, places, until, message: "", checksFacts: false });
  for (const [index, { voice }] of (expectStatus(answer, 200).body.voices as { voice: number }[]).entries()) {
    const { token } = expectStatus(await client.post(`/assessments/${id}/voices/${voice}/link`), 200).body;
    const own = client.bearing(expectStatus(await client.bearing("").post("/auth/voice", { token }), 200).body.token);
    for (const place of places) {
      const page = `/voice/pages/${encodeURIComponent(place)}`;
      const { statements } = expectStatus(await own.get(page), 200).body as { statements: { questionId: number }[] };
      const answers = statements.map(({ questionId }, at) => ({
        ...{ questionId, choice: CHOICES[(index + at) % CHOICES.length], seen: "" },
        comment: at === 1 ? "We have a plan for it, but nobody looks at it after the start." : "",
      }));
      expectStatus(await own.put(page, { answers }), 200);
    }
  }
  return id;
}

/** Copies the voices of an assessment, with what they say, until it has as many as it may have. By the API this would take long. */
async function fill(databaseUrl: string, id: number): Promise<void> {
  const store = openStore(databaseUrl);
  await inTransaction(store, async (db) => {
    const models = await db.selectFrom("voice").selectAll().where("assessment_id", "=", id).orderBy("number").execute();
    for (let number = models.length + 1; number <= VOICES_MAX; number += 1) {
      const { id: copied, ...row } = models[number % models.length] ?? { id: 0 };
      const values = { ...row, number, reference: randomUUID() } as Omit<(typeof models)[number], "id">;
      const voice = await db.insertInto("voice").values(values).returning("id").executeTakeFirstOrThrow();
      const pages = await db.selectFrom("voice_page").selectAll().where("voice_id", "=", copied).execute();
      await db
        .insertInto("voice_page")
        .values(pages.map((page) => ({ ...page, voice_id: voice.id })))
        .execute();
    }
  });
  await store.destroy();
}

export async function voices(): Promise<Line[]> {
  buildIfStale();
  const product = await startApp();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    const email = "robin@example.org";
    const client = await apiClient(product.databaseUrl, email, { name: "Robin" });
    const [many, few] = [await prepare(client), await prepare(client)];
    await fill(product.databaseUrl, many);
    const visitor = await new Visitor(product.url).get(await product.entryLink(email));
    const open = async (path: string) => {
      await visitor.get(path);
      if (visitor.status !== 200) throw new Error(`${path} answered ${visitor.status}.`);
      return requests(product.url + path, agent, cookiesFor(path, visitor));
    };
    const screens: [string, (id: number) => string][] = [
      ["the list of voices", (id) => paths.voices(id)],
      ["a question screen", (id) => paths.questions(id, "BM", "AM")],
      ["the differences", (id) => paths.differences(id)],
    ];
    const lines: Line[] = [];
    for (const [name, path] of screens) {
      const ways = { many: await open(path(many)), few: await open(path(few)) };
      const timed = await inTurns(ways, { rounds: 10, calls: 30, concurrency: CONNECTIONS, clock: workOf(product.process.pid) });
      lines.push({
        what: `work of the server for ${name} with ${VOICES_MAX} voices`,
        against: `the same with ${ROLES.length}`,
        measured: milliseconds(timed.many.ms),
        reference: milliseconds(timed.few.ms),
        ratio: ratioOf(timed.many.ms, timed.few.ms),
        aim: "≤ 2 ×",
      });
    }
    return lines;
  } finally {
    agent.destroy();
    await product.stop();
  }
}
