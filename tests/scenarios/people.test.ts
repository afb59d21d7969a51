/** The people of a team, as a browser without script manages them (docs/rules/people.md#the-screens). */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "#model/contract/common.ts";
import { INVITE_TEXT_MAX, lineMessages } from "#model/invitation-lines.ts";
import { INVITE_REFUSAL_WORDS, PERSON_NAME_MAX, personNameProblem } from "#model/people.ts";
import type { Permission } from "#model/permissions.ts";
import { textMessages } from "#model/text.ts";
import { createOrganization, expectStatus } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import { newAddress } from "../support/new-address.ts";
import { type AppWithFaults, apiClient, changeByOperator } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { accept } from "../support/understood.ts";
import { textsOf } from "./questions.ts";
import { messagesOf } from "./wizard.ts";

const FAILED = "Something went wrong, please try again";
const ONLY_A_LEAD = "Only a lead of your team may do this.";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

/** Somebody of a team, signed in to the API and in a browser. */
async function member(team: string | undefined, permission: Permission | undefined, name = "Kim", roles: Role[] = ["P3M3", "ITIL"]) {
  const email = newAddress(name);
  const client = await apiClient(app.databaseUrl, email, { team, permission, name, roles });
  return { email, client, visitor: await new Visitor(app.url).enter(await app.entryLink(email)) };
}

/** A lead with a colleague. */
async function twoOfATeam(permission: Permission = "assessor") {
  const team = `Team ${randomUUID().slice(0, 8)}`;
  const lead = await member(team, "lead", "Lea");
  const colleague = await member(team, permission, "Cole");
  const { people } = expectStatus(await lead.client.get("/people"), 200).body;
  const { id } = people.find((each: { email: string }) => each.email === colleague.email);
  return { team, lead, colleague, at: `/people/${id}`, id: id as number };
}

const typedLines = (visitor: Visitor) =>
  visitor.document.querySelector('textarea[name="lines"]')?.text.replaceAll("\r", "").replace(/^\n/, "");
const REASONS = 'ul[aria-label="Lines that invited nobody"]';
const reasonsOn = (visitor: Visitor) => textsOf(visitor, `${REASONS} li`);
const namesOn = (visitor: Visitor) => textsOf(visitor, 'section[aria-label="People of the team"] tbody th');

