/** Answering P3M3 by form, as a browser without script does it (docs/rules/gate.md#questions-screen). */

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "#api/store/open.ts";
import { fingerprint, NOTE_MAX } from "#model/note.ts";
import { LEVELS, type Level } from "#model/p3m3/catalogue.ts";
import {
  applyThreadAnswer,
  EMPTY_THREAD,
  gateThread,
  THREAD_SELECTIONS,
  type ThreadSelections,
  toThreadLetters,
} from "#model/p3m3/gate.ts";
import { textMessages } from "#model/text.ts";
import { expectStatus } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import type { App } from "../support/server.ts";
import { READER, sharedApp, sharedAppWithoutExtensions } from "../support/shared.ts";
import { answer, levelText, shown, start, textsOf } from "./questions.ts";

let app: App;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

describe("the screen", () => {
  test("shows the thread, its five levels by name, and what is open and why", async () => {
    const { visitor, at } = await start(app);
    await visitor.get(at("mc", "pL"));
    expect(visitor.status).toBe(200);
    expect(visitor.title).toBe("Management control – PL | Maturity Assessment Tool");
    expect(textsOf(visitor, "h1, main > header p")).toEqual(["Spring review", "Management control"]);
    for (const [index, name] of ["Awareness", "Repeatable", "Defined", "Managed", "Optimized"].entries()) {
      expect(levelText(visitor, index + 1)).toMatch(new RegExp(`^Level ${index + 1} ${name}`));
    }
    expect(levelText(visitor, 3)).toContain("Required");
    expect(levelText(visitor, 4)).toContain("Locked");
    expect(levelText(visitor, 4)).toContain("Opens when level 3 is answered Fully.");
    expect(levelText(visitor, 2)).toContain("answered for you when level 3 is Fully");
  });

  test.each(LEVELS)("opens the selected level %i first, and no other", async (level) => {
    const { visitor, at } = await start(app, { selectedLevel: level, perspectives: ["MC"], threads: ["PL", "AS"] });
    await visitor.get(at("MC", "PL"));
    const open = visitor.document
      .querySelectorAll("fieldset.answers")
      .flatMap((set, index) => (set.hasAttribute("disabled") ? [] : [index + 1]));
    expect(open).toEqual([level]);
  });

  test.each(["/questions/XX/PL", "/questions/MC/XX", "/questions/MC/BE", "/questions/FM/PL"])(
    "answers 404 with a way back for %s",
    async (path) => {
      const { visitor, id } = await start(app);
      await visitor.get(`/assessments/${id}${path}`);
      expect(visitor.status).toBe(404);
      expect(visitor.text()).toContain("Thread not found.");
      await visitor.follow("Go to the questions");
      expect(visitor.url).toMatch(/questions\/MC\/AM$/);
    },
  );

  test("shows progress by perspective and thread, with a link to every thread", async () => {
    const { visitor, at, store, descope } = await start(app);
    await store("MC", "AM", "FFPNN");
    await store("MC", "AS", "FFFNN");
    await descope("MC", "PL");
    await visitor.get(at("MC", "AM"));
    const [nav] = visitor.document.querySelectorAll("nav[aria-label=Progress]");
    expect(textsOf(visitor, "nav[aria-label=Progress] li")).toEqual([
      "Grid of Management control",
      "Asset management , Management control Answered 2.50",
      "Assurance , Management control In progress –",
      "Planning , Management control Descoped –",
      "Grid of Risk management",
      "Asset management , Risk management Not started –",
      "Assurance , Risk management Not started –",
      "Planning , Risk management Not started –",
    ]);
    expect(textsOf(visitor, "nav[aria-label=Progress] summary")).toEqual([
      "Management control 1/2 In progress",
      "Risk management 0/3 To do",
    ]);
    expect(nav?.text).toContain("Overall score if submitted now 0.63");
    expect(textsOf(visitor, "nav[aria-label=Progress] > .small")).toEqual(["1 of 5 threads complete"]);
    expect(nav?.querySelectorAll("li a").map((link) => link.getAttribute("href"))).toEqual(
      ["MC", "RK"].flatMap((perspective) => [
        at(perspective, "").replace(/questions(.*)\/$/, perspective === "MC" ? "grid$1#AM" : "grid$1"),
        ...["AM", "AS", "PL"].map((thread) => at(perspective, thread)),
      ]),
    );
    expect(textsOf(visitor, "nav[aria-label=Progress] [aria-current=page]")).toEqual([
      "Asset management , Management control Answered 2.50",
    ]);
  });
});

