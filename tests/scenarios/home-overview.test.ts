/** The home screen gathers what completed assessments came to, what is due, and where somebody left. These tests see it as a browser without script. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { dayOf, daysAfter } from "#model/days.ts";
import { answerAllItil, answerThread, completeP3M3, createItil, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import type { Visitor } from "../support/form-driver.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, apiClient } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { atHome, hasLink, person, rowText } from "./home.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

describe("a completed row", () => {
  test("says what the assessment came to, and of how much of the model, in the archive too", async () => {
    const { client, organizationId, open } = await atHome(app);
    const part = await completeP3M3(client, organizationId, "FPNNN", { perspectiveIds: [1], threadIds: [2, 3], isTestAssessment: true });
    const whole = await completeP3M3(client, organizationId, "FFPNN");
    const practice = await createItil(client, organizationId);
    const svs = await createItil(client, organizationId, { selectedScope: "Maturity", practices: [{ id: 19, selectionMode: 1 }] });
    for (const id of [practice, svs]) {
      await answerAllItil(client, id, "F", 3);
      expectStatus(await client.post(`/assessments/${id}/complete`), 200);
    }
    const started = await createP3M3(client, organizationId, { perspectiveIds: [1], threadIds: [2, 3] });
    await answerThread(client, started, 1, 2, "FPNNN");
    expect(rowText(await open(), started)).not.toMatch(/score|maturity/i);
    const visitor = await open("completed");
    const ofPart = "Maturity of what was assessed 1 Score of what was assessed 1.50 1 of 7 perspectives, 2 of 13 threads";
    expect(rowText(visitor, part)).toContain(ofPart);
    expect(rowText(visitor, whole)).toContain("Overall maturity 2 Overall score 2.50 ");
    expect(rowText(visitor, practice)).toContain("Capability level 5 1 of 34 practices1/1 practices complete");
    expect(rowText(visitor, svs)).toContain("Maturity of what was assessed 3 2 of 34 practices, 5 of 5 components");
    expectStatus(await client.post(`/assessments/${part}/archive`), 200);
    expect(rowText(await open("archive"), part)).toContain(ofPart);
  });

  test("says nothing of it where the upstream does not", async () => {
    const { client, organizationId, open } = await atHome(app, { roles: ["P3M3"] });
    const id = await completeP3M3(client, organizationId, "FPNNN", { perspectiveIds: [1], threadIds: [2] });
    const list = `/organizations/${organizationId}/assessments`;
    const { P3M3 } = expectStatus(await client.get(list), 200).body;
    const [{ maturity, score, ...rest }] = P3M3.completed;
    expect([maturity, score]).toEqual([1, 1.5]);
    app.upstream.on("GET", list, json({ P3M3: { ...P3M3, completed: [rest] } }));
    const row = rowText(await open("completed"), id);
    expect(row).toContain("BM 1/1");
    expect(row).not.toMatch(/score|maturity/i);
  });
});

const TODAY = new Date().toISOString().slice(0, 10);
const addAction = async (client: Client, organization: number, title: string, days: number | null, more: object = {}): Promise<number> => {
  const said = { title, why: "", assessmentId: null, places: [], owner: "", effort: null, effect: null, state: "open", ...more };
  const form = { ...said, due: days === null ? null : daysAfter(TODAY, days) };
  return expectStatus(await client.post(`/organizations/${organization}/actions`, form), 201).body.id;
};

describe("what is due", () => {
  test("lists what is overdue and what soon will be, the earliest first, each with its action", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    await visitor.get("/");
    expect(visitor.text()).not.toContain("What is due");
    await addAction(client, organizationId, "Later", 20);
    await addAction(client, organizationId, "Never", null);
    await addAction(client, organizationId, "Finished", -3, { state: "done" });
    await visitor.get("/");
    expect(visitor.text()).not.toContain("What is due");
    await addAction(client, organizationId, "Soon", 13, { state: "underWay" });
    const late = await addAction(client, organizationId, "Late", -2, { owner: "Head of PMO" });
    await visitor.get("/");
    const [section] = visitor.document.querySelectorAll("[aria-labelledby=due]");
    expect(section?.text).toContain("1 overdue, 1 due in the next 14 days");
    const rows = section?.querySelectorAll("li").map((each) => each.text.replace(/\s+/g, " "));
    expect(rows).toEqual([
      expect.stringMatching(/^\d+ \w+ \d{4} ?Overdue ?Late ?Harbour Authority · Head of PMO$/),
      expect.stringMatching(/^\d+ \w+ \d{4} ?Soon ?Harbour Authority$/),
    ]);
    expect(section?.querySelector("a")?.getAttribute("href")).toBe(`/organizations/${organizationId}/actions/${late}`);
  });

  test("says how many more there are, to viewers too", async () => {
    const team = "Twelve at once";
    const lead = await atHome(app, { team });
    const { visitor } = await person(app, { team, permission: "viewer" }, "due.viewer@example.org");
    for (let number = 1; number <= 12; number += 1) await addAction(lead.client, lead.organizationId, `Number ${number}`, -number);
    await visitor.get("/");
    expect(visitor.document.querySelectorAll("[aria-labelledby=due] li")).toHaveLength(10);
    expect(visitor.document.querySelectorAll("[aria-labelledby=due] details li")).toHaveLength(6);
    expect(visitor.text()).toContain("12 overdue");
    expect(visitor.text()).toContain("2 more are in the registers of their organizations.");
  });

  test("is absent, and the page is whole, while it cannot be read", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    await addAction(client, organizationId, "Late", -2);
    app.upstream.on("GET", "/actions/due", status(422));
    await visitor.get("/");
    expect([visitor.status, visitor.text().includes("What is due")]).toEqual([200, false]);
    expect(visitor.text()).toContain("Harbour Authority");
  });

  test("is absent where the upstream keeps no actions", async () => {
    const without = await sharedAppWithoutExtensions();
    const { client, organizationId, visitor } = await atHome(without);
    await addAction(client, organizationId, "Late", -2);
    await visitor.get("/");
    expect(visitor.text()).toContain("Harbour Authority");
    expect(visitor.text()).not.toContain("What is due");
    await without.stop();
  });
});

test("a day ends when it does in TIME_ZONE: for what is due, for an action and for a target", async () => {
  // At every hour one of the two has another date than Greenwich, and neither begins a new day in the next minutes.
  const [hour = 0, minute = 0] = new Date().toISOString().slice(11, 16).split(":").map(Number);
  const TIME_ZONE = hour * 60 + minute >= 10.5 * 60 ? "Pacific/Kiritimati" : "Pacific/Pago_Pago";
  const there = await startApp({ env: { TIME_ZONE } });
  const { client, organizationId, visitor } = await atHome(there);
  const today = dayOf(new Date(), TIME_ZONE);
  const yesterday = daysAfter(today, -1);
  const due = (day: string) => ({
    title: `Due ${day}`,
    why: "",
    assessmentId: null,
    places: [],
    owner: "",
    effort: null,
    effect: null,
    state: "open",
    due: day,
  });
  for (const day of [yesterday, today]) expectStatus(await client.post(`/organizations/${organizationId}/actions`, due(day)), 201);
  await visitor.get("/");
  expect(visitor.text()).toContain("1 overdue, 1 due in the next 14 days");
  await visitor.follow(`Due ${today}`);
  expect(visitor.text()).not.toContain("Overdue");
  const id = await completeP3M3(client, organizationId, "FPNNN", { perspectiveIds: [1, 6], threadIds: [2] });
  const targets = [
    { code: "BM", score: 5, date: yesterday, reason: "The board asked for it" },
    { code: "RK", score: 5, date: today, reason: "The board asked for it" },
  ];
  expectStatus(await client.put(`/organizations/${organizationId}/targets`, { model: "P3M3", scope: "Programme", targets }), 200);
  await visitor.get(`/assessments/${id}/result`);
  expect(visitor.text()).toContain("None of the two targets is reached; one is not yet due; one was missed.");
  await there.stop();
});

describe("Continue where you left", () => {
  const section = (visitor: Visitor) => visitor.document.querySelector("[aria-labelledby=last-work]");
  const textOf = (visitor: Visitor) => section(visitor)?.text.replace(/\s+/g, " ").trim();
  /** Somebody who has an assessment, and saves one of its threads in the browser. */
  const begin = async (options = {}) => {
    const somebody = await atHome(app, options);
    const id = await createP3M3(somebody.client, somebody.organizationId, { perspectiveIds: [1, 3], threadIds: [1, 2] });
    const save = async (of: number, thread: string) => {
      await somebody.visitor.get(`/assessments/${of}/questions/MC/${thread}`);
      await somebody.visitor.form("Save answers").fill("Assessment Notes", "Seen").submit("Save answers");
    };
    return { ...somebody, id, save };
  };

  test("is offered once something is saved, with the place, and leads to what is not answered", async () => {
    const { visitor, id, save } = await begin();
    await visitor.get("/");
    expect(section(visitor)).toBeNull();
    await save(id, "AS");
    await visitor.get("/");
    expect(textOf(visitor)).toMatch(
      /^Continue where you left ?Spring review, Programme · Harbour Authority ?Last saved: Management control \/ Assurance ?Continue$/,
    );
    await visitor.get(section(visitor)?.querySelector("a")?.getAttribute("href") ?? "");
    expect(visitor.url).toBe(`/assessments/${id}/questions/MC/AS`);
  });

  test("goes to the newest that can go on: not to one that is completed, archived or out of reach", async () => {
    const { client, organizationId, visitor, id, save } = await begin();
    const other = await createP3M3(client, organizationId, { selectedScope: "Project", perspectiveIds: [3], threadIds: [2] });
    await save(id, "AS");
    await save(other, "AS");
    await visitor.get("/");
    expect(textOf(visitor)).toContain("Spring review, Project");
    expectStatus(await client.post(`/assessments/${other}/archive`), 200);
    await visitor.get("/");
    expect(textOf(visitor)).toContain("Spring review, Programme");
    app.upstream.on("GET", `/assessments/${id}`, status(403));
    await visitor.get("/");
    expect([visitor.status, section(visitor)]).toEqual([200, null]);
  });

  test("says that somebody else edits it, and offers to view it", async () => {
    const team = "Two at one assessment";
    const { client, visitor, id, save } = await begin({ team });
    await save(id, "AS");
    await visitor.get("/");
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    const colleague = await apiClient(app.databaseUrl, "colleague.at.home@example.org", { team, name: "Ida" });
    expectStatus(await colleague.post(`/assessments/${id}/lock`), 200);
    await visitor.get("/");
    expect(textOf(visitor)).toMatch(/Somebody else edits it now\. ?View$/);
    expect(hasLink(visitor, "Continue Spring review")).toBe(false);
  });

  test("names nothing that somebody else saved in this browser", async () => {
    const { visitor, id, save, client, organizationId } = await begin({ team: "One browser for two" });
    await save(id, "AS");
    const places = visitor.cookie("places");
    const colleague = await atHome(app, { team: "One browser for two" });
    const askedAs = (visitor: Visitor) => visitor.get("/", { Cookie: `session=${visitor.cookie("session")}; places=${places}` });
    await askedAs(colleague.visitor);
    expect([colleague.visitor.status, section(colleague.visitor)]).toEqual([200, null]);
    expect(expectStatus(await colleague.client.get(`/assessments/${id}`), 200).body.organization.id).toBe(organizationId);
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    await askedAs(visitor);
    expect(textOf(visitor)).toContain("Spring review, Programme");
  });

  test("is not led astray by what somebody wrote into the cookie", async () => {
    const { visitor, id, save } = await begin();
    await save(id, "AS");
    const [owner] = decodeURIComponent(visitor.cookie("places") ?? "").split(",");
    for (const [places, expected] of [
      [`${id}:XX/YY`, "Continue where you left Spring review, Programme · Harbour Authority Continue"],
      ["99999999:MC/AS", undefined],
      ["../me:MC/AS", undefined],
    ] as const) {
      await visitor.get("/", { Cookie: `session=${visitor.cookie("session")}; places=${encodeURIComponent(`${owner},${places}`)}` });
      expect([visitor.status, textOf(visitor)?.replace(/(left|Authority)(?=\S)/g, "$1 ")]).toEqual([200, expected]);
    }
  });
});
