/** The slides of a report for a client, in which everything can be edited: charts and tables are PowerPoint's own (docs/rules/client-report.md#powerpoint). */
import PptxGenJS from "pptxgenjs";
import { groupBy } from "#model/group-by.ts";
import { COVER_FIELDS } from "#model/report-cover.ts";
import { safeText } from "#model/workbook/cells.ts";
import { mapTexts } from "~/services/results/files/map-texts";
import type { About, ReportSlides, Slide } from "~/views/client-report";
import { slideTogether } from "~/workers/client-report/hold-together";
import { accentOf, authorOf, COLORS, coverOf, linesIn } from "~/workers/client-report/look";
import { escaped, type OnSlide, repairPresentation } from "~/workers/client-report/repair-presentation.server";
import { addBlocks, heightOf, LEAST_ALIKE, lostTexts, type Page, pagesOf, textSizeOf } from "~/workers/client-report/slide-blocks.server";
import { CONTENT, COVER_FACTS, ROOM, SLIDE, slideMaster, TITLE, titleMaster } from "~/workers/client-report/slide-master";
import { SLIDE_TYPEFACE as TYPEFACE } from "~/workers/client-report/typeface";

/**
 * Writes the slides.
 * @returns the bytes of a .pptx file
 */
export async function presentationFile(given: ReportSlides): Promise<Uint8Array> {
  const { about, short, slides: all } = mapTexts(given, safeText);
  const slides = all.map(slideTogether);
  const file = new PptxGenJS();
  Object.assign(file, {
    title: about.assessment.name,
    subject: `${about.model} ${about.assessment.scope} assessment of ${about.organization.name}`,
    author: authorOf(about),
    // The one property that the library writes as it is.
    company: escaped(about.organization.name),
  });
  file.theme = { headFontFace: TYPEFACE, bodyFontFace: TYPEFACE };
  file.defineLayout({ name: "WIDE", width: SLIDE.width, height: SLIDE.height });
  file.layout = "WIDE";
  file.defineSlideMaster(titleMaster(about));
  file.defineSlideMaster(slideMaster(about));
  addTitle(file, about, short ? "Board report" : "Full report");
  const added: OnSlide[] = [{ tables: [], marks: [] }];
  const pages = allPages(slides, short);
  // All titles have one size, unless one is too long for it; the texts of a group have one.
  const title = Math.max(SMALLEST, Math.min(...pages.map((page) => titleSize(page.title))));
  // Texts that are never cut have a size of their own, so that no other is small for their sake.
  const texts = new Map(
    [
      ...groupBy(
        pages.filter(({ isWhole }) => !isWhole),
        ({ group }) => group,
      ),
    ].map(([group, alike]) => [group, textSize(alike)]),
  );
  for (const page of pages)
    added.push(
      addSlide(
        file,
        page,
        { title: Math.min(title, titleSize(page.title)), text: Math.min(texts.get(page.group) ?? textSizeOf(page), textSizeOf(page)) },
        accentOf(about),
      ),
    );
  const packed = (await file.write({ outputType: "uint8array" })) as Uint8Array;
  return repairPresentation(packed, added, accentOf(about));
}

/** The most slides of the appendix, its contents included. */
const APPENDIX = 20;

/** The pages of all slides. Where the appendix would have too many, the table that has most loses its last page, again and again. */
function allPages(slides: readonly Slide[], short: boolean): Page[] {
  const all = slides.map((slide) => pagesOf(slide, short));
  const counts = all.map(({ length }, index) => (slides[index]?.group === "appendix" ? length : 0));
  for (let tooMany = counts.reduce((sum, count) => sum + count, 0) - APPENDIX; tooMany > 0; tooMany -= 1) {
    const most = Math.max(...counts);
    // A slide without a table has nothing that could be cut.
    if (most < 2) break;
    counts[counts.lastIndexOf(most)] = most - 1;
  }
  return slides.flatMap((slide, index) => {
    const [pages = [], count = 0] = [all[index], counts[index]];
    return slide.group !== "appendix" || count === pages.length ? pages : pagesOf(slide, short, count);
  });
}

/** Where the disclaimer is: five lines of ten points. */
const SMALL_PRINT = { x: ROOM.x, w: ROOM.w, y: COVER_FACTS.y + COVER_FACTS.h - 0.9, h: 0.9 };

/** The first slide has client and title, which report it is, then day, version, authors, and the marks that nobody may overlook. The rest of the cover is in the notes. */
const DAYS: readonly string[] = [COVER_FIELDS.date.label, "Completed", "Started"];
const AUTHORS = COVER_FIELDS.authors.label;
const MARKS: readonly string[] = ["In scope", "Status", "Test assessment"];

