import { describe, expect, test } from "vitest";
import { confirmableOf, countsWith, saidAt } from "~/views/answering/previous";

const COUNTS = { confirmed: 4, changed: 2 };
const PROPOSALS = "FPN";

describe("the counts of the whole", () => {
  test.each([
    ["NNN", "NNN", 4, 2],
    ["NNN", "FPF", 6, 2],
    ["FPN", "FRN", 3, 3],
    ["FRN", "NNN", 3, 1],
  ])("with %s stored, and %s on the screen", (stored, answers, confirmed, changed) => {
    expect(countsWith(COUNTS, [{ proposals: PROPOSALS, stored, answers }])).toEqual({ confirmed, changed });
  });

  test("follow the option of a component", () => {
    const component = { proposals: "NN", chosen: "12" };
    expect(countsWith(COUNTS, [{ ...component, stored: "", answers: "12" }])).toEqual({ confirmed: 5, changed: 2 });
    expect(countsWith(COUNTS, [{ ...component, stored: "12", answers: "13" }])).toEqual({ confirmed: 3, changed: 3 });
  });

  test("add up over the rows of a grid", () => {
    const row = (stored: string, answers: string) => ({ proposals: PROPOSALS, stored, answers });
    expect(countsWith(COUNTS, [row("NNN", "FNN"), row("FPN", "RPN")])).toEqual({ confirmed: 4, changed: 3 });
  });

  test("stay away where nothing can be compared", () => {
    expect(countsWith(undefined, [{ proposals: PROPOSALS, stored: "NNN", answers: "FNN" }])).toBeUndefined();
  });
});

test("C confirms as soon as one answer is proposed, though not the first", () => {
  const then = (month: string | undefined, proposals: string) => confirmableOf({ month }, [undefined, { remarks: [], proposals }]);
  expect(then("Nov 2025", "NP")).toBe("Nov 2025");
  expect(then(undefined, "P")).toBe("last time");
  expect(then("Nov 2025", "N")).toBeUndefined();
  expect(confirmableOf(undefined, [])).toBeUndefined();
});

test("a row says of each statement how it was answered, or what became of it", () => {
  const options = [{ letter: "F", word: "Fully" }];
  const row = { remarks: [], proposals: "FNN", others: { 2: { words: "New since Nov 2025" } } };
  const said = (month: string | undefined) => [0, 1, 2, 3].map((index) => saidAt(row, index, month, options)?.words);
  expect(said("Nov 2025")).toEqual(["Nov 2025: Fully", "Nov 2025: Not assessed", "New since Nov 2025", undefined]);
  expect(said(undefined)[0]).toBe("Last time: Fully");
  expect(saidAt({ ...row, proposals: "", others: {} }, 0, "Nov 2025", options)).toBeUndefined();
});
