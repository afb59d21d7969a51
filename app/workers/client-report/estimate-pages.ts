/**
 * Reckons on which page each heading of the Word file begins. The layout that docx has knows all of Word and takes longer than everything else
 * (docs/decisions/0062-page-numbers.md). This knows what the file uses: paragraphs, pictures in a line, and tables of fixed widths.
 * Lengths are twentieths of a point.
 */
import type { EstimatedPageNumbers, IXmlableObject, PageNumberEstimator } from "docx";
import { glyphWidths } from "~/workers/client-report/glyph-widths";
import { FOOT_GAP, formatOf, HEADING_INDENT, PAGE } from "~/workers/client-report/word-styles";

const sum = (lines: readonly number[]) => lines.reduce((all, line) => all + line, 0);

type Widths = (code: number) => number;
interface Faces {
  regular: Buffer;
  bold: Buffer;
}

/** What is never broken between two pages, or only between its lines. */
interface Piece {
  lines: readonly number[];
  before: number;
  after: number;
  /** What of its last line may reach below the page, as nothing is drawn there. */
  hang: number;
  /** The height of a table's head, which each further page repeats. */
  head: number;
  /** Stays on the page of the next one. */
  keepNext: boolean;
  /** Begins a page. */
  begins: boolean;
  /** The next one begins a page. */
  ends: boolean;
  bookmarks: readonly string[];
}

/** The height of a line of the typeface, in its size. */
const LINE = 1.3;
/** What a cell has more than its margins leave: LibreOffice rounds it up. A word that just has no room has it. */
const SLACK = 1.25;
/** Half a point between two rows. */
const RULE = 10;
/** EMU, in which pictures are measured. */
const EMU = 635;
/** Words, with the spaces behind them: a line may end behind a dash, and not at a space that keeps two words together. */
const WORDS = /(?:[^\s\-–—]|\u00a0)*[-–—]?[^\S\u00a0]*/g;
/** More pieces than these never fit on a page. */
const CHAIN = 60;
/** Digits and dots of the typeface in which Word measures the number of an entry: Aptos in 12 points. */
const NUMBER = { digit: 135, dot: 64 };

// --- what docx is about to write -----------------------------------------------------------------------------------------

const nameOf = (node: IXmlableObject | undefined): string => (node && typeof node === "object" ? (Object.keys(node)[0] ?? "") : "");
const childrenOf = (node: IXmlableObject | undefined): readonly IXmlableObject[] => {
  const content = node?.[nameOf(node)];
  return Array.isArray(content) ? content : [];
};
const allOf = (node: IXmlableObject | undefined, name: string) => childrenOf(node).filter((child) => nameOf(child) === name);
/** What is found by going from one to another by their names. */
const within = (node: IXmlableObject | undefined, ...names: readonly string[]): IXmlableObject | undefined =>
  names.reduce((part, name) => childrenOf(part).find((child) => nameOf(child) === name), node);
/** The value of an attribute: they come before what is inside. */
const attributeOf = (node: IXmlableObject | undefined, attribute = "w:val"): unknown => {
  const content = node?.[nameOf(node)];
  return (Array.isArray(content) ? content[0] : content)?._attr?.[attribute];
};
const DENIED = new Set<unknown>([false, "off"]);
/** Whether the document switches something on; undefined if it does not mention it. */
const isOn = (part: IXmlableObject | undefined): boolean | undefined => part && !DENIED.has(attributeOf(part));

/** The runs of a paragraph, those in links and fields too. */
const runsOf = (paragraph: IXmlableObject): readonly IXmlableObject[] =>
  childrenOf(paragraph).flatMap((child) =>
    nameOf(child) === "w:r" ? [child] : nameOf(child) === "w:hyperlink" || nameOf(child) === "w:fldSimple" ? runsOf(child) : [],
  );
const textOf = (run: IXmlableObject): string =>
  childrenOf(run)
    .map((child) => (nameOf(child) === "w:tab" ? "\t" : nameOf(child) === "w:t" ? childrenOf(child).slice(1).join("") : ""))
    .join("");
/** The height of the picture in a run. */
const pictureHeight = (run: IXmlableObject) => Number(attributeOf(within(run, "w:drawing", "wp:inline", "wp:extent"), "cy") ?? 0) / EMU;

