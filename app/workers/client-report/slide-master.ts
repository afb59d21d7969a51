/** The masters of the slides, in the product's colours. All measures are in inches. */
import type PptxGenJS from "pptxgenjs";
import { GRID, INK, MUTED_INK, SERIES_COLORS } from "~/components/charts/palette";

export { TYPEFACE } from "~/workers/client-report/typeface";

import { TYPEFACE } from "~/workers/client-report/typeface";

const hex = (color: string) => color.replace("#", "");
export const COLORS = {
  ink: hex(INK),
  muted: hex(MUTED_INK),
  line: hex(GRID),
  own: hex(SERIES_COLORS.own),
  benchmark: hex(SERIES_COLORS.benchmark),
  head: "E8EBF9",
  paper: "FFFFFF",
  draft: "9A4A06",
};

/** 16:9. */
export const SLIDE = { width: 13.333, height: 7.5 };
const EDGE = 0.6;
/** Where the content of a slide is. */
export const ROOM = { x: EDGE, y: 1.55, w: SLIDE.width - 2 * EDGE, h: 5.2 };

const text = { fontFace: TYPEFACE, color: COLORS.ink, align: "left" as const, margin: 0 };

export const TITLE_MASTER: PptxGenJS.SlideMasterProps = {
  title: "REPORT_TITLE",
  background: { color: COLORS.own },
  objects: [
    {
      placeholder: {
        options: {
          ...text,
          name: "title",
          type: "title",
          x: EDGE,
          y: 2.1,
          w: ROOM.w,
          h: 1.6,
          fontSize: 40,
          bold: true,
          color: COLORS.paper,
          valign: "bottom",
        },
        text: "",
      },
    },
    {
      placeholder: {
        options: {
          ...text,
          name: "body",
          type: "body",
          x: EDGE,
          y: 3.9,
          w: ROOM.w,
          h: 2,
          fontSize: 20,
          color: COLORS.paper,
          valign: "top",
          bullet: false,
        },
        text: "",
      },
    },
    { text: { text: "Maturity Assessment Tool", options: { ...text, x: EDGE, y: 6.9, w: 6, h: 0.3, fontSize: 12, color: COLORS.paper } } },
  ],
};

const DRAFT: PptxGenJS.SlideMasterProps["objects"] = [
  {
    text: {
      text: "Draft",
      options: {
        ...text,
        x: SLIDE.width - EDGE - 1.5,
        y: 0.17,
        w: 1.5,
        h: 0.28,
        fontSize: 14,
        bold: true,
        color: COLORS.draft,
        align: "right",
      },
    },
  },
];

/** @param foot at the bottom of every slide: the client and the assessment @param draft whether each slide is marked as one */
export const MASTER = (foot: string, draft = false): PptxGenJS.SlideMasterProps => ({
  title: "REPORT_SLIDE",
  background: { color: COLORS.paper },
  objects: [
    { rect: { x: 0, y: 0, w: SLIDE.width, h: 0.12, fill: { color: COLORS.own } } },
    {
      placeholder: {
        options: {
          ...text,
          name: "title",
          type: "title",
          x: EDGE,
          y: 0.4,
          w: ROOM.w,
          h: 1,
          fontSize: 26,
          bold: true,
          valign: "middle",
        },
        text: "",
      },
    },
    { line: { x: EDGE, y: 6.95, w: ROOM.w, h: 0, line: { color: COLORS.line, width: 0.75 } } },
    { text: { text: foot, options: { ...text, x: EDGE, y: 7.02, w: 10.5, h: 0.3, fontSize: 11, color: COLORS.muted } } },
    ...(draft ? DRAFT : []),
  ],
  slideNumber: {
    x: SLIDE.width - EDGE - 1,
    y: 7.02,
    w: 1,
    h: 0.3,
    fontFace: TYPEFACE,
    fontSize: 11,
    color: COLORS.muted,
    align: "right",
    margin: 0,
  },
});
