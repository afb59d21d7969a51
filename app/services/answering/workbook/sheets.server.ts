/** Reads the cells of an .xlsx file: values alone, as texts. Styles, formulas, macros and links are passed over. */
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { BrokenFile, type Parts, TooMuch } from "~/services/answering/workbook/unzip.server";

/** A sheet has one for each perspective or group, and whoever fills it in may add some. */
const SHEETS_MAX = 60;
/** Of all sheets together, those that hold something. A full workbook has about 4,000. */
const CELLS_MAX = 200_000;
const TEXTS_MAX = 200_000;
/** The characters that one element of text may have. Excel takes 32,767 in a cell. */
const TEXT_MAX = 100_000;
/** Of one element, and elements in one another. Both would be held in memory at once. */
const ATTRIBUTES_MAX = 200;
const DEPTH_MAX = 50;
/** Characters of one comment, attribute or other piece of XML: the parser holds it in memory many times over. */
const PIECE_MAX = 1_000_000;
/** Columns from here on are not read. */
const COLUMN_MAX = 60;

export interface ReadCell {
  text: string;
  isFormula: boolean;
}

/** A row, with its cells by column, from 1. */
export interface ReadRow {
  number: number;
  cells: Map<number, ReadCell>;
}

/** `A` is 1; undefined for what is no column. */
function columnOf(reference: string): number | undefined {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(reference)?.[1];
  return letters === undefined ? undefined : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** The letters of a column, from 1. */
export function lettersOf(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return `${rest > 0 ? lettersOf(rest) : ""}${String.fromCharCode(65 + ((column - 1) % 26))}`;
}

const plain = (name: string) => name.slice(name.indexOf(":") + 1);
/** An attribute, whatever prefix the writer chose. */
const attribute = ({ attributes }: SaxesTagPlain, wanted: string) =>
  Object.entries(attributes).find(([name]) => plain(name) === wanted)?.[1];

interface Handlers {
  open(name: string, tag: SaxesTagPlain): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Reads a part of XML. A document type is refused: no program writes one, and it could hold entities. @throws BrokenFile, TooMuch */
async function parse(parts: Parts, name: string, { open, close, text }: Handlers): Promise<void> {
  const parser = new SaxesParser();
  const fail = (error: Error) => {
    throw error instanceof TooMuch ? error : new BrokenFile(error.message);
  };
  parser.on("error", fail);
  parser.on("doctype", () => fail(new Error("a document type")));
  let [depth, attributes, unfinished] = [0, 0, 0];
  const finish = () => {
    unfinished = 0;
  };
  for (const piece of ["comment", "cdata", "processinginstruction"] as const) parser.on(piece, finish);
  parser.on("attribute", () => {
    finish();
    attributes += 1;
    if (attributes > ATTRIBUTES_MAX) throw new TooMuch("attributes");
  });
  parser.on("opentag", (tag) => {
    finish();
    attributes = 0;
    depth += 1;
    if (depth > DEPTH_MAX) throw new TooMuch("depth");
    open(plain(tag.name), tag);
  });
  parser.on("closetag", (tag) => {
    finish();
    depth -= 1;
    close?.(plain(tag.name));
  });
  if (text) parser.on("text", text);
  const decoder = new TextDecoder("utf-8");
  await parts.read(name, (piece) => {
    unfinished += piece.length;
    if (unfinished > PIECE_MAX) throw new TooMuch("a piece");
    parser.write(decoder.decode(piece, { stream: true }));
  });
  parser.write(decoder.decode());
  parser.close();
}

/** Gathers the characters of an element. */
class TextBuffer {
  #pieces: string[] = [];
  #length = 0;
  add(text: string): void {
    this.#length += text.length;
    if (this.#length > TEXT_MAX) throw new TooMuch("a text");
    this.#pieces.push(text);
  }
  take(): string {
    const text = this.#pieces.join("");
    this.#pieces = [];
    this.#length = 0;
    return text;
  }
}

/** XML cannot hold some characters. They are written as `_x000D_`, and an underscore before such a group as `_x005F_`. */
const unescapeText = (text: string) =>
  text.includes("_x") ? text.replace(/_x([\da-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))) : text;

/** The sheets of a workbook: what each is called, and its part. @throws BrokenFile, TooMuch */
export async function listSheets(parts: Parts): Promise<{ name: string; part: string }[]> {
  const targets = new Map<string, string>();
  await parse(parts, "xl/_rels/workbook.xml.rels", {
    open(name, tag) {
      if (name !== "Relationship" || !/\/worksheet$/.test(attribute(tag, "Type") ?? "")) return;
      const target = attribute(tag, "Target") ?? "";
      targets.set(attribute(tag, "Id") ?? "", target.startsWith("/") ? target.slice(1) : `xl/${target.replace(/^\.\//, "")}`);
    },
  });
  const sheets: { name: string; part: string }[] = [];
  await parse(parts, "xl/workbook.xml", {
    open(name, tag) {
      if (name !== "sheet") return;
      const part = targets.get(String(Object.entries(tag.attributes).find(([key]) => /:id$/.test(key))?.[1] ?? ""));
      if (part) sheets.push({ name: (attribute(tag, "name") ?? "").slice(0, 31), part });
      if (sheets.length > SHEETS_MAX) throw new TooMuch("sheets");
    },
  });
  return sheets;
}

/** The texts that cells refer to by number. @throws BrokenFile, TooMuch */
export async function readTexts(parts: Parts): Promise<string[]> {
  const texts: string[] = [];
  if (!parts.has("xl/sharedStrings.xml")) return texts;
  const gathered = new TextBuffer();
  // Readings for Chinese and Japanese signs are apart from the text and not part of it.
  let [inText, inReading] = [false, false];
  await parse(parts, "xl/sharedStrings.xml", {
    open(name) {
      if (name === "rPh") inReading = true;
      inText = name === "t" && !inReading;
    },
    text(text) {
      if (inText) gathered.add(text);
    },
    close(name) {
      if (name === "rPh") inReading = false;
      if (name === "t") inText = false;
      if (name !== "si") return;
      texts.push(unescapeText(gathered.take()));
      if (texts.length > TEXTS_MAX) throw new TooMuch("texts");
    },
  });
  return texts;
}

/** Counts what all sheets hold together. */
export class CellCount {
  #left = CELLS_MAX;
  take(): void {
    this.#left -= 1;
    if (this.#left < 0) throw new TooMuch("cells");
  }
}

/** Hands over the rows of a sheet that hold something. @throws BrokenFile, TooMuch */
export async function readRows(
  parts: Parts,
  part: string,
  { texts, count, onRow }: { texts: readonly string[]; count: CellCount; onRow: (row: ReadRow) => void },
): Promise<void> {
  let row: ReadRow = { number: 0, cells: new Map() };
  let cell: { column: number; type: string; isFormula: boolean; hasValue: boolean } | undefined;
  let last = 0;
  let inValue = false;
  const gathered = new TextBuffer();
  await parse(parts, part, {
    open(name, tag) {
      if (name === "row") {
        row = { number: Number(attribute(tag, "r") ?? row.number + 1), cells: new Map() };
        last = 0;
      } else if (name === "c") {
        last = columnOf(attribute(tag, "r") ?? "") ?? last + 1;
        cell = { column: last, type: attribute(tag, "t") ?? "n", isFormula: false, hasValue: false };
      } else if (name === "f" && cell) cell.isFormula = true;
      inValue = cell !== undefined && (name === "v" || (name === "t" && cell.type === "inlineStr"));
      if (inValue && cell) cell.hasValue = true;
    },
    text(text) {
      if (inValue) gathered.add(text);
    },
    close(name) {
      if (name === "v" || name === "t") inValue = false;
      if (name === "row" && row.cells.size > 0) onRow(row);
      if (name !== "c" || !cell) return;
      const value = gathered.take();
      const { column, type, isFormula, hasValue } = cell;
      cell = undefined;
      if ((!hasValue && !isFormula) || column > COLUMN_MAX) return;
      count.take();
      row.cells.set(column, { text: textOf(value, type, texts), isFormula });
    },
  });
}

function textOf(value: string, type: string, texts: readonly string[]): string {
  if (type === "s") return texts[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  return unescapeText(value);
}
