import fc from "fast-check";
import { expect, it } from "vitest";
import { type AimState, isAhead, isBelowTarget, TARGET_STATES, targetState, targetsMessage } from "./targets.ts";

const target = { score: 3.5, date: "2026-11-05" };

it.each([
  [3.5, "2027-01-01", "reached"],
  [4, "2026-01-01", "reached"],
  // What is shown as 3.50 has reached it.
  [3.495, "2026-11-05", "reached"],
  [3.494_9, "2026-11-05", "not yet reached"],
  [3.494_9, "2026-11-06", "missed"],
  [0, "2026-11-05", "not yet reached"],
  [null, "2026-11-05", "not yet reached"],
  [undefined, "2026-11-06", "missed"],
])("a score of %s on %s: %s", (score, today, state) => {
  expect(targetState(target, score, today)).toBe(state);
  expect(isBelowTarget(targetState(target, score, today))).toBe(state !== "reached");
});

it("a higher score never makes it worse, and a later day never makes it better", () => {
  const score = fc.double({ min: 0, max: 5, noNaN: true });
  fc.assert(
    fc.property(score, score, (one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      for (const today of ["2026-11-05", "2026-11-06"])
        if (targetState(target, low, today) === "reached") expect(targetState(target, high, today)).toBe("reached");
      expect(targetState(target, one, "2026-11-05")).not.toBe("missed");
    }),
  );
  expect(isBelowTarget(undefined)).toBe(false);
});

const [reached, open, past] = TARGET_STATES;
const lost = "no longer reached";
it.each<[AimState[], string]>([
  [[reached], "The target is reached"],
  [[past], "The target was missed"],
  [[reached, reached], "Both targets are reached"],
  [[reached, reached, reached], "All three targets are reached"],
  [[reached, open, reached, past], "Two of the four targets are reached; one is not yet due; one was missed"],
  [[reached, open, past, past], "One of the four targets is reached; one is not yet due; two were missed"],
  [[open, open], "None of the two targets is reached"],
  [[lost], "The target is no longer reached"],
  // Each is counted once.
  [[reached, open, open, lost, past], "One of the five targets is reached; two are not yet due; one is no longer reached; one was missed"],
  [[reached, open, lost, lost], "One of the four targets is reached; one is not yet due; two are no longer reached"],
])("%j in words: %s", (states, words) => {
  expect(targetsMessage(states)).toBe(words);
});

it("names up to two targets that were missed, and as many that are no longer reached", () => {
  const message = (missed: string[]) => targetsMessage([reached, ...missed.map(() => past)], { missed });
  expect(message(["Planning, 2.00 against 2.25"])).toBe("One of the two targets is reached; one was missed: Planning, 2.00 against 2.25");
  expect(message(["A", "B"])).toBe("One of the three targets is reached; two were missed: A; B");
  expect(message(["A", "B", "C"])).toBe("One of the four targets is reached; three were missed");
  expect(targetsMessage([reached, lost, past], { missed: ["A"], lost: ["B"] })).toBe(
    "One of the three targets is reached; one is no longer reached: B; one was missed: A",
  );
  expect([...TARGET_STATES, lost].filter((state) => isAhead(state as AimState))).toEqual([open, lost]);
});