describe("inviting", () => {
  test("takes an international domain in either form, and shows what people write", async () => {
    const { lead } = await twoOfATeam();
    const { visitor, client } = lead;
    const name = `joerg.${randomUUID().slice(0, 8)}`;
    await visitor.get("/people");
    const form = visitor.form("Invite people").fill("lines", `${name}@xn--mller-kva.example\nJ ${name}@müller.example`);
    await form.choose("permission", "viewer").submit("Invite");
    expect(visitor.text()).toContain(`${name}@müller.example`);
    expect(visitor.text()).toContain(INVITE_REFUSAL_WORDS.twice);
    await accept(visitor);
    expect(visitor.text()).toContain(`${name}@müller.example was invited.`);
    expect(expectStatus(await client.get("/people"), 200).body.invitations).toMatchObject([{ email: `${name}@xn--mller-kva.example` }]);
    for (const q of [`${name}@müller.example`, `${name}@xn--mller-kva.example`]) {
      await visitor.get(`/people?q=${encodeURIComponent(q)}`);
      expect(namesOn(visitor)).toEqual([`${name}@müller.example`]);
    }
  });

  test("sends the good lines, and keeps the others with their reasons until they are right", async () => {
    const { lead, colleague } = await twoOfATeam();
    const { visitor, client } = lead;
    await visitor.get("/");
    await visitor.follow("People");
    expect([visitor.url, visitor.status, namesOn(visitor)]).toEqual(["/people", 200, ["Cole", "Lea You"]]);
    const [jane, rob] = [newAddress("jane"), newAddress("rob")];
    const form = visitor.form("Invite people").fill("lines", `Doe, Jane <${jane}>; ${colleague.email}\nno-at.example.org\n${rob}`);
    await form.choose("permission", "viewer").uncheck("ITIL").submit("Invite");
    expect(visitor.text()).toContain("2 people are invited as Viewer for P3M3 when you press the button below.");
    expect(textsOf(visitor, "td strong")).toEqual([INVITE_REFUSAL_WORDS.inTeam]);
    await accept(visitor);
    expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining(`Jane Doe and ${rob} were invited.`)]);
    expect(typedLines(visitor)).toBe(`${colleague.email}\nno-at.example.org`);
    expect(messagesOf(visitor, "lines")).toBe("2 lines invite nobody: see below.");
    expect(reasonsOn(visitor)).toEqual([
      `‘${colleague.email}’: ${INVITE_REFUSAL_WORDS.inTeam}`,
      `‘no-at.example.org’: ${lineMessages.none}`,
    ]);
    const { invitations } = expectStatus(await client.get("/people"), 200).body;
    expect(invitations).toMatchObject([
      { email: jane, name: "Jane Doe", permission: "viewer", roles: ["P3M3"] },
      { email: rob, name: null, permission: "viewer", roles: ["P3M3"] },
    ]);
    expect(namesOn(visitor)).toEqual(["Cole", "Lea You", "Jane Doe", rob]);
    // Nobody is left to be invited: there is nothing to confirm.
    await visitor.form("Invite people").fill("lines", `${colleague.email}\n${jane}`).submit("Invite");
    expect([visitor.status, reasonsOn(visitor)]).toEqual([
      400,
      [`‘${colleague.email}’: ${INVITE_REFUSAL_WORDS.inTeam}`, `‘${jane}’: ${INVITE_REFUSAL_WORDS.invited}`],
    ]);
    // The choices stay for the lines that are left.
    const lee = newAddress("lee");
    await visitor.form("Invite people").fill("lines", lee).submit("Invite").then(accept);
    expect([visitor.redirects, visitor.text()]).toEqual([["/people"], expect.stringContaining(`${lee} was invited.`)]);
    const after = expectStatus(await client.get("/people"), 200).body.invitations;
    expect(after.find((each: { email: string }) => each.email === lee)).toMatchObject({ permission: "viewer", roles: ["P3M3"] });
  });

  test("gives lines back below their headings, so that they say the same when they are sent again", async () => {
    const { visitor } = await twoOfATeam().then(({ lead }) => lead);
    await visitor.get("/people");
    const lines = ["Job\tE-mail\tName", `Consultant\t${newAddress("jane")}\tJane Doe`, "Manager\tbob@example\tBob Roe"];
    await visitor.form("Invite people").fill("lines", lines.join("\n")).submit("Invite").then(accept);
    const left = `${lines[0]}\n${lines[2]}`;
    expect([visitor.text(), typedLines(visitor)]).toEqual([expect.stringContaining("Jane Doe was invited."), left]);
    const bob = newAddress("bob");
    await visitor.form("Invite people").fill("lines", left.replace("bob@example", bob)).submit("Invite").then(accept);
    expect(visitor.text()).toContain("Bob Roe was invited.");
  });

  test("marks a domain that is nearly that of the team", async () => {
    const { visitor } = await twoOfATeam().then(({ lead }) => lead);
    await visitor.get("/people");
    await visitor.form("Invite people").fill("lines", "jane@exmaple.org").submit("Invite");
    expect(visitor.text()).toContain("exmaple.org is nearly example.org. Is it spelt right?");
  });

  test.each([
    ["nothing", "", "This Field is required."],
    ["only bad lines", "one\ntwo@three", "2 lines invite nobody: see below."],
    ["far too much", "a".repeat(INVITE_TEXT_MAX + 1), textMessages.tooLong(INVITE_TEXT_MAX)],
  ])("%s is refused next to the field, and nothing typed is lost", async (_, lines, message) => {
    const { visitor } = await member(`Team ${randomUUID()}`, "lead");
    await visitor.get("/people");
    await visitor.form("Invite people").fill("lines", lines).submit("Invite").then(accept);
    expect([visitor.status, messagesOf(visitor, "lines"), typedLines(visitor)]).toEqual([400, message, lines]);
  });

  test("gives every line that is left with its reason, in their order", async () => {
    const { lead, colleague } = await twoOfATeam();
    const { visitor } = lead;
    const lines = ["one", colleague.email, "two", "three", "four", "five", "six", "seven"];
    await visitor.get("/people");
    await visitor
      .form("Invite people")
      .fill("lines", `${lines.join("\n")}\n${newAddress("jane")}`)
      .submit("Invite")
      .then(accept);
    expect(typedLines(visitor)).toBe(lines.join("\n"));
    expect(messagesOf(visitor, "lines")).toBe("8 lines invite nobody: see below.");
    expect(reasonsOn(visitor).map((each) => /‘(.*)’/.exec(each)?.[1])).toEqual(lines);
    const described = visitor.document.querySelector('textarea[name="lines"]')?.getAttribute("aria-describedby")?.split(" ") ?? [];
    expect(described).toContain(visitor.document.querySelector(REASONS)?.getAttribute("id"));
  });

  test("asks for a model, and offers only those of the lead", async () => {
    const { visitor, client } = await member(`Team ${randomUUID()}`, "lead");
    await visitor.get("/people");
    await visitor.form("Invite people").fill("lines", "jane@example.org").uncheck("P3M3").uncheck("ITIL").submit("Invite").then(accept);
    expect([visitor.status, messagesOf(visitor, "roles"), typedLines(visitor)]).toEqual([
      400,
      "Please choose at least one model.",
      "jane@example.org",
    ]);
    expect(expectStatus(await client.get("/people"), 200).body.invitations).toEqual([]);
    const { visitor: single } = await member(`Team ${randomUUID()}`, "lead", "Sol", ["ITIL"]);
    await single.get("/people");
    expect(
      single.document.querySelectorAll('form[aria-label="Invite people"] input[type="checkbox"]').map((each) => each.getAttribute("value")),
    ).toEqual(["ITIL"]);
  });

  test("keeps everything typed through a fault, and what was sent twice invites once", async () => {
    const { visitor, client } = await member(`Team ${randomUUID()}`, "lead");
    await visitor.get("/people");
    app.upstream.on("POST", "/invitations", status(500));
    const jane = newAddress("jane");
    await visitor
      .form("Invite people")
      .fill("lines", `Jane <${jane}>\nand nobody`)
      .choose("permission", "lead")
      .submit("Invite")
      .then(accept);
    expect([visitor.status, visitor.text(), typedLines(visitor)]).toEqual([
      502,
      expect.stringContaining(FAILED),
      `Jane <${jane}>\nand nobody`,
    ]);
    app.upstream.reset();
    await visitor.form("Invite people").submit("Invite");
    const form = visitor.form("Invite 1 person");
    await form.submit("Invite 1 person");
    expect(visitor.text()).toContain("Jane was invited.");
    await form.submit("Invite 1 person");
    expect(visitor.text()).toContain("Jane was invited.");
    expect(expectStatus(await client.get("/people"), 200).body.invitations).toMatchObject([{ email: jane, permission: "lead" }]);
  });

  test("gives the lines back to somebody who leads no more, and to somebody whose session has ended", async () => {
    const { lead } = await twoOfATeam("lead");
    const { visitor, email } = lead;
    await visitor.get("/people");
    const form = visitor.form("Invite people").fill("lines", "Jane <jane@example.org>\nRob <rob@example.org>");
    await changeByOperator(app.databaseUrl, email, { permission: "assessor" });
    await form.submit("Invite").then(accept);
    expect([visitor.status, visitor.document.querySelector("h1")?.text]).toEqual([403, ONLY_A_LEAD]);
    expect(visitor.text()).toContain("Rob <rob@example.org>");
    await changeByOperator(app.databaseUrl, email, { permission: "lead" });
    await visitor.get("/people");
    const late = visitor.form("Invite people").fill("lines", "Jane <jane@example.org>\nRob <rob@example.org>");
    await visitor.anotherTab().post("/sign-out", {});
    await late.submit("Invite").then(accept);
    expect([visitor.status, visitor.document.querySelector("h1")?.text]).toEqual([401, "Your session has ended"]);
    expect(visitor.text()).toContain("Rob <rob@example.org>");
  });
});

