/**
 * Reports for clients in LibreOffice: small and full results and drafts of both models, for both audiences, converted to PDF and read page by
 * page (docs/rules/client-report.md). Skipped only where `soffice` or poppler's `pdftotext` is not on the PATH; where CI is set, that fails.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { composeDocument } from "~/services/results/files/client-report/compose.server";
import { composeSlides } from "~/services/results/files/client-report/compose-slides.server";
import { AUDIENCES, type Audience, type ReportSlides, type WrittenTexts } from "~/views/client-report";
import type { Result } from "~/views/result";
import { presentationFile } from "~/workers/client-report/presentation.server";
import { wordFile } from "~/workers/client-report/word.server";
import { findOnPath } from "../../scripts/tools.js";
import { draftResults } from "../support/draft-results.ts";
import { onlyIf } from "../support/only-if.ts";
import { sampleResults } from "../support/sample-results.ts";

/** In points: where the text of a page begins, and half of the height that it has (`PAGE`). */
const TEXT = { top: 65, half: 360, bottom: 785 };

const tools = ["soffice", "pdftotext"].map((tool) => findOnPath([tool])[0]);
const [soffice = "", pdftotext = ""] = tools;
const hasTools = tools.every((tool) => tool !== undefined);
const needs = onlyIf(hasTools, "soffice or pdftotext is not on the PATH");
const NAMES = ["p3m3Small", "p3m3Full", "itilSmall", "itilFull", "p3m3Draft", "itilDraft", "wordy"] as const;
type Name = (typeof NAMES)[number];

