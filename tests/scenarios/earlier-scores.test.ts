/** Scores of assessments that were made elsewhere, as a browser without script sees them (docs/rules/earlier-scores.md). */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { EARLIER_SCORES_MAX, earlierMessages, tooManyEarlier } from "#model/earlier-scores.ts";
import { completeP3M3, createOrganization, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import type { Visitor } from "../support/form-driver.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { accept } from "../support/understood.ts";
import { atHome, hasButton, hasLink, INTERNAL, person } from "./home.ts";
import { heading, recordsOf, workbook } from "./results.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const LINK = "Earlier scores, from assessments made elsewhere";
const SAVE = "Save earlier scores";
const FILL = "Put them into the fields";
const LINES = "Paste scores (optional)";
const OG = "Organizational governance (OG)";
const SOURCE = "Report by Alder & Partners";
const FORM = { model: "P3M3", scope: "Project", date: "2021-05-03", source: SOURCE, maturity: 2, scores: [{ code: "OG", score: 3.25 }] };

const add = async (client: Client, organization: number, changed: object = {}): Promise<number> =>
  expectStatus(await client.post(`/organizations/${organization}/earlier-scores`, { ...FORM, ...changed }), 201).body.id;
const listOf = async (client: Client, organization: number) =>
  expectStatus(await client.get(`/organizations/${organization}/earlier-scores`), 200).body.rows;
const value = (visitor: Visitor, name: string) =>
  visitor.document.querySelector(`[name="${name}"]`)?.getAttribute("value") ??
  visitor.document.querySelector(`textarea[name="${name}"]`)?.text;
const isInvalid = (visitor: Visitor, name: string) =>
  visitor.document.querySelector(`[name="${name}"]`)?.getAttribute("aria-invalid") === "true";

describe("the form", () => {
  test("adds typed and pasted scores, which are listed, compared with, changed and removed", async () => {
    const { client, organizationId, open, visitor } = await atHome(app);
    await open("completed");
    await visitor.follow(LINK);
    expect([visitor.url, heading(visitor)]).toEqual([`/organizations/${organizationId}/earlier-scores`, "Earlier scores"]);
    expect(visitor.text()).toContain("There are no earlier scores.");
    await visitor.follow("Add P3M3 scores");
    await visitor
      .form(SAVE)
      .select("Scope", "Project")
      .fill("Date of that assessment", "2021-05-03")
      .fill("Source", SOURCE)
      .fill(OG, "3,25")
      .fill(LINES, "Benefits management\t1.5\nRK; 2,5")
      .submit(SAVE)
      .then(accept);
    expect(visitor.url).toBe(`/organizations/${organizationId}/earlier-scores`);
    expect(visitor.text()).toContain("The earlier scores were saved.");
    expect(visitor.text()).toContain(`${SOURCE} 3 May 2021 P3M3, Project`);
    expect(visitor.text()).toContain("Organizational governance: 3.25");
    const [row] = await listOf(client, organizationId);
    expect([row.maturity, row.scores.map(({ code, score }: { code: string; score: number }) => `${code} ${score}`)]).toEqual([
      null,
      ["BM 1.5", "OG 3.25", "RK 2.5"],
    ]);

    const scope = { perspectiveIds: [1, 4], threadIds: [2], selectedScope: "Project" as const };
    const id = await completeP3M3(client, organizationId, "FFRNN", scope);
    await visitor.get(`/assessments/${id}/comparison`);
    expect(visitor.text()).toContain(`Compared with ${SOURCE} (Project), 3 May 2021, entered by hand.`);
    expect(visitor.text()).toContain("Only its scores are known, not its statements.");
    const records = recordsOf(await workbook(visitor, `/assessments/${id}/result.xlsx`), "Comparison");
    expect(JSON.stringify(records)).toContain("Benefits management");

    await visitor.get(`/assessments/${id}/comparison`);
    await visitor.follow("Enter scores of an assessment made elsewhere");
    await visitor.follow(`Change: ${SOURCE}`);
    expect([value(visitor, "score-OG"), value(visitor, "date")]).toEqual(["3.25", "2021-05-03"]);
    await visitor.form("Save changes").fill("Overall maturity (optional)", "2").fill(OG, "").submit("Save changes");
    expect((await listOf(client, organizationId)).map((each: typeof row) => [each.maturity, each.scores.length])).toEqual([[2, 2]]);

    await visitor.follow(`Remove: ${SOURCE}`);
    expect(visitor.text()).toContain("Remove earlier scores?");
    expect((await listOf(client, organizationId)).length).toBe(1);
    await visitor.form("Remove").submit("Remove");
    expect(visitor.text()).toContain("The earlier scores were removed.");
    expect(await listOf(client, organizationId)).toEqual([]);
  });

  test("puts lines into fields, and keeps each line that fits none with its reason", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    await visitor.get(`/organizations/${organizationId}/earlier-scores/add?model=ITIL`);
    await visitor
      .form(SAVE)
      .fill("Source", SOURCE)
      .fill("Service desk (SDK)", "2")
      .fill(LINES, "Incident management 3\nM-GP 2")
      .submit(FILL);
    expect([visitor.status, value(visitor, "score-INM"), value(visitor, "score-M-GP"), value(visitor, "lines")]).toEqual([
      200,
      "3",
      "2",
      "",
    ]);
    expect([value(visitor, "source"), value(visitor, "score-SDK")]).toEqual([SOURCE, "2"]);
    expect(visitor.text()).toContain("2 scores are in the fields below. Nothing is saved yet.");
    const wrong = "Change control 3\nIncident management 4\nSDK five";
    await visitor.form(SAVE).fill("Date of that assessment", "2021-05-03").fill(LINES, `${wrong}\nBA 1`).submit(SAVE).then(accept);
    expect([visitor.status, isInvalid(visitor, "lines"), value(visitor, "score-BA")]).toEqual([400, true, "1"]);
    for (const said of [
      "‘Change control 3’: There is no practice or component of this name.",
      "‘SDK five’: It has no score at its end.",
      "‘Incident management 4’: Its field says 3.",
    ])
      expect(visitor.text()).toContain(said);
    expect(value(visitor, "lines")?.split("\n").toSorted()).toEqual(wrong.split("\n").toSorted());
    expect(await listOf(client, organizationId)).toEqual([]);
    await visitor.form(SAVE).fill(LINES, "").submit(SAVE).then(accept);
    expect((await listOf(client, organizationId))[0].scores.length).toBe(4);
  });

  test("says next to each field what is wrong, and keeps what was typed", async () => {
    const { organizationId, visitor } = await atHome(app);
    await visitor.get(`/organizations/${organizationId}/earlier-scores/add?model=P3M3`);
    await visitor.form(SAVE).submit(SAVE).then(accept);
    for (const name of ["scope", "date", "source"]) expect([name, isInvalid(visitor, name)]).toEqual([name, true]);
    await visitor
      .form(SAVE)
      .select("Scope", "Portfolio")
      .fill("Date of that assessment", "2999-01-01")
      .fill("Source", SOURCE)
      .fill("Overall maturity (optional)", "2.5")
      .fill(OG, "5.5")
      .submit(SAVE)
      .then(accept);
    expect(visitor.status).toBe(400);
    for (const message of [earlierMessages.future, earlierMessages.maturity, earlierMessages.score])
      expect(visitor.text()).toContain(message);
    expect([value(visitor, "source"), value(visitor, "maturity"), value(visitor, "score-OG")]).toEqual([SOURCE, "2.5", "5.5"]);
    await visitor
      .form(SAVE)
      .fill(OG, "")
      .fill("Date of that assessment", "2021-05-03")
      .fill("Overall maturity (optional)", "")
      .submit(SAVE)
      .then(accept);
    expect([visitor.status, visitor.text()]).toEqual([400, expect.stringContaining(earlierMessages.none)]);
    await visitor.form(SAVE).fill(LINES, "OG 1\n".repeat(101)).submit(SAVE).then(accept);
    expect(visitor.text()).toContain("Please paste at most 100 lines.");
    expect(value(visitor, "lines")?.length).toBeGreaterThan(400);
    app.upstream.on("POST", `/organizations/${organizationId}/earlier-scores`, status(500));
    await visitor.form(SAVE).fill(LINES, "OG 1").submit(SAVE).then(accept);
    expect([visitor.status, visitor.text()]).toEqual([502, expect.stringContaining("Something went wrong, please try again")]);
    expect(value(visitor, "score-OG")).toBe("1");
    app.upstream.reset();
    await visitor.form(SAVE).submit(SAVE).then(accept);
    expect(visitor.text()).toContain("The earlier scores were saved.");
  });

  test("stores nothing over what a colleague has changed", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    const id = await add(client, organizationId);
    const theirs = { ...FORM, maturity: 3, scores: [{ code: "OG", score: 4 }] };
    const [at, edit] = [
      `/organizations/${organizationId}/earlier-scores/${id}`,
      `/organizations/${organizationId}/earlier-scores/${id}/edit`,
    ];
    await visitor.get(edit);
    const removal = await visitor.anotherTab().get(`/organizations/${organizationId}/earlier-scores?remove=${id}`);
    expectStatus(await client.put(at, theirs), 200);
    await visitor.form("Save changes").fill(OG, "2").submit("Save changes");
    expect(visitor.status).toBe(409);
    expect(visitor.text()).toContain("these scores were changed after you opened this page");
    expect(visitor.text()).toContain("Organizational governance is now ‘4’. What you entered is kept below: ‘2’.");
    expect(visitor.text()).toContain("Overall maturity is now ‘3’.");
    expect([value(visitor, "score-OG"), value(visitor, "maturity")]).toEqual(["2", "3"]);
    await removal.form("Remove").submit("Remove");
    expect(removal.text()).toContain("Nothing was removed yet");
    await visitor.form("Save changes").submit("Save changes");
    expect((await listOf(client, organizationId))[0]).toMatchObject({ maturity: 3, scores: [{ code: "OG", score: 2 }] });
  });

  test.each([
    ["pasted lines are in their fields", "BM 1", FILL, 200],
    ["it was refused", "BM nine", "Save changes", 400],
  ])("stores nothing over it either when %s", async (_, lines, button, answer) => {
    const { client, organizationId, visitor } = await atHome(app);
    const id = await add(client, organizationId);
    const at = `/organizations/${organizationId}/earlier-scores/${id}`;
    await visitor.get(`${at}/edit`);
    const scores = [{ code: "OG", score: 4 }];
    expectStatus(await client.put(at, { ...FORM, scores }), 200);
    await visitor.form("Save changes").fill(LINES, lines).submit(button);
    expect(visitor.status).toBe(answer);
    await visitor.form("Save changes").fill(LINES, "").submit("Save changes");
    expect([visitor.status, (await listOf(client, organizationId))[0].scores]).toEqual([409, scores]);
  });

  test("is saved by Enter, and says why there is no room", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    const list = `/organizations/${organizationId}/earlier-scores`;
    await visitor.get(`${list}/add?model=ITIL`);
    await Promise.all(Array.from({ length: EARLIER_SCORES_MAX - 1 }, () => add(client, organizationId)));
    await visitor.form(SAVE).fill("Date of that assessment", "2021-05-03").fill("Source", SOURCE).fill("Service desk (SDK)", "2").submit();
    expect([visitor.url, (await listOf(client, organizationId)).length]).toEqual([list, EARLIER_SCORES_MAX]);
    await visitor.get(`${list}/add?model=P3M3`);
    await add(client, organizationId);
    await visitor
      .form(SAVE)
      .select("Scope", "Project")
      .fill("Date of that assessment", "2021-05-03")
      .fill("Source", SOURCE)
      .fill(OG, "1")
      .submit(SAVE)
      .then(accept);
    expect([visitor.status, visitor.text()]).toEqual([400, expect.stringContaining(tooManyEarlier("P3M3"))]);
    await visitor.get(list);
    expect([hasLink(visitor, "Add P3M3 scores"), hasLink(visitor, "Add ITIL scores")]).toEqual([false, true]);
  });
});

