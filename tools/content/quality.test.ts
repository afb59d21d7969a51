/** Every check is shown to fail: a shipped pack, which has no faults, is spoiled in one place, and the fault must name that place. */
import { describe, expect, it } from "vitest";
import { type ItilPackContent, isP3m3Pack, loadPack, type P3m3Cell, type P3m3PackContent, type PracticeText } from "#api/content/pack.ts";
import { fullP3m3Content } from "../../tests/support/content-pack.ts";
import { qualityFaults } from "./quality.ts";
import { textsOf } from "./texts.ts";
import { similarityFaults } from "./variety.ts";

const p3m3 = loadPack("api/content/p3m3").content;
const itil = loadPack("api/content/itil").content;

/** Those that are spoiled in one place. To look for the fault in all seven takes three times as long. */
const FEW = ["BM", "MC", "SM"];

/** @param codes the perspectives that are left in the pack; the others are then missing */
function spoiledP3m3(spoil: (content: P3m3PackContent) => unknown, codes?: readonly string[]): string[] {
  const content = structuredClone(p3m3);
  if (!isP3m3Pack(content)) throw new Error("not a P3M3 pack");
  if (codes) content.perspectives = Object.fromEntries(Object.entries(content.perspectives).filter(([code]) => codes.includes(code)));
  spoil(content);
  return qualityFaults(content);
}

function spoiledItil(spoil: (incidents: PracticeText, content: ItilPackContent) => unknown): string[] {
  const content = structuredClone(itil);
  const incidents = !isP3m3Pack(content) && content.practices.INM;
  if (isP3m3Pack(content) || !incidents) throw new Error("not an ITIL pack");
  spoil(incidents, content);
  return qualityFaults(content);
}

/** The Programme statement of management control, planning, at a level. */
function cellOf(content: P3m3PackContent, level: 1 | 2 | 3 | 4 | 5): P3m3Cell {
  const cell = content.perspectives.MC?.PL?.[level]?.Programme;
  if (!cell) throw new Error(`no cell at level ${level}`);
  return cell;
}

const withStatement =
  (level: 1 | 2 | 3 | 4 | 5, change: (statement: string) => string) =>
  (content: P3m3PackContent): void => {
    const cell = cellOf(content, level);
    cell.statement = change(cell.statement);
  };

const at = (level: number) => `MC.json: threads.PL.${level}.Programme.statement`;

