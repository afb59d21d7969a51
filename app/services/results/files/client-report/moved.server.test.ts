import { describe, expect, it } from "vitest";
import { changesChapter, changesSlides } from "~/services/results/files/client-report/moved.server";
import type { Bars } from "~/views/charts/bars";
import type { ChangesContent } from "~/views/result";

const contentOf = (isOther: boolean): ChangesContent => ({
  ...{ about: ["Compared with 2023."], exhibits: [], part: "moved-7", isOther, choices: [] },
  facts: { since: undefined, soFar: false, isApart: true, isLevel: false, wholes: [], parts: [] },
});
const OWN = "A register was begun in 2024.";

describe("what the assessors have written about what moved", () => {
  it.each([
    ["about this comparison, by default", false, { "moved-7": OWN }, true],
    ["about this comparison, which somebody chose", true, { "moved-7": OWN }, true],
    ["about another comparison", false, { "moved-8": OWN }, false],
    ["before each comparison had its own, by default", false, { moved: OWN }, true],
    ["before each comparison had its own, in one that somebody chose", true, { moved: OWN }, false],
    ["before each comparison had its own, and this one has other words", false, { moved: OWN, "moved-7": "Other words." }, false],
  ])("%s", (_, isOther, written, isThere) => {
    const { title, blocks } = changesChapter(contentOf(isOther), written, { board: false, aims: [], hasSummary: false });
    const slides = changesSlides(contentOf(isOther), written, { board: false, hasSummary: false });
    expect([JSON.stringify(blocks).includes(OWN), JSON.stringify(slides).includes(OWN)]).toEqual([isThere, isThere]);
    expect(title).toBe(isThere || "moved-7" in written ? "What moved and why" : "What moved");
  });

  it("has no chart on the slide of another scope, where two charts could not be told apart", () => {
    const scores = {
      spokes: [{ code: "BM", name: "Benefits" }],
      series: [{ name: "Now", role: "own" as const, points: [{ text: "1.00", value: 1 }] }],
    };
    const chart: Bars = { kind: "bars", id: "bars", title: "Then", titleAlone: "Then", figuresIn: "Table", ...scores };
    const exhibitsFor = (isApart: boolean) => {
      const content = contentOf(false);
      const [slide] = changesSlides(
        { ...content, exhibits: [chart], facts: { ...content.facts, isApart } },
        {},
        { board: false, hasSummary: false },
      );
      return slide?.blocks.filter(({ kind }) => kind === "exhibit").length;
    };
    expect([exhibitsFor(false), exhibitsFor(true)]).toEqual([1, 0]);
  });
});
