import { describe, expect, test } from "vitest";
import { confirmableOf, countsWith, type LastTime } from "~/views/answering/again";

const LAST: LastTime = {
  ...{ name: "Spring review", href: "/", month: "Nov 2025", told: [], statements: [], changed: [], gone: [] },
  ...{ proposals: ["F", "P", undefined], chosen: undefined, all: undefined, note: "", evidence: [] },
  counts: { confirmed: 4, changed: 2 },
};

describe("the counts of the whole", () => {
  test.each([
    ["NNN", "NNN", 4, 2],
    ["NNN", "FPF", 6, 2],
    ["FPN", "FRN", 3, 3],
    ["FRN", "NNN", 3, 1],
  ])("with %s stored, and %s on the screen", (stored, answers, confirmed, changed) => {
    expect(countsWith(LAST, stored, answers)).toEqual({ confirmed, changed });
  });

  test("follow the option of a component", () => {
    const component = { ...LAST, proposals: [undefined, undefined], chosen: "12" };
    expect(countsWith(component, "", "12")).toEqual({ confirmed: 5, changed: 2 });
    expect(countsWith(component, "12", "13")).toEqual({ confirmed: 3, changed: 3 });
  });

  test("stay away where nothing can be compared", () => {
    expect(countsWith({ ...LAST, counts: undefined }, "NNN", "FNN")).toBeUndefined();
  });
});

test("C confirms as soon as one answer is proposed, though not the first", () => {
  expect(confirmableOf({ ...LAST, proposals: [undefined, "P"] })).toBe("Nov 2025");
  expect(confirmableOf({ ...LAST, proposals: ["P"], month: undefined })).toBe("last time");
  expect(confirmableOf({ ...LAST, proposals: [undefined] })).toBeUndefined();
  expect(confirmableOf(undefined)).toBeUndefined();
});