describe("a P3M3 pack has a fault when", () => {
  it("a perspective is missing", () => {
    expect(spoiledP3m3(({ perspectives }) => delete perspectives.RK)).toContain("RK.json: is missing");
  });

  const unspoiled = spoiledP3m3(() => undefined, FEW);
  it.each<[string, (content: P3m3PackContent) => unknown, string]>([
    [
      "a statement is missing",
      ({ perspectives }) => delete perspectives.BM?.TE?.["5"]?.Project,
      "BM.json: threads.TE.5.Project: is missing",
    ],
    [
      "a statement has a single diagnostic",
      (content) => cellOf(content, 3).diagnostics.splice(1),
      "MC.json: threads.PL.3.Programme: has 1 diagnostics, at least 2 are needed",
    ],
    ["a thread is not explained", ({ heading }) => heading.threads.pop(), "pack.json: threads: TE is there 0 times, once is needed"],
    [
      "a statement is too short",
      withStatement(3, () => "Plans follow common rules."),
      `${at(3)}: has 26 characters, a statement needs 40 to 330`,
    ],
    [
      "a statement is too long",
      withStatement(3, (text) => text.padEnd(331, " and more")),
      `${at(3)}: has 331 characters, a statement needs 40 to 330`,
    ],
    ["a statement has no full stop", withStatement(3, (text) => text.slice(0, -1)), `${at(3)}: does not end in a full stop`],
    ["a title has one", ({ heading }) => Object.assign(heading, { title: `${heading.title}.` }), "pack.json: title: ends in a full stop"],
    ["a statement begins small", withStatement(3, (text) => text.toLowerCase()), `${at(3)}: does not begin with a capital letter`],
    ["a word is doubled", withStatement(3, (text) => text.replace("rules", "rules rules")), `${at(3)}: says "rules rules"`],
    [
      "there is mark-up",
      withStatement(3, (text) => text.replace("tranche", "<b>tranche</b>")),
      `${at(3)}: contains mark-up or a line break`,
    ],
    ["there is a placeholder", withStatement(3, (text) => text.replace("rules", "TODO")), `${at(3)}: contains "TODO"`],
    ["an abbreviation stands for the rest", withStatement(3, (text) => text.replace("planning", "etc")), `${at(3)}: contains "etc"`],
    ["a published method is named", withStatement(3, (text) => text.replace("planning", "PRINCE2")), `${at(3)}: contains "PRINCE2"`],
    [
      "-ise is written for -ize",
      ({ perspectives }) =>
        Object.assign(perspectives.SM?.IK?.["2"] ?? {}, { hint: "Organise the notes and analyse what they say before each stage closes." }),
      'SM.json: threads.IK.2.hint: "Organise" should be spelled with -ize',
    ],
    [
      "a word is American",
      withStatement(3, (text) => text.replace("rules", "behavior")),
      `${at(3)}: "behavior" should be spelled with -our`,
    ],
    [
      "a help is misspelled",
      ({ heading }) => Object.assign(heading.perspectives[0] ?? {}, { help: `${heading.perspectives[0]?.help} The center counts.` }),
      'pack.json: perspectives.0.help: "center" should be spelled with -re',
    ],
    [
      "level 1 asks for statistics",
      withStatement(1, (text) => text.replace("main", "simulated")),
      `${at(1)}: asks for statistical control at level 1 ("simulated")`,
    ],
    [
      "level 4 settles for a minimum",
      withStatement(4, (text) => text.replace("forecast", "for at least some")),
      `${at(4)}: settles for a minimum at level 4 ("at least some")`,
    ],
  ])("%s", (_what, spoil, fault) => {
    expect(unspoiled).not.toContain(fault);
    expect(spoiledP3m3(spoil, FEW)).toContain(fault);
  });

  const PLANS = "The programme has a plan.";
  it.each<[string, (content: P3m3PackContent) => unknown, string[]]>([
    ["no statement names what it said before", () => undefined, []],
    ["each names words of its own", (content) => named(content, [3, PLANS, `${PLANS} Once.`], [4, `${PLANS} Twice.`]), []],
    [
      "a statement names itself",
      (content) => named(content, [3, PLANS, cellOf(content, 3).statement]),
      ["MC.json: threads.PL.3.Programme.sameAs.1: is the statement itself"],
    ],
    [
      "a statement names what another says now",
      (content) => named(content, [3, cellOf(content, 4).statement]),
      ["MC.json: threads.PL.3.Programme.sameAs.0: is what MC.json: threads.PL.4.Programme.statement says now"],
    ],
    [
      "a statement names words twice",
      (content) => named(content, [3, PLANS, PLANS]),
      ["MC.json: threads.PL.3.Programme.sameAs.1: is named twice"],
    ],
    [
      "two statements name the same words",
      (content) => named(content, [3, PLANS], [4, PLANS]),
      ["MC.json: threads.PL.4.Programme.sameAs.0: is named twice, and by MC.json: threads.PL.3.Programme.statement"],
    ],
  ])("of the words that it names: %s", (_, spoil, faults) => {
    const matches = spoiledP3m3((content) => {
      for (const threads of Object.values(content.perspectives))
        for (const levels of Object.values(threads))
          for (const { Programme, Portfolio, Project } of Object.values(levels))
            for (const cell of [Programme, Portfolio, Project]) if (cell) delete cell.sameAs;
      spoil(content);
    }, FEW);
    expect(matches.filter((fault) => fault.includes("sameAs"))).toEqual(faults);
  });

  /** Names former words of statements, by their level. */
  const named = (content: P3m3PackContent, ...all: [level: 3 | 4, ...words: string[]][]) => {
    for (const [level, ...words] of all) cellOf(content, level).sameAs = words;
  };

  it("a statement is copied to another perspective with the scope's noun swapped", () => {
    const faults = spoiledP3m3((content) => {
      const target = content.perspectives.RS?.PL?.["3"]?.Project;
      if (target) target.statement = cellOf(content, 3).statement.replaceAll("programme", "project");
    });
    expect(faults).toEqual([
      expect.stringMatching(
        /^RS\.json: threads\.PL\.3\.Project\.statement: is nearly the same \([01]\.\d\d\) as MC\.json: threads\.PL\.3\.Programme\.statement$/,
      ),
    ]);
  });

  it("the levels change places", () => {
    const faults = spoiledP3m3(({ perspectives }) => {
      for (const threads of Object.values(perspectives))
        for (const levels of Object.values(threads))
          Object.assign(levels, { "1": levels["4"], "2": levels["5"], "4": levels["1"], "5": levels["2"] });
    });
    for (const level of [1, 4, 5]) expect(faults).toContainEqual(expect.stringMatching(`^Programme statements of level ${level}: `));
    expect(faults).toContainEqual(expect.stringContaining("asks for statistical control at level 1"));
  });

  it("shares more with another statement than the words of its level", () => {
    const faultsOf = (...all: string[]) =>
      similarityFaults(all.map((text, index) => ({ file: `${index}.json`, place: "statement", kind: "statement", text })));
    const level5 = (what: string) => `${what} after a trial or comparison showed that the new one worked better.`;
    expect(faultsOf(level5("Supplier forms were replaced"), level5("Leaders report bad news elsewhere"))).toEqual([]);
    expect(faultsOf(level5("Supplier forms were replaced"), level5("Supplier forms were redesigned"))).toHaveLength(1);
  });

  it("it was filled in from a template", () => {
    expect(similarityFaults(textsOf(fullP3m3Content())).length).toBeGreaterThan(10_000);
  });
});

