/** The draft result of an assessment in progress, as a browser without script shows it (docs/rules/results-and-files.md#drafts). */
import ExcelJS from "exceljs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
import { status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { READER, sharedApp, sharedAppWithFaults } from "../support/shared.ts";
import { textsOf } from "./questions.ts";
import { newAssessor } from "./wizard.ts";

let app: App;
let faulty: AppWithFaults;
beforeAll(async () => {
  app = await sharedApp();
  faulty = await sharedAppWithFaults();
});
afterAll(async () => {
  await app.stop();
  await faulty.stop();
});

/** Two perspectives of two threads; one thread answered, one started, and the second perspective untouched. */
async function begun(client: Client) {
  const organizationId = await createOrganization(client);
  const id = await createP3M3(client, organizationId, { perspectiveIds: [1, 3], threadIds: [1, 2] });
  expectStatus(await answerThread(client, id, 1, 1, "FFPNN"), 200);
  expectStatus(await answerThread(client, id, 1, 2, "FNNNN"), 200);
  await client.delete(`/assessments/${id}/lock`);
  return { id, organizationId };
}

const linksIn = (visitor: Visitor, selector: string) =>
  visitor.document.querySelectorAll(`${selector} a`).map((link) => link.getAttribute("href"));
const figures = (visitor: Visitor) => textsOf(visitor, ".scores .score");

describe("a P3M3 draft", () => {
  test("has the scores so far, what they would be if submitted now, and what is still to answer, with links", async () => {
    const { visitor, client } = await newAssessor(app);
    const { id } = await begun(client);
    await visitor.get(`/assessments/${id}/draft`);
    expect([visitor.status, visitor.title]).toEqual([200, "Draft result of Spring review | Maturity Assessment Tool"]);
    expect(textsOf(visitor, ".badge")).toContain("Draft");
    expect(figures(visitor)).toEqual([
      "Overall score so far 2.50 Mean of what is answered, out of 5 2 of 7 perspectives, 2 of 13 threads",
      "Overall score if submitted now 0.63 What is to do counts 0",
      "Maturity if submitted now 0 No level reached",
      "Threads complete 1 of 4 3 are still to answer",
    ]);
    expect(visitor.text()).toContain("Management control has no answered thread yet, so it has no score so far.");
    expect(textsOf(visitor, "#to-do > details > summary")).toEqual([
      "Benefits management 1 of 2 to answer",
      "Management control 2 of 2 to answer",
    ]);
    expect(linksIn(visitor, "#to-do tbody")).toEqual(["BM/AS", "MC/AM", "MC/AS"].map((place) => `/assessments/${id}/questions/${place}`));
    expect(textsOf(visitor, "#to-do tbody td")).toEqual(["In progress", "Not started", "Not started"]);
    // Nobody holds the lock because of it.
    expect((await client.get(`/assessments/${id}/lock`)).status).toBe(404);
  });

  test("is marked in its files and their names, and these are in the history", async () => {
    const { visitor, client } = await newAssessor(app);
    const { id } = await begun(client);
    await visitor.get(`/assessments/${id}/draft.xlsx`);
    const today = new Date().toISOString().slice(0, 10);
    expect(visitor.headers.get("Content-Disposition")).toContain(`${today}_P3M3_Spring_review_draft.xlsx`);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(visitor.body.buffer as ArrayBuffer);
    for (const sheet of book.worksheets) expect(sheet.getCell(1, 1).text).toContain("DRAFT");
    expect(book.getWorksheet("Still to answer")?.getColumn(2).values).toEqual(expect.arrayContaining(["Assurance", "Asset management"]));
    for (const format of ["jpg", "png", "svg"]) {
      await visitor.get(`/assessments/${id}/draft/images/thread-scores.${format}`);
      expect(visitor.headers.get("Content-Disposition")).toContain(`${today}_P3M3_Spring_review_draft_Thread_scores.${format}`);
    }
    await visitor.get(`/assessments/${id}/draft/images.zip`);
    expect(visitor.headers.get("Content-Disposition")).toContain(`${today}_P3M3_Spring_review_draft_images_JPG.zip`);
    await visitor.get(`/assessments/${id}/history`);
    expect(visitor.text()).toContain("draft Excel file");
    await visitor.get(`/assessments/${id}/draft`);
    const files = linksIn(visitor, "main").filter((href) => href?.includes("/images") || href?.endsWith(".xlsx"));
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((href) => !href?.startsWith(`/assessments/${id}/draft`))).toEqual([]);
  });

  test("links to the screens that show the answers, while somebody else edits and for who may only read", async () => {
    const { visitor, client, team } = await newAssessor(app);
    const { id } = await begun(client);
    const reader = await new Visitor(app.url).enter(await app.entryLink(READER));
    await reader.get(`/assessments/${id}/draft`);
    expect([reader.status, reader.url]).toEqual([200, `/assessments/${id}/draft`]);
    expect(linksIn(reader, "#to-do tbody")[0]).toBe(`/assessments/${id}/view/questions/BM/AS`);
    const { client: colleague } = await newAssessor(app, { team });
    expectStatus(await colleague.post(`/assessments/${id}/lock`), 200);
    await visitor.get(`/assessments/${id}/draft`);
    expect(linksIn(visitor, "#to-do tbody")[0]).toBe(`/assessments/${id}/view/questions/BM/AS`);
  });

  test("is offered by the summary, the row and the result's address", async () => {
    const { visitor, client } = await newAssessor(app);
    const { id, organizationId } = await begun(client);
    await visitor.get(`/?organization=${organizationId}`);
    await visitor.follow("Draft result");
    expect(visitor.url).toBe(`/assessments/${id}/draft`);
    await visitor.get(`/assessments/${id}/summary`);
    await visitor.follow("Draft");
    expect(visitor.url).toBe(`/assessments/${id}/draft`);
    await visitor.get(`/assessments/${id}/result`);
    expect(visitor.url).toBe(`/?organization=${organizationId}`);
    expect(visitor.text()).toContain("There is no result yet.");
    await visitor.follow("See the draft result");
    expect(visitor.url).toBe(`/assessments/${id}/draft`);
  });

  test("leads to the review without a scope, and to the result once it is completed", async () => {
    const { visitor, client } = await newAssessor(app);
    const organization = await createOrganization(client);
    const form = { name: "Bare", assessmentType: "P3M3", isTestAssessment: false, selectedScope: "Project", certified: false };
    const { id } = expectStatus(await client.post(`/organizations/${organization}/assessments`, form), 201).body;
    await visitor.get(`/assessments/${id}/draft`);
    expect(visitor.url).toBe(`/assessments/${id}/review`);
    expect(visitor.text()).toContain("There is no draft result yet.");
    const { id: done } = await begun(client);
    await client.post(`/assessments/${done}/lock`);
    for (const [perspective, thread] of [
      [1, 2],
      [3, 1],
      [3, 2],
    ] as const)
      expectStatus(await answerThread(client, done, perspective, thread, "FFRNN"), 200);
    await visitor.get(`/assessments/${done}/draft`);
    expect(visitor.text()).toContain("Everything is answered: the assessment can be submitted.");
    expect(visitor.text()).toContain("are both at 2.");
    expectStatus(await client.post(`/assessments/${done}/complete`), 200);
    await visitor.get(`/assessments/${done}/draft`);
    expect(visitor.url).toBe(`/assessments/${done}/result`);
  });

  test("that cannot be loaded says so", async () => {
    const { visitor, client } = await newAssessor(faulty);
    const { id } = await begun(client);
    faulty.upstream.on("GET", `/P3M3/assessments/${id}/draft`, status(500));
    await visitor.get(`/assessments/${id}/draft`);
    expect(visitor.status).toBeGreaterThanOrEqual(500);
    expect(textsOf(visitor, "h1")).toEqual(["Sorry, something went wrong..."]);
    await visitor.get(`/assessments/${id}/draft.xlsx`);
    expect(textsOf(visitor, "h1")).toEqual(["Sorry, something went wrong..."]);
  });

  test("has no scores so far while nothing is answered", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [1] });
    await visitor.get(`/assessments/${id}/draft`);
    expect(figures(visitor)[0]).toBe("Overall score so far – Mean of what is answered, out of 5 1 of 7 perspectives, 1 of 13 threads");
    expect(visitor.text()).toContain("Nothing is answered yet, so there are no scores so far.");
  });
});

