/** Keeps on one line what is one value: 'level 2', '24 Nov 2026', '2.00 → 3.00', '85 %', 'decision 4' (docs/rules/client-report.md#what-is-typed). */
import { mapTexts } from "~/services/results/files/map-texts";
import type { Block, Chapter, Slide } from "~/views/client-report";

const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}";
const SPLIT = new RegExp(
  [
    "(?<=\\b(?:[Ll]evels?|[Dd]ecision|[Ss]ection|Table|Figure)) (?=\\d)",
    "(?<=\\d) (?=%|→ \\d)",
    "(?<=\\d →) (?=\\d)",
    `(?<=\\b\\d{1,2}) (?=${MONTH}\\b)`,
    `(?<=\\b${MONTH}) (?=\\d{4}\\b)`,
  ].join("|"),
  "g",
);

/** A text in which no line ends within a value. */
export const heldTogether = (text: string): string => text.replace(SPLIT, "\u00a0");

/** The texts of a block. A chart keeps its own: they are drawn, or read aloud. */
const inBlock = (block: Block): Block =>
  block.kind === "exhibit" && block.exhibit.kind !== "table" ? block : mapTexts(block, heldTogether);

export const chapterTogether = (chapter: Chapter): Chapter => ({
  ...chapter,
  title: heldTogether(chapter.title),
  blocks: chapter.blocks.map(inBlock),
  ...(chapter.parts ? { parts: chapter.parts.map(chapterTogether) } : {}),
});

/** The notes too, in which texts of the slide are looked for. */
export const slideTogether = (slide: Slide): Slide => ({
  ...slide,
  title: heldTogether(slide.title),
  blocks: slide.blocks.map(inBlock),
  notes: slide.notes.map(heldTogether),
});
