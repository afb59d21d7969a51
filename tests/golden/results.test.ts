/**
 * Results of a small and a full assessment of each model, and a small draft: what the screen, the Excel file and the images hold is compared
 * with each other, and with the files in this folder, which people have read (`vitest -u` writes them anew).
 */
import ExcelJS from "exceljs";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import { drawChart } from "~/components/charts/draw.server";
import { ExhibitImage, IMAGE_WIDTH } from "~/components/results/ExhibitImage.server";
import { ExhibitTable } from "~/components/results/ExhibitTable";
import { svgOf } from "~/services/results/images.server";
import { workbookOf } from "~/services/results/workbook.server";
import { type Exhibit, exhibitsOf, type Result, type ResultTable } from "~/views/result";
import { goldenDrafts } from "../support/draft-results.ts";
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
    squeeze(decoded(cell.replace(/<[^>]*>/g, ""))),
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
      if (exhibit.kind !== "table") return [`### ${exhibit.title} (${exhibit.kind})`, exhibit.description];
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
    const found = results[name];
    if (!found) throw new Error(`no report ${name}`);
    return found;
  };

  test("is the one that was read and found right", async () => {
    await expect(onNoDay(await written(result()))).toMatchFileSnapshot(`${name}.md`);
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

  test("has every value of its charts on the screen, drawn where it belongs, and the names in the image", async () => {
    for (const exhibit of exhibitsOf(result())) {
      if (exhibit.kind !== "radar") continue;
      const { svg, cx, cy, radius } = drawChart(exhibit, "wide") as ReturnType<typeof drawChart> & {
        cx: number;
        cy: number;
        radius: number;
      };
      const own = exhibit.series.find(({ role }) => role === "own");
      for (const [index, point] of own?.points.entries() ?? []) {
        // What a draft has not come to yet has no point.
        if (!point) continue;
        const angle = (2 * Math.PI * index) / exhibit.spokes.length;
        const distance = (radius * (point.value ?? 0)) / 5;
        const title = `${exhibit.spokes[index]?.name}, This assessment: ${point.text}`;
        const [, x, y] = new RegExp(`<circle[^>]* cx="([^"]*)" cy="([^"]*)"[^>]*><title>${title}</title>`).exec(svg) ?? [];
        expect([Number(x), Number(y)], title).toEqual([
          expect.closeTo(cx + distance * Math.sin(angle), 1),
          expect.closeTo(cy - distance * Math.cos(angle), 1),
        ]);
      }
      const image = await textsInImage(exhibit, result());
      for (const { name } of exhibit.spokes) expect(image).toContain(squeeze(name));
    }
  });
});

test("bars have every score as a length and in figures, on the screen and in the image", async () => {
  for (const [name, id] of [
    ["p3m3-small", "overall-bars"],
    ["itil-small", "capability-bars"],
    ["itil-full", "capability-bars"],
  ] as const) {
    const result = results[name] as Result;
    const bars = exhibitsOf(result).find((exhibit) => exhibit.id === id);
    if (bars?.kind !== "bars") throw new Error(`no bars in ${name}`);
    const { svg } = drawChart(bars, "wide");
    const drawn = [...svg.matchAll(/<rect[^>]* width="([^"]*)"[^>]*><title>(.*?)<\/title>/g)];
    const points = bars.series[0]?.points ?? [];
    const longest = Math.max(...drawn.map(([, width]) => Number(width)));
    const highest = Math.max(...points.map((point) => point?.value ?? 0));
    expect(drawn.map(([, width, title]) => [title, Number(width) / longest])).toEqual(
      points.map((point, index) => [
        `${bars.spokes[index]?.name}, This assessment: ${point?.text}`,
        expect.closeTo((point?.value ?? 0) / highest, 4),
      ]),
    );
    const image = await textsInImage(bars, result);
    for (const [index, { name: row }] of bars.spokes.entries()) expect(image).toContain(squeeze(`${row}${points[index]?.text}`));
    // The bars come right before the radar.
    const ids = exhibitsOf(result).map((exhibit) => exhibit.kind);
    expect(ids[ids.indexOf("bars") + 1]).toBe("radar");
  }
});
