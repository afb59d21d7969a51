/** Texts of a report that no longer fit, as a browser without script sees them (docs/rules/client-report.md#texts-that-no-longer-fit). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  answerAll,
  answerPractice,
  answerThread,
  completeP3M3,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
} from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import type { Visitor } from "../support/form-driver.ts";
import type { App } from "../support/server.ts";
import { sharedApp, sharedAppWithoutExtensions } from "../support/shared.ts";
import { textsOf } from "./questions.ts";
import { newAssessor } from "./wizard.ts";

let app: App;
let visitor: Visitor;
let client: Client;
beforeAll(async () => {
  app = await sharedApp();
});
beforeEach(async () => {
  ({ visitor, client } = await newAssessor(app));
});
afterAll(() => app.stop());

const SCOPE = { perspectiveIds: [1, 6], threadIds: [2, 10] };
const WORDS = "Words of our own.";

/** What the list at the top says of each text, by its title. */
const listed = () =>
  Object.fromEntries(
    visitor.document.querySelectorAll("#texts-that-no-longer-fit > ul > li").map((item) => {
      const facts = item.querySelectorAll("li");
      return [
        item.querySelector("a")?.text ?? "",
        (facts.length > 0 ? facts : item.querySelectorAll("p")).map(({ text }) => text).join("; "),
      ];
    }),
  );
const nextToTheFiles = () => visitor.document.querySelector("form[method=get]")?.text ?? "";
/** The titles of all texts on the screen. */
const titles = () => visitor.document.querySelectorAll("textarea[id^=text-]").map((box) => labelOf(box.getAttribute("id") ?? ""));
const labelOf = (id: string) => visitor.document.querySelector(`label[for=${id}]`)?.text.trim() ?? "";

/** Writes every text of the report, and its first step. @returns the titles */
async function writeAll(path: string): Promise<string[]> {
  await visitor.get(path);
  const all = titles();
  for (const title of all) await visitor.form(title).fill(title, WORDS).submit("Save");
  await visitor.form("Recommended steps").fill("Step 1", WORDS).submit("Save the steps");
  await visitor.get(path);
  return all;
}

/** Two years of one organization; the second one is a draft with everything answered. */
async function secondYear() {
  const organization = await createOrganization(client);
  await completeP3M3(client, organization, "FPNNN", SCOPE);
  const id = await createP3M3(client, organization, SCOPE);
  await answerAll(client, id, "FFPNN");
  return { id, path: `/assessments/${id}/draft/report`, change: () => answerThread(client, id, 1, 2, "FFFRN") };
}

async function itilDraft() {
  const id = await createItil(client, await createOrganization(client), {
    practices: [19, 28].map((practice) => ({ id: practice, selectionMode: 2 as const })),
  });
  /** Meets a practice up to a level. */
  const meet = async (practice: number, level: number) => {
    const url = `/itil/assessments/${id}/questions/capability?capabilityId=${practice}`;
    const questions: { level: number }[] = expectStatus(await client.get(url), 200).body;
    const letters = questions.map((each) => (each.level <= level ? "F" : each.level === level + 1 ? "R" : "N")).join("");
    return answerPractice(client, id, practice, letters);
  };
  for (const practice of [19, 28]) expectStatus(await meet(practice, 3), 200);
  return { id, path: `/assessments/${id}/draft/report`, change: () => meet(28, 2) };
}

describe.each([
  ["P3M3 in a second year", secondYear, ["Executive summary", "What moved and why", "Benefits management"], "Risk management"],
  ["ITIL", itilDraft, ["Executive summary", "Service desk"], "Incident management"],
] as const)("of %s", (_, begun, changed, same) => {
  test("each text that rests on a changed answer is named with what changed, on the screen and at the buttons, until it is said to be right", async () => {
    const { id, path, change } = await begun();
    const all = await writeAll(path);
    expect(all).toEqual(expect.arrayContaining([...changed, same]));
    expect([listed(), nextToTheFiles()]).toEqual([{}, expect.not.stringContaining("no longer fit")]);
    expectStatus(await change(), 200);
    for (const query of ["", "?benchmark=off"]) {
      await visitor.get(`${path}${query}`);
      const misfits = listed();
      expect(Object.keys(misfits).filter((title) => !title.startsWith("Recommended step"))).toEqual(
        all.filter((title) => (changed as readonly string[]).includes(title)),
      );
      expect(misfits).not.toHaveProperty(same);
      for (const title of changed) {
        expect(misfits[title]).toMatch(/ (was|were) .+(, (is|are) |, and (is|are) no longer stated)/);
        expect(nextToTheFiles()).toContain(title);
      }
    }
    // Issuing a version asks with the names, though nobody has used the peer review.
    await visitor.form("Versions").fill("Number", "1.0").fill("What changed", "First issue").submit("Issue this version");
    const [question] = visitor.document.querySelectorAll("#versions li").map(({ text }) => text);
    expect(visitor.text()).toContain("Issue this version all the same?");
    for (const title of changed) expect(question).toMatch(new RegExp(`^Texts that no longer fit: \\d+ \\(.*${title}.*\\)\\.$`));
    expect(expectStatus(await client.get(`/assessments/${id}/report-versions`), 200).body.issued).toEqual([]);
    // So does approving, whose screen names them before.
    await visitor.get(`/assessments/${id}/peer-review`);
    expect(textsOf(visitor, "#decision p, #decision [role=status]").join(" ")).toContain(question?.slice(0, -1));
    await visitor.form("#decision").submit("Approve");
    expect([visitor.status, textsOf(visitor, "#decision li")]).toEqual([200, [question]]);
    expect(visitor.text()).toContain("Approve it all the same?");
    await visitor.get(path);
    const [first] = changed;
    await visitor.form(`${first}, still right`).submit(`Still right: ${first}`);
    expect(visitor.text()).toContain("The text is kept as still right.");
    expect(listed()).not.toHaveProperty(first);
    expect(visitor.document.querySelector("#text-summary")?.text).toBe(WORDS);
    // Saving again says the same.
    const [, second] = changed;
    await visitor.form(second).fill(second, `${WORDS} Again.`).submit("Save");
    expect(listed()).not.toHaveProperty(second);
  });
});

