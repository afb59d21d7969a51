/**
 * Reports for clients of small and full assessments of each model: their texts are compared with the files in this folder, which people have
 * read (`vitest -u` writes them anew), and everything in the Word file and on the slides with the result that they are made from.
 */
import { strFromU8, unzipSync } from "fflate";
import { SaxesParser } from "saxes";
import { beforeAll, describe, expect, test } from "vitest";
import { roundHalfAway } from "#model/rounding.ts";
import { section } from "~/services/results/blocks/section.server";
import { choicesOf, composeDocument, contentOf, textsOf } from "~/services/results/files/client-report/compose.server";
import { composeSlides } from "~/services/results/files/client-report/compose-slides.server";
import { versionsTable } from "~/services/results/files/client-report/issued-versions.server";
import { othersSections } from "~/services/results/sections/p3m3/other-organizations.server";
import { suggestedSteps } from "~/services/results/sections/steps.server";
import { chartInWords, kindOf } from "~/views/charts/kinds";
import type { Block, Chapter, ReportDocument, ReportSlides, ReportWish } from "~/views/client-report";
import { type Exhibit, exhibitsOf, type Result, type ResultSection, type ResultTable } from "~/views/result";
import { presentationFile as makePresentation } from "~/workers/client-report/presentation.server";
import { wordFile as makeWordFile } from "~/workers/client-report/word.server";
import { type DraftResults, draftResults } from "../support/draft-results.ts";
import { HOSTILE, type SampleResults, sampleResults } from "../support/sample-results.ts";

let results: SampleResults & DraftResults;
beforeAll(async () => {
  results = { ...(await sampleResults()), ...(await draftResults()) };
});

const DRAFTS = ["p3m3Draft", "itilDraft", "p3m3Untouched", "itilUntouched"] as const;
const NAMES = ["p3m3Small", "p3m3Full", "itilSmall", "itilFull", "p3m3Again", "itilAgain", "p3m3Corrected", ...DRAFTS] as const;
/** What a golden text says instead of the day on which a draft was made. */
const onNoDay = (text: string) => text.replace(/Draft of: \d{1,2} \w+ \d{4}/g, "Draft of: TODAY");
const wish = (audience: ReportWish["audience"], ...sections: string[]): ReportWish => ({ audience, sections });
/** The full report with the notes of the assessors, which are off at first. */
const withNotes = (result: Result): ReportWish =>
  wish("full", ...choicesOf(result).flatMap(({ id, onlyIfTicked }) => (onlyIfTicked && id !== "notes" ? [] : id)));

// --- what is read from the files ----------------------------------------------------------------------------------------

/** A function whose results are kept: many tests look at the same file. */
function kept<Given extends unknown[], File>(make: (...given: Given) => Promise<File>): (...given: Given) => Promise<File> {
  const made = new Map<string, Promise<File>>();
  return (...given) => {
    const key = JSON.stringify(given);
    const file = made.get(key) ?? make(...given);
    made.set(key, file);
    return file;
  };
}
const wordFile = kept(makeWordFile);
const presentationFile = kept(makePresentation);

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'" };
/** A text as it is read: a space at which no line ends is a space. */
const decoded = (xml: string) =>
  xml.replaceAll("\u00a0", " ").replace(/&(amp|lt|gt|quot|apos|#39);/g, (_, name: string) => ENTITIES[name] ?? "");
const unpacked = new WeakMap<Uint8Array, Record<string, string>>();
function parts(file: Uint8Array): Record<string, string> {
  const known = unpacked.get(file) ?? Object.fromEntries(Object.entries(unzipSync(file)).map(([name, bytes]) => [name, strFromU8(bytes)]));
  unpacked.set(file, known);
  return known;
}
const runs = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}(?: [^>]*)?>(.*?)</${tag}>`, "gs"))].map(([, text = ""]) => decoded(text));
/** The texts of a part, paragraph by paragraph. */
const paragraphsOf = (xml: string, paragraph: "w:p" | "a:p") =>
  xml.split(`</${paragraph}>`).map((each) => runs(each, paragraph === "w:p" ? "w:t" : "a:t").join(""));

/** @throws Error for XML that a parser does not accept */
function wellFormed(xml: string): void {
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(xml).close();
}

/** Where the first chapter of a document begins. A document of few pages has no contents. */
const beginOfChapters = (xml: string) => xml.lastIndexOf("<w:p>", xml.indexOf('<w:pStyle w:val="Heading1"/>'));
/** What is before the contents and the chapters. */
const coverIn = (xml: string) => {
  const contents = xml.indexOf('"ContentsHeading"');
  return xml.slice(0, contents === -1 ? beginOfChapters(xml) : contents);
};

const squeeze = (text: string) => text.replace(/\s+/g, "");

const isTable = (exhibit: Exhibit): exhibit is ResultTable => exhibit.kind === "table";

/** Every text and figure of a report's blocks, in order. */
const textsIn = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === "text") return [block.text];
    if (block.kind === "facts") return block.facts.flat();
    const { exhibit } = block;
    const caption = exhibit.id === "sign-off" ? "" : exhibit.title;
    if (exhibit.kind !== "table") return [caption, chartInWords(exhibit)];
    const rows = [...exhibit.rows, ...(exhibit.total ? [exhibit.total] : [])];
    return [caption, ...exhibit.columns.map(({ title }) => title), ...rows.flat().flatMap(({ text, aside }) => [text, aside ?? ""])];
  });
const exhibitsIn = (chapters: readonly { blocks: readonly Block[]; parts?: readonly Chapter[] }[]): Exhibit[] =>
  chapters.flatMap(({ blocks, parts: inner = [] }) => [
    ...blocks.flatMap((block) => (block.kind === "exhibit" ? [block.exhibit] : [])),
    ...exhibitsIn(inner),
  ]);
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
      if (exhibit.kind !== "table") return `[${exhibit.kind}: ${exhibit.title}] ${chartInWords(exhibit)}`;
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
  const document = chapters.flatMap(chapter(2));
  // Exhibits of the document have their titles only.
  const shown = slides.flatMap(({ title, blocks }, index) => [
    `### ${index + 2}. ${title}`,
    ...lines(blocks).map((each) => {
      const [line = ""] = each.split("\n");
      return document.includes(line) ? line.replace(/^(\[.*?\]).*/, "$1") : line;
    }),
  ]);
  return `${["# Document", ...document, "# Slides", ...shown].join("\n\n")}\n`;
}

/** Every number that a result shows, as it is written there, and how many rows or parts it has. */
function numbersOf(result: Result): Set<string> {
  const { sheets: _sheets, ...shown } = result;
  const counts = Array.from({ length: 400 }, (_, count) => String(count));
  return new Set([...(JSON.stringify([shown, suggestedSteps(result)]).match(/\d+(?:\.\d+)?/g) ?? []), ...counts]);
}
/** Scores and other figures with decimals, as they stand in a text. */
const decimalsIn = (text: string) => text.match(/\d+\.\d+/g) ?? [];