describe("an invitation in the list", () => {
  /** A lead who has invited somebody, on the list. */
  async function invited() {
    const lead = await member(`Team ${randomUUID()}`, "lead");
    const address = newAddress("jane");
    const { people } = expectStatus(
      await lead.client.post("/invitations", { people: [{ email: address, name: "Jane" }], permission: "viewer", roles: ["P3M3"] }),
      200,
    ).body;
    await lead.visitor.get("/people");
    return { ...lead, id: people[0].invitation as number };
  }

  test("is sent again, and taken back once the lead has confirmed", async () => {
    const { visitor, client, id } = await invited();
    await visitor.form("Invite again: Jane").submit("Invite again: Jane");
    expect(visitor.text()).toContain("Jane was invited again.");
    await visitor.follow("Take back: Jane");
    expect(textsOf(visitor, "dialog h2")).toEqual(["Take the invitation back?"]);
    await visitor.form("dialog form").submit("Take it back");
    expect([visitor.url, visitor.text()]).toEqual(["/people", expect.stringContaining("The invitation of Jane was taken back.")]);
    expect(expectStatus(await client.get("/people"), 200).body.invitations).toEqual([]);
    await visitor.get(`/people?back=${id}`);
    expect([visitor.status, textsOf(visitor, "dialog h2")]).toEqual([200, []]);
  });

  test("is sent again and taken back once by a form that is posted twice, and the page says that it was done", async () => {
    const { visitor, id } = await invited();
    const again = visitor.form("Invite again: Jane");
    await again.submit("Invite again: Jane");
    await again.submit("Invite again: Jane");
    expect(visitor.text()).toContain("Jane was invited again.");
    await visitor.get(`/people?back=${id}`);
    const back = visitor.form("dialog form");
    await back.submit("Take it back");
    await back.submit("Take it back");
    expect(visitor.text()).toContain("The invitation of Jane was taken back.");
  });

  test("is not sent again by a lead who lacks its models", async () => {
    const { visitor, client, email } = await invited();
    const jim = newAddress("jim");
    expectStatus(await client.post("/invitations", { people: [{ email: jim, name: "Jim" }], permission: "viewer", roles: ["ITIL"] }), 200);
    await changeByOperator(app.databaseUrl, email, { roles: ["P3M3"] });
    await visitor.get("/people");
    const buttons = visitor.document.querySelectorAll("tbody button").map((each) => each.getAttribute("aria-label"));
    expect(buttons).toEqual(["Invite again: Jane", "Copy the link: Jane"]);
    expect(textsOf(visitor, 'form[aria-label="Invite people"] fieldset:has(input[type="checkbox"]) label')).toEqual([
      "P3M3 (always included)",
    ]);
  });

  test("says so when it is over, when somebody was faster, and when it failed", async () => {
    const { visitor, client, id } = await invited();
    const form = visitor.form("Invite again: Jane");
    app.upstream.on("POST", `/invitations/${id}/again`, status(500));
    await form.submit("Invite again: Jane");
    expect(visitor.text()).toContain(`${FAILED} Nothing was changed.`);
    app.upstream.reset();
    expectStatus(await client.post(`/invitations/${id}/again`, {}), 200);
    await form.submit("Invite again: Jane");
    expect(visitor.text()).toContain("somebody else made a change meanwhile");
    expectStatus(await client.post(`/invitations/${id}/take-back`, {}), 204);
    await form.submit("Invite again: Jane");
    expect(visitor.text()).toContain("The invitation of Jane is over");
  });
});

