import { describe, expect, it } from "vitest";
import { groupBy } from "./group-by.ts";
import {
  agreedOn,
  asksLevel,
  CANNOT_TELL,
  differenceOf,
  findRole,
  forgottenOn,
  lengthInWords,
  levelChoices,
  type Opinion,
  rolesShown,
  type SentSheets,
  sheetLevelsInWords,
  sheetPlaces,
  spreadOf,
  untilProblem,
  VOICE_ANSWERS,
  viewOf,
  voiceMessages,
  voiceState,
} from "./voices.ts";

const THREAD = VOICE_ANSWERS.thread;
/** 'Manager: Fully, Partially' as what two managers say. */
const said = (...groups: string[]): Opinion[] =>
  groups.flatMap((group) => {
    const [role = "", choices = ""] = group.split(": ");
    return choices.split(", ").map((choice) => ({ role, choice: choice === "?" ? CANNOT_TELL : choice }));
  });

describe("a role", () => {
  it("is found whatever the case", () => {
    expect(findRole(["Manager", "User"], " manager ")).toBe("Manager");
    expect(findRole(["Manager", "User"], "Managers")).toBeUndefined();
    expect(findRole(["Manager", "User"], "")).toBeUndefined();
  });
});

describe("a sheet", () => {
  // As docs/rules/voices.md#how-long-it-takes says.
  it.each([
    [1, "1 statement, about 1 minute"],
    [4, "4 statements, about 2 minutes"],
    [15, "15 statements, about 5 minutes"],
    [16, "16 statements, about 10 minutes"],
    [65, "65 statements, about 25 minutes"],
    [90, "90 statements, about 30 minutes"],
    [91, "91 statements, about 35 minutes"],
  ])("of %i statements takes as long as 20 seconds for each", (statements, words) => expect(lengthInWords(statements)).toBe(words));

  const dates = { until: "2026-11-27", closedAt: null, takenBackAt: null };
  const on = { today: "2026-11-27", readOnly: false };

  it("is open on its last day, until it is closed, taken back, or the assessment is", () => {
    expect(voiceState(dates, on)).toBe("open");
    expect(voiceState(dates, { ...on, today: "2026-11-28" })).toBe("closed");
    expect(voiceState(dates, { ...on, readOnly: true })).toBe("closed");
    expect(voiceState({ ...dates, closedAt: "2026-11-20T10:00:00Z" }, on)).toBe("closed");
    expect(voiceState({ ...dates, closedAt: "2026-11-20T10:00:00Z", takenBackAt: "2026-11-21T10:00:00Z" }, on)).toBe("takenBack");
  });

  it.each([
    ["2026-11-26", voiceMessages.past],
    ["2026-11-27", undefined],
    ["2027-11-27", undefined],
    ["2027-11-28", voiceMessages.far],
  ])("may last until %s: %s", (until, problem) => expect(untilProblem(until, "2026-11-27")).toBe(problem));

  it.each([
    ["2026-11-27", null, "2027-11-27"],
    ["2026-11-27", "2026-12-01", "2027-03-01"],
    ["2026-11-27", "2027-11-01", "2027-11-27"],
  ])("until %s, submitted on %s, keeps names until before %s", (until, submitted, first) => {
    expect(forgottenOn({ until, submitted })).toBe(first);
  });

  it.each([
    ["all levels", null, [1, 2, 3, 4, 5]],
    ["the lowest ones", { from: 1, to: 3 }, [1, 2, 3]],
    ["one", { from: 4, to: 4 }, [4]],
  ])("asks %s, and always what has no level", (_, levels, expected) => {
    expect([1, 2, 3, 4, 5].filter((level) => asksLevel(levels, level))).toEqual(expected);
    expect(asksLevel(levels, null)).toBe(true);
  });

  it.each([
    ["a level in the middle", [1, 2, 3, 4, 5, 1], 3, ["Up to level 1", "Up to level 2", "Up to level 3", "Up to level 4", "Around 2 to 4"]],
    ["the lowest level", [1, 2, 3, 4, 5], 1, ["Up to level 1", "Up to level 3", "Up to level 4", "Around 1 to 2"]],
    ["the highest level", [1, 2, 3, 4, 5], 5, ["Up to level 1", "Up to level 2", "Up to level 3", "Up to level 4", "Around 4 to 5"]],
    ["no level", [2, 3, 4, 5], null, ["Up to level 2", "Up to level 3", "Up to level 4"]],
    ["all around it", [2, 3, 4], 3, ["Up to level 2", "Up to level 3"]],
    ["nothing to choose", [2, 2], null, []],
  ])("offers levels where %s is selected", (_, offered, selected, choices) => {
    expect(
      levelChoices(offered, selected).map(({ from, to, isAround }) => (isAround ? `Around ${from} to ${to}` : `Up to level ${to}`)),
    ).toEqual(choices);
  });

  it.each([
    [{ from: 1, to: 3 }, "Up to level 3"],
    [{ from: 1, to: 1 }, "Level 1"],
    [{ from: 2, to: 4 }, "Levels 2 to 4"],
    [{ from: 5, to: 5 }, "Level 5"],
  ])("says %j as '%s'", (levels, words) => expect(sheetLevelsInWords(levels)).toBe(words));

  it("has what was asked about, in the order of the model, without what is descoped", () => {
    const scope = [
      { place: "thread/1/2", descoped: false },
      { place: "thread/1/3", descoped: true },
      { place: "thread/2/1", descoped: false },
    ];
    expect(sheetPlaces(scope, ["thread/2/1", "thread/1/3", "thread/1/2", "thread/9/9"]).map(({ place }) => place)).toEqual([
      "thread/1/2",
      "thread/2/1",
    ]);
  });
});

