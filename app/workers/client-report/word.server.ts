/** The Word file of a report for a client (docs/rules/client-report.md#word). */
import {
  AlignmentType,
  Document,
  Footer,
  Header,
  HeadingLevel,
  LevelFormat,
  Packer,
  PageBreak,
  PageNumber,
  Paragraph,
  TableOfContents,
  TabStopType,
  TextRun,
} from "docx";
import { estimatePageNumbersWith } from "docx/layout";
import type { About, Block, Chapter, ReportDocument } from "~/views/client-report";
import { shortDate } from "~/views/dates";
import type { AnyChart } from "~/views/report";
import { type ChartPicture, chartPicture } from "~/workers/client-report/chart-picture.server";
import { withSafeTexts } from "~/workers/client-report/safe-text";
import { readFaces, TYPEFACE } from "~/workers/client-report/typeface";
import { captioned, factTable, pictureOf, tableOf } from "~/workers/client-report/word-blocks.server";
import { COLORS, PAGE, STYLES } from "~/workers/client-report/word-styles";

const PRODUCT = "Maturity Assessment Tool";
const HEADINGS = "headings";
/** Chapters and their parts; further parts would have headings of the third level. */
const LEVELS = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2];

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
  const { about, short, chapters } = withSafeTexts(given);
  const [faces, pictures] = [await readFaces(), await picturesIn(chapters)];
  const counters: Counters = { Table: 0, Figure: 0, bookmark: 0 };
  const title = about.assessment.name;
  const document = new Document({
    title,
    subject: `${about.model} ${about.assessment.scope} assessment of ${about.organization.name}`,
    creator: PRODUCT,
    lastModifiedBy: PRODUCT,
    keywords: `${about.model}, maturity assessment`,
    styles: STYLES,
    fonts: [{ name: TYPEFACE, data: faces.regular, bold: faces.bold }],
    theme: { fonts: { headings: TYPEFACE, body: TYPEFACE } },
    compatibility: { version: 15 },
    pageNumbers: estimatePageNumbersWith({ guess: true }),
    numbering: {
      config: [
        {
          reference: HEADINGS,
          levels: [0, 1].map((level) => ({
            level,
            format: LevelFormat.DECIMAL,
            text: level === 0 ? "%1" : "%1.%2",
            alignment: AlignmentType.START,
            style: { paragraph: { indent: { left: 567, hanging: 567 } } },
          })),
        },
      ],
    },
    sections: [
      {
        properties: { titlePage: true, page: { size: { width: PAGE.width, height: PAGE.height }, margin: PAGE.margin } },
        headers: { default: runningHead(about), first: new Header({ children: [new Paragraph("")] }) },
        footers: { default: pageFoot(about), first: new Footer({ children: [new Paragraph("")] }) },
        children: [
          ...cover(about),
          new Paragraph({ style: "ContentsHeading", children: [new TextRun("Contents")] }),
          new TableOfContents("Contents", { hyperlink: true, headingStyleRange: "1-2", useAppliedParagraphOutlineLevel: false }),
          ...(short ? [] : [new Paragraph({ children: [new PageBreak()] })]),
          ...chapters.flatMap((chapter) => written(chapter, 0, { pictures, counters })),
        ],
      },
    ],
  });
  return new Uint8Array(await Packer.toBuffer(document));
}

/** The pictures of all charts, drawn one after the other, by the chart's id. */
async function picturesIn(chapters: readonly Chapter[]): Promise<Map<string, ChartPicture>> {
  const pictures = new Map<string, ChartPicture>();
  const charts = (blocks: readonly Block[]) =>
    blocks.flatMap((block) => (block.kind === "exhibit" && block.exhibit.kind !== "table" ? [block.exhibit as AnyChart] : []));
  for (const chapter of chapters)
    for (const chart of [...charts(chapter.blocks), ...(chapter.parts ?? []).flatMap(({ blocks }) => charts(blocks))])
      pictures.set(chart.id, await chartPicture(chart));
  return pictures;
}

