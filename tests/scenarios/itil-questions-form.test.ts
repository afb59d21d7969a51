/** Answering ITIL by form, as a browser without script does it (docs/rules/itil.md#questions-screen-of-itil). */

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CriterionLevel } from "#model/itil/catalogue.ts";
import { type AnsweredCriterion, applyPracticeAnswer, gatePractice, PRACTICE_SELECTIONS, toPracticeLetters } from "#model/itil/gate.ts";
import { NOTE_MAX } from "#model/note.ts";
import { textMessages } from "#model/text.ts";
import { expectStatus } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import type { App } from "../support/server.ts";
import { READER, sharedApp } from "../support/shared.ts";
import { answerCriteria, codesOn, joinItil, levelBlock, openLevels, RARELY, shownCriteria, startItil } from "./itil.ts";
import { textsOf } from "./questions.ts";

let app: App;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

/** Letters for all criteria: those of each level alike, 'F' 'R' or 'N'. */
const byLevel = (levels: readonly number[], letters: Record<number, string>) => levels.map((level) => letters[level] ?? "N").join("");
const placesOf = (levels: readonly number[], wanted: number) => levels.flatMap((level, index) => (level === wanted ? [index] : []));
const all = (places: readonly number[], letter: "F" | "R") => Object.fromEntries(places.map((place) => [place, letter]));
const letterOf = (letters: string, place: number | undefined) => letters[place ?? -1];

describe("the screen of a practice", () => {
  test("shows scope, question type and the criteria by level, with dimension and success factor", async () => {
    const { visitor, at, levels } = await startItil(app, { selectedScope: "Maturity", primary: ["INM"], supporting: ["SDK"] });
    await visitor.get(at("inm"));
    expect(visitor.status).toBe(200);
    expect(visitor.title).toBe("Incident management – INM | Maturity Assessment Tool");
    expect(textsOf(visitor, "h1, main > header p")).toEqual(["Service review", "Maturity – Capability practice"]);
    expect(textsOf(visitor, ".levels h3")).toEqual(["Level 2", "Level 3", "Level 4", "Level 5"]);
    expect(codesOn(visitor)).toHaveLength((await levels("INM")).length);
    const [first = ""] = textsOf(visitor, ".criterion");
    expect(first).toContain("Information and technology");
    expect(first).toContain("INM1 Restoration in the order of harm to the business");
    expect(first).toContain("Required");
    expect(first).toMatch(/Fully .*Rarely\/Never/);
    expect(openLevels(visitor)).toEqual([2]);
    expect(levelBlock(visitor, 3)).toContain("N/A. Opens when every criterion of level 2 is Fully.");
  });

  test("answers 404 with a way back for what is unknown or not in scope", async () => {
    const { visitor, at } = await startItil(app);
    for (const code of ["XX", "SDK", "M-GP"]) {
      await visitor.get(at(code));
      expect(visitor.status).toBe(404);
      expect(visitor.text()).toContain("Practice not found.");
    }
    await visitor.follow("Go to the questions");
    expect(visitor.url).toBe(at("INM"));
  });

  test("leads to the questions of its own model", async () => {
    const { visitor, id, at } = await startItil(app);
    await visitor.get(`/assessments/${id}/questions/MC/PL`);
    expect(visitor.url).toBe(at("INM"));
  });

  test("shows progress by group, with a link to every practice and component", async () => {
    const { visitor, at, store, levels } = await startItil(app, {
      selectedScope: "Maturity",
      primary: ["INM"],
      supporting: ["SDK", "DPM"],
    });
    await store("INM", byLevel(await levels("INM"), { 2: "F", 3: "R" }));
    await store("SDK", "FN");
    await store("M-G", 4);
    await visitor.get(at("M-G"));
    expect(textsOf(visitor, "nav[aria-label=Progress] summary")).toEqual([
      "General management 0/1 Not started",
      "Service management 1/2 In progress",
      "Technical management 0/1 Not started",
      "Maturity components 1/5 In progress",
    ]);
    expect(textsOf(visitor, "nav[aria-label=Progress] li")).toEqual([
      "Grid of General management",
      "Continual improvement , General management Not started –",
      "Grid of Service management",
      "Incident management Complete 2.00",
      "Service desk In progress –",
      "Grid of Technical management",
      "Deployment management Not started –",
      "Guiding Principles Not started –",
      "Governance Complete 4.00",
      "Service Value Chain Not started –",
      "Practices In progress –",
      "Continual Improvement , Maturity components Not started –",
    ]);
    expect(textsOf(visitor, "nav[aria-label=Progress] > .small")).toEqual(["2 of 9 practices and components complete"]);
    expect(visitor.text()).toContain("SVS Maturity Score –");
  });

  test("has no overall score for the Capability scope", async () => {
    const { visitor, at } = await startItil(app);
    await visitor.get(at("INM"));
    expect(visitor.text()).not.toContain("SVS Maturity Score");
    expect(textsOf(visitor, "nav[aria-label=Progress] > .small")).toEqual(["0 of 1 practices complete"]);
  });
});

