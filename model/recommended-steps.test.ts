import fc from "fast-check";
import { expect, test } from "vitest";
import type { P3m3Lift } from "./judgement.ts";
import { isStepKey, itilSteps, NO_TEXTS, p3m3Steps, type StepTexts, stepAsText, stepFromText, stepsOfReport } from "./recommended-steps.ts";

const thread = (name: string, hint = "") => ({ key: name, name, from: 1.5, to: 3, statements: 2, hint });
const perspective = (name: string, threads: string[]): P3m3Lift["perspectives"][number] => ({
  ...{ key: name.slice(0, 2).toUpperCase(), name, from: 2.5, after: 3, overall: { from: 2.6, after: 2.7 }, count: 3 },
  threads: threads.map((each) => thread(each)),
});
const lift = (...perspectives: P3m3Lift["perspectives"]): P3m3Lift => ({ to: 3, levelName: "Defined", perspectives });

test("a step is a perspective, with the content's hints for the threads that have to rise, why, and what it gives", () => {
  const risk = {
    ...perspective("Risk", []),
    threads: [
      thread("Planning", "Write a plan."),
      thread("Process", "Follow it."),
      thread("A", ""),
      thread("B", "Look."),
      thread("C", "More."),
    ],
  };
  const RISING = "Planning, Process, A, B and C to level 3";
  const EFFECT = "Perspective 2.50 → 3.00; overall score 2.60 → 2.70";
  const factsOf = (rising: string, effect: string) => [
    { what: "score", value: "2.50" },
    { what: "maturity that it holds", value: "2" },
    { what: "effect", value: effect },
    { what: "threads that have to rise", value: rising },
  ];
  const finance = perspective("Finance", ["A", "B"]);
  const { to, further, steps } = p3m3Steps(lift(risk, finance));
  expect([to, further]).toEqual([3, 0]);
  expect(steps.map(({ byThread: _byThread, ...step }) => step)).toEqual([
    {
      key: "step-RI",
      about: "Risk",
      covers: ["RI-Planning", "RI-Process", "RI-A", "RI-B", "RI-C"],
      step: "Risk: Write a plan. Follow it. Look.",
      goal: "Risk to level 3",
      takes: "All three threads",
      begin: ["Write a plan.", "Follow it.", "Look."],
      why: "It scores 2.50, and holds the maturity at 2.",
      effect: EFFECT,
      // All threads, also those for which the step quotes no hint.
      threads: "Planning, Process, A, B and C 1.50 → 3.00",
      lifts: { name: "Risk", to: 3, rise: "2.50 → 3.00" },
      facts: factsOf(RISING, EFFECT),
    },
    {
      key: "step-FI",
      about: "Finance",
      covers: ["FI-A", "FI-B"],
      step: "Finance: raise A and B to level 3.",
      goal: "Finance to level 3",
      takes: "Two of three threads",
      begin: [],
      why: "It scores 2.50, and holds the maturity at 2.",
      effect: EFFECT,
      threads: "A and B 1.50 → 3.00",
      lifts: { name: "Finance", to: 3, rise: "2.50 → 3.00" },
      facts: factsOf("A and B to level 3", EFFECT),
    },
  ]);
  // The last step gives the level.
  expect(p3m3Steps(lift(finance)).steps[0]?.effect).toBe("Perspective 2.50 → 3.00; maturity 2 → 3");
  // A step has to fit its field.
  const long = { ...risk, threads: [thread("A", "x".repeat(500)), thread("B", "y".repeat(200)), thread("C", "Short.")] };
  expect(p3m3Steps(lift(long)).steps[0]?.step).toBe(`Risk: ${"x".repeat(500)} Short.`);
});

test("a text about a thread, from before steps were perspectives, keeps its place", () => {
  const suggested = p3m3Steps(lift(perspective("Risk", ["A", "B"]), perspective("Finance", ["A"])));
  const written = { "step-RI-B": stepAsText({ ...NO_TEXTS, step: "Ours" }) };
  expect(stepsOfReport(suggested, written).map(({ key, step, effect, state }) => [key, step, effect !== "", state])).toEqual([
    ["step-RI-A", "Risk, A: meet level 2. Then go on to level 3.", true, "suggested"],
    ["step-RI-B", "Ours", true, "written"],
    ["step-FI", "Finance: raise A to level 3.", true, "suggested"],
  ]);
});

test("an action is beside a step as what was agreed, and accepts one that it is all about, without its effect or place", () => {
  const suggested = p3m3Steps(lift(perspective("Risk", ["A", "B"]), perspective("Finance", ["A"])));
  const action = {
    title: "Raise Risk to level 3",
    why: "",
    owner: "Kim",
    effort: "Small",
    due: "1 May 2027",
    covers: ["RI-A", "RI-B", "FI-B"],
  };
  const states = (written: Record<string, string>, ...actions: (typeof action)[]) =>
    stepsOfReport(suggested, written, actions).map(({ step, owner, agreed, state }) => [step, owner, agreed, state]);
  const [risk, finance] = states({}, action);
  const said = { title: "Raise Risk to level 3", owner: "Kim", effort: "Small", due: "1 May 2027", isOfStep: true };
  // The step keeps its words: what was agreed need not be all that it takes.
  expect(risk).toEqual(["Risk: raise A and B to level 3.", "", [{ ...said, part: undefined }], "accepted"]);
  expect(finance).toEqual(["Finance: raise A to level 3.", "", [], "suggested"]);
  expect(states({}, { ...action, covers: ["RI-A"] })[0]?.slice(2)).toEqual([[{ ...said, part: 1 }], "suggested"]);
  expect(states({ "step-RI": stepAsText("left out") }, action)[0]?.at(-1)).toBe("left out");
  const own = { ...NO_TEXTS, step: "Ours", owner: "Sam" };
  // The goal stays that of the step, whatever words somebody wrote.
  expect(states({ "step-RI": stepAsText(own) }, action)[0]).toEqual(["Ours", "Sam", [{ ...said, part: undefined }], "accepted"]);
  const second = { ...action, title: "Train them", covers: ["RI-B"] };
  expect(stepsOfReport(suggested, {}, [second, action])[0]?.agreed?.map(({ title, part }) => [title, part])).toEqual([
    ["Raise Risk to level 3", undefined],
    ["Train them", 1],
  ]);
});

