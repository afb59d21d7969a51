/** Targets on a result and in its files, as a browser without script asks for them (docs/rules/targets.md#where-targets-are-shown). */
import { strFromU8, unzipSync } from "fflate";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  answerAllItil,
  answerThread,
  completeP3M3,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
} from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import type { Visitor } from "../support/form-driver.ts";
import { status } from "../support/misbehaving-upstream.ts";
import { aim } from "../support/sample-results.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { textsOf } from "./questions.ts";
import { recordsOf, rowsOf, workbook } from "./results.ts";
import { newAssessor } from "./wizard.ts";

let app: AppWithFaults;
let visitor: Visitor;
let client: Client;
beforeAll(async () => {
  app = await sharedAppWithFaults();
  ({ visitor, client } = await newAssessor(app));
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

/** Presses a switch by its words. */
const press = (words: string) => {
  const at = visitor.document.querySelectorAll("form").findIndex((form) => form.querySelector("button")?.text.trim() === words);
  visitor.document.querySelectorAll("form")[at]?.setAttribute("aria-label", words);
  return visitor.form(words).submit();
};

/** Benefits management at 2.50, with a reached and a missed target in its scope and one of another. */
async function aimed(): Promise<number> {
  const organization = await createOrganization(client);
  const places = { perspectiveIds: [1, 6], threadIds: [2, 10] };
  const other = await createP3M3(client, organization, { ...places, selectedScope: "Project" });
  await aim(client, other, { BM: 5 });
  const id = await completeP3M3(client, organization, "FFPNN", places);
  await aim(client, id, { BM: 2.5, RK: 3, OG: 4 });
  return id;
}

const filter = () => visitor.document.querySelectorAll("button").find((button) => button.text.trim() === "Below target");

test("a P3M3 result has the targets of its scope next to the scores, and alone what is below its target", async () => {
  const id = await aimed();
  await visitor.get(`/assessments/${id}/result`);
  const [missed, reached] = [
    ["Risk management", "2.50", "3.00 by 30 Jun 2020", "Missed"],
    ["Benefits management", "2.50", "2.50 by 30 Jun 2099", "Reached"],
  ];
  expect(rowsOf(visitor, "Decimal scores").slice(0, -1)).toEqual([
    ["1", ...(reached ?? [])],
    ["1", ...(missed ?? [])],
  ]);
  expect(textsOf(visitor, "#targets p")).toContain("One of the two targets is reached; one was missed.");
  expect(visitor.document.querySelector("#scores")?.text).toContain("Risk management, Target: 3.00");
  expect(filter()?.getAttribute("aria-pressed")).toBe("false");

  await visitor.get(`/assessments/${id}/result?benchmark=off`);
  await press("Below target");
  expect(visitor.url).toBe(`/assessments/${id}/result?benchmark=off&target=below`);
  expect(filter()?.getAttribute("aria-pressed")).toBe("true");
  expect(rowsOf(visitor, "Decimal scores").map((row) => row[1])).toEqual(["Risk management", "Score of what was assessed"]);
  expect(rowsOf(visitor, "Targets").map(([name]) => name)).toEqual(["Risk management"]);
  // The chart, and tables without targets, have everything.
  expect(visitor.document.querySelector("#scores")?.text).toContain("Benefits management, Target: 2.50");
  expect(rowsOf(visitor, "Final scores")).toHaveLength(3);
  const images = visitor.document.querySelectorAll("a[href*='/images/decimal-scores']").map((link) => link.getAttribute("href"));
  expect(images[0]).toContain("target=below");
  expect(visitor.document.querySelector("a[href*='.xlsx']")?.getAttribute("href")).not.toContain("target=");
  await press("View results with benchmarking");
  expect(new URLSearchParams(visitor.url.split("?")[1]).get("target")).toBe("below");
  await press("Below target");
  expect(visitor.url).not.toContain("target=");
});

test("the image of a table has the rows that the screen shows", async () => {
  const id = await aimed();
  const heightOf = async (query: string) => {
    await visitor.get(`/assessments/${id}/result/images/decimal-scores.png?${query}`);
    return Buffer.from(visitor.body).readUInt32BE(20);
  };
  expect(await heightOf("target=below")).toBeLessThan(await heightOf(""));
});

test("the files of a result have its targets", async () => {
  const id = await aimed();
  const book = await workbook(visitor, `/assessments/${id}/result.xlsx`);
  const kept = ({ Perspective, Target, "Target until": until, "Target state": state }: Record<string, unknown>) => [
    Perspective,
    Target,
    until,
    state,
  ];
  expect(
    recordsOf(book, "Scores")
      .filter(({ Kind }) => Kind === "Perspective")
      .map(kept),
  ).toEqual([
    ["Benefits management", 2.5, "30 Jun 2099", "Reached"],
    ["Risk management", 3, "30 Jun 2020", "Missed"],
  ]);
  for (const [file, part] of [
    ["report.docx", /word\/document\.xml$/],
    ["report.pptx", /(slides\/slide|notesSlides\/notesSlide)\d+\.xml$/],
  ] as const) {
    await visitor.get(`/assessments/${id}/${file}`);
    const texts = Object.entries(unzipSync(visitor.body)).flatMap(([name, bytes]) => (part.test(name) ? [strFromU8(bytes)] : []));
    expect(texts.join(""), file).toContain("One of the two targets is reached; one was missed");
  }
});

test("a draft holds what is answered so far against the targets", async () => {
  const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1, 6], threadIds: [2] });
  expectStatus(await answerThread(client, id, 1, 2, "FFPNN"), 200);
  await aim(client, id, { BM: 2, RK: 1 });
  await visitor.get(`/assessments/${id}/draft?target=below`);
  expect(rowsOf(visitor, "Targets")).toEqual([["Risk management", "–", "1.00 by 30 Jun 2020", "Missed", expect.any(String)]]);
  expect(textsOf(visitor, "#targets p")).toContain("So far one of the two targets is reached; one was missed.");
});

