import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accentProblem, contrastWithWhite, styleMessages } from "./style.ts";

describe("the accent colour", () => {
  it.each([
    ["", undefined],
    ["#1f4e79", undefined],
    ["#1F4E79", undefined],
    ["#767676", undefined],
    ["#777777", styleMessages.contrast],
    ["#ffffff", styleMessages.contrast],
    ["#1f4e7", styleMessages.color],
    ["1f4e790", styleMessages.color],
    ["navy", styleMessages.color],
    ["#1f4e7g", styleMessages.color],
  ])("%s: %s", (color, problem) => expect(accentProblem(color)).toBe(problem));

  it("has a contrast with white between that of white and that of black, and less the lighter it is", () => {
    expect([contrastWithWhite("#ffffff"), contrastWithWhite("#000000")].map((ratio) => Math.round(ratio * 100) / 100)).toEqual([1, 21]);
    const hex = (parts: number[]) => `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    const channel = fc.integer({ min: 0, max: 254 });
    fc.assert(
      fc.property(fc.tuple(channel, channel, channel), fc.nat(2), (parts, which) => {
        const lighter = parts.map((part, index) => (index === which ? part + 1 : part));
        expect(contrastWithWhite(hex(lighter))).toBeLessThan(contrastWithWhite(hex(parts)));
      }),
    );
  });
});
