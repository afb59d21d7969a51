/** What a result would be if some of it were raised, as a browser without script asks for it (docs/rules/results-and-files.md#what-if). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  answerAllItil,
  answerComponent,
  answerPractice,
  answerThread,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
} from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { textsOf } from "./questions.ts";
import { heading, rowsOf } from "./results.ts";
import { newAssessor } from "./wizard.ts";

let app: AppWithFaults;
let visitor: Visitor;
let client: Client;
beforeAll(async () => {
  app = await sharedAppWithFaults();
  ({ visitor, client } = await newAssessor(app));
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

/** Two perspectives of two threads. */
async function p3m3(answers: [perspective: number, thread: number, letters: string][], { submit = true } = {}) {
  const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1, 6], threadIds: [2, 10] });
  for (const [perspective, thread, letters] of answers) expectStatus(await answerThread(client, id, perspective, thread, letters), 200);
  if (submit) expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  else expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  return id;
}
const completed = () =>
  p3m3([
    [1, 2, "FFPNN"],
    [1, 10, "FFFFF"],
    [6, 2, "FPNNN"],
    [6, 10, "FFRNN"],
  ]);

const figures = () => textsOf(visitor, ".scores .score");
/** The links of the row about the result. */
const ofResult = () => visitor.document.querySelectorAll("nav[aria-label='This assessment'] > ul:last-child a");
const followOfResult = (name: string) =>
  visitor.get(
    ofResult()
      .find(({ text }) => text === name)
      ?.getAttribute("href") ?? "",
  );
const table = () => rowsOf(visitor, "What it would give");
const labels = () => textsOf(visitor, "form .choice");
const ticked = () => visitor.document.querySelectorAll("input[type=checkbox][checked]").map((box) => box.getAttribute("value"));
const statuses = () => textsOf(visitor, ".action-bar [role=status]");

describe("the what-if of a P3M3 result", () => {
  test("is linked from the result, and says what raising threads would give", async () => {
    const id = await completed();
    await visitor.get(`/assessments/${id}/result`);
    await visitor.follow("What if");
    expect(ofResult().map(({ text }) => text)).toEqual(["Result", "Report"]);
    expect([visitor.url, visitor.title]).toEqual([
      `/assessments/${id}/result/what-if`,
      "What if, Spring review | Maturity Assessment Tool",
    ]);
    expect(visitor.text()).toContain("This is an estimate.");
    expect(figures()).toEqual([
      "Maturity of what was assessed 1 Awareness 2 of 7 perspectives, 2 of 13 threads",
      "Score of what was assessed 2.75 Out of 5",
    ]);
    expect(visitor.text()).toContain("Risk management holds the maturity at 1.");
    expect(table()).toEqual([
      ["Benefits management", "3.75", "3"],
      ["Risk management", "1.75", "1"],
    ]);
    expect(labels()).toEqual(["Assurance 2.50 → 3.00", "Planning 5.00", "Assurance 1.50 → 2.00", "Planning 2.00 → 3.00"]);
    expect(ticked()).toEqual([]);

    await visitor.form("What to raise").check("Assurance 1.50 → 2.00").submit("Show what it would give");
    expect([visitor.url, visitor.fragment]).toEqual([`/assessments/${id}/result/what-if?to=next&raise=RK-2`, "#effect"]);
    expect(figures()).toEqual([
      "Maturity of what was assessed 1 → 2 Awareness → Repeatable 2 of 7 perspectives, 2 of 13 threads",
      "Score of what was assessed 2.75 → 2.88 Out of 5",
    ]);
    expect(table()[1]).toEqual(["Risk management", "1.75 → 2.00", "1 → 2"]);
    expect(ticked()).toEqual(["RK-2"]);
    expect(statuses()).toEqual(["Maturity of what was assessed 1 → 2, score of what was assessed 2.75 → 2.88. 1 of 3 ticked."]);

    await visitor.form("What to raise").select("How far", "To level 4").submit("Show what it would give");
    expect(labels()).toEqual(["Assurance 2.50 → 4.00", "Planning 5.00", "Assurance 1.50 → 4.00", "Planning 2.00 → 4.00"]);
    expect(table()[1]).toEqual(["Risk management", "1.75 → 3.00", "1 → 3"]);
    await visitor.form("What to raise").submit("Tick all: Risk management");
    expect(ticked()).toEqual(["RK-2", "RK-10"]);
    expect(table()[1]).toEqual(["Risk management", "1.75 → 4.00", "1 → 4"]);
    await visitor.form("What to raise").submit("Untick all: Risk management");
    expect(ticked()).toEqual([]);

    // Nothing of it was stored.
    await visitor.get(`/assessments/${id}/result`);
    expect(figures()[0]).toContain("Maturity of what was assessed 1 ");
  });

  test("shows what the recommended steps would give, from the report too", async () => {
    const id = await completed();
    await visitor.get(`/assessments/${id}/report`);
    await visitor.follow("Show what the suggested steps would give");
    expect(visitor.url).toBe(`/assessments/${id}/result/what-if?raise=RK-2`);
    expect(figures()[0]).toContain("1 → 2");
    await visitor.follow("Untick all");
    expect([visitor.url, ticked()]).toEqual([`/assessments/${id}/result/what-if`, []]);
    await visitor.follow("Show what the recommended steps would give");
    expect(ticked()).toEqual(["RK-2"]);
    await followOfResult("Result");
    expect(visitor.url).toBe(`/assessments/${id}/result`);
  });

  test("raises each thread as far as its step, where one level is not enough", async () => {
    const id = await p3m3([
      [1, 2, "RNNNN"],
      [1, 10, "FFPNN"],
      [6, 2, "FFFFF"],
      [6, 10, "FFFFF"],
    ]);
    await visitor.get(`/assessments/${id}/result/what-if`);
    await visitor.follow("Show what the recommended steps would give");
    expect(visitor.url).toBe(`/assessments/${id}/result/what-if?to=steps&raise=BM-2`);
    expect(labels().slice(0, 2)).toEqual(["Assurance 0.00 → 2.00", "Planning 2.50 → 3.00"]);
    expect(figures()[0]).toContain("1 → 2");
    await visitor.form("What to raise").select("How far", "By one level").submit();
    expect(figures()[0]).toContain("Maturity of what was assessed 1 Awareness");
  });

  test("leaves out of the address what it does not know", async () => {
    const id = await completed();
    await visitor.get(`/assessments/${id}/result/what-if?raise=BM-10&raise=XX-1&raise=%00&to=99&to=4&all=nothing&none=%22`);
    expect([visitor.status, ticked()]).toEqual([200, []]);
    expect(figures()[0]).toContain("Maturity of what was assessed 1 Awareness");
    expect(labels()[0]).toBe("Assurance 2.50 → 3.00");
  });

  test("has nothing to tick at the highest level", async () => {
    const top = ([1, 6] as const).flatMap((perspective) =>
      [2, 10].map((thread): [number, number, string] => [perspective, thread, "FFFFF"]),
    );
    const id = await p3m3(top);
    await visitor.get(`/assessments/${id}/result/what-if?raise=BM-2`);
    expect(visitor.text()).toContain("There is no higher level.");
    expect(visitor.text()).toContain("Nothing here can be raised.");
    expect(visitor.document.querySelectorAll("main form")).toEqual([]);
  });
});

