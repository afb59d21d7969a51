/** The scope and review steps by form, as a browser without script does it (docs/rules/setup-and-scope.md#p3m3-scope). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONTINUAL_IMPROVEMENT_ID, ITIL_SCOPES, type ItilScope, PRACTICES } from "#model/itil/catalogue.ts";
import { practiceRule } from "#model/itil/scope.ts";
import {
  answerPractice,
  answerThread,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
  type P3M3Setup,
} from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import type { App } from "../support/server.ts";
import { READER, sharedApp } from "../support/shared.ts";
import { chosenIn, messagesOf, newAssessor } from "./wizard.ts";

const ONE_OF = "Please select one of the options.";
const least = (count: number) =>
  `Please, select the minimum required. To proceed you need to pick at least ${count} ${count === 1 ? "item" : "items"}.`;

let app: App;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

/** An assessment that was only just created, with its scope step on the screen. */
async function onScopeStep(assessmentType: "P3M3" | "ITIL", selectedScope: string, over: object = {}) {
  const { visitor, client } = await newAssessor(app);
  const organization = await createOrganization(client);
  const form = { name: "New", assessmentType, isTestAssessment: false, selectedScope, ...over };
  const { id } = expectStatus(await client.post(`/organizations/${organization}/assessments`, form), 201).body;
  await visitor.get(`/assessments/${id}/scope${assessmentType === "ITIL" ? "/itil" : ""}`);
  return { visitor, client, id: id as number, organization, stored: async () => (await client.get(`/assessments/${id}`)).body };
}

const save = (visitor: Visitor) => visitor.form("Save & Continue").submit("Save & Continue");
/** What the page for a form that came too late shows, as question and answer. */
const keptAnswers = (visitor: Visitor) => {
  const [questions, answers] = ["main dt", "main dd"].map((selector) =>
    visitor.document.querySelectorAll(selector).map(({ text }) => text),
  );
  return questions?.map((question, index) => [question, answers?.[index]]);
};
const isDisabled = (visitor: Visitor, selector: string) =>
  visitor.document.querySelectorAll(selector).every((each) => each.hasAttribute("disabled"));

