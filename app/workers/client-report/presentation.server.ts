/** The slides of a report for a client, in which everything can be edited: charts and tables are PowerPoint's own (docs/rules/client-report.md#powerpoint). */
import PptxGenJS from "pptxgenjs";
import { safeText } from "#model/workbook/cells.ts";
import { mapTexts } from "~/services/results/map-texts";
import type { About, ReportSlides, Slide } from "~/views/client-report";
import { PRODUCT } from "~/views/shell";
import { COLORS, coverOf } from "~/workers/client-report/look";
import { escaped, mended, type OnSlide } from "~/workers/client-report/mend-presentation.server";
import { addBlocks, pagesOf } from "~/workers/client-report/slide-blocks.server";
import { MASTER, ROOM, SLIDE, TITLE_MASTER } from "~/workers/client-report/slide-master";
import { TYPEFACE } from "~/workers/client-report/typeface";

/**
 * Writes the slides.
 * @returns the bytes of a .pptx file
 */
export async function presentationFile(given: ReportSlides): Promise<Uint8Array> {
  const { about, short, slides } = mapTexts(given, safeText);
  const file = new PptxGenJS();
  Object.assign(file, {
    title: about.assessment.name,
    subject: `${about.model} ${about.assessment.scope} assessment of ${about.organization.name}`,
    author: PRODUCT,
    // The one property that the library writes as it is.
    company: escaped(about.organization.name),
  });
  file.theme = { headFontFace: TYPEFACE, bodyFontFace: TYPEFACE };
  file.defineLayout({ name: "WIDE", width: SLIDE.width, height: SLIDE.height });
  file.layout = "WIDE";
  const isDraft = about.draft !== undefined;
  const foot = [about.organization.name, about.assessment.name, ...(isDraft ? ["Draft"] : [])].join(" – ");
  file.defineSlideMaster(TITLE_MASTER);
  file.defineSlideMaster(MASTER(foot, isDraft));
  addTitle(file, about);
  const added: OnSlide[] = [{ tables: [], marks: [] }];
  for (const slide of slides) {
    const pages = pagesOf(slide, short);
    for (const page of pages) added.push(addSlide(file, page, pages.length === 1));
  }
  const packed = (await file.write({ outputType: "uint8array" })) as Uint8Array;
  return mended(packed, added);
}

function addTitle(file: PptxGenJS, about: About): void {
  const { assessment, figures, draft } = about;
  const { client, what, facts } = coverOf(about);
  const slide = file.addSlide({ masterName: TITLE_MASTER.title });
  slide.addText(assessment.name, { placeholder: "title" });
  slide.addText(
    [client, what, ...facts.map(([label, text]) => `${label}: ${text}`), ...(draft === undefined ? [] : [`Draft. ${draft}`])].join("\n"),
    { placeholder: "body" },
  );
  slide.addNotes(figures.map(({ label, value, meaning }) => `${label}: ${[value, meaning].filter(Boolean).join(" – ")}`).join("\n"));
}

/** The title is set in the first of these sizes in which it takes two lines at most; in the last, there is room for three. */
const TITLE_SIZES = [26, 22, 20, 18, 16];
/** Width of a bold character for each point of its size, in the widest of the faces that may replace the product's. */
const TITLE_CHARACTER = 0.72;
const titleSize = (title: string) =>
  TITLE_SIZES.find((size) => title.length * size * TITLE_CHARACTER <= 2 * ROOM.w * 72) ?? TITLE_SIZES.at(-1) ?? 0;

/** @param whole whether it goes on on no other slide */
function addSlide(file: PptxGenJS, { title, blocks, notes }: Slide, whole: boolean): OnSlide {
  const slide = file.addSlide({ masterName: MASTER("").title });
  // The size of a run: that of its placeholder comes before any other.
  slide.addText([{ text: title, options: { fontSize: titleSize(title) } }], { placeholder: "title" });
  const added = addBlocks(slide, blocks, whole);
  slide.addNotes(notes.filter((note) => note !== "").join("\n\n"));
  slide.color = COLORS.ink;
  return added;
}
