/** What a team has in progress, as a browser without script shows it, and its file (docs/rules/in-progress.md). */
import { randomUUID } from "node:crypto";
import ExcelJS from "exceljs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Permission } from "#model/permissions.ts";
import { answerThread, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
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

async function member(team: string, permission: Permission, name: string) {
  const email = `${name}.${randomUUID().slice(0, 8)}@example.org`;
  const client = await apiClient(app.databaseUrl, email, { team, permission, name });
  return { email, client, visitor: await new Visitor(app.url).enter(await app.entryLink(email)) };
}

/** A team with an assessment of each model; the first is edited by its lead, nobody edits the second. */
async function prepare() {
  const team = `Team ${randomUUID().slice(0, 8)}`;
  const [lead, sam, viewer] = [
    await member(team, "lead", "lea"),
    await member(team, "assessor", "sam"),
    await member(team, "viewer", "vic"),
  ];
  const harbour = await createOrganization(lead.client, { name: "=Harbour" });
  const p3m3 = await createP3M3(lead.client, harbour, { perspectiveIds: [1], threadIds: [2, 6] });
  expectStatus(await answerThread(lead.client, p3m3, 1, 2, "FFFFF"), 200);
  const mill = await createOrganization(sam.client, { name: "Mill" });
  const itil = await createItil(sam.client, mill);
  expectStatus(await sam.client.delete(`/assessments/${itil}/lock`), 204);
  return { lead, sam, viewer, harbour, mill, p3m3, itil };
}

const rows = (visitor: Visitor) =>
  visitor.document
    .querySelectorAll("main tbody tr")
    .map((row) => row.querySelectorAll("th, td").map(({ text }) => text.replace(/\s+/g, " ").trim()));
const clients = (visitor: Visitor) => rows(visitor).map((cells) => cells[1]);
const linkNamed = (visitor: Visitor, name: string) =>
  visitor.document
    .querySelectorAll("main a")
    .find(({ text }) => text.trim() === name)
    ?.getAttribute("href");
const calls = () => app.upstream.received.filter(({ path }) => path.startsWith("/in-progress")).length;

describe("what is in progress", () => {
  test("is found from home, in one call, with who edits, and where each is read or goes on", async () => {
    const { lead, sam, viewer, p3m3, itil, harbour, mill } = await prepare();
    await sam.visitor.get("/");
    const to = linkNamed(sam.visitor, "Everything in progress");
    expect([to, calls()]).toEqual(["/in-progress", 0]);
    await sam.visitor.get("/in-progress");
    expect([sam.visitor.status, calls()]).toEqual([200, 1]);
    const [first, second] = rows(sam.visitor);
    expect([first?.[0], first?.[1], first?.[3]]).toEqual([`Service review, ID ${itil} ITIL · Capability · ID ${itil} Start`, "Mill", "–"]);
    expect(second?.slice(0, 2)).toEqual([`Spring review, ID ${p3m3} P3M3 · Programme · ID ${p3m3}`, "=Harbour"]);
    expect(second?.[2]).toContain("1 of 2 threads");
    expect(second?.[3]).toMatch(new RegExp(`^${lead.email} since `));
    const hrefs = () => sam.visitor.document.querySelectorAll("main tbody a").map((link) => link.getAttribute("href"));
    expect(hrefs()).toEqual([
      expect.stringContaining(`/assessments/${itil}/`),
      `/assessments/${itil}/continue`,
      `/?organization=${mill}`,
      `/assessments/${p3m3}/view`,
      `/?organization=${harbour}`,
    ]);
    // Reading from here takes no lock.
    await sam.visitor.get(`/assessments/${p3m3}/view`);
    expect(sam.visitor.status).toBe(200);
    await lead.visitor.get("/in-progress");
    expect(rows(lead.visitor)[1]?.[3]).toMatch(/^You since /);
    await viewer.visitor.get("/in-progress");
    expect([rows(viewer.visitor).length, linkNamed(viewer.visitor, "Continue")]).toEqual([2, undefined]);
  });

  test("is narrowed and put in order by its form, and the address keeps both", async () => {
    const { lead, sam, harbour } = await prepare();
    const { visitor } = sam;
    await visitor.get(`/in-progress?organization=${harbour}&order=client`);
    expect(clients(visitor)).toEqual(["=Harbour"]);
    expect(visitor.document.querySelector("details")?.hasAttribute("open")).toBe(true);
    expect(visitor.document.querySelector("[name=organization] option[selected]")?.text).toBe("=Harbour");
    expect(linkNamed(visitor, "Show without filters")).toBe("/in-progress?order=client");
    await visitor.get("/in-progress?order=client");
    expect(clients(visitor)).toEqual(["=Harbour", "Mill"]);
    for (const [query, names] of [
      ["model=ITIL", ["Mill"]],
      [`by=${encodeURIComponent(lead.email)}`, ["=Harbour"]],
      ["by=nobody", ["Mill"]],
      ["q=mill", ["Mill"]],
      ["q=nothing+like+that", []],
      // The page ignores filters that make no sense.
      ["organization=x&model=y&order=z&tests=2&page=0", ["Mill", "=Harbour"]],
    ] as const) {
      await visitor.get(`/in-progress?${query}`);
      expect([query, visitor.status, clients(visitor)]).toEqual([query, 200, names]);
    }
    await visitor.get("/in-progress?q=nothing+like+that");
    expect(visitor.text()).toContain("No assessment fits what you chose.");
  });

  test("is an Excel file of what is shown, unless that is too much", async () => {
    const { sam, lead } = await prepare();
    await sam.visitor.get("/in-progress?model=P3M3");
    const file = linkNamed(sam.visitor, "Export to Excel (what is shown)") ?? "";
    expect(file).toBe("/in-progress.xlsx?model=P3M3");
    await sam.visitor.get(file);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(Buffer.from(sam.visitor.body) as never);
    const cells: string[] = [];
    book.getWorksheet("In progress")?.eachRow((row) => row.eachCell((cell) => cells.push(String(cell.value))));
    expect(cells).toEqual(expect.arrayContaining(["Client", "=Harbour", "Spring review", "P3M3", lead.email]));
    expect(cells.find((cell) => cell.endsWith(" 1/2"))).toBeDefined();
    expect(cells).not.toContain("Mill");
    const many = { rows: [], page: 1, pages: 21, matches: 2_001, total: 2_001, organizations: [], editors: [] };
    app.upstream.on("GET", "/in-progress", json(many));
    await sam.visitor.get("/in-progress.xlsx");
    expect([sam.visitor.status, sam.visitor.document.querySelector("h1")?.text]).toEqual([422, "More than 2,000 assessments fit"]);
    expect(sam.visitor.text()).toContain("Choose one client, one model or one person");
  });

  test("says so when it cannot be read, and when there is nothing", async () => {
    const { sam } = await prepare();
    app.upstream.on("GET", "/in-progress", status(500));
    await sam.visitor.get("/in-progress");
    expect(sam.visitor.status).toBeGreaterThanOrEqual(500);
    app.upstream.reset();
    const alone = await member(`Team ${randomUUID().slice(0, 8)}`, "lead", "alone");
    await alone.visitor.get("/in-progress");
    expect(textsOf(alone.visitor, "main .panel.muted")).toEqual(["Nothing is in progress."]);
    await createP3M3(alone.client, await createOrganization(alone.client), { threadIds: [2] });
    await alone.visitor.get("/");
    expect(linkNamed(alone.visitor, "Everything in progress")).toBeUndefined();
  });

  test("does not exist, is called by nothing and linked from nowhere without its extension", async () => {
    const bare = await sharedAppWithoutExtensions();
    const email = `bare.${randomUUID()}@example.org`;
    const client = await apiClient(bare.databaseUrl, email);
    const organization = await createOrganization(client);
    for (const _ of [1, 2]) await createP3M3(client, organization, { threadIds: [2] });
    const visitor = await new Visitor(bare.url).enter(await bare.entryLink(email));
    await visitor.get("/");
    expect(linkNamed(visitor, "Everything in progress")).toBeUndefined();
    for (const path of ["/in-progress", "/in-progress.xlsx"]) {
      await visitor.get(path);
      expect([path, visitor.status]).toEqual([path, 404]);
    }
    expect(bare.upstream.received.filter(({ path }) => path.startsWith("/in-progress"))).toEqual([]);
    await bare.stop();
  });
});
