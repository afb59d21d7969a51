/**
 * Results of a small and a full assessment of each model, and a small draft: what the screen, the Excel file and the images hold is compared
 * with each other, and with the files in this folder, which people have read (`vitest -u` writes them anew).
 */
import ExcelJS from "exceljs";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import { NOTHING, recommendedChoice } from "#model/what-if.ts";
import { drawChart } from "~/components/charts/draw.server";
import { ExhibitImage, IMAGE_WIDTH } from "~/components/results/ExhibitImage.server";
import { ExhibitTable } from "~/components/results/ExhibitTable";
import { svgOf } from "~/services/results/files/images.server";
import { workbookOf } from "~/services/results/files/workbook.server";
import { suggestedSteps } from "~/services/results/sections/steps.server";
import { whatIfPage } from "~/services/results/what-if.server";
import { chartInWords, kindOf } from "~/views/charts/kinds";
import { type Exhibit, exhibitsOf, type Result, type ResultTable } from "~/views/result";
import { showWhatIf } from "~/views/what-if";
import { goldenDrafts } from "../support/draft-results.ts";
import { drawnPoints } from "../support/drawn-points.ts";

import { goldenResults } from "../support/sample-results.ts";

let results: Record<string, Result> = {};

beforeAll(async () => {
  results = { ...(await goldenResults()), ...(await goldenDrafts()) };
});

/** What a golden text says instead of the day on which a draft was made. */
const onNoDay = (text: string) => text.replace(/(draft of |"Draft of"; ")\d{1,2} \w+ \d{4}/g, "$1TODAY");

// --- what is read from screen, Excel and images -------------------------------------------------------------------------

const squeeze = (text: string) => text.replace(/\s+/g, "");
const decoded = (html: string) =>
  html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" })[name] ?? "");

/** The cells of a table as the page shows them. */
const cellsOnScreen = (table: ResultTable): string[] =>
  [...renderToStaticMarkup(ExhibitTable({ table, labelledBy: "t" })).matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) =>
    // What only screen readers hear is not seen.
    squeeze(decoded(cell.replace(/<span class="visually-hidden">.*?<\/span>/gs, "").replace(/<[^>]*>/g, ""))),
  );

/** Everything written in an image, in order. */
async function textsInImage(exhibit: Exhibit, result: Result): Promise<string> {
  const drawing = exhibit.kind === "table" ? undefined : drawChart(exhibit, "image", { withTexts: false });
  const svg = await svgOf(ExhibitImage({ exhibit, result, drawing, remark: undefined }), IMAGE_WIDTH, { asPaths: false });
  return squeeze(decoded([...svg.matchAll(/<text[^>]*>(.*?)<\/text>/gs)].map(([, text]) => text).join("")));
}

async function excel(result: Result): Promise<ExcelJS.Workbook> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load((await workbookOf(result)) as unknown as ArrayBuffer);
  return book;
}

function cellOf(value: ExcelJS.CellValue): string {
  if (value === null || value === undefined) return "";
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}

/** The report to be read by people: the tables, the charts in words, the sheets. */
async function written(result: Result): Promise<string> {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const inCell = (text: string) => text.replace(/\n/g, " ⏎ ").replace(/\|/g, "\\|");
  const parts = result.sections.flatMap(({ title, text, exhibits, tab }) => [
    `## ${title} (${tab})`,
    ...text,
    ...exhibits.flatMap((exhibit) => {
      if (exhibit.kind !== "table") return [`### ${exhibit.title} (${exhibit.kind})`, chartInWords(exhibit)];
      const rows = [...exhibit.rows, ...(exhibit.total ? [exhibit.total] : [])];
      const cells = rows.map((row) => line(row.map(({ text: shown, aside }) => inCell(aside ? `${shown} ${aside}` : shown))));
      const heading = line(exhibit.columns.map((column) => column.title));
      const table = [heading, line(exhibit.columns.map(() => "---")), ...cells].join("\n");
      return [
        `### ${exhibit.title}`,
        table,
        ...(exhibit.hint ? [exhibit.hint] : []),
        ...(exhibit.note ? [`Note: ${inCell(exhibit.note)}`] : []),
      ];
    }),
  ]);
  const sheets = (await excel(result)).worksheets.map((sheet) => {
    const rows: string[] = [];
    sheet.eachRow((row) => rows.push(((row.values as ExcelJS.CellValue[]) ?? []).slice(1).map(cellOf).join("; ")));
    return `## Sheet ${sheet.name}\n\n${rows.join("\n")}`;
  });
  const figures = result.figures.map(({ label, value, meaning }) => `${label}: ${value} (${meaning})`).join("\n\n");
  const findings = result.findings.map(({ title, text }) => `${title}: ${text.join(" ")}`).join("\n\n");
  return `${[`# ${result.model} ${result.assessment.scope}: ${result.organization.name}`, figures, findings, ...parts, ...sheets].join("\n\n")}\n`;
}

