/** The typeface of the pages as TrueType, for files that carry it along: packages have it as WOFF, which Word and PowerPoint cannot read. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";

export const TYPEFACE = "IBM Plex Sans";

/** The typeface of slides, which carry none along: every machine has it. */
export const SLIDE_TYPEFACE = "Arial";

/** The typeface that replaces it where it is not installed, with its shape in numbers (PANOSE), by which programs look for another. */
const FALLBACK = "Arial";
export const PANOSE = "020B0503050203000203";

const SCHEMAS = "http://schemas.openxmlformats.org";

/**
 * The table of typefaces of a Word file, for which docx has no names of others and claims more alphabets than there are.
 * @param keys of the files with the regular and the bold face
 */
export function fontTable(keys: readonly string[]): string {
  const faces = ["embedRegular", "embedBold"].map(
    (face, index) => `<w:${face} r:id="rId${index + 1}" w:fontKey="{${keys[index]?.toUpperCase()}}"/>`,
  );
  const namespaces = `xmlns:w="${SCHEMAS}/wordprocessingml/2006/main" xmlns:r="${SCHEMAS}/officeDocument/2006/relationships"`;
  const signature = 'w:usb0="80000067" w:usb1="0000002A" w:usb2="00000000" w:usb3="00000000" w:csb0="2000019F" w:csb1="00000000"';
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:fonts ${namespaces}><w:font w:name="${TYPEFACE}"><w:altName w:val="${FALLBACK}"/><w:panose1 w:val="${PANOSE}"/><w:charset w:val="00"/><w:family w:val="swiss"/><w:pitch w:val="variable"/><w:sig ${signature}/>${faces.join("")}</w:font></w:fonts>`;
}

interface Faces {
  regular: Buffer;
  bold: Buffer;
}
let faces: Promise<Faces> | undefined;

/** Both weights, read once. */
export function readFaces(): Promise<Faces> {
  const read = async (weight: number) =>
    asTrueType(
      await readFile(createRequire(import.meta.url).resolve(`@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-${weight}-normal.woff`)),
    );
  faces ??= Promise.all([read(400), read(600)]).then(([regular, bold]) => ({ regular, bold }));
  return faces;
}

const WOFF = { header: 44, entry: 20 };
const SFNT = { header: 12, entry: 16 };
const padded = (length: number) => (length + 3) & ~3;

/** A font without its compression (https://www.w3.org/TR/WOFF/). */
export function asTrueType(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = WOFF.header + index * WOFF.entry;
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const raw = woff.subarray(offset, offset + packed);
    return { tag: woff.subarray(at, at + 4), checksum: woff.subarray(at + 16, at + 20), data: packed < length ? inflateSync(raw) : raw };
  });
  const start = SFNT.header + count * SFNT.entry;
  const font = Buffer.alloc(start + tables.reduce((sum, { data }) => sum + padded(data.length), 0));
  woff.copy(font, 0, 4, 8);
  const power = 2 ** Math.floor(Math.log2(count));
  font.writeUInt16BE(count, 4);
  font.writeUInt16BE(power * 16, 6);
  font.writeUInt16BE(Math.log2(power), 8);
  font.writeUInt16BE(count * 16 - power * 16, 10);
  let offset = start;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const at = SFNT.header + index * SFNT.entry;
    tag.copy(font, at);
    checksum.copy(font, at + 4);
    font.writeUInt32BE(offset, at + 8);
    font.writeUInt32BE(data.length, at + 12);
    data.copy(font, offset);
    offset += padded(data.length);
  }
  return font;
}
