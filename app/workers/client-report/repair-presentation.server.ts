/**
 * Mends pptxgenjs' files, so that PowerPoint opens them without repairing (docs/decisions/0052-clients-report.md). It also adds parts for
 * which the library has no option: the product's colours in the theme, its language, and descriptions of tables.
 */
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from "fflate";
import { COLORS, headColor } from "~/workers/client-report/look";

const LANGUAGE = "en-GB";
/** Colours of the theme: of what is added to the slides later. */
const THEME: Record<string, string> = {
  dk2: COLORS.ink,
  accent2: COLORS.benchmark,
  accent3: COLORS.muted,
  lt2: headColor(COLORS.own),
};
const PHANTOM = /<Override PartName="\/ppt\/slideMasters\/slideMaster(?!1\.xml)\d+\.xml"[^>]*\/>/g;
const CHART = /^ppt\/charts\/chart(\d+)\.xml$/;
const numberIn = (chart: string) => Number(CHART.exec(chart)?.[1]);
const NOTES_THEME = "ppt/theme/theme2.xml";

/** What was put on a slide, for what the library has no option. */
export interface OnSlide {
  /** What each table shows, in words and in the order of the slide. */
  tables: string[];
  /** The marks of each chart's series. */
  marks: (string | undefined)[][];
}

/** @param slides of the file, in their order @param accent the first colour of its theme */
export function repairPresentation(file: Uint8Array, slides: readonly OnSlide[], accent: string): Uint8Array {
  const parts = unzipSync(file);
  const change = (name: string, by: (xml: string) => string) => {
    const part = parts[name];
    if (part) parts[name] = strToU8(by(strFromU8(part)));
  };
  // The master of the notes may not share its theme with the slides.
  change("ppt/theme/theme1.xml", (xml) => withColors(xml, { ...THEME, accent1: accent }));
  if (parts["ppt/theme/theme1.xml"]) parts[NOTES_THEME] = parts["ppt/theme/theme1.xml"];
  change("ppt/notesMasters/_rels/notesMaster1.xml.rels", (xml) => xml.replace("theme1.xml", "theme2.xml"));
  change("[Content_Types].xml", (xml) =>
    xml
      .replace(PHANTOM, "")
      .replace("image/jpg", "image/jpeg")
      .replace(
        "</Types>",
        `<Override PartName="/${NOTES_THEME}" ContentType="application/vnd.openxmlformats-officedocument.theme+xml"/></Types>`,
      ),
  );
  // The notes' master comes before the slides.
  change("ppt/presentation.xml", (xml) =>
    xml.replace(/(<p:sldIdLst>.*?<\/p:sldIdLst>)(<p:notesMasterIdLst>.*?<\/p:notesMasterIdLst>)/s, "$2$1"),
  );
  // The library numbers charts through all files of a process.
  const charts = Object.keys(parts).filter((name) => CHART.test(name));
  const ordered = charts.toSorted((one, other) => numberIn(one) - numberIn(other));
  const marks = slides.flatMap((slide) => slide.marks);
  for (const [index, name] of ordered.entries()) change(name, (xml) => withMarks(repairChart(xml), marks[index] ?? []));
  for (const name of Object.keys(parts)) {
    if (/^ppt\/(?:slides|notesSlides|slideLayouts|slideMasters|notesMasters)\/[^/]+\.xml$/.test(name))
      change(name, (xml) => xml.replaceAll('lang="en-US"', `lang="${LANGUAGE}"`));
    const [, slide] = /^ppt\/slides\/slide(\d+)\.xml$/.exec(name) ?? [];
    if (slide !== undefined) change(name, (xml) => withOwnIds(withTableTexts(xml, slides[Number(slide) - 1]?.tables ?? [])));
  }
  // The workbooks of charts are packed already.
  const packed: Zippable = Object.fromEntries(
    Object.entries(parts)
      .filter(([name]) => !name.endsWith("/"))
      .map(([name, bytes]) => [name, [bytes, { level: name.endsWith(".xlsx") ? 0 : 6 }] as const]),
  );
  return zipSync(packed);
}

