/** The slides of a report for a client, in which everything can be edited: charts and tables are PowerPoint's own (docs/rules/client-report.md#powerpoint). */
import PptxGenJS from "pptxgenjs";
import type { About, Block, ReportSlides, Slide } from "~/views/client-report";
import { shortDate } from "~/views/dates";
import { mended } from "~/workers/client-report/mend-presentation.server";
import { withSafeTexts } from "~/workers/client-report/safe-text";
import { addBlocks, pagesOf } from "~/workers/client-report/slide-blocks.server";
import { COLORS, MASTER, SLIDE, TITLE_MASTER, TYPEFACE } from "~/workers/client-report/slide-master";

const PRODUCT = "Maturity Assessment Tool";

/**
 * Writes the slides.
 * @returns the bytes of a .pptx file
 */
export async function presentationFile(given: ReportSlides): Promise<Uint8Array> {
  const { about, short, slides } = withSafeTexts(given);
  const file = new PptxGenJS();
  Object.assign(file, {
    title: about.assessment.name,
    subject: `${about.model} ${about.assessment.scope} assessment of ${about.organization.name}`,
    author: PRODUCT,
    company: about.organization.name,
  });
  file.theme = { headFontFace: TYPEFACE, bodyFontFace: TYPEFACE };
  file.defineLayout({ name: "WIDE", width: SLIDE.width, height: SLIDE.height });
  file.layout = "WIDE";
  const foot = [about.organization.name, about.assessment.name, ...(about.draft === undefined ? [] : ["Draft"])].join(" – ");
  file.defineSlideMaster(TITLE_MASTER);
  file.defineSlideMaster(MASTER(foot));
  addTitle(file, about);
  const described: string[][] = [[]];
  for (const slide of slides) for (const page of pagesOf(slide, short)) described.push(addSlide(file, page));
  const packed = (await file.write({ outputType: "uint8array" })) as Uint8Array;
  return mended(packed, described);
}

function addTitle(file: PptxGenJS, about: About): void {
  const { model, assessment, organization, figures, draft } = about;
  const slide = file.addSlide({ masterName: TITLE_MASTER.title });
  slide.addText(assessment.name, { placeholder: "title" });
  const when = assessment.completed
    ? `Completed ${shortDate(assessment.completed)}`
    : assessment.started
      ? `Started ${shortDate(assessment.started)}`
      : "";
  const lines = [
    organization.unit ? `${organization.name}, ${organization.unit}` : organization.name,
    [`${model} ${assessment.scope}`, when, assessment.badge, assessment.test ? "Test assessment" : ""].filter(Boolean).join(" – "),
    ...(draft === undefined ? [] : [`Draft. ${draft}`]),
  ];
  slide.addText(lines.join("\n"), { placeholder: "body" });
  slide.addNotes(figures.map(({ label, value, meaning }) => `${label}: ${value}. ${meaning}`).join("\n"));
}

/** A longer title is set smaller, so that it takes two lines at most. */
const LONG_TITLE = 72;
const TITLE_SIZE = { usual: 26, long: 20 };

/** @returns what its tables show in words, in the order of the slide */
function addSlide(file: PptxGenJS, { title, blocks, notes }: Slide): string[] {
  const slide = file.addSlide({ masterName: MASTER("").title });
  slide.addText(title, { placeholder: "title", fontSize: title.length > LONG_TITLE ? TITLE_SIZE.long : TITLE_SIZE.usual });
  const descriptions = addBlocks(slide, blocks as Block[]);
  slide.addNotes(notes.filter((note) => note !== "").join("\n\n"));
  slide.color = COLORS.ink;
  return descriptions;
}
