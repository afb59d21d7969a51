/** The ITIL summary, submission and validation by form, without script (docs/rules/submission-and-certification.md#itil-summary). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMPONENTS, PRACTICES } from "#model/itil/catalogue.ts";
import { isComputed } from "#model/itil/explain.ts";
import { expectStatus } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import type { App } from "../support/server.ts";
import { READER, sharedApp } from "../support/shared.ts";
import { answerCriteria, codesOn, type ItilScene, joinItil, levelBlock, openLevels, startItil } from "./itil.ts";
import { textsOf } from "./questions.ts";

let app: App;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

/** Letters for the criteria of a practice, those of each level alike. */
const byLevel = async ({ levels }: ItilScene, code: string, letters: Record<number, string>) =>
  (await levels(code)).map((level) => letters[level] ?? "N").join("");
/** Stores a practice at a level. */
async function storeAt(started: ItilScene, code: string, level: number): Promise<void> {
  const letters = Object.fromEntries([2, 3, 4, 5].map((each) => [each, each <= level ? "F" : each === level + 1 ? "R" : "N"]));
  await started.store(code, await byLevel(started, code, letters));
}
const rows = (visitor: Visitor, heading: string) => textsOf(visitor, `section[aria-labelledby="${heading}"] > table > tbody > tr`);
const submitButton = (visitor: Visitor) => visitor.document.querySelector('button[name="confirm"][value="submit"]');
const whole = (visitor: Visitor) => textsOf(visitor, "section[aria-label=Score]")[0] ?? "";

describe("the summary", () => {
  test("shows id, test flag, practices with rank, status and score, components, and the SVS maturity", async () => {
    const started = await startItil(app, { selectedScope: "Maturity", primary: ["INM"], supporting: ["SDK"] });
    const { visitor, summary, id, store } = started;
    await storeAt(started, "INM", 3);
    await started.store("SDK", "FN");
    await store("M-G", 4);
    await visitor.get(summary);
    expect(visitor.title).toBe("Summary of Service review | Maturity Assessment Tool");
    expect(textsOf(visitor, "main > header dl")).toEqual([`Id ${id} Is Test Assessment No`]);
    expect(rows(visitor, "practices")).toEqual([
      "Continual improvement Primary Not started – Edit",
      "Incident management Primary Complete 3.00 Explain Edit",
      "Service desk Supporting In progress – Explain Edit",
    ]);
    expect(rows(visitor, "components")).toEqual([
      "Guiding Principles Not started – Edit",
      "Governance Complete 4.00 Edit",
      "Service Value Chain Not started – Edit",
      "Practices calculated In progress – View",
      "Continual Improvement calculated Not started – View",
    ]);
    expect(textsOf(visitor, "tfoot tr")).toEqual(["SVS Maturity Score –"]);
    expect(submitButton(visitor)?.hasAttribute("disabled")).toBe(true);
  });

  test("lists what is missing as links, without what is computed", async () => {
    const started = await startItil(app, { selectedScope: "Maturity", primary: ["INM"], supporting: ["SDK"] });
    const { visitor, summary, at, store } = started;
    await storeAt(started, "INM", 2);
    await store("M-GP", 3);
    await visitor.get(summary);
    expect(visitor.document.querySelectorAll("#missing a").map((link) => link.getAttribute("href"))).toEqual(
      ["CI", "SDK", "M-G", "M-SVC"].map(at),
    );
    await visitor.follow("Edit Service desk");
    expect(visitor.url).toBe(at("SDK"));
  });

  test("has neither components nor an SVS maturity for the Capability scope", async () => {
    const started = await startItil(app);
    await storeAt(started, "INM", 1);
    await started.visitor.get(started.summary);
    expect(started.visitor.text()).not.toContain("SVS");
    expect(rows(started.visitor, "components")).toEqual([]);
    expect(whole(started.visitor)).toContain("1 of 1 practices complete");
    expect(submitButton(started.visitor)?.hasAttribute("disabled")).toBe(false);
  });

  test("never looks like the whole for the Capability scope, nor do sidebar and grid", async () => {
    const started = await startItil(app);
    const { visitor, summary, at, id } = started;
    const expectScore = async (name: string, value: string) => {
      for (const screen of [summary, at("INM"), `/itil/assessments/${id}/grid/service`]) {
        await visitor.get(screen);
        expect(visitor.text(), screen).toContain(`${name} ${value}`);
        expect(visitor.text(), screen).not.toMatch(/Overall score(?! so far)/);
      }
    };
    await expectScore("Overall score so far", "–");
    await storeAt(started, "INM", 3);
    await expectScore("Score of what was assessed", "3.00");
    expect(visitor.text()).not.toContain("Overall score");
  });

  test("leads to the address of the assessment's own model", async () => {
    const { visitor, id, summary } = await startItil(app);
    await visitor.get(`/assessments/${id}/summary`);
    expect(visitor.url).toBe(summary);
  });
});

