/** What second ratings say beside the answers of an assessment, and using them there, without script (docs/rules/second-ratings.md#beside-answers). */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ratingMessages } from "#model/ratings.ts";
import { answerAll, answerThread, expectStatus } from "../contract/scenario.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { levelText, shown, textsOf } from "./questions.ts";
import { ratedTeam, ratingTeam, verdictOf } from "./ratings.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const USE = "Use this rating of Sam";
const section = "#ratings";

test("a questions screen shows what each rating says, where it differs, and why the verdict departs", async () => {
  const { ann, sam, id } = await ratedTeam(app);
  const body = { place: "thread/1/1", text: "The plan is new" };
  expectStatus(await ann.client.post(`/assessments/${id}/lock`), 200);
  expectStatus(await ann.client.put(`/assessments/${id}/rating-departures`, body), 200);
  await ann.visitor.get(`/assessments/${id}/questions/BM/AM`);
  const { visitor } = ann;
  expect([levelText(visitor, 2), levelText(visitor, 3)]).toEqual([
    expect.stringContaining("Ratings: Sam Fully (differs)"),
    expect.stringContaining("Ratings: Sam Partially"),
  ]);
  expect(levelText(visitor, 3)).not.toContain("(differs)");
  expect(levelText(visitor, 4)).not.toContain("Ratings");
  const [said] = textsOf(visitor, section);
  for (const words of ["Sam , in charge: 2.50 (differs)", "Workshop on AM", "Why the verdict departs: The plan is new (ann"])
    expect(said).toContain(words);
  // Whoever rates in charge reads the same, but uses nothing on a screen that is only viewed.
  await sam.visitor.get(`/assessments/${id}/view/questions/BM/AM`);
  expect(textsOf(sam.visitor, section)[0]).toContain("in charge: 2.50");
  expect(sam.visitor.text()).not.toContain("Use this rating");
});

test("a rating becomes the verdict with its note, can be undone, and the history says whose it was and puts it back", async () => {
  const { ann, id } = await ratedTeam(app);
  const { visitor } = ann;
  await visitor.get(`/assessments/${id}/questions/BM/AM`);
  await visitor.form("Save answers").fill("Assessment Notes", "Mine").check("With the note").submit(USE);
  expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining("The rating is the verdict now.")]);
  expect((await verdictOf(ann, id))[0]).toEqual(["FFPNN", "Mine\n\nFrom Sam's rating:\nWorkshop on AM"]);
  expect(visitor.text()).toContain("From Sam's rating. Undo");
  expect(textsOf(visitor, section)[0]).not.toContain("Use this rating");
  await visitor.form("Save answers").submit("Undo");
  expect((await verdictOf(ann, id))[0]?.[0]).toBe("FRNNN");
  await visitor.form("Save answers").submit(USE);
  await visitor.get(`/assessments/${id}/history`);
  expect(textsOf(visitor, "main li").filter((line) => line.includes("2 answers changed, from Sam's rating"))).not.toEqual([]);
  // The newest entry, and then the note: both bring back what there was.
  for (const [line, before] of [
    ["2 answers changed, from Sam's rating", "answers"],
    ["Note on Benefits management / Asset management: written", "note"],
  ]) {
    await visitor.get(`/assessments/${id}/history`);
    const link = visitor.document
      .querySelectorAll(`a[aria-label^="Put back"]`)
      .find((each) => each.getAttribute("aria-label")?.includes(line ?? ""));
    expect(link, before).toBeDefined();
    await visitor.get(link?.getAttribute("href") ?? "");
    await visitor.form("Put back").submit("Put back");
  }
  expect((await verdictOf(ann, id))[0]).toEqual(["FRNNN", ""]);
});

test("what was typed beside it is saved, and a thread without a verdict gets one", async () => {
  const { ann, id } = await ratedTeam(app);
  await ann.visitor.get(`/assessments/${id}/questions/BM/AS`);
  expect(levelText(ann.visitor, 2)).not.toContain("(differs)");
  await ann.visitor.form("Save answers").fill("Assessment Notes", "Typed").submit(USE);
  expect((await verdictOf(ann, id))[1]).toEqual(["FFPNN", "Typed"]);
});

test("while somebody else holds the lock nothing is changed, the message says who, and what was typed stays", async () => {
  const { ann, sam, id } = await ratedTeam(app);
  await ann.visitor.get(`/assessments/${id}/questions/BM/AM`);
  const form = ann.visitor.form("Save answers").fill("Assessment Notes", "Typed meanwhile").check("With the note");
  expectStatus(await ann.client.delete(`/assessments/${id}/lock`), 204);
  expectStatus(await sam.client.post(`/assessments/${id}/lock`), 200);
  await form.submit(USE);
  expect(ann.visitor.status).toBe(409);
  expect(ann.visitor.text()).toContain(`${sam.email} is editing this assessment now`);
  expect(ann.visitor.text()).toContain("Typed meanwhile");
  expect((await verdictOf(sam, id))[0]).toEqual(["FRNNN", ""]);
});

