/** What log-out ends, and what it ends it for: copies of the cookie, other web processes, a restart, other devices, upstreams that cannot. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createOrganization, createP3M3 } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { forwarded, hang, type MisbehavingUpstream, status } from "../support/misbehaving-upstream.ts";
import { raw } from "../support/raw.ts";
import { type AppWithFaults, apiClient, startAppWithFaults } from "../support/seed.ts";
import { type App, startApp } from "../support/server.ts";

const HOME = "http://home.invalid/start";
const SETTINGS = { HOME_SITE_URL: HOME, SESSION_SECRET: "a secret that two web processes share", PUBLIC_URL: "http://assess.invalid" };
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const EXPIRED = "Sorry, your credentials has expired.";

let app: AppWithFaults;
/** A second web process in front of the same upstream. */
let other: App;
beforeAll(async () => {
  app = await startAppWithFaults(withoutAddress(SETTINGS));
  other = await another();
});
afterEach(() => app.upstream.reset());
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const withoutAddress = ({ PUBLIC_URL: _, ...settings }: typeof SETTINGS) => settings;
const another = () => startApp({ env: { API_URL: app.upstream.url, ...withoutAddress(SETTINGS) } });

let people = 0;

interface Person {
  email: string;
  visitor: Visitor;
  organizationId: number;
  assessmentId: number;
}

/** Somebody signed in, with an organization and an assessment. */
async function somebody(): Promise<Person> {
  const email = `lee${++people}@example.org`;
  const client = await apiClient(app.databaseUrl, email, { name: "Lee" });
  const organizationId = await createOrganization(client);
  const assessmentId = await createP3M3(client, organizationId, { perspectiveIds: [1], threadIds: [1, 2] });
  await client.delete(`/assessments/${assessmentId}/lock`);
  return { email, organizationId, assessmentId, visitor: await enter(email) };
}

const enter = async (email: string, headers: Record<string, string> = {}) =>
  new Visitor(app.url).enter(await app.entryLink(email), headers);

/** What a thief takes: the cookies as they are. */
const copyOf = (visitor: Visitor) => ["session", "seen"].map((name) => `${name}=${visitor.cookie(name)}`).join("; ");

/** What a copied cookie opens: the status, and whether the page knows whose it is. */
async function opened(url: string, path: string, { email }: Person, cookie: string): Promise<string> {
  const answer = await raw(url, path, { headers: { Cookie: cookie } });
  return `${answer.status}${answer.body.includes(email) ? " with a name" : ""}`;
}

const screensOf = ({ organizationId, assessmentId }: Person) => [
  "/",
  "/organization",
  `/organization/${organizationId}/edit`,
  `/organizations/${organizationId}/assessment`,
  `/assessments/${assessmentId}/profile`,
  `/assessments/${assessmentId}/review`,
  `/assessments/${assessmentId}/questions/BM/AM`,
  `/assessments/${assessmentId}/summary`,
  "/questionItil/",
  "/sessions",
  "/team/style",
];

describe("a cookie that was copied before log-out", () => {
  test("opens no screen: not on another web process, not on the one that has started again", async () => {
    const person = await somebody();
    const copy = copyOf(person.visitor);
    for (const path of screensOf(person)) expect([path, await opened(other.url, path, person, copy)]).toEqual([path, "200 with a name"]);
    await person.visitor.get("/");
    await person.visitor.form("Log out").submit();
    expect(person.visitor.url).toBe(HOME);
    const restarted = await another();
    try {
      // Somebody else's pages fill what the processes keep for everybody, such as the reference lists.
      const stranger = await somebody();
      for (const { url } of [other, restarted]) {
        for (const path of screensOf(stranger)) await raw(url, path, { headers: { Cookie: copyOf(stranger.visitor) } });
        for (const path of screensOf(person)) expect([path, await opened(url, path, person, copy)]).toEqual([path, "401"]);
      }
    } finally {
      await restarted.stop();
    }
  });

  test("cannot be made good again by a refresh, and saves nothing", async () => {
    const person = await somebody();
    const copy = copyOf(person.visitor);
    await person.visitor.form("Log out").submit();
    const form = new URLSearchParams({ name: "Taken over", businessUnit: "", country: "826", size: "4", industry: "8" }).toString();
    const answer = await raw(other.url, `/organization/${person.organizationId}/edit`, {
      method: "POST",
      headers: { Cookie: copy, Origin: other.url, "Content-Type": "application/x-www-form-urlencoded", "Content-Length": `${form.length}` },
      body: form,
    });
    expect(answer.status).toBe(401);
    const client = await apiClient(app.databaseUrl, person.email);
    expect((await client.get(`/organizations/${person.organizationId}`)).body.organization.name).toBe("Harbour Authority");
  });
});

