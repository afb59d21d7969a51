import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMPONENTS, CONTINUAL_IMPROVEMENT_ID, ITIL_SCOPES, PRACTICES } from "./catalogue.ts";
import {
  assessesMaturity,
  callsForComprehensive,
  completeChoice,
  componentsOf,
  countedPractices,
  isScopeReady,
  itilScopeIssues,
  missingPractices,
  type PracticeChoice,
  practiceRule,
  practicesFollowing,
} from "./scope.ts";

const CI = CONTINUAL_IMPROVEMENT_ID;
/** A number of practices other than continual improvement, alternately Primary and Supporting. */
const chosen = (count: number): PracticeChoice[] =>
  PRACTICES.filter(({ id }) => id !== CI)
    .slice(0, count)
    .map(({ id }, index) => ({ id, mode: index % 2 === 0 ? 1 : 2 }));
const withCi = (count: number): PracticeChoice[] => [...chosen(count), { id: CI, mode: 1 }];
const least = (count: number, word = "items") =>
  `Please, select the minimum required. To proceed you need to pick at least ${count} ${word}.`;
const tooMany = "The Maturity scope takes at most 5 practices beside continual improvement. With more, make the assessment Comprehensive.";

describe("the catalogue", () => {
  it("has 34 practices in three groups, numbered in order, each code and name once", () => {
    expect(PRACTICES.map(({ id }) => id)).toEqual(Array.from({ length: 34 }, (_, index) => index + 1));
    const inGroup = (group: string) => PRACTICES.filter((practice) => practice.group === group).length;
    expect([inGroup("general"), inGroup("service"), inGroup("technical")]).toEqual([14, 17, 3]);
    expect(new Set(PRACTICES.map(({ code }) => code)).size).toBe(34);
    expect(new Set(PRACTICES.map(({ name }) => name)).size).toBe(34);
    expect(PRACTICES.find(({ id }) => id === CI)?.name).toBe("Continual improvement");
  });

  it("has the five maturity components", () => {
    expect(COMPONENTS.map(({ name }) => name)).toEqual([
      "Guiding Principles",
      "Governance",
      "Service Value Chain",
      "Practices",
      "Continual Improvement",
    ]);
  });
});

describe("what a scope adds by itself", () => {
  it.each([
    ["Comprehensive", true, [1, 2, 3, 4, 5]],
    ["Maturity", true, [1, 2, 3, 4, 5]],
    ["Capability", false, []],
  ] as const)("%s: maturity %s", (scope, maturity, components) => {
    expect(assessesMaturity(scope)).toBe(maturity);
    expect(componentsOf(scope)).toEqual(components);
  });

  it("is continual improvement as Primary, also where it was Supporting, in catalogue order", () => {
    const choice: PracticeChoice[] = [
      { id: 34, mode: 1 },
      { id: CI, mode: 2 },
      { id: 1, mode: 2 },
    ];
    expect(completeChoice("Maturity", choice)).toEqual([
      { id: 1, mode: 2 },
      { id: CI, mode: 1 },
      { id: 34, mode: 1 },
    ]);
    expect(completeChoice("Capability", choice)).toEqual([
      { id: 1, mode: 2 },
      { id: CI, mode: 2 },
      { id: 34, mode: 1 },
    ]);
    expect(completeChoice("Comprehensive", [])).toEqual([{ id: CI, mode: 1 }]);
    expect(completeChoice("Capability", [])).toEqual([]);
  });
});

describe("the thresholds", () => {
  it.each([
    ["Capability", 0, [least(1, "item")]],
    ["Capability", 1, []],
    ["Capability", 33, []],
    ["Comprehensive", 0, [least(6)]],
    ["Comprehensive", 5, [least(6)]],
    ["Comprehensive", 6, []],
    ["Comprehensive", 7, []],
    ["Comprehensive", 33, []],
    ["Maturity", 0, []],
    ["Maturity", 5, []],
    ["Maturity", 6, [tooMany]],
    ["Maturity", 7, [tooMany]],
  ] as const)("%s with %i practices", (selectedScope, count, messages) => {
    const ofChoice = (practices: PracticeChoice[]) => itilScopeIssues({ selectedScope, practices }).map(({ message }) => message);
    expect(ofChoice(chosen(count))).toEqual(messages);
    // Continual improvement changes nothing where it is added by itself.
    if (selectedScope !== "Capability") expect(ofChoice(withCi(count))).toEqual(messages);
  });

  it("count continual improvement like any other practice under Capability", () => {
    expect(itilScopeIssues({ selectedScope: "Capability", practices: [{ id: CI, mode: 2 }] })).toEqual([]);
    expect(countedPractices("Capability", withCi(3))).toBe(4);
    expect(countedPractices("Comprehensive", withCi(3))).toBe(3);
  });

  it("say how many practices are missing", () => {
    expect([0, 5, 6, 7].map((count) => missingPractices("Comprehensive", withCi(count)))).toEqual([6, 1, 0, 0]);
    expect([0, 1].map((count) => missingPractices("Capability", chosen(count)))).toEqual([1, 0]);
    expect(missingPractices("Maturity", [])).toBe(0);
  });

  it("ask for Comprehensive from the sixth practice of a Maturity assessment on", () => {
    expect([5, 6, 7].map((count) => callsForComprehensive("Maturity", withCi(count)))).toEqual([false, true, true]);
    expect(callsForComprehensive("Comprehensive", chosen(20))).toBe(false);
    expect(callsForComprehensive("Capability", chosen(20))).toBe(false);
  });
});

