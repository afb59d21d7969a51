/** Requests and approvals that are refused, withdrawn or end, as people without script see them (docs/rules/peer-review.md). */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { POINT_MAX, reviewMessages } from "#model/peer-review.ts";
import { paths, viewedAt } from "~/views/paths";
import { answerAllItil, createItil, expectStatus } from "../contract/scenario.ts";
import type { Visitor } from "../support/form-driver.ts";
import { json } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, apiClient } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { textsOf } from "./questions.ts";
import { pointsOf, reviewingTeam } from "./reviews.ts";
import { messagesOf } from "./wizard.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

/** What stands next to a field, and what is still typed. */
const answered = (visitor: Visitor, field: string, kept: string) => [
  visitor.status,
  messagesOf(visitor, field),
  visitor.document.querySelectorAll("textarea").some(({ text }) => text === kept),
];

test("whoever cannot be asked is named next to the choice, and what was typed stays", async () => {
  const { lead, partner, id, screen } = await reviewingTeam(app);
  const { team, people } = expectStatus(await lead.client.get("/people"), 200).body;
  const join = async (who: string, roles: ("P3M3" | "ITIL")[]) => {
    const email = `${who}.${id}@example.org`.toLowerCase();
    await apiClient(app.databaseUrl, email, { team: team.name, roles, name: who });
    const { people: all } = expectStatus(await lead.client.get("/people"), 200).body;
    return all.find((each: { email: string }) => each.email === email).id as number;
  };
  const [ivo, sam, leo] = [await join("Ivo", ["ITIL"]), await join("Sam", ["P3M3"]), await join("Leo", ["P3M3"])];
  const numberOf = (email: string) => people.find((each: { email: string }) => each.email === email).id as number;
  const [ann, kim] = [numberOf(lead.email), numberOf(partner.email)];
  const { organization } = expectStatus(await lead.client.get(`/assessments/${id}`), 200).body;
  const wall = { access: "named", people: [ann, kim, ivo, sam], reason: "The client asks" };
  expectStatus(await lead.client.put(`/organizations/${organization.id}/access`, wall), 200);
  expectStatus(await lead.client.post(`/people/${sam}/suspend`), 200);
  const requests = `/assessments/${id}/peer-review/requests`;
  expectStatus(await lead.client.post(requests, { people: [kim], message: "", until: "2099-12-01" }), 204);
  await lead.visitor.get(screen);
  const ask = (person: number, until = "2099-12-01") =>
    lead.visitor.post(screen, { intent: "ask", formId: "x", people: String(person), message: "Chapter 2 first", until });
  for (const [person, message] of [
    [ann, reviewMessages.self],
    [ivo, reviewMessages.noModel("Ivo", "P3M3")],
    [sam, reviewMessages.suspended("Sam")],
    [leo, reviewMessages.walledOff("Leo")],
    [kim, reviewMessages.askedAlready("Kim")],
    [2_000_000, reviewMessages.unknown],
  ] as const) {
    await ask(person);
    expect([message, ...answered(lead.visitor, "people", "Chapter 2 first")]).toEqual([message, 400, message, true]);
  }
  await ask(leo, "2020-01-31");
  expect(answered(lead.visitor, "until", "Chapter 2 first")).toEqual([400, reviewMessages.past, true]);
  await ask(leo, "soon");
  expect(answered(lead.visitor, "until", "Chapter 2 first")).toEqual([400, expect.stringMatching(/./), true]);
});

test("a point about what is out of scope, one too many or one too long loses nothing that was typed; another team's work gets none", async () => {
  const { partner, id, screen } = await reviewingTeam(app);
  const other = await reviewingTeam(app);
  const { visitor } = partner;
  await visitor.get(screen);
  const point = (about: string, text: string, at = screen) => visitor.post(at, { intent: "add", formId: "x", about, text });
  for (const [about, message] of [
    ["thread/5/1", reviewMessages.outOfScope],
    ["thread/1/1/statement/9", reviewMessages.noStatement],
    ["nonsense", expect.stringMatching(/./)],
  ]) {
    await point(about as string, "Who says so?");
    expect([about, ...answered(visitor, "about", "Who says so?")]).toEqual([about, 400, message, true]);
  }
  const long = "x".repeat(POINT_MAX + 1);
  await point("whole", long);
  expect(answered(visitor, "text", long)).toEqual([400, "Please use at most 2,000 characters.", true]);
  const full = {
    type: "about:blank",
    status: 422,
    title: "The request is not valid.",
    errors: [{ path: "text", message: reviewMessages.manyPoints }],
  };
  app.upstream.on("POST", `/assessments/${id}/review-points`, json(full, 422));
  await point("whole", "The 501st");
  expect([visitor.text().includes(reviewMessages.manyPoints), answered(visitor, "text", "The 501st")]).toEqual([
    true,
    [400, reviewMessages.manyPoints, true],
  ]);
  app.upstream.reset();
  await point("whole", "Not for you", other.screen);
  expect(visitor.status).toBe(404);
  expect(await pointsOf(other.lead.client, other.id)).toEqual([]);
});

