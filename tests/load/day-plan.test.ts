import { expect, it } from "vitest";
import { atWorkIn, DAY, momentOf } from "./day-plan.ts";

it("has a rush at nine, a lunch at twelve and exports at five, hour by hour", () => {
  expect(DAY.map(({ at }) => at)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
  const came = DAY.map((hour, index) => atWorkIn(hour, 80) - (DAY[index - 1] ? atWorkIn(DAY[index - 1] as (typeof DAY)[number], 80) : 0));
  expect(DAY[came.indexOf(Math.max(...came))]?.at).toBe(9);
  expect(DAY.toSorted((a, b) => a.atWork - b.atWork)[0]?.at).toBe(12);
  expect(DAY.filter((hour) => hour.exports).map(({ at }) => at)).toEqual([17]);
});

it("spreads what all do over the part of the hour that is meant", () => {
  const moments = Array.from({ length: 80 }, (_, index) => momentOf(index, 80, 0.25));
  expect([moments[0], Math.max(...moments) < 0.25, new Set(moments).size]).toEqual([0, true, 80]);
});
