import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Visitor } from "../support/form-driver.ts";
import { status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { newLead } from "./leads.ts";
import { textsOf } from "./questions.ts";
import { messagesOf } from "./wizard.ts";

const SCREEN = "/team/report-defaults";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const typedIn = (visitor: Visitor, name: string) => {
  const field = visitor.document.querySelector(`[name="${name}"]`);
  return field?.getAttribute("value") ?? field?.textContent?.replace(/^\n/, "") ?? "";
};
const fill = (visitor: Visitor, authors: string, disclaimer: string) =>
  visitor.form("New reports").fill("Authors (optional)", authors).fill("Disclaimer (optional)", disclaimer).submit("Save the texts");

test("a lead writes the texts, and the cover of a new report begins with them", async () => {
  const { visitor, client } = await newLead(app);
  await visitor.get("/people");
  await visitor.follow("New reports");
  expect([visitor.url, typedIn(visitor, "authors")]).toEqual([SCREEN, ""]);
  await fill(visitor, "x".repeat(201), "For the client alone.");
  expect([visitor.status, messagesOf(visitor, "authors")]).toEqual([400, expect.stringContaining("200")]);
  expect(typedIn(visitor, "disclaimer")).toBe("For the client alone.");
  await fill(visitor, "Kim Alder", "For the client alone.\nNot to be passed on.");
  expect([visitor.url, visitor.text()]).toEqual([SCREEN, expect.stringContaining("The texts for new reports were saved.")]);
  expect(typedIn(visitor, "disclaimer")).toBe("For the client alone.\nNot to be passed on.");
  const id = await createP3M3(client, await createOrganization(client));
  await visitor.get(`/assessments/${id}/draft/report`);
  expect(typedIn(visitor, "cover.authors")).toBe("Kim Alder");
  expect(typedIn(visitor, "cover.disclaimer")).toBe("For the client alone.\nNot to be passed on.");
  await visitor.get("/team/history");
  expect(visitor.text()).toContain("Texts for new reports changed");
});

test("texts that another lead has changed are not overwritten before they were seen, and a fault loses nothing", async () => {
  const { visitor, client } = await newLead(app);
  await visitor.get(SCREEN);
  expectStatus(await client.put(SCREEN, { authors: "Birch", disclaimer: "" }), 200);
  await fill(visitor, "Alder", "Ours");
  expect([visitor.status, typedIn(visitor, "authors"), visitor.text()]).toEqual([409, "Alder", expect.stringContaining("‘Birch’")]);
  expect(expectStatus(await client.get(SCREEN), 200).body).toMatchObject({ authors: "Birch", disclaimer: null });
  await visitor.form("New reports").submit("Save the texts");
  expect(expectStatus(await client.get(SCREEN), 200).body).toMatchObject({ authors: "Alder", disclaimer: "Ours" });
  app.upstream.on("PUT", SCREEN, status(502));
  await fill(visitor, "Cedar", "Theirs");
  expect([visitor.status, typedIn(visitor, "authors"), typedIn(visitor, "disclaimer")]).toEqual([502, "Cedar", "Theirs"]);
});

test("without the extension there is no such screen, and nothing leads there", async () => {
  const without = await sharedAppWithoutExtensions();
  const { visitor } = await newLead(without);
  await visitor.get(SCREEN);
  expect(visitor.status).toBe(404);
  expect(textsOf(visitor, "a")).not.toContain("New reports");
  await without.stop();
});
