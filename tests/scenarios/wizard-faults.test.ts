/** Faults of the upstream during set-up (docs/rules/errors-and-retries.md#actions-that-fail, docs/rules/locks-and-saving.md#a-write-that-meets-409). */

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fieldsOf, PROFILE_FIELDS } from "#model/fields.ts";
import { roomMessages } from "#model/room.ts";
import { createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Visitor } from "../support/form-driver.ts";
import { drop, forwarded, json, loseAnswer, page, replaceWhole, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { CERTIFIER, sharedAppWithFaults } from "../support/shared.ts";
import { chosenIn, newAssessor, onCreateForm } from "./wizard.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

/** Opens the step in another tab and goes home from there, which gives the lock back behind the first tab. */
async function leaveInAnotherTab(visitor: Visitor, id: unknown): Promise<void> {
  const tab = await visitor.anotherTab().get(`/assessments/${id}/scope`);
  await tab.follow("Home");
}
const title = (visitor: { document: { querySelector(selector: string): { text: string } | null } }) =>
  visitor.document.querySelector("h1")?.text.trim();
const wayOn = (visitor: { document: { querySelectorAll(selector: string): { getAttribute(name: string): string | undefined }[] } }) =>
  visitor.document.querySelectorAll("main a").map((link) => link.getAttribute("href"));

describe("loading fails", () => {
  const OTHER = ["Sorry, something went wrong...", "Please, try again later or get in touch."] as const;
  const DENIED = ["Sorry, access denied.", "You have no credentials to access this assessment."] as const;

  test.each([
    ["401", status(401), ...DENIED, CERTIFIER],
    ["403", status(403), ...DENIED, "/"],
    ["404", status(404), "Assessment not found.", "The assessment you are trying to access does not exist.", "/"],
    ["500", status(500), ...OTHER, "/"],
    ["a refused connection", drop(), ...OTHER, "/"],
    ["a page where JSON was due", page(), ...OTHER, "/"],
    ["a body that breaks the schema", json({ id: 1 }), ...OTHER, "/"],
  ] as const)("an assessment, with %s", async (_what, behaviour, heading, description, next) => {
    const { visitor, client } = await newAssessor(app);
    const id = await createP3M3(client, await createOrganization(client));
    app.upstream.on("GET", `/assessments/${id}`, behaviour);
    for (const step of ["profile", "scope", "review"]) {
      await visitor.get(`/assessments/${id}/${step}`);
      expect(visitor.status).toBeGreaterThanOrEqual(400);
      expect(title(visitor)).toBe(heading);
      expect(visitor.text()).toContain(description);
      expect(wayOn(visitor)).toContain(next);
    }
  });

  test.each([
    ["401", status(401), "Sorry, your credentials has expired.", "Please, try to login again or get in touch", CERTIFIER],
    ["404", status(404), "Organization not found.", "The organization you are trying to access does not exist.", "/"],
    ["503", status(503), ...OTHER, "/"],
  ] as const)("the organization of a new assessment, with %s", async (_what, behaviour, heading, description, next) => {
    const { visitor, organizationId } = await onCreateForm(app);
    app.upstream.on("GET", `/organizations/${organizationId}`, behaviour);
    await visitor.get(`/organizations/${organizationId}/assessment`);
    expect(title(visitor)).toBe(heading);
    expect(visitor.text()).toContain(description);
    expect(wayOn(visitor)).toContain(next);
  });
});

describe("saving the profile fails", () => {
  test.each([
    ["500", status(500)],
    ["401", status(401)],
    ["403", status(403)],
    ["422 without a reason", status(422)],
  ] as const)("with %s: an alert, the user stays, and what was typed is kept", async (_what, behaviour) => {
    const { visitor, client, organizationId } = await onCreateForm(app);
    app.upstream.on("POST", `/organizations/${organizationId}/assessments`, behaviour);
    const fill = () =>
      visitor
        .form("Save & Continue")
        .select("Select Maturity Model", "ITIL")
        .fill("Assessment name", "Do not lose me")
        .choose("selectedScope", "Maturity")
        .check("endorsed")
        .check("endorseConsent")
        .submit("Save & Continue");
    await fill();
    expect(visitor.status).toBeGreaterThanOrEqual(400);
    expect(visitor.document.querySelector("[role=alert]")?.text).toContain("Something went wrong, please try again...");
    expect(visitor.document.querySelector("input[name=name]")?.getAttribute("value")).toBe("Do not lose me");
    expect(visitor.document.querySelector("option[selected]")?.text).toBe("ITIL");
    expect([...chosenIn(visitor, "selectedScope"), ...chosenIn(visitor, "endorsed")]).toEqual(["Maturity", "on"]);

    app.upstream.reset();
    await visitor.form("Save & Continue").submit("Save & Continue");
    expect(visitor.url).toMatch(/scope\/itil$/);
    const id = /\d+/.exec(visitor.url)?.[0];
    expect((await client.get(`/assessments/${id}`)).body).toMatchObject({ name: "Do not lose me", endorsed: true });
  });

  test("because one has created too many: it says how long to wait, at once, and what was typed is kept", async () => {
    const { visitor, organizationId } = await onCreateForm(app);
    const calls = `/organizations/${organizationId}/assessments`;
    app.upstream.on("POST", calls, status(429, { "Retry-After": "40" }));
    await visitor
      .form("Save & Continue")
      .select("Select Maturity Model", "ITIL")
      .fill("Assessment name", "Do not lose me")
      .choose("selectedScope", "Maturity")
      .submit("Save & Continue");
    expect(visitor.status).toBe(429);
    expect(visitor.document.querySelectorAll("[role=alert] p").map(({ text }) => text)).toEqual([
      "Something went wrong, please try again...",
      "You have saved a lot within a minute. Please wait a minute, then save again.",
    ]);
    expect(visitor.document.querySelector("input[name=name]")?.getAttribute("value")).toBe("Do not lose me");
    expect(app.upstream.receivedAt("POST", calls)).toHaveLength(1);
  });

  test("because the organization has no room for another one: it says so, and what was typed is kept", async () => {
    const { visitor, organizationId } = await onCreateForm(app);
    app.upstream.on("POST", `/organizations/${organizationId}/assessments`, json({ title: roomMessages.assessments, status: 422 }, 422));
    await visitor
      .form("Save & Continue")
      .select("Select Maturity Model", "ITIL")
      .fill("Assessment name", "Do not lose me")
      .choose("selectedScope", "Maturity")
      .submit("Save & Continue");
    expect(visitor.status).toBe(400);
    expect(visitor.document.querySelectorAll("[role=alert] p").map(({ text }) => text)).toEqual([roomMessages.assessments]);
    expect(visitor.document.querySelector("input[name=name]")?.getAttribute("value")).toBe("Do not lose me");
  });

  test("of an existing assessment the same way", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await createItil(client, await createOrganization(client));
    await visitor.get(`/assessments/${id}/profile/itil`);
    app.upstream.on("PUT", `/assessments/${id}`, status(500));
    await visitor.form("Save & Exit").fill("Assessment name", "Do not lose me").submit("Save & Exit");
    expect(visitor.text()).toContain("Something went wrong, please try again...");
    expect(visitor.document.querySelector("input[name=name]")?.getAttribute("value")).toBe("Do not lose me");
    expect(app.output()).toContain("profile not saved");
  });

  test("because the answer was lost: sent again, it is still one assessment", async () => {
    const { visitor, client, organizationId } = await onCreateForm(app);
    app.upstream.on("POST", `/organizations/${organizationId}/assessments`, loseAnswer(), drop());
    const form = visitor.form("Save & Continue").select("Select Maturity Model", "P3M3");
    await form.fill("Assessment name", "Once").choose("selectedScope", "Project").submit("Save & Continue");
    expect(visitor.text()).toContain("Something went wrong, please try again...");
    app.upstream.reset();
    await visitor.form("Save & Continue").submit("Save & Continue");
    expect(visitor.url).toMatch(/scope$/);
    const { P3M3 } = expectStatus(await client.get(`/organizations/${organizationId}/assessments`), 200).body;
    expect(P3M3.created).toHaveLength(1);
  });
});

