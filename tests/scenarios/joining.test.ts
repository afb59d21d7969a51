/** Joining by a copied link, and what became of mails, without script (docs/rules/people.md#copied-links). Mails go to a server that is real. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openStore, type Store } from "#api/store/open.ts";
import { parametersIn } from "#model/contract/call.ts";
import { CONTRACT_CALLS, EXTENSIONS } from "#model/contract/calls.ts";
import { joiningMessages } from "#model/joining.ts";
import { createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { type FreshDatabase, freshDatabase } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { readMail, startMailServer } from "../support/mail-server.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import { newAddress } from "../support/new-address.ts";
import { raw } from "../support/raw.ts";
import { apiClient, startAppWithFaults } from "../support/seed.ts";
import { type App, freePort, startApp } from "../support/server.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { accept } from "../support/understood.ts";
import { textsOf } from "./questions.ts";

let database: FreshDatabase;
let server: Awaited<ReturnType<typeof startMailServer>>;
let app: App;
let store: Store;
beforeAll(async () => {
  database = await freshDatabase();
  server = await startMailServer();
  const port = await freePort();
  const env = {
    ...{ ALLOW_HTTP: "1", DEMO: "0", SESSION_SECRET: "a secret of a test that seals no real cookie", MAIL_FROM: "tool@example.org" },
    ...{ DATABASE_URL: database.url, SMTP_URL: server.url, PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, LOG_REQUESTS: "1" },
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

/** A lead, signed in to the API and in a browser, who has invited somebody. */
async function inviting() {
  const [email, kim] = [newAddress("lea"), newAddress("kim")];
  const team = `Team ${randomUUID().slice(0, 8)}`;
  const client = await apiClient(database.url, email, { team, permission: "lead", name: "Lea" });
  const visitor = await new Visitor(app.url).enter(await app.entryLink(email));
  await visitor.get("/people");
  await visitor.form("Invite people").fill("lines", `Kim <${kim}>`).submit("Invite").then(accept);
  return { email, kim, team, client, visitor };
}

const linkOn = (visitor: Visitor) => visitor.document.querySelector("#link-0")?.getAttribute("value") ?? "";
const pathOf = (link: string) => new URL(link).pathname;

describe("a copied link", () => {
  test("stands in the answer to the button alone, opens without using anything up, and lets its person in by the button", async () => {
    const { visitor, kim, team, email } = await inviting();
    await visitor.form("Copy the link: Kim").submit("Copy the link: Kim");
    expect([visitor.status, visitor.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    const link = linkOn(visitor);
    expect(link).toMatch(new RegExp(`^${app.url}/join/`));
    await visitor.get("/people");
    expect(visitor.text()).not.toContain("/join/");
    expect(linkOn(visitor)).toBe("");
    const browser = new Visitor(app.url);
    for (let times = 0; times < 2; times += 1) {
      await browser.get(pathOf(link));
      expect([browser.status, browser.text()]).toEqual([200, expect.stringContaining(`Join ${team}?`)]);
      expect(browser.text()).toContain(`You join with the address ${kim}`);
      expect([browser.headers.get("Cache-Control"), browser.headers.get("Referrer-Policy")]).toEqual(["no-store", "strict-origin"]);
    }
    await browser.form("Join").submit("Join");
    expect([browser.status, new URL(browser.url, app.url).pathname]).toEqual([200, "/organization"]);
    await browser.get("/me");
    expect(browser.text()).toContain(kim);
    await visitor.get("/people");
    expect(visitor.text()).toContain("Address not confirmed");
    for (const path of [pathOf(link), "/join/no-such-link"]) {
      await new Visitor(app.url).get(path);
      const stranger = new Visitor(app.url);
      await stranger.get(path);
      expect([stranger.status, stranger.text()]).toEqual([410, expect.stringContaining(joiningMessages.linkIsOver)]);
    }
    const ofLink = () => server.received.filter(({ to, source }) => to.includes(kim) && source.includes("Subject: A link"));
    await expect.poll(() => ofLink().length, { timeout: 10_000 }).toBe(1);
    const mails = ofLink().map(readMail);
    expect(mails[0]?.text).toContain(`Lea (${email}) has copied a link`);
    expect(mails.map(({ text, html }) => text + html).join()).not.toContain(pathOf(link));
    expect(app.output()).not.toContain(pathOf(link));
  });

  test("does not serve where somebody has the address, and asks somebody who is signed in first", async () => {
    const { visitor } = await inviting();
    const other = await inviting();
    await other.client.post("/invitations", { people: [{ email: other.email }], permission: "viewer", roles: ["P3M3"] });
    await visitor.form("Copy the link: Kim").submit("Copy the link: Kim");
    const path = pathOf(linkOn(visitor));
    await other.visitor.get(path);
    expect(other.visitor.text()).toContain(
      `You are signed in as ${other.email}. If you join, ${other.email} is signed out in this browser.`,
    );
    await other.visitor.form("Join").submit("Join");
    await other.visitor.get("/me");
    expect(other.visitor.text()).not.toContain(other.email);
    // By HEAD, as a scanner looks.
    expect((await raw(app.url, path, { method: "HEAD" })).status).toBe(410);
  });
});

describe("what became of a mail", () => {
  test("stands in the list of people and with a voice, with the server's reply and a button that sends it again", async () => {
    const { visitor, client, email, kim } = await inviting();
    await expect.poll(() => server.received.filter(({ to }) => to.includes(kim)).length, { timeout: 10_000 }).toBe(1);
    const sentAt = () => store.selectFrom("mail").select("sent_at").where("recipient", "=", kim).executeTakeFirst();
    await expect.poll(async () => (await sentAt())?.sent_at ?? null, { timeout: 10_000 }).not.toBeNull();
    await visitor.get("/people");
    expect(visitor.text()).toContain("Mail sent");
    const refused = { failed_at: new Date().toISOString(), sent_at: null, last_error: "550 5.1.1 no such user" };
    await store.updateTable("mail").set(refused).where("recipient", "=", kim).execute();
    await visitor.get("/people");
    expect(visitor.text()).toContain("1 mail was refused.");
    await visitor.follow("Show whose");
    expect(visitor.url).toBe("/people?state=refused");
    expect(textsOf(visitor, 'section[aria-label="People of the team"] tbody th')).toEqual(["Kim"]);
    expect(visitor.text()).toContain("The mail server says: ‘550 5.1.1 no such user’");
    await visitor.get("/people");
    await visitor.form("Send again: Kim").submit("Send again: Kim");
    expect(visitor.text()).toContain("Kim was invited again.");
    await expect.poll(() => server.received.filter(({ to }) => to.includes(kim)).length, { timeout: 10_000 }).toBe(2);

    const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [6] });
    const jane = newAddress("jane");
    const until = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString().slice(0, 10);
    const form = {
      voices: [{ name: "Jane", role: "Manager", email: null }],
      places: ["thread/1/6"],
      until,
      message: "",
      checksFacts: false,
    };
    const [{ voice }] = expectStatus(await client.post(`/assessments/${id}/voices`, form), 200).body.voices;
    // As it is stored after the server has refused the address.
    const set = store.updateTable("voice").set({ email: jane }).where("id", "=", voice);
    const { reference: about } = await set.returning("reference").executeTakeFirstOrThrow();
    const { id: lead } = await store.selectFrom("user").select("id").where("email", "=", email).executeTakeFirstOrThrow();
    const posted = new Date().toISOString();
    const mail = { reference: randomUUID(), kind: "voice", recipient: jane, about, generation: 1, caused_by: lead } as const;
    await store
      .insertInto("mail")
      .values({ ...mail, created_at: posted, attempts: 1, next_at: posted, ...refused })
      .execute();
    await visitor.get(`/assessments/${id}/voices`);
    expect(visitor.text()).toContain("The mail server says: ‘550 5.1.1 no such user’");
    await visitor.get(`/assessments/${id}/voices/${voice}`);
    expect(visitor.text()).toContain("Mail refused");
    await visitor.form("Send again").submit("Send again");
    expect(visitor.text()).toContain("The mail to Jane is sent again.");
    await expect.poll(() => server.received.filter(({ to }) => to.includes(jane)).length, { timeout: 10_000 }).toBe(1);
  });
});