test("approving twice, or what one has changed oneself, is refused with what was typed", async () => {
  const { lead, partner, id, screen } = await reviewingTeam(app);
  const { visitor } = partner;
  await visitor.get(screen);
  const twice = visitor.form("Approve").fill("What you want to say (optional)", "Well done");
  await visitor.form("Approve").submit("Approve");
  // An open point is no question to somebody who cannot approve anyway.
  expectStatus(await lead.client.post(`/assessments/${id}/review-points`, { about: "", text: "Who says so?" }), 201);
  await twice.submit("Approve");
  expect([visitor.status, visitor.text()]).toEqual([400, expect.stringContaining(reviewMessages.approvedAlready)]);
  expect(answered(visitor, "text", "Well done")[2]).toBe(true);
  expectStatus(await lead.client.put("/team/rules", { fourEyes: true, reason: "" }), 200);
  await lead.visitor.get(screen);
  // The screen says so before.
  expect([textsOf(lead.visitor, "#decision p"), textsOf(lead.visitor, "#decision button")]).toEqual([
    expect.arrayContaining([reviewMessages.changedByApprover]),
    ["Send back"],
  ]);
  const seen = lead.visitor.document.querySelector('input[name="seen"]')?.getAttribute("value") ?? "";
  await lead.visitor.post(screen, { intent: "approved", seen, text: "My own work" });
  expect([lead.visitor.status, lead.visitor.text()]).toEqual([400, expect.stringContaining(reviewMessages.changedByApprover)]);
  expect(answered(lead.visitor, "text", "My own work")[2]).toBe(true);
});

test("a request made by mistake is withdrawn, and one whose person was suspended says that it ended", async () => {
  const { lead, partner, id, screen } = await reviewingTeam(app);
  const ask = async () => {
    await lead.visitor.get(screen);
    await lead.visitor.form("Ask for a peer review").check(`Kim (${partner.email})`).fill("Until", "2099-12-01").submit("Ask");
  };
  const waits = async () => {
    await partner.visitor.get("/");
    return partner.visitor.text().includes("You are asked for a peer review");
  };
  await ask();
  await partner.visitor.get(screen);
  expect(textsOf(partner.visitor, "button")).not.toContain("Withdraw");
  expect(await waits()).toBe(true);
  const withdraw = lead.visitor.form("Withdraw the request to Kim");
  await withdraw.submit();
  expect(lead.visitor.text()).toContain("The request was withdrawn.");
  expect([lead.visitor.text().includes("Ann has asked Kim"), await waits()]).toEqual([false, false]);
  await lead.visitor.get(`/assessments/${id}/history?kind=review`);
  expect(lead.visitor.text()).toContain("Request for a peer review withdrawn");
  // What was asked anew is another request: an old page withdraws nothing of it.
  await ask();
  await withdraw.submit();
  expect(await waits()).toBe(true);
  const [kim] = expectStatus(await lead.client.get("/people"), 200).body.people.filter(
    ({ email }: { email: string }) => email === partner.email,
  );
  expectStatus(await lead.client.post(`/people/${kim.id}/suspend`), 200);
  await lead.visitor.get(screen);
  expect(lead.visitor.text()).toMatch(/Ann had asked Kim\. This ended on .+: they were suspended\./);
  expect(textsOf(lead.visitor, "button")).not.toContain("Withdraw");
});

test.each(["P3M3", "ITIL"] as const)(
  "the summary of %s says who could approve, that only the reader could, and that nobody can",
  async (model) => {
    const { lead, partner, id: p3m3 } = await reviewingTeam(app);
    const { organization } = expectStatus(await lead.client.get(`/assessments/${p3m3}`), 200).body;
    const id = model === "P3M3" ? p3m3 : await createItil(lead.client, organization.id);
    if (model === "ITIL") await answerAllItil(lead.client, id, "F", 3);
    const summary = paths.summary(id, model);
    const says = async ({ visitor }: typeof lead, at = summary) => {
      await visitor.get(at);
      expect(visitor.status).toBe(200);
      return visitor.document
        .querySelectorAll('[aria-label="Score"] p, dialog p')
        .map(({ text }) => text.trim())
        .filter((text) => text.endsWith("Peer review"));
    };
    expect(await says(lead)).toEqual([]);
    expectStatus(await lead.client.put("/team/rules", { fourEyes: true, reason: "" }), 200);
    const canKim = expect.stringContaining("somebody has to approve it who has changed nothing in it. Kim can.");
    expect(await says(lead)).toEqual([canKim]);
    expect(await says(lead, `${summary}?confirm=submit`)).toEqual([canKim, canKim]);
    const kim = expectStatus(await lead.client.get("/people"), 200).body.people.find(
      ({ email }: { email: string }) => email === partner.email,
    );
    expectStatus(await lead.client.put(`/people/${kim.id}`, { permission: "assessor" }), 200);
    expectStatus(await lead.client.delete(`/assessments/${id}/lock`), 204);
    expect(await says(partner)).toEqual([`${reviewMessages.onlySubmitter} Peer review`]);
    expectStatus(await partner.client.put(`/assessments/${id}/wording`, { part: "summary", body: "In short" }), 200);
    for (const [who, at] of [
      [partner, summary],
      [lead, viewedAt(summary)],
    ] as const)
      expect(await says(who, at)).toEqual([`${reviewMessages.nobody}. Peer review`]);
    await lead.visitor.get(`/assessments/${id}/peer-review`);
    expect(lead.visitor.text()).toContain(`${reviewMessages.nobody}.`);
  },
);
