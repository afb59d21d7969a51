import { expect, test } from "vitest";
import type { AgreedForStep, ReportStep } from "#model/recommended-steps.ts";
import { decisions, goalDecisions } from "~/services/results/sections/decisions.server";
import type { ReportSteps } from "~/services/results/sections/steps.server";
import type { Result } from "~/views/result";

type Aim = NonNullable<Result["aims"]>[number];

const step = (name: string, to: number, agreed: Partial<AgreedForStep>[] = []) =>
  ({
    ...{
      key: `step-${name}`,
      about: name,
      step: `${name}: do it.`,
      why: "",
      owner: "",
      effort: "",
      due: "",
      effect: "",
      state: "suggested",
    },
    lifts: { name, to, rise: "" },
    agreed: agreed.map((each) => ({ title: "Do it", owner: "Kim", due: "", day: null, part: undefined, isOfStep: false, ...each })),
  }) as ReportStep;
const stepsTo = (to: number | undefined, ...steps: ReportStep[]) =>
  ({ to, steps, byRule: steps, further: 0, isWhole: true, saysState: true, isPart: false }) as unknown as ReportSteps;
/** Of P3M3, where a mean may come out higher than the level. */
const perspectivesTo = (to: number, ...steps: ReportStep[]): ReportSteps => ({ ...stepsTo(to, ...steps), perspectives: steps.length });

const SCORED = {
  P3M3: {
    standing: { levelNames: ["No level reached", "Awareness", "Repeatable", "Defined"] },
    meanings: ["One.", "Two.", "One way of working is laid down."],
  },
  ITIL: { standing: { levelNames: [] }, meanings: ["One.", "Two.", "Activities are laid down."] },
};
const result = (model: Result["model"], aims: readonly Aim[] = [], more: Partial<Result> = {}) =>
  ({
    model,
    assessment: { completed: "2026-11-24T10:00:00.000Z" },
    aims,
    scored: { model, ...SCORED[model], justReached: [] },
    ...more,
  }) as unknown as Result;
const aim = (name: string, score: number, date: string, state: Aim["state"] = "not yet reached", now?: number): Aim => ({
  ...{ name, score, date, state },
  now,
});
const textsOf = (given: ReportSteps, of: Result) =>
  decisions(given, false, of, 4).map((block) => (block.kind === "text" ? block.text.replace(/^\d+\. /, "") : ""));

const LATE = [{ title: "Draw it up.", owner: "Kim", due: "31 Oct 2026", about: ["Resources"] }];
const missed = (score: number, now: number) => aim("Resources", score, "2026-10-31", "missed", now);
test.each<[string, ReportSteps, Result, string]>([
  [
    "keeps the level of its step, so that only its date is new",
    stepsTo(3, step("Resources", 2)),
    result("ITIL", [missed(2, 1)]),
    "One target was missed: Resources level 2 by 31 Oct 2026, now level 1. Set a new date for level 2.",
  ],
  [
    "takes the score of its step, and not another one beside it",
    perspectivesTo(3, step("Resources", 3.04)),
    result("P3M3", [missed(2.25, 2)], { overdue: LATE }),
    "One target was missed: Resources 2.25 by 31 Oct 2026, now 2.00. Its action is overdue: Draw it up (Kim, was due 31 Oct 2026). Set 3.00 as its new target, to which its step leads, by the date of the next goal, and a new date for the action.",
  ],
  [
    "takes the date of the goal where that has one",
    perspectivesTo(3, step("Resources", 3.04), step("Risk", 3)),
    result("P3M3", [missed(2.25, 2), aim("Risk", 3, "2027-12-17")], { overdue: LATE }),
    "One target was missed: Resources 2.25 by 31 Oct 2026, now 2.00. Its action is overdue: Draw it up (Kim, was due 31 Oct 2026). Set 3.00 by 17 Dec 2027 as its new target, to which its step leads, and a new date for the action.",
  ],
  [
    "of several takes the date of the goal",
    stepsTo(3, step("Resources", 2), step("Desk", 3), step("Risk", 3)),
    result("ITIL", [missed(2, 1), aim("Desk", 2, "2026-10-31", "missed", 1), aim("Risk", 3, "2027-12-17")]),
    "Two targets were missed: Resources level 2 by 31 Oct 2026, now level 1; Desk level 2 by 31 Oct 2026, now level 1. Set a new date for Resources (level 2). Set a new target for Desk (level 3 by 17 Dec 2027), to which its step leads.",
  ],
  [
    "is set anew where no step leads there",
    perspectivesTo(3, step("Risk", 3)),
    result("P3M3", [missed(2.25, 2)]),
    "One target was missed: Resources 2.25 by 31 Oct 2026, now 2.00. Set a new target and date.",
  ],
  [
    "of several each has its own",
    stepsTo(3, step("Resources", 2), step("Desk", 3)),
    result("ITIL", [missed(2, 1), aim("Desk", 2, "2026-10-31", "missed", 1), aim("Change", 4, "2026-10-31", "missed", 3)]),
    "Three targets were missed: Resources level 2 by 31 Oct 2026, now level 1; Desk level 2 by 31 Oct 2026, now level 1; Change level 4 by 31 Oct 2026, now level 3. Set a new date for Resources (level 2). Set a new target for Desk (level 3), to which its step leads, by the date of the next goal. Set a new target and date for Change.",
  ],
])("a missed target %s", (_, given, of, said) => {
  expect(textsOf(given, of)[0]).toBe(said);
});

