import { expect, test } from "vitest";
import { itilExtent, p3m3Extent } from "./extent.ts";

test.each([
  ["Programme", 7, 13, undefined],
  ["Project", 7, 12, undefined],
  ["Portfolio", 7, 12, "7 of 7 perspectives, 12 of 13 threads"],
  ["Programme", 1, 4, "1 of 7 perspectives, 4 of 13 threads"],
  ["Project", 6, 12, "6 of 7 perspectives, 12 of 12 threads"],
  [null, 7, 12, "7 of 7 perspectives, 12 of 13 threads"],
])("what a P3M3 assessment covers: %s, %i perspectives, %i threads", (scope, perspectives, threads, said) => {
  expect(p3m3Extent({ scope, perspectives, threads })).toBe(said);
});

test.each([
  ["Comprehensive", 7, 5, undefined],
  ["Maturity", 6, 5, "6 of 34 practices, 5 of 5 components"],
  ["Capability", 9, 0, "9 of 34 practices"],
])("what an ITIL assessment covers: %s, %i practices, %i components", (scope, practices, components, said) => {
  expect(itilExtent({ scope, practices, components })).toBe(said);
});
