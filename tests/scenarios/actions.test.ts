/** What was agreed after assessments, as a browser without script sees it (docs/rules/actions.md). */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ACTION_TEXT_MAX } from "#model/actions.ts";
import { morePaths } from "~/views/more-paths";
import { paths } from "~/views/paths";
import { createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import type { Visitor } from "../support/form-driver.ts";
import { drop, json, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { atHome, hasButton, hasLink, INTERNAL, person } from "./home.ts";
import { heading, recordsOf, workbook } from "./results.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const SAVE = "Save changes";
const FORM = {
  ...{ title: "Write a benefits register", why: "", assessmentId: null as number | null, places: [] as string[], owner: "" },
  ...{ due: null as string | null, effort: null as string | null, effect: null as string | null, state: "open" },
};
const add = async (client: Client, organization: number, changed: Partial<typeof FORM> = {}): Promise<number> =>
  expectStatus(await client.post(`/organizations/${organization}/actions`, { ...FORM, ...changed }), 201).body.id;
const listOf = async (client: Client, organization: number): Promise<(typeof FORM & { id: number })[]> =>
  expectStatus(await client.get(`/organizations/${organization}/actions`), 200).body.actions;
const read = async (client: Client, organization: number, id: number) =>
  expectStatus(await client.get(`/organizations/${organization}/actions/${id}`), 200).body;
const value = (visitor: Visitor, name: string) =>
  visitor.document.querySelector(`[name="${name}"]:not(textarea)`)?.getAttribute("value") ??
  visitor.document.querySelector(`textarea[name="${name}"]`)?.text;
const chosen = (visitor: Visitor, name: string) =>
  visitor.document.querySelector(`select[name="${name}"] option[selected]`)?.getAttribute("value");
const ticked = (visitor: Visitor) => visitor.document.querySelectorAll('[name="places"][checked]').map((box) => box.getAttribute("value"));
const isInvalid = (visitor: Visitor, name: string) =>
  visitor.document.querySelector(`[name="${name}"]`)?.getAttribute("aria-invalid") === "true";

describe("an action", () => {
  test("is added from a finding, changed, remarked on and removed", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    const id = await createP3M3(client, organizationId, { perspectiveIds: [1], threadIds: [1, 2] });
    const begun = { assessmentId: String(id), places: "thread/1/2,thread/9/9", of: "lift-BM" };
    await visitor.get(paths.actionAdd(organizationId, begun));
    expect([value(visitor, "title"), ticked(visitor)]).toEqual(["Raise Benefits management to level 1", ["thread/1/2"]]);
    expect(visitor.text()).toContain("It comes from Spring review");
    await visitor
      .form("Add action")
      .fill("Title", FORM.title)
      .fill("Why (optional)", "Nobody knows")
      .fill("Owner (optional)", "Head of PMO")
      .fill("Due (optional)", "2020-03-01")
      .submit("Add action");
    const [stored] = await listOf(client, organizationId);
    expect(stored).toMatchObject({
      title: FORM.title,
      why: "Nobody knows",
      owner: "Head of PMO",
      due: "2020-03-01",
      places: ["thread/1/2"],
    });
    expect([visitor.url, heading(visitor)]).toEqual([paths.action(organizationId, stored?.id ?? 0), FORM.title]);
    expect(visitor.text()).toMatch(/The action was added\..*State Open Overdue/);

    await visitor.form(SAVE).select("State", "Done").select("Effect (optional)", "Large").fill("Why (optional)", "One\nTwo").submit(SAVE);
    expect(await read(client, organizationId, stored?.id ?? 0)).toMatchObject({ state: "done", effect: "large", why: "One\nTwo" });
    expect(visitor.text()).not.toContain("Overdue");
    for (const line of ["State: Done; before: Open", "Effect: Large; before: empty", "Added"]) expect(visitor.text()).toContain(line);

    await visitor.form("Add remark").submit("Add remark");
    expect([visitor.status, isInvalid(visitor, "text")]).toEqual([400, true]);
    await visitor.form("Add remark").fill("New remark", "The board has the draft").submit("Add remark");
    expect([visitor.text(), value(visitor, "text")]).toEqual([expect.stringContaining("The board has the draft"), ""]);

    await visitor.follow("Remove");
    expect(visitor.text()).toContain("Remove this action?");
    await visitor.form("Remove").submit("Remove");
    expect([visitor.url, visitor.text()]).toEqual([paths.actions(organizationId), expect.stringContaining("The action was removed.")]);
    expect(await listOf(client, organizationId)).toEqual([]);
  });

  test("says next to each field what is wrong, and keeps what was typed", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    await visitor.get(paths.actionAdd(organizationId));
    await visitor
      .form("Add action")
      .fill("Owner (optional)", "x".repeat(ACTION_TEXT_MAX.owner + 1))
      .fill("Due (optional)", "2025-02-30")
      .submit("Add action");
    expect(visitor.status).toBe(400);
    for (const name of ["title", "owner", "due"]) expect([name, isInvalid(visitor, name)]).toEqual([name, true]);
    expect([value(visitor, "owner"), value(visitor, "due")]).toEqual(["x".repeat(ACTION_TEXT_MAX.owner + 1), "2025-02-30"]);
    app.upstream.on("POST", `/organizations/${organizationId}/actions`, status(500));
    const form = visitor.form("Add action").fill("Title", "Plan").fill("Owner (optional)", "Ann").fill("Due (optional)", "");
    await form.submit("Add action");
    expect([visitor.status, visitor.text()]).toEqual([502, expect.stringContaining("Something went wrong, please try again")]);
    expect([value(visitor, "title"), value(visitor, "owner")]).toEqual(["Plan", "Ann"]);
    app.upstream.reset();
    const twice = visitor.anotherTab().get(visitor.url);
    await visitor.form("Add action").submit("Add action");
    await twice;
    expect((await listOf(client, organizationId)).map(({ title, owner }) => [title, owner])).toEqual([["Plan", "Ann"]]);
  });

  test("keeps what was typed where the upstream fails while it is changed or remarked on", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    const id = await add(client, organizationId);
    const at = paths.action(organizationId, id);
    await visitor.get(at);
    for (const fault of [status(500), drop()]) {
      app.upstream.on("PUT", at, fault);
      await visitor.form(SAVE).fill("Owner (optional)", "Ann").select("State", "Done").submit(SAVE);
      expect([visitor.status, visitor.text()]).toEqual([502, expect.stringContaining("Something went wrong, please try again")]);
      expect([value(visitor, "owner"), chosen(visitor, "state")]).toEqual(["Ann", "done"]);
      app.upstream.on("POST", `${at}/remarks`, fault);
      await visitor.form("Add remark").fill("New remark", "Agreed on Monday").submit("Add remark");
      expect([visitor.status, value(visitor, "text")]).toEqual([502, "Agreed on Monday"]);
    }
    expect(await read(client, organizationId, id)).toMatchObject({ owner: "", state: "open", saidAbout: [] });
  });

  test("that a colleague has changed shows what they did, and keeps what was typed", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    const id = await add(client, organizationId, { owner: "Ann" });
    const at = `/organizations/${organizationId}/actions/${id}`;
    await visitor.get(at);
    const removal = await visitor.anotherTab().get(paths.action(organizationId, id, { remove: "ask" }));
    expectStatus(await client.put(at, { ...FORM, owner: "Bea", state: "underWay", title: "Theirs" }), 200);
    await visitor.form(SAVE).fill("Title", "Mine").fill("Why (optional)", "Because").submit(SAVE);
    expect(visitor.status).toBe(409);
    for (const said of [
      "this action was changed after you opened this page",
      "Title is now ‘Theirs’. What you entered is kept below: ‘Mine’.",
      "Owner is now ‘Bea’.",
      "State is now Under way.",
    ])
      expect(visitor.text()).toContain(said);
    expect([value(visitor, "title"), value(visitor, "why"), value(visitor, "owner"), chosen(visitor, "state")]).toEqual([
      ...["Mine", "Because", "Bea", "underWay"],
    ]);
    await removal.form("Remove").submit("Remove");
    expect(removal.text()).toContain("Nothing was changed yet");
    await visitor.form(SAVE).submit(SAVE);
    expect(await read(client, organizationId, id)).toMatchObject({ title: "Mine", why: "Because", owner: "Bea", state: "underWay" });
  });

  test("that a colleague has removed gives the typed text back", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    const id = await add(client, organizationId);
    await visitor.get(paths.action(organizationId, id));
    expectStatus(await client.post(`/organizations/${organizationId}/actions/${id}/remove`, {}), 204);
    await visitor.form(SAVE).fill("Why (optional)", "Long considered").submit(SAVE);
    expect([visitor.status, visitor.text()]).toEqual([404, expect.stringContaining("There is no such action.")]);
    expect(visitor.document.toString()).toContain("Long considered");
  });
});

