/** Who is told what becomes of a peer review, and approvals that ask first or are withdrawn, without script (docs/rules/peer-review.md#who-is-told). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerThread, expectStatus } from "../contract/scenario.ts";
import type { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { sharedApp, sharedAppWithoutExtensions } from "../support/shared.ts";
import { textsOf } from "./questions.ts";
import { pointsOf, reviewingTeam } from "./reviews.ts";

let app: App;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

/** The lines of home about peer reviews, without their last line. */
const news = async (visitor: Visitor) => {
  await visitor.get("/");
  return visitor.document
    .querySelectorAll('[aria-labelledby="for-you"] li')
    .map(({ text }) => text.replace(/\s+/g, " ").trim())
    .filter((text) => text.includes("Spring review"));
};
const point = async (client: { post(path: string, body: object): Promise<{ status: number; body: unknown }> }, id: number, text: string) =>
  (expectStatus((await client.post(`/assessments/${id}/review-points`, { about: "", text })) as never, 201).body as { id: number }).id;
/** Asks Kim, the partner, over the screen. */
const ask = async ({ lead, partner, screen }: Awaited<ReturnType<typeof reviewingTeam>>) => {
  await lead.visitor.get(screen);
  await lead.visitor.form("Ask for a peer review").check(`Kim (${partner.email})`).fill("Until", "2099-12-01").submit("Ask");
};

test("whoever asked reads at home that it was sent back or approved and by whom, in rows how far it is, until they open the peer review", async () => {
  const team = await reviewingTeam(app);
  const { lead, partner, id, screen } = team;
  await ask(team);
  await partner.visitor.get(screen);
  await partner.visitor.form("Send back").fill("What you want to say (optional)", "The names are wrong").submit("Send back");
  const lines = await news(lead.visitor);
  expect(lines).toEqual([
    expect.stringMatching(
      /^Harbour Authority, Spring review: sent back from a peer review\. Peer review of Spring review .*by kim.*: ‘The names are wrong’$/i,
    ),
  ]);
  const { organization } = expectStatus(await lead.client.get(`/assessments/${id}`), 200).body;
  for (const at of [`/?organization=${organization.id}`, "/in-progress"]) {
    await lead.visitor.get(at);
    expect([at, textsOf(lead.visitor, "td a").filter((text) => text.startsWith("Peer review"))]).toEqual([
      at,
      [expect.stringMatching(/^Peer review: sent back by Kim on \d/)],
    ]);
  }
  await lead.visitor.get("/");
  await lead.visitor.follow("Peer review of Spring review");
  expect(lead.visitor.url).toBe(screen);
  expect(lead.visitor.text()).toMatch(/Sent back by Kim on .*\. Kim has not approved it since\./);
  expect(await news(lead.visitor)).toEqual([]);
});

test("whoever approved reads at home that somebody has worked on it since, and in the list that the approval no longer holds", async () => {
  const { lead, partner, id, screen } = await reviewingTeam(app);
  await partner.visitor.get(screen);
  await partner.visitor.form("Approve").submit("Approve");
  expect(partner.visitor.text()).toMatch(/Approved by Kim on .*, \d\d:\d\d UTC: this holds now\. Nothing has changed since\./);
  expect(await news(partner.visitor)).toEqual([]);
  expectStatus(await answerThread(lead.client, id, 1, 1, "FFRNN"), 200);
  expect(await news(partner.visitor)).toEqual([expect.stringContaining("somebody has worked on it since you approved it.")]);
  await partner.visitor.get(screen);
  expect(partner.visitor.text()).toMatch(/Approved by Kim on .*: this no longer holds\. Changed since: 2 answers\./);
  expect(await news(partner.visitor)).toEqual([]);
  // The link leads to what happened since then, and to nothing of the same day before.
  await partner.visitor.get(screen);
  await partner.visitor.follow("2 answers");
  expect(partner.visitor.text()).toContain("What happened since");
  expect(partner.visitor.document.querySelectorAll(".history-entry")).toHaveLength(1);
});

test("whoever wrote points reads how many were replied to and settled", async () => {
  const { lead, partner, id } = await reviewingTeam(app);
  const [one, two] = [await point(partner.client, id, "Who says so?"), await point(partner.client, id, "When?")];
  expectStatus(await lead.client.post(`/assessments/${id}/review-points/${one}/replies`, { text: "The sponsor" }), 201);
  expectStatus(await lead.client.post(`/assessments/${id}/review-points/${two}/settle`), 204);
  expect(await news(partner.visitor)).toEqual([
    expect.stringContaining("Harbour Authority, Spring review: 1 reply to your review points and 1 of your review points settled."),
  ]);
});

