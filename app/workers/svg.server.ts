/**
 * Finds in an SVG, before anything draws it, what no logo needs: what takes memory or time without bound, and what another file could be
 * hidden in (docs/rules/house-style.md#what-an-svg-may-hold).
 */
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from "saxes";

/** Each takes memory while it is drawn, a pattern as much as its own size says. An `image` may hold a whole picture. */
const UNNEEDED = new Set(["pattern", "filter", "mask", "image", "foreignObject"]);
/** A drawing of a logo has some hundreds. */
const ELEMENTS_MAX = 20_000;
const SVG = "http://www.w3.org/2000/svg";
const XINCLUDE = "http://www.w3.org/2001/XInclude";
const OTHER_FILE = "a reference to another file";
/** `url(…)` that does not lead to an element of the same file. */
const URL_ELSEWHERE = /url\((?![\s"']*#)/i;
const IMPORT = /@import/i;
const FILTER = /(?<![\w-])filter\s*:(?!\s*none)/i;

/** The SVG holds something that no logo needs. The message names it. */
export class Unneeded extends Error {
  override name = "Unneeded";
}
/** The SVG holds more elements than a logo has. */
export class TooManyElements extends Error {
  override name = "TooManyElements";
}

/**
 * Checks an SVG.
 * @param text without a declaration, which could name another encoding
 * @returns the text. Only that may be drawn: other bytes could mean something else to another reader
 * @throws Unneeded, TooManyElements; another error for what is no well-formed SVG
 */
export function checkSvg(text: string): string {
  const parser = new SaxesParser({ xmlns: true });
  let [elements, depth] = [0, 0];
  let css: string | undefined;
  const addCss = (more: string) => {
    if (css !== undefined) css += more;
  };
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", (type) => {
    if (type.includes("[")) throw new Unneeded("a document type with entities");
  });
  parser.on("processinginstruction", ({ target }) => {
    if (target === "xml-stylesheet") throw new Unneeded(OTHER_FILE);
  });
  parser.on("opentag", (tag) => {
    elements += 1;
    if (elements > ELEMENTS_MAX) throw new TooManyElements();
    checkElement(tag, depth);
    depth += 1;
    if (tag.local === "style") css ??= "";
  });
  parser.on("text", addCss);
  parser.on("cdata", addCss);
  parser.on("closetag", (tag) => {
    depth -= 1;
    if (tag.local !== "style") return;
    checkCss(css ?? "");
    css = undefined;
  });
  parser.write(text).close();
  return text;
}

function checkElement({ local, uri, attributes }: SaxesTagNS, depth: number): void {
  if (uri === XINCLUDE) throw new Unneeded(OTHER_FILE);
  // Notes of other programs are not drawn.
  if (uri !== SVG && uri !== "") return;
  if (depth === 0 && local !== "svg") throw new Error("no SVG");
  if (depth > 0 && local === "svg") throw new Unneeded("<svg> within <svg>");
  if (UNNEEDED.has(local)) throw new Unneeded(`<${local}>`);
  for (const attribute of Object.values(attributes)) checkAttribute(attribute, local);
}

function checkAttribute({ prefix, local, value }: SaxesAttributeNS, element: string): void {
  // The address of a link is not opened.
  if (local === "href" && element !== "a" && !value.startsWith("#")) throw new Unneeded(OTHER_FILE);
  if (prefix !== "") return;
  if (local === "filter" && value.trim() !== "none") throw new Unneeded("<filter>");
  if (local === "style") checkCss(value);
  if (URL_ELSEWHERE.test(value)) throw new Unneeded(OTHER_FILE);
  if (value.includes("(") && value.includes("\\")) throw new Unneeded("CSS with a backslash");
}

function checkCss(css: string): void {
  // A word of CSS can be spelled with backslashes.
  if (css.includes("\\")) throw new Unneeded("CSS with a backslash");
  if (URL_ELSEWHERE.test(css) || IMPORT.test(css)) throw new Unneeded(OTHER_FILE);
  if (FILTER.test(css)) throw new Unneeded("<filter>");
}
