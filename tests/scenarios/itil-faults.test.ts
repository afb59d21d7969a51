/** Answering ITIL while the upstream fails (docs/rules/errors-and-retries.md#actions-that-fail). Saving survives faults in the same way as for P3M3. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { drop, forwarded, json, loseAnswer, page, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { CERTIFIER, sharedAppWithFaults } from "../support/shared.ts";
import { answerCriteria, codesOn, shownCriteria, startItil } from "./itil.ts";
import { textsOf } from "./questions.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const PRACTICE = (id: number) => `/ITIL/assessments/${id}/answer/capability`;
const COMPONENT = (id: number) => `/ITIL/assessments/${id}/answer/maturity`;

describe("what is sent upstream", () => {
  test("is always all answers of the practice, with the ids of the first post from then on", async () => {
    const { visitor, at, id, levels } = await startItil(app);
    const places = await levels("INM");
    await visitor.get(at("INM"));
    await answerCriteria(visitor, { 0: "R" });
    await answerCriteria(visitor, { 1: "F" });
    const [first, second] = app.upstream.receivedAt("POST", PRACTICE(id)).map(({ body }) => JSON.parse(body));
    const of = (key: string, answers: Record<string, unknown>[]) => answers.map((each) => each[key]);
    const rest = places.length - 1;
    expect(of("selection", first)).toEqual(["Rarely", ...Array(rest).fill("N/A")]);
    expect(of("score", first)).toEqual([0, ...Array(rest).fill(null)]);
    expect(of("id", first)).toEqual(Array(places.length).fill(undefined));
    expect(of("selection", second).slice(0, 3)).toEqual(["Rarely", "Fully", "N/A"]);
    expect(of("score", second).slice(0, 3)).toEqual([0, 1, null]);
    expect(of("id", second).every((each) => typeof each === "number")).toBe(true);
  });

  test("is one option of a component, with the id of the first post from then on", async () => {
    const { visitor, at, id } = await startItil(app, { selectedScope: "Maturity" });
    await visitor.get(at("M-G"));
    const options = visitor.document.querySelectorAll("input[name=option]").map((radio) => radio.getAttribute("value") ?? "");
    for (const option of options.slice(0, 2)) await visitor.form("Save answers").choose("option", option).submit("Save answers");
    const [first, second] = app.upstream.receivedAt("POST", COMPONENT(id)).map(({ body }) => JSON.parse(body));
    expect(first).toEqual({ questionId: expect.any(Number), optionId: Number(options[0]) });
    expect(second).toEqual({ id: expect.any(Number), questionId: first.questionId, optionId: Number(options[1]) });
  });

  test("asks for each thing once per page", async () => {
    const { visitor, at, summary } = await startItil(app, { selectedScope: "Maturity" });
    for (const address of [at("INM"), at("M-G"), at("M-P"), summary]) {
      app.upstream.received.length = 0;
      await visitor.get(address);
      const calls = app.upstream.received.map(({ method, path }) => `${method} ${path}`);
      expect(new Set(calls).size).toBe(calls.length);
    }
  });
});

describe("a save that fails", () => {
  test.each([
    ["refuses with 500", status(500)],
    ["cuts the connection", drop()],
    ["sends HTML", page()],
    ["sends a body of another shape", json({ answers: "none" })],
  ])("gives everything back that was entered when the upstream %s", async (_, fault) => {
    const { visitor, at, letters, id, levels } = await startItil(app);
    const places = await levels("INM");
    await visitor.get(at("INM"));
    app.upstream.on("POST", PRACTICE(id), fault);
    await answerCriteria(visitor, { 0: "F" });
    const typed = `F${"N".repeat(places.length - 1)}`;
    expect([visitor.status, shownCriteria(visitor)]).toEqual([502, typed]);
    expect(visitor.text()).toContain("Nothing was saved. What you entered is still on this page.");
    app.upstream.reset();
    await visitor.form("Save answers").submit("Save answers");
    expect([visitor.status, await letters("INM")]).toEqual([200, typed]);
  });

  test("is repeated by itself when the upstream recovers, and stored once although an answer was lost", async () => {
    const { visitor, at, option, id } = await startItil(app, { selectedScope: "Maturity" });
    await visitor.get(at("M-G"));
    const options = visitor.document.querySelectorAll("input[name=option]").map((radio) => radio.getAttribute("value") ?? "");
    app.upstream.on("POST", COMPONENT(id), loseAnswer(), status(503), forwarded());
    await visitor
      .form("Save answers")
      .choose("option", options[4] ?? "")
      .submit("Save answers");
    expect([visitor.status, await option("M-G")]).toEqual([200, 5]);
    const keys = app.upstream.receivedAt("POST", COMPONENT(id)).map(({ headers }) => headers["idempotency-key"]);
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  });

  test.each([
    ["INM", "/ITIL/notes/capability"],
    ["M-P", "/ITIL/notes/maturity"],
  ])("of a note, for %s, is told to the user, and the note is kept", async (code, path) => {
    const { visitor, at, note } = await startItil(app, { selectedScope: "Maturity" });
    await visitor.get(at(code));
    app.upstream.on("POST", path, status(500));
    await visitor.form("Save answers").fill("Assessment Notes", "Typed").submit("Save answers");
    expect(visitor.status).toBe(502);
    expect(visitor.document.querySelector("textarea")?.text).toBe("Typed");
    app.upstream.reset();
    await visitor.form("Save answers").submit("Save answers");
    expect(await note(code)).toBe("Typed");
  });

  test("of which one of two writes failed says which", async () => {
    const { visitor, at, id, levels, note, letters } = await startItil(app);
    await visitor.get(at("INM"));
    app.upstream.on("POST", PRACTICE(id), status(500));
    const [code = ""] = codesOn(visitor);
    await visitor.form("Save answers").choose(`${code} answer`, "Fully").fill("Assessment Notes", "Typed").submit("Save answers");
    expect(visitor.text()).toContain("Your note was saved, your answers were not.");
    expect(await note("INM")).toBe("Typed");
    app.upstream.reset();
    await visitor.form("Save answers").submit("Save answers");
    expect(await letters("INM")).toBe(`F${"N".repeat((await levels("INM")).length - 1)}`);
  });

  test("whose every answer was lost is read again; where nothing can be read, that is said", async () => {
    const { visitor, at, id, levels, letters } = await startItil(app);
    const rest = "N".repeat((await levels("INM")).length - 2);
    await visitor.get(at("INM"));
    app.upstream.on("POST", PRACTICE(id), loseAnswer());
    await answerCriteria(visitor, { 0: "F" });
    expect([visitor.status, await letters("INM")]).toEqual([200, `FN${rest}`]);
    app.upstream.on("GET", `/itil/assessments/${id}/questions/capability`, forwarded(), status(500));
    await answerCriteria(visitor, { 1: "F" });
    app.upstream.reset();
    expect(visitor.status).toBe(502);
    expect(visitor.text()).toContain("It is not known whether what you entered was saved.");
    await visitor.form("Try again").submit("Try again");
    expect([visitor.status, await letters("INM")]).toEqual([200, `FF${rest}`]);
  });

  test("answers the script with what came of it", async () => {
    const { visitor, at, id, levels } = await startItil(app);
    const empty = "N".repeat((await levels("INM")).length);
    await visitor.get(at("INM"));
    const save = async (fields: Record<string, string>) => {
      await visitor.post(`${at("INM")}save`, fields);
      return { status: visitor.status, ...JSON.parse(new TextDecoder().decode(visitor.body)) };
    };
    const saved = await save({ base: empty, target: empty.replace("N", "F") });
    expect(saved).toMatchObject({ status: 200, kind: "saved", progress: { answered: 0, total: 1, unit: "practices" } });
    app.upstream.on("POST", PRACTICE(id), status(500));
    expect(await save({ base: empty.replace("N", "F"), target: empty.replace("N", "R") })).toEqual({ status: 502, kind: "failed" });
    app.upstream.on("POST", "/ITIL/notes/capability", status(422));
    expect(await save({ noteBase: "0-0-0", note: "x" })).toMatchObject({ kind: expect.stringMatching(/refused|conflict/) });
    await visitor.get(at("INM"));
    await visitor.form("Log out").submit("Log out");
    expect(await save({ base: empty, target: empty })).toEqual({ status: 401, kind: "signed-out" });
  });
});

describe("a screen that cannot be loaded", () => {
  const texts: [number, string, string][] = [
    [401, "Sorry, access denied.", "You have no credentials to access this assessment."],
    [404, "Assessment not found.", "The assessment you are trying to access does not exist."],
    [500, "Sorry, something went wrong...", "Please, try again later or get in touch."],
  ];
  const calls: [string, string, (id: number) => string][] = [
    ["INM", "the assessment", (id) => `/assessments/${id}`],
    ["INM", "the progress", (id) => `/assessments/${id}/progress`],
    ["INM", "the questions", (id) => `/itil/assessments/${id}/questions/capability`],
    ["M-G", "the questions of the components", (id) => `/itil/assessments/${id}/questions/maturity`],
    ["summary", "the assessment", (id) => `/assessments/${id}`],
    ["summary", "the progress", (id) => `/assessments/${id}/progress`],
  ];
  const cases = calls.flatMap(([screen, what, path]) => texts.map((text) => [screen, what, ...text, path] as const));
  test.each(cases)("%s, %s: %i", async (screen, _what, code, title, description, path) => {
    const { visitor, at, summary, id } = await startItil(app, { selectedScope: "Maturity" });
    app.upstream.on("GET", path(id), status(code));
    await visitor.get(screen === "summary" ? summary : at(screen));
    expect(visitor.status).toBe(code === 500 ? 502 : code);
    expect(visitor.text()).toContain(title);
    expect(visitor.text()).toContain(description);
    const way = visitor.document.querySelectorAll("main a").map((link) => link.getAttribute("href"));
    expect(way[0]).toBe(code === 401 ? CERTIFIER : "/");
  });

  test("shows the screen, in one group and without help, when only the lists of practices and components fail", async () => {
    const { visitor, at } = await startItil(app, { selectedScope: "Maturity" });
    app.upstream.on("GET", "/ITIL/capabilities", status(404));
    app.upstream.on("GET", "/ITIL/maturities", status(404));
    await visitor.get(at("M-G"));
    expect(visitor.status).toBe(200);
    const groups = textsOf(visitor, "nav[aria-label=Progress] summary");
    expect(groups.at(-1)).toBe("Maturity components 0/5 Not started");
  });
});

describe("a request that fails", () => {
  test("submission: the fixed message, and all answers are as they were", async () => {
    const { visitor, summary, id, answerAll, client } = await startItil(app);
    await answerAll("F", 5);
    await visitor.get(`${summary}?confirm=submit`);
    app.upstream.on("POST", `/assessments/${id}/complete`, status(500));
    await visitor.form("dialog form").submit("Submit");
    expect(visitor.status).toBe(502);
    expect(visitor.text()).toContain("Something happened, please try again...");
    app.upstream.reset();
    await visitor.follow("Continue");
    expect(visitor.url).toBe(summary);
    expect((await client.get(`/assessments/${id}`)).body.status).toBe("Active");
  });

  test("of which every answer was lost: read again, and done if it was done", async () => {
    const { visitor, summary, id, answerAll } = await startItil(app);
    await answerAll("F", 5);
    await visitor.get(`${summary}?confirm=validate`);
    app.upstream.on("POST", `/assessments/${id}/endorse`, loseAnswer());
    await visitor.form("Request validation").check("consent").submit("Request validation");
    expect(visitor.text()).toContain("A request for independent validation has been sent out");
    await visitor.get(`${summary}?confirm=submit`);
    app.upstream.on("POST", `/assessments/${id}/complete`, loseAnswer());
    await visitor.form("dialog form").submit("Submit");
    expect(visitor.url).toBe(`/assessments/${id}/result/itil`);
    expect(visitor.text()).toContain("The assessment was submitted.");
  });

  test.each([
    ["submit", "complete", "Submit", "Something happened, please try again...", "the assessment was submitted"],
    ["validate", "endorse", "Request validation", "Something went wrong, please try again later", "validation was requested"],
  ])("%s, of which nothing is known: said so", async (confirm, call, button, title, what) => {
    const { visitor, summary, id, answerAll } = await startItil(app);
    await answerAll("F", 5);
    await visitor.get(`${summary}?confirm=${confirm}`);
    const form = visitor.form("dialog form");
    if (call === "endorse") form.check("consent");
    app.upstream.on("POST", `/assessments/${id}/${call}`, loseAnswer());
    app.upstream.on("GET", `/assessments/${id}`, status(503));
    await form.submit(button);
    app.upstream.reset();
    expect(visitor.status).toBe(502);
    expect(textsOf(visitor, "dialog")[0]).toContain(`${title} It is not known whether ${what}.`);
    await visitor.follow("Continue");
    expect(visitor.url).toBe(summary);
  });

  test.each([500, 403])("validation: the fixed message, with %i", async (code) => {
    const { visitor, summary, id, client } = await startItil(app);
    await visitor.get(`${summary}?confirm=validate`);
    app.upstream.on("POST", `/assessments/${id}/endorse`, status(code));
    await visitor.form("Request validation").check("consent").submit("Request validation");
    expect(visitor.status).toBe(code === 500 ? 502 : code);
    expect(visitor.text()).toContain("Something went wrong, please try again later");
    app.upstream.reset();
    await visitor.follow("Continue");
    expect(visitor.url).toBe(summary);
    expect((await client.get(`/assessments/${id}`)).body.endorsed).toBe(false);
  });

  test("what was saved stays, when only the progress cannot be read afterwards", async () => {
    const { visitor, at, id, levels, letters } = await startItil(app);
    const empty = "N".repeat((await levels("INM")).length);
    const target = empty.replace("N", "F");
    await visitor.get(at("INM"));
    await visitor.post(`${at("INM")}save`, { base: empty, target });
    app.upstream.on("GET", `/assessments/${id}/progress`, status(404));
    // The same again, as after a lost answer: nothing is stored, and the answer holds the progress.
    await visitor.post(`${at("INM")}save`, { base: empty, target });
    expect(JSON.parse(new TextDecoder().decode(visitor.body))).toEqual({ kind: "saved", progress: null, answers: target });
    expect(await letters("INM")).toBe(target);
  });
});

describe("a note that cannot be read", () => {
  test.each([
    ["INM", "capability"],
    ["M-P", "maturity"],
  ])("leaves the questions of %s as they are", async (code, kind) => {
    const { visitor, at, id, writeNote } = await startItil(app, { selectedScope: "Maturity" });
    await writeNote(code, "Stored before");
    await visitor.get(at(code));
    const [{ path } = { path: "" }] = app.upstream.received.filter(({ path }) =>
      path.toLowerCase().startsWith(`/itil/notes/${id}/${kind}/`),
    );
    app.upstream.on("GET", path, status(500));
    await visitor.get(at(code));
    expect([visitor.status, visitor.document.querySelector("textarea")]).toEqual([200, null]);
    expect(visitor.text()).toContain("The note could not be loaded.");
    app.upstream.reset();
    await visitor.form("Save answers").submit("Save answers and try again");
    expect(visitor.document.querySelector("textarea")?.text).toBe("Stored before");
  });
});
