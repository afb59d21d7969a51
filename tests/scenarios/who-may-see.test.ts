/** Who may see an organization, as browsers without script show and change it (docs/rules/walls.md). */
import { randomUUID } from "node:crypto";
import ExcelJS from "exceljs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Permission } from "#model/permissions.ts";
import { ACCESS_REASON_MAX, accessMessages } from "#model/walls.ts";
import { createOrganization, expectStatus } from "../contract/scenario.ts";
import { type Form, Visitor } from "../support/form-driver.ts";
import { hangThenDrop, status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, apiClient } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { textsOf } from "./questions.ts";
import { chosenIn, messagesOf } from "./wizard.ts";

const CLIENT = "Harbour Authority";
const CHANGE = "Save who may see it";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

type Place = Pick<AppWithFaults, "databaseUrl" | "url" | "entryLink">;

/** Somebody of a team, signed in to the API and in a browser. */
async function member(place: Place, team: string | undefined, name: string, permission: Permission) {
  const email = `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@example.org`;
  const client = await apiClient(place.databaseUrl, email, { ...(team === undefined ? {} : { team }), permission, name });
  return { email, client, visitor: await new Visitor(place.url).enter(await place.entryLink(email)) };
}

/** A team of two leads, an assessor and a viewer, with an organization. */
async function someTeam(place: Place = app) {
  const team = `Team ${randomUUID().slice(0, 8)}`;
  const lea = await member(place, team, "Lea", "lead");
  const kim = await member(place, team, "Kim", "lead");
  const sam = await member(place, team, "Sam", "assessor");
  const vera = await member(place, team, "Vera", "viewer");
  const people: { id: number; email: string }[] = expectStatus(await lea.client.get("/people"), 200).body.people;
  const idOf = ({ email }: { email: string }) => people.find((each) => each.email === email)?.id ?? 0;
  const id = await createOrganization(sam.client, { name: CLIENT });
  const at = `/organizations/${id}/access`;
  const name = async (...named: { email: string }[]) =>
    expectStatus(await lea.client.put(at, { access: "named", people: named.map(idOf), reason: "As the client asks" }), 200);
  return { lea, kim, sam, vera, idOf, id, at, name };
}

const choiceOf = ({ email }: { email: string }, name: string) => `${name} (${email})`;
const namedOn = (visitor: Visitor) => textsOf(visitor, 'section[aria-labelledby="present"] tbody th');
const reasonOn = (visitor: Visitor) => visitor.document.querySelector('textarea[name="reason"]')?.text.trim();
const linksOn = (visitor: Visitor) => visitor.document.querySelectorAll("main a").map((link) => link.getAttribute("href") ?? "");
const changeForm = (visitor: Visitor): Form => visitor.form(CHANGE);

