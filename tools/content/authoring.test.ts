/** The rewritten thread and practice have no faults; each fault is then provoked in them, and must name its place. */
import { describe, expect, it } from "vitest";
import { type ItilPackContent, isP3m3Pack, loadPack, type P3m3Cell, type P3m3PackContent, type PracticeText } from "#api/content/pack.ts";
import { authoringFaults } from "./authoring.ts";

const p3m3 = loadPack("api/content/p3m3").content;
const itil = loadPack("api/content/itil").content;

/** The shipped P3M3 pack with nothing but benefits planning. */
function planning(): P3m3PackContent {
  const threads = isP3m3Pack(p3m3) && p3m3.perspectives.BM?.PL;
  if (!isP3m3Pack(p3m3) || !threads) throw new Error("no benefits planning");
  return structuredClone({ heading: p3m3.heading, perspectives: { BM: { PL: threads } } });
}

/** The shipped ITIL pack with nothing but incident management, and without components. */
function incidents(): ItilPackContent & { practices: { INM: PracticeText } } {
  const INM = !isP3m3Pack(itil) && itil.practices.INM;
  if (isP3m3Pack(itil) || !INM) throw new Error("no incident management");
  return structuredClone({ heading: { ...itil.heading, components: [] }, practices: { INM } });
}

function cellOf(content: P3m3PackContent, level: number): P3m3Cell {
  const cell = content.perspectives.BM?.PL?.[String(level)]?.Project;
  if (!cell) throw new Error("no cell");
  return cell;
}

const faultsWithStatement = (statement: string, level = 3) => {
  const content = planning();
  cellOf(content, level).statement = statement;
  return authoringFaults(content);
};
const faultsWithDiagnostic = (diagnostic: string) => {
  const content = planning();
  cellOf(content, 3).diagnostics[0] = diagnostic;
  return authoringFaults(content);
};
const statementAt = (level: number) => `BM.json: threads.PL.${level}.Project.statement`;
const DIAGNOSTIC = "BM.json: threads.PL.3.Project.diagnostics.0";

describe("the texts to follow", () => {
  it("have no faults", () => {
    expect(authoringFaults(planning())).toEqual([]);
    expect(authoringFaults(incidents())).toEqual([]);
  });
});

describe("a statement has a fault when it", () => {
  it.each([
    ["Benefit dates in most of the projects' plans agree with the delivery dates.", 'says how many or how often ("most")'],
    ["Benefit dates in the project's plan always agree with the delivery dates.", 'says how many or how often ("always")'],
    ["Each project dates its benefits by the organization's agreed approach.", 'says how many or how often ("Each")'],
    ["The project's plan has at least one benefit with the date of a measurement.", 'says how many or how often ("at least")'],
    ["Benefit dates agree with delivery dates in nine of ten sampled project plans.", 'says how many or how often ("nine")'],
    ["The project manager regularly brings benefit dates into line with delivery.", 'says how many or how often ("regularly")'],
    ["No benefit stands in the project's plan for which a date has not been set.", 'says how many or how often ("No")'],
    ["The project manager can recall when the first benefit was expected to arrive.", 'rests on what somebody remembers ("recall")'],
    ["The project manager has heard when the first benefit is expected to arrive.", 'rests on what somebody remembers ("has heard")'],
    [
      "The receiving manager knows when the first benefit of the project should come.",
      'rests on what somebody knows, and does not say by what it shows ("knows")',
    ],
    ["Dates of benefits have come up in a conversation with the receiving manager.", 'rests on talk that leaves no trace ("conversation")'],
    ["Benefits are dated by the approach that paying departments have agreed.", 'has another word for the customer ("paying")'],
    ["Benefits carry a date in the plan; delays in delivery move that date.", 'makes several claims: a semicolon (";")'],
    ["Benefits carry a date in the plan. Delays in delivery move that date.", 'makes several claims: two sentences (". D")'],
    [
      "Benefits carry a date in the project's plan, and the board moves it on a delay.",
      'makes several claims: a clause after a comma (", and")',
    ],
    [
      "The plan shows a date for a benefit and the board has moved it after a delay.",
      "makes several claims: a second clause after 'and' (\"shows a date for a benefit and the board has\")",
    ],
    [
      "The project manager dates the benefits and confirms the dates with the board.",
      "makes several claims: a second verb after 'and' (\"and confirms\")",
    ],
    [
      "Benefit dates are reviewed and updated when the delivery dates are moved.",
      "makes several claims: two participles joined by 'and' (\"reviewed and updated\")",
    ],
    [
      "Benefit dates are approved before work starts and reviewed when it changes.",
      "makes several claims: two participles joined by 'and' (\"approved before work starts and reviewed\")",
    ],
    ["Benefits carry a date in the project's plan as well as a named owner in it.", 'makes several claims: an addition ("as well as")'],
    ["Benefits carry a date in a plan.", "has 32 characters, one claim needs 40 to 200"],
  ])("reads: %s", (statement, fault) => {
    expect(faultsWithStatement(statement)).toContain(`${statementAt(3)}: ${fault}`);
  });

  it.each(["held against a limit", "in step with the plan", "on a trial that favoured them", "for the gain of the owner"])(
    "says what nobody would: %s",
    (words) => {
      expect(faultsWithStatement(`The project's benefit dates are agreed ${words}.`)).toEqual([
        expect.stringContaining(`${statementAt(3)}: is not what somebody would say`),
      ]);
    },
  );

  it("is too long to be read aloud", () => {
    const statement = `The project sets the date of a benefit ${"by the approach ".repeat(6)}that it has.`;
    expect(faultsWithStatement(statement)).toEqual([`${statementAt(3)}: has 29 words, at most 25 can be read aloud`]);
  });
});

