/** The scores that an organization wants to reach, as a browser without script sees them (docs/rules/targets.md). */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { earlierMessages } from "#model/earlier-scores.ts";
import { TARGET_REASON_MAX, targetMessages } from "#model/targets.ts";
import { answerThread, completeP3M3, createItil, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import type { Visitor } from "../support/form-driver.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { atHome, hasButton, hasLink, INTERNAL, person } from "./home.ts";
import { heading } from "./results.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const SAVE = "Save targets";
const ALL_UNTIL = "Until, for all rows (optional)";
const ALL_REASON = "Reason, for all rows (optional)";
const OG = "Organizational governance (OG)";
const BM = "Benefits management (BM)";
const REASON = "The board asked for it";
const target = (code: string, score: number, changed: object = {}) => ({ code, score, date: "2099-06-30", reason: REASON, ...changed });

const put = async (client: Client, organization: number, targets: object[], of: object = { model: "P3M3", scope: "Project" }) =>
  expectStatus(await client.put(`/organizations/${organization}/targets`, { ...of, targets }), 200);
const setsOf = async (client: Client, organization: number) =>
  expectStatus(await client.get(`/organizations/${organization}/targets`), 200).body.sets;
const value = (visitor: Visitor, name: string) => visitor.document.querySelector(`[name="${name}"]`)?.getAttribute("value");
const isInvalid = (visitor: Visitor, name: string) =>
  visitor.document.querySelector(`[name="${name}"]`)?.getAttribute("aria-invalid") === "true";
const editAt = (organization: number, query = "model=P3M3&scope=Project") => `/organizations/${organization}/targets/edit?${query}`;

describe("the form", () => {
  test("sets several targets at once, which stand next to the latest scores, are changed and removed", async () => {
    const { client, organizationId, open, visitor } = await atHome(app);
    const scope = { perspectiveIds: [1, 4], threadIds: [2], selectedScope: "Project" as const };
    const id = await completeP3M3(client, organizationId, "FFRNN", scope);
    await open();
    await visitor.follow("Targets");
    expect([visitor.url, heading(visitor)]).toEqual([`/organizations/${organizationId}/targets`, "Targets"]);
    expect(visitor.text()).toContain("There are no targets.");
    await visitor.follow("Set targets for P3M3, Project");
    expect(visitor.text()).toContain("Latest score");
    await visitor
      .form(SAVE)
      .fill(ALL_UNTIL, "2020-06-30")
      .fill(ALL_REASON, REASON)
      .fill(`${OG}, score to reach`, "2,0")
      .fill(`${BM}, score to reach`, "3.5")
      .fill("Risk management (RK), score to reach", "4")
      .fill("Risk management (RK), until", "2099-12-31")
      .fill("Risk management (RK), reason", "The regulator")
      .submit(SAVE);
    expect(visitor.text()).toContain("The targets were saved. P3M3, Project has 3 targets now.");
    for (const row of [
      `Organizational governance 2.00 2.00 30 Jun 2020 Reached ${REASON}`,
      `Benefits management 2.00 3.50 30 Jun 2020 Missed ${REASON}`,
      "Risk management – 4.00 31 Dec 2099 Not yet reached The regulator",
      "1 reached, 1 not yet reached, 1 missed.",
    ])
      expect(visitor.text()).toContain(row);

    await visitor.get(`/assessments/${id}/result`);
    await visitor.follow("Targets of the organization");
    expect(visitor.url).toBe(`/organizations/${organizationId}/targets?model=P3M3&scope=Project`);
    await visitor.follow("Change: Benefits management (BM)");
    expect([value(visitor, "score-BM"), value(visitor, "date-BM"), value(visitor, "reason-BM")]).toEqual(["3.5", "2020-06-30", REASON]);
    await visitor.form(SAVE).fill(`${BM}, score to reach`, "1").fill("Risk management (RK), score to reach", "").submit(SAVE);
    expect(
      (await setsOf(client, organizationId))[0].targets.map(({ code, score }: { code: string; score: number }) => `${code} ${score}`),
    ).toEqual(["BM 1", "OG 2"]);

    await visitor.follow("Remove: Organizational governance (OG)");
    expect(visitor.text()).toContain("Organizational governance (P3M3, Project): 2.00 by 30 Jun 2020.");
    expect((await setsOf(client, organizationId))[0].targets).toHaveLength(2);
    await visitor.form("Remove").submit("Remove");
    expect(visitor.text()).toContain("The target was removed.");
    expect((await setsOf(client, organizationId))[0].targets).toMatchObject([{ code: "BM" }]);
  });

  test("takes practices and components of ITIL, two of the same name apart", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    await visitor.get(editAt(organizationId, "model=ITIL"));
    await visitor
      .form(SAVE)
      .fill(ALL_UNTIL, "2099-06-30")
      .fill(ALL_REASON, REASON)
      .fill("Incident management (INM), score to reach", "4")
      .fill("Continual Improvement (M-CI), score to reach", "3")
      .submit(SAVE);
    expect(await setsOf(client, organizationId)).toMatchObject([
      { model: "ITIL", scope: null, targets: [target("INM", 4), target("M-CI", 3)] },
    ]);
    expect(visitor.text()).toContain("No completed assessment scores any of this yet.");
  });

  test("says next to each field what is wrong, and keeps what was typed", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    await visitor.get(editAt(organizationId));
    await visitor.form(SAVE).submit(SAVE);
    expect([visitor.status, visitor.text()]).toEqual([400, expect.stringContaining(targetMessages.none)]);
    await visitor
      .form(SAVE)
      .fill(`${OG}, score to reach`, "5.1")
      .fill(`${BM}, reason`, REASON)
      .fill(`${BM}, until`, "2027-02-30")
      .submit(SAVE);
    for (const message of [earlierMessages.score, targetMessages.score, targetMessages.date, targetMessages.reason])
      expect(visitor.text()).toContain(message);
    for (const name of ["score-OG", "score-BM", "date-BM", "date", "reason"])
      expect([name, isInvalid(visitor, name)]).toEqual([name, true]);
    expect([value(visitor, "score-OG"), value(visitor, "reason-BM"), visitor.status]).toEqual(["5.1", REASON, 400]);
    await visitor
      .form(SAVE)
      .fill(`${OG}, score to reach`, "5")
      .fill(`${BM}, reason`, "")
      .fill(`${BM}, until`, "")
      .fill(ALL_UNTIL, "2099-06-30")
      .fill(ALL_REASON, "x".repeat(TARGET_REASON_MAX + 1))
      .submit(SAVE);
    expect([visitor.status, isInvalid(visitor, "reason")]).toEqual([400, true]);
    app.upstream.on("PUT", `/organizations/${organizationId}/targets`, status(500));
    await visitor.form(SAVE).fill(ALL_REASON, REASON).submit(SAVE);
    expect([visitor.status, visitor.text()]).toEqual([502, expect.stringContaining("Something went wrong, please try again")]);
    app.upstream.reset();
    await visitor.form(SAVE).submit(SAVE);
    expect((await setsOf(client, organizationId))[0].targets).toEqual([target("OG", 5)]);
  });

  test("stores nothing over what a colleague has changed: it keeps what was typed, and takes over the rest", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    await put(client, organizationId, [target("BM", 2), target("FM", 2), target("MC", 2), target("OG", 2)]);
    await visitor.get(editAt(organizationId));
    const removal = await visitor.anotherTab().get(`/organizations/${organizationId}/targets?model=P3M3&scope=Project&remove=FM`);
    await put(client, organizationId, [target("OG", 4), target("FM", 2), target("RK", 3)]);
    // The colleague has removed two, one of which this user removes, too.
    const typed = {
      [`${OG}, score to reach`]: "3",
      "Finance management (FM), score to reach": "2.5",
      "Management control (MC), score to reach": "",
    };
    const form = visitor.form(SAVE);
    for (const [field, text] of Object.entries(typed)) form.fill(field, text);
    await form.submit(SAVE);
    expect(visitor.status).toBe(409);
    for (const said of [
      "these targets were changed after you opened this page",
      `Organizational governance is now 4.00 by 30 Jun 2099 (‘${REASON}’). What you entered is kept below: 3.00 by 30 Jun 2099 (‘${REASON}’).`,
      "Benefits management is now without a target.",
      `Risk management is now 3.00 by 30 Jun 2099 (‘${REASON}’).`,
    ])
      expect(visitor.text()).toContain(said);
    expect(["OG", "FM", "BM", "RK"].map((code) => value(visitor, `score-${code}`) ?? "")).toEqual(["3", "2.5", "", "3"]);
    await removal.form("Remove").submit("Remove");
    expect(removal.text()).toContain("Nothing was removed yet");
    await visitor.form(SAVE).submit(SAVE);
    expect((await setsOf(client, organizationId))[0].targets).toEqual([target("FM", 2.5), target("OG", 3), target("RK", 3)]);
  });

  test("is stored where a colleague has set the same targets", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    await visitor.get(editAt(organizationId));
    await put(client, organizationId, [target("BM", 3)]);
    await visitor.form(SAVE).fill(`${BM}, score to reach`, "3").fill(ALL_UNTIL, "2099-06-30").fill(ALL_REASON, REASON).submit(SAVE);
    expect(visitor.text()).toContain("The targets were saved.");
  });

  test("stores nothing over a colleague's first targets", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    await visitor.get(editAt(organizationId));
    await put(client, organizationId, [target("OG", 4)]);
    await visitor.form(SAVE).fill(`${BM}, score to reach`, "3").fill(ALL_UNTIL, "2099-06-30").fill(ALL_REASON, REASON).submit(SAVE);
    expect([visitor.status, value(visitor, "score-OG")]).toEqual([409, "4"]);
    await visitor.form(SAVE).submit(SAVE);
    expect((await setsOf(client, organizationId))[0].targets).toEqual([target("BM", 3), target("OG", 4)]);
  });
});

