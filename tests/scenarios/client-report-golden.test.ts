/**
 * Reports for clients of small and full assessments of each model: their texts are compared with files that people have read
 * (tests/golden; `vitest -u` writes them anew), and everything in the Word file and on the slides with the result that they are made from.
 */
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { composeDocument, composeSlides, textsOf } from "~/services/results/client-report/compose.server";
import type { Block, Chapter, ReportDocument, ReportSlides, ReportWish } from "~/views/client-report";
import { exhibitsOf, type Report } from "~/views/report";
import { presentationFile } from "~/workers/client-report/presentation.server";
import { wordFile } from "~/workers/client-report/word.server";
import { clientReports, type GivenReports, HOSTILE } from "../support/client-reports.ts";

let reports: GivenReports;
beforeAll(async () => {
  reports = await clientReports();
});

const NAMES = ["p3m3Small", "p3m3Full", "itilSmall", "itilFull"] as const;
const wish = (audience: ReportWish["audience"], ...sections: string[]): ReportWish => ({ audience, sections });

// --- what is read from the files ----------------------------------------------------------------------------------------

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'" };
const decoded = (xml: string) => xml.replace(/&(amp|lt|gt|quot|apos|#39);/g, (_, name: string) => ENTITIES[name] ?? "");
const parts = (file: Uint8Array) => Object.fromEntries(Object.entries(unzipSync(file)).map(([name, bytes]) => [name, strFromU8(bytes)]));
const runs = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}(?: [^>]*)?>(.*?)</${tag}>`, "gs"))].map(([, text = ""]) => decoded(text));
/** The texts of a part, paragraph by paragraph. */
const paragraphsOf = (xml: string, paragraph: "w:p" | "a:p") =>
  xml.split(`</${paragraph}>`).map((each) => runs(each, paragraph === "w:p" ? "w:t" : "a:t").join(""));

const squeeze = (text: string) => text.replace(/\s+/g, "");

/** Every text and figure of a report's blocks, in order. */
const textsIn = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === "text") return [block.text];
    if (block.kind === "facts") return block.facts.flat();
    const { exhibit } = block;
    if (exhibit.kind !== "table") return [exhibit.title, exhibit.description];
    const rows = [...exhibit.rows, ...(exhibit.total ? [exhibit.total] : [])];
    return [exhibit.title, ...exhibit.columns.map(({ title }) => title), ...rows.flat().flatMap(({ text, aside }) => [text, aside ?? ""])];
  });
const chaptersIn = (chapters: readonly Chapter[]): string[] =>
  chapters.flatMap(({ title, blocks, parts: inner = [] }) => [title, ...textsIn(blocks), ...chaptersIn(inner)]);

/** A report to be read by people. */
function written({ chapters }: ReportDocument, { slides }: ReportSlides): string {
  const table = (cells: string[]) => `| ${cells.map((cell) => cell.replace(/\n/g, " ⏎ ").replace(/\|/g, "\\|")).join(" | ")} |`;
  const lines = (blocks: readonly Block[]): string[] =>
    blocks.map((block) => {
      if (block.kind === "text") return block.text;
      if (block.kind === "facts") return block.facts.map(([name, value]) => `- ${name}: ${value}`).join("\n");
      const { exhibit } = block;
      if (exhibit.kind !== "table") return `[${exhibit.kind}: ${exhibit.title}] ${exhibit.description}`;
      const rows = [...exhibit.rows, ...(exhibit.total ? [exhibit.total] : [])].map((row) =>
        table(row.map(({ text, aside }) => (aside ? `${text} ${aside}` : text))),
      );
      return [
        `[table: ${exhibit.title}]`,
        table(exhibit.columns.map(({ title }) => title)),
        table(exhibit.columns.map(() => "---")),
        ...rows,
        exhibit.hint ?? "",
      ]
        .join("\n")
        .trim();
    });
  const chapter =
    (depth: number) =>
    ({ title, blocks, parts: inner = [] }: Chapter): string[] => [
      `${"#".repeat(depth)} ${title}`,
      ...lines(blocks),
      ...inner.flatMap(chapter(depth + 1)),
    ];
  const shown = slides.flatMap(({ title, blocks }, index) => [
    `### ${index + 2}. ${title}`,
    ...lines(blocks).map((each) => each.split("\n")[0] ?? ""),
  ]);
  return `${["# Document", ...chapters.flatMap(chapter(2)), "# Slides", ...shown].join("\n\n")}\n`;
}

