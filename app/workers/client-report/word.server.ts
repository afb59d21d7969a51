/** The Word file of a report for a client (docs/rules/client-report.md#word). */
import {
  AlignmentType,
  Document,
  type FileChild,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  TableOfContents,
  TabStopType,
  TextRun,
} from "docx";
import { safeText } from "#model/workbook/cells.ts";
import { mapTexts } from "~/services/results/files/map-texts";
import type { About, Block, Chapter, ReportDocument } from "~/views/client-report";
import type { AnyChart, ResultTable } from "~/views/result";
import { footLine, type Logo } from "~/views/team";
import { type ChartPicture, chartPicture } from "~/workers/client-report/chart-picture.server";
import { estimatePages, numbersOfHeadings } from "~/workers/client-report/estimate-pages";
import { chapterTogether } from "~/workers/client-report/hold-together";
import { accentOf, authorOf, COLORS, coverOf, linesIn, logoSize } from "~/workers/client-report/look";
import { isWhole, MEASURES, shortened } from "~/workers/client-report/shorten";
import { fontTable, readFaces, TYPEFACE } from "~/workers/client-report/typeface";
import { captioned, factTable, LateTable, pictureOf } from "~/workers/client-report/word-blocks.server";
import { FOOT_GAP, HEADING_INDENT, PAGE, stylesWith } from "~/workers/client-report/word-styles";

const HEADINGS = "headings";
/** Chapters and their parts; further parts would have headings of the third level. */
const LEVELS = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2];

/** What a board's report may have at most; a longer report has contents. */
const BOARD_PAGES = 6;
/** What the contents of so short a report take. */
const CONTENTS_PAGES = 1;
/** Charts of a smaller share of the page have figures that are hard to read. */
const LEGIBLE = 0.8;
/** What a cover says of which report it is. */
const OF_BOARD = "Board report. The full report has the details.";
const IN_FULL = "Full report";
/** The chapter that has its page to itself. */
const ALONE = "summary";
/** The chapter that is on no page of its own, and how many paragraphs go with it. */
const SIGN_OFF = "sign-off";
const LEADING = 4;

/** Words that readers may not know. */
type Key = Pick<Extract<Block, { kind: "facts" }>, "facts"> & { title: string };

/** Tables and figures are counted through the whole document. */
interface Counters {
  Table: number;
  Figure: number;
  bookmark: number;
}

/**
 * Writes the Word file.
 * @returns the bytes of a .docx file
 */
export async function wordFile(given: ReportDocument): Promise<Uint8Array> {
  const { about, short, pages: most = BOARD_PAGES, versions, chapters: all } = mapTexts(given, safeText);
  const chapters = all.map(chapterTogether);
  const [faces, pictures] = await Promise.all([readFaces(), picturesIn(chapters, accentOf(about))]);
  const kind = given.pages !== undefined ? undefined : short ? OF_BOARD : IN_FULL;
  const write = (some: readonly Chapter[], layout: Layout) =>
    writeDocument({ about, kind, versions, chapters: some, layout }, faces, pictures);
  if (!short) {
    // Most are long, and are written once: the largest take seconds and much memory.
    const long = await write(chapters, { hasContents: true, isAlone: true });
    if (long.pages <= BOARD_PAGES + CONTENTS_PAGES) return (await write(chapters, { hasContents: false, isAlone: true })).bytes;
    return long.isSpilt ? (await write(chapters, { hasContents: true, isAlone: true, flows: true })).bytes : long.bytes;
  }
  let written: Awaited<ReturnType<typeof write>> | undefined;
  let longer: typeof written;
  for (const measure of MEASURES) {
    const { isAlone = false, chart } = measure;
    // A page more is better than a chart that is hard to read, or a text that ends somewhere else.
    if (longer && (chart < LEGIBLE || !isWhole(measure))) return longer.bytes;
    written = await write(shortened(chapters, measure), { hasContents: false, isAlone, chart });
    if (written.pages <= most) break;
    if (given.pages === undefined && isWhole(measure) && written.pages <= most + 1) longer ??= written;
  }
  return written?.bytes ?? new Uint8Array();
}

/** Whether a document has contents, whether its summary has a page to itself, and how wide charts are, as a share of the page. */
interface Layout {
  hasContents: boolean;
  isAlone: boolean;
  /** Whether the next chapter follows the summary on its page: one that is longer than a page would leave the second nearly empty. */
  flows?: boolean;
  chart?: number;
}

