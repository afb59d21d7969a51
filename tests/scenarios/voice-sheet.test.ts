/** A voice's sheet without script: its link, its pages, and what fails (docs/rules/voices.md#the-sheet). */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { VoicePage } from "#model/contract/voices.ts";
import { textMessages } from "#model/text.ts";
import { VOICE_COMMENT_MAX, VOICE_SEEN_MAX } from "#model/voices.ts";
import { answerThread, createItil, createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { json, status } from "../support/misbehaving-upstream.ts";
import { type AppWithFaults, apiClient, askVoice, startAppWithFaults, tokenOf } from "../support/seed.ts";
import { sharedAppWithFaults } from "../support/shared.ts";
import { ORGANIZATION, type ServedSheet, serveSheets } from "../support/sheets.ts";
import { textsOf } from "./questions.ts";

const FIRST = "/voice/sheet/harbour/thread/1/1";
const PAGE = `/voice/pages/${encodeURIComponent("thread/1/1")}`;
const SECOND = "/voice/sheet/harbour/thread/1/2";

let app: AppWithFaults;
let sheet: ServedSheet;
let other: ServedSheet;
let visitor: Visitor;

beforeAll(async () => {
  app = await startAppWithFaults({ LOG_REQUESTS: "1" });
  app.upstream.on("GET", "/extensions", json({ extensions: ["voices", "versions"] }));
  await new Visitor(app.url).get("/voice/any");
});
beforeEach(() => {
  [sheet, other] = serveSheets(app.upstream, { sheet: "harbour", message: "Please be frank." }, { sheet: "quay", checksFacts: true }) as [
    ServedSheet,
    ServedSheet,
  ];
  visitor = new Visitor(app.url);
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

const linkOf = ({ token }: ServedSheet) => `/voice/${token}`;
async function open(browser: Visitor, which: ServedSheet): Promise<Visitor> {
  await browser.get(linkOf(which));
  return browser.form().submit("Open my sheet");
}
const choiceOf = (browser: Visitor, name: string) =>
  browser.document
    .querySelectorAll(`input[name="${name}"]`)
    .find((each) => each.hasAttribute("checked"))
    ?.getAttribute("value");
const typedIn = (browser: Visitor, name: string) => browser.document.querySelector(`textarea[name="${name}"]`)?.text.replace(/^\n/, "");
const heading = (browser: Visitor) => textsOf(browser, "h1");
const sent = () => app.upstream.receivedAt("PUT", PAGE).map(({ body }) => JSON.parse(body));

describe("a link", () => {
  test("is used up by no look at it, and opens the sheet by its button, as often as wanted", async () => {
    for (const look of [0, 1]) {
      await visitor.get(linkOf(sheet), look === 0 ? { "Sec-Purpose": "prefetch" } : {});
      expect([visitor.status, heading(visitor), visitor.cookieNames()]).toEqual([200, ["Your view is asked for"], []]);
    }
    const head = await fetch(app.url + linkOf(sheet), { method: "HEAD" });
    expect([head.status, head.headers.getSetCookie(), head.headers.get("Referrer-Policy")]).toEqual([200, [], "strict-origin"]);
    expect(app.upstream.received.filter(({ path }) => path !== "/extensions")).toEqual([]);
    for (const browser of [visitor, visitor, new Visitor(app.url)]) {
      await open(browser, sheet);
      expect([browser.url, heading(browser)]).toEqual(["/voice/sheet/harbour", [`Your view of ${ORGANIZATION}`]]);
    }
    expect(app.output()).toContain("/voice/…");
    expect(app.output()).not.toContain(sheet.token);
  });

  test("gives a cookie for its own pages alone, which says nothing and ends after twelve hours", async () => {
    const response = await fetch(app.url + linkOf(sheet), { method: "POST", redirect: "manual", headers: { Origin: app.url } });
    const cookies = response.headers.getSetCookie();
    expect(cookies).toEqual([expect.stringMatching(/^voice-sheet=[\w.-]+; Max-Age=43(200|199); Path=\/voice; HttpOnly; SameSite=Lax$/)]);
    expect(Buffer.from(cookies[0] ?? "", "base64url").toString()).not.toContain(sheet.bearer);
  });

  test("says in a browser that keeps no cookies what to do, and in one that comes late to open it once more", async () => {
    const refusing = Visitor.withoutCookies(app.url);
    await open(refusing, sheet);
    expect([refusing.status, heading(refusing), refusing.text()]).toEqual([
      401,
      ["This browser keeps no cookies."],
      expect.stringContaining("Please allow cookies for this site"),
    ]);
    await new Visitor(app.url).get("/voice/sheet/harbour").then((late) => {
      expect(heading(late)).toEqual(["Your sheet is not open in this browser."]);
    });
    // The address of that page may be kept, as a bookmark or in the history.
    const old = refusing.url.replace(/\d+$/, (time) => String(Number(time) - 120));
    expect(heading(await refusing.get(old))).toEqual(["Your sheet is not open in this browser."]);
    await open(visitor, sheet);
    expect((await visitor.get(old)).url).toBe("/voice/sheet/harbour");
  });

  test("that is unknown, renewed or taken back says so, and a page of another site cannot send it", async () => {
    await visitor.get("/voice/made-up");
    await visitor.form().submit("Open my sheet");
    expect([visitor.status, heading(visitor), visitor.cookieNames()]).toEqual([410, ["This link does not open a sheet"], []]);
    await visitor.post(linkOf(sheet), {}, { Origin: "https://evil.example" });
    expect([visitor.status, app.upstream.receivedAt("POST", "/auth/voice").length]).toEqual([403, 1]);
    expect([textsOf(visitor, "a"), visitor.text()]).toEqual([[], expect.stringContaining("open the link that you were given once more")]);
    await visitor.get("/voice/no/such/page/at/all");
    expect([visitor.status, visitor.text()]).toEqual([404, expect.stringContaining("open the link that you were given once more")]);
    expect(textsOf(visitor, "a").some((text) => /home/i.test(text))).toBe(false);
  });

  test("whose upstream fails can be tried again", async () => {
    await visitor.get(linkOf(sheet));
    app.upstream.on("POST", "/auth/voice", status(502));
    await visitor.form().submit("Open my sheet");
    expect([visitor.status, visitor.text()]).toEqual([502, expect.stringContaining("Try again")]);
    expect(textsOf(visitor, "a").some((text) => /home/i.test(text))).toBe(false);
  });
});

describe("the first page", () => {
  test("says who asks, until when, and what becomes of the answers, and leads nowhere else", async () => {
    await open(visitor, sheet);
    const text = visitor.text();
    for (const part of [
      "4 statements, about 2 minutes. Please answer by 31 Dec 2026.",
      "Everybody who edits this assessment sees your answers, with your name. Results and reports name nobody.",
      `Mara (mara@example.org) wants to know how you see the way ${ORGANIZATION} works. You are asked as Nora Quay, Specialist.`,
      "31 Dec 2026",
      "Please be frank.",
      "Everybody who edits this assessment sees each of your answers and comments, with your name.",
      "only where at least 3 people in it answered",
      "Your answers count in no score.",
      "You see no score, and nobody else's answers. You see no verdict of the assessor.",
      "deleted 90 days after the assessment is submitted, and 365 days after the last day",
      "They see, too, when you first and last answered.",
      "when the assessment is submitted, if that is earlier",
      "may remove them earlier. Your link then ends.",
      "‘Voice 3’",
      "0 of 4 answered",
    ])
      expect(text).toContain(part);
    const links = visitor.document
      .querySelectorAll("a[href], form")
      .map((each) => each.getAttribute("href") ?? each.getAttribute("action"));
    expect(links.filter((to) => !to?.startsWith("/voice/sheet/harbour"))).toEqual([]);
  });

  test("takes 'I am done' and 'Do not write to me again', and can still be changed", async () => {
    await open(visitor, sheet);
    await visitor.form("I am done").submit("I am done");
    expect([visitor.url, sheet.doneAt !== null]).toEqual(["/voice/sheet/harbour", true]);
    expect(visitor.text()).toContain("Thank you.");
    expect(visitor.text()).toContain("You said on 27 Nov 2026 that you are done.");
    // Nothing asks for more.
    expect(visitor.text()).not.toMatch(/about \d+ minutes|Please answer by|I am done/);
    await visitor.follow("Do not write to me again");
    expect([heading(visitor), sheet.mails]).toEqual([["Get no more mails about sheets?"], true]);
    await visitor.follow("Go Back");
    expect([visitor.url, sheet.mails]).toEqual(["/voice/sheet/harbour", true]);
    await visitor.follow("Do not write to me again");
    await visitor.form().submit("Do not write to me again");
    expect([sheet.mails, visitor.text()]).toEqual([false, expect.stringContaining("You get no more mails about sheets.")]);
    expect([...textsOf(visitor, "button"), ...textsOf(visitor, "a")]).not.toContain("Do not write to me again");
    // This upstream takes nothing back, and nothing says so.
    expect(visitor.text()).not.toMatch(/takes this back|Write to me again/);
    await visitor.get("/voice/sheet/harbour/no-more-mail");
    expect(visitor.url).toBe("/voice/sheet/harbour");
    await visitor.follow("Begin");
    expect(visitor.url).toBe(FIRST);
  });

  test("says when a button came to nothing", async () => {
    await open(visitor, sheet);
    app.upstream.on("POST", "/voice/done", status(502));
    await visitor.form("I am done").submit("I am done");
    expect([visitor.url, visitor.text()]).toEqual([
      "/voice/sheet/harbour",
      expect.stringContaining("Something went wrong, please try again"),
    ]);
  });
});

describe("a page", () => {
  test("is saved as a whole, leads on, and can be changed and cleared", async () => {
    await open(visitor, sheet);
    await visitor.follow("Asset Management Benefits Management");
    expect(visitor.text()).toContain("Page 1 of 3 · about 2 minutes left · until 31 Dec 2026");
    expect(visitor.document.querySelector("fieldset em")?.text).toBe("reviewed");
    const form = visitor.form("Asset Management").choose("Assets are recorded.", "Partially").choose("choice-12", "I cannot tell");
    await form.fill("comment-11", "In a\nlist ").fill("seen-11", "The register").submit("Save and next");
    expect(sent()).toEqual([
      {
        answers: [
          { questionId: 11, choice: "Partially", comment: "In a\nlist ", seen: "The register" },
          { questionId: 12, choice: "cannotTell", comment: "", seen: "" },
        ],
      },
    ]);
    expect([visitor.url, visitor.text()]).toEqual([SECOND, expect.stringContaining("Your answers are saved.")]);
    expect(visitor.text()).toContain("Page 2 of 3 · about 1 minute left");
    await visitor.form("Planning").submit("Save and back");
    expect(visitor.text()).toContain("2 of 4 answered");
    await visitor.follow("Asset Management Benefits Management");
    expect([choiceOf(visitor, "choice-11"), choiceOf(visitor, "choice-12"), typedIn(visitor, "comment-11")]).toEqual([
      "Partially",
      "cannotTell",
      "In a\nlist",
    ]);
    // What is filled in is unfolded.
    expect(visitor.document.querySelectorAll("details[open]").length).toBe(1);
    await visitor.form("Asset Management").choose("choice-11", "No answer").submit("Save and back");
    expect([visitor.url, sheet.pages[0]?.statements[0]?.choice]).toEqual(["/voice/sheet/harbour", null]);
  });

  test("is left by no link without being saved, and each page takes 'I am done'", async () => {
    await open(visitor, sheet);
    await visitor.follow("Planning Benefits Management");
    expect(visitor.document.querySelectorAll("main a[href]")).toEqual([]);
    expect(visitor.document.querySelectorAll("input[type=radio][checked]")).toEqual([]);
    await visitor.form("Planning").choose("choice-21", "Fully").submit("I am done");
    expect([visitor.url, sheet.pages[1]?.statements[0]?.choice, sheet.doneAt]).toEqual([
      "/voice/sheet/harbour",
      "Fully",
      "2026-11-27T10:00:00.000Z",
    ]);
    expect(visitor.text()).toContain("Thank you.");
  });

  test("that could not be called done says that its answers are saved", async () => {
    await open(visitor, sheet);
    await visitor.follow("Planning Benefits Management");
    app.upstream.on("POST", "/voice/done", status(502));
    await visitor.form("Planning").choose("choice-21", "Fully").submit("I am done");
    expect([visitor.url, visitor.text(), sheet.doneAt]).toEqual([
      "/voice/sheet/harbour",
      expect.stringMatching(/Something went wrong, please try again\s*Your answers are saved\./),
      null,
    ]);
    expect([visitor.text(), sheet.pages[1]?.statements[0]?.choice]).toEqual([expect.not.stringContaining("Nothing was changed"), "Fully"]);
  });

  test("of a component offers its options, and is the last", async () => {
    await open(visitor, sheet);
    await visitor.follow("Governance");
    expect(textsOf(visitor, "legend")).toEqual(["Which of these describes it best?"]);
    expect(visitor.text()).toContain("Somebody is responsible.");
    await visitor.form("Governance").choose("choice-31", "2").submit("Save and back");
    expect(sheet.pages[2]?.statements[0]?.choice).toBe("2");
  });

  test("shows the verdict in a check of facts alone, and wants a reason from whoever disagrees", async () => {
    await open(visitor, sheet);
    await visitor.follow("Asset Management Benefits Management");
    expect(visitor.text()).not.toMatch(/verdict/i);
    await open(visitor, other);
    await visitor.follow("Asset Management Benefits Management");
    expect(visitor.text()).toContain("The assessor's verdict: Partially");
    await visitor.form("Asset Management").choose("agrees", "I disagree").choose("choice-11", "Fully").submit("Save and back");
    expect([visitor.status, textsOf(visitor, "#reason-error"), choiceOf(visitor, "agrees"), choiceOf(visitor, "choice-11")]).toEqual([
      400,
      ["Please say why."],
      "no",
      "Fully",
    ]);
    await visitor.form("Asset Management").fill("reason", "It is in the register").submit("Save and back");
    expect(other.pages[0]?.check).toEqual({ agrees: false, reason: "It is in the register", verdicts: "1" });
    // Where there is no verdict yet, nobody is asked about it.
    await visitor.follow("Governance");
    expect(visitor.text()).toContain("The assessor has given no verdict on this.");
    expect(textsOf(visitor, "legend")).toEqual(["Which of these describes it best?"]);
    await visitor.form("Governance").choose("choice-31", "1").submit("Save and back");
    expect([visitor.url, other.pages[2]?.statements[0]?.choice]).toEqual(["/voice/sheet/quay", "1"]);
  });

  test.each([
    ["who had not agreed", null],
    ["who had agreed", true],
  ])("whose verdict has changed meanwhile is saved, and asks again whether its reader agrees, %s", async (_who, agrees) => {
    const [page] = other.pages;
    if (page) other.pages = other.pages.with(0, { ...page, check: { agrees, reason: "", verdicts: "1" } });
    await open(visitor, other);
    await visitor.follow("Asset Management Benefits Management");
    const statements = page?.statements.map((each) => ({ ...each, verdict: "Fully" })) ?? [];
    if (page) other.pages = other.pages.with(0, { ...page, statements, check: { agrees: null, reason: "", verdicts: "2" } });
    await visitor.form("Asset Management").choose("agrees", "I agree").choose("choice-11", "Partially").submit("Save and next");
    expect([visitor.url, visitor.text()]).toEqual([
      "/voice/sheet/quay/thread/1/1",
      expect.stringContaining("The verdict on this page has changed. Your answers are saved. Please say again whether you agree."),
    ]);
    expect([choiceOf(visitor, "choice-11"), choiceOf(visitor, "agrees"), visitor.text()]).toEqual([
      ...["Partially", undefined],
      expect.stringContaining("The assessor's verdict: Fully"),
    ]);
    await visitor.form("Asset Management").choose("agrees", "I agree").submit("Save and back");
    expect([visitor.url, other.pages[0]?.check?.agrees]).toEqual(["/voice/sheet/quay", true]);
  });

  test("that says too much comes back with the message next to its field, and all that was typed", async () => {
    await open(visitor, sheet);
    await visitor.get(FIRST);
    const long = "x".repeat(VOICE_COMMENT_MAX + 1);
    await visitor.form("Asset Management").fill("comment-12", long).choose("choice-11", "Fully").submit("Save and next");
    expect([visitor.status, textsOf(visitor, "#comment-12-error")]).toEqual([400, [textMessages.tooLong(VOICE_COMMENT_MAX)]]);
    expect(textsOf(visitor, "[role=alert] a[href='#comment-12']")).toEqual([
      `Comment on 'Assets are reviewed each year.': ${textMessages.tooLong(VOICE_COMMENT_MAX)}`,
    ]);
    expect([typedIn(visitor, "comment-12"), choiceOf(visitor, "choice-11"), sent()]).toEqual([long, "Fully", []]);
  });

  test("that was changed on another device shows both versions, and keeps what its reader chooses", async () => {
    await open(visitor, sheet);
    const phone = await open(new Visitor(app.url), sheet);
    for (const browser of [visitor, phone]) await browser.get(FIRST);
    await phone.form("Asset Management").choose("choice-11", "Fully").submit("Save and back");
    await visitor.form("Asset Management").choose("choice-11", "Rarely/Never").fill("seen-12", "On paper").submit("Save and back");
    expect([visitor.status, textsOf(visitor, "table td"), textsOf(visitor, "table tbody th")]).toEqual([
      409,
      ["Fully", "Rarely/Never", "No answer", "No answer · On paper"],
      ["Assets are recorded.", "Assets are reviewed each year."],
    ]);
    expect(sheet.pages[0]?.statements[0]?.choice).toBe("Fully");
    // Only one button chooses; Enter and the others ask again.
    await visitor.form("Asset Management").submit();
    expect([visitor.status, sheet.pages[0]?.statements[0]?.choice]).toEqual([409, "Fully"]);
    expect(visitor.document.querySelector("form[method=post] button")?.hasAttribute("value")).toBe(false);
    const again = visitor.anotherTab();
    await again.get(FIRST);
    expect(choiceOf(again, "choice-11")).toBe("Fully");
    await visitor.form("Asset Management").submit("Save mine instead");
    expect([visitor.url, visitor.status, sheet.pages[0]?.statements[0]?.choice]).toEqual([FIRST, 200, "Rarely/Never"]);
  });

  test("that is not on the sheet, or not any more, says so", async () => {
    await open(visitor, sheet);
    await visitor.get(FIRST);
    sheet.pages = sheet.pages.slice(1);
    await visitor.form("Asset Management").fill("comment-11", "Too late").submit("Save and next");
    expect([visitor.status, heading(visitor), visitor.text()]).toEqual([
      404,
      ["This page is not on your sheet."],
      expect.stringContaining("Too late"),
    ]);
    app.upstream.on("GET", `/voice/pages/${encodeURIComponent("thread/9/9")}`, status(404));
    for (const place of ["thread/9/9", "no/place", "thread/1/2/3"]) {
      await visitor.get(`/voice/sheet/harbour/${place}`);
      expect([visitor.status, heading(visitor)]).toEqual([404, ["This page is not on your sheet."]]);
    }
  });
});

describe("nothing typed is lost", () => {
  const fillIn = async () => {
    await open(visitor, sheet);
    await visitor.get(FIRST);
    return visitor
      .form("Asset Management")
      .choose("choice-11", "Partially")
      .fill("comment-11", "A long story, with all its details and their names");
  };

  test.each([
    ["fails", status(502), 502],
    ["is refused for now", status(429, { "Retry-After": "60" }), 429],
    ["is refused", json({ title: "A sheet holds at most 40,000 characters in all.", status: 422 }, 422), 400],
  ])("when a save %s: the page comes back as it was filled in", async (_, behaviour, expected) => {
    const form = await fillIn();
    app.upstream.on("PUT", PAGE, behaviour);
    await form.submit("Save and next");
    expect([visitor.status, choiceOf(visitor, "choice-11"), typedIn(visitor, "comment-11")]).toEqual([
      expected,
      "Partially",
      expect.stringContaining("A long story"),
    ]);
    expect(textsOf(visitor, "[role=alert]")[0]).toContain("Not saved");
    app.upstream.reset();
    serveSheetsAgain();
    await visitor.form("Asset Management").submit("Save and next");
    expect([visitor.url, sheet.pages[0]?.statements[0]?.choice]).toEqual([SECOND, "Partially"]);
  });

  test("when nothing of the page can be read: an error page holds the form", async () => {
    const form = await fillIn();
    app.upstream.on("GET", PAGE, status(503));
    await form.submit("Save and next");
    expect([visitor.status, visitor.text()]).toEqual([502, expect.stringContaining("Partially")]);
    app.upstream.reset();
    serveSheetsAgain();
    await visitor.form("Send again").submit("Send again");
    expect(sheet.pages[0]?.statements[0]?.comment).toContain("A long story");
  });

  test.each([
    ["its twelve hours are over", () => Object.assign(sheet, { bearer: "a newer one" }), 401, "Your sheet is not open in this browser."],
    [
      "another sheet was opened in the browser since",
      () => open(visitor.anotherTab(), other),
      409,
      "Another sheet is open in this browser.",
    ],
  ])("when %s: the form is given back, and can be sent once the link was opened again", async (_, happen, expected, title) => {
    const form = await fillIn();
    await happen();
    await form.submit("Save and next");
    expect([visitor.status, heading(visitor), visitor.text()]).toEqual([
      expected,
      [title],
      expect.stringContaining("Open your link in a new tab"),
    ]);
    expect([typedIn(visitor, "comment-11") ?? visitor.text(), sent()]).toEqual([expect.stringContaining("A long story"), []]);
    expect(other.pages[0]?.statements[0]?.choice).toBe(null);
    await open(visitor.anotherTab(), sheet);
    await visitor.form("Send again").submit("Send again");
    expect([visitor.url, sheet.pages[0]?.statements[0]?.choice]).toEqual([SECOND, "Partially"]);
  });

  test.each([
    ["the sheet was closed", () => Object.assign(sheet, { closed: true }), 409, "This sheet is closed."],
    ["the page left the sheet", () => Object.assign(sheet, { pages: sheet.pages.slice(1) }), 404, "This page is not on your sheet."],
  ])("when %s: the texts are there to be copied, and nothing offers to send them", async (_, happen, expected, title) => {
    const form = await fillIn();
    happen();
    await form.submit("Save and next");
    expect([visitor.status, heading(visitor)]).toEqual([expected, [title]]);
    expect(visitor.text()).toContain("so that you can copy it");
    expect([visitor.text().includes("in a new tab"), textsOf(visitor, "main button")]).toEqual([false, []]);
    expect(typedIn(visitor, "comment-11") ?? visitor.text()).toContain("A long story");
  });

  test("a button that is pressed when no sheet is open promises nothing to read", async () => {
    await open(visitor, sheet);
    sheet.bearer = "a newer one";
    await visitor.form("I am done").submit("I am done");
    expect([visitor.status, visitor.text()]).toEqual([
      401,
      expect.stringContaining("Nothing was changed yet. Open your link in a new tab"),
    ]);
    expect(visitor.text()).not.toContain("it is below");
  });

  /** The upstream as it was before the test scripted it, with what is stored. */
  function serveSheetsAgain() {
    const [again] = serveSheets(app.upstream, { sheet: "harbour" });
    sheet = Object.assign(again as ServedSheet, { pages: sheet.pages });
  }
});

test("an address where nothing is, and a form of another site, lead back to the link alone", async () => {
  const homes = () => visitor.document.querySelectorAll('a[href="/"]').length;
  await visitor.get("/voice/sheet/harbour/thread/1/1/2/3/4");
  expect([visitor.status, homes()]).toEqual([401, 0]);
  await visitor.get("/voice/nothing/here");
  expect([visitor.status, homes(), visitor.text()]).toEqual([
    404,
    0,
    expect.stringContaining("open the link that you were given once more"),
  ]);
  await visitor.post("/voice/sheet/harbour/done", {}, { Origin: "https://evil.example" });
  expect([visitor.status, homes()]).toEqual([403, 0]);
});

test("a sheet of which nothing is left to ask says so, and that what was said is kept", async () => {
  sheet.pages = [];
  await open(visitor, sheet);
  expect([textsOf(visitor, "main a").includes("Begin"), visitor.text()]).toEqual([
    false,
    expect.stringContaining("Nothing is asked of you at the moment. What you said before is kept."),
  ]);
});

describe("a sheet that is closed", () => {
  test("says so, shows none of its pages, and still takes 'Do not write to me again'", async () => {
    await open(visitor, sheet);
    sheet.closed = true;
    for (const path of ["/voice/sheet/harbour", FIRST]) {
      await visitor.get(path);
      expect([visitor.url, visitor.status, heading(visitor)]).toEqual(["/voice/sheet/harbour", 200, ["This sheet is closed"]]);
    }
    expect(textsOf(visitor, "button")).toEqual(["Forget my sheet on this device"]);
    expect(textsOf(visitor, "a")).toContain("Do not write to me again");
    expect(visitor.text()).toContain("please write to Mara (mara@example.org)");
  });

  test("says so to whoever says a moment later that they are done", async () => {
    await open(visitor, sheet);
    sheet.closed = true;
    await visitor.form("I am done").submit("I am done");
    expect([visitor.url, visitor.status, heading(visitor)]).toEqual(["/voice/sheet/harbour", 200, ["This sheet is closed"]]);
    expect([visitor.text().includes("went wrong"), sheet.doneAt]).toEqual([false, null]);
  });

  test("is not opened by an address alone, nor by that of another sheet", async () => {
    await visitor.get(FIRST);
    expect([visitor.status, heading(visitor)]).toEqual([401, ["Your sheet is not open in this browser."]]);
    await open(visitor, other);
    await visitor.get(FIRST);
    expect([visitor.status, heading(visitor)]).toEqual([409, ["Another sheet is open in this browser."]]);
    await visitor.follow("Go to the sheet that is open");
    expect(visitor.url).toBe("/voice/sheet/quay");
  });
});

describe("a device that others use", () => {
  const FORGET = "Forget my sheet on this device";
  const press = (browser: Visitor) => browser.form(FORGET).submit(FORGET);

  test("forgets the sheet by one press, open or closed, and nothing else", async () => {
    await open(visitor, sheet);
    await visitor.form("I am done").submit("I am done");
    for (const closed of [false, true]) {
      sheet.closed = closed;
      await open(visitor, sheet);
      expect(visitor.text()).toContain("What you saved is kept, and your link goes on working.");
      await press(visitor);
      expect([visitor.status, heading(visitor), visitor.cookieNames()]).toEqual([200, ["This device has forgotten your sheet"], []]);
      await visitor.get("/voice/sheet/harbour");
      expect([visitor.status, heading(visitor)]).toEqual([401, ["Your sheet is not open in this browser."]]);
    }
    expect(sheet.doneAt).not.toBe(null);
  });

  test("leaves the sheet open that was opened since, and asks whoever comes by an address", async () => {
    await open(visitor, sheet);
    await open(visitor.anotherTab(), other);
    await press(visitor);
    expect([visitor.status, visitor.cookieNames()]).toEqual([200, ["voice-sheet"]]);
    await visitor.get("/voice/sheet/quay/forget");
    expect([heading(visitor), visitor.cookieNames()]).toEqual([["Forget your sheet on this device?"], ["voice-sheet"]]);
    await visitor.post("/voice/sheet/quay/forget", {}, { Origin: "https://evil.example" });
    expect([visitor.status, visitor.cookieNames()]).toEqual([403, ["voice-sheet"]]);
    await visitor.get("/voice/sheet/quay/forget");
    await press(visitor);
    expect([visitor.status, visitor.cookieNames()]).toEqual([200, []]);
  });
});

describe("what script sends", () => {
  const SAVE = "/voice/save/harbour/thread/1/1";
  const post = async (fields: Record<string, string>, path = SAVE) => {
    await visitor.post(path, {
      "choice-11": "",
      "comment-11": "",
      "seen-11": "",
      "choice-12": "",
      "comment-12": "",
      "seen-12": "",
      ...fields,
    });
    return [visitor.status, JSON.parse(new TextDecoder().decode(visitor.body))];
  };
  const baseOn = (browser: Visitor) => browser.document.querySelector("input[name=base]")?.getAttribute("value") ?? "";

  test("is saved, again where its answer was lost, and refused from an older version", async () => {
    await open(visitor, sheet);
    await visitor.get(FIRST);
    const base = baseOn(visitor);
    const [, { version }] = await post({ base, "comment-11": "One " });
    expect(sheet.pages[0]?.statements[0]?.comment).toBe("One");
    expect(await post({ base, "comment-11": "One" })).toEqual([200, { kind: "saved", version }]);
    expect(await post({ base, "comment-11": "One, two", doubtful: version })).toMatchObject([200, { kind: "saved" }]);
    expect(await post({ base, "comment-11": "Two" })).toEqual([409, { kind: "conflict", stored: expect.stringContaining("One, two") }]);
  });

  test("stays unsent for a disagreement that lacks its reason, though all else of it is saved", async () => {
    await open(visitor, other);
    await visitor.get("/voice/sheet/quay/thread/1/1");
    const fields = { base: baseOn(visitor), "choice-11": "Fully", agrees: "no", reason: "" };
    const outcome = await post(fields, "/voice/save/quay/thread/1/1");
    const message = "Your disagreement is not saved yet: please say why.";
    expect(outcome).toEqual([422, { kind: "refused", message, version: expect.any(String), faults: { reason: "Please say why." } }]);
    expect([other.pages[0]?.statements[0]?.choice, other.pages[0]?.check?.agrees]).toEqual(["Fully", null]);
  });

  test.each([
    ["begun", "ended", { reason: "", verdicts: "1", agrees: "yes" }, undefined],
    ["none", "begun", {}, { agrees: null, reason: "", verdicts: "1" }],
  ])("is saved where a check of facts had %s and has %s meanwhile", async (_then, _now, checked, check) => {
    const [page] = other.pages;
    const { check: _check, ...unchecked } = page ?? {};
    const withCheck = (given: VoicePage["check"]) => {
      if (page) other.pages = other.pages.with(0, { ...page, ...unchecked, check: given });
    };
    withCheck("agrees" in checked ? { agrees: true, reason: "", verdicts: "1" } : undefined);
    await open(visitor, other);
    await visitor.get("/voice/sheet/quay/thread/1/1");
    const base = baseOn(visitor);
    withCheck(check);
    const saved = await post({ base, "choice-11": "Fully", ...checked }, "/voice/save/quay/thread/1/1");
    expect(saved).toEqual([200, { kind: "saved", version: expect.any(String) }]);
    expect([other.pages[0]?.statements[0]?.choice, other.pages[0]?.check]).toEqual(["Fully", check]);
  });

  test("says at the check that the verdict has changed, and saves all else", async () => {
    await open(visitor, other);
    await visitor.get("/voice/sheet/quay/thread/1/1");
    const fields = { base: baseOn(visitor), "choice-11": "Fully", agrees: "yes", reason: "", verdicts: "of before" };
    expect(await post(fields, "/voice/save/quay/thread/1/1")).toEqual([
      200,
      {
        ...{ kind: "saved", version: expect.any(String) },
        faults: { agrees: "The verdict has changed since you opened this page, so this does not count yet." },
      },
    ]);
    expect([other.pages[0]?.statements[0]?.choice, other.pages[0]?.check?.agrees]).toEqual(["Fully", null]);
  });

  test("is answered in words where it cannot be saved", async () => {
    expect(await post({})).toEqual([401, { kind: "signed-out" }]);
    await open(visitor, other);
    expect(await post({})).toEqual([422, { kind: "refused", message: expect.stringContaining("Another sheet is open") }]);
    await open(visitor, sheet);
    await visitor.get(FIRST);
    const base = baseOn(visitor);
    expect(await post({ base, "seen-11": "x".repeat(VOICE_SEEN_MAX + 1) })).toEqual([
      422,
      { kind: "refused", message: expect.any(String), faults: { "seen-11": textMessages.tooLong(VOICE_SEEN_MAX) } },
    ]);
    app.upstream.on("PUT", PAGE, status(502));
    expect(await post({ base, "choice-11": "Fully" })).toEqual([502, { kind: "failed" }]);
    sheet.closed = true;
    expect(await post({ base })).toEqual([422, { kind: "refused", message: expect.stringContaining("This sheet is closed.") }]);
    sheet.bearer = "a newer one";
    expect(await post({ base })).toEqual([401, { kind: "signed-out" }]);
  });
});

test("a sheet and the session of somebody who assesses work next to each other, and neither sees the other", async () => {
  const email = "assessor@example.org";
  const client = await apiClient(app.databaseUrl, email);
  await createOrganization(client, { name: "Their own" });
  await visitor.enter(await app.entryLink(email));
  const session = visitor.cookie("session");
  await open(visitor, sheet);
  app.upstream.received.length = 0;
  await visitor.get(FIRST);
  await visitor.form("Asset Management").choose("choice-11", "Fully").submit("Save and back");
  expect([visitor.url, visitor.text().includes(email), visitor.cookie("session")]).toEqual(["/voice/sheet/harbour", false, session]);
  expect(new Set(app.upstream.received.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${sheet.bearer}`]));
  app.upstream.received.length = 0;
  await visitor.get("/");
  expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining("Their own")]);
  expect(app.upstream.received.filter(({ headers }) => headers.authorization === `Bearer ${sheet.bearer}`)).toEqual([]);
  // Without the voice's own cookie, the session opens no sheet.
  const without = await fetch(app.url + FIRST, {
    headers: { Cookie: `session=${session}; voice-sheet=${session}; voice-session=${session}` },
  });
  expect([without.status, await without.text()]).toEqual([401, expect.not.stringContaining(email)]);
  // Its pages do not so much as look at a session: one that was changed on its way would be told of.
  await fetch(app.url + FIRST, { headers: { Cookie: `session=${session?.replace(/.{9}$/, "AAAAAAAAA")}` } });
  expect(app.output()).not.toContain("SESSION_SECRET");
});

describe("with the reference API", () => {
  let real: AppWithFaults;
  beforeAll(async () => {
    real = await sharedAppWithFaults();
  });
  afterAll(() => real.stop());

  /** Somebody who assesses, with an organization. */
  async function assessor(name: string) {
    const client = await apiClient(real.databaseUrl, `${name}.sheets@example.org`);
    return { client, organization: await createOrganization(client, { name: ORGANIZATION }) };
  }
  const openReal = async (token: string) => {
    const browser = await new Visitor(real.url).get(`/voice/${token}`);
    return browser.form().submit("Open my sheet");
  };
  const radiosOn = (browser: Visitor) => [
    ...new Set(browser.document.querySelectorAll("input[type=radio]").map((each) => each.getAttribute("value"))),
  ];

  test("what is said about threads reaches the assessor, and ends with the sheet", async () => {
    const { client, organization } = await assessor("thread");
    const id = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [1, 2] });
    expectStatus(await answerThread(client, id, 1, 1, "FPNNN"), 200);
    const voiceId = await askVoice(client, id, { places: ["thread/1/1"], message: "Please be frank." });
    const token = await tokenOf(client, id, voiceId);
    const voice = await openReal(token);
    expect(voice.text()).toContain("0 of 5 answered");
    await voice.follow("Begin");
    expect([radiosOn(voice), /verdict/i.test(voice.text())]).toEqual([["Fully", "Partially", "Rarely/Never", "cannotTell", ""], false]);
    const [name = ""] = voice.document.querySelectorAll("input[type=radio]").map((each) => each.getAttribute("name") ?? "");
    const comment = name.replace("choice", "comment");
    await voice.form(voice.document.querySelector("h1")?.text).choose(name, "Rarely/Never").fill(comment, "Seldom").submit("Save and back");
    expect(voice.text()).toContain("1 of 5 answered");
    const answers = `/assessments/${id}/voices/answers?place=thread/1/1`;
    const [said] = expectStatus(await client.get(answers), 200).body.places[0].statements;
    expect(said.answers).toEqual([{ voiceId, choice: "Rarely/Never", comment: "Seldom", seen: "" }]);
    // A form that no browser would send is refused in words.
    const form = { base: "", [name]: "Always", [comment]: "x".repeat(30_000), agrees: "perhaps", reason: "" };
    for (const entries of [form, { ...form, [comment]: "" }, { [name]: "Fully" }, { "comment-999999": "x" }, {}]) {
      await voice.post(`/voice/sheet/${voice.url.split("/")[3]}/thread/1/1`, entries);
      expect([400, 409]).toContain(voice.status);
    }
    expectStatus(await client.post(`/assessments/${id}/voices/closing`), 204);
    await voice.get(`/voice/${token}`);
    await voice.form().submit("Open my sheet");
    expect(heading(voice)).toEqual(["This sheet is closed"]);
    expectStatus(await client.post(`/assessments/${id}/voices/${voiceId}/take-back`), 200);
    await voice.get(voice.url);
    expect([voice.status, heading(voice)]).toEqual([401, ["Your sheet is not open in this browser."]]);
    await voice.get(`/voice/${token}`);
    await voice.form().submit("Open my sheet");
    expect([voice.status, heading(voice)]).toEqual([410, ["This link does not open a sheet"]]);
  });

  test("practices have two answers, components their options, and a check of facts shows the verdict", async () => {
    const { client, organization } = await assessor("practice");
    const id = await createItil(client, organization, { selectedScope: "Maturity" });
    const { places } = expectStatus(await client.get(`/assessments/${id}/voices`), 200).body;
    const chosen = places.map(({ place }: { place: string }) => place);
    const token = await tokenOf(client, id, await askVoice(client, id, { places: chosen, message: "Please be frank.", checksFacts: true }));
    const voice = await openReal(token);
    await voice.follow("Begin");
    expect(radiosOn(voice)).toEqual(["Fully", "Rarely", "cannotTell", ""]);
    expect(voice.text()).toContain("The assessor has given no verdict on this.");
    while (textsOf(voice, "button").includes("Save and next"))
      await voice.form(voice.document.querySelector("h1")?.text).submit("Save and next");
    const [name = ""] = voice.document.querySelectorAll("input[type=radio]").map((each) => each.getAttribute("name") ?? "");
    await voice.form(voice.document.querySelector("h1")?.text).choose(name, "2").submit("Save and back");
    const { places: said } = expectStatus(await client.get(`/assessments/${id}/voices/answers?place=${chosen.at(-1)}`), 200).body;
    expect([chosen.at(-1), said[0].statements[0].said]).toEqual([
      expect.stringMatching(/^maturity/),
      [{ role: "Specialist", choice: "2", voices: 1 }],
    ]);
  });
});