test("the what-if of a result says so where the upstream does not tell the perspective of a thread", async () => {
  const id = await completed();
  const results = expectStatus(await client.get(`/P3M3/assessments/${id}/results`), 200).body;
  const threads = results.threads.map((thread: object) => ({ ...thread, perspectiveId: undefined }));
  app.upstream.on("GET", `/P3M3/assessments/${id}/results`, json({ ...results, threads }));
  await visitor.get(`/assessments/${id}/result/what-if?all=BM`);
  expect(visitor.text()).toContain("Nothing here can be raised, as the scores behind the result are not known.");
  expect(figures()).toEqual([]);
});

describe("the what-if of a draft", () => {
  test("counts what is not answered as the draft does, until it is ticked", async () => {
    const id = await p3m3(
      [
        [1, 2, "FFPNN"],
        [1, 10, "FFNNN"],
      ],
      { submit: false },
    );
    await visitor.get(`/assessments/${id}/draft`);
    await visitor.follow("What if");
    expect(visitor.url).toBe(`/assessments/${id}/draft/what-if`);
    expect(ofResult().map(({ text }) => text)).toEqual(["Draft", "Report"]);
    expect(textsOf(visitor, ".badge")).toEqual(["Draft"]);
    expect(visitor.text()).toContain("What is not answered counts 0 until it is ticked.");
    expect(visitor.text()).not.toContain("recommended steps");
    expect(figures()[0]).toContain("if submitted now 0 ");
    expect(table()).toEqual([
      ["Benefits management", "1.25", "1"],
      ["Risk management", "0.00", "0"],
    ]);
    // A thread that is begun goes on from what it has met.
    expect(labels()).toEqual([
      "Assurance 2.50 → 3.00",
      "Planning not answered → 3.00",
      "Assurance not answered → 1.00",
      "Planning not answered → 1.00",
    ]);
    await visitor.get(`/assessments/${id}/draft/what-if?all=BM&all=RK`);
    expect(table()).toEqual([
      ["Benefits management", "1.25 → 3.00", "1 → 3"],
      ["Risk management", "0.00 → 1.00", "0 → 1"],
    ]);
    expect(figures()[0]).toContain("if submitted now 0 → 1 ");
    await followOfResult("Draft");
    expect(visitor.url).toBe(`/assessments/${id}/draft`);
  });

  test("leads to the result once it is completed, and there is none for an upstream without drafts", async () => {
    const id = await completed();
    await visitor.get(`/assessments/${id}/draft/what-if`);
    expect(visitor.url).toBe(`/assessments/${id}/result`);
    const without = await sharedAppWithoutExtensions();
    const { visitor: other, client: theirs } = await newAssessor(without);
    const open = await createP3M3(theirs, await createOrganization(theirs), { perspectiveIds: [1], threadIds: [1] });
    await other.get(`/assessments/${open}/draft/what-if`);
    expect(other.status).toBe(404);
  });
});

