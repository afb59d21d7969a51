/** Signing in, staying in and getting out, as a browser without script does it; and what an upstream can do to it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createOrganization } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { forwarded, json, loseAnswer, status } from "../support/misbehaving-upstream.ts";
import { newAddress } from "../support/new-address.ts";
import { type AppWithFaults, apiClient, startAppWithFaults } from "../support/seed.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await startAppWithFaults({ HOME_SITE_URL: "http://home.invalid/start" });
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const visitor = () => new Visitor(app.url);
const seconds = () => Math.floor(Date.now() / 1000);

/** Somebody new, with an organization, so that the home screen is the dashboard. */
async function somebody(): Promise<{ email: string; token: string; organizationId: number }> {
  const email = newAddress("kim");
  const client = await apiClient(app.databaseUrl, email, { name: "Kim" });
  return { email, token: client.token ?? "", organizationId: await createOrganization(client) };
}

/** Whose address the header has. */
const signedInAs = (guest: Visitor) => guest.document.querySelector("header [title]")?.getAttribute("title")?.replace("Signed in as ", "");

async function signedIn(): Promise<Visitor> {
  const { email } = await somebody();
  return visitor().enter(await app.entryLink(email));
}

/** Scripts the sign-in calls, so that the session is as the test wants it. */
function scriptedSession(token: string, session: Record<string, unknown>) {
  const answer = { token, user: { email: "kim@example.org", firstName: "Kim" }, roles: ["P3M3"], ...session };
  app.upstream.on("POST", "/auth", json(answer));
  app.upstream.on("POST", "/auth/refresh", status(401));
}

