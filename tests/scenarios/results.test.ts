/** The result screens and their files, as a browser without script asks for them (docs/rules/results-and-files.md). */
import type ExcelJS from "exceljs";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { answerThread, completeP3M3, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { drop, json, page, status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, completedEarlier, startAppWithFaults } from "../support/seed.ts";
import { CERTIFIER } from "../support/shared.ts";
import { textsOf } from "./questions.ts";
import { filesIn, heading, recordsOf, rowsOf, workbook } from "./results.ts";
import { newAssessor } from "./wizard.ts";

const SCOPE = { perspectiveIds: [1, 3, 6], threadIds: [2, 10] };
/** A cohort of its own: nobody else of this file is in this country. */
const COHORT = { country: { id: 40, name: "Austria" }, industry: { id: 3, name: "Manufacturing" } };

const TEAM = "The team of most tests";

/** The sheets of the Excel file without evidence. */
const SHEETS = ["Scores", "Diagnostics", "Answers", "Notes", "Improvements", "Recommended_Steps", "About"];

let app: AppWithFaults;
/** For tests that do not change it. */
let mine: Awaited<ReturnType<typeof completed>>;
beforeAll(async () => {
  app = await startAppWithFaults({ CERTIFYING_BODY_URL: CERTIFIER });
  for (const [letters, size] of [
    ["FRNNN", 4],
    ["FFRNN", 4],
    ["FFFRN", 4],
    ["FFFFR", 4],
    ["FFFFF", 5],
    ["RNNNN", 5],
    ["FFRNN", 5],
    ["FFFFR", 5],
  ] as const) {
    const others = await newAssessor(app);
    const organizationId = await createOrganization(others.client, { ...COHORT, benchmarkConsent: true, size: { id: size, name: "" } });
    await completeP3M3(others.client, organizationId, letters, SCOPE);
  }
  await completedEarlier(app.databaseUrl);
  mine = await completed((await colleague()).client);
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

/** Somebody of the team that has the assessment. */
const colleague = () => newAssessor(app, { team: TEAM });

/** A completed P3M3 assessment of three perspectives and two threads, one descoped. */
async function completed(client: Client, over: Record<string, unknown> = {}) {
  const organizationId = await createOrganization(client, { ...COHORT, ...over });
  const id = await createP3M3(client, organizationId, SCOPE);
  const answers: [number, number, string][] = [
    [1, 2, "FFPNN"],
    [1, 10, "FFFFR"],
    [3, 2, "FFFFF"],
    [3, 10, "FFFRN"],
    [6, 2, "FPNNN"],
  ];
  for (const [perspective, thread, letters] of answers) expectStatus(await answerThread(client, id, perspective, thread, letters), 200);
  expectStatus(await client.post(`/assessments/${id}/6/10/descope`), 200);
  const [question] = expectStatus(await client.get(`/P3M3/assessments/${id}/questions?p=1&t=2`), 200).body;
  await client.put(`/p3m3/assessments/${id}/diagnostics/${question.id}`, { diagnosticId: question.diagnostics[0].id, isPositive: true });
  await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 3, threadId: 2, body: "=SUM(1)\n<b>Seen</b> in the board papers." });
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return { id, organizationId, attribute: question.diagnostics[0].statement as string };
}

describe("the result of a P3M3 assessment", () => {
  test("shows scores, ranks, the heat map, attributes and notes, escaped", async () => {
    const { visitor } = await colleague();
    const { id, attribute } = mine;
    await visitor.get(`/assessments/${id}/result`);
    expect(visitor.status).toBe(200);
    expect(visitor.title).toBe("Result of Spring review | Maturity Assessment Tool");
    expect(rowsOf(visitor, "Final scores")).toEqual([
      ["Benefits management", "3", "Defined"],
      ["Management control", "4", "Managed"],
      ["Risk management", "1", "Awareness"],
      ["Maturity of what was assessed", "1", "Awareness"],
    ]);
    expect(rowsOf(visitor, "Thread scores")).toEqual([
      ["Assurance", "2.50", "5.00", "1.50"],
      ["Planning", "4.00", "3.00", "Descoped"],
      ["Perspective score", "3.25", "4.00", "1.50"],
    ]);
    expect(rowsOf(visitor, "Heat map").map((row) => row.join(" ").replaceAll("\n", " "))).toContain(
      "Risk management Fully 1 of 1 Level reached Partially 0 of 1 Rarely/Never 0 of 1 Not assessed Rarely/Never 0 of 1 Not assessed Rarely/Never 0 of 1 Not assessed",
    );
    expect(visitor.document.getElementById("heat-map")?.text).toContain("The maturity follows from the thread scores, not from this map.");
    expect(rowsOf(visitor, "What to do: Risk management")).toEqual([["Assurance", "1.50", "2", expect.stringMatching(/\w.*\.$/)]]);
    expect(rowsOf(visitor, "Descoped threads")).toEqual([["Risk management", "Planning", "No reason was given."]]);
    expect(rowsOf(visitor, "Diagnostic attributes: Benefits management")).toEqual([["Assurance", "1", "Positive", attribute]]);
    expect(rowsOf(visitor, "Notes: Management control")).toEqual([["Assurance", "=SUM(1)\n<b>Seen</b> in the board papers."]]);
    expect(visitor.text()).toContain("Risk management (1.50) holds it at 1.");
  });

  test("names the value of every point in the chart, and describes it in words", async () => {
    const { visitor } = await colleague();
    const { id } = mine;
    await visitor.get(`/assessments/${id}/result?benchmark=off`);
    const scores = visitor.document.querySelector("figure[aria-labelledby=overall-scores-title]");
    const points = scores?.querySelectorAll(".chart-wide svg title").map((each) => each.text);
    expect(points).toEqual([
      "Benefits management, This assessment: 3.25",
      "Management control, This assessment: 4.00",
      "Risk management, This assessment: 1.50",
    ]);
    expect(scores?.querySelector("figcaption")?.text).toBe(
      "A radar chart from 0 to 5. Benefits management 3.25; Management control 4.00; Risk management 1.50. The same figures are in the table Decimal scores.",
    );
  });

  test("leads to the first questions and back to the organization", async () => {
    const { visitor } = await colleague();
    const { id, organizationId } = mine;
    await visitor.get(`/assessments/${id}/result`);
    await visitor.follow("View full assessment");
    expect(visitor.url).toBe(`/assessments/${id}/questions/BM/AS`);
    await visitor.get(`/assessments/${id}/result`);
    await visitor.follow("Go to the home screen");
    expect(visitor.url).toBe(`/?organization=${organizationId}`);
  });

  test("opens by the other model's address too, and only when completed", async () => {
    const { visitor, client } = await colleague();
    const { id, organizationId } = mine;
    await visitor.get(`/assessments/${id}/result/itil`);
    expect(visitor.url).toBe(`/assessments/${id}/result`);
    const open = await createP3M3(client, organizationId);
    for (const path of [
      `/assessments/${open}/result`,
      `/assessments/${open}/result.xlsx`,
      `/assessments/${open}/result/images/heat-map.jpg`,
      `/assessments/${open}/result/images.zip`,
    ]) {
      await visitor.get(path);
      expect(visitor.url).toBe(`/?organization=${organizationId}`);
      expect(visitor.text()).toContain("There is no result yet.");
    }
  });

  test("is nobody else's", async () => {
    const { id } = mine;
    const { visitor: stranger } = await newAssessor(app);
    for (const path of ["", ".xlsx", "/images/heat-map.jpg", "/images/heat-map.png", "/images/heat-map.svg", "/images.zip"].map(
      (end) => `/assessments/${id}/result${end}`,
    )) {
      await stranger.get(path);
      expect(stranger.status).toBe(404);
      expect(heading(stranger)).toBe("Result not found.");
      expect(stranger.document.querySelectorAll("main a").map((link) => link.getAttribute("href"))).toEqual(["/"]);
    }
  });

  test.each(["result", "result/itil", "result.xlsx", "result/images/heat-map.jpg", "result/images.zip"])(
    "that does not exist is not found: %s",
    async (path) => {
      const { visitor } = await newAssessor(app);
      await visitor.get(`/assessments/99999/${path}`);
      expect([visitor.status, heading(visitor)]).toEqual([404, "Result not found."]);
      expect(visitor.text()).toContain("The result you are trying to access does not exist.");
    },
  );

  test("takes no lock, and gives back that of the page one comes from", async () => {
    const { visitor, client } = await colleague();
    const { id, organizationId } = mine;
    const open = await createP3M3(client, organizationId, SCOPE);
    await client.delete(`/assessments/${open}/lock`);
    await visitor.get(`/assessments/${open}/profile`);
    expect((await client.get(`/assessments/${open}/lock`)).status).toBe(200);
    await visitor.get(`/assessments/${id}/result`);
    expect((await client.get(`/assessments/${open}/lock`)).status).toBe(200);
    await visitor.get(`/assessments/${id}/result`, { Referer: `${app.url}/assessments/${open}/profile` });
    expect((await client.get(`/assessments/${open}/lock`)).status).toBe(404);
    expect((await client.get(`/assessments/${id}/lock`)).status).toBe(404);
  });

  test.each([
    ["401", status(401), "Sorry, access denied.", CERTIFIER],
    ["403", status(403), "Sorry, access denied.", "/"],
    ["404", status(404), "Result not found.", "/"],
    ["500", status(500), "Sorry, something went wrong...", "/"],
    ["a refused connection", drop(), "Sorry, something went wrong...", "/"],
    ["a page where JSON was due", page(), "Sorry, something went wrong...", "/"],
    ["a body that breaks the schema", json({ overall: {} }), "Sorry, something went wrong...", "/"],
  ] as const)("that cannot be loaded, with %s, says so and shows the way on", async (_what, behaviour, title, next) => {
    const { visitor } = await colleague();
    const { id } = mine;
    app.upstream.on("GET", `/P3M3/assessments/${id}/results`, behaviour);
    await visitor.get(`/assessments/${id}/result`);
    expect(visitor.status).toBeGreaterThanOrEqual(400);
    expect(heading(visitor)).toBe(title);
    if (title === "Result not found.") expect(visitor.text()).toContain("The result you are trying to access does not exist.");
    expect(visitor.document.querySelectorAll("main a").map((link) => link.getAttribute("href"))).toContain(next);
  });
});

describe("the team's other organizations", () => {
  const TITLE = "Your other organizations";
  const SWITCH = "Show your other organizations";
  /** As many other clients, each of whom scores the same in one perspective. */
  const others = async (client: Client, letters: readonly string[], perspectiveIds = [1]) => {
    for (const each of letters) await completeP3M3(client, await createOrganization(client), each, { perspectiveIds, threadIds: [2] });
  };

  test("are compared on screen once somebody asks for it, and the address keeps that", async () => {
    const { visitor, client } = await newAssessor(app);
    const { id } = await completed(client);
    await others(client, ["FFFRN", "RNNNN", "FRNNN", "FFRNN", "FFFFF"]);
    await visitor.get(`/assessments/${id}/result?country=40&industry=3&size=`);
    expect(visitor.text()).not.toContain(TITLE);
    await visitor.form(SWITCH).submit(SWITCH);
    expect(visitor.url).toBe(`/assessments/${id}/result?country=40&industry=3&size=&others=on`);
    expect(rowsOf(visitor, TITLE)).toEqual([
      ["Benefits management", "3.25", "2.20", "+1.1"],
      ["Management control", "4.00", "–", "–"],
      ["Risk management", "1.50", "–", "–"],
    ]);
    expect(visitor.text()).toContain("Compared with the 5 other organizations of your team");
    expect(visitor.text()).toContain("A perspective has a mean only where at least 5 of them have assessed it.");
    // Comparing with others and switching the benchmark off keep it.
    await visitor.form("Compare").submit("Compare");
    expect(rowsOf(visitor, TITLE)).toHaveLength(3);
    await visitor.form("View results with benchmarking").submit("View results with benchmarking");
    expect(visitor.url).toContain("others=on&benchmark=off");
    expect(rowsOf(visitor, TITLE)).toHaveLength(3);
    expect(() => rowsOf(visitor, "Benchmark figures")).toThrow();
    await visitor.form(SWITCH).submit(SWITCH);
    expect(visitor.url).toContain("benchmark=off&others=off");
    expect(visitor.text()).not.toContain(TITLE);
  });

  test("are in nothing that can be handed on: neither on paper nor in any file", async () => {
    const { visitor, client } = await newAssessor(app);
    const { id } = await completed(client);
    await others(client, ["FFFRN", "RNNNN", "FRNNN", "FFRNN", "FFFFF"]);
    await visitor.get(`/assessments/${id}/result?others=on`);
    const section = visitor.document.getElementById("other-organizations");
    expect(section?.classList.contains("no-print")).toBe(true);
    expect(section?.querySelectorAll("a")).toEqual([]);
    const links = visitor.document.querySelectorAll("main a").map((link) => link.getAttribute("href") ?? "");
    const files = links.filter((href) => /\.(xlsx|jpg|png|svg|zip)|\/report/.test(href));
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((href) => href.includes("others"))).toEqual([]);

    const book = await workbook(visitor, `/assessments/${id}/result.xlsx?others=on`);
    expect(book.worksheets.map(({ name }) => name)).toEqual(SHEETS);
    for (const sheet of book.worksheets)
      expect(JSON.stringify(sheet.getSheetValues())).not.toMatch(/other organizations of your team|Their mean/);
    await visitor.get(`/assessments/${id}/result/images/other-organizations.jpg?others=on`);
    expect(visitor.url).toBe(`/assessments/${id}/result`);
    await visitor.get(`/assessments/${id}/result/images.zip?format=svg&others=on`);
    const images = (await filesIn(visitor.body)).map(({ name }) => name);
    expect(images.length).toBeGreaterThan(5);
    expect(images.filter((name) => /other|portfolio/i.test(name))).toEqual([]);
    await visitor.get(`/assessments/${id}/report?others=on`);
    expect(visitor.text()).not.toContain(TITLE);
    for (const format of ["docx", "pptx"]) {
      await visitor.get(`/assessments/${id}/report.${format}?others=on`);
      const texts = (await filesIn(visitor.body)).map(({ bytes }) => bytes.toString()).join("");
      expect(texts).toContain("Benefits management");
      expect(texts).not.toMatch(/other organizations of your team|Your other|Their mean/);
    }
  });

  test("are five at least, or the page says how many there are", async () => {
    const { visitor, client } = await newAssessor(app);
    const { id } = await completed(client);
    await visitor.get(`/assessments/${id}/result?others=on`);
    const needed = "5 other organizations of your team with a completed assessment in the same scope are needed";
    expect(visitor.text()).toContain(`${needed}; there is none.`);
    await others(client, ["FFFRN", "FFFRN", "FFFRN", "FFFRN"]);
    await visitor.get(`/assessments/${id}/result?others=on`);
    expect(visitor.text()).toContain(`${needed}; there are 4.`);
    expect(() => rowsOf(visitor, TITLE)).toThrow();
    await others(client, ["FFFRN"], [2]);
    await visitor.get(`/assessments/${id}/result?others=on`);
    expect(visitor.text()).toContain("No perspective of this assessment was assessed in 5 of your 5 other organizations.");
  });

  test("of an upstream that names fewer than five in a mean are withheld, and of one that cannot tell are not offered", async () => {
    const { visitor, client } = await newAssessor(app);
    const { id } = await completed(client);
    const perspectivesAndScores = [{ perspectiveId: 1, score: 1.25, sampleSize: 1 }];
    app.upstream.on(
      "GET",
      "/P3M3/benchmarks",
      json({ perspectivesAndScores: [], message: null, otherOrganizations: { organizations: 5, perspectivesAndScores } }),
    );
    await visitor.get(`/assessments/${id}/result?others=on`);
    expect(visitor.text()).toContain("No perspective of this assessment was assessed in 5 of your 5 other organizations.");
    expect(visitor.text()).not.toContain("1.25");
    app.upstream.on("GET", "/P3M3/benchmarks", json({ perspectivesAndScores: [], message: null }));
    await visitor.get(`/assessments/${id}/result`);
    expect(visitor.text()).not.toContain(SWITCH);
    await visitor.get(`/assessments/${id}/result?others=on`);
    expect(visitor.text()).toContain("The service does not tell how your other organizations score.");
    app.upstream.on("GET", "/P3M3/benchmarks", status(500));
    await visitor.get(`/assessments/${id}/result?others=on&benchmark=off`);
    expect(visitor.text()).toContain("They could not be compared just now. The result itself is complete.");
  });
});

