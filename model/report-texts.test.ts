import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  benchmarkMessage,
  besideThreads,
  extremes,
  holdMessage,
  maturityMessage,
  perspectiveOpening,
  practiceOpening,
  rangeMessage,
  type ScoredName,
} from "./report-texts.ts";

const at = (name: string, value: number): ScoredName => ({ name, shown: value.toFixed(2), value });

test.each<[ScoredName[], string | undefined]>([
  [[], undefined],
  [[at("A", 1)], undefined],
  [[at("A", 2), at("B", 2)], "Both threads score 2.00"],
  [[at("A", 2), at("B", 1)], "A (2.00) scores highest, B (1.00) lowest"],
  [[at("A", 2), at("B", 1), at("C", 2)], "A and C (2.00) score highest, B (1.00) lowest"],
  [[at("A", 2), at("B", 1), at("C", 1), at("D", 1), at("E", 1)], "A (2.00) scores highest, four threads (1.00) lowest"],
])("who scores highest and lowest: %j", (scored, said) => {
  expect(rangeMessage(scored, "threads")).toBe(said);
});

test.each([
  [["Risk management"], 7, 2, "Risk management holds the maturity at 2"],
  [["A", "B"], 7, 0, "A and B hold the maturity at 0"],
  [["A", "B", "C", "D"], 7, 1, "Four perspectives hold the maturity at 1"],
  [["A", "B"], 2, 3, "Both perspectives hold the maturity at 3"],
  [["A"], 1, 3, "A holds the maturity at 3"],
])("what holds a maturity: %j of %i", (names, all, level, said) => {
  expect(holdMessage(names, all, level, "perspectives")).toBe(said);
});

test.each<[number[], string | undefined]>([
  [[], undefined],
  [[0.3], "The one score compared is above the benchmark"],
  [[0, 0], "Both perspectives are level with the benchmark"],
  [[0.1, -0.2, 0, 0], "Of the four perspectives, one scores above the benchmark, one below and two level with it"],
  [[-0.1, -0.2], "Of the two perspectives, two score below the benchmark"],
])("the benchmark: %j", (differences, said) => {
  expect(benchmarkMessage(differences, "perspectives")).toBe(said);
});

test("the first slide's message", () => {
  const p3m3 = { label: "Overall maturity", value: "2", meaning: "Repeatable", namesLevel: true } as const;
  const itil = { label: "SVS Maturity Score", value: "3", meaning: "The lowest of the five components" };
  expect(maturityMessage([p3m3])).toBe("Overall maturity is 2: Repeatable");
  expect(maturityMessage([itil])).toBe("SVS Maturity Score is 3: the lowest of the five components");
  expect(maturityMessage([p3m3], "up from 1 since 4 Nov 2025")).toBe("Overall maturity is 2, Repeatable: up from 1 since 4 Nov 2025");
  expect(maturityMessage([itil], "down from 4")).toBe("SVS Maturity Score is 3: down from 4");
  expect(maturityMessage([{ label: "Practices assessed", value: "4", meaning: "" }])).toBe("Practices assessed: 4");
});

