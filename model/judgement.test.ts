import { expect, test } from "vitest";
import {
  draftJudgement,
  type ItilJudged,
  itilJudgement,
  itilPoints,
  type P3m3Judged,
  p3m3Judgement,
  p3m3Points,
  scoreInProse,
} from "./judgement.ts";

test.each([
  [2.456, "2.46"],
  [2.96, "2.96"],
  [2.996, "just under 3.00"],
  [3, "3.00"],
  [0.996, "just under 1.00"],
])("%d is in a sentence %s", (score, said) => {
  expect(scoreInProse(score)).toBe(said);
});

const thread = (name: string, value: number) => ({ name, value });
const rise = (name: string, statements: number) => ({ key: name, name, from: 1, to: 1 + statements, statements, hint: "" });
const RISK = { name: "Risk", value: 1.58, threads: [thread("A", 1), thread("B", 1.5), thread("C", 2), thread("D", 2.5)] };
const LIFTED = {
  key: "RK",
  name: "Risk",
  from: 1.58,
  after: 2,
  overall: { from: 2, after: 2.1 },
  count: 4,
  threads: [rise("A", 2), rise("B", 1)],
};
const BASE: P3m3Judged = {
  organization: "Harbour",
  scope: "Programme",
  maturity: 1,
  levelName: "Awareness",
  meaning: "People know.",
  perspectives: [RISK, { name: "Finance", value: 2.5, threads: [thread("A", 0)] }, { name: "Benefits", value: 3.25, threads: [] }],
  lift: { to: 2, levelName: "Repeatable", perspectives: [LIFTED] },
};

test("a summary says the level and its meaning, what holds it, what to do first and what that takes", () => {
  expect(p3m3Judgement(BASE)).toEqual([
    "Harbour is at maturity level 1, Awareness, in programme management. People know. Level 1 is an average. One of five threads is still below it: A in Finance.",
    "Risk (1.58) keeps the maturity from rising; Benefits and Finance have reached level 2 or more. The lowest thread there is A, with 1.00.",
    "To reach level 2, Repeatable, Risk has to average 2. Two of the five threads have to rise: A (1.00 → 3.00) and B (1.00 → 2.00).",
  ]);
});

test("a summary and a slide say that a level is only just reached", () => {
  const perspectives = [
    { ...RISK, value: 1 },
    { ...RISK, name: "Finance", value: 1.004 },
    { ...RISK, name: "Benefits", value: 1.01 },
  ];
  const edge =
    "Level 1 is only just reached: Risk and Finance score 1.00; half a point less in any one of their threads would leave no level.";
  expect(p3m3Judgement({ ...BASE, perspectives })[0]).toContain(edge);
  expect(p3m3Points({ ...BASE, perspectives })).toContain(edge);
  const second = perspectives.map((each) => ({ ...each, value: each.value + 1 }));
  expect(p3m3Judgement({ ...BASE, maturity: 2, perspectives: second })[0]).toContain(
    "; half a point less in any one of their threads would make it level 1.",
  );
  expect(p3m3Points({ ...BASE, perspectives: perspectives.slice(2).concat({ ...RISK, value: 1 }) })).toContain(
    "Level 1 is only just reached: Risk scores 1.00; half a point less in any one of its threads would leave no level.",
  );
});

test("a summary names the unit that was assessed, and its points for a slide say the same in short", () => {
  expect(p3m3Judgement({ ...BASE, unit: "Docks" })[0]).toMatch(/^Docks at Harbour is at maturity level 1, /);
  expect(itilJudgement({ ...ITIL, unit: "Docks" })[0]).toMatch(/^Docks at Harbour is at maturity level 2 /);
  // The title of the slide says the level.
  expect(p3m3Points(BASE)).toEqual(["Risk (1.58) keeps the maturity from rising.", "For level 2, two threads have to rise."]);
});

test("a summary says what has changed right after the level", () => {
  const changes = ["Since 6 Nov 2025, the overall score has risen."];
  expect(p3m3Judgement({ ...BASE, changes })[1]).toBe(changes[0]);
  expect(itilJudgement({ ...ITIL, changes })[1]).toBe(changes[0]);
  expect(p3m3Judgement({ ...BASE, maturity: 5, lift: undefined, changes })[1]).toBe(changes[0]);
});

