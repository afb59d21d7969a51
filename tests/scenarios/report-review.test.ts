/** The peer review on the screen of the report, as people without script see it (docs/rules/peer-review.md#on-the-reports-screen). */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { fingerprint } from "#model/note.ts";
import { aboutText, reviewMessages } from "#model/peer-review.ts";
import { coverPart } from "#model/report-cover.ts";
import { answerAllItil, createItil, createOrganization, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import type { Visitor } from "../support/form-driver.ts";
import { status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { textsOf } from "./questions.ts";
import { pointsOf, reviewingTeam } from "./reviews.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const writtenOf = async (client: Client, id: number, part: string): Promise<string> => {
  const { texts } = expectStatus(await client.get(`/assessments/${id}/wording`), 200).body;
  return texts.find((each: { part: string }) => each.part === part)?.body ?? "";
};
const approve = async (client: Client, id: number) => {
  const { seen } = expectStatus(await client.get(`/assessments/${id}/peer-review`), 200).body;
  expectStatus(await client.post(`/assessments/${id}/peer-review/decisions`, { decision: "approved", text: "", seen }), 204);
};
const boxesOf = (visitor: Visitor) =>
  visitor.document.querySelectorAll("main textarea").map((box) => [box.getAttribute("id"), box.text.trim()]);
const write = (visitor: Visitor, part: string, text: string) => visitor.form(`#add-point-${part}`).fill("text", text).submit();

test("a viewer writes about a text and a step; the assessor replies there and settles it", async () => {
  const { lead, partner, id } = await reviewingTeam(app);
  const report = `/assessments/${id}/draft/report`;
  await lead.visitor.get(report);
  expect([
    textsOf(lead.visitor, "h2").includes("Peer review"),
    textsOf(lead.visitor, "summary").filter((text) => /review point/.test(text)),
  ]).toEqual([false, []]);
  await partner.visitor.get(report);
  await write(partner.visitor, "summary", "Who\nsays so?");
  expect([partner.visitor.url, partner.visitor.fragment]).toEqual([report, "#points-summary"]);
  expect(partner.visitor.text()).toContain("The review point was added.");
  await write(partner.visitor, "step-BM", "Too dear");
  expect(await pointsOf(partner.client, id)).toMatchObject([
    { about: aboutText("step-BM"), text: "Too dear" },
    { about: aboutText("summary"), text: "Who\nsays so?" },
  ]);

  await lead.visitor.get(report);
  expect(textsOf(lead.visitor, "summary").filter((text) => text.startsWith("1 review point, 1 open"))).toEqual([
    expect.stringMatching(/ about 1\. Benefits/),
    "1 review point, 1 open about Executive summary",
  ]);
  const ids = lead.visitor.document.querySelectorAll("[id]").map((element) => element.id);
  expect(ids.filter((each, index) => ids.indexOf(each) !== index)).toEqual([]);
  const [, { id: point }] = await pointsOf(lead.client, id);
  await lead.visitor.form(`#reply-to-${point}`).fill("text", "The sponsor").submit();
  expect([lead.visitor.url, lead.visitor.fragment, lead.visitor.text()]).toEqual([
    report,
    "#points-summary",
    expect.stringContaining("The sponsor"),
  ]);
  await lead.visitor.form(`#settle-${point}`).submit();
  expect(lead.visitor.text()).toContain("settled by Ann");
  expect(textsOf(lead.visitor, "summary")).toContain("1 review point, 0 open about Executive summary");

  // The list of all points names the text, and leads to it.
  await partner.visitor.get(`/assessments/${id}/peer-review`);
  await partner.visitor.follow("Executive summary");
  expect([partner.visitor.url, partner.visitor.fragment]).toEqual([report, "#text-summary"]);
  const sought = () => partner.visitor.document.querySelector(partner.visitor.fragment);
  expect([sought()?.getAttribute("tabindex"), sought()?.text.length]).toEqual(["-1", expect.any(Number)]);
  await partner.visitor.get(`/assessments/${id}/peer-review`);
  await partner.visitor.follow(textsOf(partner.visitor, "a").find((text) => text.startsWith("Recommended step: ")) ?? "");
  expect([partner.visitor.fragment, sought()?.text]).toEqual(["#step-BM-step", expect.stringContaining("Benefits management")]);
});

test("whoever is asked reads by whom and until when, and where to decide; the peer review leads to the report and its files", async () => {
  const { lead, partner, id, screen } = await reviewingTeam(app);
  const report = `/assessments/${id}/draft/report`;
  const { people } = expectStatus(await lead.client.get("/people"), 200).body as { people: { id: number; email: string }[] };
  const kim = people.filter(({ email }) => email === partner.email).map(({ id: person }) => person);
  const request = { people: kim, message: "Chapter 2", until: "2099-12-01" };
  expectStatus(await lead.client.post(`/assessments/${id}/peer-review/requests`, request), 204);
  const words = "Ann asks you for a peer review until 1 Dec 2099: ‘Chapter 2’";
  await lead.visitor.get(report);
  expect(lead.visitor.text()).not.toContain(words);
  await partner.visitor.get(report);
  expect(partner.visitor.text()).toContain(words);
  await partner.visitor.follow("Send back, or approve");
  expect([partner.visitor.url, partner.visitor.fragment]).toEqual([screen, "#decide"]);
  expect(partner.visitor.document.querySelector("#decide")).not.toBeNull();
  await partner.visitor.get(screen);
  const files = partner.visitor.document.querySelectorAll("a[data-download]").map((link) => link.getAttribute("href"));
  expect(files).toEqual([`${report}.docx`, `${report}.pptx`]);
  await partner.visitor.follow("report with its texts");
  expect(partner.visitor.url).toBe(report);
});

test("what was refused stays in its own box, with the reason; the other boxes are as they were", async () => {
  const { partner, id } = await reviewingTeam(app);
  await partner.visitor.get(`/assessments/${id}/draft/report`);
  await write(partner.visitor, "summary", "x".repeat(2_001));
  const filled = () => boxesOf(partner.visitor).filter(([, text]) => text !== "");
  expect([partner.visitor.status, filled()]).toEqual([400, [["new-point-summary", "x".repeat(2_001)]]]);
  expect(partner.visitor.document.querySelector("#new-point-summary-error")?.text).toBe("Please use at most 2,000 characters.");
  app.upstream.on("POST", `/assessments/${id}/review-points`, status(502));
  await write(partner.visitor, "summary", "Who says so?");
  expect([partner.visitor.status, filled()]).toEqual([502, [["new-point-summary", "Who says so?"]]]);
  expect(partner.visitor.text()).toContain("The review point was not added.");
  expect(partner.visitor.document.querySelectorAll('[role=alert] a[href="#new-point-summary"]')).toHaveLength(1);
  app.upstream.reset();
  await write(partner.visitor, "summary", "Who says so?");
  await write(partner.visitor, "summary", "   ");
  expect([partner.visitor.status, partner.visitor.document.querySelector("#new-point-summary-error")?.text]).toEqual([
    400,
    "This Field is required.",
  ]);
  expect(await pointsOf(partner.client, id)).toHaveLength(1);
});

test("an approval that holds fills the reviewer, once; what changes since is said, and then it fills nothing", async () => {
  const { lead, partner, id } = await reviewingTeam(app);
  const report = `/assessments/${id}/draft/report`;
  await approve(partner.client, id);
  await partner.visitor.get(report);
  expect(partner.visitor.text()).toMatch(/Approved by Kim on .*\. Nothing has changed since\./);
  expect(textsOf(partner.visitor, "button")).not.toContain("Use as reviewer: Kim");

  await lead.visitor.get(report);
  const late = lead.visitor.anotherTab();
  await late.get(report);
  expect(lead.visitor.text()).toContain("Puts Kim on the cover and into the table to sign off.");
  const press = (visitor: Visitor) => visitor.form("Use as reviewer: Kim").submit("Use as reviewer: Kim");
  expectStatus(await lead.client.put(`/assessments/${id}/wording`, { part: coverPart("reviewer"), body: "Lee" }), 200);
  await press(late);
  expect([late.text(), await writtenOf(lead.client, id, coverPart("reviewer"))]).toEqual([
    expect.stringContaining("Somebody changed it after you opened the page. This is saved now: Lee."),
    "Lee",
  ]);
  await lead.visitor.get(report);
  expect(lead.visitor.text()).toContain("Takes the place of Lee on the cover.");
  await press(lead.visitor);
  expect(await writtenOf(lead.client, id, coverPart("reviewer"))).toBe("Kim");
  // The cover is none of what an approval covers.
  expect(lead.visitor.text()).toContain("Kim is the reviewer on the cover and in the table to sign off.");

  await lead.client.put(`/assessments/${id}/wording`, { part: coverPart("reviewer"), body: "" });
  await lead.visitor.get(report);
  const tooLate = lead.visitor.form("Use as reviewer: Kim");
  expectStatus(await lead.client.put(`/assessments/${id}/wording`, { part: "summary", body: "In brief" }), 200);
  await tooLate.submit("Use as reviewer: Kim");
  expect(lead.visitor.text()).toContain("Something has changed since this person approved it.");
  expect(await writtenOf(lead.client, id, coverPart("reviewer"))).toBe("");
  expect([lead.visitor.text(), textsOf(lead.visitor, "button").includes("Use as reviewer: Kim")]).toEqual([
    expect.stringMatching(/Approved by Kim on .*\. Changed since: executive summary\./),
    false,
  ]);
  await lead.visitor.follow("executive summary");
  expect(lead.visitor.url).toContain(`/assessments/${id}/history?kind=report`);
});

test("what saves a text in the background tells how the peer review stands after it", async () => {
  const { lead, partner, id } = await reviewingTeam(app);
  await approve(partner.client, id);
  await lead.visitor.post(`/assessments/${id}/report/save`, { part: "summary", body: "In brief", base: fingerprint("") });
  const { kind, review } = JSON.parse(new TextDecoder().decode(lead.visitor.body));
  expect([kind, review.decisions[0].changes, review.decisions[0].approver, review.before]).toEqual([
    "saved",
    [expect.objectContaining({ words: "executive summary" })],
    undefined,
    [expect.stringMatching(/^Kim approved it on .*\. Changed since: executive summary\.$/)],
  ]);
});

test("with four eyes, an approval of one's own work fills no reviewer, and screens say why", async () => {
  const { lead, id, screen } = await reviewingTeam(app);
  await approve(lead.client, id);
  const button = async () => {
    await lead.visitor.get(`/assessments/${id}/draft/report`);
    return textsOf(lead.visitor, "button").includes("Use as reviewer: Ann");
  };
  expect(await button()).toBe(true);
  const form = lead.visitor.form("Use as reviewer: Ann");
  expectStatus(await lead.client.put("/team/rules", { fourEyes: true, reason: "" }), 200);
  expect(await button()).toBe(false);
  const words = "with the rule of four eyes this does not count, because Ann has changed something in it.";
  expect(lead.visitor.text()).toContain(words);
  await lead.visitor.get(screen);
  expect(lead.visitor.text()).toContain(words);
  expect(lead.visitor.text()).not.toContain("this holds now");
  expect(lead.visitor.text()).toContain(reviewMessages.ownWork);
  await form.submit("Use as reviewer: Ann");
  expect([lead.visitor.text(), await writtenOf(lead.client, id, coverPart("reviewer"))]).toEqual([
    expect.stringContaining("Ann has changed something in it."),
    "",
  ]);
});

test("a result of ITIL has it too; while it is archived there is nothing to fill in", async () => {
  const { lead, partner } = await reviewingTeam(app);
  const id = await createItil(lead.client, await createOrganization(lead.client));
  await answerAllItil(lead.client, id, "F", 3);
  expectStatus(await lead.client.post(`/assessments/${id}/complete`), 200);
  const report = `/assessments/${id}/report`;
  await partner.visitor.get(report);
  await write(partner.visitor, "INM", "Is that so?");
  expect(await pointsOf(lead.client, id)).toMatchObject([{ about: aboutText("INM"), text: "Is that so?" }]);
  expectStatus(await lead.client.post(`/assessments/${id}/archive`), 200);
  await partner.visitor.get(report);
  expect(partner.visitor.text()).toContain("Is that so?");
  expect(boxesOf(partner.visitor)).toEqual([]);
  expect(partner.visitor.document.querySelectorAll('main form[method="post"]')).toEqual([]);
});

test("a report is whole where the peer review cannot be read, and without the extension nothing of it is there", async () => {
  const { partner, id } = await reviewingTeam(app);
  const report = `/assessments/${id}/draft/report`;
  app.upstream.on("GET", `/assessments/${id}/peer-review`, status(502));
  await partner.visitor.get(report);
  expect([partner.visitor.status, boxesOf(partner.visitor)]).toEqual([200, []]);
  const without = await sharedAppWithoutExtensions();
  const { lead, id: other } = await reviewingTeam(without);
  expectStatus(await lead.client.post(`/assessments/${other}/complete`), 200);
  await lead.visitor.get(`/assessments/${other}/report`);
  expect([lead.visitor.status, lead.visitor.text().includes("review point")]).toEqual([200, false]);
  await lead.visitor.post(`/assessments/${other}/report`, { form: "peer-review", intent: "add", about: "wording/summary", text: "x" });
  expect(lead.visitor.status).toBe(404);
  await without.stop();
});

test("before a report leaves the house its screen says what is not in order, and issuing a version asks once, keeps what was typed, and goes through", async () => {
  const { lead, partner, id } = await reviewingTeam(app);
  const report = `/assessments/${id}/draft/report`;
  const said = async () => {
    await lead.visitor.get(report);
    const [line] = lead.visitor.document.querySelectorAll("form p").filter(({ text }) => text.startsWith("Peer review:"));
    return line?.text.replace(/\s+/g, " ");
  };
  const issue = (number: string) =>
    lead.visitor.form("Versions").fill("Number", number).fill("What changed", "First issue").submit("Issue this version");
  const issued = async () =>
    expectStatus(await lead.client.get(`/assessments/${id}/report-versions`), 200).body.issued.map(
      ({ number }: { number: string }) => number,
    );
  // Nobody has asked: nothing is said, and nothing asked.
  expect(await said()).toBeUndefined();
  await issue("0.1");
  expect(await issued()).toEqual(["0.1"]);

  expectStatus(await partner.client.post(`/assessments/${id}/review-points`, { about: "", text: "Who says so?" }), 201);
  await approve(partner.client, id);
  expect(await said()).toBe("Peer review: 1 review point is open.");
  expectStatus(await lead.client.put(`/assessments/${id}/wording`, { part: "summary", body: "In brief" }), 200);
  expect(await said()).toMatch(/^Peer review: Kim approved it on .*\. Changed since: executive summary\. 1 review point is open\.$/);
  await issue("1.0");
  expect([lead.visitor.status, await issued()]).toEqual([200, ["0.1"]]);
  expect(lead.visitor.text()).toContain("Issue this version all the same?");
  expect(textsOf(lead.visitor, "#versions li")).toEqual([
    expect.stringMatching(/^Kim approved it on .*\. Changed since: executive summary\.$/),
    "1 review point is open.",
  ]);
  await lead.visitor.form("Versions").submit("Issue it all the same");
  expect(lead.visitor.text()).toContain("The version was issued.");
  expect(textsOf(lead.visitor, "#versions td")).toEqual(expect.arrayContaining(["First issue", "not approved"]));
  expect(await issued()).toEqual(["0.1", "1.0"]);

  const [point] = await pointsOf(lead.client, id);
  expectStatus(await lead.client.post(`/assessments/${id}/review-points/${point.id}/settle`), 204);
  await approve(partner.client, id);
  expect(await said()).toBeUndefined();
  await issue("1.1");
  expect(await issued()).toEqual(["0.1", "1.0", "1.1"]);
  await lead.visitor.get(report);
  expect(textsOf(lead.visitor, "#versions td").filter((text) => /approved|–/.test(text))).toEqual(["approved by Kim", "not approved", "–"]);

  const body = { decision: "sentBack", text: "The names are wrong", seen: "" };
  expectStatus(await partner.client.post(`/assessments/${id}/peer-review/decisions`, body), 204);
  expect(await said()).toMatch(/^Peer review: Kim sent it back on .*, and has not approved it since\. Nobody has approved it\.$/);
});
