/** The P3M3 summary and submission by form, and a whole assessment from the shipped catalogue (docs/rules/submission-and-certification.md#p3m3-summary). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LEVELS, PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { applyThreadAnswer, EMPTY_THREAD, gateThread, type ThreadSelections, toThreadLetters } from "#model/p3m3/gate.ts";
import { expectStatus } from "../contract/scenario.ts";
import { loseAnswer, status } from "../support/misbehaving-upstream.ts";
import type { AppWithFaults } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { sharedApp, sharedAppWithFaults } from "../support/shared.ts";
import { answer, perspectiveId, start, textsOf, threadId } from "./questions.ts";

let app: App;
let faulty: AppWithFaults;
beforeAll(async () => {
  [app, faulty] = await Promise.all([sharedApp(), sharedAppWithFaults()]);
});
afterAll(() => Promise.all([app.stop(), faulty.stop()]));

describe("the summary", () => {
  test("shows each thread with its state and score, and what is missing as links", async () => {
    const { visitor, at, id, store, descope } = await start(app);
    await store("MC", "AM", "FFPNN");
    await store("MC", "AS", "FFFNN");
    await descope("MC", "PL");
    await visitor.get(`/assessments/${id}/summary`);
    expect(visitor.title).toBe("Summary of Spring review | Maturity Assessment Tool");
    expect(textsOf(visitor, ".summary div.stack > section")[0]).toContain(
      "Management control In progress 1 / 2 Threads complete Perspective score if submitted now 1.25 Perspective score so far 2.50",
    );
    expect(textsOf(visitor, ".summary div.stack > section > table > tbody > tr").slice(0, 4)).toEqual([
      "Asset management Answered 2.50 Edit",
      "Assurance In progress – Edit",
      "Planning Descoped – Edit",
      "Asset management Not started – Edit",
    ]);
    const colours = visitor.document.querySelectorAll("th.thread-mark").map((cell) => cell.getAttribute("data-accent-color"));
    expect(colours.slice(0, 4)).toEqual(["green", "amber", undefined, "red"]);
    expect(visitor.text()).toContain("1/5 Threads complete");
    expect(textsOf(visitor, ".summary-score")).toEqual(["0.63"]);
    expect(textsOf(visitor, ".score-so-far")).toEqual([
      "Overall score so far 2.50 So far: the mean of what is answered. If submitted now: what is to do counts 0. In scope: 2 of 7 perspectives, 3 of 13 threads",
    ]);
    const links = visitor.document.querySelectorAll("#missing a").map((link) => [link.text, link.getAttribute("href")]);
    expect(links).toEqual([
      ["Assurance, Management control", at("MC", "AS")],
      ["Asset management, Risk management", at("RK", "AM")],
      ["Assurance, Risk management", at("RK", "AS")],
      ["Planning, Risk management", at("RK", "PL")],
    ]);
    expect(() => visitor.form("Submit assessment").submit("Submit assessment")).toThrow("disabled");
    await visitor.follow("Edit Management control, Assurance");
    expect(visitor.url).toBe(at("MC", "AS"));
  });

  test("unfolds every score into the answers and the rule that made it", async () => {
    const { visitor, id, store, descope } = await start(app);
    await store("MC", "AM", "FFPNN");
    await store("MC", "AS", "FFFNN");
    await descope("MC", "PL");
    await store("RK", "AM", "FFFFF");
    await store("RK", "AS", "RNNNN");
    await store("RK", "PL", "NNPNN");
    await visitor.get(`/assessments/${id}/summary`);
    const [overall = "", control = "", risk = ""] = textsOf(visitor, "details.explain");
    expect(control).toContain("Asset management Levels 1 to 2 Fully, level 3 Partially 2.50");
    expect(control).toContain("Assurance Levels 1 to 3 Fully – not settled yet –");
    expect(control).not.toContain("Planning");
    expect(control).toContain("( 2.50 + 0.00 ) ÷ 2 = 1.25");
    expect(control).toContain("Rounded down, this perspective has reached maturity level 1 .");
    expect(risk).toContain("Asset management Levels 1 to 5 Fully 5.00");
    expect(risk).toContain("Assurance Level 1 Rarely/Never 0.00");
    expect(risk).toContain("Planning Level 3 Partially – not settled yet –");
    expect(risk).toContain("( 5.00 + 0.00 + 0.00 ) ÷ 3 = 1.67");
    expect(overall).toContain("( 1.25 + 1.67 ) ÷ 2 = 1.46");
    expect(overall).toContain("rounded down: 1 . All perspectives are at this level.");
  });

  test("says which perspective holds the maturity down", async () => {
    const { visitor, id, store } = await start(app, { threads: ["AM", "PL"] });
    for (const thread of ["AM", "PL"]) {
      await store("MC", thread, "FFPNN");
      await store("RK", thread, "FFFFF");
    }
    await visitor.get(`/assessments/${id}/summary`);
    expect(textsOf(visitor, "details.explain")[0]).toContain("rounded down: 2 . It is held there by Management control.");
  });

  test("offers certification by way of the profile, with its conditions", async () => {
    const { visitor, id } = await start(app);
    await visitor.get(`/assessments/${id}/summary`);
    expect(visitor.text()).toContain(
      "the end customer's consent to share data with a certifying body. It is subject to a fee. Certificates are valid for three years.",
    );
    await visitor.follow("Certify assessment");
    expect(visitor.url).toBe(`/assessments/${id}/profile`);
  });

  test("names what a certified assessment still needs, and in which perspectives", async () => {
    const perspectives = PERSPECTIVES.map(({ code }) => code);
    const { visitor, id, store } = await start(app, { perspectives, threads: ["IK", "OR", "PR", "ST"], certified: true });
    await visitor.get(`/assessments/${id}/summary`);
    expect(visitor.text()).toContain(
      "These threads must still be answered in every perspective: Information and knowledge management, Organization, Process, Standards.",
    );
    await store("MC", "IK", "FFPNN");
    for (const perspective of perspectives) if (perspective !== "RK") await store(perspective, "OR", "FFPNN");
    await visitor.get(`/assessments/${id}/summary`);
    expect(visitor.text()).toContain("These threads must still be answered in every perspective: Process, Standards.");
    expect(visitor.text()).toContain("Organization must still be answered in Risk management.");
    expect(visitor.text()).toContain(
      "Information and knowledge management must still be answered in Benefits management, Finance management, Organizational governance, Resource management, Risk management and Stakeholder management.",
    );
  });

  test("of a completed assessment asks for certification on the Completed tab, where its row is", async () => {
    const perspectives = PERSPECTIVES.map(({ code }) => code);
    const { visitor, id, store, client, organizationId } = await start(app, { perspectives, threads: ["IK", "OR", "PR", "ST"] });
    for (const perspective of perspectives) for (const thread of ["IK", "OR", "PR", "ST"]) await store(perspective, thread, "FFPNN");
    expectStatus(await client.post(`/assessments/${id}/complete`), 200);
    await visitor.get(`/assessments/${id}/summary`);
    await visitor.follow("Certify assessment");
    expect(visitor.url).toBe(`/?organization=${organizationId}&tab=completed&confirm=certify&assessment=${id}`);
    expect(textsOf(visitor, "dialog h2")).toEqual(["Certify assessment"]);
    await visitor.form("Certify assessment").check("consent").submit("Certify assessment");
    expect((await client.get(`/assessments/${id}`)).body.certified).toBe(true);
    await visitor.get(`/assessments/${id}/summary`);
    expect(visitor.text()).toContain("Certification requested");
  });

  test("offers certification neither for fewer perspectives nor once it is archived", async () => {
    const { visitor, id, store, client } = await start(app, { perspectives: ["MC"], threads: ["PL"] });
    await store("MC", "PL", "FFPNN");
    expectStatus(await client.post(`/assessments/${id}/complete`), 200);
    const offer = () => visitor.document.querySelectorAll("section[aria-labelledby=certification] a").length;
    await visitor.get(`/assessments/${id}/summary`);
    expect(offer()).toBe(0);
    expect(visitor.text()).toContain("Certification needs all seven perspectives");
    const whole = await start(app, { perspectives: PERSPECTIVES.map(({ code }) => code), threads: ["PL"] });
    for (const { code } of PERSPECTIVES) await whole.store(code, "PL", "FFPNN");
    expectStatus(await whole.client.post(`/assessments/${whole.id}/complete`), 200);
    expectStatus(await whole.client.post(`/assessments/${whole.id}/archive`), 200);
    await whole.visitor.get(`/assessments/${whole.id}/summary`);
    expect(whole.visitor.document.querySelectorAll("section[aria-labelledby=certification] a")).toHaveLength(0);
  });
});

describe("a perspective whose threads are all descoped", () => {
  /** Both threads of Benefits management can be answered, one is descoped; then the scope is narrowed to that one. */
  async function startNarrowed() {
    const started = await start(app, { perspectives: ["BM", "MC"], threads: ["AM", "PL"] });
    const { visitor, id, store, descope } = started;
    await store("MC", "AM", "FFPNN");
    await descope("BM", "AM");
    await visitor.get(`/assessments/${id}/scope`);
    await visitor.form("Save & Continue").uncheck("Planning").submit("Save & Continue");
    await visitor.get(`/assessments/${id}/summary`);
    return started;
  }

  test("is said to be in the way of submission, with the ways out as links", async () => {
    const { visitor, at, id } = await startNarrowed();
    expect(visitor.text()).toContain("1/1 Threads complete");
    expect(() => visitor.form("Submit assessment").submit("Submit assessment")).toThrow("disabled");
    const [missing = ""] = textsOf(visitor, "#missing");
    expect(missing).toBe(
      "Benefits management keeps you from submitting: all its threads are descoped. Rescope one , or take the perspective out of scope .",
    );
    await visitor.follow("Rescope one");
    expect(visitor.url).toBe(at("BM", "AM"));
    await visitor.form("Rescope thread").submit("Rescope thread");
    await visitor.get(`/assessments/${id}/summary`);
    expect(textsOf(visitor, "#missing")).toEqual([
      "Still to be answered before you can submit: Benefits management ( 1 ) Asset management , Benefits management",
    ]);
  });

  test("counts in no score, and can be taken out of scope", async () => {
    const { visitor, id } = await startNarrowed();
    expect(textsOf(visitor, ".summary-score")).toEqual(["2.50"]);
    const [overall = "", benefits = "", control = ""] = textsOf(visitor, "details.explain");
    expect(overall).toContain("( 2.50 ) ÷ 1 = 2.50");
    expect(overall).toContain("rounded down: 2 . All perspectives are at this level.");
    expect(benefits).toContain("All threads of this perspective are descoped, so it has no score and counts in no other.");
    expect(control).toContain("( 2.50 ) ÷ 1 = 2.50");
    expect(textsOf(visitor, ".summary div.stack > section")[0]).toContain(
      "Benefits management To do 0 / 0 Threads complete Perspective score –",
    );
    await visitor.follow("take the perspective out of scope");
    expect(visitor.url).toBe(`/assessments/${id}/scope`);
    await visitor.form("Save & Continue").uncheck("Benefits management").submit("Save & Continue");
    await visitor.get(`/assessments/${id}/summary`);
    await visitor.form("Submit assessment").submit("Submit assessment");
    await visitor.form("dialog form").submit("Submit assessment");
    expect(visitor.url).toBe(`/assessments/${id}/result`);
  });

  test("leaves no score where it is the only one", async () => {
    const { visitor, id, descope } = await start(app, { perspectives: ["BM"], threads: ["AM", "PL"] });
    await descope("BM", "AM");
    await visitor.get(`/assessments/${id}/scope`);
    await visitor.form("Save & Continue").uncheck("Planning").submit("Save & Continue");
    await visitor.get(`/assessments/${id}/summary`);
    expect(textsOf(visitor, ".summary-score")).toEqual(["–"]);
    expect(textsOf(visitor, "details.explain")[0]).toContain("There is no score yet: no perspective has a thread in scope.");
  });
});

