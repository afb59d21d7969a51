import { expect, it } from "vitest";
import { isStarted, statusAfter } from "./status.ts";

it.each([
  ["Created", "scope saved", "Drafted"],
  ["Created", "answer stored", "Active"],
  ["Created", "submitted", "Completed"],
  ["Drafted", "scope saved", "Drafted"],
  ["Drafted", "answer stored", "Active"],
  ["Drafted", "submitted", "Completed"],
  ["Active", "scope saved", "Active"],
  ["Active", "answer stored", "Active"],
  ["Active", "submitted", "Completed"],
  ["Completed", "scope saved", "Completed"],
  ["Completed", "answer stored", "Completed"],
  ["Completed", "submitted", "Completed"],
] as const)("%s, then %s: %s", (status, event, after) => {
  expect(statusAfter(status, event)).toBe(after);
});

it("an assessment has started once it is Active", () => {
  expect((["Created", "Drafted", "Active", "Completed"] as const).map(isStarted)).toEqual([false, false, true, true]);
});
