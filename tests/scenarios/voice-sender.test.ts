/** Who asks a voice: team and logo on its sheet, and mails that come again (docs/rules/voices.md#the-sheet). */

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Visitor } from "../support/form-driver.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, startAppWithFaults } from "../support/seed.ts";
import { ORGANIZATION, type ServedSheet, serveSheets } from "../support/sheets.ts";
import { textsOf } from "./questions.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUg==";
const SHEET = "/voice/sheet/harbour";

let app: AppWithFaults;
let sheet: ServedSheet;
let other: ServedSheet;
let visitor: Visitor;

beforeAll(async () => {
  app = await startAppWithFaults();
  app.upstream.on("GET", "/extensions", json({ extensions: ["voices", "versions", "voice-sender", "mails-again"] }));
  await new Visitor(app.url).get("/voice/any");
});
beforeEach(() => {
  [sheet, other] = serveSheets(app.upstream, { sheet: "harbour" }, { sheet: "quay" }) as [ServedSheet, ServedSheet];
  visitor = new Visitor(app.url);
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

async function open(browser: Visitor, { token }: ServedSheet) {
  await browser.get(`/voice/${token}`);
  await browser.form().submit("Open my sheet");
}
const logoOn = (browser: Visitor) => browser.document.querySelector("main img");
const logoFor = (browser: Visitor, path: string) =>
  fetch(app.url + path, { headers: { Cookie: `voice-sheet=${browser.cookie("voice-sheet", "/voice") ?? ""}` }, redirect: "manual" });

test("the team is named as text with who asks, and its logo comes from below the sheet's own address", async () => {
  sheet.team = "Alder & <b>Sons";
  sheet.logo = { digest: "abc", png: PNG };
  await open(visitor, sheet);
  expect(visitor.text()).toContain(
    `Mara (mara@example.org) wants to know, on behalf of Alder & <b>Sons, how you see the way ${ORGANIZATION} works.`,
  );
  const logo = logoOn(visitor);
  expect([logo?.getAttribute("src"), logo?.getAttribute("alt")]).toEqual([`${SHEET}/logo.png?v=abc`, "The logo of Alder & <b>Sons"]);
  const picture = await logoFor(visitor, `${SHEET}/logo.png?v=abc`);
  expect([picture.status, picture.headers.get("Content-Type"), picture.headers.get("Cache-Control")]).toEqual([
    200,
    "image/png",
    "private, no-store",
  ]);
  expect(Buffer.from(await picture.arrayBuffer()).toString("base64")).toBe(PNG);
  // The product is named at the foot alone.
  expect(textsOf(visitor, "header").join()).not.toContain("Maturity Assessment Tool");
  expect(textsOf(visitor, "footer")).toEqual(["Maturity Assessment Tool"]);
});

test("nobody else's cookie opens the logo: none, that of another sheet, or one that has ended", async () => {
  sheet.logo = { digest: "abc", png: PNG };
  const logo = `${SHEET}/logo.png?v=abc`;
  expect((await logoFor(visitor, logo)).status).toBe(401);
  await open(visitor, other);
  expect((await logoFor(visitor, logo)).status).toBe(409);
  expect((await logoFor(visitor, "/voice/sheet/quay/logo.png?v=abc")).status).toBe(404);
  await open(visitor, sheet);
  expect((await logoFor(visitor, logo)).status).toBe(200);
  sheet.bearer = "a newer one";
  expect((await logoFor(visitor, logo)).status).toBe(401);
});

test("a sheet opens without team and logo where they cannot be read", async () => {
  sheet.team = "Alder";
  for (const path of ["/voice/sender", "/voice/mails"]) app.upstream.on("GET", path, status(500));
  await open(visitor, sheet);
  expect([visitor.status, logoOn(visitor), visitor.text()]).toEqual([
    200,
    null,
    expect.stringContaining("Mara (mara@example.org) wants to know how you see"),
  ]);
  expect(textsOf(visitor, "a")).toContain("Do not write to me again");
});

test("mails end after one question, and the same link lets them come again", async () => {
  await open(visitor, sheet);
  await visitor.follow("Do not write to me again");
  await visitor.form().submit("Do not write to me again");
  expect([sheet.mails, visitor.text()]).toEqual([false, expect.stringContaining("Your link goes on working, and takes this back.")]);
  app.upstream.on("POST", "/voice/mails-again", status(409));
  await visitor.form("Write to me again").submit("Write to me again");
  expect([visitor.url, sheet.mails, visitor.text()]).toEqual([SHEET, false, expect.stringContaining("Something went wrong")]);
  const [again] = serveSheets(app.upstream, { sheet: "harbour" });
  if (again) again.mails = false;
  await visitor.get(SHEET);
  await visitor.form("Write to me again").submit("Write to me again");
  expect([visitor.url, again?.mails, visitor.text()]).toEqual([
    SHEET,
    true,
    expect.stringContaining("You can be written to about sheets again."),
  ]);
  await visitor.get(`${SHEET}/mails-again`);
  expect(visitor.url).toBe(SHEET);
});

test("where another link ended the mails, the sheet says which one takes it back", async () => {
  sheet.mails = false;
  app.upstream.on("GET", "/voice/mails", json({ mails: "refused" }));
  await open(visitor, sheet);
  expect(visitor.text()).toContain("Only that link takes it back.");
  expect(textsOf(visitor, "button")).not.toContain("Write to me again");
});
