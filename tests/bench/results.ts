/**
 * The files of a result, made by a worker as in production. It compares the Excel file with bare exceljs, and the radar's image with sharp
 * alone and with the same image a second time.
 */
import { performance } from "node:perf_hooks";
import ExcelJS from "exceljs";
import sharp from "sharp";
import { p3m3Assessment } from "#model/contract/assessments.ts";
import { p3m3Results } from "#model/contract/p3m3.ts";
import { drawChart } from "~/components/charts/draw.server";
import { ExhibitImage, IMAGE_WIDTH } from "~/components/results/ExhibitImage.server";
import { svgOf } from "~/services/results/files/images.server";
import { pictureContent } from "~/services/results/files/picture-content.server";
import { p3m3Result } from "~/services/results/sections/p3m3/result.server";
import { exhibitsOf, type Result, workbookContent } from "~/views/result";
import { paths } from "../../app/views/paths.ts";
import { completeP3M3, createOrganization, expectStatus } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import { inTurns, type Line, median, milliseconds, ratioOf } from "./measure.ts";
import { builtWorkers } from "./workers.ts";

const EMAIL = "robin@example.org";
/** Long enough that other work of the machine affects both. */
const TURNS = { rounds: 9, calls: 5 };
const PICTURES = 15;

/** The same rows by exceljs with nothing else: no widths, formats, heights or set-up. */
async function bareWorkbook(result: Result): Promise<void> {
  const workbook = new ExcelJS.Workbook();
  for (const { name, columns, rows } of result.sheets) {
    const sheet = workbook.addWorksheet(name);
    sheet.addRow(columns.map(({ title }) => title));
    sheet.addRows(rows);
  }
  await workbook.xlsx.writeBuffer();
}

/** The radar's picture as the JPEG that is downloaded, and its SVG rasterized by sharp alone. */
async function pictures(result: Result, workers: ReturnType<typeof builtWorkers>) {
  const radar = exhibitsOf(result).find(({ kind }) => kind === "radar");
  if (radar?.kind !== "radar") throw new Error("The report has no radar.");
  const drawing = drawChart(radar, "image", { withTexts: false });
  const svg = Buffer.from(await svgOf(ExhibitImage({ exhibit: radar, result, drawing, remark: undefined }), IMAGE_WIDTH));
  const content = pictureContent(radar, result);
  return {
    product: () => workers.run("drawPicture", content),
    bare: () => sharp(svg, { density: 144 }).flatten().jpeg({ quality: 88, chromaSubsampling: "4:4:4" }).toBuffer(),
  };
}

/**
 * Milliseconds of the first request for a picture, and of one that names the tag of the first. While the server notes in the history that
 * the picture was taken out, another request is answered, which is not counted.
 */
async function askAgain(visitor: Visitor, path: string): Promise<[first: number, again: number]> {
  const began = performance.now();
  await visitor.get(path);
  const between = performance.now();
  const { status, headers } = visitor;
  const known = { "If-None-Match": headers.get("ETag") ?? "" };
  await visitor.get(path, known);
  const noted = performance.now();
  await visitor.get(path, known);
  const end = performance.now();
  if (status !== 200 || visitor.status !== 304) throw new Error(`${path} answered ${status}, and ${visitor.status} for its own tag.`);
  return [between - began, end - noted];
}

export async function results(): Promise<Line[]> {
  const workers = builtWorkers();
  const app = await startApp();
  try {
    const client = await apiClient(app.databaseUrl, EMAIL, { name: "Robin" });
    const organizationId = await createOrganization(client);
    const ids = [];
    for (let count = 0; count < PICTURES; count += 1)
      ids.push(await completeP3M3(client, organizationId, "FFPNN", { perspectiveIds: [1, 6, 7] }));
    const full = await completeP3M3(client, organizationId, "FFPNN");
    const assessment = p3m3Assessment.parse(expectStatus(await client.get(`/assessments/${full}`), 200).body);
    const loaded = p3m3Results.parse(expectStatus(await client.get(`/P3M3/assessments/${full}/results`), 200).body);
    const panel = { on: false, kept: [], filters: [], failed: false };
    const result = p3m3Result(assessment, loaded, { cohortWords: "", panel });

    const excel = await inTurns(
      { product: () => workers.run("writeWorkbook", workbookContent(result)), bare: () => bareWorkbook(result) },
      TURNS,
    );
    const image = await inTurns(await pictures(result, workers), TURNS);

    const visitor = await new Visitor(app.url).get(await app.entryLink(EMAIL));
    const times = [];
    for (const id of ids) times.push(await askAgain(visitor, paths.resultImage(id, "overall-scores")));
    const [first, second] = [median(times.map(([ms]) => ms)), median(times.map(([, ms]) => ms))];
    return [
      {
        what: "Excel file of a P3M3 assessment of 455 statements, by a worker",
        against: "the same cells by bare exceljs",
        measured: milliseconds(excel.product.ms),
        reference: milliseconds(excel.bare.ms),
        ratio: ratioOf(excel.product.ms, excel.bare.ms),
        aim: "≤ 2 ×",
      },
      {
        what: "radar as a JPEG, by a worker",
        against: "sharp alone on the same SVG",
        measured: milliseconds(image.product.ms),
        reference: milliseconds(image.bare.ms),
        ratio: ratioOf(image.product.ms, image.bare.ms),
        aim: "≤ 2 ×",
      },
      {
        what: "radar as a JPEG, asked for again by its tag",
        against: "the first request",
        measured: milliseconds(second),
        reference: milliseconds(first),
        ratio: `${((100 * second) / first).toFixed(1)} %`,
        aim: "≤ 5 %",
      },
    ];
  } finally {
    await workers.close();
    await app.stop();
  }
}
