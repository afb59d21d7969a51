/**
 * Quicker answering, in a browser without script: where 'Continue' leads, which choices are remembered, and which hints appear at first.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { howToRate, SCALE_SOURCE } from "#model/how-to-rate.ts";
import { NOTE_MAX } from "#model/note.ts";
import { createOrganization } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { sharedApp } from "../support/shared.ts";
import { startItil } from "./itil.ts";
import { answer, levelText, shown, start, textsOf } from "./questions.ts";

let app: App;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

describe("'Continue'", () => {
  test("opens the thread that was saved last in this browser, if it is not answered", async () => {
    const { visitor, at, id } = await start(app);
    await visitor.get(at("RK", "AS"));
    await answer(visitor, { 3: "Fully" });
    await visitor.get(at("MC", "PL"));
    expect((await visitor.get(`/assessments/${id}/continue`)).url).toBe(at("RK", "AS"));
  });

  test("opens the next that is not answered once it is, and begins again after the last", async () => {
    const { visitor, at, id, store, descope } = await start(app);
    await visitor.get(at("MC", "AS"));
    await answer(visitor, { 3: "Fully" });
    await answer(visitor, { 4: "Partially" });
    await descope("MC", "PL");
    const next = async () => (await visitor.get(`/assessments/${id}/continue`)).url;
    expect(await next()).toBe(at("RK", "AM"));
    for (const thread of ["AM", "AS", "PL"]) await store("RK", thread, "FFPNN");
    expect(await next()).toBe(at("MC", "AM"));
    await store("MC", "AM", "FFPNN");
    expect(await next()).toBe(`/assessments/${id}/summary`);
  });

  test("opens the practice that was saved last; a note counts as well", async () => {
    const { visitor, at, id } = await startItil(app, { selectedScope: "Maturity", primary: ["INM"] });
    await visitor.get(at("M-G"));
    await visitor.form("Save answers").fill("Assessment Notes", "Ask the board").submit("Save answers");
    expect((await visitor.get(`/assessments/${id}/continue`)).url).toBe(at("M-G"));
  });

  test("is not led astray by what somebody wrote into the cookie", async () => {
    const { visitor, at, id } = await start(app);
    await visitor.get(at("MC", "AM"));
    await visitor.form("Save answers").fill("Assessment Notes", "Ask the board").submit("Save answers");
    const [owner] = decodeURIComponent(visitor.cookie("places") ?? "").split(",");
    for (const place of [`${id}:XX/YY`, `${id}:MC`, `${id}:<script>`, "no place at all"]) {
      await visitor.get(`/assessments/${id}/continue`, {
        Cookie: `session=${visitor.cookie("session")}; places=${encodeURIComponent(`${owner},${place}`)}`,
      });
      expect([visitor.status, visitor.url]).toEqual([200, at("MC", "AM")]);
    }
  });
});

describe("keys and diagnostics", () => {
  test("are chosen with the form, which is saved; the choice holds on every screen", async () => {
    const { visitor, at, note, letters } = await start(app);
    await visitor.get(at("MC", "PL"));
    expect(visitor.text()).toContain("The keys are on in this browser.");
    const form = visitor.form("Save answers").choose("Level 3 answer", "Fully").fill("Assessment Notes", "Typed");
    await form.submit("Switch the keys off");
    expect(visitor.text()).toContain("The keys are off in this browser.");
    expect([await letters("MC", "PL"), await note("MC", "PL")]).toEqual(["FFFNN", "Typed"]);
    await visitor.get(at("RK", "AM"));
    expect(visitor.text()).toContain("The keys are off in this browser.");
    await visitor.form("Save answers").submit("Switch the keys on");
    expect(visitor.text()).toContain("The keys are on in this browser.");
  });

  test("of all levels are opened at once, until they are folded again", async () => {
    const { visitor, at, note } = await start(app);
    await visitor.get(at("MC", "PL"));
    const open = () => visitor.document.querySelectorAll("details.diagnostics").filter((each) => each.hasAttribute("open")).length;
    expect(open()).toBe(0);
    await visitor.form("Save answers").fill("Assessment Notes", "Typed").submit("Open all diagnostics");
    expect([open(), await note("MC", "PL")]).toEqual([5, "Typed"]);
    await visitor.get(at("RK", "AM"));
    expect(open()).toBe(5);
    await visitor.form("Save answers").submit("Fold the diagnostics again");
    expect(open()).toBe(0);
  });

  test("take only what can be chosen", async () => {
    const { visitor, at } = await start(app);
    await visitor.post("/choices", { keys: "<b>", unfold: "everything" });
    expect([visitor.cookie("keys"), visitor.cookie("diagnostics")]).toEqual([undefined, undefined]);
    await visitor.get("/choices");
    expect(visitor.status).toBe(405);
    await visitor.get(at("MC", "PL"));
    expect(visitor.text()).toContain("The keys are on in this browser.");
  });
});

describe("a questions screen", () => {
  test("says how to rate, for each model as it is rated", async () => {
    const { visitor, at } = await start(app);
    await visitor.get(at("MC", "PL"));
    const hints = () => textsOf(visitor, ".thread-more details li");
    expect(hints()).toEqual([...howToRate("P3M3"), SCALE_SOURCE]);
    const folded = textsOf(visitor, ".thread-more details details li");
    expect(hints().slice(0, -folded.length)).toEqual(hints().filter((line) => /^(?:Fully|Partially|Rarely\/Never): /.test(line)));
    expect(hints()[0]).toBe("Fully: shown in more than 85 % of the cases it should hold for, in every part of the statement.");
    const itil = await startItil(app, { selectedScope: "Maturity", primary: ["INM"] });
    await itil.visitor.get(itil.at("INM"));
    expect(textsOf(itil.visitor, ".thread-more details li")[1]).toBe("Rarely/Never: everything else, and when nothing was found.");
    await itil.visitor.get(itil.at("M-G"));
    expect(textsOf(itil.visitor, ".thread-more details li")[0]).toContain("the highest that is Fully");
  });

  test("shows the score so far beside what it would be if submitted now, and – for what is to do", async () => {
    const { visitor, at, store } = await start(app);
    await visitor.get(at("MC", "PL"));
    const score = () => textsOf(visitor, "nav[aria-label=Progress]")[0] ?? "";
    expect(score()).toMatch(/^Overall score if submitted now 0\.00 Search Overall score so far – So far: the mean of what is answered\./);
    expect(score()).toContain("Planning , Management control Not started –");
    await store("MC", "AM", "FFPNN");
    await visitor.get(at("MC", "PL"));
    expect(score()).toMatch(/^Overall score if submitted now 0\.42 Search Overall score so far 2\.50/);
    const itil = await startItil(app, { selectedScope: "Capability", primary: ["INM"] });
    await itil.visitor.get(itil.at("INM"));
    expect(textsOf(itil.visitor, "nav[aria-label=Progress]")[0]).toMatch(
      /^Search Overall score so far – The mean level of the practices that are complete\./,
    );
  });

  test("offers the locked levels that come first, but never folds away what was just cleared", async () => {
    const { visitor, at } = await start(app);
    await visitor.get(at("MC", "PL"));
    expect(textsOf(visitor, ".level-fold")).toEqual(["Show the locked levels 1 and 2"]);
    expect(textsOf(visitor, ".level-early h3")).toEqual(["Level 1 Awareness", "Level 2 Repeatable"]);
    await answer(visitor, { 3: "Fully" });
    expect(textsOf(visitor, ".level-fold")).toEqual([]);
    await answer(visitor, { 3: "Rarely/Never" });
    expect(levelText(visitor, 1)).toContain("Cleared");
    expect(textsOf(visitor, ".level-fold")).toEqual([]);
  });
});

describe("a confirmation that stands open beside the form", () => {
  test("to descope takes what is typed there along", async () => {
    const { visitor, at, note, letters } = await start(app);
    await visitor.get(`${at("MC", "PL")}?confirm=descope`);
    await visitor.form("Descope Thread").fill("Assessment Notes", "Not run by this client").submit("Descope Thread");
    expect(visitor.text()).toContain("This thread is descoped");
    expect([await note("MC", "PL"), await letters("MC", "PL")]).toEqual(["Not run by this client", "NNNNN"]);
  });

  test("to descope is not followed while what is typed there cannot be saved, and says so", async () => {
    const { visitor, at, note } = await start(app);
    await visitor.get(`${at("MC", "PL")}?confirm=descope`);
    await visitor
      .form("Descope Thread")
      .fill("Assessment Notes", `bad${"!".repeat(NOTE_MAX)}`)
      .submit("Descope Thread");
    expect(visitor.status).toBe(400);
    expect(visitor.text()).toContain("The thread was not descoped, because this page could not be saved first.");
    expect(visitor.document.querySelector("textarea")?.text).toContain("bad");
    expect(visitor.text()).not.toContain("This thread is descoped");
    expect(await note("MC", "PL")).toBe("");
  });

  test("to clear the answers keeps the note that is typed there", async () => {
    const { visitor, at, note, letters, store } = await start(app);
    await store("MC", "PL", "FFPNN");
    await visitor.get(`${at("MC", "PL")}?confirm=clear`);
    await visitor.form("Clear answers").fill("Assessment Notes", "Ask again").submit("Clear answers");
    expect([shown(visitor), await letters("MC", "PL"), await note("MC", "PL")]).toEqual(["NNNNN", "NNNNN", "Ask again"]);
  });
});

describe("the first time", () => {
  test("home says what there is to do, until there is an assessment", async () => {
    const email = "new@example.org";
    const client = await apiClient(app.databaseUrl, email, { name: "Robin" });
    const visitor = await new Visitor(app.url).enter(await app.entryLink(email));
    const organization = await createOrganization(client);
    await visitor.get("/");
    expect(textsOf(visitor, "#first-steps")).toEqual(["From here to the result"]);
    await visitor.follow("Create the first assessment");
    expect(visitor.url).toBe(`/organizations/${organization}/assessment`);
    const { visitor: other } = await start(app);
    await other.get("/");
    expect(textsOf(other, "#first-steps")).toEqual([]);
  });

  test("the keys are told after the first thread, and not again once that is dismissed", async () => {
    const { visitor, at, store } = await start(app);
    await visitor.get(at("MC", "PL"));
    expect(visitor.text()).not.toContain("Quicker by keyboard");
    await store("MC", "AM", "FFPNN");
    await visitor.get(at("MC", "PL"));
    expect(visitor.text()).toContain("Quicker by keyboard");
    await visitor.form("Save answers").submit("Got it");
    expect(visitor.text()).not.toContain("Quicker by keyboard");
  });
});