describe.each(NAMES)("the report %s", (name) => {
  test("says what was read and found right", async () => {
    const result = results[name];
    const text = written(composeDocument(result, withNotes(result), {}), composeSlides(result, withNotes(result), {}));
    expect(text).not.toMatch(/\bN\/A\b/);
    await expect(onNoDay(text)).toMatchFileSnapshot(`report-${name}.md`);
  });

  test("has all of its content in the Word file, in order, and no figure that the result does not have", async () => {
    const result = results[name];
    const content = composeDocument(result, withNotes(result), {});
    const xml = parts(await wordFile(content))["word/document.xml"] ?? "";
    const body =
      squeeze(paragraphsOf(xml, "w:p").join("")) +
      squeeze([...xml.matchAll(/descr="([^"]*)"/g)].map(([, text = ""]) => decoded(text)).join(""));
    for (const text of chaptersIn(content.chapters)) expect(body).toContain(squeeze(text));
    const known = numbersOf(result);
    // The summary has no more than one decimal.
    const inProse = new Set([
      ...[...known].map((number) => roundHalfAway(Number(number), 2).toFixed(2)),
      ...result.figures.map(({ value }) => value),
    ]);
    for (const chapter of content.chapters)
      for (const text of chaptersIn([chapter]))
        for (const number of decimalsIn(text))
          if (chapter.id !== "scope") expect(chapter.id === "summary" ? new Set([...inProse, ...known]) : known, text).toContain(number);
  });

  test("has native charts on its slides with the figures of the result, and each in its workbook", async () => {
    const result = results[name];
    const content = composeSlides(result, wish("full"), {});
    const files = parts(await presentationFile(content));
    const charts = exhibitsIn(content.slides).filter((exhibit) => !isTable(exhibit));
    const drawn = Object.keys(files)
      .filter((part) => /^ppt\/charts\/chart\d+\.xml$/.test(part))
      .sort((a, b) => Number(a.match(/\d+/)) - Number(b.match(/\d+/)));
    expect(drawn).toHaveLength(charts.length);
    for (const [index, chart] of charts.entries()) {
      const part = drawn[index] ?? "";
      const values = [...(files[part] ?? "").matchAll(/<c:val>.*?<\/c:val>/gs)].map(([val]) =>
        runs(val, "c:v")
          .filter((v) => v !== "")
          .map(Number),
      );
      const { series } = kindOf(chart).slide(chart, { height: 5, isShared: false });
      expect(values, chart.title).toEqual(series.map((each) => each.values.filter((value) => value !== null)));
      // Nothing that the chart has to show is missing.
      for (const { value } of kindOf(chart).points(chart)) expect(values.flat()).toContain(value);
      const workbook = `ppt/embeddings/Microsoft_Excel_Worksheet${part.match(/\d+/)?.[0]}.xlsx`;
      expect(Object.keys(files), workbook).toContain(workbook);
    }
    // A figure on a slide is one of the result's.
    const known = numbersOf(result);
    const cells = new Set(
      exhibitsOf(result).flatMap((exhibit) => (exhibit.kind === "table" ? exhibit.rows.flat().map(({ text }) => text) : [])),
    );
    for (const { title } of content.slides) for (const number of decimalsIn(title)) expect(known, title).toContain(number);
    expect(cells.size).toBeGreaterThan(0);
  });

  test.each(["board", "full"] as const)(
    "has for the audience %s a title and notes on each slide, at most nine for a board",
    async (audience) => {
      const files = parts(await presentationFile(composeSlides(results[name], wish(audience), { summary: "Long text. ".repeat(360) })));
      const slides = Object.keys(files).filter((part) => /^ppt\/slides\/slide\d+\.xml$/.test(part));
      if (audience === "board") expect(slides.length).toBeLessThanOrEqual(9);
      for (const slide of slides) {
        expect(files[slide]).toMatch(/<p:ph[^>]*type="title"/);
        expect(
          paragraphsOf(files[slide] ?? "", "a:p")
            .join("")
            .trim(),
        ).not.toBe("");
        // Beside what is to be said, notes have the number of their slide.
        const said = /type="body".*?<\/p:sp>/s.exec(files[slide.replace(/slides\/slide/, "notesSlides/notesSlide")] ?? "")?.[0] ?? "";
        expect(runs(said, "a:t").join(""), slide).toMatch(/\S/);
      }
    },
  );

  test("has something below the title of each slide, which says what no other does, and no chart without a figure", () => {
    const { slides } = composeSlides(results[name], wish("full"), {});
    expect(slides.filter(({ blocks }) => blocks.length === 0)).toEqual([]);
    const titles = slides.map(({ title }) => title);
    expect(titles).toEqual([...new Set(titles)]);
    const { chapters } = composeDocument(results[name], wish("full"), {});
    for (const exhibit of exhibitsIn([...slides, ...chapters]))
      if (exhibit.kind !== "table") expect(kindOf(exhibit).points(exhibit), exhibit.title).not.toEqual([]);
  });

  test("says in words what each picture, chart and table of the slides and of the Word file's charts shows", async () => {
    const content = composeSlides(results[name], wish("full"), {});
    const slides = parts(await presentationFile(content));
    const frames = Object.entries(slides).flatMap(([part, xml]) =>
      /^ppt\/slides\/slide\d+\.xml$/.test(part) ? (xml.match(/<p:(graphicFrame|pic)>.*?<\/p:\1>/gs) ?? []) : [],
    );
    expect(frames.length).toBeGreaterThan(0);
    const described = frames.map((frame) => decoded(/<p:cNvPr [^>]*descr="([^"]*)"/.exec(frame)?.[1] ?? ""));
    for (const [index, text] of described.entries()) expect(text, frames[index]?.slice(0, 200)).toMatch(/\S/);
    // A table that goes on on another slide has its head there again.
    for (const [index, frame] of frames.entries()) {
      const [, columns] = /^.*: (.*)$/s.exec(frame.includes("<a:tbl>") ? (described[index] ?? "") : "") ?? [];
      const [head = ""] = frame.match(/<a:tr .*?<\/a:tr>/s) ?? [];
      if (columns !== undefined) expect(columns).toBe(runs(head, "a:t").join(", "));
    }
    const charts = exhibitsIn(content.slides).flatMap((exhibit) => (exhibit.kind === "table" ? [] : [chartInWords(exhibit)]));
    for (const description of charts) expect(described.map(squeeze).join("\n")).toContain(squeeze(description));
    const word = parts(await wordFile(composeDocument(results[name], wish("full"), {})))["word/document.xml"] ?? "";
    for (const [drawing] of word.matchAll(/<wp:docPr [^>]*>/g)) expect(drawing).toMatch(/ descr="[^"]*\d/);
  });

  test("is packed so that Word and PowerPoint have nothing to repair", async () => {
    const slides = parts(await presentationFile(composeSlides(results[name], withNotes(results[name]), {})));
    const document = parts(await wordFile(composeDocument(results[name], withNotes(results[name]), {})));
    for (const files of [slides, document]) {
      for (const [part, xml] of Object.entries(files)) if (/\.(?:xml|rels)$/.test(part)) expect(() => wellFormed(xml), part).not.toThrow();
      // Every part that is named is there, and every part has a type.
      const types = files["[Content_Types].xml"] ?? "";
      for (const [, part = ""] of types.matchAll(/PartName="\/([^"]*)"/g)) expect(Object.keys(files)).toContain(part);
      const endings = [...types.matchAll(/Extension="([^"]*)"/g)].map(([, ending]) => ending);
      for (const part of Object.keys(files).filter((each) => each !== "[Content_Types].xml"))
        expect(types.includes(`PartName="/${part}"`) || endings.includes(part.split(".").at(-1)), part).toBe(true);
      // Every relationship leads to a part.
      for (const [part, xml] of Object.entries(files)) {
        if (!part.endsWith(".rels")) continue;
        const folder = part.replace(/_rels\/[^/]*$/, "");
        for (const [tag] of xml.matchAll(/<Relationship [^>]*>/g)) {
          if (/TargetMode="External"/.test(tag)) continue;
          const target = / Target="([^"]*)"/.exec(tag)?.[1] ?? "";
          const path = target.startsWith("/") ? target.slice(1) : new URL(target, `file:///${folder}`).pathname.slice(1);
          expect(Object.keys(files), `${part}: ${target}`).toContain(path);
        }
      }
    }
    // The schema has an order for what a chart consists of.
    for (const [part, xml] of Object.entries(slides).filter(([part]) => /^ppt\/charts\/chart/.test(part))) {
      expect(xml.match(/<c:axId [^>]*\/>(?=<\/c:\w+Chart>|<c:axId)/g), part).toHaveLength(2);
      expect(xml, part).not.toMatch(/noMultiLvlLbl[^>]*\/>\s*<c:tickLblSkip|multiLvlStr|<c:lineChart>\s*<c:varyColors/);
      if (!xml.includes("<c:barChart>")) expect(xml, part).not.toContain("invertIfNegative");
      expect(xml, part).not.toMatch(/<\/c:dLbls>\s*<c:marker>/);
    }
    expect(slides["ppt/notesMasters/_rels/notesMaster1.xml.rels"]).toContain("theme2.xml");
    expect(slides["ppt/presentation.xml"]).toMatch(/<\/p:sldMasterIdLst><p:notesMasterIdLst>.*<p:sldIdLst>/s);
    // No two drawings of a part have one id.
    for (const [part, xml] of Object.entries({ ...slides, ...document })) {
      const ids = [...xml.matchAll(/<(?:wp:docPr|p:cNvPr) id="(\d+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size, part).toBe(ids.length);
    }
  });
});

/** Texts of a report's blocks whose figures must all be found in a file, with the number of times that each occurs. */
const figuresIn = (texts: readonly string[]) => texts.flatMap((text) => text.match(/\d+(?:\.\d+)?/g) ?? []);
const tally = (figures: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const figure of figures) counts.set(figure, (counts.get(figure) ?? 0) + 1);
  return counts;
};

describe.each(NAMES)("every number of %s", (name) => {
  test("of the Word file is one of the report, as often as there", async () => {
    const content = composeDocument(results[name], withNotes(results[name]), {});
    const xml = parts(await wordFile(content))["word/document.xml"] ?? "";
    const { about } = content;
    // Behind the contents, which number chapters and pages, with the terms below them; captions are numbered too.
    const [terms, begin] = [xml.indexOf(">Terms</w:t>"), beginOfChapters(xml)];
    const body = xml.slice(terms === -1 ? begin : Math.min(terms, begin));
    const shown = paragraphsOf(body, "w:p").map((text) => text.replace(/^(?:Table|Figure) \d+\. /, ""));
    const described = [...body.matchAll(/ descr="([^"]*)"/g)].map(([, text = ""]) => decoded(text));
    const wanted = content.chapters.flatMap((chapter) => chaptersIn([chapter]));
    const hints = exhibitsIn(content.chapters).flatMap((exhibit) => (isTable(exhibit) ? [exhibit.hint ?? "", exhibit.note ?? ""] : []));
    expect(about.figures.length).toBeGreaterThan(0);
    expect(tally(figuresIn([...shown, ...described]))).toEqual(tally(figuresIn([...wanted, ...hints])));
  });

  test("on the slides' tables and texts is one of the report", async () => {
    const content = composeSlides(results[name], withNotes(results[name]), {});
    const files = parts(await presentationFile(content));
    const { about } = content;
    const known = new Set(
      figuresIn([
        JSON.stringify(about),
        ...content.slides.flatMap(({ title, blocks }) => [title, ...textsIn(blocks), ...blocks.map((block) => JSON.stringify(block))]),
        ...Array.from({ length: 60 }, (_, page) => String(page)),
      ]),
    );
    for (const [part, xml] of Object.entries(files))
      if (/^ppt\/slides\/slide\d+\.xml$/.test(part))
        for (const figure of figuresIn(paragraphsOf(xml, "a:p"))) expect(known, part).toContain(figure);
  });
});