describe("answering criteria", () => {
  test("opens each level when the one below is all Fully, and says why the others wait", async () => {
    const { visitor, at, letters, levels } = await startItil(app);
    const places = await levels("INM");
    await visitor.get(at("INM"));
    await answerCriteria(visitor, all(placesOf(places, 2), "F"));
    expect(openLevels(visitor)).toEqual([2, 3]);
    expect(visitor.text()).not.toContain("Complete Score");
    const third = placesOf(places, 3);
    await answerCriteria(visitor, { ...all(third, "F"), [third[0] ?? 0]: "R" });
    expect(openLevels(visitor)).toEqual([2, 3]);
    expect(levelBlock(visitor, 4)).toContain("N/A. Locked because level 3 is not all Fully.");
    expect(visitor.text()).toContain("Complete Score 2.00");
    expect(shownCriteria(visitor)).toBe(await letters("INM"));
  });

  test("explains which criteria hold the level, and what lifts it first", async () => {
    const { visitor, at, store, levels } = await startItil(app);
    const places = await levels("INM");
    const third = placesOf(places, 3);
    await store(
      "INM",
      byLevel(places, { 2: "F", 3: "F" }).replace(/./g, (letter, place) => (place === third[1] ? "R" : letter)),
    );
    await visitor.get(at("INM"));
    expect(visitor.text()).toContain("It is held at level 2 by 1 criterion of level 3 answered Rarely/Never:");
    expect(visitor.text()).toContain("The easiest next step: meet it, and the practice reaches at least level 3.");
    expect(textsOf(visitor, ".explain li")[0]).toContain("INM-3.2");
  });

  test("says what a change cleared and takes it back by Undo", async () => {
    const { visitor, at, letters, levels } = await startItil(app);
    const places = await levels("INM");
    const [first, second] = [placesOf(places, 2), placesOf(places, 3)];
    await visitor.get(at("INM"));
    await answerCriteria(visitor, all(first, "F"));
    await answerCriteria(visitor, all(second, "F"));
    const before = await letters("INM");
    expect(textsOf(visitor, "button")).not.toContain("Undo");
    await answerCriteria(visitor, { [first[1] ?? 0]: "R" });
    expect(letterOf(await letters("INM"), second[0])).toBe("N");
    expect(visitor.text()).toContain(`${second.length} answers of level 3 were cleared. Undo`);
    expect(levelBlock(visitor, 3)).toContain("Cleared because level 2 is no longer all Fully.");
    await visitor.form("Undo").submit("Undo");
    expect([shownCriteria(visitor), await letters("INM")]).toEqual([before, before]);
  });

  test("lets the lower level win where one post changes several", async () => {
    const { visitor, at, letters, levels } = await startItil(app);
    const places = await levels("INM");
    await visitor.get(at("INM"));
    await answerCriteria(visitor, all(placesOf(places, 2), "F"));
    await answerCriteria(visitor, { 0: "R", ...all(placesOf(places, 3), "F") });
    expect(await letters("INM")).toBe(byLevel(places, { 2: "F" }).replace("F", "R"));
  });

  test("tells that a higher level of the same post was lost to the lower one, and brings it back by Undo", async () => {
    const { visitor, at, letters, levels } = await startItil(app);
    const places = await levels("INM");
    const third = placesOf(places, 3);
    await visitor.get(at("INM"));
    await answerCriteria(visitor, all(placesOf(places, 2), "F"));
    await answerCriteria(visitor, { 0: "R", ...all(third, "F") });
    expect(visitor.text()).toContain(`${third.length} answers of level 3 were cleared. Undo`);
    await visitor.form("Undo").submit("Undo");
    expect(await letters("INM")).toBe(byLevel(places, { 2: "F", 3: "F" }));
  });

  test("tells what was cleared before 'Next Practice' leads on", async () => {
    const { visitor, at, letters, levels } = await startItil(app);
    const places = await levels("INM");
    await visitor.get(at("INM"));
    await answerCriteria(visitor, all(placesOf(places, 2), "F"));
    await answerCriteria(visitor, all(placesOf(places, 3), "F"));
    const [next = ""] = textsOf(visitor, ".action-bar button").slice(-1);
    await answerCriteria(visitor, { 0: "R" }, next);
    expect(visitor.text()).toContain("cleared. Undo");
    expect(letterOf(await letters("INM"), 0)).toBe("R");
  });

  test("confirms that everything was saved", async () => {
    const { visitor, at } = await startItil(app);
    await visitor.get(at("INM"));
    await answerCriteria(visitor, { 0: "F" });
    expect(visitor.text()).toContain("Your answers and notes are saved.");
  });

  test("clears the whole practice, asked first, and can take that back", async () => {
    const { visitor, at, letters, levels, note } = await startItil(app);
    const places = await levels("INM");
    await visitor.get(at("INM"));
    expect(visitor.text()).not.toContain("Clear this practice's answers");
    await answerCriteria(visitor, { 0: "F", 1: "R" });
    const before = await letters("INM");
    await visitor.form("Save answers").fill("Assessment Notes", "Typed before").submit("Clear this practice's answers");
    expect(await note("INM")).toBe("Typed before");
    expect(visitor.text()).toContain("Clear this practice's answers?");
    await visitor.form("Clear answers").submit("Clear answers");
    expect(await letters("INM")).toBe(byLevel(places, {}));
    expect(visitor.text()).toContain("2 answers of level 2 were cleared.");
    await visitor.form("Undo").submit("Undo");
    expect(await letters("INM")).toBe(before);
  });

  test("ends where the rule ends: in the form, in the background save and in the API alike", async () => {
    const { visitor, at, letters, levels, store } = await startItil(app);
    const places = await levels("INM");
    const empty: AnsweredCriterion[] = places.map((level) => ({ level: level as CriterionLevel, selection: "N/A" }));
    const written = (criteria: readonly AnsweredCriterion[]) => toPracticeLetters(criteria.map(({ selection }) => selection));
    // Fully more often than not, or the upper levels would hardly ever open.
    const answers = fc.array(fc.tuple(fc.nat(), fc.constantFrom("Fully" as const, "Fully" as const, ...PRACTICE_SELECTIONS)), {
      minLength: 1,
      maxLength: 10,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("", "F", "FF"), answers, async (start, given) => {
        let expected = empty.map((criterion) => ({
          ...criterion,
          selection: criterion.level <= start.length + 1 ? ("Fully" as const) : ("N/A" as AnsweredCriterion["selection"]),
        }));
        await store("INM", written(expected));
        await visitor.get(at("INM"));
        const states = [expected];
        for (const [which, selection] of given) {
          const open = gatePractice(expected).flatMap((gate) => (gate.open ? [gate.level] : []));
          const candidates = expected.flatMap(({ level }, index) => (open.includes(level) ? [index] : []));
          const index = candidates[which % candidates.length] ?? 0;
          expected = applyPracticeAnswer(expected, index, selection);
          states.push(expected);
          await answerCriteria(visitor, { [index]: selection === "Fully" ? "F" : "R" });
          expect(shownCriteria(visitor)).toBe(written(expected));
        }
        expect(await letters("INM")).toBe(written(expected));

        await store("INM", written(states[0] ?? empty));
        for (const [index, target] of states.slice(1).entries()) {
          await visitor.post(`${at("INM")}save`, { base: written(states[index] ?? empty), target: written(target) });
          expect(visitor.status).toBe(200);
        }
        expect(await letters("INM")).toBe(written(expected));
      }),
      { numRuns: 4 },
    );
  });

  test("stores nothing of a post that no page of ours makes", async () => {
    const { visitor, at, letters, levels } = await startItil(app);
    const places = await levels("INM");
    const base = byLevel(places, {});
    const posts: (Record<string, string> | [string, string][])[] = [
      {},
      { "criterion-0": "1" },
      { base, "criterion-0": "1" },
      { base: "?", levels: places.join(""), "criterion-0": "1" },
      { base, levels: "2", "criterion-0": "1" },
      { base, levels: "9".repeat(places.length), "criterion-0": "1" },
      { base, target: byLevel(places, { 3: "F" }) },
      { base, target: "F" },
      { base, target: `${base}F` },
      [
        ["base", base],
        ["levels", places.join("")],
        ["criterion-0", "1"],
        ["criterion-0", "2"],
      ],
    ];
    await visitor.get(at("INM"));
    for (const fields of posts) {
      for (const address of [at("INM"), `${at("INM")}save`]) {
        await visitor.post(address, fields);
        expect(visitor.status).toBe(400);
      }
    }
    expect(await letters("INM")).toBe(base);
  });

  test("takes what a locked level posts for nothing", async () => {
    const { visitor, at, letters, levels } = await startItil(app);
    const places = await levels("INM");
    await visitor.get(at("INM"));
    const forged = { base: byLevel(places, {}), levels: places.join(""), "criterion-0": "1", [`criterion-${placesOf(places, 4)[0]}`]: "1" };
    await visitor.post(at("INM"), forged);
    expect([visitor.status, await letters("INM")]).toEqual([200, byLevel(places, {}).replace("N", "F")]);
  });
});