describe("answering", () => {
  test("implies what lies below, opens what lies above, and says so beside the level", async () => {
    const { visitor, at, letters } = await start(app);
    await visitor.get(at("MC", "PL"));
    await answer(visitor, { 3: "Fully" });
    expect(shown(visitor)).toBe("FFFNN");
    expect(levelText(visitor, 1)).toContain("Set to Fully because level 3 is Fully.");
    expect(levelText(visitor, 4)).toContain("Required");
    expect(visitor.text()).not.toContain("Thread score");
    await answer(visitor, { 4: "Partially" });
    expect([shown(visitor), await letters("MC", "PL")]).toEqual(["FFFPN", "FFFPN"]);
    expect(visitor.text()).toContain("Answered Thread score 3.50");
    expect(levelText(visitor, 5)).toContain("Locked because level 4 is not Fully.");
    expect(levelText(visitor, 4)).toContain("To reach this level:");
  });

  test("says what a change cleared and takes it back by Undo", async () => {
    const { visitor, at, letters } = await start(app);
    await visitor.get(at("MC", "PL"));
    await answer(visitor, { 3: "Fully" });
    await answer(visitor, { 4: "Rarely/Never" });
    expect(textsOf(visitor, "button")).not.toContain("Undo");
    await answer(visitor, { 3: "Partially" });
    expect(await letters("MC", "PL")).toBe("NNPNN");
    expect(visitor.text()).toContain("The answers to levels 1, 2 and 4 were cleared. Undo");
    expect(levelText(visitor, 4)).toContain("Cleared because level 3 is no longer Fully.");
    await visitor.form("Undo").submit("Undo");
    expect([shown(visitor), await letters("MC", "PL")]).toEqual(["FFFRN", "FFFRN"]);
  });

  test("lets the lower of several levels win that one post changes", async () => {
    const { visitor, at, letters } = await start(app);
    await visitor.get(at("MC", "PL"));
    await answer(visitor, { 3: "Fully" });
    await answer(visitor, { 1: "Partially", 4: "Fully" });
    expect(await letters("MC", "PL")).toBe("PNNNN");
  });

  test("tells that a higher level of the same post was lost to the lower one, and brings it back by Undo", async () => {
    const { visitor, at, letters } = await start(app);
    await visitor.get(at("MC", "PL"));
    await answer(visitor, { 3: "Fully" });
    await answer(visitor, { 2: "Partially", 4: "Fully" });
    expect(await letters("MC", "PL")).toBe("NPNNN");
    expect(visitor.text()).toContain("The answers to levels 1, 3 and 4 were cleared. Undo");
    expect(levelText(visitor, 4)).toContain("Cleared because level 2 is no longer Fully.");
    await visitor.form("Undo").submit("Undo");
    expect([shown(visitor), await letters("MC", "PL")]).toEqual(["FFFFN", "FFFFN"]);
  });

  test.each(["Next thread", "Save and Exit"])("tells what was cleared before '%s' leads on", async (button) => {
    const { visitor, at, letters, store } = await start(app);
    await store("MC", "AM", "FFFNN");
    await visitor.get(at("MC", "AM"));
    await visitor.form(button).choose("Level 2 answer", "Partially").submit(button);
    expect(visitor.text()).toContain("cleared. Undo");
    await visitor.form(button).submit(button);
    expect(visitor.text()).not.toContain("cleared. Undo");
    expect([visitor.url.includes("/AM"), await letters("MC", "AM")]).toEqual([false, "NPNNN"]);
  });

  test("confirms that everything was saved, once", async () => {
    const { visitor, at } = await start(app);
    await visitor.get(at("MC", "PL"));
    expect(visitor.text()).not.toContain("Your answers and notes are saved.");
    await answer(visitor, { 3: "Fully" });
    expect(visitor.text()).toContain("Your answers and notes are saved.");
    await visitor.get(at("MC", "PL"));
    expect(visitor.text()).not.toContain("Your answers and notes are saved.");
  });

  test("clears the whole thread, asked first, and can take that back", async () => {
    const { visitor, at, letters, note } = await start(app);
    await visitor.get(at("MC", "PL"));
    expect(visitor.text()).not.toContain("Clear this thread's answers");
    await answer(visitor, { 3: "Fully" });
    await visitor.form("Save answers").fill("Assessment Notes", "Typed before").submit("Clear this thread's answers");
    expect(visitor.text()).toContain("Clear this thread's answers?");
    expect([await letters("MC", "PL"), await note("MC", "PL")]).toEqual(["FFFNN", "Typed before"]);
    await visitor.form("Clear answers").submit("Clear answers");
    expect(await letters("MC", "PL")).toBe("NNNNN");
    expect(visitor.text()).toContain("The answers to levels 1, 2 and 3 were cleared.");
    await visitor.form("Undo").submit("Undo");
    expect(await letters("MC", "PL")).toBe("FFFNN");
  });

  test("ends where the rule ends: in the form, in the background save and in the API alike", async () => {
    const { visitor, at, letters, store } = await start(app);
    await visitor.get(at("MC", "PL"));
    const answers = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...THREAD_SELECTIONS)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(answers, async (given) => {
        await store("MC", "PL", "NNNNN");
        await visitor.get(at("MC", "PL"));
        let expected: ThreadSelections = EMPTY_THREAD;
        const states = [expected];
        for (const [which, selection] of given) {
          const open = gateThread(3, expected).flatMap((gate) => (gate.open ? [gate.level] : []));
          const level = open[which % open.length] as Level;
          expected = applyThreadAnswer(3, expected, level, selection);
          states.push(expected);
          await answer(visitor, { [level]: selection });
          expect(shown(visitor)).toBe(toThreadLetters(expected));
        }
        expect(await letters("MC", "PL")).toBe(toThreadLetters(expected));

        await store("MC", "PL", "NNNNN");
        for (const [index, target] of states.slice(1).entries()) {
          await visitor.post(`${at("MC", "PL")}/save`, {
            base: toThreadLetters(states[index] ?? EMPTY_THREAD),
            target: toThreadLetters(target),
          });
          expect(visitor.status).toBe(200);
        }
        expect(await letters("MC", "PL")).toBe(toThreadLetters(expected));
      }),
      { numRuns: 4 },
    );
  });

  test.each<[string, Record<string, string> | [string, string][]]>([
    ["no field at all", {}],
    ["answers without what they were given to", { "level-3": "1" }],
    ["a base that is no state", { base: "NFNFN", "level-3": "1" }],
    ["a base that is nothing", { base: "?", "level-3": "1" }],
    ["a wanted state that cannot be", { base: "NNNNN", target: "PPPPP" }],
    ["marks of another kind", { marksBase: "..", marks: "xx" }],
    [
      "two different answers to one level",
      [
        ["base", "NNNNN"],
        ["level-3", "1"],
        ["level-3", "2"],
      ],
    ],
    [
      "two different bases",
      [
        ["base", "NNNNN"],
        ["base", "FFFNN"],
        ["level-3", "1"],
      ],
    ],
  ])("stores nothing of a post with %s", async (_, fields) => {
    const { visitor, at, letters } = await start(app);
    await visitor.get(at("MC", "PL"));
    for (const address of [at("MC", "PL"), `${at("MC", "PL")}/save`]) {
      await visitor.post(address, fields);
      expect(visitor.status).toBe(400);
    }
    expect(await letters("MC", "PL")).toBe("NNNNN");
  });

  test("takes an answer that no radio stands for as none", async () => {
    const { visitor, at, letters } = await start(app);
    await visitor.get(at("MC", "PL"));
    await visitor.post(at("MC", "PL"), { base: "NNNNN", "level-3": "9", "level-6": "1" });
    expect([visitor.status, await letters("MC", "PL")]).toEqual([200, "NNNNN"]);
  });
});