test.each(["p3m3Full", "itilAgain", "p3m3Draft"] as const)(
  "no table and no chart of %s is missing on the slides, wherever a section gets further ones",
  async (name) => {
    const result = structuredClone(results[name]);
    const chart = exhibitsOf(result).find((exhibit) => !isTable(exhibit));
    const table = exhibitsOf(result).find((exhibit) => isTable(exhibit) && exhibit.rows.length > 1);
    result.sections.push({ ...section("message", "Message", [], []), forClients: { chapter: "own", message: "A message" } });
    for (const { id, exhibits } of result.sections)
      for (const [index, exhibit] of [chart, table, chart, chart, chart, table].entries())
        if (exhibit) exhibits.push({ ...exhibit, title: `Further ${index} of ${id}` });
    const content = composeSlides(result, wish("full"), {});
    const slides = Object.entries(parts(await makePresentation(content))).flatMap(([part, xml]) =>
      /^ppt\/slides\/slide\d+\.xml$/.test(part) ? [[Number(part.match(/\d+/)), xml] as const] : [],
    );
    const frames = slides
      .toSorted(([one], [other]) => one - other)
      .flatMap(([, xml]) => xml.match(/<p:graphicFrame>.*?<\/p:graphicFrame>/gs) ?? []);
    const shown = exhibitsIn(content.slides);
    expect(shown.some(({ title }) => title.startsWith("Further"))).toBe(true);
    const framesOf = (what: string) =>
      frames.filter((frame) => squeeze(decoded(/ descr="([^"]*)"/.exec(frame)?.[1] ?? "")).startsWith(squeeze(what)));
    const leftOf = (what: string) =>
      slides
        .filter(([, xml]) =>
          [...xml.matchAll(/ descr="([^"]*)"/g)].some(([, text = ""]) => squeeze(decoded(text)).startsWith(squeeze(what))),
        )
        .flatMap(([, xml]) => [...xml.matchAll(/(\d+|One) more rows? (?:is|are) in the Word report/g)])
        .reduce((sum, [, count]) => sum + (count === "One" ? 1 : Number(count)), 0);
    for (const title of new Set(shown.map((exhibit) => exhibit.title))) {
      const alike = shown.filter((exhibit) => exhibit.title === title);
      const rows = framesOf(`${title}: `).flatMap((frame) =>
        (frame.match(/<a:tbl>.*?<\/a:tbl>/gs) ?? []).flatMap((each) => each.match(/<a:tr .*?<\/a:tr>/gs)?.slice(1) ?? []),
      );
      const wanted = alike.filter(isTable).flatMap((each) => [...each.rows, ...(each.total ? [each.total] : [])]);
      // The appendix has at most twenty slides; a table that is cut says how many rows are left out.
      expect(rows.length + leftOf(`${title}: `), title).toBe(wanted.length);
      // The end of a long text is in the Word file.
      for (const [index, row] of wanted.slice(0, rows.length).entries())
        for (const { text } of row) expect(squeeze(runs(rows[index] ?? "", "a:t").join("")), title).toContain(squeeze(text).slice(0, 40));
      const charts = framesOf(`${title}. `).filter((frame) => frame.includes("<c:chart"));
      expect(charts, title).toHaveLength(alike.filter((each) => !isTable(each)).length);
    }
  },
);

test.each(["p3m3Full", "p3m3Again", "itilFull", "itilAgain"] as const)(
  "the slides of %s are at most twenty, and at most twenty in the appendix, whatever is in them",
  async (name) => {
    const result = structuredClone(results[name]);
    const rows = Array.from({ length: 90 }, (_, index) => [{ text: `Row ${index + 1}` }, { text: "Said at length. ".repeat(9) }]);
    const columns = [
      { title: "What", kind: "text" as const, names: true },
      { title: "Why", kind: "text" as const, wide: true },
    ];
    for (let index = 0; index < 7; index += 1) {
      const table: ResultTable = { kind: "table", id: `long-${index}`, title: `Long table ${index}`, columns, rows };
      result.sections.push({
        ...section(`long-${index}`, `Long ${index}`, [], [table]),
        forClients: { chapter: "own", message: `Message ${index}` },
      });
    }
    const files = parts(await makePresentation(composeSlides(result, withNotes(result), {})));
    const titles = Object.keys(files)
      .filter((part) => /^ppt\/slides\/slide\d+\.xml$/.test(part))
      .toSorted((one, other) => Number(one.match(/\d+/)) - Number(other.match(/\d+/)))
      .map((part) => runs(/type="title".*?<\/p:sp>/s.exec(files[part] ?? "")?.[0] ?? "", "a:t").join(""));
    const begins = titles.indexOf("Appendix");
    expect(begins).toBeGreaterThan(0);
    expect([begins, titles.length - begins].map((count) => count <= 20)).toEqual([true, true]);
  },
);

describe("a section that does not say that it is for clients", () => {
  /** Everything in the files of a report, and every choice on its screen. */
  const allOf = (result: Result) =>
    JSON.stringify([composeDocument(result, wish("full"), {}), composeSlides(result, wish("full"), {}), choicesOf(result)]);
  const withSection = (result: Result, section: ResultSection): Result => ({ ...result, sections: [...result.sections, section] });

  test.each(["p3m3Full", "itilFull"] as const)("is in no file of %s, and one that does is in both", (name) => {
    const table: ResultTable = {
      kind: "table",
      id: "new",
      title: "New table",
      columns: [{ title: "A", kind: "text" }],
      rows: [[{ text: "New cell" }]],
    };
    const section: ResultSection = { id: "new", title: "New section", text: ["New text."], exhibits: [table], tab: "results" };
    for (const each of [section, { ...section, id: "scores" }, { ...section, id: "benchmark" }, { ...section, id: "capabilities" }])
      expect(allOf(withSection(results[name], each))).toBe(allOf(results[name]));
    const shown = allOf(withSection(results[name], { ...section, forClients: { chapter: "own" } }));
    for (const text of ["New section", "New table", "New cell", "New text."]) expect(shown).toContain(text);
  });

  test("is what your other organizations are", () => {
    const answer = { organizations: 5, perspectivesAndScores: [{ perspectiveId: 1, score: 3.21, sampleSize: 5 }] };
    const perspective = { id: 1, code: "MC", name: "Management control", rank: 1, decimal: 2, final: 2, threads: [], levels: new Map() };
    const others = othersSections({ perspectives: [perspective], others: { on: true, failed: false, answer } });
    expect(JSON.stringify(others)).toContain("3.21");
    const shown = allOf({ ...results.p3m3Full, sections: [...results.p3m3Full.sections, ...others] });
    expect(shown).toBe(allOf(results.p3m3Full));
    expect(shown).not.toMatch(/other organizations of your team|Their mean/);
  });
});

test("notes of 32,000 characters, right-to-left scripts and formulas are whole in the Word file, and fit the slides", async () => {
  const note = `=1+1 \u202Eمرحبا\u202C @SUM(A1) ${"Long note. ".repeat(2_910)}end of it`;
  const result = structuredClone(results.p3m3Small);
  const { scored } = result;
  const notes = scored.model === "P3M3" ? scored.perspectives.find(({ code }) => code === "RK")?.notes : undefined;
  if (!notes) throw new Error("There are no notes.");
  for (const row of notes.rows) row[row.length - 1] = { text: note };
  const word = parts(await wordFile(composeDocument(result, withNotes(result), {})));
  expect(paragraphsOf(word["word/document.xml"] ?? "", "w:p")).toContain(note);
  const slides = parts(await presentationFile(composeSlides(result, withNotes(result), {})));
  const cut = Object.entries(slides).filter(
    ([part, xml]) => /slides\/slide\d+\.xml$/.test(part) && runs(xml, "a:t").some((text) => text.startsWith("=1+1 \u202Eمرحبا")),
  );
  expect(cut).toHaveLength(1);
  expect(runs(cut[0]?.[1] ?? "", "a:t").join("")).toContain("(the Word report has the whole text)");
  for (const [part, xml] of Object.entries({ ...word, ...slides }))
    if (/\.(?:xml|rels)$/.test(part)) expect(() => wellFormed(xml), part).not.toThrow();
});

test("the Word file has real headings, contents, repeated heads, a language, and pictures with their figures in words", async () => {
  const content = composeDocument(results.p3m3Full, wish("full"), {});
  const file = await wordFile(content);
  const files = parts(file);
  const xml = files["word/document.xml"] ?? "";
  expect(xml.match(/<w:pStyle w:val="Heading1"\/>/g)).toHaveLength(content.chapters.length);
  expect(xml).toContain("TOC");
  const tables = xml.match(/<w:tbl>/g)?.length ?? 0;
  const captions = paragraphsOf(xml, "w:p").filter((text) => /^Table \d+\. /.test(text));
  expect(captions.map((text) => Number(/\d+/.exec(text)))).toEqual(captions.map((_, index) => index + 1));
  // All but the tables of facts have a head and a caption.
  const heads = xml.match(/<w:tblHeader\/>/g)?.length ?? 0;
  expect(heads).toBe(exhibitsIn(content.chapters).filter(isTable).length);
  expect(captions.length).toBe(heads);
  expect(tables - heads).toBe(4);
  const pictures = [...xml.matchAll(/<wp:extent cx="(\d+)"[^>]*>.*?<wp:docPr[^>]*descr="([^"]*)"/gs)];
  expect(pictures).toHaveLength(exhibitsIn(content.chapters).filter((exhibit) => !isTable(exhibit)).length);
  const sizes = Object.entries(unzipSync(file)).flatMap(([part, bytes]) =>
    /media\/.*\.png$/.test(part) ? [Buffer.from(bytes).readUInt32BE(16)] : [],
  );
  const pixels = Math.min(...sizes);
  for (const [, width, text] of pictures) {
    expect(text).toMatch(/\d/);
    // 300 pixels to an inch, of which there are 914,400 units.
    expect(pixels / (Number(width) / 914_400)).toBeGreaterThanOrEqual(300);
  }
  expect(files["word/styles.xml"]).toContain('<w:lang w:val="en-GB"');
  expect(files["word/fontTable.xml"]).toMatch(
    /<w:font w:name="IBM Plex Sans"><w:altName w:val="Arial"\/>.*<w:embedRegular .*<w:embedBold /,
  );
  // Word would ask whether to update fields 'that may refer to other files'.
  expect(files["word/settings.xml"]).not.toContain("updateFields");
  expect(Object.values(files).join("")).not.toContain('w:dirty="true"');
  const head = Object.entries(files)
    .filter(([name]) => /header\d\.xml/.test(name))
    .map(([, part]) => runs(part, "w:t").join(" "))
    .join("|");
  expect(head).toMatch(/Harbour Authority/);
  expect(head).not.toContain("Draft");
});

/** The rows of a table of the Word file: the table's texts, whether each row may break, and whether it stays with the next. */
function rowsOf(xml: string, title: string): { text: string; breaks: boolean; keeps: boolean }[] {
  const [, table = ""] = new RegExp(`(?:\\. |>)${title}[^<]*</w:t>.*?<w:tbl>(.*?)</w:tbl>`, "s").exec(xml) ?? [];
  return (table.match(/<w:tr>.*?<\/w:tr>/gs) ?? []).map((row) => ({
    text: runs(row, "w:t").join(" "),
    breaks: !row.includes("<w:cantSplit/>"),
    keeps: row.includes("<w:keepNext/>"),
  }));
}

describe("a table of the Word file", () => {
  test("breaks between rows, but not within one, nor among its first two rows or its last two", async () => {
    const xml = parts(await wordFile(composeDocument(results.itilFull, wish("full"), {})))["word/document.xml"] ?? "";
    const rows = rowsOf(xml, "Primary practices");
    expect(rows).toHaveLength(24);
    expect(rows.filter(({ breaks }) => breaks)).toEqual([]);
    expect(rows.flatMap(({ keeps }, index) => (keeps ? [index] : []))).toEqual([0, 1, 22]);
    // Its caption leads to it.
    expect(/<w:pPr>(?:(?!<\/w:pPr>).)*"Caption"/.test(xml)).toBe(true);
    expect(parts(await wordFile(composeDocument(results.itilFull, wish("full"), {})))["word/styles.xml"]).toMatch(
      /w:styleId="Caption".*?<w:keepNext\/>/s,
    );
  });

  test("stays whole while it is short, and breaks within a row that is longer than a third of a page", async () => {
    const result = structuredClone(results.p3m3Small);
    if (result.scored.model !== "P3M3") throw new Error("It is another model.");
    const notes = result.scored.perspectives.find((each) => each.notes)?.notes;
    if (!notes) throw new Error("There are no notes.");
    const [first = []] = notes.rows;
    notes.rows = [first.map((cell, index) => (index === first.length - 1 ? { text: "Long note. ".repeat(400) } : cell)), first, first];
    const xml = parts(await wordFile(composeDocument(result, withNotes(result), {})))["word/document.xml"] ?? "";
    // The line below the table stays with its last row.
    expect(rowsOf(xml, "Scores").map(({ keeps }) => keeps)).toEqual([true, true, true, true]);
    expect(rowsOf(xml, "Notes").map(({ breaks, keeps }) => [breaks, keeps])).toEqual([
      [false, true],
      [true, false],
      [false, true],
      [false, false],
    ]);
  });

  test.each(NAMES)("of %s has no text under 8 points", async (name) => {
    for (const audience of ["full", "board"] as const) {
      const files = parts(await wordFile(composeDocument(results[name], wish(audience), {})));
      const [styles = "", xml = ""] = [files["word/styles.xml"], files["word/document.xml"]];
      const sizeOf = new Map(
        [...styles.matchAll(/<w:style [^>]*w:styleId="([^"]*)".*?<\/w:style>/gs)].map(([style, id = ""]) => [
          id,
          Number(/<w:sz w:val="(\d+)"/.exec(style)?.[1]) / 2,
        ]),
      );
      const used = new Set(
        (xml.match(/<w:tbl>.*?<\/w:tbl>/gs) ?? []).flatMap((table) =>
          [...table.matchAll(/<w:pStyle w:val="([^"]*)"/g)].map(([, id]) => id ?? ""),
        ),
      );
      expect(used.size).toBeGreaterThan(0);
      for (const id of used) expect(sizeOf.get(id), id).toBeGreaterThanOrEqual(8);
    }
  });
});

describe("the cover", () => {
  const coverOf = async (result: Result) => {
    const xml = parts(await wordFile(composeDocument(result, wish("full"), {})))["word/document.xml"] ?? "";
    return paragraphsOf(coverIn(xml), "w:p").filter((text) => text !== "");
  };

  test("shows the client, the title, and its facts, and not the product", async () => {
    expect(await coverOf(results.p3m3Full)).toEqual([
      "Harbour Authority, Port operations",
      "Spring review",
      "P3M3 Programme: maturity assessment",
      "Full report",
      "Completed",
      "5 Nov 2026",
    ]);
    const slides = parts(await presentationFile(composeSlides(results.p3m3Full, wish("full"), {})));
    const title = Object.entries(slides).flatMap(([part, xml]) =>
      /slides\/slide1\.xml$|slideLayouts\//.test(part) ? runs(xml, "a:t") : [],
    );
    expect(title).toContain("Harbour Authority, Port operations");
    expect(title.join(" ")).not.toContain("Maturity Assessment Tool");
  });

  test("names whoever created it until authors are written, and has no address of anybody", async () => {
    const result = structuredClone(results.p3m3Full);
    result.assessment.creator = "Kim Alder";
    expect((await coverOf(result)).slice(-2)).toEqual(["Created by", "Kim Alder"]);
    const files = [
      await wordFile(composeDocument(result, wish("full"), {})),
      await presentationFile(composeSlides(result, wish("full"), {})),
    ];
    for (const file of files) expect(Object.values(parts(file)).join("")).not.toContain("kim@team.example");
  });

  test("leaves no gap for a fact that there is not", async () => {
    const result = structuredClone(results.p3m3Full);
    delete result.assessment.completed;
    delete result.assessment.started;
    delete result.organization.unit;
    expect(await coverOf(result)).toEqual(["Harbour Authority", "Spring review", "P3M3 Programme: maturity assessment", "Full report"]);
  });
});

