import { describe, expect, it } from "vitest";
import { movedChapter, movedSlides } from "~/services/results/client-report/moved.server";
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
});
