/** Where views differ, as an assessor without script reads it (docs/rules/voices.md#differences). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { morePaths } from "~/views/more-paths";
import { paths } from "~/views/paths";
import { createItil, createOrganization, expectStatus } from "../contract/scenario.ts";
import type { Visitor } from "../support/form-driver.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { person } from "./home.ts";
import { start, textsOf } from "./questions.ts";
import { recordsOf, workbook } from "./results.ts";
import { askOne, SOON, say, voicesOf } from "./voices.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterAll(() => app.stop());

/** A thread with three voices. The verdict of level 1 is Fully, of level 2 Partially. */
async function threeVoices() {
  const scene = await start(app, { perspectives: ["RK"], threads: ["PL", "AM"] });
  const { client, id } = scene;
  await scene.store("RK", "PL", "FPNNN");
  const place = (await voicesOf(client, id)).places.find(({ name }) => name === "Planning")?.place ?? "";
  const ask = (name: string, role: string, checksFacts = false) => askOne(client, id, { name, role, places: [place], checksFacts });
  const [jane, rob, sam] = [await ask("Jane Doe", "Manager"), await ask("Rob Roe", "Manager"), await ask("Sam Poe", "User", true)];
  const says = (voice: number, saying: Parameters<typeof say>[5]) => say(app.databaseUrl, client, id, voice, place, saying);
  await says(jane, { choices: ["Fully", "Partially", "Partially"], comment: "The plan is there", seen: "On the wall" });
  await says(rob, { choices: ["Fully", "Fully", "cannotTell"] });
  await says(sam, { choices: ["Fully", "Rarely/Never", "Partially"], check: { agrees: false, reason: "Nobody plans" } });
  return { ...scene, place };
}

const items = (visitor: Visitor) => textsOf(visitor, "ol > li h2");
const item = (visitor: Visitor, index = 0) => visitor.document.querySelectorAll("ol > li")[index];
const rows = (visitor: Visitor, index = 0) =>
  item(visitor, index)
    ?.querySelectorAll("tbody tr")
    .map((row) => row.querySelectorAll("th, td").map(({ text }) => text.trim()));
const words = (visitor: Visitor, index = 0) => item(visitor, index)?.text.replace(/\s+/g, " ") ?? "";

test("the largest difference comes first, with what each role says and the comments", async () => {
  const { visitor, id, place, store } = await threeVoices();
  await visitor.get(paths.voices(id));
  await visitor.follow("Where views differ");
  expect([visitor.url, items(visitor)]).toEqual([paths.differences(id), ["Risk management / Planning, level 2"]]);
  expect(words(visitor)).toContain("2 steps apart: from Rarely/Never to Fully. Verdict: Partially; 2 of 3 say something else.");
  expect(rows(visitor)).toEqual([
    ["All", "1", "1", "1", "–", "2"],
    ["Manager", "–", "1", "1", "–", "1"],
    ["User", "1", "–", "–", "–", "0"],
  ]);
  expect(visitor.text()).toMatch(
    /Checks of facts Risk .*Nobody agrees, 1 disagrees\. Voice 3, User \(Sam Poe\) Nobody plans.*2 steps apart/,
  );

  await visitor.get(paths.differences(id, { show: "all" }));
  expect(items(visitor)).toEqual([2, 1, 3].map((level) => `Risk management / Planning, level ${level}`));
  expect(words(visitor, 1)).toMatch(/All agree on Fully\. Verdict: Fully; nobody says something else\..*1 comment.*The plan is there/);
  expect(words(visitor, 1)).toContain("Voice 1, Manager (Jane Doe): Fully");
  // Level 2 is not Fully, so nobody was asked about level 3; before that it was locked.
  expect(words(visitor, 2)).toContain("Verdict: Not assessed.");
  await store("RK", "PL", "FNNNN");
  await visitor.get(paths.differences(id, { show: "all" }));
  expect([1, 2].map((index) => /There is no verdict yet|Verdict: \w+/.exec(words(visitor, index))?.[0])).toEqual([
    "Verdict: Fully",
    "Verdict: Locked",
  ]);
  expect(words(visitor)).toContain("There is no verdict yet.");
  await store("RK", "PL", "FPNNN");

  await visitor.form("Filter the differences").select("Show", "Voices differ from the verdict").select("Role", "Manager").submit("Show");
  expect([items(visitor), rows(visitor)]).toEqual([
    ["Risk management / Planning, level 2"],
    [
      ["All", "–", "1", "1", "–", "1"],
      ["Manager", "–", "1", "1", "–", "1"],
    ],
  ]);
  await visitor.follow("Show all places and roles");
  await visitor.get(paths.differences(id, { role: "User" }));
  expect(visitor.text()).toContain("There is no such difference in what was answered.");
  await visitor.get(paths.differences(id, { place, show: "lost" }));
  expect(items(visitor)).toHaveLength(1);
});