describe("what the assessors say on the cover", () => {
  const SAID = {
    "cover-version": "1.2",
    "cover-date": "2026-11-24",
    "cover-authors": "Kim Alder, Sam <Reed>",
    "cover-reviewer": "Robin Vale",
  };

  test.each(["p3m3Full", "itilSmall", "p3m3Draft"] as const)(
    "is on the covers of %s and in the properties of both files, in the same words",
    async (name) => {
      const document = composeDocument(results[name], wish("full", "summary", "sign-off"), SAID);
      const slides = composeSlides(results[name], wish("full"), SAID);
      const [word, presentation] = [parts(await wordFile(document)), parts(await presentationFile(slides))];
      const xml = word["word/document.xml"] ?? "";
      const cover = paragraphsOf(coverIn(xml), "w:p");
      const first = paragraphsOf(presentation["ppt/slides/slide1.xml"] ?? "", "a:p");
      const spoken = paragraphsOf(presentation["ppt/notesSlides/notesSlide1.xml"] ?? "", "a:p");
      for (const [label, text] of [
        ["Version", "1.2"],
        ["Date", "24 Nov 2026"],
        ["Authors", "Kim Alder, Sam <Reed>"],
        ["Reviewer", "Robin Vale"],
      ] as const) {
        expect(cover[cover.indexOf(label) + 1]).toBe(text);
        // A room sees the day, version and authors; the speaker has the rest, too.
        if (label === "Date") expect(first).toContain(text);
        else
          expect([first.join("\n").includes(text), spoken.join("\n").includes(`${label}: ${text}`)]).toEqual([label !== "Reviewer", true]);
      }
      for (const replaced of ["Created by", "Completed", "Started"]) expect([...cover, ...first].join("\n")).not.toContain(replaced);
      for (const file of [word, presentation])
        expect(runs(file["docProps/core.xml"] ?? "", "dc:creator")).toEqual(["Kim Alder, Sam <Reed>"]);
      const signed = rowsOf(xml, "Sign-off").map(({ text }) => text.trim());
      if (results[name].draftOf === undefined)
        expect(signed.slice(1, 3)).toEqual(["Prepared by Kim Alder, Sam <Reed>", "Reviewed by Robin Vale"]);
    },
  );

  test("is left out where nobody could have typed it on the screen", async () => {
    const { about } = composeDocument(results.itilSmall, wish("full"), {
      ...SAID,
      "cover-date": "2026-02-30",
      "cover-version": "x".repeat(41),
    });
    expect(about.cover).toEqual({ authors: SAID["cover-authors"], reviewer: SAID["cover-reviewer"] });
  });
});

test("versions stand before the first chapter: below the contents, or on the cover of a report without any", async () => {
  const versions = versionsTable([{ number: "0.9", change: "For the check", at: "2026-11-05T10:00:00Z", by: "Kim Alder" }]);
  const front = async (name: "p3m3Full" | "p3m3Small") => {
    const xml = parts(await wordFile({ ...composeDocument(results[name], wish("full"), {}), versions }))["word/document.xml"] ?? "";
    return runs(xml.slice(0, beginOfChapters(xml)), "w:t").filter((text) =>
      ["Contents", "Terms", "Versions of this report", "For the check"].includes(text),
    );
  };
  expect(await front("p3m3Full")).toEqual(["Contents", "Terms", "Versions of this report", "For the check"]);
  expect(await front("p3m3Small")).toEqual(["Versions of this report", "For the check"]);
});

test("an annex stands behind what is signed, and what was agreed before what is decided", () => {
  const titles = composeDocument(results.p3m3Again, wish("full", ...choicesOf(results.p3m3Again).map(({ id }) => id)), {}).chapters.map(
    ({ id }) => id,
  );
  expect(titles.slice(titles.indexOf("scope"))).toEqual(["scope", "sign-off", "annex-moved", "answers"]);
  const before = titles.indexOf("decisions") - 1;
  if (titles.includes("agreed")) expect(titles[before]).toBe("agreed");
});

test("the summary ends with its table, as a space below it could take a page by itself", async () => {
  const xml = parts(await wordFile(composeDocument(results.p3m3Small, wish("full", "summary", "scope"), {})))["word/document.xml"] ?? "";
  const heading = xml.lastIndexOf("<w:p>", xml.lastIndexOf(">Scope and method<"));
  expect(xml.slice(0, heading)).toMatch(/<\/w:tbl>$/);
});

test("the last text of a chapter is on no page alone", async () => {
  const chapter = {
    id: "decisions",
    title: "Decisions",
    blocks: ["1. One", "2. Two", "3. Three"].map((text) => ({ kind: "text" as const, text })),
  };
  const { about } = composeDocument(results.p3m3Small, wish("full"), {});
  const xml = parts(await wordFile({ about, short: false, chapters: [chapter] }))["word/document.xml"] ?? "";
  const keeps = (text: string) => /<w:keepNext\/>/.test(xml.slice(xml.lastIndexOf("<w:p>", xml.indexOf(text)), xml.indexOf(text)));
  expect(["1. One", "2. Two", "3. Three"].map(keeps)).toEqual([false, true, false]);
});

test("the scope says once that a thread does not apply, with the reason", () => {
  const scope = composeDocument(results.p3m3Full, wish("full", "scope"), {}).chapters.find(({ id }) => id === "scope");
  const texts = textsIn(scope?.blocks ?? []).filter((text) => text.includes("Commercial – deliverer"));
  expect(texts).toEqual([expect.stringMatching(/^Commercial – deliverer in .* does not apply and counts in no score: .*\.$/)]);
});

test("a report can be signed off in Word, by three people, and a draft cannot", async () => {
  const xml = parts(await wordFile(composeDocument(results.itilSmall, wish("full", "sign-off"), {})))["word/document.xml"] ?? "";
  expect(rowsOf(xml, "Sign-off").map(({ text }) => text.trim())).toEqual([
    "Role Name Date Signature",
    "Prepared by",
    "Reviewed by",
    "Accepted for the client by",
  ]);
  expect(choicesOf(results.p3m3Full).map(({ id }) => id)).toContain("sign-off");
  expect(choicesOf(results.p3m3Draft).map(({ id }) => id)).not.toContain("sign-off");
});

/** The slides of a file: the title, the sizes of title and text, the rows below the head of each table, and all texts. */
function slidesIn(file: Uint8Array) {
  const files = parts(file);
  const numbered = Object.entries(files).flatMap(([part, xml]) => {
    const [, number] = /^ppt\/slides\/slide(\d+)\.xml$/.exec(part) ?? [];
    return number === undefined ? [] : [{ number: Number(number), xml }];
  });
  const sizesIn = (xml: string) => [...xml.matchAll(/<a:rPr [^>]*sz="(\d+)"/g)].map(([, size]) => Number(size) / 100);
  return numbered
    .toSorted((one, other) => one.number - other.number)
    .map(({ xml }) => {
      const shapes = xml.match(/<p:sp>.*?<\/p:sp>/gs) ?? [];
      const isTitle = (shape: string) => shape.includes('type="title"');
      const tables = xml.match(/<a:tbl>.*?<\/a:tbl>/gs) ?? [];
      return {
        title: shapes
          .filter(isTitle)
          .flatMap((shape) => runs(shape, "a:t"))
          .join(""),
        titleSizes: shapes.filter(isTitle).flatMap(sizesIn),
        textSizes: shapes.filter((shape) => !shape.includes("<p:ph")).flatMap(sizesIn),
        rows: tables.map((table) => (table.match(/<a:tr /g)?.length ?? 0) - (table.includes('firstRow="1"') ? 1 : 0)),
        texts: paragraphsOf(xml, "a:p"),
      };
    });
}

/** Titles without the number of the page. */
const isAppendix = ({ title }: { title: string }) => title === "Appendix";

describe.each(NAMES)("the slides of %s", (name) => {
  test.each(["full", "board"] as const)("for the audience %s have no table of one row", async (audience) => {
    const slides = slidesIn(await presentationFile(composeSlides(results[name], wish(audience), {})));
    for (const { title, rows } of slides) for (const count of rows) expect(count, title).toBeGreaterThan(1);
    for (const exhibit of exhibitsIn(composeSlides(results[name], wish(audience), {}).slides))
      if (exhibit.kind !== "table") expect(kindOf(exhibit).points(exhibit).length, exhibit.title).toBeGreaterThan(1);
  });

  test("are twenty at most before the appendix, which is not for a board", async () => {
    const slides = slidesIn(await presentationFile(composeSlides(results[name], wish("full"), {})));
    const before = slides.findIndex(isAppendix);
    expect(before).toBeGreaterThan(2);
    expect(before).toBeLessThanOrEqual(20);
    expect(slides[before]?.texts).toContain("How answers were rated");
    expect(composeSlides(results[name], wish("board"), {}).slides.some(isAppendix)).toBe(false);
  });

  test("say in sixty words at most, of 14 points or more, how scores are found", async () => {
    const { slides } = composeSlides(results[name], wish("full"), {});
    const method = slides.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === "text" && /^Each .*was rated/.test(block.text) ? blocks : [])),
    );
    const words = method.flatMap((block) => (block.kind === "text" ? block.text.split(/\s+/) : []));
    expect(words.length).toBeGreaterThan(10);
    expect(words.length).toBeLessThanOrEqual(60);
    const drawn = slidesIn(await presentationFile({ ...composeSlides(results[name], wish("full"), {}) }));
    for (const { title, textSizes, texts } of drawn)
      if (texts.some((text) => /^Each .*was rated/.test(text))) expect(Math.min(...textSizes), title).toBeGreaterThanOrEqual(14);
  });
});