describe("the screen of an organization", () => {
  test("is where a lead names people with a reason, and opens it to the team again", async () => {
    const { lea, sam, vera, at, id, idOf } = await someTeam();
    const { visitor } = lea;
    await visitor.get(`/?organization=${id}`);
    await visitor.follow("Who may see it");
    expect([visitor.url, visitor.text()]).toEqual([at, expect.stringContaining("The whole team may see it.")]);
    await changeForm(visitor).choose("access", "named").submit(CHANGE);
    expect([visitor.status, messagesOf(visitor, "people"), messagesOf(visitor, "reason")]).toEqual([
      400,
      accessMessages.nobody,
      "This Field is required.",
    ]);
    const form = changeForm(visitor).check(choiceOf(sam, "Sam")).check(choiceOf(vera, "Vera"));
    await form.fill("reason", "x".repeat(ACCESS_REASON_MAX + 1)).submit(CHANGE);
    expect([visitor.status, messagesOf(visitor, "reason"), chosenIn(visitor, "people").length]).toEqual([
      400,
      expect.stringContaining(String(ACCESS_REASON_MAX)),
      2,
    ]);
    await changeForm(visitor).fill("reason", "The client\nasks for it").submit(CHANGE);
    expect([visitor.url, visitor.redirects, namedOn(visitor)]).toEqual([at, [at], ["Sam", "Vera"]]);
    expect(visitor.text()).toContain(`Who may see ${CLIENT} was changed. 2 people may see it now.`);
    expect(visitor.text()).toContain("You are not named here.");
    expect(expectStatus(await lea.client.get(at), 200).body.people.map((each: { id: number }) => each.id)).toEqual([idOf(sam), idOf(vera)]);
    await changeForm(visitor).choose("access", "team").fill("reason", "No longer needed").submit(CHANGE);
    expect(visitor.text()).toContain("The whole team may see it.");
    expect(expectStatus(await lea.client.get(at), 200).body.access).toBe("team");
  });

  test("shows both lists to a lead who changes an older one, and loses nothing", async () => {
    const { lea, kim, sam, vera, at, idOf, name } = await someTeam();
    const { visitor } = lea;
    await name(sam, vera);
    await visitor.get(at);
    await name(sam, kim);
    await changeForm(visitor).uncheck(choiceOf(sam, "Sam")).fill("reason", "Sam has left the job").submit(CHANGE);
    expect([visitor.status, chosenIn(visitor, "people"), reasonOn(visitor)]).toEqual([409, [String(idOf(vera))], "Sam has left the job"]);
    expect(visitor.text()).toContain("Nothing was saved yet: who may see this organization was changed after you opened this page.");
    const [kims, sams, veras] = [choiceOf(kim, "Kim"), choiceOf(sam, "Sam"), choiceOf(vera, "Vera")];
    expect(visitor.text()).toContain(`Who is named is now ${kims} and ${sams}. What you entered is kept below: ${veras}.`);
    // What is stored stands above the form.
    expect(namedOn(visitor)).toEqual(["Kim", "Sam"]);
    await changeForm(visitor).check(kims).submit(CHANGE);
    expect(namedOn(visitor)).toEqual(["Kim", "Vera"]);
  });

  test("changes nothing for a list that says the same, and says so", async () => {
    const { lea, sam, at, name } = await someTeam();
    await name(sam);
    await lea.visitor.get(at);
    app.upstream.received.length = 0;
    await changeForm(lea.visitor).fill("reason", "Once more").submit(CHANGE);
    expect(lea.visitor.text()).toContain(`Who may see ${CLIENT} was like this already. So nothing was changed.`);
    expect(app.upstream.receivedAt("PUT", at)).toEqual([]);
  });

  test("a double click changes it once", async () => {
    const { lea, sam, at } = await someTeam();
    await lea.visitor.get(at);
    const form = changeForm(lea.visitor).choose("access", "named").check(choiceOf(sam, "Sam")).fill("reason", "Twice");
    await Promise.all([form.submit(CHANGE), form.submit(CHANGE)]);
    expect(expectStatus(await lea.client.get(at), 200).body).toMatchObject({ access: "named", versions: { access: 1 } });
  });

  test("says next to the list who was suspended meanwhile, and offers nobody who is", async () => {
    const { lea, sam, vera, at, idOf, name } = await someTeam();
    await name(sam);
    await lea.visitor.get(at);
    expectStatus(await lea.client.post(`/people/${idOf(vera)}/suspend`), 200);
    await changeForm(lea.visitor).check(choiceOf(vera, "Vera")).fill("reason", "Vera helps").submit(CHANGE);
    expect([lea.visitor.status, messagesOf(lea.visitor, "people"), reasonOn(lea.visitor)]).toEqual([
      400,
      accessMessages.suspended("Vera"),
      "Vera helps",
    ]);
    await changeForm(lea.visitor)
      .uncheck(`${choiceOf(vera, "Vera")} Suspended`)
      .submit(CHANGE);
    const box = lea.visitor.document.querySelector(`input[name="people"][value="${idOf(vera)}"]`);
    expect([namedOn(lea.visitor), box?.hasAttribute("disabled")]).toEqual([["Sam"], true]);
  });

  test("keeps what was chosen when the upstream fails, or does not say whether it was stored", async () => {
    const { lea, sam, at, idOf } = await someTeam();
    for (const [fault, shown] of [
      [status(502), 502],
      [status(429), 429],
      [hangThenDrop(), 502],
    ] as const) {
      app.upstream.reset();
      await lea.visitor.get(at);
      app.upstream.on("PUT", at, fault);
      await changeForm(lea.visitor).choose("access", "named").check(choiceOf(sam, "Sam")).fill("reason", "Asked").submit(CHANGE);
      expect([lea.visitor.status, chosenIn(lea.visitor, "people"), reasonOn(lea.visitor)]).toEqual([shown, [String(idOf(sam))], "Asked"]);
    }
  });

  test("is read by those who are named, and for everybody else it is like an organization that nobody has", async () => {
    const { sam, vera, kim, at, id, name } = await someTeam();
    await vera.visitor.get(at);
    expect([vera.visitor.status, vera.visitor.text()]).toEqual([200, expect.stringContaining("The whole team may see it.")]);
    await name(vera);
    await vera.visitor.get(at);
    expect([vera.visitor.status, namedOn(vera.visitor), vera.visitor.document.querySelectorAll("main form")]).toEqual([200, ["Vera"], []]);
    await vera.visitor.post(at, { access: "team", reason: "x" });
    expect([vera.visitor.status, vera.visitor.text()]).toEqual([403, expect.stringContaining("Only a lead of your team may do this.")]);
    const pages: string[] = [];
    for (const address of [at, "/organizations/999999999/access"]) {
      await sam.visitor.get(address);
      expect(sam.visitor.status).toBe(404);
      pages.push(sam.visitor.text());
      await sam.visitor.post(address, { access: "team", reason: "x" });
      expect(sam.visitor.status).toBe(404);
    }
    expect(pages[0]).toBe(pages[1]);
    // A lead who is not named reads the list, and nothing else.
    await kim.visitor.get(at);
    expect([kim.visitor.status, namedOn(kim.visitor)]).toEqual([200, ["Vera"]]);
    expect(linksOn(kim.visitor).filter((href) => href.includes(`organization=${id}`))).toEqual([]);
    await kim.visitor.get(`/organization/${id}/edit`);
    expect(kim.visitor.status).toBe(404);
  });
});

