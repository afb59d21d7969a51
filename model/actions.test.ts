import fc from "fast-check";
import { expect, it } from "vitest";
import { ACTION_ORDERS, ACTION_SIZES, ACTION_STATES, countActions, inOrder, isOverdue, type Sortable } from "./actions.ts";

const action = (id: number, said: Partial<Sortable> = {}): Sortable => ({
  ...{ id, title: "", owner: "", due: null, effort: null, effect: null, state: "open" },
  ...said,
});

it.each([
  ["open", "2026-11-04", true],
  ["underWay", "2026-11-04", true],
  ["done", "2026-11-04", false],
  ["dropped", "2026-11-04", false],
  ["open", "2026-11-05", false],
  ["open", null, false],
] as const)("%s and due on %s: overdue on 5 November? %s", (state, due, isLate) => {
  expect(isOverdue({ state, due }, "2026-11-05")).toBe(isLate);
  expect(countActions([{ state, due }], "2026-11-05")).toMatchObject({ [state]: 1, overdue: isLate ? 1 : 0 });
});

const actions = [
  action(1, { title: "write 10 plans", due: "2026-12-01", effect: "small", effort: "small" }),
  action(2, { title: "Write 9 plans", due: null, effect: "large", effort: "large" }),
  action(3, { title: "Ünite", due: "2026-11-01", effect: "large", effort: "small", state: "done" }),
  action(4, { title: "agree", due: "2026-11-20", effect: null, effort: "small" }),
  action(5, { title: "Agree", due: "2026-11-20", effect: "middle", effort: null }),
];

it.each([
  // Finished ones come last, and those without a day after those with one.
  ["due", [4, 5, 1, 2, 3]],
  ["newest", [5, 4, 3, 2, 1]],
  ["title", [4, 5, 3, 2, 1]],
  ["effect", [3, 2, 5, 1, 4]],
] as const)("in the order %s", (order, ids) => {
  expect(inOrder(actions, order).map(({ id }) => id)).toEqual(ids);
});

it("an order loses nothing, and does not depend on where things were", () => {
  const some = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 500 }),
      title: fc.string(),
      owner: fc.string(),
      due: fc.option(fc.constantFrom("2026-11-05", "2026-11-06", "2027-01-01")),
      effort: fc.option(fc.constantFrom(...ACTION_SIZES)),
      effect: fc.option(fc.constantFrom(...ACTION_SIZES)),
      state: fc.constantFrom(...ACTION_STATES),
    }),
    { selector: ({ id }) => id },
  );
  fc.assert(
    fc.property(some, fc.constantFrom(...ACTION_ORDERS), (list, order) => {
      const sorted = inOrder(list, order);
      expect(sorted).toHaveLength(list.length);
      expect(inOrder(list.toReversed(), order)).toEqual(sorted);
    }),
  );
});
