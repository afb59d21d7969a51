/**
 * The day and the month turn, and nothing else: no text of a report no longer fits, and no approval has changed since
 * (docs/rules/peer-review.md#what-an-approval-covers).
 */
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEntryToken } from "#api/auth/entry.ts";
import { inTransaction, openStore } from "#api/store/open.ts";
import { answerAllItil, completeP3M3, createItil, expectStatus } from "../contract/scenario.ts";
import { freshDatabase } from "../support/api.ts";
import { copyDemo } from "../support/demo-database.ts";
import { Visitor } from "../support/form-driver.ts";
import { type App, startApp } from "../support/server.ts";
import { reviewingTeam } from "./reviews.ts";

const DAYS = 45;
const AHEAD_MS = DAYS * 24 * 60 * 60_000;
const LATER_CLOCK = new URL("../support/later-clock.mjs", import.meta.url);

let database: Awaited<ReturnType<typeof freshDatabase>>;
let app: App;
let later: App;
beforeAll(async () => {
  database = await freshDatabase();
  copyDemo(database.url);
  app = await startApp({ env: { DATABASE_URL: database.url } });
});
afterAll(async () => {
  await later?.stop();
  await app?.stop();
  await database?.drop();
});

/** Somebody at the server whose clock is ahead. */
async function enterLater(email: string): Promise<Visitor> {
  const store = openStore(database.url);
  const token = await inTransaction(store, (db) => createEntryToken(db, email, new Date(Date.now() + AHEAD_MS)));
  await store.destroy();
  return new Visitor(later.url).enter(`${later.url}/entry/${token}`);
}

/** Writes each text of the report, and a step. */
async function writeAll(visitor: Visitor, path: string): Promise<number> {
  await visitor.get(path);
  const titles = visitor.document
    .querySelectorAll("textarea[id^=text-]")
    .map((box) => visitor.document.querySelector(`label[for=${box.getAttribute("id")}]`)?.text.trim() ?? "");
  for (const title of titles) await visitor.form(title).fill(title, "Words of our own.").submit("Save");
  await visitor.form("Recommended steps").fill("Step 1", "Words of our own.").submit("Save the steps");
  return titles.length;
}

test("a month later no text warns, on the screen, in the checks and at the buttons, and each approval is current, of both models", async () => {
  const { lead, partner, id } = await reviewingTeam(app);
  const { organization } = expectStatus(await lead.client.get(`/assessments/${id}`), 200).body;
  await completeP3M3(lead.client, organization.id, "FRNNN", { perspectiveIds: [1], threadIds: [1, 2] });
  const itil = await createItil(lead.client, organization.id);
  await answerAllItil(lead.client, itil, "F", 3);
  // Evidence and an action, whose days pass meanwhile.
  const soon = new Date(Date.now() + 5 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const entry = {
    ...{ kind: "document", what: "Mandate", where: "", who: "", date: null, goodUntil: soon, remark: "" },
    places: [{ place: "thread/1/1", supports: [1], against: [] }],
  };
  expectStatus(await lead.client.post(`/assessments/${id}/evidence`, entry), 201);
  const action = {
    title: "Plan",
    why: "",
    assessmentId: id,
    places: [],
    owner: "Jane",
    due: soon,
    effort: "small",
    effect: null,
    state: "open",
  };
  expectStatus(await lead.client.post(`/organizations/${organization.id}/actions`, action), 201);
  for (const each of [id, itil]) {
    expect(await writeAll(lead.visitor, `/assessments/${each}/draft/report`)).toBeGreaterThan(1);
    const { seen } = expectStatus(await partner.client.get(`/assessments/${each}/peer-review`), 200).body;
    expectStatus(await partner.client.post(`/assessments/${each}/peer-review/decisions`, { decision: "approved", text: "", seen }), 204);
  }
  await app.stop();
  const env = { DATABASE_URL: database.url, CLOCK_AHEAD_MS: String(AHEAD_MS), NODE_OPTIONS: `--import ${fileURLToPath(LATER_CLOCK)}` };
  later = await startApp({ env });
  const visitor = await enterLater(lead.email);
  for (const each of [id, itil]) {
    await visitor.get(`/assessments/${each}/draft/report`);
    const said = visitor.text();
    expect(visitor.status).toBe(200);
    expect(said).toMatch(/Approved by Kim on .*: this holds now\. Nothing has changed since\./);
    expect(said).not.toMatch(/no longer fit|Changed since|Written before this check existed/);
    await visitor.get(`/assessments/${each}/peer-review`);
    expect(visitor.text()).toContain("Nothing has changed since.");
  }
  // The clock is ahead indeed: the evidence is past its date.
  await visitor.get(`/assessments/${id}/draft/report`);
  expect(visitor.text()).toContain("Evidence past its date: 1");
});
