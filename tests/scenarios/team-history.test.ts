/** The history of a team, as a browser without script shows it, and its files (docs/rules/history.md#of-a-team). */
import { randomUUID } from "node:crypto";
import ExcelJS from "exceljs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, apiClient } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { textsOf } from "./questions.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

interface Member {
  email: string;
  client: Client;
  visitor: Visitor;
}
async function member(team: string, permission: "lead" | "assessor", name: string): Promise<Member> {
  const email = `${name}.${randomUUID().slice(0, 8)}@example.org`;
  const client = await apiClient(app.databaseUrl, email, { team, permission, name });
  return { email, client, visitor: await new Visitor(app.url).enter(await app.entryLink(email)) };
}

const FORMULA = "=1+1";
const note = (assessmentId: number, body: string) => ({ assessmentId, perspectiveId: 1, threadId: 2, body });

/** Two leads and an assessor, with two organizations, of which the second lead sees one. */
async function prepare() {
  const team = `Team ${randomUUID().slice(0, 8)}`;
  const [lead, kim, sam] = [await member(team, "lead", "lea"), await member(team, "lead", "kim"), await member(team, "assessor", "sam")];
  const [harbour, mill] = [await createOrganization(sam.client, { name: FORMULA }), await createOrganization(sam.client, { name: "Mill" })];
  const assessment = await createP3M3(sam.client, harbour, { threadIds: [2] });
  const hidden = await createP3M3(sam.client, mill, { threadIds: [2] });
  for (const id of [assessment, hidden]) expectStatus(await sam.client.post("/P3M3/notes", note(id, `Seen by ${id}`)), 200);
  const { people } = expectStatus(await lead.client.get("/people"), 200).body as { people: { id: number; email: string }[] };
  const ids = people.filter(({ email }) => email !== kim.email).map(({ id }) => id);
  expectStatus(await lead.client.put(`/organizations/${mill}/access`, { access: "named", people: ids, reason: "As agreed" }), 200);
  return { lead, kim, sam, harbour, mill, assessment };
}

