/** Peer review, as people without script see it (docs/rules/peer-review.md). */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { reviewMessages } from "#model/peer-review.ts";
import { expectStatus } from "../contract/scenario.ts";
import type { Visitor } from "../support/form-driver.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { start, textsOf } from "./questions.ts";
import { pointsOf, reviewingTeam } from "./reviews.ts";
import { messagesOf } from "./wizard.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const write = (visitor: Visitor, text: string) =>
  visitor.form("Write a review point").fill("Review point", text).submit("Add review point");

test("a viewer writes a point, the assessor replies and settles it, and removing asks first", async () => {
  const { lead, partner, id, screen } = await reviewingTeam(app);
  await partner.visitor.get(`${screen}?new=thread/1/1/statement/2`);
  await write(partner.visitor, "x".repeat(2_001));
  expect([partner.visitor.status, messagesOf(partner.visitor, "text")]).toEqual([400, "Please use at most 2,000 characters."]);
  await write(partner.visitor, "Who\nsays so?");
  expect(partner.visitor.text()).toContain("The review point was added.");
  expect(await pointsOf(partner.client, id)).toMatchObject([{ about: "thread/1/1/statement/2", text: "Who\nsays so?" }]);

  await lead.visitor.get(`/assessments/${id}/history`);
  expect(textsOf(lead.visitor, "nav[aria-label='This assessment'] summary").slice(-1)).toEqual(["More (1)"]);
  await lead.visitor.follow("Peer review (1)");
  expect(lead.visitor.url).toBe(screen);
  expect(lead.visitor.text()).toContain("1 review point, 1 open in all.");
  const called = "the point of Kim about Benefits management / Asset management, statement 2, ‘Who says so?’";
  await lead.visitor.follow(`Reply to ${called}`);
  // The address leads to the box, and no other button stands before it.
  expect([lead.visitor.fragment, lead.visitor.document.querySelector(lead.visitor.fragment)?.tagName]).toEqual(["#reply-text", "TEXTAREA"]);
  expect(textsOf(lead.visitor, "button")).not.toContain("Settle");
  await lead.visitor.form("Reply").fill("Reply", "The sponsor").submit("Add reply");
  expect(lead.visitor.text()).toContain("The sponsor");
  await lead.visitor.form(`Settle ${called}`).submit();
  expect(lead.visitor.text()).toContain("settled by Ann");
  expect(lead.visitor.text()).toContain("A reply opens it again.");
  await lead.visitor.follow(`Reply, and open again to ${called}`);
  await lead.visitor.form("Reply").fill("Reply", "Which one?").submit("Add reply");
  expect(lead.visitor.text()).toContain("1 review point, 1 open in all.");
  await lead.visitor.form(`Settle ${called}`).submit();
  await lead.visitor.get(`/assessments/${id}/questions/BM/AM`);
  expect([textsOf(lead.visitor, "nav[aria-label='This assessment'] summary").slice(-1), textsOf(lead.visitor, "nav a")]).toEqual([
    ["More"],
    expect.arrayContaining(["Peer review"]),
  ]);
  await lead.visitor.get(screen);
  await lead.visitor.get(`${screen}?state=open`);
  expect(lead.visitor.text()).toContain("Nothing fits what you chose.");
  await lead.visitor.get(`/assessments/${id}/history?kind=review`);
  expect(lead.visitor.text()).toContain("Review point settled: ");
  expect(lead.visitor.text()).not.toContain("Who says so?");
});

test("its author corrects a point while it is open and nobody has replied; what comes too late stays in its box", async () => {
  const { lead, partner, id, screen } = await reviewingTeam(app);
  await partner.visitor.get(screen);
  await write(partner.visitor, "Who sais so?");
  const [{ id: point }] = await pointsOf(lead.client, id);
  await lead.visitor.get(screen);
  expect(textsOf(lead.visitor, "a")).not.toContain("Correct");
  await lead.visitor.get(`${screen}?correct=${point}`);
  expect(lead.visitor.document.querySelector("#correct-text")).toBeNull();

  await partner.visitor.get(screen);
  await partner.visitor.follow("Correct the point of Kim about The whole assessment, ‘Who sais so?’");
  expect([partner.visitor.fragment, partner.visitor.document.querySelector("#correct-text")?.text]).toEqual([
    "#correct-text",
    "Who sais so?",
  ]);
  const form = () => partner.visitor.form("Correct the review point");
  await form().fill("Review point", "x".repeat(2_001)).submit("Save correction");
  expect([partner.visitor.status, messagesOf(partner.visitor, "text")]).toEqual([400, "Please use at most 2,000 characters."]);
  await form().fill("Review point", "Who says so?").submit("Save correction");
  expect([partner.visitor.url, partner.visitor.fragment]).toEqual([screen, `#point-${point}`]);
  expect(partner.visitor.text()).toContain("The review point was corrected.");
  expect((await pointsOf(lead.client, id)).map(({ text }: { text: string }) => text)).toEqual(["Who says so?"]);

  await partner.visitor.get(`${screen}?correct=${point}`);
  expectStatus(await lead.client.post(`/assessments/${id}/review-points/${point}/replies`, { text: "The sponsor" }), 201);
  await form().fill("Review point", "Too late").submit("Save correction");
  expect([partner.visitor.status, messagesOf(partner.visitor, "text")]).toEqual([400, reviewMessages.repliedMeanwhile]);
  expect(partner.visitor.document.querySelector("#correct-text")?.text).toBe("Too late");
  await lead.visitor.get(`/assessments/${id}/history?kind=review`);
  expect(lead.visitor.text()).toContain("Review point corrected: ");
  expect(lead.visitor.text()).not.toMatch(/Who sa[iy]s so/);
});

