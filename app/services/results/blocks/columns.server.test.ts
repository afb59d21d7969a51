import { expect, test } from "vitest";
import { difference, NONE, scoreOrNone, textCell, wholeOrNone } from "~/services/results/blocks/cells.server";
import { type SharedColumn, sheetOf, tableOf } from "~/services/results/blocks/columns.server";

interface Row {
  name: string;
  score: number | null;
  level?: number;
}

const NAME: SharedColumn<Row> = { title: "Name", kind: "text", names: true, width: 30, cell: ({ name }) => textCell(name) };
const SCORE: SharedColumn<Row> = {
  title: "Your score",
  sheetTitle: "Own score",
  kind: "decimal",
  width: 10,
  cell: ({ score }) => scoreOrNone(score),
};
const APART: SharedColumn<Row> = { title: "Difference", kind: "difference", width: 12, cell: ({ score }) => difference(score ?? 0, 2) };
const LEVEL: SharedColumn<Row> = { title: "Level", kind: "whole", width: 8, cell: ({ level }) => wholeOrNone(level) };
const MARK: SharedColumn<Row> = {
  title: "Met",
  kind: "mark",
  width: 9,
  cell: ({ level }) => (level === undefined ? NONE : { text: "Fully", value: 1, mark: "fully" }),
};
const COLUMNS = [NAME, SCORE, APART, LEVEL, MARK];
const ROWS: Row[] = [
  { name: "Planning", score: 2.675, level: 3 },
  { name: "", score: null },
  { name: "Process", score: 1.96 },
];

test("a table shows the text of each cell, and what its columns are", () => {
  const table = tableOf({ id: "scores", title: "Scores", columns: COLUMNS, rows: ROWS, hint: "Read it." });
  expect(table.columns).toEqual([
    { title: "Name", kind: "text", names: true },
    { title: "Your score", kind: "number" },
    { title: "Difference", kind: "number" },
    { title: "Level", kind: "number" },
    { title: "Met", kind: "mark" },
  ]);
  expect(table.rows.map((row) => row.map(({ text }) => text))).toEqual([
    ["Planning", "2.68", "+0.7", "3", "Fully"],
    ["", "–", "−2.0", "–", "–"],
    ["Process", "1.96", "- 0", "–", "–"],
  ]);
  expect(table).toMatchObject({ id: "scores", title: "Scores", hint: "Read it." });
});

test("a sheet of the same columns holds the numbers of these cells, their texts, and nothing where there is none", () => {
  const sheet = sheetOf("Scores", COLUMNS, ROWS);
  expect(sheet.columns).toEqual([
    { title: "Name", width: 30, kind: "text" },
    { title: "Own score", width: 10, kind: "decimal" },
    { title: "Difference", width: 12, kind: "difference" },
    { title: "Level", width: 8, kind: "whole" },
    { title: "Met", width: 9, kind: "mark" },
  ]);
  expect(sheet.rows).toEqual([
    ["Planning", 2.68, 0.7, 3, "Fully"],
    ["", null, -2, null, null],
    ["Process", 1.96, 0, null, null],
  ]);
});