describe("what is refused beside the thresholds", () => {
  const capabilities = (practices: unknown[], selectedScope: "Capability" | "Comprehensive" = "Capability") =>
    itilScopeIssues({ selectedScope, practices: practices as PracticeChoice[] });
  const maturities = (components: { id: number; isSelected: boolean }[], selectedScope: "Capability" | "Comprehensive") =>
    itilScopeIssues({ selectedScope, practices: chosen(6), components });
  const all = (isSelected: boolean) => COMPONENTS.map(({ id }) => ({ id, isSelected }));

  it.each([
    ["an unknown practice", [{ id: 35, mode: 1 }], "Please enter a valid practice."],
    ["a practice that is named twice", [...chosen(1), ...chosen(1)], "Each practice can be chosen only once."],
    ["another mode", [{ id: 1, mode: 3 }], "Please select one of the options."],
  ])("%s", (_, practices, message) => {
    expect(capabilities(practices)).toEqual([{ path: "capabilities", message }]);
  });

  it("continual improvement as Supporting where it is locked", () => {
    expect(capabilities([...chosen(6), { id: CI, mode: 2 }], "Comprehensive")).toEqual([
      { path: "capabilities", message: "Continual improvement is always Primary in the Comprehensive scope." },
    ]);
    expect(capabilities([{ id: CI, mode: 2 }])).toEqual([]);
  });

  it.each([
    ["a component switched off where all are mandatory", "Comprehensive", [{ id: 3, isSelected: false }]],
    ["a component switched on where none is assessed", "Capability", [{ id: 3, isSelected: true }]],
    ["an unknown component", "Comprehensive", [{ id: 6, isSelected: true }]],
  ] as const)("%s", (_, scope, components) => {
    expect(maturities([...components], scope).map(({ path }) => path)).toEqual(["maturities"]);
  });

  it("nothing where the components are what the scope says", () => {
    expect(maturities(all(true), "Comprehensive")).toEqual([]);
    expect(maturities(all(false), "Capability")).toEqual([]);
    expect(maturities([], "Comprehensive")).toEqual([]);
  });
});

describe("isScopeReady", () => {
  it("is true for a saved scope that may be answered, and false once another scope asks for more or fewer", () => {
    expect(isScopeReady("Maturity", withCi(0))).toBe(true);
    expect(isScopeReady("Maturity", [])).toBe(false);
    expect(isScopeReady("Comprehensive", withCi(5))).toBe(false);
    expect(isScopeReady("Comprehensive", withCi(6))).toBe(true);
    expect(isScopeReady("Maturity", withCi(6))).toBe(false);
    expect(isScopeReady("Capability", [])).toBe(false);
  });
});

describe("for any choice", () => {
  const scope = fc.constantFrom(...ITIL_SCOPES);
  const choice = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 34 }), mode: fc.constantFrom(1 as const, 2 as const) }), {
    selector: ({ id }) => id,
  });

  it("what the scope adds changes neither the count nor, once added, the choice", () => {
    fc.assert(
      fc.property(scope, choice, (selectedScope, practices) => {
        const complete = completeChoice(selectedScope, practices);
        expect(countedPractices(selectedScope, complete)).toBe(countedPractices(selectedScope, practices));
        expect(completeChoice(selectedScope, complete)).toEqual(complete);
        expect(complete.map(({ id }) => id)).toEqual(complete.map(({ id }) => id).toSorted((a, b) => a - b));
      }),
    );
  });

  it("exactly one is true: it may be saved, something is missing, or it calls for Comprehensive", () => {
    fc.assert(
      fc.property(scope, choice, (selectedScope, practices) => {
        const complete = completeChoice(selectedScope, practices);
        const states = [
          itilScopeIssues({ selectedScope, practices: complete }).length === 0,
          missingPractices(selectedScope, complete) > 0,
          callsForComprehensive(selectedScope, complete),
        ];
        expect(states.filter(Boolean)).toHaveLength(1);
      }),
    );
  });

  it("what calls for Comprehensive may be saved as such", () => {
    fc.assert(
      fc.property(choice, (practices) => {
        const complete = completeChoice("Maturity", practices);
        fc.pre(callsForComprehensive("Maturity", complete));
        expect(itilScopeIssues({ selectedScope: "Comprehensive", practices: complete })).toEqual([]);
      }),
    );
  });
});

describe("the rule in words", () => {
  it.each([
    ["Comprehensive", "Choose at least 6 practices. Continual improvement is added to them as Primary, so at least 7 are assessed."],
    ["Maturity", "Choose up to 5 practices. Continual improvement is added to them as Primary, so at most 6 are assessed."],
    ["Capability", "Choose at least 1 practice. Continual improvement is not added; if you choose it, it counts."],
  ] as const)("of %s", (scope, words) => {
    expect(practiceRule(scope)).toBe(words);
  });
});

describe("practices that follow the profile", () => {
  it("stay, with what the new scope adds; none stay none", () => {
    expect(practicesFollowing("Comprehensive", [{ id: 19, mode: 2 }])).toEqual([
      { id: CI, mode: 1 },
      { id: 19, mode: 2 },
    ]);
    expect(practicesFollowing("Capability", withCi(0))).toEqual(withCi(0));
    expect(practicesFollowing("Comprehensive", [])).toEqual([]);
  });
});
