import { describe, expect, it } from "vitest";
import { figuresOf, type RatedStatement, TrialError } from "./trial.ts";

const row = (change: Partial<RatedStatement> = {}): RatedStatement => ({
  id: "Project BM-PL-1",
  level: 1,
  area: "Benefits management",
  part: "Planning",
  statement: "A date stands in the plan.",
  rating: "Fully",
  isHard: false,
  isOdd: false,
  reason: "",
  ...change,
});
describe("the figures of a trial", () => {
  const first = [
    row({ id: "Project BM-PL-1", isHard: true, isOdd: true, reason: "which plan?" }),
    row({ id: "Project BM-PL-2", level: 2, rating: "Partially", isHard: true, isOdd: true }),
    row({ id: "Project FM-PL-1", area: "Finance management" }),
    row({ id: "Project FM-AM-1", area: "Finance management", part: "Asset management", rating: undefined }),
  ];
  const second = [
    { ...first[3], rating: "Fully" },
    { ...first[2], rating: "Fully" },
    { ...first[1], rating: "Fully", isHard: false, isOdd: false },
    { ...first[0], reason: "who?" },
  ] as RatedStatement[];

  it("match rows by id, and count by level, area and part", () => {
    const figures = figuresOf(first, second);
    expect(figures.overall).toMatchObject({ count: 3, same: 2, hardForBoth: 1, oddForBoth: 1, oddForEither: 2 });
    const counts = (groups: Map<string, { count: number; same: number }>) =>
      [...groups].map(([name, { count, same }]) => [name, count, same]);
    expect(counts(figures.byLevel)).toEqual([
      ["Level 1", 2, 2],
      ["Level 2", 1, 0],
    ]);
    expect(counts(figures.byArea)).toEqual([
      ["Benefits management", 2, 1],
      ["Finance management", 1, 1],
    ]);
    expect(counts(figures.byPart)).toEqual([
      ["Planning", 3, 2],
      ["Asset management", 0, 0],
    ]);
  });

  it("list what was hard for both, rated differently, and left open", () => {
    const { hardForBoth, disagreements, open } = figuresOf(first, second);
    expect(hardForBoth.map((match) => [match.first.id, match.first.reason, match.second.reason])).toEqual([
      ["Project BM-PL-1", "which plan?", "who?"],
    ]);
    expect(disagreements.map((match) => [match.first.id, match.first.rating, match.second.rating])).toEqual([
      ["Project BM-PL-2", "Partially", "Fully"],
    ]);
    expect(open).toEqual(["Project FM-AM-1"]);
  });

  it("are refused for sheets of different statements", () => {
    const other = [{ ...first[0], statement: "Another." }, first[1], first[2], row({ id: "Project RK-PL-1" })] as RatedStatement[];
    expect(() => figuresOf(first, other)).toThrow(TrialError);
    expect(() => figuresOf(first, other)).toThrow(
      /Project RK-PL-1 is in the second sheet only\nProject BM-PL-1 has another statement in the second sheet\nProject FM-AM-1 is in the first sheet only/,
    );
  });
});