describe("a statement has no fault when", () => {
  it.each([
    ["an interval belongs to the matter", "Planners bring benefit dates into line with delivery at least once a month."],
    ["a period does", "The receiving department measures a project's benefit within twelve months of handover."],
    ["a tolerance does", "Boards are told of a benefit forecast outside a tolerance of 10 per cent."],
    ["a figure passes its limit", "The sponsor steps in when more than an agreed number of risk actions are overdue."],
    ["a figure is named", "The board looks at how many days the benefits of the project are late."],
    ["the device is left open", "A schedule of the project's benefits is kept in any form, by the organization's approach."],
    ["a noun has its relative clause", "The benefits plan shows the dates and measurements that the receiving department has confirmed."],
  ])("%s: %s", (_why, statement) => {
    expect(faultsWithStatement(statement)).toEqual([]);
  });

  it("begins like the statement before it, as a reader compares levels", () => {
    expect(faultsWithStatement("Benefit dates of the project are estimated by the organization's approach.")).toEqual([]);
  });

  it("levels 4 and 5 name a measure and its use, or a change and its proof", () => {
    const statement = "The project board compares the forecast benefit with its tolerance, and confirms or moves its date.";
    expect([4, 5].flatMap((level) => faultsWithStatement(statement, level))).toEqual([]);
    expect(faultsWithStatement(statement)).toContainEqual(expect.stringContaining("makes several claims"));
  });

  it("level 1 asks for what somebody knows, and says by what it shows", () => {
    const statement = "The project manager is aware of a time for the first benefit, as an email, note or slide shows.";
    expect(faultsWithStatement(statement, 1)).toEqual([]);
    expect(faultsWithStatement(statement, 2)).toEqual([
      `${statementAt(2)}: rests on what somebody knows, and does not say by what it shows ("is aware")`,
    ]);
  });
});

describe("a diagnostic has a fault when it", () => {
  it.each([
    ["Benefit dates are in the plan", 'is a sentence, not a phrase ("are")'],
    ["Minutes show a decision on benefit dates", 'is a sentence, not a phrase ("show")'],
    ["A late forecast led to another plan", 'is a sentence, not a phrase ("led")'],
    ["Keep benefit dates in the plan", 'is an order ("Keep")'],
    ["Missing dates of benefits", 'passes a verdict ("Missing")'],
    ["Dates for every benefit in the plan", 'says how many or how often ("every")'],
    ["Dates for benefits in the plan.", 'ends in a full stop (".")'],
    ["Benefit dates", "has 13 characters, one claim needs 15 to 90"],
  ])("reads: %s", (diagnostic, fault) => {
    expect(faultsWithDiagnostic(diagnostic)).toContain(`${DIAGNOSTIC}: ${fault}`);
  });

  it("begins like the one before it", () => {
    expect(faultsWithDiagnostic("Agreement of the owner to a departure")).toEqual([
      'BM.json: threads.PL.3.Project.diagnostics.1: begins as the one before it ("agreement of")',
    ]);
  });
});

describe("a pack has a fault when", () => {
  it("two hints in a row begin alike", () => {
    const content = planning();
    const level = content.perspectives.BM?.PL?.["4"];
    if (level) level.hint = "Agree one tolerance for the forecast and put it before the board.";
    expect(authoringFaults(content)).toEqual(['BM.json: threads.PL.4.hint: begins as the one before it ("agree one")']);
  });

  it("a thread or a practice does not say what belongs to its neighbours", () => {
    const lacking = "has no sentence on what belongs here and what to its neighbours";
    const threads = planning();
    delete threads.heading.threads[9]?.belongs;
    expect(authoringFaults(threads)).toEqual([`pack.json: threads: PL ${lacking}`]);
    const practices = incidents();
    delete practices.practices.INM.belongs;
    expect(authoringFaults(practices)).toEqual([`INM.json: belongs: ${lacking}`]);
  });

  it("a criterion or an option counts, but not when a level is computed", () => {
    const content = incidents();
    const [criterion] = content.practices.INM.criteria;
    if (criterion) criterion.statement = `Most ${criterion.statement.toLowerCase()}`;
    content.heading.components = structuredClone(isP3m3Pack(itil) ? [] : itil.heading.components).filter(({ code }) => code === "M-P");
    expect(authoringFaults(content)).toEqual(['INM.json: criteria.0.statement: says how many or how often ("Most")']);
    const [component] = content.heading.components;
    if (component) component.options = component.levels?.map((level) => ({ ...level, name: "A name" }));
    expect(authoringFaults(content)).toContainEqual(
      expect.stringMatching(/^pack\.json: components\.0\.options\.\d\.statement: says how many/),
    );
  });

  it("it is in English only", () => {
    const content = planning();
    content.heading.language = "de";
    cellOf(content, 3).statement = "All";
    expect(authoringFaults(content)).toEqual([]);
  });
});
