/** The home dashboard and 'All Assessments', as a browser without script shows them. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { COMPONENTS, PRACTICES } from "#model/itil/catalogue.ts";
import { answerThread, completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { hangThenDrop, json, loseAnswer, status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, apiClient, startAppWithFaults } from "../support/seed.ts";
import type { EntryLinkOptions } from "../support/server.ts";

const INTERNAL = "Audit@Example.org";
let app: AppWithFaults;
beforeAll(async () => {
  app = await startAppWithFaults({ ALL_ASSESSMENTS_ACCOUNTS: `someone@example.org, ${INTERNAL.toLowerCase()}`, API_TIMEOUT_MS: "3000" });
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

let people = 0;
interface Person {
  email: string;
  client: Client;
  visitor: Visitor;
}

async function person(options: EntryLinkOptions = {}, email = `kim${++people}@example.org`): Promise<Person> {
  const client = await apiClient(app.databaseUrl, email, { name: "Kim", ...options });
  return { email, client, visitor: await new Visitor(app.url).enter(await app.entryLink(email)) };
}

/** Somebody at home, with one organization, which is open. */
async function atHome(options: EntryLinkOptions = {}): Promise<Person & { organizationId: number; open(tab?: string): Promise<Visitor> }> {
  const somebody = await person(options);
  const organizationId = await createOrganization(somebody.client);
  return {
    ...somebody,
    organizationId,
    open: (tab = "active") => somebody.visitor.get(`/?organization=${organizationId}${tab === "active" ? "" : `&tab=${tab}`}`),
  };
}

/** The row of an assessment as text; "" where there is none. */
function rowText(visitor: Visitor, id: number): string {
  const row = visitor.document.querySelectorAll("tbody tr").find((each) => each.querySelector("td")?.text.trim() === String(id));
  return row?.text.replace(/\s+/g, " ").trim() ?? "";
}

const hasLink = (visitor: Visitor, name: string) =>
  visitor.document
    .querySelectorAll("a[href]")
    .some((link) => (link.getAttribute("aria-label") ?? link.text).replace(/\s+/g, " ").trim() === name);
const hasButton = (visitor: Visitor, name: string) =>
  visitor.document
    .querySelectorAll("button")
    .some((each) => (each.getAttribute("aria-label") ?? each.text).replace(/\s+/g, " ").trim() === name);

describe("home", () => {
  test("leads to the organization form where the user has none", async () => {
    const { visitor } = await person();
    expect(visitor.url).toBe("/organization");
    expect(visitor.text()).toContain("Welcome, Kim");
  });

  test.each([undefined, null, "", "  "])("greets 'User' where there is no first name, but %j", async (firstName) => {
    const somebody = await person({ name: undefined } as EntryLinkOptions, "nameless@example.org");
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
    const { client, visitor, organizationId } = await atHome();
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
    const { visitor, organizationId } = await atHome();
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
    const { client, visitor, organizationId } = await atHome();
    await createOrganization(client, { name: "Another" });
    await visitor.get("/");
    expect(visitor.text()).not.toContain("Edit Details");
    await visitor.get(`/?organization=${organizationId}`);
    await visitor.get("/organization");
    await visitor.get("/");
    expect(visitor.redirects).toEqual([`/?organization=${organizationId}`]);
    expect(visitor.text()).toContain("Edit Details");
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
      const { open } = await atHome({ roles: [...roles] });
      const visitor = await open();
      expect(visitor.document.querySelectorAll(".organization h3").map((each) => each.text)).toEqual([shown]);
      expect(visitor.text()).not.toContain(hidden);
      expect(visitor.text()).toContain("There are currently no Active assessments");
      expect((await open("completed")).text()).toContain("There are currently no Completed assessments");
      expect((await open("archive")).text()).toContain("There are currently no Archive assessments");
    }
  });
});