describe("the P3M3 scope", () => {
  test("names the levels and says what they mean, advises Level 2, and asks for everything that is missing", async () => {
    const { visitor, stored } = await onScopeStep("P3M3", "Programme");
    const text = visitor.text();
    for (const level of ["Level 1 – Awareness", "Level 2 – Repeatable", "Level 3 – Defined", "Level 4 – Managed", "Level 5 – Optimized"])
      expect(text).toContain(level);
    expect(text).toContain("One way of working is laid down for the whole organization and is followed.");
    expect(text).toContain("If you are unsure, pick Level 2.");
    await save(visitor);
    expect(visitor.status).toBe(400);
    expect(["selectedLevel", "perspectives", "threads"].map((name) => messagesOf(visitor, name))).toEqual([
      "This Field is required.",
      ONE_OF,
      ONE_OF,
    ]);
    const links = visitor.document.querySelectorAll("[role=alert] a").map((link) => link.getAttribute("href"));
    expect(links).toEqual(["#selectedLevel", "#perspectives", "#threads"]);
    expect((await stored()).status).toBe("Created");
  });

  test("is saved and leads to the review", async () => {
    const { visitor, id, stored } = await onScopeStep("P3M3", "Portfolio");
    const form = visitor.form("Save & Continue").choose("selectedLevel", "2").check("Risk management").check("Model integration");
    await form.submit("Save & Continue");
    expect(visitor.url).toBe(`/assessments/${id}/review`);
    expect(await stored()).toMatchObject({
      status: "Drafted",
      selectedLevel: 2,
      perspectives: [{ code: "RK" }],
      threads: [{ code: "MI" }],
    });
  });

  test("says how many statements it means, on the step and in the review", async () => {
    const { visitor, id } = await onScopeStep("P3M3", "Programme");
    expect(visitor.text()).toContain("0 perspectives × 0 threads × 5 levels = 0 statements");
    const form = visitor.form("#scope-form").choose("selectedLevel", "2").check("Risk management").check("Planning").check("Process");
    await form.submit("Update the count");
    expect(visitor.status).toBe(200);
    expect(visitor.text()).toContain("1 perspective × 2 threads × 5 levels = 10 statements");
    expect(visitor.text()).toContain("Likely to be asked: about 4 statements. Each thread asks the level where you start");
    await save(visitor);
    expect(visitor.url).toBe(`/assessments/${id}/review`);
    expect(visitor.text()).toContain("To answer 1 perspective × 2 threads × 5 levels = 10 statements");
    expect(visitor.text()).toContain("Likely to be asked About 4 statements. Each thread asks");
    expect(visitor.text()).toContain(
      "Time to answer Roughly ¼ hour if every statement is asked, at a minute each. Finding the evidence is not counted.",
    );
  });

  test("of a Project offers no Model integration, and refuses one that is sent all the same", async () => {
    const { visitor, stored } = await onScopeStep("P3M3", "Project");
    expect(visitor.text()).not.toContain("Model integration");
    expect(visitor.document.querySelectorAll("input[name=threads]")).toHaveLength(12);
    await visitor.post(visitor.url, [
      ["selectedLevel", "2"],
      ["perspectives", "1"],
      ["threads", "1"],
      ["threads", "8"],
    ]);
    expect(messagesOf(visitor, "threads")).toBe("Please enter a valid thread.");
    expect((await stored()).status).toBe("Created");
  });

  test("of a certified assessment has everything mandatory chosen, locked and submitted, and the sidebar says so", async () => {
    const { visitor, id, stored } = await onScopeStep("P3M3", "Programme", { certified: true });
    expect(visitor.document.querySelector("aside")?.text).toContain("all perspectives and the four mandatory threads are preselected");
    expect(isDisabled(visitor, "input[type=checkbox][name=perspectives]")).toBe(true);
    const locked = visitor.document.querySelectorAll("input[type=checkbox][name=threads][disabled]");
    expect(locked.map((box) => [box.getAttribute("value"), box.hasAttribute("checked")])).toEqual([
      ["6", true],
      ["9", true],
      ["11", true],
      ["12", true],
    ]);
    await visitor.form("Save & Continue").choose("selectedLevel", "3").check("Planning").submit("Save & Continue");
    expect(visitor.url).toBe(`/assessments/${id}/review`);
    const { perspectives, threads } = await stored();
    expect(perspectives).toHaveLength(7);
    expect(threads.map(({ id }: { id: number }) => id)).toEqual([6, 9, 10, 11, 12]);

    await visitor.post(`/assessments/${id}/scope`, { selectedLevel: "3", perspectives: "1", threads: "1" });
    expect(messagesOf(visitor, "perspectives")).toBe("A certified assessment covers all seven perspectives.");
    expect(messagesOf(visitor, "threads")).toBe("A certified assessment covers the four mandatory threads.");
  });

  test("is filled in by Select all, which keeps the rest and saves nothing yet", async () => {
    const { visitor, id, stored } = await onScopeStep("P3M3", "Project");
    const buttons = visitor.document.querySelectorAll("button[name=selectAll]");
    expect(buttons.map((button) => button.getAttribute("value"))).toEqual(["perspectives", "threads"]);
    const entries = visitor.form("Save & Continue").choose("selectedLevel", "5").check("Planning").entries("Save & Continue");
    const form = entries.map(([name, value]): [name: string, value: string] => [name, value]);
    await visitor.post(visitor.url, [...form, ["selectAll", "perspectives"]]);
    expect(visitor.status).toBe(200);
    expect(["selectedLevel", "perspectives", "threads"].map((name) => chosenIn(visitor, name).length)).toEqual([1, 7, 1]);
    expect((await stored()).status).toBe("Created");
    await save(visitor);
    expect(visitor.url).toBe(`/assessments/${id}/review`);
    expect(await stored()).toMatchObject({ selectedLevel: 5, threads: [{ code: "PL" }] });
  });

  describe("with answers", () => {
    const setup: P3M3Setup = { perspectiveIds: [1, 6], threadIds: [1, 10, 11], selectedLevel: 2 };
    test("names what narrowing it would leave out, asks first, and brings it back when it is widened again", async () => {
      const { visitor, client } = await newAssessor(app);
      const id = await createP3M3(client, await createOrganization(client), setup);
      expectStatus(await answerThread(client, id, 6, 10, "FFPNN"), 200);
      expectStatus(await answerThread(client, id, 1, 1, "FFPNN"), 200);
      const stored = async () => (await client.get(`/assessments/${id}`)).body;

      await visitor.get(`/assessments/${id}/scope`);
      await visitor.form("Save & Continue").uncheck("Process").submit("Save & Continue");
      expect(visitor.url).toBe(`/assessments/${id}/review`);

      await visitor.get(`/assessments/${id}/scope`);
      await visitor.form("Save & Continue").uncheck("Planning").submit("Save & Continue");
      expect(visitor.status).toBe(400);
      const items = visitor.document.querySelectorAll("dialog[open] li").map((item) => item.text);
      expect(items).toEqual(["Risk management – Planning"]);
      expect((await stored()).threads).toHaveLength(2);

      // The user confirms exactly the threads that were named. Leaving out more asks again.
      await visitor.form("#scope-form").uncheck("Benefits management").submit("Save the narrower scope");
      expect(visitor.status).toBe(400);
      expect(visitor.document.querySelectorAll("dialog[open] li").map((item) => item.text)).toEqual([
        "Benefits management – Asset management",
        "Risk management – Planning",
      ]);
      await visitor.form("#scope-form").submit("Save the narrower scope");
      expect(visitor.url).toBe(`/assessments/${id}/review`);
      expect(await stored()).toMatchObject({ status: "Active", perspectives: [{ code: "RK" }], threads: [{ code: "AM" }] });

      await visitor.get(`/assessments/${id}/scope`);
      await visitor.form("Save & Continue").check("Planning").submit("Save & Continue");
      const questions = expectStatus(await client.get(`/P3M3/assessments/${id}/questions?p=6&t=10`), 200).body;
      expect(questions.map(({ answer }: { answer: { selection: string } }) => answer.selection).slice(0, 3)).toEqual([
        "Fully",
        "Fully",
        "Partially",
      ]);
    });
  });
});

