import { expect, it } from "vitest";
import { agreementOfReport } from "./ratings.ts";

const of = { count: 84, raters: 2, sameLevel: 0.8095, withinHalf: 0.9, kappa: 0.776, settled: 16, open: 0 };

it.each([
  [
    of,
    "thread",
    "A second assessor rated 84 threads without seeing the first result. 81 % had the same level, kappa 0.78: substantial agreement beyond chance. 16 threads were settled together.",
  ],
  [
    { ...of, count: 20, raters: 3, settled: 1, open: 1 },
    "practice",
    "Two more assessors rated 20 practices without seeing the first result. 81 % had the same level, kappa 0.78: substantial agreement beyond chance. 1 practice was settled together. 1 practice still differs.",
  ],
  [
    { ...of, kappa: -0.05, settled: 0 },
    "thread",
    "A second assessor rated 84 threads without seeing the first result. 81 % had the same level, kappa −0.05: no more agreement than chance would give.",
  ],
  [
    { ...of, kappa: null, settled: 0, open: 3 },
    "thread",
    "A second assessor rated 84 threads without seeing the first result. Everybody gave one and the same score throughout, so there is no kappa. 3 threads still differ.",
  ],
])("a report says how far ratings agree: %o", (agreement, unit, sentence) => {
  expect(agreementOfReport(agreement, unit)).toBe(sentence);
});