describe("the register", () => {
  test("shows what fits the address, and says how many there are", async () => {
    const { client, organizationId, visitor, open } = await atHome(app);
    const assessmentId = await createItil(client, organizationId);
    await open();
    await visitor.follow("Actions");
    expect([visitor.url, visitor.text()]).toEqual([paths.actions(organizationId), expect.stringContaining("Nothing was agreed yet.")]);
    await add(client, organizationId, { title: "Late", due: "2020-03-01", owner: "Ann", effect: "small" });
    await add(client, organizationId, { title: "Done once", due: "2020-03-01", owner: "Bea", state: "done" });
    await add(client, organizationId, { title: "Of the services", assessmentId, effect: "large", state: "underWay" });
    const titles = () => visitor.document.querySelectorAll("tbody th").map((cell) => cell.querySelector("a")?.text);
    const at = async (query: Parameters<typeof paths.actions>[1]) => {
      await visitor.get(paths.actions(organizationId, query));
      return titles();
    };
    expect(await at({})).toEqual(["Late", "Of the services", "Done once"]);
    expect(visitor.text()).toContain("1 open, 1 under way, 1 done, 0 dropped. 1 overdue");
    expect(await at({ order: "effect" })).toEqual(["Of the services", "Late", "Done once"]);
    expect(await at({ state: "unfinished" })).toEqual(["Late", "Of the services"]);
    await visitor.form("Filter the actions").select("Owner", "Ann").submit("Show");
    expect([titles(), visitor.text()]).toEqual([["Late"], expect.stringContaining("1 of them shown.")]);
    const query = { owner: "Ann" };
    const records = recordsOf(await workbook(visitor.anotherTab(), morePaths.actionsWorkbook(organizationId, query)), "Actions");
    expect(records.map((row) => [row.Action, row.Overdue, row.Due, row.Effect])).toEqual([["Late", "Overdue", "1 Mar 2020", "Small"]]);
    await visitor.follow("Show all actions");
    await visitor.follow("1 overdue");
    expect(titles()).toEqual(["Late"]);
    await visitor.get(paths.actions(organizationId, { assessmentId: String(assessmentId) }));
    expect([titles(), visitor.document.querySelector("nav [aria-current=page]")?.text]).toEqual([["Of the services"], "Actions"]);
    await add(client, organizationId, { title: "Late too", assessmentId, due: "2020-03-01" });
    await visitor.get(`/itil/assessments/${assessmentId}/summary`);
    await visitor.follow("Actions (1)");
    expect(titles()).toEqual(["Late too", "Of the services"]);
    await visitor.form("Filter the actions").fill("Search", "Unknown").submit("Show");
    expect(visitor.text()).toContain("No action fits what you chose.");
    // Values without a meaning are left out.
    expect(await at({ state: "lost", order: "best", page: "-1" })).toHaveLength(4);
  });
});

