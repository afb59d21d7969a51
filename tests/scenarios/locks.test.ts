/** The edit lock as the web application holds it: once per assessment and browser session, given back on the way out. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newPageId } from "~/services/answering/lock-markers.server";
import { answerThread, completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { hang, json, status } from "../support/misbehaving-upstream.ts";
import { newAddress } from "../support/new-address.ts";
import { type AppWithFaults, apiClient } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { INTERNAL } from "./home.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

/** The ids of the pages that count as open. */
const pagesOf = (visitor: Visitor) =>
  visitor.cookieNames().flatMap((name) => (name.startsWith("page-") ? [name.slice("page-".length)] : []));

interface LockScene {
  client: Client;
  visitor: Visitor;
  organization: number;
  id: number;
  questions: string;
  taken(): number;
  isHeld(): Promise<boolean>;
}

/** What a browser sends that comes from the questions. */
const from = ({ questions }: Pick<LockScene, "questions">) => ({ Referer: `${app.url}${questions}` });

/** Somebody at home with an assessment that nobody holds. */
async function withAssessment(email = newAddress("kim")): Promise<LockScene> {
  const client = await apiClient(app.databaseUrl, email, { name: "Kim" });
  const organization = await createOrganization(client);
  const id = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [1, 2] });
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  const visitor = await new Visitor(app.url).enter(await app.entryLink(email));
  app.upstream.received.length = 0;
  return {
    client,
    visitor,
    organization,
    id,
    questions: `/assessments/${id}/questions/BM/AM`,
    taken: () => app.upstream.receivedAt("POST", `/assessments/${id}/lock`).length,
    isHeld: async () => (await client.get(`/assessments/${id}/lock`)).status === 200,
  };
}

describe("the lock is taken", () => {
  test("once per assessment and browser session, by the questions and the summary", async () => {
    const { visitor, id, questions, taken, isHeld } = await withAssessment();
    await visitor.get(questions);
    expect(await isHeld()).toBe(true);
    await visitor.get(`/assessments/${id}/questions/BM/AS`);
    await visitor.get(`/assessments/${id}/summary`);
    await visitor.get(questions);
    expect(taken()).toBe(1);
    expect(visitor.cookie(`lock-${id}`)).toMatch(/^\d+$/);
  });

  test("not by a browser that only looks ahead, and not for what cannot be changed", async () => {
    const { client, visitor, organization, questions, taken } = await withAssessment();
    await visitor.get(questions, { "Sec-Purpose": "prefetch" });
    expect(taken()).toBe(0);
    const completed = await completeP3M3(client, organization, "FRNNN", { perspectiveIds: [1], threadIds: [2] });
    app.upstream.received.length = 0;
    await visitor.get(`/assessments/${completed}/questions/BM/AS`);
    await visitor.get(`/assessments/${completed}/summary`);
    expect(visitor.status, `${visitor.url} ${visitor.headers.get("location")}`).toBe(200);
    expect(app.upstream.receivedAt("POST", `/assessments/${completed}/lock`)).toHaveLength(0);
  });

  const ELSEWHERE = { "Sec-Fetch-Site": "cross-site" };

  test.each<[what: string, path: (id: number) => string, view: (id: number) => string]>([
    ["questions", (id) => `/assessments/${id}/questions/BM/AM?level=3`, (id) => `/assessments/${id}/view/questions/BM/AM?level=3`],
    ["the summary", (id) => `/assessments/${id}/summary`, (id) => `/assessments/${id}/view/summary`],
    ["a grid", (id) => `/assessments/${id}/grid/BM`, (id) => `/assessments/${id}/view/questions/BM/AM`],
    ["a step of the set-up", (id) => `/assessments/${id}/scope`, (id) => `/assessments/${id}/view/questions/BM/AM`],
    ["'Continue'", (id) => `/assessments/${id}/continue`, (id) => `/assessments/${id}/view/questions/BM/AM`],
  ])("not by a link to %s on another site, which opens the view", async (_what, path, view) => {
    const { visitor, id, taken, isHeld } = await withAssessment();
    await visitor.get(path(id), ELSEWHERE);
    expect([visitor.status, visitor.url, taken()]).toEqual([200, view(id), 0]);
    expect(visitor.cookie(`lock-${id}`)).toBeUndefined();
    await visitor.follow("Edit it");
    expect([visitor.status, await isHeld()]).toEqual([200, true]);
    // Also where this browser holds the lock.
    await visitor.get(path(id), ELSEWHERE);
    expect([visitor.url, taken()]).toEqual([view(id), 1]);
  });

  test("not by a link on another site to an assessment without questions yet, which leads home", async () => {
    const { visitor, client, organization } = await withAssessment();
    const form = { name: "New", assessmentType: "P3M3", isTestAssessment: false, selectedScope: "Project" };
    const { id } = expectStatus(await client.post(`/organizations/${organization}/assessments`, form), 201).body;
    await visitor.get(`/assessments/${id}/profile`, ELSEWHERE);
    expect([visitor.status, visitor.url]).toEqual([200, expect.stringMatching(/^\/\?organization=/)]);
    expect((await client.get(`/assessments/${id}/lock`)).status).toBe(404);
  });

  test("by the page that signing in leads to, although the way began on the home site; then no more from there", async () => {
    const email = newAddress("kim");
    const { visitor, questions, taken, isHeld, id } = await withAssessment(email);
    await visitor.form("Log out").submit();
    await visitor.get(questions);
    expect(visitor.url).toBe("http://home.invalid/");
    await visitor.get(await app.entryLink(email), ELSEWHERE);
    expect([visitor.url, taken(), await isHeld()]).toEqual([questions, 1, true]);
    expect(visitor.cookieNames()).not.toContain("arriving");
    await visitor.get("/", from({ questions }));
    await visitor.get(questions, ELSEWHERE);
    expect([visitor.url, taken()]).toEqual([`/assessments/${id}/view/questions/BM/AM`, 1]);
  });

  test("by a colleague: a 409 leads home, and the marker is gone", async () => {
    const { visitor, organization, id, questions } = await withAssessment();
    app.upstream.on("POST", `/assessments/${id}/lock`, status(409));
    app.upstream.on("GET", `/assessments/${id}/lock`, status(200));
    await visitor.get(questions);
    expect(visitor.redirects).toEqual([`/?organization=${organization}&locked=${id}`]);
    expect(visitor.text()).toContain("Locked for editing by another user");
    expect(visitor.cookie(`lock-${id}`)).toBeUndefined();
  });
});

