/** Signing in by mail without script: in the browser that asked, in another one, with link and with code, and without a home site. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore, type Store } from "#api/store/open.ts";
import { type FreshDatabase, freshDatabase } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { readMail, secretsIn, startMailServer } from "../support/mail-server.ts";
import { newAddress } from "../support/new-address.ts";
import { raw } from "../support/raw.ts";
import { type App, freePort, startApp } from "../support/server.ts";
import { sharedApp, sharedAppWithoutExtensions } from "../support/shared.ts";

const SETTINGS = {
  ALLOW_HTTP: "1",
  DEMO: "0",
  SESSION_SECRET: "a secret of a test that seals no real cookie",
  MAIL_FROM: "tool@example.org",
};

let database: FreshDatabase;
let server: Awaited<ReturnType<typeof startMailServer>>;
let app: App;
let store: Store;
beforeAll(async () => {
  database = await freshDatabase();
  server = await startMailServer();
  const port = await freePort();
  const env = {
    ...SETTINGS,
    DATABASE_URL: database.url,
    SMTP_URL: server.url,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    LOG_REQUESTS: "1",
  };
  app = await startApp({ env });
  store = openStore(database.url);
});
afterAll(async () => {
  await store.destroy();
  await app.stop();
  await server.close();
  await database.drop();
});

let people = 0;
/** Somebody whom the store knows. */
async function somebody(): Promise<string> {
  const email = newAddress("kim");
  await app.entryLink(email, { name: "Kim" });
  return email;
}

/** Asks for a mail at the sign-in page. */
async function ask(browser: Visitor, email: string): Promise<Visitor> {
  await browser.get("/sign-in");
  return browser.form("Send me a link").fill("E-mail address", email).submit("Send me a link");
}

/** The mail to somebody, as soon as it has come. @param before how many had come before */
async function mailTo(email: string, before = 0) {
  const own = () => server.received.filter(({ to }) => to.includes(email));
  await expect.poll(() => own().length, { timeout: 10_000 }).toBeGreaterThan(before);
  return secretsIn(readMail(own().at(-1) ?? { to: [], source: "" }));
}

/** Asks, and reads the mail. */
async function askForMail() {
  const email = await somebody();
  const browser = new Visitor(app.url);
  await ask(browser, email);
  return { email, browser, ...(await mailTo(email)) };
}

