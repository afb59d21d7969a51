/** What pasted lines say is shown before anybody is mailed or anything is stored, in all four forms (docs/rules/pasted-lines.md#the-page-between). */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { READ_LINES_MAX } from "#model/pasted.ts";
import { morePaths } from "~/views/more-paths";
import { expectStatus } from "../contract/scenario.ts";
import type { Visitor } from "../support/form-driver.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { accept } from "../support/understood.ts";
import { person } from "./home.ts";
import { start, textsOf } from "./questions.ts";
import { voicesOf } from "./voices.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const rowsOf = (visitor: Visitor) =>
  visitor.document.querySelectorAll("form tbody tr").map((row) => row.querySelectorAll("th, td").map(({ text }) => text.trim()));
const linesIn = (visitor: Visitor) =>
  visitor.document.querySelector('textarea[name="lines"]')?.text.replaceAll("\r", "").replace(/^\n/, "");
const notTaken = (visitor: Visitor) => textsOf(visitor, 'section[aria-labelledby="not-understood"] li');

const LIST = [
  "Name\tE-mail\tJob title",
  '"Bauer, Anna"\tanna@client.example\tDirector',
  "Hanna Hahn\thanna@client.example\tSenior consultant",
  "Rob Roe\trob@client.exmaple\t",
  "Only a name",
].join("\n");

describe("who is invited", () => {
  test("is shown line by line with doubts, and nobody is invited before the button is pressed", async () => {
    const { visitor, client } = await person(app, { team: `Team ${randomUUID()}`, permission: "lead" });
    await visitor.get("/people");
    await visitor.form("Invite people").fill("lines", LIST).choose("permission", "viewer").uncheck("ITIL").submit("Invite");
    expect([visitor.status, textsOf(visitor, "h2")]).toEqual([200, expect.arrayContaining(["Is this right?"])]);
    expect(rowsOf(visitor).map(([name, email]) => [name, email])).toEqual([
      ["Anna Bauer", "anna@client.example"],
      ["Hanna Hahn", "hanna@client.example"],
      ["Rob Roe", "rob@client.exmaple"],
    ]);
    expect(rowsOf(visitor)[2]?.[2]).toContain("No other line has an address at client.exmaple. Is it spelt right?");
    expect(notTaken(visitor)).toEqual(["‘Only a name’: There is no e-mail address in it."]);
    expect(expectStatus(await client.get("/people"), 200).body.invitations).toEqual([]);
    // On the way back nothing is lost.
    await visitor.form("Change it").submit("Change it");
    expect([visitor.status, linesIn(visitor)]).toEqual([200, LIST]);
    const chosen = visitor.document.querySelectorAll("input[checked]").map((each) => each.getAttribute("value"));
    expect(chosen).toEqual(expect.arrayContaining(["viewer", "P3M3"]));
    expect(chosen).not.toContain("ITIL");
    await visitor.form("Invite people").fill("lines", LIST.replace("exmaple", "example")).submit("Invite");
    await accept(visitor);
    expect(visitor.text()).toContain("Anna Bauer, Hanna Hahn and Rob Roe were invited.");
    const { invitations } = expectStatus(await client.get("/people"), 200).body;
    expect(invitations.map(({ name, permission }: { name: string; permission: string }) => [name, permission])).toEqual([
      ["Anna Bauer", "viewer"],
      ["Hanna Hahn", "viewer"],
      ["Rob Roe", "viewer"],
    ]);
  });

  test("is shown again if it is not what was seen", async () => {
    const { visitor, client } = await person(app, { team: `Team ${randomUUID()}`, permission: "lead" });
    await visitor.get("/people");
    await visitor.form("Invite people").fill("lines", "Jane <jane@x.example>").submit("Invite");
    const entries = visitor
      .form("Invite 1 person")
      .entries("Invite 1 person")
      .map(([name, value]): [string, string] => [name, name === "lines" ? "Rob <rob@x.example>" : String(value)]);
    await visitor.post("/people", entries);
    expect([visitor.status, rowsOf(visitor)[0]?.[0]]).toEqual([200, "Rob"]);
    expect(expectStatus(await client.get("/people"), 200).body.invitations).toEqual([]);
  });
});