describe("a second year", () => {
  test.each(["p3m3Again", "itilAgain"] as const)(
    "of %s has what moved right after the summary, and for a board what was agreed",
    (name) => {
      for (const audience of ["full", "board"] as const) {
        const { chapters } = composeDocument(results[name], wish(audience), {});
        expect(chapters.slice(0, 3).map(({ id }) => id)).toEqual(["summary", "moved", "steps"]);
        const { slides } = composeSlides(results[name], wish(audience), {});
        expect(slides[1]?.title).toMatch(/ have risen and .* fallen since | has risen and .* fallen since /);
        const agreed = chapters.find(({ id }) => id === "agreed");
        const [table] = exhibitsIn(agreed ? [agreed] : []);
        if (!table || !isTable(table)) throw new Error("There are no actions.");
        const all = results[name].sections.find(({ id }) => id === "agreed")?.exhibits.find(isTable)?.rows.length ?? 0;
        const isOpen = (row: (typeof table.rows)[number]) => !row.some(({ text }) => text === "Done" || text === "Dropped");
        // A board reads of what is still to be done.
        if (audience === "board") expect([table.rows.length > 0, table.rows.every(isOpen)]).toEqual([true, true]);
        else expect(table.rows).toHaveLength(all);
        expect(slides.some(({ title }) => /agreed actions|actions agreed/.test(title))).toBe(true);
      }
    },
  );

  test("says after the level what has changed, with scores, targets and actions", () => {
    const text = JSON.stringify(composeDocument(results.itilAgain, wish("board", "summary"), {}));
    expect(text).toMatch(/Since 4 Nov 2024, .*Of ten agreed actions, four are done and six are open\./);
  });

  test("proposes what is known to decide, and asks for what is not", () => {
    const questionsOf = (result: Result, texts = {}) => {
      const decisions = composeDocument(result, wish("board", "steps"), texts).chapters.find(({ id }) => id === "decisions");
      return textsIn(decisions?.blocks ?? []).join("\n");
    };
    // The one step of this year has an action with other words: its owner has not agreed to the step.
    const again = questionsOf(results.p3m3Again);
    expect(again).toContain(
      "1. Set a new date for what is overdue, or drop it: Review every business case once a year (Finance, was due 30 Sept 2025).",
    );
    expect(again).toContain("Agree on level 2, Repeatable, as the next goal: the basics are in place");
    expect(again).toContain("Approve the step to level 2 in section 1.");
    expect(again).toContain("Name an owner, a budget and a date for Stakeholder management.");
    expect(again).not.toContain("Agreed so far");
    // With the words of the step, it is agreed by its owner, who is not asked for again.
    const { stepActions = [] } = results.p3m3Small;
    const [first] = suggestedSteps(results.p3m3Small).steps;
    const action = { title: first?.step ?? "", why: "", owner: "Board", effort: "", due: "31 Mar 2027", day: "2027-03-31" };
    const agreed = { ...results.p3m3Small, stepActions: [...stepActions, { ...action, covers: first?.covers ?? [] }] };
    expect(questionsOf(agreed)).toContain("Agreed so far: Benefits management (Board, by 31 Mar 2027).");
    expect(questionsOf(agreed)).toContain("Name an owner, a budget and a date for Risk management.");
    expect(questionsOf(agreed)).toContain("We propose 31 Mar 2027, the date agreed for Benefits management.");
    type Aim = NonNullable<Result["aims"]>[number];
    const aim: Aim = { name: "Stakeholder management", score: 3, now: 1.5, date: "2027-06-30", state: "not yet reached" };
    const aimed = (more: Partial<Aim> = {}, ...others: Aim[]): Result => ({
      ...results.p3m3Again,
      aims: [{ ...aim, ...more }, ...others],
    });
    const ahead = questionsOf(aimed());
    expect(ahead).toContain("Confirm the target that is not yet due: Stakeholder management 3.00 by 30 Jun 2027.");
    expect(ahead).toContain("The target of Stakeholder management (3.00) takes more than these steps.");
    expect(ahead).toContain("everywhere in the same way. We propose 30 Jun 2027, the date of the target of Stakeholder management.");
    expect(ahead).toContain("Agree on when to assess again. We propose a day soon after 30 Jun 2027, the date of the goal.");
    // All that have a date are named with it.
    expect(questionsOf(aimed({}, { ...aim, name: "Finance management" }))).toContain(
      "the date of the targets of Stakeholder management and Finance management.",
    );
    // A target that is lower is to be raised, not confirmed.
    const lower = questionsOf(aimed({ score: 1.75 }));
    expect(lower).toContain("Raise the target of Stakeholder management (1.75) to 2.00 by the same date.");
    expect(lower).not.toContain("Confirm");
    expect(questionsOf(aimed({ score: 1.5, state: "reached" }))).toContain(
      "Set a new target of 2.00 by the same date for Stakeholder management, whose target is reached.",
    );
    // Nobody is asked to confirm a target before the day of its action.
    const { stepActions: given = [] } = results.p3m3Again;
    const later = { ...aimed(), stepActions: given.map((each) => ({ ...each, due: "1 Sept 2027", day: "2027-09-01" })) };
    expect(questionsOf(later)).toContain(
      "Move the target of Stakeholder management (3.00 by 30 Jun 2027; an action for it is due 1 Sept 2027).",
    );
    expect(questionsOf(later)).not.toContain("Confirm");
    // Nobody is asked to confirm a target whose day is over; what is overdue for it is the same decision.
    const past = aimed({ state: "missed" });
    expect(questionsOf({ ...past, overdue: [] })).toContain(
      "1. One target was missed: Stakeholder management 3.00 by 30 Jun 2027, now 1.50. Set a new target and date.",
    );
    const about = ["Stakeholder management"];
    const late = { ...past, overdue: [{ title: "Renew the plan", owner: "Head of PMO", due: "30 Sept 2026", about }] };
    expect(questionsOf(late)).toContain(
      "now 1.50. Its action is overdue: Renew the plan (Head of PMO, was due 30 Sept 2026). Set a new target and date, and a new date for the action.",
    );
    expect(questionsOf(late)).not.toMatch(/Confirm|each overdue/);
    // A board has all seven steps.
    expect(questionsOf(results.p3m3Full)).toContain("Approve the seven steps to level 3 in section 1.");
    // Without actions nothing is accepted, and no column says so.
    const { stepActions: _stepActions, ...without } = results.p3m3Again;
    expect(questionsOf(without)).toContain("Name an owner, a budget and a date for Stakeholder management.");
    const columns = (result: Result, audience: ReportWish["audience"]) =>
      exhibitsIn(composeDocument(result, wish(audience, "steps"), {}).chapters)
        .flatMap((each) => (isTable(each) ? each.columns : []))
        .map(({ title }) => title);
    const always = ["Step", "What it takes", "Begin with", "Score"];
    expect(columns(without, "full")).toEqual(always);
    expect(columns(without, "board")).toEqual(always);
    expect(columns(results.p3m3Again, "board")).toEqual([...always, "Agreed so far"]);
  });
});

describe("a corrected edition", () => {
  test("says right after the cover what it replaces, why, and what changed, in any report of it", () => {
    const { assessment } = results.p3m3Corrected;
    for (const given of [wish("full"), wish("board"), wish("full", "scope")]) {
      const [first] = composeDocument(results.p3m3Corrected, given, {}).chapters;
      const texts = textsIn(first?.blocks ?? []);
      expect(first?.title).toBe("What this edition corrects");
      expect(texts.slice(0, 3)).toEqual([
        expect.stringMatching(/^This is edition 2 of .*\. It replaces edition 1 of 4 Nov 2025, which is no longer valid\.$/),
        "Reason: The interview of the finance director was read for the wrong year.",
        "The score of what was assessed changes from 1.50 to 2.00. The maturity of what was assessed stays at 1. All findings, steps and decisions in this report are those of this edition.",
      ]);
      const [table] = exhibitsIn(first ? [first] : []);
      expect(table && isTable(table) ? table.rows.map((row) => row.map(({ text }) => text)) : []).toEqual([
        ["Organizational governance / Planning", "1.50", "3.50", "Organizational governance 1.50 → 2.50"],
      ]);
      expect(composeSlides(results.p3m3Corrected, given, {}).slides[0]?.title).toBe("Edition 2 corrects edition 1");
    }
    expect(assessment.name).toContain("edition 2");
  });

  test("says so where the upstream does not compare editions, without a table", () => {
    const result = structuredClone(results.p3m3Corrected);
    if (result.corrects) Object.assign(result.corrects, { text: [], table: undefined });
    const [first] = composeDocument(result, wish("full"), {}).chapters;
    expect(first?.blocks.map(({ kind }) => kind)).toEqual(["text", "text"]);
  });
});

/** What the checkers of Word and PowerPoint ask of a file, and what screen readers need from it. */
describe.each(NAMES)("for somebody who cannot see it, the report %s", (name) => {
  const titleIn = (files: Record<string, string>) => runs(files["docProps/core.xml"] ?? "", "dc:title").join("");

  test.each(["full", "board"] as const)("for the audience %s: Word names and orders all that it shows", async (audience) => {
    const files = parts(await wordFile(composeDocument(results[name], wish(audience), {})));
    const xml = files["word/document.xml"] ?? "";
    expect(titleIn(files)).toBe(results[name].assessment.name);
    expect(files["word/styles.xml"]).toMatch(/<w:docDefaults>.*<w:lang [^>]*w:val="en-GB".*<\/w:docDefaults>/s);
    // Nothing floats beside the text, so that it is read in its order.
    expect(xml).not.toContain("<wp:anchor");
    expect(xml).not.toContain("<w:txbxContent");
    for (const [drawing] of xml.matchAll(/<wp:docPr [^>]*>/g)) expect(drawing).toMatch(/ descr="[^"]*\S/);
    for (const [table] of xml.matchAll(/<w:tbl>.*?<\/w:tbl>/gs)) {
      // Whose first row or first column is its head, and no cell of which is split, merged or a table of its own.
      expect(table.includes("<w:tblHeader/>") || /<w:tblLook [^>]*w:firstColumn="(?:true|1)"/.test(table), table.slice(0, 600)).toBe(true);
      expect(table).not.toMatch(/<w:(?:gridSpan|vMerge)\b/);
      expect(table.match(/<w:tbl>/g)).toHaveLength(1);
    }
    const levels = [...xml.matchAll(/<w:pStyle w:val="Heading(\d)"\/>/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 1) + 1)).toEqual([]);
  });

  test.each(["full", "board"] as const)("for the audience %s: PowerPoint reads the title of each slide first", async (audience) => {
    const files = parts(await presentationFile(composeSlides(results[name], wish(audience), {})));
    expect(titleIn(files)).toBe(results[name].assessment.name);
    const slides = Object.entries(files).filter(([part]) => /^ppt\/slides\/slide\d+\.xml$/.test(part));
    const titles = slides.map(([part, xml]) => {
      const [first = ""] = xml.match(/<p:(sp|graphicFrame|pic)>.*?<\/p:\1>/s) ?? [];
      expect(first, part).toMatch(/<p:ph\s[^>]*type="(?:title|ctrTitle)"/);
      for (const [frame] of xml.matchAll(/<p:(graphicFrame|pic)>.*?<\/p:\1>/gs)) {
        expect(frame, part).toMatch(/<p:cNvPr [^>]*descr="[^"]*\S/);
        if (frame.includes("<a:tbl>")) expect(frame, part).toMatch(/<a:tblPr [^>]*first(?:Row|Col)="1"/);
        expect(frame, part).not.toMatch(/ (?:gridSpan|rowSpan|hMerge|vMerge)="/);
      }
      for (const [, language] of xml.matchAll(/<a:(?:rPr|endParaRPr) [^>]*lang="([^"]*)"/g)) expect(language, part).toBe("en-GB");
      for (const [run] of xml.matchAll(/<a:rPr [^>]*>/g)) expect(run, part).toContain('lang="en-GB"');
      return runs(first, "a:t").join("");
    });
    expect(titles.filter((title) => title.trim() === "")).toEqual([]);
    expect(titles).toEqual([...new Set(titles)]);
  });
});

