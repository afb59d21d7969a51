/**
 * Pictures of a result as JPEG, PNG or SVG (docs/rules/results-and-files.md#images). Satori lays them out and draws texts as outlines. Its
 * fonts come from packages, so the machine's fonts do not matter. Sharp rasterizes the pictures.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { LRUCache } from "lru-cache";
import type { ReactNode } from "react";
import satori from "satori";
import sharp from "sharp";
import { mapTexts } from "~/services/results/files/map-texts";
import type { ImageFormat } from "~/views/paths";

type Font = NonNullable<Parameters<typeof satori>[1]["fonts"]>[number];

/** The typeface of the pages. Each subset has a family name of its own, because satori takes one file for each name. */
const SUBSETS = ["latin", "latin-ext", "greek", "cyrillic", "cyrillic-ext", "vietnamese"] as const;
const WEIGHTS = [400, 600] as const;
const PLEX = SUBSETS.map((subset) => ({ name: `Plex ${subset}`, file: `ibm-plex-sans/files/ibm-plex-sans-${subset}` }));

interface FontFile {
  /** Of the family, for satori. */
  name: string;
  /** Without weight and ending, in the packages of `@fontsource`. */
  file: string;
  /** Those that there are of it; all unless given. */
  weights?: readonly number[];
}
type Script = "arabic" | "chinese" | "korean" | "hebrew" | "thai" | "hindi" | "signs" | "emoji";
interface FurtherScript {
  fonts: readonly FontFile[];
  used: RegExp;
}

/**
 * Scripts and signs that the typeface of the pages lacks. Their fonts are read for the first text that needs them. Not every installation has
 * the large ones (docs/decisions/0014-pinned-packages.md#fonts-of-pictures).
 */
const FURTHER: Readonly<Record<Script, FurtherScript>> = {
  arabic: {
    fonts: [{ name: "Plex Arabic", file: "ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic" }],
    used: /\p{Script=Arabic}/u,
  },
  chinese: {
    fonts: [{ name: "Noto Sans SC", file: "noto-sans-sc/files/noto-sans-sc-chinese-simplified" }],
    // Ideographs, Japanese syllables, and the punctuation and wide Latin letters that go with them.
    used: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff65]/u,
  },
  korean: { fonts: [{ name: "Noto Sans KR", file: "noto-sans-kr/files/noto-sans-kr-korean" }], used: /\p{Script=Hangul}/u },
  hebrew: { fonts: [{ name: "Noto Sans Hebrew", file: "noto-sans-hebrew/files/noto-sans-hebrew-hebrew" }], used: /\p{Script=Hebrew}/u },
  thai: { fonts: [{ name: "Noto Sans Thai", file: "noto-sans-thai/files/noto-sans-thai-thai" }], used: /\p{Script=Thai}/u },
  hindi: {
    fonts: [{ name: "Noto Sans Devanagari", file: "noto-sans-devanagari/files/noto-sans-devanagari-devanagari" }],
    used: /\p{Script=Devanagari}/u,
  },
  signs: {
    fonts: [
      { name: "Noto Sans Math", file: "noto-sans-math/files/noto-sans-math-latin", weights: [400] },
      { name: "Noto Sans Symbols 2", file: "noto-sans-symbols-2/files/noto-sans-symbols-2-symbols", weights: [400] },
    ],
    // Arrows, signs of mathematics, shapes, and ticks.
    used: /[\u2010\u2190-\u2bff]/,
  },
  emoji: {
    fonts: [{ name: "Noto Emoji", file: "noto-emoji/files/noto-emoji-emoji" }],
    used: /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]/u,
  },
};
const SCRIPTS = Object.keys(FURTHER) as Script[];

const { resolve } = createRequire(import.meta.url);
const pathOf = (file: string, weight: number) => resolve(`@fontsource/${file}-${weight}-normal.woff`);
const there = new Map<Script, boolean>();
/** Whether the fonts of a script are installed. */
function isThere(script: Script): boolean {
  const known = there.get(script);
  if (known !== undefined) return known;
  let isComplete = true;
  try {
    for (const { file } of FURTHER[script].fonts) pathOf(file, 400);
  } catch {
    isComplete = false;
  }
  there.set(script, isComplete);
  return isComplete;
}

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

const read = new Map<string, Promise<Font[]>>();

/** The weights of a font, read once. */
function readFont({ name, file, weights = WEIGHTS }: FontFile): Promise<Font[]> {
  const fonts =
    read.get(name) ??
    Promise.all(
      weights.map(async (weight): Promise<Font> => {
        return { name, data: await readFile(pathOf(file, weight)), weight: weight as 400 | 600, style: "normal" };
      }),
    );
  read.set(name, fonts);
  return fonts;
}

interface Typeface {
  /** Names of fonts, in the order to look for a character. */
  family: string;
  fonts: Font[];
}
const typefaces = new Map<string, Promise<Typeface>>();

/** The fonts for texts in some scripts. It is always the same array for the same scripts, as satori caches the parsed fonts by it. */
function typefaceOf(scripts: readonly Script[]): Promise<Typeface> {
  const key = scripts.join(" ");
  const known = typefaces.get(key);
  if (known) return known;
  const used: FontFile[] = [...PLEX, ...scripts.flatMap((script) => FURTHER[script].fonts)];
  const loading = Promise.all(used.map(readFont)).then((fonts) => ({
    family: used.map(({ name }) => name).join(", "),
    fonts: fonts.flat(),
  }));
  typefaces.set(key, loading);
  return loading;
}

