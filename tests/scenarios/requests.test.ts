/** 'Requests for certification and validation', as a browser without script shows it to an internal account. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createItil, createOrganization, expectStatus } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, apiClient } from "../support/seed.ts";
import { READER, sharedApp, sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";

const LINK = "Requests for certification and validation";
const TITLE = `${LINK} | Maturity Assessment Tool`;

let app: AppWithFaults;
let visitor: Visitor;

beforeAll(async () => {
  app = await sharedAppWithFaults();
  visitor = await new Visitor(app.url).enter(await app.entryLink(READER));
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const rowsOf = ({ document }: Visitor) => document.querySelectorAll("tbody tr").map((row) => row.text.replaceAll(/\s+/g, " ").trim());

const entry = (over: object = {}) => ({
  id: 7,
  kind: "certification",
  requestedAt: "2026-11-05T09:00:00.000Z",
  requestedBy: "kim@example.org",
  team: "Kim & Co",
  organization: { id: 3, name: "Harbour Authority" },
  assessment: { id: 12, name: "Spring review", assessmentType: "P3M3", completed: true },
  deliveries: [],
  ...over,
});
const delivery = (over: object = {}) => ({
  channel: "email",
  state: "sent",
  attempts: 1,
  at: "2026-11-05T09:05:00.000Z",
  error: null,
  ...over,
});

test("shows what was asked for, by whom, and that nothing is sent while no channel is set up", async () => {
  const embedded = await sharedApp();
  const office = await new Visitor(embedded.url).enter(await embedded.entryLink(READER));
  await office.get("/readonlyassessments");
  await office.follow(LINK);
  expect(office.title).toBe(TITLE);
  const owner = await apiClient(embedded.databaseUrl, "who-requests@example.org", { team: "The team that requests" });
  const id = await createItil(owner, await createOrganization(owner, { name: "Harbour Authority" }));
  expectStatus(await owner.post(`/assessments/${id}/endorse`), 200);
  await office.get("/requests");
  expect(office.text()).toContain("Nothing is sent at the moment.");
  const [row] = rowsOf(office);
  for (const words of [
    "Service review",
    "Harbour Authority",
    "Independent validation",
    "by who-requests@example.org",
    "Waiting to be sent",
  ])
    expect(row).toContain(words);
  expect(office.document.querySelector("tbody a")?.getAttribute("href")).toBe(`/itil/assessments/${id}/summary`);
  expect(office.document.querySelector("main")?.querySelectorAll("form")).toHaveLength(0);
  await embedded.stop();
});

test("says that there is nothing yet", async () => {
  app.upstream.on("GET", "/outbox", json({ requests: [], more: false, channels: ["email"] }));
  await visitor.get("/requests");
  expect(visitor.text()).toContain("Nobody has requested certification or validation yet.");
});

test("says of each channel what came of it", async () => {
  const deliveries = [delivery(), delivery({ channel: "webhook", state: "waiting", attempts: 3, error: "The address answered 500." })];
  const failed = delivery({ state: "failed", attempts: 20, error: "451 try later" });
  const requests = [
    entry({ deliveries }),
    entry({ id: 6, deliveries: [failed] }),
    entry({ id: 5, deliveries: [delivery({ state: "waiting", attempts: 0 })] }),
  ];
  app.upstream.on("GET", "/outbox", json({ requests, more: true, channels: ["email", "webhook"] }));
  await visitor.get("/requests");
  expect(visitor.text()).not.toContain("Nothing is sent at the moment.");
  const [first, second, third] = rowsOf(visitor);
  expect(first).toContain("E-mail: sent 5 Nov 2026, 09:05 UTC");
  expect(first).toContain("Webhook: waiting. Tried 3 times, next attempt 5 Nov 2026, 09:05 UTC. The address answered 500.");
  expect(second).toContain("E-mail: failed 5 Nov 2026, 09:05 UTC. Tried 20 times. 451 try later");
  expect(third).toContain("E-mail: waiting to be sent.");
  expect(visitor.document.querySelector("tbody a")?.getAttribute("href")).toBe("/assessments/12/result");
  await visitor.follow("Older requests");
  expect(visitor.url).toBe("/requests?before=5");
  await visitor.follow("Newest requests");
  expect(visitor.url).toBe("/requests");
});

test("says of a channel that was taken away that it no longer sends", async () => {
  const requests = [entry({ deliveries: [delivery({ state: "waiting", attempts: 2 })] })];
  app.upstream.on("GET", "/outbox", json({ requests, more: false, channels: ["webhook"] }));
  await visitor.get("/requests");
  expect(rowsOf(visitor)[0]).toContain("E-mail: waiting, but no longer set up.");
});

test("an upstream that fails is said, and can be tried again", async () => {
  app.upstream.on("GET", "/outbox", status(500));
  await visitor.get("/requests");
  expect(visitor.status).toBe(502);
  app.upstream.reset();
  app.upstream.on("GET", "/outbox", json({ requests: [entry()], more: false, channels: [] }));
  await visitor.follow("Try again");
  expect([visitor.status, visitor.title]).toEqual([200, TITLE]);
});

test("is not there with an upstream that has no outbox", async () => {
  const plain = await sharedAppWithoutExtensions();
  const office = await new Visitor(plain.url).enter(await plain.entryLink(READER));
  await office.get("/readonlyassessments");
  expect([office.status, office.text().includes(LINK)]).toEqual([200, false]);
  await office.get("/requests");
  expect(office.status).toBe(404);
  await plain.stop();
});