describe("diagnostics", () => {
  test("are marked positive or improvement and kept; nothing is chosen where nobody has marked, and a mark can be taken back", async () => {
    const { visitor, at, marks } = await start(app);
    await visitor.get(at("MC", "PL"));
    const groups = textsOf(visitor, ".diagnostics legend");
    expect(groups.length).toBeGreaterThanOrEqual(10);
    const [first = "", , , fourth = ""] = groups;
    const chosen = () => visitor.document.querySelectorAll(".diagnostics input[checked]").map((each) => each.getAttribute("value"));
    expect([chosen(), textsOf(visitor, ".diagnostics summary")[0]]).toEqual([[], expect.stringMatching(/0 of \d+ marked/)]);
    await visitor.form("Save answers").choose(first, "Positive").choose(fourth, "Improvement").submit("Save answers");
    expect((await marks("MC", "PL")).slice(0, 4)).toEqual([true, null, null, false]);
    expect(chosen()).toEqual(["positive", "improvement"]);
    await visitor.form("Save answers").choose(first, "Take the mark back").submit("Save answers");
    expect((await marks("MC", "PL")).slice(0, 4)).toEqual([null, null, null, false]);
    expect(chosen()).toEqual(["improvement"]);
  });
});

describe("notes", () => {
  const long = "<b>é😀 </b>\n".repeat(NOTE_MAX / 10).slice(0, NOTE_MAX);
  test.each([
    ["two lines", "Seen in the board papers.\nSecond line"],
    ["as long as may be", long],
    ["as long as may be, outside the basic plane", "😀".repeat(NOTE_MAX)],
    ["empty lines first", "\n\nafter two empty lines"],
    ["HTML", '</textarea><script>alert("x")</script> & &amp;'],
    ["right-to-left text", "ملاحظات من الاجتماع"],
  ])("are saved with the form and come back as they were: %s", async (_, text) => {
    const { visitor, at, note } = await start(app);
    await visitor.get(at("MC", "PL"));
    await visitor.form("Save answers").fill("Assessment Notes", text).submit("Save answers");
    expect([visitor.status, await note("MC", "PL")]).toEqual([200, text]);
    // The form that comes back saves the same text again, and finds no conflict with itself.
    await answer(visitor, { 3: "Fully" });
    expect([visitor.status, await note("MC", "PL")]).toEqual([200, text]);
  });

  test("say who reads them, and where somebody says whether the client does", async () => {
    const inAll = "Colleagues see this. It is on the result and in its Excel file. A Word report or slides have it only if";
    const { visitor, at } = await start(app);
    await visitor.get(at("MC", "PL"));
    expect(textsOf(visitor, "#note-hint")).toEqual([`${inAll} it is ticked on Report.`]);
    await visitor.get(at("MC", "PL").replace(/questions.*/, "grid/MC"));
    expect(textsOf(visitor, "[id$='note-hint']").at(0)).toBe(`${inAll} it is ticked on Report.`);
    const bare = await sharedAppWithoutExtensions();
    try {
      const { visitor: other, at: there } = await start(bare);
      await other.get(there("MC", "PL"));
      expect(textsOf(other, "#note-hint")).toEqual([`${inAll} Notes of the assessors is ticked on Report.`]);
    } finally {
      await bare.stop();
    }
  });

  test("pasted from Word and mails lose their control characters, and find no conflict with themselves", async () => {
    const { visitor, at, note } = await start(app);
    const pasted = "Agreed:\u000bthe client\u0092s \u0093plan\u0094 \u0096 later\u0085\u0003\u000cNext\u2028page";
    const cleaned = "Agreed:\nthe client’s “plan” – later…\nNext\npage";
    await visitor.get(at("MC", "PL"));
    await visitor.form("Save answers").fill("Assessment Notes", pasted).submit("Save answers");
    expect([visitor.status, await note("MC", "PL")]).toEqual([200, cleaned]);
    expect(visitor.document.querySelector("textarea")?.text).toBe(cleaned);
    // Script goes on from what it has sent.
    for (const text of [pasted, `${pasted} Now\u0007`]) {
      await visitor.post(`${at("MC", "PL")}/save`, { note: text, noteBase: fingerprint(pasted) });
      expect(JSON.parse(new TextDecoder().decode(visitor.body))).toMatchObject({ kind: "saved" });
    }
    expect(await note("MC", "PL")).toBe(`${cleaned} Now`);
  });

  test("that are too long are refused, and everything that was entered is kept", async () => {
    const [text, message] = ["x".repeat(NOTE_MAX + 1), textMessages.tooLong(NOTE_MAX)];
    const { visitor, at, note, letters } = await start(app);
    await visitor.get(at("MC", "PL"));
    await visitor.form("Save answers").fill("Assessment Notes", text).choose("Level 3 answer", "Fully").submit("Save answers");
    expect(visitor.status).toBe(400);
    expect(visitor.text()).toContain(message);
    expect(visitor.document.querySelector("textarea")?.text).toBe(text);
    expect([shown(visitor), await note("MC", "PL"), await letters("MC", "PL")]).toEqual(["FFFNN", "", "NNNNN"]);
    await visitor.form("Save answers").fill("Assessment Notes", "Better").submit("Save answers");
    expect([await note("MC", "PL"), await letters("MC", "PL")]).toEqual(["Better", "FFFNN"]);
  });

  test("that were stored before the limit was lowered stay, and do not stop answers", async () => {
    const { visitor, at, id, note, letters, writeNote } = await start(app);
    await writeNote("MC", "PL", "x");
    const store = openStore(app.databaseUrl);
    await store
      .updateTable("note")
      .set({ body: "x".repeat(20_500) })
      .where("assessment_id", "=", id)
      .execute();
    await store.destroy();
    await visitor.get(at("MC", "PL"));
    await answer(visitor, { 3: "Fully" });
    expect([visitor.status, await letters("MC", "PL"), (await note("MC", "PL")).length]).toEqual([200, "FFFNN", 20_500]);
  });

  test("keep the line ends that another client stored", async () => {
    const { visitor, at, note, writeNote } = await start(app);
    await writeNote("MC", "PL", "one\r\ntwo");
    await visitor.get(at("MC", "PL"));
    await answer(visitor, { 3: "Fully" });
    expect([visitor.status, await note("MC", "PL")]).toEqual([200, "one\r\ntwo"]);
  });
});

