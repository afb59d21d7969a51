/** Pictures and Excel files of results that nobody would write. Requests have limits, and everybody else is served at the same time. */

import { fileURLToPath } from "node:url";
import ExcelJS from "exceljs";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { NOTE_MAX } from "#model/note.ts";
import { THREADS } from "#model/p3m3/catalogue.ts";
import { paths } from "../../app/views/paths.ts";
import { answerAll, completeP3M3, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import type { Visitor } from "../support/form-driver.ts";
import { forwarded, json } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, startAppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { newAssessor } from "./wizard.ts";

const HAN = 0x20000;
const NOTES = "notes-bm";

/** A completed assessment of one perspective with these notes, a thread each. */
async function noted(client: Client, notes: readonly string[], over: Record<string, unknown> = {}): Promise<number> {
  const organizationId = await createOrganization(client, over);
  const id = await createP3M3(client, organizationId, { perspectiveIds: [1], selectedLevel: 1 });
  await answerAll(client, id, "PNNNN");
  for (const [index, body] of notes.entries())
    expectStatus(await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: THREADS[index]?.id, body }), 200);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return id;
}

/** Asks for an address as the visitor, who goes on with something else. */
const ask = (visitor: Visitor, url: string, path: string) =>
  fetch(url + path, {
    headers: { Cookie: `session=${visitor.cookie("session")}; seen=${visitor.cookie("seen")}` },
    redirect: "manual",
  });

/** Enough to show that the server answers others during that time. More would only keep the processors from the work. */
const OFTEN = 11;

/** How often `/health` answers before something else is done, up to OFTEN. */
async function healthWhile(url: string, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let answered = 0;
  while (!isDone && answered < OFTEN) {
    const { ok } = await fetch(`${url}/health`);
    if (ok && !isDone) answered += 1;
  }
  await done;
  return answered;
}

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

describe("a quota", () => {
  /** What counts like a file, and costs little: there is no such assessment, so the answer leads to its result. */
  const NONE = 999_999;

  /** The statuses of as many answers, one after the other. */
  async function statusesOf(visitor: Visitor, path: string, count: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      const answer = await ask(visitor, app.url, path);
      await answer.body?.cancel();
      statuses.push(answer.status);
    }
    return statuses;
  }

  test.each([
    ["image", 60, (id: number) => paths.resultImage(id, "overall-scores")],
    ["Excel file", 20, (id: number) => paths.workbook(id)],
    ["report", 20, (id: number) => paths.reportFile(id, "pptx")],
  ] as const)("is what one person may ask for within a minute: %s", async (what, perMinute, path) => {
    const team = `Team of many ${what}s`;
    const { visitor, client } = await newAssessor(app, { team });
    const { visitor: colleague } = await newAssessor(app, { team });
    const id = await noted(client, []);
    expect(await statusesOf(visitor, path(id), 1)).toEqual([200]);
    expect(new Set(await statusesOf(visitor, path(NONE), perMinute - 2))).toEqual(new Set([302]));
    expect(await statusesOf(visitor, path(id), 2)).toEqual([200, 429]);
    const refused = await ask(visitor, app.url, path(id));
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await refused.text()).toContain(`so this ${what} was not prepared. Please wait a minute, then try again.`);
    expect(await statusesOf(colleague, path(id), 1)).toEqual([200]);
    expect(await statusesOf(visitor, paths.result(id, "P3M3"), 1)).toEqual([200]);
  });

  test("counts an archive as all of its images, and lets it be whole if it is not yet used up", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await noted(client, []);
    const archive = await ask(visitor, app.url, paths.resultImages(id));
    expect([archive.status, archive.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
    const bytes = Buffer.from(await archive.arrayBuffer());
    // A zip file ends with a record of 22 bytes that tells how many files there are.
    const images = bytes.readUInt16LE(bytes.length - 12);
    expect(images).toBeGreaterThan(3);
    expect(new Set(await statusesOf(visitor, paths.resultImage(NONE, "heat-map"), 59 - images))).toEqual(new Set([302]));
    expect(await statusesOf(visitor, paths.resultImages(id), 1)).toEqual([200]);
    const refused = await ask(visitor, app.url, paths.resultImages(id));
    expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining("so this archive was not prepared.")]);
    expect(await statusesOf(visitor, paths.resultImage(id, "heat-map", "", { format: "svg" }), 1)).toEqual([429]);
  });
});

describe("a result of notes that nobody would write", () => {
  test("is drawn while others are served", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await noted(
      client,
      Array.from({ length: 5 }, (_, index) => han(8_000, index)),
    );
    const drawing = ask(visitor, app.url, paths.resultImage(id, NOTES));
    expect(await healthWhile(app.url, drawing)).toBe(OFTEN);
    const answer = await drawing;
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
    const { width = 0, height = 0 } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(width).toBeGreaterThan(500);
    expect(height).toBeLessThanOrEqual(10_000);
  });

  test("is written to Excel whole", async () => {
    const { visitor, client } = await newAssessor(app);
    const note = "The sponsor reviews the benefits. "
      .repeat(NOTE_MAX / 30)
      .slice(0, NOTE_MAX)
      .trim();
    const id = await noted(client, [note, note]);
    await visitor.get(paths.workbook(id));
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(visitor.body.buffer as ArrayBuffer);
    const texts: ExcelJS.CellValue[] = [];
    book.getWorksheet("Diagnostics")?.eachRow((row) => row.eachCell(({ value }) => texts.push(value)));
    expect(texts.filter((text) => text === note)).toHaveLength(2);
  });
});