/** Every number that a result shows, as it is written there, and how many rows or parts it has. */
function numbersOf(report: Report): Set<string> {
  const { sheets: _sheets, ...shown } = report;
  const counts = Array.from({ length: 400 }, (_, count) => String(count));
  return new Set([...(JSON.stringify(shown).match(/\d+(?:\.\d+)?/g) ?? []), ...counts]);
}
/** Scores and other figures with decimals, as they stand in a text. */
const decimalsIn = (text: string) => text.match(/\d+\.\d+/g) ?? [];

describe.each(NAMES)("the report %s", (name) => {
  test("says what was read and found right", async () => {
    const report = reports[name];
    const text = written(composeDocument(report, wish("full"), {}), composeSlides(report, wish("full"), {}));
    await expect(text).toMatchFileSnapshot(`../golden/report-${name}.md`);
  });

  test("has all of its content in the Word file, in order, and no figure that the result does not have", async () => {
    const report = reports[name];
    const content = composeDocument(report, wish("full"), {});
    const xml = parts(await wordFile(content))["word/document.xml"] ?? "";
    const body =
      squeeze(paragraphsOf(xml, "w:p").join("")) +
      squeeze([...xml.matchAll(/descr="([^"]*)"/g)].map(([, text = ""]) => decoded(text)).join(""));
    for (const text of chaptersIn(content.chapters)) expect(body).toContain(squeeze(text));
    const known = numbersOf(report);
    for (const chapter of content.chapters)
      for (const text of chaptersIn([chapter]))
        for (const number of decimalsIn(text)) if (chapter.id !== "scope") expect(known, text).toContain(number);
  });

  test("has native charts on its slides with the figures of the result, and each in its workbook", async () => {
    const report = reports[name];
    const content = composeSlides(report, wish("full"), {});
    const found = parts(await presentationFile(content));
    const charts = content.slides.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === "exhibit" && block.exhibit.kind !== "table" ? [block.exhibit] : [])),
    );
    const drawn = Object.keys(found)
      .filter((part) => /^ppt\/charts\/chart\d+\.xml$/.test(part))
      .sort((a, b) => Number(a.match(/\d+/)) - Number(b.match(/\d+/)));
    expect(drawn).toHaveLength(charts.length);
    for (const [index, chart] of charts.entries()) {
      const part = drawn[index] ?? "";
      const values = [...(found[part] ?? "").matchAll(/<c:val>.*?<\/c:val>/gs)].map(([val]) =>
        runs(val, "c:v")
          .filter((v) => v !== "")
          .map(Number),
      );
      const series =
        chart.kind === "spread"
          ? (["own", "mean", "lower", "upper"] as const)
              .map((key) => chart.rows.flatMap((row) => row[key]?.value ?? []))
              .filter((each) => each.length > 0)
          : chart.series.map(({ points }) => points.flatMap((point) => point?.value ?? []));
      expect(values, chart.title).toEqual(series);
      const workbook = `ppt/embeddings/Microsoft_Excel_Worksheet${part.match(/\d+/)?.[0]}.xlsx`;
      expect(Object.keys(found), workbook).toContain(workbook);
    }
    // A figure on a slide is one of the result's.
    const known = numbersOf(report);
    const cells = new Set(
      exhibitsOf(report).flatMap((exhibit) => (exhibit.kind === "table" ? exhibit.rows.flat().map(({ text }) => text) : [])),
    );
    for (const { title } of content.slides) for (const number of decimalsIn(title)) expect(known, title).toContain(number);
    expect(cells.size).toBeGreaterThan(0);
  });

  test("takes at most eight slides for a board, each with a title and with notes", async () => {
    const found = parts(await presentationFile(composeSlides(reports[name], wish("board"), { summary: "Long text. ".repeat(360) })));
    const slides = Object.keys(found).filter((part) => /^ppt\/slides\/slide\d+\.xml$/.test(part));
    expect(slides.length).toBeLessThanOrEqual(8);
    for (const slide of slides) {
      expect(found[slide]).toMatch(/<p:ph[^>]*type="title"/);
      expect(
        paragraphsOf(found[slide] ?? "", "a:p")
          .join("")
          .trim(),
      ).not.toBe("");
      expect(runs(found[slide.replace(/slides\/slide/, "notesSlides/notesSlide")] ?? "", "a:t").join("")).not.toBe("");
    }
  });

  test("is packed so that Word and PowerPoint have nothing to repair", async () => {
    const slides = parts(await presentationFile(composeSlides(reports[name], wish("full"), {})));
    const document = parts(await wordFile(composeDocument(reports[name], wish("full"), {})));
    for (const found of [slides, document]) {
      // Every part that is named is there, and every part has a type.
      const types = found["[Content_Types].xml"] ?? "";
      for (const [, part = ""] of types.matchAll(/PartName="\/([^"]*)"/g)) expect(Object.keys(found)).toContain(part);
      const endings = [...types.matchAll(/Extension="([^"]*)"/g)].map(([, ending]) => ending);
      for (const part of Object.keys(found).filter((each) => each !== "[Content_Types].xml"))
        expect(types.includes(`PartName="/${part}"`) || endings.includes(part.split(".").at(-1)), part).toBe(true);
      // Every relationship leads to a part.
      for (const [part, xml] of Object.entries(found)) {
        if (!part.endsWith(".rels")) continue;
        const folder = part.replace(/_rels\/[^/]*$/, "");
        for (const [tag] of xml.matchAll(/<Relationship [^>]*>/g)) {
          if (/TargetMode="External"/.test(tag)) continue;
          const target = / Target="([^"]*)"/.exec(tag)?.[1] ?? "";
          const path = target.startsWith("/") ? target.slice(1) : new URL(target, `file:///${folder}`).pathname.slice(1);
          expect(Object.keys(found), `${part}: ${target}`).toContain(path);
        }
      }
    }
    expect(slides["ppt/notesMasters/_rels/notesMaster1.xml.rels"]).toContain("theme2.xml");
    expect(slides["ppt/presentation.xml"]).toMatch(/<\/p:sldMasterIdLst><p:notesMasterIdLst>.*<p:sldIdLst>/s);
    const ids = [...(document["word/document.xml"] ?? "").matchAll(/<wp:docPr id="(\d+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test("the Word file has real headings, contents, repeated heads, a language, and pictures with their figures in words", async () => {
  const found = parts(await wordFile(composeDocument(reports.p3m3Full, wish("full"), {}, "3 threads are still to answer.")));
  const xml = found["word/document.xml"] ?? "";
  expect(xml.match(/<w:pStyle w:val="Heading1"\/>/g)).toHaveLength(6);
  expect(xml).toContain("TOC");
  const tables = xml.match(/<w:tbl>/g)?.length ?? 0;
  const captions = paragraphsOf(xml, "w:p").filter((text) => /^Table \d+\. /.test(text));
  expect(captions.map((text) => Number(/\d+/.exec(text)))).toEqual(captions.map((_, index) => index + 1));
  // All but the tables of facts have a caption and a head.
  expect(xml.match(/<w:tblHeader\/>/g)).toHaveLength(captions.length);
  expect(tables - captions.length).toBe(2);
  const pictures = [...xml.matchAll(/<wp:extent cx="(\d+)"[^>]*>.*?<wp:docPr[^>]*descr="([^"]*)"/gs)];
  expect(pictures).toHaveLength(9);
  for (const [, width, text] of pictures) {
    expect(text).toMatch(/\d\.\d\d/);
    // 300 pixels to an inch, of which there are 914,400 units.
    expect(2400 / (Number(width) / 914_400)).toBeGreaterThanOrEqual(300);
  }
  expect(found["word/styles.xml"]).toContain('<w:lang w:val="en-GB"');
  expect(Object.values(found).join("")).not.toMatch(/updateFields|w:dirty="true"/);
  const head = Object.entries(found)
    .filter(([name]) => /header\d\.xml/.test(name))
    .map(([, part]) => runs(part, "w:t").join(" "))
    .join("|");
  expect(head).toMatch(/Harbour Authority.*Draft/);
  expect(runs(xml, "w:t").join(" ")).toContain("3 threads are still to answer.");
});