describe("the last active person", () => {
  test("cannot be suspended or removed, nor leave, and the pages say whom to name first", async () => {
    const { lea, sam, idOf, name } = await someTeam();
    await name(sam);
    const message = accessMessages.last("Sam", CLIENT);
    for (const act of ["suspend", "remove"]) {
      await lea.visitor.get(`/people/${idOf(sam)}?confirm=${act}`);
      await lea.visitor.form("dialog form").submit();
      expect(lea.visitor.text()).toContain(message);
    }
    await sam.visitor.get("/me?confirm=leave");
    await sam.visitor.form("dialog form").submit();
    expect(sam.visitor.text()).toContain(accessMessages.lastSelf);
    expect(expectStatus(await sam.client.get("/me"), 200).body.permission).toBe("assessor");
  });
});

describe("home", () => {
  test("tells those who were named before what changed, and nobody else", async () => {
    const { lea, kim, sam, vera, at, name } = await someTeam();
    await name(sam, kim);
    for (const { visitor } of [sam, kim, lea, vera]) {
      await visitor.get("/");
      expect(visitor.text()).not.toContain("For you");
    }
    await name(kim, vera);
    await kim.visitor.get("/");
    expect(textsOf(kim.visitor, 'section[aria-labelledby="for-you"] li')).toEqual([
      expect.stringContaining(`${CLIENT}: ${vera.email} was named; ${sam.email} was taken off. Who may see ${CLIENT}`),
    ]);
    expect(kim.visitor.text()).toContain(`by ${lea.email}: ‘As the client asks’`);
    expect(linksOn(kim.visitor)).toContain(at);
    // Whoever was taken off reads that, and gets no link to what is not there any more.
    await sam.visitor.get("/for-you");
    expect([sam.visitor.status, textsOf(sam.visitor, "main li")]).toEqual([
      200,
      [expect.stringContaining(`You may no longer see ${CLIENT}.`)],
    ]);
    expect(linksOn(sam.visitor)).toEqual([]);
    for (const { visitor } of [lea, vera]) {
      await visitor.get("/for-you");
      expect(visitor.text()).toContain("Nothing waits for you.");
    }
  });

  test("shows ten of them, and leads to the rest in pages", async () => {
    const { kim, sam, vera, name } = await someTeam();
    for (let change = 0; change < 12; change += 1) await (change % 2 === 0 ? name(kim, sam) : name(kim, vera));
    await kim.visitor.get("/");
    expect(textsOf(kim.visitor, 'section[aria-labelledby="for-you"] li')).toHaveLength(10);
    await kim.visitor.follow("Show all 11");
    expect([kim.visitor.url, textsOf(kim.visitor, "main li").length]).toEqual(["/for-you", 10]);
    await kim.visitor.follow("Next");
    expect([kim.visitor.url, textsOf(kim.visitor, "main li").length]).toEqual(["/for-you?page=2", 1]);
    for (const page of ["99", "0", "x"]) {
      await kim.visitor.get(`/for-you?page=${page}`);
      expect(kim.visitor.status).toBe(200);
    }
  });

  test("is there without what waits, when that cannot be read", async () => {
    const { kim, sam, vera, name } = await someTeam();
    await name(kim, sam);
    await name(kim, vera);
    app.upstream.on("GET", "/for-you", status(502));
    app.upstream.on("GET", "/team/access", status(502));
    await kim.visitor.get("/");
    expect([kim.visitor.status, kim.visitor.text()]).toEqual([200, expect.not.stringContaining("For you")]);
    await kim.visitor.get("/for-you");
    expect(kim.visitor.status).toBe(502);
  });

  test("shows a lead who is not named the name alone, with the way to the list", async () => {
    const { lea, kim, sam, vera, at, id, name } = await someTeam();
    await name(kim, sam);
    for (const path of ["/", `/?organization=${id}`, `/?organization=${id}&tab=completed`]) {
      await lea.visitor.get(path);
      expect(textsOf(lea.visitor, 'section[aria-labelledby="unseen"] li')).toEqual([CLIENT]);
      expect(linksOn(lea.visitor).filter((href) => href.includes(String(id)))).toEqual([at]);
      expect(lea.visitor.text().split(CLIENT)).toHaveLength(2);
    }
    for (const { visitor } of [kim, vera]) {
      await visitor.get("/");
      expect(visitor.text()).not.toContain("For named people only");
    }
    await vera.visitor.get("/");
    expect(vera.visitor.text()).not.toContain(CLIENT);
  });

  test("offers it to leads who are not alone", async () => {
    const { sam, vera, id } = await someTeam();
    for (const { visitor } of [sam, vera]) {
      await visitor.get(`/?organization=${id}`);
      expect(linksOn(visitor)).not.toContain(`/organizations/${id}/access`);
    }
    const alone = await member(app, undefined, "Ada", "lead");
    const own = await createOrganization(alone.client);
    await alone.visitor.get(`/?organization=${own}`);
    expect(linksOn(alone.visitor)).not.toContain(`/organizations/${own}/access`);
    await alone.visitor.get("/organization");
    expect(alone.visitor.document.querySelector("[name=wall]")).toBeNull();
    await alone.visitor.get("/people");
    expect(linksOn(alone.visitor)).not.toContain("/people/access");
  });
});

