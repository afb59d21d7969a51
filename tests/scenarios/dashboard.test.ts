/** The home screen: organizations, the rows of their assessments and what can be done in them, as a browser without script shows them. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { COMPONENTS, PRACTICES } from "#model/itil/catalogue.ts";
import { answerThread, completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { json, loseAnswer, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import type { EntryLinkOptions } from "../support/server.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { atHome, hasLink, person, rowText } from "./home.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

describe("home", () => {
  test("leads to the organization form where the user has none", async () => {
    const { visitor } = await person(app);
    expect(visitor.url).toBe("/organization");
    expect(visitor.text()).toContain("Welcome, Kim");
  });

  test.each([undefined, null, "", "  "])("greets 'User' where there is no first name, but %j", async (firstName) => {
    const somebody = await person(app, { name: undefined } as EntryLinkOptions, "nameless@example.org");
    app.upstream.on(
      "POST",
      "/auth",
      json({ token: somebody.client.token, expiry: null, user: { email: "nameless@example.org", firstName }, roles: ["P3M3"] }),
    );
    app.upstream.on("POST", "/auth/refresh", status(401));
    const visitor = await new Visitor(app.url).get("/entry/x");
    expect(visitor.text()).toContain("Welcome, User");
  });

  test("shows a collapsed panel's name, counts, location and business unit", async () => {
    const { client, visitor, organizationId } = await atHome(app);
    await createP3M3(client, organizationId);
    const started = await createP3M3(client, organizationId);
    await answerThread(client, started, 1, 1, "FFNNN");
    await completeP3M3(client, organizationId, "FRNNN", { perspectiveIds: [1], threadIds: [2] });
    const form = { name: "New", assessmentType: "P3M3", isTestAssessment: false, selectedScope: "Project" };
    expectStatus(await client.post(`/organizations/${organizationId}/assessments`, form), 201);
    await visitor.get("/");
    expect(visitor.title).toBe("Home | Maturity Assessment Tool");
    const head = visitor.document.querySelector(".organization-head")?.text;
    expect(head).toBe("Harbour Authority 3 active 1 completed United Kingdom Port operations");
    expect(visitor.text()).not.toContain("Number of employees");
    await visitor.follow("Harbour Authority 3 active 1 completed United Kingdom Port operations");
    for (const text of [
      "Industry Transportation and storage",
      "Number of employees 250–999",
      "Edit Details",
      "Create assessment",
      "Active (3)",
      "Completed (1)",
      "Archive (0)",
    ])
      expect(visitor.text()).toContain(text);
  });

  test("says 'Not Provided' where an organization lacks its name, location, industry, size or business unit, and so does its set-up", async () => {
    const { visitor, organizationId } = await atHome(app);
    const counts = { totalAssessments: 0, draftAssessments: 0, createdAssessments: 0, completedAssessments: 0, activeAssessments: 0 };
    const bare = { id: organizationId, name: " ", benchmarkConsent: false, country: null, industry: { id: 9, name: "" } };
    app.upstream.on("GET", "/organizations", json({ myOrgnizations: [{ organization: bare, ...counts }] }));
    app.upstream.on("GET", `/organizations/${organizationId}`, json({ organization: bare }));
    await visitor.get("/");
    expect(visitor.document.querySelector(".organization-head")?.text).toBe("Not Provided 0 active 0 completed Not Provided Not Provided");
    await visitor.get(`/?organization=${organizationId}`);
    for (const fact of ["Location", "Industry", "Business unit", "Number of employees"])
      expect(visitor.text()).toContain(`${fact} Not Provided`);
    await visitor.follow("Create assessment");
    expect([visitor.status, visitor.url]).toEqual([200, `/organizations/${organizationId}/assessment`]);
    expect(visitor.document.querySelectorAll("aside section :is(h2, dd)").map(({ text }) => text)).toEqual(Array(3).fill("Not Provided"));
  });

  test("remembers the organization opened last, opens and scrolls to it again, and forgets it when it is closed", async () => {
    const { client, visitor, organizationId } = await atHome(app);
    await createOrganization(client, { name: "Another" });
    await visitor.get("/");
    expect(visitor.text()).not.toContain("Edit Details");
    await visitor.get(`/?organization=${organizationId}`);
    await visitor.get("/organization");
    await visitor.get("/");
    expect(visitor.redirects).toEqual([`/?organization=${organizationId}`]);
    expect(visitor.text()).toContain("Edit Details");
    // A redirect sends no call to the upstream.
    const calls = () => app.upstream.received.map(({ method, path }) => `${method} ${path}`);
    app.upstream.received.length = 0;
    await visitor.get(`/?organization=${organizationId}`);
    const opened = calls();
    app.upstream.received.length = 0;
    await visitor.get("/");
    expect([visitor.url, calls().sort()]).toEqual([`/?organization=${organizationId}`, opened.sort()]);
    const close = visitor.document.querySelector(".organization-head[aria-expanded=true]")?.getAttribute("href") ?? "";
    await visitor.get(close);
    expect(visitor.text()).not.toContain("Edit Details");
    await visitor.get("/");
    expect(visitor.redirects).toEqual([]);
  });

  test("shows the tables of the user's models only, and says where there is nothing", async () => {
    for (const [roles, shown, hidden] of [
      [["P3M3"], "P3M3", "ITIL"],
      [["ITIL"], "ITIL", "P3M3"],
    ] as const) {
      const { open } = await atHome(app, { roles: [...roles] });
      const visitor = await open();
      expect(visitor.document.querySelectorAll(".organization h3").map((each) => each.text)).toEqual([shown]);
      expect(visitor.text()).not.toContain(hidden);
      expect(visitor.text()).toContain("There are currently no Active assessments");
      expect((await open("completed")).text()).toContain("There are currently no Completed assessments");
      expect((await open("archive")).text()).toContain("There are currently no Archive assessments");
    }
  });

  test("says who can add a model to an account without any, and offers nothing that needs one", async () => {
    const team = `Team ${randomUUID()}`;
    await person(app, { name: "Lena", team, permission: "lead" });
    const { open } = await atHome(app, { roles: [], team, permission: "assessor" });
    const visitor = await open();
    expect(visitor.text()).toContain("Your account works with neither model, so there is nothing to show. Lena can add a model to it.");
    expect([visitor.text().includes("There are currently no"), hasLink(visitor, "Create assessment")]).toEqual([false, false]);
  });
});

describe("a row", () => {
  test("of P3M3 shows its facts, its progress per perspective, and the names of the codes", async () => {
    const { client, email, organizationId, open } = await atHome(app);
    const id = await createP3M3(client, organizationId, { perspectiveIds: [1, 6], threadIds: [1, 2, 3], isTestAssessment: true });
    await answerThread(client, id, 6, 2, "FRNNN");
    const visitor = await open();
    expect(
      visitor.document
        .querySelectorAll("table")[0]
        ?.querySelectorAll("th[scope=col]")
        .map((each) => each.text),
    ).toEqual(["ID", "Name", "Progress", "Start Date", "Is Test Assessment", "Actions"]);
    const row = rowText(visitor, id);
    for (const text of ["Spring review", "Programme", `Created by ${email}`, "BM 0/3", "RK 1/3", "Risk management: 1 of 3 threads", "Yes"])
      expect(row).toContain(text);
    expect(row).toMatch(/\d{1,2} [A-Z][a-z]{2,3} \d{4}/);
    expect(visitor.document.querySelector("table + p")?.text).toBe("BM Benefits managementRK Risk management");
    expect(visitor.document.querySelectorAll("[title]").map((each) => each.getAttribute("title"))).toContain(
      "Risk management: 1 of 3 threads",
    );
  });

  test("of ITIL counts practices, and components unless the scope is Capability", async () => {
    const { client, organizationId, open } = await atHome(app);
    const capability = await createItil(client, organizationId);
    const maturity = await createItil(client, organizationId, {
      selectedScope: "Maturity",
      practices: [{ id: PRACTICES[1]?.id ?? 2, selectionMode: 1 }],
    });
    const visitor = await open();
    expect(rowText(visitor, capability)).toContain("0/1 practices complete");
    expect(rowText(visitor, capability)).not.toContain("components");
    expect(rowText(visitor, maturity)).toContain(`0/${COMPONENTS.length} components complete`);
  });

  test("says 'Not provided' where a name, a scope or a date is missing", async () => {
    const { organizationId, open } = await atHome(app, { roles: ["P3M3"] });
    const bare = {
      id: 77,
      name: "  ",
      assessmentType: "P3M3",
      selectedScope: null,
      selectedLevel: null,
      createdBy: "Kim",
      status: "Completed",
      isArchived: false,
      isTestAssessment: false,
      dateStarted: null,
      dateCompleted: null,
    };
    const empty = { ...bare, id: 78, name: null, selectedScope: "", createdBy: "Kim" };
    const groups = { created: [], active: [], drafted: [], completed: [bare, empty], archived: [] };
    app.upstream.on("GET", `/organizations/${organizationId}/assessments`, json({ P3M3: groups }));
    const visitor = await open("completed");
    expect(rowText(visitor, 77)).toMatch(
      /^77 ?Not provided ?Not provided · Created by Kim ?Not set up yet ?Not provided \/ Not provided ?No/,
    );
    expect(rowText(visitor, 78)).toMatch(/^78 ?Not provided ?Not provided · Created by Kim/);
    expect(hasLink(visitor, "View Not provided")).toBe(true);
    expect(visitor.document.querySelectorAll("th[scope=col]").map((each) => each.text)).toContain("Start / End Date");
  });

  test("of one that is not set up says so next to its progress", async () => {
    const { client, organizationId, open } = await atHome(app);
    const create = async (form: object) =>
      expectStatus(
        await client.post(`/organizations/${organizationId}/assessments`, { name: "Bare", isTestAssessment: false, ...form }),
        201,
      ).body.id as number;
    const capability = await create({ assessmentType: "ITIL", selectedScope: "Capability" });
    const maturity = await create({ assessmentType: "ITIL", selectedScope: "Maturity" });
    const p3m3 = await create({ assessmentType: "P3M3", selectedScope: "Project" });
    const visitor = await open();
    expect(rowText(visitor, capability)).toMatch(/ ?0\/0 practices complete ?Not set up yet/);
    expect(rowText(visitor, maturity)).toMatch(/ ?0\/0 practices complete ?0\/5 components complete ?Not set up yet/);
    expect(rowText(visitor, p3m3)).toContain("Not set up yet");
  });

  test("has the actions of its status, and no others", async () => {
    const { client, organizationId, open } = await atHome(app);
    const form = { name: "Bare", assessmentType: "P3M3", isTestAssessment: false, selectedScope: "Project" };
    const { id: created } = expectStatus(await client.post(`/organizations/${organizationId}/assessments`, form), 201).body;
    const drafted = await createP3M3(client, organizationId);
    const active = await createP3M3(client, organizationId);
    await answerThread(client, active, 1, 1, "FFNNN");
    const completed = await completeP3M3(client, organizationId, "FRNNN", { perspectiveIds: [1], threadIds: [2] });
    const archived = await createP3M3(client, organizationId);
    expectStatus(await client.post(`/assessments/${archived}/archive`), 200);
    const words = (visitor: Visitor, id: number) =>
      visitor.document
        .querySelectorAll("tbody tr")
        .find((each) => each.querySelector("td")?.text.trim() === String(id))
        ?.querySelectorAll("td[data-label=Actions] a, td[data-label=Actions] button")
        .map((each) => (each.getAttribute("title") ?? each.text).trim());
    const home = await open();
    expect(words(home, created)).toEqual(["Edit profile set up", "History", "Archive"]);
    expect(words(home, drafted)).toEqual([
      "Start",
      "Certify assessment",
      "Edit profile set up",
      "Certify assessment",
      "Work in Excel",
      "Evidence",
      "History",
      "Archive",
    ]);
    expect(words(home, active)).toEqual([
      "Continue",
      "Certify assessment",
      "Edit profile set up",
      "Certify assessment",
      "Work in Excel",
      "Evidence",
      "Draft result",
      "History",
      "Archive",
    ]);
    expect(words(await open("completed"), completed)).toEqual(["View", "Assess again", "Make a corrected edition", "Archive assessment"]);
    expect(words(await open("archive"), archived)).toEqual(["View", "Restore"]);
    await home.get(`/?organization=${organizationId}`);
    const profiles = home.document.querySelectorAll("a[href*='/profile']").map((each) => each.getAttribute("href"));
    expect(profiles).toContain(`/assessments/${created}/profile`);
    await home.follow("Set it up: Bare");
    expect(home.url).toBe(`/assessments/${created}/profile`);
    await home.get(`/?organization=${organizationId}`);
    await home.follow("Continue Spring review");
    expect(home.url).toMatch(new RegExp(`^/assessments/${active}/questions/`));
  });

  test("is archived and restored, and stays where it is with a message when the server refuses", async () => {
    const { client, organizationId, open, visitor } = await atHome(app);
    const id = await createP3M3(client, organizationId);
    await open();
    await visitor.form("Archive").submit("Archive");
    expect(visitor.text()).toContain("The assessment was archived.");
    expect(visitor.url).toBe(`/?organization=${organizationId}`);
    expect(rowText(visitor, id)).toBe("");
    await open("archive");
    expect(rowText(visitor, id)).not.toBe("");
    app.upstream.on("POST", `/assessments/${id}/unarchive`, status(500));
    await visitor.form("Restore Spring review").submit();
    expect(visitor.text()).toContain("Something went wrong, please try again later");
    expect(rowText(visitor, id)).not.toBe("");
    app.upstream.reset();
    // Every answer is lost, but it was done.
    app.upstream.on("POST", `/assessments/${id}/unarchive`, loseAnswer());
    await visitor.form("Restore Spring review").submit();
    expect(visitor.text()).toContain("The assessment was restored.");
    expect((await open()).text()).toContain("Active (1)");
    app.upstream.on("POST", `/assessments/${id}/archive`, loseAnswer());
    app.upstream.on("GET", `/assessments/${id}`, status(500));
    await visitor.form("Archive").submit("Archive");
    expect(visitor.text()).toContain("It is not known whether it was done. Look at the assessment before you try again.");
    expect(visitor.text()).not.toContain("The assessment is unchanged.");
  });

  test("commands that are none, and those of other people's assessments, change nothing", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    const other = await atHome(app);
    const id = await createP3M3(client, organizationId);
    await visitor.post("/?index", { command: "complete", assessment: String(id) });
    expect(visitor.status).toBe(400);
    await other.visitor.post("/?index", { command: "archive", assessment: String(id) });
    expect(other.visitor.text()).toContain("Something went wrong, please try again later");
    expect(expectStatus(await client.get(`/assessments/${id}`), 200).body.isArchived).toBe(false);
  });
});

describe("an empty tab", () => {
  test("offers the next step", async () => {
    const { client, organizationId, open, visitor } = await atHome(app, { roles: ["ITIL"] });
    await open();
    expect(visitor.text()).toContain("There are currently no Active assessments. Create an assessment");
    await visitor.follow("Create an assessment");
    expect(visitor.url).toBe(`/organizations/${organizationId}/assessment`);
    expect((await open("archive")).text()).toContain(
      "There are currently no Archive assessments. What you archive is kept here, and can be restored.",
    );
    await open("completed");
    expect(hasLink(visitor, "Create an assessment")).toBe(true);
    await createItil(client, organizationId);
    await open("completed");
    expect(visitor.text()).toContain(
      "There are currently no Completed assessments. An assessment appears here once it has been submitted.",
    );
    await visitor.follow("Go to the active assessment");
    expect([visitor.url, visitor.fragment]).toEqual([`/?organization=${organizationId}`, `#organization-${organizationId}`]);
  });
});

describe("long lists", () => {
  test("of organizations can be searched", async () => {
    const { client, visitor } = await atHome(app);
    for (let number = 1; number <= 11; number += 1) await createOrganization(client, { name: `Client ${number}`, businessUnit: null });
    await visitor.get("/");
    const search = visitor.form("Search: Find an organization").fill("Find an organization", "client 1");
    await search.submit();
    expect(visitor.text()).toContain("3 of 12 organizations match");
    expect(visitor.document.querySelectorAll(".organization-name").map((each) => each.text)).toEqual([
      "Client 1",
      "Client 10",
      "Client 11",
    ]);
    await visitor.follow("Show all");
    expect(visitor.document.querySelectorAll(".organization-name")).toHaveLength(12);
    await visitor.get("/?search=nothing");
    expect(visitor.text()).toContain("No organization matches your search.");
  });

  test("of assessments are paged and searched", async () => {
    const { client, organizationId, open, visitor } = await atHome(app);
    for (let number = 1; number <= 27; number += 1) {
      const form = { name: `Review ${number}`, assessmentType: "P3M3", isTestAssessment: false, selectedScope: "Project" };
      expectStatus(await client.post(`/organizations/${organizationId}/assessments`, form), 201);
    }
    await open();
    expect(visitor.document.querySelectorAll("tbody tr")).toHaveLength(25);
    expect(visitor.text()).toContain("Page 1 of 2 · 27 P3M3 assessments");
    await visitor.follow("Next");
    expect(visitor.document.querySelectorAll("tbody tr")).toHaveLength(2);
    await visitor.form("Search: Find an assessment").fill("Find an assessment", "review 2").submit();
    expect(visitor.document.querySelectorAll("tbody tr")).toHaveLength(9);
    expect(visitor.text()).toContain("Active (27)");
  });
});