test("an ITIL result has targets of practices and components", async () => {
  const id = await createItil(client, await createOrganization(client), { selectedScope: "Maturity" });
  await answerAllItil(client, id, "F", 3);
  await aim(client, id, { INM: 1, "M-G": 5 });
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  await visitor.get(`/assessments/${id}/result/itil`);
  const states = (title: string) => rowsOf(visitor, title).flatMap((row) => (row.at(-1) ? [[row[1], row.at(-1)]] : []));
  expect(states("Primary capabilities")).toContainEqual(["Incident management", "Reached"]);
  expect(states("Maturity components")).toContainEqual(["Governance", "Missed"]);
  await press("Below target");
  expect(visitor.url).toBe(`/assessments/${id}/result/itil?target=below`);
  expect(visitor.text()).toContain("Nothing here is below its target.");
  await visitor.follow("Areas of Improvement");
  expect(visitor.url).toBe(`/assessments/${id}/result/itil?target=below&tab=improvement`);
});

test("a result without targets has no column and no filter", async () => {
  const id = await completeP3M3(client, await createOrganization(client), "FFPNN", { perspectiveIds: [1], threadIds: [2] });
  await visitor.get(`/assessments/${id}/result?target=below`);
  expect(filter()).toBeUndefined();
  expect(visitor.document.querySelector("#targets")).toBeNull();
  // Only the way to set some.
  expect(visitor.text().replace("Targets of the organization", "")).not.toMatch(/target/i);
});

test("where targets or actions cannot be read, the result is shown and says what it lacks, but no file is made without it", async () => {
  const id = await aimed();
  const { organization } = (await client.get(`/assessments/${id}`)).body;
  app.upstream.on("GET", `/organizations/${organization.id}/targets`, status(500));
  await visitor.get(`/assessments/${id}/result`);
  expect([visitor.status, visitor.text().includes("Decimal scores"), filter()]).toEqual([200, true, undefined]);
  expect(visitor.text()).toContain("Sorry, the targets could not be read, so the result is shown without.");
  for (const file of ["result.xlsx", "report.docx", "result/images/decimal-scores.png"]) {
    await visitor.get(`/assessments/${id}/${file}`);
    expect([file, visitor.url]).toEqual([file, `/assessments/${id}/result`]);
    expect(visitor.text()).toContain("The file was not prepared. Sorry, the targets could not be read. Please try again.");
  }
  app.upstream.on("GET", `/assessments/${id}/actions`, status(500));
  await visitor.get(`/assessments/${id}/result`);
  expect(visitor.text()).toContain("Sorry, the targets and what was agreed could not be read");
});

test("an upstream without targets and actions is asked for none, and no screen or file of a result has any", async () => {
  const bare = await sharedAppWithoutExtensions();
  try {
    const reader = await newAssessor(bare);
    const id = await completeP3M3(reader.client, await createOrganization(reader.client), "FFPNN", { perspectiveIds: [1], threadIds: [2] });
    await aim(reader.client, id, { BM: 5 });
    const organization = (await reader.client.get(`/assessments/${id}`)).body.organization.id;
    const agreed = { title: "Keep one register", why: "", assessmentId: id, places: [], owner: "", due: null, effort: null, effect: null };
    expectStatus(await reader.client.post(`/organizations/${organization}/actions`, { ...agreed, state: "open" }), 201);
    for (const screen of ["result", "report"]) {
      await reader.visitor.get(`/assessments/${id}/${screen}`);
      expect([screen, reader.visitor.status]).toEqual([screen, 200]);
      expect(reader.visitor.text()).not.toMatch(/target|agreed|add an action|keep one register/i);
    }
    const book = await workbook(reader.visitor, `/assessments/${id}/result.xlsx`);
    expect(Object.keys(recordsOf(book, "Scores")[0] ?? {}).filter((title) => title.startsWith("Target"))).toEqual([]);
    for (const file of ["report.docx", "report.pptx"]) {
      await reader.visitor.get(`/assessments/${id}/${file}`);
      const texts = Object.values(unzipSync(reader.visitor.body)).map((bytes) => strFromU8(bytes));
      expect([file, reader.visitor.status, /Missed|What was agreed/.test(texts.join(""))]).toEqual([file, 200, false]);
    }
    expect(bare.upstream.received.filter(({ path }) => path.includes("/targets"))).toEqual([]);
  } finally {
    await bare.stop();
  }
});
