/** How much of a result is sent (docs/performance.md#budgets). */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMPONENTS, PRACTICES } from "#model/itil/catalogue.ts";
import { isComputed } from "#model/itil/explain.ts";
import { PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import {
  answerComponent,
  answerPractice,
  answerThread,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
} from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import type { App } from "../support/server.ts";
import { sharedApp } from "../support/shared.ts";
import { newAssessor } from "./wizard.ts";

/** Bytes that a user downloads. Raise it with a line of reason in the commit. */
const BUDGET = 60_000;
const sizeOf = (page: Uint8Array) => gzipSync(page).byteLength;

let app: App;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

const EVERY = ["RNNNN", "PNNNN", "FRNNN", "FPNNN", "FFRNN", "FFPNN", "FFFRN", "FFFPN", "FFFFR", "FFFFP", "FFFFF"];

/** All perspectives and threads of the shipped catalogue, with two attributes and a note in each perspective. */
async function fullP3M3(client: Client): Promise<number> {
  const id = await createP3M3(client, await createOrganization(client));
  for (const perspective of PERSPECTIVES) {
    for (const thread of THREADS) {
      const letters = EVERY[(perspective.id * 3 + thread.id * 2) % EVERY.length] ?? "";
      expectStatus(await answerThread(client, id, perspective.id, thread.id, letters), 200);
    }
    const [question] = expectStatus(await client.get(`/P3M3/assessments/${id}/questions?p=${perspective.id}&t=1`), 200).body;
    for (const [index, isPositive] of [true, false].entries()) {
      const diagnosticId = question.diagnostics[index].id;
      expectStatus(await client.put(`/p3m3/assessments/${id}/diagnostics/${question.id}`, { diagnosticId, isPositive }), 200);
    }
    const body = "Seen in the minutes of the last three boards, and told alike by two people.";
    await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: perspective.id, threadId: 9, body });
  }
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return id;
}

/** All practices of the shipped catalogue, from level 2 to 5, and the components. */
async function fullItil(client: Client): Promise<number> {
  const practices = PRACTICES.map(({ id }) => ({ id, selectionMode: id % 3 === 0 ? (2 as const) : (1 as const) }));
  const id = await createItil(client, await createOrganization(client), { selectedScope: "Comprehensive", practices });
  for (const practice of PRACTICES) {
    const url = `/itil/assessments/${id}/questions/capability?capabilityId=${practice.id}`;
    const questions: { level: number }[] = expectStatus(await client.get(url), 200).body;
    const level = 2 + ((practice.id * 7) % 4);
    const letters = questions.map((question) => (question.level <= level ? "F" : question.level === level + 1 ? "R" : "N"));
    expectStatus(await answerPractice(client, id, practice.id, letters.join("")), 200);
  }
  for (const component of COMPONENTS.filter((each) => !isComputed(each)))
    expectStatus(await answerComponent(client, id, component.code as "M-GP", 3), 200);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return id;
}

describe.each([
  ["P3M3", fullP3M3, (id: number) => `/assessments/${id}/result`],
  ["ITIL", fullItil, (id: number) => `/assessments/${id}/result/itil`],
] as const)("the result of a full %s assessment", (model, make, address) => {
  test("is sent in little, and no table is sent twice", async () => {
    const { visitor, client } = await newAssessor(app);
    await visitor.get(address(await make(client)));
    expect(visitor.status).toBe(200);
    const html = new TextDecoder().decode(visitor.body);
    expect(sizeOf(visitor.body)).toBeLessThanOrEqual(BUDGET);
    const scripts = [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script]) => script).join("");
    expect(scripts).toContain("contents");
    const cells = visitor.document.querySelectorAll(".report-body td").map((cell) => cell.text);
    const sentences = cells.filter((text) => text.length > 40 && !text.includes("'"));
    expect(sentences.length, model).toBeGreaterThan(20);
    expect(sentences.filter((text) => scripts.includes(text))).toEqual([]);
  });
});

/** The heaviest that anybody has seen: three attributes for each thread, notes, evidence and a benchmark. */
const DEMO = [
  ["P3M3", "/assessments/1/result"],
  ["ITIL", "/assessments/3/result/itil"],
] as const;

test.each(DEMO)("the demo's full %s result is within the budget, everything opened", async (_model, address) => {
  const visitor = await new Visitor(app.url).enter(await app.entryLink("alex@demo.example"));
  await visitor.get(`${address}?open=all`);
  expect(visitor.status).toBe(200);
  expect(visitor.text()).toContain("Register of evidence");
  expect(sizeOf(visitor.body)).toBeLessThanOrEqual(BUDGET);
});
