/** The report for a client, as a browser without script asks for it (docs/rules/client-report.md). */
import { strFromU8, unzipSync } from "fflate";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fingerprint } from "#model/note.ts";
import { REPORT_TEXT_MAX, textMessages } from "#model/text.ts";
import {
  answerAllItil,
  answerPractice,
  answerThread,
  completeP3M3,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
} from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { textOf } from "../support/file-text.ts";
import type { Visitor } from "../support/form-driver.ts";
import { status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import { sharedAppWithFaults, sharedAppWithoutExtensions } from "../support/shared.ts";
import { newAssessor } from "./wizard.ts";

let app: AppWithFaults;
let visitor: Visitor;
let client: Client;
beforeAll(async () => {
  app = await sharedAppWithFaults();
  ({ visitor, client } = await newAssessor(app));
});
afterEach(() => app.upstream.reset());
afterAll(() => app.stop());

async function completedItil(): Promise<number> {
  const id = await createItil(client, await createOrganization(client, { name: "Harbour Authority" }));
  const questions: { level: number }[] = expectStatus(
    await client.get(`/itil/assessments/${id}/questions/capability?capabilityId=19`),
    200,
  ).body;
  const letters = questions.map(({ level }) => (level <= 3 ? "F" : level === 4 ? "R" : "N")).join("");
  expectStatus(await answerPractice(client, id, 19, letters), 200);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return id;
}

describe.each([
  [
    "P3M3",
    async () => completeP3M3(client, await createOrganization(client), "FFPNN", { perspectiveIds: [1, 6], threadIds: [10] }),
    "Risk management",
  ],
  ["ITIL", completedItil, "Incident management"],
] as const)("the report of an assessment of %s", (model, complete, chapter) => {
  test.each([
    ["docx", "vnd.openxmlformats-officedocument.wordprocessingml.document", /^word\/document\.xml$/],
    ["pptx", "vnd.openxmlformats-officedocument.presentationml.presentation", /^ppt\/slides\/slide/],
  ])("is downloaded as a %s with what was wished for", async (ending, type, part) => {
    const id = await complete();
    await visitor.get(`/assessments/${id}/report.${ending}`);
    expect([visitor.status, visitor.headers.get("Content-Type")]).toEqual([200, `application/${type}`]);
    expect(visitor.headers.get("Content-Disposition")).toMatch(
      new RegExp(`filename="\\d{4}-\\d\\d-\\d\\d_${model}_\\w+_report\\.${ending}"`),
    );
    const whole = textOf(visitor.body.buffer, part);
    expect(whole).toContain(chapter);
    expect(whole).toContain("ISO/IEC 33020");
    await visitor.get(`/assessments/${id}/report.${ending}?section=summary&audience=board`);
    const short = textOf(visitor.body.buffer, part);
    expect(short).toContain("Harbour Authority");
    expect(short).not.toContain("ISO/IEC 33020");
    expect(visitor.headers.get("Content-Disposition")).toMatch(new RegExp(`_${model}_\\w+_board_report\\.${ending}"`));
    await expect
      .poll(async () => (await client.get(`/assessments/${id}/history`)).body.entries.map((entry: object) => JSON.stringify(entry)).join())
      .toContain("report as ");
  });
});

describe("the report of a draft", () => {
  const begun = async () => {
    const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1, 6], threadIds: [10] });
    expectStatus(await answerThread(client, id, 1, 10, "FFPNN"), 200);
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    return id;
  };

  test("is linked from the draft, has the same texts, and its files are those of the draft", async () => {
    const id = await begun();
    await visitor.get(`/assessments/${id}/draft`);
    await visitor.follow("Report");
    expect([visitor.url, visitor.title]).toEqual([
      `/assessments/${id}/draft/report`,
      "Draft report of Spring review | Maturity Assessment Tool",
    ]);
    expect(visitor.text()).toContain("1 of 2 threads is still to answer.");
    expect(visitor.document.querySelector("#text-summary")?.text).toContain(
      "So far, Harbour Authority averages 2.50 out of 5 in programme management.",
    );
    // Risk management has no score so far, so it has no chapter yet.
    expect(visitor.document.querySelector("#text-RK")).toBeNull();
    await visitor.form("Executive summary").fill("Executive summary", "Written early").submit("Save");
    expect([visitor.url, visitor.text()]).toEqual([`/assessments/${id}/draft/report`, expect.stringContaining("The text was saved.")]);
    const form = visitor.document.querySelector("form[method=get]");
    expect(form?.getAttribute("action")).toBe(`/assessments/${id}/draft/report.docx`);
    expect(form?.querySelectorAll("button").map((button) => [button.text, button.getAttribute("formaction")])).toEqual([
      ["Word", `/assessments/${id}/draft/report.docx`],
      ["PowerPoint", `/assessments/${id}/draft/report.pptx`],
    ]);
    for (const [ending, part] of [
      ["docx", /^word\/(?:document|header\d)\.xml$/],
      ["pptx", /^ppt\/slides\/slide/],
    ] as const) {
      await visitor.get(`/assessments/${id}/draft/report.${ending}`);
      expect(visitor.headers.get("Content-Disposition")).toMatch(new RegExp(`_P3M3_Spring_review_draft_report\\.${ending}"`));
      const whole = textOf(visitor.body.buffer, part);
      for (const text of ["Draft", "1 of 2 threads is still to answer.", "Written early"]) expect(whole).toContain(text);
    }
    await expect
      .poll(async () => JSON.stringify((await client.get(`/assessments/${id}/history`)).body.entries))
      .toMatch(/draft report as PowerPoint slides/);
  });

  test("of ITIL is there too, and an address that is kept leads to the result once it is completed", async () => {
    const itil = await createItil(client, await createOrganization(client));
    await visitor.get(`/assessments/${itil}/draft/report`);
    expect(visitor.text()).toContain("1 of 1 practices is still to answer.");
    const id = await begun();
    await visitor.get(`/assessments/${id}/draft/report`);
    await client.post(`/assessments/${id}/lock`);
    expectStatus(await answerThread(client, id, 6, 10, "FFPNN"), 200);
    expectStatus(await client.post(`/assessments/${id}/complete`), 200);
    // The form is still the draft's, but its text is kept with the assessment.
    await visitor.form("Executive summary").fill("Executive summary", "Typed while it was a draft").submit("Save");
    expect(visitor.url).toBe(`/assessments/${id}/result`);
    expect((await client.get(`/assessments/${id}/wording`)).body.texts[0].body).toBe("Typed while it was a draft");
  });
});