test("who is asked is shown with the role, and no heading and no role becomes a person", async () => {
  const { visitor, client, id } = await start(app, { perspectives: ["RK"], threads: ["PL", "AM"] });
  await visitor.get(morePaths.voicesAsk(id));
  const lines = "Name\tRole\nJane Doe\tManager\nRob Roe\tManagers\nSam Poe Managers";
  await visitor
    .form("Ask people")
    .fill("lines", lines)
    .check("Planning")
    .fill("Message (optional)", "Hello")
    .select("Usual role (optional)", "Specialist")
    .submit("Ask them and show the links");
  expect(rowsOf(visitor).map(([name, , role]) => [name, role])).toEqual([
    ["Jane Doe", "Manager"],
    ["Rob Roe", "Specialist"],
  ]);
  expect(rowsOf(visitor)[1]?.[3]).toContain("No role of this assessment is in it, so it is Specialist.");
  expect(notTaken(visitor)).toEqual(["‘Sam Poe Managers’: Is ‘Managers’ a role? Put a semicolon before it."]);
  expect((await voicesOf(client, id)).voices).toEqual([]);
  await visitor.form("Change it").submit("Change it");
  expect([linesIn(visitor), visitor.document.querySelector('textarea[name="message"]')?.text.trim()]).toEqual([lines, "Hello"]);
  expect(textsOf(visitor, "select option[selected]")).toEqual(["Specialist"]);
  await visitor.form("Ask people").submit("Ask them and show the links");
  await accept(visitor);
  expect((await voicesOf(client, id)).voices).toMatchObject([
    { name: "Jane Doe", role: "Manager" },
    { name: "Rob Roe", role: "Specialist" },
  ]);
});

test("evidence is shown before it is stored: a cell with a line break is one entry", async () => {
  const { visitor, client, id } = await start(app);
  const stored = async () => expectStatus(await client.get(`/assessments/${id}/evidence`), 200).body.entries;
  await visitor.get(`/assessments/${id}/evidence/add?place=${encodeURIComponent("thread/3/6")}`);
  const lines = 'What\tLink\tRemark\nMinutes\thttps://a.example/m\t"He said ""agreed""\nand signed"\nBad\thttp://a.example\t';
  const thread = visitor.document.querySelector("input[type=checkbox][name^=evidence-for-]")?.getAttribute("name") ?? "";
  await visitor.form("Add evidence").fill("One entry on each line", lines).check(thread).submit("Add evidence");
  expect(rowsOf(visitor).map((cells) => [cells[0], cells[1], cells[5]])).toEqual([
    ["Minutes", "https://a.example/m", 'He said "agreed"\nand signed'],
  ]);
  expect(notTaken(visitor)).toHaveLength(1);
  expect(await stored()).toEqual([]);
  await visitor.form("Change it").submit("Change it");
  expect(linesIn(visitor)).toBe(lines);
  expect(visitor.document.querySelector(`input[name="${thread}"]`)?.hasAttribute("checked")).toBe(true);
  await visitor.form("Add evidence").submit("Add evidence");
  await accept(visitor);
  expect(await stored()).toMatchObject([{ what: "Minutes", remark: 'He said "agreed"\nand signed' }]);
  expect(linesIn(visitor)).toContain("Bad\thttp://a.example");
});

test("earlier scores are shown before they are stored", async () => {
  const { visitor, client, organizationId } = await start(app);
  const stored = async () => expectStatus(await client.get(`/organizations/${organizationId}/earlier-scores`), 200).body.rows;
  await visitor.get(`/organizations/${organizationId}/earlier-scores/add?model=P3M3`);
  const lines = "Perspective\tScore\nOrganizational governance\t３.2 / 5\nRK\t2,5";
  const save = "Save earlier scores";
  await visitor
    .form(save)
    .select("Scope", "Project")
    .fill("Date of that assessment", "2021-05-03")
    .fill("Source", "Report")
    .fill("Paste scores (optional)", lines)
    .submit(save);
  expect(rowsOf(visitor).map(([name, score]) => [name, score])).toEqual([
    ["Organizational governance", "3.2"],
    ["Risk management", "2.5"],
  ]);
  expect(await stored()).toEqual([]);
  await visitor.form("Change it").submit("Change it");
  expect([linesIn(visitor), visitor.document.querySelector("input[name=source]")?.getAttribute("value")]).toEqual([lines, "Report"]);
  await visitor.form(save).submit(save);
  await accept(visitor);
  expect(visitor.text()).toContain("The earlier scores were saved.");
  expect((await stored())[0].scores).toEqual(
    expect.arrayContaining([
      { code: "OG", score: 3.2 },
      { code: "RK", score: 2.5 },
    ]),
  );
});

