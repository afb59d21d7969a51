/**
 * Compares the files of a client's report, made by a worker as in production, with docx and pptxgenjs alone. Both have the same texts,
 * tables, pictures (drawn in the same way), charts and notes. The others have no styles, contents, page numbers, typeface, sizes or
 * positions. And what the worker keeps in memory at most.
 */
import { Document, HeadingLevel, ImageRun, Packer, Paragraph, Table, TableCell, TableRow } from "docx";
import PptxGenJS from "pptxgenjs";
import { composeDocument } from "~/services/results/files/client-report/compose.server";
import { composeSlides } from "~/services/results/files/client-report/compose-slides.server";
import { type AnyChart, chartInWords, kindOf } from "~/views/charts/kinds";
import type { Block, Chapter, ReportDocument, ReportSlides } from "~/views/client-report";
import type { ResultTable } from "~/views/result";
import { chartPicture } from "~/workers/client-report/chart-picture.server";
import { paths } from "../../app/views/paths.ts";
import { buildIfStale } from "../../scripts/build.js";
import { Visitor } from "../support/form-driver.ts";
import { mostMemoryOf, workersOf } from "../support/memory.ts";
import { type GoldenResults, goldenResultsIn, READER, sampleResults } from "../support/sample-results.ts";
import { startApp } from "../support/server.ts";
import { inTurns, type Line, milliseconds, ratioOf } from "./measure.ts";
import { builtWorkers } from "./workers.ts";

const TURNS = { rounds: 5, calls: 2 };
const WISH = { audience: "full", sections: [] } as const;
const FULL = ["p3m3-full", "itil-full"] as const satisfies (keyof GoldenResults)[];

const linesOf = ({ columns, rows, total }: ResultTable) => [
  columns.map(({ title }) => title),
  ...[...rows, ...(total ? [total] : [])].map((row) => row.map(({ text, aside }) => (aside ? `${text} ${aside}` : text))),
];

// --- docx alone --------------------------------------------------------------------------------------------------------

const plainTable = (lines: readonly (readonly string[])[]) =>
  new Table({
    rows: lines.map(
      (cells) =>
        new TableRow({ children: cells.map((text) => new TableCell({ children: text.split("\n").map((each) => new Paragraph(each)) })) }),
    ),
  });

async function plainBlock(block: Block): Promise<(Paragraph | Table)[]> {
  if (block.kind === "text") return [new Paragraph(block.text)];
  if (block.kind === "facts") return [plainTable(block.facts)];
  const { exhibit } = block;
  if (exhibit.kind === "table") return [new Paragraph(exhibit.title), plainTable(linesOf(exhibit)), new Paragraph(exhibit.hint ?? "")];
  const { png, proportion } = await chartPicture(exhibit);
  const altText = { name: exhibit.title, title: exhibit.title, description: chartInWords(exhibit) };
  const transformation = { width: 600, height: Math.round(600 * proportion) };
  return [new Paragraph({ children: [new ImageRun({ type: "png", data: png, transformation, altText })] }), new Paragraph(exhibit.title)];
}

async function plainChapter({ title, blocks, parts = [] }: Chapter): Promise<(Paragraph | Table)[]> {
  const inner = await Promise.all([...blocks.map(plainBlock), ...parts.map(plainChapter)]);
  return [new Paragraph({ text: title, heading: HeadingLevel.HEADING_1 }), ...inner.flat()];
}

async function plainDocument({ chapters }: ReportDocument): Promise<void> {
  const children = (await Promise.all(chapters.map(plainChapter))).flat();
  await Packer.toBuffer(new Document({ sections: [{ children }] }));
}

// --- pptxgenjs alone ---------------------------------------------------------------------------------------------------

function plainChart(slide: PptxGenJS.Slide, chart: AnyChart): void {
  const { type, labels, series } = kindOf(chart).slide(chart, { height: 5, isShared: false });
  slide.addChart(
    type,
    series.map(({ name, values }) => ({ name, labels, values: values.map((value) => value ?? 0) })),
    {},
  );
}

async function plainSlides({ slides }: ReportSlides): Promise<void> {
  const file = new PptxGenJS();
  const table = (slide: PptxGenJS.Slide, lines: readonly (readonly string[])[]) =>
    slide.addTable(
      lines.map((cells) => cells.map((text) => ({ text }))),
      { x: 0.5, y: 1 },
    );
  for (const { title, blocks, notes } of slides) {
    const slide = file.addSlide();
    slide.addText(title, { x: 0.5, y: 0.5 });
    for (const block of blocks) {
      if (block.kind === "text") slide.addText(block.text, { x: 0.5, y: 1 });
      else if (block.kind === "facts") table(slide, block.facts);
      else if (block.exhibit.kind === "table") table(slide, linesOf(block.exhibit));
      else plainChart(slide, block.exhibit);
    }
    slide.addNotes(notes.join("\n"));
  }
  await file.write({ outputType: "uint8array", compression: true });
}

// --- lines ---------------------------------------------------------------------------------------------------------------

/** Megabytes that the busiest worker of the built application kept at most: after an image, and after every file of both full assessments. */
async function memory(): Promise<[image: number, reports: number]> {
  buildIfStale();
  const app = await startApp();
  try {
    const made = await goldenResultsIn(app);
    const visitor = await new Visitor(app.url).get(await app.entryLink(READER, { team: READER }));
    const most = () => Math.max(...workersOf(app.process.pid).map(mostMemoryOf));
    const take = async (path: string) => {
      await visitor.get(path);
      if (visitor.status !== 200) throw new Error(`${path} answered ${visitor.status}.`);
    };
    await take(paths.resultImage(made["p3m3-full"].assessment.id, "overall-scores"));
    const image = most();
    for (let round = 0; round < 3; round += 1)
      for (const name of FULL)
        for (const format of ["docx", "pptx"] as const) await take(paths.reportFile(made[name].assessment.id, format));
    return [image, most()];
  } finally {
    await app.stop();
  }
}

export async function reports(): Promise<Line[]> {
  const { p3m3Full, itilFull } = await sampleResults();
  const lines: Line[] = [];
  const workers = builtWorkers();
  for (const [result, what] of [
    [p3m3Full, "a full P3M3 assessment (91 threads)"],
    [itilFull, "a full ITIL assessment (34 practices)"],
  ] as const) {
    const [document, slides] = [composeDocument(result, WISH, {}), composeSlides(result, WISH, {})];
    const word = await inTurns(
      {
        product: () => workers.run("writeReportDocument", document),
        bare: () => plainDocument(document),
      },
      TURNS,
    );
    const deck = await inTurns({ product: () => workers.run("writeReportSlides", slides), bare: () => plainSlides(slides) }, TURNS);
    for (const [file, library, { product }, bare, aim] of [
      ["Word file", "docx", word, word.bare, "≤ 1.5 ×"],
      ["slides", "pptxgenjs", deck, deck.bare, "≤ 3 ×"],
    ] as const)
      lines.push({
        what: `${file} of ${what}, by a worker`,
        against: `the same content by bare ${library}`,
        measured: milliseconds(product.ms),
        reference: milliseconds(bare.ms),
        ratio: ratioOf(product.ms, bare.ms),
        aim,
      });
  }
  await workers.close();
  const [image, most] = await memory();
  lines.push({
    what: "memory of the worker, at most, that made both files of both three times",
    against: "itself after one image",
    measured: `${Math.round(most)} MB`,
    reference: `${Math.round(image)} MB`,
    ratio: ratioOf(most, image),
    aim: "≤ 512 MB",
  });
  return lines;
}