describe("the list", () => {
  test("is searched and filtered by its address, and a page holds 50", async () => {
    const { lead } = await twoOfATeam("viewer");
    const { visitor, client } = lead;
    const people = Array.from({ length: 55 }, (_, number) => ({
      email: `p${number}.${randomUUID().slice(0, 8)}@example.org`,
      name: `Pat ${number === 54 ? "Zebulon" : number}`,
    }));
    expectStatus(await client.post("/invitations", { people, permission: "assessor", roles: ["ITIL"] }), 200);
    await visitor.get("/people");
    expect(namesOn(visitor)).toHaveLength(50);
    await visitor.follow("Next");
    expect(namesOn(visitor)).toHaveLength(7);
    await visitor.follow("Take back: Pat 53");
    await visitor.follow("Cancel");
    expect(visitor.url).toBe("/people?page=2");
    const shownAt = async (query: string) => namesOn(await visitor.get(`/people?${query}`));
    expect(await shownAt("q=ZEBULON+pat")).toEqual(["Pat Zebulon"]);
    expect(await shownAt("permission=viewer")).toEqual(["Cole"]);
    expect(await shownAt("state=active")).toEqual(["Cole", "Lea You"]);
    expect(await shownAt("state=invited&model=P3M3")).toEqual([]);
    expect(visitor.text()).toContain("None fits what you chose.");
    expect(await shownAt("permission=king&state=%00&page=-1&q=")).toHaveLength(50);
    await visitor.form("Search and filter people").fill("Name or address", "cole").submit("Show");
    expect([visitor.url, namesOn(visitor)]).toEqual([expect.stringContaining("q=cole"), ["Cole"]]);
  });

  test("says that it cannot be read", async () => {
    const { visitor } = await member(`Team ${randomUUID()}`, "lead");
    app.upstream.on("GET", "/people", status(500));
    await visitor.get("/people");
    expect([visitor.status, visitor.text()]).toEqual([502, expect.stringContaining("Try again")]);
  });
});

