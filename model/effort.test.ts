import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { likelyOfPractices, likelyOfThreads, roughMinutes } from "./effort.ts";
import { LEVELS, type Level } from "./p3m3/catalogue.ts";
import { applyThreadAnswer, EMPTY_THREAD, gateThread, isThreadAnswered, type ThreadSelections } from "./p3m3/gate.ts";

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

/** How many statements a thread asks whose levels are Fully up to one, 0 for none. */
function askedFrom(from: Level, reached: number): number {
  let selections: ThreadSelections = EMPTY_THREAD;
  for (let count = 0; ; count += 1) {
    const next = gateThread(from, selections).find(({ askedNext }) => askedNext);
    if (!next || isThreadAnswered(selections)) return count;
    selections = applyThreadAnswer(from, selections, next.level, next.level <= reached ? "Fully" : "Partially");
  }
}

describe("what is likely to be asked", () => {
  it.each(LEVELS)("of a thread that starts at level %i: two near it, and one more for each level further away", (from) => {
    for (const reached of [0, ...LEVELS]) {
      const away = reached >= from ? reached - from : from - 1 - reached;
      // At either end there is no level beyond.
      const isEnd = reached === 5 || reached === 0;
      expect(askedFrom(from, reached)).toBe(likelyOfThreads(1) + away - (isEnd ? 1 : 0));
    }
  });

  it("of practices: the criteria of levels 2 and 3", () => {
    expect([likelyOfPractices(0), likelyOfPractices(455)]).toEqual([0, 273]);
  });
});