const han = (count: number, page: number) =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(HAN + page * count + index)).join("");

describe("many different files at once", () => {
  test("are made as far as there is room; the others are told when to come back, and get their file then", async () => {
    const { visitor, client } = await newAssessor(app);
    const organizationId = await createOrganization(client);
    const ids: number[] = [];
    for (const letters of ["FPNNN", "FFPNN", "FRNNN", "FFFPN", "FFRNN"])
      ids.push(await completeP3M3(client, organizationId, letters, { perspectiveIds: [1, 6, 7], threadIds: [2] }));
    const exhibits = ["overall-scores", "final-scores", "decimal-scores", "heat-map", "thread-scores", "what-would-lift-it"];
    const addresses = ids.flatMap((id) => exhibits.map((exhibit) => paths.resultImage(id, exhibit)));
    // Everybody gets the result at the same moment, so that more ask than wait.
    let held = 0;
    let letGo = () => {};
    const allHere = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    for (const id of ids)
      app.upstream.on("GET", `/P3M3/assessments/${id}/results`, async (exchange) => {
        held += 1;
        if (held === addresses.length) letGo();
        await allHere;
        await forwarded()(exchange);
      });
    const answers = await Promise.all(addresses.map((path) => ask(visitor, app.url, path)));
    app.upstream.reset();
    const turnedAway = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(16);
    expect(turnedAway.length).toBeGreaterThan(0);
    for (const answer of turnedAway) {
      expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
      const page = await answer.text();
      expect(page).toContain("The server is busy");
      expect(page).toContain("Please try again in half a minute.");
      expect(page).toMatch(/<a href="\/assessments\/\d+\/result">Back to the result<\/a>/);
    }
    const first = addresses[answers.findIndex(({ status }) => status === 503)] ?? "";
    expect((await ask(visitor, app.url, first)).status).toBe(200);
  });

  test("that show the same are one, whatever the address says", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await noted(client, ["Seen."], { country: { id: 40, name: "Austria" } });
    app.upstream.received.length = 0;
    const tags = new Set<string | null>();
    const queries = ["", "?country=826", "?country=", "?country=99999", "?country=-1&size=1e9", "?benchmark=off", "?benchmark=x&other=1"];
    for (const query of queries) {
      const answer = await ask(visitor, app.url, `${paths.resultImage(id, NOTES)}${query}`);
      expect(answer.status).toBe(200);
      tags.add(answer.headers.get("ETag"));
    }
    expect(tags.size).toBe(1);
    const requests = app.upstream.received.filter(({ path }) => path.startsWith("/P3M3/benchmarks?"));
    const cohorts = requests.map(({ path }) => new URLSearchParams(path.split("?")[1]).get("countryId"));
    expect(new Set(cohorts)).toEqual(new Set(["40", "826", null]));
  });
});

describe("while no worker starts", () => {
  let app: AppWithFaults;
  beforeAll(async () => {
    const unstartable = fileURLToPath(new URL("../support/workers/unstartable.js", import.meta.url));
    app = await startAppWithFaults({ NODE_OPTIONS: `--import=${unstartable}` });
  });
  afterAll(() => app.stop());

  test("files are refused with words and a time, and everything else goes on", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await noted(client, ["Seen."]);
    for (const [path, what] of [
      [paths.resultImage(id, NOTES), "image"],
      [paths.workbook(id), "Excel file"],
      [paths.reportFile(id, "docx"), "report"],
      [paths.reportFile(id, "pptx"), "report"],
      [paths.resultImage(id, NOTES, "", { format: "svg" }), "image"],
      [paths.resultImages(id), "archive"],
      [paths.resultImage(id, NOTES), "image"],
    ] as const) {
      const answer = await ask(visitor, app.url, path);
      expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "30"]);
      expect(await answer.text()).toContain(`The ${what} could not be prepared`);
    }
    await visitor.get(paths.result(id, "P3M3"));
    expect(visitor.status).toBe(200);
  });

  test("formatted texts of the catalogue are shown as their words", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1] });
    app.upstream.on("GET", `/P3M3/assessments/${id}/questions`, async (exchange) => {
      const text = JSON.stringify(await (await exchange.forward()).json(), (name, value) =>
        name === "statement" && typeof value === "string" ? "Boards <b>decide</b>.<script>alert(1)</script>" : value,
      );
      await json(JSON.parse(text))(exchange);
    });
    await client.delete(`/assessments/${id}/lock`);
    await visitor.get(paths.questions(id, "BM", "AM"));
    expect(visitor.status).toBe(200);
    expect(visitor.text()).toContain("Boards decide.");
    expect(new TextDecoder().decode(visitor.body)).not.toMatch(/<script>alert\(1\)|decide\.alert/);
  });
});