describe("finding out whether a session lives", () => {
  test("costs no call beside those that a screen makes anyway", async () => {
    const person = await somebody();
    const asksForItself: string[] = [];
    // Lists that hardly change are kept from now on.
    await person.visitor.get("/questionItil/");
    for (const path of screensOf(person)) {
      app.upstream.reset();
      expect((await person.visitor.get(path)).status).toBe(200);
      if (app.upstream.receivedAt("GET", "/auth/sessions").length > 0) asksForItself.push(path);
    }
    expect(asksForItself).toEqual(["/sessions"]);
  });
});

describe("a session that was ended from another device", () => {
  test("says that it has expired, not that access is denied, and logging in again leads on", async () => {
    const person = await somebody();
    const phone = await enter(person.email);
    await phone.get("/sessions?confirm=everywhere");
    await phone.form("Log out everywhere").submit();
    expect(phone.url).toBe("/signed-out");
    expect(phone.title).toBe("Signed out everywhere | Maturity Assessment Tool");
    expect(phone.text()).toContain("You are signed out everywhere");
    await phone.form("Log in again").submit();
    expect(phone.url).toBe(HOME);
    const { visitor } = person;
    await visitor.get(`/assessments/${person.assessmentId}/summary`);
    expect([visitor.status, visitor.text()]).toEqual([401, expect.stringContaining(EXPIRED)]);
    await visitor.form("Log in again").submit();
    expect(visitor.url).toBe(HOME);
  });

  test("keeps what was typed, in every kind of form", async () => {
    const person = await somebody();
    const { visitor, assessmentId } = person;
    const forms: [path: string, button: string, field: string][] = [
      [`/organization/${person.organizationId}/edit`, "Save changes", "Organization name"],
      [`/assessments/${assessmentId}/profile`, "Save & Continue", "Assessment name"],
      [`/assessments/${assessmentId}/questions/BM/AM`, "Save answers", "Assessment Notes"],
    ];
    const posts: { send: () => Promise<unknown>; visitor: Visitor; typed: string }[] = [];
    for (const [path, button, field] of forms) {
      const tab = await visitor.anotherTab().get(path);
      const typed = `Typed into ${field}`;
      const form = tab.form(button).fill(field, typed);
      posts.push({ send: () => form.submit(button), visitor: tab, typed });
    }
    const phone = await enter(person.email);
    await phone.get("/sessions?confirm=everywhere");
    await phone.form("Log out everywhere").submit();
    for (const { send, visitor: tab, typed } of posts) {
      await send();
      expect([typed, tab.status >= 400, tab.text().includes(typed) || tab.document.innerHTML.includes(typed)]).toEqual([typed, true, true]);
    }
  });

  test("answers a save in the background as any that comes too late", async () => {
    const { email, visitor, assessmentId } = await somebody();
    await visitor.get(`/assessments/${assessmentId}/questions/BM/AM`);
    await (await apiClient(app.databaseUrl, email)).post("/auth/sessions/end");
    await visitor.post(`/assessments/${assessmentId}/questions/BM/AM/save`, { base: "NNNNN", "level-2": "Fully", target: "NFNNN" });
    expect([visitor.status, JSON.parse(new TextDecoder().decode(visitor.body))]).toEqual([401, { kind: "signed-out" }]);
  });

  test("in the same browser: the other tab's late form keeps what was typed, and saves it after signing in again", async () => {
    const person = await somebody();
    const tab = await person.visitor.anotherTab().get(`/organization/${person.organizationId}/edit`);
    const form = tab.form("Save changes").fill("Organization name", "Typed before log-out");
    await person.visitor.form("Log out").submit();
    await form.submit("Save changes");
    expect([tab.status, tab.text()]).toEqual([401, expect.stringContaining("Nothing you typed is lost")]);
    const late = tab.form("Save");
    await tab.get(await app.entryLink(person.email));
    await late.submit("Save");
    expect(tab.text()).toContain("Your changes were saved.");
  });
});