describe("the ITIL scope", () => {
  const others = PRACTICES.filter(({ id }) => id !== CONTINUAL_IMPROVEMENT_ID);
  /** Chooses a number of practices, alternately Primary and Supporting. */
  const choose = (visitor: Visitor, count: number) => {
    const form = visitor.form("#scope-form");
    for (const [index, { name }] of others.slice(0, count).entries()) form.choose(name, index % 2 === 0 ? "Primary" : "Supporting");
    return form;
  };
  const names = ({ capabilities }: { capabilities: { name: string }[] }) => capabilities.map(({ name }) => name);

  test.each(ITIL_SCOPES)("%s says how many practices to choose, what Primary and Supporting mean, and how much they ask", async (scope) => {
    const { visitor } = await onScopeStep("ITIL", scope);
    expect(visitor.text()).toContain(practiceRule(scope));
    expect(visitor.text()).toContain("Primary practices are those that the assessment is mainly about");
    expect(visitor.text()).toContain("Supporting practices are those that they rely on");
    // Continual improvement, where it is added, is not among the chosen ones, here as in the rule.
    expect(visitor.text()).toContain(scope === "Capability" ? "0 of 14 chosen" : "0 of 13 chosen");
    await visitor.form("#scope-form").submit("Set all technical management practices to Primary");
    expect(visitor.text()).toMatch(
      scope === "Capability" ? /\d+ statements in 3 practices(?!,)/ : /\d+ statements in 4 practices, and 3 maturity components/,
    );
  });

  test("offers 34 practices in three groups, each Primary, Supporting or N/A", async () => {
    const { visitor } = await onScopeStep("ITIL", "Capability");
    const groups = visitor.document.querySelectorAll("section").filter((section) => section.querySelector("[role=radiogroup]"));
    expect(groups.map((group) => [group.querySelector("h2")?.text, group.querySelectorAll("[role=radiogroup]").length])).toEqual([
      ["General management practices", 14],
      ["Service management practices", 17],
      ["Technical management practices", 3],
    ]);
    const modes = visitor.document.querySelectorAll(".practice-modes label").map((mode) => mode.text.trim());
    expect(new Set(modes)).toEqual(new Set(["Primary", "Supporting", "N/A"]));
    expect(modes).toHaveLength(34 * 3);
  });

  test.each([
    ["Capability", 0, least(1)],
    ["Capability", 1, undefined],
    ["Comprehensive", 0, least(6)],
    ["Comprehensive", 5, least(6)],
    ["Comprehensive", 6, undefined],
    ["Comprehensive", 7, undefined],
    ["Maturity", 0, undefined],
    ["Maturity", 5, undefined],
  ] as [ItilScope, number, string | undefined][])("%s with %i practices", async (scope, count, message) => {
    const { visitor, id, stored } = await onScopeStep("ITIL", scope);
    await choose(visitor, count).submit("Save & Continue");
    const withImprovement = scope === "Capability" ? 0 : 1;
    if (message) {
      expect(visitor.status).toBe(400);
      expect(visitor.document.getElementById("capabilities-error")?.text).toBe(message);
      expect((await stored()).status).toBe("Created");
    } else {
      expect(visitor.url).toBe(`/assessments/${id}/review/itil`);
      const assessment = await stored();
      expect(assessment.capabilities).toHaveLength(count + withImprovement);
      expect(assessment.capabilities.filter(({ selectionMode }: { selectionMode: number }) => selectionMode === 1)).toHaveLength(
        Math.ceil(count / 2) + withImprovement,
      );
      expect(assessment.maturities).toHaveLength(scope === "Capability" ? 0 : 5);
      expect(assessment.status).toBe("Drafted");
    }
  });

  test.each([6, 7])("Maturity with %i practices asks for Comprehensive, and confirming makes it so", async (count) => {
    const { visitor, id, stored } = await onScopeStep("ITIL", "Maturity");
    await choose(visitor, count).submit("Save & Continue");
    expect(visitor.status).toBe(400);
    expect(visitor.document.querySelector("dialog[open] h2")?.text).toBe("Create a Comprehensive assessment instead?");
    const prompt = visitor.document.querySelector("dialog[open]")?.text;
    expect(prompt).toContain(`You chose ${count} practices`);
    for (const scope of ["Maturity", "Comprehensive"] as const) expect(prompt).toContain(practiceRule(scope));
    expect(await stored()).toMatchObject({ selectedScope: "Maturity", status: "Created" });
    await visitor.form("#scope-form").submit("Make it Comprehensive");
    expect(visitor.url).toBe(`/assessments/${id}/review/itil`);
    const assessment = await stored();
    expect(assessment).toMatchObject({ selectedScope: "Comprehensive", status: "Drafted" });
    expect(assessment.capabilities).toHaveLength(count + 1);
  });

  test("declining to make it Comprehensive keeps the selection on the page, unsaved", async () => {
    const { visitor, id, stored } = await onScopeStep("ITIL", "Maturity");
    await choose(visitor, 6).submit("Save & Continue");
    expect(visitor.document.querySelector("dialog[open] form[method=dialog] button")?.text).toBe("Keep the Maturity scope");
    expect(others.slice(0, 6).flatMap(({ id }) => chosenIn(visitor, `practice-${id}`))).toEqual(["1", "2", "1", "2", "1", "2"]);
    expect(visitor.text()).toContain("1 more than Maturity allows");
    const first = others[0]?.name ?? "";
    await visitor.form("#scope-form").choose(first, "N/A").submit("Save & Continue");
    expect(visitor.url).toBe(`/assessments/${id}/review/itil`);
    expect(await stored()).toMatchObject({ selectedScope: "Maturity" });
    expect(names(await stored())).not.toContain(first);
  });

  test("a started Maturity assessment stays one: more than five practices are refused with the reason", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await createItil(client, await createOrganization(client), { selectedScope: "Maturity" });
    expectStatus(await answerPractice(client, id, 19, "FN"), 200);
    await visitor.get(`/assessments/${id}/scope/itil`);
    const form = visitor.form("#scope-form");
    for (const { name } of others.slice(0, 5)) form.choose(name, "Primary");
    await form.submit("Save & Continue");
    expect(visitor.status).toBe(400);
    expect(visitor.document.querySelector("dialog[open]")).toBeNull();
    expect(visitor.document.getElementById("capabilities-error")?.text).toContain(
      "The scope cannot be changed once the assessment has started.",
    );
    await visitor.post(visitor.url, [
      ...form.entries("Save & Continue").map(([name, value]): [string, string] => [name, value]),
      ["confirm", "comprehensive"],
    ]);
    expect((await client.get(`/assessments/${id}`)).body).toMatchObject({ selectedScope: "Maturity", status: "Active" });
  });

  test.each(["Comprehensive", "Maturity"] as const)(
    "%s lists the five mandatory components and locks continual improvement as Primary",
    async (scope) => {
      const { visitor, stored } = await onScopeStep("ITIL", scope);
      const box = visitor.document.getElementById("maturities");
      expect(box?.querySelectorAll("li").map((item) => item.text)).toEqual([
        "Guiding Principles",
        "Governance",
        "Service Value Chain",
        "Practices",
        "Continual Improvement",
      ]);
      expect(isDisabled(visitor, "input[type=radio][name=practice-2]")).toBe(true);
      expect(chosenIn(visitor, "practice-2")).toEqual(["1"]);
      const forged = others.slice(0, 6).map(({ id }): [string, string] => [`practice-${id}`, "1"]);
      await visitor.post(visitor.url, [...forged.slice(0, scope === "Maturity" ? 2 : 6), ["practice-2", "2"]]);
      expect(visitor.document.getElementById("capabilities-error")?.text).toBe(
        `Continual improvement is always Primary in the ${scope} scope.`,
      );
      expect((await stored()).status).toBe("Created");
    },
  );

  test("of Capability has no such box, and continual improvement counts like any other practice", async () => {
    const { visitor, stored } = await onScopeStep("ITIL", "Capability");
    expect(visitor.document.getElementById("maturities")).toBeNull();
    await visitor.form("#scope-form").choose("Continual improvement", "Supporting").submit("Save & Continue");
    expect(await stored()).toMatchObject({ status: "Drafted", capabilities: [{ code: "CI", selectionMode: 2 }] });
  });

  test.each([
    ["an unknown practice", [["practice-99", "1"]], "Please enter a valid practice."],
    ["another mode", [["practice-1", "7"]], ONE_OF],
    [
      "a practice sent twice",
      [
        ["practice-1", "1"],
        ["practice-1", "2"],
      ],
      "Each practice can be chosen only once.",
    ],
  ] as [string, [string, string][], string][])("refuses %s", async (_what, entries, message) => {
    const { visitor } = await onScopeStep("ITIL", "Capability");
    await visitor.post(visitor.url, entries);
    expect(visitor.status).toBe(400);
    expect(visitor.document.getElementById("capabilities-error")?.text).toBe(message);
  });

  test("sets a whole group at once, counts, says what is missing, and saves nothing by that", async () => {
    const { visitor, id, stored } = await onScopeStep("ITIL", "Comprehensive");
    expect(visitor.text()).toContain("6 more needed: Comprehensive needs at least 6");
    await visitor.form("#scope-form").choose("Service desk", "Primary").submit("Set all technical management practices to Supporting");
    expect(visitor.status).toBe(200);
    expect(visitor.text()).toContain("4 practices chosen (1 Primary, 3 Supporting), and Continual improvement");
    expect(visitor.text()).toContain("2 more needed: Comprehensive needs at least 6");
    await visitor.form("#scope-form").choose("Service design", "Primary").submit("Update the count");
    expect(visitor.text()).toContain("1 more needed: Comprehensive needs at least 6");
    await visitor.form("#scope-form").submit("Set all general management practices to Primary");
    expect(visitor.text()).toContain("Enough for Comprehensive");
    await visitor.form("#scope-form").submit("Set all technical management practices to N/A");
    expect((await stored()).status).toBe("Created");
    await save(visitor);
    expect(visitor.url).toBe(`/assessments/${id}/review/itil`);
    expect((await stored()).capabilities).toHaveLength(16);
  });

  test("names the practices with answers that narrowing would leave out, asks first, and keeps them", async () => {
    const { visitor, client } = await newAssessor(app);
    const practices = [19, 28].map((id) => ({ id, selectionMode: 1 as const }));
    const id = await createItil(client, await createOrganization(client), { practices });
    expectStatus(await answerPractice(client, id, 19, "FN"), 200);
    await visitor.get(`/assessments/${id}/scope/itil`);
    await visitor.form("#scope-form").choose("Incident management", "N/A").submit("Save & Continue");
    expect(visitor.status).toBe(400);
    expect(visitor.document.querySelectorAll("dialog[open] li").map((item) => item.text)).toEqual(["Incident management"]);
    await visitor.form("#scope-form").submit("Save the narrower scope");
    expect(visitor.url).toBe(`/assessments/${id}/review/itil`);
    await visitor.get(`/assessments/${id}/scope/itil`);
    await visitor.form("#scope-form").choose("Incident management", "Supporting").submit("Save & Continue");
    const { capabilities } = (await client.get(`/assessments/${id}`)).body;
    expect(capabilities).toMatchObject([{ code: "INM", selectionMode: 2 }, { code: "SDK" }]);
    expect(capabilities[0].answeredQuestions).toBeGreaterThan(0);
  });
});

