import { describe, expect, it } from "vitest";
import { type Entry, figuresOf, type Group, nextSnapshot as next, type OrganizationStanding, withGroupFor } from "./benchmark-groups.ts";

const OUTSIDER = 0;
const place = { countryId: 826, industryId: 3, sizeId: 4 };

/** An organization of a team of its own, unless said otherwise, that completed an assessment with its own number. */
const standing = (organizationId: number, over: Partial<OrganizationStanding> = {}): OrganizationStanding => ({
  ...place,
  organizationId,
  teamId: organizationId,
  assessmentIds: [organizationId],
  ...over,
});
const standings = (count: number, from = 1, over: Partial<OrganizationStanding> = {}) =>
  Array.from({ length: count }, (_, index) => standing(from + index, over));
/** Assessment 200 left the perspective out. */
const nextSnapshot = (groups: readonly Group[], all: readonly OrganizationStanding[]) =>
  next(groups, all, (assessmentId) => (assessmentId === 200 ? undefined : 1 + (assessmentId % 7) / 2));
const assessmentsOf = (groups: readonly Group[]) => groups.map((group) => group.map(({ assessmentId }) => assessmentId));
const countingIn = (groups: readonly Group[]) =>
  groups.map((group) => group.filter(({ counts }) => counts).map(({ assessmentId }) => assessmentId));

describe("groups", () => {
  it("are made of six teams or more; fewer wait", () => {
    const five = nextSnapshot([], standings(5));
    expect([five.groups, five.waiting.length]).toEqual([[], 5]);
    const sameTeam = nextSnapshot([], [...standings(5), standing(6, { teamId: 4 })]);
    expect(sameTeam.groups).toEqual([]);
    const six = nextSnapshot(five.groups, standings(6));
    expect(assessmentsOf(six.groups)).toEqual([[1, 2, 3, 4, 5, 6]]);
    expect(six.waiting).toEqual([]);
  });

  it("are made of five once somebody else asks", () => {
    const five = nextSnapshot([], standings(5));
    expect(withGroupFor(5, five)).toBe(five);
    const snapshot = withGroupFor(OUTSIDER, five);
    expect(snapshot).toEqual({ groups: [five.waiting], waiting: [] });
    expect(withGroupFor(OUTSIDER, nextSnapshot([], standings(4))).groups).toEqual([]);
    // It is an ordinary group from then on.
    expect(nextSnapshot(snapshot.groups, standings(6))).toMatchObject({ groups: snapshot.groups, waiting: [{ organizationId: 6 }] });
  });

  it("take newcomers only as another five or six teams, and never change", () => {
    const first = nextSnapshot([], standings(6));
    const five = nextSnapshot(first.groups, standings(11));
    expect(five.groups).toEqual(first.groups);
    expect(five.waiting.map(({ organizationId }) => organizationId)).toEqual([7, 8, 9, 10, 11]);
    const six = nextSnapshot(five.groups, standings(12));
    expect(assessmentsOf(six.groups)).toEqual([
      [1, 2, 3, 4, 5, 6],
      [7, 8, 9, 10, 11, 12],
    ]);
    expect(withGroupFor(OUTSIDER, five).groups[0]).toEqual(first.groups[0]);
  });

  it.each([
    ["six teams of one size beside six of another", [6, 6], [6, 6]],
    ["six beside too few", [6, 3], [9]],
    ["two that could stand alone beside too few: the smaller takes them", [8, 6, 1], [8, 7]],
    ["too few of each", [5, 5], [10]],
  ])("are divided by place: %s", (_what, sizes, expected) => {
    const all = sizes.flatMap((count, sizeId) => standings(count, 1 + 100 * sizeId, { sizeId }));
    expect(nextSnapshot([], all).groups.map((group) => group.length)).toEqual(expected);
  });

  it("are divided by industry first, then by country, then by size", () => {
    const all = [
      ...standings(6, 1, { industryId: 1, countryId: 1 }),
      ...standings(6, 101, { industryId: 1, countryId: 2 }),
      ...standings(6, 201, { industryId: 2, countryId: 1 }),
    ];
    expect(nextSnapshot([], all).groups.map((group) => [group[0]?.industryId, group[0]?.countryId, group.length])).toEqual([
      [1, 1, 6],
      [1, 2, 6],
      [2, 1, 6],
    ]);
  });

  it("count an organization once: with its latest assessment, and while that one waits with an earlier one", () => {
    const first = nextSnapshot([], standings(6));
    const again = (count: number) =>
      standings(6).map((each, index) => (index < count ? { ...each, assessmentIds: [100 + index, ...each.assessmentIds] } : each));
    const four = nextSnapshot(first.groups, again(4));
    expect(countingIn(withGroupFor(OUTSIDER, four).groups)).toEqual([[1, 2, 3, 4, 5, 6]]);
    const five = nextSnapshot(four.groups, again(5));
    expect(countingIn(five.groups)).toEqual([[1, 2, 3, 4, 5, 6]]);
    expect(countingIn(withGroupFor(OUTSIDER, five).groups)).toEqual([[6], [100, 101, 102, 103, 104]]);
    const six = nextSnapshot(five.groups, again(6));
    expect(countingIn(six.groups)).toEqual([[], [100, 101, 102, 103, 104, 105]]);
  });

  it("leave out who withdrew, and take them back into the same group", () => {
    const first = nextSnapshot([], standings(6));
    const without = nextSnapshot(first.groups, standings(5));
    expect(countingIn(without.groups)).toEqual([[1, 2, 3, 4, 5]]);
    expect(assessmentsOf(without.groups)).toEqual(assessmentsOf(first.groups));
    expect(nextSnapshot(without.groups, standings(6)).groups).toEqual(first.groups);
  });

  it("do not count an organization whose latest assessment left the perspective out", () => {
    const first = nextSnapshot([], standings(6));
    const changed = standings(6).map((each) =>
      each.organizationId === 1 ? { ...each, assessmentIds: [200, ...each.assessmentIds] } : each,
    );
    expect(countingIn(nextSnapshot(first.groups, changed).groups)).toEqual([[2, 3, 4, 5, 6]]);
  });
});