// --- heights -------------------------------------------------------------------------------------------------------------

const widthOf = (text: string, widths: Widths) =>
  Array.from(text, (character) => widths(character.codePointAt(0) ?? 0)).reduce((width, each) => width + each, 0);

/** How many lines texts take that follow each other. A word that is wider than the room is broken. */
function countLines(texts: readonly { text: string; widths: Widths }[], size: number, room: number): number {
  let lines = 1;
  let used = 0;
  for (const { text, widths } of texts)
    for (const [word] of text.matchAll(WORDS)) {
      const letters = word.trimEnd();
      const width = widthOf(letters, widths) * size;
      if (used > 0 && used + width > room) {
        lines += 1;
        used = 0;
      }
      const further = Math.max(0, Math.ceil(width / room) - 1);
      lines += further;
      used += width - further * room + widthOf(word.slice(letters.length), widths) * size;
    }
  return lines;
}

function paragraphPiece(paragraph: IXmlableObject, room: number, widths: Record<"regular" | "bold", Widths>): Piece {
  const said = within(paragraph, "w:pPr");
  const format = formatOf(String(attributeOf(within(said, "w:pStyle"))));
  const size = format.size * 10;
  const runs = runsOf(paragraph);
  const texts = runs.map((run) => ({
    text: textOf(run),
    widths: (isOn(within(run, "w:rPr", "w:b")) ?? format.bold) ? widths.bold : widths.regular,
  }));
  const left = within(said, "w:numPr") ? HEADING_INDENT : format.left;
  // Lines are whole twentieths of a point high.
  const line = Math.floor((LINE * size * format.line) / 240);
  const picture = Math.max(0, ...runs.map(pictureHeight));
  return {
    lines: picture > 0 ? [picture] : Array<number>(countLines(texts, size, room - left)).fill(line),
    before: Number(attributeOf(within(said, "w:spacing"), "w:before") ?? format.before),
    after: format.after,
    hang: picture > 0 ? 0 : line - LINE * size,
    head: 0,
    keepNext: isOn(within(said, "w:keepNext")) ?? format.keepNext,
    begins: isOn(within(said, "w:pageBreakBefore")) ?? false,
    ends: runs.some((run) => attributeOf(within(run, "w:br"), "w:type") === "page"),
    bookmarks: allOf(paragraph, "w:bookmarkStart").map((mark) => String(attributeOf(mark, "w:name"))),
  };
}

/** The rows of a table. One that may be broken has the lines of its longest cell. */
function rowPieces(table: IXmlableObject, measure: (paragraph: IXmlableObject, room: number) => Piece): Piece[] {
  const margin = (side: string) => Number(attributeOf(within(table, "w:tblPr", "w:tblCellMar", side), "w:w") ?? 0);
  const sides = margin("w:left") + margin("w:right");
  const ends = margin("w:top") + margin("w:bottom") + RULE;
  let head = 0;
  return allOf(table, "w:tr").map((row, index) => {
    const cells = allOf(row, "w:tc").map((cell) => {
      const room = Number(attributeOf(within(cell, "w:tcPr", "w:tcW"), "w:w")) - sides + SLACK;
      return allOf(cell, "w:p").map((paragraph) => measure(paragraph, room));
    });
    const columns = cells.map((paragraphs) => paragraphs.flatMap(({ lines }) => lines));
    const longest = columns.reduce((best, column) => (sum(column) > sum(best) ? column : best), []);
    // The first row has a rule above it, too.
    const height = sum(longest) + ends + (index === 0 ? RULE : 0);
    const isWhole = isOn(within(row, "w:trPr", "w:cantSplit"));
    const piece = { before: 0, after: 0, hang: 0, head, begins: false, ends: false, bookmarks: [] };
    if (isOn(within(row, "w:trPr", "w:tblHeader"))) head += height;
    return { ...piece, lines: isWhole ? [height] : [ends, ...longest], keepNext: cells[0]?.[0]?.keepNext ?? false };
  });
}

// --- pages ---------------------------------------------------------------------------------------------------------------