describe("the review", () => {
  test("shows the organization, the profile and the P3M3 scope, each with its Edit", async () => {
    const { visitor, client } = await newAssessor(app);
    const organization = await createOrganization(client, { name: "Quay Ltd", businessUnit: null });
    const id = await createP3M3(client, organization, { perspectiveIds: [1, 6], threadIds: [1], selectedLevel: 2 });
    await visitor.get(`/assessments/${id}/review`);
    expect(visitor.title).toBe("Review profile | Maturity Assessment Tool");
    const facts = visitor.document.querySelectorAll("dl dt").map((term) => `${term.text}: ${term.nextElementSibling?.text}`);
    for (const fact of [
      "Name: Quay Ltd",
      "Number of employees: 250–999",
      "Location: United Kingdom",
      "Business unit: Not Provided",
      "Industry: Transportation and storage",
      "Assessment name: Spring review",
      "Scope: Programme",
      "Perspectives: Benefits management, Risk management",
      "Threads: Asset management",
    ])
      expect(facts).toContain(fact);
    expect(visitor.text()).toContain("Level 2 – Repeatable");
    expect(visitor.text()).toContain("The statement of level 3 becomes available too");
    const edits = visitor.document.querySelectorAll("main a").filter((link) => link.text === "Edit");
    expect(edits.map((link) => link.getAttribute("href"))).toEqual([
      `/organization/${organization}/edit?review=${id}`,
      `/assessments/${id}/profile`,
      `/assessments/${id}/scope`,
    ]);
  });

  test("says nothing of a next level at Level 5", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await createP3M3(client, await createOrganization(client), { selectedLevel: 5 });
    await visitor.get(`/assessments/${id}/review`);
    expect(visitor.text()).not.toContain("becomes available too");
  });

  test("shows the ITIL scope by modes, with the components", async () => {
    const { visitor, client } = await newAssessor(app);
    const practices = [
      { id: 19, selectionMode: 2 as const },
      { id: 28, selectionMode: 1 as const },
    ];
    const id = await createItil(client, await createOrganization(client), { selectedScope: "Maturity", practices });
    await visitor.get(`/assessments/${id}/review/itil`);
    expect(visitor.text()).toContain("Primary Continual improvement, Service desk");
    expect(visitor.text()).toContain("Supporting Incident management");
    expect(visitor.text()).toContain("Guiding Principles, Governance, Service Value Chain, Practices, Continual Improvement");
    expect(visitor.text()).toMatch(/To answer \d+ statements in 3 practices, and 3 maturity components/);
    expect(visitor.text()).toMatch(/Likely to be asked About \d+ statements\. A practice asks level by level/);
  });

  test.each(["P3M3", "ITIL"] as const)("of %s leads to the organization and back, whether it is changed or not", async (model) => {
    const { visitor, client } = await newAssessor(app);
    const organization = await createOrganization(client);
    const id = model === "P3M3" ? await createP3M3(client, organization) : await createItil(client, organization);
    const review = `/assessments/${id}/review${model === "ITIL" ? "/itil" : ""}`;
    await visitor.get(review);
    await visitor.follow("Edit organization details");
    await visitor.follow("Go Back");
    expect(visitor.url).toBe(review);
    await visitor.follow("Edit organization details");
    await visitor.form("Save changes").fill("Organization name", "Quay Ltd").submit("Save changes");
    expect(visitor.url).toBe(review);
    expect(visitor.text()).toContain("Name Quay Ltd");
    expect(visitor.text()).toContain("Your changes were saved.");
  });

  test("starts an assessment, continues one that was started, and offers neither without a scope", async () => {
    const { visitor, client, id } = await onScopeStep("P3M3", "Programme");
    await visitor.get(`/assessments/${id}/review`);
    expect(visitor.text()).not.toContain("Start assessment");
    expect(visitor.text()).toContain("Complete the scope details first");
    const started = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [1, 2] });
    await visitor.get(`/assessments/${started}/review`);
    await visitor.follow("Start assessment");
    expect(visitor.url).toBe(`/assessments/${started}/questions/BM/AM`);
    expectStatus(await answerThread(client, started, 1, 1, "FFPNN"), 200);
    await visitor.get(`/assessments/${started}/review`);
    await visitor.follow("Continue assessment");
    expect(visitor.url).toBe(`/assessments/${started}/questions/BM/AS`);
  });

  test("leads an ITIL assessment to its first practice", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await createItil(client, await createOrganization(client));
    await visitor.get(`/assessments/${id}/review/itil`);
    await visitor.follow("Start assessment");
    expect(visitor.redirects.at(-1)).toBe(`/itil/assessments/${id}/questions/INM/`);
  });

  test("saves and returns home, which gives the lock back", async () => {
    const { visitor, client } = await newAssessor(app);
    const organization = await createOrganization(client);
    const id = await createP3M3(client, organization);
    await visitor.get(`/assessments/${id}/review`);
    expect((await client.get(`/assessments/${id}/lock`)).status).toBe(200);
    await visitor.follow("Save & return home");
    expect(visitor.url).toBe(`/?organization=${organization}`);
    expect((await client.get(`/assessments/${id}/lock`)).status).toBe(404);
  });

  test.each(["P3M3", "ITIL"] as const)("of an archived %s assessment has everything disabled but the way to restore it", async (model) => {
    const { visitor, client } = await newAssessor(app);
    const organization = await createOrganization(client);
    const id = model === "P3M3" ? await createP3M3(client, organization) : await createItil(client, organization);
    expectStatus(await client.post(`/assessments/${id}/archive`), 200);
    for (const step of ["profile", "scope"]) {
      await visitor.get(`/assessments/${id}/${step}${model === "ITIL" ? "/itil" : ""}`);
      expect(visitor.document.querySelector("form fieldset")?.hasAttribute("disabled")).toBe(true);
      expect(visitor.text()).toContain("This assessment is archived.");
    }
    await visitor.get(`/assessments/${id}/review${model === "ITIL" ? "/itil" : ""}`);
    const buttons = visitor.document.querySelectorAll("main .review button").filter((button) => button.text !== "Restore it");
    expect(buttons.map((button) => button.text)).toEqual(["Edit", "Edit", "Edit", "Save & return home", "Start assessment"]);
    expect(buttons.every((button) => button.hasAttribute("disabled"))).toBe(true);
    expect(visitor.document.querySelectorAll("main .review a")).toHaveLength(0);
    await visitor.form("Restore it").submit("Restore it");
    expect(visitor.url).toBe(`/?organization=${organization}`);
    expect(visitor.text()).toContain("The assessment was restored.");
    expect((await client.get(`/assessments/${id}`)).body.isArchived).toBe(false);
  });

  test("of a submitted assessment can be read and not changed, and takes no lock", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [1] });
    expectStatus(await answerThread(client, id, 1, 1, "RNNNN"), 200);
    expectStatus(await client.post(`/assessments/${id}/complete`), 200);
    for (const step of ["profile", "scope", "review"]) {
      await visitor.get(`/assessments/${id}/${step}`);
      expect(visitor.status).toBe(200);
      expect(visitor.text()).toContain("This assessment has been submitted, so it can be read but no longer changed.");
    }
    // Nothing that could not be pressed, and the way to what became of it.
    expect(visitor.document.querySelectorAll("main .review button")).toHaveLength(0);
    expect(visitor.document.querySelectorAll("main .review a").map((link) => link.text)).toEqual(["Go to the home screen", "View result"]);
    expect((await client.get(`/assessments/${id}/lock`)).status).toBe(404);
    await visitor.follow("View result");
    expect(visitor.url).toBe(`/assessments/${id}/result`);
    await visitor.post(`/assessments/${id}/scope`, { selectedLevel: "3", perspectives: "2", threads: "1", narrow: "x" });
    expect((await client.get(`/assessments/${id}`)).body).toMatchObject({ status: "Completed", perspectives: [{ code: "BM" }] });
  });
});