test("a summary of a part of the model says of some perspectives that they are those assessed", () => {
  const part = { ...BASE, isPart: true };
  const alike = ["Risk", "Finance", "Benefits"].map((name) => ({ ...RISK, name }));
  expect(p3m3Judgement({ ...part, perspectives: alike })[1]).toMatch(
    /^None of the three perspectives assessed is at level 2 yet: Risk, Finance and Benefits \(1\.58 each\)\. /,
  );
  expect(p3m3Judgement({ ...part, perspectives: alike.slice(1) })[1]).toMatch(
    /^Neither of the two perspectives assessed is at level 2 yet: Finance and Benefits \(1\.58 each\)\. /,
  );
  const held = [1.2, 1.3, 1.4, 1.5, 2].map((value, index) => ({ name: `P${index}`, value, threads: [] }));
  expect(p3m3Judgement({ ...part, perspectives: held })[1]).toMatch(
    /^Four of the five perspectives assessed keep the maturity from rising: P0 \(1\.20\) is furthest away, P3 \(1\.50\) nearest\. P4 has/,
  );
  const all = [...held, ...held.slice(0, 2)];
  expect(p3m3Judgement({ ...part, perspectives: all })[1]).toMatch(
    /^Six of the seven perspectives keep the maturity from rising: P0 and P0 \(1\.20 each\) are furthest away, P3 \(1\.50\) nearest\. P4 has/,
  );
});

test("where all hold it, the summary says who is furthest away, and begins where the least is missing", () => {
  const perspectives = ["Risk", "Finance", "Benefits"].map((name) => ({ ...RISK, name }));
  const more = { ...LIFTED, name: "Finance", threads: [rise("A", 2), rise("B", 2), rise("C", 1), rise("D", 1)] };
  const lift = { to: 2, levelName: "Repeatable", perspectives: [LIFTED, more, more] };
  expect(p3m3Judgement({ ...BASE, perspectives, lift }).slice(1)).toEqual([
    "None of the three perspectives is at level 2 yet: Risk, Finance and Benefits (1.58 each). The lowest threads are A in Risk, A in Finance and A in Benefits, with 1.00 each.",
    "To reach level 2, Repeatable, each of these three perspectives has to average 2. Ten of the 12 threads have to rise: two in Risk; all four in each of Finance and Finance. Risk comes first, as it takes least: A (1.00 → 3.00) and B (1.00 → 2.00).",
  ]);
  // Where the least is missing in several, it says so, and begins with the first.
  const second = { ...LIFTED, name: "Finance" };
  expect(p3m3Judgement({ ...BASE, perspectives, lift: { ...lift, perspectives: [LIFTED, second, more] } })[2]).toMatch(
    / Risk and Finance take least, so they come first: A \(1\.00 → 3\.00\) and B \(1\.00 → 2\.00\) in Risk and A \(1\.00 → 3\.00\) and B \(1\.00 → 2\.00\) in Finance\.$/,
  );
});

test("more than three that hold it are counted", () => {
  const perspectives = [1.2, 1.3, 1.4, 1.96, 2].map((value, index) => ({ name: `P${index}`, value, threads: [] }));
  expect(p3m3Judgement({ ...BASE, perspectives })[1]).toBe(
    "Four of the five perspectives keep the maturity from rising: P0 (1.20) is furthest away, P3 (1.96) nearest. P4 has reached level 2.",
  );
});

test("without a level, and at the highest", () => {
  expect(p3m3Judgement({ ...BASE, maturity: 0 })[0]).toBe("Harbour has not reached the first maturity level in programme management yet.");
  expect(p3m3Judgement({ ...BASE, maturity: 5, levelName: "Optimized", lift: undefined })).toEqual([
    "Harbour is at maturity level 5, Optimized, in programme management. People know. Level 5 is an average. Five of five threads are still below it: four in Risk and one in Finance. There is no higher level.",
  ]);
});

const ITIL: ItilJudged = {
  organization: "Harbour",
  maturity: 2,
  meanings: ["First.", "Second.", "Third.", "Fourth.", "Fifth."],
  components: 5,
  holding: [
    { name: "Governance", practices: [] },
    { name: "Practices", practices: ["A", "B", "C", "D"] },
  ],
  practices: [
    { name: "A", level: 2 },
    { name: "E", level: 4 },
  ],
  lift: {
    to: 3,
    steps: [
      { kind: "practice", key: "A", name: "A", from: 2, to: 3, criteria: 1, hints: [] },
      { kind: "practice", key: "B", name: "B", from: 2, to: 3, criteria: 3, hints: [] },
      { kind: "component", key: "Governance", name: "Governance", from: 2, to: 3, criteria: undefined, hints: [] },
    ],
  },
};