describe("creating an organization", () => {
  const fillIn = (form: Form, name: string) =>
    form
      .fill("Organization name", name)
      .select("Location", "Denmark")
      .select("Number of employees", "250–999")
      .select("Industry", "Education");
  const BOX = "Only I may see it at first";

  test("keeps it from the team where that is ticked, and what was ticked survives a refusal", async () => {
    const { sam, lea, vera } = await someTeam();
    await sam.visitor.get("/organization");
    await fillIn(sam.visitor.form("Save organization"), "").check(BOX).submit("Save organization");
    expect([sam.visitor.status, chosenIn(sam.visitor, "wall")]).toEqual([400, ["on"]]);
    await sam.visitor.form("Save organization").fill("Organization name", "Quiet Works").submit("Save organization");
    expect(sam.visitor.text()).toContain("The organization was saved. Only you may see it at first.");
    const id = /organization=(\d+)/.exec(sam.visitor.url)?.[1] ?? "";
    expect(expectStatus(await sam.client.get(`/organizations/${id}/access`), 200).body).toMatchObject({
      access: "named",
      people: [{ email: sam.email }],
    });
    expect((await vera.client.get(`/organizations/${id}`)).status).toBe(404);
    await lea.visitor.get("/");
    expect(textsOf(lea.visitor, 'section[aria-labelledby="unseen"] li')).toEqual(["Quiet Works"]);
  });

  test("lets the team see it otherwise", async () => {
    const { sam, vera } = await someTeam();
    await sam.visitor.get("/organization");
    await fillIn(sam.visitor.form("Save organization"), "Open Works").submit("Save organization");
    expect(sam.visitor.text()).not.toContain("Only you may see it");
    const names = (await vera.client.get("/organizations")).body.myOrgnizations;
    expect(names.map(({ organization }: { organization: { name: string } }) => organization.name).sort()).toEqual([CLIENT, "Open Works"]);
  });

  test("never makes an open one of what was to be kept from the team", async () => {
    const { sam } = await someTeam();
    await sam.visitor.get("/organization");
    app.upstream.on("POST", "/organizations/behind-a-wall", status(502));
    const form = fillIn(sam.visitor.form("Save organization"), "Quiet Works").check(BOX);
    await form.submit("Save organization");
    expect([sam.visitor.status, chosenIn(sam.visitor, "wall"), app.upstream.receivedAt("POST", "/organizations")]).toEqual([
      502,
      ["on"],
      [],
    ]);
    const without = await sharedAppWithoutExtensions();
    const old = await member(without, undefined, "Olga", "lead");
    await old.visitor.get("/organization");
    expect(old.visitor.document.querySelector("[name=wall]")).toBeNull();
    const entries = fillIn(old.visitor.form("Save organization"), "Quiet Works").entries("Save organization");
    await old.visitor.post("/organization", { ...Object.fromEntries(entries.map(([name, value]) => [name, String(value)])), wall: "on" });
    expect([old.visitor.status, messagesOf(old.visitor, "wall")]).toEqual([400, expect.stringContaining("nothing was saved")]);
    expect((await old.client.get("/organizations")).body.myOrgnizations).toEqual([]);
  });
});