describe("benchmarking", () => {
  test("compares with the organization's own cohort, offers the wider one, and keeps both in the address", async () => {
    const { visitor, client } = await newAssessor(app);
    const { id } = await completed(client, { size: { id: 4, name: "250–999" } });
    await visitor.get(`/assessments/${id}/result`);
    expect(visitor.text()).toContain("5 teams are needed; there are 4.");
    expect(rowsOf(visitor, "Decimal scores")[0]).toEqual(["1", "Management control", "4.00"]);

    await visitor.follow("Compare with a wider group instead: Austria; Manufacturing");
    expect(visitor.url).toBe(`/assessments/${id}/result?country=40&industry=3&size=`);
    expect(visitor.text()).toContain("8 other organizations (Austria; Manufacturing)");
    // The mean of 1, 2, 3, 4, 5, 0, 2 and 4 points, 2.625, to one decimal.
    expect(rowsOf(visitor, "Decimal scores").slice(0, 3)).toEqual([
      ["1", "Management control", "4.00", "2.60 +1.4"],
      ["2", "Benefits management", "3.25", "2.60 +0.7"],
      ["3", "Risk management", "1.50", "2.60 −1.1"],
    ]);
    expect(rowsOf(visitor, "Benchmark figures")[0]).toEqual(["Benefits management", "3.25", "2.60", "+0.7", "1.50", "4.00", "8"]);
  });

  test("is switched off and on by form, and remembers whom to compare with", async () => {
    const { visitor } = await colleague();
    const { id } = mine;
    await visitor.get(`/assessments/${id}/result?country=40&industry=3&size=`);
    const on = visitor.document.querySelector(".switch");
    expect(on?.getAttribute("aria-pressed")).toBe("true");
    await visitor.form("View results with benchmarking").submit("View results with benchmarking");
    expect(visitor.url).toBe(`/assessments/${id}/result?country=40&industry=3&size=&benchmark=off`);
    expect(visitor.document.querySelector(".switch")?.getAttribute("aria-pressed")).toBe("false");
    expect(visitor.text()).not.toContain("2.60 +1.4");
    expect(() => rowsOf(visitor, "Benchmark figures")).toThrow();
    await visitor.form("View results with benchmarking").submit("View results with benchmarking");
    expect(rowsOf(visitor, "Decimal scores")[0]).toEqual(["1", "Management control", "4.00", "2.60 +1.4"]);
  });

  test("takes other filters by form", async () => {
    const { visitor } = await colleague();
    const { id } = mine;
    await visitor.get(`/assessments/${id}/result`);
    await visitor
      .form("Compare")
      .select("Location", "All locations")
      .select("Industry", "Manufacturing")
      .select("Number of employees", "All sizes")
      .submit("Compare");
    expect(visitor.url).toBe(`/assessments/${id}/result?country=&industry=3&size=`);
    expect(visitor.text()).toContain("8 other organizations (Manufacturing)");
    expect(visitor.document.querySelector('select[name="country"] option[selected]')?.text).toBe("All locations");
  });

  test.each(["country=abc&industry=-1&size=1e99", "country=40&country=41", "benchmark=perhaps"])("takes no harm from %s", async (query) => {
    const { visitor } = await colleague();
    const { id } = mine;
    await visitor.get(`/assessments/${id}/result?${query}`);
    expect(visitor.status).toBe(200);
  });

  test("that fails leaves the result whole and says so", async () => {
    const { visitor } = await colleague();
    const { id } = mine;
    app.upstream.on("GET", "/P3M3/benchmarks", status(404));
    await visitor.get(`/assessments/${id}/result`);
    expect(visitor.status).toBe(200);
    expect(visitor.text()).toContain("The benchmark could not be loaded.");
    expect(rowsOf(visitor, "Decimal scores")[0]).toEqual(["1", "Management control", "4.00"]);
  });

  test("that never answers leaves the result and its Excel file whole, and both are there before it is given up", async () => {
    const { visitor } = await colleague();
    const { id } = mine;
    let givenUp = 0;
    app.upstream.on("GET", "/P3M3/benchmarks", ({ response }) => void response.once("close", () => givenUp++));
    await visitor.get(`/assessments/${id}/result`);
    expect([visitor.status, givenUp]).toEqual([200, 0]);
    expect(visitor.text()).toContain("The benchmark could not be loaded.");
    expect(rowsOf(visitor, "Decimal scores")[0]).toEqual(["1", "Management control", "4.00"]);
    const book = await workbook(visitor, `/assessments/${id}/result.xlsx`);
    expect(recordsOf(book, "Scores")[0]).not.toHaveProperty("Benchmark");
    expect([givenUp, app.upstream.receivedAt("GET", "/P3M3/benchmarks").length]).toEqual([0, 2]);
  });

  test("works with an upstream that knows the contract only", async () => {
    const { visitor } = await colleague();
    const { id } = mine;
    app.upstream.on("GET", "/P3M3/benchmarks", json({ perspectivesAndScores: [{ perspectiveId: 3, score: 4 }], message: null }));
    await visitor.get(`/assessments/${id}/result`);
    expect(rowsOf(visitor, "Decimal scores").slice(0, 2)).toEqual([
      ["1", "Management control", "4.00", "4.00 - 0"],
      ["2", "Benefits management", "3.25", "–"],
    ]);
  });
});