describe("one person", () => {
  test("is given another name, permission and models, from their next page on", async () => {
    const { lead, colleague, at } = await twoOfATeam();
    const { visitor } = lead;
    const organization = await createOrganization(lead.client, {});
    const modelsOfColleague = async () => {
      await colleague.visitor.get(`/?organization=${organization}`);
      return textsOf(colleague.visitor, ".organization h3");
    };
    expect(await modelsOfColleague()).toEqual(["P3M3", "ITIL"]);
    await visitor.get("/people");
    await visitor.follow("Cole");
    expect([visitor.url, visitor.title]).toEqual([at, "Cole | Maturity Assessment Tool"]);
    const form = visitor.form("Name and rights").fill("First name (optional)", "Colette").choose("permission", "viewer");
    await form.uncheck("P3M3").submit("Save changes");
    expect([visitor.redirects, visitor.text()]).toEqual([[at], expect.stringContaining("The changes were saved.")]);
    expect(expectStatus(await lead.client.get(at), 200).body).toMatchObject({
      firstName: "Colette",
      permission: "viewer",
      roles: ["ITIL"],
    });
    // Their session began with both.
    expect(await modelsOfColleague()).toEqual(["ITIL"]);
    await colleague.visitor.get("/organization");
    expect(colleague.visitor.status).toBe(403);
    await visitor.get("/people/history");
    expect(textsOf(visitor, ".history-entry > p:first-child")).toEqual(
      expect.arrayContaining([`What ${colleague.email} may do was changed`, `The models of ${colleague.email} were changed`]),
    );
    expect(visitor.text()).toContain("Assessor → Viewer");
  });

  test.each([
    ["firstName", "See www.example.org", personNameProblem("www.example.org") ?? ""],
    ["firstName", "C".repeat(PERSON_NAME_MAX + 1), textMessages.tooLong(PERSON_NAME_MAX)],
  ])("is refused next to its field: %s %s", async (field, text, message) => {
    const { lead, at } = await twoOfATeam();
    await lead.visitor.get(at);
    await lead.visitor.form("Name and rights").fill("First name (optional)", text).submit("Save changes");
    expect([lead.visitor.status, messagesOf(lead.visitor, field)]).toEqual([400, message]);
    expect(lead.visitor.document.querySelector('[name="firstName"]')?.getAttribute("value")).toBe(text);
  });

  test("that another lead changed meanwhile is not overwritten unseen", async () => {
    const { lead, at } = await twoOfATeam();
    const { visitor, client } = lead;
    await visitor.get(at);
    expectStatus(await client.put(at, { firstName: "Nicole", permission: "viewer" }), 200);
    await visitor.form("Name and rights").fill("First name (optional)", "Colette").submit("Save changes");
    expect(visitor.status).toBe(409);
    expect(textsOf(visitor, "[role=alert] p")).toEqual([
      "Nothing was saved yet: this person was changed after you opened this page.",
      "First name is now ‘Nicole’. What you entered is kept below: ‘Colette’.",
      "What this person may do is now Viewer.",
      "Look through the form below, then save again.",
    ]);
    expect(expectStatus(await client.get(at), 200).body.firstName).toBe("Nicole");
    await visitor.form("Name and rights").submit("Save changes");
    expect(expectStatus(await client.get(at), 200).body).toMatchObject({
      firstName: "Colette",
      permission: "viewer",
      roles: ["P3M3", "ITIL"],
    });
  });

  test("that another lead changed meanwhile is not overwritten unseen after a mistake either", async () => {
    const { lead, at } = await twoOfATeam();
    const { visitor, client } = lead;
    await visitor.get(at);
    expectStatus(await client.put(at, { permission: "viewer" }), 200);
    await visitor.form("Name and rights").fill("First name (optional)", "www.example.org").submit("Save changes");
    expect(visitor.status).toBe(400);
    await visitor.form("Name and rights").fill("First name (optional)", "Colette").submit("Save changes");
    expect([visitor.status, visitor.text()]).toEqual([409, expect.stringContaining("What this person may do is now Viewer.")]);
    await visitor.form("Name and rights").submit("Save changes");
    expect(expectStatus(await client.get(at), 200).body).toMatchObject({ firstName: "Colette", permission: "viewer" });
  });

  test("is refused next to the field that the upstream names", async () => {
    const { lead, at } = await twoOfATeam();
    const { visitor } = lead;
    await visitor.get(at);
    app.upstream.on("PUT", at, json({ title: "No", status: 422, errors: [{ path: "roles", message: "ITIL is not for you." }] }, 422));
    await visitor.form("Name and rights").fill("First name (optional)", "Colette").submit("Save changes");
    expect([visitor.status, messagesOf(visitor, "roles")]).toEqual([400, "ITIL is not for you."]);
    expect(visitor.text()).not.toContain(FAILED);
    expect(visitor.document.querySelector('[name="firstName"]')?.getAttribute("value")).toBe("Colette");
  });

  test("who leads no more by their own choice is shown their account", async () => {
    const { lead, id } = await twoOfATeam("lead");
    const { people } = expectStatus(await lead.client.get("/people"), 200).body;
    const { visitor } = lead;
    await visitor.get(`/people/${people.find((each: { id: number }) => each.id !== id).id}`);
    expect(visitor.text()).toContain("As an assessor or a viewer you no longer manage people.");
    await visitor.form("Name and rights").choose("permission", "viewer").submit("Save changes");
    expect([visitor.url, visitor.status, visitor.text()]).toEqual(["/me", 200, expect.stringContaining("The changes were saved.")]);
  });

  test("survives a fault of the upstream, with everything typed", async () => {
    const { lead, at } = await twoOfATeam();
    await lead.visitor.get(at);
    app.upstream.on("PUT", at, status(500));
    await lead.visitor.form("Name and rights").fill("First name (optional)", "Colette").submit("Save changes");
    expect([lead.visitor.status, lead.visitor.text()]).toEqual([502, expect.stringContaining(FAILED)]);
    expect(lead.visitor.document.querySelector('[name="firstName"]')?.getAttribute("value")).toBe("Colette");
  });

  test("who is the last lead stays one, and the screen says why next to the choice", async () => {
    const { lead, id } = await twoOfATeam();
    const { people } = expectStatus(await lead.client.get("/people"), 200).body;
    const own = `/people/${people.find((each: { id: number }) => each.id !== id).id}`;
    const { visitor } = lead;
    await visitor.get(own);
    const group = () => visitor.document.querySelector("fieldset:has(input[name=permission])")?.text ?? "";
    expect(group()).toContain("The team has no other lead.");
    expect(() => visitor.form("Name and rights").choose("permission", "viewer")).toThrow();
    expect(visitor.text()).toContain("Nobody suspends or removes themselves.");
    await visitor.post(own, { firstName: "Lea", permission: "viewer", roles: "P3M3" });
    expect([visitor.status, messagesOf(visitor, "permission")]).toEqual([400, expect.stringContaining("Make somebody else a lead first.")]);
  });

  test("is suspended, let in again and removed, each after a question, and at once", async () => {
    const { lead, colleague, at } = await twoOfATeam();
    const { visitor } = lead;
    await visitor.get(at);
    await visitor.follow("Suspend");
    expect(textsOf(visitor, "dialog h2")).toEqual(["Suspend Cole?"]);
    expect(visitor.text()).toContain("This person is signed out on 2 devices");
    expect(visitor.text()).toContain("You can let them in again at any time.");
    await visitor.follow("Cancel");
    expect(visitor.url).toBe(at);
    await visitor.follow("Suspend");
    await visitor.form("dialog form").submit("Suspend");
    expect(visitor.text()).toContain("Cole was suspended.");
    await colleague.visitor.get("/sessions");
    expect(colleague.visitor.status).toBe(401);
    await visitor.get(at);
    await visitor.form("Let Cole in again").submit("Let Cole in again");
    expect(visitor.text()).toContain("Cole can sign in again.");
    await visitor.follow("Remove");
    const remove = visitor.form("dialog form");
    await remove.submit("Remove");
    await remove.submit("Remove");
    expect([visitor.url, visitor.text()]).toEqual(["/people", expect.stringContaining("Cole was removed.")]);
    expect(namesOn(visitor)).toEqual(["Lea You"]);
    await visitor.get(at);
    expect([visitor.status, visitor.document.querySelector("h1")?.text]).toEqual([404, "There is no such person in your team."]);
  });

  test("is as before where that fails, and as wanted where only the answer was lost", async () => {
    const { lead, at } = await twoOfATeam();
    const { visitor, client } = lead;
    app.upstream.on("POST", `${at}/suspend`, status(500));
    await visitor.get(`${at}?confirm=suspend`);
    const form = visitor.form("dialog form");
    await form.submit("Suspend");
    expect([visitor.url, visitor.text()]).toEqual([at, expect.stringContaining(`${FAILED} Nothing was changed.`)]);
    app.upstream.on("POST", `${at}/suspend`, async (exchange) => {
      await exchange.forward();
      await status(500)(exchange);
    });
    await form.submit("Suspend");
    expect(visitor.text()).toContain("Cole was suspended.");
    expect(expectStatus(await client.get(at), 200).body.suspendedAt).not.toBeNull();
  });
});