describe("saving the scope fails", () => {
  test("of P3M3: the fixed dialog, the user stays, and everything chosen is kept", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [1] });
    await visitor.get(`/assessments/${id}/scope`);
    app.upstream.on("PUT", `/assessments/${id}`, status(500));
    await visitor.form("Save & Continue").choose("selectedLevel", "4").check("Risk management").check("Planning").submit("Save & Continue");
    const dialog = visitor.document.querySelector("dialog[open]");
    expect(dialog?.querySelector("h2")?.text).toBe("Sorry, something happened, try again...");
    expect(dialog?.querySelector("form[method=dialog] button")?.text).toBe("Continue");
    expect(["selectedLevel", "perspectives", "threads"].map((name) => chosenIn(visitor, name))).toEqual([["4"], ["1", "6"], ["1", "10"]]);
    app.upstream.reset();
    await visitor.form("Save & Continue").submit("Save & Continue");
    expect(visitor.url).toBe(`/assessments/${id}/review`);
    expect((await client.get(`/assessments/${id}`)).body.selectedLevel).toBe(4);
  });

  test("of ITIL: it is logged and told alike, for nobody may believe that something was saved which was not", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await createItil(client, await createOrganization(client));
    await visitor.get(`/assessments/${id}/scope/itil`);
    app.upstream.on("PUT", `/assessments/${id}`, status(500));
    await visitor.form("Save & Continue").choose("Service desk", "Supporting").submit("Save & Continue");
    expect(visitor.url).toBe(`/assessments/${id}/scope/itil`);
    expect(visitor.document.querySelector("dialog[open]")?.text).toContain("Nothing was saved.");
    expect(chosenIn(visitor, "practice-28")).toEqual(["2"]);
    expect(app.output()).toContain("scope not saved");
    expect((await client.get(`/assessments/${id}`)).body.capabilities).toHaveLength(1);
  });

  test("because the upstream refuses single fields: the message stands beside them", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await createP3M3(client, await createOrganization(client));
    await visitor.get(`/assessments/${id}/scope`);
    const problem = { title: "No", status: 422, errors: [{ path: "threads", message: "Not this one today." }] };
    app.upstream.on("PUT", `/assessments/${id}`, json(problem, 422));
    await visitor.form("Save & Continue").submit("Save & Continue");
    expect(visitor.status).toBe(400);
    expect(visitor.document.getElementById("threads-error")?.text).toBe("Not this one today.");
  });
});

