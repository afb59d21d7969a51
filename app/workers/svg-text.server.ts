/** Reads the text of an SVG in whatever encoding a program has saved it. */

const DECLARATION = /^<\?xml\s[^>]*>/;
const SVG = /<(?:[\w.-]+:)?svg[\s>]/i;
/** An XML declaration is at most as long. It has no character that the encodings of texts spell differently. */
const DECLARED = 200;

/** By its first bytes: the mark that says so, or a first `<` of two bytes. */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  if (first === 0xef && second === 0xbb) return "utf-8";
  const begin = Buffer.from(bytes.subarray(0, DECLARED)).toString("latin1");
  return /^<\?xml\s[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(begin)?.[1] ?? "utf-8";
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder();
  }
}

/** The text of an SVG, without the declaration that names its encoding; undefined for what has no such element. */
export function svgTextOf(bytes: Uint8Array): string | undefined {
  const text = decoderOf(encodingOf(bytes)).decode(bytes).replace(DECLARATION, "");
  return SVG.test(text) ? text : undefined;
}

/** The bytes to draw. What draws them looks for an SVG only near their beginning, and a comment may be before it. */
export const svgBytesOf = (text: string): Buffer => Buffer.from(`<!-- This file is an <svg> -->${text}`);