describe("the what-if of an ITIL assessment", () => {
  const practices = [
    { id: 19, selectionMode: 1 as const },
    { id: 28, selectionMode: 2 as const },
  ];

  test("raises practices and components; the computed ones follow", async () => {
    const id = await createItil(client, await createOrganization(client), { selectedScope: "Maturity", practices });
    await answerAllItil(client, id, "F", 3);
    for (const practice of [19, 28]) expectStatus(await answerPractice(client, id, practice, await rarelyAtOnce(id, practice)), 200);
    expectStatus(await answerComponent(client, id, "M-G", 2), 200);
    expectStatus(await client.post(`/assessments/${id}/complete`), 200);
    await visitor.get(`/assessments/${id}/result/itil`);
    await visitor.follow("What if");
    expect(visitor.url).toBe(`/assessments/${id}/result/what-if`);
    expect(figures()).toEqual(["Maturity of what was assessed 1 The lowest of the five components 3 of 34 practices, 5 of 5 components"]);
    expect(table()).toEqual([
      ["Guiding Principles", "3"],
      ["Governance", "2"],
      ["Service Value Chain", "3"],
      ["Practices", "1"],
      ["Continual Improvement", "5"],
    ]);
    expect(labels()).toEqual([
      "Continual improvement level 5",
      "Incident management level 1 → level 2",
      "Service desk level 1 → level 2",
      "Guiding Principles level 3 → level 4",
      "Governance level 2 → level 3",
      "Service Value Chain level 3 → level 4",
    ]);
    await visitor.follow("Show what the recommended steps would give");
    expect(visitor.url).toBe(`/assessments/${id}/result/what-if?raise=INM`);
    expect(figures()[0]).toContain("1 → 2");
    expect(visitor.text()).toContain("Governance and Practices hold the maturity at 2.");
    await visitor.form("What to raise").select("How far", "To level 3").check("Governance level 2 → level 3").submit();
    expect(table().map(([, level]) => level)).toEqual(["3", "2 → 3", "3", "1 → 2", "5"]);
    await followOfResult("Result");
    expect(visitor.url).toBe(`/assessments/${id}/result/itil`);
  });

  test("has levels of practices alone in the scope Capability, also while some are not known", async () => {
    const id = await createItil(client, await createOrganization(client), { practices });
    expectStatus(await answerPractice(client, id, 28, await rarelyAtOnce(id, 28)), 200);
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    await visitor.get(`/assessments/${id}/draft/what-if?raise=SDK&raise=INM&to=3`);
    expect(figures()).toEqual(["Capability levels 1 → 3 Lowest and highest practice 2 of 34 practices"]);
    expect(table()).toEqual([
      ["Incident management", "– → 3"],
      ["Service desk", "1 → 3"],
    ]);
    expect(labels()).toEqual(["Incident management not answered → level 3", "Service desk level 1 → level 3"]);
  });

  /** Rarely/Never to every criterion of level 2, which settles a practice at level 1. */
  async function rarelyAtOnce(id: number, practice: number): Promise<string> {
    const { body } = expectStatus(await client.get(`/itil/assessments/${id}/questions/capability?capabilityId=${practice}`), 200);
    return body.map(({ level }: { level: number }) => (level === 2 ? "R" : "N")).join("");
  }
});

describe("the what-if opens as the result does", () => {
  test("not for another team, not before there is a result, not for a stranger, not while the upstream fails", async () => {
    const id = await completed();
    const { visitor: stranger } = await newAssessor(app);
    await stranger.get(`/assessments/${id}/result/what-if`);
    expect(stranger.status).toBe(404);
    await stranger.get(`/assessments/${id}0000/result/what-if`);
    expect([stranger.status, heading(stranger)]).toEqual([404, "Result not found."]);
    const open = await p3m3([], { submit: false });
    await visitor.get(`/assessments/${open}/result/what-if`);
    expect(visitor.text()).toContain("There is no result yet.");
    const nobody = new Visitor(app.url);
    await nobody.get(`/assessments/${id}/result/what-if`);
    expect(nobody.redirects[0]).toBe("/redirect");
    app.upstream.on("GET", `/P3M3/assessments/${id}/results`, status(500));
    await visitor.get(`/assessments/${id}/result/what-if?raise=BM-2`);
    expect([visitor.status >= 500, heading(visitor)]).toEqual([true, "Sorry, something went wrong..."]);
  });
});
