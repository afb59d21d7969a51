import { expect, test } from "vitest";
import type { ResultTable } from "~/views/result";
import { columnWidths, withFewestLines } from "~/workers/client-report/table-widths";

const table = (columns: ResultTable["columns"], ...rows: string[][]): ResultTable => ({
  kind: "table",
  id: "t",
  title: "T",
  columns,
  rows: rows.map((row) => row.map((text) => ({ text }))),
});
const sum = (widths: number[]) => widths.reduce((total, width) => total + width, 0);

const CRITERIA: ResultTable["columns"] = [
  { title: "Level", kind: "number" },
  { title: "Criterion", kind: "text", wide: true },
  { title: "What to do", kind: "text", wide: true },
  { title: "Dimension", kind: "text" },
];

test("a column of long sentences is wider than one of short ones, in proportion to what they need", () => {
  const widths = columnWidths(table(CRITERIA, ["3", "c".repeat(180), "w".repeat(60), "Value streams and processes"]), 1000, 100);
  const [, criterion = 0, hint = 0, dimension = 0] = widths;
  expect(sum(widths)).toBeCloseTo(1000);
  expect(criterion / hint).toBeGreaterThan(2);
  expect(criterion / hint).toBeLessThan(3.2);
  expect(criterion).toBeGreaterThan(450);
  expect(dimension).toBeLessThanOrEqual(160);
});

test("a column of short sentences keeps a quarter beside one of very long ones", () => {
  const [, criterion = 0, hint = 0] = columnWidths(table(CRITERIA, ["3", "c".repeat(900), "w", "People"]), 1000, 100);
  expect(hint / (hint + criterion)).toBeGreaterThan(0.15);
});

test("in a document columns of sentences give room to each other until the table has the fewest lines", () => {
  const columns: ResultTable["columns"] = [
    { title: "Step", kind: "text", names: true },
    { title: "What it takes", kind: "text", wide: true },
    { title: "Begin with", kind: "text", wide: true },
  ];
  const given = table(columns, ...Array.from({ length: 5 }, () => ["Service desk", "Two criteria of it", "b ".repeat(150)]));
  const first = columnWidths(given, 100, 100);
  const [, takes = 0, begin = 0] = withFewestLines(given, first, 100, 100);
  expect(begin).toBeGreaterThan(first[2] ?? 0);
  expect(takes).toBeGreaterThanOrEqual("criteria".length * 1.17);
  expect(sum(withFewestLines(given, first, 100, 100))).toBeCloseTo(100);
  // A single column of sentences shares its room with nobody.
  const one = table(columns.slice(0, 2), ["Service desk", "Two criteria of it"]);
  expect(withFewestLines(one, columnWidths(one, 100, 100), 100, 100)).toEqual(columnWidths(one, 100, 100));
});

test("headings of figures take more lines before a text does", () => {
  const columns: ResultTable["columns"] = [
    { title: "Perspective", kind: "text", names: true },
    { title: "Level", kind: "text" },
    { title: "Lowest thread", kind: "number" },
    { title: "State", kind: "text" },
  ];
  const [, level = 0, lowest = 0] = columnWidths(table(columns, ["P".repeat(25), "2 – Repeatable", "1", "Not yet reached"]), 70, 70);
  expect(level).toBeGreaterThan("2 – Repeatable".length);
  expect(lowest).toBeLessThan("Lowest thread".length);
});

test("a heading of figures in a table of many columns takes a line for each of its words, and none is broken", () => {
  const names = ["Benefits management", "Finance management", "Management control", "Organizational governance", "Resource management"];
  const heads = [...names, "Risk management", "Stakeholder management"].map((title) => ({ title, kind: "number" as const }));
  const row = ["Information and knowledge management", ...heads.map(() => "2.50")];
  const words = ["Commercial – deliverer", ...heads.map(() => "Does not apply")];
  const widths = columnWidths(table([{ title: "Thread", kind: "text", names: true }, ...heads], row, words), 112, 112);
  for (const [index, { title }] of heads.entries())
    expect(widths[index + 1], title).toBeGreaterThanOrEqual(Math.max(...title.split(" ").map(({ length }) => length)) * 1.17 + 1);
  // 'Information' in bold.
  expect(widths[0]).toBeGreaterThanOrEqual(14);
});

test("a cell of several lines gets more room than one of a single line, not as much more as it has lines; no heading is broken", () => {
  const columns: ResultTable["columns"] = [
    { title: "Thread", kind: "text", names: true },
    { title: "Strengths", kind: "text", wide: true },
    { title: "Improvements", kind: "text", wide: true },
  ];
  const [, strengths = 0, improvements = 0] = columnWidths(
    table(columns, ["T", Array(3).fill("s".repeat(50)).join("\n"), "i".repeat(50)]),
    100,
    100,
  );
  expect(strengths / improvements).toBeGreaterThan(1.4);
  expect(strengths / improvements).toBeLessThan(2);
  const [, most = 0, heading = 0] = columnWidths(table(columns, ["T".repeat(90), "s".repeat(900), "i"]), 40, 40);
  expect(most).toBeGreaterThan(0);
  expect(heading).toBeGreaterThanOrEqual("Improvements".length * 1.17);
});

test("a short column of sentences has room for its words, and one of days not for a remark next to them", () => {
  const columns: ResultTable["columns"] = [
    { title: "What was agreed", kind: "text", names: true, wide: true },
    { title: "About", kind: "text", wide: true },
    { title: "Agreed after", kind: "text" },
    { title: "Owner", kind: "text" },
    { title: "Due", kind: "code" },
    { title: "State", kind: "code" },
  ];
  const given = table(columns, [
    "Agree ".repeat(30),
    "Benefits management / Infrastructure",
    "This assessment",
    "Head of it",
    "20 May 2026",
    "Under way",
  ]);
  const [row = []] = given.rows;
  const remarked = { ...given, rows: [row.map((cell, index) => (index < 4 ? cell : { ...cell, aside: "since 1 Nov 2026" }))] };
  const [, about = 0, after = 0, , due = 0] = columnWidths(remarked, 100, 100);
  expect(about).toBeGreaterThanOrEqual("Infrastructure".length);
  expect(after).toBeGreaterThanOrEqual("This assessment".length * 0.9);
  expect(due).toBeLessThan(20);
});