describe("answers of voices", () => {
  it("are apart by steps, without those who cannot tell", () => {
    expect(THREAD).toEqual(["Rarely/Never", "Partially", "Fully"]);
    expect(VOICE_ANSWERS.capability).toEqual(["Rarely", "Fully"]);
    expect(spreadOf(THREAD, said("A: Fully, Rarely/Never, ?"))).toEqual({
      lowest: "Rarely/Never",
      highest: "Fully",
      span: 2,
      given: 2,
      cannotTell: 1,
    });
    expect(spreadOf(THREAD, said("A: Fully, ?, ?"))).toEqual({ lowest: "Fully", highest: "Fully", span: 0, given: 1, cannotTell: 2 });
    expect(spreadOf(THREAD, said("A: ?"))).toEqual({ span: 0, given: 0, cannotTell: 1 });
    expect(spreadOf(["1", "2", "3", "4", "5"], said("A: 5, 2")).span).toBe(3);
  });

  it("differ by role and from the verdict", () => {
    const difference = differenceOf(THREAD, said("Manager: Fully, Fully", "User: Rarely/Never, Partially, ?"), "Fully");
    expect(difference).toMatchObject({ span: 2, given: 4, cannotTell: 1, fromVerdict: { voices: 2, steps: 2 }, consensus: "Fully" });
    expect(difference.byRole).toEqual([
      { role: "Manager", lowest: "Fully", highest: "Fully", span: 0, given: 2, cannotTell: 0 },
      { role: "User", lowest: "Rarely/Never", highest: "Partially", span: 1, given: 2, cannotTell: 1 },
    ]);
    expect(differenceOf(THREAD, said("A: Fully"), "Fully").fromVerdict).toEqual({ voices: 0, steps: 0 });
    for (const none of [undefined, "N/A"]) expect(differenceOf(THREAD, said("A: Fully"), none)).not.toHaveProperty("fromVerdict");
  });

  it.each([
    ["A: Fully", undefined],
    ["A: Fully, Fully", "Fully"],
    ["A: Fully, Fully, Partially, Partially", undefined],
    ["A: Fully, Fully, Partially, Partially, Partially", "Partially"],
    ["A: ?, ?, ?", undefined],
    ["A: ?, ?, ?, Fully, Fully", "Fully"],
  ])("%s are agreed on %s", (all, consensus) => expect(agreedOn(THREAD, said(all))).toBe(consensus));
});

/** Who sent a sheet: everybody who said something here. */
const sentBy = (all: readonly Opinion[]): SentSheets[] =>
  [...groupBy(all, ({ role }) => role)].map(([role, same]) => ({ role, voices: same.reduce((sum, { voices = 1 }) => sum + voices, 0) }));

