import { describe, expect, it } from "vitest";
import { movedChapter, movedSlides } from "~/services/results/client-report/moved.server";
import type { Bars } from "~/views/charts/bars";
import type { MovedContent } from "~/views/result";

const contentOf = (isOther: boolean): MovedContent => ({
  ...{ about: ["Compared with 2023."], exhibits: [], isOther },
  facts: { since: undefined, soFar: false, isApart: true, isLevel: false, wholes: [], parts: [] },
});
const OWN = "A register was begun in 2024.";
const written = { moved: OWN };

describe("what the assessors have written about what moved", () => {
  it("is in the report of the comparison by default, in the document and on the slide", () => {
    const { title, blocks } = movedChapter(contentOf(false), written, false);
    expect([title, JSON.stringify(blocks)]).toEqual(["What moved and why", expect.stringContaining(OWN)]);
    expect(JSON.stringify(movedSlides(contentOf(false), written, false))).toContain(OWN);
  });

  it("is in none that compares with another assessment", () => {
    const { title, blocks } = movedChapter(contentOf(true), written, false);
    expect([title, JSON.stringify(blocks)]).toEqual(["What moved", expect.not.stringContaining(OWN)]);
    expect(JSON.stringify(movedSlides(contentOf(true), written, false))).not.toContain(OWN);
  });

  it("has no chart on the slide of another scope, where two charts could not be told apart", () => {
    const scores = {
      spokes: [{ code: "BM", name: "Benefits" }],
      series: [{ name: "Now", role: "own" as const, points: [{ text: "1.00", value: 1 }] }],
    };
    const chart: Bars = { kind: "bars", id: "bars", title: "Then", titleAlone: "Then", figuresIn: "Table", ...scores };
    const exhibitsFor = (isApart: boolean) => {
      const content = contentOf(false);
      const [slide] = movedSlides({ ...content, exhibits: [chart], facts: { ...content.facts, isApart } }, {}, false);
      return slide?.blocks.filter(({ kind }) => kind === "exhibit").length;
    };
    expect([exhibitsFor(false), exhibitsFor(true)]).toEqual([1, 0]);
  });
});