describe("two tabs", () => {
  test("a form rendered from answers that have changed since writes nothing and shows both versions", async () => {
    const { visitor, at, letters, store } = await start(app);
    await visitor.get(at("MC", "PL"));
    const stale = visitor.form("Save answers").choose("Level 3 answer", "Partially").fill("Assessment Notes", "Mine");
    await store("MC", "PL", "FFFFF");
    await stale.submit("Save answers");
    expect([visitor.status, await letters("MC", "PL")]).toEqual([409, "FFFFF"]);
    expect(visitor.text()).toContain("This thread was changed in the meantime");
    expect(textsOf(visitor, ".versions-table tbody tr")).toEqual([
      "Level 1 Fully Not answered",
      "Level 2 Fully Not answered",
      "Level 3 Fully Partially",
      "Level 4 Fully Not answered",
      "Level 5 Fully Not answered",
    ]);
    await visitor.form("Save mine instead").submit("Save mine instead");
    expect([visitor.status, await letters("MC", "PL"), shown(visitor)]).toEqual([200, "NNPNN", "NNPNN"]);
    expect(visitor.document.querySelector("textarea")?.text).toBe("Mine");
  });

  test("what is stored can be kept instead", async () => {
    const { visitor, at, letters, store } = await start(app);
    await visitor.get(at("MC", "PL"));
    const stale = visitor.form("Save answers").choose("Level 3 answer", "Partially");
    await store("MC", "PL", "FFFFF");
    await stale.submit("Save answers");
    await visitor.follow("Keep the stored version");
    expect([visitor.status, shown(visitor), await letters("MC", "PL")]).toEqual([200, "FFFFF", "FFFFF"]);
  });

  test("two versions of a note stand beside each other, and one's own can take over what the other has", async () => {
    const { visitor, at, note, writeNote } = await start(app);
    await visitor.get(at("MC", "PL"));
    const stale = visitor.form("Save answers").fill("Assessment Notes", "Mine");
    await writeNote("MC", "PL", "Theirs\nin two lines");
    await stale.submit("Save answers");
    expect(visitor.status).toBe(409);
    expect(visitor.text()).toContain("Theirs in two lines");
    await visitor.form("Save mine instead").fill("Your note", "Theirs and mine").submit("Save mine instead");
    expect([visitor.status, await note("MC", "PL")]).toEqual([200, "Theirs and mine"]);
  });

  test("marks beside each other are no conflict, different marks of one diagnostic are", async () => {
    const { visitor, at, marks } = await start(app);
    await visitor.get(at("MC", "PL"));
    const [first = "", second = ""] = textsOf(visitor, ".diagnostics legend");
    const tabs = [
      visitor.form("Save answers").choose(first, "Positive"),
      visitor.form("Save answers").choose(second, "Positive"),
      visitor.form("Save answers").choose(first, "Improvement"),
    ] as const;
    await tabs[0].submit("Save answers");
    await tabs[1].submit("Save answers");
    expect([visitor.status, ...(await marks("MC", "PL")).slice(0, 3)]).toEqual([200, true, true, null]);
    await tabs[2].submit("Save answers");
    expect(visitor.status).toBe(409);
    expect(textsOf(visitor, ".versions-table tbody tr")[0]).toMatch(/ Positive Improvement$/);
    await visitor.form("Save mine instead").submit("Save mine instead");
    expect([visitor.status, (await marks("MC", "PL"))[0]]).toEqual([200, false]);
  });
});