test("an internal account reads the scores of another team, and finds nothing to change", async () => {
  const owner = await atHome(app);
  const [id, at] = [await add(owner.client, owner.organizationId), `/organizations/${owner.organizationId}`];
  const { organization } = expectStatus(await owner.client.get(at), 200).body;
  const counts = { totalAssessments: 0, draftAssessments: 0, createdAssessments: 0, completedAssessments: 0, activeAssessments: 0 };
  const others = [{ organization, ...counts, roles: ["P3M3"] }];
  const rows = await listOf(owner.client, owner.organizationId);
  const { visitor } = await person(app, {}, INTERNAL);
  app.upstream.on("GET", "/organizations", json({ myOrgnizations: [], otherUserOrgnizations: others }));
  app.upstream.on("GET", at, json({ organization }));
  app.upstream.on("GET", `${at}/assessments`, json({}));
  app.upstream.on("GET", `${at}/earlier-scores`, json({ rows }));
  await visitor.get(`/readonlyassessments?organization=${owner.organizationId}&tab=completed`);
  await visitor.follow(LINK);
  expect(visitor.text()).toContain(SOURCE);
  expect([hasLink(visitor, "Add P3M3 scores"), hasLink(visitor, `Change: ${SOURCE}`)]).toEqual([false, false]);
  await visitor.get(`${at}/earlier-scores?remove=${id}`);
  expect(hasButton(visitor, "Remove")).toBe(false);
  await visitor.get(`${at}/earlier-scores`);
  await visitor.follow("Go Back");
  expect(visitor.url).toContain("/readonlyassessments?");
});

