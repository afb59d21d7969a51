/**
 * Pictures of a result as JPEG: laid out by satori with fonts of our own, so that no font of the machine matters, rasterized by sharp
 * (docs/rules/results-and-files.md#images).
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { LRUCache } from "lru-cache";
import type { ReactNode } from "react";
import satori from "satori";
import sharp from "sharp";

type Font = NonNullable<Parameters<typeof satori>[1]["fonts"]>[number];

/** As on the page. Each subset of the typeface has a family name of its own: satori takes one file per name. */
const SUBSETS = ["latin", "latin-ext", "greek", "cyrillic", "cyrillic-ext", "vietnamese"] as const;
const WEIGHTS = [400, 600] as const;
const FAMILY = SUBSETS.map((subset) => `Plex ${subset}`).join(", ");

/** Pixels per unit: two, for screens of high density. */
const SCALE = 2;
/** The rasterizer draws squares of 2,000 pixels, and goes through the whole picture for each: high ones get one column of them, and not many. */
const HIGH = 2_000;
const WIDTH_OF_HIGH = 2_000;
const HEIGHT_MAX = 10_000;
const QUALITY = 88;

let loading: Promise<Font[]> | undefined;

/** The fonts come from the package, not from the machine. One array for good: satori keeps what it parsed by it. */
function fonts(): Promise<Font[]> {
  const resolve = createRequire(import.meta.url).resolve;
  loading ??= Promise.all(
    SUBSETS.flatMap((subset) =>
      WEIGHTS.map(async (weight): Promise<Font> => {
        const file = resolve(`@fontsource/ibm-plex-sans/files/ibm-plex-sans-${subset}-${weight}-normal.woff`);
        return { name: `Plex ${subset}`, data: await readFile(file), weight, style: "normal" };
      }),
    ),
  );
  return loading;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Whether the typeface has it. */
const drawable = new LRUCache<string, boolean>({ max: 20_000 });
const REPLACEMENT = "\ufffd";
export const REPLACED = `${REPLACEMENT} stands for a character that this picture’s typeface does not have.`;

/** Of one picture; the typeface has fewer characters than this, so most of what comes after them is not in it. */
const UNKNOWN_MAX = 500;
/** A letter with more marks above and below than any language has is not drawn. */
const GRAPHEME_MAX = 16;
const PLAIN = /^[\s\x21-\x7e]+$/;

/** Learns from satori which of the texts' characters it has no glyph for. */
async function learn(texts: readonly string[]): Promise<void> {
  const unknown = new Set<string>();
  for (const text of texts) {
    for (const { segment } of graphemes.segment(text)) {
      if (unknown.size >= UNKNOWN_MAX) break;
      if (segment.length <= GRAPHEME_MAX && !PLAIN.test(segment) && !drawable.has(segment)) unknown.add(segment);
    }
  }
  if (unknown.size === 0) return;
  let missing = "";
  const probe = {
    type: "div",
    props: { style: { display: "flex", flexWrap: "wrap", fontFamily: FAMILY }, children: [...unknown].map(single) },
  };
  await satori(probe as unknown as ReactNode, {
    width: 1000,
    fonts: await fonts(),
    loadAdditionalAsset: async (_language, segment) => {
      missing += segment;
      return [];
    },
  });
  for (const grapheme of unknown) drawable.set(grapheme, !missing.includes(grapheme));
}

const single = (text: string, key: number) => ({ type: "div", key, props: { style: { display: "flex" }, children: text } });

/**
 * A text that can be drawn: what the typeface lacks is replaced by a sign that says so, never by an empty box.
 * @returns the text, and whether anything had to be replaced
 */
function makeDrawable(text: string): { text: string; replaced: boolean } {
  let replaced = false;
  const parts = Array.from(graphemes.segment(text.normalize("NFC")), ({ segment }) => {
    if (PLAIN.test(segment) || drawable.get(segment)) return segment;
    replaced = true;
    return REPLACEMENT;
  });
  return { text: parts.join(""), replaced };
}

/** Every text of a value made drawable. */
function makeAllDrawable<T>(value: T, onReplaced: () => void): T {
  if (typeof value === "string") {
    const { text, replaced } = makeDrawable(value);
    if (replaced) onReplaced();
    return text as T;
  }
  if (Array.isArray(value)) return value.map((item) => makeAllDrawable(item, onReplaced)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, makeAllDrawable(item, onReplaced)])) as T;
}

/** Every text of a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value.normalize("NFC")];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * What is to be drawn, in characters that can be drawn; `remark` says so where some could not.
 * @param content with its texts cut already: each is gone through by characters
 */
export async function drawableContent<T>(content: T): Promise<{ content: T; remark: string | undefined }> {
  await learn(textsIn(content));
  let replaced = false;
  const made = makeAllDrawable(content, () => {
    replaced = true;
  });
  return { content: made, remark: replaced ? REPLACED : undefined };
}

/**
 * A picture as SVG, as high as its content.
 * @param asPaths false keeps texts as texts, for those who want to read them
 */
export async function svgOf(picture: ReactNode, width: number, { asPaths = true } = {}): Promise<string> {
  const framed = { type: "div", props: { style: { display: "flex", fontFamily: FAMILY }, children: picture } };
  return inlineDrawings(await satori(framed as unknown as ReactNode, { width, fonts: await fonts(), embedFont: asPaths }));
}

/**
 * Drawings inside the picture as parts of it. Satori writes each as an image of its own under a mask of the whole
 * picture's size, and the rasterizer takes a second for every one of them.
 */
function inlineDrawings(svg: string): string {
  const drawings = svg.replace(
    /<image x="([^"]*)" y="([^"]*)"[^>]* href="data:image\/svg\+xml;(utf8|base64),([^"]*)"[^>]*\/>/g,
    (_image, x: string, y: string, coding: string, content: string) =>
      (coding === "utf8" ? decodeURIComponent(content) : Buffer.from(content, "base64").toString()).replace(
        "<svg",
        `<svg x="${x}" y="${y}"`,
      ),
  );
  return drawings.replace(/<mask id="([^"]+)">.*?<\/mask>/gs, (mask, id: string) => (drawings.includes(`url(#${id})`) ? mask : ""));
}

/** A picture as JPEG at two pixels per unit, fewer where it is so high that rasterizing it would take long. */
export async function jpegOf(picture: ReactNode, width: number): Promise<Buffer> {
  const svg = await svgOf(picture, width);
  const height = Number(/<svg[^>]* height="([\d.]+)"/.exec(svg)?.[1] ?? width);
  const scale = height > HIGH ? Math.min(SCALE, WIDTH_OF_HIGH / width, HEIGHT_MAX / height) : SCALE;
  return sharp(Buffer.from(svg), { density: Math.floor(72 * scale), limitInputPixels: false })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: QUALITY, chromaSubsampling: "4:4:4" })
    .toBuffer();
}