/** The scripts of some texts that need fonts of their own. */
const scriptsIn = (texts: readonly string[]) =>
  SCRIPTS.filter((script) => texts.some((text) => FURTHER[script].used.test(text)) && isThere(script));

/**
 * A text as it is drawn. The fonts lack the hyphen that does not break, which looks like any other, and the invisible mark that asks for colours.
 * Satori draws no key around a character, so that is left out: `1️⃣` is a 1.
 */
const asDrawn = (text: string) =>
  text
    .normalize("NFC")
    .replaceAll("\u2011", "-")
    .replaceAll("\ufe0f", "")
    .replace(/(?<=[\d#*])\u20e3/g, "");

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Whether there is a glyph for a grapheme, by the scripts whose fonts are read and the grapheme. */
const drawable = new LRUCache<string, boolean>({ max: 20_000 });
const keyOf = (scripts: readonly Script[], grapheme: string) => `${scripts.join(" ")} ${grapheme}`;
const REPLACEMENT = "\ufffd";
export const REPLACED = `${REPLACEMENT} stands for a character that this picture’s typeface does not have.`;

/** Unknown graphemes that are looked up for one picture; later ones count as missing. */
const UNKNOWN_MAX = 500;
/** Longer graphemes are not drawn: no language stacks so many accents on a letter. */
const GRAPHEME_MAX = 16;
const PLAIN = /^[\s\x21-\x7e]+$/;

/** Asks satori which graphemes of the texts have no glyph. */
async function learn(texts: readonly string[], scripts: readonly Script[]): Promise<void> {
  const unknown = new Set<string>();
  for (const text of texts) {
    for (const { segment } of graphemes.segment(text)) {
      if (unknown.size >= UNKNOWN_MAX) break;
      if (segment.length <= GRAPHEME_MAX && !PLAIN.test(segment) && !drawable.has(keyOf(scripts, segment))) unknown.add(segment);
    }
  }
  if (unknown.size === 0) return;
  let missing = "";
  const { family, fonts } = await typefaceOf(scripts);
  const probe = {
    type: "div",
    props: { style: { display: "flex", flexWrap: "wrap", fontFamily: family }, children: [...unknown].map(single) },
  };
  await satori(probe as unknown as ReactNode, {
    width: 1000,
    fonts,
    loadAdditionalAsset: async (_language, segment) => {
      missing += segment;
      return [];
    },
  });
  for (const grapheme of unknown) drawable.set(keyOf(scripts, grapheme), !missing.includes(grapheme));
}

const single = (text: string, key: number) => ({ type: "div", key, props: { style: { display: "flex" }, children: text } });

/** Every text in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [asDrawn(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * Replaces the characters of a content that the typeface lacks by a sign, so that no empty boxes are drawn.
 * @param content with its texts already cut, because every character is looked at
 * @returns the content, a remark for the reader if something was replaced, and the scripts to draw it with
 */
export async function drawableContent<T>(content: T): Promise<{ content: T; remark: string | undefined; scripts: readonly Script[] }> {
  const texts = textsIn(content);
  const scripts = scriptsIn(texts);
  await learn(texts, scripts);
  let replaced = false;
  const drawn = (grapheme: string) => {
    if (PLAIN.test(grapheme) || drawable.get(keyOf(scripts, grapheme))) return grapheme;
    replaced = true;
    return REPLACEMENT;
  };
  const made = mapTexts(content, (text) => Array.from(graphemes.segment(asDrawn(text)), ({ segment }) => drawn(segment)).join(""));
  return { content: made, remark: replaced ? REPLACED : undefined, scripts };
}

/**
 * Lays a picture out as SVG, as high as its content.
 * @param width in units
 * @param asPaths false keeps texts as text, for tests that read them
 * @param scripts of its texts, as `drawableContent` found them
 */
export async function svgOf(
  picture: ReactNode,
  width: number,
  { asPaths = true, scripts = [] }: { asPaths?: boolean; scripts?: readonly Script[] } = {},
): Promise<string> {
  const { family, fonts } = await typefaceOf(scripts);
  const framed = { type: "div", props: { style: { display: "flex", fontFamily: family }, children: picture } };
  return inlineDrawings(await satori(framed as unknown as ReactNode, { width, fonts, embedFont: asPaths }));
}

/**
 * Puts drawings directly into the picture. Satori writes each as an embedded image with a mask as large as the picture. The rasterizer
 * takes a second for each mask.
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

/**
 * Draws a picture: as SVG or, with two pixels per unit and fewer if it is very high, as JPEG or PNG.
 * @param width in units
 * @param more.scale pixels per unit
 */
export async function encodePicture(
  picture: ReactNode,
  width: number,
  { format, scripts = [], scale: wanted = SCALE }: { format: ImageFormat; scripts?: readonly Script[]; scale?: number },
): Promise<Buffer> {
  const svg = await svgOf(picture, width, { scripts });
  if (format === "svg") return Buffer.from(svg);
  const height = Number(/<svg[^>]* height="([\d.]+)"/.exec(svg)?.[1] ?? width);
  const scale = height > HIGH ? Math.min(wanted, WIDTH_OF_HIGH / width, HEIGHT_MAX / height) : wanted;
  const pixels = sharp(Buffer.from(svg), { density: Math.floor(72 * scale), limitInputPixels: false }).flatten({ background: "#ffffff" });
  return (format === "png" ? pixels.png() : pixels.jpeg({ quality: QUALITY, chromaSubsampling: "4:4:4" })).toBuffer();
}
