/** What was typed about something that nobody of the reader's may see any more, or that is gone (docs/rules/errors-and-retries.md#nothing-typed-is-lost). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { completeP3M3, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { sharedApp } from "../support/shared.ts";

let app: App;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

const TYPED = "First line\nSecond line";
const ENGAGEMENT = { name: "A job", sponsor: "", purpose: "", included: "", excluded: "", start: null, end: null, units: [], people: [] };
const ACTION = { title: "Write a plan", why: "", places: [], owner: "", due: null, effort: null, effect: null, state: "open" };

test("every form with a text whose page is closed by a wall, once it is sent, gives that text back", async () => {
  const team = randomUUID();
  const member = async (permission: "lead" | "assessor") => {
    const email = `${permission}.${randomUUID().slice(0, 8)}@example.org`;
    const client = await apiClient(app.databaseUrl, email, { team, permission });
    return { email, client, visitor: await new Visitor(app.url).enter(await app.entryLink(email)) };
  };
  const [lead, assessor] = [await member("lead"), await member("assessor")];
  const organization = await createOrganization(lead.client);
  const of = `/organizations/${organization}`;
  const small = { perspectiveIds: [1], threadIds: [1, 2] };
  const done = await completeP3M3(lead.client, organization, "FRNNN", small);
  const open = await createP3M3(assessor.client, organization, small);
  const engagement = expectStatus(await lead.client.post(`${of}/engagements`, ENGAGEMENT), 201).body.id;
  const action = expectStatus(await lead.client.post(`${of}/actions`, { ...ACTION, assessmentId: open }), 201).body.id;
  expectStatus(await lead.client.post(`/assessments/${open}/review-points`, { about: "wording/summary", text: "Too long" }), 201);
  const report = `/assessments/${open}/draft/report`;
  const forms: [screen: string, form: string, field: string, button: string | undefined][] = [
    [`/assessments/${open}/peer-review`, "Write a review point", "text", "Add review point"],
    [`/assessments/${open}/peer-review`, "Send back", "text", "Send back"],
    [`/assessments/${open}/peer-review`, "Ask for a peer review", "message", "Ask"],
    [report, "Executive summary", "body", "Save"],
    [report, "Cover", "cover.disclaimer", "Save the cover"],
    [report, "Recommended steps", "step-own-1.why", "Save the steps"],
    [report, "#add-point-summary", "text", undefined],
    [`/assessments/${open}/questions/BM/AM`, "#questions", "note", "Save answers"],
    [`/assessments/${open}/evidence/add?places=1/1`, "Evidence", "lines", "Add evidence"],
    [`/assessments/${open}/voices/ask`, "Ask people", "message", "Ask them"],
    [`/assessments/${done}/edition`, "Make the edition", "reason", "Make the edition"],
    [`${of}/actions/add?assessment=${open}`, "Action", "why", "Add action"],
    [`${of}/actions/${action}`, "Action", "why", "Save changes"],
    [`${of}/actions/${action}`, "New remark", "text", "Add remark"],
    [`/engagements/${engagement}/edit`, "Engagement", "purpose", "Save changes"],
    [`/engagements/${engagement}/plan`, "Read the lines", "lines", "Read the lines"],
  ];
  const { visitor } = assessor;
  const typed: [name: string, send: () => Promise<unknown>][] = [];
  for (const [screen, name, field, button] of forms) {
    await visitor.get(screen);
    const form = visitor.form(name).fill(field, TYPED);
    typed.push([`${screen} ${name}`, () => form.submit(button)]);
  }
  const { people } = expectStatus(await lead.client.get("/people"), 200).body as { people: { id: number; email: string }[] };
  const named = people.filter(({ email }) => email === lead.email).map(({ id }) => id);
  expectStatus(await lead.client.put(`${of}/access`, { access: "named", people: named, reason: "The client asks" }), 200);
  const lost: unknown[] = [];
  for (const [name, send] of typed) {
    await send();
    const texts = visitor.document.querySelectorAll("textarea").map(({ text }) => text.replace(/\r\n/g, "\n").trim());
    if (visitor.status !== 404 || !texts.includes(TYPED)) lost.push([name, visitor.status, texts]);
  }
  expect(lost).toEqual([]);
});