describe("submission", () => {
  test("says what is flagged, has no note or no evidence, by number with the list of it, and is possible all the same", async () => {
    const { visitor, id, store, writeNote, client } = await start(app, { perspectives: ["MC"], threads: ["AM", "PL"] });
    for (const thread of ["AM", "PL"]) await store("MC", thread, "FFPNN");
    const question = async () => {
      await visitor.get(`/assessments/${id}/summary?confirm=submit`);
      return visitor.document.querySelectorAll("dialog li a").map((each) => [each.text, each.getAttribute("href")]);
    };
    const here = `/assessments/${id}/summary`;
    const ofReport = [
      ["Steps without owner, effort or date: 1 of 1", `/assessments/${id}/draft/report#steps`],
      ["The cover of the report names no author", `/assessments/${id}/draft/report#cover`],
    ];
    expect(await question()).toEqual([
      ["Without note: 2 of 2 answered threads", `${here}?show=unnoted`],
      ["Without evidence: 2 of 2 answered threads", `${here}?show=unevidenced`],
      ["Weakest of what holds the maturity, without a note that says why: 2", `${here}?show=unnoted`],
      ...ofReport,
    ]);
    await writeNote("MC", "AM", "Seen");
    await writeNote("MC", "PL", "Heard");
    expectStatus(await client.post(`/assessments/${id}/lock`), 200);
    expectStatus(await client.put(`/assessments/${id}/${perspectiveId("MC")}/${threadId("AM")}/flag`, { flagged: true }), 200);
    await client.delete(`/assessments/${id}/lock`);
    expect(await question()).toEqual([
      ["Flagged: 1 of 2 threads", `${here}?show=flagged`],
      ["Without evidence: 2 of 2 answered threads", `${here}?show=unevidenced`],
      ...ofReport,
    ]);
    await visitor.form("dialog form").submit("Submit assessment");
    expect(visitor.url).toBe(`/assessments/${id}/result`);
  });

  test("is confirmed in the fixed words, done once, and leads to the result", async () => {
    const { visitor, id, store, client } = await start(app, { perspectives: ["MC"], threads: ["AM", "PL"] });
    await store("MC", "AM", "FFPNN");
    await store("MC", "PL", "FFPNN");
    await visitor.get(`/assessments/${id}/summary`);
    await visitor.form("Submit assessment").submit("Submit assessment");
    expect(visitor.text()).toContain(
      "Are you ready to Submit? Once you have submitted this assessment you cannot make any changes but will have access to a read-only copy.",
    );
    const confirmation = visitor.form("dialog form");
    await confirmation.submit("Submit assessment");
    expect(visitor.url).toBe(`/assessments/${id}/result`);
    expect(textsOf(visitor, "dialog h2")).toEqual(["The assessment was submitted."]);
    expect(expectStatus(await client.get(`/assessments/${id}`), 200).body.status).toBe("Completed");
    await visitor.follow("Continue");
    expect([visitor.url, textsOf(visitor, "dialog").length]).toEqual([`/assessments/${id}/result`, 0]);
    // A double click, or the back button.
    await confirmation.submit("Submit assessment");
    expect(visitor.url).toBe(`/assessments/${id}/result`);
  });

  test("is refused by the server where something is missing", async () => {
    const { visitor, id, client } = await start(app);
    await visitor.get(`/assessments/${id}/summary?confirm=submit`);
    expect(visitor.text()).not.toContain("Are you ready to Submit?");
    await visitor.post(`/assessments/${id}/summary`, {});
    expect(visitor.status).toBe(422);
    expect(visitor.text()).toContain("Something happened, please try again...");
    expect(expectStatus(await client.get(`/assessments/${id}`), 200).body.status).not.toBe("Completed");
  });

  test("is shown disabled, with the reason, where the assessment is completed or archived", async () => {
    const { visitor, id, store, client } = await start(app, { perspectives: ["MC"], threads: ["PL"] });
    await store("MC", "PL", "FFPNN");
    const reason = () => {
      expect(() => visitor.form("Submit assessment").submit("Submit assessment")).toThrow("disabled");
      const [button] = visitor.document.querySelectorAll('button[name="confirm"][value="submit"]');
      return textsOf(visitor, `#${button?.getAttribute("aria-describedby")}`)[0];
    };
    expectStatus(await client.post(`/assessments/${id}/archive`), 200);
    await visitor.get(`/assessments/${id}/summary?confirm=submit`);
    expect(visitor.text()).not.toContain("Are you ready to Submit?");
    expect(reason()).toContain("This assessment is archived.");
    expectStatus(await client.post(`/assessments/${id}/unarchive`), 200);
    expectStatus(await client.post(`/assessments/${id}/lock`), 200);
    expectStatus(await client.post(`/assessments/${id}/complete`), 200);
    await visitor.get(`/assessments/${id}/summary`);
    expect(reason()).toContain("This assessment has been submitted");
  });

  test("of which every answer was lost is read again, and leads to the result where it was done", async () => {
    const { visitor, id, store } = await start(faulty, { perspectives: ["MC"], threads: ["PL"] });
    await store("MC", "PL", "FFPNN");
    await visitor.get(`/assessments/${id}/summary?confirm=submit`);
    faulty.upstream.on("POST", `/assessments/${id}/complete`, loseAnswer());
    await visitor.form("dialog form").submit("Submit assessment");
    expect(faulty.upstream.receivedAt("POST", `/assessments/${id}/complete`)).toHaveLength(4);
    faulty.upstream.reset();
    expect(visitor.url).toBe(`/assessments/${id}/result`);
    expect(visitor.text()).toContain("The assessment was submitted.");
  });

  test("of which every answer was lost and nothing can be read says that it is not known", async () => {
    const { visitor, id, store } = await start(faulty, { perspectives: ["MC"], threads: ["PL"] });
    await store("MC", "PL", "FFPNN");
    await visitor.get(`/assessments/${id}/summary?confirm=submit`);
    const submission = visitor.form("dialog form");
    faulty.upstream.on("POST", `/assessments/${id}/complete`, loseAnswer());
    faulty.upstream.on("GET", `/assessments/${id}`, status(503));
    await submission.submit("Submit assessment");
    faulty.upstream.reset();
    expect(visitor.status).toBe(502);
    expect(textsOf(visitor, "dialog")[0]).toMatch(
      /^Something happened, please try again... It is not known whether the assessment was submitted/,
    );
    expect(visitor.text()).not.toContain("all answers are as they were");
    await visitor.follow("Continue");
    expect(visitor.url).toBe(`/assessments/${id}/summary`);
    expect(visitor.text()).toContain("This assessment has been submitted");
  });

  test("that fails says so and changes nothing", async () => {
    const { visitor, id, store, client } = await start(faulty, { perspectives: ["MC"], threads: ["PL"] });
    await store("MC", "PL", "FFPNN");
    await visitor.get(`/assessments/${id}/summary?confirm=submit`);
    faulty.upstream.on("POST", `/assessments/${id}/complete`, status(500));
    await visitor.form("dialog form").submit("Submit assessment");
    expect(visitor.status).toBe(502);
    expect(visitor.text()).toContain(
      "Something happened, please try again... The assessment was not submitted; all answers are as they were.",
    );
    faulty.upstream.reset();
    await visitor.follow("Continue");
    expect(visitor.url).toBe(`/assessments/${id}/summary`);
    expect(expectStatus(await client.get(`/assessments/${id}`), 200).body.status).toBe("Active");
  });
});