test("a verdict that changed meanwhile is not written over: both versions are shown", async () => {
  const { ann, id } = await ratedTeam(app);
  await ann.visitor.get(`/assessments/${id}/questions/BM/AM`);
  expectStatus(await answerThread(ann.client, id, 1, 1, "PNNNN"), 200);
  await ann.visitor.form("Save answers").submit(USE);
  expect([ann.visitor.status, ann.visitor.text()]).toEqual([409, expect.stringContaining("Stored now")]);
  expect((await verdictOf(ann, id))[0]?.[0]).toBe("PNNNN");
});

test("a rating that its rater changed meanwhile is not used", async () => {
  const { ann, sam, id, own } = await ratedTeam(app);
  await ann.visitor.get(`/assessments/${id}/questions/BM/AM`);
  await sam.visitor.get(`${own}/questions/BM/AM`);
  await sam.visitor.form("Save answers").choose("Level 3 answer", "Fully").submit("Save answers");
  expect(shown(sam.visitor)).toBe("FFFNN");
  await ann.visitor.form("Save answers").submit(USE);
  expect([ann.visitor.status, ann.visitor.text()]).toEqual([400, expect.stringContaining(ratingMessages.ratingChanged)]);
  expect((await verdictOf(ann, id))[0]?.[0]).toBe("FRNNN");
});

test("grid and summary show scores and differences, and can be narrowed to where a rating differs", async () => {
  const { ann, id } = await ratedTeam(app);
  const { visitor } = ann;
  for (const screen of ["grid/BM", "summary"]) {
    await visitor.get(`/assessments/${id}/${screen}`);
    expect(visitor.text()).toContain("Sam: 2.50 (differs)");
    expect(visitor.text()).toContain("Differs from a rating (1)");
    await visitor.get(`/assessments/${id}/${screen}?show=rated`);
    expect(visitor.text()).toContain("Asset management");
    const rows = textsOf(visitor, "main tbody tr, main tbody[data-row]").filter((row) => row.includes("Sam: 2.50"));
    expect(rows).toHaveLength(1);
  }
  await visitor.get(`/assessments/${id}/grid/BM`);
  expect(visitor.text()).toContain("Sam: Partially");
});

test("viewers read nothing of it before submission, and then no names and notes; without ratings nobody sees anything", async () => {
  const { ann, vic, id } = await ratedTeam(app);
  const screens = [`/assessments/${id}/view/questions/BM/AM`, `/assessments/${id}/view/summary`];
  for (const screen of screens) {
    await vic.visitor.get(screen);
    expect([vic.visitor.status, vic.visitor.text()]).toEqual([200, expect.not.stringMatching(/\bSam\b|second rating/i)]);
  }
  expectStatus(await ann.client.post(`/assessments/${id}/lock`), 200);
  await answerAll(ann.client, id, "FRNNN");
  expectStatus(await ann.client.post(`/assessments/${id}/complete`), 200);
  await vic.visitor.get(screens[0] ?? "");
  const [said] = textsOf(vic.visitor, section);
  expect(said).toContain("Rater 1 , in charge: 2.50 (differs)");
  expect(vic.visitor.text()).not.toMatch(/\bSam\b|Workshop|Use this rating/);
  const other = await ratingTeam(app);
  for (const screen of ["questions/BM/AM", "grid/BM", "summary"]) {
    await other.ann.visitor.get(`/assessments/${other.id}/${screen}`);
    expect(other.ann.visitor.text()).not.toMatch(/differs from a rating|Use this rating/i);
    expect(textsOf(other.ann.visitor, section)).toEqual([]);
  }
});

test("a practice of ITIL and a maturity component are used in the same way", async () => {
  const { ann, sam, id, ask, own } = await ratingTeam(app, "ITIL");
  const { groups } = expectStatus(await ann.client.get(`/assessments/${id}/ratings`), 200).body;
  expectStatus(
    await ask(
      "charge",
      groups.map(({ group }: { group: string }) => group),
    ),
    201,
  );
  await sam.visitor.get(own);
  await sam.visitor.form("Begin").submit();
  for (const { name } of groups) {
    await sam.visitor.get(own);
    await sam.visitor.follow(`Questions of ${name}`);
    const address = sam.visitor.url;
    const isComponent = name === "Maturity components";
    // Criteria open one level after the other.
    for (let left = 20; left > 0; left -= 1) {
      const open = sam.visitor.document
        .querySelectorAll(isComponent ? 'input[name="option"]' : "fieldset[data-answers]:not([disabled])")
        .filter((each) => isComponent || !each.querySelector("input[checked]"));
      if (open.length === 0) break;
      const form = sam.visitor.form("Save answers");
      const input = isComponent ? open[1] : open[0]?.querySelector('input[value="3"], input[type=radio]:last-of-type');
      form.choose(input?.getAttribute("name") ?? "", input?.getAttribute("value") ?? "");
      await form.submit("Save answers");
      if (isComponent) break;
    }
    await ann.visitor.get(address.replace(/\/rating\/1/, ""));
    expect(textsOf(ann.visitor, section)[0]).toContain("Sam , in charge:");
    await ann.visitor.form("Save answers").submit(USE);
    expect([ann.visitor.status, ann.visitor.text()]).toEqual([200, expect.stringContaining("The rating is the verdict now.")]);
    expect(textsOf(ann.visitor, section)[0]).not.toMatch(/differs|Use this rating/);
  }
});