describe("a row", () => {
  test("of P3M3 shows its facts, its progress per perspective, and the names of the codes", async () => {
    const { client, email, organizationId, open } = await atHome();
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
    const { client, organizationId, open } = await atHome();
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
    const { organizationId, open } = await atHome({ roles: ["P3M3"] });
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
    const { client, organizationId, open } = await atHome();
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
    const { client, organizationId, open } = await atHome();
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
    expect(words(await open("completed"), completed)).toEqual(["View", "Archive assessment"]);
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
    const { client, organizationId, open, visitor } = await atHome();
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
    const { client, organizationId, visitor } = await atHome();
    const other = await atHome();
    const id = await createP3M3(client, organizationId);
    await visitor.post("/?index", { command: "complete", assessment: String(id) });
    expect(visitor.status).toBe(400);
    await other.visitor.post("/?index", { command: "archive", assessment: String(id) });
    expect(other.visitor.text()).toContain("Something went wrong, please try again later");
    expect(expectStatus(await client.get(`/assessments/${id}`), 200).body.isArchived).toBe(false);
  });
});

describe("a row that somebody else is editing", () => {
  /** The upstream no longer tells who holds the locks of an organization's assessments. */
  function withoutLocks(organizationId: number) {
    app.upstream.on("GET", `/organizations/${organizationId}/assessments`, async ({ forward, response }) => {
      const answer = await forward();
      const body = JSON.stringify(await answer.json(), (key, value) => (key === "lock" ? undefined : value));
      response.writeHead(answer.status, { "Content-Type": "application/json" }).end(body);
    });
  }

  async function lockedRow() {
    const team = `Team ${++people}`;
    const owner = await atHome({ team });
    const id = await createP3M3(owner.client, owner.organizationId);
    const colleague = await person({ team });
    await colleague.visitor.get(`/assessments/${id}/questions/BM/AM`);
    return { owner, id, visitor: colleague.visitor };
  }

  test("leads home with the row locked, by whom and since when, and nothing that edits", async () => {
    const { owner, id, visitor } = await lockedRow();
    expect(visitor.url).toBe(`/?organization=${owner.organizationId}&locked=${id}`);
    const row = rowText(visitor, id);
    expect(row).toContain("Locked for editing by another user");
    expect(row).toContain(owner.email);
    expect(row).toMatch(/since \d\d:\d\d UTC/);
    expect(visitor.document.querySelector(`#assessment-${id} time`)?.getAttribute("datetime")).toMatch(/^\d{4}-.*Z$/);
    expect(row).not.toContain("Start");
    expect(visitor.cookie(`lock-${id}`)).toBeUndefined();
  });

  test("stays locked on Retry while it is held, and is free when the lock is", async () => {
    const { owner, id, visitor } = await lockedRow();
    expect(rowText(visitor, id)).not.toContain("Still locked");
    await visitor.follow("Retry Spring review");
    expect(rowText(visitor, id)).toContain("Locked for editing by another user");
    expect(rowText(visitor, id)).toMatch(/Still locked at \d\d:\d\d UTC/);
    await visitor.follow("Home");
    expect(rowText(visitor, id)).not.toContain("Still locked");
    expectStatus(await owner.client.delete(`/assessments/${id}/lock`), 204);
    await visitor.follow("Retry Spring review");
    expect(rowText(visitor, id)).not.toContain("Locked");
    expect(visitor.url).toBe(`/?organization=${owner.organizationId}`);
    expect(visitor.text()).toContain("Spring review is free for editing again.");
  });

  test("stays locked, without a name, when the lock cannot be read", async () => {
    const { id, visitor } = await lockedRow();
    app.upstream.on("GET", `/assessments/${id}/lock`, json({}));
    await visitor.follow("Retry Spring review");
    expect(rowText(visitor, id)).toContain("Locked for editing by another user");
    expect(rowText(visitor, id)).toContain("Still locked at");
  });

  test.each([
    ["by an upstream that tells who holds locks", true],
    ["by one that does not", false],
  ])("does not say 'Still locked' when Retry could not read the lock, %s", async (_, isTold) => {
    const { owner, id, visitor } = await lockedRow();
    if (!isTold) withoutLocks(owner.organizationId);
    app.upstream.on("GET", `/assessments/${id}/lock`, status(500));
    await visitor.follow("Retry Spring review");
    const row = rowText(visitor, id);
    expect(row).toContain("Locked for editing by another user");
    expect(row).not.toContain("Still locked");
    expect(row).toContain("Whether it is still locked could not be found out. Please try again.");
    app.upstream.reset();
    await visitor.follow("Retry Spring review");
    expect(rowText(visitor, id)).toMatch(/Still locked at \d\d:\d\d UTC/);
  });

  test.each([
    ["by an upstream that tells who holds locks", true],
    ["by one that does not", false],
  ])("stays so on Home, and beside others, until Retry finds it free: %s", async (_, isTold) => {
    const { owner, id, visitor } = await lockedRow();
    const other = await createP3M3(owner.client, owner.organizationId);
    await visitor.get(`/assessments/${other}/questions/BM/AM`);
    expect(rowText(visitor, other)).toContain("Locked for editing by another user");
    if (!isTold) withoutLocks(owner.organizationId);
    await visitor.follow("Home");
    for (const each of [id, other]) {
      expect(rowText(visitor, each)).toContain("Locked for editing by another user");
      expect(rowText(visitor, each)).toContain(owner.email);
    }
    expectStatus(await owner.client.delete(`/assessments/${id}/lock`), 204);
    expectStatus(await owner.client.delete(`/assessments/${other}/lock`), 204);
    await visitor.follow("Home");
    expect(rowText(visitor, id)).toContain("Locked for editing by another user");
    const [retry] = visitor.document.querySelectorAll(`#assessment-${id} a`).filter((link) => link.text.includes("Retry"));
    await visitor.get(retry?.getAttribute("href") ?? "");
    expect(rowText(visitor, id)).not.toContain("Locked");
    expect(rowText(visitor, other)).toContain("Locked for editing by another user");
    // A user who gets the lock has no need to ask.
    await visitor.get(`/assessments/${other}/questions/BM/AM`);
    await visitor.follow("Home");
    expect(rowText(visitor, other)).not.toContain("Locked");
    expect(visitor.cookie("locked")).toBeUndefined();
  });

  test("is known before it is tried, where the upstream tells who holds locks", async () => {
    const team = `Team ${++people}`;
    const owner = await atHome({ team });
    const id = await createP3M3(owner.client, owner.organizationId);
    const { visitor } = await person({ team });
    await visitor.get(`/?organization=${owner.organizationId}`);
    expect(rowText(visitor, id)).toMatch(/Locked for editing by another user kim\d+@example.org, since \d\d:\d\d UTC/);
    expect(rowText(visitor, id)).toContain("Ask to take over");
    withoutLocks(owner.organizationId);
    await visitor.get(`/?organization=${owner.organizationId}`);
    expect(rowText(visitor, id)).not.toContain("Locked");
    expect(rowText(visitor, id)).toContain("Start");
  });

  test("cannot be archived, and says so", async () => {
    const { owner, id, visitor } = await lockedRow();
    await visitor.post(`/?index&organization=${owner.organizationId}`, { command: "archive", assessment: String(id) });
    expect(rowText(visitor, id)).toContain("Locked for editing by another user");
  });

  test("one's own lock is none", async () => {
    const { client, organizationId, visitor } = await atHome();
    const id = await createP3M3(client, organizationId);
    await visitor.get(`/?organization=${organizationId}&locked=${id}`);
    expect(rowText(visitor, id)).not.toContain("Locked");
  });
});