describe("an open assessment", () => {
  const scope = { perspectiveIds: [1, 4], threadIds: [1, 2], selectedScope: "Project" as const };

  test("of P3M3 shows targets at its review, and next to the score so far on its summary, which narrows to what is below", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    await put(client, organizationId, [target("BM", 2), target("OG", 3, { date: "2020-01-31" }), target("RK", 4)]);
    await put(client, organizationId, [target("BM", 5)], { model: "P3M3", scope: "Portfolio" });
    const id = await createP3M3(client, organizationId, scope);
    expectStatus(await answerThread(client, id, 1, 1, "FFRNN"), 200);
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    await visitor.get(`/assessments/${id}/review`);
    expect(visitor.text()).toContain(`Targets Benefits management 2.00 by 30 Jun 2099. ${REASON} Organizational governance 3.00`);
    expect(visitor.text()).not.toContain("Risk management");
    await visitor.follow("Targets of the organization");
    expect(visitor.url).toBe(`/organizations/${organizationId}/targets?model=P3M3&scope=Project`);
    // The score so far counts what is answered: 2 of the one thread, not 1 of the two.
    await visitor.get(`/assessments/${id}/summary`);
    expect(visitor.text()).toContain("Target 2.00 by 30 Jun 2099 Reached");
    expect(visitor.text()).toContain("Target 3.00 by 31 Jan 2020 Missed");
    await visitor.follow("Below target (2)");
    expect([visitor.url, visitor.text()]).toEqual([
      `/assessments/${id}/summary?show=below`,
      expect.stringContaining("2 of 4 threads shown."),
    ]);
    expect(visitor.document.querySelectorAll("section h2").map((each) => each.text)).not.toContain("Benefits management");
  });

  test("of ITIL shows them at both places, too", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    await put(client, organizationId, [target("INM", 2), target("M-GP", 3), target("SDK", 3)], { model: "ITIL", scope: null });
    const practices = [19, 2].map((id) => ({ id, selectionMode: 1 as const }));
    const id = await createItil(client, organizationId, { selectedScope: "Maturity", practices });
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    await visitor.get(`/assessments/${id}/review/itil`);
    expect(visitor.text()).toContain(`Incident management 2.00 by 30 Jun 2099. ${REASON} Guiding Principles 3.00 by 30 Jun 2099`);
    expect(visitor.text()).not.toContain("Service desk 3.00");
    await visitor.get(`/itil/assessments/${id}/summary`);
    expect(visitor.text()).toContain("2.00 by 30 Jun 2099 Not yet reached");
    await visitor.follow("Below target (2)");
    expect(visitor.text()).toContain("3.00 by 30 Jun 2099 Not yet reached");
    expect(visitor.text()).not.toContain("Continual improvement Primary");
  });

  test("of a scope without targets shows none, and nor does one whose targets cannot be read", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    const id = await createP3M3(client, organizationId, scope);
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    const isSilent = async () => {
      for (const screen of ["review", "summary"]) {
        await visitor.get(`/assessments/${id}/${screen}`);
        expect([visitor.status, visitor.text().includes("arget")]).toEqual([200, false]);
      }
    };
    await put(client, organizationId, [target("BM", 5)], { model: "P3M3", scope: "Portfolio" });
    await isSilent();
    await put(client, organizationId, [target("BM", 5)]);
    app.upstream.on("GET", `/organizations/${organizationId}/targets`, status(500));
    await isSilent();
  });
});

