/** What moved since an earlier assessment, as a browser without script asks for it (docs/rules/comparison.md). */
import ExcelJS from "exceljs";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
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
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { textsOf } from "./questions.ts";
import { rowsOf } from "./results.ts";
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

/** One organization, assessed three times: the second covers more, the third is in progress. */
async function threeTimes() {
  const organization = await createOrganization(client);
  const first = await completeP3M3(client, organization, "FRNNN", { perspectiveIds: [1], threadIds: [2, 10] });
  const second = await completeP3M3(client, organization, "FFRNN", { perspectiveIds: [1, 6], threadIds: [2, 6] });
  const third = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [2, 6] });
  expectStatus(await answerThread(client, third, 1, 2, "FRNNN"), 200);
  expectStatus(await client.delete(`/assessments/${third}/lock`), 204);
  return { first, second, third };
}

const places = () => textsOf(visitor, "nav[aria-label='This assessment'] a");

describe("the comparison of P3M3 assessments", () => {
  test("is one of the places of an assessment where there is an earlier one, and says what moved", async () => {
    const { first, second } = await threeTimes();
    await visitor.get(`/assessments/${first}/result`);
    expect(places()).not.toContain("Comparison");
    expect(await visitor.get(`/assessments/${first}/comparison`).then(() => visitor.status)).toBe(404);
    await visitor.get(`/assessments/${second}/result`);
    await visitor.follow("Comparison");
    expect([visitor.url, visitor.title]).toEqual([
      `/assessments/${second}/comparison`,
      "Comparison, Spring review | Maturity Assessment Tool",
    ]);
    expect(visitor.text()).toContain("Compared with Spring review (Programme), completed");
    expect(rowsOf(visitor, "Perspectives then and now")).toEqual([
      ["Benefits management", "1.00", "2.00", "+1.00", "Risen"],
      ["Risk management", "–", "2.00", "–", "Newly covered"],
      ["Score of what was assessed", "1.00", "2.00", "+1.00", "Risen"],
    ]);
    expect(rowsOf(visitor, "Threads then and now")).toEqual([
      ["Benefits management", "Assurance", "1.00", "2.00", "+1.00", "Risen"],
      ["Benefits management", "Information and knowledge management", "–", "2.00", "–", "Newly covered"],
      ["Benefits management", "Planning", "1.00", "–", "–", "No longer covered"],
      ["Risk management", "Assurance", "–", "2.00", "–", "Newly covered"],
      ["Risk management", "Information and knowledge management", "–", "2.00", "–", "Newly covered"],
    ]);
  });

  test("compares an assessment in progress, with the one that is chosen", async () => {
    const { first, second, third } = await threeTimes();
    await visitor.get(`/assessments/${third}/comparison`);
    expect(textsOf(visitor, ".badge")).toContain("Draft");
    expect(visitor.text()).toContain("Threads: fallen 1, no longer covered 2, not answered yet 1.");
    await visitor.form("Compare").select("Compare with", String(first)).submit("Compare");
    expect(visitor.url).toBe(`/assessments/${third}/comparison?with=${first}`);
    expect(visitor.text()).toContain("Threads: no longer covered 1, not answered yet 1, unchanged 1.");
    await visitor.get(`/assessments/${third}/comparison?with=${third}`);
    expect(visitor.url).toBe(`/assessments/${third}/comparison`);
    expect(visitor.text()).toContain("The assessment that the link names is not among the earlier ones.");
    await visitor.get(`/assessments/${third}/draft/report?benchmark=off&with=${third}`);
    expect([visitor.status, visitor.url]).toEqual([200, `/assessments/${third}/draft/report?benchmark=off`]);
    // A file cannot say that it is about another.
    for (const file of ["report.docx", "report.pptx", "result.xlsx"]) {
      await visitor.get(`/assessments/${second}/${file}?with=${third}`);
      expect([file, visitor.status]).toEqual([file, 404]);
    }
  });

  test("has its tables and chart as images, and a sheet in the Excel file", async () => {
    const { second, first } = await threeTimes();
    await visitor.get(`/assessments/${second}/comparison?with=${first}`);
    const images = visitor.document.querySelectorAll("a[href*='/images/comparison-']").map((link) => link.getAttribute("href") ?? "");
    expect(new Set(images.map((href) => /comparison-\w+/.exec(href)?.[0]))).toEqual(
      new Set(["comparison-bars", "comparison-perspectives", "comparison-threads"]),
    );
    for (const href of images.filter((each) => each.includes(".svg"))) {
      await visitor.get(href);
      expect([visitor.status, href]).toEqual([200, href]);
    }
    await visitor.get(`/assessments/${second}/result.xlsx`);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(visitor.body.buffer as ArrayBuffer);
    const sheet = workbook.getWorksheet("Comparison");
    const rows = sheet?.getSheetValues().map((row) => (Array.isArray(row) ? row.slice(1) : row));
    expect(rows).toContainEqual(["Benefits management", "Assurance", 1, 2, 1, "Risen"]);
  });

  test("has a trend from the third completed assessment on, in which another scope has no line", async () => {
    const organization = await createOrganization(client);
    const complete = (letters: string, selectedScope: "Project" | "Portfolio" = "Project") =>
      completeP3M3(client, organization, letters, { perspectiveIds: [1], threadIds: [2], selectedScope });
    await complete("FRNNN");
    const second = await complete("FFFRN", "Portfolio");
    await visitor.get(`/assessments/${second}/comparison`);
    expect([visitor.status, visitor.text().includes("Trend")]).toEqual([200, false]);
    const third = await complete("FFRNN");
    await visitor.get(`/assessments/${third}/comparison`);
    const trend = visitor.document.querySelector("a[href='#comparison-trend']");
    expect([trend?.text, visitor.document.querySelectorAll("#comparison-trend").length]).toEqual(["Trend", 1]);
    expect(rowsOf(visitor, "Perspective scores over time")).toEqual([
      ["Benefits management", "1.00", "3.00", "2.00"],
      ["Score of what was assessed", "1.00", "3.00", "2.00"],
      ["Maturity of what was assessed", "1", "3", "2"],
    ]);
    const drawing = visitor.document.querySelector("figure[aria-labelledby='comparison-trend-lines-title'] svg");
    const titles = drawing?.querySelectorAll("title").map(({ text }) => text.replace(/\d+ \w+ \d+(?: \(\d\))?/, "DAY"));
    expect(titles).toEqual(
      ["Benefits management", "Score of what was assessed"].flatMap((name) => [`${name}, DAY: 1.00`, `${name}, DAY: 2.00`]),
    );
    const imagesOf = () =>
      visitor.document.querySelectorAll("a[href*='/comparison-trend-lines.']").map((link) => link.getAttribute("href") ?? "");
    const images = imagesOf();
    for (const href of images) {
      await visitor.get(href);
      expect([visitor.status, href]).toEqual([200, href]);
    }
    expect(images).toHaveLength(1);
    await visitor.get(`/assessments/${third}/result.xlsx`);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(visitor.body.buffer as ArrayBuffer);
    const rows = workbook.getWorksheet("Trend")?.getSheetValues();
    expect(rows?.map((row) => (Array.isArray(row) ? row.slice(1) : row))).toContainEqual([
      "Overall",
      "Maturity of what was assessed",
      1,
      3,
      2,
    ]);
  });

  test("says that it cannot be read where its trend cannot", async () => {
    const { second, third } = await threeTimes();
    const organization = (await client.get(`/assessments/${second}`)).body.organization.id;
    await completeP3M3(client, organization, "FFRNN", { perspectiveIds: [1], threadIds: [2] });
    app.upstream.on("GET", `/organizations/${organization}/trend`, status(500));
    await visitor.get(`/assessments/${third}/comparison`);
    expect([visitor.status, visitor.text().includes("What moved")]).toEqual([502, false]);
  });

  test("is a section of the client's report, with words of the assessors", async () => {
    const { first, second } = await threeTimes();
    await visitor.get(`/assessments/${first}/report`);
    expect(visitor.text()).not.toContain("What moved");
    await visitor.get(`/assessments/${second}/report`);
    const box = visitor.document.querySelector(`#text-moved-${first}`);
    expect(box?.text.trim()).toBe(
      [
        "The score of what was assessed has risen from 1.00 to 2.00. The maturity of what was assessed has risen from 1 to 2.",
        "The one perspective assessed both times has risen. Benefits management has risen from 1.00 to 2.00.",
        "The one thread rated both times has risen.",
        "One perspective is newly covered: Risk management. Three threads are newly covered. One thread is no longer covered.",
      ].join("\n\n"),
    );
    const document = async (query: string) => {
      await visitor.get(`/assessments/${second}/report.docx?benchmark=off${query}`);
      return strFromU8(unzipSync(visitor.body)["word/document.xml"] ?? new Uint8Array());
    };
    expect(await document("")).toMatch(/>What moved<.*Compared with Spring review \(Programme\), completed/s);
    expect(await document("&section=results")).not.toContain("What moved");
    await visitor.get(`/assessments/${second}/report`);
    await visitor.form("What moved and why").fill("What moved and why", "A register was begun in spring.").submit("Save");
    expect(await document("")).toMatch(/>What moved and why<.*A register was begun in spring\./s);
  });

  test("has words of the assessors only where they are about the comparison that is shown", async () => {
    const { first, second, third } = await threeTimes();
    const [at, own] = [`/assessments/${third}/draft/report`, "A register was begun in spring."];
    await visitor.get(at);
    await visitor.form("What moved and why").fill("What moved and why", own).submit("Save");
    const hasOwn = async (query: string) => {
      await visitor.get(`${at}.docx?benchmark=off${query}`);
      return strFromU8(unzipSync(visitor.body)["word/document.xml"] ?? new Uint8Array()).includes(own);
    };
    expect([await hasOwn(""), await hasOwn(`&with=${second}`), await hasOwn(`&with=${first}`)]).toEqual([true, true, false]);
    // They stay where they belong when another assessment is the one before, and are found from there.
    expectStatus(await client.post(`/assessments/${third}/lock`), 200);
    expectStatus(await client.put(`/assessments/${third}`, { assessmentType: "P3M3", name: "Spring review", previousId: first }), 200);
    expect([await hasOwn(""), await hasOwn(`&with=${second}`)]).toEqual([false, true]);
    await visitor.get(at);
    expect(visitor.text()).not.toContain(own);
    await visitor.form("What moved and why").fill("What moved and why", "Since the first.").submit("Save");
    const boxes = () => visitor.document.querySelectorAll("textarea[id^=text-moved]").map((box) => box.text.trim());
    expect(boxes()).toEqual(["Since the first."]);
    const links = visitor.document.querySelectorAll("main a[href*='with=']").map((link) => link.getAttribute("href") ?? "");
    expect(links).toEqual([`${at}?with=${second}`]);
    await visitor.get(links[0] ?? "");
    expect(boxes()).toEqual([own]);
  });

  test("keeps words from before each comparison had its own, until they are changed or taken back", async () => {
    const { first, second } = await threeTimes();
    const at = `/assessments/${second}/report`;
    const write = async (body: string) => expectStatus(await client.put(`/assessments/${second}/wording`, { part: "moved", body }), 200);
    const texts = async () => {
      const { body } = await client.get(`/assessments/${second}/wording`);
      return body.texts.map((each: { part: string; body: string }) => [each.part, each.body]);
    };
    await write("Kept from before.");
    await visitor.get(at);
    const box = () => visitor.document.querySelector(`#text-moved-${first}`)?.text.trim();
    const isTold = () => visitor.text().includes("it may be about another one");
    expect([box(), isTold()]).toEqual(["Kept from before.", true]);
    await visitor.form("What moved and why").fill("What moved and why", "For this one.").submit("Save");
    expect([box(), isTold(), await texts()]).toEqual([
      "For this one.",
      false,
      [
        ["moved", ""],
        [`moved-${first}`, "For this one."],
      ],
    ]);
    await visitor.form("What moved and why").submit("Use the suggested text");
    await write("Once more.");
    await visitor.get(at);
    expect(box()).toContain("The score of what was assessed has risen");
  });

  test("is missed by the result, which says why there is no Excel file", async () => {
    const { second } = await threeTimes();
    app.upstream.on("GET", `/assessments/${second}/comparison`, status(500));
    await visitor.get(`/assessments/${second}/result.xlsx`);
    expect([visitor.status, visitor.url]).toEqual([200, `/assessments/${second}/result`]);
    expect(visitor.text()).toContain("The result, or its comparison with an earlier assessment, could not be read. Please try again.");
  });
});

