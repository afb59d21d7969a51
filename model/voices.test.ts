import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  agreedOn,
  CANNOT_TELL,
  differenceOf,
  findRole,
  forgottenOn,
  leadingProblem,
  type Said,
  sheetPlaces,
  spreadOf,
  untilProblem,
  VOICE_ANSWERS,
  VOICES_SHOWN_FROM,
  viewOf,
  voiceMessages,
  voiceState,
} from "./voices.ts";

const THREAD = VOICE_ANSWERS.thread;
/** 'Manager: Fully, Partially' as what two managers say. */
const said = (...groups: string[]): Said[] =>
  groups.flatMap((group) => {
    const [role = "", choices = ""] = group.split(": ");
    return choices.split(", ").map((choice) => ({ role, choice: choice === "?" ? CANNOT_TELL : choice }));
  });

describe("a text for a voice", () => {
  it.each([
    "Dear colleague, please tell us by Friday at 10.30 how planning works, e.g. in your own project.",
    "Sales and/or marketing (version 1.2)",
    "We meet @ 10:00.",
    "Straße, naïve, 3 p.m.",
    "",
  ])("may be %j", (text) => expect(leadingProblem(text)).toBeUndefined());

  it.each([
    "See evil.com",
    "See EVIL．com",
    "See evil。com",
    "http://10.0.0.1/",
    "10.0.0.1",
    "ftp://x",
    "www.x",
    "mailto:x",
    "jane@example.org",
    "jane＠example.org",
    "\\\\server\\share",
    "the end.Next sentence",
  ])("may not be %j", (text) => expect(leadingProblem(text)).toBe(voiceMessages.leadsSomewhere));

  it("names a role whatever the case", () => {
    expect(findRole(["Manager", "User"], " manager ")).toBe("Manager");
    expect(findRole(["Manager", "User"], "Managers")).toBeUndefined();
    expect(findRole(["Manager", "User"], "")).toBeUndefined();
  });
});

describe("a sheet", () => {
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
      told: 2,
      cannotTell: 1,
    });
    expect(spreadOf(THREAD, said("A: Fully, ?, ?"))).toEqual({ lowest: "Fully", highest: "Fully", span: 0, told: 1, cannotTell: 2 });
    expect(spreadOf(THREAD, said("A: ?"))).toEqual({ span: 0, told: 0, cannotTell: 1 });
    expect(spreadOf(["1", "2", "3", "4", "5"], said("A: 5, 2")).span).toBe(3);
  });

  it("differ by role and from the verdict", () => {
    const difference = differenceOf(THREAD, said("Manager: Fully, Fully", "User: Rarely/Never, Partially, ?"), "Fully");
    expect(difference).toMatchObject({ span: 2, told: 4, cannotTell: 1, fromVerdict: { voices: 2, steps: 2 }, agreed: "Fully" });
    expect(difference.byRole).toEqual([
      { role: "Manager", lowest: "Fully", highest: "Fully", span: 0, told: 2, cannotTell: 0 },
      { role: "User", lowest: "Rarely/Never", highest: "Partially", span: 1, told: 2, cannotTell: 1 },
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
  ])("%s are agreed on %s", (all, agreed) => expect(agreedOn(THREAD, said(all))).toBe(agreed));
});

describe("counts for results", () => {
  const rolesOf = (...groups: string[]) => viewOf(said(...groups))?.byRole.map(({ role }) => role);

  it.each([
    [["A: Fully, Fully"], undefined],
    [["A: Fully, Fully, ?"], ["A"]],
    [["A: Fully", "B: Fully", "C: Fully"], []],
    [["A: Fully, Fully, Fully", "B: Fully"], []],
    [["A: Fully, Fully, Fully", "B: Fully, Fully"], []],
    [["A: Fully, Fully, Fully", "B: Fully, Fully", "C: Fully"], ["A"]],
    [
      ["A: Fully, Fully, Fully", "B: Fully, Fully, Fully"],
      ["A", "B"],
    ],
    // The rest of all without both roles would be one person.
    [["A: Fully, Fully, Fully, Fully", "B: Fully, Fully, Fully", "C: Fully"], ["A"]],
  ])("%j show the roles %j", (groups, roles) => expect(rolesOf(...groups)).toEqual(roles));

  it("are of all, and of each role that is shown", () => {
    expect(viewOf(said("A: Fully, Fully, ?", "B: Partially, Fully, Fully"))).toEqual({
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
    expect(viewOf(counted)).toEqual(viewOf(said("A: Fully, Fully, ?")));
    expect(differenceOf(THREAD, counted, "Partially")).toEqual(differenceOf(THREAD, said("A: Fully, Fully, ?"), "Partially"));
  });

  it("leave no one or two people to whoever subtracts", () => {
    const answers = fc.array(fc.record({ role: fc.constantFrom("A", "B", "C", "D"), choice: fc.constantFrom(...THREAD, CANNOT_TELL) }));
    fc.assert(
      fc.property(answers, (all) => {
        const view = viewOf(all);
        if (all.length < VOICES_SHOWN_FROM) return view === undefined;
        const sizes = view?.byRole.map(({ voices }) => voices) ?? [];
        const rest = all.length - sizes.reduce((sum, size) => sum + size, 0);
        return sizes.every((size) => size >= VOICES_SHOWN_FROM) && (rest === 0 || rest >= VOICES_SHOWN_FROM);
      }),
    );
  });
});