test("the summary of an ITIL result says the same of its components", () => {
  expect(itilJudgement(ITIL)).toEqual([
    "Harbour is at maturity level 2 in service management. Second.",
    "The components Governance and Practices keep the maturity from rising; the other three have reached more. The level of Practices follows from its weakest practices: A (level 2). Of the two practices assessed, one is at level 2 and one at level 4.",
    "To reach level 3, Governance and two practices have to rise by one level. The practices have to meet four more criteria for it. Start with A, which takes least.",
  ]);
  // All of them are counted, each once.
  const levels = [1, 2, 2, 3, 3, 4].map((level, index) => ({ name: `P${index}`, level }));
  expect(itilJudgement({ ...ITIL, practices: levels })[1]).toMatch(
    /Of the six practices assessed, one is at level 1, two are at level 2, two at level 3 and one is at level 4\.$/,
  );
  const below = [...ITIL.practices, { name: "Desk", level: 1 }];
  expect(itilJudgement({ ...ITIL, practices: below })[0]).toBe(
    "Harbour is at maturity level 2 in service management. Second, except in Desk, still at level 1.",
  );
  const holding = [{ name: "Practices", practices: ["A", "Desk"] }];
  expect(itilJudgement({ ...ITIL, practices: below, holding })[1]).toMatch(
    /follows from its weakest practices: Desk \(level 1; as a Supporting practice it counts as 2\); A \(level 2\)\. /,
  );
  // Practices that need the same are not nearer than each other, and one that holds nothing at the lowest level is explained.
  const steps = (ITIL.lift?.steps ?? []).map((step) => ({ ...step, ...(step.kind === "practice" ? { criteria: 2 } : {}) }));
  const practices = [...ITIL.practices, { name: "Supporting", level: 2 }];
  const [, holds, first] = itilJudgement({ ...ITIL, practices, lift: { to: 3, steps } });
  expect(holds).toMatch(/ Supporting practices count as one level higher\.$/);
  expect(first).toMatch(/ The practices have to meet four more criteria for it\. Each needs two, so any of them can come first\.$/);
  expect(itilJudgement({ ...ITIL, maturity: 5, lift: undefined })).toEqual([
    "Harbour is at maturity level 5 in service management. Fifth, except in A and E, still below level 5. There is no higher level.",
  ]);
  expect(itilJudgement({ ...ITIL, maturity: null })).toEqual(["The maturity of Harbour is not known: a component has no score."]);
});

const stepsOfItil = (...names: string[]) => ITIL.lift?.steps.filter(({ name }) => names.includes(name)) ?? [];
test.each<[string, Partial<ItilJudged>, string]>([
  [
    "names components and counts practices, and says which components follow from these",
    {},
    "For level 3, Governance and two practices have to rise by one level; Practices follows from these practices.",
  ],
  [
    "names a single practice",
    {
      lift: { to: 3, steps: stepsOfItil("A") },
      holding: ["Practices", "Continual Improvement"].map((name) => ({ name, practices: ["A"] })),
    },
    "For level 3, A has to rise by one level; Practices and Continual Improvement follow from this practice.",
  ],
  [
    "says nothing of practices where none has to rise",
    { lift: { to: 3, steps: stepsOfItil("Governance") }, holding: [{ name: "Governance", practices: [] }] },
    "For level 3, Governance has to rise by one level.",
  ],
  [
    "says who holds the maturity where no step is known",
    { lift: { to: 3, steps: [] } },
    "Governance and Practices keep the maturity from rising.",
  ],
  ["has the level where there is no higher one", { lift: undefined, maturity: 5 }, "Level 5."],
])("the slide of an ITIL result %s", (_, over, said) => {
  expect(itilPoints({ ...ITIL, ...over })).toEqual([said]);
});

test("without maturity it is about the practices", () => {
  const lift = { to: undefined, steps: ITIL.lift?.steps ?? [] };
  const capability = { ...ITIL, components: 0, maturity: null, holding: [], lift };
  expect(itilJudgement(capability)).toEqual([
    "The two practices assessed at Harbour range from level 2 to level 4.",
    "E is strongest, at level 4. A is weakest, at level 2: second.",
    "The next level is nearest for A: level 3, with one criterion left to meet.",
  ]);
  expect(itilJudgement({ ...capability, practices: [{ name: "A", level: 2 }] })).toEqual([
    "A at Harbour is at level 2. Second.",
    "To reach level 3, it has one criterion left to meet.",
  ]);
});

test("a draft says what stands out so far, and what the maturity would be", () => {
  const part = (name: string, value: number) => ({ name, value, shown: value.toFixed(2) });
  const draft = { organization: "Harbour", field: "project management", soFar: 2.25, ifSubmitted: 0 };
  expect(draftJudgement({ ...draft, parts: [part("A", 3), part("B", 1.5)] })).toBe(
    "So far, Harbour averages 2.25 out of 5 in project management. A stands out so far with 3.00; lowest so far is B with 1.50. If it were submitted now, the maturity would be 0, because what is not answered counts 0.",
  );
  expect(draftJudgement({ ...draft, soFar: undefined, parts: [] })).toBe("There are no scores so far.");
});