describe.each(["p3m3-small", "p3m3-full", "p3m3-draft", "itil-small", "itil-full", "itil-draft"])("the result %s", (name) => {
  const result = () => {
    const result = results[name];
    if (!result) throw new Error(`no report ${name}`);
    return result;
  };

  test("is the one that was read and found right", async () => {
    const text = await written(result());
    // Readers are told which of four states it is (docs/rules/texts.md#one-name-for-one-thing).
    expect(text).not.toMatch(/\bN\/A\b/);
    await expect(onNoDay(text)).toMatchFileSnapshot(`${name}.md`);
  });

  test("has every cell of its tables on the screen, and the same in the image", async () => {
    for (const exhibit of exhibitsOf(result())) {
      if (exhibit.kind !== "table") continue;
      const cells = [...exhibit.rows, ...(exhibit.total ? [exhibit.total] : [])].flat();
      const texts = [...exhibit.columns.map(({ title }) => title), ...cells.map(({ text, aside = "" }) => text + aside)].map(squeeze);
      expect(cellsOnScreen(exhibit), exhibit.title).toEqual(texts);
      expect(await textsInImage(exhibit, result()), exhibit.title).toContain(squeeze(texts.join("")));
    }
  });

  test("has every value of its charts on the screen, drawn where it belongs, and their names and figures in the image", async () => {
    for (const exhibit of exhibitsOf(result())) {
      if (exhibit.kind === "table") continue;
      const { svg, valueAt } = drawChart(exhibit, "wide");
      const { points, frame } = kindOf(exhibit);
      const expected = new Map(points(exhibit).map(({ title, value }) => [title, expect.closeTo(value, 1)]));
      expect(new Map(drawnPoints(svg, valueAt)), exhibit.title).toEqual(expected);
      const image = await textsInImage(exhibit, result());
      for (const { lines } of frame(exhibit, "image").texts) expect(image).toContain(squeeze(lines.join("")));
    }
  });

  test("has the figures with which its what-if begins, which its recommended steps take to the level that they are for", () => {
    const page = whatIfPage(result());
    const shown = (figures: { label: string; value: string }[]) => figures.map(({ label, value }) => `${label} ${value}`);
    const begins = showWhatIf(page, NOTHING);
    expect(shown(begins.figures).length).toBeGreaterThan(0);
    expect(shown(result().figures)).toEqual(expect.arrayContaining(shown(begins.figures)));
    const { steps, to } = suggestedSteps(result());
    const choice = recommendedChoice(page.standing.groups);
    expect(choice === undefined).toBe(steps.length === 0);
    if (choice && to !== undefined) expect(showWhatIf(page, choice).figures[0]?.value).toBe(`${to - 1} → ${to}`);
  });
});

test("bars stand right before the radar of the same scores", () => {
  for (const name of ["p3m3-small", "itil-small", "itil-full"]) {
    const kinds = exhibitsOf(results[name] as Result).map((exhibit) => exhibit.kind);
    expect(kinds[kinds.indexOf("bars") + 1]).toBe("radar");
  }
});