test("names and notes of hostile content stay text in both files", async () => {
  for (const name of ["p3m3Small", "itilSmall"] as const) {
    const report = structuredClone(reports[name]);
    report.assessment.name = `Bell\u0007 & <w:br/>\ud800`;
    const word = parts(await wordFile(composeDocument(report, wish("full"), {})));
    const slides = parts(await presentationFile(composeSlides(report, wish("full"), {})));
    const texts = [
      paragraphsOf(word["word/document.xml"] ?? "", "w:p").join("\n"),
      Object.entries(slides)
        .filter(([part]) => part.startsWith("ppt/slides/slide"))
        .map(([, xml]) => paragraphsOf(xml, "a:p").join("\n"))
        .join("\n"),
    ];
    for (const text of texts) {
      expect(text).toContain(HOSTILE.name);
      expect(text).toContain("Bell & <w:br/>");
      expect(text).toContain('=HYPERLINK("http://x")');
    }
    for (const [part, xml] of Object.entries({ ...word, ...slides }))
      if (/\.(?:xml|rels)$/.test(part)) expect(xml, part).not.toMatch(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/u);
    expect(Object.values(word).join("")).not.toContain('TargetMode="External"');
  }
});

describe("what is wished for", () => {
  const titles = (document: ReportDocument) => document.chapters.map(({ title }) => title);

  test("are sections, in the order of the report; nothing named means all", () => {
    expect(titles(composeDocument(reports.p3m3Full, wish("full", "scope", "summary"), {}))).toEqual([
      "Executive summary",
      "Scope and method",
    ]);
    expect(titles(composeDocument(reports.p3m3Full, wish("full", "nonsense"), {}))).toEqual([
      "Executive summary",
      "Results",
      "Benchmark",
      "Perspectives",
      "Descoped threads",
      "Scope and method",
    ]);
  });

  test("is for a board short, and never holds the team's other clients", () => {
    expect(titles(composeDocument(reports.p3m3Full, wish("board"), {}))).toEqual([
      "Executive summary",
      "Results",
      "Benchmark",
      "Scope and method",
    ]);
    expect(reports.p3m3Full.sections.map(({ id }) => id)).toContain("portfolio");
    for (const audience of ["full", "board"] as const) {
      const made = JSON.stringify([
        composeDocument(reports.p3m3Full, wish(audience), {}),
        composeSlides(reports.p3m3Full, wish(audience), {}),
      ]);
      expect(made).not.toMatch(/Your portfolio|Portfolio mean/);
    }
  });

  test("has notes only where they are ticked", () => {
    const all = ["summary", "results", "chapters", "scope"];
    const has = (sections: string[]) =>
      JSON.stringify(composeDocument(reports.p3m3Full, wish("full", ...sections), {})).includes("programme office");
    expect([has(all), has([...all, "notes"]), has(["notes"])]).toEqual([false, true, true]);
  });

  test("has what the assessors wrote in place of what is suggested", () => {
    const [summary, chapter] = textsOf(reports.itilFull);
    const made = composeDocument(reports.itilFull, wish("full"), { summary: "First.\n\nSecond.", [chapter?.part ?? ""]: "   " });
    expect(made.chapters[0]?.blocks.slice(1)).toEqual([
      { kind: "text", text: "First." },
      { kind: "text", text: "Second." },
    ]);
    expect(JSON.stringify(made)).not.toContain(summary?.suggestion.split("\n")[0]);
    expect(JSON.stringify(made)).toContain(JSON.stringify(chapter?.suggestion).slice(1, -1));
  });
});