describe("maturity components", () => {
  const start = () => startItil(app, { selectedScope: "Maturity", primary: ["INM"], supporting: ["SDK"] });

  test("are one vertical choice of five options", async () => {
    const { visitor, at, option } = await start();
    await visitor.get(at("m-gp"));
    expect(visitor.title).toBe("Guiding Principles – M-GP | Maturity Assessment Tool");
    expect(textsOf(visitor, "main > header p")).toEqual(["Maturity – Maturity component"]);
    const names = textsOf(visitor, ".option > strong");
    expect(names.map((name) => name.slice(0, 8))).toEqual(["Level 1:", "Level 2:", "Level 3:", "Level 4:", "Level 5:"]);
    expect(visitor.text()).toContain("Required: choose the option");
    const radios = visitor.document.querySelectorAll("input[name=option]");
    await visitor
      .form("Save answers")
      .choose("option", radios[2]?.getAttribute("value") ?? "")
      .submit("Save answers");
    expect([visitor.status, await option("M-GP")]).toEqual([200, 3]);
    expect(visitor.text()).toContain("Complete Score 3.00");
    await visitor
      .form("Save answers")
      .choose("option", radios[4]?.getAttribute("value") ?? "")
      .submit("Save answers");
    expect(await option("M-GP")).toBe(5);
  });

  test("refuse an option that is none of theirs", async () => {
    const { visitor, at, option, store } = await start();
    await store("M-GP", 2);
    await visitor.get(at("M-GP"));
    const base = visitor.document.querySelector("input[name=base]")?.getAttribute("value") ?? "";
    for (const chosen of ["999999", "x", "-1"]) {
      await visitor.post(at("M-GP"), { base, option: chosen });
      expect(visitor.status).toBe(400);
    }
    expect(await option("M-GP")).toBe(2);
  });

  test("M-P and M-CI are read-only, with how they are computed and from what", async () => {
    const { visitor, at, store, levels } = await start();
    await store("INM", byLevel(await levels("INM"), { 2: "F", 3: "F", 4: "R" }));
    await store("CI", byLevel(await levels("CI"), { 2: "F", 3: "F", 4: "F", 5: "R" }));
    await visitor.get(at("M-P"));
    expect(visitor.document.querySelectorAll("main input[type=radio]")).toEqual([]);
    expect(visitor.text()).toContain("It is known once every practice is complete; still missing: Service desk.");
  });

  test("M-P says which practice holds it", async () => {
    const { visitor, at, store, levels } = await start();
    await store("INM", byLevel(await levels("INM"), { 2: "F", 3: "F", 4: "R" }));
    await store("CI", byLevel(await levels("CI"), { 2: "F", 3: "F", 4: "F", 5: "R" }));
    await store("SDK", byLevel(await levels("SDK"), { 2: "R" }));
    await visitor.get(at("M-P"));
    expect(visitor.text()).toContain("It is held at 2.00 by Service desk.");
    expect(textsOf(visitor, "tbody tr")).toEqual([
      "Continual improvement Primary 4 4",
      "Incident management Primary 3 3",
      "Service desk Supporting 1 2 – holds it",
    ]);
    await visitor.get(at("M-CI"));
    expect(visitor.document.querySelectorAll("main input[type=radio]")).toEqual([]);
    expect(visitor.text()).toContain("This component has the capability level of the practice Continual improvement: 4");
  });

  test("M-P and M-CI are refused as answers, and keep their notes", async () => {
    const { visitor, at, note } = await start();
    for (const code of ["M-P", "M-CI"]) {
      await visitor.get(at(code));
      await visitor.form("Save answers").fill("Assessment Notes", `About ${code}`).submit("Save answers");
      expect([visitor.status, await note(code)]).toEqual([200, `About ${code}`]);
      await visitor.post(at(code), { base: "", option: "1" });
      expect(visitor.status).toBe(400);
    }
  });
});