describe("moving on", () => {
  test("leads through threads and perspectives to the summary, past what is descoped", async () => {
    const { visitor, at, descope } = await start(app);
    await descope("MC", "AS");
    await visitor.get(at("MC", "AM"));
    const seen: string[] = [];
    for (const label of ["Next thread", "Next perspective", "Next thread", "Next thread", "View summary"]) {
      await visitor.form(label).submit(label);
      seen.push(visitor.url.replace(/.*\/(questions\/)?/, ""));
    }
    expect(seen).toEqual(["PL", "AM", "AS", "PL", "summary"]);
  });

  test("saves what was chosen on the way", async () => {
    const { visitor, at, letters, organizationId } = await start(app);
    await visitor.get(at("MC", "AM"));
    await visitor.form("Next thread").choose("Level 3 answer", "Fully").submit("Next thread");
    expect([visitor.url, await letters("MC", "AM")]).toEqual([at("MC", "AS"), "FFFNN"]);
    await visitor.form("Save and Exit").choose("Level 3 answer", "Partially").submit("Save and Exit");
    expect([visitor.url, await letters("MC", "AS")]).toEqual([`/?organization=${organizationId}`, "NNPNN"]);
  });
});

describe("descoping", () => {
  test("asks, clears the answers, keeps the note, and can be reversed", async () => {
    const { visitor, at, letters, note } = await start(app);
    await visitor.get(at("MC", "PL"));
    await visitor.form("Save answers").fill("Assessment Notes", "Kept").choose("Level 3 answer", "Fully").submit("Save answers");
    await visitor.form("Continue").check("Descope this thread").submit("Continue");
    expect(visitor.text()).toContain("Are you sure? Descoping this thread means you will lose any answers related to it.");
    await visitor.form("Descope Thread").submit("Descope Thread");
    expect(textsOf(visitor, "dialog h2")).toEqual(["The thread was descoped."]);
    await visitor.follow("Continue");
    expect(textsOf(visitor, "dialog")).toEqual([]);
    expect(visitor.text()).toContain("This thread is descoped");
    expect(visitor.document.querySelectorAll("input[type=radio]")).toEqual([]);
    expect(visitor.document.querySelector("textarea[name=note]")?.text).toBe("Kept");
    expect([await letters("MC", "PL"), await note("MC", "PL")]).toEqual(["NNNNN", "Kept"]);
    await visitor.form("Rescope thread").submit("Rescope thread");
    expect(textsOf(visitor, "dialog h2")).toEqual(["The thread is back in scope."]);
    expect(visitor.text()).not.toContain("This thread is descoped");
    await answer(visitor, { 3: "Fully" });
    expect(await letters("MC", "PL")).toBe("FFFNN");
  });

  test("keeps what was typed before, also when it is cancelled", async () => {
    const { visitor, at, letters, note } = await start(app);
    await visitor.get(at("MC", "PL"));
    await visitor
      .form("Continue")
      .fill("Assessment Notes", "Why we leave it out")
      .choose("Level 3 answer", "Fully")
      .check("Descope this thread")
      .submit("Continue");
    expect(visitor.text()).toContain("Are you sure?");
    await visitor.follow("Cancel");
    expect([shown(visitor), visitor.document.querySelector("textarea")?.text]).toEqual(["FFFNN", "Why we leave it out"]);
    expect([await letters("MC", "PL"), await note("MC", "PL")]).toEqual(["FFFNN", "Why we leave it out"]);
  });

  test.each(["Save answers", "Next thread", "Save and Exit"])(
    "is asked for by the ticked box, whichever button is pressed: %s",
    async (label) => {
      const { visitor, at } = await start(app);
      await visitor.get(at("MC", "AM"));
      await visitor.form("Continue").check("Descope this thread").submit(label);
      expect(visitor.text()).toContain("Are you sure?");
    },
  );

  test("leaves a way home", async () => {
    const { visitor, at, descope, organizationId } = await start(app);
    await descope("MC", "PL");
    await visitor.get(at("MC", "PL"));
    await visitor.form("Save and Exit").submit("Save and Exit");
    expect(visitor.url).toBe(`/?organization=${organizationId}`);
  });

  test("is refused for the last thread of a perspective, with the reason", async () => {
    const { visitor, at, descope } = await start(app, { threads: ["AM", "PL"] });
    await descope("MC", "AM");
    await visitor.get(at("MC", "PL"));
    expect(visitor.text()).toContain(
      "This is the last thread of its perspective and cannot be descoped. Rescope another thread first, or take the perspective out of scope.",
    );
    await visitor.get(`${at("MC", "PL")}?confirm=descope`);
    expect(visitor.text()).not.toContain("Are you sure?");
    await visitor.post(at("MC", "PL"), { intent: "descope" });
    expect(visitor.status).toBe(400);
    expect(visitor.text()).toContain("Sorry, something went wrong...");
    expect(visitor.text()).toContain("This is the last thread of its perspective");
  });

  test("is not offered for mandatory threads of a certified assessment", async () => {
    const perspectives = ["BM", "FM", "MC", "OG", "RS", "RK", "SM"];
    const { visitor, at } = await start(app, { perspectives, threads: ["AM", "IK", "OR", "PR", "ST"], certified: true });
    for (const thread of ["IK", "OR", "PR", "ST"]) {
      await visitor.get(at("MC", thread));
      expect(visitor.text()).not.toContain("Descope this thread");
    }
    await visitor.get(at("MC", "AM"));
    expect(visitor.text()).toContain("Descope this thread");
  });
});