test("an upstream that cannot correct points offers no link to that", async () => {
  const { partner, id, screen } = await reviewingTeam(app);
  await partner.visitor.get(screen);
  await write(partner.visitor, "Who sais so?");
  const { body } = expectStatus(await partner.client.get(`/assessments/${id}/review-points`), 200);
  const older = body.points.map((point: { may: string[] }) => ({ ...point, may: point.may.filter((deed) => deed !== "correct") }));
  app.upstream.on("GET", `/assessments/${id}/review-points`, json({ ...body, points: older }));
  await partner.visitor.get(screen);
  expect(textsOf(partner.visitor, "a").filter((text) => /^(Correct|Remove)$/.test(text))).toEqual(["Remove"]);
});

test("removing asks first, and says what goes", async () => {
  const { lead, partner, id, screen } = await reviewingTeam(app);
  await partner.visitor.get(screen);
  await write(partner.visitor, "Who says so?");
  const [{ id: point }] = await pointsOf(lead.client, id);
  await lead.visitor.get(`${screen}?remove=${point}`);
  expect(lead.visitor.text()).toContain("Remove this review point?");
  await lead.visitor.form("Remove").submit();
  expect(lead.visitor.text()).toContain("The review point was removed.");
  expect(await pointsOf(lead.client, id)).toEqual([]);
  await lead.visitor.get(`${screen}?remove=${point}`);
  expect(lead.visitor.text()).not.toContain("Remove this review point?");
});

test("somebody who is asked reads it at home, sends it back, and approves; what changes since is said with a link", async () => {
  const { lead, partner, id, screen } = await reviewingTeam(app);
  await lead.visitor.get(screen);
  await lead.visitor.form("Ask for a peer review").submit("Ask");
  expect([lead.visitor.status, lead.visitor.text()]).toEqual([400, expect.stringContaining(reviewMessages.nobodyAsked)]);
  const kim = `Kim (${partner.email})`;
  await lead.visitor
    .form("Ask for a peer review")
    .check(kim)
    .fill("Until", "2020-01-01")
    .fill("Message (optional)", "Chapter 2")
    .submit("Ask");
  expect([lead.visitor.status, messagesOf(lead.visitor, "until")]).toEqual([400, reviewMessages.past]);
  await lead.visitor.form("Ask for a peer review").fill("Until", "2099-12-01").submit("Ask");
  expect(lead.visitor.text()).toContain("Ann has asked Kim until 1 Dec 2099: ‘Chapter 2’");

  await partner.visitor.get("/");
  expect(partner.visitor.text()).toContain("You are asked for a peer review of Harbour Authority until 1 Dec 2099.");
  await partner.visitor.follow("Peer review of Spring review");
  await partner.visitor.form("Send back").submit("Send back");
  expect([partner.visitor.status, partner.visitor.text()]).toEqual([400, expect.stringContaining(reviewMessages.whySentBack)]);
  await partner.visitor.form("Send back").fill("What you want to say (optional)", "The names are wrong").submit("Send back");
  expect(partner.visitor.text()).toContain("Sent back by Kim on ");
  await partner.visitor.get("/");
  expect(partner.visitor.text()).not.toContain("You are asked for a peer review");

  await partner.visitor.get(screen);
  const late = partner.visitor.form("Approve");
  expectStatus(await lead.client.put(`/assessments/${id}/wording`, { part: "summary", body: "In short" }), 200);
  await late.submit("Approve");
  expect([partner.visitor.status, partner.visitor.text()]).toEqual([
    409,
    expect.stringContaining("Something was changed while you looked."),
  ]);
  expect(partner.visitor.text()).toContain("Changed meanwhile: executive summary.");
  await partner.visitor.form("Approve").submit("Approve");
  expect(partner.visitor.text()).toContain("Nothing has changed since.");
  expectStatus(await lead.client.put(`/assessments/${id}/wording`, { part: "summary", body: "In brief" }), 200);
  await lead.visitor.get(screen);
  expect(lead.visitor.text()).toContain("Changed since: executive summary.");
  await lead.visitor.follow("executive summary");
  expect(lead.visitor.url).toContain(`/assessments/${id}/history?kind=report`);
});