test("while points are open an approval asks once and says whose they are, keeps what was typed, and settles none", async () => {
  const { lead, partner, id, screen } = await reviewingTeam(app);
  await point(partner.client, id, "Who says so?");
  await point(lead.client, id, "When?");
  await point(lead.client, id, "Where?");
  await partner.visitor.get(screen);
  // Sending back comes first.
  expect(textsOf(partner.visitor, '[aria-labelledby="decide"] button')).toEqual(["Send back", "Approve"]);
  await partner.visitor.form("Approve").fill("What you want to say (optional)", "Well\ndone").submit("Approve");
  expect(partner.visitor.text()).toContain("3 review points are open, 1 of them yours. Approving settles none of them.");
  expect((await pointsOf(lead.client, id)).length).toBe(3);
  expect(expectStatus(await lead.client.get(`/assessments/${id}/peer-review`), 200).body.decisions).toEqual([]);
  await partner.visitor.form("Approve all the same").submit("Approve all the same");
  expect(partner.visitor.text()).toContain("You have approved this.");
  const { decisions, openPoints } = expectStatus(await lead.client.get(`/assessments/${id}/peer-review`), 200).body;
  expect([openPoints, decisions.map(({ decision, text }: { decision: string; text: string }) => [decision, text])]).toEqual([
    3,
    [["approved", "Well\ndone"]],
  ]);
});

test("an approval is withdrawn by a button, stays in the list as withdrawn, and whoever asked is told", async () => {
  const team = await reviewingTeam(app);
  const { lead, partner, screen } = team;
  await ask(team);
  await partner.visitor.get(screen);
  await partner.visitor.form("Approve").submit("Approve");
  await lead.visitor.get(screen);
  expect(textsOf(lead.visitor, "button")).not.toContain("Withdraw my approval");
  await partner.visitor.form("Withdraw my approval").submit();
  expect(partner.visitor.text()).toContain("Your approval was withdrawn.");
  expect(partner.visitor.text()).toMatch(/Approved by Kim on .*, withdrawn on .*\d\d:\d\d UTC\./);
  expect(textsOf(partner.visitor, "button")).not.toContain("Withdraw my approval");
  expect(await news(lead.visitor)).toEqual([expect.stringContaining("Spring review: an approval was withdrawn.")]);
});

test("whoever sent it back reads what was done since, with a link into the history since then", async () => {
  const { lead, partner, id, screen } = await reviewingTeam(app);
  const own = await point(partner.client, id, "Who says so?");
  await partner.visitor.get(screen);
  await partner.visitor.form("Send back").fill("What you want to say (optional)", "The names are wrong").submit("Send back");
  expect(partner.visitor.text()).toMatch(/Since you sent it back on .*: nothing has changed\./);
  expectStatus(await lead.client.put(`/assessments/${id}/wording`, { part: "summary", body: "In short" }), 200);
  expectStatus(await lead.client.post(`/assessments/${id}/review-points/${own}/settle`), 204);
  await partner.visitor.get(screen);
  expect(partner.visitor.text()).toMatch(/Since you sent it back on .*: executive summary; 1 review point settled\./);
  await partner.visitor.follow("executive summary");
  expect(partner.visitor.url).toContain(`/assessments/${id}/history?kind=report&moment=`);
  await lead.visitor.get(screen);
  expect(lead.visitor.text()).not.toContain("Since you sent it back");
});

test("with the rule of four eyes the summary says who has approved, then whose approval no longer holds; asking names who cannot approve", async () => {
  const { lead, partner, id, screen } = await reviewingTeam(app);
  const { team } = expectStatus(await lead.client.get("/people"), 200).body;
  const leo = await apiClient(app.databaseUrl, `leo${id}@example.org`, { team: team.name, name: "Leo" });
  await apiClient(app.databaseUrl, `ivo${id}@example.org`, { team: team.name, name: "Ivo", roles: ["ITIL"] });
  expectStatus(await lead.client.put("/team/rules", { fourEyes: true, reason: "" }), 200);
  expectStatus(await leo.put(`/assessments/${id}/wording`, { part: "summary", body: "In short" }), 200);
  await partner.visitor.get(screen);
  await partner.visitor.form("Approve").submit("Approve");
  await lead.visitor.get(`/assessments/${id}/summary`);
  expect(lead.visitor.text()).toContain("Your team has the rule of four eyes. Approved by Kim, who has changed nothing in it.");
  await partner.visitor.get(`/assessments/${id}/summary`);
  expectStatus(await answerThread(lead.client, id, 1, 1, "FFRNN"), 200);
  await lead.visitor.get(`/assessments/${id}/summary`);
  expect(lead.visitor.text()).toMatch(/Kim can\. The approval of Kim on .* no longer holds\. Changed since: 2 answers\./);
  await lead.visitor.get(screen);
  expect(textsOf(lead.visitor, '[aria-labelledby="ask"] label').filter((text) => text.includes("@"))).toEqual([
    `Kim (${partner.email})`,
    expect.stringMatching(/^Leo \(.*\), has changed something here and cannot approve it$/),
  ]);
  expect(lead.visitor.text()).toContain("Ivo does not work with the model.");
});

test("without the extension no row and no line tells of a peer review", async () => {
  const without = await sharedAppWithoutExtensions();
  const { lead, partner, id } = await reviewingTeam(without);
  const { seen } = expectStatus(await partner.client.get(`/assessments/${id}/peer-review`), 200).body;
  expectStatus(await partner.client.post(`/assessments/${id}/peer-review/decisions`, { decision: "approved", text: "", seen }), 204);
  const { organization } = expectStatus(await lead.client.get(`/assessments/${id}`), 200).body;
  await lead.visitor.get(`/?organization=${organization.id}`);
  expect([lead.visitor.status, lead.visitor.text().includes("Peer review")]).toEqual([200, false]);
  await without.stop();
});
