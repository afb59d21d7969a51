/**
 * Home with fifty organizations and 2,000 assessments against home with ten organizations, and against the same with half of them behind a wall, and
 * a register with 500 actions against one with twenty: the time for which the server works. Needs Linux.
 */
import { Agent } from "node:http";
import { type Db, inTransaction, openStore } from "#api/store/open.ts";
import { ACTIONS_MAX } from "#model/actions.ts";
import { daysAfter } from "#model/days.ts";
import { paths } from "../../app/views/paths.ts";
import { buildIfStale } from "../../scripts/build.js";
import { answerAllItil, completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { type App, startApp } from "../support/server.ts";
import { inTurns, type Line, milliseconds, ratioOf, workOf } from "./measure.ts";
import { CONNECTIONS, cookiesFor, requests } from "./requests.ts";

/** Assessments of each organization: forty times fifty make 2,000. */
const EACH = 40;
const [MANY, FEW] = [50, 10];
/** Organizations behind a wall for which the reader is named. */
const WALLED = 25;
const [ALL_ACTIONS, FEW_ACTIONS] = [ACTIONS_MAX, 20];
const ANSWERS = ["thread_answer", "practice_answer", "component_answer"] as const;

/** An organization with one assessment of each model in progress, and one that is completed. */
async function prepareOne(client: Client): Promise<number> {
  const organization = await createOrganization(client);
  await completeP3M3(client, organization, "FFPNN");
  const itil = await createItil(client, organization, { selectedScope: "Maturity" });
  await answerAllItil(client, itil, "F", 3);
  expectStatus(await client.post(`/assessments/${itil}/complete`), 200);
  const open = [await createP3M3(client, organization), await createItil(client, organization, { selectedScope: "Maturity" })];
  for (const id of open) expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  return organization;
}

/** Copies the assessments of an organization, with their answers, until the other one has so many. By the API it would take an hour. */
async function fill(db: Db, from: number, to: number, upTo: number): Promise<void> {
  const models = await db.selectFrom("assessment").selectAll().where("organization_id", "=", from).orderBy("id").limit(4).execute();
  for (let made = from === to ? models.length : 0; made < upTo; made += 1) {
    const { id: copied, ...row } = models[made % models.length] ?? { id: 0 };
    const values = { ...row, organization_id: to } as Omit<(typeof models)[number], "id">;
    const { id } = await db.insertInto("assessment").values(values).returning("id").executeTakeFirstOrThrow();
    for (const table of ANSWERS) {
      const answers = await db.selectFrom(table).selectAll().where("assessment_id", "=", copied).execute();
      if (answers.length === 0) continue;
      const rows = answers.map(({ id: _, ...answer }) => ({ ...answer, assessment_id: id }));
      await db
        .insertInto(table)
        .values(rows as never)
        .execute();
    }
  }
}

/** Puts organizations behind a wall for their owner alone. */
async function wall(client: Client, organizations: readonly number[]): Promise<void> {
  const { id } = expectStatus(await client.get("/me/data"), 200).body.person;
  for (const organization of organizations)
    expectStatus(await client.put(`/organizations/${organization}/access`, { access: "named", people: [id], reason: "As agreed" }), 200);
}

async function prepare(
  app: App,
  email: string,
  { organizations, actions, walled = 0 }: { organizations: number; actions: number; walled?: number },
) {
  const client = await apiClient(app.databaseUrl, email, { name: "Robin" });
  const first = await prepareOne(client);
  const others: number[] = [];
  for (let number = 1; number < organizations; number += 1) others.push(await createOrganization(client, { name: `Client ${number}` }));
  await wall(client, [first, ...others].slice(0, walled));
  const store = openStore(app.databaseUrl);
  const now = new Date().toISOString();
  const action = (number: number) => ({
    ...{ organization_id: first, title: `Do what was agreed as number ${number}`, why: "", places: "[]", owner: "Head of PMO" },
    ...{ due: daysAfter(now.slice(0, 10), number - 10), effort: "small", effect: "large", state: "open" },
    ...{ created_at: now, state_since: now },
  });
  await inTransaction(store, async (db) => {
    for (const organization of [first, ...others]) await fill(db, first, organization, EACH);
    for (let number = 0; number < actions; number += 1)
      await db
        .insertInto("action")
        .values(action(number) as never)
        .execute();
  });
  await store.destroy();
  return { home: paths.home({ organizationId: first, tab: "completed" }), register: paths.actions(first) };
}

export async function home(): Promise<Line[]> {
  buildIfStale();
  const product = await startApp();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    const large = await prepare(product, "large@example.org", { organizations: MANY, actions: ALL_ACTIONS });
    const small = await prepare(product, "small@example.org", { organizations: FEW, actions: FEW_ACTIONS });
    const walled = await prepare(product, "walled@example.org", { organizations: MANY, actions: ALL_ACTIONS, walled: WALLED });
    const open = async (email: string, path: string) => {
      const visitor = await new Visitor(product.url).get(await product.entryLink(email));
      await visitor.get(path);
      if (visitor.status !== 200) throw new Error(`${path} answered ${visitor.status}.`);
      return requests(product.url + path, agent, cookiesFor(path, visitor));
    };
    type Way = Awaited<ReturnType<typeof open>>;
    const line = async (what: string, measured: Way, against: string, reference: Way, aim = "≤ 2 ×"): Promise<Line> => {
      const timed = await inTurns(
        { measured, reference },
        { rounds: 10, calls: 30, concurrency: CONNECTIONS, clock: workOf(product.process.pid) },
      );
      return {
        what: `work of the server for ${what}`,
        against,
        measured: milliseconds(timed.measured.ms),
        reference: milliseconds(timed.reference.ms),
        ratio: ratioOf(timed.measured.ms, timed.reference.ms),
        aim,
      };
    };
    const all = `home with ${MANY} organizations and ${MANY * EACH} assessments`;
    const [ofLarge, ofSmall] = [await open("large@example.org", large.home), await open("small@example.org", small.home)];
    return [
      await line(all, ofLarge, `home with ${FEW} organizations as large`, ofSmall),
      await line(`the same, ${WALLED} of them behind a wall`, await open("walled@example.org", walled.home), all, ofLarge, "≤ 1.1 ×"),
      await line(
        `a register with ${ALL_ACTIONS} actions`,
        await open("large@example.org", large.register),
        `a register with ${FEW_ACTIONS}`,
        await open("small@example.org", small.register),
      ),
    ];
  } finally {
    agent.destroy();
    await product.stop();
  }
}
