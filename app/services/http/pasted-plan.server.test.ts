import { describe, expect, it } from "vitest";
import { type PlanContext, planDayFrom, planInRows } from "#model/plan-lines.ts";
import { readRows } from "~/services/http/pasted-rows.server";

const TODAY = "2026-11-29";
const context: PlanContext = {
  today: TODAY,
  topics: ["OG", "RK", "SM"],
  colleagues: [
    { id: 1, email: "kim@x.org", firstName: "Kim Okafor" },
    { id: 2, email: "sam@x.org", firstName: "Sam" },
    { id: 3, email: "samira@x.org", firstName: "Sam Field" },
  ],
};
const read = (text: string) => planInRows(readRows(text, "entries"), context);
const entries = (text: string) => read(text).plan.map(({ entry }) => entry);
const none = { what: "", withWhom: [], topics: [], who: [], day: null };

describe("a day of a plan", () => {
  it.each([
    ["2026-11-05", "2026-11-05"],
    ["5/11/2026", "2026-11-05"],
    ["5.11.26", "2026-11-05"],
    ["05/11/2026", "2026-11-05"],
    ["5 Nov 2026", "2026-11-05"],
    ["5th November 2026", "2026-11-05"],
    ["5. November 2026", "2026-11-05"],
    ["Mon 7 Dec", "2026-12-07"],
    ["Monday, 7 December 2026", "2026-12-07"],
    ["Mon, 7 Dec", "2026-12-07"],
    ["7 Dec", "2026-12-07"],
    ["7/12", "2026-12-07"],
    ["11 Jan", "2027-01-11"],
    ["Tue 12 Jan", "2027-01-12"],
    ["Fri 20 Nov", "2026-11-20"],
    ["29 Feb 2028", "2028-02-29"],
  ])("%j is %s", (text, day) => expect(planDayFrom(text, TODAY)).toEqual({ day, doubts: [] }));

  it.each([
    ["Tue 7 Dec 2026", "2026-12-07", "This day is a Monday."],
    ["Mon 7 Dec 10:00–11:30", "2026-12-07", "The time of day is not kept."],
    ["2026-12-07 9:30", "2026-12-07", "The time of day is not kept."],
  ])("%j is %s, and says: %s", (text, day, doubt) => expect(planDayFrom(text, TODAY)).toEqual({ day, doubts: [doubt] }));

  it.each(["", "next week", "31 Feb 2026", "2026-02-30", "Interview 7 Dec", "Mon", "13/13/2026", "week 49", "Risk", "9".repeat(500)])(
    "%j is none",
    (text) => expect(planDayFrom(text, TODAY)).toBeUndefined(),
  );
});

describe("rows of a plan", () => {
  it("have no time of day, which is neither what they are nor with whom", () => {
    for (const text of [
      "Workshop | Costs | 2026-11-05 | 14:00",
      "Type\tWith whom\tDate\tTime\nWorkshop\tCosts\t2026-11-05\t2:00 pm–3:30 pm",
    ]) {
      const [{ entry, doubts } = { entry: {}, doubts: [] as string[] }] = read(text).plan;
      expect(entry).toMatchObject({ kind: "workshop", what: "", withWhom: ["Costs"], day: "2026-11-05" });
      expect(doubts).toEqual(["The time of day is not kept."]);
    }
  });

  it("stand under their headings, with line breaks within cells", () => {
    const text = [
      "Type\tWhat\tWith whom\tPerspectives\tWho\tDate\tStatus",
      'Interview\tFunding\t"Müller, Anna (PMO)\nJörg Weiß"\tRisk, OG\tKim\tMon 7 Dec\tplanned',
      "Document\tRisk register\tPMO\tRisk management\tkim@x.org\t5/11/2026\treceived",
    ].join("\n");
    expect(entries(text)).toEqual([
      {
        ...{ kind: "interview", what: "Funding", withWhom: ["Müller, Anna (PMO)", "Jörg Weiß"], topics: ["OG", "RK"] },
        ...{ who: [1], day: "2026-12-07", state: "open" },
      },
      {
        ...{ kind: "document", what: "Risk register", withWhom: ["PMO"], topics: ["RK"] },
        ...{ who: [1], day: "2026-11-05", state: "received" },
      },
    ]);
    expect(read(text).headings.map(({ at }) => at)).toEqual([0]);
  });

  it("are told apart by what they hold without headings", () => {
    expect(entries("Interview\tAnna Müller\tRisk\tKim Okafor\t2026-11-05\nWorkshop with all\tSteering group\t7 Dec\tall\tDone")).toEqual([
      { ...none, kind: "interview", withWhom: ["Anna Müller"], topics: ["RK"], who: [1], day: "2026-11-05", state: "open" },
      {
        ...none,
        ...{ kind: "workshop", what: "Workshop with all", withWhom: ["Steering group"] },
        ...{ topics: ["OG", "RK", "SM"], day: "2026-12-07", state: "done" },
      },
    ]);
  });

  it("take one cell alone, and lists with bullets", () =>
    expect(entries("- Interview with the sponsor\n- Business case")).toEqual([
      { ...none, kind: "interview", what: "Interview with the sponsor", state: "open" },
      { ...none, kind: "other", what: "Business case", state: "open" },
    ]));

  it.each([
    ["Type\tWhat\tDate\nInterview\tFunding\tsoon", "The day cannot be read. Write it as 5 Nov 2026."],
    ["Risk register\tPMO\tone more\tand more", "It has more parts than a row of the plan."],
    ["Kick-off\nKick-off", "The same line stands above, and is added once. Take this one out, or make it differ."],
    [`${"x".repeat(201)}`, "Please use at most 200 characters."],
  ])("%j comes back with its reason", (text, why) => expect(read(text).wrong.map((each) => each.why)).toEqual([why]));

  it.each([
    ["Type\tWhat\tWho\nInterview\tFunding\tSam", ["Nobody of the team, or several people: ‘Sam’."]],
    ["Type\tWhat\tPerspective\nInterview\tFunding\tRisk, weather", ["No perspective or group of practices: ‘weather’."]],
    ["Type\tWhat\tStatus\nCall\tFunding\tmaybe", ["The kind ‘Call’ is not known, so it is ‘other’.", "The state ‘maybe’ is not known."]],
    ["Type\tWhat\tRoom\nInterview\tFunding\tB 12", ["Not taken: ‘B 12’."]],
  ])("%j is marked for the reader", (text, doubts) => expect(read(text).plan.map((each) => each.doubts)).toEqual([doubts]));

  it("give a document the state that comes nearest", () =>
    expect(
      entries("Type\tWhat\tStatus\nDocument\tPlan\tdone\nDocument\tRegister\topen\nInterview\tSponsor\treceived").map(({ state }) => state),
    ).toEqual(["read", "requested", "done"]));
});
