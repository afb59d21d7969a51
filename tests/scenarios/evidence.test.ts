/** Evidence on the questions screens, in the register and in results, as a browser without script sees it, and where the upstream keeps none. */
import ExcelJS from "exceljs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { EVIDENCE_SHOWN } from "#model/evidence.ts";
import { THREADS } from "#model/p3m3/catalogue.ts";
import { expectStatus } from "../contract/scenario.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { startItil } from "./itil.ts";
import { join, type P3m3Scene, perspectiveId, start, textsOf, threadId } from "./questions.ts";

const MC = perspectiveId("MC");
const place = (code: string) => `thread/${MC}/${threadId(code)}`;

interface Entry {
  id: number;
  what: string;
  where: string;
  places: { place: string; supports: number[]; against: number[] }[];
}

const entriesOf = async ({ client, id }: Pick<P3m3Scene, "client" | "id">): Promise<Entry[]> =>
  expectStatus(await client.get(`/assessments/${id}/evidence`), 200).body.entries;

const form = (over: object = {}) => ({
  ...{ kind: "document", what: "Mandate", where: "", who: "Sponsor", date: null, goodUntil: null, remark: "" },
  places: [{ place: place("PL"), supports: [1], against: [] }],
  ...over,
});

/** Stores an entry behind the web's back, and gives the lock back. */
async function add({ client, id }: Pick<P3m3Scene, "client" | "id">, over: object = {}): Promise<number> {
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  const { body } = expectStatus(await client.post(`/assessments/${id}/evidence`, form(over)), 201);
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  return body.id;
}

async function workbookAt(visitor: P3m3Scene["visitor"], address: string): Promise<ExcelJS.Workbook> {
  await visitor.get(address);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Buffer.from(visitor.body) as unknown as ArrayBuffer);
  return workbook;
}