describe("one's own account", () => {
  test("shows who one is, what is kept, and gives it as a file", async () => {
    const { team, lead, colleague } = await twoOfATeam("viewer");
    const { visitor } = colleague;
    await visitor.get("/");
    await visitor.follow("Your account");
    expect([visitor.url, visitor.status]).toEqual(["/me", 200]);
    for (const text of [
      colleague.email,
      team,
      "Viewer. Reads everything of the team",
      "P3M3, ITIL",
      "Leads Lea",
      "(this device)",
      "A lead of your team changes",
    ])
      expect(visitor.text()).toContain(text);
    await visitor.follow("Download your data (JSON)");
    expect(visitor.headers.get("Content-Disposition")).toContain("my-data.json");
    expect(JSON.parse(new TextDecoder().decode(visitor.body)).person).toMatchObject({ email: colleague.email, team });
    await lead.visitor.get("/me");
    expect(lead.visitor.text()).toContain("You are its only lead.");
    expect(lead.visitor.text()).toContain("A lead of your team changes rights and models.");
    await lead.visitor.get("/me?confirm=leave");
    expect(textsOf(lead.visitor, "dialog h2")).toEqual([]);
  });

  test("is left for a team of one, after a question", async () => {
    const { team, lead, colleague } = await twoOfATeam();
    const { visitor } = colleague;
    await visitor.get("/me");
    await visitor.follow("Leave the team");
    expect(textsOf(visitor, "dialog h2")).toEqual([`Leave ${team}?`]);
    app.upstream.on("POST", "/me/leave", status(500));
    const form = visitor.form("dialog form");
    await form.submit("Leave the team");
    expect(visitor.text()).toContain(FAILED);
    app.upstream.reset();
    await form.submit("Leave the team");
    expect([visitor.url, visitor.text()]).toEqual(["/me", expect.stringContaining("You have left the team.")]);
    expect(visitor.text()).toContain("You are a team of one.");
    await lead.visitor.get("/people");
    expect(namesOn(lead.visitor)).toEqual(["Lea You"]);
  });

  /** Somebody whom a lead of another team has invited. */
  async function offered(own: Awaited<ReturnType<typeof member>>) {
    const team = `Team ${randomUUID().slice(0, 8)}`;
    const lead = await member(team, "lead", "Lea");
    const people = [{ email: own.email }];
    expectStatus(await lead.client.post("/invitations", { people, permission: "viewer", roles: ["P3M3"] }), 200);
    return { team, lead };
  }

  test("shows an invitation, on the first screen too, and what accepting means", async () => {
    const own = await member(undefined, undefined, "Jane");
    await createOrganization(own.client, { name: "Her own" });
    const { team, lead } = await offered(own);
    const { visitor } = own;
    await visitor.get("/");
    expect(visitor.text()).toContain(`You are invited to ${team}.`);
    await visitor.follow("See what it means");
    expect(visitor.text()).toContain("Lea invited you on");
    await visitor.follow(`Accept the invitation to ${team}`);
    expect(visitor.text()).toContain("You are a viewer there, for P3M3.");
    expect(visitor.text()).toContain("Your organization comes along");
    await visitor.form("dialog form").submit("Join");
    expect([visitor.url, visitor.text()]).toEqual(["/me", expect.stringContaining(`You have joined ${team}.`)]);
    await visitor.get("/");
    expect(visitor.text()).not.toContain("You are invited to");
    await lead.visitor.get("/people/history");
    expect(lead.visitor.text()).toContain(`${own.email} joined the team`);
  });

  test("declines an invitation, and cannot accept one before the own team is left", async () => {
    const { colleague } = await twoOfATeam();
    const { team, lead } = await offered(colleague);
    const { visitor } = colleague;
    await visitor.get("/me");
    expect(visitor.text()).toContain("To accept, leave your team first");
    expect(visitor.text()).not.toContain("Accept");
    const { invitations } = expectStatus(await colleague.client.get("/me/invitations"), 200).body;
    await visitor.get(`/me?confirm=accept&invitation=${invitations[0].id}`);
    expect(textsOf(visitor, "dialog h2")).toEqual([]);
    await visitor.get("/me");
    await visitor.follow(`Decline the invitation to ${team}`);
    const decline = visitor.form("dialog form");
    await decline.submit("Decline");
    await decline.submit("Decline");
    expect(visitor.text()).toContain(`You have declined the invitation to ${team}.`);
    await lead.visitor.get("/people/history");
    expect(lead.visitor.text()).toContain("declined the invitation");
  });

  test("is asked for once, whatever a page shows", async () => {
    const { lead } = await twoOfATeam();
    for (const path of ["/me", "/people", "/team/style"]) {
      app.upstream.reset();
      await lead.visitor.get(path);
      expect([path, app.upstream.receivedAt("GET", "/me").length]).toEqual([path, 1]);
    }
  });
});

