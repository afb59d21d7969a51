/** The masters of the slides, in the product's colours. All measures are in inches. */
import type PptxGenJS from "pptxgenjs";
import { COLORS } from "~/workers/client-report/look";
import { TYPEFACE } from "~/workers/client-report/typeface";

/** 16:9. */
export const SLIDE = { width: 13.333, height: 7.5 };
const EDGE = 0.6;
/** Where the content of a slide is. */
export const ROOM = { x: EDGE, y: 1.55, w: SLIDE.width - 2 * EDGE, h: 5.2 };

const text = { fontFace: TYPEFACE, color: COLORS.ink, align: "left" as const, margin: 0 };

type MasterObject = NonNullable<PptxGenJS.SlideMasterProps["objects"]>[number];
type PlaceholderOptions = Omit<PptxGenJS.PlaceholderProps, "name" | "type">;

/** A placeholder across the slide. */
const placeholder = (type: "title" | "body", options: PlaceholderOptions): MasterObject => ({
  placeholder: { options: { ...text, name: type, type, x: EDGE, w: ROOM.w, ...options }, text: "" },
});

export const TITLE_MASTER: PptxGenJS.SlideMasterProps = {
  title: "REPORT_TITLE",
  background: { color: COLORS.own },
  objects: [
    placeholder("title", { y: 2.1, h: 1.6, fontSize: 40, bold: true, color: COLORS.paper, valign: "bottom" }),
    placeholder("body", { y: 3.9, h: 2, fontSize: 20, color: COLORS.paper, valign: "top", bullet: false }),
  ],
};

const DRAFT_PLACE = { x: SLIDE.width - EDGE - 1.5, y: 0.17, w: 1.5, h: 0.28 };
const DRAFT: MasterObject = {
  text: { text: "Draft", options: { ...text, ...DRAFT_PLACE, fontSize: 14, bold: true, color: COLORS.draft, align: "right" } },
};

/** @param foot at the bottom of every slide: the client and the assessment @param draft whether each slide is marked as one */
export const MASTER = (foot: string, draft = false): PptxGenJS.SlideMasterProps => ({
  title: "REPORT_SLIDE",
  background: { color: COLORS.paper },
  objects: [
    { rect: { x: 0, y: 0, w: SLIDE.width, h: 0.12, fill: { color: COLORS.own } } },
    placeholder("title", { y: 0.4, h: 1, fontSize: 26, bold: true, valign: "middle" }),
    { line: { x: EDGE, y: 6.95, w: ROOM.w, h: 0, line: { color: COLORS.line, width: 0.75 } } },
    { text: { text: foot, options: { ...text, x: EDGE, y: 7.02, w: 10.5, h: 0.3, fontSize: 11, color: COLORS.muted } } },
    ...(draft ? [DRAFT] : []),
  ],
  slideNumber: { ...text, x: SLIDE.width - EDGE - 1, y: 7.02, w: 1, h: 0.3, fontSize: 11, color: COLORS.muted, align: "right" },
});
