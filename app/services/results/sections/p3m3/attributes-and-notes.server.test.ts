import { expect, test } from "vitest";
import { remarksForClients, remarksOf } from "~/services/results/sections/p3m3/attributes-and-notes.server";

type Overview = NonNullable<Parameters<typeof remarksOf>[2]>;

const [RISK, PLANNING] = [
  { id: 6, name: "Risk management" },
  { id: 10, name: "Planning" },
];
const items = (...texts: string[]) => [
  { ...RISK, threads: [{ ...PLANNING, items: texts.map((statement, index) => ({ level: index + 1, statement })) }] },
];

/** What a report says of the marks of one thread: a reply at level 1, and at level 2 what lacks. */
function foundIn(overview?: Overview) {
  const given = {
    diagnostics: { positive: items("Reply to the comment"), improvement: items("Deputy", "Date of the plan") },
    notes: [],
  };
  const perspective = { ...RISK, code: "RK", threads: [] };
  const [remarked] = remarksOf([perspective] as never, given as never, overview);
  const { findings } = remarked ? remarksForClients(remarked) : {};
  return { columns: findings?.columns.map(({ title }) => title), rows: findings?.rows.map((row) => row.map(({ text }) => text)) };
}

test("what is marked of a thread stands beside the statement of its level and the answer, which says what it is about", () => {
  const questions = [
    { level: 1, statement: "An outsider has <b>commented</b> on the plan.", answer: { selection: "Fully" } },
    { level: 2, statement: "The plan has a date.", answer: { selection: "Partially" } },
  ];
  expect(foundIn({ threads: [{ perspective: RISK, thread: PLANNING, questions }] } as never)).toEqual({
    columns: ["Thread", "What the level asks", "What was found"],
    rows: [
      ["Planning", "Level 1, Fully: An outsider has commented on the plan.", "In place: Reply to the comment\nNot in place yet: Deputy"],
      ["Planning", "Level 2, Partially: The plan has a date.", "Not in place yet: Date of the plan"],
    ],
  });
});

test("without the statements it has a row for each thread", () => {
  expect(foundIn()).toEqual({
    columns: ["Thread", "In place", "Not in place yet"],
    rows: [["Planning", "Reply to the comment", "Deputy\nDate of the plan"]],
  });
});