function withColors(xml: string, colors: Readonly<Record<string, string>>): string {
  return Object.entries(colors).reduce(
    (theme, [name, color]) => theme.replace(new RegExp(`(<a:${name}>)<a:srgbClr val="[^"]*"/>`), `$1<a:srgbClr val="${color}"/>`),
    xml,
  );
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": " ", "\t": " ", "\r": " " };
/** A text inside an attribute or an element. */
export const escaped = (text: string) => text.replace(/[&<>"\n\t\r]/g, (character) => ESCAPES[character] ?? "");

/** The library gives a slide's number the id 25, and so a table of the slide 24. */
function withOwnIds(xml: string): string {
  let id = 0;
  return xml.replace(/(<p:cNvPr id=)"\d+"/g, (_, start) => `${start}"${++id}"`);
}

/** Tells screen readers what a table shows, and which row is its head. */
function withTableTexts(xml: string, texts: readonly string[]): string {
  let index = 0;
  return xml.replace(/<p:graphicFrame>.*?<\/p:graphicFrame>/gs, (frame) => {
    if (!frame.includes("<a:tbl>")) return frame;
    const text = texts[index++] ?? "";
    const named = frame.replace(/(<p:cNvPr id="\d+" name="[^"]*")\/?>/, `$1 descr="${escaped(text)}"/>`);
    return text.includes(": ")
      ? named.replace("<a:tblPr/>", '<a:tblPr firstRow="1"/>')
      : named.replace("<a:tblPr/>", '<a:tblPr firstCol="1"/>');
  });
}

/** What charts of the library have that the schema does not allow: PowerPoint may leave such a chart out, and LibreOffice skips its labels. */
function repairChart(xml: string): string {
  return (
    xml
      .replaceAll('lang="en-US"', `lang="${LANGUAGE}"`)
      .replace('<c:roundedCorners val="1"/>', '<c:roundedCorners val="0"/>')
      // Only bars can have it, and no figure is negative.
      .replace(/<c:invertIfNegative[^>]*\/>/g, "")
      // A third axis, of depth, although the chart has none.
      .replace(/((?:<c:axId [^>]*\/>){2})<c:axId [^>]*\/>(?=<\/c:\w+Chart>)/g, "$1")
      .replace(/(<c:noMultiLvlLbl [^>]*\/>)\s*(<c:tickLblSkip [^>]*\/>)/g, "$2$1")
      .replace(/<c:lineChart>\s*(?!<c:grouping)/g, '<c:lineChart><c:grouping val="standard"/>')
      .replace(/(<c:dLbls>(?:(?!<\/c:dLbls>).)*<\/c:dLbls>)\s*(<c:marker>.*?<\/c:marker>)/gs, "$2$1")
      // Names of one level only.
      .replace(/<c:multiLvlStrRef>.*?<\/c:multiLvlStrRef>/gs, (names) =>
        names.replaceAll("c:multiLvlStr", "c:str").replace(/<\/?c:lvl>/g, ""),
      )
  );
}

/** Gives each series its mark; the library has one for all. */
function withMarks(xml: string, marks: OnSlide["marks"][number]): string {
  let index = 0;
  const marked = xml.replace(/<c:symbol val="circle"\/>/g, (circle) => circle.replace("circle", marks[index++] ?? "circle"));
  if (marked.includes("<c:barChart>")) return withHollowBars(marked, marks);
  // Targets are points: a line would join those that are neighbours by chance.
  return marked.replace(
    /<a:ln [^>]*>(?:(?!<\/a:ln>).)*<\/a:ln>(<a:effectLst\/>\s*<\/c:spPr>\s*<c:marker>\s*<c:symbol val="triangle"\/>)/gs,
    "<a:ln><a:noFill/></a:ln>$1",
  );
}

/** The line around a hollow bar, in EMU. */
const OUTLINE = 19_050;

/** Bars with a mark are those of targets: hollow, so that nobody takes them for scores, whatever the colours are. */
function withHollowBars(xml: string, marks: OnSlide["marks"][number]): string {
  let index = 0;
  return xml.replace(/<c:ser>.*?<\/c:ser>/gs, (series) =>
    marks[index++] === undefined
      ? series
      : series.replace(
          /<a:solidFill>(<a:srgbClr val="[^"]*"\/>)<\/a:solidFill>/,
          `<a:noFill/><a:ln w="${OUTLINE}"><a:solidFill>$1</a:solidFill></a:ln>`,
        ),
  );
}
