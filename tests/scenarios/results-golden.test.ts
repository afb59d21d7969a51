/**
 * Results of a small and a full assessment of each model: what the screen, the Excel file and the images hold is compared
 * with each other, and with files that people have read (tests/golden; `vitest -u` writes them anew).
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ExcelJS from "exceljs";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { itilAssessment, p3m3Assessment } from "#model/contract/assessments.ts";
import { itilResults } from "#model/contract/itil.ts";
import { itilOverview, p3m3Overview } from "#model/contract/overview.ts";
import { benchmark, p3m3Results } from "#model/contract/p3m3.ts";
import { PRACTICES } from "#model/itil/catalogue.ts";
import { PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { drawChart } from "~/components/charts/draw.server";
import { ExhibitImage, IMAGE_WIDTH } from "~/components/results/ExhibitImage.server";
import { ExhibitTable } from "~/components/results/ExhibitTable";
import { svgOf } from "~/services/results/images.server";
import { itilReport } from "~/services/results/itil/report.server";
import { p3m3Report } from "~/services/results/p3m3/report.server";
import { workbookOf } from "~/services/results/workbook.server";
import { type Exhibit, exhibitsOf, type Report, type ReportTable } from "~/views/report";
import {
  answerComponent,
  answerPractice,
  answerThread,
  completeP3M3,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
} from "../contract/scenario.ts";
import { type Client, freshSqlite, openTestApi, type TestApi } from "../support/api.ts";

let api: TestApi;
let client: Client;
const reports: Record<string, Report> = {};

beforeAll(async () => {
  api = await openTestApi(freshSqlite());
  await participants();
  client = await api.signIn({ email: "golden@team.example" });
  reports["p3m3-small"] = await smallP3M3();
  reports["p3m3-full"] = await fullP3M3();
  reports["itil-small"] = await smallItil();
  reports["itil-full"] = await fullItil();
});
afterAll(() => api.close());

const EVERY = ["RNNNN", "PNNNN", "FRNNN", "FPNNN", "FFRNN", "FFPNN", "FFFRN", "FFFPN", "FFFFR", "FFFFP", "FFFFF"];
const consenting = { benchmarkConsent: true, country: { id: 40, name: "Austria" } };

async function p3m3(id: number, query: string): Promise<Report> {
  const found = p3m3Assessment.parse(expectStatus(await client.get(`/assessments/${id}`), 200).body);
  const results = p3m3Results.parse(expectStatus(await client.get(`/P3M3/assessments/${id}/results`), 200).body);
  const perspectiveIds = results.perspectives.map((perspective) => perspective.id).join(",");
  const answer = benchmark.parse(
    expectStatus(await client.get(`/P3M3/benchmarks?perspectiveIds=${perspectiveIds}&assessmentId=${id}${query}`), 200).body,
  );
  const overview = p3m3Overview.parse(expectStatus(await client.get(`/assessments/${id}/overview`), 200).body);
  const panel = { on: true, kept: [], filters: [], failed: false };
  return p3m3Report(found, results, { on: true, cohort: {}, cohortWords: "Austria", answer, panel }, { overview });
}

/** Two perspectives, one thread; nobody to compare with. */
async function smallP3M3(): Promise<Report> {
  const organizationId = await createOrganization(client, { name: "Łódź & Sons <b>", businessUnit: null });
  return p3m3(
    await completeP3M3(client, organizationId, "FFPNN", { perspectiveIds: [1, 6], threadIds: [10], selectedScope: "Project" }),
    "&countryId=40",
  );
}

/** Eight organizations of a team each, which completed their assessments in the month before. */
async function participants(): Promise<void> {
  const { now } = api;
  api.now = new Date("2026-10-20T09:00:00.000Z");
  for (const [index, letters] of EVERY.slice(1, 9).entries()) {
    const other = await api.signIn({ email: `other.${index}@golden.example` });
    await completeP3M3(other, await createOrganization(other, consenting), letters, { threadIds: [10] });
  }
  api.now = now;
}

/** Every perspective and thread, with descoped ones, attributes and notes, a cohort of eight, and another organization of the team. */
async function fullP3M3(): Promise<Report> {
  const another = await createOrganization(client, { name: "Canal Trust" });
  await completeP3M3(client, another, "FFPNN", { perspectiveIds: [1, 2, 4], threadIds: [10] });
  const id = await createP3M3(client, await createOrganization(client, { name: "Harbour Authority" }));
  for (const perspective of PERSPECTIVES)
    for (const thread of THREADS) {
      const letters = EVERY[(perspective.id * 3 + thread.id * 2) % EVERY.length] ?? "";
      expectStatus(await answerThread(client, id, perspective.id, thread.id, letters), 200);
    }
  for (const [perspective, thread] of [
    [2, 5],
    [7, 1],
  ])
    expectStatus(await client.post(`/assessments/${id}/${perspective}/${thread}/descope`), 200);
  for (const thread of [3, 9]) {
    const questions = expectStatus(await client.get(`/P3M3/assessments/${id}/questions?p=4&t=${thread}`), 200).body;
    for (const [level, isPositive] of [true, false].entries()) {
      const diagnosticId = questions[level].diagnostics[level].id;
      expectStatus(await client.put(`/p3m3/assessments/${id}/diagnostics/${questions[level].id}`, { diagnosticId, isPositive }), 200);
    }
  }
  await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 4, threadId: 9, body: "=SUM(A1)\nΕλλάδα, Київ" });
  await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 7, threadId: 1, body: "Left to the parent company." });
  const reason = expectStatus(await client.put(`/assessments/${id}/7/1/reason`, { reason: "Done by the parent company" }), 200);
  expect(reason.body.reason).toBe("Done by the parent company");
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return p3m3(id, "&countryId=40");
}

