import ExcelJS from "exceljs";
import { expect, test } from "vitest";
import { workbookOf } from "~/services/results/files/workbook.server";
import type { Result } from "~/views/result";
import { NOTHING_SCORED } from "../../../../tests/support/nothing-scored.ts";

const result: Result = {
  model: "P3M3",
  assessment: {
    id: "7",
    name: "=1+1",
    scope: "Programme",
    test: true,
    createdBy: "kim@example.org",
    completed: "2026-11-05T09:00:00.000Z",
  },
  organization: { name: "Łódź & Sons <b>", location: "Poland", industry: "Education", size: "1–9" },
  figures: [{ label: "Overall maturity", value: "2", meaning: "Repeatable" }],
  findings: [],
  comparedWith: "7 other organizations (Poland)",
  scored: NOTHING_SCORED,
  tabs: [],
  sections: [],
  sheets: [
    {
      name: "Scores",
      columns: [
        { title: "Name", width: 30, kind: "text" },
        { title: "Score", width: 10, kind: "decimal" },
        { title: "Rank", width: 10, kind: "whole" },
        { title: "Difference", width: 10, kind: "difference" },
      ],
      rows: [
        ['=HYPERLINK("http://x")', 2.5, 1, 0.4],
        ["+1", 3, 2, -0.3],
        ["-1\u0000\u0008", 0.75, 3, 0],
        ["@SUM(A1)\ud800", null, null, null],
      ],
    },
    { name: "Diagnostics", columns: [{ title: "Statement", width: 90, kind: "text" }], rows: [["x".repeat(40_000)]] },
  ],
};

async function read(): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load((await workbookOf(result)) as unknown as ArrayBuffer);
  return workbook;
}

test("numbers are numbers with the format of the screen, and text stays text", async () => {
  const sheet = (await read()).getWorksheet("Scores");
  const cell = (row: number, column: number) => sheet?.getCell(row, column);
  expect(sheet?.getRow(4).values).toEqual([undefined, "Name", "Score", "Rank", "Difference"]);
  expect([5, 6, 7, 8].map((row) => cell(row, 1)?.type)).toEqual(Array.from({ length: 4 }, () => ExcelJS.ValueType.String));
  expect([5, 6, 7, 8].map((row) => cell(row, 1)?.value)).toEqual(['=HYPERLINK("http://x")', "+1", "-1", "@SUM(A1)"]);
  expect([5, 6, 7].map((row) => cell(row, 2)?.value)).toEqual([2.5, 3, 0.75]);
  expect(cell(5, 2)?.numFmt).toBe("0.00");
  expect(cell(5, 3)?.numFmt).toBe("0");
  expect(cell(5, 4)?.numFmt).toBe('"+"0.0;"−"0.0;"- 0"');
  expect(cell(8, 2)?.type).toBe(ExcelJS.ValueType.Null);
  expect(sheet?.getCell(1, 1).value).toBe("P3M3 result: =1+1");
});

test("headings stay in view, lists can be filtered, and paper is set up", async () => {
  const sheet = (await read()).getWorksheet("Scores");
  expect(sheet?.views[0]).toMatchObject({ state: "frozen", ySplit: 4 });
  expect(sheet?.autoFilter).toBe("A4:D8");
  expect(sheet?.pageSetup).toMatchObject({ paperSize: 9, orientation: "landscape", fitToWidth: 1, fitToHeight: 0 });
  expect(sheet?.getColumn(1).width).toBe(30);
});

test("the properties and the first lines say what the file is about", async () => {
  const workbook = await read();
  expect(workbook.worksheets.map(({ name }) => name)).toEqual(["Scores", "Diagnostics"]);
  expect(workbook.title).toBe("P3M3 result: =1+1");
  expect(workbook.subject).toBe("P3M3 Programme assessment of Łódź & Sons <b>");
  expect(workbook.created.toISOString()).toBe("2026-11-05T09:00:00.000Z");
  expect(workbook.getWorksheet("Scores")?.getCell(2, 1).value).toBe(
    "Łódź & Sons <b>; Programme; completed 5 Nov 2026; test assessment; Overall maturity 2; benchmark: 7 other organizations (Poland)",
  );
});