describe("the lock is given back", () => {
  test.each([
    ["home", () => "/"],
    ["to an organization", ({ organization }: LockScene) => `/organization/${organization}/edit`],
    ["to create an organization", () => "/organization"],
  ])("on the way %s", async (_, to) => {
    const place = await withAssessment();
    await place.visitor.get(place.questions);
    await place.visitor.get(to(place), from(place));
    expect(place.visitor.status).toBe(200);
    expect(await place.isHeld()).toBe(false);
    expect(place.visitor.cookie(`lock-${place.id}`)).toBeUndefined();
  });

  test("on the way to a result", async () => {
    const { client, visitor, organization, questions, isHeld } = await withAssessment();
    const completed = await completeP3M3(client, organization, "FRNNN", { perspectiveIds: [1], threadIds: [2] });
    await visitor.get(questions);
    await visitor.get(`/assessments/${completed}/result`, from({ questions }));
    expect(visitor.status).toBe(200);
    expect(await isHeld()).toBe(false);
  });

  test.each([
    ["Home", () => "/"],
    ["an organization", ({ organization }: LockScene) => `/organization/${organization}/edit`],
    ["a result", ({ completed }: { completed: number }) => `/assessments/${completed}/result`],
    ["the devices", () => "/sessions"],
  ])("but not by %s in another tab, nor on the way from a page that edits nothing", async (_, to) => {
    const place = await withAssessment();
    const completed = await completeP3M3(place.client, place.organization, "FRNNN", { perspectiveIds: [1], threadIds: [2] });
    await place.visitor.get(place.questions);
    const tab = place.visitor.anotherTab();
    const path = to({ ...place, completed });
    for (const referer of [
      undefined,
      `${app.url}/`,
      `${app.url}/assessments/${place.id}/view/summary`,
      `http://elsewhere.test${place.questions}`,
    ]) {
      await tab.get(path, referer === undefined ? {} : { Referer: referer });
      expect(tab.status).toBe(200);
      expect(await place.isHeld(), String(referer)).toBe(true);
      expect(place.visitor.cookie(`lock-${place.id}`)).toBeDefined();
    }
  });

  /** The screens below the addresses of an assessment that neither take its lock nor give it back. */
  const BESIDE = [
    "evidence",
    "evidence/add",
    "voices",
    "voices/ask",
    "voices/settings",
    "voices/differences",
    "history",
    "import",
    "search",
    "view/summary",
    "view/questions/BM/AM",
    "view/search",
  ];
  /** Every screen without an assessment that everybody may open. */
  const outOf = ({ organization }: Pick<LockScene, "organization">) => [
    "/",
    "/organization",
    `/organization/${organization}/edit`,
    `/organizations/${organization}/targets`,
    `/organizations/${organization}/targets/edit?model=P3M3&scope=Programme`,
    `/organizations/${organization}/earlier-scores`,
    `/organizations/${organization}/earlier-scores/add?model=P3M3`,
    `/organizations/${organization}/actions`,
    `/organizations/${organization}/actions/add`,
    `/organizations/${organization}/access`,
    `/organizations/${organization}/assessment`,
    "/for-you",
    "/in-progress",
    "/engagements",
    "/engagements/new",
    "/questionItil",
    "/sessions",
    "/me",
    "/people",
    "/people/access",
    "/people/history",
    "/team/history",
    "/team/style",
  ];

  /** Goes each way out from the page that is shown, as if that were the first. */
  async function expectReleased({ client, visitor, id, isHeld }: LockScene, ways: readonly string[]): Promise<void> {
    const here = `${app.url}${visitor.url}`;
    const cookies = visitor
      .cookieNames()
      .map((name) => `${name}=${visitor.cookie(name)}`)
      .join("; ");
    for (const out of ways) {
      expectStatus(await client.post(`/assessments/${id}/lock`), 200);
      await visitor.get(out, { Referer: here, Cookie: cookies });
      expect([visitor.status, await isHeld(), visitor.cookie(`lock-${id}`)], out).toEqual([200, false, undefined]);
    }
  }

  test.each(BESIDE)("on every way out of %s, to which the questions led", async (screen) => {
    const place = await withAssessment();
    await place.visitor.get(place.questions);
    await place.visitor.get(`/assessments/${place.id}/${screen}`, from(place));
    expect([place.visitor.status, await place.isHeld()]).toEqual([200, true]);
    await expectReleased(place, outOf(place));
  });

  test.each(["draft", "draft/what-if", "draft/report"])("on the way from the questions to %s", async (screen) => {
    const place = await withAssessment();
    await place.visitor.get(place.questions);
    await place.visitor.get(`/assessments/${place.id}/${screen}`, from(place));
    expect([place.visitor.status, await place.isHeld()]).toEqual([200, false]);
  });

  test.each(["profile", "scope", "review", "questions/BM/AM", "grid/BM", "summary"])("on every way out of %s", async (screen) => {
    const place = await withAssessment();
    await place.visitor.get(`/assessments/${place.id}/${screen}`);
    expect(await place.isHeld()).toBe(true);
    await expectReleased(place, [...outOf(place), `/assessments/${place.id}/draft`, `/assessments/${place.id}/draft/report`]);
  });

  test.each(["questions/BM/AM", "summary", "evidence"])("on the ways out of %s that internal accounts have", async (screen) => {
    app.upstream.on("GET", "/outbox", json({ requests: [], more: false, channels: [] }));
    const place = await withAssessment(INTERNAL);
    await place.visitor.get(place.questions);
    await place.visitor.get(`/assessments/${place.id}/${screen}`, from(place));
    expect([place.visitor.status, await place.isHeld()]).toEqual([200, true]);
    await expectReleased(place, ["/readonlyassessments", `/readonlyassessments?organization=${place.organization}`, "/requests"]);
  });

  test.each(["questions/BM/AM", "summary", "history"])("on the way from %s to the comparison", async (screen) => {
    const place = await withAssessment();
    const { client, visitor, organization, isHeld } = place;
    await visitor.get(place.questions);
    await visitor.get(`/assessments/${place.id}/${screen}`, from(place));
    expect([visitor.status, await isHeld()]).toEqual([200, true]);
    await completeP3M3(client, organization, "FRNNN", { perspectiveIds: [1], threadIds: [1, 2] });
    await expectReleased(place, [`/assessments/${place.id}/comparison`]);
  });

  test("on the way home from a screen of an ITIL assessment", async () => {
    const { client, visitor, organization } = await withAssessment();
    const id = await createItil(client, organization);
    for (const screen of [`/assessments/${id}/evidence`, `/assessments/${id}/history`, `/itil/assessments/${id}/search`]) {
      await visitor.get(`/itil/assessments/${id}/summary`);
      await visitor.get(screen, { Referer: `${app.url}/itil/assessments/${id}/summary` });
      await visitor.follow("Home");
      expect((await client.get(`/assessments/${id}/lock`)).status, screen).toBe(404);
    }
  });

  test("on the way home after a file, further questions, a reload, and Back", async () => {
    const place = await withAssessment();
    const { visitor, id, questions } = place;
    const next = `/assessments/${id}/questions/BM/AS`;
    await visitor.get(questions);
    await visitor.get(`/assessments/${id}/answers.xlsx`, from(place));
    // A file leaves the page where it is: another tab that goes home leaves it its lock.
    await visitor.anotherTab().get("/", { Referer: `${app.url}/assessments/${id}/history` });
    expect(await place.isHeld()).toBe(true);
    await visitor.get(next, from(place));
    await visitor.get(next, from(place));
    // What Back loads names the page that led there at first.
    await visitor.get(questions);
    await visitor.get("/", from(place));
    expect(await place.isHeld()).toBe(false);
  });

  test.each(["report", "draft", "evidence", "history"])("but not by reading %s in another tab and going home there", async (screen) => {
    const place = await withAssessment();
    const { visitor, id, questions } = place;
    await visitor.get(questions);
    const form = visitor.form("Save answers");
    form.fill("Assessment Notes", "Seen the plan");
    await form.submit("Save answers");
    const tab = await visitor.anotherTab().get(`/assessments/${id}/${screen === "report" ? "draft/report" : screen}`);
    expect(tab.status).toBe(200);
    await tab.follow("Home");
    expect([tab.url.replace(/\?.*/, ""), await place.isHeld()]).toEqual(["/", true]);
    await visitor.follow("Home");
    expect(await place.isHeld()).toBe(false);
  });

  test("but not by leaving other questions in another tab, until the first tab leaves too", async () => {
    const place = await withAssessment();
    await place.visitor.get(place.questions);
    const tab = await place.visitor.anotherTab().get(`/assessments/${place.id}/questions/BM/AS`);
    await tab.follow("Home");
    expect(await place.isHeld()).toBe(true);
    await place.visitor.follow("Home");
    expect(await place.isHeld()).toBe(false);
  });

  test("but not where the page's script is alive, which tells by itself that it is left", async () => {
    const place = await withAssessment();
    const { visitor, id } = place;
    await visitor.get(place.questions);
    const [page = ""] = pagesOf(visitor);
    await visitor.post(`/assessments/${id}/lock/open`, { page });
    expect(visitor.status).toBe(204);
    // A link that was opened in a new tab names the page as well.
    const tab = await visitor.anotherTab().get(`/assessments/${id}/draft/report`, from(place));
    await tab.follow("Home");
    expect(await place.isHeld()).toBe(true);
    await visitor.post(`/assessments/${id}/lock/release`, { page });
    expect(await place.isHeld()).toBe(false);
  });

  test("but not while script shows another page of it, in place of the one that its tab showed before", async () => {
    const { visitor, id, questions, isHeld } = await withAssessment();
    const next = `/assessments/${id}/questions/BM/AS`;
    const sendLock = async (act: string, form: Record<string, string>) => {
      await visitor.post(`/assessments/${id}/lock/${act}`, form);
      return [visitor.status, pagesOf(visitor), await isHeld()];
    };
    await visitor.get(questions);
    const [page = ""] = pagesOf(visitor);
    expect(await sendLock("open", { page })).toEqual([204, [page], true]);
    // Dropped before it was shown, as by Back and Forward.
    await visitor.get(`${next}.data`, from({ questions }));
    expect(pagesOf(visitor)).toEqual([page]);
    const shown = newPageId(next);
    expect(await sendLock("open", { page: shown, left: page })).toEqual([204, [shown], true]);
    expect(await sendLock("release", { page })).toEqual([204, [shown], true]);
    expect(await sendLock("release", { page: shown })).toEqual([204, [], false]);
  });

  test("by the next screen that script asks for, where a page took it and was never shown", async () => {
    const { visitor, id, questions, isHeld } = await withAssessment();
    await visitor.get(`${questions}.data`, { Referer: `${app.url}/` });
    expect([await isHeld(), visitor.cookie(`lock-${id}`)]).toEqual([true, expect.any(String)]);
    await visitor.get("/_root.data", { Referer: `${app.url}/` });
    expect([await isHeld(), visitor.cookie(`lock-${id}`)]).toEqual([false, undefined]);
  });

  test("and a page that script shows takes it again, where another tab has given it back meanwhile", async () => {
    const { visitor, id, questions, isHeld, taken } = await withAssessment();
    await visitor.get(`${questions}.data`, { Referer: `${app.url}/` });
    await visitor.anotherTab().get("/_root.data", { Referer: `${app.url}/` });
    expect(await isHeld()).toBe(false);
    const page = newPageId(questions);
    await visitor.post(`/assessments/${id}/lock/open`, { page });
    expect([visitor.status, await isHeld(), taken(), pagesOf(visitor)]).toEqual([204, true, 2, [page]]);
    // It is a colleague's by now.
    await visitor.post(`/assessments/${id}/lock/release`, { page });
    app.upstream.on("POST", `/assessments/${id}/lock`, status(409));
    await visitor.post(`/assessments/${id}/lock/open`, { page });
    expect([visitor.status, visitor.cookie(`lock-${id}`), pagesOf(visitor)]).toEqual([204, undefined, []]);
  });

  test("by submitting, where the upstream leaves the lock to its holder", async () => {
    const { client, visitor, id, isHeld } = await withAssessment();
    expectStatus(await client.post(`/assessments/${id}/lock`), 200);
    for (const threadId of [1, 2]) expectStatus(await answerThread(client, id, 1, threadId, "FRNNN"), 200);
    await visitor.get(`/assessments/${id}/summary?confirm=submit`);
    app.upstream.on("POST", `/assessments/${id}/complete`, json({}));
    await visitor.form("dialog form").submit("Submit assessment");
    expect(app.upstream.receivedAt("DELETE", `/assessments/${id}/lock`)).toHaveLength(1);
    expect([visitor.cookie(`lock-${id}`), await isHeld()]).toEqual([undefined, false]);
  });

  test("by archiving it from its row, where another tab holds it", async () => {
    const { visitor, id, questions, organization, isHeld } = await withAssessment();
    await visitor.get(questions);
    const tab = await visitor.anotherTab().get(`/?organization=${organization}`);
    app.upstream.on("POST", `/assessments/${id}/archive`, json({}));
    await tab.post(`/?index&organization=${organization}`, { command: "archive", assessment: String(id) });
    expect([tab.text().includes("The assessment was archived."), await isHeld()]).toEqual([true, false]);
  });

  test("of the assessment that was left alone, where the browser holds two", async () => {
    const place = await withAssessment();
    const other = await createP3M3(place.client, place.organization, { perspectiveIds: [1], threadIds: [1] });
    await place.visitor.get(place.questions);
    await place.visitor.get(`/assessments/${other}/summary`);
    await place.visitor.follow("Home");
    expect(await place.isHeld()).toBe(true);
    expect((await place.client.get(`/assessments/${other}/lock`)).status).toBe(404);
  });

  test("and a save whose lock has gone meanwhile takes it again, if it is free", async () => {
    const place = await withAssessment();
    await place.visitor.get(place.questions);
    expectStatus(await place.client.delete(`/assessments/${place.id}/lock`), 204);
    const form = place.visitor.form("Save answers");
    form.fill("Assessment Notes", "Seen the plan");
    await form.submit("Save answers");
    expect(place.visitor.text()).toContain("Your answers and notes are saved.");
    expect(await place.isHeld()).toBe(true);
  });

  test("by logging out on one of its pages, before the session ends", async () => {
    const { visitor, id, questions, isHeld } = await withAssessment();
    await visitor.get(questions);
    expect(visitor.document.querySelector("form[action='/sign-out'] [name=from]")?.getAttribute("value")).toBe(questions);
    await visitor.form("Log out").submit();
    expect(await isHeld()).toBe(false);
    expect(app.upstream.receivedAt("DELETE", `/assessments/${id}/lock`).length).toBeGreaterThan(0);
  });

  test("by the beacon of the last page that is open, and by no other", async () => {
    const { visitor, id, questions, isHeld } = await withAssessment();
    const page = () => pagesOf(visitor).join();
    await visitor.get(questions);
    const first = page();
    await visitor.get(questions);
    await visitor.post(`/assessments/${id}/lock/release`, { page: first });
    expect(visitor.status).toBe(204);
    expect(await isHeld()).toBe(true);
    const last = page();
    expect(last).not.toBe(first);
    await visitor.get(`/assessments/${id}/summary`);
    await visitor.post(`/assessments/${id}/lock/release`, { page: pagesOf(visitor).find((each) => each !== last) ?? "" });
    expect(await isHeld()).toBe(true);
    await visitor.post(`/assessments/${id}/lock/release`, { page: last });
    expect(await isHeld()).toBe(false);
    const [beacon] = app.upstream.receivedAt("POST", `/assessments/${id}/lock/delete`);
    expect(Object.keys(JSON.parse(beacon?.body ?? "{}"))).toEqual(["token"]);
    expect(beacon?.headers.authorization).toBeUndefined();
  });

  test("and the reader is not kept waiting by an upstream that does not answer", async () => {
    const { visitor, id, questions } = await withAssessment();
    await visitor.get(questions);
    app.upstream.on("DELETE", `/assessments/${id}/lock`, hang());
    await visitor.get("/organization", from({ questions }));
    expect(visitor.status).toBe(200);
    expect(visitor.cookie(`lock-${id}`)).toBeUndefined();
  });
});