describe("a result of an upstream that knows the contract only", () => {
  test("still lists the descoped threads, and its Excel file has the answers behind the scores", async () => {
    const { visitor, client } = await colleague();
    const { id } = mine;
    const {
      descoped: _descoped,
      toImprove: _toImprove,
      pack: _pack,
      ...results
    } = expectStatus(await client.get(`/P3M3/assessments/${id}/results`), 200).body;
    app.upstream.on("GET", `/P3M3/assessments/${id}/results`, json(results));
    await visitor.get(`/assessments/${id}/result`);
    expect(rowsOf(visitor, "Descoped threads")).toEqual([["Risk management", "Planning"]]);
    expect(visitor.text()).not.toContain("What to do");
  });

  test("has its decimals from the scores where the results lack them, and the whole scores where these fail", async () => {
    const { visitor, client } = await colleague();
    const { id } = mine;
    const { perspectives, ...results } = expectStatus(await client.get(`/P3M3/assessments/${id}/results`), 200).body;
    const whole = perspectives.map(({ decimal: _decimal, ...perspective }: { decimal: number }) => perspective);
    app.upstream.on("GET", `/P3M3/assessments/${id}/results`, json({ ...results, perspectives: whole }));
    await visitor.get(`/assessments/${id}/result?benchmark=off`);
    const decimals = () =>
      rowsOf(visitor, "Decimal scores")
        .slice(0, -1)
        .map(([, name, score]) => [name, score]);
    expect(decimals()).toEqual([
      ["Management control", "4.00"],
      ["Benefits management", "3.25"],
      ["Risk management", "1.50"],
    ]);
    const book = await workbook(visitor, `/assessments/${id}/result.xlsx?benchmark=off`);
    expect(recordsOf(book, "Scores").flatMap(({ Kind, Score }) => (Kind === "Perspective" ? [Score] : []))).toEqual([3.25, 4, 1.5]);
    app.upstream.on("GET", `/assessments/${id}/scores`, status(500));
    await visitor.get(`/assessments/${id}/result?benchmark=off`);
    expect(decimals()).toEqual([
      ["Management control", "4.00"],
      ["Benefits management", "3.00"],
      ["Risk management", "1.00"],
    ]);
  });
});

