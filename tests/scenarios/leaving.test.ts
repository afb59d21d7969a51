/** Who leaves: what is handed over, and what they and their voices read. The list of people as a file and on paper (docs/rules/people.md#who-leaves). */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "#model/contract/common.ts";
import type { Permission } from "#model/permissions.ts";
import { createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import { newAddress } from "../support/new-address.ts";
import { type AppWithFaults, apiClient } from "../support/seed.ts";
import { READER, sharedAppWithFaults } from "../support/shared.ts";
import { openBook } from "../support/workbook.ts";
import { textsOf } from "./questions.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

async function member(team: string, permission: Permission, name: string, roles: Role[] = ["P3M3", "ITIL"]) {
  const email = newAddress(name);
  const client = await apiClient(app.databaseUrl, email, { team, permission, name, roles });
  return { email, client, visitor: await new Visitor(app.url).enter(await app.entryLink(email)) };
}

const ownId = async ({ client }: { client: Client }): Promise<number> => {
  const { people } = expectStatus(await client.get("/people"), 200).body;
  return people.find(({ isSelf }: { isSelf: boolean }) => isSelf).id;
};

/** A lead and an assessor who has asked somebody, with the link of the sheet. */
async function asking() {
  const team = `Team ${randomUUID().slice(0, 8)}`;
  const lead = await member(team, "lead", "Lea");
  const mara = await member(team, "assessor", "Mara");
  const assessment = await createP3M3(mara.client, await createOrganization(mara.client), { perspectiveIds: [1], threadIds: [6] });
  const until = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const form = { voices: [{ name: "Jane", role: "Manager", email: null }], places: ["thread/1/6"], until, message: "", checksFacts: false };
  const [{ voice }] = expectStatus(await mara.client.post(`/assessments/${assessment}/voices`, form), 200).body.voices;
  const { token } = expectStatus(await mara.client.post(`/assessments/${assessment}/voices/${voice}/link`), 200).body;
  const { people } = expectStatus(await lead.client.get("/people"), 200).body;
  const { id } = people.find(({ email }: { email: string }) => email === mara.email);
  const sheet = new Visitor(app.url);
  const open = async () => {
    await sheet.get(`/voice/${token}`);
    if (sheet.text().includes("Open my sheet")) await sheet.form().submit("Open my sheet");
    return sheet.text();
  };
  return { team, lead, mara, id, assessment, open };
}

describe("suspending", () => {
  test("says what waits, hands it over to whom the lead chooses, and the sheet names the colleague", async () => {
    const { team, lead, mara, id, open } = await asking();
    expect(await open()).toContain(`Mara (${mara.email}) wants to know, on behalf of ${team},`);
    await lead.visitor.get(`/people/${id}?confirm=suspend`);
    expect(lead.visitor.text()).toContain("1 sheet that this person asked for is open.");
    expect(textsOf(lead.visitor, "dialog option")).toEqual(["Lea", "Nobody"]);
    await lead.visitor.form("dialog form").submit("Suspend");
    expect(lead.visitor.text()).toContain("They are signed out everywhere. 1 sheet was handed over.");
    expect(await open()).toContain(`Lea (${lead.email}) wants to know, on behalf of ${team},`);
    await lead.visitor.get(`/people/${id}?confirm=remove`);
    expect(lead.visitor.document.querySelector("dialog select")).toBeNull();
  });

  test("hands nothing over where nobody is chosen: the sheet names the team, and whom to turn to", async () => {
    const { team, lead, id, open } = await asking();
    await lead.visitor.get(`/people/${id}?confirm=remove`);
    await lead.visitor.form("dialog form").select("to", "Nobody").submit("Remove");
    expect(lead.visitor.text()).toContain("Mara was removed.");
    const text = await open();
    expect(text).toContain(`${team} wants to know how you see`);
    expect(text).toContain(`If you have a question, please turn to Lea (${lead.email}).`);
    expect(text).not.toContain("Somebody wants to know");
  });

  test("suspends nobody where the sheets could not be handed over, and asks as before where it is not known what waits", async () => {
    const { lead, mara, id } = await asking();
    await lead.visitor.get(`/people/${id}?confirm=suspend`);
    app.upstream.on("POST", `/people/${id}/hand-over`, status(502));
    await lead.visitor.form("dialog form").submit("Suspend");
    expect(lead.visitor.text()).toContain("The sheets could not be handed over.");
    expect((await mara.client.get("/me")).status).toBe(200);
    app.upstream.reset();
    app.upstream.on("GET", `/people/${id}/open`, status(502));
    await lead.visitor.get(`/people/${id}?confirm=suspend`);
    await lead.visitor.form("dialog form").submit("Suspend");
    expect(lead.visitor.text()).toContain("Mara was suspended.");
  });
});

describe("a lead who keeps somebody out", () => {
  test("reads which invitations and namings end with it, and so does whoever takes a colleague's lead or lets somebody in again", async () => {
    const { team, lead, mara, id } = await asking();
    const organization = await createOrganization(lead.client);
    const access = { access: "named", people: [id, await ownId(lead)], reason: "A client's wish" };
    expectStatus(await lead.client.put(`/organizations/${organization}/access`, access), 200);
    expectStatus(await lead.client.put(`/people/${id}`, { permission: "lead" }), 200);
    const invited = newAddress("lou");
    const invite = async () =>
      expectStatus(
        await mara.client.post("/invitations", { people: [{ email: invited, name: "Lou" }], permission: "viewer", roles: ["P3M3"] }),
        200,
      );
    const named = "Harbour Authority";
    const { visitor } = lead;
    await invite();
    await visitor.get(`/people/${id}`);
    await visitor.form("Name and rights").choose("permission", "assessor").submit("Save changes");
    expect(visitor.text()).toContain(`1 invitation that they sent has ended: Lou (${invited}).`);

    expectStatus(await lead.client.put(`/people/${id}`, { permission: "lead" }), 200);
    await invite();
    await visitor.get(`/people/${id}?confirm=suspend`);
    expect(visitor.text()).toContain(`1 invitation that they sent ends: Lou (${invited}).`);
    expect(visitor.text()).toContain(`They are no longer named for ${named}. Letting them in again does not name them.`);
    await visitor.form("dialog form").submit("Suspend");
    expect(visitor.text()).toContain(`1 invitation that they sent has ended: Lou (${invited}).`);
    await visitor.form("section[aria-labelledby=access] form").submit("Let Mara in again");
    expect(visitor.text()).toContain(`They are no longer named for ${named}, and do not see it until somebody names them.`);
    expect(visitor.text()).toContain("Who may see what");
    expect(team).not.toBe("");
  });

  test("reads for which organizations somebody is named whose work the lead does not see, and who can hand it over", async () => {
    const { team, lead, mara, id } = await asking();
    const sam = await member(team, "lead", "Sam");
    const organization = await createOrganization(lead.client);
    const access = { access: "named", people: [id, await ownId(lead)], reason: "A client's wish" };
    expectStatus(await lead.client.put(`/organizations/${organization}/access`, access), 200);
    const assessment = await createP3M3(mara.client, organization, { perspectiveIds: [1], threadIds: [6] });
    expectStatus(await mara.client.post(`/assessments/${assessment}/lock`), 200);
    const sentence =
      "Mara is named for 1 organization that you do not see: Harbour Authority. What is open there is not counted here. Lea can hand it over.";
    for (const query of ["", "?confirm=remove"]) {
      await sam.visitor.get(`/people/${id}${query}`);
      expect(sam.visitor.text()).toContain(sentence);
    }
    await lead.visitor.get(`/people/${id}`);
    expect(lead.visitor.text()).not.toContain("that you do not see");
  });
});

describe("somebody who is suspended", () => {
  test("reads so next to what could not be saved in the background, which uses up nothing of the page that says it", async () => {
    const { lead, mara, id, assessment } = await asking();
    await mara.visitor.get(`/assessments/${assessment}/questions/BM/PL`);
    expectStatus(await lead.client.post(`/people/${id}/suspend`), 200);
    const sentence = "Your access was suspended. Please ask a lead of your team: Lea.";
    for (let times = 0; times < 2; times += 1) {
      await mara.visitor.post(`/assessments/${assessment}/questions/BM/PL/save`, { note: "Typed", noteBase: "", key: "1" });
      expect([mara.visitor.status, JSON.parse(new TextDecoder().decode(mara.visitor.body))]).toEqual([
        401,
        { kind: "refused", message: sentence },
      ]);
    }
    await mara.visitor.post(`/assessments/${assessment}/lock/open`, { page: "a-1" });
    await mara.visitor.get("/");
    expect([mara.visitor.status, mara.visitor.text()]).toEqual([401, expect.stringContaining(sentence)]);
  });

  test("reads so once, and whom to ask; a form is given back", async () => {
    const { lead, mara, id, team } = await asking();
    await member(team, "lead", "Sam");
    const other = await new Visitor(app.url).enter(await app.entryLink(mara.email));
    await other.get("/organization");
    expectStatus(await lead.client.post(`/people/${id}/suspend`), 200);
    await mara.visitor.get("/me");
    expect([mara.visitor.status, mara.visitor.text()]).toEqual([
      401,
      expect.stringContaining("Your access was suspended. Please ask a lead of your team: Lea, Sam."),
    ]);
    await mara.visitor.get("/me");
    expect(mara.visitor.text()).not.toContain("suspended");
    await other.form("Save organization").fill("name", "Harbour Works").submit("Save organization");
    expect(other.text()).toContain("Your access was suspended.");
    expect(other.text()).toContain("Harbour Works");
  });

  test("reads what everybody reads whose session is over, where that cannot be asked", async () => {
    const { lead, mara, id } = await asking();
    expectStatus(await lead.client.post(`/people/${id}/suspend`), 200);
    app.upstream.on("POST", "/auth/suspension", status(502));
    await mara.visitor.get("/me");
    expect([mara.visitor.status, mara.visitor.text()]).toEqual([401, expect.stringContaining("Sorry, your credentials has expired.")]);
  });
});

test("an assessor whose team has no organization reads whose team it is; a lead reads nothing of it", async () => {
  const team = `Team ${randomUUID().slice(0, 8)}`;
  const lead = await member(team, "lead", "Lea");
  const assessor = await member(team, "assessor", "Mara");
  await assessor.visitor.get("/");
  expect([assessor.visitor.url, assessor.visitor.text()]).toEqual([
    "/organization",
    expect.stringContaining(`You are in the team ${team}. It has no organization yet. Lea leads it.`),
  ]);
  await lead.visitor.get("/");
  expect(lead.visitor.text()).not.toContain("You are in the team");
});

describe("the list of people", () => {
  test("is an Excel file with all that the address asks for, and names the internal accounts on screen, too", async () => {
    const { team, lead, mara } = await asking();
    expectStatus(
      await lead.client.post("/invitations", {
        people: [{ email: newAddress("kim"), name: "=Kim" }],
        permission: "viewer",
        roles: ["P3M3"],
      }),
      200,
    );
    app.upstream.on("GET", "/team/joining", json({ mails: [], unconfirmed: [], internalAccounts: [READER, "audit@example.org"] }));
    await lead.visitor.get("/people");
    expect(lead.visitor.text()).toContain(`Internal accounts, which read everything of every team: ${READER} and audit@example.org.`);
    expect(textsOf(lead.visitor, ".only-print").join()).toMatch(/^As of \d{1,2} \w{3} \d{4}$/);
    await lead.visitor.get("/people.xlsx");
    const book = await openBook(lead.visitor.body);
    const cells = (name: string) => {
      const texts: string[] = [];
      book.getWorksheet(name)?.eachRow((row) => row.eachCell((cell) => void texts.push(String(cell.text))));
      return texts;
    };
    await lead.visitor.get("/people");
    expect(cells("People")).toEqual(expect.arrayContaining([lead.email, mara.email, "=Kim", "Invited", "Lead"]));
    expect(cells("Internal accounts")).toEqual(expect.arrayContaining([READER, "audit@example.org"]));
    expect(JSON.stringify(book.model)).not.toContain('"formula"');
    expect(lead.visitor.text()).toContain(team);
  });

  test("has all rows on one page, if they are more than one", async () => {
    const { lead } = await asking();
    const people = Array.from({ length: 55 }, (_, number) => ({ email: newAddress(`many${number}`) }));
    expectStatus(await lead.client.post("/invitations", { people, permission: "viewer", roles: ["P3M3"] }), 200);
    await lead.visitor.get("/people");
    expect(lead.visitor.document.querySelectorAll("tbody tr")).toHaveLength(50);
    await lead.visitor.follow("Show all on one page");
    expect(lead.visitor.document.querySelectorAll("tbody tr")).toHaveLength(57);
  });
});