async function itil(id: number): Promise<Report> {
  const found = itilAssessment.parse(expectStatus(await client.get(`/assessments/${id}`), 200).body);
  const results = itilResults.parse(expectStatus(await client.get(`/ITIL/assessments/${id}/results`), 200).body);
  const overview = itilOverview.parse(expectStatus(await client.get(`/assessments/${id}/overview`), 200).body);
  return itilReport(found, results, { overview });
}

/** Answers a practice so that it ends at a level. */
async function reach(id: number, practiceId: number, level: number): Promise<void> {
  const url = `/itil/assessments/${id}/questions/capability?capabilityId=${practiceId}`;
  const questions: { level: number }[] = expectStatus(await client.get(url), 200).body;
  const letters = questions.map((question) => (question.level <= level ? "F" : question.level === level + 1 ? "R" : "N"));
  expectStatus(await answerPractice(client, id, practiceId, letters.join("")), 200);
}

/** One practice, no maturity. */
async function smallItil(): Promise<Report> {
  const id = await createItil(client, await createOrganization(client));
  await reach(id, 19, 3);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return itil(id);
}

/** All 34 practices and the five components, with notes. */
async function fullItil(): Promise<Report> {
  const practices = PRACTICES.map((practice) => ({ id: practice.id, selectionMode: practice.id % 3 === 0 ? (2 as const) : (1 as const) }));
  const id = await createItil(client, await createOrganization(client), { selectedScope: "Comprehensive", practices });
  for (const practice of PRACTICES) await reach(id, practice.id, 2 + ((practice.id * 7) % 4));
  for (const [code, level] of [
    ["M-GP", 3],
    ["M-G", 2],
    ["M-SVC", 4],
  ] as const)
    expectStatus(await answerComponent(client, id, code, level), 200);
  await client.post("/ITIL/notes/capability", { assessmentId: id, capabilityId: 22, body: "One engineer\nonly." });
  await client.post("/ITIL/notes/capability", { assessmentId: id, capabilityId: 5, body: "At level 5: a model for others." });
  await client.post("/ITIL/notes/maturity", { assessmentId: id, maturityId: 2, body: "Board papers seen." });
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return itil(id);
}

// --- what is read from screen, Excel and images -------------------------------------------------------------------------

const squeeze = (text: string) => text.replace(/\s+/g, "");
const decoded = (html: string) =>
  html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" })[name] ?? "");

/** The cells of a table as the page shows them. */
const cellsOnScreen = (table: ReportTable): string[] =>
  [...renderToStaticMarkup(ExhibitTable({ table, labelledBy: "t" })).matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) =>
    squeeze(decoded(cell.replace(/<[^>]*>/g, ""))),
  );

/** Everything written in an image, in order. */
async function textsInImage(exhibit: Exhibit, report: Report): Promise<string> {
  const drawing = exhibit.kind === "table" ? undefined : drawChart(exhibit, "image", { withTexts: false });
  const svg = await svgOf(ExhibitImage({ exhibit, report, drawing, remark: undefined }), IMAGE_WIDTH, { asPaths: false });
  return squeeze(decoded([...svg.matchAll(/<text[^>]*>(.*?)<\/text>/gs)].map(([, text]) => text).join("")));
}

async function excel(report: Report): Promise<ExcelJS.Workbook> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load((await workbookOf(report)) as unknown as ArrayBuffer);
  return book;
}