describe("an ITIL draft", () => {
  test("has levels of what is complete, and lists what is not", async () => {
    const { visitor, client } = await newAssessor(app);
    const practices = [
      { id: 19, selectionMode: 1 as const },
      { id: 28, selectionMode: 2 as const },
    ];
    const id = await createItil(client, await createOrganization(client), { selectedScope: "Maturity", practices });
    expectStatus(await answerPractice(client, id, 28, await rarelyThroughout(client, id, 28)), 200);
    expectStatus(await answerComponent(client, id, "M-G", 4), 200);
    await visitor.get(`/assessments/${id}/draft`);
    expect(visitor.url).toBe(`/assessments/${id}/draft/itil`);
    expect(figures(visitor)[0]).toBe("Maturity of what was assessed – Known once all is complete 3 of 34 practices, 5 of 5 components");
    expect(figures(visitor)[2]).toMatch(/^Practices and components complete 2 of 6/);
    expect(linksIn(visitor, "#to-do tbody")).toEqual(
      ["CI", "INM", "M-GP", "M-SVC"].map((code) => `/itil/assessments/${id}/questions/${code}/`),
    );
    await visitor.get(`/assessments/${id}/draft/itil?tab=improvement`);
    expect(visitor.text()).not.toContain("Areas of improvement: Incident management");
  });
});

/** Rarely/Never to every criterion of level 2, which settles a practice. */
async function rarelyThroughout(client: Client, id: number, practice: number): Promise<string> {
  const { body } = expectStatus(await client.get(`/itil/assessments/${id}/questions/capability?capabilityId=${practice}`), 200);
  return body.map(({ level }: { level: number }) => (level === 2 ? "R" : "N")).join("");
}