async function writeDocument(
  {
    about,
    kind,
    versions,
    chapters,
    layout: { hasContents, isAlone, flows = false, chart = 1 },
  }: Pick<ReportDocument, "about" | "versions" | "chapters"> & { kind: string | undefined; layout: Layout },
  faces: Awaited<ReturnType<typeof readFaces>>,
  pictures: ReadonlyMap<string, ChartPicture>,
): Promise<{ bytes: Uint8Array; pages: number; isSpilt: boolean }> {
  const counters: Counters = { Table: 0, Figure: 0, bookmark: 0 };
  const estimateOf = estimatePages(faces, feetOf(about));
  let pages = 0;
  let isSpilt = false;
  // Contents have the headings in their order.
  const summary = chapters.flatMap(({ id, parts = [] }) => [id, ...parts.map((part) => part.id)]).indexOf(ALONE);
  const counting: typeof estimateOf = (...given) => {
    const estimate = estimateOf(...given);
    pages = estimate.pageCount ?? 0;
    const [from = 0, to = 0] = summary < 0 ? [] : [...estimate.bookmarks.values()].slice(summary).map(Number);
    isSpilt = to > from + 1;
    return estimate;
  };
  const title = about.assessment.name;
  const issued = versions ? versionsTable(versions, accentOf(about)) : [];
  const { shown, key } = hasContents ? withKeyApart(chapters, versions) : { shown: chapters, key: undefined };
  const document = new Document({
    title,
    subject: `${about.model} ${about.assessment.scope} assessment of ${about.organization.name}`,
    creator: authorOf(about),
    lastModifiedBy: authorOf(about),
    keywords: `${about.model}, maturity assessment`,
    styles: stylesWith(accentOf(about)),
    fonts: [{ name: TYPEFACE, data: faces.regular, bold: faces.bold }],
    theme: { fonts: { headings: TYPEFACE, body: TYPEFACE } },
    compatibility: { version: 15 },
    pageNumbers: Object.assign(counting, { listNumbers: numbersOfHeadings }),
    numbering: {
      config: [
        {
          reference: HEADINGS,
          levels: [0, 1].map((level) => ({
            level,
            format: LevelFormat.DECIMAL,
            text: level === 0 ? "%1" : "%1.%2",
            alignment: AlignmentType.START,
            style: { paragraph: { indent: { left: HEADING_INDENT, hanging: HEADING_INDENT } } },
          })),
        },
      ],
    },
    sections: [
      {
        properties: { titlePage: true, page: { size: { width: PAGE.width, height: PAGE.height }, margin: PAGE.margin } },
        headers: { default: runningHead(about), first: new Header({ children: [new Paragraph("")] }) },
        footers: { default: pageFoot(about), first: new Footer({ children: [new Paragraph(""), ...styleFoot(about)] }) },
        children: [
          ...coverPage(about, kind, isAlone, hasContents ? [] : issued),
          ...(hasContents ? contents(key, issued) : []),
          ...shown.flatMap((chapter, index) => {
            const begins = index === 0 || chapter.begins === true || chapter.id === ALONE || (!flows && shown[index - 1]?.id === ALONE);
            const leads = shown[index + 1]?.id === SIGN_OFF;
            const ends = isAlone && !flows && chapter.id === ALONE && index < shown.length - 1;
            return written(chapter, 0, { pictures, counters, accent: accentOf(about), chart }, { begins: isAlone && begins, leads, ends });
          }),
        ],
      },
    ],
  });
  const faceKeys = document.FontTable.files.map(({ fontKey }) => fontKey);
  const table = { path: "word/fontTable.xml", data: fontTable(faceKeys) };
  return { bytes: new Uint8Array(await Packer.toBuffer(document, undefined, [table])), pages, isSpilt };
}

/** More headings than these, with the rows of versions, leave no room below the contents. */
const MOST_HEADINGS = 30;
/** The heading of the versions, and that of their table. */
const VERSION_LINES = 3;

/** The key of the summary apart from it, if the page of the contents has room for it: the summary then has room on its own. */
function withKeyApart(
  chapters: readonly Chapter[],
  versions: ResultTable | undefined,
): { shown: readonly Chapter[]; key: Key | undefined } {
  const headings = chapters.reduce((sum, { parts = [] }) => sum + 1 + parts.length, 0);
  const lines = headings + (versions ? versions.rows.length + VERSION_LINES : 0);
  const [head, facts] = chapters.find(({ id }) => id === ALONE)?.blocks.slice(-2) ?? [];
  if (lines > MOST_HEADINGS || head?.kind !== "text" || !head.heads || facts?.kind !== "facts") return { shown: chapters, key: undefined };
  const shown = chapters.map((each) => (each.id === ALONE ? { ...each, blocks: each.blocks.slice(0, -2) } : each));
  return { shown, key: { title: head.text, facts: facts.facts } };
}

