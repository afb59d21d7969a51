import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldSittings, isSameSitting, joinQuestions, partsAmong } from "./history.ts";

const MINUTE = 60_000;
const START = Date.parse("2026-11-05T09:00:00.000Z");
const at = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();
const deed = (minutes: number, by = "kim", place = "thread/1/2", save = true) => ({ at: at(minutes), by, place, save });
const isSave = ({ save }: { save: boolean }) => save;

describe("sittings", () => {
  it.each([
    ["29 minutes apart", deed(0), deed(29), true],
    ["30 minutes apart", deed(0), deed(30), false],
    ["of two people", deed(0), deed(1, "robin"), false],
    ["at two threads", deed(0), deed(1, "kim", "thread/1/3"), false],
  ])("two deeds %s", (_, earlier, later, same) => {
    expect(isSameSitting(earlier, later)).toBe(same);
  });

  it("go on while somebody works, go round what is done elsewhere, and end where somebody else saves", () => {
    const deeds = [
      deed(60),
      deed(45),
      deed(40, "kim", "thread/1/3"),
      deed(20, "robin"),
      deed(19),
      deed(18, "robin", "thread/1/3"),
      deed(0, "kim", "", false),
    ];
    expect(foldSittings(deeds, isSave).map((sitting) => sitting.map((each) => deeds.indexOf(each)))).toEqual([
      [0, 1],
      [2],
      [3],
      [4],
      [5],
      [6],
    ]);
  });

  const deeds = fc
    .array(
      fc.record({
        gap: fc.integer({ min: 0, max: 60 }),
        by: fc.constantFrom("kim", "robin"),
        place: fc.constantFrom("a", "b", ""),
        save: fc.boolean(),
      }),
    )
    .map((steps) => {
      let minutes = 0;
      return steps.map(({ gap, ...rest }) => {
        minutes -= gap;
        return { ...rest, at: at(minutes) };
      });
    });

  it("hold every deed once, in order, and nothing that does not belong together", () => {
    fc.assert(
      fc.property(deeds, (all) => {
        const sittings = foldSittings(all, isSave);
        expect(sittings.flat()).toHaveLength(all.length);
        expect(new Set(sittings.flat())).toEqual(new Set(all));
        const firsts = sittings.map(([first]) => all.findIndex((each) => Object.is(each, first)));
        expect(firsts).toEqual([...firsts].sort((one, other) => one - other));
        for (const sitting of sittings)
          for (const [index, later] of sitting.slice(0, -1).entries()) {
            const earlier = sitting[index + 1];
            expect(earlier && isSave(earlier) && isSave(later) && isSameSitting(earlier, later)).toBe(true);
          }
      }),
    );
  });
});

describe("what one question did in several perspectives", () => {
  const descoped = (seconds: number, place: string, kind = "descoped", by = "kim") => [{ ...deed(seconds / 60, by, place), kind }];
  it.each([
    ["at one thread", [descoped(2, "thread/2/5"), descoped(1, "thread/1/5")], 1],
    ["at two threads", [descoped(2, "thread/2/6"), descoped(1, "thread/1/5")], 2],
    ["twice in one perspective", [descoped(2, "thread/1/5"), descoped(1, "thread/1/5")], 2],
    ["there and back", [descoped(2, "thread/2/5", "rescoped"), descoped(1, "thread/1/5")], 2],
    ["by two people", [descoped(2, "thread/2/5", "descoped", "robin"), descoped(1, "thread/1/5")], 2],
    ["a minute later", [descoped(62, "thread/2/5"), descoped(1, "thread/1/5")], 2],
    ["of another kind", [descoped(2, "thread/2/5", "flag"), descoped(1, "thread/1/5", "flag")], 2],
  ])("is joined %s", (_, sittings, lines) => {
    const joined = joinQuestions(sittings);
    expect(joined).toHaveLength(lines);
    expect(joined.flat()).toEqual(sittings.flat());
  });
});

describe("the parts of a deed", () => {
  it.each<[what: string, ids: number[], firsts: Record<number, number>, parts: number[]]>([
    ["are those from its first up to it", [9, 8, 7, 6, 5], { 8: 6 }, [7, 6]],
    ["may reach beyond the end of what is listed", [8, 7, 6], { 8: 2 }, [7, 6]],
    ["of two deeds lie apart", [9, 8, 7, 6, 5], { 9: 8, 7: 6 }, [8, 6]],
    ["are nothing where no deed has any", [3, 2, 1], {}, []],
  ])("%s", (_, ids, firsts, parts) => {
    expect([
      ...partsAmong(
        ids.map((id) => ({ id })),
        ({ id }) => firsts[id],
      ),
    ]).toEqual(parts);
  });
});