describe("who leads nothing", () => {
  test.each(["assessor", "viewer"] as const)("as %s finds no link, and is refused everything", async (permission) => {
    const { colleague, at } = await twoOfATeam(permission);
    const { visitor } = colleague;
    await visitor.get("/me");
    expect(visitor.document.querySelectorAll("a").filter((each) => each.getAttribute("href")?.startsWith("/people"))).toEqual([]);
    for (const path of ["/people", at, "/people/history"]) {
      await visitor.get(path);
      expect([path, visitor.status, visitor.document.querySelector("h1")?.text]).toEqual([path, 403, ONLY_A_LEAD]);
    }
    const posts: [path: string, fields: Record<string, string>][] = [
      ["/people", { lines: "jane@example.org", permission: "viewer", roles: "P3M3" }],
      ["/people", { intent: "again", invitation: "1" }],
      ["/people", { intent: "back", invitation: "1" }],
      [at, { firstName: "Me", permission: "lead", roles: "P3M3" }],
      [at, { intent: "suspend" }],
      [at, { intent: "readmit" }],
      [at, { intent: "remove" }],
    ];
    for (const [path, fields] of posts) {
      await visitor.post(path, fields);
      expect([path, fields.intent, visitor.status]).toEqual([path, fields.intent, 403]);
    }
  });

  test("as a lead of another team learns nothing of this one", async () => {
    const { at } = await twoOfATeam();
    const { visitor } = await member(`Team ${randomUUID()}`, "lead");
    for (const path of [at, "/people/999999", "/people/none"]) {
      await visitor.get(path);
      expect([path, visitor.status]).toEqual([path, 404]);
      await visitor.post(path, { intent: "remove" });
      expect([path, visitor.status]).toEqual([path, 404]);
    }
  });
});

