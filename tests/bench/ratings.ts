/** A question screen with as many second ratings as there may be against one without (docs/rules/second-ratings.md): the time for which the server works. Needs Linux. */
import { Agent } from "node:http";
import { RATINGS_MAX } from "#model/ratings.ts";
import { paths } from "../../app/views/paths.ts";
import { buildIfStale } from "../../scripts/build.js";
import { answerThread, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import { inTurns, type Line, milliseconds, ratioOf, workOf } from "./measure.ts";
import { CONNECTIONS, cookiesFor, requests } from "./requests.ts";

const TEAM = "Raters";
const THREADS = [1, 2, 3, 4, 6, 7];
const SELECTIONS = ["Fully", "Fully", "Partially", "N/A", "N/A"];

/** An assessment with one perspective answered. */
async function prepare(client: Client): Promise<number> {
  const id = await createP3M3(client, await createOrganization(client), { selectedLevel: 3 });
  for (const thread of THREADS) expectStatus(await answerThread(client, id, 1, thread, "FFRNN"), 200);
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  return id;
}

/** Each of the raters is in charge of the perspective, and says something about each thread. */
async function rate(client: Client, id: number, raters: readonly Client[]): Promise<void> {
  const { threads } = expectStatus(await client.get(`/assessments/${id}/overview?perspectiveIds=1`), 200).body;
  for (const [index, rater] of raters.entries()) {
    const { colleagues } = expectStatus(await client.get(`/assessments/${id}/ratings`), 200).body;
    const person = colleagues.find(({ email }: { email: string }) => email === addressOf(index)).id;
    const form = { person, kind: "charge", groups: ["perspective/1"], until: "2099-12-01" };
    const number = expectStatus(await client.post(`/assessments/${id}/ratings`, form), 201).body.id;
    const own = `/assessments/${id}/ratings/${number}`;
    expectStatus(await rater.post(`${own}/begin`, { seen: [] }), 204);
    for (const thread of THREADS) {
      const place = `thread/1/${thread}`;
      const answers = threads
        .find((each: { thread: { id: number } }) => each.thread.id === thread)
        .questions.map((question: { id: number; level: number }) => ({
          questionId: question.id,
          selection: SELECTIONS[question.level - 1],
        }));
      expectStatus(await rater.post(`${own}/answers`, { place, answers }), 200);
      expectStatus(await rater.put(`${own}/notes`, { place, body: "There is a plan for it, but nobody looks at it." }), 200);
    }
  }
}

const addressOf = (index: number) => `rater.${index}@example.org`;

export async function ratings(): Promise<Line[]> {
  buildIfStale();
  const product = await startApp();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    const email = "robin@example.org";
    const client = await apiClient(product.databaseUrl, email, { name: "Robin", team: TEAM });
    const raters: Client[] = [];
    for (let index = 0; index < RATINGS_MAX; index += 1)
      raters.push(await apiClient(product.databaseUrl, addressOf(index), { team: TEAM }));
    const [many, none] = [await prepare(client), await prepare(client)];
    await rate(client, many, raters);
    const visitor = await new Visitor(product.url).get(await product.entryLink(email));
    const open = async (path: string) => {
      await visitor.get(path);
      if (visitor.status !== 200) throw new Error(`${path} answered ${visitor.status}.`);
      return requests(product.url + path, agent, cookiesFor(path, visitor));
    };
    const path = (id: number) => paths.questions(id, "BM", "AM");
    const ways = { many: await open(path(many)), none: await open(path(none)) };
    await visitor.get(path(many));
    if (!visitor.text().includes("in charge: 2.50")) throw new Error("No rating is shown.");
    const timed = await inTurns(ways, { rounds: 10, calls: 30, concurrency: CONNECTIONS, clock: workOf(product.process.pid) });
    return [
      {
        what: `work of the server for a question screen with ${RATINGS_MAX} second ratings`,
        against: "the same without",
        measured: milliseconds(timed.many.ms),
        reference: milliseconds(timed.none.ms),
        ratio: ratioOf(timed.many.ms, timed.none.ms),
        aim: "≤ 1.3 ×",
      },
    ];
  } finally {
    agent.destroy();
    await product.stop();
  }
}