describe("who may see what", () => {
  const rowsOn = (visitor: Visitor) =>
    visitor.document
      .querySelectorAll("main tbody tr")
      .map((row) => [row.querySelector("th")?.text, row.querySelectorAll("li").map(({ text }) => text.replace(/ since.*/, ""))]);

  test("lists organizations behind a wall for leads, with links both ways", async () => {
    const { lea, sam, vera, at, name } = await someTeam();
    const { visitor } = lea;
    await visitor.get("/people");
    await visitor.follow("Who may see what");
    expect([visitor.url, visitor.text()]).toEqual([
      "/people/access",
      expect.stringContaining("The whole team may see every organization."),
    ]);
    await name(sam, vera);
    await visitor.get("/people/access");
    expect(rowsOn(visitor)).toEqual([[CLIENT, [`Sam, ${sam.email}`, `Vera, ${vera.email}`]]]);
    await visitor.follow(CLIENT);
    expect(visitor.url).toBe(at);
    await visitor.follow("Who may see what");
    await visitor.follow("All people");
    expect(visitor.url).toBe("/people");
    for (const person of [sam, vera])
      for (const path of ["/people/access", "/people/access?on=nonsense", "/people/access.xlsx"]) {
        await person.visitor.get(path);
        expect([person.visitor.status, person.visitor.text()]).toEqual([
          403,
          expect.stringContaining("Only a lead of your team may do this."),
        ]);
        expect(person.visitor.headers.get("Content-Type")).toContain("text/html");
      }
  });

  test("answers for a day, and says next to the field what is wrong with one", async () => {
    const { lea, sam, name } = await someTeam();
    const { visitor } = lea;
    await name(sam);
    const today = new Date().toISOString().slice(0, 10);
    await visitor.get("/people/access");
    await visitor.form("Show").fill("on", today).submit("Show");
    expect([visitor.url, rowsOn(visitor)]).toEqual([`/people/access?on=${today}`, [[CLIENT, [`Sam, ${sam.email}`]]]]);
    await visitor.get("/people/access?on=2020-02-29");
    expect(visitor.text()).toContain("The whole team could see every organization that it had then.");
    for (const [day, message] of [
      ["2026-02-30", "‘2026-02-30’:"],
      ["last+March", "‘last March’:"],
      ["9999-12-31", "This day has not come yet."],
    ] as const) {
      await visitor.get(`/people/access?on=${day}`);
      expect([visitor.status, messagesOf(visitor, "on"), visitor.document.querySelector("table")]).toEqual([
        400,
        expect.stringContaining(message),
        null,
      ]);
      await visitor.get(`/people/access.xlsx?on=${day}`);
      expect([visitor.status, visitor.redirects]).toEqual([400, [`/people/access?on=${day}`]]);
    }
  });

  test("goes into an Excel file whole", async () => {
    const { lea, sam, vera, name } = await someTeam();
    await name(sam, vera);
    await lea.visitor.get("/people/access.xlsx");
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(lea.visitor.body.buffer as ArrayBuffer);
    const cells: string[] = [];
    workbook.getWorksheet("Access")?.eachRow((row) => {
      cells.push([1, 2, 3].map((column) => String(row.getCell(column).value ?? "")).join(" | "));
    });
    expect(cells).toEqual(
      expect.arrayContaining(["Organization | Name | Address", `${CLIENT} | Sam | ${sam.email}`, `${CLIENT} | Vera | ${vera.email}`]),
    );
  });
});

test("where the upstream has no walls, nothing leads to them, and their screens are not there", async () => {
  const without = await sharedAppWithoutExtensions();
  const { client, visitor } = await member(without, `Team ${randomUUID()}`, "Lea", "lead");
  const id = await createOrganization(client);
  without.upstream.received.length = 0;
  for (const path of [`/organizations/${id}/access`, "/people/access", "/people/access.xlsx", "/for-you"]) {
    await visitor.get(path);
    expect([path, visitor.status]).toEqual([path, 404]);
    expect(visitor.headers.get("Content-Type")).toContain("text/html");
  }
  await visitor.get(`/?organization=${id}`);
  expect(linksOn(visitor).filter((href) => /access|for-you/.test(href))).toEqual([]);
  expect(without.upstream.received.filter(({ path }) => /access|for-you|behind/.test(path))).toEqual([]);
});
