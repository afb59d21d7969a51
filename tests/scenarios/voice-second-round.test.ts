/** A check of facts after answering, as an assessor and a voice without script take it (docs/rules/voices.md#second-round). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXTENSIONS } from "#model/contract/calls.ts";
import { paths } from "~/views/paths";
import { answerPractice, createItil, createOrganization, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { json } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, startAppWithFaults, tokenOf } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { person } from "./home.ts";
import { start, textsOf } from "./questions.ts";
import { askOne, SOON, say, voicesOf } from "./voices.ts";
import { messagesOf } from "./wizard.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterAll(() => app.stop());

/** Two people who have answered about a place, and a third who has not. */
async function answered(client: Client, id: number, place: string, choices: string[]) {
  const ask = (name: string) => askOne(client, id, { name, role: "Manager", places: [place] });
  const [jane, rob, sam] = [await ask("Jane Doe"), await ask("Rob Roe"), await ask("Sam Poe")];
  for (const voice of [jane, rob]) await say(app.databaseUrl, client, id, voice, place, { choices, comment: "Since May" });
  return { jane, rob, sam };
}

/** Opens a voice's sheet in a browser of its own. */
async function open(entry: string, url = app.url): Promise<Visitor> {
  const browser = await new Visitor(url).get(entry);
  return browser.form().submit("Open my sheet");
}

const FORM = "Ask for a check of facts";
const main = (visitor: Visitor) => visitor.document.querySelector("main")?.text.replace(/\s+/g, " ") ?? "";