describe("the entry link", () => {
  test("exchanges the token, asks for a refresh token at once, and leaves no trace in the address", async () => {
    const guest = await signedIn();
    expect(guest.url).toBe("/");
    expect(guest.title).toBe("Home | Maturity Assessment Tool");
    const calls = app.upstream.received.filter(({ path }) => path.startsWith("/auth")).map(({ path }) => path);
    expect(calls).toEqual(["/auth", "/auth/refresh"]);
    expect(app.upstream.receivedAt("POST", "/auth/refresh")[0]?.headers.cookie).toContain("refresh=");
    expect(guest.headers.get("Referrer-Policy")).toBe("same-origin");
  });

  test("tells a browser that keeps no cookies so, and what to do", async () => {
    const { email } = await somebody();
    const refusing = await Visitor.withoutCookies(app.url).get(await app.entryLink(email));
    expect([refusing.status, refusing.text()]).toEqual([400, expect.stringContaining("This browser keeps no cookies.")]);
    expect(refusing.text()).toContain("Please allow cookies for this site");
    expect(refusing.document.querySelector("main a")?.text).toBe("Go to the home site");
    // The address of that page may be kept, as a bookmark or in the history.
    const old = refusing.url.replace(/\d+$/, (time) => String(Number(time) - 120));
    expect((await visitor().get(old)).redirects[0]).toBe("/redirect");
    const guest = await visitor().get(await app.entryLink(email));
    expect((await guest.get(refusing.url)).redirects[0]).toBe("/");
  });

  test("leads to the home site when the exchange fails, whatever the reason", async () => {
    for (const behaviour of [status(401), status(500), json({ unexpected: true })]) {
      app.upstream.on("POST", "/auth", behaviour);
      expect((await visitor().get("/entry/some-token")).url).toBe("http://home.invalid/start");
    }
  });

  test("keeps where log-out leads, and who works with what, when the refresh leaves them open", async () => {
    for (const open of [{ redirectURI: null }, {}]) {
      const { email, token, organizationId } = await somebody();
      const refreshed = { token, expiry: seconds() + 1_800, user: { email, firstName: "Kim" } };
      app.upstream.on("POST", "/auth", json({ ...refreshed, roles: ["ITIL"], redirectURI: "https://portal.example.org/bye" }));
      app.upstream.on("POST", "/auth/refresh", json({ ...refreshed, ...open }));
      // One that does not say which models somebody works with now.
      app.upstream.on("GET", "/me", json({ permission: "assessor", leads: [] }));
      const guest = await visitor().enter("/entry/some-token");
      await guest.get(`/?organization=${organizationId}`);
      expect(guest.document.querySelectorAll("h3").map((each) => each.text)).toEqual(["ITIL"]);
      await guest.form("Log out").submit("Log out");
      expect(guest.url).toBe("https://portal.example.org/bye");
    }
  });

  test("signs in all the same when the refresh token is refused", async () => {
    const { email } = await somebody();
    app.upstream.on("POST", "/auth/refresh", status(500));
    const guest = await visitor().get(await app.entryLink(email));
    expect(guest.url).toBe("/");
    expect(app.output()).toContain("refresh after sign-in failed");
  });

  test("signs in although the answer to the exchange was lost, or came too late", async () => {
    const { email } = await somebody();
    app.upstream.on("POST", "/auth", loseAnswer(), forwarded());
    expect((await visitor().get(await app.entryLink(email))).url).toBe("/");
    const keys = app.upstream.receivedAt("POST", "/auth").map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test("asks somebody who is signed in, and then ends that session for good", async () => {
    const mine = await somebody();
    const guest = await visitor().enter(await app.entryLink(mine.email));
    const former = guest.cookie("session");
    await guest.get("/organization");
    const { email } = await somebody();
    const link = await app.entryLink(email);
    await guest.get(link);
    expect([guest.status, guest.redirects, guest.title]).toEqual([200, [], "Sign in | Maturity Assessment Tool"]);
    expect(guest.text()).toContain(`You are signed in as ${mine.email}.`);
    await guest.follow(`Stay signed in as ${mine.email}`);
    expect(signedInAs(guest)).toBe(mine.email);
    await guest.get(link);
    await guest.form("Sign in").submit("Sign in");
    expect([guest.status, guest.redirects]).toEqual([200, ["/"]]);
    expect(signedInAs(guest)).toBe(email);
    expect((await fetch(`${app.url}/organization`, { headers: { Cookie: `session=${former}` }, redirect: "manual" })).status).toBe(302);
    const logouts = app.upstream.receivedAt("POST", "/auth/logout");
    expect(logouts).toHaveLength(1);
  });

  test("that does not work costs nobody who is signed in their session", async () => {
    const guest = await signedIn();
    await guest.get("/entry/some-token");
    await guest.form("Sign in").submit("Sign in");
    expect(guest.url).toBe("http://home.invalid/start");
    expect((await guest.get("/organization")).status).toBe(200);
  });

  test.each<[what: string, headers: Record<string, string>]>([
    ["a browser that looks ahead", { "Sec-Purpose": "prefetch", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" }],
    ["a browser that draws ahead", { "Sec-Purpose": "prefetch;prerender" }],
    ["an old browser that looks ahead", { "X-Moz": "prefetch" }],
    ["a picture on another site", { "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image", "Sec-Fetch-Site": "cross-site" }],
    ["a frame on another site", { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site" }],
    ["a script that fetches", { "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty" }],
  ])("is not used up by %s, and asks with one button", async (_what, headers) => {
    const { email } = await somebody();
    const link = await app.entryLink(email);
    const guest = await visitor().get(link, headers);
    expect([guest.status, guest.cookieNames()]).toEqual([200, []]);
    expect(guest.headers.get("Cache-Control")).toBe("no-store");
    // Requests for the page's files name the site alone, because logs of a proxy must not hold the link.
    expect(guest.headers.get("Referrer-Policy")).toBe("strict-origin");
    await fetch(link, { method: "HEAD", redirect: "manual" });
    expect(app.upstream.receivedAt("POST", "/auth")).toHaveLength(0);
    await guest.form().submit();
    expect(guest.url).toBe("/");
    expect(signedInAs(guest)).toBe(email);
  });

  test("is not used up by what tells nothing of itself, and asks it with the button", async () => {
    const { email } = await somebody();
    const silent = new Visitor(app.url, (request) => {
      for (const name of ["Sec-Fetch-Dest", "Sec-Fetch-Site"]) request.headers.delete(name);
      return fetch(request);
    });
    await silent.get(await app.entryLink(email));
    expect([silent.status, silent.cookieNames(), silent.title]).toEqual([200, [], "Sign in | Maturity Assessment Tool"]);
    expect(app.upstream.receivedAt("POST", "/auth")).toHaveLength(0);
    await silent.form().submit("Sign in");
    expect(silent.url).toBe("/");
    expect(signedInAs(silent)).toBe(email);
  });

  test("that has expired says so and where new ones come from, and is not exchanged", async () => {
    const expired = `/entry/some-token~${seconds() - 1}`;
    const guest = await visitor().get(expired);
    expect([guest.status, guest.redirects, guest.title]).toEqual([410, [], "Sign in | Maturity Assessment Tool"]);
    expect(guest.text()).toContain("This link has expired");
    expect(guest.text()).toContain("Please ask for a new one where you got this one.");
    expect(guest.document.querySelector("main a")?.getAttribute("href")).toBe("http://home.invalid/start");
    expect([guest.headers.get("Cache-Control"), guest.headers.get("Referrer-Policy")]).toEqual(["no-store", "strict-origin"]);
    // A page that asked, and was left open for too long.
    await guest.post(expired, {});
    expect([guest.status, guest.url]).toEqual([410, expired]);
    expect(app.upstream.receivedAt("POST", "/auth")).toHaveLength(0);
    const kim = await signedIn();
    await kim.get(expired);
    expect(kim.text()).toContain("You are still signed in as");
    expect((await kim.get("/organization")).status).toBe(200);
    // One that says nothing of its end, or is not over yet, is exchanged.
    for (const link of ["/entry/some-token", `/entry/some-token~${seconds() + 60}`])
      expect((await visitor().get(link)).url).toBe("http://home.invalid/start");
  });

  test("signs in at once when it is clicked, on whatever site", async () => {
    const { email } = await somebody();
    const headers = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-User": "?1" };
    const guest = await visitor().get(await app.entryLink(email), headers);
    expect([guest.url, guest.redirects]).toEqual(["/", [expect.stringMatching(/^\/\?cookie=\d+$/), "/"]]);
  });
});

describe("private and public routes", () => {
  test("a screen asked for by nobody leads out, and after signing in back to it", async () => {
    const guest = visitor();
    await guest.get("/organization?from=mail");
    expect(guest.redirects).toEqual(["/redirect", "http://home.invalid/start"]);
    const { email } = await somebody();
    expect((await guest.get(await app.entryLink(email))).url).toBe("/organization?from=mail");
    expect((await guest.get("/")).url).toBe("/");
  });

  test("public routes lead home when somebody is signed in", async () => {
    const guest = await signedIn();
    expect((await guest.get("/redirect")).redirects).toEqual(["/"]);
  });

  test("the demo's page does not exist outside the demo", async () => {
    expect((await visitor().get("/demo")).status).toBe(404);
    expect((await visitor().post("/demo", { email: "alex@demo.example" })).status).toBe(404);
  });

  test("neither does the style guide", async () => {
    expect((await (await signedIn()).get("/debug")).status).toBe(404);
  });
});

describe("a session that runs out", () => {
  test("says so, and logging in again leads where the session wants to be left to", async () => {
    scriptedSession("short", { expiry: seconds() - 1, redirectURI: "http://home.invalid/bye" });
    const guest = await visitor().get("/entry/some-token");
    expect(guest.status).toBe(401);
    expect(guest.text()).toContain("Sorry, your credentials has expired. Please try to login again...");
    await guest.form().submit("Log in again");
    expect(guest.url).toBe("http://home.invalid/bye");
    expect((await guest.get("/")).redirects[0]).toBe("/redirect");
  });

  test("a refresh that fails is only logged while the token still serves", async () => {
    const { token, email } = await somebody();
    scriptedSession(token, { expiry: seconds() + 200, user: { email } });
    app.upstream.on("POST", "/auth/refresh", status(500));
    const guest = await visitor().get("/entry/some-token");
    expect(guest.status).toBe(200);
    expect(guest.text()).toContain("Welcome, Kim");
    expect(app.output()).toContain("token refresh failed");
  });

  test("pages say what ends it, where there is no script to warn", async () => {
    expect((await signedIn()).text()).toContain("After 26 minutes without either you are logged out");
  });
});

describe("a form that is posted too late", () => {
  test("keeps every value, and is stored after signing in again", async () => {
    const { email } = await somebody();
    const guest = await visitor().get(await app.entryLink(email));
    await guest.get("/organization");
    const form = guest.form("Save organization").fill("Organization name", "Łódź <b>Late</b>").fill("businessUnit", "x".repeat(70));
    form.select("Location", "Poland").select("Number of employees", "10–49").select("Industry", "Education");
    await guest.post("/sign-out", {});
    await form.submit("Save organization");
    expect(guest.status).toBe(401);
    expect(guest.text()).toContain("Nothing you typed is lost");
    expect(
      guest.document.querySelectorAll("main dt").map((each, index) => [each.text, guest.document.querySelectorAll("main dd")[index]?.text]),
    ).toEqual([
      ["Organization name", "Łódź <b>Late</b>"],
      ["Location", "Poland"],
      ["Number of employees", "10–49"],
      ["Industry", "Education"],
    ]);
    expect(guest.document.querySelectorAll("main label").map(({ text }) => text)).toEqual(["Business unit"]);
    expect(guest.text()).not.toMatch(/formId|businessUnit/);
    const late = guest.form("Save");
    await guest.get(await app.entryLink(email));
    await late.submit("Save");
    expect(guest.status).toBe(200);
    expect(guest.text()).toContain("Łódź <b>Late</b>");
  });
});

describe("logging out", () => {
  test("leads to the session's redirect address, else to the home site, and ends the session for good", async () => {
    const { token, email } = await somebody();
    scriptedSession(token, { expiry: null, redirectURI: "http://home.invalid/bye", user: { email } });
    const guest = await visitor().get("/entry/some-token");
    await guest.form("Log out").submit();
    expect(guest.url).toBe("http://home.invalid/bye");
    app.upstream.reset();
    const other = await signedIn();
    await other.form("Log out").submit();
    expect(other.url).toBe("http://home.invalid/start");
    expect((await other.get("/organization")).url).toBe("http://home.invalid/start");
  });
});

describe("what an open page asks by itself", () => {
  test("gets the times of the session, and learns when it is over", async () => {
    const guest = await signedIn();
    await guest.post("/session", { at: "/", active: "3" });
    const answer = JSON.parse(new TextDecoder().decode(guest.body));
    expect(answer.signedIn).toBe(true);
    expect(answer.expiresIn - answer.refreshIn).toBe(300);
    await guest.post("/sign-out", {});
    await guest.post("/session", { at: "/" });
    expect(JSON.parse(new TextDecoder().decode(guest.body))).toMatchObject({ signedIn: false });
    expect((await guest.get("/session")).status).toBe(405);
  });
});
