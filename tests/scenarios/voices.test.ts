/** Asking for voices, as an assessor without script does it (docs/rules/voices.md#asking). */

import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { daysAfter } from "#model/days.ts";
import { leadingProblem } from "#model/leading.ts";
import { voiceMessages } from "#model/voices.ts";
import { morePaths } from "~/views/more-paths";
import { paths } from "~/views/paths";
import { expectStatus } from "../contract/scenario.ts";
import type { Visitor } from "../support/form-driver.ts";
import { status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { sharedApp, sharedAppWithFaults } from "../support/shared.ts";
import { accept } from "../support/understood.ts";
import { hasButton, hasLink, person } from "./home.ts";
import { start, textsOf } from "./questions.ts";
import { heading } from "./results.ts";
import { askOne, SOON, say, voicesOf } from "./voices.ts";
import { chosenIn, messagesOf } from "./wizard.ts";

let app: AppWithFaults;
beforeAll(async () => {
  app = await sharedAppWithFaults();
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const ASK = "Ask them and show the links";
const SAVE = "Save changes";
const LINK = /^http:\/\/[^/]+\/voice\/[\w-]{20,}/;

const one = () => start(app, { perspectives: ["RK"], threads: ["PL", "AM"] });
const linesIn = (visitor: Visitor) =>
  visitor.document.querySelector('textarea[name="lines"]')?.text.replaceAll("\r", "").replace(/^\n/, "");
const linksOn = (visitor: Visitor) =>
  visitor.document.querySelectorAll("input[readonly]").map((field) => field.getAttribute("value") ?? "");
const namesOn = (visitor: Visitor) => visitor.document.querySelectorAll('section[aria-label="Voices"] tbody th a').map(({ text }) => text);
const value = (visitor: Visitor, name: string) => visitor.document.querySelector(`[name="${name}"]`)?.getAttribute("value");
const placeBoxes = (visitor: Visitor) => visitor.document.querySelectorAll('input[type="checkbox"][name="places"]').length;

describe("asking", () => {
  test("asks those whose lines are good, shows their links, and keeps the others with their reasons", async () => {
    const { visitor, client, id } = await one();
    await visitor.get(paths.summary(id, "P3M3"));
    await visitor.follow("Voices");
    expect([visitor.url, visitor.text()]).toEqual([paths.voices(id), expect.stringContaining("Nobody was asked yet")]);
    expect(visitor.document.querySelector('nav[aria-label="This assessment"] [aria-current=page]')?.text).toBe("Voices");
    await visitor.follow("Ask people");
    const form = visitor.form("Ask people").fill("lines", "Jane Doe; Manager\nRob Roe\nsam@example.org; User");
    await form.check("Planning").fill("Message (optional)", "One\nTwo").select("Usual role (optional)", "Specialist").submit(ASK);
    expect(visitor.text()).toContain("Each of them: 5 statements, about 2 minutes.");
    await accept(visitor);
    expect([visitor.status, visitor.url]).toEqual([200, morePaths.voicesAsk(id)]);
    expect(visitor.text()).toContain("Jane Doe and Rob Roe were asked.");
    expect([linesIn(visitor), messagesOf(visitor, "lines")]).toEqual(["sam@example.org; User", "1 line asks nobody: see below."]);
    expect(textsOf(visitor, 'ul[aria-label="Lines that ask nobody"] li')).toEqual([`‘sam@example.org; User’: ${voiceMessages.name}`]);
    expect(linksOn(visitor)).toEqual([expect.stringMatching(LINK), expect.stringMatching(LINK)]);
    expect((await voicesOf(client, id)).voices).toMatchObject([
      { number: 1, name: "Jane Doe", role: "Manager", message: "One\nTwo", checksFacts: false, total: 5 },
      { number: 2, name: "Rob Roe", role: "Specialist", state: "open" },
    ]);
    // What was chosen stays for the line that is left. Nobody's link is on a page that nobody asked for one on.
    await visitor.form("Ask people").fill("lines", "Sam Poe; user").submit(ASK).then(accept);
    expect([linksOn(visitor).length, visitor.text()]).toEqual([1, expect.stringContaining("Sam Poe was asked.")]);
    await visitor.follow("See all voices");
    expect([namesOn(visitor), linksOn(visitor)]).toEqual([["Jane Doe", "Rob Roe", "Sam Poe"], []]);
    expect(visitor.document.toString()).not.toContain("/voice/");
    expect(visitor.text()).toContain("3 voices: 0 answered something, 0 said that they are done, 3 sheets are open.");
  });

  test("is offered once there is something to ask about, and says until then where to choose it", async () => {
    const { visitor, client, organizationId } = await one();
    const form = { name: "Empty", assessmentType: "P3M3", isTestAssessment: false, selectedScope: "Programme", certified: false };
    const { id } = expectStatus(await client.post(`/organizations/${organizationId}/assessments`, form), 201).body;
    for (const path of [morePaths.voicesAsk(id), paths.voices(id)]) {
      await visitor.get(path);
      expect([visitor.status, hasButton(visitor, ASK), hasLink(visitor, "Ask people")]).toEqual([200, false, false]);
    }
    await visitor.follow("Choose what this assessment covers");
    expect([visitor.status, visitor.url]).toEqual([200, paths.step("scope", id, "P3M3")]);
  });

  test("says next to each field what is wrong, and loses nothing", async () => {
    const { visitor, client, id } = await one();
    await visitor.get(morePaths.voicesAsk(id));
    const form = visitor.form("Ask people").fill("lines", "jane@example.org").fill("until", "2020-01-01");
    await form.fill("Message (optional)", "See www.example.org").submit(ASK).then(accept);
    expect([visitor.status, linesIn(visitor)]).toEqual([400, "jane@example.org"]);
    expect(["lines", "places", "until", "message"].map((name) => messagesOf(visitor, name))).toEqual([
      "1 line asks nobody: see below.",
      "Please select one of the options.",
      voiceMessages.past,
      leadingProblem("www.example.org"),
    ]);
    expect(textsOf(visitor, 'ul[aria-label="Lines that ask nobody"] li')).toEqual([`‘jane@example.org’: ${voiceMessages.name}`]);
    expect([value(visitor, "until"), visitor.document.querySelector('textarea[name="message"]')?.text.trim()]).toEqual([
      "2020-01-01",
      "See www.example.org",
    ]);
    await visitor.form("Ask people").fill("lines", "").submit(ASK).then(accept);
    expect(messagesOf(visitor, "lines")).toBe("This Field is required.");
    expect((await voicesOf(client, id)).voices).toEqual([]);
  });

  test("ticks a perspective, or everything, by one press", async () => {
    const { visitor, client, id } = await start(app, { perspectives: ["MC", "RK"], threads: ["PL", "AM"] });
    const stored = (await voicesOf(client, id)).places.map(({ place }) => place);
    await visitor.get(morePaths.voicesAsk(id));
    expect([placeBoxes(visitor), chosenIn(visitor, "places")]).toEqual([4, []]);
    const risk = visitor.document.querySelectorAll('button[name="selectAll"]').at(-1)?.getAttribute("value") ?? "";
    const typed = visitor.form("Ask people").fill("lines", "Jane Doe");
    await visitor.post(visitor.url, [...typed.entries(), ["selectAll", risk]] as [string, string][]);
    expect([visitor.status, chosenIn(visitor, "places"), linesIn(visitor)]).toEqual([200, stored.slice(2), "Jane Doe"]);
    await visitor.form("Ask people").submit("Ask about everything");
    expect([chosenIn(visitor, "places"), linesIn(visitor)]).toEqual([stored, "Jane Doe"]);
    expect(visitor.text()).toContain("The sheet has 20 statements, about 10 minutes.");
    expect((await voicesOf(client, id)).voices).toEqual([]);
  });

  test("keeps everything through a fault, and asks once what is sent twice", async () => {
    const { visitor, client, id } = await one();
    await visitor.get(morePaths.voicesAsk(id));
    app.upstream.on("POST", `/assessments/${id}/voices`, status(500));
    await visitor.form("Ask people").fill("lines", "Jane Doe; Manager").check("Planning").submit(ASK).then(accept);
    expect([visitor.status, visitor.text(), linesIn(visitor)]).toEqual([
      502,
      expect.stringContaining("Something went wrong, please try again"),
      "Jane Doe; Manager",
    ]);
    app.upstream.reset();
    const form = visitor.form("Ask people");
    await form.submit(ASK).then(accept);
    const [first] = linksOn(visitor);
    await form.submit(ASK).then(accept);
    expect([linksOn(visitor), (await voicesOf(client, id)).voices.length]).toEqual([[first], 1]);
    // The page says which link it could not make. Everybody was asked all the same.
    await visitor.get(morePaths.voicesAsk(id));
    app.upstream.on("POST", `/assessments/${id}/voices/links`, status(500));
    await visitor.get(paths.voices(id));
    await visitor.form("Show the links").submit("Show the links");
    expect([linksOn(visitor), visitor.text()]).toEqual([[], expect.stringContaining("1 link could not be made.")]);
  });
});

describe("one voice", () => {
  test("is changed, and shows its link only to whoever asks", async () => {
    const { visitor, client, id } = await one();
    const voice = await askOne(client, id);
    await visitor.get(paths.voices(id));
    await visitor.follow("Jane Doe");
    expect([visitor.url, heading(visitor), linksOn(visitor)]).toEqual([paths.voice(id, voice), "Jane Doe", []]);
    await visitor.form("Show the link").submit("Show the link");
    const [link = ""] = linksOn(visitor);
    expect([link, visitor.url, visitor.headers.get("Cache-Control")]).toEqual([
      expect.stringMatching(LINK),
      paths.voice(id, voice),
      expect.stringMatching(/no-store/),
    ]);
    await visitor.get(visitor.url);
    expect(linksOn(visitor)).toEqual([]);
    await visitor.form(SAVE).fill("Name", "Jane Roe").select("Role", "Executive").check("Ask for a check of facts, too").submit(SAVE);
    expect([visitor.redirects, heading(visitor)]).toEqual([[paths.voice(id, voice)], "Jane Roe"]);
    expect((await voicesOf(client, id)).voices).toMatchObject([{ name: "Jane Roe", role: "Executive", checksFacts: true }]);
    await visitor.form(SAVE).fill("Name", "www.example.org").submit(SAVE);
    expect([visitor.status, messagesOf(visitor, "name")]).toEqual([400, voiceMessages.name]);
    // A new link ends the former one.
    await visitor.follow("Make a new link");
    expect(textsOf(visitor, "dialog h2")).toEqual(["Make a new link for Jane Roe?"]);
    await visitor.form("dialog form").submit("Make a new link");
    expect(linksOn(visitor)).toEqual([expect.stringMatching(LINK)]);
    expect(linksOn(visitor)).not.toEqual([link]);
    expect(app.upstream.received.some(({ path }) => path.includes(link.slice(link.lastIndexOf("/") + 1)))).toBe(false);
  });

  test("that a colleague has changed shows what they did, and keeps what was typed", async () => {
    const { visitor, client, id } = await one();
    const voice = await askOne(client, id);
    await visitor.get(paths.voice(id, voice));
    const closing = await visitor.anotherTab().get(paths.voice(id, voice, { confirm: "close" }));
    const [stored] = (await voicesOf(client, id)).voices;
    const { name, email, places, message, checksFacts } = stored ?? { places: [] };
    const theirs = { name, email, places, message, checksFacts, role: "User", until: SOON };
    expectStatus(await client.put(`/assessments/${id}/voices/${voice}`, theirs), 200);
    await visitor.form(SAVE).fill("Name", "Jane Roe").submit(SAVE);
    expect([visitor.status, visitor.text()]).toEqual([409, expect.stringContaining("Role is now ‘User’.")]);
    await visitor.form(SAVE).submit(SAVE);
    expect((await voicesOf(client, id)).voices).toMatchObject([{ name: "Jane Roe", role: "User" }]);
    await closing.form("dialog form").submit("Close the sheet");
    expect(closing.text()).toContain("Nothing was changed yet");
  });

  test("is closed, opened again by a later day, and taken back", async () => {
    const { visitor, client, id } = await one();
    const voice = await askOne(client, id);
    const [place] = (await voicesOf(client, id)).places;
    await say(app.databaseUrl, client, id, voice, place?.place ?? "", { choices: ["Fully"] });
    await visitor.get(paths.voice(id, voice));
    expect(visitor.text()).toContain("1 of 5 statements");
    await visitor.follow("Close the sheet");
    expect(visitor.text()).toContain("What was answered (1) is kept and counts.");
    await visitor.form("dialog form").submit("Close the sheet");
    expect([visitor.redirects, visitor.text()]).toEqual([
      [paths.voice(id, voice)],
      expect.stringMatching(/The sheet of Jane Doe was closed\..*State Closed/),
    ]);
    await visitor.form(SAVE).fill("until", daysAfter(SOON, 1)).submit(SAVE);
    expect((await voicesOf(client, id)).voices).toMatchObject([{ state: "open" }]);
    await visitor.follow("Take it back");
    await visitor.form("dialog form").submit("Take it back");
    expect([visitor.url, visitor.text()]).toEqual([paths.voices(id), expect.stringContaining("The sheet of Jane Doe was taken back.")]);
    expect((await voicesOf(client, id)).voices).toMatchObject([{ state: "takenBack" }]);
    await visitor.get(paths.voice(id, voice, { confirm: "take-back" }));
    expect([hasButton(visitor, SAVE), hasButton(visitor, "Show the link"), textsOf(visitor, "dialog h2")]).toEqual([false, false, []]);
    await visitor.get(paths.voice(id, 999_999));
    expect([visitor.status, heading(visitor)]).toEqual([404, "There is no such voice."]);
  });
});

describe("all voices", () => {
  test("are found, shown with their links, closed, and lose their names", async () => {
    const { visitor, client, id } = await one();
    const [jane] = [await askOne(client, id), await askOne(client, id, { name: "Rob Roe", role: "User" })];
    const [place] = (await voicesOf(client, id)).places;
    await say(app.databaseUrl, client, id, jane, place?.place ?? "", { choices: ["Fully"] });
    const at = async (query: Parameters<typeof paths.voices>[1]) => namesOn(await visitor.get(paths.voices(id, query)));
    expect(await at({ q: "rob" })).toEqual(["Rob Roe"]);
    expect(await at({ q: "voice 1" })).toEqual(["Jane Doe"]);
    expect(await at({ role: "User" })).toEqual(["Rob Roe"]);
    expect(await at({ state: "begun" })).toEqual(["Jane Doe"]);
    expect(await at({ state: "waiting" })).toEqual(["Rob Roe"]);
    await visitor.form("Show the links").submit("Show the links");
    expect([linksOn(visitor).length, visitor.text()]).toEqual([1, expect.stringContaining("Link for Rob Roe")]);
    // Values without a meaning are left out.
    expect(await at({ state: "lost", page: "-1" })).toHaveLength(2);
    await visitor.follow("Close all sheets");
    expect(visitor.text()).toContain("2 sheets can no longer be filled in.");
    await visitor.form("dialog form").submit("Close all sheets");
    expect((await voicesOf(client, id)).voices.map(({ state }) => state)).toEqual(["closed", "closed"]);
    expect(hasButton(visitor, "Show the links")).toBe(false);
    await visitor.follow("Remove all names");
    await visitor.form("dialog form").submit("Remove all names");
    expect([namesOn(visitor), visitor.text()]).toEqual([["Voice 1", "Voice 2"], expect.stringContaining("messages were removed.")]);
    expect(hasLink(visitor, "Remove all names")).toBe(false);
  });

  test("of an archived assessment can be read, and lose their names", async () => {
    const { visitor, client, id } = await one();
    const voice = await askOne(client, id);
    expectStatus(await client.post(`/assessments/${id}/archive`), 200);
    await visitor.get(paths.voices(id));
    expect([hasLink(visitor, "Ask people"), hasLink(visitor, "Close all sheets"), visitor.text()]).toEqual([
      false,
      false,
      expect.stringContaining("This assessment is archived."),
    ]);
    await visitor.get(paths.voice(id, voice));
    expect([visitor.status, hasButton(visitor, SAVE), hasButton(visitor, "Show the link")]).toEqual([200, false, false]);
    await visitor.get(morePaths.voicesAsk(id));
    expect([visitor.status, hasButton(visitor, ASK)]).toEqual([200, false]);
    await visitor.get(paths.voices(id));
    await visitor.follow("Remove all names");
    await visitor.form("dialog form").submit("Remove all names");
    expect(namesOn(visitor)).toEqual(["Voice 1"]);
  });

  test("have roles of their own, and results show how they differ where that is ticked", async () => {
    const { visitor, client, id } = await one();
    await askOne(client, id);
    await visitor.get(paths.voices(id));
    await visitor.follow("Roles and results");
    const SAVE_SETTINGS = "Save settings";
    await visitor.form(SAVE_SETTINGS).fill("roles", "Board\nboard").submit(SAVE_SETTINGS);
    expect([visitor.status, messagesOf(visitor, "roles")]).toEqual([400, voiceMessages.roleTwice]);
    await visitor.form(SAVE_SETTINGS).fill("roles", "Board").submit(SAVE_SETTINGS);
    expect([visitor.status, messagesOf(visitor, "roles")]).toEqual([400, voiceMessages.roleUsed]);
    const late = await visitor.anotherTab().get(morePaths.voicesSettings(id));
    const form = visitor.form(SAVE_SETTINGS).fill("roles", "Board\n\n Manager ");
    await form.check("Show ‘How views differ’ in the result").submit(SAVE_SETTINGS);
    expect([visitor.url, visitor.text()]).toEqual([paths.voices(id), expect.stringContaining("The result shows how views differ.")]);
    expect(await voicesOf(client, id)).toMatchObject({ roles: ["Board", "Manager"], showInResults: true });
    await late.form(SAVE_SETTINGS).fill("roles", "Manager\nOwner").submit(SAVE_SETTINGS);
    expect([late.status, late.text()]).toEqual([409, expect.stringContaining("Roles is now Board and Manager.")]);
    await late.form(SAVE_SETTINGS).submit(SAVE_SETTINGS);
    expect(await voicesOf(client, id)).toMatchObject({ roles: ["Manager", "Owner"], showInResults: true });
  });
});

test("where mails are sent, those with an address get one, and can be reminded once", async () => {
  const mailing: App = await sharedApp();
  const { visitor, client, id } = await start(mailing, { perspectives: ["RK"], threads: ["PL"] });
  await visitor.get(morePaths.voicesAsk(id));
  const address = `jane.${randomUUID().slice(0, 8)}@example.org`;
  await visitor.form("Ask people").fill("lines", `Jane Doe <${address}>; Manager`).check("Planning").submit("Ask them").then(accept);
  expect([visitor.url, linksOn(visitor), visitor.text()]).toEqual([paths.voices(id), [], expect.stringContaining("Jane Doe was asked.")]);
  await visitor.follow("Jane Doe");
  await visitor.form("Mail the reminder").submit("Mail the reminder");
  expect([visitor.text(), hasButton(visitor, "Mail the reminder")]).toEqual([expect.stringContaining("Jane Doe was reminded."), false]);
  expect(await client.get(`/assessments/${id}/voices`)).toMatchObject({ body: { voices: [{ email: address, maySendMail: false }] } });
  await mailing.stop();
});

test("a viewer finds no way to voices, and is refused", async () => {
  const { client, team, id } = await one();
  const voice = await askOne(client, id);
  const viewer = (await person(app, { team, permission: "viewer" })).visitor;
  await viewer.get(paths.view(id));
  expect([viewer.status, hasLink(viewer, "Voices")]).toEqual([200, false]);
  for (const path of [
    paths.voices(id),
    morePaths.voicesAsk(id),
    morePaths.voicesSettings(id),
    paths.voice(id, voice),
    paths.differences(id),
  ]) {
    await viewer.get(path);
    expect([path, viewer.status, viewer.text().includes("Jane Doe")]).toEqual([path, 403, false]);
  }
  await viewer.post(paths.voices(id), { intent: "names" });
  expect([viewer.status, (await voicesOf(client, id)).voices[0]?.name]).toEqual([403, "Jane Doe"]);
});
