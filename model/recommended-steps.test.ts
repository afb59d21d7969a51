import fc from "fast-check";
import { expect, test } from "vitest";
import type { P3m3Lift } from "./judgement.ts";
import { isStepKey, itilSteps, p3m3Steps, type StepTexts, stepAsText, stepFromText, stepsOfReport } from "./recommended-steps.ts";

const thread = (name: string, hint = "") => ({ key: name, name, from: 1.5, to: 3, statements: 2, hint });
const perspective = (name: string, threads: string[]): P3m3Lift["perspectives"][number] => ({
  ...{ key: name.slice(0, 2).toUpperCase(), name, from: 2.5, after: 3, overall: { from: 2.6, after: 2.7 }, count: 3 },
  threads: threads.map((each) => thread(each)),
});
const lift = (...perspectives: P3m3Lift["perspectives"]): P3m3Lift => ({ to: 3, levelName: "Defined", perspectives });

test("a step is a thread, with the hint of the content, why, and what it alone changes", () => {
  const risk = { ...perspective("Risk", []), threads: [thread("Planning", "Write a plan.")] };
  expect(p3m3Steps(lift(risk))).toEqual({
    to: 3,
    further: 0,
    steps: [
      {
        key: "step-RI-Planning",
        about: "Risk: Planning",
        covers: ["RI-Planning"],
        step: "Risk, Planning: Write a plan. Then go on to level 3.",
        why: "The thread scores 1.50; the perspective has to average 3.",
        effect: "Thread 1.50 → 3.00; perspective 2.50 → 3.00",
      },
    ],
  });
  expect(p3m3Steps(lift(perspective("Risk", ["Planning"]))).steps[0]?.step).toBe("Risk, Planning: meet level 2. Then go on to level 3.");
});

test("where threads are more than ten, a step is a perspective", () => {
  const names = ["A", "B", "C", "D", "E", "F"];
  expect(p3m3Steps(lift(perspective("Risk", names), perspective("Finance", names.slice(0, 4)))).steps).toHaveLength(10);
  const { steps } = p3m3Steps(lift(perspective("Risk", names), perspective("Finance", names.slice(0, 5))));
  expect(steps.map(({ key }) => key)).toEqual(["step-RI", "step-FI"]);
  expect(steps[1]).toMatchObject({
    covers: ["FI-A", "FI-B", "FI-C", "FI-D", "FI-E"],
    step: "Raise Finance to an average of 3: A, B, C, D and E to level 3.",
    why: "It scores 2.50, and holds the maturity at 2.",
    effect: "Perspective 2.50 → 3.00; overall score 2.60 → 2.70",
  });
});

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
    step: "Bring P0 to level 3: One. Two. Two more criteria are to be met.",
    why: "It holds the maturity at 2. Four criteria of level 3 are not met.",
    effect: "Practice 2 → 3",
  });
  const alike = itilSteps({ to: 3, steps: [practice("P", ["One.", "One.", "Two.", "Three."])] });
  expect(alike.steps[0]?.step).toBe("Bring P to level 3: One. Two. One more criterion is to be met.");
  const component = { kind: "component" as const, key: "M-G", name: "Governance", from: 1, to: 2, criteria: undefined, hints: [] };
  expect(itilSteps({ to: undefined, steps: [component] }).steps[0]).toMatchObject({
    key: "step-M-G",
    step: "Bring Governance to level 2.",
    why: "It is at level 1.",
    effect: "Component 1 → 2",
  });
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
  const { steps } = p3m3Steps(lift(perspective("Risk", ["A", "B", "C"])));
  const own = { step: "Ours", why: "", effort: "5 days", owner: "Kim", due: "May" };
  const written = {
    "step-RI-A": stepAsText(own),
    "step-RI-B": stepAsText("left out"),
    "step-own-1": stepAsText({ ...own, step: "Added" }),
    "step-own-2": "",
    summary: "Step: no step",
  };
  expect(
    stepsOfReport({ steps }, written).map(({ step, effect, owner, state }) => [step.slice(0, 10), effect !== "", owner, state]),
  ).toEqual([
    ["Ours", true, "Kim", "written"],
    ["Risk, B: m", true, "", "left out"],
    ["Risk, C: m", true, "", "suggested"],
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