describe("roles for results", () => {
  it.each<[Record<string, number>, string[], number]>([
    [{}, [], 0],
    [{ A: 2 }, [], 2],
    [{ A: 3 }, ["A"], 0],
    [{ A: 3, B: 1 }, [], 4],
    [{ A: 3, B: 2, C: 1 }, ["A"], 3],
    [{ A: 3, B: 3 }, ["A", "B"], 0],
    // All without both roles would be one person.
    [{ A: 3, B: 4, C: 1 }, ["B"], 4],
    [{ B: 3, A: 3, C: 2 }, ["B"], 5],
    [{ C: 2, A: 3, B: 3 }, ["B"], 5],
  ])("of %j sheets are %j, and %i others", (sent, roles, others) => {
    const shown = rolesShown(Object.entries(sent).map(([role, voices]) => ({ role, voices })));
    expect([shown.roles.map(({ role }) => role), shown.others]).toEqual([roles, others]);
  });
});

describe("counts for results", () => {
  const shownOf = (...groups: string[]) => viewOf(said(...groups), rolesShown(sentBy(said(...groups))));
  const rolesOf = (...groups: string[]) => shownOf(...groups)?.byRole.map(({ role }) => role);

  it.each<[string[], string[] | undefined]>([
    [["A: Fully, Partially"], undefined],
    [["A: Fully, Fully, ?"], ["A"]],
    [["A: Fully", "B: Fully", "C: Partially"], []],
    [["A: Fully, Fully, Partially, ?", "B: Fully, ?, Fully", "C: Fully"], ["A"]],
    [
      ["A: Fully, Partially, Fully", "B: Fully, Fully, ?"],
      ["A", "B"],
    ],
    // One and the same answer of a role, or of what remains.
    [["A: Fully, Fully, Partially", "B: Fully, Fully, Fully"], []],
    [["A: Fully, Fully, Partially", "B: Fully, Fully", "C: Fully"], []],
    // The executive's answer would be all without the managers'.
    [["Manager: Fully, Fully, Partially", "Executive: Rarely/Never"], []],
    // Four managers cannot all have said one thing, so the three others would have.
    [["Manager: Rarely/Never, Rarely/Never, ?, ?", "User: Fully, Fully", "Executive: Fully"], undefined],
    // Of everybody.
    [["A: Fully, Fully, Fully"], undefined],
    [["A: Fully, Fully", "B: Fully, Fully"], undefined],
    [["A: Fully, Fully, Fully", "B: Fully, Fully"], []],
    [["A: ?, ?, ?, ?"], undefined],
  ])("%j show the roles %j", (groups, roles) => expect(rolesOf(...groups)).toEqual(roles));

  it("show no role where fewer than three of a shown role, or of the others, say something", () => {
    const sheets = [
      { role: "A", voices: 3 },
      { role: "B", voices: 4 },
      { role: "C", voices: 2 },
      { role: "D", voices: 1 },
    ];
    const shownTo = (...groups: string[]) => viewOf(said(...groups), rolesShown(sheets))?.byRole.length;
    const [a, b, rest] = ["A: Fully, Partially, ?", "B: Fully, Partially, Fully", ["C: Fully, ?", "D: Fully"]] as const;
    expect(shownTo(a, b, ...rest)).toBe(2);
    expect(shownTo("A: Fully, Partially", b, ...rest)).toBe(0);
    expect(shownTo(a, b, rest[0])).toBe(0);
    expect(shownTo(a, b)).toBe(0);
  });

  it("are of all, and of each role that is shown", () => {
    expect(shownOf("A: Fully, Fully, ?", "B: Partially, Fully, Fully")).toEqual({
      voices: 6,
      counts: { Fully: 4, [CANNOT_TELL]: 1, Partially: 1 },
      byRole: [
        { role: "A", voices: 3, counts: { Fully: 2, [CANNOT_TELL]: 1 } },
        { role: "B", voices: 3, counts: { Partially: 1, Fully: 2 } },
      ],
    });
  });

  it("are the same for answers that were counted already", () => {
    const counted = [
      { role: "A", choice: "Fully", voices: 2 },
      { role: "A", choice: CANNOT_TELL, voices: 1 },
    ];
    expect(viewOf(counted, rolesShown(sentBy(counted)))).toEqual(shownOf("A: Fully, Fully, ?"));
    expect(differenceOf(THREAD, counted, "Partially")).toEqual(differenceOf(THREAD, said("A: Fully, Fully, ?"), "Partially"));
  });
});