describe("an upstream that replaces what an update does not send", () => {
  const facts = (visitor: Visitor) =>
    Object.fromEntries(visitor.document.querySelectorAll(".review dt").map((term) => [term.text, term.nextElementSibling?.text]));
  const sent = (id: number) => {
    const { body = "{}" } = app.upstream.receivedAt("PUT", `/assessments/${id}`).at(-1) ?? {};
    return Object.keys(JSON.parse(body)).sort();
  };

  test("keeps the whole of a P3M3 assessment, whichever step is saved", async () => {
    const { visitor, client } = await newAssessor(app);
    const setup = { isTestAssessment: true, perspectiveIds: [1, 6], threadIds: [1, 10], selectedLevel: 4 };
    const id = await createP3M3(client, await createOrganization(client), setup);
    replaceWhole(app.upstream, `/assessments/${id}`);
    await visitor.get(`/assessments/${id}/review`);
    const before = facts(visitor);
    const payload = [...Object.keys(fieldsOf(PROFILE_FIELDS, "P3M3")), "perspectives", "previousId", "selectedLevel", "threads"].sort();

    await visitor.get(`/assessments/${id}/profile`);
    await visitor.form("Save & Continue").fill("Assessment name", "Renamed").submit("Save & Continue");
    expect(sent(id)).toEqual(payload);
    await visitor.get(`/assessments/${id}/review`);
    expect(facts(visitor)).toEqual({ ...before, "Assessment name": "Renamed" });

    await visitor.get(`/assessments/${id}/scope`);
    await visitor.form("Save & Continue").check("Finance management").submit("Save & Continue");
    expect(sent(id)).toEqual(payload);
    expect(facts(visitor)).toMatchObject({
      "Assessment name": "Renamed",
      Scope: "Programme",
      "Test assessment": "Yes",
      Perspectives: "Benefits management, Finance management, Risk management",
      Threads: "Asset management, Planning",
    });
    expect(facts(visitor).Level).toContain("Level 4");
  });

  test("keeps the whole of an ITIL assessment, whichever step is saved", async () => {
    const { visitor, client } = await newAssessor(app);
    const practices = [
      { id: 19, selectionMode: 2 as const },
      { id: 28, selectionMode: 1 as const },
    ];
    const id = await createItil(client, await createOrganization(client), { selectedScope: "Maturity", practices });
    const profile = { assessmentType: "ITIL", name: "Service review", isTestAssessment: true, endorsed: true };
    expectStatus(await client.put(`/assessments/${id}`, profile), 200);
    replaceWhole(app.upstream, `/assessments/${id}`);
    await visitor.get(`/assessments/${id}/review/itil`);
    const before = facts(visitor);
    const payload = [...Object.keys(fieldsOf(PROFILE_FIELDS, "ITIL")), "capabilities", "id", "maturities", "previousId"].sort();

    await visitor.get(`/assessments/${id}/profile/itil`);
    await visitor.form("Save & Continue").fill("Assessment name", "Renamed").submit("Save & Continue");
    expect(sent(id)).toEqual(payload);
    await visitor.get(`/assessments/${id}/review/itil`);
    expect(facts(visitor)).toEqual({ ...before, "Assessment name": "Renamed" });

    await visitor.get(`/assessments/${id}/scope/itil`);
    await visitor.form("#scope-form").choose("Service design", "Primary").submit("Save & Continue");
    expect(sent(id)).toEqual(payload);
    expect(facts(visitor)).toMatchObject({
      "Assessment name": "Renamed",
      Scope: "Maturity",
      "Test assessment": "Yes",
      "For a statement of results or independent validation": "Yes",
      "Maturity components": "Guiding Principles, Governance, Service Value Chain, Practices, Continual Improvement",
    });
  });

  test.each(["P3M3", "ITIL"] as const)(
    "is sent the whole of a %s assessment that has no scope yet, and still shows none",
    async (model) => {
      const { visitor, client, organizationId } = await onCreateForm(app);
      const form = visitor.form("Save & Continue").select("Select Maturity Model", model).fill("Assessment name", "New");
      await form.choose("selectedScope", model === "P3M3" ? "Programme" : "Maturity").submit("Save & Exit");
      const groups = expectStatus(await client.get(`/organizations/${organizationId}/assessments`), 200).body;
      const [{ id }] = groups[model].created;
      const profile = `/assessments/${id}/profile${model === "ITIL" ? "/itil" : ""}`;
      // The reference API takes the same payload, and does not mistake it for a scope that was saved.
      await visitor.get(profile);
      await visitor.form("Save & Continue").fill("Assessment name", "Renamed").submit("Save & Continue");
      expect(visitor.status).toBe(200);
      expect((await client.get(`/assessments/${id}`)).body).toMatchObject({ name: "Renamed", status: "Created" });
      expect(sent(id)).toEqual(expect.arrayContaining(model === "P3M3" ? ["perspectives", "threads"] : ["capabilities", "maturities"]));
      replaceWhole(app.upstream, `/assessments/${id}`);
      await visitor.get(profile);
      await visitor.form("Save & Continue").check("This is a test assessment").submit("Save & Continue");
      expect(visitor.url).toContain("/scope");
      await visitor.get(profile.replace("profile", "review"));
      expect(facts(visitor)).toMatchObject({ "Assessment name": "Renamed", "Test assessment": "Yes" });
      expect(visitor.text()).toContain("Complete the scope details first");
    },
  );

  test.each(["while it was being saved", "before the lock was taken again"])(
    "is not sent a name that a colleague changed %s",
    async (when) => {
      const anna = await newAssessor(app);
      const id = await createP3M3(anna.client, await createOrganization(anna.client), { perspectiveIds: [1], threadIds: [1] });
      await anna.visitor.get(`/assessments/${id}/scope`);
      const rename = async () => {
        expectStatus(await anna.client.post(`/assessments/${id}/lock`), 200);
        expectStatus(await anna.client.put(`/assessments/${id}`, { assessmentType: "P3M3", name: "Theirs" }), 200);
      };
      if (when.startsWith("while")) {
        app.upstream.on(
          "PUT",
          `/assessments/${id}`,
          async (exchange) => {
            await rename();
            await status(409)(exchange);
          },
          forwarded(),
        );
      } else {
        await leaveInAnotherTab(anna.visitor, id);
        app.upstream.on("POST", `/assessments/${id}/lock`, async (exchange) => {
          await rename();
          await forwarded()(exchange);
        });
      }
      await anna.visitor.form("Save & Continue").check("Risk management").submit("Save & Continue");
      expect(anna.visitor.url).toBe(`/assessments/${id}/review`);
      expect(anna.visitor.text()).toContain("Theirs");
    },
  );
});