test("an address that names a scope shows it alone; one that names none of the user's is not there", async () => {
  const { client, organizationId, visitor } = await atHome(app, { roles: ["P3M3"] });
  await put(client, organizationId, [target("OG", 4)]);
  const at = `/organizations/${organizationId}/targets`;
  await visitor.get(`${at}?model=P3M3&scope=Portfolio`);
  expect([visitor.text(), hasLink(visitor, "Set targets for P3M3, Portfolio")]).toEqual([
    expect.stringContaining("There are no targets for P3M3, Portfolio."),
    true,
  ]);
  await visitor.follow("All targets");
  expect([hasLink(visitor, "Change the targets for P3M3, Project"), hasLink(visitor, "Set targets for ITIL")]).toEqual([true, false]);
  for (const query of ["model=ITIL", "model=P3M3", "model=P3M3&scope=Team", ""]) {
    await visitor.get(`${at}/edit?${query}`);
    expect([query, visitor.status]).toEqual([query, 404]);
  }
});

test("an internal account reads the targets of another team, and finds nothing to change", async () => {
  const owner = await atHome(app);
  const at = `/organizations/${owner.organizationId}`;
  await put(owner.client, owner.organizationId, [target("OG", 4)]);
  const { organization } = expectStatus(await owner.client.get(at), 200).body;
  const counts = { totalAssessments: 0, draftAssessments: 0, createdAssessments: 0, completedAssessments: 0, activeAssessments: 0 };
  const sets = await setsOf(owner.client, owner.organizationId);
  const { visitor } = await person(app, {}, INTERNAL);
  app.upstream.on(
    "GET",
    "/organizations",
    json({ myOrgnizations: [], otherUserOrgnizations: [{ organization, ...counts, roles: ["P3M3"] }] }),
  );
  app.upstream.on("GET", at, json({ organization }));
  app.upstream.on("GET", `${at}/assessments`, json({}));
  app.upstream.on("GET", `${at}/targets`, json({ sets }));
  await visitor.get(`/readonlyassessments?organization=${owner.organizationId}`);
  await visitor.follow("Targets");
  expect(visitor.text()).toContain(REASON);
  expect([hasLink(visitor, "Change: Organizational governance (OG)"), hasLink(visitor, "Set targets for ITIL")]).toEqual([false, false]);
  await visitor.get(`${at}/targets?model=P3M3&scope=Project&remove=OG`);
  expect(hasButton(visitor, "Remove")).toBe(false);
  await visitor.follow("Go Back");
  expect(visitor.url).toContain("/readonlyassessments?");
});

test("a viewer reads them, and nothing asks them to set any", async () => {
  const team = `Team ${randomUUID()}`;
  const { client, organizationId } = await atHome(app, { team, permission: "assessor" });
  await put(client, organizationId, [target("OG", 4)]);
  const { visitor } = await person(app, { team, permission: "viewer" });
  await visitor.get(`/?organization=${organizationId}`);
  await visitor.follow("Targets");
  expect(visitor.text()).toContain(`Organizational governance – 4.00 30 Jun 2099 Not yet reached ${REASON}`);
  expect([hasLink(visitor, "Change the targets for P3M3, Project"), visitor.text().includes("Set more targets")]).toEqual([false, false]);
});

test("without the extension there is no page, and no link leads to one", async () => {
  const without = await sharedAppWithoutExtensions();
  const { organizationId, open, visitor } = await atHome(without);
  await open("completed");
  expect(hasLink(visitor, "Targets")).toBe(false);
  for (const path of ["", "/edit?model=ITIL"]) {
    await visitor.get(`/organizations/${organizationId}/targets${path}`);
    expect([path, visitor.status]).toEqual([path, 404]);
  }
  await without.stop();
});
