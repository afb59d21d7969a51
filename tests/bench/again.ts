/**
 * Questions screens and grids with last time's answers against the same screens without (docs/rules/assess-again.md): the time for which
 * the server works. Needs Linux.
 */
import { Agent } from "node:http";
import { PRACTICES } from "#model/itil/catalogue.ts";
import { paths } from "../../app/views/paths.ts";
import { buildIfStale } from "../../scripts/build.js";
import {
  answerAllItil,
  answerPractice,
  answerThread,
  completeP3M3,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
} from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import { inTurns, type Line, milliseconds, ratioOf, workOf } from "./measure.ts";
import { CONNECTIONS, cookiesFor, requests } from "./requests.ts";

/** A screen of an assessment that names one before, and the same screen of one that names none. */
interface Pair {
  name: string;
  named: string;
  plain: string;
}

async function prepare(client: Client): Promise<Pair[]> {
  const organization = await createOrganization(client);
  const release = (id: number) => client.delete(`/assessments/${id}/lock`);
  const before = await completeP3M3(client, organization, "FFPNN");
  const p3m3 = async (more: { previousId?: number }) => {
    const id = await createP3M3(client, organization, { selectedLevel: 3, ...more });
    for (const thread of [1, 2, 3, 4, 5, 6]) expectStatus(await answerThread(client, id, 3, thread, "FFPNN"), 200);
    await release(id);
    return id;
  };
  const scope = { selectedScope: "Comprehensive", practices: PRACTICES.map(({ id }) => ({ id, selectionMode: 1 as const })) } as const;
  const itilBefore = await createItil(client, organization, scope);
  await answerAllItil(client, itilBefore, "F", 3);
  expectStatus(await client.post(`/assessments/${itilBefore}/complete`), 200);
  const itil = async (more: { previousId?: number }) => {
    const id = await createItil(client, organization, { ...scope, ...more });
    expectStatus(await answerPractice(client, id, 19, "FN"), 200);
    await release(id);
    return id;
  };
  const [named, plain] = [await p3m3({ previousId: before }), await p3m3({})];
  const [itilNamed, itilPlain] = [await itil({ previousId: itilBefore }), await itil({})];
  const pair = (name: string, path: (id: number) => string, [one, other]: readonly [number, number]) => ({
    name,
    named: path(one),
    plain: path(other),
  });
  return [
    pair("a P3M3 question screen (91 threads)", (id) => paths.questions(id, "MC", "PL"), [named, plain]),
    pair("a P3M3 grid (13 threads)", (id) => paths.grid(id, "MC"), [named, plain]),
    pair("an ITIL question screen (34 practices)", (id) => paths.practiceQuestions(id, "INM"), [itilNamed, itilPlain]),
    pair("an ITIL grid (17 practices)", (id) => paths.practiceGrid(id, "service"), [itilNamed, itilPlain]),
  ];
}

export async function again(): Promise<Line[]> {
  buildIfStale();
  const product = await startApp();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    const email = "robin@example.org";
    const pairs = await prepare(await apiClient(product.databaseUrl, email, { name: "Robin" }));
    const visitor = await new Visitor(product.url).get(await product.entryLink(email));
    const open = async (path: string) => {
      await visitor.get(path);
      if (visitor.status !== 200) throw new Error(`${path} answered ${visitor.status}.`);
      return requests(product.url + path, agent, cookiesFor(path, visitor));
    };
    const lines: Line[] = [];
    for (const { name, named, plain } of pairs) {
      const ways = { named: await open(named), plain: await open(plain) };
      const timed = await inTurns(ways, { rounds: 10, calls: 60, concurrency: CONNECTIONS, clock: workOf(product.process.pid) });
      lines.push({
        what: `work of the server for ${name} with last time's answers`,
        against: "the same without an assessment before",
        measured: milliseconds(timed.named.ms),
        reference: milliseconds(timed.plain.ms),
        ratio: ratioOf(timed.named.ms, timed.plain.ms),
        aim: "≤ 1.05 ×",
      });
    }
    return lines;
  } finally {
    agent.destroy();
    await product.stop();
  }
}