interface Writing {
  pictures: ReadonlyMap<string, ChartPicture>;
  counters: Counters;
}

function written(chapter: Chapter, level: number, writing: Writing): (Paragraph | ReturnType<typeof tableOf>)[] {
  const { title, blocks, parts = [] } = chapter;
  writing.counters.bookmark += 1;
  const heading = new Paragraph({
    heading: LEVELS[level] ?? HeadingLevel.HEADING_2,
    numbering: { reference: HEADINGS, level },
    children: [new TextRun(title)],
  });
  return [heading, ...blocks.flatMap((block) => blockOf(block, writing)), ...parts.flatMap((part) => written(part, level + 1, writing))];
}

function blockOf(block: Block, { pictures, counters }: Writing) {
  if (block.kind === "text") return [new Paragraph({ style: "BodyText", children: [new TextRun(block.text)] })];
  if (block.kind === "facts") return [factTable(block.facts), new Paragraph({ style: "AfterTable", children: [] })];
  const { exhibit } = block;
  if (exhibit.kind !== "table") {
    const picture = pictures.get(exhibit.id);
    if (!picture) return [];
    counters.Figure += 1;
    return [pictureOf(exhibit, picture, counters.Figure), captioned("Figure", counters.Figure, exhibit.title)];
  }
  counters.Table += 1;
  const after = [exhibit.hint, exhibit.note && `Note: ${exhibit.note}`].filter((text): text is string => Boolean(text));
  return [
    captioned("Table", counters.Table, exhibit.title),
    tableOf(exhibit),
    ...(after.length > 0
      ? after.flatMap((text) => text.split(/\n+/)).map((text) => new Paragraph({ style: "Hint", children: [new TextRun(text)] }))
      : [new Paragraph({ style: "AfterTable", children: [] })]),
  ];
}

/** The first page: what the report is about, above the contents. */
function cover({ model, assessment, organization, figures, draft }: About): Paragraph[] {
  const when = assessment.completed
    ? `Completed ${shortDate(assessment.completed)}`
    : assessment.started
      ? `Started ${shortDate(assessment.started)}`
      : "";
  const lines = [`${model} ${assessment.scope}`, when, assessment.badge, assessment.test ? "Test assessment" : undefined];
  return [
    new Paragraph({
      style: "Client",
      children: [new TextRun(organization.unit ? `${organization.name}, ${organization.unit}` : organization.name)],
    }),
    new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(assessment.name)] }),
    new Paragraph({ style: "Subtitle", children: [new TextRun(lines.filter(Boolean).join(" – "))] }),
    ...(draft === undefined
      ? []
      : [new Paragraph({ style: "Draft", children: [new TextRun({ text: "Draft", bold: true }), new TextRun(`. ${draft}`)] })]),
    ...figures.map(
      ({ label, value, meaning }) =>
        new Paragraph({
          style: "Headline",
          children: [new TextRun({ text: `${label} ${value}`, bold: true }), new TextRun(` – ${meaning}`)],
        }),
    ),
  ];
}

const ends = [{ type: TabStopType.RIGHT, position: PAGE.text }];

function runningHead({ organization, draft }: About): Header {
  const mark = draft === undefined ? [] : [new TextRun({ text: "\tDraft", bold: true, color: COLORS.draft })];
  return new Header({
    children: [new Paragraph({ style: "Header", tabStops: ends, children: [new TextRun(organization.name), ...mark] })],
  });
}

function pageFoot({ assessment, model }: About): Footer {
  const pages = new TextRun({ children: ["\tPage ", PageNumber.CURRENT, " of ", PageNumber.TOTAL_PAGES] });
  return new Footer({
    children: [
      new Paragraph({
        style: "Footer",
        tabStops: ends,
        children: [new TextRun(`${assessment.name} – ${model} ${assessment.scope}`), pages],
      }),
    ],
  });
}