describe("a 401 for a token that has not run out", () => {
  test("is a right that is missing where the session lives", async () => {
    const { visitor, assessmentId } = await somebody();
    app.upstream.on("GET", `/assessments/${assessmentId}`, status(401));
    app.upstream.received.length = 0;
    await visitor.get(`/assessments/${assessmentId}/summary`);
    expect(visitor.text()).toContain("Sorry, access denied.");
    expect(app.upstream.receivedAt("POST", "/auth/refresh")).toHaveLength(1);
    expect((await visitor.get("/")).status).toBe(200);
    // The next page came with the new token: nothing is refreshed for nothing.
    expect(app.upstream.receivedAt("POST", "/auth/refresh")).toHaveLength(1);
  });
});

describe("an upstream that fails at log-out", () => {
  test.each([
    ["answers 500", status(500)],
    ["does not answer", hang()],
  ])("and %s keeps nobody from leaving", async (_what, behaviour) => {
    const { visitor } = await somebody();
    app.upstream.on("POST", "/auth/logout", behaviour);
    await visitor.form("Log out").submit();
    expect(visitor.url).toBe(HOME);
    expect((await visitor.get("/organization")).url).toBe(HOME);
  });

  test("is written down for the operator", async () => {
    const { visitor } = await somebody();
    app.upstream.on("POST", "/auth/logout", status(500));
    const written = () => app.output().split("the session was not ended upstream").length - 1;
    const before = written();
    await visitor.form("Log out").submit();
    // Signing out waits three seconds at most for the attempts to end. The line is still written.
    await vi.waitFor(() => expect(written()).toBeGreaterThan(before), { timeout: 60_000 });
  });
});

