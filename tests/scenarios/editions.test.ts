/** Corrected editions of completed assessments, as a browser without script sees them (docs/rules/editions.md). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { EDITION_REASON_MAX, textMessages } from "#model/text.ts";
import { answerAllItil, completeP3M3, createItil, createOrganization, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import type { Visitor } from "../support/form-driver.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { atHome, hasLink, INTERNAL, person, rowText } from "./home.ts";
import { heading, recordsOf, workbook } from "./results.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const LINK = "Make a corrected edition";
const BUTTON = "Make the edition";
const LABEL = "Why is it corrected?";
const REASON = "The client's figures for 2025 came late.";
const SMALL = { perspectiveIds: [1], threadIds: [2] };

const completeItil = async (client: Client, organization: number) => {
  const id = await createItil(client, organization);
  await answerAllItil(client, id, "F", 3);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return id;
};
const make = (visitor: Visitor) => visitor.form(BUTTON).fill(LABEL, REASON).submit(BUTTON);
const submit = async (client: Client, id: number) => {
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
};

describe.each([
  {
    model: "P3M3",
    name: "Spring review",
    complete: (client: Client, id: number) => completeP3M3(client, id, "FRNNN", { threadIds: [6, 9, 11, 12] }),
    confirm: "certify",
    begin: "",
    end: "",
  },
  { model: "ITIL", name: "Service review", complete: completeItil, confirm: "endorse", begin: "/itil", end: "/itil" },
])("$model", ({ model, name, complete, confirm, begin, end }) => {
  test("an edition is made from the row, opens at its summary, and replaces the first once it is submitted", async () => {
    const { client, organizationId, open, visitor } = await atHome(app);
    const id = await complete(client, organizationId);
    await open("completed");
    await visitor.follow(`${LINK}: ${name}`);
    expect([visitor.url, heading(visitor)]).toEqual([`/assessments/${id}/edition`, name]);
    await make(visitor);
    const made = Number(/(\d+)\/summary/.exec(visitor.url)?.[1]);
    expect([visitor.url, heading(visitor)]).toEqual([`${begin}/assessments/${made}/summary`, `${name}, edition 2`]);
    expect(visitor.text()).toContain("Edition 2 was made.");
    expect(visitor.text()).toContain(`It was made from edition 1. Reason: ${REASON}`);
    await open("completed");
    expect(rowText(visitor, id)).toContain("Edition 2 is being made");
    expect(hasLink(visitor, `${LINK}: ${name}`)).toBe(false);
    await visitor.get(`/assessments/${id}/result${end}`);
    await visitor.follow("Go on with edition 2");
    expect(visitor.url).toBe(`${begin}/assessments/${made}/summary`);
    await submit(client, made);

    await visitor.get(`/assessments/${made}/result${end}`);
    expect(heading(visitor)).toBe(`${name}, edition 2`);
    await visitor.follow("Open edition 1");
    expect([visitor.url, heading(visitor)]).toEqual([`/assessments/${id}/result${end}`, name]);
    expect(visitor.text()).toContain("Edition 2 has replaced this one.");
    expect(visitor.text()).toContain(REASON);
    expect(hasLink(visitor, LINK)).toBe(false);
    await visitor.follow("Open edition 2");
    expect(visitor.url).toBe(`/assessments/${made}/result${end}`);
    await visitor.get(`${begin}/assessments/${id}/summary`);
    expect(visitor.text()).toContain("Edition 2 has replaced this one.");
    await open("completed");
    expect(rowText(visitor, id)).toContain("Replaced by edition 2");
    // The request belongs to the edition that counts.
    const requests = model === "P3M3" ? "Certify assessment" : "Request independent validation";
    expect([hasLink(visitor, `${requests}: ${name}`), hasLink(visitor, `${requests}: ${name}, edition 2`)]).toEqual([false, true]);
    await visitor.get(`${begin}/assessments/${id}/summary`);
    expect(visitor.text()).not.toMatch(/Request statement|subject to a fee/);
    await visitor.get(`/?organization=${organizationId}&tab=completed&confirm=${confirm}&assessment=${id}`);
    expect(visitor.document.querySelector("dialog[open]")).toBeNull();
    await visitor.follow(`View ${name}`);
    expect(visitor.url).toBe(`/assessments/${id}/result${end}`);
    await open("completed");
    await visitor.follow(`Replaced by edition 2: ${name}`);
    expect(visitor.url).toBe(`/assessments/${made}/result${end}`);
    await open("completed");
    expect(rowText(visitor, made)).toContain(`${name}, edition 2`);
    // The history of both tells it.
    await visitor.get(`/assessments/${id}/history`);
    expect(visitor.text()).toContain(`Replaced by edition 2, because: ${REASON}`);
    await visitor.get(`/assessments/${made}/history`);
    expect(visitor.text()).toContain(`Made from edition 1, because: ${REASON}`);
  });
});

describe("files", () => {
  test("of an edition say so in their names and titles, and those of the first say what replaced it", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    const id = await completeP3M3(client, organizationId, "FRNNN", SMALL);
    const { id: made } = expectStatus(await client.post(`/assessments/${id}/editions`, { reason: REASON }), 201).body;
    await submit(client, made);
    const second = await workbook(visitor, `/assessments/${made}/result.xlsx`);
    expect(visitor.headers.get("Content-Disposition")).toContain("_P3M3_Spring_review,_edition_2.xlsx");
    const about = (book: Awaited<ReturnType<typeof workbook>>) =>
      Object.fromEntries(recordsOf(book, "About").map((row) => [row.About, row.Details]));
    expect(about(second).Assessment).toBe("Spring review, edition 2");
    const first = about(await workbook(visitor, `/assessments/${id}/result.xlsx`));
    expect(first.Assessment).toBe("Spring review");
    expect(first.Replaced).toMatch(new RegExp(`^by edition 2, .*: ${REASON}$`));
    for (const file of ["report.docx", "report.pptx", "result/images.zip"]) {
      await visitor.get(`/assessments/${made}/${file}`);
      expect([visitor.status, visitor.headers.get("Content-Disposition")]).toEqual([
        200,
        expect.stringContaining("Spring_review,_edition_2"),
      ]);
      await visitor.get(`/assessments/${id}/${file}`);
      expect(visitor.status).toBe(200);
    }
  });
});

describe("the page", () => {
  test("keeps what was typed, next to what is wrong with it", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    const id = await completeP3M3(client, organizationId, "FRNNN", SMALL);
    await visitor.get(`/assessments/${id}/edition`);
    await visitor.form(BUTTON).submit(BUTTON);
    expect([visitor.status, visitor.text()]).toEqual([400, expect.stringContaining("This Field is required.")]);
    const long = "x".repeat(EDITION_REASON_MAX + 1);
    await visitor.form(BUTTON).fill(LABEL, long).submit(BUTTON);
    expect([visitor.status, visitor.text()]).toEqual([400, expect.stringContaining(textMessages.tooLong(EDITION_REASON_MAX))]);
    expect(visitor.document.querySelector("textarea")?.text).toBe(long);
    expect(visitor.document.querySelector("textarea")?.getAttribute("aria-invalid")).toBe("true");
    app.upstream.on("POST", `/assessments/${id}/editions`, status(500));
    await make(visitor);
    expect([visitor.status, visitor.text()]).toEqual([502, expect.stringContaining("Something went wrong, please try again")]);
    expect(visitor.document.querySelector("textarea")?.text).toBe(REASON);
    app.upstream.reset();
    await visitor.form(BUTTON).submit(BUTTON);
    expect(heading(visitor)).toBe("Spring review, edition 2");
  });

  test("says where to go when no edition can be made", async () => {
    const { client, organizationId, visitor } = await atHome(app);
    const id = await completeP3M3(client, organizationId, "FRNNN", SMALL);
    await visitor.get(`/assessments/${id}/edition`);
    const { id: made } = expectStatus(await client.post(`/assessments/${id}/editions`, { reason: "Quicker" }), 201).body;
    await make(visitor);
    expect([visitor.status, visitor.text()]).toEqual([409, expect.stringContaining("Edition 2 is being made already.")]);
    expect(visitor.document.querySelector("textarea")?.text).toBe(REASON);
    await visitor.follow("Go on with edition 2");
    expect(visitor.url).toBe(`/assessments/${made}/summary`);
    expectStatus(await client.delete(`/assessments/${made}/lock`), 204);
    expectStatus(await client.post(`/assessments/${made}/archive`), 200);
    await visitor.get(`/assessments/${id}/edition`);
    expect(visitor.text()).toContain("Edition 2 was begun, and is in the archive.");
    await visitor.follow("Go to the archive");
    expect(rowText(visitor, made)).toContain("Spring review, edition 2");
    expectStatus(await client.post(`/assessments/${made}/unarchive`), 200);
    await visitor.get(`/assessments/${made}/edition`);
    expect(visitor.text()).toContain("This assessment has not been submitted");
    await submit(client, made);
    await visitor.get(`/assessments/${id}/edition`);
    await visitor.follow("Correct edition 2");
    expect(visitor.url).toBe(`/assessments/${made}/edition`);
    expectStatus(await client.post(`/assessments/${made}/archive`), 200);
    await visitor.get(`/assessments/${made}/edition`);
    expect(visitor.text()).toContain("This assessment is archived.");
  });
});

test("the twentieth edition is the last: no link offers another, and the page says why", async () => {
  const { client, organizationId, visitor } = await atHome(app);
  const id = await completeP3M3(client, organizationId, "FRNNN", SMALL);
  const stored = expectStatus(await client.get(`/assessments/${id}`), 200).body;
  app.upstream.on("GET", `/assessments/${id}`, json({ ...stored, edition: { number: 20, firstId: 1 } }));
  await visitor.get(`/assessments/${id}/summary`);
  expect(hasLink(visitor, LINK)).toBe(false);
  await visitor.get(`/assessments/${id}/edition`);
  expect(visitor.text()).toContain("An assessment has at most 20 editions, so this one is the last.");
  app.upstream.on("GET", `/assessments/${id}`, json({ ...stored, edition: { number: 19, firstId: 1 } }));
  await visitor.get(`/assessments/${id}/summary`);
  expect(hasLink(visitor, LINK)).toBe(true);
});

test("a result opens for an internal account when the list of organizations fails", async () => {
  const { client, visitor } = await person(app, {}, INTERNAL);
  const id = await completeP3M3(client, await createOrganization(client), "FRNNN", SMALL);
  app.upstream.on("GET", "/organizations", status(500));
  await visitor.get(`/assessments/${id}/result`);
  expect([visitor.status, heading(visitor), hasLink(visitor, LINK)]).toEqual([200, "Spring review", false]);
});

test("without the extension there is no page, and no link leads to one", async () => {
  const without = await sharedAppWithoutExtensions();
  const { client, organizationId, open, visitor } = await atHome(without);
  const id = await completeP3M3(client, organizationId, "FRNNN", SMALL);
  await open("completed");
  expect(rowText(visitor, id)).not.toContain("corrected edition");
  for (const path of [`/assessments/${id}/result`, `/assessments/${id}/summary`]) {
    await visitor.get(path);
    expect([path, visitor.text().includes("corrected edition")]).toEqual([path, false]);
  }
  await visitor.get(`/assessments/${id}/edition`);
  expect(visitor.status).toBe(404);
  await without.stop();
});