describe("in the browser that asked", () => {
  test("the link shows a button, opening it uses nothing up, and signing in leads to the page that was asked for", async () => {
    const email = await somebody();
    const browser = new Visitor(app.url);
    await browser.get("/sessions");
    expect(browser.url).toBe("/sign-in");
    await ask(browser, email);
    expect([browser.url, browser.title]).toEqual(["/sign-in/code", "Check your mail | Maturity Assessment Tool"]);
    expect(browser.text()).toContain(`We have sent a mail to ${email}, if somebody here has this address.`);
    const { link } = await mailTo(email);
    for (let times = 0; times < 2; times += 1) {
      await browser.get(link);
      expect([browser.status, browser.text()]).toEqual([200, expect.stringContaining("Sign in with this link?")]);
      expect(browser.headers.get("Cache-Control")).toBe("no-store");
      expect(browser.headers.get("Referrer-Policy")).toBe("strict-origin");
    }
    await browser.form("Sign in").submit("Sign in");
    expect(browser.url).toBe("/sessions");
    expect(browser.cookieNames()).toContain("known");
    await browser.anotherTab().get(link);
    const again = await browser.anotherTab().get(link);
    expect([again.status, again.text()]).toEqual([410, expect.stringContaining("Please ask for a new mail")]);
    expect(again.text()).toContain(`You are still signed in as ${email}.`);
  });

  test.each([
    ["müller.example", "xn--mller-kva.example"],
    ["xn--mller-kva.example", "müller.example"],
  ])("somebody known at %s signs in who types %s, as Chromium may, and reads what people write", async (known, typed) => {
    const name = `joerg${++people}`;
    await app.entryLink(`${name}@${known}`, { name: "Jörg" });
    const browser = new Visitor(app.url);
    await ask(browser, `${name}@${typed}`);
    expect([browser.url, browser.text()]).toEqual(["/sign-in/code", expect.stringContaining(`a mail to ${name}@müller.example, if`)]);
    const { link } = await mailTo(`${name}@müller.example`);
    await browser.get(link);
    await browser.form("Sign in").submit("Sign in");
    await browser.get("/me");
    expect([browser.status, browser.text()]).toEqual([200, expect.stringContaining(`${name}@müller.example`)]);
    expect(browser.document.toString()).not.toContain("xn--");
  });

  test("the code signs in, however it is typed; a wrong one is said next to its field, and the fifth ends it", async () => {
    const { browser, code } = await askForMail();
    const form = browser.form("Sign in").fill("Code from the mail", "AAAA-AAAA");
    await form.submit("Sign in");
    expect([browser.status, browser.document.querySelector("#code-error")?.text]).toEqual([
      400,
      expect.stringContaining("This code is not right."),
    ]);
    expect(browser.document.querySelector("#code")?.getAttribute("value")).toBe("AAAA-AAAA");
    await browser.form("Sign in").fill("Code from the mail", code.toLowerCase().replace("-", " ")).submit("Sign in");
    expect(browser.url).toBe("/organization");

    const other = await askForMail();
    for (let times = 0; times < 4; times += 1) {
      await other.browser.form("Sign in").fill("Code from the mail", "AAAA-AAAA").submit("Sign in");
      expect(other.browser.status).toBe(400);
    }
    await other.browser.form("Sign in").fill("Code from the mail", "AAAA-AAAA").submit("Sign in");
    expect([other.browser.status, other.browser.text()]).toEqual([410, expect.stringContaining("Please ask for a new mail")]);
    expect((await other.browser.get(other.link)).status).toBe(410);
    await other.browser.follow("Ask for a new mail");
    expect(other.browser.url).toBe("/sign-in");
  });

  test("somebody else who is signed in is asked first, and redirected nowhere", async () => {
    const { email, browser, link } = await askForMail();
    await browser.enter(await app.entryLink("other@example.org"));
    // Signing in forgets the request, so the browser makes another.
    expect((await browser.get("/sign-in")).url).toBe("/organization");
    await browser.get(link);
    expect(browser.text()).toContain("Type it in the browser in which you asked");
    expect(browser.text()).toContain("Stay signed in as other@example.org");
    expect(browser.text()).not.toContain(email);
  });

  test("a browser that keeps no cookies is told so, and what to do", async () => {
    const email = await somebody();
    const refusing = await ask(Visitor.withoutCookies(app.url), email);
    expect([refusing.status, refusing.text()]).toEqual([400, expect.stringContaining("This browser keeps no cookies")]);
    expect(refusing.text()).toContain("Please allow cookies for this site");
    expect(refusing.text()).not.toContain("This one is over");
    // The address of that page may be kept, as a bookmark or in the history.
    const old = refusing.url.replace(/\d+$/, (time) => String(Number(time) - 120));
    expect((await new Visitor(app.url).get(old)).status).toBe(410);
    const { browser } = await askForMail();
    expect((await browser.get(refusing.url)).url).toBe("/sign-in/code");
  });

  test("what is no address is said, and kept", async () => {
    const browser = new Visitor(app.url);
    await ask(browser, "kim at example");
    expect([browser.status, browser.text()]).toEqual([400, expect.stringContaining("Please enter a valid email address.")]);
    expect(browser.document.querySelector("#address")?.getAttribute("value")).toBe("kim at example");
  });
});

describe("in any other browser", () => {
  test("the link shows the code and nothing to press, which serves in the browser that asked", async () => {
    const { browser, link, code } = await askForMail();
    const phone = new Visitor(app.url);
    for (let times = 0; times < 2; times += 1) {
      await phone.get(link);
      expect([phone.status, phone.text()]).toEqual([200, expect.stringContaining(`Your code is ${code}`)]);
      expect(phone.document.querySelectorAll("form, button")).toHaveLength(0);
    }
    // A scanner presses buttons, and so does a thief.
    await phone.post(new URL(link).pathname, {});
    expect([phone.status, phone.text()]).toEqual([200, expect.stringContaining(`Your code is ${code}`)]);
    for (const page of [await phone.get("/sign-in/code"), await phone.post("/sign-in/code", { code })])
      expect([page.status, page.text()]).toEqual([410, expect.stringContaining("Please ask for a new mail")]);
    await browser.form("Sign in").fill("Code from the mail", code).submit("Sign in");
    expect(browser.url).toBe("/organization");
    expect([(await phone.get(link)).status, phone.text()]).toEqual([410, expect.stringContaining("Please ask for a new mail")]);
  });

  test("a link that is made up, cut, too long or too old is told alike", async () => {
    const { link, email } = await askForMail();
    const visitor = new Visitor(app.url);
    const pages: string[] = [];
    for (const path of [
      link.slice(0, -3),
      `${app.url}/sign-in/made-up`,
      `${app.url}/sign-in/${"0".repeat(75)}`,
      `${link}${"0".repeat(200)}`,
    ]) {
      await visitor.get(path);
      pages.push(`${visitor.status} ${visitor.text()}`);
    }
    const user = await store.selectFrom("user").select("id").where("email", "=", email).executeTakeFirstOrThrow();
    await store.updateTable("sign_in").set({ expires_at: "2020-01-01T00:00:00.000Z" }).where("user_id", "=", user.id).execute();
    await visitor.get(link);
    pages.push(`${visitor.status} ${visitor.text()}`);
    expect(new Set(pages)).toEqual(new Set([expect.stringMatching(/^410 .*Please ask for a new mail/)]));
  });
});

