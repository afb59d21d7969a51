import { describe, expect, test } from "vitest";
import { matchingOptions } from "./matching.ts";

const options = ["Åland Islands", "Côte d'Ivoire", "Denmark", "Guinea", "Papua New Guinea", "Ærø", "Equatorial Guinea", "Łódź"].map(
  (label) => ({
    value: label,
    label,
  }),
);
const labels = (typed: string) => matchingOptions(options, typed).map(({ label }) => label);

describe("options that fit what was typed", () => {
  test("nothing typed leaves all of them in their own order", () => {
    expect(labels("  ")).toEqual(options.map(({ label }) => label));
  });
  test("what begins with it comes before words that do", () => {
    expect(labels("guinea")).toEqual(["Guinea", "Papua New Guinea", "Equatorial Guinea"]);
  });
  test.each([
    ["cote d ivoire", ["Côte d'Ivoire"]],
    ["COTE", ["Côte d'Ivoire"]],
    ["aero", ["Ærø"]],
    ["lodz", ["Łódź"]],
    ["mark", ["Denmark"]],
    ["new guinea", ["Papua New Guinea"]],
    ["xyz", []],
  ])("%s", (typed, expected) => {
    expect(labels(typed)).toEqual(expected);
  });
});
