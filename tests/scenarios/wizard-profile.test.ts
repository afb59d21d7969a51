/** The profile step by form, as a browser without script does it (docs/rules/setup-and-scope.md#profile). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "#model/contract/common.ts";
import { ITIL_SCOPES } from "#model/itil/catalogue.ts";
import { practiceRule } from "#model/itil/scope.ts";
import { NAME_MAX, textMessages } from "#model/text.ts";
import { answerPractice, answerThread, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Visitor } from "../support/form-driver.ts";
import type { App } from "../support/server.ts";
import { sharedApp } from "../support/shared.ts";
import { chosenIn, messagesOf, newAssessor, onCreateForm } from "./wizard.ts";

const REQUIRED = "This Field is required.";
const ONE_OF = "Please select one of the options.";

let app: App;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

const assessmentsOf = async (client: Awaited<ReturnType<typeof newAssessor>>["client"], organizationId: number) => {
  const groups = expectStatus(await client.get(`/organizations/${organizationId}/assessments`), 200).body;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the API sent
  return Object.values(groups).flatMap((group) => Object.values(group as any).flat()) as any[];
};

describe("a new assessment", () => {
  test("offers both models to somebody who works with both, and asks for what is missing", async () => {
    const { visitor } = await onCreateForm(app);
    expect(visitor.title).toBe("Assessment Profile Set-up | Maturity Assessment Tool");
    expect(visitor.text()).toContain("Select Maturity Model");
    expect(visitor.text()).toContain("Select one scope per assessment");
    await visitor.form("Save & Continue").submit("Save & Continue");
    expect(visitor.status).toBe(400);
    expect(["assessmentType", "name", "selectedScope"].map((name) => messagesOf(visitor, name))).toEqual([REQUIRED, REQUIRED, REQUIRED]);
  });

  test("shows the organization and three steps, of which only the first is there yet", async () => {
    const { visitor, client } = await newAssessor(app);
    const organization = await createOrganization(client, { name: "Quay Ltd", businessUnit: "" });
    await visitor.get(`/organizations/${organization}/assessment`);
    const sidebar = visitor.document.querySelector("aside")?.text ?? "";
    for (const text of ["Assessment details", "Scope details", "Review profile", "Quay Ltd", "United Kingdom", "Not Provided"])
      expect(sidebar).toContain(text);
    expect(visitor.document.querySelectorAll("nav[aria-label='Set-up steps'] a")).toHaveLength(0);
    expect(visitor.document.querySelector("[aria-current=step]")?.text).toContain("Assessment details");
  });

  test.each([
    ["P3M3", "Programme"],
    ["ITIL", "Capability"],
  ] as [Role, string][])("of somebody who works with %s alone has its model chosen and locked", async (role, scope) => {
    const { visitor, client, organizationId } = await onCreateForm(app, { roles: [role] });
    const select = visitor.document.querySelector("select");
    expect(select?.hasAttribute("disabled")).toBe(true);
    expect(select?.querySelectorAll("option[selected]").map((option) => option.text)).toEqual([role]);
    expect(visitor.text()).not.toContain("Select Maturity Model");
    await visitor.form("Save & Continue").fill("Assessment name", "Alone").choose("selectedScope", scope).submit("Save & Continue");
    expect(visitor.url).toMatch(role === "ITIL" ? /^\/assessments\/\d+\/scope\/itil$/ : /^\/assessments\/\d+\/scope$/);
    expect(await assessmentsOf(client, organizationId)).toMatchObject([{ name: "Alone", assessmentType: role, selectedScope: scope }]);
  });

  test.each([
    ["P3M3", "Project", { certified: false }, []],
    ["P3M3", "Programme", { certified: true }, ["certified", "certifyConsent"]],
    ["P3M3", "Portfolio", { isTestAssessment: true }, ["isTestAssessment"]],
    ["ITIL", "Comprehensive", { endorsed: true }, ["endorsed", "endorseConsent"]],
    ["ITIL", "Capability", { endorsed: false, isTestAssessment: true }, ["isTestAssessment"]],
    ["ITIL", "Maturity", { endorsed: true, isTestAssessment: true }, ["isTestAssessment", "endorsed", "endorseConsent"]],
  ] as const)("%s, %s is created by Save & Continue, which leads to its scope", async (model, scope, expected, ticks) => {
    const { visitor, client, organizationId } = await onCreateForm(app);
    const form = visitor.form("Save & Continue").select("Select Maturity Model", model).fill("Assessment name", "  Über <b>alles</b>  ");
    form.choose("selectedScope", scope);
    for (const tick of ticks) form.check(tick);
    await form.submit("Save & Continue");
    expect(visitor.redirects.at(-1)).toMatch(model === "ITIL" ? /^\/assessments\/\d+\/scope\/itil$/ : /^\/assessments\/\d+\/scope$/);
    const stored = await assessmentsOf(client, organizationId);
    expect(stored).toMatchObject([
      { name: "Über <b>alles</b>", assessmentType: model, selectedScope: scope, status: "Created", ...expected },
    ]);
  });

  test("is created by Save & Exit too, which leads home to its organization", async () => {
    const { visitor, client, organizationId } = await onCreateForm(app);
    await visitor
      .form("Save & Exit")
      .select("Select Maturity Model", "P3M3")
      .fill("Assessment name", "For later")
      .choose("selectedScope", "Project")
      .submit("Save & Exit");
    expect(visitor.url).toBe(`/?organization=${organizationId}`);
    expect(visitor.text()).toContain("For later");
    expect(await assessmentsOf(client, organizationId)).toHaveLength(1);
  });

  test("costs no error for the scope where the model was chosen before its scopes were there", async () => {
    const { visitor, client, organizationId } = await onCreateForm(app);
    const form = visitor.form("Save & Continue").select("Select Maturity Model", "ITIL").fill("Assessment name", "In two steps");
    await form.submit("Save & Continue");
    expect(visitor.status).toBe(200);
    expect(visitor.text()).toContain("Now select a scope");
    expect(visitor.document.querySelectorAll("[role=alert], [aria-invalid]")).toHaveLength(0);
    expect(visitor.document.querySelector("input[name=name]")?.getAttribute("value")).toBe("In two steps");
    await visitor.form("Save & Continue").submit("Save & Continue");
    expect([visitor.status, messagesOf(visitor, "selectedScope")]).toEqual([400, REQUIRED]);
    await visitor.form("Save & Continue").choose("selectedScope", "Maturity").submit("Save & Continue");
    expect(await assessmentsOf(client, organizationId)).toMatchObject([{ name: "In two steps", selectedScope: "Maturity" }]);
  });

  test("says what else is missing beside that", async () => {
    const { visitor } = await onCreateForm(app);
    await visitor.form("Save & Continue").select("Select Maturity Model", "P3M3").submit("Save & Continue");
    expect(visitor.status).toBe(400);
    expect(["name", "selectedScope"].map((name) => messagesOf(visitor, name))).toEqual([REQUIRED, ""]);
  });

  test("names the bounds of each ITIL scope, and whether Continual improvement counts", async () => {
    const { visitor } = await onCreateForm(app, { roles: ["ITIL"] });
    for (const scope of ITIL_SCOPES) expect(visitor.text()).toContain(practiceRule(scope));
  });

  test("is one, however often its form is sent, and another once something else stands in it", async () => {
    const { visitor, client, organizationId } = await onCreateForm(app);
    const address = visitor.url;
    const entries = visitor
      .form("Save & Continue")
      .select("Select Maturity Model", "P3M3")
      .fill("Assessment name", "Twice")
      .choose("selectedScope", "Programme")
      .entries("Save & Continue")
      .map(([name, value]): [name: string, value: string] => [name, value]);
    const [first, second] = await Promise.all(
      [visitor.anotherTab(), visitor.anotherTab()].map(async (tab) => (await tab.post(address, entries)).url),
    );
    expect(first).toMatch(/scope$/);
    expect(second).toBe(first);
    await visitor.post(address, entries);
    expect(visitor.url).toBe(first);
    expect(await assessmentsOf(client, organizationId)).toHaveLength(1);
    await visitor.post(
      address,
      entries.map(([name, value]): [name: string, value: string] => [name, name === "name" ? "Thrice" : value]),
    );
    expect((await assessmentsOf(client, organizationId)).map(({ name }) => name).sort()).toEqual(["Thrice", "Twice"]);
  });

  test.each([
    ["a scope of the other model", { selectedScope: "Maturity" }, { selectedScope: ONE_OF }],
    ["a switch that is neither on nor off", { isTestAssessment: "perhaps" }, { isTestAssessment: "Please select an option." }],
    ["a name that is too long", { name: "x".repeat(NAME_MAX + 1) }, { name: textMessages.tooLong(NAME_MAX) }],
    ["a name of spaces", { name: "   " }, { name: REQUIRED }],
    ["nothing but control characters", { name: "\u0003\u000b" }, { name: REQUIRED }],
  ])("is refused with %s, and what was typed comes back", async (_what, over, messages) => {
    const { visitor, client, organizationId } = await onCreateForm(app, { roles: ["P3M3"] });
    const form = { assessmentType: "P3M3", name: "Forged", selectedScope: "Programme", formId: "f", ...over };
    await visitor.post(visitor.url, form);
    expect(visitor.status).toBe(400);
    for (const [field, message] of Object.entries(messages)) expect(messagesOf(visitor, field)).toBe(message);
    if (!("name" in over)) expect(visitor.document.querySelector("input[name=name]")?.getAttribute("value")).toBe("Forged");
    expect(await assessmentsOf(client, organizationId)).toEqual([]);
  });

  test("keeps to the only role of its creator, whatever is posted", async () => {
    const { visitor, client, organizationId } = await onCreateForm(app, { roles: ["P3M3"] });
    await visitor.post(visitor.url, { assessmentType: "ITIL", name: "Forged", selectedScope: "Programme" });
    expect(await assessmentsOf(client, organizationId)).toMatchObject([{ assessmentType: "P3M3" }]);
  });

  test("says what certification and validation cost, how long they last and whose consent they need", async () => {
    const { visitor } = await onCreateForm(app);
    for (const field of ["certifyConsent", "endorseConsent"]) expect(chosenIn(visitor, field)).toEqual([]);
    for (const field of ["certified", "endorsed"]) {
      const ids = visitor.document.querySelector(`input[name=${field}]`)?.getAttribute("aria-describedby")?.split(" ") ?? [];
      const notes = ids.map((id) => visitor.document.getElementById(id)?.text).join(" ");
      expect(notes).toMatch(/additional fee/);
      expect(notes).toMatch(/three years/);
      expect(notes).toMatch(/end customer must consent/);
      expect(chosenIn(visitor, field)).toEqual([]);
    }
  });
});

describe("the profile of an assessment that exists", () => {
  test("is changed, not created anew, by either button; its model is settled", async () => {
    const { visitor, client } = await newAssessor(app);
    const organization = await createOrganization(client);
    const id = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [1, 8] });
    await visitor.get(`/assessments/${id}/profile`);
    expect(visitor.document.querySelector("select")?.hasAttribute("disabled")).toBe(true);
    expect(visitor.text()).toContain("Select Maturity Model");
    await visitor.form("Save & Continue").fill("Assessment name", "Renamed").choose("selectedScope", "Project").submit("Save & Continue");
    await visitor.form("Save & Exit").submit("Save and change the scope");
    expect(visitor.url).toBe(`/assessments/${id}/scope`);
    const stored = (await client.get(`/assessments/${id}`)).body;
    expect(stored).toMatchObject({ name: "Renamed", selectedScope: "Project", status: "Drafted" });
    expect(stored.threads.map(({ code }: { code: string }) => code)).toEqual(["AM"]);
    await visitor.get(`/assessments/${id}/profile`);
    await visitor.form("Save & Exit").check("This is a test assessment").submit("Save & Exit");
    expect(visitor.url).toBe(`/?organization=${organization}`);
    expect((await client.get(`/assessments/${id}`)).body.isTestAssessment).toBe(true);
    expect(await assessmentsOf(client, organization)).toHaveLength(1);
  });

  describe("says what it makes of a saved scope before it saves", () => {
    /** The dialog's title, and its facts by label. */
    const dialogOf = (visitor: Visitor) => {
      const dialog = visitor.document.querySelector("dialog[open]");
      const facts = dialog?.querySelectorAll("dt").map((term) => [term.text, term.nextElementSibling?.text]) ?? [];
      return { title: dialog?.querySelector("h2")?.text, text: dialog?.text ?? "", facts: Object.fromEntries(facts) };
    };

    test("when certification widens it", async () => {
      const { visitor, client } = await newAssessor(app);
      const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1, 6], threadIds: [1, 6, 10] });
      const stored = async () => (await client.get(`/assessments/${id}`)).body;
      await visitor.get(`/assessments/${id}/profile`);
      const form = visitor.form("Save & Continue").fill("Assessment name", "Wider").check("certified").check("certifyConsent");
      await form.submit("Save & Continue");
      expect(visitor.status).toBe(400);
      expect(dialogOf(visitor).title).toBe("This changes the saved scope");
      expect(dialogOf(visitor).facts).toEqual({
        Added:
          "Finance management, Management control, Organizational governance, Resource management, Stakeholder management, Organization, Process, Standards",
        "Scope now": "2 perspectives × 3 threads × 5 levels = 30 statements",
        "Scope after saving": "7 perspectives × 6 threads × 5 levels = 210 statements",
      });
      expect(await stored()).toMatchObject({ name: "Spring review", certified: false, perspectives: [{ id: 1 }, { id: 6 }] });
      // The typed name is still there, and the same button goes on.
      expect(visitor.document.querySelector("input[name=name]")?.getAttribute("value")).toBe("Wider");
      await visitor.form("Save & Exit").submit("Save and change the scope");
      expect(visitor.url).toBe(`/assessments/${id}/scope`);
      const { certified, perspectives, threads } = await stored();
      expect([certified, perspectives.length]).toEqual([true, 7]);
      expect(threads.map((thread: { id: number }) => thread.id)).toEqual([1, 6, 9, 10, 11, 12]);
    });

    test("when Project takes Model integration out of it, and goes on as the button said", async () => {
      const { visitor, client } = await newAssessor(app);
      const organization = await createOrganization(client);
      const id = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [8] });
      await visitor.get(`/assessments/${id}/profile`);
      await visitor.form("Save & Exit").choose("selectedScope", "Project").submit("Save & Exit");
      expect(dialogOf(visitor).facts).toMatchObject({ "Taken out": "Model integration" });
      expect(dialogOf(visitor).text).toContain("No thread is left then: choose others in the scope step.");
      expect((await client.get(`/assessments/${id}`)).body).toMatchObject({ selectedScope: "Programme", threads: [{ code: "MI" }] });
      await visitor.form("Save & Exit").submit("Save and change the scope");
      expect(visitor.url).toBe(`/?organization=${organization}`);
      expect((await client.get(`/assessments/${id}`)).body).toMatchObject({
        selectedScope: "Project",
        threads: [],
        perspectives: [{ id: 1 }],
      });
    });

    test("again when what is confirmed is no longer what was said", async () => {
      const { visitor, client } = await newAssessor(app);
      const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [1, 8] });
      await visitor.get(`/assessments/${id}/profile`);
      await visitor.form("Save & Continue").choose("selectedScope", "Project").submit("Save & Continue");
      const form = visitor.form("Save & Exit").check("certified").check("certifyConsent");
      await form.submit("Save and change the scope");
      expect(visitor.status).toBe(400);
      expect(Object.keys(dialogOf(visitor).facts)).toEqual(["Added", "Taken out", "Scope now", "Scope after saving"]);
    });

    test("but not while no scope is saved", async () => {
      const { visitor, client, organizationId } = await onCreateForm(app, { roles: ["P3M3"] });
      const form = { name: "New", assessmentType: "P3M3", isTestAssessment: false, selectedScope: "Programme" };
      const { id } = expectStatus(await client.post(`/organizations/${organizationId}/assessments`, form), 201).body;
      await visitor.get(`/assessments/${id}/profile`);
      await visitor.form("Save & Continue").check("certified").check("certifyConsent").submit("Save & Continue");
      expect(visitor.url).toBe(`/assessments/${id}/scope`);
    });
  });

  describe.each([
    ["P3M3", "certified", "certifyConsent", "Certification needs the consent of the end customer."],
    ["ITIL", "endorsed", "endorseConsent", "Independent validation needs the consent of the end customer."],
  ] as const)("requested for %s", (model, request, consent, message) => {
    test("asks for the end customer's consent, and saves nothing without it", async () => {
      const { visitor, client, organizationId } = await onCreateForm(app, { roles: [model] });
      const scope = model === "P3M3" ? "Programme" : "Maturity";
      await visitor.form("Save & Continue").choose("selectedScope", scope).check(request).submit("Save & Continue");
      expect(visitor.status).toBe(400);
      expect([messagesOf(visitor, consent), messagesOf(visitor, "name")]).toEqual([message, REQUIRED]);
      expect(await assessmentsOf(client, organizationId)).toEqual([]);
      await visitor.form("Save & Continue").fill("Assessment name", "Agreed").check(consent).submit("Save & Continue");
      expect(await assessmentsOf(client, organizationId)).toMatchObject([{ [request]: true }]);
    });

    test("asks at a later tick too, and not again once it is requested", async () => {
      const { visitor, client } = await newAssessor(app);
      const organization = await createOrganization(client);
      const id = model === "P3M3" ? await createP3M3(client, organization) : await createItil(client, organization);
      const address = `/assessments/${id}/profile${model === "ITIL" ? "/itil" : ""}`;
      await visitor.get(address);
      await visitor.form("Save & Exit").check(request).submit("Save & Exit");
      expect(messagesOf(visitor, consent)).toBe(message);
      await visitor.form("Save & Exit").check(consent).submit("Save & Exit");
      expect((await client.get(`/assessments/${id}`)).body).toMatchObject({ [request]: true });
      await visitor.get(address);
      expect(visitor.document.querySelector(`input[name=${consent}]`)).toBeNull();
      await visitor.form("Save & Exit").fill("Assessment name", "Later").submit("Save & Exit");
      expect((await client.get(`/assessments/${id}`)).body).toMatchObject({ name: "Later", [request]: true });
    });
  });

  test("says beside the tick why certification cannot be asked for", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await createP3M3(client, await createOrganization(client));
    expectStatus(await client.post(`/assessments/${id}/3/11/descope`), 200);
    await visitor.get(`/assessments/${id}/profile`);
    await visitor
      .form("Save & Continue")
      .fill("Assessment name", "Kept")
      .check("certified")
      .check("certifyConsent")
      .submit("Save & Continue");
    expect(visitor.status).toBe(400);
    const sentences = visitor.document.querySelectorAll("[role=alert] p").map((sentence) => sentence.text);
    expect(sentences).toEqual(["Something went wrong, please try again...", "Please check what you entered:"]);
    expect(messagesOf(visitor, "certified")).toMatch(/Mandatory threads are descoped: Process/);
    expect(visitor.document.querySelector("input[name=name]")?.getAttribute("value")).toBe("Kept");
    expect(chosenIn(visitor, "certified")).toEqual(["on"]);
  });

  test.each(["P3M3", "ITIL"] as const)("keeps the scope of a started %s assessment, and says so", async (model) => {
    const { visitor, client } = await newAssessor(app);
    const organization = await createOrganization(client);
    const id = model === "P3M3" ? await createP3M3(client, organization) : await createItil(client, organization);
    expectStatus(model === "P3M3" ? await answerThread(client, id, 1, 1, "FFPNN") : await answerPractice(client, id, 19, "FN"), 200);
    const address = `/assessments/${id}/profile${model === "ITIL" ? "/itil" : ""}`;
    await visitor.get(address);
    expect(visitor.text()).toContain("The scope cannot be changed once the assessment has started.");
    const scopes = visitor.document.querySelectorAll("input[name=selectedScope][type=radio]");
    expect(scopes.length).toBe(3);
    expect(scopes.every((radio) => radio.hasAttribute("disabled"))).toBe(true);
    const { selectedScope } = (await client.get(`/assessments/${id}`)).body;
    await visitor.post(address, { assessmentType: model, name: "Still", selectedScope: model === "P3M3" ? "Portfolio" : "Maturity" });
    expect((await client.get(`/assessments/${id}`)).body).toMatchObject({ name: "Still", selectedScope });
  });

  test("is there at both addresses in any case, and the wrong one leads to the right one", async () => {
    const { visitor, client } = await newAssessor(app);
    const organization = await createOrganization(client);
    const p3m3 = await createP3M3(client, organization);
    const itil = await createItil(client, organization);
    for (const step of ["profile", "scope", "review"]) {
      for (const [id, wrong, right] of [
        [p3m3, `/${step}/itil`, `/${step}`],
        [itil, `/${step}`, `/${step}/itil`],
      ] as const) {
        await visitor.get(`/assessments/${id}${wrong}`);
        expect([visitor.status, visitor.url]).toEqual([200, `/assessments/${id}${right}`]);
      }
      await visitor.get(`/Assessments/${itil}/${step.toUpperCase()}/Itil`);
      expect([visitor.status, visitor.redirects]).toEqual([200, []]);
      expect(visitor.document.querySelectorAll("[aria-current=step]")).toHaveLength(1);
    }
  });

  test("has all steps enabled; scope and review count as complete once the scope is chosen", async () => {
    const { visitor, client } = await newAssessor(app);
    const organization = await createOrganization(client);
    const form = { name: "New", assessmentType: "ITIL", isTestAssessment: false, selectedScope: "Comprehensive" };
    const { id } = expectStatus(await client.post(`/organizations/${organization}/assessments`, form), 201).body;
    const steps = () =>
      visitor.document
        .querySelectorAll("nav[aria-label='Set-up steps'] a")
        .map((link) => link.text.trim())
        .join(" | ");
    await visitor.get(`/assessments/${id}/profile/itil`);
    expect(steps()).toBe("Assessment details (complete) | Scope details | Review profile");
    const chosen = await createItil(client, organization);
    await visitor.get(`/assessments/${chosen}/profile/itil`);
    expect(steps()).toBe("Assessment details (complete) | Scope details (complete) | Review profile (complete)");
    // Practices that were enough for Capability are not for Comprehensive.
    await visitor.form("Save & Continue").choose("selectedScope", "Comprehensive").submit("Save & Continue");
    expect(steps()).toBe("Assessment details (complete) | Scope details | Review profile");
  });

  test("gives the lock back when its page is left, and keeps it when another page of it was opened since", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await createP3M3(client, await createOrganization(client));
    const lock = async () => (await client.get(`/assessments/${id}/lock`)).status;
    const pageOf = (tab: typeof visitor) => tab.document.querySelector("input[name=page]")?.getAttribute("value") ?? "";
    await visitor.get(`/assessments/${id}/profile`);
    const older = pageOf(visitor);
    await visitor.get(`/assessments/${id}/scope`);
    const newer = pageOf(visitor);
    await visitor.anotherTab().post(`/assessments/${id}/lock/release`, { page: older });
    expect(await lock()).toBe(200);
    await visitor.anotherTab().post(`/assessments/${id}/lock/release`, { page: newer });
    expect(await lock()).toBe(404);
  });
});