describe("the screen of signed-in devices", () => {
  test("is reached from every screen, and lists each device with what it is, since when, and when it was last seen", async () => {
    const person = await somebody();
    const laptop = await enter(person.email, { "User-Agent": FIREFOX });
    expect(app.upstream.receivedAt("POST", "/auth").map(({ body }) => JSON.parse(body).device)).toContain("Firefox on Windows");
    await laptop.follow("Signed-in devices");
    expect([laptop.url, laptop.title]).toEqual(["/sessions", "Signed-in devices | Maturity Assessment Tool"]);
    const rows = laptop.document.querySelectorAll("tbody tr").map((row) => row.text.replace(/\s+/g, " "));
    expect(rows[0]).toMatch(/^Firefox on Windows\s?This device\s?\d{1,2} \w{3,4} \d{4}, \d\d:\d\d UTC\s?Now\s?Log out$/);
    // The API's own client of the test, and the first visitor, say of no device.
    expect(rows.slice(1).every((row) => /^Unknown device\d{1,2} \w{3,4} \d{4}, \d\d:\d\d UTC/.test(row))).toBe(true);
  });

  test("signs one device out and says so; the other one goes on", async () => {
    const person = await somebody();
    const laptop = await enter(person.email, { "User-Agent": FIREFOX });
    const { visitor } = person;
    await visitor.get("/sessions");
    await visitor.form("Log out Firefox on Windows").submit();
    expect([visitor.url, visitor.text()]).toEqual(["/sessions", expect.stringContaining("Firefox on Windows was signed out.")]);
    expect(visitor.document.querySelectorAll("tbody tr").some((row) => row.text.includes("Firefox"))).toBe(false);
    expect((await laptop.get("/")).status).toBe(401);
  });

  test("signs this device out as 'Log out' does", async () => {
    const { visitor } = await somebody();
    await visitor.get("/sessions");
    await visitor.form("Log out this device").submit();
    expect(visitor.url).toBe(HOME);
  });

  test("asks before it signs out everywhere", async () => {
    const { visitor } = await somebody();
    await visitor.get("/sessions");
    await visitor.follow("Log out everywhere");
    expect(visitor.text()).toContain("Log out everywhere?");
    await visitor.follow("Cancel");
    expect([visitor.url, visitor.status]).toEqual(["/sessions", 200]);
  });

  test("says the usual when the upstream fails, and what did not happen", async () => {
    const { visitor } = await somebody();
    app.upstream.on("GET", "/auth/sessions", status(404));
    await visitor.get("/sessions");
    expect(visitor.text()).toContain("Sorry, something went wrong...");
    app.upstream.reset();
    await visitor.get("/sessions?confirm=everywhere");
    app.upstream.on("POST", "/auth/sessions/end", status(422));
    await visitor.form("Log out everywhere").submit();
    expect([visitor.url, visitor.text()]).toEqual(["/sessions", expect.stringContaining("Something went wrong, please try again")]);
    expect(visitor.text()).toContain("you are still signed in");
    await visitor.post("/sessions", { intent: "neither" });
    expect(visitor.status).toBe(400);
  });
});

describe("an upstream that cannot end sessions", () => {
  const startWith = async (prepare: (upstream: MisbehavingUpstream) => void) => {
    prepare(app.upstream);
    return another();
  };

  test.each([404, 405])("and says so by %i: no link, no screen, no call, no device, and log-out as before", async (code) => {
    const web = await startWith((upstream) => upstream.on("GET", "/extensions", status(code)));
    try {
      const { email } = await somebody();
      const { pathname } = new URL(await app.entryLink(email));
      app.upstream.received.length = 0;
      const visitor = await new Visitor(web.url).enter(pathname, { "User-Agent": FIREFOX });
      expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining("Welcome, Lee")]);
      expect(visitor.text()).not.toContain("Signed-in devices");
      expect((await visitor.get("/sessions")).status).toBe(404);
      await visitor.post("/sessions", { intent: "everywhere" });
      expect(visitor.status).toBe(404);
      await visitor.get("/");
      await visitor.form("Log out").submit();
      expect(visitor.url).toBe(HOME);
      const calls = app.upstream.received.map(({ method, path }) => `${method} ${path}`);
      expect(calls.filter((call) => /logout|sessions/.test(call))).toEqual([]);
      expect(calls.filter((call) => call === "GET /extensions")).toHaveLength(1);
      expect(JSON.parse(app.upstream.receivedAt("POST", "/auth")[0]?.body ?? "")).toEqual({ token: expect.any(String) });
    } finally {
      await web.stop();
    }
  });

  test("or only fails to say so at first is asked again, and what it names then stays", async () => {
    const web = await startWith((upstream) => upstream.on("GET", "/extensions", status(500), status(500), forwarded(), status(404)));
    try {
      const { email } = await somebody();
      const visitor = await new Visitor(web.url).enter(new URL(await app.entryLink(email)).pathname);
      expect(visitor.status).toBe(200);
      await expect.poll(async () => (await visitor.get("/")).text(), { timeout: 60_000, interval: 300 }).toContain("Signed-in devices");
      expect((await visitor.get("/sessions")).status).toBe(200);
    } finally {
      await web.stop();
    }
  });
});