describe("the score explained", () => {
  test("of a practice: which criteria hold it at its level, one link away", async () => {
    const started = await startItil(app);
    const { visitor, summary } = started;
    await storeAt(started, "INM", 2);
    await visitor.get(summary);
    await visitor.follow("Explain the score of Incident management");
    expect(visitor.text()).toMatch(/It is held at level 2 by \d criteria of level 3 answered Rarely\/Never:/);
    expect(textsOf(visitor, "td[colspan] li").every((text) => text.includes("INM-3.") && text.includes("What to do:"))).toBe(true);
    await visitor.follow("Close the explanation of Incident management");
    expect(visitor.url).toBe(summary);
  });

  test("of the whole: which component caps it, which practice holds that, and the easiest next step first", async () => {
    const started = await startItil(app, { selectedScope: "Maturity", primary: ["INM"], supporting: ["SDK"] });
    const { visitor, summary, store } = started;
    await storeAt(started, "CI", 4);
    await storeAt(started, "INM", 2);
    await storeAt(started, "SDK", 1);
    for (const code of ["M-GP", "M-G"]) await store(code, 4);
    await store("M-SVC", 2);
    await visitor.get(summary);
    expect(whole(visitor)).toContain("SVS Maturity Score 2");
    expect(whole(visitor)).toContain("Service Value Chain and Practices cap it at 2.");
    expect(whole(visitor)).toContain("Practices is held there by Incident management and Service desk");
    expect(whole(visitor)).toContain("To reach 3, all of these are needed, the easiest first:");
    const steps = textsOf(visitor, "section[aria-label=Score] ol li");
    expect(steps).toHaveLength(3);
    expect(steps.at(-1)).toBe("Service Value Chain: what the option for level 3 describes Add an action about Service Value Chain");
    const counts = steps.slice(0, 2).map((step) => Number(/: (\d+) criteri/.exec(step)?.[1]));
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(textsOf(visitor, "section[aria-labelledby=components] details p")[0]).toContain(
      "It is held at 2.00 by Incident management and Service desk.",
    );
  });

  test("of the Capability scope: the practices with the fewest criteria to meet first", async () => {
    const started = await startItil(app, { primary: ["INM", "SDK"] });
    await storeAt(started, "INM", 2);
    await storeAt(started, "SDK", 5);
    await started.visitor.get(started.summary);
    expect(textsOf(started.visitor, "section[aria-label=Score] ol li")).toEqual([
      expect.stringMatching(/^Incident management: \d criteria of level 3 Add an action about Incident management$/),
    ]);
  });
});

/** Answers everything by form: each practice fully at level 2 and Rarely/Never at the first criterion of level 3. */
async function answerByForm({ visitor, at, id, client }: ItilScene): Promise<void> {
  const { capabilities, maturities } = expectStatus(await client.get(`/assessments/${id}`), 200).body;
  await visitor.get(at(capabilities[0].code));
  for (const _ of capabilities) {
    const places = codesOn(visitor).map((code) => Number(/-(\d)\./.exec(code)?.[1]));
    const of = (level: number) => places.flatMap((each, index) => (each === level ? [index] : []));
    await answerCriteria(visitor, Object.fromEntries(of(2).map((index) => [index, "F" as const])));
    expect(openLevels(visitor)).toEqual([2, 3]);
    await answerCriteria(visitor, Object.fromEntries(of(3).map((index, place) => [index, place === 0 ? "R" : "F"])));
    expect(levelBlock(visitor, 4)).toContain("N/A. Locked because level 3 is not all Fully.");
    const next = ["Next Practice", "Assess Maturity Components", "View Summary"].find((label) =>
      textsOf(visitor, "button").includes(label),
    );
    await visitor.form(next).submit(next);
  }
  for (const { code } of maturities) {
    expect(visitor.url).toBe(at(code));
    const options = visitor.document.querySelectorAll("input[name=option]").map((radio) => radio.getAttribute("value") ?? "");
    const next = textsOf(visitor, "button").includes("Next component") ? "Next component" : "View Summary";
    const form = visitor.form(next);
    if (options[3]) form.choose("option", options[3]);
    await form.submit(next);
  }
}

