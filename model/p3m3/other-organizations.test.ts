import { expect, test } from "vitest";
import { othersMessage, shownMeans } from "./other-organizations.ts";

test("a mean of fewer than five organizations is left out", () => {
  const means = [4, 5, 6].map((sampleSize) => ({ perspectiveId: sampleSize, score: 2, sampleSize }));
  expect(shownMeans(means).map(({ sampleSize }) => sampleSize)).toEqual([5, 6]);
});

test.each([
  [0, "there is none."],
  [1, "there is 1."],
  [4, "there are 4."],
])("with %i other organizations the message says so", (organizations, end) => {
  expect(othersMessage(organizations)).toBe(
    `5 other organizations of your team with a completed assessment in the same scope are needed; ${end}`,
  );
});

test("with five there is nothing to say", () => {
  expect(othersMessage(5)).toBeUndefined();
});
