/** The workbook of answers, out and back in, by form as a browser without script sends it (docs/rules/workbook.md). */

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { COMPONENTS } from "#model/itil/catalogue.ts";
import { expectStatus } from "../contract/scenario.ts";
import { forwarded, json, status } from "../support/misbehaving-upstream.ts";
import { type PackageFile, partsOf, workbookParts, xmlSheet, zipOf } from "../support/package.ts";
import { type AppWithFaults, startAppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { ANSWER_COLUMN, bytesOf, EVIDENCE_COLUMN, NOTE_COLUMN, openBook, rowsOf, type as typeInto, upload } from "../support/workbook.ts";
import { practiceId, startItil } from "./itil.ts";
import { join, type P3m3Scene, perspectiveId, start, textsOf, threadId } from "./questions.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const placeOf = (perspective: string, thread: string) => `thread/${perspectiveId(perspective)}/${threadId(thread)}`;
const FIRST = placeOf("MC", "AM");
const BULK = (id: number) => `/assessments/${id}/answers`;

async function download({ visitor, id }: Pick<P3m3Scene, "visitor" | "id">) {
  await visitor.get(`/assessments/${id}/answers.xlsx`);
  expect([visitor.status, visitor.headers.get("Content-Disposition")]).toEqual([200, expect.stringContaining("answers.xlsx")]);
  return openBook(visitor.body);
}

/** A workbook with two answers and a note typed into it, uploaded. */
async function previewed(site: P3m3Scene) {
  const book = await download(site);
  typeInto(book, FIRST, ["Fully", "Partially"], "Heard in the interview");
  typeInto(book, placeOf("RK", "PL"), ["", "", "Fully"]);
  await upload(site.visitor, site.id, await bytesOf(book));
  return site.visitor;
}

describe("out", () => {
  test("has a sheet for each perspective, lists to choose from, what is stored, and is in the history", async () => {
    const site = await start(app);
    await site.store("MC", "AM", "FFPNN");
    await site.writeNote("MC", "AM", "=1+1 & <b>");
    const book = await download(site);
    expect(book.worksheets.map(({ name, state }) => [name, state])).toEqual([
      ["How to fill it in", "visible"],
      ["Management control", "visible"],
      ["Risk management", "visible"],
      ["Record", "veryHidden"],
    ]);
    const [first] = rowsOf(book, FIRST);
    expect([first?.getCell(ANSWER_COLUMN).value, first?.getCell(NOTE_COLUMN).value]).toEqual(["Fully", "=1+1 & <b>"]);
    expect(first?.getCell(ANSWER_COLUMN).dataValidation).toMatchObject({ type: "list", formulae: ['"Fully,Partially,Rarely/Never"'] });
    const sheet = book.getWorksheet("Management control");
    expect([sheet?.views[0], sheet?.pageSetup]).toMatchObject([
      { state: "frozen", ySplit: 3 },
      { orientation: "landscape", fitToWidth: 1, printTitlesRow: "3:3" },
    ]);
    await expect
      .poll(async () =>
        (await site.client.get(`/assessments/${site.id}/history?kind=file`)).body.entries.map((each: { after: unknown }) => each.after),
      )
      .toContainEqual(expect.anything());
  });

  test("shows the evidence of each block to be read, and takes nothing from there", async () => {
    const site = await start(app);
    expectStatus(await site.client.post(`/assessments/${site.id}/lock`), 200);
    const entry = { kind: "interview", what: "=Talk & more", where: "https://documents.example/talk", who: "Sponsor", remark: "Not here" };
    const days = { date: "2026-11-05", goodUntil: "2020-01-01" };
    const places = [{ place: FIRST, supports: [1, 2], against: [3] }];
    expectStatus(await site.client.post(`/assessments/${site.id}/evidence`, { ...entry, date: null, goodUntil: null, places }), 201);
    expectStatus(await site.client.post(`/assessments/${site.id}/evidence`, { ...entry, ...days, date: null, what: "Old", places }), 201);
    expectStatus(await site.client.delete(`/assessments/${site.id}/lock`), 204);
    const book = await download(site);
    const [row] = rowsOf(book, FIRST);
    const cell = row?.getCell(EVIDENCE_COLUMN);
    expect(book.getWorksheet("Management control")?.getCell(3, EVIDENCE_COLUMN).value).toBe("Evidence");
    expect(cell?.value).toBe(
      [
        "Interview: =Talk & more, https://documents.example/talk, Sponsor – supports levels 1 and 2, speaks against level 3",
        "Interview: Old, https://documents.example/talk, Sponsor, good until 1 Jan 2020, past its date – supports levels 1 and 2, speaks against level 3",
      ].join("\n"),
    );
    expect(rowsOf(book, placeOf("RK", "PL"))[0]?.getCell(EVIDENCE_COLUMN).value).toBeNull();
    if (cell) cell.value = "Typed over";
    await upload(site.visitor, site.id, await bytesOf(book));
    expect([textsOf(site.visitor, "h2"), textsOf(site.visitor, ".import-faults li")]).toEqual([["Nothing to apply"], []]);
  });

  test("summary and home lead there", async () => {
    const { visitor, id, organizationId } = await start(app);
    await visitor.get(`/assessments/${id}/summary`);
    await visitor.follow("Excel");
    expect(visitor.url).toBe(`/assessments/${id}/import`);
    await visitor.get(`/?organization=${organizationId}`);
    expect(textsOf(visitor, ".row-menu a")).toContain("Work in Excel");
  });
});

describe("back in", () => {
  test("shows every change with before and after, stores nothing, applies all at once, and says where it can be put back", async () => {
    const site = await start(app);
    await site.store("MC", "AM", "NNPNN");
    await site.client.delete(`/assessments/${site.id}/lock`);
    const book = await download(site);
    typeInto(book, FIRST, ["Fully", "Fully", "Rarely/Never"], "Heard");
    typeInto(book, placeOf("RK", "PL"), ["", "", "fully "]);
    const { visitor } = site;
    await upload(visitor, site.id, await bytesOf(book));
    expect([visitor.status, textsOf(visitor, "h2")[0]]).toEqual([200, "3 changes to apply"]);
    expect(visitor.text()).toContain("Level 3 Defined Partially Rarely/Never");
    expect(visitor.text()).toContain("Level 1 Awareness Not answered Fully");
    expect(await site.letters("MC", "AM")).toBe("NNPNN");
    await visitor.form("Changes").submit("Apply all 3 changes");
    expect(visitor.url).toMatch(/\/import\/applied\?/);
    expect(visitor.text()).toContain("Management control – Asset management answers and note Put back");
    expect([await site.letters("MC", "AM"), await site.letters("RK", "PL"), await site.note("MC", "AM")]).toEqual([
      "FFRNN",
      "FFFNN",
      "Heard",
    ]);
    // The first finds that nobody holds the lock, so it is taken.
    expect(app.upstream.receivedAt("POST", BULK(site.id))).toHaveLength(2);
    expect((await site.client.get(`/assessments/${site.id}/lock`)).status).toBe(404);
    await visitor.follow("Put back: Risk management – Planning");
    expect(visitor.url).toContain(`/history?place=thread`);
  });

  test("is one entry of the history, which puts everything back at once, and says what was changed since", async () => {
    const site = await start(app);
    await site.store("RK", "AM", "FPNNN");
    await site.client.delete(`/assessments/${site.id}/lock`);
    const book = await download(site);
    typeInto(book, FIRST, ["Fully", "Partially"], "Heard");
    typeInto(book, placeOf("RK", "PL"), ["", "", "Fully"]);
    typeInto(book, placeOf("RK", "AM"), ["Fully", "Fully"]);
    typeInto(book, placeOf("MC", "AS"), ["Mostly"]);
    const { visitor, id } = site;
    await upload(visitor, id, await bytesOf(book), "spring.xlsx");
    await visitor.form("Changes").submit("Apply all 4 changes");
    expect(visitor.text()).toContain("Left out, as the preview said: Management control!D11.");
    await site.store("RK", "PL", "FFFRN");
    await site.client.delete(`/assessments/${id}/lock`);
    await visitor.get(`/assessments/${id}/history`);
    const lines = textsOf(visitor, ".ruled:not(.history-sitting) > li > .history-entry > p:first-child");
    expect(lines.slice(0, 3)).toEqual([
      "Level 4 of Risk management / Planning: Not answered → Rarely/Never",
      "4 changes from the workbook spring.xlsx",
      expect.stringMatching(/^File taken out/),
    ]);
    await visitor.follow("Put back: 4 changes from the workbook spring.xlsx");
    expect(textsOf(visitor, "dialog tbody tr")).toEqual([
      "Management control / Asset management, answers Level 1 Fully, level 2 Partially Levels 1 and 2 Not answered Level 1 Fully, level 2 Partially",
      "Management control / Asset management, note Heard (empty) Heard",
      "Risk management / Asset management, answers Level 2 Fully Level 2 Partially Level 2 Fully",
      expect.stringMatching(/^Risk management \/ Planning, answers Levels 1 to 3 Fully, level 4 Rarely\/Never/),
    ]);
    expect(textsOf(visitor, "dialog li")).toContain("Changed again since, and put back all the same: Risk management / Planning, answers.");
    const question = visitor.form("Put back");
    await question.choose("Put back what it was", "Before this change").submit("Put back");
    expect(visitor.text()).toContain("4 changes: put back.");
    const stored = async () => [
      await site.letters("MC", "AM"),
      await site.note("MC", "AM"),
      await site.letters("RK", "PL"),
      await site.letters("RK", "AM"),
    ];
    expect(await stored()).toEqual(["NNNNN", "", "NNNNN", "FPNNN"]);
    expect((await site.client.get(`/assessments/${id}/lock`)).status).toBe(404);
    // The question was about what is no longer so: nothing is written unseen.
    await question.submit("Put back");
    expect([visitor.status, visitor.text()]).toEqual([
      409,
      expect.stringContaining("Somebody changed it meanwhile. Nothing was put back."),
    ]);
    // It is a change of its own, which can be taken back in turn.
    await visitor.get(`/assessments/${id}/history`);
    await visitor.follow("Put back: 4 changes put back at once");
    await visitor.form("Put back").submit("Put back");
    expect(await stored()).toEqual(["FPNNN", "Heard", "FFFRN", "FFNNN"]);
    await visitor.get(`/assessments/${id}/history`);
    await visitor.follow("Each change: 4 changes from the workbook spring.xlsx");
    expect(textsOf(visitor, ".history-entry p:first-child").slice(0, 2)).toEqual([
      "Risk management / Planning: 3 answers changed",
      "Risk management / Asset management: 2 answers changed",
    ]);
    expect(visitor.text()).toContain("Level 2 of Risk management / Asset management: Partially → Fully");
  });

  test("what cannot be put back is said, and nothing is put back while a colleague holds the lock or the upstream fails", async () => {
    const site = await start(app);
    const visitor = await previewed(site);
    await visitor.form("Changes").submit("Apply all 3 changes");
    await site.descope("MC", "AM");
    await site.client.delete(`/assessments/${site.id}/lock`);
    const other = await join(app, site);
    await other.client.post(`/assessments/${site.id}/lock`);
    await visitor.follow("Put everything back");
    expect(textsOf(visitor, "dialog li")).toEqual([
      expect.stringContaining("Management control / Asset management, answers: stays as it is."),
    ]);
    await visitor.form("Put back").submit("Put back");
    expect([visitor.status, visitor.text()]).toEqual([409, expect.stringContaining(`${other.email} is editing this assessment now.`)]);
    await other.client.delete(`/assessments/${site.id}/lock`);
    app.upstream.on("POST", BULK(site.id), status(503));
    await visitor.form("Put back").submit("Put back");
    expect([visitor.status, await site.note("MC", "AM")]).toEqual([502, "Heard in the interview"]);
    app.upstream.reset();
    await visitor.form("Put back").submit("Put back");
    expect([await site.note("MC", "AM"), await site.letters("RK", "PL")]).toEqual(["", "NNNNN"]);
  });

  test("applies only what is ticked, and asks for a tick where there is none", async () => {
    const site = await start(app);
    const visitor = await previewed(site);
    await visitor.form("Changes").submit("Apply what is ticked");
    expect([visitor.status, visitor.text()]).toEqual([400, expect.stringContaining("Nothing is ticked.")]);
    await visitor.form("Changes").check("Management control: Asset management, note").submit("Apply what is ticked");
    expect([await site.letters("MC", "AM"), await site.note("MC", "AM"), await site.letters("RK", "PL")]).toEqual([
      "NNNNN",
      "Heard in the interview",
      "NNNNN",
    ]);
  });

  test("says exactly which cells are left out, with what was typed and why, and takes the rest of each thread", async () => {
    const site = await start(app);
    const book = await download(site);
    typeInto(book, FIRST, ["Partially", "Fully"]);
    typeInto(book, placeOf("MC", "AS"), ["Mostly"]);
    typeInto(book, placeOf("MC", "PL"), ["Rarely/Never", "", "Partially"], "Kept");
    const [row] = rowsOf(book, placeOf("RK", "AM"));
    if (row) row.getCell(ANSWER_COLUMN).value = { formula: '"Ful"&"ly"', result: "Fully" };
    const { visitor } = site;
    await upload(visitor, site.id, await bytesOf(book));
    const faults = textsOf(visitor, ".import-faults li");
    expect(faults).toEqual([
      expect.stringMatching(/^Management control!D6 \(Asset management\), “Fully”: Level 2 is locked because level 1 is not Fully/),
      expect.stringMatching(/^Management control!D11 .*“Mostly”: This is no answer\. Choose Fully, Partially or Rarely\/Never/),
      expect.stringMatching(/^Management control!D19 .*“Partially”: Level 3 is locked/),
      expect.stringMatching(/^Risk management!D5 .*“Fully”: A formula is not read/),
    ]);
    expect(visitor.text()).toContain("4 cells will be left out.");
    expect(visitor.text()).toContain("Left out here, for the reason above: Management control!D6.");
    await visitor.form("Changes").submit("Apply all 3 changes");
    expect([await site.letters("MC", "AM"), await site.letters("MC", "PL"), await site.note("MC", "PL")]).toEqual([
      "PNNNN",
      "RNNNN",
      "Kept",
    ]);
  });

  test("recognises rows that were moved and sheets that were renamed", async () => {
    const site = await start(app);
    const book = await download(site);
    const sheet = book.getWorksheet("Management control");
    const [from] = rowsOf(book, FIRST);
    if (!sheet || !from) throw new Error("no sheet");
    sheet.getCell(40, 1).value = from.getCell(1).value;
    sheet.getCell(40, ANSWER_COLUMN).value = "Partially";
    from.getCell(1).value = null;
    sheet.name = "Interview Monday";
    await upload(site.visitor, site.id, await bytesOf(book));
    expect(textsOf(site.visitor, ".ruled table td")).toEqual(["Not answered", "Partially"]);
  });

  test("leaves out what was changed since the download, and tells what was changed since the preview before it applies the rest", async () => {
    const site = await start(app);
    const book = await download(site);
    typeInto(book, FIRST, ["Fully"]);
    typeInto(book, placeOf("RK", "PL"), ["Partially"]);
    typeInto(book, placeOf("RK", "AM"), ["Partially"]);
    await site.store("MC", "AM", "NNRNN");
    await upload(site.visitor, site.id, await bytesOf(book));
    expect(textsOf(site.visitor, ".import-faults li")[0]).toContain("The answers changed since this workbook was downloaded");
    await site.store("RK", "PL", "FFFNN");
    await site.visitor.form("Changes").submit("Apply all 2 changes");
    expect([site.visitor.status, await site.letters("RK", "AM")]).toEqual([409, "NNNNN"]);
    expect(site.visitor.text()).toContain("Somebody changed some of this meanwhile. Nothing was applied.");
    await site.visitor.form("Changes").submit("Apply the change");
    expect([await site.letters("RK", "AM"), await site.letters("RK", "PL")]).toEqual(["PNNNN", "FFFNN"]);
  });

  test("keeps the preview while a colleague holds the lock, and applies it once the assessment is free", async () => {
    const site = await start(app);
    const visitor = await previewed(site);
    const other = await join(app, site);
    await other.client.post(`/assessments/${site.id}/lock`);
    await visitor.form("Changes").submit("Apply all 3 changes");
    expect([visitor.status, visitor.text()]).toEqual([
      409,
      expect.stringContaining(`${other.email} is editing this assessment now. Nothing was applied.`),
    ]);
    expect(await site.letters("MC", "AM")).toBe("NNNNN");
    await other.client.delete(`/assessments/${site.id}/lock`);
    await visitor.form("Changes").submit("Apply all 3 changes");
    expect(await site.letters("MC", "AM")).toBe("FPNNN");
  });

  test("keeps the preview when the upstream fails, and stores nothing twice", async () => {
    const site = await start(app);
    const visitor = await previewed(site);
    app.upstream.on("POST", BULK(site.id), status(503));
    await visitor.form("Changes").submit("Apply all 3 changes");
    expect([visitor.status, visitor.text()]).toEqual([
      502,
      expect.stringContaining("Something happened, please try again... Nothing was applied."),
    ]);
    app.upstream.reset();
    const stale = visitor.form("Changes");
    await stale.submit("Apply all 3 changes");
    expect(await site.letters("MC", "AM")).toBe("FPNNN");
    await stale.submit("Apply all 3 changes");
    expect(visitor.url).toMatch(/applied/);
  });

  test("says what the upstream refuses, and stores nothing", async () => {
    const site = await start(app);
    const visitor = await previewed(site);
    app.upstream.on("POST", BULK(site.id), json({ title: "Not today.", status: 422, errors: [{ path: "changes.0", message: "No" }] }, 422));
    await visitor.form("Changes").submit("Apply all 3 changes");
    expect([visitor.status, visitor.text()]).toEqual([400, expect.stringContaining("Asset management: Not today. Nothing was applied.")]);
  });

  test("is of no use to anybody else, nor for another assessment, nor when it was made up", async () => {
    const [site, other] = [await start(app), await start(app)];
    const visitor = await previewed(site);
    const sealed = visitor.document.querySelector("input[name=sealed]")?.getAttribute("value") ?? "";
    for (const [id, token] of [
      [other.id, sealed],
      [other.id, "made up"],
    ] as const) {
      await other.visitor.post(`/assessments/${id}/import/apply`, { sealed: token, apply: "all" });
      expect([other.visitor.status, other.visitor.text()]).toEqual([400, expect.stringContaining("Upload the workbook once more.")]);
    }
  });
});

/** A workbook whose only fault is how large the comments in its one sheet are, inflated. */
const bomb = (over: { declared?: number }) => {
  const parts = workbookParts([xmlSheet("<!-- a few words -->".repeat(2_000_000))]);
  return zipOf(...parts.slice(0, -1), { ...(parts.at(-1) as PackageFile), ...over });
};

describe("ITIL", () => {
  const [PRACTICE, COMPONENT, COMPUTED] = ["capability/2", "maturity/1", `maturity/${COMPONENTS.find(({ code }) => code === "M-CI")?.id}`];

  test("practices and components go out, come back typed, and are put back", async () => {
    const site = await startItil(app, { selectedScope: "Maturity", primary: [] });
    const { visitor, id } = site;
    const book = await download(site);
    expect(book.worksheets.map(({ name }) => name)).toEqual(["How to fill it in", "General management", "Maturity components", "Record"]);
    const levels = await site.levels("CI");
    typeInto(
      book,
      PRACTICE,
      levels.map((level) => (level === 2 ? "Fully" : level === 3 ? "rarely" : "")),
      "Seen at work",
    );
    const [row] = rowsOf(book, COMPONENT);
    expect(row?.getCell(ANSWER_COLUMN).dataValidation).toMatchObject({ type: "list", formulae: [expect.stringMatching(/^Record!/)] });
    typeInto(book, COMPONENT, ["3"], "Asked");
    typeInto(book, COMPUTED, ["3"]);
    await upload(visitor, id, await bytesOf(book));
    expect(textsOf(visitor, ".import-faults li")).toEqual([
      expect.stringContaining("Computed from the practices, so it cannot be answered."),
    ]);
    await visitor.form("Changes").submit("Apply all 4 changes");
    expect(visitor.url).toMatch(/\/import\/applied\?/);
    const typed = levels.map((level) => (level === 2 ? "F" : level === 3 ? "R" : "N")).join("");
    expect([await site.letters("CI"), await site.option("M-GP"), await site.note("CI"), await site.note("M-GP")]).toEqual([
      typed,
      3,
      "Seen at work",
      "Asked",
    ]);
    // Downloaded again it says what is stored, and changes nothing.
    await upload(visitor, id, await bytesOf(await download(site)));
    expect(textsOf(visitor, "h2")).toEqual(["Nothing to apply"]);
    await visitor.get(`/assessments/${id}/history`);
    await visitor.follow("Put back: 4 changes from the workbook answers.xlsx");
    expect(textsOf(visitor, "dialog li")).toEqual([
      expect.stringContaining("It had no answer before, and a component that has one keeps one."),
    ]);
    await visitor.form("Put back").submit("Put back");
    expect([await site.letters("CI"), await site.option("M-GP"), await site.note("CI"), await site.note("M-GP")]).toEqual([
      levels.map(() => "N").join(""),
      3,
      "",
      "",
    ]);
    await visitor.get(`/assessments/${id}/history`);
    await visitor.follow("Put back: 3 changes put back at once");
    await visitor.form("Put back").submit("Put back");
    expect(await site.letters("CI")).toBe(typed);
    await visitor.get(`/assessments/${id}/history?place=${PRACTICE}&kind=answers`);
    await visitor.get(visitor.document.querySelector("a[aria-label^='Put back: ']")?.getAttribute("href")?.replaceAll("&amp;", "&") ?? "");
    await visitor.form("Put back").submit("Put back");
    expect(await site.letters("CI")).toBe(levels.map(() => "N").join(""));
  });

  test("what the gate closes is told by its cell, and the rest of that practice is taken", async () => {
    const site = await startItil(app, { primary: ["INM"] });
    const levels = await site.levels("INM");
    const book = await download(site);
    const place = `capability/${practiceId("INM")}`;
    typeInto(
      book,
      place,
      levels.map((level) => (level === 5 ? "Fully" : level === 2 ? "Partially" : "")),
    );
    await upload(site.visitor, site.id, await bytesOf(book));
    const faults = textsOf(site.visitor, ".import-faults li");
    expect(faults).toContainEqual(expect.stringContaining("“Partially”: This is no answer. Choose Fully or Rarely/Never"));
    expect(textsOf(site.visitor, "h2")).toEqual(["Nothing to apply"]);
    for (const row of rowsOf(book, place)) if (row.getCell(ANSWER_COLUMN).value === "Partially") row.getCell(ANSWER_COLUMN).value = "Fully";
    await upload(site.visitor, site.id, await bytesOf(book));
    expect(textsOf(site.visitor, ".import-faults li")[0]).toMatch(/“Fully”: Level 5 is locked/);
    await site.visitor.form("Changes").submit("Apply the change");
    expect(await site.letters("INM")).toBe(levels.map((level) => (level === 2 ? "F" : "N")).join(""));
  });
});

describe("without bulk and evidence", () => {
  let plain: AppWithFaults;
  beforeAll(async () => {
    plain = await startAppWithFaults({ API_TIMEOUT_MS: "3000" });
    plain.upstream.on("GET", "/extensions", json({ extensions: ["versions", "history", "overview"] }));
  });
  afterAll(() => plain.stop());
  const saves = () => plain.upstream.received.filter(({ method, path }) => method !== "GET" && /answers|notes/i.test(path));

  test("changes are stored place by place, and what was stored is told where one is refused", async () => {
    const site = await start(plain);
    const visitor = await previewed(site);
    const refuse = json({ title: "Not today.", status: 422 }, 422);
    plain.upstream.on("POST", "/P3M3/notes", refuse);
    await visitor.form("Changes").submit("Apply all 3 changes");
    expect([visitor.status, visitor.text()]).toEqual([
      400,
      expect.stringContaining("Asset management: Not today. 2 changes were applied, and marked below as stored already."),
    ]);
    expect([await site.letters("MC", "AM"), await site.letters("RK", "PL"), await site.note("MC", "AM")]).toEqual(["FPNNN", "FFFNN", ""]);
    plain.upstream.on("POST", "/P3M3/notes", forwarded());
    await visitor.form("Changes").submit("Apply the change");
    expect([visitor.url, await site.note("MC", "AM")]).toEqual([expect.stringMatching(/applied/), "Heard in the interview"]);
    expect(saves().some(({ path }) => path === BULK(site.id))).toBe(false);
    expect((await site.client.get(`/assessments/${site.id}/lock`)).status).toBe(404);
  });

  test("after a fault nothing more is sent, and applying again stores the rest", async () => {
    const site = await start(plain);
    const visitor = await previewed(site);
    const other = await join(plain, site);
    await other.client.post(`/assessments/${site.id}/lock`);
    await visitor.form("Changes").submit("Apply all 3 changes");
    expect([visitor.status, visitor.text()]).toEqual([
      409,
      expect.stringContaining(`${other.email} is editing this assessment now. Nothing was applied.`),
    ]);
    await other.client.delete(`/assessments/${site.id}/lock`);
    await visitor.form("Changes").submit("Apply all 3 changes");
    expect([await site.letters("MC", "AM"), await site.letters("RK", "PL")]).toEqual(["FPNNN", "FFFNN"]);
  });

  test("the workbook has no column for evidence, and says nothing of it", async () => {
    const book = await download(await start(plain));
    const texts: string[] = [];
    for (const sheet of book.worksheets) sheet.eachRow((row) => row.eachCell((cell) => texts.push(String(cell.value))));
    expect(texts.filter((text) => text === "Evidence" || text.includes("column for evidence"))).toEqual([]);
    expect(book.getWorksheet("Management control")?.getCell(3, EVIDENCE_COLUMN).value).toBe("What to do next");
  });
});

describe("spoiled files", () => {
  const SPOILED: [what: string, bytes: () => Uint8Array, says: string][] = [
    ["none", () => new Uint8Array(), "Please choose the workbook"],
    ["a text", () => Buffer.from("answers,notes\n"), "This is no Excel workbook"],
    ["an old or protected workbook", () => Buffer.from("d0cf11e0a1b11ae1".padEnd(2000, "0"), "hex"), "protected by a password"],
    ["a zip of something else", () => zipOf({ name: "mimetype", data: "x" }), "This is no Excel workbook"],
    ["a damaged workbook", () => zipOf({ name: "xl/workbook.xml", data: "<workbook" }), "damaged"],
    ["an archive that is cut off", () => zipOf(...workbookParts([xmlSheet("")])).subarray(0, 500), "damaged"],
    // Each would be a valid workbook of another kind, except that it has too much of one thing.
    ["a zip bomb", () => bomb({}), "holds far more than a workbook of answers"],
    ["a zip bomb that says it is small", () => bomb({ declared: 1_000 }), "damaged"],
    ["entities of entities", () => zipOf(...workbookParts([`<!DOCTYPE a [<!ENTITY b "c">]>${xmlSheet("")}`])), "damaged"],
  ];
  test.each(SPOILED)("%s is told in words", async (_, bytes, says) => {
    const { visitor, id } = await start(app);
    await upload(visitor, id, bytes());
    expect([visitor.status, textsOf(visitor, "#workbook-error")[0]]).toEqual([400, expect.stringContaining(says)]);
  });

  test("macros and links to other files are not read, and the rest is", async () => {
    const site = await start(app);
    const book = await download(site);
    typeInto(book, FIRST, ["Partially"]);
    const [row] = rowsOf(book, placeOf("RK", "PL"));
    if (row) row.getCell(ANSWER_COLUMN).value = { formula: "[1]Sheet1!$A$1", result: "Fully" };
    const parts = await partsOf(await bytesOf(book));
    const relationship = (kind: string, target: string) =>
      `<Relationship Id="x${kind}" Type="http://example.org/${kind}" Target="${target}"/>`;
    const withLinks = parts.map((part) =>
      part.name === "xl/_rels/workbook.xml.rels"
        ? {
            ...part,
            data: String(part.data).replace(
              "</Relationships>",
              `${relationship("vbaProject", "vbaProject.bin")}${relationship("externalLink", "externalLinks/externalLink1.xml")}</Relationships>`,
            ),
          }
        : part,
    );
    const bytes = zipOf(
      ...withLinks,
      { name: "xl/vbaProject.bin", data: Buffer.from("d0cf11e0a1b11ae1", "hex") },
      { name: "xl/externalLinks/externalLink1.xml", data: "<not closed" },
    );
    await upload(site.visitor, site.id, bytes, "answers.xlsm");
    expect(textsOf(site.visitor, ".import-faults li")).toEqual([expect.stringMatching(/^Risk management!D\d+ .*A formula is not read/)]);
    await site.visitor.form("Changes").submit("Apply the change");
    expect([await site.letters("MC", "AM"), await site.letters("RK", "PL")]).toEqual(["PNNNN", "NNNNN"]);
  });

  test("more than twenty files within a minute are refused in words", async () => {
    const { visitor, id } = await start(app);
    for (let file = 0; file < 20; file += 1) await upload(visitor, id, Buffer.from("no workbook"));
    expect(visitor.status).toBe(400);
    await upload(visitor, id, Buffer.from("no workbook"));
    expect([visitor.status, textsOf(visitor, "#workbook-error")[0]]).toEqual([429, expect.stringContaining("Please wait a minute")]);
  });

  test("another assessment's workbook, one without its record, and a result are told apart", async () => {
    const [one, other] = [await start(app), await start(app)];
    const book = await download(one);
    await upload(other.visitor, other.id, await bytesOf(book));
    expect(textsOf(other.visitor, "#workbook-error")[0]).toContain("from another assessment");
    const record = book.getWorksheet("Record");
    if (record) record.getCell("A1").value = "something else";
    await upload(one.visitor, one.id, await bytesOf(book));
    expect(textsOf(one.visitor, "#workbook-error")[0]).toContain("not a workbook of answers");
  });

  test("statements of another pack are told", async () => {
    const site = await start(app);
    const book = await download(site);
    const record = book.getWorksheet("Record");
    record?.eachRow((row) => {
      if (row.getCell(1).value === FIRST) row.getCell(4).value = "other";
    });
    typeInto(book, FIRST, ["Partially"]);
    await upload(site.visitor, site.id, await bytesOf(book));
    expect(textsOf(site.visitor, ".import-faults li")[0]).toContain("The statements have changed");
  });

  test("50 MB are refused in words, and nothing of them is kept", async () => {
    const { visitor, id } = await start(app);
    await upload(visitor, id, new Uint8Array(50 * 1024 * 1024));
    expect([visitor.status, visitor.text()]).toEqual([413, expect.stringContaining("This file is larger than 5 MB")]);
  });

  test("a body of many parts is refused before it is parsed", async () => {
    const { visitor, id } = await start(app);
    const body = new FormData();
    for (let part = 0; part < 50; part += 1) body.append("workbook", "x");
    await visitor.post(`/assessments/${id}/import`, body);
    expect(visitor.status).toBe(400);
  });
});