test("those who have answered are asked to check facts, disagree with a reason, and the assessor reads it first", async () => {
  const { visitor, client, id, store } = await start(app, { perspectives: ["RK"], threads: ["PL"] });
  await store("RK", "PL", "FPNNN");
  const place = (await voicesOf(client, id)).places[0]?.place ?? "";
  const { jane } = await answered(client, id, place, ["Rarely/Never", "cannotTell"]);
  const entry = paths.voiceEntry(await tokenOf(client, id, jane));
  const voice = await open(entry);
  const sheet = voice.url.replace(/\?.*/, "");
  // In the first round, no page of the sheet has a verdict.
  const page = `${sheet}/${place}`;
  for (const address of [sheet, page]) {
    await voice.get(address);
    expect([voice.status, /The assessor's verdict:|Do you agree/.test(voice.text())]).toEqual([200, false]);
  }

  await visitor.get(paths.voices(id));
  expect(main(visitor)).toContain("2 people have answered and not yet seen your verdict on it.");
  await visitor.follow(FORM);
  expect(textsOf(visitor, "form .choice")).toEqual(["Jane Doe, Manager", "Rob Roe, Manager"]);
  const typed = visitor.form(FORM).fill("Message (optional)", "Please look once more").fill("Last day", "2020-01-01");
  await typed.uncheck("Rob Roe, Manager").submit("Ask them");
  expect([visitor.status, messagesOf(visitor, "until")]).toEqual([400, "Please enter today, or a later day."]);
  expect(visitor.document.querySelector("textarea")?.text).toBe("Please look once more");
  await visitor.form(FORM).uncheck("Jane Doe, Manager").fill("Last day", SOON).submit("Ask them");
  expect([visitor.status, visitor.text()]).toEqual([400, expect.stringContaining("Please choose somebody.")]);
  await visitor.form(FORM).check("Jane Doe, Manager").submit("Ask them");
  expect(visitor.text()).toContain("1 person is asked to check facts.");
  expect(main(visitor)).toMatch(/Jane Doe.*Second round: 0 of 1 page checked/);
  expect(main(visitor)).toContain("1 person has answered and not yet seen your verdict on it.");

  await voice.get(sheet);
  expect(main(voice)).toMatch(/Now the assessor’s verdict stands beside your answers.*Please look once more.*0 of 1 checked/);
  await voice.follow("Begin");
  expect(voice.url).toBe(page);
  expect(main(voice)).toMatch(/The assessor's verdict: Fully\s*You said: Rarely\/Never\s*Since May/);
  expect(voice.document.querySelectorAll("input[type=radio]").map((radio) => radio.getAttribute("name"))).toEqual([
    "agrees",
    "agrees",
    "agrees",
  ]);
  await voice.form("Planning").choose("agrees", "no").submit("Save and back");
  expect([voice.status, voice.text()]).toEqual([400, expect.stringContaining("Please say why.")]);
  await voice.form("Planning").fill("Why not", "We do not plan").submit("Save and back");
  expect([voice.url, main(voice)]).toEqual([sheet, expect.stringMatching(/1 of 1 checked/)]);

  await visitor.get(paths.voices(id));
  expect(main(visitor)).toContain("Second round: 1 of 1 page checked");
  await visitor.get(paths.voice(id, jane));
  expect(main(visitor)).toMatch(/Second round\s*1 of 1 page checked; asked .*This voice checks facts now/);
  expect(visitor.document.querySelectorAll("input[name=checksFacts][type=checkbox]")).toEqual([]);
  await visitor.form("What is asked").fill("Name", "Jane Dow").submit("Save changes");
  expect(visitor.text()).toContain("The changes were saved.");
  await visitor.get(paths.differences(id));
  expect(main(visitor)).toMatch(/Checks of facts.*1 disagrees\.\s*Voice 1, Manager \(Jane Dow\)\s*We do not plan/);
  await visitor.get(`/assessments/${id}/history`);
  expect(visitor.text()).toContain("1 voice asked to check facts");
});

test("a page that was opened in the first round saves nothing after it, and says so", async () => {
  const { client, id, store } = await start(app, { perspectives: ["RK"], threads: ["PL"] });
  await store("RK", "PL", "FPNNN");
  const place = (await voicesOf(client, id)).places[0]?.place ?? "";
  const { jane } = await answered(client, id, place, ["Fully"]);
  const voice = await open(paths.voiceEntry(await tokenOf(client, id, jane)));
  await voice.follow("Continue");
  const form = voice.form("Planning").fill(voice.document.querySelector("textarea")?.getAttribute("name") ?? "", "Typed too late");
  expectStatus(await client.post(`/assessments/${id}/voices/second-round`, { voices: [jane], until: SOON, message: "" }), 200);
  await form.submit("Save and back");
  expect([voice.status, voice.text()]).toEqual([409, expect.stringContaining("Your answers can no longer be changed.")]);
  expect(voice.text()).toContain("Typed too late");
});

test("whoever was taken back meanwhile is not said to be asked, and the form keeps what was typed", async () => {
  const { visitor, client, id, store } = await start(app, { perspectives: ["RK"], threads: ["PL"] });
  await store("RK", "PL", "FPNNN");
  const place = (await voicesOf(client, id)).places[0]?.place ?? "";
  const { jane, rob } = await answered(client, id, place, ["Fully"]);
  await visitor.get(`${paths.voices(id)}?confirm=second-round`);
  const [form, other] = [visitor.form(FORM), visitor.form(FORM).fill("Message (optional)", "Please look once more")];
  const takeBack = async (voice: number) => expectStatus(await client.post(`/assessments/${id}/voices/${voice}/take-back`), 200);
  await takeBack(jane);
  await form.submit("Ask them");
  expect(visitor.text()).toContain("1 person is asked to check facts.");
  expect(visitor.text()).toContain("1 could not be asked.");
  await takeBack(rob);
  await other.submit("Ask them");
  expect([visitor.status, visitor.text()]).toEqual([409, expect.stringContaining("Nobody was asked.")]);
  expect(visitor.document.querySelector("textarea")?.text).toBe("Please look once more");
  await visitor.get(`${paths.voices(id)}?confirm=second-round`);
  expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining("Nobody can be asked to check facts now.")]);
});

test("practices of ITIL are checked, too", async () => {
  const { visitor, client } = await person(app);
  const id = await createItil(client, await createOrganization(client), { selectedScope: "Capability" });
  expectStatus(await answerPractice(client, id, 19, "RN"), 200);
  expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
  const place = (await voicesOf(client, id)).places[0]?.place ?? "";
  const { jane } = await answered(client, id, place, ["Fully"]);
  await visitor.get(`${paths.voices(id)}?confirm=second-round`);
  await visitor.form(FORM).submit("Ask them");
  expect(visitor.text()).toContain("2 people are asked to check facts.");
  const voice = await open(paths.voiceEntry(await tokenOf(client, id, jane)));
  await voice.follow("Begin");
  expect(main(voice)).toMatch(/The assessor's verdict: Rarely\/Never\s*You said: Fully/);
});

test("without the extension nothing is offered, and nothing is called", async () => {
  const other = await startAppWithFaults();
  try {
    other.upstream.on("GET", "/extensions", json({ extensions: EXTENSIONS.filter((each) => each !== "second-round") }));
    const { visitor, client, id } = await start(other, { perspectives: ["RK"], threads: ["PL"] });
    const place = (await voicesOf(client, id)).places[0]?.place ?? "";
    const jane = await askOne(client, id, { places: [place] });
    await say(other.databaseUrl, client, id, jane, place, { choices: ["Fully"] });
    await visitor.get(`${paths.voices(id)}?confirm=second-round`);
    expect([visitor.status, main(visitor).includes("check of facts")]).toEqual([200, false]);
    await visitor.post(paths.voices(id), { intent: "second-round", voices: String(jane), until: SOON, message: "" });
    expect(visitor.status).toBe(400);
    const voice = await open(paths.voiceEntry(await tokenOf(client, id, jane)), other.url);
    await voice.follow("Continue");
    expect(voice.status).toBe(200);
    for (const [method, path] of [
      ["GET", `/assessments/${id}/voices/second-round`],
      ["POST", `/assessments/${id}/voices/second-round`],
      ["GET", "/voice/round"],
    ] as const)
      expect(other.upstream.receivedAt(method, path)).toEqual([]);
  } finally {
    await other.stop();
  }
});
