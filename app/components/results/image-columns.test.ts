import { expect, test } from "vitest";
import { columnWidths } from "~/components/results/image-columns";
import type { Cell, Column, ResultTable } from "~/views/result";

const ROOM = 1104;
const total = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0);
const tableOf = (columns: Column[], rows: Cell[][]): ResultTable => ({ kind: "table", id: "t", title: "T", columns, rows });

test("of a heat map with levels that nobody was asked about leave room for the names", () => {
  const levels = [1, 2, 3, 4, 5].map((level): Column => ({ title: `Level ${level}`, kind: "mark" }));
  const cell: Cell = { text: "Rarely/Never", aside: "Not assessed", mark: "unassessed" };
  for (const count of [0, 1, 3, 5]) {
    const cells = levels.map((_, level): Cell => (level < count ? { text: "Fully", mark: "fully" } : cell));
    const name = { text: "Organizational governance" };
    const widths = columnWidths(tableOf([{ title: "Perspective", kind: "text", names: true }, ...levels], [[name, ...cells]]), ROOM);
    expect(total(widths)).toBeCloseTo(ROOM);
    // 'Organizational' in bold, with its padding.
    expect(widths[0]).toBeGreaterThan(170);
    for (const [level, width] of widths.slice(1).entries()) expect(width).toBeGreaterThan(level < count ? 110 : 160);
  }
});

test("give sentences most of the room, shared by their length", () => {
  const columns: Column[] = [
    { title: "Level", kind: "number" },
    { title: "Answer", kind: "mark" },
    { title: "Criterion", kind: "text", wide: true },
    { title: "What to do", kind: "text", wide: true },
    { title: "Dimension", kind: "text" },
    { title: "PSF", kind: "text" },
  ];
  const row = ["3", "Rarely/Never", "x ".repeat(60), "x ".repeat(90), "Organizations and people", "Success factor of a practice"];
  const cells = row.map((text, index): Cell => (index === 1 ? { text, mark: "rarely" } : { text }));
  const [, , criterion = 0, toDo = 0, dimension = 0, factor = 0] = columnWidths(tableOf(columns, [cells]), ROOM);
  expect(Math.min(criterion, toDo)).toBeGreaterThan(Math.max(dimension, factor));
  expect(criterion + toDo).toBeGreaterThan(ROOM * 0.42);
});

test("keep a rank beside the name that it belongs to", () => {
  const columns: Column[] = [
    { title: "Rank", kind: "number" },
    { title: "Perspective", kind: "text", names: true },
    { title: "Score", kind: "number" },
  ];
  const widths = columnWidths(tableOf(columns, [[{ text: "1" }, { text: "Risk management" }, { text: "2.50" }]]), ROOM);
  expect(widths[0]).toBeLessThan(80);
  expect(total(widths)).toBeCloseTo(ROOM);
});

test("break a heading into two lines at most", () => {
  const columns: Column[] = [
    { title: "Thread", kind: "text", names: true },
    { title: "Level to reach", kind: "number" },
    { title: "What to do", kind: "text", wide: true },
  ];
  const widths = columnWidths(tableOf(columns, [[{ text: "Planning" }, { text: "3" }, { text: "Sentence. ".repeat(30) }]]), ROOM);
  // 'Level to' on the first line.
  expect(widths[1]).toBeGreaterThan(110);
});

test("of a register with many columns stay within the image, and its remarks can be read", () => {
  const columns: Column[] = [
    { title: "What it is", kind: "text", names: true },
    { title: "Kind", kind: "text" },
    { title: "Where it is found", kind: "text", wide: true },
    { title: "Who", kind: "text" },
    { title: "Date", kind: "code" },
    { title: "Good until", kind: "code" },
    { title: "Remark", kind: "text", wide: true },
  ];
  const address = "https://documents.alderbrook.example/programme/benefits-register";
  const row = ["Business change managers of housing and social care", "Document", address, "Business change managers", "13 Sept 2026"];
  const cells: Cell[] = row.map((text) => ({ text }));
  const past = { text: "13 Sept 2026", aside: "past its date" };
  const widths = columnWidths(tableOf(columns, [[...cells, past, { text: "Seen twice. ".repeat(9) }]]), ROOM);
  expect(total(widths)).toBeCloseTo(ROOM);
  // 'documents.alderbrook.example/' is 251 wide at 17 pixels, with its padding: no address is broken inside its host.
  expect(widths[2]).toBeGreaterThan(251 + 28);
  expect(widths[6]).toBeGreaterThan(ROOM / 6.5);
  for (const date of [widths[4], widths[5]]) expect(date).toBeGreaterThan(120);
  // 'managers' is 77 wide at 17 pixels, with its padding.
  expect(widths[3]).toBeGreaterThan(77 + 28);
});

test("leave a short date on one line", () => {
  const columns: Column[] = [
    { title: "What", kind: "text", names: true },
    { title: "Date", kind: "code" },
    { title: "Remark", kind: "text", wide: true },
  ];
  const row = [{ text: "Register" }, { text: "3 May 2026" }, { text: "Seen twice. ".repeat(60) }];
  // It is 107 wide at 20 pixels, with its padding.
  expect(columnWidths(tableOf(columns, [row]), ROOM)[1]).toBeGreaterThan(107 + 28);
});

test("leave a code of capitals on one line", () => {
  const columns: Column[] = [
    { title: "Code", kind: "code" },
    { title: "Component", kind: "text", names: true },
    { title: "Score", kind: "number" },
  ];
  const widths = columnWidths(tableOf(columns, [[{ text: "M-SVC" }, { text: "Service Value Chain" }, { text: "2.00" }]]), ROOM);
  // It is 61 wide at 20 pixels, with its padding.
  expect(widths[0]).toBeGreaterThan(61 + 28);
});