test.each([
  ["lead", ["/people"]],
  ["assessor", []],
] as const)("the first screen offers a new %s to invite colleagues: %s", async (permission, links) => {
  const { visitor } = await member(`Team ${randomUUID()}`, permission);
  await visitor.get("/");
  const offered = visitor.document.querySelectorAll("main a").filter(({ text }) => text === "Invite your colleagues");
  expect([visitor.url, offered.map((each) => each.getAttribute("href"))]).toEqual(["/organization", links]);
});

test("there are no such screens, and no links to them, where the upstream manages no people", async () => {
  const bare = await sharedAppWithoutExtensions();
  const visitor = await new Visitor(bare.url).enter(await bare.entryLink(newAddress("kim")));
  await visitor.get("/");
  expect(visitor.document.querySelectorAll("a").filter((each) => /^\/(people|me)\b/.test(each.getAttribute("href") ?? ""))).toEqual([]);
  for (const path of ["/people", "/people/1", "/people/history", "/me", "/me/data.json"]) {
    await visitor.get(path);
    expect([path, visitor.status]).toEqual([path, 404]);
  }
  for (const path of ["/people", "/people/1", "/me"]) {
    await visitor.post(path, { intent: "remove", lines: "jane@example.org" });
    expect([path, visitor.status]).toEqual([path, 404]);
  }
  await bare.stop();
});