test.each([
  { title: "Raise Risk to level 3", accepts: true },
  { title: "risk: Raise A and B to level 3", accepts: true },
  { title: "Raise A and B", why: "to level 3. It scores 1.00.", accepts: true },
  { title: "Raise A and B", accepts: false },
  { title: "Raise A", why: "Kim asked for it.", accepts: false },
  { title: "Raise Risk to level 4", accepts: false },
  { title: "Risk", accepts: false },
  { title: "Name owners", accepts: false },
])(
  "an action is about a step as a whole with its goal or all its words, not with a part of them: $title",
  ({ title, why = "", accepts }) => {
    const action = { title, why, owner: "Kim", effort: "", due: "", covers: ["RI-A", "RI-B"] };
    const [step] = stepsOfReport(p3m3Steps(lift(perspective("Risk", ["A", "B"]))), {}, [action]);
    expect([step?.state, step?.agreed?.[0]?.isOfStep]).toEqual(accepts ? ["accepted", true] : ["suggested", false]);
  },
);

test("of ITIL a step is a practice or component, at most ten, and what is beyond is counted", () => {
  const practice = (key: string, hints: string[] = []) => ({
    kind: "practice" as const,
    key,
    name: key,
    from: 2,
    to: 3,
    criteria: 4,
    hints,
  });
  const suggested = itilSteps({
    to: 3,
    steps: Array.from({ length: 12 }, (_, index) => practice(`P${index}`, ["One.", "Two.", "Three."])),
  });
  expect([suggested.steps.length, suggested.further]).toEqual([10, 2]);
  expect(suggested.steps[0]).toEqual({
    key: "step-P0",
    about: "P0",
    covers: ["P0"],
    step: "P0: One. Two. Three. One more criterion is to be met.",
    goal: "P0 to level 3",
    takes: "Four criteria",
    begin: ["One.", "Two.", "Three."],
    why: "It holds the maturity at 2. Four criteria of level 3 are not met.",
    effect: "Practice 2 → 3",
    lifts: { name: "P0", to: 3, rise: "2 → 3" },
    facts: [
      { what: "level", value: "2" },
      { what: "level to reach", value: "3" },
      { what: "criteria to meet", value: "4" },
      { what: "maturity that it holds", value: "2" },
      { what: "effect", value: "Practice 2 → 3" },
    ],
  });
  const alike = itilSteps({ to: 3, steps: [practice("P", ["One.", "One.", "Two.", "Three."])] });
  expect(alike.steps[0]).toMatchObject({ step: "P: One. Two. Three.", effect: "Practice 2 → 3; maturity 2 → 3" });
  const component = { kind: "component" as const, key: "M-G", name: "Governance", from: 1, to: 2, criteria: undefined, hints: [] };
  expect(itilSteps({ to: undefined, steps: [component] }).steps[0]).toMatchObject({
    key: "step-M-G",
    step: "Bring Governance to level 2.",
    why: "It is at level 1.",
    effect: "Component 1 → 2",
    takes: "Level 2, judged as a whole",
    begin: ["Bring Governance to level 2."],
  });
  // A level describes a state, so the step asks readers to compare.
  expect(itilSteps({ to: 2, steps: [{ ...component, option: "Boards decide. They meet." }] }).steps[0]?.begin).toEqual([
    "Compare what is done with level 2: boards decide. They meet.",
  ]);
});

test("what is written comes back from its text", () => {
  const line = fc.string({ minLength: 0, maxLength: 40 }).map((text) => text.replace(/\s+/g, " ").trim());
  const texts: fc.Arbitrary<StepTexts> = fc.record({
    step: line.map((text) => `x${text}`),
    why: line,
    effort: line,
    owner: line,
    due: line,
  });
  fc.assert(
    fc.property(texts, (written) => {
      expect(stepFromText(stepAsText(written))).toEqual(written);
    }),
  );
  expect(stepFromText(stepAsText("left out"))).toBe("left out");
  expect(stepFromText(" ")).toBeUndefined();
});

test("the report has what was written in place of what is suggested, then what was added", () => {
  const suggested = p3m3Steps(lift(...["Risk", "Benefits", "Finance"].map((name) => perspective(name, ["A"]))));
  const own = { step: "Ours", why: "", effort: "5 days", owner: "Kim", due: "May" };
  const written = {
    "step-RI": stepAsText(own),
    "step-BE": stepAsText("left out"),
    "step-own-1": stepAsText({ ...own, step: "Added" }),
    "step-own-2": "",
    summary: "Step: no step",
  };
  expect(
    stepsOfReport(suggested, written).map(({ step, effect, owner, state }) => [step.slice(0, 10), effect !== "", owner, state]),
  ).toEqual([
    ["Ours", true, "Kim", "written"],
    ["Benefits: ", true, "", "left out"],
    ["Finance: r", true, "", "suggested"],
    ["Added", false, "Kim", "written"],
  ]);
});

test.each([
  ["step-RK-10", true],
  ["step-own-1", true],
  ["summary", false],
  ["step-", false],
  ["step-a b", false],
])("%s names a step: %s", (part, is) => {
  expect(isStepKey(part)).toBe(is);
});