test("a viewer reads them, and nothing asks them to enter any", async () => {
  const team = `Team ${randomUUID()}`;
  const { client, organizationId } = await atHome(app, { team, permission: "assessor" });
  await add(client, organizationId);
  const id = await completeP3M3(client, organizationId, "FFRNN", { perspectiveIds: [1], threadIds: [2], selectedScope: "Project" });
  const { visitor } = await person(app, { team, permission: "viewer" });
  await visitor.get(`/assessments/${id}/comparison`);
  expect(hasLink(visitor, "Enter scores of an assessment made elsewhere")).toBe(false);
  await visitor.follow(LINK);
  expect(visitor.text()).toContain(SOURCE);
  expect(visitor.text()).not.toContain("Enter the scores of that assessment");
});

test("without the extension there is no page, and no link leads to one", async () => {
  const without = await sharedAppWithoutExtensions();
  const { client, open, visitor } = await atHome(without);
  const organization = await createOrganization(client);
  await open("completed");
  expect(hasLink(visitor, LINK)).toBe(false);
  for (const path of ["", "/add?model=P3M3", "/1/edit"]) {
    await visitor.get(`/organizations/${organization}/earlier-scores${path}`);
    expect([path, visitor.status]).toEqual([path, 404]);
  }
  await without.stop();
});