test("an account that reads every team's assessments sees each step, and can change, restore or add nothing", async () => {
  const { client } = await newAssessor(app);
  const organization = await createOrganization(client);
  const id = await createItil(client, organization);
  const office = await new Visitor(app.url).enter(await app.entryLink(READER));
  for (const step of ["profile", "scope", "review"]) {
    await office.get(`/assessments/${id}/${step}/itil`);
    expect(office.status).toBe(200);
    expect(office.text()).toContain("This assessment belongs to another team, so you can read it but not change it.");
  }
  expect(office.document.querySelectorAll("main .review :is(a, button)").map((each) => each.text)).toEqual(["Go to the home screen"]);
  await office.post(`/assessments/${id}/scope/itil`, { "practice-1": "1" });
  expect(office.text()).toContain("Nothing was saved");
  expectStatus(await client.post(`/assessments/${id}/archive`), 200);
  await office.get(`/assessments/${id}/review/itil`);
  expect(office.text()).toContain("This assessment is archived");
  expect(office.text()).not.toContain("Restore it to go on");
  await office.get(`/organizations/${organization}/assessment`);
  expect(office.status).toBe(403);
  const { body } = await client.get(`/assessments/${id}`);
  expect(body).toMatchObject({ isArchived: true, capabilities: [{ code: "INM" }] });
});