const words = (visitor: Visitor) => textsOf(visitor, ".history-entry > p:first-child");
const errors = (visitor: Visitor) => textsOf(visitor, ".field-error, [id$='-error']");
const bytes = ({ body }: Visitor) => Buffer.from(body);
async function sheetOf(visitor: Visitor) {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes(visitor) as never);
  return book.getWorksheet("Entries");
}
const linesOf = (visitor: Visitor) =>
  bytes(visitor)
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("the history of a team", () => {
  test("is linked from the people, and says who did what where", async () => {
    const { lead, kim, sam, harbour, assessment } = await prepare();
    await lead.visitor.get("/people");
    const link = lead.visitor.document.querySelectorAll("a").find(({ text }) => text.trim() === "History of the team");
    expect(link?.getAttribute("href")).toBe("/team/history");
    await lead.visitor.get(`/?organization=${harbour}`);
    await lead.visitor.follow("History");
    expect([lead.visitor.url, lead.visitor.text()]).toEqual([
      `/team/history?organization=${harbour}`,
      expect.not.stringContaining("Mill ·"),
    ]);
    await sam.visitor.get(`/?organization=${harbour}`);
    expect(sam.visitor.document.querySelector('a[href^="/team/history"]')).toBeNull();
    await lead.visitor.get("/people/history");
    await lead.visitor.follow("History of the team");
    expect(lead.visitor.url).toBe("/team/history");
    await lead.visitor.get("/team/history");
    const said = words(lead.visitor);
    expect(said.slice(0, 3)).toEqual([
      ...["History of the team read", "History of the organization read"],
      `Only ${lead.email} and ${sam.email} may see it`,
    ]);
    expect(said).toEqual(
      expect.arrayContaining(["Organization created", "Signed in", expect.stringMatching(/^Note on .* \/ .*: written$/)]),
    );
    expect(lead.visitor.text()).toContain("Mill");
    expect(lead.visitor.document.querySelector(`a[href="/assessments/${assessment}/history"]`)).not.toBeNull();
    await kim.visitor.get("/team/history");
    expect(kim.visitor.text()).not.toContain("Mill");
    expect(words(kim.visitor)).toContain("History of the team read");
  });

  test("is filtered by what the address says, and says next to a field what is wrong with it", async () => {
    const { lead, kim, sam, harbour, mill } = await prepare();
    await lead.visitor.get("/team/history");
    const form = lead.visitor.form("Filter the history of the team");
    await form.select("Person", sam.email).select("Kind", "Notes").select("Organization", "Mill").submit("Show");
    expect(lead.visitor.url).toContain(`organization=${mill}`);
    expect(words(lead.visitor)).toEqual([expect.stringMatching(/^Note on/)]);
    for (const [query, message] of [
      ["from=monday", "Please enter a day as in 2026-11-05."],
      ["from=2026-11-05&to=2026-11-04", "The last day is before the first."],
      ["kind=nonsense", "Please choose a kind from the list."],
      ["organization=x", "Please choose an organization from the list."],
      ["organization=2000000000", "Please choose an organization from the list."],
    ] as const) {
      await lead.visitor.get(`/team/history?${query}`);
      expect([query, lead.visitor.status, errors(lead.visitor)]).toEqual([query, 200, [message]]);
      expect([query, words(lead.visitor).length > 0]).toEqual([query, true]);
    }
    // Of an organization that is not seen nothing more is said than of none.
    await kim.visitor.get(`/team/history?organization=${mill}`);
    expect(errors(kim.visitor)).toEqual(["Please choose an organization from the list."]);
    await kim.visitor.get(`/team/history?organization=${harbour}&by=nobody%40example.org`);
    expect(kim.visitor.text()).toContain("Nothing fits what you chose.");
  });

  test("has pages that lead from one to the next and back", async () => {
    const { lead, sam, harbour } = await prepare();
    for (let number = 0; number < 60; number += 1)
      expectStatus(
        await sam.client.put(`/organizations/${harbour}`, { ...(await form(sam.client, harbour)), businessUnit: `Unit ${number}` }),
        200,
      );
    await lead.visitor.get("/team/history?kind=organizations");
    const first = words(lead.visitor);
    expect(first.length).toBe(50);
    await lead.visitor.follow("Older");
    expect(words(lead.visitor).length).toBe(12);
    await lead.visitor.follow("Newer");
    expect([words(lead.visitor).length, lead.visitor.text()]).toEqual([50, expect.not.stringContaining("Newer")]);
  });

  test("is a file of Excel in which text stays text, and lines of JSON, with what the filter selects and the reader sees", async () => {
    const { lead, kim, sam } = await prepare();
    await kim.visitor.get("/team/history/entries.xlsx?zone=Europe%2FVienna");
    expect([kim.visitor.status, kim.visitor.headers.get("Content-Disposition")]).toEqual([
      200,
      expect.stringContaining("history_of_the_team.xlsx"),
    ]);
    const sheet = await sheetOf(kim.visitor);
    const rows = (sheet?.getSheetValues() ?? []).map((row) => (Array.isArray(row) ? Array.from(row.slice(1), (cell) => cell ?? "") : []));
    expect(rows[4]).toEqual(["Time (Europe/Vienna)", "Who", "Organization", "Assessment", "Kind", "What", "Details"]);
    expect(rows.find((row) => row?.[5] === "Organization created")).toEqual([
      ...[expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/), sam.email, FORMULA, ""],
      ...["Organizations", "Organization created", expect.stringContaining(`Name: ${FORMULA}`)],
    ]);
    expect(JSON.stringify(rows)).not.toContain("Mill");
    await kim.visitor.get("/team/history/entries.jsonl?kind=notes");
    expect(linesOf(kim.visitor)).toMatchObject([
      { kind: "note", by: sam.email, after: expect.stringContaining("Seen by"), words: expect.stringMatching(/^Note on/) },
    ]);
    await lead.visitor.get("/team/history/entries.jsonl?kind=notes");
    expect(linesOf(lead.visitor).length).toBe(2);
    await lead.visitor.get("/team/history?kind=reading");
    expect(words(lead.visitor)).toEqual(expect.arrayContaining(["History taken out: Excel file", "History taken out: JSON lines"]));
  });

  test("is no file where too many entries fit, or somebody is taken off meanwhile, and a page says so", async () => {
    const { lead } = await prepare();
    const real = expectStatus(await lead.client.get("/history/export"), 200).body.entries[0];
    const part = { entries: Array.from({ length: 1_000 }, () => real), next: "1.0.1.1" };
    app.upstream.on("GET", "/history/export", json(part));
    await lead.visitor.get("/team/history/entries.jsonl");
    expect([lead.visitor.status, lead.visitor.document.querySelector("h1")?.text]).toEqual([422, "More than 50,000 entries fit"]);
    expect(lead.visitor.text()).toContain("Choose fewer days, one organization, one person or one kind");
    expect(lead.visitor.document.querySelector("a")?.getAttribute("href")).toBe("/team/history");
    app.upstream.reset();
    app.upstream.on("POST", "/history/files", status(404));
    await lead.visitor.get("/team/history/entries.xlsx");
    expect([lead.visitor.status, lead.visitor.document.querySelector("h1")?.text]).toEqual([409, "What you may see has changed"]);
    app.upstream.reset();
    await lead.visitor.get("/team/history/entries.xlsx?from=monday");
    expect([lead.visitor.url, lead.visitor.status]).toEqual(["/team/history?from=monday", 200]);
  });

  test("does not exist, and is linked from nowhere, without its extension", async () => {
    const bare = await sharedAppWithoutExtensions();
    const visitor = await new Visitor(bare.url).enter(await bare.entryLink(`bare.${randomUUID()}@example.org`));
    for (const path of ["/team/history", "/team/history/entries.xlsx", "/team/history/entries.jsonl"]) {
      await visitor.get(path);
      expect([path, visitor.status]).toEqual([path, 404]);
    }
    await bare.stop();
  });
});

const form = async (client: Client, id: number) => {
  const { organization } = expectStatus(await client.get(`/organizations/${id}`), 200).body;
  const { name, country, industry, size, benchmarkConsent } = organization;
  return { name, country, industry, size, benchmarkConsent };
};
