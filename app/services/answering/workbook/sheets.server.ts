/** Reads the cells of an .xlsx file: values alone, as texts that the cells show. Formulas, macros and links are passed over. */
import { posix } from "node:path";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { NumberFormats, type Styles } from "~/services/answering/workbook/number-formats.server";
import { BrokenFile, type Parts, TooMuch } from "~/services/answering/workbook/unzip.server";

/** A sheet has one for each perspective or group, and whoever fills it in may add some. */
const SHEETS_MAX = 60;
/** Of all sheets together, those that hold something. A full workbook has about 4,000. */
const CELLS_MAX = 200_000;
const TEXTS_MAX = 200_000;
/** More than Excel takes. */
const STYLES_MAX = 70_000;
/** The parts that a part refers to: sheets, pictures, links. */
const RELATIONS_MAX = 10_000;
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
  /** The text, or a number as the file has it. */
  stored: string;
  /** The text that the cell shows: a date or a percentage is a number in a format. It is computed on demand, because that takes time. */
  shown(): string;
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

/** A part that another part refers to. */
interface Relation {
  id: string;
  /** The last word of its type, such as `worksheet`. The beginnings differ between programs. */
  kind: string;
  part: string;
}

/** The parts that a part refers to, or the whole file, which is "". @throws BrokenFile, TooMuch */
async function readRelations(parts: Parts, part: string): Promise<Relation[]> {
  const relations: Relation[] = [];
  const [folder, name] = [posix.dirname(part), posix.basename(part)];
  await parse(parts, posix.join(folder, "_rels", `${name}.rels`), {
    open(element, tag) {
      if (element !== "Relationship" || attribute(tag, "TargetMode") === "External") return;
      const [id = "", type = "", target = ""] = ["Id", "Type", "Target"].map((each) => attribute(tag, each));
      relations.push({ id, kind: posix.basename(type), part: posix.resolve("/", folder, target).slice(1) });
      if (relations.length > RELATIONS_MAX) throw new TooMuch("relations");
    },
  });
  return relations;
}

/** The part that is the workbook, by the relations of the file; undefined where there is none. @throws BrokenFile, TooMuch */
export async function findWorkbook(parts: Parts): Promise<string | undefined> {
  const relations = parts.has("_rels/.rels") ? await readRelations(parts, "") : [];
  const part = relations.find(({ kind }) => kind === "officeDocument")?.part ?? "xl/workbook.xml";
  return parts.has(part) ? part : undefined;
}

/** What is needed to read the cells of a workbook. */
export interface Workbook {
  /** What each sheet is called, and its part. */
  sheets: { name: string; part: string }[];
  /** The texts that cells refer to by number. */
  texts: readonly string[];
  formats: NumberFormats;
}

/** @param part the workbook @throws BrokenFile, TooMuch */
export async function readWorkbook(parts: Parts, part: string): Promise<Workbook> {
  const relations = await readRelations(parts, part);
  const partOf = (kind: string) => relations.find((relation) => relation.kind === kind && parts.has(relation.part))?.part;
  const sheets: Workbook["sheets"] = [];
  let from1904 = false;
  await parse(parts, part, {
    open(name, tag) {
      if (name === "workbookPr") from1904 = isTrue(attribute(tag, "date1904") ?? "");
      if (name !== "sheet") return;
      const id = String(Object.entries(tag.attributes).find(([key]) => /:id$/.test(key))?.[1] ?? "");
      const relation = relations.find((each) => each.id === id && each.kind === "worksheet");
      if (relation) sheets.push({ name: (attribute(tag, "name") ?? "").slice(0, 31), part: relation.part });
      if (sheets.length > SHEETS_MAX) throw new TooMuch("sheets");
    },
  });
  const [texts, styles] = [partOf("sharedStrings"), partOf("styles")];
  return {
    sheets,
    texts: texts === undefined ? [] : await readTexts(parts, texts),
    formats: new NumberFormats(styles === undefined ? { codes: new Map(), styles: [] } : await readStyles(parts, styles), from1904),
  };
}

/** @throws BrokenFile, TooMuch */
async function readStyles(parts: Parts, part: string): Promise<Styles> {
  const codes = new Map<number, string>();
  const styles: number[] = [];
  // The same elements are in other lists, too, which no cell refers to.
  let list = "";
  await parse(parts, part, {
    open(name, tag) {
      if (name === "numFmts" || name === "cellXfs") list = name;
      const format = Number(attribute(tag, "numFmtId") ?? 0);
      if (list === "numFmts" && name === "numFmt") codes.set(format, attribute(tag, "formatCode") ?? "");
      if (list === "cellXfs" && name === "xf") styles.push(format);
      if (codes.size + styles.length > STYLES_MAX) throw new TooMuch("styles");
    },
    close(name) {
      if (name === list) list = "";
    },
  });
  return { codes, styles };
}

/** @throws BrokenFile, TooMuch */
async function readTexts(parts: Parts, part: string): Promise<string[]> {
  const texts: string[] = [];
  const gathered = new TextBuffer();
  // Readings for Chinese and Japanese signs are apart from the text and not part of it.
  let [inText, inReading] = [false, false];
  await parse(parts, part, {
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
  { workbook, count, onRow }: { workbook: Workbook; count: CellCount; onRow: (row: ReadRow) => void },
): Promise<void> {
  let row: ReadRow = { number: 0, cells: new Map() };
  let cell: { column: number; type: string; style: number; isFormula: boolean; hasValue: boolean } | undefined;
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
        const [type = "n", style = "0"] = [attribute(tag, "t"), attribute(tag, "s")];
        cell = { column: last, type, style: Number(style), isFormula: false, hasValue: false };
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
      const { column, type, style, isFormula, hasValue } = cell;
      cell = undefined;
      if ((!hasValue && !isFormula) || column > COLUMN_MAX) return;
      count.take();
      const stored = textOf(value, type, workbook.texts);
      row.cells.set(column, { stored, shown: () => workbook.formats.show(stored, { type, style }) ?? stored, isFormula });
    },
  });
}

const isTrue = (value: string) => value === "1" || value === "true";

function textOf(value: string, type: string, texts: readonly string[]): string {
  if (type === "s") return texts[Number(value)] ?? "";
  if (type === "b") return isTrue(value) ? "TRUE" : "FALSE";
  return unescapeText(value);
}