describe("the screen", () => {
  const completed = async () =>
    completeP3M3(client, await createOrganization(client), "FFPNN", { perspectiveIds: [1, 6], threadIds: [10] });
  const boxOf = (part: string) => visitor.document.querySelector(`#text-${part}`)?.text ?? "";
  const textsOf = async (id: number) => (await client.get(`/assessments/${id}/wording`)).body.texts;
  const write = (label: string, body: string) => visitor.form(label).fill(label, body).submit("Save");

  test("is linked from the result, and its form asks for what is ticked", async () => {
    const id = await completed();
    await visitor.get(`/assessments/${id}/result?benchmark=off`);
    const link = visitor.document.querySelectorAll("a").find((each) => each.text === "Report");
    expect(link?.getAttribute("href")).toBe(`/assessments/${id}/report?benchmark=off`);
    await visitor.get(link?.getAttribute("href") ?? "");
    expect(visitor.document.querySelector("h1")?.text).toBe("Report for the client");
    const form = visitor.document.querySelector("form[method=get]");
    expect(form?.getAttribute("action")).toBe(`/assessments/${id}/report.docx`);
    expect(form?.querySelectorAll("button").map((button) => [button.text, button.getAttribute("formaction")])).toEqual([
      ["Word", `/assessments/${id}/report.docx`],
      ["PowerPoint", `/assessments/${id}/report.pptx`],
    ]);
    expect(form?.text).toContain("choose Update Field, so that its page numbers are right again.");
    const ticked = form?.querySelectorAll("input[name=section]").map((box) => box.getAttribute("value"));
    expect(ticked).toEqual(expect.arrayContaining(["summary", "scope", "results", "chapters", "notes"]));
    expect(form?.querySelector("input[type=hidden]")?.getAttribute("name")).toBe("benchmark");
  });

  test("suggests texts, keeps what is written, and takes it back", async () => {
    const id = await completed();
    await visitor.get(`/assessments/${id}/report`);
    const suggested = boxOf("summary");
    expect(suggested).toContain(
      "Harbour Authority is at maturity level 2, Repeatable, in the two perspectives of programme management that were assessed.",
    );
    await write("Executive summary", "<b>Ours</b>\n\nSecond.");
    expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining("The text was saved.")]);
    expect(await textsOf(id)).toEqual([{ part: "summary", body: "<b>Ours</b>\n\nSecond.", versions: { wording: 1 } }]);
    expect(boxOf("summary")).toContain("Second.");
    await visitor.get(`/assessments/${id}/report.docx`);
    expect(strFromU8(unzipSync(visitor.body)["word/document.xml"] ?? new Uint8Array())).toContain("&lt;b&gt;Ours&lt;/b&gt;");
    await visitor.get(`/assessments/${id}/report`);
    await write("Executive summary", "");
    expect(boxOf("summary")).toBe(suggested);
  });

  test("of an archived assessment says so, as its result does, and has no fields; what was typed before is not lost", async () => {
    const id = await completed();
    const words = "This assessment is archived. Restore it on the home screen to go on with it.";
    await visitor.get(`/assessments/${id}/report`);
    expectStatus(await client.post(`/assessments/${id}/archive`), 200);
    await write("Executive summary", "Typed before it was archived");
    expect([visitor.status, visitor.text()]).toEqual([403, expect.stringContaining(words)]);
    expect(visitor.document.querySelector("form [name=body]")?.getAttribute("value")).toBe("Typed before it was archived");
    expect(await textsOf(id)).toEqual([]);
    for (const screen of ["report", "result"]) {
      await visitor.get(`/assessments/${id}/${screen}`);
      expect(visitor.text(), screen).toContain(words);
    }
    await visitor.get(`/assessments/${id}/report`);
    expect(visitor.document.querySelectorAll("main textarea, main form[method=post]")).toEqual([]);
    expect(visitor.text()).toContain("Harbour Authority is at maturity level 2");
    expectStatus(await client.post(`/assessments/${id}/unarchive`), 200);
    await visitor.get(`/assessments/${id}/result`);
    expect(visitor.text()).not.toContain("is archived");
  });

  test("keeps nothing for a text that is as suggested, so that it follows the figures", async () => {
    const id = await completed();
    await visitor.get(`/assessments/${id}/report`);
    await visitor.form("Risk management").submit("Save");
    expect((await textsOf(id)).filter(({ body }: { body: string }) => body !== "")).toEqual([]);
  });

  test("says what is wrong with a text, and loses nothing", async () => {
    const id = await completed();
    await visitor.get(`/assessments/${id}/report`);
    await write("Risk management", "x".repeat(REPORT_TEXT_MAX + 1));
    expect(visitor.status).toBe(400);
    expect(visitor.document.querySelector("#text-RK-error")?.text).toBe(textMessages.tooLong(REPORT_TEXT_MAX));
    expect(boxOf("RK").trim()).toHaveLength(REPORT_TEXT_MAX + 1);
  });

  test("overwrites nothing that somebody else wrote meanwhile, and shows both", async () => {
    const id = await completed();
    await visitor.get(`/assessments/${id}/report`);
    expectStatus(await client.put(`/assessments/${id}/wording`, { part: "summary", body: "Theirs" }), 200);
    await write("Executive summary", "Mine");
    expect(visitor.status).toBe(409);
    expect(visitor.document.querySelector("blockquote")?.text).toBe("Theirs");
    expect(boxOf("summary")).toContain("Mine");
    await visitor.form("Executive summary").submit("Save");
    expect((await textsOf(id))[0].body).toBe("Mine");
  });

  describe("the cover", () => {
    const cover = () => visitor.form("Cover");
    const typedIn = (name: string) => visitor.document.querySelector(`#cover-${name}`)?.getAttribute("value");
    const errorAt = (name: string) => visitor.document.querySelector(`#cover-${name}-error`)?.text;

    test("has what was typed, in both files, until it is taken back", async () => {
      const id = await completed();
      await visitor.get(`/assessments/${id}/report`);
      await cover()
        .fill("Version (optional)", " 1.2 ")
        .fill("Date (optional)", "2026-11-24")
        .fill("Authors (optional)", "Kim  Alder")
        .submit("Save the cover");
      expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining("The cover was saved.")]);
      expect((await textsOf(id)).map(({ part, body }: { part: string; body: string }) => [part, body])).toEqual([
        ["cover-authors", "Kim Alder"],
        ["cover-date", "2026-11-24"],
        ["cover-version", "1.2"],
      ]);
      // Slides show who it is for; the rest is in the speaker's notes.
      for (const [ending, part] of [
        ["docx", /^word\/document\.xml$/],
        ["pptx", /^ppt\/(slides\/slide1|notesSlides\/notesSlide1)\.xml$/],
      ] as const) {
        await visitor.get(`/assessments/${id}/report.${ending}`);
        const whole = textOf(visitor.body.buffer, part);
        for (const text of ["1.2", "24 Nov 2026", "Kim Alder"]) expect(whole).toContain(text);
      }
      await visitor.get(`/assessments/${id}/report`);
      await cover().fill("Authors (optional)", "").submit("Save the cover");
      expect([typedIn("authors"), typedIn("version")]).toEqual(["", "1.2"]);
      await visitor.get(`/assessments/${id}/report.docx`);
      expect(textOf(visitor.body.buffer, /^word\/document\.xml$/)).not.toContain("Kim Alder");
    });

    test("says what is wrong next to the field, and loses nothing", async () => {
      const id = await completed();
      await visitor.get(`/assessments/${id}/report`);
      await cover()
        .fill("Version (optional)", "x".repeat(41))
        .fill("Date (optional)", "2026-02-30")
        .fill("Reviewer (optional)", "Robin")
        .submit("Save the cover");
      expect([visitor.status, await textsOf(id)]).toEqual([400, []]);
      expect([errorAt("version"), errorAt("date")]).toEqual(["Please use at most 40 characters.", "Please enter a day as in 2026-11-05."]);
      expect([typedIn("date"), typedIn("reviewer"), errorAt("reviewer")]).toEqual(["2026-02-30", "Robin", undefined]);
    });

    test("overwrites nothing of somebody else, and keeps what was typed when the upstream fails", async () => {
      const id = await completed();
      await visitor.get(`/assessments/${id}/report`);
      app.upstream.on("PUT", `/assessments/${id}/wording`, status(500));
      await cover().fill("Reviewer (optional)", "Mine").submit("Save the cover");
      expect([visitor.status, typedIn("reviewer"), visitor.text()]).toEqual([
        502,
        "Mine",
        expect.stringContaining("The cover could not be saved. What you typed is still here; please try again."),
      ]);
      app.upstream.reset();
      for (const part of ["cover-reviewer", "cover-version"])
        expectStatus(await client.put(`/assessments/${id}/wording`, { part, body: "Theirs" }), 200);
      await cover().submit("Save the cover");
      expect([visitor.status, typedIn("reviewer"), errorAt("reviewer")]).toEqual([409, "Mine", "This is saved now: Theirs"]);
      // The field that nobody touched has the text that a colleague saved.
      expect([typedIn("version"), errorAt("version")]).toEqual(["Theirs", undefined]);
      await cover().submit("Save the cover");
      expect((await textsOf(id)).map(({ body }: { body: string }) => body)).toEqual(["Mine", "Theirs"]);
    });
  });

  describe("names of readers and a disclaimer", () => {
    let visitor: Visitor;
    let client: Client;
    // Everybody may take so many reports within a while.
    beforeEach(async () => {
      ({ visitor, client } = await newAssessor(app));
    });
    const completed = async () =>
      completeP3M3(client, await createOrganization(client), "FFPNN", { perspectiveIds: [1, 6], threadIds: [10] });
    const textsOf = async (id: number) => expectStatus(await client.get(`/assessments/${id}/wording`), 200).body.texts;
    test("are on the cover of both files, each with its lines, and the screen says where one is too long", async () => {
      const id = await completed();
      await visitor.get(`/assessments/${id}/report`);
      const cover = () => visitor.form("Cover");
      await cover()
        .fill("Distribution (optional)", "Anna Berg, board\r\nJon Olsen, PMO")
        .fill("Disclaimer (optional)", "y".repeat(601))
        .submit("Save the cover");
      expect([visitor.status, await textsOf(id)]).toEqual([400, []]);
      expect(visitor.document.querySelector("#cover-disclaimer-error")?.text).toBe("Please use at most 600 characters.");
      expect(visitor.document.querySelector("#cover-distribution")?.text.trim()).toBe("Anna Berg, board\nJon Olsen, PMO");
      await cover().fill("Disclaimer (optional)", "For the client alone.\nIt rests on what was shown.").submit("Save the cover");
      expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining("The cover was saved.")]);
      for (const [ending, part] of [
        ["docx", /^word\/document\.xml$/],
        ["pptx", /^ppt\/(slides\/slide1|notesSlides\/notesSlide1)\.xml$/],
      ] as const) {
        await visitor.get(`/assessments/${id}/report.${ending}`);
        const whole = textOf(visitor.body.buffer, part);
        for (const text of ["Anna Berg, board; Jon Olsen, PMO", "For the client alone.", "It rests on what was shown."])
          expect(whole).toContain(text);
      }
    });
  });

  describe("versions", () => {
    let visitor: Visitor;
    let client: Client;
    // Everybody may take so many reports within a while.
    beforeEach(async () => {
      ({ visitor, client } = await newAssessor(app));
    });
    const completed = async () =>
      completeP3M3(client, await createOrganization(client), "FFPNN", { perspectiveIds: [1, 6], threadIds: [10] });
    const versions = () => visitor.form("Versions");
    const rows = () => visitor.document.querySelectorAll("#versions tbody tr").map((row) => row.text.trim());
    const word = async (id: number) => {
      await visitor.get(`/assessments/${id}/report.docx`);
      return textOf(visitor.body.buffer, /^word\/document\.xml$/);
    };

    test("are issued with a number and what changed, and the Word file lists them, the last first", async () => {
      const id = await completed();
      await visitor.get(`/assessments/${id}/report`);
      expect(await word(id)).not.toContain("Versions of this report");
      await visitor.get(`/assessments/${id}/report`);
      await versions().fill("Number", "0.9").fill("What changed", "For the check of facts").submit("Issue this version");
      expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining("The version was issued.")]);
      await versions().fill("Number", "1.0").fill("What changed", "Two scores corrected").submit("Issue this version");
      expect(rows()).toEqual([
        expect.stringMatching(/^1\.0.*Two scores corrected$/),
        expect.stringMatching(/^0\.9.*For the check of facts$/),
      ]);
      const text = await word(id);
      expect(text).toMatch(/Versions of this report.*Two scores corrected.*For the check of facts/s);
      // Nobody wrote a version on the cover, so it has the last one.
      expect(text.slice(0, text.indexOf("Two scores corrected"))).toMatch(/Version\s+1\.0/);
    });

    test("say what is wrong next to the field, lose nothing, and are not issued twice", async () => {
      const id = await completed();
      await visitor.get(`/assessments/${id}/report`);
      const again = versions().fill("Number", "1.0").fill("What changed", "First issue");
      await versions().fill("Number", "x".repeat(41)).submit("Issue this version");
      const errorAt = (name: string) => visitor.document.querySelector(`#issue-${name}-error`)?.text;
      expect([visitor.status, errorAt("number"), errorAt("change")]).toEqual([
        400,
        "Please use at most 40 characters.",
        "This Field is required.",
      ]);
      await again.submit("Issue this version");
      await again.submit("Issue this version");
      expect([visitor.status, rows()]).toEqual([200, [expect.stringContaining("First issue")]]);
      await versions().fill("Number", "1.0").fill("What changed", "Another one").submit("Issue this version");
      expect([visitor.status, errorAt("number")]).toEqual([400, "A version with this number has been issued already."]);
      expect(visitor.document.querySelector("#issue-change")?.getAttribute("value")).toBe("Another one");
      app.upstream.on("POST", `/assessments/${id}/report-versions`, status(500));
      await versions().fill("Number", "1.1").submit("Issue this version");
      expect([visitor.status, visitor.text()]).toEqual([502, expect.stringContaining("What you typed is still here; please try again.")]);
      expect(visitor.document.querySelector("#issue-number")?.getAttribute("value")).toBe("1.1");
    });

    test("of an archived assessment can be read, and no more are issued", async () => {
      const id = await completed();
      expectStatus(await client.post(`/assessments/${id}/report-versions`, { number: "1.0", change: "First issue" }), 201);
      expectStatus(await client.post(`/assessments/${id}/archive`), 200);
      await visitor.get(`/assessments/${id}/report`);
      expect([rows(), visitor.text().includes("Issue this version")]).toEqual([[expect.stringContaining("First issue")], false]);
    });
  });

  describe("the recommended steps", () => {
    const boxes = () => visitor.document.querySelectorAll("form[aria-label='Recommended steps'] textarea[name$='.step']");
    const steps = () => visitor.form("Recommended steps");
    const excel = async (id: number) => {
      await visitor.get(`/assessments/${id}/result.xlsx`);
      return textOf(visitor.body.buffer, /^xl\/(?:sharedStrings|worksheets)/);
    };

    test("are suggested, and Word, slides and Excel have what was written", async () => {
      const id = await completed();
      await visitor.get(`/assessments/${id}/report`);
      expect(boxes().map((box) => [box.getAttribute("name"), box.text.trim() !== ""])).toEqual([
        ["step-BM.step", true],
        ["step-RK.step", true],
        ["step-own-1.step", false],
        ["step-own-2.step", false],
      ]);
      expect(await excel(id)).toMatch(/Recommended_Steps|Perspective 2\.50 → 3\.00/);
      await visitor.get(`/assessments/${id}/report`);
      await steps()
        .fill("Step 1", "Write  the plan\nanew")
        .fill("Owner of step 1", "=Kim")
        .fill("Due of step 1", "May 2027")
        .check("Leave step 2 out of the report")
        .fill("Step 3", "Train the office")
        .submit("Save the steps");
      expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining("The steps were saved.")]);
      expect((await textsOf(id)).map(({ part }: { part: string }) => part)).toEqual(["step-BM", "step-RK", "step-own-1"]);
      for (const [ending, part] of [
        ["docx", /^word\/document\.xml$/],
        ["pptx", /^ppt\/slides\/slide/],
      ] as const) {
        await visitor.get(`/assessments/${id}/report.${ending}?section=steps`);
        const whole = textOf(visitor.body.buffer, part);
        for (const text of ["Write the plan anew", "=Kim", "May 2027", "Train the office", "2.50 → 3.00"]) expect(whole).toContain(text);
        expect(whole).not.toContain("Risk management: ");
      }
      const sheet = await excel(id);
      for (const text of ["Write the plan anew", "=Kim", "May 2027", "Train the office"]) expect(sheet).toContain(text);
      await visitor.get(`/assessments/${id}/report.pptx?audience=board`);
      const board = textOf(visitor.body.buffer, /^ppt\/slides\/slide/);
      for (const text of [
        "Two steps to level 3",
        "decisions are requested",
        "Name an owner and a date for Train the office; a budget for ",
      ])
        expect(board).toContain(text);
      await visitor.get(`/assessments/${id}/report`);
      const emptied = ["Step 1", "Why of step 1", "Owner of step 1", "Due of step 1"];
      await emptied.reduce((form, label) => form.fill(label, ""), steps()).submit("Save the steps");
      expect(boxes()[0]?.text).toMatch(/^Benefits management: /);
      expect((await textsOf(id)).find(({ part }: { part: string }) => part === "step-BM").body).toBe("");
    });

    test("that are saved as suggested are not kept", async () => {
      const id = await completed();
      await visitor.get(`/assessments/${id}/report`);
      await steps().submit("Save the steps");
      expect([visitor.text(), await textsOf(id)]).toEqual([expect.stringContaining("The steps were saved."), []]);
    });

    test("are not saved while a field is wrong, which says so, and nothing typed is lost", async () => {
      const id = await completed();
      await visitor.get(`/assessments/${id}/report`);
      await steps()
        .fill("Owner of step 1", "x".repeat(101))
        .fill("Step 1", "Mine")
        .fill("Effort of step 3", "5 days")
        .submit("Save the steps");
      expect(visitor.status).toBe(400);
      const errors = visitor.document.querySelectorAll(".field-error").map((each) => [each.id, each.text]);
      expect(errors).toEqual([
        ["step-BM-owner-error", "Please use at most 100 characters."],
        ["step-own-1-step-error", "This Field is required."],
      ]);
      expect(boxes()[0]?.text.trim()).toBe("Mine");
      expect(visitor.document.querySelector("#step-own-1-effort")?.getAttribute("value")).toBe("5 days");
      expect(await textsOf(id)).toEqual([]);
      // The next press saves the fields that were right, without another touch.
      await steps().fill("Owner of step 1", "").submit("Save the steps");
      expect([visitor.status, await textsOf(id)]).toEqual([400, []]);
      await steps().fill("Effort of step 3", "").submit("Save the steps");
      expect((await textsOf(id)).map(({ body }: { body: string }) => body)).toEqual([expect.stringMatching(/^Step: Mine\nWhy: .*$/)]);
    });

    test("are saved although a colleague has changed other ones meanwhile", async () => {
      const id = await completed();
      await visitor.get(`/assessments/${id}/report`);
      for (const part of ["step-RK", "step-own-1"])
        expectStatus(await client.put(`/assessments/${id}/wording`, { part, body: `Step: Theirs at ${part}` }), 200);
      await steps().fill("Step 1", "Mine").submit("Save the steps");
      expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining("The steps were saved.")]);
      expect(boxes().map((box) => box.text.trim())).toEqual(["Mine", "Theirs at step-RK", "Theirs at step-own-1", "", ""]);
      // A row that somebody else has changed too is the only one that is marked.
      expectStatus(await client.put(`/assessments/${id}/wording`, { part: "step-BM", body: "Step: Theirs too" }), 200);
      expectStatus(await client.put(`/assessments/${id}/wording`, { part: "step-own-1", body: "Step: Newer" }), 200);
      await steps().fill("Step 1", "Mine again").submit("Save the steps");
      expect(visitor.document.querySelectorAll(".field-error").map((each) => each.id)).toEqual(["step-BM-step-error"]);
      expect(boxes().map((box) => box.text.trim())).toEqual(["Mine again", "Theirs at step-RK", "Newer", "", ""]);
    });

    test("keep what was typed when the upstream fails, and overwrite nothing of somebody else", async () => {
      const id = await completed();
      await visitor.get(`/assessments/${id}/report`);
      app.upstream.on("PUT", `/assessments/${id}/wording-basis`, status(500));
      await steps().fill("Step 1", "Mine").submit("Save the steps");
      expect([visitor.status, boxes()[0]?.text.trim()]).toEqual([502, "Mine"]);
      expect(visitor.text()).toContain("The steps could not be saved. They are still here; please try again.");
      app.upstream.reset();
      expectStatus(await client.put(`/assessments/${id}/wording`, { part: "step-BM", body: "Step: Theirs" }), 200);
      await steps().submit("Save the steps");
      expect([visitor.status, boxes()[0]?.text.trim()]).toEqual([409, "Mine"]);
      expect(visitor.document.querySelector("#step-BM-step-error")?.text).toBe("This is saved now: Theirs");
      await steps().submit("Save the steps");
      expect((await textsOf(id))[0].body).toMatch(/^Step: Mine\nWhy: /);
    });
  });

  describe("notes for the client", () => {
    let visitor: Visitor;
    let client: Client;
    // Everybody may take so many reports within a while.
    beforeEach(async () => {
      ({ visitor, client } = await newAssessor(app));
    });
    const noted = async (model: "P3M3" | "ITIL"): Promise<number> => {
      const organization = await createOrganization(client);
      const id =
        model === "P3M3"
          ? await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [9, 10] })
          : await createItil(client, organization, { practices: [{ id: 19, selectionMode: 1 }], selectedScope: "Maturity" });
      if (model === "P3M3") {
        for (const thread of [9, 10]) await answerThread(client, id, 1, thread, "FFPNN");
        await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 9, body: "A note for clients." });
        await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 10, body: "A note for colleagues." });
      } else {
        await answerAllItil(client, id, "F", 3);
        await client.post("/ITIL/notes/capability", { assessmentId: id, capabilityId: 19, body: "A note for clients." });
        await client.post("/ITIL/notes/maturity", { assessmentId: id, maturityId: 2, body: "A note for colleagues." });
      }
      expectStatus(await client.post(`/assessments/${id}/complete`), 200);
      return id;
    };
    const list = () => visitor.form("Notes for the client");
    const boxes = () => visitor.document.querySelectorAll("#client-notes input[type=checkbox]");
    const inWord = async (path: string) => {
      await visitor.get(path);
      return textOf(visitor.body.buffer, /^word\/document\.xml$/);
    };

    test.each(["P3M3", "ITIL"] as const)(
      "of %s are in no file before somebody has looked at them, and then only those that are ticked",
      async (model) => {
        const id = await noted(model);
        const file = `/assessments/${id}/report.docx?section=notes&section=results&section=chapters&benchmark=off`;
        await visitor.get(file);
        expect([visitor.status, visitor.url.split("?")[0]]).toEqual([200, `/assessments/${id}/report`]);
        expect(visitor.text()).toContain("First somebody has to say which notes are for the client.");
        expect(boxes().map((box) => box.hasAttribute("checked"))).toEqual([true, true]);
        const rows = visitor.document.querySelectorAll("#client-notes fieldset > div > div");
        const forColleagues = rows.find((row) => row.text.includes("A note for colleagues."));
        await list()
          .uncheck(forColleagues?.querySelector("label")?.text.trim() ?? "")
          .submit("Save the list");
        expect([visitor.status, visitor.text()]).toEqual([200, expect.stringContaining("The list was saved.")]);
        expect(boxes().filter((box) => box.hasAttribute("checked"))).toHaveLength(1);
        // What was wanted then is still ticked.
        const wanted = visitor.document.querySelectorAll("input[name=section][checked]").map((box) => box.getAttribute("value"));
        expect(wanted.toSorted()).toEqual(["chapters", "notes", "results"]);
        const document = await inWord(file);
        expect(document).toContain("A note for clients.");
        expect(document).not.toContain("A note for colleagues.");
        await visitor.get(`/assessments/${id}/report.pptx?section=notes`);
        expect(textOf(visitor.body.buffer, /^ppt\/slides\/slide/)).not.toContain("A note for colleagues.");
        // Without the section nobody is asked, and what was found has only what is ticked.
        expect(await inWord(`/assessments/${id}/report.docx`)).not.toContain("A note for colleagues.");
        // Result and Excel have all of them.
        await visitor.get(`/assessments/${id}/result.xlsx`);
        expect(textOf(visitor.body.buffer, /^xl\/(?:sharedStrings|worksheets)/)).toContain("A note for colleagues.");
      },
    );

    test("that are new or changed in a corrected edition are not in the report until they are ticked", async () => {
      const id = await noted("P3M3");
      await visitor.get(`/assessments/${id}/report`);
      await list().submit("Save the list");
      const { id: edition } = expectStatus(await client.post(`/assessments/${id}/editions`, { reason: "Facts" }), 201).body;
      expectStatus(await client.post(`/assessments/${edition}/lock`), 200);
      await client.post("/P3M3/notes", { assessmentId: edition, perspectiveId: 1, threadId: 10, body: "A note in other words." });
      expectStatus(await client.post(`/assessments/${edition}/complete`), 200);
      await visitor.get(`/assessments/${edition}/report`);
      expect(visitor.text()).toContain("1 note is new or changed. It is not in the report.");
      expect(boxes().map((box) => box.hasAttribute("checked"))).toEqual([true, false]);
      const document = await inWord(`/assessments/${edition}/report.docx?section=notes`);
      expect([document.includes("A note for clients."), document.includes("other words")]).toEqual([true, false]);
    });

    test("keep ticks of a list that cannot be saved, and overwrite nothing of somebody else", async () => {
      const id = await noted("P3M3");
      await visitor.get(`/assessments/${id}/report`);
      const [first = ""] = visitor.document.querySelectorAll("#client-notes label").map((label) => label.text.trim());
      app.upstream.on("PUT", `/assessments/${id}/report-notes`, status(500));
      await list().uncheck(first).submit("Save the list");
      expect([visitor.status, boxes().map((box) => box.hasAttribute("checked"))]).toEqual([502, [false, true]]);
      expect(visitor.text()).toContain("The list could not be saved. Your ticks are still here; please try again.");
      app.upstream.reset();
      expectStatus(
        await client.put(`/assessments/${id}/report-notes`, { notes: [{ place: "thread/1/9", digest: "x", ticked: true }] }),
        200,
      );
      await visitor.get(`/assessments/${id}/report`);
      const stale = list();
      expectStatus(
        await client.put(`/assessments/${id}/report-notes`, { notes: [{ place: "thread/1/9", digest: "y", ticked: true }] }),
        200,
      );
      await stale.submit("Save the list");
      expect([visitor.status, visitor.text()]).toEqual([409, expect.stringContaining("Somebody has changed the list")]);
    });
  });

  test("offers no text to write where the upstream keeps none, and the table of steps has what is suggested", async () => {
    const bare = await sharedAppWithoutExtensions();
    try {
      const { visitor: other, client: theirs } = await newAssessor(bare);
      const id = await createP3M3(theirs, await createOrganization(theirs), { perspectiveIds: [1], threadIds: [10] });
      await answerThread(theirs, id, 1, 10, "FFPNN");
      await theirs.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 10, body: "For colleagues." });
      expectStatus(await theirs.post(`/assessments/${id}/complete`), 200);
      await other.get(`/assessments/${id}/report`);
      expect([other.status, other.document.querySelector("textarea, #cover, #versions")]).toEqual([200, null]);
      await other.get(`/assessments/${id}/report.docx?section=steps`);
      expect(textOf(other.body.buffer, /^word\/document\.xml$/)).toContain("2.50 → 3.00");
      // Nobody can tick notes there, so the section has all of them, and says so.
      expect(textOf(other.body.buffer, /^word\/document\.xml$/)).not.toContain("For colleagues.");
      await other.get(`/assessments/${id}/report.docx?section=notes`);
      expect(textOf(other.body.buffer, /^word\/document\.xml$/)).toContain("For colleagues.");
      await other.get(`/assessments/${id}/report`);
      expect(other.text()).toContain("Notes of the assessors are all notes, as colleagues read them.");
      for (const form of ["steps", "cover", "client-notes", "versions"]) {
        await other.post(`/assessments/${id}/report`, { form });
        expect(other.status).toBe(400);
      }
    } finally {
      await bare.stop();
    }
  });

  test.each(["report.docx", "report.pptx", "result.xlsx"])(
    "leads to the result, which says why, where a text cannot be read for %s",
    async (file) => {
      const id = await completedItil();
      app.upstream.on("GET", `/assessments/${id}/wording`, status(500));
      await visitor.get(`/assessments/${id}/${file}`);
      expect([visitor.status, visitor.url]).toEqual([200, `/assessments/${id}/result/itil`]);
      expect(visitor.text()).toMatch(/The (?:report|Excel file) was not prepared\. .* could not be read\. Please try again\./);
    },
  );

  test("keeps what was typed when the upstream fails", async () => {
    const id = await completed();
    await visitor.get(`/assessments/${id}/report`);
    app.upstream.on("PUT", `/assessments/${id}/wording-basis`, status(500));
    await write("Executive summary", "Mine");
    expect([visitor.status, boxOf("summary")]).toEqual([502, expect.stringContaining("Mine")]);
    expect(visitor.text()).toContain("The text could not be saved. It is still here; please try again.");
    app.upstream.reset();
    app.upstream.on("PUT", `/assessments/${id}/wording-basis`, status(429, { "Retry-After": "40" }));
    await write("Executive summary", "Mine again");
    expect([visitor.status, visitor.headers.get("Retry-After"), boxOf("summary")]).toEqual([
      429,
      "60",
      expect.stringContaining("Mine again"),
    ]);
    expect(visitor.text()).toContain("You have saved a lot within a minute.");
    const form = { part: "summary", base: fingerprint(""), body: "Mine again", basis: "[]" };
    await visitor.post(`/assessments/${id}/report/save`, form);
    expect([visitor.status, JSON.parse(new TextDecoder().decode(visitor.body)).retryAfter]).toEqual([429, 40]);
  });
});
