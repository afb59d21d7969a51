/**
 * Every figure that a client sees, on the page, on paper, in an image or in the Excel file, is a figure of the result, in the same place
 * (docs/rules/results-and-files.md#one-report). No figure is missing, added or rounded again.
 */
import ExcelJS from "exceljs";
import { HTMLElement, parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { svgOf } from "~/services/results/files/images.server";
import type { PictureContent } from "~/services/results/files/picture-content.server";
import { pictureContent, picturesOf } from "~/services/results/files/picture-content.server";
import { stepSheets } from "~/services/results/sections/steps.server";
import { chartInWords, kindOf } from "~/views/charts/kinds";
import { factsOf } from "~/views/facts";
import { type Cell, exhibitsOf, type Result, type ResultSection, type ResultTable } from "~/views/result";
import { composePicture } from "~/workers/picture.server";
import { drawnPoints } from "../support/drawn-points.ts";
import { Visitor } from "../support/form-driver.ts";
import { type GoldenResults, goldenResultsIn, READER } from "../support/sample-results.ts";
import { type AppWithFaults, startAppWithFaults } from "../support/seed.ts";

/** It stands wherever the heat map does (docs/rules/scores.md#heat-map). */
const NOT_FROM_MAP = "The maturity follows from the thread scores, not from this map.";

let app: AppWithFaults;
let results: GoldenResults;
let visitor: Visitor;
beforeAll(async () => {
  // Without the demo, whose organizations would be in the benchmark.
  app = await startAppWithFaults();
  results = await goldenResultsIn(app);
  visitor = await new Visitor(app.url).enter(await app.entryLink(READER));
});
afterAll(() => app.stop());

/** The numbers in some texts, sorted: figures, parts of dates and of names alike. */
const numbersIn = (texts: readonly (string | undefined)[]): string[] =>
  texts.flatMap((text = "") => text.match(/\d+(?:\.\d+)?/g) ?? []).toSorted();
const rowsIn = ({ rows, total }: ResultTable): Cell[][] => [...rows, ...(total ? [total] : [])];
const textsOfCells = (rows: readonly Cell[][]) => rows.flat().flatMap(({ text, aside }) => [text, aside]);
const textsOfTable = (table: ResultTable) => [
  ...table.columns.map(({ title }) => title),
  ...textsOfCells(rowsIn(table)),
  table.hint,
  table.note,
];
const addressOf = ({ model, assessment }: Result) =>
  model === "P3M3" ? `/assessments/${assessment.id}/result?country=40&industry=&size=` : `/assessments/${assessment.id}/result/itil`;

// --- the page -------------------------------------------------------------------------------------------------------------

/** The texts of an element without its drawings. */
function textsIn(element: HTMLElement | null): string[] {
  const copy = parse(element?.outerHTML ?? "");
  for (const drawing of copy.querySelectorAll("svg, script, .image-formats")) drawing.remove();
  // Blocks are apart, so that two figures never become one.
  return copy
    .querySelectorAll("*")
    .flatMap((each) => each.childNodes.filter((node) => !(node instanceof HTMLElement)).map((node) => node.text));
}

const textsOfSection = ({ title, text, exhibits, folded = [] }: ResultSection) => [
  title,
  ...text,
  ...folded.flatMap((each) => [each.title, each.holds]),
  ...exhibits.flatMap((exhibit) =>
    exhibit.kind === "table"
      ? [exhibit.title, ...textsOfTable(exhibit)]
      : [exhibit.title, chartInWords(exhibit), ...[exhibit.figuresIn].flat()],
  ),
];

/** The texts of an image, in which satori makes an element for each word. Elements with a stroke only keep lines away from a text. */
const wordsIn = (svg: string) => [...svg.matchAll(/<text(?![^>]* stroke=)[^>]*>(.*?)<\/text>/gs)].map(([, text]) => parse(text ?? "").text);

/** The texts that an image is made from. */
function textsOfPicture({ exhibit, result, part }: PictureContent): (string | undefined)[] {
  const { assessment, organization, model, comparedWith, draftOf } = result;
  const facts = factsOf({ assessment, organization, draftOf } as Parameters<typeof factsOf>[0], "result");
  const date = facts.find(([name]) => name === "Completed")?.[1];
  const head = [exhibit.title, organization.name, assessment.name, model, assessment.scope, assessment.extent, date, comparedWith];
  if (exhibit.kind === "table") return [...head, part && `${part.number} ${part.of}`, ...textsOfTable(exhibit)];
  return [
    ...head,
    ...kindOf(exhibit)
      .frame(exhibit, "image")
      .texts.flatMap(({ lines }) => lines),
  ];
}

// --- the Excel file -------------------------------------------------------------------------------------------------------

/** A value as a program shows it by its format. */
function shown(value: ExcelJS.CellValue, format: string | undefined): string {
  if (typeof value !== "number") return String(value ?? "");
  if (format === "0.00") return value.toFixed(2);
  if (format === "0") return value.toFixed(0);
  if (format?.includes("+")) return value === 0 ? "- 0" : `${value > 0 ? "+" : "−"}${Math.abs(value).toFixed(1)}`;
  return String(value);
}

/** The figures of tables, with the names of their row and column. */
const namedFigures = (result: Result) =>
  exhibitsOf(result).flatMap((exhibit) => {
    if (exhibit.kind !== "table") return [];
    const name = exhibit.columns.findIndex(({ names }) => names);
    return rowsIn(exhibit).flatMap((row) =>
      row.flatMap(({ text, aside }, index) =>
        [text, aside].flatMap((figure) =>
          figure === undefined ? [] : [{ row: row[name]?.text ?? "", column: exhibit.columns[index]?.title ?? "", figure }],
        ),
      ),
    );
  });

describe.each(["p3m3-small", "p3m3-full", "itil-small", "itil-full"] as const)("the figures of %s", (name) => {
  test("are those of the result on the page, section by section, and nowhere else", async () => {
    const result = results[name];
    if (name === "p3m3-full") expect(result.comparedWith).toBe("8 other organizations (Austria)");
    await visitor.get(addressOf(result));
    expect(visitor.status).toBe(200);
    const { document } = visitor;
    for (const section of result.sections.filter(({ id }) => id === "heat-map"))
      expect(document.getElementById(section.id)?.text).toContain(NOT_FROM_MAP);
    for (const section of result.sections)
      expect(numbersIn(textsIn(document.getElementById(section.id))), section.title).toEqual(numbersIn(textsOfSection(section)));
    if (name.endsWith("small")) expect(result.assessment.extent).toBeDefined();
    expect(document.querySelector(".scores")?.text).toContain(result.assessment.extent ?? "");
    expect(numbersIn(textsIn(document.querySelector(".scores")))).toEqual(
      numbersIn([...result.figures.flatMap(({ label, value, meaning }) => [label, value, meaning]), result.assessment.extent]),
    );
    expect(numbersIn(textsIn(document.querySelector(".findings")))).toEqual(
      numbersIn(result.findings.flatMap(({ title, text, more }) => [title, ...text, more?.label])),
    );
    expect(numbersIn(textsIn(document.querySelector(".cover")))).toEqual(numbersIn(factsOf(result, "result").flat()));
    for (const known of document.querySelectorAll(".report-body, .scores, .findings, .cover")) known.remove();
    expect(numbersIn(textsIn(document.querySelector("main"))).filter((number) => number.includes("."))).toEqual([]);
  });

  test("are drawn on the page where they belong, and no others", async () => {
    const result = results[name];
    await visitor.get(addressOf(result));
    for (const chart of exhibitsOf(result)) {
      if (chart.kind === "table") continue;
      const figure = visitor.document.querySelector(`[aria-labelledby="${chart.id}-title"]`);
      const svg = figure?.querySelector(".chart-wide svg")?.outerHTML ?? "";
      const { points, frame, figures } = kindOf(chart);
      const byTitle = (all: [string, unknown][]) => all.toSorted(([a], [b]) => a.localeCompare(b));
      expect(byTitle(drawnPoints(svg, frame(chart, "wide").valueAt)), chart.title).toEqual(
        byTitle(points(chart).map(({ title, value }) => [title, expect.closeTo(value, 1)])),
      );
      const texts = (size: string) => figure?.querySelectorAll(`.chart-${size} svg text`).map(({ text }) => text) ?? [];
      for (const size of ["wide", "narrow"]) expect(numbersIn(texts(size)), `${chart.title}, ${size}`).toEqual(numbersIn(figures(chart)));
    }
  });

  test("are those of the result in every image, long tables in parts as well as whole", async () => {
    const result = results[name];
    const exhibits = exhibitsOf(result);
    const pictures = picturesOf(exhibits);
    const split = pictures.filter(({ part }) => part?.number === 1).map(({ exhibit }) => ({ exhibit, part: undefined }));
    for (const { exhibit, part } of [...pictures, ...split]) {
      const content = pictureContent(exhibit, result, "svg", part);
      const { picture, width, scripts } = await composePicture(content);
      const svg = await svgOf(picture, width, { asPaths: false, scripts });
      if (exhibit.kind === "table" && exhibit.title === "Heat map")
        expect(wordsIn(svg).join("").replace(/\s/g, "")).toContain(NOT_FROM_MAP.replace(/\s/g, ""));
      expect(numbersIn(wordsIn(svg)), `${exhibit.title} ${part?.number ?? ""}`).toEqual(numbersIn(textsOfPicture(content)));
    }
  });

  test("are those of the result in every cell of the Excel file, and shown as in the tables", async () => {
    const result = results[name];
    await visitor.get(addressOf(result).replace(/result(\/itil)?/, "result.xlsx"));
    expect(visitor.status).toBe(200);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(visitor.body.slice().buffer as ArrayBuffer);
    const sheets = [...result.sheets.slice(0, -1), ...stepSheets({ ...result, written: {} }), ...result.sheets.slice(-1)];
    expect(book.worksheets.map((sheet) => sheet.name)).toEqual(sheets.map((sheet) => sheet.name));
    const figures = namedFigures(result);
    for (const { name: title, columns, rows, note } of sheets) {
      const sheet = book.getWorksheet(title);
      expect(sheet?.getCell("A3").value ?? undefined).toBe(note);
      if (columns.some((column) => column.title === "Level 5")) expect(note).toContain(NOT_FROM_MAP);
      const values = rows.map((_, row) => columns.map((_, column) => sheet?.getRow(5 + row).getCell(column + 1)));
      expect(values.map((row) => row.map((cell) => cell?.value ?? null))).toEqual(rows);
      expect(sheet?.rowCount).toBe(4 + rows.length);
      for (const [index, row] of values.entries())
        for (const [column, cell] of row.entries()) {
          const { kind } = columns[column] ?? {};
          if (typeof cell?.value !== "number" || (kind !== "decimal" && kind !== "difference")) continue;
          const text = shown(cell.value, cell.numFmt);
          const named = rows[index]?.filter((value) => typeof value === "string" && value !== "") ?? [];
          // 'Overall' comes before the figure of the row 'Overall score', or that of what was assessed.
          const isOverall = (each: string) => each.startsWith("Overall") || each === "Score of what was assessed";
          const isNamed = (each: string) => named.some((name) => each === name || (name === "Overall" && isOverall(each)));
          const same = figures.some(({ figure, row: of, column: under }) => figure === text && (isNamed(of) || isNamed(under)));
          expect(same, `${title}: ${named.join(", ")}, ${columns[column]?.title} ${text}`).toBe(true);
        }
      expect(numbersIn([String(sheet?.getCell("A1").value), String(sheet?.getCell("A2").value)])).toEqual(
        numbersIn([
          result.model,
          result.assessment.name,
          result.organization.name,
          result.assessment.scope,
          result.assessment.extent,
          factsOf(result, "result").find(([fact]) => fact === "Completed")?.[1],
          ...result.figures.flatMap(({ label, value }) => [label, value]),
          result.comparedWith,
        ]),
      );
    }
  });
});
