/** The masters of the slides, in the product's colours. All measures are in inches. */

import type PptxGenJS from "pptxgenjs";
import { cutTo } from "#model/words.ts";
import type { About } from "~/views/client-report";
import { footLine, type Logo } from "~/views/team";
import { accentOf, COLORS, logoSize } from "~/workers/client-report/look";
import { SLIDE_TYPEFACE as TYPEFACE } from "~/workers/client-report/typeface";

/** 16:9. */
export const SLIDE = { width: 13.333, height: 7.5 };
const EDGE = 0.6;
/** Where the content of a slide is. */
export const ROOM = { x: EDGE, y: 1.55, w: SLIDE.width - 2 * EDGE, h: 5.2 };

const text = { fontFace: TYPEFACE, color: COLORS.ink, align: "left" as const, margin: 0 };

/** The names of the masters. */
export const TITLE = "REPORT_TITLE";
export const CONTENT = "REPORT_SLIDE";

type MasterObject = NonNullable<PptxGenJS.SlideMasterProps["objects"]>[number];
type PlaceholderOptions = Omit<PptxGenJS.PlaceholderProps, "name" | "type">;

/** A placeholder across the slide. */
const placeholder = (type: "title" | "body", options: PlaceholderOptions): MasterObject => ({
  placeholder: { options: { ...text, name: type, type, x: EDGE, w: ROOM.w, ...options }, text: "" },
});

/** Where the facts of the first slide are. */
export const COVER_FACTS = { y: 3.9, h: 3.3 };
const LOGO_FRAME = { width: 3.2, height: 1 };
const LOGO_EDGE = 0.15;

/** A logo on a white plate at the top of the first slide. */
function logoPlate(logo: Logo): MasterObject[] {
  const { width: w, height: h } = logoSize(logo, LOGO_FRAME);
  const plate = { x: EDGE, y: 0.6, w: w + 2 * LOGO_EDGE, h: h + 2 * LOGO_EDGE };
  return [
    { rect: { ...plate, fill: { color: COLORS.paper } } },
    { image: { x: plate.x + LOGO_EDGE, y: plate.y + LOGO_EDGE, w, h, data: `image/png;base64,${logo.png}` } },
  ];
}

/** The master of the first slide, in the accent colour of a house style. */
export const titleMaster = (about: About): PptxGenJS.SlideMasterProps => ({
  title: TITLE,
  background: { color: accentOf(about) },
  objects: [
    placeholder("title", { y: 2.1, h: 1.6, fontSize: 40, bold: true, color: COLORS.paper, valign: "bottom" }),
    placeholder("body", { ...COVER_FACTS, fontSize: 20, color: COLORS.paper, valign: "top", bullet: false }),
    ...(about.style?.logo ? logoPlate(about.style.logo) : []),
  ],
});

/** Characters of a name in the foot, which has one line for two of them, and of a line. */
const FOOT = { name: 50, line: 150 };

const footText = (line: string, y: number): MasterObject => ({
  text: { text: line, options: { ...text, x: EDGE, y, w: 10.5, h: 0.25, fontSize: 10, color: COLORS.muted } },
});

const DRAFT_PLACE = { x: SLIDE.width - EDGE - 1.5, y: 0.17, w: 1.5, h: 0.28 };
const DRAFT: MasterObject = {
  text: { text: "Draft", options: { ...text, ...DRAFT_PLACE, fontSize: 14, bold: true, color: COLORS.draft, align: "right" } },
};

/** The master of all other slides: client and assessment at the bottom, and what a house style puts there. A draft is marked. */
export function slideMaster(about: About): PptxGenJS.SlideMasterProps {
  const line = footLine(about.style ?? {});
  return {
    title: CONTENT,
    background: { color: COLORS.paper },
    objects: [
      { rect: { x: 0, y: 0, w: SLIDE.width, h: 0.12, fill: { color: accentOf(about) } } },
      placeholder("title", { y: 0.4, h: 1, fontSize: 26, bold: true, valign: "middle" }),
      { line: { x: EDGE, y: 6.95, w: ROOM.w, h: 0, line: { color: COLORS.line, width: 0.75 } } },
      footText(
        [
          cutTo(about.organization.name, FOOT.name),
          cutTo(about.assessment.name, FOOT.name),
          ...(about.draft === undefined ? [] : ["Draft"]),
        ].join(" – "),
        7,
      ),
      ...(line ? [footText(cutTo(line, FOOT.line), 7.2)] : []),
      ...(about.draft === undefined ? [] : [DRAFT]),
    ],
    slideNumber: { ...text, x: SLIDE.width - EDGE - 1, y: 7.02, w: 1, h: 0.3, fontSize: 11, color: COLORS.muted, align: "right" },
  };
}