/** What an assessor who knows the true level of a thread would answer, level by level, as the screen asks. */
function* truthful(start: 1 | 2 | 3 | 4 | 5, score: number) {
  let state: ThreadSelections = EMPTY_THREAD;
  for (;;) {
    const next = gateThread(start, state).find(({ askedNext }) => askedNext)?.level;
    if (!next) return;
    const selection = next <= score ? "Fully" : next - score < 1 ? "Partially" : "Rarely/Never";
    state = applyThreadAnswer(start, state, next, selection);
    yield { level: next, selection, letters: toThreadLetters(state) };
  }
}

const threads = THREADS.map(({ code }) => code);
const isDescoped = (index: number) => index % 11 === 5;
const scoreOf = (index: number) => (index % 11) / 2;

describe("a whole assessment", () => {
  test("of two perspectives is answered, descoped here and there, summarised and submitted by form", async () => {
    const perspectives = ["BM", "SM"];
    // Two perspectives of six threads have every kind of thread.
    const threads = THREADS.slice(-6).map(({ code }) => code);
    const { visitor, id, letters } = await start(app, { perspectives, threads, selectedLevel: 3 });
    const places = perspectives.flatMap((perspective) => threads.map((thread) => ({ perspective, thread })));
    const goOn = async () => {
      const next = textsOf(visitor, ".action-bar button").at(-1) ?? "";
      await visitor.form(next).submit(next);
    };
    await visitor.get(`/assessments/${id}/continue`);
    for (const [index, { perspective, thread }] of places.entries()) {
      expect(visitor.url).toBe(`/assessments/${id}/questions/${perspective}/${thread}`);
      if (isDescoped(index)) {
        await visitor.form("Continue").check("Descope this thread").submit("Continue");
        await visitor.form("Descope Thread").submit("Descope Thread");
        await visitor.follow("Continue");
        await goOn();
        continue;
      }
      for (const { level, selection } of truthful(3, scoreOf(index))) await answer(visitor, { [level]: selection });
      await goOn();
    }
    expect(visitor.url).toBe(`/assessments/${id}/summary`);
    const counted = places.filter((_, index) => !isDescoped(index)).length;
    expect(visitor.text()).toContain(`${counted}/${counted} Threads complete`);
    expect(visitor.document.querySelector("#missing")).toBeNull();
    const last = places.length - 1;
    expect(await letters("SM", threads.at(-1) ?? "")).toBe([...truthful(3, scoreOf(last))].at(-1)?.letters);
    await visitor.form("Submit assessment").submit("Submit assessment");
    await visitor.form("dialog form").submit("Submit assessment");
    expect(visitor.url).toBe(`/assessments/${id}/result`);
  });

  // `gate.test.ts` has every level for every truth, and the test above the one between.
  test("of all thirteen threads is answered by the script's saves, from the lowest selected level and from the highest alike", async () => {
    for (const level of [1, 5] as const) {
      const { visitor, at, id, letters } = await start(app, { perspectives: ["MC"], threads, selectedLevel: level });
      await visitor.get(at("MC", "AM"));
      for (const [index, { code }] of THREADS.entries()) {
        let base = "NNNNN";
        for (const { letters: target } of truthful(level, scoreOf(index))) {
          await visitor.post(`${at("MC", code)}/save`, { base, target });
          expect(visitor.status).toBe(200);
          base = target;
        }
        const expected = LEVELS.map((each) => (each <= scoreOf(index) ? "F" : each - scoreOf(index) < 1 ? "P" : "R"));
        const ended = expected.findIndex((letter) => letter !== "F");
        expect(await letters("MC", code)).toBe(ended === -1 ? "FFFFF" : `${expected.slice(0, ended + 1).join("")}NNNN`.slice(0, 5));
      }
      await visitor.get(`/assessments/${id}/summary`);
      expect(visitor.text()).toContain("13/13 Threads complete");
    }
  });
});