describe("slides that are alike", () => {
  test("have their titles in one size, and their texts in another", async () => {
    const opening = { BM: "A long opening. ".repeat(60) };
    const slides = slidesIn(await presentationFile(composeSlides(results.p3m3Full, wish("full"), opening)));
    const chapters = slides.filter(({ title }) => /^[A-Z][a-z ]+ \(\d\.\d\d\): /.test(title));
    expect(chapters).toHaveLength(7);
    expect(new Set(chapters.flatMap(({ titleSizes }) => titleSizes)).size).toBe(1);
    // Only the slide whose text has no room is set smaller.
    const sizes = chapters.map(({ textSizes }) => [...new Set(textSizes)]);
    expect(new Set(sizes.slice(1).flat()).size).toBe(1);
    expect(sizes[0]).toEqual([12]);
    const appendix = slides.slice(slides.findIndex(isAppendix));
    expect(new Set(appendix.flatMap(({ titleSizes }) => titleSizes)).size).toBe(1);
  });

  test("of perspectives show all threads, the highest first, and nothing says them again in the appendix", () => {
    const { slides } = composeSlides(results.p3m3Full, wish("full"), {});
    if (results.p3m3Full.scored.model !== "P3M3") throw new Error("It is another model.");
    for (const { name, threads } of results.p3m3Full.scored.perspectives) {
      const chart = slides.find(({ title }) => title.startsWith(`${name} (`))?.blocks.find(({ kind }) => kind === "exhibit");
      if (chart?.kind !== "exhibit" || chart.exhibit.kind !== "bars") throw new Error("There is no chart.");
      const ordered = threads.map(({ value }) => value).toSorted((a, b) => b - a);
      expect(chart.exhibit.series[0]?.points.map((point) => point?.value)).toEqual(ordered);
    }
    const behind = slides.slice(slides.findIndex(isAppendix) + 1).map(({ title }) => title);
    expect(behind).toEqual(["Threads score from 1.00 to 4.00", "How answers were rated"]);
  });

  test("of perspectives have the ticked notes beside the chart, whole for the speaker, and no other note", () => {
    const result = results.p3m3Full;
    const [first = "", ...others] = textsOfNotes(result);
    const slidesWith = (ticked: readonly string[]) =>
      composeSlides(result, { ...withNotes(result), notes: new Set(ticked) }, {}).slides.filter(({ title }) =>
        /\(\d\.\d\d\): /.test(title),
      );
    const suggested = slidesWith([]);
    const noted = slidesWith([first]);
    const changed = noted.filter(({ blocks }, index) => JSON.stringify(blocks) !== JSON.stringify(suggested[index]?.blocks));
    expect(changed).toHaveLength(1);
    const [note, ...more] = changed[0]?.blocks ?? [];
    // Behind it is what the next level takes.
    expect(more.map(({ kind }) => kind)).toEqual(["text", "text", "exhibit"]);
    if (note?.kind !== "text") throw new Error("There is no note.");
    expect(note.text).toMatch(/^[A-Z].*: /s);
    expect(changed[0]?.notes).toContain(note.text);
    expect(others.length).toBeGreaterThan(0);
    expect(JSON.stringify(slidesWith([first, ...others]))).toContain(JSON.stringify(note.text).slice(1, -1));
  });

  test("of practices have no slide, so that the appendix has their ticked notes", () => {
    const result = results.itilFull;
    const titles = (...ticked: string[]) =>
      composeSlides(result, { ...withNotes(result), notes: new Set(ticked) }, {}).slides.map(({ title }) => title);
    const noteAt = result.scored.model === "ITIL" ? result.scored.practices.find((practice) => practice.noteAt)?.noteAt : undefined;
    if (noteAt === undefined) throw new Error("There is no note.");
    expect(titles()).not.toContain("What the assessors noted");
    expect(titles(noteAt)).toContain("What the assessors noted");
  });

  test("have the messages of the summary; the speaker has all of it", () => {
    const result = results.p3m3Again;
    const [slide] = composeSlides(result, wish("full"), {}).slides;
    const said = (blocks: readonly Block[] = []) => blocks.flatMap((block) => (block.kind === "text" ? [block.text] : []));
    const texts = said(slide?.blocks);
    expect([1, 2, 3]).toContain(texts.length);
    const whole = textsOf(result)[0]?.suggestion ?? "";
    expect(texts.join(" ").length).toBeLessThan(whole.length / 2);
    expect(slide?.notes[0]).toBe(whole);
    const written = composeSlides(result, wish("full"), { summary: "First.\n\nSecond." }).slides[0];
    expect(said(written?.blocks)).toEqual(["First.", "Second."]);
  });

  test("say once what would lift a result: in its steps, where there are any", () => {
    const titles = (...sections: string[]) =>
      composeSlides(results.p3m3Full, wish("full", ...sections), {}).slides.map(({ title }) => title);
    expect(titles("results").filter((title) => / holds? the maturity at \d$/.test(title))).toHaveLength(1);
    expect(titles("results", "steps").filter((title) => / holds? the maturity at \d$/.test(title))).toEqual([]);
  });

  test("have no page of one row behind others", async () => {
    const result = structuredClone(results.p3m3Full);
    const [table] = result.sections.find(({ id }) => id === "descoped")?.exhibits ?? [];
    if (table?.kind !== "table") throw new Error("There is no table.");
    result.sections.push({ ...section("rows", "Rows", [], [table]), forClients: { chapter: "own", message: "There are rows" } });
    for (const count of [14, 15, 16, 17, 18, 30, 31, 32]) {
      const [row = []] = table.rows;
      table.rows = Array.from({ length: count }, () => row);
      const slides = slidesIn(await presentationFile(composeSlides(result, wish("full", "further-rows"), {})));
      const pages = slides.flatMap(({ rows }) => rows);
      expect(pages.reduce((sum, rows) => sum + rows, 0)).toBe(count);
      expect(Math.min(...pages), String(pages)).toBeGreaterThan(1);
    }
  });

  test("have room for two rows, however long they are, and say where the rest is", async () => {
    const result = structuredClone(results.p3m3Small);
    if (result.scored.model !== "P3M3") throw new Error("It is another model.");
    const notes = result.scored.perspectives.find((each) => each.notes)?.notes;
    if (!notes) throw new Error("There are no notes.");
    const [first = []] = notes.rows;
    const long = first.map((cell, index) => (index === first.length - 1 ? { text: "Long note. ".repeat(400) } : cell));
    notes.rows = [long, long, long, long];
    const slides = slidesIn(await presentationFile(composeSlides(result, wish("full", "notes"), {})));
    expect(slides.flatMap(({ rows }) => rows)).toEqual([2, 2]);
    expect(slides.at(-1)?.texts.join("")).toContain("(the Word report has the whole text)");
  });
});

describe("what somebody reads on slides", () => {
  const textsOn = (blocks: readonly Block[] = []) => textsIn(blocks).join("\n");
  const slideOf = (result: Result, audience: ReportWish["audience"], title: RegExp, texts = {}) =>
    composeSlides(result, { ...withNotes(result), audience }, texts).slides.find((slide) => title.test(slide.title));
  const tableOn = (slide: ReportSlides["slides"][number] | undefined) => {
    const table = exhibitsIn(slide ? [slide] : []).find(isTable);
    if (!table) throw new Error("There is no table.");
    return table;
  };

  test.each([
    ["board", "Board report"],
    ["full", "Full report"],
  ] as const)("begins for the audience %s with which report it is", async (audience, said) => {
    const [cover] = slidesIn(await presentationFile(composeSlides(results.itilSmall, wish(audience), {})));
    expect(cover?.texts).toContain(said);
  });

  test.each([
    ["p3m3Full", ["P3M3", "Perspective", "Thread", "Threads in all", "Levels", "Level 3"], "Defined: one way of working"],
    ["itilFull", ["ITIL", "Practice", "Component", "Levels", "Primary, Supporting", "Level 3"], "service value system"],
  ] as const)("explains the words of %s and the next level where it says how it was assessed, once", (name, words, said) => {
    for (const audience of ["board", "full"] as const) {
      const slide = slideOf(results[name], audience, / assessed$/);
      const names = (slide?.blocks ?? []).flatMap((block) => (block.kind === "facts" ? block.facts.map(([label]) => label) : []));
      expect(names).toEqual(expect.arrayContaining([...words]));
      expect(textsOn(slide?.blocks)).toContain(said);
      // What the cover says is for the speaker.
      expect(names).not.toContain("Organization");
      expect(slide?.notes.join("\n")).toContain("Organization: Harbour Authority");
    }
  });

  test("counts the threads that were rated, and what does not apply", () => {
    const result = structuredClone(results.p3m3Full);
    if (result.scored.model !== "P3M3") throw new Error("It is another model.");
    const { covered } = result.scored;
    const count = covered.perspectives.length * covered.threads.length;
    const descoped = [{ thread: "Planning", perspective: "Risk management", reason: "Others plan for it." }];
    result.scored.covered = { ...covered, descoped };
    const slide = slideOf(result, "full", / assessed$/);
    expect(textsOn(slide?.blocks)).toContain(
      `${count - 1}: ${covered.perspectives.length} × ${covered.threads.length}, less one thread that does not apply.`,
    );
    expect(tableOn(slideOf(result, "full", /^Threads score from/)).hint).toContain(
      "Planning in Risk management does not apply: Others plan for it.",
    );
  });

  test("are messages as titles, without one that goes on with a slide that no one finds", () => {
    const { slides } = composeSlides(results.itilAgain, withNotes(results.itilAgain), {});
    const titles = slides.map(({ title }) => title);
    expect(titles).toContain("Four decisions are requested");
    expect(titles).toContain("Six of ten agreed actions are still to be done");
    expect(titles.filter((title) => /continued|Decisions requested|What we found/.test(title))).toEqual([]);
    expect(titles.some((title) => /^(?:\w+ actions? done|.* more agreed actions?$)/.test(title))).toBe(true);
    const part = structuredClone(results.itilFull);
    if (part.scored.model !== "ITIL") throw new Error("It is another model.");
    part.scored.practices = part.scored.practices.slice(0, 15);
    expect(composeSlides(part, wish("full", "scope"), {}).slides[0]?.title).toBe("15 of the 34 practices were assessed");
  });

  test("are the same rule for each perspective, and what the next level takes behind its notes", () => {
    const { slides } = composeSlides(results.p3m3Full, withNotes(results.p3m3Full), {});
    const chapters = slides.filter(({ group }) => group === "chapters");
    expect(chapters.map(({ title }) => title).filter((title) => !/^[A-Z].* \(\d\.\d\d\): .* scores? lowest$/.test(title))).toEqual([]);
    for (const { title, blocks } of chapters) expect(textsOn(blocks), title).toMatch(/Level 3 is reached if .* rise/);
  });

  test("are owner, date and size of each step for a board, and in full an earlier action by name", () => {
    const result = structuredClone(results.p3m3Full);
    const [first, second] = suggestedSteps(result).steps;
    const facts = { why: "", effort: "", due: "31 Mar 2027", day: "2027-03-31" };
    result.stepActions = [
      { ...facts, title: first?.step ?? "", owner: "Board", covers: first?.covers ?? [] },
      { ...facts, title: "Draw up a forecast.", owner: "Tomos Vaughan", covers: second?.covers ?? [], isEarlier: true, isOverdue: true },
    ];
    const board = tableOn(slideOf(result, "board", /^Seven steps to level 3, Defined$/));
    expect(board.columns.map(({ title }) => title)).toEqual(["Step", "What it takes and gives", "Begin with", "Owner, date"]);
    expect(board.rows.slice(0, 2).map((row) => row.at(-1)?.text)).toEqual(["Board, by 31 Mar 2027", "To be named"]);
    for (const row of board.rows) expect(row[1]?.text).toMatch(/ threads?\n\d\.\d\d → 3\.\d\d$/);
    const full = tableOn(slideOf(result, "full", /^Recommended steps to level 3, Defined$/));
    expect(full.rows[1]?.at(-1)?.text).toBe("Related action: Draw up a forecast: Tomos Vaughan, was due 31 Mar 2027.");
  });

  test("is how people see it in the summary, and in full on a slide that says that no score follows from it", () => {
    const result = structuredClone(results.p3m3Full);
    const [table] = result.sections.flatMap(({ exhibits }) => exhibits).filter(isTable);
    if (!table) throw new Error("There is no table.");
    const forClients = {
      chapter: "own",
      message: "Five people gave their view",
      inSummary: "They rate two lower.",
      explanation: "No score changes.",
    } as const;
    result.sections.push({ ...section("views", "How views differ", [], [{ ...table, id: "views-table" }]), forClients });
    for (const audience of ["board", "full"] as const)
      expect(textsOn(slideOf(result, audience, /^Overall maturity is/)?.blocks)).toContain("They rate two lower.");
    expect(tableOn(slideOf(result, "full", /^Five people gave their view/)).hint).toContain("No score changes.");
  });

  test("are notes on components beside those on practices, and each practice in cells", () => {
    const result = structuredClone(results.itilFull);
    const { noted } = contentOf(result);
    const practices = result.scored.model === "ITIL" ? result.scored.practices.map(({ name }) => name) : [];
    const components = noted.filter(({ group }) => !practices.includes(group));
    expect(components.length).toBeGreaterThan(0);
    const notes = tableOn(slideOf(result, "full", /^What the assessors noted$/));
    expect(notes.columns[0]?.title).toBe("Practice or component");
    for (const { group } of components) expect(notes.rows.map(([cell]) => cell?.text)).toContain(group);
    const one = tableOn(slideOf(result, "full", /^Practices one by one$/));
    expect(one.columns.map(({ title }) => title)).toEqual(["Practice", "Level", "Still to be met; what is above was not assessed"]);
    for (const [name, , open] of one.rows) expect(open?.text).not.toContain(name?.text);
  });

  test("are scores with a scale, a legend in the order of the bars, and targets only where each bar has one", async () => {
    const content = composeSlides(results.p3m3Full, wish("full", "results"), {});
    const scores = exhibitsIn(content.slides).filter((exhibit) => exhibit.kind === "bars");
    const aims = results.p3m3Full.aims ?? [];
    expect([aims.length > 0 && aims.length < 7, scores.length > 0]).toEqual([true, true]);
    expect(scores.flatMap(({ series }) => series.filter(({ role }) => role === "target"))).toEqual([]);
    const again = composeSlides(results.p3m3Again, wish("full", "moved"), {});
    const files = parts(await presentationFile(again));
    const drawn = Object.entries(files).flatMap(([part, xml]) => (/charts\/chart\d+\.xml$/.test(part) ? [xml] : []));
    const bars = drawn.filter((xml) => xml.includes('<c:barDir val="bar"/>'));
    expect(bars.length).toBeGreaterThan(0);
    for (const xml of bars) {
      const [, axis = ""] = /<c:valAx>(.*?)<\/c:valAx>/s.exec(xml) ?? [];
      expect(axis).toMatch(/<c:delete val="0"\/>/);
      // Lines would run through the figures.
      expect([axis.includes("<c:majorGridlines>"), xml.includes('<c:showVal val="1"/>')]).toEqual([false, true]);
      expect(xml).not.toContain("<c:legend>");
    }
    expect(slidesIn(await presentationFile(again)).flatMap(({ texts }) => texts)).toContainEqual(expect.stringMatching(/^■ Before +■ Now/));
  });

  test("are targets one below the other, and what is said of a table above the line of the foot", async () => {
    const content = composeSlides(results.p3m3Full, wish("full", "results", "steps"), {});
    const files = parts(await presentationFile(content));
    const slides = Object.entries(files).flatMap(([part, xml]) => (/slides\/slide\d+\.xml$/.test(part) ? [xml] : []));
    const cells = slides.flatMap((xml) => xml.match(/<a:tc>.*?<\/a:tc>/gs) ?? []).filter((cell) => /by\s\d+\s\w+\s\d{4}/.test(cell));
    expect(cells.length).toBeGreaterThan(1);
    for (const cell of cells) expect(cell).not.toContain('algn="r"');
    const [hint] = exhibitsIn(content.slides).flatMap((exhibit) =>
      isTable(exhibit) && exhibit.id === "recommended-steps" ? (exhibit.hint ?? []) : [],
    );
    const shapes = slides.flatMap((xml) => xml.match(/<p:sp>.*?<\/p:sp>/gs) ?? []).filter((shape) => runs(shape, "a:t").join("") === hint);
    expect(shapes.length).toBeGreaterThan(0);
    for (const shape of shapes) {
      const [, y, height] = /<a:off x="\d+" y="(\d+)"\/><a:ext cx="\d+" cy="(\d+)"/.exec(shape) ?? [];
      // The line is at 6.95 inches of 914,400 units each.
      expect((Number(y) + Number(height)) / 914_400).toBeLessThanOrEqual(6.8);
    }
  });
});