describe("a list that is too long to be read is refused next to its field, and nothing typed is lost", () => {
  const list = `${"a\n".repeat(READ_LINES_MAX)}b`;
  const message = "A list has at most 1,000 lines, and this one has 1,001. Nothing in it was read. Please divide it.";
  const messages = (visitor: Visitor) => {
    const field = visitor.document.querySelector('textarea[name="lines"]');
    const described = field?.getAttribute("aria-describedby")?.split(" ") ?? [];
    return described.map((each) => visitor.document.getElementById(each)?.text.trim() ?? "").join(" ");
  };
  const expectRefused = (visitor: Visitor) =>
    expect([visitor.status, messages(visitor), linesIn(visitor), visitor.text()]).toEqual([
      400,
      expect.stringContaining(message),
      list,
      expect.not.stringContaining("Is this right?"),
    ]);

  test("people who are invited", async () => {
    const { visitor } = await person(app, { team: `Team ${randomUUID()}`, permission: "lead" });
    await visitor.get("/people");
    await visitor.form("Invite people").fill("lines", list).choose("permission", "viewer").submit("Invite");
    expectRefused(visitor);
    expect(visitor.document.querySelector('input[value="viewer"]')?.hasAttribute("checked")).toBe(true);
    const addresses = Array.from({ length: 1001 }, (_, number) => `p${number}@x.example`).join(", ");
    await visitor.form("Invite people").fill("lines", addresses).submit("Invite");
    expect([visitor.status, linesIn(visitor)]).toEqual([400, addresses]);
    expect(messages(visitor)).toContain("A list has at most 1,000 addresses, and this one has 1,001.");
  });

  test("people who are asked", async () => {
    const { visitor, id } = await start(app, { perspectives: ["RK"], threads: ["PL"] });
    await visitor.get(morePaths.voicesAsk(id));
    const ask = "Ask them and show the links";
    await visitor.form("Ask people").fill("lines", list).check("Planning").fill("Message (optional)", "Hello").submit(ask);
    expectRefused(visitor);
    expect(visitor.document.querySelector('textarea[name="message"]')?.text.trim()).toBe("Hello");
  });

  test("evidence", async () => {
    const { visitor, id } = await start(app);
    await visitor.get(`/assessments/${id}/evidence/add?place=${encodeURIComponent("thread/3/6")}`);
    const thread = visitor.document.querySelector("input[type=checkbox][name^=evidence-for-]")?.getAttribute("name") ?? "";
    await visitor.form("Add evidence").fill("One entry on each line", list).check(thread).submit("Add evidence");
    expectRefused(visitor);
    expect(visitor.document.querySelector(`input[name="${thread}"]`)?.hasAttribute("checked")).toBe(true);
    await visitor.form("Add evidence").fill("One entry on each line", "a".repeat(100_001)).submit("Add evidence");
    expect([visitor.status, messages(visitor)]).toEqual([400, expect.stringContaining("Please use at most 100,000 characters.")]);
  });

  test("earlier scores, whichever button is pressed", async () => {
    const { visitor, organizationId } = await start(app);
    await visitor.get(`/organizations/${organizationId}/earlier-scores/add?model=P3M3`);
    for (const button of ["Put them into the fields", "Save earlier scores"]) {
      await visitor
        .form("Save earlier scores")
        .select("Scope", "Project")
        .fill("Date of that assessment", "2021-05-03")
        .fill("Source", "Report")
        .fill("Paste scores (optional)", list)
        .submit(button);
      expectRefused(visitor);
      expect(visitor.document.querySelector("input[name=source]")?.getAttribute("value")).toBe("Report");
    }
  });
});
