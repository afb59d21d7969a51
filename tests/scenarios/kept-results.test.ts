/** A result that is shown again as it was (docs/decisions/0063-kept-results.md), as a browser without script asks for it. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { completeP3M3, createOrganization, organizationForm } from "../contract/scenario.ts";
import type { Visitor } from "../support/form-driver.ts";
import { status } from "../support/misbehaving-upstream.ts";
import { aim } from "../support/sample-results.ts";
import { type AppWithFaults, changeByOperator } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { heading, rowsOf } from "./results.ts";
import { type Assessor, newAssessor } from "./wizard.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
  // The first benchmark of a month takes its snapshot, which is a change.
  const robin = await newAssessor(app);
  await robin.visitor.get((await completed(robin)).path);
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

/** A completed assessment, and its address. */
async function completed({ client }: Assessor) {
  const organization = await createOrganization(client);
  const id = await completeP3M3(client, organization, "FFPNN", { perspectiveIds: [1, 6], threadIds: [2, 10] });
  return { id, organization, path: `/assessments/${id}/result` };
}

const html = ({ body }: Visitor) => new TextDecoder().decode(body);
const nonceOf = ({ headers }: Visitor) => /'nonce-([^']+)'/.exec(headers.get("Content-Security-Policy") ?? "")?.[1] ?? "";
const asked = () => app.upstream.received.map(({ path }) => path.split("?")[0]);

/** Opens a page. @returns the calls that it made of the upstream */
async function openAgain(visitor: Visitor, path: string): Promise<(string | undefined)[]> {
  app.upstream.received.length = 0;
  await visitor.get(path);
  expect(visitor.status).toBe(200);
  return asked();
}

test("a result that has not changed is shown again by its stamp alone, with a nonce of its own", async () => {
  const robin = await newAssessor(app);
  const { id, path } = await completed(robin);
  const { visitor } = robin;
  await visitor.get(path);
  const [first, nonce] = [html(visitor), nonceOf(visitor)];
  expect((await openAgain(visitor, path)).sort()).toEqual([`/assessments/${id}/stamp`, "/me"]);
  expect(nonceOf(visitor)).not.toBe(nonce);
  expect(html(visitor)).not.toContain(nonce);
  const scripts = visitor.document.querySelectorAll("script");
  expect(scripts.map((script) => script.getAttribute("nonce"))).toEqual(scripts.map(() => nonceOf(visitor)));
  // What script starts with tells how long the session lasts, in seconds.
  const withoutData = (text: string, own: string) => text.replaceAll(own, "").replace(/enqueue\(".*?"\);/s, "");
  expect(withoutData(html(visitor), nonceOf(visitor))).toBe(withoutData(first, nonce));
  expect(html(visitor)).toMatch(/enqueue\("\[.*clock.*refreshIn.*"\);/s);
  // Script gets the same page as data, and another address is another page.
  expect(await openAgain(visitor, `${path}.data`)).toContain(`/assessments/${id}/stamp`);
  expect(await openAgain(visitor, `${path}?benchmark=off`)).toContain(`/P3M3/assessments/${id}/results`);
});

test("what has changed since is on the next view", async () => {
  const robin = await newAssessor(app);
  const { client, visitor } = robin;
  const { id, organization, path } = await completed(robin);
  const sees = async (text: string) => {
    await visitor.get(path);
    return visitor.text().includes(text);
  };
  const action = { title: "Write a plan", why: "", assessmentId: id, places: [], owner: "", due: null, effort: null, effect: null };
  const style = { name: "Firm of the style", accent: null, confidentiality: null, footer: null };
  const edition = { reason: "A figure was wrong in it" };
  const changes: [string, () => Promise<{ status: number }>][] = [
    ["Renamed by a colleague", () => client.put(`/organizations/${organization}`, organizationForm({ name: "Renamed by a colleague" }))],
    ["Write a plan", () => client.post(`/organizations/${organization}/actions`, { ...action, state: "open" })],
    ["Firm of the style", () => client.put("/team/style", style)],
    ["Go on with", () => client.post(`/assessments/${id}/editions`, edition)],
  ];
  for (const [text, change] of changes) {
    expect(await sees(text), text).toBe(false);
    expect((await change()).status, text).toBeLessThan(300);
    expect(await sees(text), text).toBe(true);
    expect(await sees(text), text).toBe(true);
  }
  await aim(client, id, { BM: 5 });
  await visitor.get(path);
  expect(rowsOf(visitor, "Targets").map(([name]) => name)).toEqual(["Benefits management"]);
});

test("each sees their own page, and who may not read it any more sees none", async () => {
  const robin = await newAssessor(app);
  const { path } = await completed(robin);
  const kim = await newAssessor(app, { team: robin.team });
  const begins = ({ document }: Visitor) => document.querySelectorAll("a[href*='/actions/add']").length;
  for (const { visitor, email } of [robin, kim, robin, kim]) {
    await visitor.get(path);
    expect(visitor.text()).toContain(email);
    expect(begins(visitor)).toBeGreaterThan(0);
  }
  await changeByOperator(app.databaseUrl, kim.email, { permission: "viewer" });
  await kim.visitor.get(path);
  expect([kim.visitor.status, begins(kim.visitor)]).toEqual([200, 0]);
  await changeByOperator(app.databaseUrl, kim.email, { roles: ["ITIL"] });
  await kim.visitor.get(path);
  expect([kim.visitor.status, heading(kim.visitor)]).not.toContain(200);
  expect(kim.visitor.text()).not.toContain("Benefits management");
  await robin.visitor.get(path);
  expect(robin.visitor.status).toBe(200);
});

test("a page for which a call failed is not kept", async () => {
  const robin = await newAssessor(app);
  const { visitor } = robin;
  const { id, path } = await completed(robin);
  app.upstream.on("GET", `/assessments/${id}/actions`, status(404));
  await visitor.get(path);
  expect(visitor.text()).toContain("what was agreed could not be read");
  app.upstream.reset();
  await visitor.get(path);
  expect(visitor.text()).not.toContain("could not be read");
});

test("nothing is kept where the upstream gives no stamp", async () => {
  const without = await sharedAppWithoutExtensions();
  const robin = await newAssessor(without);
  const { id, path } = await completed(robin);
  for (let view = 1; view <= 2; view += 1) {
    without.upstream.received.length = 0;
    await robin.visitor.get(path);
    const paths = without.upstream.received.map(({ path: each }) => each.split("?")[0]);
    expect(paths).toContain(`/P3M3/assessments/${id}/results`);
    expect(paths).not.toContain(`/assessments/${id}/stamp`);
  }
});
