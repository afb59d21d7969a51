/** The grid by form, as a browser without script sends it (docs/rules/gate.md#grid). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { NOTE_MAX } from "#model/note.ts";
import type { Visitor } from "../support/form-driver.ts";
import { status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { joinItil, practiceId, startItil } from "./itil.ts";
import { join, type P3m3Scene, perspectiveId, start, textsOf, threadId } from "./questions.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const ANSWER = (id: number) => `/P3M3/assessments/${id}/answer`;
const grid = ({ id }: P3m3Scene) => `/assessments/${id}/grid/MC`;
const choose = (visitor: Visitor, ...answers: [thread: string, level: number, answer: string][]) => {
  const form = visitor.form("Save answers");
  for (const [thread, level, selection] of answers) form.choose(`${thread}, level ${level}`, selection);
  return form;
};
const chosen = (visitor: Visitor, thread: string, level: number) =>
  visitor.document
    .querySelectorAll(`input[name="row-${threadId(thread)}.level-${level}"]`)
    .find((input) => input.hasAttribute("checked"))
    ?.getAttribute("value");

const rows = (visitor: Visitor) => textsOf(visitor, "tr[data-grid-row]");

describe("the grid without script", () => {
  test("saves every row that was changed, tells what was cleared and takes it back", async () => {
    const site = await start(app);
    const { visitor, letters, store } = site;
    await store("MC", "AM", "FFFFN");
    await visitor.get(grid(site));
    expect([visitor.status, visitor.title]).toEqual([200, "Management control – Grid | Maturity Assessment Tool"]);
    expect(visitor.document.querySelectorAll("main form button[type=submit]").length).toBe(1);
    await choose(visitor, ["Asset management", 2, "Partially"], ["Planning", 3, "Fully"]).submit("Save answers");
    expect(visitor.text()).toContain("Your answers are saved.");
    expect([await letters("MC", "AM"), await letters("MC", "PL"), await letters("MC", "AS")]).toEqual(["NPNNN", "FFFNN", "NNNNN"]);
    expect(visitor.text()).toContain("Asset management: The answers to levels 1, 3 and 4 were cleared. Undo");
    await visitor.form("Undo").submit("Undo");
    expect([await letters("MC", "AM"), await letters("MC", "PL")]).toEqual(["FFFFN", "FFFNN"]);
  });

  test("shows both versions of a row that somebody changed meanwhile, saves the others, and keeps what was chosen", async () => {
    const site = await start(app);
    const { visitor, letters, store } = site;
    await visitor.get(grid(site));
    const stale = choose(visitor, ["Asset management", 3, "Fully"], ["Planning", 3, "Partially"]);
    await store("MC", "AM", "NNRNN");
    await stale.submit("Save answers");
    expect(visitor.status).toBe(409);
    expect(visitor.text()).toContain("Saved: Planning.");
    expect(visitor.text()).toContain("This thread (Asset management) was changed in the meantime");
    expect([await letters("MC", "AM"), await letters("MC", "PL")]).toEqual(["NNRNN", "NNPNN"]);
    await visitor.form("Save mine instead").submit("Save mine instead");
    expect([visitor.status, await letters("MC", "AM"), await letters("MC", "PL")]).toEqual([200, "FFFNN", "NNPNN"]);
  });

  test("keeps everything chosen when the upstream fails, and saves it when it is sent again", async () => {
    const site = await start(app);
    const { visitor, letters, id } = site;
    await visitor.get(grid(site));
    app.upstream.on("POST", ANSWER(id), status(500));
    await choose(visitor, ["Asset management", 3, "Fully"], ["Planning", 3, "Partially"]).submit("Save answers");
    expect(visitor.status).toBe(502);
    expect(textsOf(visitor, ".callout")[0]).toContain("Sorry, something went wrong... Not saved: Asset management and Planning.");
    expect([chosen(visitor, "AM", 3), chosen(visitor, "PL", 3)]).toEqual(["1", "2"]);
    app.upstream.reset();
    await visitor.form("Save answers").submit("Save answers");
    expect([visitor.status, await letters("MC", "AM"), await letters("MC", "PL")]).toEqual([200, "FFFNN", "NNPNN"]);
  });

  test("sends nothing more once somebody has saved too much, and keeps everything chosen", async () => {
    const site = await start(app);
    const { visitor, letters, id } = site;
    await visitor.get(grid(site));
    app.upstream.on("POST", ANSWER(id), status(429, { "Retry-After": "40" }));
    await choose(visitor, ["Asset management", 3, "Fully"], ["Planning", 3, "Partially"]).submit("Save answers");
    expect([visitor.status, visitor.headers.get("Retry-After")]).toEqual([429, "60"]);
    expect(textsOf(visitor, ".callout p")).toContain(
      "Asset management and Planning: You have saved a lot within a minute. Please wait a minute, then save again.",
    );
    expect(app.upstream.receivedAt("POST", ANSWER(id))).toHaveLength(1);
    expect([chosen(visitor, "AM", 3), chosen(visitor, "PL", 3)]).toEqual(["1", "2"]);
    app.upstream.reset();
    await visitor.form("Save answers").submit("Save answers");
    expect([visitor.status, await letters("MC", "AM"), await letters("MC", "PL")]).toEqual([200, "FFFNN", "NNPNN"]);
  });

  test("says who holds the lock, and keeps everything chosen", async () => {
    const site = await start(app);
    const { visitor, client, id, letters } = site;
    const other = await join(app, site);
    await visitor.get(grid(site));
    await client.delete(`/assessments/${id}/lock`);
    await other.client.post(`/assessments/${id}/lock`);
    await choose(visitor, ["Planning", 3, "Fully"]).submit("Save answers");
    expect(visitor.status).toBe(409);
    expect(visitor.text()).toContain(`${other.email} is editing this assessment now. Not saved: Planning.`);
    expect([chosen(visitor, "PL", 3), await letters("MC", "PL")]).toEqual(["1", "NNNNN"]);
  });

  test("flags rows and takes flags off, and leaves alone what somebody else flagged meanwhile", async () => {
    const site = await start(app);
    const { visitor, client, id, letters } = site;
    const flag = (thread: string, flagged: boolean) =>
      client.put(`/assessments/${id}/${perspectiveId("MC")}/${threadId(thread)}/flag`, { flagged });
    await client.post(`/assessments/${id}/lock`);
    await flag("AM", true);
    await visitor.get(grid(site));
    expect(rows(visitor).filter((text) => text.includes("Flagged"))).toEqual([expect.stringMatching(/^Asset management/)]);
    const form = choose(visitor, ["Planning", 3, "Fully"]);
    await flag("AS", true);
    await form.uncheck("Flag Asset management for later").check("Flag Planning for later").submit("Save answers");
    expect(visitor.text()).toContain("Your answers and flags are saved.");
    expect(await letters("MC", "PL")).toBe("FFFNN");
    expect(rows(visitor).map((text) => text.includes("Flagged"))).toEqual([false, true, true]);
  });

  test("shows each note, saves those that were typed, and leaves the others alone", async () => {
    const site = await start(app);
    const { visitor, writeNote, note, letters } = site;
    await writeNote("MC", "AM", "Stored before");
    await visitor.get(grid(site));
    expect(visitor.document.querySelectorAll("details[open] textarea").map((field) => field.text.trim())).toEqual(["Stored before"]);
    const form = choose(visitor, ["Planning", 3, "Fully"]).fill("Assessment Notes of Planning", "Typed here");
    await writeNote("MC", "AM", "Changed meanwhile");
    await form.submit("Save answers");
    expect(visitor.text()).toContain("Your answers and notes are saved.");
    expect([await note("MC", "PL"), await note("MC", "AM"), await letters("MC", "PL")]).toEqual([
      "Typed here",
      "Changed meanwhile",
      "FFFNN",
    ]);
  });

  test("shows both versions of a note that somebody changed meanwhile, and overwrites only when told to", async () => {
    const site = await start(app);
    const { visitor, writeNote, note } = site;
    await visitor.get(grid(site));
    const form = visitor
      .form("Save answers")
      .fill("Assessment Notes of Planning", "Mine")
      .fill("Assessment Notes of Assurance", "Also mine");
    await writeNote("MC", "PL", "Theirs");
    await form.submit("Save answers");
    expect([visitor.status, await note("MC", "PL"), await note("MC", "AS")]).toEqual([409, "Theirs", "Also mine"]);
    expect(visitor.text()).toContain("This thread (Planning) was changed in the meantime");
    await visitor.form("Save mine instead").submit("Save mine instead");
    expect([visitor.status, await note("MC", "PL")]).toEqual([200, "Mine"]);
  });

  test("keeps a note that is too long, and says so next to it", async () => {
    const site = await start(app);
    const { visitor, note } = site;
    await visitor.get(grid(site));
    const long = "x".repeat(NOTE_MAX + 1);
    await visitor.form("Save answers").fill("Assessment Notes of Planning", long).submit("Save answers");
    expect([visitor.status, await note("MC", "PL")]).toEqual([400, ""]);
    expect(visitor.document.querySelectorAll("details[open] textarea[aria-invalid]").map((field) => field.text.trim())).toEqual([long]);
  });

  test("keeps a flag that was ticked when the upstream fails", async () => {
    const site = await start(app);
    const { visitor, id } = site;
    await visitor.get(grid(site));
    const path = `/assessments/${id}/${perspectiveId("MC")}/${threadId("PL")}/flag`;
    app.upstream.on("PUT", path, status(500));
    await visitor.form("Save answers").check("Flag Planning for later").submit("Save answers");
    expect([visitor.status, rows(visitor).map((text) => text.includes("Flagged"))]).toEqual([502, [false, false, true]]);
    app.upstream.reset();
    await visitor.form("Save answers").submit("Save answers");
    expect([visitor.status, rows(visitor).map((text) => text.includes("Flagged"))]).toEqual([200, [false, false, true]]);
  });

  test("is narrowed by its address, which stays so when it is saved", async () => {
    const site = await start(app);
    const { visitor, store, writeNote, letters } = site;
    await store("MC", "AM", "FFFFN");
    await store("MC", "AS", "FFRNN");
    await writeNote("MC", "PL", "Seen");
    await visitor.get(grid(site));
    expect(textsOf(visitor, ".grid-screen nav a")).toEqual([
      "All (3)",
      "To do (2)",
      "Flagged (0)",
      "Without note (1)",
      "Without evidence (1)",
    ]);
    await visitor.follow("To do (2)");
    expect(rows(visitor)).toEqual([expect.stringMatching(/^Asset management/), expect.stringMatching(/^Planning/)]);
    expect(visitor.text()).toContain("2 of 3 threads shown.");
    await choose(visitor, ["Asset management", 1, "Partially"], ["Planning", 3, "Rarely/Never"]).submit("Save answers");
    expect(visitor.url).toMatch(/\?show=todo&was=/);
    // A row keeps its messages, because one of them offers Undo.
    await visitor.form("Undo").submit("Undo");
    expect([visitor.url, await letters("MC", "AM"), await letters("MC", "PL")]).toEqual([`${grid(site)}?show=todo`, "FFFFN", "NNRNN"]);
    expect(rows(visitor)).toHaveLength(2);
    await visitor.follow("Risk management 0/3");
    expect(visitor.url).toMatch(/\/grid\/RK\?show=todo$/);
    await visitor.get(`${grid(site)}?show=flagged`);
    expect([rows(visitor), visitor.text()]).toEqual([[], expect.stringContaining("Nothing is flagged for later. Show all")]);
    await visitor.follow("Summary");
    expect(visitor.url).toMatch(/\/summary\?show=flagged$/);
  });

  test("has the score so far in the words of the summary", async () => {
    const site = await start(app);
    await site.store("MC", "AM", "FFRNN");
    await site.visitor.get(`/assessments/${site.id}/summary`);
    const scores = textsOf(site.visitor, ".score-so-far");
    expect(scores).toHaveLength(1);
    await site.visitor.get(grid(site));
    expect(textsOf(site.visitor, ".score-so-far")).toEqual(scores);
  });

  test("has the perspective's own scores under its name, and those of the assessment above all grids", async () => {
    const site = await start(app);
    await site.store("MC", "AM", "FFRNN");
    await site.visitor.get(grid(site));
    const page = site.visitor.text();
    const [overall, tabs] = [page.indexOf("Overall score if submitted now 0.33"), page.indexOf("Management control 1/3")];
    expect([overall > 0, overall < tabs]).toEqual([true, true]);
    expect(textsOf(site.visitor, ".thread-head")[0]).toMatch(
      /^Management control 1 \/ 3 Threads complete Perspective score if submitted now 0\.67 Perspective score so far 2\.00 /,
    );
  });

  test("says of a descoped thread that it is descoped, and leads to it", async () => {
    const site = await start(app);
    await site.descope("MC", "PL");
    await site.visitor.get(grid(site));
    await site.visitor.follow("Open its questions");
    expect(site.visitor.url).toBe(site.at("MC", "PL"));
  });

  test("leads from the questions to the same row", async () => {
    const site = await start(app);
    await site.visitor.get(site.at("MC", "PL"));
    const gridLinks = site.visitor.document.querySelectorAll('a[href*="/grid/"]').map((link) => link.getAttribute("href") ?? "");
    // From the head and from the sidebar. Other perspectives begin at their first open question.
    expect(gridLinks.filter((href) => href.includes("/grid/MC"))).toEqual([`${grid(site)}#PL`, `${grid(site)}#PL`]);
    expect(gridLinks.filter((href) => !href.includes("/grid/MC") && href.includes("#"))).toEqual([]);
    await site.visitor.follow("Grid");
    expect(site.visitor.url).toMatch(/\/grid\/MC(#PL)?$/);
  });

  test.each(["XX", "FM"])("answers 404 with a way back for the perspective %s", async (code) => {
    const { visitor, id } = await start(app);
    await visitor.get(`/assessments/${id}/grid/${code}`);
    expect([visitor.status, visitor.text().includes("Perspective not found.")]).toEqual([404, true]);
  });
});

describe("the grid of practices without script", () => {
  const started = async () => {
    const site = await startItil(app, { primary: ["INM", "PRM", "SDK"] });
    return { ...site, grid: `/itil/assessments/${site.id}/grid/service` };
  };
  /** Answers criteria by their places in a practice. */
  const answer = (visitor: Visitor, practice: string, ...answers: [criterion: number, answer: string][]) => {
    const form = visitor.form("Save answers");
    const criteria = criteriaOf(visitor, practice);
    for (const [criterion, selection] of answers) form.choose(criteria[criterion] ?? "", selection);
    return form;
  };
  const criteriaOf = (visitor: Visitor, practice: string) =>
    visitor.document
      .querySelectorAll("td [role=group]")
      .map((group) => group.getAttribute("aria-label") ?? "")
      .filter((text) => text.startsWith(practice))
      .map((text) => text.replace(", locked", ""));
  const chosenOf = (visitor: Visitor, practice: string) =>
    visitor.document
      .querySelectorAll(`tr[data-grid-row="${practiceId(practice)}"] input[type=radio]`)
      .filter((input) => input.hasAttribute("checked"))
      .map((input) => `${input.getAttribute("name")?.split("-").at(-1)}: ${input.getAttribute("value")}`);
  /** The letters of a practice as they begin; the rest is not answered. */
  const begins = async (site: Awaited<ReturnType<typeof started>>, practice: string) => (await site.letters(practice)).replace(/N+$/, "");

  test("saves every practice that was changed, tells what was cleared and takes it back", async () => {
    const site = await started();
    const { visitor, levels, store } = site;
    const second = (await levels("INM")).filter((level) => level === 2).length;
    const all = (await levels("INM")).map((level) => (level === 2 ? "F" : "N"));
    await store("INM", all.map((letter, index) => (index === second ? "F" : letter)).join(""));
    await visitor.get(site.grid);
    expect([visitor.status, visitor.title]).toEqual([200, "Service management – Grid | Maturity Assessment Tool"]);
    expect(visitor.document.querySelectorAll("main form button[type=submit]").length).toBe(1);
    await answer(visitor, "Incident management", [0, "Rarely/Never"]).submit("Save answers");
    expect(visitor.text()).toContain("Your answers are saved.");
    expect(await begins(site, "INM")).toBe(`R${"F".repeat(second - 1)}`);
    expect(visitor.text()).toMatch(/Incident management: .*cleared.* Undo/);
    await visitor.form("Undo").submit("Undo");
    expect(await begins(site, "INM")).toBe("F".repeat(second + 1));
  });

  test("refuses values that it never offered, and stores nothing", async () => {
    const site = await started();
    const { visitor } = site;
    await visitor.get(site.grid);
    const field = (name: string) => `row-${practiceId("INM")}.${name}`;
    const levels = (await site.levels("INM")).join("");
    const fields = { [field("base")]: "X", [field("levels")]: levels, [field("criterion-0")]: "1" };
    await visitor.post(site.grid, fields);
    expect(visitor.status).toBe(400);
    await visitor.post(site.grid, {
      ...fields,
      [field("base")]: "N".repeat(levels.length),
      [field("flagBase")]: "x",
      [field("flag")]: "on",
    });
    expect(visitor.status).toBe(400);
    await visitor.post(site.grid, { ...fields, [field("base")]: "N".repeat(levels.length), [field("criterion-0")]: "9" });
    expect([visitor.status, await begins(site, "INM")]).toEqual([200, ""]);
  });

  test("keeps everything chosen when the upstream fails, and saves it when it is sent again", async () => {
    const site = await started();
    const { visitor, id } = site;
    await visitor.get(site.grid);
    app.upstream.on("POST", `/ITIL/assessments/${id}/answer/capability`, status(500));
    const form = answer(visitor, "Incident management", [0, "Fully"]);
    form.choose(criteriaOf(visitor, "Problem management")[1] ?? "", "Rarely/Never").check("Flag Service desk for later");
    await form.submit("Save answers");
    expect(visitor.status).toBe(502);
    expect(textsOf(visitor, ".callout")[0]).toContain(
      "Sorry, something went wrong... Not saved: Incident management, Problem management and Service desk.",
    );
    expect([chosenOf(visitor, "INM"), chosenOf(visitor, "PRM")]).toEqual([["0: 1"], ["1: 2"]]);
    expect(rows(visitor).map((text) => text.includes("Flagged"))).toContain(true);
    app.upstream.reset();
    await visitor.form("Save answers").submit("Save answers");
    expect([visitor.status, await begins(site, "INM"), await begins(site, "PRM")]).toEqual([200, "F", "NR"]);
  });

  test("shows both versions of a practice that somebody changed meanwhile, saves the others, and overwrites only when told to", async () => {
    const site = await started();
    const { visitor } = site;
    await visitor.get(site.grid);
    const stale = answer(visitor, "Incident management", [0, "Fully"]);
    stale.choose(criteriaOf(visitor, "Problem management")[0] ?? "", "Fully");
    await site.store("INM", (await site.levels("INM")).map((_, index) => (index === 0 ? "R" : "N")).join(""));
    await stale.submit("Save answers");
    expect(visitor.status).toBe(409);
    expect(visitor.text()).toContain("Saved: Problem management.");
    expect(visitor.text()).toContain("This practice (Incident management) was changed in the meantime");
    expect([await begins(site, "INM"), await begins(site, "PRM")]).toEqual(["R", "F"]);
    await visitor.form("Save mine instead").submit("Save mine instead");
    expect([visitor.status, await begins(site, "INM")]).toEqual([200, "F"]);
  });

  test("says who holds the lock, and keeps everything chosen", async () => {
    const site = await started();
    const { visitor, client, id } = site;
    await visitor.get(site.grid);
    const form = answer(visitor, "Incident management", [0, "Fully"]);
    await client.delete(`/assessments/${id}/lock`);
    const kim = await joinItil(app, site);
    await kim.client.post(`/assessments/${id}/lock`);
    await form.submit("Save answers");
    expect(visitor.status).toBe(409);
    expect(visitor.text()).toContain(`${kim.email} is editing this assessment now. Not saved: Incident management.`);
    expect([chosenOf(visitor, "INM"), await begins(site, "INM")]).toEqual([["0: 1"], ""]);
  });

  test("is narrowed by its address, which stays so when it is saved", async () => {
    const site = await started();
    const { visitor } = site;
    await site.writeNote("INM", "Seen");
    await visitor.get(site.grid);
    await visitor.form("Save answers").check("Flag Incident management for later").submit("Save answers");
    expect(textsOf(visitor, ".grid-screen nav a")).toEqual([
      "All (3)",
      "To do (3)",
      "Flagged (1)",
      "Without note (0)",
      "Without evidence (0)",
    ]);
    await visitor.follow("Flagged (1)");
    expect(rows(visitor)).toEqual([expect.stringMatching(/^Incident management/)]);
    const form = answer(visitor, "Incident management", [0, "Fully"]);
    await form.fill("Assessment Notes of Incident management", "Seen again").submit("Save answers");
    expect(visitor.text()).toContain("Seen again");
    expect([visitor.url, await begins(site, "INM")]).toEqual([`${site.grid}?show=flagged`, "F"]);
  });
});

describe("an upstream that gives no overview", () => {
  test("has neither the grid nor a link to it", async () => {
    const bare = await sharedAppWithoutExtensions();
    const site = await start(bare);
    await site.visitor.get(site.at("MC", "PL"));
    expect(site.visitor.document.querySelectorAll('a[href*="/grid/"]')).toEqual([]);
    await site.visitor.get(grid(site));
    expect(site.visitor.status).toBe(404);
  });
});
