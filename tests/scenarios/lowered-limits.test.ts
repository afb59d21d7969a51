/** Forms whose stored text is longer than its limit, which was lowered since (docs/rules/locks-and-saving.md#unchanged-texts). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore, type Store } from "#api/store/open.ts";
import { NAME_MAX, textMessages } from "#model/text.ts";
import { createItil, createOrganization, createP3M3 } from "../contract/scenario.ts";
import type { Visitor } from "../support/form-driver.ts";
import type { App } from "../support/server.ts";
import { sharedApp } from "../support/shared.ts";
import { messagesOf, newAssessor } from "./wizard.ts";

const LONG = `${"Long name ".repeat(Math.ceil(NAME_MAX / 10))}of old`;
const TOO_LONG = textMessages.tooLong(NAME_MAX);

let app: App;
let store: Store;
beforeAll(async () => {
  app = await sharedApp();
  store = openStore(app.databaseUrl);
});
afterAll(async () => {
  await store.destroy();
  await app.stop();
});

/** Sends a form whose field is changed to another text that is too long, and looks for the message beside it. */
async function expectRefusal(visitor: Visitor, button: string, name: string, label: string) {
  await visitor.form(button).fill(label, `${LONG}!`).submit(button);
  expect([visitor.status, messagesOf(visitor, name)]).toEqual([400, TOO_LONG]);
  expect(visitor.document.querySelector(`[name=${name}]`)?.getAttribute("value")).toBe(`${LONG}!`);
}

describe("a stored text that is longer than its limit", () => {
  test("of an organization stays, while other fields are saved", async () => {
    const { visitor, client } = await newAssessor(app);
    const id = await createOrganization(client);
    await store.updateTable("organization").set({ name: LONG, business_unit: LONG }).where("id", "=", id).execute();
    await visitor.get(`/organization/${id}/edit`);
    await visitor.form("Save changes").select("Industry", "Education").submit("Save changes");
    expect(visitor.text()).toContain("Your changes were saved.");
    expect((await client.get(`/organizations/${id}`)).body.organization).toMatchObject({
      name: LONG,
      businessUnit: LONG,
      industry: { name: "Education" },
    });
    await visitor.get(`/organization/${id}/edit`);
    await expectRefusal(visitor, "Save changes", "name", "Organization name");
  });

  test.each([["P3M3", createP3M3] as const, ["ITIL", createItil] as const])(
    "of an assessment of %s stays in all steps of set-up",
    async (_, create) => {
      const { visitor, client } = await newAssessor(app);
      const id = await create(client, await createOrganization(client));
      await store.updateTable("assessment").set({ name: LONG }).where("id", "=", id).execute();
      await visitor.get(`/assessments/${id}/profile`);
      await visitor.form("Save & Continue").check("This is a test assessment").submit("Save & Continue");
      expect(visitor.url).toMatch(new RegExp(`/assessments/${id}/scope`));
      await visitor.form("Save & Continue").submit("Save & Continue");
      expect(visitor.url).toMatch(new RegExp(`/assessments/${id}/review`));
      expect((await client.get(`/assessments/${id}`)).body).toMatchObject({ name: LONG, isTestAssessment: true });
      await visitor.get(`/assessments/${id}/profile`);
      await expectRefusal(visitor, "Save & Continue", "name", "Assessment name");
    },
  );

  test("of a house style stays, while another text is saved", async () => {
    const { visitor, client } = await newAssessor(app);
    await client.put("/team/style", { name: null, accent: null, confidentiality: null, footer: null });
    const style = { name: null, accent: null, footer: null };
    const before = `Before ${LONG.length} ${Math.random()}`;
    await client.put("/team/style", { ...style, confidentiality: before });
    await store.updateTable("team_style").set({ confidentiality: LONG }).where("confidentiality", "=", before).execute();
    await visitor.get("/team/style");
    await visitor.form("Save house style").fill("Footer (optional)", "12 High Street").submit("Save house style");
    expect(visitor.text()).toContain("The house style was saved.");
    expect((await client.get("/team/style")).body).toMatchObject({ confidentiality: LONG, footer: "12 High Street" });
    await expectRefusal(visitor, "Save house style", "confidentiality", "Confidentiality line (optional)");
  });
});
