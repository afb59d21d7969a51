/** Asking for certification and for independent validation on the home screen, without script. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { answerAllItil, answerThread, completeP3M3, createItil, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Visitor } from "../support/form-driver.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { atHome, hasButton, hasLink, rowText } from "./home.ts";
import { startItil } from "./itil.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const CHANNELS = "/outbox/channels";
const paragraphs = ({ document }: Awaited<ReturnType<typeof atHome>>["visitor"]) =>
  document.querySelectorAll("dialog[open] :is(h2, p)").map((each) => each.text.trim());

describe("certification", () => {
  test("of a completed assessment asks for the consent, then shows the row as certified", async () => {
    const { client, organizationId, open, visitor } = await atHome(app);
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

  const MARKED = "The home screen marks it as certified, which says that this was requested, not that the body has agreed.";
  test.each([
    [
      "a channel",
      json({ channels: ["email"] }),
      `The request is being sent to the certifying body, which gets in touch about the fee. ${MARKED}`,
    ],
    ["no channel", undefined, `The request is kept. It cannot be sent yet, because no address has been set up for requests. ${MARKED}`],
    ["an upstream that does not tell", status(404), MARKED],
  ])("says no more than what happens with it: %s", async (_, channels, text) => {
    const { client, organizationId, open, visitor } = await atHome(app);
    await completeP3M3(client, organizationId, "FRNNN", { threadIds: [6, 9, 11, 12] });
    await open("completed");
    await visitor.follow("Certify assessment: Spring review");
    if (channels) app.upstream.on("GET", CHANNELS, channels);
    await visitor.form("Certify assessment").check("consent").submit("Certify assessment");
    expect(paragraphs(visitor)).toEqual(["Certification was requested.", text]);
  });

  test("names the mandatory threads that are missing and offers no call", async () => {
    const { client, organizationId, open, visitor } = await atHome(app);
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
    expect(visitor.document.querySelector("dialog[open]")?.text).toContain(
      "Start a new assessment with these threads to ask for certification.",
    );
    await visitor.follow("Close");
    expect(visitor.document.querySelector("dialog[open]")).toBeNull();
  });

  test("of one that is not completed leads to its profile", async () => {
    const { client, organizationId, open, visitor } = await atHome(app);
    const id = await createP3M3(client, organizationId, { perspectiveIds: [1] });
    await open();
    await visitor.get(visitor.document.querySelector("a[title='Certify assessment']")?.getAttribute("href") ?? "");
    expect(visitor.url).toBe(`/assessments/${id}/profile`);
  });

  test("that was ticked at set-up is requested on submission, and not before", async () => {
    const { client, organizationId, open, visitor } = await atHome(app);
    const threadIds = [6, 9, 11, 12];
    const id = await createP3M3(client, organizationId, { certified: true, threadIds });
    await open();
    expect(rowText(visitor, id)).toContain("To be certified");
    expect(rowText(visitor, id)).not.toMatch(/Certify assessment|Certified|requested/);
    await visitor.get(`/assessments/${id}/summary`);
    expect(visitor.text()).toContain("To be certified");
    expect(visitor.text()).not.toContain("Certification requested");
    for (const perspectiveId of [1, 2, 3, 4, 5, 6, 7])
      for (const threadId of threadIds) expectStatus(await answerThread(client, id, perspectiveId, threadId, "FRNNN"), 200);
    await visitor.get(`/assessments/${id}/draft`);
    expect(visitor.text()).toContain("To be certified");
    expect(visitor.text()).not.toContain("Certification requested");
    expectStatus(await client.post(`/assessments/${id}/complete`), 200);
    await open("completed");
    expect(rowText(visitor, id)).toMatch(/Certified ?Certification requested/);
    expect(rowText(visitor, id)).not.toContain("To be certified");
    for (const screen of ["summary", "result"]) {
      await visitor.get(`/assessments/${id}/${screen}`);
      expect(visitor.text()).toContain("Certification requested");
    }
  });
});

describe("too much within a minute", () => {
  const messageOf = (visitor: Visitor) => visitor.document.querySelector("dialog[open]")?.text.replace(/\s+/g, " ") ?? visitor.text();

  test("says when a request can be sent again, and speaks of no save", async () => {
    const { client, organizationId, open, visitor } = await atHome(app);
    const id = await completeP3M3(client, organizationId, "FRNNN", { threadIds: [6, 9, 11, 12] });
    const itil = await createItil(client, organizationId);
    await open("completed");
    app.upstream.on("POST", `/assessments/${id}/certify`, status(429));
    await visitor.follow("Certify assessment: Spring review");
    await visitor.form("Certify assessment").check("consent").submit("Certify assessment");
    expect(messageOf(visitor)).toContain("The assessment is unchanged. Please wait a minute, then send the request again.");
    expect(messageOf(visitor)).not.toContain("save");
    app.upstream.on("POST", `/assessments/${itil}/endorse`, status(429));
    await open();
    await visitor.follow("Request independent validation: Service review");
    await visitor.form("Request validation").check("consent").submit("Request validation");
    expect(messageOf(visitor)).toContain("The assessment is unchanged. Please wait a minute, then send the request again.");
    await visitor.get(`/itil/assessments/${itil}/summary?confirm=validate`);
    await visitor.form("Request validation").check("consent").submit("Request validation");
    expect([visitor.status, messageOf(visitor)]).toEqual([
      429,
      expect.stringContaining("Please wait a minute, then send the request again."),
    ]);
  });

  test("says when an assessment can be archived or submitted", async () => {
    const { client, organizationId, open, visitor } = await atHome(app);
    const id = await createP3M3(client, organizationId, { perspectiveIds: [1], threadIds: [2] });
    app.upstream.on("POST", `/assessments/${id}/archive`, status(429));
    await open();
    await visitor.post(`/?index&organization=${organizationId}`, { command: "archive", assessment: String(id) });
    expect(visitor.text()).toContain("The assessment is unchanged. Please wait a minute, then try again.");
    expectStatus(await answerThread(client, id, 1, 2, "FRNNN"), 200);
    app.upstream.on("POST", `/assessments/${id}/complete`, status(429));
    await visitor.get(`/assessments/${id}/summary?confirm=submit`);
    await visitor.form("dialog form").submit("Submit assessment");
    expect(visitor.text()).toContain("Please wait a minute, then submit it again.");
    expect(visitor.text()).not.toContain("You have saved a lot");
  });
});

describe("independent validation", () => {
  test("that was ticked at set-up is requested on submission, and not before", async () => {
    const { client, organizationId, open, visitor } = await atHome(app);
    const id = await createItil(client, organizationId);
    expectStatus(await client.put(`/assessments/${id}`, { assessmentType: "ITIL", name: "Service review", endorsed: true }), 200);
    await open();
    expect(rowText(visitor, id)).toContain("To be validated");
    expect(rowText(visitor, id)).not.toMatch(/Endorsed|requested/);
    await visitor.get(`/itil/assessments/${id}/summary`);
    expect(visitor.text()).toContain("To be validated");
    await answerAllItil(client, id, "F", 3);
    expectStatus(await client.post(`/assessments/${id}/complete`), 200);
    await open("completed");
    expect(rowText(visitor, id)).toMatch(/Endorsed ?Independent validation requested/);
  });

  test("is asked for in the product's words, and the row then shows the badge", async () => {
    const { client, organizationId, open, visitor } = await atHome(app);
    const id = await createItil(client, organizationId);
    await open();
    await visitor.follow("Request independent validation: Service review");
    expect(visitor.text()).toContain("Are you sure you would like independent validation for this assessment?");
    expect(visitor.text()).toContain("subject to a fee, and valid for three years");
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
    expect(rowText(visitor, id)).toContain("To be validated");
    expect(rowText(visitor, id)).not.toContain("Request independent validation");
  });

  const FIXED = "A request for independent validation has been sent out and you will receive the response shortly.";
  const KEPT = "This installation has no address for requests yet. Your request is kept, and goes out once there is one.";
  test.each([
    ["a channel", json({ channels: ["webhook"] }), [FIXED]],
    ["no channel", undefined, [FIXED, KEPT]],
    ["an upstream that does not tell", status(404), [FIXED]],
  ])("says, below the fixed sentence, if nothing can be sent: %s", async (_, channels, texts) => {
    const { client, organizationId, open, visitor } = await atHome(app);
    await createItil(client, organizationId);
    await open();
    await visitor.follow("Request independent validation: Service review");
    if (channels) app.upstream.on("GET", CHANNELS, channels);
    await visitor.form("Request validation").check("consent").submit("Request validation");
    expect(paragraphs(visitor)).toEqual(["Validation was requested", ...texts]);
    // The same from the summary.
    const site = await startItil(app);
    await site.visitor.get(`${site.summary}?confirm=validate`);
    await site.visitor.form("Request validation").check("consent").submit("Request validation");
    expect(paragraphs(site.visitor)).toEqual(["Validation was requested", ...texts]);
  });

  test("stands beside the link to the profile, which is spelled with a capital letter", async () => {
    const { client, organizationId, open, visitor } = await atHome(app);
    const id = await createItil(client, organizationId);
    await open();
    await visitor.follow("Edit profile set up");
    expect(visitor.url).toBe(`/assessments/${id}/profile/Itil`);
    expect(visitor.document.querySelector("h1")?.text).toBe("Assessment Profile Set-up");
    expect(visitor.document.querySelector("[aria-current=step], [aria-current=page]")?.text).toContain("Assessment details");
  });

  test("is not offered before practices are chosen", async () => {
    const { client, organizationId, open } = await atHome(app);
    const form = { name: "Bare", assessmentType: "ITIL", isTestAssessment: false, selectedScope: "Capability" };
    const { id } = expectStatus(await client.post(`/organizations/${organizationId}/assessments`, form), 201).body;
    expect(rowText(await open(), id)).not.toContain("Request independent validation");
  });
});