test("a viewer and an internal account read, and find nothing to change", async () => {
  const team = `Team ${randomUUID()}`;
  const owner = await atHome(app, { team, permission: "assessor" });
  const id = await add(owner.client, owner.organizationId, { why: "Nobody knows" });
  const [at, page] = [`/organizations/${owner.organizationId}`, paths.action(owner.organizationId, id)];
  const viewer = (await person(app, { team, permission: "viewer" })).visitor;
  const { organization } = expectStatus(await owner.client.get(at), 200).body;
  const stored = await read(owner.client, owner.organizationId, id);
  const internal = (await person(app, {}, INTERNAL)).visitor;
  const reads = async (visitor: Visitor) => {
    await visitor.get(paths.actions(owner.organizationId));
    expect(hasLink(visitor, "Add an action")).toBe(false);
    await visitor.get(paths.action(owner.organizationId, id, { remove: "ask" }));
    expect([visitor.url, visitor.text()]).toEqual([`${page}?remove=ask`, expect.stringContaining("Nobody knows")]);
    expect([hasButton(visitor, SAVE), hasButton(visitor, "Add remark"), hasLink(visitor, "Remove"), hasButton(visitor, "Remove")]).toEqual([
      ...[false, false, false, false],
    ]);
  };
  await reads(viewer);
  const counts = { totalAssessments: 0, draftAssessments: 0, createdAssessments: 0, completedAssessments: 0, activeAssessments: 0 };
  app.upstream.on(
    "GET",
    "/organizations",
    json({ myOrgnizations: [], otherUserOrgnizations: [{ organization, ...counts, roles: ["P3M3"] }] }),
  );
  app.upstream.on("GET", at, json({ organization: { ...organization, may: ["change"] } }));
  app.upstream.on("GET", page, json(stored));
  const list = { actions: [stored], found: 1, counts: { open: 1, underWay: 0, done: 0, dropped: 0, overdue: 0 }, owners: [] };
  app.upstream.on("GET", `${at}/actions`, json(list));
  await reads(internal);
});

test("without the extension there is no page, and no link to one", async () => {
  const without = await sharedAppWithoutExtensions();
  const { client, visitor, open } = await atHome(without);
  const organization = await createOrganization(client);
  await open();
  expect(hasLink(visitor, "Actions")).toBe(false);
  for (const path of ["", "/add", "/1"]) {
    await visitor.get(`/organizations/${organization}/actions${path}`);
    expect([path, visitor.status]).toEqual([path, 404]);
  }
  await without.stop();
});