test("the Excel file has all of it and names nobody", async () => {
  const { visitor, id, client } = await threeVoices();
  const book = await workbook(visitor, morePaths.differencesWorkbook(id, { show: "all" }));
  expect(recordsOf(book, "Differences").map((row) => [row.Level, row.Verdict, row["Steps apart"], row["Other than the verdict"]])).toEqual([
    [2, "Partially", 2, 2],
    [1, "Fully", 0, 0],
    [3, "Not assessed", 0, null],
  ]);
  expect(recordsOf(book, "By role")[0]).toMatchObject({ Role: "Manager", Answers: "Partially 1, Fully 1" });
  expect(recordsOf(book, "Comments")).toMatchObject([
    { Who: "Voice 1, Manager", Answer: "Fully", Comment: "The plan is there", "Where it can be seen": "On the wall" },
  ]);
  expect(recordsOf(book, "Checks of facts")).toMatchObject([{ Who: "Voice 3, User", "Why the verdict is wrong": "Nobody plans" }]);
  const all = JSON.stringify(book.worksheets.map((sheet) => sheet.getSheetValues()));
  for (const name of ["Jane", "Rob", "Sam"]) expect([name, all.includes(name)]).toEqual([name, false]);
  const { entries } = expectStatus(await client.get(`/assessments/${id}/history?kind=file`), 200).body;
  expect(entries[0]).toMatchObject({ after: "Excel file of differences among voices" });
});

test("practices and components of ITIL have their own answers", async () => {
  const { client, visitor } = await person(app);
  const id = await createItil(client, await createOrganization(client), { selectedScope: "Maturity" });
  await client.delete(`/assessments/${id}/lock`);
  const { places } = await voicesOf(client, id);
  const component = places.find(({ place }) => place.startsWith("maturity/"));
  const practice = places.find(({ place }) => place.startsWith("capability/"));
  const chosen = [component?.place ?? "", practice?.place ?? ""];
  const [one, other] = [await askOne(client, id, { places: chosen }), await askOne(client, id, { name: "Rob Roe", places: chosen })];
  for (const [voice, option, answer] of [
    [one, "1", "Fully"],
    [other, "4", "Rarely"],
  ] as const) {
    await say(app.databaseUrl, client, id, voice, chosen[0] ?? "", { choices: [option] });
    await say(app.databaseUrl, client, id, voice, chosen[1] ?? "", { choices: [answer] });
  }
  await visitor.get(paths.differences(id));
  expect(items(visitor)).toEqual([component?.name, expect.stringMatching(new RegExp(`^${practice?.name}, level `))]);
  expect(words(visitor)).toContain("3 steps apart");
  expect(rows(visitor, 1)?.[0]).toEqual(["All", "1", "1", "–", "1"]);
});

test("nobody has answered anything yet", async () => {
  const { visitor, client, id } = await start(app, { perspectives: ["RK"], threads: ["PL"] });
  await askOne(client, id);
  await visitor.get(paths.differences(id));
  expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining("Nobody has answered anything here yet.")]);
});

test("long comments and reasons are cut, counts are of all, and the rest has pages of its own", async () => {
  const { client, id, visitor, store } = await start(app, { perspectives: ["RK"], threads: ["PL"] });
  await store("RK", "PL", "FPNNN");
  const place = (await voicesOf(client, id)).places[0]?.place ?? "";
  for (const name of ["first", "second", "third"]) {
    const voice = await askOne(client, id, { name, role: "Manager", places: [place], checksFacts: true });
    const choices = [name === "first" ? "Fully" : "Partially"];
    const [comment, reason] = [`The ${name} comment ${"x".repeat(700)}`, `The ${name} reason ${"x".repeat(700)}`];
    await say(app.databaseUrl, client, id, voice, place, { choices, comment, check: { agrees: false, reason } });
  }
  await visitor.get(paths.differences(id));
  const shown = (word: string) => ["first", "second", "third"].filter((name) => visitor.text().includes(`The ${name} ${word}`));
  expect([shown("comment"), shown("reason")]).toEqual([["first"], ["first"]]);
  expect(words(visitor)).toContain("3 comments");
  expect(visitor.text()).toContain("Nobody agrees, 3 disagree.");
  const more = visitor.document.querySelectorAll("main a").filter(({ text }) => text === "and 2 more");
  expect(more).toHaveLength(2);
  await visitor.get(more[1]?.getAttribute("href") ?? "");
  expect([items(visitor), shown("comment")]).toEqual([["Risk management / Planning, level 1"], ["first", "second", "third"]]);
  await visitor.get(more[0]?.getAttribute("href") ?? "");
  expect([items(visitor), shown("reason")]).toEqual([[], ["first", "second", "third"]]);
  expect(visitor.text()).toContain("Checks of facts: 1 place in which somebody disagrees.");
  await visitor.get(paths.differences(id, { place: "thread/9/9", statement: "1" }));
  expect(items(visitor)).toEqual(["Risk management / Planning, level 1"]);
});

test("what many people say is read place by place, and nothing of it is missing", async () => {
  const { client, id, visitor, store } = await start(app, { perspectives: ["RK"], threads: ["PL", "AM"] });
  await store("RK", "PL", "FPNNN");
  const places = (await voicesOf(client, id)).places.map((each) => each.place);
  const [first = "", second = ""] = places;
  const voices = Array.from({ length: 26 }, (_, index) => ({ name: `Person ${index}`, role: "User", email: "" }));
  const asking = { places, until: SOON, message: "", checksFacts: false };
  const sheets = expectStatus(await client.post(`/assessments/${id}/voices`, { voices, ...asking }), 200).body.voices;
  await say(app.databaseUrl, client, id, sheets[0].voice, first, { choices: ["Fully"], comment: "Only the first says so" });
  await say(app.databaseUrl, client, id, sheets[25].voice, second, { choices: [null], comment: "The last has only a comment" });
  await visitor.get(paths.differences(id, { show: "all" }));
  expect(visitor.text()).toContain("2 statements of 2 that somebody answered");
  for (const text of ["Only the first says so", "The last has only a comment"]) expect(visitor.text()).toContain(text);
  await visitor.get(`${paths.search(id, "P3M3")}?q=comment`);
  expect(visitor.text()).toContain("The last has only a");
});