describe("markers that nobody set here", () => {
  const forged = (count: number, value: string) => Array.from({ length: count }, (_, index) => `lock-${index + 1}=${value}`).join("; ");
  const answerTo = async (visitor: Visitor, path: string, cookies: string, init: RequestInit = {}) => {
    // Calls that somebody's earlier request still makes are not counted.
    const id = randomUUID();
    const headers = { Cookie: `session=${visitor.cookie("session")}; ${cookies}`, Origin: app.url, "X-Request-Id": id };
    const answer = await fetch(`${app.url}${path}`, { redirect: "manual", ...init, headers });
    const calls = app.upstream.received.filter(({ headers }) => headers["x-request-id"] === id).length;
    return { status: answer.status, cookies: answer.headers.getSetCookie().length, calls };
  };

  test("cost at most twenty calls and cookies, however many there are", async () => {
    const { visitor } = await withAssessment();
    const home = await answerTo(visitor, "/", forged(1_300, "9999999999"));
    expect(home.status).toBe(200);
    expect(home.calls).toBeLessThan(30);
    expect(home.cookies).toBeLessThan(30);
    const left = await answerTo(visitor, "/sign-out", forged(1_300, "9999999999"), { method: "POST" });
    expect(left.status).toBe(302);
    expect(left.calls).toBeLessThan(30);
    expect(left.cookies).toBeLessThan(30);
  });

  test("cost nothing where they are no markers, or have run out", async () => {
    const { visitor } = await withAssessment();
    const { calls } = await answerTo(visitor, "/", "");
    for (const value of ["x", "1", "9999999999999", "9999999999.", "9999999999.page", "%2F..", "NaN"])
      expect((await answerTo(visitor, "/", forged(100, value))).calls, value).toBe(calls);
    expect((await answerTo(visitor, "/", `lock-..%2F1=9999999999; lock-${"1".repeat(65)}=9999999999; lock-=9999999999`)).calls).toBe(calls);
  });
});

test("activity that a page reports renews the lease", async () => {
  const { client, visitor, id, questions, taken } = await withAssessment();
  await visitor.get(questions);
  const before = expectStatus(await client.get(`/assessments/${id}/lock`), 200).body.expiresAt;
  await visitor.post("/session", { at: questions, active: "2" });
  expect(taken()).toBe(2);
  expect(expectStatus(await client.get(`/assessments/${id}/lock`), 200).body.expiresAt >= before).toBe(true);
  await visitor.post("/session", { at: questions });
  expect(taken()).toBe(2);
});
