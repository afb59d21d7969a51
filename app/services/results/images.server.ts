/**
 * Pictures of a result as JPEG (docs/rules/results-and-files.md#images). satori lays them out with fonts from a package, so the machine's
 * fonts do not matter; sharp rasterizes them.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { LRUCache } from "lru-cache";
import type { ReactNode } from "react";
import satori from "satori";
import sharp from "sharp";

type Font = NonNullable<Parameters<typeof satori>[1]["fonts"]>[number];

/** The typeface of the pages. Each subset has a family name of its own, because satori takes one file for each name. */
const SUBSETS = ["latin", "latin-ext", "greek", "cyrillic", "cyrillic-ext", "vietnamese"] as const;
const WEIGHTS = [400, 600] as const;
const FAMILY = SUBSETS.map((subset) => `Plex ${subset}`).join(", ");

/** Pixels per unit; two for high-density screens. */
const SCALE = 2;
/**
 * The rasterizer works in tiles of 2,000 pixels and reads the whole picture for each, so a high picture is limited to one column of few
 * tiles.
 */
const HIGH = 2_000;
const WIDTH_OF_HIGH = 2_000;
const HEIGHT_MAX = 10_000;
const QUALITY = 88;

let loading: Promise<Font[]> | undefined;

/** Loads the fonts once. It must always be the same array, as satori caches the parsed fonts by it. */
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
/** Whether the typeface has a glyph for a grapheme. */
const drawable = new LRUCache<string, boolean>({ max: 20_000 });
const REPLACEMENT = "\ufffd";
export const REPLACED = `${REPLACEMENT} stands for a character that this picture’s typeface does not have.`;

/** Unknown graphemes that are looked up for one picture; later ones count as missing. */
const UNKNOWN_MAX = 500;
/** Longer graphemes are not drawn: no language stacks so many accents on a letter. */
const GRAPHEME_MAX = 16;
const PLAIN = /^[\s\x21-\x7e]+$/;

/** Lets satori tell for which graphemes of the texts it has no glyph. */
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
 * Replaces what the typeface lacks by a sign for that, so that no empty boxes are drawn.
 * @returns the text, and whether anything was replaced
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

/** Does so for every text in a value. */
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

/** Every text in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value.normalize("NFC")];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * Replaces the characters of a content that cannot be drawn.
 * @param content with its texts already cut, because every character is looked at
 * @returns the content, and a remark for the reader if something was replaced
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
 * Lays a picture out as SVG, as high as its content.
 * @param width in units
 * @param asPaths false keeps texts as text, for tests that read them
 */
export async function svgOf(picture: ReactNode, width: number, { asPaths = true } = {}): Promise<string> {
  const framed = { type: "div", props: { style: { display: "flex", fontFamily: FAMILY }, children: picture } };
  return inlineDrawings(await satori(framed as unknown as ReactNode, { width, fonts: await fonts(), embedFont: asPaths }));
}

/**
 * Puts drawings directly into the picture. satori writes each as an embedded image with a mask as large as the picture, and the
 * rasterizer takes a second for every one of them.
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

/** Draws a picture as JPEG with two pixels per unit, fewer if it is very high. @param width in units */
export async function jpegOf(picture: ReactNode, width: number): Promise<Buffer> {
  const svg = await svgOf(picture, width);
  const height = Number(/<svg[^>]* height="([\d.]+)"/.exec(svg)?.[1] ?? width);
  const scale = height > HIGH ? Math.min(SCALE, WIDTH_OF_HIGH / width, HEIGHT_MAX / height) : SCALE;
  return sharp(Buffer.from(svg), { density: Math.floor(72 * scale), limitInputPixels: false })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: QUALITY, chromaSubsampling: "4:4:4" })
    .toBuffer();
}