describe("notes", () => {
  test.each(["INM", "M-G"])("of %s are saved with the form and come back as they were", async (code) => {
    const { visitor, at, note } = await startItil(app, { selectedScope: "Maturity" });
    await visitor.get(at(code));
    const text = '\nTwo lines & <b>"HTML"</b>\n😀 ملاحظات';
    await visitor.form("Save answers").fill("Assessment Notes", text).submit("Save answers");
    expect([visitor.status, await note(code)]).toEqual([200, text]);
    expect(visitor.document.querySelector("textarea")?.getAttribute("placeholder")).toBe("You can add any notes here");
    await visitor
      .form("Save answers")
      .fill("Assessment Notes", "x".repeat(NOTE_MAX + 1))
      .submit("Save answers");
    expect([visitor.status, await note(code)]).toEqual([400, text]);
    expect(visitor.text()).toContain(textMessages.tooLong(NOTE_MAX));
  });
});

describe("two tabs", () => {
  test("a practice that has changed since writes nothing and shows both versions", async () => {
    const { visitor, at, letters, levels, store } = await startItil(app);
    const places = await levels("INM");
    await visitor.get(at("INM"));
    const [first = ""] = codesOn(visitor);
    const stale = visitor.form("Save answers").choose(`${first} answer`, "Rarely/Never").fill("Assessment Notes", "Mine");
    const theirs = byLevel(places, { 2: "F" });
    await store("INM", theirs);
    await stale.submit("Save answers");
    expect([visitor.status, await letters("INM")]).toEqual([409, theirs]);
    expect(visitor.text()).toContain("This practice was changed in the meantime");
    expect(textsOf(visitor, ".versions-table tbody tr")[0]).toMatch(/Fully Rarely\/Never$/);
    await visitor.form("Save mine instead").submit("Save mine instead");
    expect([visitor.status, await letters("INM")]).toEqual([200, byLevel(places, {}).replace("N", "R")]);
    expect(visitor.document.querySelector("textarea")?.text).toBe("Mine");
  });

  test("a component likewise; what is stored can be kept", async () => {
    const { visitor, at, option, store } = await startItil(app, { selectedScope: "Maturity" });
    await visitor.get(at("M-G"));
    const radios = visitor.document.querySelectorAll("input[name=option]").map((radio) => radio.getAttribute("value") ?? "");
    const stale = visitor.form("Save answers").choose("option", radios[0] ?? "");
    await store("M-G", 4);
    await stale.submit("Save answers");
    expect([visitor.status, await option("M-G")]).toEqual([409, 4]);
    expect(visitor.text()).toContain("This component was changed in the meantime");
    await visitor.follow("Keep the stored version");
    expect(visitor.document.querySelectorAll("input[name=option]")[3]?.hasAttribute("checked")).toBe(true);
  });

  test("somebody else's lock: who holds it is said, and what was entered stays", async () => {
    const started = await startItil(app);
    const { visitor, at, letters, levels, client, id } = started;
    const places = await levels("INM");
    await visitor.get(at("INM"));
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    const kim = await joinItil(app, started);
    await kim.visitor.get(at("INM"));
    await answerCriteria(visitor, { 0: "F" });
    expect([visitor.status, await letters("INM")]).toEqual([409, byLevel(places, {})]);
    expect(visitor.text()).toContain("Locked for editing by another user");
    expect(visitor.text()).toContain(kim.email);
    expect(shownCriteria(visitor)[0]).toBe("F");
    const late = await joinItil(app, started);
    await late.visitor.get(at("INM"));
    expect(late.visitor.url).toMatch(/^\/\?/);
    expect(late.visitor.text()).toContain("Locked for editing by another user");
  });
});

