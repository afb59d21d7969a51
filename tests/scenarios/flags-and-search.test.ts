/** Flags, filters, search and reasons for descoping, with and without the extensions (docs/upstream-contract.md#extensions). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { SEARCH_MAX } from "#model/search.ts";
import { REASON_MAX, textMessages } from "#model/text.ts";
import { expectStatus } from "../contract/scenario.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { startItil } from "./itil.ts";
import { join, type P3m3Scene, perspectiveId, start, textsOf, threadId } from "./questions.ts";

const MC = perspectiveId("MC");
const PL = threadId("PL");
const FLAG = (id: number) => `/assessments/${id}/${MC}/${PL}/flag`;
const DESCOPE = (id: number) => `/assessments/${id}/${MC}/${PL}/descope`;
const REASON = (id: number) => `/assessments/${id}/${MC}/${PL}/reason`;

const SEARCH = "Search: Statements, diagnostics, notes and evidence";

const buttons = ({ visitor }: Pick<P3m3Scene, "visitor">) => textsOf(visitor, "button");
const threads = async ({ client, id }: P3m3Scene) =>
  (await client.get(`/assessments/${id}/progress`)).body.perspectivesProgress.flatMap(
    (group: { id: number; threads: { code: string; flagged?: boolean }[] }) =>
      group.threads.flatMap(({ code, flagged }) => (flagged ? [`${group.id}/${code}`] : [])),
  );
const reasonOf = async ({ client, id }: P3m3Scene) =>
  expectStatus(await client.get(`/P3M3/assessments/${id}/questions?p=${MC}&t=${PL}`), 200).body[0].reason;

describe("with the extensions", () => {
  let app: AppWithFaults;
  beforeAll(async () => {
    app = await sharedAppWithFaults();
  });
  afterEach(() => app.upstream.reset());
  afterAll(() => app.stop());

  test("a thread is flagged and the flag taken off without losing what was entered", async () => {
    const started = await start(app);
    const { visitor, at, letters, note } = started;
    await visitor.get(at("MC", "PL"));
    await visitor.form("Save answers").choose("Level 3 answer", "Fully").fill("Assessment Notes", "Typed").submit("Flag for later");
    expect(visitor.text()).toContain("Flagged for later. Your answers and notes are saved.");
    expect([await letters("MC", "PL"), await note("MC", "PL"), await threads(started)]).toEqual(["FFFNN", "Typed", [`${MC}/PL`]]);
    expect(buttons(started)).toContain("Flagged – take it off");
    expect(textsOf(visitor, ".progress-items li").filter((text) => text.includes("Flagged"))).toHaveLength(1);
    await visitor.get(`/assessments/${started.id}/summary`);
    expect(textsOf(visitor, "tbody tr").filter((text) => text.includes("Flagged"))).toHaveLength(1);
    await visitor.get(at("MC", "PL"));
    await visitor.form("Save answers").submit("Flagged – take it off");
    expect([await threads(started), await letters("MC", "PL")]).toEqual([[], "FFFNN"]);
  });

  test("a flag that cannot be stored says so, and gives everything back", async () => {
    const started = await start(app);
    const { visitor, at, id, note } = started;
    await visitor.get(at("MC", "PL"));
    app.upstream.on("PUT", FLAG(id), status(500));
    await visitor.form("Save answers").fill("Assessment Notes", "Typed").submit("Flag for later");
    expect([visitor.status, await note("MC", "PL"), await threads(started)]).toEqual([502, "Typed", []]);
    expect(visitor.text()).toContain("was saved, the flag was not.");
    app.upstream.reset();
    await visitor.form("Save answers").submit("Flag for later");
    expect([visitor.status, await threads(started)]).toEqual([200, [`${MC}/PL`]]);
  });

  test("another user who holds the lock is named, and nothing is flagged", async () => {
    const started = await start(app);
    const { visitor, at, id } = started;
    const other = await join(app, started);
    await visitor.get(at("MC", "PL"));
    await started.client.delete(`/assessments/${id}/lock`);
    expectStatus(await other.client.post(`/assessments/${id}/lock`), 200);
    await visitor.form("Save answers").submit("Flag for later");
    expect([visitor.status, visitor.text(), await threads(started)]).toEqual([
      409,
      expect.stringContaining(`${other.email} is editing this assessment now`),
      [],
    ]);
  });

  test("a practice is flagged; a component has no flag", async () => {
    const { visitor, at, summary, id, client } = await startItil(app, {
      selectedScope: "Maturity",
      primary: ["INM", "CI"],
      supporting: [],
    });
    await visitor.get(at("INM"));
    await visitor.form("Save answers").submit("Flag for later");
    const { capabilityProgress } = (await client.get(`/assessments/${id}/progress`)).body;
    expect(capabilityProgress.filter((item: { flagged: boolean }) => item.flagged).map((item: { code: string }) => item.code)).toEqual([
      "INM",
    ]);
    await visitor.get(`${summary}?show=flagged`);
    expect(textsOf(visitor, "tbody th")).toEqual(["Incident management"]);
    await visitor.get(at("M-GP"));
    expect(textsOf(visitor, "button")).not.toContain("Flag for later");
  });

  test("a summary is narrowed by its address, and stays so around a question", async () => {
    const started = await start(app);
    const { visitor, id, store, writeNote } = started;
    for (const perspective of ["MC", "RK"]) for (const thread of ["AM", "AS", "PL"]) await store(perspective, thread, "FFRNN");
    await writeNote("RK", "AS", "Seen");
    expect((await started.client.put(FLAG(id), { flagged: true })).status).toBe(200);
    await visitor.get(`/assessments/${id}/summary`);
    expect(textsOf(visitor, "nav.tabs a")).toEqual(["All (6)", "To do (0)", "Flagged (1)", "Without note (5)", "Without evidence (6)"]);
    await visitor.get(`/assessments/${id}/summary?show=flagged`);
    expect(textsOf(visitor, ".summary tbody th[class]")).toHaveLength(1);
    expect(visitor.text()).toContain("1 of 6 threads shown.");
    await visitor.form("Submit assessment").submit("Submit assessment");
    expect(visitor.text()).toContain("Are you ready to Submit?");
    expect(new URL(visitor.url, app.url).searchParams.get("show")).toBe("flagged");
    await visitor.follow("Cancel");
    expect(textsOf(visitor, ".summary tbody th[class]")).toHaveLength(1);
    await visitor.get(`/assessments/${id}/summary?show=todo`);
    expect(visitor.text()).toContain("Nothing is left to do. Show all");
    await visitor.follow("Show all");
    expect(textsOf(visitor, ".summary tbody th[class]")).toHaveLength(6);
  });

  test("a descoped thread counts nowhere: in no filter, no total and not in the question at submission", async () => {
    const { visitor, id, client, store, descope } = await start(app);
    for (const perspective of ["MC", "RK"]) for (const thread of ["AM", "AS", "PL"]) await store(perspective, thread, "FFRNN");
    expect((await client.put(FLAG(id), { flagged: true })).status).toBe(200);
    await descope("MC", "PL");
    await visitor.get(`/assessments/${id}/summary`);
    expect(visitor.text()).toContain("5/5 Threads complete");
    expect(textsOf(visitor, "nav.tabs a")).toEqual(["All (5)", "To do (0)", "Flagged (0)", "Without note (5)", "Without evidence (5)"]);
    expect(textsOf(visitor, ".summary tbody th[class]")).toHaveLength(6);
    await visitor.follow("Without note (5)");
    expect(textsOf(visitor, ".summary tbody th[class]")).toHaveLength(5);
    expect(visitor.text()).toContain("5 of 5 threads shown.");
    await visitor.get(`/assessments/${id}/summary?confirm=submit`);
    expect(textsOf(visitor, "dialog li a")).toEqual([
      "Without note: 5 of 5 answered threads",
      "Without evidence: 5 of 5 answered threads",
      "Weakest of what holds the maturity, without a note that says why: 5",
      "Steps without owner, effort or date: 2 of 2",
      "The cover of the report names no author",
    ]);
    await visitor.get(`/assessments/${id}/grid/MC?show=unnoted`);
    expect(textsOf(visitor, ".grid-screen nav a")).toEqual([
      "All (2)",
      "To do (0)",
      "Flagged (0)",
      "Without note (2)",
      "Without evidence (2)",
    ]);
    expect(textsOf(visitor, "tr[data-grid-row]")).toEqual([
      expect.stringMatching(/^Asset management/),
      expect.stringMatching(/^Assurance/),
    ]);
    expect(visitor.text()).toContain("2 of 2 threads shown.");
    // Its flag stays until it is taken off, and counts again once the thread is back.
    await client.post(`/assessments/${id}/lock`);
    expect((await client.post(DESCOPE(id).replace("/descope", "/rescope"))).status).toBe(200);
    await visitor.get(`/assessments/${id}/summary`);
    expect(textsOf(visitor, "nav.tabs a").slice(0, 3)).toEqual(["All (6)", "To do (1)", "Flagged (1)"]);
  });

  test("the summary is there when the overview cannot be read, without what only that tells", async () => {
    const { visitor, id } = await start(app);
    app.upstream.on("GET", `/assessments/${id}/overview`, status(500));
    await visitor.get(`/assessments/${id}/summary?show=unnoted`);
    expect([visitor.status, textsOf(visitor, "nav.tabs a")]).toEqual([
      200,
      ["All (6)", "To do (6)", "Flagged (0)", "Without evidence (0)"],
    ]);
  });

  test.each([
    ["ignores that statements are to be left out", undefined],
    ["refuses to leave out statements with 400", 400],
    ["refuses to leave out statements with 422", 422],
  ])("the summary has its filters and notes where an upstream %s", async (_, refusal) => {
    const [p3m3, itil] = [await start(app), await startItil(app)];
    await p3m3.writeNote("RK", "AS", "Seen");
    await itil.writeNote("INM", "Seen");
    for (const { visitor, id, client, summary } of [{ ...p3m3, summary: `/assessments/${p3m3.id}/summary` }, itil]) {
      const address = `/assessments/${id}/overview`;
      await visitor.get(summary);
      const filters = textsOf(visitor, "nav.tabs a");
      expect(filters.join()).toContain("Without note");
      const whole = json((await client.get(address)).body);
      app.upstream.on("GET", address, refusal ? status(refusal) : whole, whole);
      await visitor.get(`${summary}?show=unnoted`);
      expect([visitor.status, textsOf(visitor, "nav.tabs a")]).toEqual([200, filters]);
    }
  });

  test("the search finds statements, diagnostics and notes, marks them, and leads to them", async () => {
    const { visitor, id, at, writeNote } = await start(app, { perspectives: ["BM", "FM", "MC", "RK"] });
    await writeNote("RK", "AS", "The Résumé <b>of</b> the réview");
    await visitor.get(at("MC", "PL"));
    await visitor.follow("Search");
    expect(visitor.text()).toContain("Type one or more words");
    await visitor.form(SEARCH).fill("q", "review RESUME").submit();
    expect(textsOf(visitor, "mark")).toEqual(["Résumé", "réview"]);
    expect(visitor.text()).toContain("<b>of</b>");
    expect(visitor.text()).toContain("was found in 1 text in 1 place.");
    expect(visitor.document.querySelector("section > .plain-list > li a")?.getAttribute("href")).toBe(`${at("RK", "AS")}#note`);
    await visitor.get(`/assessments/${id}/search?q=the`);
    expect(visitor.text()).toMatch(/was found in [\d,]+ texts in 12 places\. The first 100 are shown/);
    expect(textsOf(visitor, "section > .plain-list > li")).toHaveLength(100);
    const links = visitor.document.querySelectorAll("section > .plain-list > li a").map((link) => link.getAttribute("href") ?? "");
    const [path = "", anchor] = (links.find((link) => link.includes("#diagnostic-")) ?? "").split("#");
    await visitor.get(path);
    expect(visitor.document.querySelector(`[id="${anchor}"]`)).not.toBeNull();
    expect(visitor.document.querySelector("#level-3")).not.toBeNull();
    expect(visitor.document.querySelector("#note")).not.toBeNull();
  });

  test.each([
    ["x", "Please use a word of at least 2 characters."],
    ["x".repeat(SEARCH_MAX + 1), textMessages.tooLong(SEARCH_MAX)],
    ["qqqqq", "Nothing was found for “qqqqq”."],
  ])("a search for '%s' is told: %s", async (query, text) => {
    const { visitor, id } = await start(app);
    await visitor.get(`/assessments/${id}/search?q=${query}`);
    expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining(text)]);
  });

  test("more searches than anybody makes in a minute are refused in words, in the register too, and for nobody else", async () => {
    const { visitor, id } = await start(app);
    for (let count = 0; count < 30; count += 1) await visitor.get(`/assessments/${id}/search?q=word${count}`);
    expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining("Nothing was found for “word29”.")]);
    for (const address of [`/assessments/${id}/search?q=once`, `/assessments/${id}/evidence?q=once`]) {
      await visitor.get(address);
      expect([visitor.status, visitor.text()]).toEqual([429, expect.stringContaining("You have searched a lot within a minute.")]);
    }
    await visitor.get(`/assessments/${id}/evidence`);
    expect(visitor.status).toBe(200);
    const other = await start(app);
    await other.visitor.get(`/assessments/${other.id}/search?q=word`);
    expect(other.visitor.status).toBe(200);
  });

  test("an assessment is searched under the address of its model, and by nobody of another team", async () => {
    const { visitor, id, at } = await startItil(app);
    await visitor.get(`/assessments/${id}/search?q=incident`);
    expect(String(visitor.url)).toContain(`/itil/assessments/${id}/search?q=incident`);
    expect(textsOf(visitor, "mark").length).toBeGreaterThan(0);
    expect(visitor.document.querySelector("section > .plain-list > li a")?.getAttribute("href")).toContain(
      `${at("INM").replace(/\/$/, "")}`,
    );
    const stranger = await start(app);
    await stranger.visitor.get(`/itil/assessments/${id}/search?q=incident`);
    expect([stranger.visitor.status, textsOf(stranger.visitor, "mark")]).toEqual([expect.toSatisfy((code) => code >= 400), []]);
  });

  test("descoping asks why, keeps the reason, and lets reason and note be changed", async () => {
    const started = await start(app);
    const { visitor, at, id, note } = started;
    await visitor.get(`${at("MC", "PL")}?confirm=descope`);
    await visitor.form("Descope Thread").fill("Reason for descoping", "Bought in").submit("Descope Thread");
    expect(await reasonOf(started)).toBe("Bought in");
    await visitor.get(at("MC", "PL"));
    await visitor
      .form("Save answers")
      .fill("Reason for descoping", " Bought in since May ")
      .fill("Assessment Notes", "Written while descoped")
      .submit("Save answers");
    expect([await reasonOf(started), await note("MC", "PL")]).toEqual(["Bought in since May", "Written while descoped"]);
    // A second save of the same page is no conflict with the first.
    await visitor.form("Save answers").fill("Reason for descoping", "Another").submit("Save answers");
    expect([visitor.status, await reasonOf(started)]).toEqual([200, "Another"]);
    await visitor.get(`/assessments/${id}/summary`);
    expect(visitor.text()).toContain("Reason: Another");
    await visitor.get(at("MC", "PL"));
    await visitor.form("Save answers").fill("Assessment Notes", "Before it comes back").submit("Rescope thread");
    expect([await reasonOf(started), await note("MC", "PL")]).toEqual([undefined, "Before it comes back"]);
  });

  test("a typed reason survives a descoping that fails, and one that is too long", async () => {
    const started = await start(app);
    const { visitor, at, id } = started;
    await visitor.get(`${at("MC", "PL")}?confirm=descope`);
    app.upstream.on("POST", DESCOPE(id), status(500));
    await visitor.form("Descope Thread").fill("Reason for descoping", "Bought in").submit("Descope Thread");
    expect([visitor.status, visitor.text()]).toEqual([
      502,
      expect.stringContaining("The thread was not descoped; everything is as it was."),
    ]);
    app.upstream.reset();
    const long = "x".repeat(REASON_MAX + 1);
    await visitor.form("Descope Thread").fill("Reason for descoping", long).submit("Descope Thread");
    expect([visitor.status, visitor.text()]).toEqual([400, expect.stringContaining(textMessages.tooLong(REASON_MAX))]);
    expect(visitor.document.querySelector("#descope-reason")?.text).toBe(long);
    await visitor.form("Descope Thread").fill("Reason for descoping", "Bought in").submit("Descope Thread");
    expect(await reasonOf(started)).toBe("Bought in");
    app.upstream.on("PUT", REASON(id), status(500));
    await visitor.get(at("MC", "PL"));
    await visitor.form("Save answers").fill("Reason for descoping", "Changed").submit("Save answers");
    expect([visitor.status, visitor.document.querySelector("#reason")?.text]).toEqual([502, "Changed"]);
  });

  test("nothing can be flagged or explained once the assessment is archived", async () => {
    const started = await start(app);
    const { visitor, at, id, client, descope } = started;
    await descope("MC", "PL");
    expectStatus(await client.put(REASON(id), { reason: "Bought in" }), 200);
    expectStatus(await client.put(FLAG(id), { flagged: true }), 200);
    expectStatus(await client.post(`/assessments/${id}/archive`), 200);
    await visitor.get(at("MC", "PL"));
    expect(visitor.text()).toContain("Bought in");
    expect(textsOf(visitor, ".thread-head")[0]).toContain("Flagged");
    expect(visitor.document.querySelectorAll("textarea, button[name=flag]")).toEqual([]);
  });
});

describe("without them", () => {
  let app: AppWithFaults;
  beforeAll(async () => {
    app = await sharedAppWithoutExtensions();
  });
  afterAll(() => app.stop());

  test("there is no flag, no reason, no search, and nobody asks for them", async () => {
    const { visitor, at, id, descope } = await start(app);
    await visitor.get(at("MC", "PL"));
    expect(visitor.text()).not.toMatch(/Flag|flag for later|Search/);
    await visitor.get(`${at("MC", "PL")}?confirm=descope`);
    expect(visitor.document.querySelector("[name=reason]")).toBeNull();
    await descope("MC", "PL");
    await visitor.get(at("MC", "PL"));
    expect(visitor.document.querySelectorAll("textarea")).toEqual([]);
    await visitor.get(`/assessments/${id}/summary?show=flagged`);
    expect(textsOf(visitor, "nav.tabs a")).toEqual(["All (5)", "To do (5)"]);
    expect((await visitor.get(`/assessments/${id}/search?q=the`)).status).toBe(404);
    const calls = app.upstream.received.map(({ method, path }) => `${method} ${path}`);
    expect(calls.filter((call) => /overview|\/flag|\/reason/.test(call))).toEqual([]);
  });
});