test("practices of ITIL are compared, and the whole only where practices and ranks are the same", async () => {
  const organization = await createOrganization(client);
  const complete = async (practice: number) => {
    const id = await createItil(client, organization, { selectedScope: "Maturity", practices: [{ id: practice, selectionMode: 1 }] });
    await answerAllItil(client, id, "F", 3);
    expectStatus(await client.post(`/assessments/${id}/complete`), 200);
    return id;
  };
  await complete(19);
  await visitor.get(`/assessments/${await complete(20)}/comparison`);
  expect(rowsOf(visitor, "Practices then and now")).toEqual([
    ["Continual improvement", "5.00", "5.00", "0.00", "Unchanged"],
    ["Incident management", "5.00", "–", "–", "No longer covered"],
    ["IT asset management", "–", "5.00", "–", "Newly covered"],
  ]);
  expect(rowsOf(visitor, "Components then and now").slice(-2)).toEqual([
    ["Continual Improvement", "5.00", "5.00", "–", "Side by side"],
    ["Maturity of what was assessed", "3.00", "3.00", "–", "Side by side"],
  ]);
  expect(visitor.text()).toContain("Practices or their ranks differ.");
});

test("without the extension there is no comparison, and no link to one", async () => {
  const plain = await sharedAppWithoutExtensions();
  const other = await newAssessor(plain);
  const organization = await createOrganization(other.client);
  const setup = { perspectiveIds: [1], threadIds: [2] };
  await completeP3M3(other.client, organization, "FRNNN", setup);
  const id = await completeP3M3(other.client, organization, "FFRNN", setup);
  await other.visitor.get(`/assessments/${id}/result`);
  expect(textsOf(other.visitor, "nav[aria-label='This assessment'] a")).not.toContain("Comparison");
  await other.visitor.get(`/assessments/${id}/comparison`);
  expect(other.visitor.status).toBe(404);
  await other.visitor.get(`/assessments/${id}/report`);
  expect([other.visitor.status, other.visitor.text().includes("What moved")]).toEqual([200, false]);
  await plain.stop();
});
