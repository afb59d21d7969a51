/** The report for a client, as a browser without script asks for it (docs/rules/client-report.md). */
import { strFromU8, unzipSync } from "fflate";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { answerPractice, completeP3M3, createItil, createOrganization, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import type { Visitor } from "../support/form-driver.ts";
import { type AppWithFaults, startAppWithFaults } from "../support/seed.ts";
import { newAssessor } from "./wizard.ts";

let app: AppWithFaults;
let visitor: Visitor;
let client: Client;
beforeAll(async () => {
  app = await startAppWithFaults();
  ({ visitor, client } = await newAssessor(app));
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const textOf = (file: ArrayBufferLike, part: RegExp) =>
  Object.entries(unzipSync(new Uint8Array(file)))
    .filter(([name]) => part.test(name))
    .map(([, bytes]) => strFromU8(bytes).replace(/<[^>]*>/g, " "))
    .join("\n");

async function completedItil(): Promise<number> {
  const id = await createItil(client, await createOrganization(client, { name: "Harbour Authority" }));
  const questions: { level: number }[] = expectStatus(
    await client.get(`/itil/assessments/${id}/questions/capability?capabilityId=19`),
    200,
  ).body;
  const letters = questions.map(({ level }) => (level <= 3 ? "F" : level === 4 ? "R" : "N")).join("");
  expectStatus(await answerPractice(client, id, 19, letters), 200);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return id;
}

describe.each([
  [
    "P3M3",
    async () => completeP3M3(client, await createOrganization(client), "FFPNN", { perspectiveIds: [1, 6], threadIds: [10] }),
    "Risk management",
  ],
  ["ITIL", completedItil, "Incident management"],
] as const)("the report of an assessment of %s", (model, complete, chapter) => {
  test.each([
    ["docx", "vnd.openxmlformats-officedocument.wordprocessingml.document", /^word\/document\.xml$/],
    ["pptx", "vnd.openxmlformats-officedocument.presentationml.presentation", /^ppt\/slides\/slide/],
  ])("is downloaded as a %s with what was wished for", async (ending, type, part) => {
    const id = await complete();
    await visitor.get(`/assessments/${id}/report.${ending}`);
    expect([visitor.status, visitor.headers.get("Content-Type")]).toEqual([200, `application/${type}`]);
    expect(visitor.headers.get("Content-Disposition")).toMatch(
      new RegExp(`filename="\\d{4}-\\d\\d-\\d\\d_${model}_\\w+_report\\.${ending}"`),
    );
    const whole = textOf(visitor.body.buffer, part);
    expect(whole).toContain(chapter);
    expect(whole).toContain("ISO/IEC 33020");
    await visitor.get(`/assessments/${id}/report.${ending}?section=summary&audience=board`);
    const short = textOf(visitor.body.buffer, part);
    expect(short).toContain("Harbour Authority");
    expect(short).not.toContain("ISO/IEC 33020");
    await expect
      .poll(async () => (await client.get(`/assessments/${id}/history`)).body.entries.map((entry: object) => JSON.stringify(entry)).join())
      .toContain("report as ");
  });
});