/** The path of LibreOffice, where it is installed. */
function libreOffice(): string | undefined {
  try {
    return execFileSync("which", ["libreoffice"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

/** What LibreOffice makes of a report's Excel file. */
async function convertedBy(program: string, report: Report, format: string): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "workbook-"));
  try {
    writeFileSync(join(folder, "result.xlsx"), await workbookOf(report));
    const own = `-env:UserInstallation=file://${join(folder, "profile")}`;
    execFileSync(program, [own, "--headless", "--convert-to", format, "--outdir", folder, join(folder, "result.xlsx")], {
      stdio: "ignore",
    });
    return readFileSync(join(folder, `result.${format.split(":")[0]}`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function cellOf(value: ExcelJS.CellValue): string {
  if (value === null || value === undefined) return "";
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}

/** The report to be read by people: the tables, the charts in words, the sheets. */
async function written(report: Report): Promise<string> {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const inCell = (text: string) => text.replace(/\n/g, " ⏎ ").replace(/\|/g, "\\|");
  const parts = report.sections.flatMap(({ title, text, exhibits, tab }) => [
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
  const sheets = (await excel(report)).worksheets.map((sheet) => {
    const rows: string[] = [];
    sheet.eachRow((row) => rows.push(((row.values as ExcelJS.CellValue[]) ?? []).slice(1).map(cellOf).join("; ")));
    return `## Sheet ${sheet.name}\n\n${rows.join("\n")}`;
  });
  const figures = report.figures.map(({ label, value, meaning }) => `${label}: ${value} (${meaning})`).join("\n\n");
  const findings = report.findings.map(({ title, text }) => `${title}: ${text.join(" ")}`).join("\n\n");
  return `${[`# ${report.model} ${report.assessment.scope}: ${report.organization.name}`, figures, findings, ...parts, ...sheets].join("\n\n")}\n`;
}

describe.each(["p3m3-small", "p3m3-full", "itil-small", "itil-full"])("the result %s", (name) => {
  const report = () => {
    const found = reports[name];
    if (!found) throw new Error(`no report ${name}`);
    return found;
  };

  test("is the one that was read and found right", async () => {
    await expect(await written(report())).toMatchFileSnapshot(`../golden/${name}.md`);
  });

  test("has every cell of its tables on the screen, and the same in the image", async () => {
    for (const exhibit of exhibitsOf(report())) {
      if (exhibit.kind !== "table") continue;
      const cells = [...exhibit.rows, ...(exhibit.total ? [exhibit.total] : [])].flat();
      const texts = [...exhibit.columns.map(({ title }) => title), ...cells.map(({ text, aside = "" }) => text + aside)].map(squeeze);
      expect(cellsOnScreen(exhibit), exhibit.title).toEqual(texts);
      expect(await textsInImage(exhibit, report()), exhibit.title).toContain(squeeze(texts.join("")));
    }
  });

  test("has every value of its charts on the screen, drawn where it belongs, and the names in the image", async () => {
    for (const exhibit of exhibitsOf(report())) {
      if (exhibit.kind !== "radar") continue;
      const { svg, cx, cy, radius } = drawChart(exhibit, "wide") as ReturnType<typeof drawChart> & {
        cx: number;
        cy: number;
        radius: number;
      };
      const own = exhibit.series.find(({ role }) => role === "own");
      for (const [index, point] of own?.points.entries() ?? []) {
        const angle = (2 * Math.PI * index) / exhibit.spokes.length;
        const distance = (radius * (point?.value ?? 0)) / 5;
        const title = `${exhibit.spokes[index]?.name}, This assessment: ${point?.text}`;
        const [, x, y] = new RegExp(`<circle[^>]* cx="([^"]*)" cy="([^"]*)"[^>]*><title>${title}</title>`).exec(svg) ?? [];
        expect([Number(x), Number(y)], title).toEqual([
          expect.closeTo(cx + distance * Math.sin(angle), 1),
          expect.closeTo(cy - distance * Math.cos(angle), 1),
        ]);
      }
      const image = await textsInImage(exhibit, report());
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
    const report = reports[name] as Report;
    const bars = exhibitsOf(report).find((exhibit) => exhibit.id === id);
    if (bars?.kind !== "bars") throw new Error(`no bars in ${name}`);
    const { svg } = drawChart(bars, "wide");
    const drawn = [...svg.matchAll(/<rect[^>]* width="([^"]*)"[^>]*><title>(.*?)<\/title>/g)];
    const points = bars.series[0]?.points ?? [];
    const longest = Math.max(...drawn.map(([, width]) => Number(width)));
    const highest = Math.max(...points.map((point) => point?.value ?? 0));
    expect(drawn.map(([, width, title]) => [title, Number(width) / longest])).toEqual(
      points.map((point, index) => [
        `${bars.spokes[index]?.name}, This assessment: ${point?.text}`,
        expect.closeTo((point?.value ?? 0) / highest, 5),
      ]),
    );
    const image = await textsInImage(bars, report);
    for (const [index, { name: row }] of bars.spokes.entries()) expect(image).toContain(squeeze(`${row}${points[index]?.text}`));
    // The bars come right before the radar.
    const ids = exhibitsOf(report).map((exhibit) => exhibit.kind);
    expect(ids[ids.indexOf("bars") + 1]).toBe("radar");
  }
});

const program = libreOffice();
describe.runIf(program !== undefined)("LibreOffice", () => {
  test.each(["p3m3-full", "itil-full"])("prints the Excel file of %s", async (name) => {
    const pdf = await convertedBy(program ?? "", reports[name] as Report, "pdf");
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pdf.length).toBeGreaterThan(10_000);
  });

  test("shows figures as the screen does", async () => {
    const rows = (await convertedBy(program ?? "", reports["p3m3-full"] as Report, "csv:Text - txt - csv (StarCalc):59,34,76"))
      .toString()
      .split("\n");
    expect(rows).toContain(
      "Perspective;Benefits management;;2;2.58;3;2.30;+ 0.3;1.00;3.50;8;Partially;Partially;Partially;Partially;Partially",
    );
    expect(rows).toContain("Thread;Benefits management;Planning;;0.50;;;;;;;;;;;");
  });
});