test("with the rule of four eyes the screen says who could approve, and a submission is refused with the same words", async () => {
  const { lead, partner, id, screen } = await reviewingTeam(app);
  await lead.visitor.get("/people");
  await lead.visitor.follow("Rules of the team");
  expect(lead.visitor.text()).toContain("It stops the submission alone.");
  await lead.visitor.form("Four eyes").submit("Switch it on");
  expect(lead.visitor.text()).toContain("The rule is switched on.");
  await lead.visitor.get(screen);
  expect(lead.visitor.text()).toContain("Kim can.");
  // The question has no button that the upstream would refuse. Whoever sends the form anyway reads why.
  await lead.visitor.get(`/assessments/${id}/summary?confirm=submit`);
  expect(textsOf(lead.visitor, "dialog button[type=submit]")).toEqual([]);
  await lead.visitor.post(`/assessments/${id}/summary`, { intent: "submit" });
  expect(textsOf(lead.visitor, "dialog h2, dialog p")).toEqual([
    "Not submitted",
    expect.stringMatching(/Kim can\. All answers are as they were\.$/),
  ]);
  await partner.visitor.get(screen);
  await partner.visitor.form("Approve").submit("Approve");
  await lead.visitor.post(`/assessments/${id}/summary`, { intent: "submit" });
  expect(lead.visitor.text()).toContain("The assessment was submitted.");
  await lead.visitor.get("/team/rules");
  await lead.visitor.form("Four eyes").submit("Switch it off");
  expect([lead.visitor.status, messagesOf(lead.visitor, "reason")]).toEqual([400, reviewMessages.reason]);
  await lead.visitor.form("Four eyes").fill("Why do you switch the rule off?", "Two of us").submit("Switch it off");
  expect(lead.visitor.text()).toContain("‘Two of us’");
  await lead.visitor.get("/team/history?kind=team");
  expect(lead.visitor.text()).toContain("Rule of four eyes switched off");
});

test("a fault loses nothing that was typed, and an archived assessment has no forms", async () => {
  const { lead, partner, id, screen } = await reviewingTeam(app);
  await partner.visitor.get(screen);
  app.upstream.on("POST", `/assessments/${id}/review-points`, status(502));
  await write(partner.visitor, "Who says so?");
  expect([partner.visitor.status, partner.visitor.document.querySelector("textarea")?.text]).toEqual([502, "Who says so?"]);
  app.upstream.reset();
  expectStatus(await lead.client.post(`/assessments/${id}/archive`), 200);
  await partner.visitor.get(screen);
  expect(partner.visitor.text()).toContain("This assessment is archived.");
  expect(textsOf(partner.visitor, "button")).not.toContain("Add review point");
});

test("without the extensions there are no such screens, no link leads there, and nothing is called", async () => {
  const without = await sharedAppWithoutExtensions();
  const { lead, id, screen } = await reviewingTeam(without);
  for (const address of [screen, "/team/rules"]) {
    await lead.visitor.get(address);
    expect(lead.visitor.status).toBe(404);
  }
  await lead.visitor.get(`/assessments/${id}/summary`);
  expect(lead.visitor.status).toBe(200);
  expect(textsOf(lead.visitor, "a")).not.toContain("Peer review");
  await without.stop();
});