test("the name of a client or an assessment is cut in the foot, and the cover's title set smaller, before they leave the slide", async () => {
  const result = structuredClone(results.p3m3Small);
  result.assessment.name = "Assessment ".repeat(18).trim();
  const file = await presentationFile(composeSlides(result, wish("full"), {}));
  expect(slidesIn(file)[0]?.titleSizes).toEqual([24]);
  const feet = Object.entries(parts(file)).flatMap(([part, xml]) => (part.includes("slideLayouts/") ? runs(xml, "a:t") : []));
  expect(feet.find((text) => text.endsWith("…"))?.length).toBeLessThan(110);
});

test("a title that is too long for two lines of a slide is set smaller", async () => {
  const slides = parts(await presentationFile(composeSlides(results.p3m3Full, wish("full"), {})));
  const sizes = new Map(
    Object.entries(slides).flatMap(([part, xml]) => {
      const [, title] = /type="title".*?<p:txBody>(.*?)<\/p:txBody>/s.exec(/slides\/slide\d+\.xml$/.test(part) ? xml : "") ?? [];
      return title === undefined ? [] : [[runs(title, "a:t").join(""), Number(/ sz="(\d+)"/.exec(title)?.[1])] as const];
    }),
  );
  const [longest = ""] = [...sizes.keys()].sort((a, b) => b.length - a.length);
  expect(longest.length).toBeGreaterThan(90);
  expect(sizes.get(longest)).toBeLessThan(2600);
  // The others follow it.
  expect(sizes.get("Appendix")).toBe(sizes.get(longest));
});

test.each(DRAFTS)("the report %s says on every page and slide that it is a draft, and what is left to answer", async (name) => {
  const result = results[name];
  const left = result.sections.find(({ id }) => id === "to-do")?.text[0] ?? "";
  expect(left).toMatch(/still to answer\.$/);
  const word = parts(await wordFile(composeDocument(result, wish("full"), {})));
  const texts = (files: Record<string, string>, part: RegExp, tag: string) =>
    Object.entries(files)
      .filter(([each]) => part.test(each))
      .map(([, xml]) => runs(xml, tag).join(" "));
  expect(texts(word, /word\/header\d\.xml/, "w:t").join("|")).toMatch(/Harbour Authority.*Draft/);
  expect(texts(word, /word\/document\.xml/, "w:t").join(" ")).toMatch(new RegExp(`Draft \\. As of .*${left}`));
  const slides = parts(await presentationFile(composeSlides(result, wish("full"), {})));
  const [title] = texts(slides, /slides\/slide1\.xml/, "a:t");
  expect(title).toMatch(new RegExp(`Draft\\. As of .*${left}`));
  // Every other slide has the layout that is marked.
  const marked = Object.keys(slides).filter(
    (part) => /slideLayouts\/slideLayout\d+\.xml$/.test(part) && runs(slides[part] ?? "", "a:t").includes("Draft"),
  );
  expect(marked).toHaveLength(1);
  const others = Object.entries(slides).filter(([part]) => /slides\/_rels\/slide(?!1\.)\d+\.xml\.rels$/.test(part));
  expect(others.length).toBeGreaterThan(1);
  for (const [part, xml] of others) expect(xml, part).toContain(marked[0]?.split("/").at(-1));
});

test("a figure that is not known yet is said to be so once, without a dash in its place", async () => {
  for (const [name, label, said] of [
    ["itilDraft", "Maturity of what was assessed", "Known once all is complete"],
    ["p3m3Untouched", "Overall score so far", "None yet"],
  ] as const) {
    const word = parts(await wordFile(composeDocument(results[name], wish("full"), {})));
    const texts = paragraphsOf(word["word/document.xml"] ?? "", "w:p");
    expect(texts).toContain(label);
    expect(texts).toContain(said);
    const slides = parts(await presentationFile(composeSlides(results[name], wish("full"), {})));
    expect(runs(slides["ppt/notesSlides/notesSlide1.xml"] ?? "", "a:t").join("\n")).toContain(`${label}: ${said}`);
    expect(paragraphsOf(slides["ppt/slides/slide2.xml"] ?? "", "a:p")).toContain(said);
  }
});

test("at the highest level, where nothing lifts it, its slide says why it is so", () => {
  for (const [name, section] of [
    ["p3m3Full", "maturity"],
    ["itilFull", "why"],
  ] as const) {
    const result = structuredClone(results[name]);
    const why = result.sections.find(({ id }) => id === section);
    if (!why) throw new Error("There is no such section.");
    why.exhibits = [];
    if (why.forClients) delete why.forClients.instead;
    const slide = composeSlides(result, wish("full", "results"), {}).slides.find(({ title }) => / holds? the maturity at \d$/.test(title));
    expect(slide?.blocks).toEqual(why.text.map((text) => ({ kind: "text", text })));
  }
});

test("a name of two lines keeps its distance from the text below", async () => {
  const heightOf = async (label: string) => {
    const result = structuredClone(results.itilDraft);
    for (const figure of result.figures) figure.label = label;
    const slides = parts(await presentationFile(composeSlides(result, wish("full", "summary"), { summary: "Below." })));
    const xml = slides["ppt/slides/slide2.xml"] ?? "";
    const top = (of: string | undefined) => Number(/<a:off x="\d+" y="(\d+)"/.exec(of ?? "")?.[1]);
    const text = xml.match(/<p:sp>.*?<\/p:sp>/gs)?.find((each) => each.includes("Below."));
    return top(text) - top(/<p:graphicFrame>.*/s.exec(xml)?.[0]);
  };
  expect(await heightOf("Practices and components that are complete by now")).toBeGreaterThan(await heightOf("Answered"));
});

describe("the pages of a document", () => {
  const breaksIn = async (document: ReportDocument) => {
    const xml = parts(await wordFile(document))["word/document.xml"] ?? "";
    return {
      hasContents: xml.includes("TOC"),
      begins: (xml.match(/<w:p>(?:(?!<\/w:p>).)*"Heading1"(?:(?!<\/w:p>).)*<\/w:p>/gs) ?? []).flatMap((heading) =>
        heading.includes("<w:pageBreakBefore/>") ? [runs(heading, "w:t").join("")] : [],
      ),
    };
  };

  test("are without contents while there are few, and the summary has one to itself", async () => {
    const small = await breaksIn(composeDocument(results.p3m3Small, wish("full", "summary", "scope"), {}));
    expect(small).toEqual({ hasContents: false, begins: ["Executive summary", "Scope and method"] });
    expect((await breaksIn(composeDocument(results.p3m3Full, wish("board"), {}))).hasContents).toBe(false);
    const full = await breaksIn(composeDocument(results.p3m3Full, wish("full"), {}));
    expect([full.hasContents, full.begins]).toEqual([true, ["Executive summary", "Recommended steps to level 3"]]);
    // The rest of a longer summary is on no page by itself.
    const long = await breaksIn(composeDocument(results.p3m3Full, wish("full"), { summary: "One more line.\n".repeat(60) }));
    expect(long.begins).toEqual(["Executive summary"]);
    const corrected = await breaksIn(composeDocument(results.p3m3Corrected, wish("board"), {}));
    expect(corrected.begins.slice(0, 2)).toEqual(["What this edition corrects", "Executive summary"]);
  });

  test("and slides draw own scores in the colour of the house style", async () => {
    const style = { name: "Alder", accent: "#8a1c4a" } as never;
    const content = composeSlides(results.p3m3Full, wish("full", "results"), {});
    const files = parts(await makePresentation({ ...content, about: { ...content.about, style } }));
    const charts = Object.entries(files).filter(([part]) => /charts\/chart\d+\.xml$/.test(part));
    expect(charts.length).toBeGreaterThan(0);
    expect(charts.some(([, xml]) => xml.includes("8A1C4A") || xml.includes("8a1c4a"))).toBe(true);
    expect(charts.some(([, xml]) => /3151c9/i.test(xml))).toBe(false);
  });
});

