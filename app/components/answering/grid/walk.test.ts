import { describe, expect, test } from "vitest";
import { type Cell, neededFrom, stepFrom } from "~/components/answering/grid/walk";

/** Rows 7 and 9 with two questions under level 2, one under 3 and one under 5; between them row 8 with one under level 3. */
const CELLS: Cell[] = [
  ...[2, 2, 3, 5].map((column, item) => ({ row: 7, item, column })),
  { row: 8, item: 0, column: 3 },
  ...[2, 2, 3, 5].map((column, item) => ({ row: 9, item, column })),
];

describe("where keys lead in a grid", () => {
  test.each([
    ["ArrowDown", { row: 7, item: 0 }, { row: 7, item: 1 }],
    ["ArrowDown", { row: 7, item: 1 }, { row: 9, item: 0 }],
    ["ArrowDown", { row: 7, item: 2 }, { row: 8, item: 0 }],
    ["ArrowDown", { row: 9, item: 3 }, undefined],
    ["ArrowUp", { row: 9, item: 3 }, { row: 7, item: 3 }],
    ["ArrowUp", { row: 7, item: 0 }, undefined],
    ["ArrowRight", { row: 7, item: 0 }, { row: 7, item: 2 }],
    ["ArrowRight", { row: 8, item: 0 }, undefined],
    ["ArrowLeft", { row: 9, item: 3 }, { row: 9, item: 2 }],
    ["ArrowLeft", { row: 9, item: 2 }, { row: 9, item: 0 }],
    ["ArrowLeft", { row: 9, item: 1 }, undefined],
    ["Home", { row: 9, item: 2 }, { row: 9, item: 0 }],
    ["End", { row: 7, item: 0 }, { row: 7, item: 3 }],
    ["End", { row: 8, item: 0 }, { row: 8, item: 0 }],
    ["PageDown", { row: 7, item: 0 }, undefined],
    ["End", { row: 6, item: 0 }, undefined],
  ])("%s from %j: %j", (key, at, expected) => {
    expect(stepFrom(CELLS, at, key)).toEqual(expected && expect.objectContaining(expected));
  });

  test.each([
    [1, [2, undefined, 3], { row: 1, item: 2 }],
    [2, [2, undefined, 3], { row: 3, item: 3 }],
    [3, [2, undefined, undefined], { row: 1, item: 2 }],
    [2, [undefined, 0, undefined], { row: 2, item: 0 }],
    [1, [undefined, undefined, undefined], undefined],
    [9, [undefined, 1, 2], { row: 2, item: 1 }],
  ])("from row %i on, of rows that need %j, %j is next", (row, needed, expected) => {
    const rows = needed.map((item, index) => ({ row: index + 1, item }));
    expect(neededFrom(rows, row)).toEqual(expected);
  });
});