describe("the way home", () => {
  /** What the page is scrolled to, as text; "" where the address names nothing that is there. */
  const scrolledTo = (visitor: Visitor) =>
    visitor.fragment === "" ? "" : (visitor.document.getElementById(visitor.fragment.slice(1))?.text.replace(/\s+/g, " ") ?? "");

  test("leads to the open organization, whatever leads there, for both models", async () => {
    const { client, visitor, organizationId } = await atHome();
    const p3m3 = await createP3M3(client, organizationId);
    const itil = await createItil(client, organizationId);
    const ways: Record<string, () => Promise<Visitor>> = {
      "Save & Exit of a new assessment": async () => {
        await visitor.get(`/organizations/${organizationId}/assessment`);
        const form = visitor.form("Save & Exit").select("Select Maturity Model", "ITIL").fill("Assessment name", "New");
        return form.choose("Scope", "Capability").submit("Save & Exit");
      },
      "Save changes": async () => {
        await visitor.get(`/organization/${organizationId}/edit`);
        return visitor.form("Save changes").fill("Business unit (optional)", "Piers").submit("Save changes");
      },
      "Go Back": async () => {
        await visitor.get(`/organization/${organizationId}/edit`);
        return visitor.follow("Go Back");
      },
      "the summary": async () => {
        await visitor.get(`/assessments/${p3m3}/result`);
        return visitor;
      },
    };
    for (const [model, id, questions] of [
      ["P3M3", p3m3, `/assessments/${p3m3}/questions/BM/AM`],
      ["ITIL", itil, `/itil/assessments/${itil}/questions/INM/`],
    ] as const) {
      const step = (name: string) => `/assessments/${id}/${name}${model === "ITIL" ? "/itil" : ""}`;
      ways[`Save & Exit, ${model}`] = async () => {
        await visitor.get(step("profile"));
        return visitor.form("Save & Exit").submit("Save & Exit");
      };
      ways[`Save and Exit, ${model}`] = async () => {
        await visitor.get(questions);
        return visitor.form("Save and Exit").submit("Save and Exit");
      };
      ways[`Save & return home, ${model}`] = async () => {
        await visitor.get(step("review"));
        return visitor.follow("Save & return home");
      };
      ways[`restoring, ${model}`] = async () => {
        expectStatus(await client.post(`/assessments/${id}/archive`), 200);
        await visitor.get(step("review"));
        return visitor.form("Restore it").submit("Restore it");
      };
      ways[`Archive, ${model}`] = async () => {
        await visitor.get(`/?organization=${organizationId}`);
        await visitor.post(`/?index&organization=${organizationId}#organization-${organizationId}`, {
          command: "archive",
          assessment: String(id),
        });
        expectStatus(await client.post(`/assessments/${id}/unarchive`), 200);
        return visitor;
      };
    }
    for (const [way, go] of Object.entries(ways)) {
      // In between, another organization was opened.
      await visitor.get(`/?organization=`);
      await go();
      expect([way, visitor.url, visitor.fragment]).toEqual([way, `/?organization=${organizationId}`, `#organization-${organizationId}`]);
      expect([way, scrolledTo(visitor)]).toEqual([way, expect.stringContaining("Edit Details")]);
    }
  });

  test("stays at the organization where a row's button, a tab or a cancelled question loads the page anew", async () => {
    const { client, visitor, organizationId, open } = await atHome();
    await createP3M3(client, organizationId);
    await createItil(client, organizationId);
    const here = `#organization-${organizationId}`;
    await open();
    await visitor.follow("Completed (0)");
    expect(visitor.fragment).toBe(here);
    await visitor.follow("Active (2)");
    await visitor.follow("Request independent validation: Service review");
    expect(visitor.fragment).toBe("");
    await visitor.follow("Cancel");
    expect(visitor.fragment).toBe(here);
    await visitor.get(`/?organization=${organizationId}&tab=active`);
    const [archive] = visitor.document.querySelectorAll("form").filter((form) => form.querySelector("[name=command]"));
    expect(archive?.getAttribute("action")).toBe(`/?index&organization=${organizationId}${here}`);
    await visitor.follow(visitor.document.querySelector(".organization-head")?.text ?? "");
    expect([visitor.url, visitor.fragment]).toEqual(["/?organization=", here]);
  });

  test("after a 409 leads to the locked row, on whichever page of the table it is", async () => {
    for (const model of ["P3M3", "ITIL"] as const) {
      const team = `Team ${++people}`;
      const owner = await atHome({ team });
      const id = await (model === "P3M3" ? createP3M3 : createItil)(owner.client, owner.organizationId);
      const [first] = (await owner.open()).document.querySelectorAll("tbody tr");
      for (let number = 1; number <= 26; number += 1)
        await (model === "P3M3" ? createP3M3 : createItil)(owner.client, owner.organizationId);
      const { visitor } = await person({ team });
      for (const screen of [`/assessments/${id}/questions/BM/AM`, `/assessments/${id}/summary`]) {
        await visitor.get(model === "P3M3" ? screen : `/itil${screen.replace("BM/AM", "INM/")}`);
        expect(visitor.url).toBe(`/?organization=${owner.organizationId}&locked=${id}`);
        expect(visitor.fragment).toBe(`#assessment-${id}`);
        expect(scrolledTo(visitor)).toContain("Locked for editing by another user");
      }
      expect(first).toBeDefined();
      // From there every page of the table can be reached.
      await visitor.follow(visitor.document.querySelector("[rel=prev]") ? "Previous" : "Next");
      expect(rowText(visitor, id)).toBe("");
    }
  });

  test("of a mailed link to a result says why one is at home, while the assessment is not completed", async () => {
    const { client, visitor, organizationId } = await atHome();
    const p3m3 = await createP3M3(client, organizationId);
    const itil = await createItil(client, organizationId);
    for (const [address, name] of [
      [`/assessments/${p3m3}/result`, "Spring review"],
      [`/assessments/${itil}/result/itil`, "Service review"],
      [`/assessments/${p3m3}/result.xlsx`, "Spring review"],
    ] as const) {
      await visitor.get(address);
      expect([visitor.url, visitor.fragment]).toEqual([`/?organization=${organizationId}`, `#organization-${organizationId}`]);
      expect(visitor.text()).toContain(
        `There is no result yet. ${name} has not been submitted. The link opens its result once it has been.`,
      );
    }
  });
});