/** The lines of a fact: 'Completed 5 Nov 2026', 'Version 1.0'. */
function onFirst([label, text]: readonly [label: string, text: string]): string[] {
  if (label === COVER_FIELDS.date.label || label === AUTHORS) return [text];
  if (DAYS.includes(label) || label === COVER_FIELDS.version.label) return [`${label} ${text}`];
  return MARKS.includes(label) ? [`${label}: ${text}`] : [];
}

function addTitle(file: PptxGenJS, about: About, kind: string): void {
  const { assessment, figures, draft } = about;
  const { client, what, facts } = coverOf(about);
  const slide = file.addSlide({ masterName: TITLE });
  slide.addText([{ text: assessment.name, options: { fontSize: coverSize(assessment.name) } }], { placeholder: "title" });
  const lines = [client, what, kind, ...facts.flatMap(onFirst), ...(draft === undefined ? [] : [`Draft. ${draft}`])];
  const { disclaimer } = about.cover;
  const room = disclaimer ? COVER_FACTS.h - SMALL_PRINT.h : COVER_FACTS.h;
  slide.addText([{ text: lines.join("\n"), options: { fontSize: factSize(lines, room) } }], { placeholder: "body" });
  if (disclaimer)
    slide.addText(linesIn(disclaimer).join(" "), {
      ...SMALL_PRINT,
      fontFace: TYPEFACE,
      fontSize: 10,
      color: COLORS.paper,
      margin: 0,
      valign: "bottom",
    });
  const said = [
    ...figures.map(({ label, value, meaning }) => [label, [value, meaning].filter(Boolean).join(" – ")] as const),
    ...facts.filter(([label]) => !DAYS.includes(label)),
  ];
  slide.addNotes(said.map(([label, text]) => `${label}: ${text}`).join("\n"));
}

interface Sizes {
  title: number;
  text: number;
}

/** A title is set in the first of these sizes in which it fits so many lines. */
const TITLE_SIZES = [
  { size: 26, lines: 2 },
  { size: 24, lines: 2 },
  { size: 22, lines: 2 },
  { size: 20, lines: 3 },
  { size: 18, lines: 3 },
  { size: 16, lines: 3 },
];
/** The smallest size of all titles, for the sake of one. */
const SMALLEST = 20;
/** Width of a bold character for each point of its size, in the widest of the faces that may replace the product's. */
const TITLE_CHARACTER = 0.72;
/** Of these, the cover's title is set in the first in which it fits the lines that it has room for. */
const COVER_SIZES = [
  { size: 40, lines: 2 },
  { size: 32, lines: 3 },
  { size: 24, lines: 4 },
];
const coverSize = (title: string) =>
  COVER_SIZES.find(({ size, lines }) => title.length * size * TITLE_CHARACTER <= lines * ROOM.w * 72)?.size ?? 18;

/** What is below the cover's title is set in the first of these sizes in which it fits. */
const FACT_SIZES = [20, 18, 16, 14, 12];
const factSize = (lines: readonly string[], room: number) =>
  FACT_SIZES.find((size) => heightOf(lines, ROOM.w, size) <= room) ?? FACT_SIZES.at(-1) ?? 0;

const titleSize = (title: string) =>
  TITLE_SIZES.find(({ size, lines }) => title.length * size * TITLE_CHARACTER <= lines * ROOM.w * 72)?.size ?? 16;

/** Slides of a group look alike: the size is that in which everything of it fits, unless that is too small for all. */
const textSize = (group: readonly Slide[]) => Math.max(LEAST_ALIKE, Math.min(...group.map(textSizeOf)));

function addSlide(file: PptxGenJS, page: Page, sizes: Sizes, accent: string): OnSlide {
  const { title, notes } = page;
  const slide = file.addSlide({ masterName: CONTENT });
  // The size of a run: that of its placeholder comes before any other.
  slide.addText([{ text: title, options: { fontSize: sizes.title } }], { placeholder: "title" });
  const added = addBlocks(slide, page, sizes.text, accent);
  const said = notes.filter((note) => note !== "");
  // Nothing is lost that the slide has no room for.
  const lost = lostTexts(page, sizes.text).filter((text) => !said.some((note) => note.includes(text)));
  slide.addNotes([...lost, ...said].join("\n\n"));
  slide.color = COLORS.ink;
  return added;
}