describe("with the extension", () => {
  let app: AppWithFaults;
  beforeAll(async () => {
    app = await sharedAppWithFaults();
  });
  afterEach(() => app.upstream.reset());
  afterAll(() => app.stop());

  test("an entry is added, changed, removed and put back, and what was answered meanwhile is saved", async () => {
    const started = await start(app);
    const { visitor, at, letters, note } = started;
    await visitor.get(at("MC", "PL"));
    expect(visitor.text()).toContain("No evidence yet.");
    await visitor.form("Save answers").choose("Level 3 answer", "Fully").fill("Assessment Notes", "Typed").submit("Add evidence");
    expect([await letters("MC", "PL"), await note("MC", "PL")]).toEqual(["FFFNN", "Typed"]);
    await visitor
      .form("Save answers")
      .fill("What it is", "Programme mandate")
      .fill("Where it is found (optional)", "https://documents.example/mandate")
      .fill("Who (optional)", "Sponsor")
      .fill("Good until (optional)", "2020-01-01")
      .submit("Save evidence");
    expect(visitor.text()).toContain("The evidence is saved.");
    const [entry] = await entriesOf(started);
    expect(entry).toMatchObject({ what: "Programme mandate", places: [{ place: place("PL"), supports: [], against: [] }] });
    expect(textsOf(visitor, ".evidence-list li")[0]).toContain("Past its date");
    const link = visitor.document.querySelector(".evidence-list a");
    expect([link?.getAttribute("href"), link?.getAttribute("rel")]).toEqual(["https://documents.example/mandate", "noreferrer noopener"]);

    await visitor.form("Save answers").submit("Change Programme mandate");
    await visitor.form("Save answers").fill("What it is", "Mandate").submit("Save evidence");
    expect((await entriesOf(started)).map(({ what }) => what)).toEqual(["Mandate"]);

    await visitor.form("Save answers").submit("Remove Mandate");
    expect([await entriesOf(started), visitor.text()]).toEqual([[], expect.stringContaining("The evidence is removed.")]);
    await visitor.form("Save answers").submit("Put it back");
    expect((await entriesOf(started)).map(({ what }) => what)).toEqual(["Mandate"]);
  });

  test("one entry serves several threads, keeps what it says of each, and is counted beside all of them", async () => {
    const started = await start(app);
    const { visitor, at, id } = started;
    const places = [
      { place: place("PL"), supports: [2], against: [4] },
      { place: place("AS"), supports: [1], against: [] },
    ];
    await add(started, { places });
    await visitor.get(at("MC", "AM"));
    expect(textsOf(visitor, ".progress-items li").filter((text) => text.includes("1 entry of evidence"))).toHaveLength(2);
    await visitor.get(at("MC", "PL"));
    expect(textsOf(visitor, ".evidence-list li")[0]).toMatch(/Supports level 2, speaks against level 4.*Also for/s);
    await visitor.form("Save answers").submit("Change Mandate");
    await visitor.form("Save answers").fill("What it is", "Mandate, signed").submit("Save evidence");
    const [changed] = await entriesOf(started);
    expect(changed).toMatchObject({ what: "Mandate, signed", places: expect.arrayContaining(places) });
    await visitor.get(`/assessments/${id}/search?q=signed`);
    expect(textsOf(visitor, "mark")).toEqual(["signed", "signed"]);
  });

  test("a wrong entry says why beside its field, and keeps everything", async () => {
    const started = await start(app);
    const { visitor, at } = started;
    await visitor.get(`${at("MC", "PL")}?evidence=new`);
    await visitor
      .form("Save answers")
      .fill("What it is", " ")
      .fill("Where it is found (optional)", "javascript:alert(1)")
      .fill("Remark (optional)", "Kept")
      .submit("Save evidence");
    expect(visitor.status).toBe(400);
    expect(textsOf(visitor, "fieldset.panel .field-error")).toEqual([
      "This Field is required.",
      "Please use an address that begins with https://, or describe the place in words.",
    ]);
    expect(visitor.document.querySelector("#evidence-remark")?.text).toContain("Kept");
    await visitor
      .form("Save answers")
      .fill("What it is", "Seen")
      .fill("Where it is found (optional)", "Room 3: shelf 2")
      .submit("Save evidence");
    expect(await entriesOf(started)).toMatchObject([{ what: "Seen", where: "Room 3: shelf 2" }]);
  });

  test("what was typed is saved by any button, and given back when the upstream fails", async () => {
    const started = await start(app);
    const { visitor, at, id } = started;
    await visitor.get(`${at("MC", "PL")}?evidence=new`);
    app.upstream.on("POST", `/assessments/${id}/evidence`, status(500));
    await visitor.form("Save answers").fill("What it is", "Typed").submit("Save answers");
    expect([visitor.status, visitor.text()]).toEqual([502, expect.stringContaining("What you typed is still here.")]);
    expect(visitor.document.querySelector("#evidence-what")?.getAttribute("value")).toBe("Typed");
    app.upstream.reset();
    await visitor.form("Save answers").submit("Save answers");
    expect(await entriesOf(started)).toMatchObject([{ what: "Typed" }]);
    // Answers that cannot be saved take nothing of the evidence with them.
    await visitor.get(`${at("MC", "PL")}?evidence=new`);
    app.upstream.on("POST", `/P3M3/assessments/${id}/answer`, status(500));
    await visitor.form("Save answers").choose("Level 3 answer", "Fully").fill("What it is", "Second").submit("Save evidence");
    expect([visitor.status, visitor.document.querySelector("#evidence-what")?.getAttribute("value")]).toEqual([502, "Second"]);
  });

  test("what somebody else changed is shown beside what was typed, and saving again decides", async () => {
    const started = await start(app);
    const { visitor, at, client, id } = started;
    const entry = await add(started);
    await visitor.get(at("MC", "PL"));
    await visitor.form("Save answers").submit("Change Mandate");
    expectStatus(await client.put(`/assessments/${id}/evidence/${entry}`, form({ what: "Theirs" })), 200);
    await visitor.form("Save answers").fill("What it is", "Mine").submit("Save evidence");
    expect([visitor.status, (await entriesOf(started))[0]?.what]).toEqual([409, "Theirs"]);
    expect(textsOf(visitor, ".evidence-trouble")[0]).toMatch(/Somebody changed this entry meanwhile\..*Theirs/s);
    await visitor.form("Save answers").submit("Save evidence");
    expect((await entriesOf(started))[0]?.what).toBe("Mine");

    await visitor.form("Save answers").submit("Change Mine");
    expectStatus(await client.post(`/assessments/${id}/evidence/${entry}/remove`), 204);
    await visitor.form("Save answers").fill("What it is", "Still mine").submit("Save evidence");
    expect([visitor.status, await entriesOf(started)]).toEqual([409, []]);
    expect(visitor.text()).toContain("Somebody removed this entry meanwhile.");
    await visitor.form("Save answers").submit("Save evidence");
    expect((await entriesOf(started))[0]?.what).toBe("Still mine");
  });

  test("another user who holds the lock is named", async () => {
    const started = await start(app);
    const { visitor, at, id } = started;
    const other = await join(app, started);
    await visitor.get(`${at("MC", "PL")}?evidence=new`);
    await started.client.delete(`/assessments/${id}/lock`);
    expectStatus(await other.client.post(`/assessments/${id}/lock`), 200);
    await visitor.form("Save answers").fill("What it is", "Typed").submit("Save evidence");
    expect([visitor.status, visitor.text()]).toEqual([409, expect.stringContaining(`${other.email} is editing this assessment now`)]);
    expect(visitor.document.querySelector("#evidence-what")?.getAttribute("value")).toBe("Typed");
  });

  test("markup and odd addresses stay text", async () => {
    const started = await start(app);
    const { visitor, at, id } = started;
    await add(started, { what: "<img src=x onerror=alert(1)>", where: "https://documents.example/a b", remark: "<script>x</script>" });
    for (const address of [at("MC", "PL"), `/assessments/${id}/evidence`, `/assessments/${id}/search?q=img`]) {
      await visitor.get(address);
      expect([visitor.status, visitor.document.querySelectorAll("main img, main script:not([data-saves])").length]).toEqual([200, 0]);
      expect(visitor.text()).toContain("<img src=x onerror=alert(1)>");
      expect(visitor.document.querySelectorAll('main a[href^="https://documents"]')).toHaveLength(0);
    }
  });

  test("practices and components have evidence; what is calculated has none", async () => {
    const { visitor, at, client, id } = await startItil(app, {
      selectedScope: "Maturity",
      primary: [],
    });
    await visitor.get(`${at("CI")}?evidence=new`);
    expect(textsOf(visitor, ".evidence-levels label").map((text) => text.slice(0, 7))).toEqual([
      "Level 2",
      "Level 3",
      "Level 4",
      "Level 5",
    ]);
    await visitor.form("Save answers").fill("What it is", "Log").submit("Save evidence");
    await visitor.get(`${at("M-GP")}?evidence=new`);
    await visitor.form("Save answers").fill("What it is", "Talk").submit("Save evidence");
    expect((await entriesOf({ client, id })).map(({ places }) => places[0]?.place)).toEqual(["capability/2", "maturity/1"]);
    await visitor.get(at("M-CI"));
    expect(visitor.document.querySelector(".evidence")).toBeNull();
  });

  test("the register shows, filters, searches and counts, and its file holds what is shown", async () => {
    const started = await start(app);
    const { visitor, id, store } = started;
    await store("MC", "AM", "FFFFF");
    await store("MC", "PL", "FFFFF");
    await add(started, { goodUntil: "2020-01-01", where: "https://documents.example/mandate" });
    await add(started, { kind: "interview", what: "Talk", who: "Planner", places: [{ place: place("AS"), supports: [], against: [2] }] });
    const register = `/assessments/${id}/evidence`;
    const shown = async (query: string) => {
      await visitor.get(`${register}${query}`);
      return textsOf(visitor, "tbody th").map((text) => text.trim());
    };
    expect(await shown("")).toEqual(["Mandate", "Talk"]);
    expect(visitor.text()).toMatch(/2 entries,\s+1 past its date\. Of 2 answered threads,\s+1 has no evidence\./);
    expect(await shown("?kind=interview")).toEqual(["Talk"]);
    expect(await shown("?kind=rumour&page=0&place=nowhere")).toEqual(["Mandate", "Talk"]);
    expect(await shown(`?place=${place("PL")}`)).toEqual(["Mandate"]);
    expect(await shown("?who=Planner")).toEqual(["Talk"]);
    expect(await shown("?show=past")).toEqual(["Mandate"]);
    expect(await shown("?q=TALK")).toEqual(["Talk"]);
    expect(await shown("?q=nothing")).toEqual([]);
    await shown("?show=unanswered");
    expect(textsOf(visitor, "section li")).toEqual(
      ["Management control / Asset management"].map(() => expect.stringContaining("Management control")),
    );
    const [sheet] = (await workbookAt(visitor, `${register}.xlsx?kind=interview`)).worksheets;
    expect([sheet?.name, sheet?.getCell(5, 1).value, sheet?.rowCount]).toEqual(["Evidence", "Talk", 5]);
  });

  test("of many entries the newest are shown, the register has the others, and each of them can be changed from there", async () => {
    const started = await start(app);
    const { visitor, at, id, client } = started;
    expectStatus(await client.post(`/assessments/${id}/lock`), 200);
    const ids: number[] = [];
    for (let index = 1; index <= EVIDENCE_SHOWN + 5; index += 1)
      ids.push(expectStatus(await client.post(`/assessments/${id}/evidence`, form({ what: `Paper ${index}` })), 201).body.id);
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    await visitor.get(at("MC", "PL"));
    const shown = () => textsOf(visitor, ".evidence-list strong");
    expect(shown()).toEqual(Array.from({ length: EVIDENCE_SHOWN }, (_, index) => `Paper ${index + 6}`));
    expect(textsOf(visitor, "#evidence h3")[0]).toBe("Evidence ( 25 )");
    const registerHere = visitor.document.querySelectorAll("#evidence a").find(({ text }) => text === "All entries for this");
    expect(visitor.text()).toContain("These are the newest 20 of 25 entries.");
    await visitor.get(registerHere?.getAttribute("href") ?? "");
    expect(visitor.text()).toContain("25 of 25 entries shown.");
    const [first] = visitor.document.querySelectorAll(".evidence-table td a");
    expect(first?.getAttribute("href")).toBe(`${at("MC", "PL")}?evidence=${ids[0]}#evidence`);
    await visitor.get(first?.getAttribute("href") ?? "");
    // An answer that cannot be saved takes nothing of the old entry with it, and neither does a fault of its own.
    const typed = () => visitor.document.querySelector("#evidence-what")?.getAttribute("value");
    app.upstream.on("POST", `/P3M3/assessments/${id}/answer`, status(500));
    await visitor.form("Save answers").choose("Level 3 answer", "Fully").fill("What it is", "Changed").submit("Save evidence");
    expect([visitor.status, typed()]).toEqual([502, "Changed"]);
    app.upstream.reset();
    const path = `/assessments/${id}/evidence/${ids[0]}`;
    app.upstream.on("PUT", path, json({ title: "No.", status: 422, errors: [{ path: "places", message: "Too many." }] }, 422));
    await visitor.form("Save answers").submit("Save evidence");
    expect([visitor.status, typed(), textsOf(visitor, "#evidence-places-error")]).toEqual([400, "Changed", ["Too many."]]);
    app.upstream.reset();
    app.upstream.on("PUT", path, status(429, { "Retry-After": "40" }));
    await visitor.form("Save answers").submit("Save evidence");
    expect([visitor.status, visitor.headers.get("Retry-After"), typed()]).toEqual([429, "60", "Changed"]);
    expect(textsOf(visitor, ".evidence-trouble")[0]).toContain("You have saved a lot within a minute.");
    app.upstream.reset();
    await visitor.form("Save answers").submit("Save evidence");
    expect((await entriesOf(started)).find((entry) => entry.id === ids[0])?.what).toBe("Changed");
    const requests = app.upstream.received.filter(({ method, path }) => method === "GET" && path.startsWith(`/assessments/${id}/evidence`));
    expect(requests.every(({ path }) => /newest=20|entry=\d+/.test(path) || path === `/assessments/${id}/evidence`)).toBe(true);
  });

  test("the register lists no more than thirty of what one entry serves", async () => {
    const started = await start(app, { perspectives: ["MC", "RK", "BM"], threads: THREADS.map(({ code }) => code) });
    const codes = ["MC", "RK", "BM"].flatMap((perspective) => THREADS.map(({ code }) => [perspective, code] as const));
    const places = codes.map(([perspective, thread]) => ({
      ...{ place: `thread/${perspectiveId(perspective)}/${threadId(thread)}`, supports: [], against: [] },
    }));
    await add(started, { places });
    const { visitor, id, at } = started;
    await visitor.get(`/assessments/${id}/evidence`);
    expect(visitor.document.querySelectorAll(".evidence-table td a")).toHaveLength(30);
    expect(visitor.text()).toContain(`and ${places.length - 30} more, in the Excel file`);
    await visitor.get(at("MC", "PL"));
    expect(textsOf(visitor, ".evidence-list li")[0]).toContain(`and ${places.length - 31} more`);
  });

  test("the register pages", async () => {
    const started = await start(app);
    expectStatus(await started.client.post(`/assessments/${started.id}/lock`), 200);
    for (let index = 1; index <= 51; index += 1)
      expectStatus(await started.client.post(`/assessments/${started.id}/evidence`, form({ what: `Paper ${index}` })), 201);
    const { visitor } = started;
    await visitor.get(`/assessments/${started.id}/evidence`);
    expect([textsOf(visitor, "tbody tr").length, visitor.text()]).toEqual([50, expect.stringContaining("Page 1 of 2")]);
    await visitor.get(`/assessments/${started.id}/evidence?page=2`);
    expect(textsOf(visitor, "tbody th")).toEqual(["Paper 51"]);
  });

  test("evidence that cannot be read keeps nobody from answering", async () => {
    const started = await start(app);
    const { visitor, at, id, letters } = started;
    app.upstream.on("GET", `/assessments/${id}/evidence`, json({ wrong: true }));
    await visitor.get(at("MC", "PL"));
    expect(visitor.text()).toContain("The evidence could not be loaded.");
    await visitor.form("Save answers").choose("Level 3 answer", "Fully").submit("Save answers");
    expect(await letters("MC", "PL")).toBe("FFFNN");
  });

  test("a result shows the register, the evidence of each thread and how much has none", async () => {
    const started = await start(app, { perspectives: ["MC"], threads: ["AM", "PL"] });
    const { visitor, client, id, store } = started;
    await add(started);
    await store("MC", "AM", "FFFFF");
    await store("MC", "PL", "FFFFF");
    expectStatus(await client.post(`/assessments/${id}/lock`), 200);
    expectStatus(await client.post(`/assessments/${id}/complete`), 200);
    await visitor.get(`/assessments/${id}/result`);
    expect(visitor.text()).toContain("Of 2 answered threads, 1 has no evidence: Management control / Asset management.");
    expect(textsOf(visitor, "h2, h3, summary, figcaption").join("\n")).toContain("Evidence");
    const workbook = await workbookAt(visitor, `/assessments/${id}/result.xlsx`);
    expect(workbook.getWorksheet("Evidence")?.getCell(5, 1).value).toBe("Mandate");
    await visitor.get(started.at("MC", "PL"));
    expect([visitor.text().includes("Mandate"), textsOf(visitor, "button").some((text) => /evidence|Remove/i.test(text))]).toEqual([
      true,
      false,
    ]);
  });
});

describe("without the extension", () => {
  let app: AppWithFaults;
  beforeAll(async () => {
    app = await sharedAppWithoutExtensions();
  });
  afterAll(() => app.stop());

  test("there is no trace of it", async () => {
    const { visitor, at, id } = await start(app);
    for (const address of [at("MC", "PL"), `/assessments/${id}/summary`, "/"]) {
      await visitor.get(address);
      const traces = visitor.document
        .querySelectorAll("body *")
        .filter((each) => /evidence/i.test(Object.values(each.attributes).join(" ")) && each.tagName !== "LINK");
      expect([visitor.status, traces.map(String)]).toEqual([200, []]);
    }
    await visitor.get(`/assessments/${id}/evidence`);
    expect(visitor.status).toBe(404);
    await visitor.get(`/assessments/${id}/evidence.xlsx`);
    expect(visitor.status).toBe(404);
    expect(app.upstream.received.filter(({ path }) => /evidence/.test(path))).toEqual([]);
  });
});