const overdue = (title: string, about: string) => ({ title, owner: "Kim", due: "31 Oct 2026", about: [about] });
test.each<[string, Result["overdue"], string]>([
  ["alone", [overdue("Ask", "Desk")], "Set a new date for what is overdue, or drop it: Ask (Kim, was due 31 Oct 2026)."],
  [
    "beside that of a missed target",
    [overdue("Draw", "Resources"), overdue("Ask", "Desk")],
    "Set a new date for what else is overdue, or drop it: Ask (Kim, was due 31 Oct 2026).",
  ],
  [
    "of several beside that of a missed target",
    [overdue("Draw", "Resources"), overdue("Ask", "Desk"), overdue("Buy", "Desk")],
    "Set a new date for each of the other overdue actions, or drop it: Ask (Kim, was due 31 Oct 2026); Buy (Kim, was due 31 Oct 2026).",
  ],
])("an overdue action %s", (_, late, said) => {
  expect(textsOf(stepsTo(3, step("Risk", 3)), result("ITIL", [missed(2, 1)], { overdue: late }))).toContain(said);
});

const EDGE = { scored: { model: "P3M3", ...SCORED.P3M3, justReached: ["Risk"] } } as unknown as Partial<Result>;
test.each<[string, ReportSteps, Result, string]>([
  [
    "is called and explained, and what has only just reached the present level is to hold it",
    perspectivesTo(3, step("Risk", 3)),
    result("P3M3", [], EDGE),
    "Agree on level 3, Defined, as the next goal: one way of working is laid down. Agree on its date, too. Hold level 2 until then: Risk has only just reached it.",
  ],
  [
    "has the date of the last target for it, and what is reached needs another",
    stepsTo(3, step("Risk", 3), step("Desk", 3)),
    result("ITIL", [aim("Risk", 3, "2027-06-30"), aim("Desk", 2, "2026-10-31", "reached", 2)]),
    "Agree on level 3 as the next goal: activities are laid down. We propose 30 Jun 2027, the date of the target of Risk. Set a new target of level 3 by the same date for Desk, whose target is reached.",
  ],
  [
    "gives its score and date to lower targets, to those that were reached, and to what has none",
    perspectivesTo(3, ...["Risk", "Desk", "Plans", "Staff", "Stock"].map((name) => step(name, 3.04))),
    result("P3M3", [
      ...[aim("Risk", 3, "2027-12-17"), aim("Desk", 2.5, "2027-06-30")],
      ...[aim("Plans", 2, "2026-10-31", "reached", 2), aim("Staff", 2.25, "2026-10-31", "reached", 2.5)],
    ]),
    "Agree on level 3, Defined, as the next goal: one way of working is laid down. We propose 17 Dec 2027, the date of the target of Risk. Raise the target of Desk (2.50) to 3.00 by the same date. Set new targets of 3.00 by the same date for Plans and Staff, whose targets are reached. Set a target of 3.00 by the same date for Stock, which has none.",
  ],
  [
    "is no single level where practices rise to different ones, and gives no date that it lacks",
    stepsTo(3, step("Risk", 3), step("Desk", 2)),
    result("ITIL", [aim("Risk", 2, "2026-10-31", "reached", 2), aim("Desk", 1, "2026-10-31", "reached", 1)]),
    "Agree on level 3 as the next goal: activities are laid down. Agree on its date, too. Set a new target of level 3 for Risk, whose target is reached. Set a new target of level 2 for Desk, whose target is reached.",
  ],
  [
    "comes after the last action for a part of a step",
    stepsTo(3, step("Risk", 3, [{ day: "2027-12-17" }]), step("Desk", 3, [{ day: "2026-03-01", isOverdue: true }])),
    result("ITIL"),
    "Agree on level 3 as the next goal: activities are laid down. We propose a day after 17 Dec 2027, when an action for Risk is due.",
  ],
])("the next goal %s", (_, given, of, said) => {
  expect(textsOf(given, of).find((text) => text.includes("next goal"))).toBe(said);
});