describe("a form that comes after the session has ended", () => {
  test("shows level, perspectives and threads in words", async () => {
    const { visitor } = await onScopeStep("P3M3", "Programme");
    const form = visitor.form("Save & Continue").choose("selectedLevel", "2").check("Risk management").check("Planning").check("Assurance");
    await visitor.post("/sign-out", {});
    await form.submit("Save & Continue");
    expect(visitor.status).toBe(401);
    expect(keptAnswers(visitor)).toEqual([
      ["Level", "Level 2"],
      ["Perspectives", "Risk management"],
      ["Threads", "Assurance, Planning"],
    ]);
  });

  test("shows the practices that were chosen in words", async () => {
    const { visitor } = await onScopeStep("ITIL", "Capability");
    const form = visitor.form("Save & Continue").choose("Incident management", "Primary").choose("Service desk", "Supporting");
    await visitor.post("/sign-out", {});
    await form.submit("Save & Continue");
    expect(keptAnswers(visitor)).toEqual([
      ["Incident management", "Primary"],
      ["Service desk", "Supporting"],
    ]);
  });

  test("shows the profile in words", async () => {
    const { visitor, id } = await onScopeStep("ITIL", "Capability");
    await visitor.get(`/assessments/${id}/profile/itil`);
    const form = visitor.form("Save & Continue").fill("Assessment name", "Renamed").check("This is a test assessment");
    await visitor.post("/sign-out", {});
    await form.submit("Save & Continue");
    expect(keptAnswers(visitor)).toEqual([
      ["Select Maturity Model", "ITIL"],
      ["Assessment name", "Renamed"],
      ["Scope", "Capability"],
      ["This is a test assessment", "Yes"],
    ]);
  });
});