test("a text of what is answered so far no longer fits once everything is answered", async () => {
  const id = await createP3M3(client, await createOrganization(client), SCOPE);
  const answer = (perspective: number, thread: number) => answerThread(client, id, perspective, thread, "FFPNN");
  await answer(1, 2);
  await answer(1, 10);
  const path = `/assessments/${id}/draft/report`;
  await writeAll(path);
  expect(listed()).toEqual({});
  await answer(6, 2);
  await visitor.get(path);
  expect(listed()["Executive summary"]).toContain("answered was 2 of 4, is 3 of 4");
  await answer(6, 10);
  await visitor.get(path);
  expect(listed()["Executive summary"]).toContain("answered was 2 of 4, is everything");
  expect(listed()).not.toHaveProperty("Benefits management");
  expect(nextToTheFiles()).toContain("Texts that no longer fit: 1 (Executive summary).");
});

describe("a result and its corrected edition", () => {
  test("carry the basis on: the edition says what differs once an answer is corrected, and its result still does", async () => {
    const id = await completeP3M3(client, await createOrganization(client), "FFPNN", SCOPE);
    await writeAll(`/assessments/${id}/report`);
    expect(listed()).toEqual({});
    const { id: edition } = expectStatus(await client.post(`/assessments/${id}/editions`, { reason: "Facts" }), 201).body;
    await visitor.get(`/assessments/${edition}/draft/report`);
    const unchanged = Object.keys(listed());
    expect(unchanged).toEqual([]);
    expectStatus(await client.post(`/assessments/${edition}/lock`), 200);
    for (const [perspective, thread] of [
      [1, 2],
      [1, 10],
      [6, 2],
      [6, 10],
    ] as const)
      expectStatus(await answerThread(client, edition, perspective, thread, "FFFRN"), 200);
    expectStatus(await client.post(`/assessments/${edition}/complete`), 200);
    await visitor.get(`/assessments/${edition}/report`);
    expect(listed()["Executive summary"]).toContain("maturity was 2, is 3");
    expect(listed()["Benefits management"]).toContain("score was 2.50, is 3.00");
    expect(Object.keys(listed())).toEqual(expect.arrayContaining([expect.stringContaining("Recommended step: ")]));
    // What is corrected keeps its figures, and its texts fit them.
    await visitor.get(`/assessments/${id}/report`);
    expect(listed()).toEqual({});
  });

  test("say of a text that was written before that nobody knows, and lose nothing when somebody else was quicker", async () => {
    const id = await completeP3M3(client, await createOrganization(client), "FFPNN", SCOPE);
    expectStatus(await client.put(`/assessments/${id}/wording`, { part: "summary", body: "Old words." }), 200);
    await visitor.get(`/assessments/${id}/report`);
    expect([listed()["Executive summary"], nextToTheFiles()]).toEqual([
      "Written before this check existed.",
      expect.stringContaining("Written before this check existed: Executive summary."),
    ]);
    expectStatus(await client.put(`/assessments/${id}/wording`, { part: "summary", body: "Newer words." }), 200);
    await visitor.form("Executive summary, still right").submit("Still right: Executive summary");
    expect([visitor.status, visitor.text()]).toEqual([409, expect.stringContaining("Somebody changed this text")]);
    await visitor.get(`/assessments/${id}/report`);
    await visitor.form("Executive summary, still right").submit("Still right: Executive summary");
    expect(listed()).toEqual({});
    expect((await client.get(`/assessments/${id}/wording`)).body.texts[0].body).toBe("Newer words.");
    for (const basis of ["no JSON", '[{"what":"maturity"}]']) {
      await visitor.post(`/assessments/${id}/report`, { form: "texts-that-no-longer-fit", part: "summary", base: "x", basis });
      expect(visitor.status).toBe(400);
    }
    expectStatus(await client.put(`/assessments/${id}/wording`, { part: "summary", body: "Last words." }), 200);
    expectStatus(await client.post(`/assessments/${id}/archive`), 200);
    await visitor.get(`/assessments/${id}/report`);
    expect([Object.keys(listed()), visitor.text()]).toEqual([["Executive summary"], expect.not.stringContaining("Still right")]);
  });
});

test("nothing is sent and nothing is said where the upstream keeps no facts", async () => {
  const bare = await sharedAppWithoutExtensions();
  try {
    const { visitor: other, client: theirs } = await newAssessor(bare);
    const id = await completeP3M3(theirs, await createOrganization(theirs), "FFPNN", SCOPE);
    await other.get(`/assessments/${id}/report`);
    expect([other.status, other.document.querySelector("[name=basis], #texts-that-no-longer-fit")]).toEqual([200, null]);
    await other.post(`/assessments/${id}/report`, { form: "texts-that-no-longer-fit", part: "summary", base: "x", basis: "[]" });
    expect(other.status).toBe(400);
  } finally {
    await bare.stop();
  }
});