const ALL = PRACTICES.map(({ code }) => code);

/** Stores the same answers by calls, and opens the summary: the forms of 34 practices would show no more than those of six. */
async function answerByCalls(started: ItilScene): Promise<void> {
  for (const code of ALL) await storeAt(started, code, 2);
  for (const { code } of COMPONENTS.filter((each) => !isComputed(each))) await started.store(code, 4);
  await started.visitor.get(started.summary);
}

const SCOPES = [
  ["Capability", ["INM"], [], 1, 0],
  ["Maturity", ["INM", "SDK", "CHE"], ["PRM", "SLM"], 6, 5],
  ["Comprehensive", ALL.filter((_, index) => index % 3 !== 0), ALL.filter((code, index) => index % 3 === 0 && code !== "CI"), 34, 5],
] as const;

describe("answering, summarizing and submitting", () => {
  test.each(SCOPES)("%s", async (selectedScope, primary, supporting, practices, components) => {
    const started = await startItil(app, { selectedScope, primary: [...primary], supporting: [...supporting] });
    const { visitor, summary, id, client } = started;
    await (selectedScope === "Comprehensive" ? answerByCalls : answerByForm)(started);
    expect(visitor.url).toBe(summary);
    expect(rows(visitor, "practices")).toHaveLength(practices);
    expect(rows(visitor, "components")).toHaveLength(components);
    expect(rows(visitor, "practices").every((row) => row.includes("Complete 2.00"))).toBe(true);
    expect(visitor.text()).not.toContain("Still to be answered");
    // Primary practices at 2 hold M-P at 2, and with it the whole.
    if (components > 0) expect(textsOf(visitor, "tfoot tr")).toEqual(["SVS Maturity Score 2"]);
    await visitor.form("Submit").submit("Submit");
    expect(visitor.text()).toContain("Are you ready to Submit?");
    expect(visitor.text()).toContain(
      "Once you have submitted this assessment you cannot make any changes but will have access to a read-only copy.",
    );
    expect((await client.get(`/assessments/${id}`)).body.status).toBe("Active");
    await visitor.form("dialog form").submit("Submit");
    expect(visitor.url).toBe(`/assessments/${id}/result/itil`);
    expect(textsOf(visitor, "dialog h2")).toEqual(["The assessment was submitted."]);
    expect((await client.get(`/assessments/${id}`)).body.status).toBe("Completed");
    expect(visitor.cookie(`lock-${id}`)).toBeUndefined();
    // A second click, or the back button, finds it submitted.
    await visitor.post(summary, {});
    expect(visitor.url).toBe(`/assessments/${id}/result/itil`);
  });

  test("is refused while something is missing, whoever asks", async () => {
    const { visitor, summary, client, id } = await startItil(app);
    await visitor.get(`${summary}?confirm=submit`);
    expect(visitor.text()).not.toContain("Are you ready to Submit?");
    await visitor.post(summary, {});
    expect(visitor.status).toBe(422);
    expect(visitor.text()).toContain("Something happened, please try again...");
    expect(visitor.text()).toContain("The assessment is not complete yet.");
    expect((await client.get(`/assessments/${id}`)).body.status).toBe("Drafted");
  });
});

describe("answering by the script's saves", () => {
  test.each(SCOPES)("%s", async (selectedScope, primary, supporting, practices) => {
    const started = await startItil(app, { selectedScope, primary: [...primary], supporting: [...supporting] });
    const { visitor, at, summary, id, client } = started;
    const { capabilities, maturities } = expectStatus(await client.get(`/assessments/${id}`), 200).body;
    await visitor.get(at("INM"));
    for (const { code } of capabilities) {
      const levels = await started.levels(code);
      const answered: Record<number, string>[] = [{}, { 2: "F" }, { 2: "F", 3: "F" }, { 2: "F", 3: "F", 4: "R" }];
      const states = answered.map((letters) => levels.map((level) => letters[level] ?? "N").join(""));
      for (const [index, target] of states.slice(1).entries()) {
        await visitor.post(`${at(code)}save`, { base: states[index] ?? "", target });
        expect(visitor.status).toBe(200);
      }
      expect(await started.letters(code)).toBe(states.at(-1));
    }
    for (const { code } of maturities) {
      await visitor.get(at(code));
      const fourth = visitor.document.querySelectorAll("input[name=option]")[3]?.getAttribute("value");
      if (!fourth) continue;
      await visitor.post(`${at(code)}save`, { base: "", target: fourth });
      expect(visitor.status).toBe(200);
    }
    await visitor.get(summary);
    expect(rows(visitor, "practices").filter((row) => row.includes("Complete 3.00"))).toHaveLength(practices);
    await visitor.post(summary, {});
    expect(visitor.url).toBe(`/assessments/${id}/result/itil`);
    expect((await client.get(`/assessments/${id}/scores`)).body.maturityScore).toBe(selectedScope === "Capability" ? null : 3);
  });
});