test("over a quota, and for an address that nobody has, every page is as ever", async () => {
  const email = await somebody();
  const pages = new Set<string>();
  for (const address of [...Array(7).fill(email), "nobody@example.org"]) {
    const browser = new Visitor(app.url);
    await ask(browser, address);
    await browser.form("Sign in").fill("Code from the mail", "AAAA-AAAA").submit("Sign in");
    pages.add(`${browser.status} ${browser.text().replaceAll(address, "…")}`);
  }
  expect(pages.size).toBe(1);
  await mailTo(email, 4);
  expect(server.received.filter(({ to }) => to.includes(email))).toHaveLength(5);
});

describe("without a home site", () => {
  test("log-out, a link that does not work and somebody who is not signed in lead to the sign-in page, with a message", async () => {
    const email = await somebody();
    const link = await app.entryLink(email);
    const visitor = await new Visitor(app.url).enter(link);
    await visitor.get("/");
    await visitor.form("Log out").submit();
    expect([visitor.url, visitor.text()]).toEqual(["/sign-in", expect.stringContaining("You are logged out.")]);
    await visitor.get("/sign-in");
    expect(visitor.text()).not.toContain("You are logged out.");
    await visitor.get(link);
    expect([visitor.url, visitor.text()]).toEqual(["/sign-in", expect.stringContaining("That link does not work.")]);
    expect((await visitor.get("/redirect")).url).toBe("/sign-in");
    await visitor.get(`/entry/x~1000000000`);
    await visitor.follow("Sign in by mail");
    expect(visitor.url).toBe("/sign-in");
  });

  test("no log has the address of a link, however it is spelled", async () => {
    const { link, token, code } = await askForMail();
    for (const spelling of ["/sign-in/", "/%73ign-in/", "/x/../sign-in/", "/SIGN-IN%2f", "//sign-in/", "/sign-in\\"])
      await raw(app.url, `${spelling}${token}`);
    await new Visitor(app.url).get(link);
    expect(app.output()).toContain("/sign-in/…");
    for (const secret of [token, token.slice(32), code, code.replace("-", "")]) expect(app.output()).not.toContain(secret);
  });
});

test("where the upstream sends no mails there is no such page", async () => {
  const app = await sharedAppWithoutExtensions();
  const visitor = new Visitor(app.url);
  for (const path of ["/sign-in", "/sign-in/code", "/sign-in/token"]) expect([path, (await visitor.get(path)).status]).toEqual([path, 404]);
  await app.stop();
});

test("the demo shows its mails, and sends none", async () => {
  const demo = await sharedApp();
  const browser = new Visitor(demo.url);
  await browser.get("/demo");
  await browser.follow("sign in by mail");
  await browser.form("Send me a link").fill("E-mail address", "jonas@demo.example").submit("Send me a link");
  const reader = browser.anotherTab();
  await expect.poll(async () => (await reader.get("/demo")).text()).toContain("to jonas@demo.example");
  const mail = reader.document.querySelectorAll("main a").find(({ text }) => text.includes("jonas@demo.example"));
  await reader.get(mail?.getAttribute("href") ?? "");
  const link = reader.document.querySelectorAll("main a").find(({ text }) => text.includes("/sign-in/"))?.text ?? "";
  await browser.get(link);
  await browser.form("Sign in").submit("Sign in");
  expect(browser.text()).toContain("Welcome, Jonas");
  await demo.stop();
});
