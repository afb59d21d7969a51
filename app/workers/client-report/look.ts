/** What the Word file and the slides have in common: colours, and what a cover says. */
import { COVER_FIELDS } from "#model/report-cover.ts";
import { GRID, INK, MARKS, MUTED_INK, SERIES_COLORS } from "~/components/charts/palette";
import type { About } from "~/views/client-report";
import { shortDate } from "~/views/dates";
import type { Cell, Column } from "~/views/result";
import { PRODUCT } from "~/views/shell";
import type { Logo } from "~/views/team";

/** A colour as both formats write it. */
export const hex = (color: string) => color.replace("#", "");

export const COLORS = {
  ink: hex(INK),
  muted: hex(MUTED_INK),
  line: hex(GRID),
  own: hex(SERIES_COLORS.own),
  benchmark: hex(SERIES_COLORS.benchmark),
  paper: "FFFFFF",
  draft: "9A4A06",
};

/** How much of the accent colour a paler one has: that of the heads of tables, and that of a level which is met in part. */
const TINT = { head: 0.12, partially: 0.3 };

/** A colour mixed with white. @param share of the colour, from 0 to 1 */
export const tint = (color: string, share: number): string =>
  [0, 2, 4]
    .map((at) => Math.round(255 - (255 - Number.parseInt(color.slice(at, at + 2), 16)) * share))
    .map((part) => part.toString(16).padStart(2, "0").toUpperCase())
    .join("");

/** Behind the heads of tables: the accent colour of the house style, much paler. */
export const headColor = (accent: string): string => tint(accent, TINT.head);

/** The colours of a cell with a mark, in the accent colour of the house style. Only a column of marks is filled. */
export function markColors({ mark }: Cell, column: Column | undefined, accent: string): { ink?: string; fill?: string } {
  if (!mark) return {};
  const { ink, background } = MARKS[mark];
  const fill = mark === "fully" ? accent : mark === "partially" ? tint(accent, TINT.partially) : hex(background);
  return { ink: hex(ink), ...(column?.kind === "mark" ? { fill } : {}) };
}

/** The colour of covers and headings. */
export const accentOf = ({ style }: About): string => (style?.accent ? hex(style.accent) : COLORS.own);

/** The size of a logo in a frame, in the frame's unit. */
export function logoSize({ width, height }: Logo, frame: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(frame.width / width, frame.height / height);
  return { width: width * scale, height: height * scale };
}

/** The author in the properties of a file. */
export const authorOf = ({ cover }: About): string => cover.authors ?? PRODUCT;

/** The lines of a text that have something. */
export const linesIn = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The texts of a cover: the client, the assessment, and facts. A missing fact leaves no gap. */
export function coverOf({ model, assessment, organization, cover, style, statusOf, several }: About): {
  client: string;
  what: string;
  facts: [label: string, text: string][];
} {
  const { scope, extent, badge, test, started, completed, creator } = assessment;
  const day = cover.date ?? completed ?? started;
  const isLater = statusOf !== undefined && day !== undefined && statusOf !== day.slice(0, 10);
  const facts: [label: string, text: string | undefined][] = [
    ["In scope", extent],
    [COVER_FIELDS.version.label, cover.version],
    [
      cover.date ? COVER_FIELDS.date.label : completed ? "Completed" : "Started",
      day && `${shortDate(day)}${isLater ? `. Status of ${shortDate(statusOf)}` : ""}`,
    ],
    cover.authors ? [COVER_FIELDS.authors.label, cover.authors] : ["Created by", creator],
    [COVER_FIELDS.reviewer.label, cover.reviewer],
    ["Prepared by", style?.name],
    [COVER_FIELDS.distribution.label, cover.distribution && linesIn(cover.distribution).join("; ")],
    ["Confidentiality", style?.confidentiality],
    ["Status", badge],
    ["Test assessment", test ? "Yes" : undefined],
  ];
  return {
    client: [organization.name, organization.unit].filter(Boolean).join(", "),
    what: `${model} ${scope}: maturity assessment${several ? "s" : ""}`,
    facts: facts.flatMap(([label, text]) => (text ? [[label, text]] : [])),
  };
}