describe("an ITIL pack has a fault when", () => {
  it.each<[string, (incidents: PracticeText, content: ItilPackContent) => unknown, string]>([
    ["a practice is missing", (_incidents, { practices }) => delete practices.WTM, "WTM.json: is missing"],
    ["there is one success factor", ({ psfs }) => psfs.splice(1), "INM.json: psfs: there are 1, 2 to 5 are needed"],
    [
      "a success factor has another's code",
      ({ psfs }) => Object.assign(psfs[1] ?? {}, { code: "INM1" }),
      "INM.json: psfs.1.code: INM1 should be INM2",
    ],
    [
      "no criterion is about a success factor",
      (incidents) => Object.assign(incidents, { criteria: incidents.criteria.filter(({ psf }) => psf !== "INM3") }),
      "INM.json: psfs.2: no criterion is about INM3",
    ],
    ["there are seven criteria", ({ criteria }) => criteria.splice(7), "INM.json: criteria: there are 7, at least 8 are needed"],
    [
      "a level has none",
      (incidents) => Object.assign(incidents, { criteria: incidents.criteria.filter(({ level }) => level !== 5) }),
      "INM.json: criteria: none at level 5",
    ],
    [
      "level 3 has not the most",
      ({ criteria }) => {
        for (const criterion of criteria) if (criterion.psf === "INM1" && criterion.level === 3) criterion.level = 4;
      },
      "INM.json: criteria: 5 at level 4 and 3 at level 3, which needs the most",
    ],
    [
      "a dimension is left out at level 3",
      ({ criteria }) => {
        for (const criterion of criteria) if (criterion.dimension === "PS") criterion.dimension = "OP";
      },
      "INM.json: criteria: none of dimension PS at level 3",
    ],
    [
      "a criterion names what another says now",
      ({ criteria }) => Object.assign(criteria[0] ?? {}, { sameAs: [criteria[1]?.statement] }),
      "INM.json: criteria.0.sameAs.0: is what INM.json: criteria.1.statement says now",
    ],
    [
      "the options of a component are out of order",
      (_incidents, { heading }) => heading.components[0]?.options?.reverse(),
      "pack.json: components.0.options: M-GP needs the levels 1 to 5 in this order",
    ],
  ])("%s", (_what, spoil, fault) => {
    expect(spoiledItil(spoil)).toContain(fault);
  });

  it("a practice's name is all that differs between two criteria", () => {
    const faults = spoiledItil(({ criteria }, { practices }) => {
      const problem = practices.PRM?.criteria[0];
      if (problem) problem.statement = (criteria[0]?.statement ?? "").replace("incident", "problem");
    });
    expect(faults).toEqual([
      expect.stringMatching(/^PRM\.json: criteria\.0\.statement: is nearly the same \(0\.8\d\) as INM\.json: criteria\.0\.statement$/),
    ]);
  });
});

describe("a pack in another language", () => {
  it("is not held to British spelling", () => {
    const spoil = (content: P3m3PackContent) => withStatement(3, (text) => text.replace("rules", "behavior"))(content);
    expect(
      spoiledP3m3((content) => {
        spoil(content);
        content.heading.language = "en-US";
      }),
    ).toEqual([]);
  });
});