/** Which versions were issued, below the contents or, without any, on the cover. */
const versionsTable = (versions: ResultTable, accent: string): FileChild[] => [
  new Paragraph({ style: "ContentsHeading", spacing: { before: 480 }, children: [new TextRun(versions.title)] }),
  new LateTable(versions, accent),
];

/** @param issued which versions were issued */
const contents = (key: Key | undefined, issued: readonly FileChild[]) => [
  new Paragraph({ style: "ContentsHeading", pageBreakBefore: true, children: [new TextRun("Contents")] }),
  new TableOfContents("Contents", { hyperlink: true, headingStyleRange: "1-2", useAppliedParagraphOutlineLevel: false }),
  ...(key ? [new Paragraph({ style: "ContentsHeading", children: [new TextRun(key.title)] }), factTable(key.facts)] : []),
  ...issued,
];

/** The pictures of all charts, by the chart's id. */
async function picturesIn(chapters: readonly Chapter[], accent: string): Promise<Map<string, ChartPicture>> {
  const pictures = new Map<string, ChartPicture>();
  const charts = (blocks: readonly Block[]) =>
    blocks.flatMap((block) => (block.kind === "exhibit" && block.exhibit.kind !== "table" ? [block.exhibit as AnyChart] : []));
  const all = chapters.flatMap(({ blocks, parts = [] }) => [blocks, ...parts.map((part) => part.blocks)]).flatMap(charts);
  // All at once would take the memory of all drawings together.
  for (const chart of all) pictures.set(chart.id, await chartPicture(chart, `#${accent}`));
  return pictures;
}

interface WordContext {
  pictures: ReadonlyMap<string, ChartPicture>;
  counters: Counters;
  accent: string;
  chart: number;
}

/**
 * @param place.begins whether it begins a page
 * @param place.leads whether its last paragraphs go to another page with what follows
 * @param place.ends whether what follows begins a page: the space below a table at its end would take one by itself
 */
function written(chapter: Chapter, level: number, writing: WordContext, { begins = false, leads = false, ends = false } = {}): FileChild[] {
  const { title, blocks, parts = [] } = chapter;
  writing.counters.bookmark += 1;
  const heading = new Paragraph({
    heading: LEVELS[level] ?? HeadingLevel.HEADING_2,
    numbering: { reference: HEADINGS, level },
    // A heading that a page happens to begin with has no room above it either.
    ...(begins ? { pageBreakBefore: true, spacing: { before: 0 } } : {}),
    children: [new TextRun(title)],
  });
  return [
    heading,
    ...blocks.flatMap((block, index) =>
      blockOf(
        block,
        writing,
        (chapter.id !== ALONE && leadsTo(blocks, index)) || isLastButOne(blocks, index) || (leads && index >= blocks.length - LEADING),
        ends && index === blocks.length - 1,
      ),
    ),
    ...parts.flatMap((part) => written(part, level + 1, writing)),
  ];
}

/** The last two texts stay together: the last one alone, such as the last of several decisions, would seem lost on its page. */
const isLastButOne = (blocks: readonly Block[], index: number) =>
  index === blocks.length - 2 && blocks.slice(index).every(({ kind }) => kind === "text");

/** Texts that are no longer stay on one page with the table below them, and so does their heading. Of longer ones the last does, if it is short. */
const SHORT_TEXT = 400;
/** A chart needs so much room that only a sentence stays with it: the page before it would be half empty. */
const LEAD = 160;
/** Characters of a line. Each text takes at least one. */
const LINE = 100;
/** Whether a text leads to what is below it, by itself or together with the texts around it. */
function leadsTo(blocks: readonly Block[], index: number): boolean {
  const next = blocks.findIndex((block, at) => at > index && block.kind !== "text");
  const below = blocks[next];
  if (blocks[index]?.kind !== "text" || below?.kind !== "exhibit") return false;
  const first = blocks.findLastIndex((block, at) => at < index && block.kind !== "text") + 1;
  const lengths = blocks.slice(first, next).map((block) => (block.kind === "text" ? Math.max(LINE, block.text.length) : 0));
  const all = lengths.reduce((sum, length) => sum + length, 0);
  if (below.exhibit.kind !== "table") return all <= LEAD;
  return all <= SHORT_TEXT || (index === next - 1 && (lengths.at(-1) ?? 0) <= SHORT_TEXT);
}

