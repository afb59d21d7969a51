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
  ["The agreed action is open; one is overdue", [["open", "2026-11-04"]]],
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
    "Of two agreed actions, one is under way and one is open; two are overdue",
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
