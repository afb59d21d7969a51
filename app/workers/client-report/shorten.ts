/** Makes a board's report shorter, step by step, until it has the pages that it may have (docs/rules/client-report.md#sections-and-audience). */
import { cutTo } from "#model/words.ts";
import { firstRows } from "~/services/results/files/client-report/content.server";
import type { Block, Chapter } from "~/views/client-report";
import type { Cell, Exhibit } from "~/views/result";

/** Bounds of a board's report. Charts: their width as a share of the page. Tables: rows, and characters of a cell. Texts: lines below a heading. */
export interface Measure {
  /** Whether the summary has a page to itself. */
  isAlone?: true;
  chart: number;
  rows: number;
  lines: number;
  cell: number;
}
const WHOLE = { rows: 8, lines: Number.POSITIVE_INFINITY, cell: Number.POSITIVE_INFINITY } as const;
/** From what nearly every report fits into to what any does. Texts and cells are cut last: a sentence that ends somewhere else is worse than a smaller chart. */
export const MEASURES: readonly Measure[] = [
  { ...WHOLE, isAlone: true, chart: 1 },
  { ...WHOLE, chart: 1 },
  { ...WHOLE, chart: 0.85 },
  { ...WHOLE, chart: 0.7 },
  { ...WHOLE, chart: 0.7, rows: 5 },
  { ...WHOLE, chart: 0.6, rows: 3 },
  { chart: 0.6, rows: 5, lines: 60, cell: 900 },
  { chart: 0.6, rows: 5, lines: 36, cell: 400 },
  { chart: 0.6, rows: 5, lines: 24, cell: 120 },
  { chart: 0.5, rows: 3, lines: 14, cell: 80 },
  { chart: 0.5, rows: 2, lines: 8, cell: 60 },
];
/** Whether a measure leaves every text whole. */
export const isWhole = ({ lines, cell }: Measure): boolean => lines === WHOLE.lines && cell === WHOLE.cell;
/** Characters in a line of text, and the distance between paragraphs, in lines. */
const LINE = { characters: 90, gap: 0.5 };
const REST = "The rest of this text is in the full report.";

/** Chapters within a measure. The document says what was left out. */
export function shortened(chapters: readonly Chapter[], measure: Measure): Chapter[] {
  return chapters.map((chapter) => ({
    ...chapter,
    blocks: shortBlocks(chapter.blocks, measure),
    ...(chapter.parts ? { parts: shortened(chapter.parts, measure) } : {}),
  }));
}

function shortBlocks(blocks: readonly Block[], { rows, lines, cell }: Measure): Block[] {
  let left = lines;
  let isCut = false;
  return blocks.flatMap((block): Block[] => {
    if (block.kind === "facts") return [{ ...block, facts: block.facts.map(([name, value]) => [name, cutTo(value, cell)] as const) }];
    if (block.kind === "exhibit") return [{ ...block, exhibit: shortExhibit(block.exhibit, rows, cell) }];
    if (isCut) return [];
    const needed = Math.ceil(block.text.length / LINE.characters) + LINE.gap;
    if (needed <= left) {
      left -= needed;
      return [block];
    }
    isCut = true;
    const room = Math.floor(left - LINE.gap - 1) * LINE.characters;
    const end = block.text.slice(0, Math.max(0, room)).lastIndexOf(". ");
    return [{ kind: "text", text: end > 0 ? `${block.text.slice(0, end + 1)} ${REST}` : REST }];
  });
}

function shortExhibit(exhibit: Exhibit, rows: number, cell: number): Exhibit {
  if (exhibit.kind !== "table") return exhibit;
  const table = exhibit.keepsRows ? exhibit : firstRows(exhibit, rows);
  const short = (row: Cell[]) => row.map((each) => ({ ...each, text: cutTo(each.text, cell) }));
  return { ...table, rows: table.rows.map(short) };
}
