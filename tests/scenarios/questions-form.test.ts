/** Answering P3M3 by form, as a browser without script does it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOrganization, createP3M3 } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { type App, startApp } from "../support/server.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe("the questions screen", () => {
  test("shows five statements and opens the selected level", async () => {
    const client = await apiClient(app.databaseUrl, "kim@example.org", { name: "Kim" });
    const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [3], threadIds: [1, 10], selectedLevel: 3 });
    const visitor = await new Visitor(app.url).get(await app.entryLink("kim@example.org"));
    await visitor.get(`/assessments/${id}/questions/mc/pl`);
    expect(visitor.status).toBe(200);
    expect(visitor.text()).toContain("Planning");
  });
});
