/** Another address and another name, without script (docs/rules/people.md#another-address). Mails go to a server that is real. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore, type Store } from "#api/store/open.ts";
import { joiningMessages } from "#model/joining.ts";
import { INVITE_REFUSAL_WORDS } from "#model/people.ts";
import { expectStatus } from "../contract/scenario.ts";
import { type FreshDatabase, freshDatabase } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { readMail, startMailServer } from "../support/mail-server.ts";
import { status } from "../support/misbehaving-upstream.ts";
import { newAddress } from "../support/new-address.ts";
import { apiClient } from "../support/seed.ts";
import { type App, freePort, startApp } from "../support/server.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { messagesOf } from "./wizard.ts";

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

async function member(over: { team?: string; name?: string } = {}) {
  const { team = `Team ${randomUUID().slice(0, 8)}`, name = "Kim" } = over;
  const email = newAddress(name.toLowerCase());
  const client = await apiClient(database.url, email, { team, permission: "lead", name });
  return { team, email, client, visitor: await new Visitor(app.url).enter(await app.entryLink(email)) };
}
/** The mail to an address whose text holds something, as soon as it has come. */
async function mailTo(email: string, text: RegExp): Promise<string> {
  const find = () =>
    server.received
      .filter(({ to }) => to.includes(email))
      .map((mail) => readMail(mail).text)
      .find((each) => text.test(each));
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  return text.exec(find() ?? "")?.[1] ?? "";
}
const CODE = /^([A-Z0-9]{4}-[A-Z0-9]{4})$/m;

describe("one's own address", () => {
  test("changes by the code to the new one just after signing in, is undone by the mail to the old one, and the header shows it", async () => {
    const { visitor, email } = await member();
    const next = newAddress("new");
    await visitor.get("/me");
    await visitor.follow("Change your address");
    await visitor.form("Another address").fill("email", "nobody").submit("Send the codes");
    expect([visitor.status, messagesOf(visitor, "email")]).toEqual([400, joiningMessages.noAddress]);
    await visitor.form("Another address").fill("email", next).submit("Send the codes");
    expect([visitor.url, visitor.text()]).toEqual([
      "/me/address",
      expect.stringContaining(`We have sent a code to ${next}, if this address can be used.`),
    ]);
    await visitor.form("Codes").fill("code", "AAAA-AAAA").submit("Change the address");
    expect([visitor.status, messagesOf(visitor, "code")]).toEqual([
      400,
      "This code is not right. After five wrong attempts you need new ones.",
    ]);
    await visitor
      .form("Codes")
      .fill("code", await mailTo(next, CODE))
      .submit("Change the address");
    expect([visitor.url, visitor.text()]).toEqual(["/me", expect.stringContaining(`Your address is ${next} now.`)]);
    await visitor.get("/people");
    expect(visitor.document.querySelector("header span")?.getAttribute("title")).toBe(`Signed in as ${next}`);
    const link = await mailTo(email, /(\/undo\/\S+)/);
    const stranger = new Visitor(app.url);
    for (let times = 0; times < 2; times += 1) {
      await stranger.get(link);
      expect([stranger.status, stranger.text()]).toEqual([200, expect.stringContaining(`Bring ${email} back?`)]);
      expect([stranger.headers.get("Cache-Control"), stranger.headers.get("Referrer-Policy")]).toEqual(["no-store", "strict-origin"]);
    }
    await stranger.form("Bring it back").submit("Bring it back");
    expect(stranger.text()).toContain("Your address is back.");
    await visitor.get("/me");
    expect(visitor.status).toBe(401);
    await stranger.get(link);
    expect([stranger.status, stranger.text()]).toEqual([410, expect.stringContaining("This link does not serve any more")]);
    expect(app.output()).not.toContain(link);
  });

  test("needs both codes later, and ends with the fifth wrong one", async () => {
    const { visitor, email } = await member();
    const people = store.selectFrom("user").select("id").where("email", "=", email);
    await store
      .updateTable("session_family")
      .set({ created_at: new Date(Date.now() - 11 * 60_000).toISOString() })
      .where("user_id", "in", people)
      .execute();
    const next = newAddress("new");
    await visitor.get("/me/address");
    await visitor.form("Another address").fill("email", next).submit("Send the codes");
    expect(visitor.text()).toContain("and another one to your present address");
    const [code, oldCode] = [await mailTo(next, CODE), await mailTo(email, CODE)];
    await visitor.form("Codes").fill("code", code).submit("Change the address");
    expect([visitor.status, messagesOf(visitor, "oldCode")]).toEqual([400, expect.stringContaining("required")]);
    for (let times = 0; times < 5; times += 1)
      await visitor.form("Codes").fill("code", code).fill("oldCode", "AAAA-AAAA").submit("Change the address");
    expect(visitor.text()).toContain("These codes are over.");
    await visitor.form("Another address").fill("email", next).submit("Send the codes");
    expect(visitor.url).toBe("/me/address");
    expect(oldCode).toMatch(CODE);
  });
});