const group = (scores: [teamId: number, score: number][]): Entry[] =>
  scores.map(([teamId, score], index) => ({ ...place, teamId, score, organizationId: index, assessmentId: index, counts: true }));

describe("the figures of a group", () => {
  it("leave the own team out, and need five others", () => {
    const six = group([
      [1, 0],
      [1, 0],
      [2, 3],
      [3, 3],
      [4, 2],
      [5, 2],
      [6, 2.5],
    ]);
    expect(figuresOf(six, 1)).toMatchObject({ mean: 2.5, weight: 5 });
    expect(figuresOf(six.slice(0, -1), 1)).toBeUndefined();
    expect(figuresOf(six.slice(0, -1), 7)?.counted).toHaveLength(6);
  });

  it.each([
    ["one team with twenty organizations", [20], 5 / 3 + 2 / 3],
    ["two teams with many organizations", [20, 30], 10 / 3 + 1 / 3],
    ["a team with exactly a third", [2], 14 / 6],
  ])("give no team more than a third: %s", (_what, large, mean) => {
    const many = large.flatMap((count, index) => Array.from({ length: count }, (): [number, number] => [100 + index, 5]));
    const figures = figuresOf(group([...many, [1, 1], [2, 1], [3, 1], [4, 1]]), OUTSIDER);
    expect(figures?.mean).toBeCloseTo(mean, 9);
  });

  it.each([
    [[0, 0, 0, 0, 0], 1 / 3],
    [[5, 5, 5, 5, 5], 14 / 3],
    [[2, 2, 2, 2, 2], 2],
  ])("keep the mean of %j away from the ends of the scale", (scores, mean) => {
    const figures = figuresOf(group(scores.map((score, index) => [index + 1, score])), OUTSIDER);
    expect(figures?.mean).toBe(mean);
  });

  it("tell scores that lie less than a point apart by their mean alone", () => {
    const narrow = figuresOf(group([2, 2, 2, 2, 2.5].map((score, index) => [index + 1, score])), OUTSIDER);
    expect(narrow?.spread.map(({ value }) => Number(value.toFixed(9)))).toEqual([1.6, 2.6]);
    const wide = figuresOf(group([2, 2, 2, 2, 3].map((score, index) => [index + 1, score])), OUTSIDER);
    expect(wide?.spread.map(({ value }) => value)).toEqual([2, 2, 2, 2, 3]);
  });

  it("stay as they are when somebody leaves, and weigh less", () => {
    const six = group([1, 2, 3, 4, 5, 3].map((score, index) => [index + 1, score]));
    const left = six.map((entry, index) => ({ ...entry, counts: index > 0 }));
    expect(figuresOf(left, OUTSIDER)).toMatchObject({ mean: figuresOf(six, OUTSIDER)?.mean, weight: 5 });
    expect(
      figuresOf(
        six.map((entry) => ({ ...entry, counts: false })),
        OUTSIDER,
      ),
    ).toBeUndefined();
  });
});
