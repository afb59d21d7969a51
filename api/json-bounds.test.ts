import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEPTH_MAX, exceedsJsonBounds, VALUES_MAX } from "./json-bounds.ts";

/** What `exceedsJsonBounds` counts, counted in what was parsed. */
function measured(value: unknown): { values: number; depth: number } {
  if (typeof value !== "object" || value === null) return { values: 0, depth: 0 };
  const inner = Object.values(value).map(measured);
  const values = 1 + Math.max(0, inner.length - 1) + inner.reduce((sum, each) => sum + each.values, 0);
  return { values, depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)) };
}

describe("the bounds of JSON", () => {
  test.each<[what: string, text: string, exceeds: boolean]>([
    ["nothing", "", false],
    ["a number", "1", false],
    ["as many entries as there may be", `[${"1,".repeat(VALUES_MAX - 1)}1]`, false],
    ["one entry more", `[${"1,".repeat(VALUES_MAX)}1]`, true],
    ["the same field again and again", `{${'"a":1,'.repeat(VALUES_MAX)}"a":1}`, true],
    ["as deep as it may be", `${"[".repeat(DEPTH_MAX)}${"]".repeat(DEPTH_MAX)}`, false],
    ["one level more", `${"[".repeat(DEPTH_MAX + 1)}${"]".repeat(DEPTH_MAX + 1)}`, true],
    ["a million brackets that are never closed", "[".repeat(1_000_000), true],
    ["objects in objects", '{"a":'.repeat(100_000), true],
    ["a text of commas and brackets", JSON.stringify({ body: ',[{"\\'.repeat(20_000) }), false],
    ["a text that does not end", `"${"[".repeat(20_000)}`, false],
    ["a text that ends in an escape", '"\\', false],
  ])("%s", (_what, text, exceeds) => {
    expect(exceedsJsonBounds(text)).toBe(exceeds);
  });

  test("count what is there, whatever the texts in it hold", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 14, depthSize: "max" }), (value) => {
        const { values, depth } = measured(value);
        expect(exceedsJsonBounds(JSON.stringify(value))).toBe(values > VALUES_MAX || depth > DEPTH_MAX);
      }),
    );
  });
});
