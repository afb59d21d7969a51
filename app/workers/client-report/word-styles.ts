/** The styles of the Word file: those that Word knows by name, in the product's colours, and a few of its own. */
import { AlignmentType, type IStylesOptions, LineRuleType } from "docx";
import { COLORS } from "~/workers/client-report/look";
import { TYPEFACE } from "~/workers/client-report/typeface";

/** The room above the foot of a page, in twentieths of a point: a foot of several lines pushes the text up. */
export const FOOT_GAP = 160;
const MARGIN = 1_134;
/** A4 upright, in twentieths of a point. */
export const PAGE = {
  width: 11_906,
  height: 16_838,
  margin: { top: 1_304, bottom: 1_134, left: MARGIN, right: MARGIN, header: 567, footer: 567 },
  text: 11_906 - 2 * MARGIN,
};
/** Room for the number of a heading: '3.34'. */
export const HEADING_INDENT = 794;

const font = { ascii: TYPEFACE, hAnsi: TYPEFACE, cs: TYPEFACE, eastAsia: TYPEFACE };
const LANGUAGE = { value: "en-GB", eastAsia: "en-GB", bidirectional: "ar-SA" };
const AUTO = LineRuleType.AUTO;
const based = { basedOn: "Normal", next: "BodyText", quickFormat: true } as const;

/** @param accent the colour of the client's name and of headings */
export const stylesWith = (accent: string): IStylesOptions => ({
  default: {
    document: {
      run: { font, size: 21, color: COLORS.ink, language: LANGUAGE },
      paragraph: { spacing: { after: 0, line: 276, lineRule: AUTO } },
    },
    title: {
      run: { font, size: 56, bold: true, color: COLORS.ink },
      paragraph: { spacing: { before: 60, after: 120, line: 252, lineRule: AUTO } },
    },
    heading1: {
      run: { font, size: 34, bold: true, color: accent },
      paragraph: { spacing: { before: 440, after: 160 }, keepNext: true, keepLines: true, outlineLevel: 0 },
    },
    heading2: {
      run: { font, size: 26, bold: true, color: COLORS.ink },
      paragraph: { spacing: { before: 320, after: 120 }, keepNext: true, keepLines: true, outlineLevel: 1 },
    },
  },
  paragraphStyles: [
    { id: "BodyText", name: "Body Text", ...based, paragraph: { spacing: { after: 140 } } },
    {
      id: "Subheading",
      name: "Subheading",
      ...based,
      run: { bold: true },
      paragraph: { spacing: { before: 240, after: 80 }, keepNext: true },
    },
    { id: "Subtitle", name: "Subtitle", ...based, run: { size: 24, color: COLORS.muted }, paragraph: { spacing: { after: 320 } } },
    {
      id: "Client",
      name: "Client",
      ...based,
      run: { size: 28, color: accent, bold: true },
    },
    { id: "Draft", name: "Draft", ...based, run: { color: COLORS.draft, size: 24 }, paragraph: { spacing: { after: 240 } } },
    {
      id: "ContentsHeading",
      name: "Contents Heading",
      ...based,
      run: { size: 30, bold: true, color: accent },
      paragraph: { spacing: { before: 240, after: 120 }, keepNext: true },
    },
    {
      id: "TOC1",
      name: "toc 1",
      ...based,
      run: { bold: true },
      // The entries of chapters with one digit and with two begin at the same place.
      paragraph: { spacing: { before: 40 }, leftTabStop: 720 },
    },
    {
      id: "TOC2",
      name: "toc 2",
      ...based,
      run: { size: 19 },
      paragraph: { indent: { left: 284 }, spacing: { line: 240, lineRule: AUTO } },
    },
    {
      id: "Caption",
      name: "caption",
      ...based,
      run: { size: 19, bold: true, color: COLORS.muted },
      paragraph: { spacing: { before: 200, after: 80 }, keepNext: true },
    },
    {
      id: "FigureCaption",
      name: "Figure Caption",
      basedOn: "Caption",
      next: "BodyText",
      paragraph: { spacing: { before: 60, after: 240 }, keepNext: false },
    },
    {
      id: "Figure",
      name: "Figure",
      ...based,
      paragraph: { spacing: { before: 160, line: 240, lineRule: AUTO }, keepNext: true, alignment: AlignmentType.CENTER },
    },
    { id: "TableText", name: "Table Text", ...based, run: { size: 18 }, paragraph: { spacing: { line: 252, lineRule: AUTO } } },
    { id: "SmallTableText", name: "Small Table Text", ...based, run: { size: 16 }, paragraph: { spacing: { line: 240, lineRule: AUTO } } },
    { id: "Hint", name: "Hint", ...based, run: { size: 18, color: COLORS.muted }, paragraph: { spacing: { before: 80, after: 200 } } },
    {
      id: "AfterTable",
      name: "After Table",
      ...based,
      run: { size: 12 },
      paragraph: { spacing: { after: 120, line: 240, lineRule: AUTO } },
    },
    { id: "Header", name: "header", ...based, run: { size: 18, color: COLORS.muted } },
    { id: "Footer", name: "footer", ...based, run: { size: 18, color: COLORS.muted } },
  ],
});

/** What decides how much room the text of a style takes. */
export interface TextFormat {
  /** In half points. */
  size: number;
  bold: boolean;
  before: number;
  after: number;
  /** In 240ths of a line. */
  line: number;
  left: number;
  keepNext: boolean;
}

const formats = new Map<string, TextFormat>();
{
  const { default: usual = {}, paragraphStyles = [] } = stylesWith("");
  const named = [
    { id: "", ...usual.document },
    { id: "Title", ...usual.title },
    { id: "Heading1", ...usual.heading1 },
    { id: "Heading2", ...usual.heading2 },
    ...paragraphStyles,
  ];
  for (const { id, run = {}, paragraph = {}, ...style } of named) {
    const base = formats.get(("basedOn" in style && style.basedOn) || "") ?? formats.get("");
    const { spacing = {}, indent = {} } = paragraph;
    formats.set(id, {
      size: Number(run.size ?? base?.size),
      bold: run.bold ?? base?.bold ?? false,
      before: Number(spacing.before ?? base?.before ?? 0),
      after: Number(spacing.after ?? base?.after ?? 0),
      line: Number(spacing.line ?? base?.line),
      left: Number(indent.left ?? base?.left ?? 0),
      keepNext: paragraph.keepNext ?? base?.keepNext ?? false,
    });
  }
}

/** The format of a style. */
export const formatOf = (style: string): TextFormat => formats.get(style) ?? (formats.get("") as TextFormat);