describe("where something fails or is missing", () => {
  afterEach(async () => (await sharedAppWithFaults()).upstream.reset());

  test("a link that cannot be had is said above the list, and the list works without what became of mails", async () => {
    const faulty = await sharedAppWithFaults();
    const email = newAddress("lea");
    const client = await apiClient(faulty.databaseUrl, email, { team: `Team ${randomUUID()}`, permission: "lead" });
    const visitor = await new Visitor(faulty.url).enter(await faulty.entryLink(email));
    const form = { people: [{ email: newAddress("kim"), name: "Kim" }], permission: "viewer", roles: ["P3M3"] };
    const [{ invitation }] = expectStatus(await client.post("/invitations", form), 200).body.people;
    await visitor.get("/people");
    faulty.upstream.on("POST", `/invitations/${invitation}/link`, status(502));
    await visitor.form("Copy the link: Kim").submit("Copy the link: Kim");
    expect([visitor.status, visitor.text()]).toEqual([502, expect.stringContaining("Something went wrong, please try again")]);
    faulty.upstream.reset();
    faulty.upstream.on("GET", "/team/joining", status(502));
    await visitor.get("/people");
    expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining("Kim")]);
    await faulty.stop();
  });

  test("an upstream with the other names alone loses nothing, and none of these calls reaches it", async () => {
    const bare = await startAppWithFaults({});
    try {
      bare.upstream.on("GET", "/extensions", json({ extensions: EXTENSIONS.filter((name) => name !== "joining") }));
      const email = newAddress("lea");
      const client = await apiClient(bare.databaseUrl, email, { team: `Team ${randomUUID()}`, permission: "lead" });
      const form = { people: [{ email: newAddress("kim"), name: "Kim" }], permission: "viewer", roles: ["P3M3"] };
      expectStatus(await client.post("/invitations", form), 200);
      const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [6] });
      const sheet = { places: ["thread/1/6"], until: new Date().toISOString().slice(0, 10), message: "", checksFacts: false };
      const answer = await client.post(`/assessments/${id}/voices`, { voices: [{ name: "Jane", role: "Manager", email: null }], ...sheet });
      const [{ voice }] = expectStatus(answer, 200).body.voices;
      const visitor = await new Visitor(bare.url).enter(await bare.entryLink(email));
      for (const path of ["/", "/people", "/me", `/assessments/${id}/voices`, `/assessments/${id}/voices/${voice}`]) {
        await visitor.get(path);
        expect([path, visitor.status]).toEqual([path, 200]);
        expect(visitor.text()).not.toMatch(/Copy the link|Send again|Mail (sent|waits|refused)/);
      }
      await visitor.get("/people");
      await visitor.form("Invite again: Kim").submit("Invite again: Kim");
      expect(visitor.text()).toContain("Kim was invited again.");
      await visitor.get("/join/a-link");
      expect(visitor.status).toBe(404);
      const calls = CONTRACT_CALLS.filter(({ call }) => call.extension === "joining");
      const reached = bare.upstream.received.filter(({ method, path }) =>
        calls.some(({ call }) => call.method === method && parametersIn(call, path.split("?")[0] ?? "")),
      );
      expect(reached).toEqual([]);
    } finally {
      await bare.stop();
    }
  });
});
