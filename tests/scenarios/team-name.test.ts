import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { INVITE_REFUSAL_WORDS } from "#model/people.ts";
import { expectStatus } from "../contract/scenario.ts";
import type { Visitor } from "../support/form-driver.ts";
import { status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { newLead } from "./leads.ts";
import { textsOf } from "./questions.ts";
import { messagesOf } from "./wizard.ts";

const SCREEN = "/team/name";
const LABEL = "Name of the team (optional)";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const typed = (visitor: Visitor) => visitor.document.querySelector('input[name="name"]')?.getAttribute("value") ?? "";
const save = (visitor: Visitor, name: string) => visitor.form("Name of the team").fill(LABEL, name).submit("Save the name");

test("a lead names the team from the list of people, and what is wrong is said next to the field", async () => {
  const { visitor, client } = await newLead(app);
  await visitor.get("/people");
  await visitor.follow("Name of the team");
  expect([visitor.url, typed(visitor)]).toEqual([SCREEN, ""]);
  await save(visitor, "alder.example");
  expect([visitor.status, messagesOf(visitor, "name"), typed(visitor)]).toEqual([400, INVITE_REFUSAL_WORDS.name, "alder.example"]);
  await save(visitor, "Alder Consulting");
  expect([visitor.url, visitor.text(), typed(visitor)]).toEqual([
    SCREEN,
    expect.stringContaining("The name was saved."),
    "Alder Consulting",
  ]);
  expect(expectStatus(await client.get(SCREEN), 200).body.name).toBe("Alder Consulting");
  await visitor.get("/people/history");
  expect(visitor.text()).toContain("The name of the team was changed");
});

test("a name that another lead has changed is not overwritten before it was seen, and a fault loses nothing", async () => {
  const { visitor, client } = await newLead(app);
  await visitor.get(SCREEN);
  expectStatus(await client.put(SCREEN, { name: "Birch" }), 200);
  await save(visitor, "Alder");
  expect([visitor.status, typed(visitor), visitor.text()]).toEqual([409, "Alder", expect.stringContaining("‘Birch’")]);
  expect(expectStatus(await client.get(SCREEN), 200).body.name).toBe("Birch");
  await visitor.form("Name of the team").submit("Save the name");
  expect(expectStatus(await client.get(SCREEN), 200).body.name).toBe("Alder");
  app.upstream.on("PUT", SCREEN, status(502));
  await save(visitor, "Cedar");
  expect([visitor.status, typed(visitor)]).toEqual([502, "Cedar"]);
});

test("without the extension there is no such screen, and nothing leads there", async () => {
  const without = await sharedAppWithoutExtensions();
  const { visitor } = await newLead(without);
  await visitor.get(SCREEN);
  expect(visitor.status).toBe(404);
  expect(textsOf(visitor, "a")).not.toContain("Name of the team");
  await without.stop();
});