/** @param ends whether the page ends behind it */
function blockOf(block: Block, { pictures, counters, accent, chart }: WordContext, keepNext: boolean, ends: boolean): FileChild[] {
  const space = ends ? [] : [new Paragraph({ style: "AfterTable", keepNext, children: [] })];
  if (block.kind === "text")
    return [
      new Paragraph({
        style: block.heads ? "Subheading" : "BodyText",
        keepNext: keepNext || block.heads === true,
        children: [new TextRun(block.text)],
      }),
    ];
  if (block.kind === "facts") return [factTable(block.facts, keepNext), ...space];
  const { exhibit } = block;
  if (exhibit.kind !== "table") {
    const picture = pictures.get(exhibit.id);
    if (!picture) return [];
    counters.Figure += 1;
    return [pictureOf(exhibit, picture, `Figure ${counters.Figure}`, chart), captioned("Figure", counters.Figure, exhibit.title)];
  }
  const hasCaption = exhibit.id !== SIGN_OFF;
  if (hasCaption) counters.Table += 1;
  const after = [exhibit.hint, exhibit.note && `Note: ${exhibit.note}`].filter((text): text is string => Boolean(text));
  return [
    ...(hasCaption ? [captioned("Table", counters.Table, exhibit.title)] : []),
    new LateTable(exhibit, accent),
    ...(after.length > 0
      ? after.flatMap((text) => text.split(/\n+/)).map((text) => new Paragraph({ style: "Hint", children: [new TextRun(text)] }))
      : space),
  ];
}

/** Characters of a name that takes more lines than a cover has below its middle. */
const LONG_NAME = 80;

/** The first page: whose report it is, and what, when and by whom. @param kind of the report, in a sentence @param isAlone whether nothing else is on it @param issued which versions were issued */
function coverPage(about: About, kind: string | undefined, isAlone: boolean, issued: readonly FileChild[]): FileChild[] {
  const { assessment, draft, style, cover } = about;
  const { client, what, facts } = coverOf(about);
  return [
    ...(style?.logo ? [new Paragraph({ children: [logoOf(style.logo, style.name)] })] : []),
    new Paragraph({
      style: "Client",
      spacing: { before: !isAlone || assessment.name.length > LONG_NAME ? 1_400 : 4_000 },
      children: [new TextRun(client)],
    }),
    new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(assessment.name)] }),
    new Paragraph({ style: "Subtitle", children: [new TextRun(what)] }),
    ...(kind === undefined ? [] : [new Paragraph({ style: "BodyText", children: [new TextRun(kind)] })]),
    ...(draft === undefined
      ? []
      : [new Paragraph({ style: "Draft", children: [new TextRun({ text: "Draft", bold: true }), new TextRun(`. ${draft}`)] })]),
    factTable(facts),
    ...issued,
    ...linesIn(cover.disclaimer ?? "").map((text) => new Paragraph({ style: "Hint", children: [new TextRun(text)] })),
  ];
}

/** Pixels of 96 to the inch: at most 7 by 2 centimetres. */
const LOGO_FRAME = { width: 265, height: 76 };

function logoOf(logo: Logo, name = ""): ImageRun {
  const { width, height } = logoSize(logo, LOGO_FRAME);
  return new ImageRun({
    type: "png",
    data: Buffer.from(logo.png, "base64"),
    transformation: { width: Math.round(width), height: Math.round(height) },
    altText: { name: "Logo", title: "Logo", description: `The logo of ${name || "the consultancy"}` },
  });
}

const ends = [{ type: TabStopType.RIGHT, position: PAGE.text }];

function runningHead({ organization, draft }: About): Header {
  const mark = draft === undefined ? [] : [new TextRun({ text: "\tDraft", bold: true, color: COLORS.draft })];
  return new Header({
    children: [new Paragraph({ style: "Header", tabStops: ends, children: [new TextRun(organization.name), ...mark] })],
  });
}

/** Which assessment a page is of, at its foot. */
const footOf = ({ assessment, model }: About) => `${assessment.name} – ${model} ${assessment.scope}`;

/** The lines at the foot of each page, with a page's number of usual length. */
const feetOf = (about: About) =>
  [`${footOf(about)}\tPage 10 of 10`, footLine(about.style ?? {})].filter((line) => line !== undefined && line !== "");

/** The line of the house style at the foot of a page. */
const styleFoot = ({ style = {} }: About): Paragraph[] => {
  const line = footLine(style);
  return line ? [new Paragraph({ style: "Footer", children: [new TextRun(line)] })] : [];
};

function pageFoot(about: About): Footer {
  const pages = new TextRun({ children: ["\tPage ", PageNumber.CURRENT, " of ", PageNumber.TOTAL_PAGES] });
  return new Footer({
    children: [
      new Paragraph({
        style: "Footer",
        spacing: { before: FOOT_GAP },
        tabStops: ends,
        children: [new TextRun(footOf(about)), pages],
      }),
      ...styleFoot(about),
    ],
  });
}