test("the weakest threads and practices that hold the maturity lack a reason until they have a note", () => {
  expect(contentOf(results.p3m3Full).unexplained).toBeGreaterThan(0);
  expect(contentOf(results.itilAgain).unexplained).toBeGreaterThan(0);
  const noted = structuredClone(results.itilAgain);
  if (noted.scored.model !== "ITIL") throw new Error("It is another model.");
  for (const practice of noted.scored.practices) practice.note = "Why.";
  expect(contentOf(noted).unexplained).toBe(0);
  expect(contentOf(results.p3m3Draft).unexplained).toBe(0);
});

test("a report has one table of scores, below the summary and in the order of the model", () => {
  const { chapters } = composeDocument(results.p3m3Full, wish("full", "summary", "results"), {});
  const tables = exhibitsIn(chapters).filter(isTable);
  expect(tables.filter(({ id }) => /scores/.test(id)).map(({ title }) => title)).toEqual(["Scores", "Thread scores"]);
  expect(exhibitsIn(chapters.slice(0, 1))).toEqual([tables[0]]);
  expect(tables[0]?.columns.map(({ title }) => title)).toEqual([
    "Perspective",
    "Level",
    "Score",
    "Lowest thread",
    "Benchmark",
    "Target",
    "State",
  ]);
  if (results.p3m3Full.scored.model !== "P3M3") throw new Error("It is another model.");
  const { perspectives } = results.p3m3Full.scored;
  expect(tables[0]?.rows.map((row) => row.slice(0, 3).map(({ text }) => text))).toEqual(
    perspectives.map(({ name, level, shown }) => [name, `${level?.value} – ${level?.name}`, shown]),
  );
});

test("no report has a radar, a heat map, or points that are missing: nobody reads figures from them", () => {
  for (const name of NAMES)
    for (const shown of [
      composeDocument(results[name], withNotes(results[name]), {}).chapters,
      composeSlides(results[name], withNotes(results[name]), {}).slides,
    ]) {
      const exhibits = exhibitsIn(shown);
      expect(exhibits.filter(({ id, kind }) => kind === "radar" || id === "heat-map")).toEqual([]);
      expect(exhibits.flatMap((each) => (isTable(each) ? each.columns.map(({ title }) => title) : []))).not.toContain("Points missing");
    }
});

test("the contents of all practices take one page, and a chapter of two digits begins where others do", async () => {
  const document = composeDocument(results.itilAgain, withNotes(results.itilAgain), {});
  const further = ["How views differ", "Versions"].map((title) => ({
    id: title,
    title,
    blocks: [{ kind: "text" as const, text: "One." }],
  }));
  const chapters = [...document.chapters, ...further];
  const xml = parts(await wordFile({ ...document, chapters }))["word/document.xml"] ?? "";
  const entries = xml.split("</w:p>").filter((each) => each.includes("PAGEREF") && each.includes('"TOC1"'));
  // Cover, contents, summary.
  expect(runs(entries[0] ?? "", "w:t")).toEqual(["1", "Executive summary", "3"]);
  const tabs = entries.map((each) => /<w:tab w:val="left" w:pos="(\d+)"/.exec(each)?.[1]);
  expect(entries).toHaveLength(11);
  expect(new Set(tabs).size).toBe(1);
});

test("a board's report has the scores once, in a table, without radar, heat map and what would lift it", () => {
  for (const name of ["p3m3Full", "itilFull"] as const) {
    const { chapters } = composeDocument(results[name], wish("board"), {});
    const { slides } = composeSlides(results[name], wish("board"), {});
    for (const shown of [chapters, slides]) {
      const exhibits = exhibitsIn(shown);
      if (name === "p3m3Full") expect(exhibits.filter(({ id }) => id === "scores")).toHaveLength(1);
      for (const each of exhibits) {
        expect(["heat-map", "what-would-lift-it"]).not.toContain(each.id);
        expect(each.kind).not.toBe("radar");
      }
    }
  }
});

test("names and notes of hostile content stay text in both files", async () => {
  for (const name of ["p3m3Small", "itilSmall"] as const) {
    const result = structuredClone(results[name]);
    result.assessment.name = `Bell\u0007 & <w:br/>\ud800`;
    const word = parts(await wordFile(composeDocument(result, withNotes(result), {})));
    const slides = parts(await presentationFile(composeSlides(result, withNotes(result), {})));
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
      // Nothing is put before it, as a workbook would need.
      expect(text).toMatch(/^(?:Note: )?=HYPERLINK\("http:\/\/x"\)/m);
    }
    for (const [part, xml] of Object.entries({ ...word, ...slides }))
      if (/\.(?:xml|rels)$/.test(part)) expect(xml, part).not.toMatch(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/u);
    expect(Object.values(word).join("")).not.toContain('TargetMode="External"');
  }
});

/** The places of all notes that a report can have. */
const textsOfNotes = (result: Result): string[] =>
  chaptersWithNotes(composeDocument(result, wish("full", "notes"), {}).chapters).flatMap((block) =>
    block.kind === "exhibit" && isTable(block.exhibit) ? block.exhibit.rows.flat().flatMap(({ noteAt }) => noteAt ?? []) : [],
  );
const chaptersWithNotes = (chapters: readonly Chapter[]): Block[] =>
  chapters.flatMap(({ blocks, parts: inner = [] }) => [...blocks, ...chaptersWithNotes(inner)]);

describe("what is wished for", () => {
  const titles = (document: ReportDocument) => document.chapters.map(({ title }) => title);

  test("are sections, in the order of the report; nothing named means all", () => {
    expect(titles(composeDocument(results.p3m3Full, wish("full", "scope", "summary"), {}))).toEqual([
      "Executive summary",
      "Scope and method",
    ]);
    // The golden texts have all of them.
    const all = titles(composeDocument(results.p3m3Full, wish("full"), {}));
    expect(titles(composeDocument(results.p3m3Full, wish("full", "nonsense"), {}))).toEqual(all);
    expect(all.length).toBeGreaterThan(2);
  });

  test("is for a board short", async () => {
    const board = titles(composeDocument(results.p3m3Full, wish("board"), {}));
    await expect(`${board.join("\n\n")}\n`).toMatchFileSnapshot("report-p3m3Board.md");
  });

  test("has at most six findings from ticked notes, those of what holds the maturity first, then what works", () => {
    const result = results.p3m3Full;
    const findings = (ticked: ReadonlySet<string> | undefined, audience: ReportWish["audience"] = "board") =>
      textsIn(composeDocument(result, { ...wish(audience), notes: ticked }, {}).chapters.find(({ id }) => id === "findings")?.blocks ?? []);
    const noted = textsOfNotes(result);
    expect(noted.length).toBeGreaterThan(0);
    const ofAll = findings(new Set(noted));
    expect(ofAll.filter((text) => /^\d/.test(text)).length).toBeLessThanOrEqual(6);
    // What works is no further finding: it has a heading, and no numbers.
    expect(ofAll.findIndex((text) => !/^\d/.test(text))).toBe(ofAll.length - 3);
    expect(ofAll.at(-3)).toBe("What works");
    expect(findings(new Set(noted.slice(0, 1)))[0]).toMatch(/^1\. .* \([A-Z].*: \d\.\d\d\)$/s);
    expect([findings(new Set()), findings(undefined)]).toEqual([[], []]);
    expect(findings(new Set(noted), "full")).toEqual(findings(new Set(noted)));
    const { slides } = composeSlides(result, { ...wish("board"), notes: new Set(noted) }, {});
    const slide = slides.find(({ title }) => /^\w+ findings, .* on [A-Z].*, and two strengths$/.test(title));
    expect([textsIn(slide?.blocks ?? []), slides.length <= 8]).toEqual([ofAll, true]);
  });

  test("has notes only where they are ticked", () => {
    const all = ["summary", "results", "chapters", "scope"];
    const has = (sections: string[]) =>
      JSON.stringify(composeDocument(results.p3m3Full, wish("full", ...sections), {})).includes("programme office");
    expect([has(all), has([...all, "notes"]), has(["notes"])]).toEqual([false, true, true]);
  });

  test("has long lists only where they are ticked", () => {
    const result = structuredClone(results.p3m3Full);
    result.sections.push({
      id: "evidence",
      title: "Evidence",
      text: ["Of 91, 2 have none.", "Planning and Process."],
      exhibits: [],
      tab: "results",
      forClients: { chapter: "own", brief: { text: ["Of 91, 2 have none."], unless: "List" } },
    });
    const shown = (...sections: string[]) => JSON.stringify(composeDocument(result, wish("full", ...sections), {}));
    expect(
      choicesOf(result)
        .filter(({ onlyIfTicked }) => onlyIfTicked)
        .map(({ id }) => id),
    ).toEqual(["notes", "sign-off", "list-evidence", "answers"]);
    expect(shown()).toContain("Of 91, 2 have none.");
    expect(shown()).not.toMatch(/Planning and Process|All answers/);
    expect(shown("further-evidence", "list-evidence")).toContain("Planning and Process");
    const answers = composeDocument(result, wish("full", "summary", "answers"), {}).chapters.at(-1);
    const sheet = result.sheets.find(({ name }) => name === "Answers");
    const [block] = answers?.blocks ?? [];
    const table = block?.kind === "exhibit" && block.exhibit.kind === "table" ? block.exhibit : undefined;
    expect(table?.rows.map((row) => row.map(({ text }) => text))).toEqual(
      sheet?.rows.map((row) => row.map((value) => String(value ?? "–"))),
    );
    expect(table?.rows.length).toBeGreaterThan(400);
    expect(composeDocument(result, wish("board", "summary", "answers"), {}).chapters.map(({ id }) => id)).toEqual(["summary"]);
  });

  test("has what the assessors wrote in place of what is suggested", () => {
    const [summary, chapter] = textsOf(results.itilFull);
    const made = composeDocument(results.itilFull, wish("full"), { summary: "First.\n\nSecond.", [chapter?.part ?? ""]: "   " });
    expect(made.chapters[0]?.blocks.filter(({ kind }) => kind === "text")).toEqual([
      { kind: "text", text: "First." },
      { kind: "text", text: "Second." },
      // Whoever writes the summary, it says what is asked.
      { kind: "text", text: "Five decisions are requested in section 3." },
      { kind: "text", text: "Terms", heads: true },
    ]);
    expect(JSON.stringify(made)).not.toContain(summary?.suggestion.split("\n")[0]);
    expect(JSON.stringify(made)).toContain(JSON.stringify(chapter?.suggestion).slice(1, -1));
  });
});