test("a text longer than a cell can hold does not spoil the file", async () => {
  expect(String((await read()).getWorksheet("Diagnostics")?.getCell(5, 1).value)).toHaveLength(32_767);
});

test("rows of several lines are as high as these, within what Excel allows", async () => {
  const tall = (text: string): Result => ({
    ...result,
    sheets: [{ name: "Notes", columns: [{ title: "Note", width: 60, kind: "text" }], rows: [[text]] }],
  });
  const heightOf = async (text: string) => {
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load((await workbookOf(tall(text))) as unknown as ArrayBuffer);
    return workbook.worksheets[0]?.getRow(5).height;
  };
  expect(await heightOf("One\nTwo\nThree")).toBe(45);
  expect(await heightOf("word ".repeat(30))).toBe(45);
  expect(await heightOf("x\n".repeat(100))).toBe(409);
});

test("lists that are too wide for paper have narrower texts, which wrap, and figures as wide as before", async () => {
  const text = (title: string, width: number) => ({ title, width, kind: "text" as const });
  const columns: Result["sheets"][number]["columns"] = [
    text("Practice", 34),
    { title: "Level to reach", width: 8, kind: "whole" },
    { title: "Answer", width: 16, kind: "mark" },
    ...["Criterion", "What to do", "Note"].map((title) => text(title, 64)),
    text("Dimension", 28),
  ];
  const row = ["Risk management", 2, "Rarely/Never (not assessed)", "word ".repeat(25), "", "", "Organizations and people"];
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load((await workbookOf({ ...result, sheets: [{ name: "S", columns, rows: [row] }] })) as unknown as ArrayBuffer);
  const [sheet] = workbook.worksheets;
  const widths = columns.map((_, index) => sheet?.getColumn(index + 1).width ?? 0);
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThan(190);
  expect([widths[1], widths[2]]).toEqual([8, 16]);
  expect(Math.min(...widths.filter((_, index) => index > 2))).toBeGreaterThanOrEqual(16);
  for (const column of [1, 3, 4, 7]) expect(sheet?.getCell(5, column).alignment.wrapText, `column ${column}`).toBe(true);
  // 'Level / to / reach', and four lines of words.
  expect([sheet?.getRow(4).height, sheet?.getRow(5).height]).toEqual([45, 60]);
});

test("a name that fits its column takes one line", async () => {
  const columns: Result["sheets"][number]["columns"] = [{ title: "Thread", width: 38, kind: "text" }];
  const rows = [["Information and knowledge management"]];
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load((await workbookOf({ ...result, sheets: [{ name: "S", columns, rows }] })) as unknown as ArrayBuffer);
  expect(workbook.worksheets[0]?.getRow(5).height ?? 15).toBe(15);
});

test("answers and rows of the whole are coloured by rules that follow when the list is sorted", async () => {
  const workbook = new ExcelJS.Workbook();
  const columns: Result["sheets"][number]["columns"] = [
    { title: "Kind", width: 12, kind: "text" },
    { title: "Level 1", width: 12, kind: "mark" },
  ];
  const emphasis = { whole: ["Overall"], part: ["Perspective"] };
  const sheets = [
    {
      name: "Scores",
      columns,
      rows: [
        ["Overall", null],
        ["Perspective", "Fully"],
      ],
      emphasis,
    },
  ];
  await workbook.xlsx.load((await workbookOf({ ...result, sheets })) as unknown as ArrayBuffer);
  const { conditionalFormattings: formats } = workbook.getWorksheet("Scores") as unknown as {
    conditionalFormattings: { ref: string; rules: { formulae: string[]; style: ExcelJS.Style }[] }[];
  };
  const rules = formats.flatMap(({ ref, rules }) => rules.map(({ formulae, style }) => [ref, formulae[0], style.font?.bold ?? false]));
  expect(rules).toEqual([
    ["B5:B6", 'LEFT($B5,5)="Fully"', false],
    ["B5:B6", 'LEFT($B5,9)="Partially"', false],
    ["B5:B6", 'LEFT($B5,12)="Rarely/Never"', false],
    ["B5:B6", 'ISNUMBER(SEARCH("Not assessed",$B5))', false],
    ["A5:B6", 'OR($A5="Overall")', true],
    ["A5:B6", 'OR($A5="Perspective")', true],
  ]);
});