/** The page of each bookmark, and how many pages there are. @param height of the text of a page */
function pagesOf(pieces: readonly Piece[], height: number): { bookmarks: Map<string, number>; count: number } {
  const bookmarks = new Map<string, number>();
  let page = 1;
  let used = 0;
  let gap = 0;
  const turn = (head = 0) => {
    page += 1;
    used = head;
    gap = 0;
  };
  for (const [index, piece] of pieces.entries()) {
    const { lines, head, after, hang } = piece;
    if (piece.begins && used > 0) turn();
    if (used > head && used + needed(pieces, index, gap, height) > height) turn(head);
    for (const name of piece.bookmarks) bookmarks.set(name, page);
    // Word leaves out the space above what comes to the top of a page by itself.
    if (used > 0 || page === 1 || piece.begins) used += Math.max(gap, piece.before);
    for (const [at, line] of lines.entries()) {
      // The last two lines stay together, as the first two do.
      const next = at === lines.length - 2 ? sum(lines.slice(at)) : line;
      if (at > 1 && at < lines.length - 1 && used + next - hang > height) turn(head);
      used += line;
    }
    gap = after;
    if (piece.ends) turn();
  }
  return { bookmarks, count: used === 0 ? page - 1 : page };
}

/** What has to fit so that a piece may stand below a gap: all that is kept with it and the beginning of what follows, or if that is too much, its own. */
function needed(pieces: readonly Piece[], from: number, above: number, height: number): number {
  let need = 0;
  let own = 0;
  let gap = above;
  for (const { lines, before, after, keepNext, begins, hang } of pieces.slice(from, from + CHAIN)) {
    if (own > 0 && begins) break;
    need += Math.max(gap, before);
    const beginning = need + sum(lines.slice(0, lines.length < 4 ? lines.length : 2)) - hang;
    own ||= beginning;
    if (!keepNext) return beginning > height ? own : beginning;
    need += sum(lines);
    gap = after;
  }
  return own;
}

/**
 * Reckons the pages of what docx is about to write.
 * @param foot the lines at the foot of each page
 */
export function estimatePages(faces: Faces, foot: readonly string[]): (body: IXmlableObject) => EstimatedPageNumbers {
  const widths = { regular: glyphWidths(faces.regular), bold: glyphWidths(faces.bold) };
  const measure = (paragraph: IXmlableObject, room: number) => paragraphPiece(paragraph, room, widths);
  const pieceOf = (block: IXmlableObject): Piece[] => {
    if (nameOf(block) === "w:p") return [measure(block, PAGE.text)];
    if (nameOf(block) === "w:tbl") return rowPieces(block, measure);
    // The contents.
    return nameOf(block) === "w:sdt" ? childrenOf(within(block, "w:sdtContent")).flatMap(pieceOf) : [];
  };
  const { size, line } = formatOf("Footer");
  const feet = foot.reduce((lines, text) => lines + countLines([{ text, widths: widths.regular }], size * 10, PAGE.text), 0);
  const footHeight = FOOT_GAP + (feet * LINE * size * 10 * line) / 240;
  const height = PAGE.height - PAGE.margin.top - Math.max(PAGE.margin.bottom, PAGE.margin.footer + footHeight);
  return (body) => {
    const { bookmarks, count } = pagesOf(childrenOf(body).flatMap(pieceOf), height);
    return { bookmarks: new Map([...bookmarks].map(([name, page]) => [name, String(page)])), pageCount: count };
  };
}

/** The numbers of headings, for their entries in the contents. */
export const numbersOfHeadings: NonNullable<PageNumberEstimator["listNumbers"]> = (body) => {
  const counts: number[] = [];
  const headings = allOf(body, "w:p").filter((paragraph) => within(paragraph, "w:pPr", "w:numPr"));
  const numbered = headings.map((heading) => {
    const level = Number(attributeOf(within(heading, "w:pPr", "w:numPr", "w:ilvl")));
    counts.splice(level, Infinity, (counts[level] ?? 0) + 1);
    return { heading, level, text: counts.join(".") };
  });
  // All entries of a level begin at one place, those behind a number of one digit and of two.
  const longest = (level: number) => Math.max(...numbered.map((each) => (each.level === level ? each.text.length : 0)));
  return new Map(
    numbered.flatMap(({ heading, level, text }) => {
      const width = (longest(level) - level) * NUMBER.digit + level * NUMBER.dot;
      const number = { text, separator: "tab", width } as const;
      return allOf(heading, "w:bookmarkStart").map((mark) => [String(attributeOf(mark, "w:name")), number] as const);
    }),
  );
};
