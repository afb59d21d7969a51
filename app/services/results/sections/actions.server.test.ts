import { expect, test } from "vitest";
import type { Action } from "#model/contract/actions.ts";
import { actionSections, agreedMessage } from "~/services/results/sections/actions.server";

const TODAY = "2026-11-05";
const ACTION: Action = {
  ...{ id: 1, title: "Keep one register", why: "", from: { assessmentId: 7, model: "P3M3", scope: "Project", name: "Spring review" } },
  ...{ places: ["thread/1/2"], owner: "", due: null, effort: null, effect: null, state: "open", remarks: 0 },
  ...{ createdAt: "2026-10-01T09:00:00.000Z", stateSince: "2026-10-31T23:30:00.000Z", versions: { action: 1 } },
};

/** The section's table of a result, in the time zone of an installation. */
function tableOf(actions: Partial<Action>[], timeZone = "UTC") {
  const nameOf = new Map([["thread/1/2", "Finance / Planning"]]);
  const agreed = { actions: actions.map((each) => ({ ...ACTION, ...each })), nameOf, today: TODAY, timeZone };
  const [table] = actionSections({ assessment: { id: 8 }, actions: agreed })[0]?.exhibits ?? [];
  return table?.kind === "table" ? table : undefined;
}

test.each<[string, [Action["state"], string | null][]]>([
  ["The agreed action is open; it is overdue", [["open", "2026-11-04"]]],
  ["The agreed action is open", [["open", TODAY]]],
  [
    "Both agreed actions are done",
    [
      ["done", "2026-01-01"],
      ["done", null],
    ],
  ],
  [
    "Of three agreed actions, two are done and one was dropped",
    [
      ["done", null],
      ["dropped", "2026-01-01"],
      ["done", null],
    ],
  ],
  [
    "Of three agreed actions, one is done, one is under way and one is open; both that are not finished are overdue",
    [
      ["done", null],
      ["open", "2026-01-01"],
      ["underWay", "2026-01-01"],
    ],
  ],
  [
    "Of two agreed actions, one is done and one is open; the one that is not finished is overdue",
    [
      ["done", null],
      ["open", "2026-01-01"],
    ],
  ],
  [
    "Of two agreed actions, one is under way and one is open; both are overdue",
    [
      ["open", "2026-01-01"],
      ["underWay", "2026-01-01"],
    ],
  ],
])("says %s", (message, actions) => {
  expect(
    agreedMessage(
      actions.map(([state, due]) => ({ state, due })),
      TODAY,
    ),
  ).toBe(message);
});

test.each<[string, [Action["state"], string | null][]]>([
  ["The agreed action is still to be done; it is overdue", [["open", "2026-11-04"]]],
  [
    "Both agreed actions are still to be done; all are overdue",
    [
      ["open", "2026-11-04"],
      ["underWay", "2026-11-01"],
    ],
  ],
  [
    "All three agreed actions are still to be done",
    [
      ["open", null],
      ["open", null],
      ["underWay", null],
    ],
  ],
  [
    "One of two agreed actions is still to be done",
    [
      ["open", null],
      ["done", null],
    ],
  ],
  [
    "Two of three agreed actions are still to be done; one is overdue",
    [
      ["open", "2026-11-04"],
      ["dropped", null],
      ["open", null],
    ],
  ],
  [
    "Both agreed actions are done",
    [
      ["done", null],
      ["done", null],
    ],
  ],
])("has a slide that says %s", (message, states) => {
  const actions = states.map(([state, due]) => ({ ...ACTION, state, due }));
  const [section] = actionSections({ assessment: { id: 8 }, actions: { actions, nameOf: new Map(), today: TODAY, timeZone: "UTC" } });
  expect(section?.forClients?.message).toBe(message);
});

test("what was agreed after this assessment is counted apart, and what is late or at risk is named", () => {
  const now = { assessmentId: 8, model: "P3M3", scope: null, name: "Now" } as const;
  const actions = [
    { title: "Keep one register.", state: "done", due: "2026-10-30" },
    { title: "Review cases", state: "underWay", due: "2026-11-04" },
    { title: "Teach sponsors", state: "open", due: "2027-01-04" },
    { title: "Publish a plan", state: "open", due: "2027-01-05" },
    { title: "Name owners", state: "open", due: null, from: now },
  ] as const;
  const agreed = { actions: actions.map((each) => ({ ...ACTION, ...each })), nameOf: new Map(), today: TODAY, timeZone: "UTC" };
  const [section] = actionSections({ assessment: { id: 8 }, actions: agreed });
  // The summary of a report has all counts, the title of its slide what is left.
  expect(section?.forClients?.message).toBe("Four of five agreed actions are still to be done; one is overdue");
  expect(section?.forClients?.inSummary).toBe(
    "Of four actions agreed before, one is done, one is under way and two are open; one of them is overdue; one more was agreed after this assessment",
  );
  expect(section?.text.slice(1)).toEqual([
    "'Review cases' is overdue.",
    "'Teach sponsors' is at risk: due 4 Jan 2027 and not begun.",
    "'Keep one register' was done late.",
  ]);
  // A client's report has the counts in its summary.
  expect(section?.forClients?.instead?.text?.[0]).toBe("This is how the agreed actions stood on 5 Nov 2026.");
  const table = section?.exhibits[0];
  expect(table?.kind === "table" && table.rows.map((row) => [row[4]?.aside, row[5]?.aside])).toEqual([
    [undefined, "on 31 Oct 2026, late"],
    ["overdue", "since 31 Oct 2026"],
    ["at risk", undefined],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

test("each row has places by their names, the assessment that the action comes from, and its day of the installation", () => {
  const texts = (...given: Parameters<typeof tableOf>) =>
    tableOf(...given)?.rows[0]?.map(({ text, aside }) => [text, aside].filter(Boolean).join(" "));
  expect(texts([{ due: "2026-11-04", owner: "Board" }])).toEqual([
    ...["Keep one register", "Finance / Planning", "Spring review", "Board", "4 Nov 2026 overdue", "Open"],
  ]);
  expect(texts([{ state: "done", from: { assessmentId: 8, model: "P3M3", scope: null, name: "Now" }, places: ["thread/9/9"] }])).toEqual([
    ...["Keep one register", "–", "This assessment", "–", "–", "Done on 31 Oct 2026"],
  ]);
  expect(texts([{ state: "dropped", due: "2026-11-04" }], "Europe/Athens")?.slice(4)).toEqual(["4 Nov 2026", "Dropped on 1 Nov 2026"]);
});

test("without an action there is no section, and of many the first hundred are listed", () => {
  expect(tableOf([])).toBeUndefined();
  const many = tableOf(Array.from({ length: 103 }, (_, id) => ({ id })));
  expect([many?.rows.length, many?.note]).toEqual([100, "3 more actions are in the register of actions."]);
});