describe("the files of a result", () => {
  const WIDE = "country=40&industry=3&size=";

  test("the Excel file holds the numbers of the screen, cell by cell", async () => {
    const { visitor } = await colleague();
    const { id, attribute } = mine;
    await visitor.get(`/assessments/${id}/result?${WIDE}`);
    const decimal = rowsOf(visitor, "Decimal scores");
    const final = rowsOf(visitor, "Final scores");
    const threads = rowsOf(visitor, "Thread scores");
    const figures = rowsOf(visitor, "Benchmark figures");
    const heat = rowsOf(visitor, "Heat map");

    const link = visitor.document.querySelectorAll("a").find((each) => each.text.includes("Export to Excel"));
    expect(link?.getAttribute("href")).toBe(`/assessments/${id}/result.xlsx?${WIDE}`);
    const book = await workbook(visitor, link?.getAttribute("href") ?? "");
    expect(visitor.headers.get("Content-Disposition")).toMatch(/filename="\d{4}-\d\d-\d\d_P3M3_Spring_review\.xlsx"/);
    expect(visitor.headers.get("Cache-Control")).toBe("no-store");
    const scores = recordsOf(book, "Scores");
    const two = (value: ExcelJS.CellValue) => Number(value).toFixed(2);
    const sign = (value: ExcelJS.CellValue) =>
      Number(value) === 0 ? "- 0" : `${Number(value) > 0 ? "+" : "−"}${Math.abs(Number(value)).toFixed(1)}`;

    const perspectives = scores.filter(({ Kind }) => Kind === "Perspective");
    expect(
      perspectives
        .toSorted((a, b) => Number(a.Rank) - Number(b.Rank))
        .map((each) => [String(each.Rank), each.Perspective, two(each.Score), `${two(each.Benchmark)} ${sign(each.Difference)}`]),
    ).toEqual(decimal.slice(0, -1));
    expect(perspectives.map((each) => [each.Perspective, String(each["Final score"])])).toEqual(
      final.slice(0, -1).map((row) => row.slice(0, 2)),
    );
    expect(
      perspectives.map((each) => [
        each.Perspective,
        two(each.Score),
        two(each.Benchmark),
        sign(each.Difference),
        two(each["Lower quartile"]),
        two(each["Upper quartile"]),
        String(each.Organizations),
      ]),
    ).toEqual(figures);
    const inExcel = (text: string) =>
      text.replace(
        / (\d+ of \d+)(?:\n(Not assessed))?(?:\n(Level reached))?$/,
        (_, ...groups) => ` (${groups.slice(0, 3).filter(Boolean).join(", ").toLowerCase()})`,
      );
    expect(perspectives.map((each) => [each.Perspective, ...[1, 2, 3, 4, 5].map((level) => each[`Level ${level}`])])).toEqual(
      heat.map((row) => row.map(inExcel)),
    );
    expect(scores.filter(({ Kind }) => Kind === "Descoped thread")).toMatchObject([
      { Perspective: "Risk management", Thread: "Planning", Score: null },
    ]);
    expect(book.worksheets.map(({ name }) => name)).toEqual(SHEETS);
    const answers = recordsOf(book, "Answers").filter(({ Perspective }) => Perspective === "Risk management");
    expect(answers.map(({ Thread, Level, Answer }) => [Thread, Level, Answer])).toEqual([
      ["Assurance", 1, "Fully"],
      ["Assurance", 2, "Partially"],
      ...[3, 4, 5].map((level) => ["Assurance", level, "Not assessed"]),
      ...[1, 2, 3, 4, 5].map((level) => ["Planning", level, "Descoped"]),
    ]);
    expect(answers.every(({ Statement }) => typeof Statement === "string" && Statement.length > 20)).toBe(true);
    expect(recordsOf(book, "About")).toContainEqual({ About: "Statements", Details: expect.stringMatching(/, version \d+\.\d+\.\d+$/) });
    const overall = scores.find(({ Kind }) => Kind === "Overall");
    expect([String(overall?.["Final score"]), two(overall?.Score ?? 0)]).toEqual([final.at(-1)?.[1], decimal.at(-1)?.[2]]);
    const cells = threads
      .slice(0, -1)
      .flatMap(([thread, ...values]) =>
        values.flatMap((value, index) => (value === "Descoped" ? [] : [`${perspectives[index]?.Perspective} ${thread} ${value}`])),
      );
    const stored = scores.filter(({ Kind }) => Kind === "Thread").map((each) => `${each.Perspective} ${each.Thread} ${two(each.Score)}`);
    expect(stored.toSorted()).toEqual(cells.toSorted());

    expect(recordsOf(book, "Diagnostics")).toEqual([
      { Perspective: "Benefits management", Thread: "Assurance", Level: 1, Kind: "Positive", Statement: attribute },
      {
        Perspective: "Management control",
        Thread: "Assurance",
        Level: null,
        Kind: "Note",
        Statement: "=SUM(1)\n<b>Seen</b> in the board papers.",
      },
    ]);
  });

  test("every table and chart of the page leads to an image of its own", async () => {
    const { visitor } = await colleague();
    const { id } = mine;
    await visitor.get(`/assessments/${id}/result?${WIDE}`);
    const links = visitor.document.querySelectorAll("figure").map((figure) =>
      figure
        .querySelectorAll("a")
        .find((link) => link.text.includes("Download image"))
        ?.getAttribute("href"),
    );
    // Each has its own.
    expect(new Set(links).size).toBe(links.length);
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) expect(link).toContain(`?${WIDE}`);
    // The archive draws them all.
    for (const link of [links[0], links.at(-1)]) {
      await visitor.get(link ?? "");
      expect([visitor.status, visitor.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
      expect(visitor.headers.get("Content-Disposition")).toMatch(/filename="\d{4}-\d\d-\d\d_P3M3_Spring_review_.*\.jpg"/);
      const { format, width } = await sharp(visitor.body).metadata();
      expect({ format, width }).toEqual({ format: "jpeg", width: 2400 });
    }
  });

  test("an image also comes as PNG or as SVG by a choice of the page, and a chart fits a slide", async () => {
    const { visitor } = await colleague();
    const { id } = mine;
    await visitor.get(`/assessments/${id}/result?${WIDE}`);
    const linksHere = () =>
      visitor.document
        .querySelectorAll("figure")
        .find((each) => each.querySelector("h3")?.text === "Overall scores")
        ?.querySelectorAll(".exhibit-files a")
        .map((link) => link.getAttribute("href") ?? "")
        .slice(1) ?? [];
    const links = [...linksHere()];
    expect(links).toEqual([]);
    await visitor.follow("Images also as PNG");
    expect(visitor.url).toBe(`/assessments/${id}/result?${WIDE}&images=png`);
    links.push(...linksHere());
    await visitor.follow("Images also as SVG");
    links.push(...linksHere());
    expect(textsOf(visitor, "aside a").filter((text) => text === "SVG")).toHaveLength(1);
    await visitor.form("View results with benchmarking").submit();
    expect(linksHere()[0]).toBe(`/assessments/${id}/result/images/overall-scores.svg?benchmark=off&${WIDE}`);
    await visitor.follow("Images no longer as SVG");
    expect(linksHere()).toEqual([]);
    expect(links).toEqual([`png?${WIDE}`, `svg?${WIDE}`].map((end) => `/assessments/${id}/result/images/overall-scores.${end}`));
    for (const [link, type] of [
      [`/assessments/${id}/result/images/overall-scores.jpg`, "image/jpeg"],
      [links[0], "image/png"],
      [links[1], "image/svg+xml"],
    ] as const) {
      await visitor.get(link ?? "");
      expect([visitor.status, visitor.headers.get("Content-Type")]).toEqual([200, type]);
      const { width = 0, height = 0, format } = await sharp(visitor.body).metadata();
      expect([format, width / height]).toEqual([type.replace(/^image\/|\+xml$/g, ""), 16 / 9]);
    }
    expect(visitor.headers.get("Content-Disposition")).toMatch(/filename="\d{4}-\d\d-\d\d_P3M3_Spring_review_Overall_scores\.svg"/);
    // Its texts are outlines, so it looks the same where the typeface is not installed.
    expect(new TextDecoder().decode(visitor.body)).not.toMatch(/<text|<image|<script|font-family/);
  });

  test("all images come in one archive, each with a name of its own", async () => {
    const { visitor } = await colleague();
    const { id } = mine;
    await visitor.get(`/assessments/${id}/result?${WIDE}`);
    const link = visitor.document.querySelectorAll("aside a").find((each) => each.text.includes("Download all images"));
    expect(link?.getAttribute("href")).toBe(`/assessments/${id}/result/images.zip?${WIDE}`);
    const withFiles = visitor.document.querySelectorAll("figure").filter((figure) => figure.querySelector(".exhibit-files"));
    const titles = withFiles.map((figure) => figure.querySelector("h3")?.text.replaceAll(/\W+/g, "_"));
    expect(titles.length).toBeGreaterThan(10);
    await visitor.get(link?.getAttribute("href") ?? "");
    expect([visitor.status, visitor.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
    expect(visitor.headers.get("Content-Disposition")).toMatch(/filename="\d{4}-\d\d-\d\d_P3M3_Spring_review_images_JPG\.zip"/);
    const files = await filesIn(visitor.body);
    expect(files.map(({ name }) => name.replace(/^[\d-]+_P3M3_Spring_review_/, ""))).toEqual(titles.map((name) => `${name}.jpg`));
    for (const { bytes } of files) {
      const { format, width } = await sharp(bytes).metadata();
      expect({ format, width }).toEqual({ format: "jpeg", width: 2400 });
    }
  });

  test("an image is private and asked for again by its tag, which changes with what it shows", async () => {
    const { visitor } = await colleague();
    const { id } = mine;
    const path = `/assessments/${id}/result/images/decimal-scores.jpg`;
    await visitor.get(`${path}?${WIDE}`);
    const tag = visitor.headers.get("ETag") ?? "";
    expect(tag).toMatch(/^"[\w-]{20,}"$/);
    expect(visitor.headers.get("Cache-Control")).toBe("private, no-cache");
    await visitor.get(`${path}?${WIDE}`, { "If-None-Match": tag });
    expect([visitor.status, visitor.body.length]).toEqual([304, 0]);
    await visitor.get(`${path}?benchmark=off`, { "If-None-Match": tag });
    expect(visitor.status).toBe(200);
    expect(visitor.headers.get("ETag")).not.toBe(tag);
    const { visitor: stranger } = await newAssessor(app);
    await stranger.get(`${path}?${WIDE}`, { "If-None-Match": tag });
    expect(stranger.status).toBe(404);
  });

  test("an image that the result no longer has leads to the result", async () => {
    const { visitor } = await colleague();
    const { id } = mine;
    for (const gone of ["nothing.jpg", "nothing.svg", "heat-map.png?part=1", "heat-map.jpg?part=x"]) {
      await visitor.get(`/assessments/${id}/result/images/${gone}`);
      expect(visitor.url, gone).toBe(`/assessments/${id}/result`);
    }
  });

  test("a file that cannot be made says why", async () => {
    const { visitor } = await colleague();
    const { id } = mine;
    app.upstream.on("GET", `/P3M3/assessments/${id}/results`, status(404));
    await visitor.get(`/assessments/${id}/result.xlsx`);
    expect(visitor.status).toBe(404);
    expect(heading(visitor)).toBe("Result not found.");
  });
});
