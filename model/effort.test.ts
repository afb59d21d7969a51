import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roughMinutes } from "./effort.ts";

describe("roughMinutes", () => {
  it.each([
    [0, 0],
    [5, 15],
    [94, 105],
    [120, 120],
    [121, 180],
    [420, 420],
    [455, 480],
  ])("says of %i statements that they take %i minutes", (statements, minutes) => {
    expect(roughMinutes(statements)).toBe(minutes);
  });

  it("never promises less than the pace, nor an hour more, and more statements never take less time", () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.nat(5_000), (one, more) => {
        expect(roughMinutes(one)).toBeGreaterThanOrEqual(one);
        expect(roughMinutes(one) - one).toBeLessThan(60);
        expect(roughMinutes(one + more)).toBeGreaterThanOrEqual(roughMinutes(one));
      }),
    );
  });
});