test("one's own name is greeted at once, also where a lead has changed it", async () => {
  const { visitor, client, team } = await member();
  await visitor.get("/me/name");
  await visitor.form("Your name").fill("firstName", "kim.example").submit("Save the name");
  expect([visitor.status, messagesOf(visitor, "firstName")]).toEqual([400, INVITE_REFUSAL_WORDS.name]);
  await visitor.form("Your name").fill("firstName", "Kimberly").submit("Save the name");
  expect([visitor.url, visitor.text()]).toEqual(["/me", expect.stringContaining("Kimberly")]);
  expect(visitor.document.querySelector("header span")?.text).toBe("Kimberly");
  await visitor.get("/organization");
  expect(visitor.text()).toContain("Welcome, Kimberly");
  const other = await member({ team, name: "Lea" });
  const { people } = expectStatus(await client.get("/people"), 200).body;
  const own = people.find(({ isSelf }: { isSelf: boolean }) => isSelf);
  expectStatus(await other.client.put(`/people/${own.id}`, { firstName: "Kim Lee" }), 200);
  await visitor.get("/organization");
  expect(visitor.text()).toContain("Welcome, Kim Lee");
});

describe("an open invitation", () => {
  test("is corrected: another address is invited instead, what is wrong is said next to the field, and a change by somebody else is seen first", async () => {
    const { visitor, client } = await member();
    const [wrong, right] = [newAddress("kim"), newAddress("kim")];
    const form = { people: [{ email: wrong, name: "Kmi" }], permission: "viewer", roles: ["P3M3"] };
    const [{ invitation }] = expectStatus(await client.post("/invitations", form), 200).body.people;
    await visitor.get("/people");
    await visitor.follow("Kmi");
    await visitor.form("Correct the invitation").fill("email", "nobody").submit("Save");
    expect([visitor.status, messagesOf(visitor, "email")]).toEqual([400, INVITE_REFUSAL_WORDS.address]);
    expectStatus(await client.put(`/invitations/${invitation}`, { name: "Kim" }), 200);
    await visitor.get(`/people/invitations/${invitation}`);
    const late = visitor.form("Correct the invitation").fill("name", "Kim Lee").fill("email", right);
    expectStatus(await client.put(`/invitations/${invitation}`, { name: "Kimmy" }), 200);
    await late.submit("Save");
    expect([visitor.status, visitor.text()]).toEqual([
      409,
      expect.stringContaining(`Somebody else has changed this invitation. It is for Kimmy, ${wrong} now.`),
    ]);
    await visitor.form("Correct the invitation").submit("Save");
    expect([visitor.url, visitor.text()]).toEqual(["/people", expect.stringContaining(`${right} was invited instead.`)]);
    const { invitations } = expectStatus(await client.get("/people"), 200).body;
    expect(invitations).toMatchObject([{ email: right, name: "Kim Lee" }]);
    await visitor.get(`/people/invitations/${invitation}`);
    expect([visitor.status, visitor.text()]).toEqual([404, expect.stringContaining("There is no such open invitation.")]);
  });

  test("a fault loses nothing that was typed", async () => {
    const faulty = await sharedAppWithFaults();
    const email = newAddress("lea");
    const client = await apiClient(faulty.databaseUrl, email, { team: `Team ${randomUUID()}`, permission: "lead" });
    const form = { people: [{ email: newAddress("kim"), name: "Kim" }], permission: "viewer", roles: ["P3M3"] };
    const [{ invitation }] = expectStatus(await client.post("/invitations", form), 200).body.people;
    const visitor = await new Visitor(faulty.url).enter(await faulty.entryLink(email));
    for (const [path, label, field, method, call] of [
      [`/people/invitations/${invitation}`, "Correct the invitation", "name", "PUT", `/invitations/${invitation}`],
      ["/me/name", "Your name", "firstName", "PUT", "/me/name"],
    ] as const) {
      await visitor.get(path);
      faulty.upstream.on(method, call, status(502));
      await visitor.form(label).fill(field, "Typed").submit();
      expect([visitor.status, visitor.text()]).toEqual([502, expect.stringContaining("Something went wrong, please try again")]);
      expect(visitor.document.querySelector(`input[name="${field}"]`)?.getAttribute("value")).toBe("Typed");
      faulty.upstream.reset();
    }
    await visitor.get("/me/address");
    expect(visitor.text()).toContain(joiningMessages.noMails);
    await faulty.stop();
  });
});