describe("validation", () => {
  const panel = (visitor: Visitor) => textsOf(visitor, "section[aria-labelledby=validation]")[0];

  test.each([
    ["Comprehensive", "Certify assessment", "Independent validation is valid for three years."],
    ["Capability", "Request statement", "Statements of results are valid for three years."],
    ["Maturity", "Request statement", "Statements of results are valid for three years."],
  ] as const)("of %s is offered as '%s', with its notes, confirmed, and told", async (selectedScope, title, validity) => {
    const primary = selectedScope === "Comprehensive" ? ["INM", "SDK", "PRM", "SLM", "CHE", "REM"] : ["INM"];
    const { visitor, summary, client, id } = await startItil(app, { selectedScope, primary });
    await visitor.get(summary);
    expect(panel(visitor)).toContain(title);
    expect(panel(visitor)).toContain("subject to a fee and needs the end customer's consent to share the data");
    expect(panel(visitor)).toContain(validity);
    expect(panel(visitor)).not.toMatch(/certificate/i);
    await visitor.form(title).submit(title);
    expect(visitor.text()).toContain("Are you sure you would like independent validation for this assessment?");
    expect((await client.get(`/assessments/${id}`)).body.endorsed).toBe(false);
    await visitor.form("Request validation").submit("Request validation");
    expect(visitor.status).toBe(400);
    expect(visitor.text()).toContain("Independent validation needs the consent of the end customer.");
    expect((await client.get(`/assessments/${id}`)).body.endorsed).toBe(false);
    await visitor.form("Request validation").check("consent").submit("Request validation");
    expect(visitor.url).toBe(summary);
    expect(visitor.text()).toContain("A request for independent validation has been sent out and you will receive the response shortly.");
    expect((await client.get(`/assessments/${id}`)).body.endorsed).toBe(true);
    expect(panel(visitor)).toContain("To be validated");
    await visitor.get(`${summary}?confirm=validate`);
    expect(visitor.text()).not.toContain("Are you sure");
  });

  test("is offered once completed, too; not when archived, nor to other teams", async () => {
    const started = await startItil(app);
    const { visitor, summary, client, id } = started;
    await started.answerAll("F", 5);
    const reader = await new Visitor(app.url).enter(await app.entryLink(READER));
    await reader.get(summary);
    expect(reader.status).toBe(200);
    expect(panel(reader)).toBeUndefined();
    expectStatus(await client.post(`/assessments/${id}/complete`), 200);
    await visitor.get(summary);
    expect(panel(visitor)).toContain("Request statement");
    expect(submitButton(visitor)?.hasAttribute("disabled")).toBe(true);
    expectStatus(await client.post(`/assessments/${id}/archive`), 200);
    await visitor.get(summary);
    expect(panel(visitor)).toBeUndefined();
  });

  test("leaves the filter as it is", async () => {
    const { visitor, summary } = await startItil(app);
    await visitor.get(`${summary}?show=todo&confirm=validate`);
    await visitor.form("Request validation").check("consent").submit("Request validation");
    expect(visitor.url).toBe(`${summary}?show=todo`);
  });

  test("says so when somebody else holds the lock", async () => {
    const started = await startItil(app);
    const { visitor, summary, client, id } = started;
    await visitor.get(`${summary}?confirm=validate`);
    const form = visitor.form("Request validation");
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    const kim = await joinItil(app, started);
    expectStatus(await kim.client.post(`/assessments/${id}/lock`), 200);
    await form.check("consent").submit("Request validation");
    expect(visitor.status).toBe(409);
    expect(visitor.text()).toContain("Something went wrong, please try again later");
    expect((await client.get(`/assessments/${id}`)).body.endorsed).toBe(false);
  });
});