const folder = mkdtempSync(join(tmpdir(), "report-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const results = {} as Record<Name, Result>;
/** What assessors may write at most, in the shape that takes most pages. */
const LINES = "One more line.\n".repeat(266).slice(0, 4_000);
const written = (name: Name): WrittenTexts => (name === "wordy" ? { summary: LINES } : {});
const slidesOf = (name: Name, audience: Audience): ReportSlides => composeSlides(results[name], { audience, sections: [] }, written(name));
/** The text of each page, as it is laid out, by file. */
const pages = new Map<string, string[]>();
/** How far down the text of each page of a Word file goes, in points. */
const depths = new Map<string, number[]>();
const pagesOf = (name: Name, audience: Audience, ending: "docx" | "pptx") => pages.get(`${name}-${audience}-${ending}`) ?? [];

/** A report with the longest names, texts and tables that anybody can make. */
function wordy(result: Result): Result {
  const long = structuredClone(result);
  long.assessment.name = "Assessment ".repeat(18).trim();
  long.organization.name = "Organization ".repeat(15).trim();
  long.organization.unit = "Unit ".repeat(39).trim();
  // The sentence about targets is a message of counts, and never long.
  for (const section of long.sections)
    if (section.id !== "targets") section.text = section.text.map((text) => `${text} ${"And so it goes on. ".repeat(40)}`);
  return long;
}

beforeAll(async () => {
  if (!hasTools) return;
  Object.assign(results, await sampleResults(), await draftResults());
  results.wordy = wordy(results.p3m3Full);
  for (const ending of ["docx", "pptx"] as const) {
    const from = join(folder, ending);
    mkdirSync(from);
    for (const name of NAMES)
      for (const audience of AUDIENCES) {
        const file =
          ending === "docx"
            ? await wordFile(composeDocument(results[name], { audience, sections: [] }, written(name)))
            : await presentationFile(slidesOf(name, audience));
        writeFileSync(join(from, `${name}-${audience}.${ending}`), file);
      }
    const files = NAMES.flatMap((name) => AUDIENCES.map((audience) => `${name}-${audience}`));
    const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
    const sources = files.map((file) => join(from, `${file}.${ending}`));
    execFileSync(soffice, [profile, "--headless", "--convert-to", "pdf", "--outdir", from, ...sources], { stdio: "pipe" });
    for (const file of files) {
      const text = execFileSync(pdftotext, ["-layout", join(from, `${file}.pdf`), "-"]).toString();
      // Each page ends with a form feed.
      pages.set(`${file}-${ending}`, text.split("\f").slice(0, -1));
      if (ending === "docx") depths.set(file, depthsOf(join(from, `${file}.pdf`)));
    }
  }
}, 600_000);

/** The lowest end of a word on each page of a PDF, without the foot. */
function depthsOf(pdf: string): number[] {
  const words = execFileSync(pdftotext, ["-bbox", pdf, "-"], { maxBuffer: 64_000_000 }).toString();
  return words
    .split("<page ")
    .slice(1)
    .map((page) => Math.max(0, ...[...page.matchAll(/yMax="([\d.]+)"/g)].map(([, y]) => Number(y)).filter((y) => y < TEXT.bottom)));
}

const squeeze = (text: string) => text.replace(/\s+/g, "");
const isDraft = (name: Name) => results[name].draftOf !== undefined;

test("LibreOffice and poppler are here wherever CI runs", () => {
  expect(hasTools || !process.env.CI).toBe(true);
});

describe.each(NAMES)("the report %s", needs, (name) => {
  test.each(AUDIENCES)("for the audience %s names the client, and numbers its pages, on each page of the Word file", (audience) => {
    const [cover = "", ...rest] = pagesOf(name, audience, "docx");
    expect(squeeze(cover)).toContain(squeeze(results[name].organization.name));
    for (const [index, page] of rest.entries()) {
      expect(squeeze(page)).toContain(squeeze(results[name].organization.name));
      expect(page).toContain(`Page ${index + 2} of ${rest.length + 1}`);
    }
  });

  test("takes a board at most 7 pages and 9 slides, and what is left out is said", () => {
    const document = pagesOf(name, "board", "docx");
    expect(document.length).toBeLessThanOrEqual(7);
    expect(pagesOf(name, "board", "pptx").length).toBeLessThanOrEqual(9);
    if (name === "wordy") expect(document.join(" ").replace(/\s+/g, " ")).toContain("The rest of this text is in the full report.");
  });

  test.each(AUDIENCES)("has for the audience %s the message of each slide as its title, and a number", (audience) => {
    const shown = pagesOf(name, audience, "pptx");
    expect(squeeze(shown[0] ?? "")).toContain(squeeze(results[name].assessment.name));
    const titles = slidesOf(name, audience).slides.map(({ title }) => squeeze(title));
    for (const title of titles) expect(shown.filter((page) => squeeze(page).includes(title)).length, title).toBeGreaterThan(0);
    for (const [index, page] of shown.entries()) if (index > 0) expect(page).toMatch(new RegExp(`\\b${index + 1}\\b`));
  });

  test.each(AUDIENCES)("has for the audience %s no page that is half empty, but for the last one of a chapter", (audience) => {
    const all = pagesOf(name, audience, "docx");
    const begins = (page: string | undefined) => /^(?:.*\S.*\n)+\n+ *(?:Contents\n|\d+ {2,}\S)/.test(page ?? "");
    const heights = depths.get(`${name}-${audience}`) ?? [];
    expect(heights).toHaveLength(all.length);
    const half = all.flatMap((page, index) =>
      index === all.length - 1 || begins(all[index + 1]) || (heights[index] ?? 0) > TEXT.top + TEXT.half ? [] : [page],
    );
    expect(half).toEqual([]);
  });

  test.each(AUDIENCES)("is marked for the audience %s as a draft on every page and slide, if it is one", (audience) => {
    for (const ending of ["docx", "pptx"] as const)
      for (const page of pagesOf(name, audience, ending)) expect(/\bDraft\b/.test(page), page.slice(0, 200)).toBe(isDraft(name));
  });

  // Word and LibreOffice break pages a little differently, so a chapter may begin a page away.
  test("has in its contents the page on which each chapter begins, or the one beside it", () => {
    const all = pagesOf(name, "full", "docx");
    const contents = [...all.join("\n").matchAll(/^ *(\d+(?:\.\d+)?) +(\S.*?)\.{3,} *(\d+)$/gm)];
    // A document of at most six pages has no contents; LibreOffice may need one page more.
    if (contents.length === 0) return expect(all.length).toBeLessThanOrEqual(7);
    const away = contents.map(([, number = "", title = "", page = ""]) => {
      const heading = new RegExp(`^ *${number.replace(".", "\\.")} *${title.slice(0, 20)}(?!.*\\.{3})`, "m");
      return Math.abs(all.findIndex((text) => heading.test(text)) + 1 - Number(page));
    });
    expect(Math.max(...away)).toBeLessThanOrEqual(1);
    expect(away.filter((each) => each === 0).length).toBeGreaterThan(away.length * 0.8);
  });
});

describe("a table", needs, () => {
  test("that goes on on another page has its head there again", () => {
    // Of many tables one after the other some go on, wherever the first begins.
    const all = pagesOf("p3m3Draft", "full", "docx").join("");
    const [heads = [], tables = []] = [/To answer +State/g, /Table \d+\. Still to answer/g].map((each) => all.match(each) ?? []);
    expect(tables.length).toBeGreaterThan(1);
    expect(heads.length).toBeGreaterThan(tables.length);
  });
});

describe("what LibreOffice reads", needs, () => {
  test("is every chart, with the figures that stand behind it", () => {
    const parts = unzipSync(new Uint8Array(readBack("p3m3Full-full", "pptx", "odp")));
    const charts = Object.keys(parts).filter((part) => /^Object \d+\/content\.xml$/.test(part));
    const exhibits = slidesOf("p3m3Full", "full").slides.flatMap(({ blocks }) =>
      blocks.filter((block) => block.kind === "exhibit" && block.exhibit.kind !== "table"),
    );
    expect(charts).toHaveLength(exhibits.length);
    const xml = charts.map((part) => strFromU8(parts[part] ?? new Uint8Array())).join("");
    for (const { value } of results.p3m3Full.sections.flatMap(({ exhibits }) =>
      exhibits.flatMap((exhibit) =>
        exhibit.kind === "radar" ? exhibit.series.flatMap(({ points }) => points.flatMap((point) => point ?? [])) : [],
      ),
    ))
      expect(xml).toContain(`office:value="${value}"`);
  });
});

/** A file as LibreOffice saves it in another format. */
function readBack(name: string, from: string, to: string): Buffer {
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  const source = join(folder, from, `${name}.${from}`);
  execFileSync(soffice, [profile, "--headless", "--convert-to", to, "--outdir", folder, source], { stdio: "pipe" });
  return readFileSync(join(folder, `${name}.${to}`));
}