test("points stand beside the statement, in the grid and in the summary; unused, nothing is there for whoever answers", async () => {
  const { lead, partner, id, screen } = await reviewingTeam(app);
  const questions = `/assessments/${id}/questions/BM/AM`;
  const beside = (visitor: Visitor) => textsOf(visitor, "summary").filter((text) => text.includes("review point"));
  await lead.visitor.get(questions);
  expect([beside(lead.visitor), textsOf(lead.visitor, "a").includes("Write a review point")]).toEqual([[], false]);
  await partner.visitor.get(`/assessments/${id}/view/questions/BM/AM`);
  const viewed = `/assessments/${id}/view/questions/BM/AM`;
  await partner.visitor.follow("Write a review point");
  expect([partner.visitor.url, partner.visitor.fragment]).toEqual([
    `${screen}?${new URLSearchParams({ from: viewed, new: "thread/1/1" })}`,
    "#new-point-text",
  ]);
  await write(partner.visitor, "   ");
  // Without script the page comes back at what is wrong.
  expect([partner.visitor.status, partner.visitor.document.querySelector(partner.visitor.fragment)?.text]).toEqual([
    400,
    expect.stringContaining("Review point: This Field is required."),
  ]);
  await write(partner.visitor, "About the thread");
  // One reads on where one was, with the message.
  const back = () => [partner.visitor.url, partner.visitor.fragment, partner.visitor.text().includes("The review point was added.")];
  expect(back()).toEqual([viewed, "#write", true]);
  await partner.visitor.follow("Write a review point about statement 2");
  await write(partner.visitor, "About a statement");
  expect(back()).toEqual([viewed, "#write2", true]);
  // The list of all points leads to each at its statement.
  await lead.visitor.get(screen);
  await lead.visitor.follow("Benefits management / Asset management, statement 2");
  const sought = lead.visitor.document.querySelector(`[data-level="2"] details ${lead.visitor.fragment}`);
  expect([lead.visitor.url, sought?.text]).toEqual([questions, expect.stringContaining("About a statement")]);
  expect(partner.visitor.document.querySelector("#write2")).not.toBeNull();
  await lead.visitor.get(questions);
  expect(beside(lead.visitor)).toEqual(["1 review point", "1 review point"]);
  expect(lead.visitor.text()).toContain("About a statement");
  for (const place of [`/assessments/${id}/grid/BM`, `/assessments/${id}/summary`]) {
    await lead.visitor.get(place);
    expect([place, textsOf(lead.visitor, "a").filter((text) => text.includes("2 review points"))]).toEqual([place, [expect.any(String)]]);
  }
  await lead.visitor.get(`/assessments/${id}/grid/BM`);
  const cells = lead.visitor.document.querySelectorAll("tr[data-grid-row] td").filter(({ text }) => text.includes("1 review point"));
  expect(cells.map((cell) => cell.querySelector("small")?.text)).toEqual(["1 review point"]);
});

test("what it is about is chosen with its group, its statement and the parts of the report; buttons of two points differ", async () => {
  const { partner, lead, id, screen } = await reviewingTeam(app);
  const { visitor } = partner;
  await visitor.get(screen);
  const groups = visitor.document
    .querySelectorAll("#new-point optgroup")
    .map((group) => [group.getAttribute("label"), group.querySelectorAll("option").map(({ text }) => text)]);
  expect(groups).toEqual([
    ["The assessment", ["The whole assessment"]],
    ["The report", ["Executive summary", "Opening of Benefits management", expect.stringMatching(/^Step 1: Benefits management/)]],
    ["Benefits management", ["Benefits management / Asset management", "Benefits management / Assurance"]],
  ]);
  const choose = (about: string, statement: string) =>
    visitor
      .form("Write a review point")
      .select("What it is about", about)
      .fill("Statement (optional)", statement)
      .fill("Review point", "Who says so?")
      .submit("Add review point");
  await choose("Benefits management / Assurance", "9");
  expect([visitor.status, messagesOf(visitor, "statement")]).toEqual([400, reviewMessages.noStatement]);
  await choose("Executive summary", "2");
  expect([visitor.status, messagesOf(visitor, "statement")]).toEqual([400, expect.stringMatching(/^Only questions have statements/)]);
  for (const text of ["2", "2"]) await choose("Benefits management / Assurance", text);
  expect((await pointsOf(lead.client, id)).map(({ about }: { about: string }) => about)).toEqual(Array(2).fill("thread/1/2/statement/2"));
  await write(visitor, "Another question");
  await visitor.get(screen);
  const names = visitor.document.querySelectorAll("button[aria-label^=Settle]").map((button) => button.getAttribute("aria-label"));
  expect(names).toEqual(
    expect.arrayContaining([
      "Settle the point of Kim about The whole assessment, ‘Another question’",
      "Settle the point of Kim about Benefits management / Assurance, statement 2, ‘Who says so?’",
    ]),
  );
});

test("whoever reads is led to the first thread with answers, not to the first without", async () => {
  const { visitor, id, store } = await start(app);
  await store("RK", "AS", "FFRNN");
  await visitor.get(`/assessments/${id}/view/questions`);
  expect(visitor.url).toBe(`/assessments/${id}/view/questions/RK/AS`);
});