test("where the page itself cannot be loaded any more, the error page keeps what was typed and sends it again", async () => {
  const { visitor, client } = await newAssessor(app);
  const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [1] });
  await visitor.get(`/assessments/${id}/scope`);
  app.upstream.on("GET", `/assessments/${id}`, drop());
  app.upstream.on("PUT", `/assessments/${id}`, drop());
  await visitor.form("Save & Continue").check("Risk management").submit("Save & Continue");
  expect(visitor.text()).toContain("What you entered was not saved, but it is not lost");
  app.upstream.reset();
  await visitor.form("Try again").submit("Try again");
  expect(visitor.url).toBe(`/assessments/${id}/review`);
  expect((await client.get(`/assessments/${id}`)).body.perspectives.map(({ code }: { code: string }) => code)).toEqual(["BM", "RK"]);
});

describe("somebody else", () => {
  /** Two of a team, the first with the scope of an assessment on the screen. */
  async function twoAtOne() {
    const anna = await newAssessor(app);
    const ben = await newAssessor(app, { team: anna.team });
    const id = await createP3M3(anna.client, await createOrganization(anna.client), { perspectiveIds: [1], threadIds: [1] });
    await anna.visitor.get(`/assessments/${id}/scope`);
    const takeOver = async () => {
      expectStatus(await anna.client.delete(`/assessments/${id}/lock`), 204);
      expectStatus(await ben.client.post(`/assessments/${id}/lock`), 200);
    };
    return { anna, ben, id, takeOver };
  }

  test("holds the lock when a step is opened: it leads home, where the row says so", async () => {
    const { ben, id } = await twoAtOne();
    for (const step of ["profile", "scope", "review"]) {
      await ben.visitor.get(`/assessments/${id}/${step}`);
      expect(ben.visitor.url).toMatch(new RegExp(`^/\\?organization=\\d+&locked=${id}$`));
      expect(ben.visitor.text()).toContain("Locked for editing by another user");
    }
  });

  test.each(["scope", "profile"] as const)(
    "has taken the lock when the %s is saved: who is named, and what was typed is kept",
    async (step) => {
      const { anna, ben, id, takeOver } = await twoAtOne();
      await anna.visitor.get(`/assessments/${id}/${step}`);
      await takeOver();
      const form = anna.visitor.form("Save & Continue");
      if (step === "scope") form.check("Risk management");
      else form.fill("Assessment name", "Mine");
      await form.submit("Save & Continue");
      expect(anna.visitor.status).toBe(409);
      expect(anna.visitor.text()).toContain("Locked for editing by another user");
      expect(anna.visitor.text()).toContain(ben.email);
      if (step === "scope") expect(chosenIn(anna.visitor, "perspectives")).toEqual(["1", "6"]);
      else expect(anna.visitor.document.querySelector("input[name=name]")?.getAttribute("value")).toBe("Mine");
      expect((await anna.client.get(`/assessments/${id}`)).body).toMatchObject({ name: "Spring review", perspectives: [{ code: "BM" }] });

      expectStatus(await ben.client.delete(`/assessments/${id}/lock`), 204);
      await anna.visitor.form("Save & Continue").submit("Save & Continue");
      expect(anna.visitor.redirects.at(-1)).toBe(`/assessments/${id}/${step === "scope" ? "review" : "scope"}`);
    },
  );

  test("has taken the lock after another tab went home: also a form with mistakes stays as it was filled in", async () => {
    const { anna, ben, id } = await twoAtOne();
    await leaveInAnotherTab(anna.visitor, id);
    expectStatus(await ben.client.post(`/assessments/${id}/lock`), 200);
    await anna.visitor.form("Save & Continue").uncheck("Asset management").check("Risk management").submit("Save & Continue");
    expect([anna.visitor.status, anna.visitor.url]).toEqual([400, `/assessments/${id}/scope`]);
    expect(chosenIn(anna.visitor, "perspectives")).toEqual(["1", "6"]);
    await anna.visitor.form("Save & Continue").check("Planning").submit("Save & Continue");
    expect(anna.visitor.text()).toContain(`${ben.email} is editing this assessment`);
    expect([chosenIn(anna.visitor, "perspectives"), chosenIn(anna.visitor, "threads")]).toEqual([["1", "6"], ["10"]]);
  });

  test("has taken the lock, changed the scope and left: both versions are shown, and saving again puts one's own in its place", async () => {
    const { anna, ben, id, takeOver } = await twoAtOne();
    await takeOver();
    const theirs = { assessmentType: "P3M3", name: "Spring review", perspectives: [{ id: 7, code: "SM", name: "Stakeholder management" }] };
    expectStatus(await ben.client.put(`/assessments/${id}`, theirs), 200);
    expectStatus(await ben.client.delete(`/assessments/${id}/lock`), 204);
    await anna.visitor.form("Save & Continue").check("Risk management").submit("Save & Continue");
    expect(anna.visitor.status).toBe(409);
    expect(anna.visitor.document.querySelector("form .callout")?.text).toContain("Stakeholder management");
    expect(chosenIn(anna.visitor, "perspectives")).toEqual(["1", "6"]);
    expect((await anna.client.get(`/assessments/${id}`)).body.perspectives).toMatchObject([{ code: "SM" }]);
    await anna.visitor.form("Save & Continue").submit("Save & Continue");
    expect(anna.visitor.url).toBe(`/assessments/${id}/review`);
    expect((await anna.client.get(`/assessments/${id}`)).body.perspectives).toMatchObject([{ code: "BM" }, { code: "RK" }]);
  });

  test("had the lock for a moment and changed nothing: the save asks for it again and goes through", async () => {
    const { anna, id } = await twoAtOne();
    app.upstream.on("PUT", `/assessments/${id}`, status(409), forwarded());
    await anna.visitor.form("Save & Continue").check("Risk management").submit("Save & Continue");
    expect(anna.visitor.url).toBe(`/assessments/${id}/review`);
    expect(app.upstream.receivedAt("PUT", `/assessments/${id}`)).toHaveLength(2);
    expect(app.upstream.receivedAt("POST", `/assessments/${id}/lock`).length).toBeGreaterThan(0);
  });

  test("is oneself in another tab: the older form does not silently undo the newer", async () => {
    const { anna, id } = await twoAtOne();
    const other = await anna.visitor.anotherTab().get(`/assessments/${id}/profile`);
    await anna.visitor.get(`/assessments/${id}/profile`);
    await other.form("Save & Continue").fill("Assessment name", "Newer").submit("Save & Continue");
    await anna.visitor.form("Save & Continue").fill("Assessment name", "Older").submit("Save & Continue");
    expect(anna.visitor.status).toBe(409);
    expect(anna.visitor.text()).toContain("Newer");
    expect((await anna.client.get(`/assessments/${id}`)).body.name).toBe("Newer");
  });
});

describe("restoring an archived assessment fails", () => {
  test.each([
    ["500", status(500), "Something went wrong, please try again later"],
    ["409", status(409), "Locked for editing by another user"],
  ] as const)("with %s, and the user is told", async (_what, behaviour, message) => {
    const { visitor, client } = await newAssessor(app);
    const id = await createP3M3(client, await createOrganization(client));
    expectStatus(await client.post(`/assessments/${id}/archive`), 200);
    await visitor.get(`/assessments/${id}/review`);
    app.upstream.on("POST", `/assessments/${id}/unarchive`, behaviour);
    await visitor.form("Restore it").submit("Restore it");
    expect(visitor.document.querySelector("[role=alert]")?.text).toContain(message);
    expect((await client.get(`/assessments/${id}`)).body.isArchived).toBe(true);
  });
});