describe("an empty tab", () => {
  test("offers the next step", async () => {
    const { client, organizationId, open, visitor } = await atHome({ roles: ["ITIL"] });
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

describe("certification", () => {
  test("of a completed assessment asks for the consent, then shows the row as certified", async () => {
    const { client, organizationId, open, visitor } = await atHome();
    const id = await completeP3M3(client, organizationId, "FRNNN", { threadIds: [6, 9, 11, 12] });
    await open("completed");
    await visitor.follow("Certify assessment: Spring review");
    expect(visitor.text()).toContain("Certification is subject to a fee; certificates are valid for three years.");
    await visitor.form("Certify assessment").submit("Certify assessment");
    expect(visitor.status).toBe(400);
    expect(visitor.text()).toContain("Certification needs the consent of the end customer.");
    expect(app.upstream.receivedAt("POST", `/assessments/${id}/certify`)).toHaveLength(0);
    app.upstream.on("POST", `/assessments/${id}/certify`, status(422));
    await visitor.form("Certify assessment").check("consent").submit("Certify assessment");
    expect(visitor.document.querySelector("dialog[open]")?.text).toContain("Something went wrong, please try again later");
    app.upstream.on("POST", `/assessments/${id}/certify`, status(409));
    await open("completed");
    await visitor.follow("Certify assessment: Spring review");
    await visitor.form("Certify assessment").check("consent").submit("Certify assessment");
    expect(visitor.document.querySelector("dialog[open]")?.text).toMatch(
      /Something went wrong, please try again later ?Somebody else is editing this assessment now\. The assessment is unchanged\./,
    );
    app.upstream.reset();
    await open("completed");
    await visitor.follow("Certify assessment: Spring review");
    await visitor.form("Certify assessment").check("consent").submit("Certify assessment");
    expect(visitor.document.querySelector("dialog[open]")?.text).toContain("Certification was requested");
    expect(rowText(visitor, id)).toMatch(/Certified ?Certification requested/);
    await visitor.follow("Continue");
    expect(hasLink(visitor, "Certify assessment: Spring review")).toBe(false);
  });

  test("names the mandatory threads that are missing and offers no call", async () => {
    const { client, organizationId, open, visitor } = await atHome();
    await completeP3M3(client, organizationId, "FRNNN", { threadIds: [6, 9] });
    await open("completed");
    await visitor.follow("Certify assessment: Spring review");
    expect(
      visitor.document
        .querySelector("dialog[open]")
        ?.querySelectorAll("li")
        .map((each) => each.text),
    ).toEqual(["Process", "Standards"]);
    expect(hasButton(visitor, "Certify assessment")).toBe(false);
  });

  test("of one that is not completed leads to its profile", async () => {
    const { client, organizationId, open, visitor } = await atHome();
    const id = await createP3M3(client, organizationId, { perspectiveIds: [1] });
    await open();
    await visitor.get(visitor.document.querySelector("a[title='Certify assessment']")?.getAttribute("href") ?? "");
    expect(visitor.url).toBe(`/assessments/${id}/profile`);
  });

  test("shows what is to be certified, and offers nothing more for it", async () => {
    const { client, organizationId, open } = await atHome();
    const id = await createP3M3(client, organizationId, { certified: true });
    const visitor = await open();
    expect(rowText(visitor, id)).toMatch(/Certified ?Certification requested/);
    expect(rowText(visitor, id)).not.toContain("Certify assessment");
  });
});

describe("independent validation", () => {
  test("is asked for in the product's words, and the row then shows the badge", async () => {
    const { client, organizationId, open, visitor } = await atHome();
    const id = await createItil(client, organizationId);
    await open();
    await visitor.follow("Request independent validation: Service review");
    expect(visitor.text()).toContain("Are you sure you would like independent validation for this assessment?");
    expect(visitor.text()).toContain("subject to a fee; statements are valid for three years");
    expect(visitor.document.querySelector("input[name=consent]")?.hasAttribute("checked")).toBe(false);
    await visitor.form("Request validation").submit("Request validation");
    expect(visitor.status).toBe(400);
    expect(visitor.text()).toContain("Independent validation needs the consent of the end customer.");
    expect(app.upstream.receivedAt("POST", `/assessments/${id}/endorse`)).toHaveLength(0);
    app.upstream.on("POST", `/assessments/${id}/endorse`, status(500));
    await visitor.form("Request validation").check("consent").submit("Request validation");
    expect(visitor.text()).toContain("Something went wrong, please try again later");
    app.upstream.reset();
    await open();
    await visitor.follow("Request independent validation: Service review");
    await visitor.form("Request validation").check("consent").submit("Request validation");
    expect(visitor.text()).toContain("A request for independent validation has been sent out and you will receive the response shortly.");
    expect(rowText(visitor, id)).toMatch(/Endorsed ?Independent validation requested/);
    expect(rowText(visitor, id)).not.toContain("Request independent validation");
  });

  test("stands beside the link to the profile, which is spelled with a capital letter", async () => {
    const { client, organizationId, open, visitor } = await atHome();
    const id = await createItil(client, organizationId);
    await open();
    await visitor.follow("Edit profile set up");
    expect(visitor.url).toBe(`/assessments/${id}/profile/Itil`);
    expect(visitor.document.querySelector("h1")?.text).toBe("Assessment Profile Set-up");
    expect(visitor.document.querySelector("[aria-current=step], [aria-current=page]")?.text).toContain("Assessment details");
  });

  test("is not offered before practices are chosen", async () => {
    const { client, organizationId, open } = await atHome();
    const form = { name: "Bare", assessmentType: "ITIL", isTestAssessment: false, selectedScope: "Capability" };
    const { id } = expectStatus(await client.post(`/organizations/${organizationId}/assessments`, form), 201).body;
    expect(rowText(await open(), id)).not.toContain("Request independent validation");
  });
});

describe("long lists", () => {
  test("of organizations can be searched", async () => {
    const { client, visitor } = await atHome();
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
    const { client, organizationId, open, visitor } = await atHome();
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

describe("'All Assessments'", () => {
  test("is linked and opened for the accounts on the list, in any case, and shows others' organizations without a way to change them", async () => {
    const owner = await atHome({ roles: ["P3M3"] });
    const id = await completeP3M3(owner.client, owner.organizationId, "FRNNN", { perspectiveIds: [1], threadIds: [2] });
    const open = await createP3M3(owner.client, owner.organizationId, { perspectiveIds: [1], threadIds: [2] });
    const entry = {
      organization: {
        id: owner.organizationId,
        name: "Harbour Authority",
        businessUnit: null,
        benchmarkConsent: false,
        country: { id: 826, name: "UK" },
        industry: { id: 1, name: "I" },
        size: { id: 1, name: "S" },
      },
      totalAssessments: 2,
      draftAssessments: 1,
      createdAssessments: 0,
      completedAssessments: 1,
      activeAssessments: 0,
      roles: ["P3M3"],
    };
    const groups = expectStatus(await owner.client.get(`/organizations/${owner.organizationId}/assessments`), 200).body;
    app.upstream.on("GET", "/organizations", json({ myOrgnizations: [], otherUserOrgnizations: [entry] }));
    app.upstream.on("GET", `/organizations/${owner.organizationId}/assessments`, json(groups));
    const internal = await person({}, INTERNAL);
    await internal.visitor.follow("All Assessments");
    expect(internal.visitor.title).toBe("All Assessments | Maturity Assessment Tool");
    await internal.visitor.get(`/readonlyassessments?organization=${owner.organizationId}`);
    expect(internal.visitor.document.querySelectorAll(".organization h3").map((each) => each.text)).toEqual(["P3M3"]);
    expect(hasLink(internal.visitor, "View Spring review")).toBe(true);
    expect(hasLink(internal.visitor, "Create an assessment")).toBe(false);
    expect(rowText(internal.visitor, open)).toContain("View");
    for (const words of [
      "Edit Details",
      "Create assessment",
      "Archive assessment",
      "Edit profile set up",
      "Certify assessment",
      "Continue",
    ])
      expect(internal.visitor.document.querySelector("main")?.text).not.toContain(words);
    expect(internal.visitor.document.querySelector("main")?.querySelectorAll("form[method=post], button[type=submit]")).toHaveLength(0);
    await internal.visitor.get(`/readonlyassessments?organization=${owner.organizationId}&tab=completed`);
    expect(rowText(internal.visitor, id)).toContain("View");
  });

  test("is refused to everybody else, the page and its data", async () => {
    const { visitor } = await atHome();
    expect(hasLink(visitor, "All Assessments")).toBe(false);
    await visitor.get("/readonlyassessments");
    expect(visitor.status).toBe(403);
    expect(visitor.text()).toContain("Sorry, access denied.");
    await visitor.get("/readonlyassessments.data");
    expect(visitor.status).toBe(403);
  });
});

describe("when the dashboard cannot be loaded", () => {
  test("a refused token is said, then the session is left", async () => {
    const { visitor } = await atHome();
    app.upstream.on("GET", "/organizations", status(401));
    await visitor.get("/");
    expect(visitor.status).toBe(401);
    expect(visitor.document.querySelector("dialog[open]")?.text).toContain("Sorry, your credentials has expired.");
    expect(visitor.text()).toContain("Please try to login again...");
    await visitor.form("Log in again").submit("Log in again");
    expect(visitor.url).toBe("http://home.invalid/");
  });

  test.each([
    ["an answer of 500", status(500), 502],
    ["an answer that breaks the schema", json({ nothing: true }), 502],
    ["no answer", hangThenDrop(), 503],
  ])("%s says what is wrong and offers to try again", async (_, behaviour, code) => {
    const { visitor } = await atHome();
    app.upstream.on("GET", "/organizations", behaviour);
    await visitor.get("/");
    expect(visitor.status).toBe(code);
    expect(visitor.text()).toContain("Sorry, something went wrong... Please, try again later or get in touch.");
    app.upstream.reset();
    await visitor.follow("Try again");
    expect(visitor.status).toBe(200);
    expect(visitor.title).toBe("Home | Maturity Assessment Tool");
  });

  test.each([
    [403, "Sorry, access denied. Your account may not see these organizations."],
    [404, "Sorry, something went wrong... Please, try again later or get in touch."],
  ])("%i offers to try again, not the way to where one is", async (code, text) => {
    const { visitor, organizationId } = await atHome();
    app.upstream.on("GET", "/organizations", status(code));
    await visitor.get(`/?organization=${organizationId}&tab=archive`);
    expect(visitor.status).toBe(code);
    expect(visitor.text()).toContain(text);
    expect(hasLink(visitor, "Go to the home screen")).toBe(false);
    app.upstream.reset();
    await visitor.follow("Try again");
    expect([visitor.status, visitor.url]).toEqual([200, `/?organization=${organizationId}&tab=archive`]);
  });

  test.each([403, 404, 500])("'All Assessments' answering %i is tried again where it is", async (code) => {
    const { visitor } = await person({}, INTERNAL);
    app.upstream.on("GET", "/organizations", status(code));
    await visitor.get("/readonlyassessments?search=harbour");
    const ways = visitor.document.querySelectorAll("main a[href]").map((each) => [each.text, each.getAttribute("href")]);
    expect(ways).toEqual([
      ["Try again", "/readonlyassessments?search=harbour"],
      ["Go to the home screen", "/"],
    ]);
    app.upstream.reset();
    await visitor.follow("Try again");
    expect(visitor.title).toBe("All Assessments | Maturity Assessment Tool");
  });

  test("the assessments alone failing leaves everything else within reach", async () => {
    const { visitor, organizationId } = await atHome();
    app.upstream.on("GET", `/organizations/${organizationId}/assessments`, status(404));
    await visitor.get(`/?organization=${organizationId}`);
    expect(visitor.status).toBe(200);
    expect(visitor.text()).toContain("The assessments of this organization could not be loaded.");
    app.upstream.reset();
    await visitor.follow("Try again");
    expect(visitor.text()).toContain("There are currently no Active assessments");
  });
});