const SOON = aim("Risk", 3, "2027-06-30");
test.each<[string, ReportSteps, Result, string]>([
  [
    "after the date of the goal, whatever target comes before",
    stepsTo(3, step("Risk", 3, [{ day: "2027-12-17", isOfStep: true }])),
    result("ITIL", [SOON]),
    "We propose a day soon after 17 Dec 2027, the date of the goal. Until then, check each target and action on its own date.",
  ],
  [
    "after the date of the goal, where nothing is due before it",
    stepsTo(3, step("Risk", 3)),
    result("ITIL", [SOON]),
    ". We propose a day soon after 30 Jun 2027, the date of the goal.",
  ],
  [
    "twice where the goal is far away",
    stepsTo(3, step("Risk", 3), step("Desk", 3)),
    result("ITIL", [SOON, aim("Desk", 3, "2028-12-31")]),
    "We propose a day soon after 30 Jun 2027, which can confirm the target of Risk, and one soon after 31 Dec 2028 for level 3.",
  ],
  [
    "without a day where nothing has one",
    stepsTo(3, step("Risk", 3)),
    result("ITIL"),
    ". We propose a day soon after the date of the goal.",
  ],
  [
    "after the last target where there is no goal",
    stepsTo(undefined, step("Risk", 3)),
    result("ITIL", [SOON]),
    "a day soon after 30 Jun 2027, the date of the target of Risk.",
  ],
])("another assessment is proposed %s", (_, given, of, said) => {
  const last = textsOf(given, of).at(-1) ?? "";
  expect(last).toMatch(/^Agree on when to assess again/);
  expect(last.slice(-said.length)).toBe(said);
});

test("what was agreed tallies with the table of steps, and a related action is no owner of its step", () => {
  const whole = step("Finance", 3, [{ owner: "Nia", due: "26 Feb 2027", day: "2027-02-26", isOfStep: true }]);
  const given = stepsTo(3, { ...whole, state: "accepted" }, step("Desk", 3, [{ owner: "Orla" }]), step("Risk", 3));
  const texts = textsOf(given, result("ITIL"));
  expect(texts).toContain(
    "Approve the three steps to level 3 in section 4. Agreed so far: Finance (Nia, by 26 Feb 2027). There are related actions for Desk.",
  );
  expect(texts).toContain("Name an owner, a budget and a date for Desk and Risk. The related action covers only a part of its step.");
  const without = textsOf(stepsTo(3, step("Risk", 3)), result("ITIL"));
  expect(without).toContain("Name an owner, a budget and a date for Risk.");
});

const related = (...titles: string[]) => titles.map((title) => ({ title }));
test.each<[string, ReportStep[], string]>([
  ["one of a single step", [step("Desk", 3, related("Ask"))], "The related action covers only a part of this step."],
  [
    "two of one of several",
    [step("Desk", 3, related("Ask", "Buy")), step("Risk", 3)],
    "The related actions cover only a part of their step.",
  ],
  [
    "those of several",
    [step("Desk", 3, related("Ask")), step("Risk", 3, related("Buy"))],
    "The related actions cover only a part of these steps.",
  ],
  [
    "one of several",
    [step("Desk", 3, related("Ask")), step("Risk", 3, related("Ask"))],
    "The related action covers only a part of these steps.",
  ],
])("related actions are said to be less than steps: %s", (_, steps, said) => {
  expect(textsOf(stepsTo(3, ...steps), result("ITIL")).find((text) => text.startsWith("Name "))).toMatch(new RegExp(` ${said}$`));
});

test.each<[string, Aim[], string[]]>([
  ["that nothing else asks", [], ["Name an owner, a budget and a date for Desk and Risk."]],
  [
    "but not where a target at that level is missed or confirmed",
    [aim("Desk", 3, "2026-10-31", "missed", 2), aim("Risk", 3, "2027-06-30")],
    ["Name an owner and a budget for Desk and Risk."],
  ],
  [
    "but not where a target gets the date of the goal",
    [aim("Desk", 2, "2026-10-31", "reached", 2), aim("Risk", 3, "2027-06-30")],
    ["Name an owner and a budget for Desk and Risk."],
  ],
  [
    "where the goal has none",
    [aim("Desk", 2, "2026-10-31", "reached", 2), aim("Risk", 2, "2026-10-31", "missed", 1)],
    ["Name an owner and a budget for Desk and Risk; a date for Desk."],
  ],
])("a date is asked for a step %s", (_, aims, said) => {
  const texts = textsOf(stepsTo(3, step("Desk", 3), step("Risk", 3)), result("ITIL", aims));
  expect(texts.filter((text) => text.startsWith("Name "))).toEqual(said);
});

test("a target that is no longer reached is confirmed as such", () => {
  const of = result("ITIL", [aim("Desk", 3, "2027-06-30", "no longer reached", 2)]);
  expect(textsOf(stepsTo(3, step("Desk", 3)), of)[0]).toBe(
    "Confirm the target that is not yet due: Desk level 3 by 30 Jun 2027 (no longer reached).",
  );
});

test("a target that is no longer reached is moved as such where an action comes later", () => {
  const of = result("ITIL", [aim("Desk", 3, "2026-12-31", "no longer reached", 2)]);
  expect(textsOf(stepsTo(3, step("Desk", 3, [{ day: "2027-02-26" }])), of)[0]).toBe(
    "Move the target of Desk (level 3 by 31 Dec 2026, no longer reached; an action for it is due 26 Feb 2027).",
  );
});

test("beside other assessments a goal has its name alone", () => {
  expect(goalDecisions(perspectivesTo(3, step("Risk", 3)), result("P3M3", [], EDGE))).toBe(
    "Agree on level 3, Defined, as the next goal. Agree on its date, too.",
  );
});