describe("read-only", () => {
  const expectNoControls = (visitor: Visitor) =>
    expect(
      visitor.document
        .querySelectorAll("main input, main textarea, main button:not([popovertarget])")
        // Searching changes nothing.
        .filter((control) => !control.closest("[role=search]")),
    ).toEqual([]);

  test("completed: the same screens without controls, a note saying why, and no lock", async () => {
    const { visitor, at, client, id, store } = await start(app, { perspectives: ["MC"], threads: ["AM", "PL"] });
    await store("MC", "AM", "FFPNN");
    await store("MC", "PL", "FFPNN");
    expectStatus(await client.post(`/assessments/${id}/lock`), 200);
    expectStatus(await client.post(`/assessments/${id}/complete`), 200);
    await visitor.get(`/assessments/${id}/result`);
    await visitor.follow("View full assessment");
    expect(visitor.url).toBe(at("MC", "AM"));
    for (const address of [at("MC", "AM"), `/assessments/${id}/summary`]) {
      await visitor.get(address);
      await visitor.follow("Back to the result");
      expect(visitor.url).toBe(`/assessments/${id}/result`);
    }
    await visitor.get(at("MC", "AM"));
    expect(visitor.text()).toContain("This assessment has been submitted, so it can be read but no longer changed.");
    expect(levelText(visitor, 3)).toMatch(/Answer: Partially/);
    expectNoControls(visitor);
    expect(visitor.cookie(`lock-${id}`)).toBeUndefined();
    await visitor.follow("Next thread");
    expect(visitor.url).toBe(at("MC", "PL"));
    await visitor.follow("View summary");
    expect(textsOf(visitor, "main input:not([type=search]), main textarea, main button:not([disabled]):not([aria-label])")).toEqual([]);
    expect(visitor.text()).toContain("2/2 Threads complete");
    await visitor.follow("View Management control, Asset management");
    expect(visitor.url).toBe(at("MC", "AM"));
  });

  test("archived: says how to get it back; a form that was open is refused and keeps what was entered", async () => {
    const { visitor, at, client, id, letters } = await start(app);
    await visitor.get(at("MC", "PL"));
    const stale = visitor.form("Save answers").choose("Level 3 answer", "Fully").fill("Assessment Notes", "Typed");
    expectStatus(await client.post(`/assessments/${id}/archive`), 200);
    await stale.submit("Save answers");
    expect([visitor.status, await letters("MC", "PL")]).toEqual([400, "NNNNN"]);
    expect(visitor.text()).toContain("This thread can no longer be changed, but something was not saved");
    expect(textsOf(visitor, ".versions-table tbody tr")[2]).toBe("Level 3 Not answered Fully");
    expect(visitor.text()).toContain("Typed");
    await visitor.get(at("MC", "PL"));
    expect(visitor.text()).toContain("This assessment is archived. Restore it on the home screen to go on with it.");
    expect(visitor.text()).not.toContain("Back to the result");
    expectNoControls(visitor);
  });

  test("others' assessments, for an internal account", async () => {
    const { id, at } = await start(app);
    const reader = await new Visitor(app.url).enter(await app.entryLink(READER));
    await reader.get(at("MC", "PL"));
    expect(reader.text()).toContain("This assessment belongs to another team, so you can read it but not change it.");
    expectNoControls(reader);
    expect(reader.cookie(`lock-${id}`)).toBeUndefined();
  });
});