test("how chapters open", () => {
  const rise = (name: string, from: number) => ({ name, from, to: 3 });
  const base = {
    name: "Risk",
    shown: "2.50",
    level: { value: 2, name: "Repeatable" },
    threads: [at("A", 3), at("B", 2)],
  };
  expect(perspectiveOpening(base)).toBe(
    "Risk scores 2.50 out of 5 and reaches level 2, Repeatable. A is ahead, with 3.00; B is behind, with 2.00.",
  );
  // What is further from the mean comes first; where most are below the next level, it says so.
  expect(perspectiveOpening({ ...base, threads: [at("A", 3), at("B", 3), at("C", 0)] })).toMatch(
    / C is behind, with 0\.00; A and B are ahead, with 3\.00 each\.$/,
  );
  expect(perspectiveOpening({ ...base, threads: [at("A", 2.5), at("B", 2), at("C", 1)] })).toMatch(
    / All three threads are below level 3; the lowest is C \(1\.00\)\.$/,
  );
  expect(perspectiveOpening({ ...base, standout: "holds", next: { to: 3, rising: [rise("B", 2)] } })).toBe(
    "Risk scores 2.50 out of 5 and reaches level 2, Repeatable. It keeps the maturity from rising until B rises from 2.00 to 3.00. A is ahead, with 3.00; B is behind, with 2.00.",
  );
  // One that has reached the next maturity already has no step.
  expect(perspectiveOpening({ ...base, next: { to: 2, rising: [] } })).toContain("No recommended step is about it. A is ahead");
  expect(
    perspectiveOpening({
      ...base,
      threads: [at("A", 2.5), at("B", 2)],
      standout: "holds",
      next: { to: 3, rising: [rise("A", 2.5), rise("B", 2)] },
    }),
  ).toMatch(
    / It keeps the maturity from rising until A \(2\.50 → 3\.00\) and B \(2\.00 → 3\.00\) rise\. The lowest thread is B \(2\.00\)\.$/,
  );
  // Of several that are alike any one suffices, and many are counted.
  const next = (...rising: ReturnType<typeof rise>[]) => perspectiveOpening({ ...base, next: { to: 3, rising } });
  expect(perspectiveOpening({ ...base, threads: [at("A", 2), at("B", 2), at("C", 3)], next: { to: 3, rising: [rise("A", 2)] } })).toContain(
    " Level 3 is reached if one of the two threads at 2.00 reaches 3.00. ",
  );
  expect(next(...["A", "B", "C", "D"].map((name) => rise(name, 2)))).toContain(" rise to 3.00. ");
  const scored = (...values: number[]) => values.map((value, index) => at(String.fromCharCode(65 + index), value));
  const enough = (values: number[], ...rising: number[]) =>
    perspectiveOpening({ ...base, threads: scored(...values), next: { to: 3, rising: rising.map((from) => rise("X", from)) } });
  expect(enough([2, 2, 2.5, 2.5, 2.5, 3.5], 2, 2, 2.5, 2.5)).toContain(
    " Level 3 is reached if both threads at 2.00 and two of the three threads at 2.50 rise to 3.00. ",
  );
  expect(enough([1.5, 2, 2, 2, 3.5], 1.5, 2, 2, 2)).toContain(" if the thread at 1.50 and all three threads at 2.00 rise to 3.00. ");
  expect(enough([2, 2, 2, 2], 2, 2, 2, 2)).toContain(" if all four threads rise to 3.00. ");
  expect(enough([0, 0.5, 1, 1.5, 3.5], 0, 0.5, 1, 1.5)).toContain(" if four of its five threads rise to 3.00. ");
  const mixed = { to: 3, rising: [...[2, 2, 2].map((from) => rise("X", from)), { name: "Y", from: 1, to: 2 }] };
  expect(perspectiveOpening({ ...base, threads: scored(1, 2, 2, 2, 4), next: mixed })).toContain(" if four of its five threads rise. ");
  // Too many that are alike are not named.
  const alike = ["B", "C", "D", "E"].map((name) => at(name, 2));
  expect(perspectiveOpening({ ...base, threads: [at("A", 3), ...alike] })).toMatch(/ A is ahead, with 3\.00\.$/);
  const others = ["F", "G", "H", "I"].map((name) => at(name, 3));
  expect(perspectiveOpening({ ...base, threads: [...others, ...alike] })).toMatch(/ Its threads score from 2\.00 to 3\.00\.$/);
  expect(perspectiveOpening({ ...base, level: { value: 0, name: "" }, threads: [] })).toBe(
    "Risk scores 2.50 out of 5 and reaches no level.",
  );
  expect(practiceOpening({ name: "P", level: 2, toMeet: [{ level: 3, criteria: 1 }] })).toBe(
    "P is at level 2. One criterion of level 3 is still to be met.",
  );
  expect(
    practiceOpening({
      name: "P",
      level: 2,
      toMeet: [
        { level: 3, criteria: 2 },
        { level: 4, criteria: 3 },
      ],
    }),
  ).toBe("P is at level 2. Two criteria of level 3 are still to be met. The three criteria of level 4 were not assessed.");
  expect(
    practiceOpening({
      name: "P",
      level: 2,
      toMeet: [
        { level: 3, criteria: 1 },
        { level: 4, criteria: 1 },
      ],
    }),
  ).toBe("P is at level 2. One criterion of level 3 is still to be met. The one criterion of level 4 was not assessed.");
  expect(practiceOpening({ name: "P", level: 5, toMeet: [] })).toBe("P is at level 5, the highest.");
});

describe("whatever the figures are", () => {
  const scored = fc
    .array(
      fc.integer({ min: 0, max: 10 }).map((half) => half / 2),
      { maxLength: 15 },
    )
    .map((values) => values.map((value, index) => at(`N${index}x`, value)));

  test("a sentence names only scores and names that it was given, and no cause", () => {
    fc.assert(
      fc.property(scored, fc.integer({ min: 0, max: 5 }), (threads, level) => {
        const text = perspectiveOpening({
          name: "Risk",
          shown: "2.50",
          level: { value: level, name: "Named" },
          threads,
        });
        const known = new Set(["2.50", ...threads.map(({ shown }) => shown)]);
        for (const number of text.match(/\d+\.\d\d/g) ?? []) expect(known).toContain(number);
        for (const name of text.match(/N\d+x/g) ?? []) expect(threads.map((each) => each.name)).toContain(name);
        expect(text).not.toMatch(/\b(?:because|due to|thanks to|caused|therefore|since|as a result|owing)\b/i);
      }),
    );
  });

  test("those named highest and lowest are exactly those", () => {
    fc.assert(
      fc.property(scored, (threads) => {
        const ends = extremes(threads);
        if (!ends) return new Set(threads.map(({ value }) => value)).size <= 1;
        const [high, low] = [ends.highest[0]?.value ?? 0, ends.lowest[0]?.value ?? 0];
        return threads.every(
          (each) =>
            each.value <= high &&
            each.value >= low &&
            ends.highest.includes(each) === (each.value === high) &&
            ends.lowest.includes(each) === (each.value === low),
        );
      }),
    );
  });
});

test.each([
  [2, "First: Ask A."],
  [0, "For its target, first: Ask A."],
])(
  "beside a chart stands what comes first: for the step, or for a target where no step is about it (%i threads to raise)",
  (count, first) => {
    const threads = ["A", "B", "C"].map((name) => ({ name, value: 2, shown: "2.00" }));
    const rising = threads.slice(0, count).map(({ name }) => ({ name, from: 2, to: 3 }));
    const texts = besideThreads({ level: undefined, threads, next: { to: 3, rising: rising as never }, toDo: ["Ask A."] });
    expect(texts.at(-1)).toBe(first);
  },
);
