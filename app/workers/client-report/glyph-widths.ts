/** How wide the text of a TrueType font is (https://learn.microsoft.com/typography/opentype/spec). */

/** What a character that the font lacks is as wide as, in units of the size: another typeface draws it. */
const MISSING = { usual: 0.6, arrow: 0.84, wide: 1 };
/** Arrows, which most tables of scores have. */
const ARROWS = { from: 0x2190, to: 0x21ff };
/** Chinese, Japanese and Korean characters, which are as wide as high. */
const WIDE = 0x2e80;
/** Characters that are known by their number at once: the others are rare. */
const KNOWN = 0x2200;

/** Tells the width of a character, in units of the size, by its code. */
export function glyphWidths(font: Buffer): (code: number) => number {
  const tables = new Map(
    Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
      const at = 12 + 16 * index;
      return [font.toString("latin1", at, at + 4), font.subarray(font.readUInt32BE(at + 8))] as const;
    }),
  );
  const of = (tag: string) => tables.get(tag) ?? Buffer.alloc(0);
  const [units, last] = [of("head").readUInt16BE(18), of("hhea").readUInt16BE(34) - 1];
  const widths = new Float64Array(KNOWN).fill(MISSING.usual).fill(MISSING.arrow, ARROWS.from, ARROWS.to + 1);
  for (const [code, glyph] of glyphsIn(of("cmap")))
    if (code < KNOWN) widths[code] = of("hmtx").readUInt16BE(4 * Math.min(glyph, last)) / units;
  return (code) => widths[code] ?? (code < WIDE ? MISSING.usual : MISSING.wide);
}

/** The glyph of each character: the table of Windows' characters, in segments (format 4). */
function* glyphsIn(cmap: Buffer): Generator<[code: number, glyph: number]> {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.subarray(cmap.readUInt32BE(8 + 8 * index)));
  const table = subtables.find((each) => each.readUInt16BE(0) === 4);
  if (!table) return;
  const size = table.readUInt16BE(6);
  for (let at = 14; at < 14 + size; at += 2) {
    const [end, start] = [table.readUInt16BE(at), table.readUInt16BE(at + size + 2)];
    const [delta, range] = [table.readUInt16BE(at + 2 * size + 2), at + 3 * size + 2];
    const offset = table.readUInt16BE(range);
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const glyph = offset === 0 ? code : table.readUInt16BE(range + offset + 2 * (code - start));
      if (glyph > 0) yield [code, (glyph + delta) & 0xffff];
    }
  }
}
