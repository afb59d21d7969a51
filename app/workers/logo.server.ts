/** Makes a PNG of bounded size from a picture that somebody uploaded as a logo (docs/rules/house-style.md#the-logo). */
import sharp from "sharp";
import { LOGO_MAX, LOGO_SIZE } from "#model/style.ts";
import type { LogoFault } from "~/views/team";
import { checkSvg, TooManyElements, Unneeded } from "~/workers/svg.server";
import { svgBytesOf, svgTextOf } from "~/workers/svg-text.server";

/** Pixels that are read at most, in all and along one side. A smaller file may unpack to far more, and a decoder keeps many rows at a time. */
const PIXELS_MAX = 25_000_000;
const SIDE_MAX = 16_000;
/** Dots per inch in which librsvg draws one unit as one pixel, and the most that sharp takes. */
const SVG_DENSITY = 72;
const SVG_DENSITY_MAX = 2_400;
/** How many times as long as the other a side may be. A flatter picture would be a line. */
const FLAT_MAX = 20;

const beginsWith = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);

/** The kind of a picture by its first bytes, so that no other decoder ever sees it. */
function formatOf(bytes: Uint8Array): "png" | "jpeg" | undefined {
  if (beginsWith(bytes, 0x89, 0x50, 0x4e, 0x47)) return "png";
  return beginsWith(bytes, 0xff, 0xd8, 0xff) ? "jpeg" : undefined;
}

/** @returns a PNG that fits into `LOGO_SIZE`, or why there is none */
export async function logoFile(bytes: Uint8Array): Promise<Uint8Array | LogoFault> {
  const format = formatOf(bytes);
  const svg = format ? undefined : svgTextOf(bytes);
  if (!format && svg === undefined) return "format";
  try {
    return await (svg === undefined ? pngOf(bytes) : pngOf(svgBytesOf(checkSvg(svg)), { isSvg: true }));
  } catch (error) {
    if (error instanceof Unneeded) return { unneeded: error.message };
    return error instanceof TooManyElements ? "too large" : "broken";
  }
}

async function pngOf(bytes: Uint8Array, { isSvg = false } = {}): Promise<Uint8Array | LogoFault> {
  const { width = 1, height = 1 } = await sharp(bytes, { limitInputPixels: false, failOn: "error" }).metadata();
  if (width * height > PIXELS_MAX || Math.max(width, height) > SIDE_MAX) return "too many pixels";
  if (Math.max(width, height) > FLAT_MAX * Math.min(width, height)) return "flat";
  const scale = Math.min(LOGO_SIZE.width / width, LOGO_SIZE.height / height);
  const density = isSvg ? Math.min(SVG_DENSITY_MAX, Math.max(1, Math.floor(SVG_DENSITY * scale))) : SVG_DENSITY;
  const { data, info } = await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "error", density })
    .rotate()
    .resize({ ...LOGO_SIZE, fit: "inside", withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width: columns, height: rows, channels } = info;
  for (const palette of [false, true]) {
    const png = await sharp(data, { raw: { width: columns, height: rows, channels } })
      .png({ compressionLevel: 9, palette })
      .toBuffer();
    // In base64 three bytes are four characters.
    if (Math.ceil(png.length / 3) * 4 <= LOGO_MAX) return new Uint8Array(png);
  }
  return "too large";
}