describe("moving on", () => {
  test("leads through practices and components to the summary", async () => {
    const { visitor, at, summary, organizationId } = await startItil(app, { selectedScope: "Maturity", primary: ["INM"] });
    await visitor.get(at("CI"));
    const labels = [
      "Next Practice",
      "Assess Maturity Components",
      "Next component",
      "Next component",
      "Next component",
      "Next component",
      "View Summary",
    ];
    const seen: string[] = [];
    for (const label of labels) {
      await visitor.form(label).submit(label);
      seen.push(visitor.url);
    }
    expect(seen).toEqual([...["INM", "M-GP", "M-G", "M-SVC", "M-P", "M-CI"].map(at), summary]);
    await visitor.get(at("M-P"));
    await visitor.form("Save and Exit").submit("Save and Exit");
    expect(visitor.url).toBe(`/?organization=${organizationId}`);
  });

  test("leads from the last practice to the summary where there are no components, saving what was chosen", async () => {
    const { visitor, at, summary, letters } = await startItil(app);
    await visitor.get(at("INM"));
    const [first = ""] = codesOn(visitor);
    await visitor.form("View Summary").choose(`${first} answer`, "Fully").submit("View Summary");
    expect([visitor.url, (await letters("INM"))[0]]).toEqual([summary, "F"]);
  });

  test("'Continue' leads to the first practice, then component, that is not answered", async () => {
    const { visitor, at, store, levels, id, summary } = await startItil(app, { selectedScope: "Maturity", primary: ["INM"] });
    const next = async () => (await visitor.get(`/assessments/${id}/continue`)).url;
    expect(await next()).toBe(at("CI"));
    await store("CI", byLevel(await levels("CI"), { 2: "R" }));
    expect(await next()).toBe(at("INM"));
    await store("INM", byLevel(await levels("INM"), { 2: "R" }));
    expect(await next()).toBe(at("M-GP"));
    await store("M-GP", 1);
    await store("M-SVC", 1);
    expect(await next()).toBe(at("M-G"));
    await store("M-G", 1);
    expect(await next()).toBe(summary);
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

  test("completed: the same screens without controls, and on to the result", async () => {
    const { visitor, at, client, id, answerAll, writeNote } = await startItil(app, { selectedScope: "Maturity" });
    await writeNote("M-GP", "Seen in the minutes");
    await answerAll("F", 5);
    expectStatus(await client.post(`/assessments/${id}/complete`), 200);
    await visitor.get(at("INM"));
    expect(visitor.text()).toContain("This assessment has been submitted, so it can be read but no longer changed.");
    expect(textsOf(visitor, ".criterion .answer-given")[0]).toBe("Answer: Fully");
    expectNoControls(visitor);
    expect(visitor.cookie(`lock-${id}`)).toBeUndefined();
    await visitor.follow("Assess Maturity Components");
    expectNoControls(visitor);
    expect(textsOf(visitor, ".option-chosen > strong")[0]).toMatch(/^Level 5:/);
    expect(visitor.text()).toContain("Seen in the minutes");
    for (const address of [at("INM"), at("M-GP"), `/itil/assessments/${id}/summary`]) {
      await visitor.get(address);
      await visitor.follow("Back to the result");
      expect(visitor.url).toBe(`/assessments/${id}/result/itil`);
    }
    await visitor.get(at("M-CI"));
    await visitor.follow("View Result");
    expect(visitor.url).toBe(`/assessments/${id}/result/itil`);
  });

  test("archived: says how to get it back; a form that was open is refused and keeps what was entered", async () => {
    const { visitor, at, client, id, letters, levels } = await startItil(app);
    const places = await levels("INM");
    await visitor.get(at("INM"));
    const [first = ""] = codesOn(visitor);
    const stale = visitor.form("Save answers").choose(`${first} answer`, "Fully").fill("Assessment Notes", "Typed");
    expectStatus(await client.post(`/assessments/${id}/archive`), 200);
    await stale.submit("Save answers");
    expect([visitor.status, await letters("INM")]).toEqual([400, byLevel(places, {})]);
    expect(visitor.text()).toContain("This practice can no longer be changed, but something was not saved");
    expect(visitor.text()).toContain("Typed");
    await visitor.get(at("INM"));
    expect(visitor.text()).toContain("This assessment is archived. Restore it on the home screen to go on with it.");
    expectNoControls(visitor);
  });

  test("others' assessments, for an internal account", async () => {
    const { id, at } = await startItil(app, { selectedScope: "Maturity" });
    const reader = await new Visitor(app.url).enter(await app.entryLink(READER));
    for (const code of ["INM", "M-G", "M-P"]) {
      await reader.get(at(code));
      expect(reader.text()).toContain("This assessment belongs to another team, so you can read it but not change it.");
      expectNoControls(reader);
    }
    expect(reader.cookie(`lock-${id}`)).toBeUndefined();
  });
});

describe("a form that comes after the session has ended", () => {
  test("shows the criteria and their answers in words", async () => {
    const { visitor, email, at, letters } = await startItil(app);
    await visitor.get(at("INM"));
    const [code = ""] = codesOn(visitor);
    const [statement = ""] = textsOf(visitor, "#criterion-0-text");
    const form = visitor.form("Save answers").choose(`${code} answer`, RARELY).fill("Assessment Notes", "Short");
    await visitor.post("/sign-out", {});
    await form.submit("Save answers");
    expect(visitor.status).toBe(401);
    expect(textsOf(visitor, "main dl > div")).toEqual([`${code}: ${statement} Rarely/Never`, "Assessment Notes Short"]);
    const late = visitor.form("Save");
    await visitor.get(await app.entryLink(email));
    await late.submit("Save");
    expect([visitor.status, (await letters("INM"))[0]]).toEqual([200, "R"]);
  });

  test("shows the option of a component in words", async () => {
    const { visitor, at } = await startItil(app, { selectedScope: "Maturity" });
    await visitor.get(at("M-G"));
    const [option = ""] = textsOf(visitor, ".option > strong");
    const form = visitor
      .form("Save answers")
      .choose("option", visitor.document.querySelector("input[name=option]")?.getAttribute("value") ?? "");
    await visitor.post("/sign-out", {});
    await form.submit("Save answers");
    expect(textsOf(visitor, "main dl > div")).toEqual([`Governance ${option}`]);
  });
});