describe("a form that comes after the session has ended", () => {
  test("is shown in words and nothing else, and saved after signing in again", async () => {
    const { visitor, email, at, letters, note, marks } = await start(app);
    await visitor.get(at("MC", "PL"));
    const [first = ""] = textsOf(visitor, ".diagnostics legend");
    const [statement = ""] = textsOf(visitor, "#level-3-statement");
    const form = visitor.form("Save answers").choose("Level 3 answer", "Fully").choose(first, "Improvement");
    form.fill("Assessment Notes", "Seen in the board papers.\nSecond line");
    await visitor.post("/sign-out", {});
    await form.submit("Save answers");
    expect(visitor.status).toBe(401);
    expect(visitor.text()).toContain("Nothing you typed is lost");
    expect(textsOf(visitor, "main dl > div")).toEqual([`${first} Improvement`, `Level 3 Defined: ${statement} Fully`]);
    expect(textsOf(visitor, "main label")).toEqual(["Assessment Notes"]);
    expect(visitor.document.querySelector("main")?.structuredText).not.toMatch(/[Bb]ase|diagnostic-|words|level-\d|\.\.\.|NNNNN/);
    const late = visitor.form("Save").fill("Assessment Notes", "Seen in the board papers.\nAnd third line");
    await visitor.get(await app.entryLink(email));
    await late.submit("Save");
    expect([visitor.status, await letters("MC", "PL"), await note("MC", "PL")]).toEqual([
      200,
      "FFFNN",
      "Seen in the board papers.\nAnd third line",
    ]);
    expect((await marks("MC", "PL"))[0]).toBe(false);
  });
});
