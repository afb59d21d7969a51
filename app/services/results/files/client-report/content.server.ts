/** What the two models put into a report for a client, in one shape. */
import { type Fact, Stated } from "#model/basis.ts";
import { changesInBrief } from "#model/changes-texts.ts";
import { NONE } from "~/services/results/blocks/cells.server";
import { chartInWords, readableCharts } from "~/views/charts/kinds";
import type { Block, Slide, WrittenTexts } from "~/views/client-report";
import type { Exhibit, Result, ResultSection, ResultTable } from "~/views/result";

/** The chapter of a perspective or practice. */
export interface SubjectContent {
  code: string;
  name: string;
  /** How the chapter opens unless the assessors wrote something. */
  suggestion: string;
  /** What that states. */
  facts: readonly Fact[];
  /** In the order of the chapter: its chart, the assessors' notes, what else was found, and what to do. */
  chart: readonly Block[];
  notes: readonly Block[];
  findings: readonly Block[];
  toDo: readonly Block[];
  /** Its own slide: a message, and a chart next to what the assessors wrote, or to `text`. Without one it has a row in the appendix. */
  slide?: { title: string; chart: Exhibit; text: readonly string[] };
  /** Its tables for the appendix of the slides, by their title. The appendix joins the tables of one title into one. */
  appendix: readonly { title: string; table: ResultTable | undefined }[];
}

export interface ModelContent {
  /** The word for perspectives or practices, as a heading. */
  subjects: string;
  summary: readonly string[];
  /** What the summary states, without what depends on the benchmark or on today. */
  summaryFacts: readonly Fact[];
  method: readonly string[];
  /** The same for a slide: at most forty words. */
  methodInBrief: readonly string[];
  chapters: readonly SubjectContent[];
  /**
   * Slides about the results, each with its message. A board does not get one that `yields` where it would be one too many. Blocks
   * `forBoard` are in place of the others, if there are any.
   */
  slides: readonly (Slide & {
    section: "results" | "benchmark";
    board: boolean;
    lifts?: true;
    yields?: true;
    forBoard?: readonly Block[];
  })[];
}

/** The sections that declare to be for clients. A report for a client is made from no others. */
export const clientSections = ({ sections }: Result): ResultSection[] =>
  sections.filter(({ forClients }) => forClients !== undefined).map((section) => ({ ...section, ...section.forClients?.instead }));

/** A section of them by its id. */
export const sectionOf = (result: Result, id: string): ResultSection | undefined => clientSections(result).find((each) => each.id === id);

/**
 * What has changed since last time: scores, targets that are reached, actions that are done; no paragraph where nothing is known
 * (docs/rules/client-report.md#executive-summary).
 */
export function changesIn(result: Result, say: Stated, soFar: boolean): string[] {
  const sources = ["targets", "agreed"].flatMap((id) => sectionOf(result, id)?.forClients ?? []);
  const messages = sources.flatMap(({ message }) => message ?? []).map((each) => `${each}.`);
  for (const { what, value } of sources.flatMap(({ facts = [] }) => facts)) say.note(what, value);
  // Another comparison, which the address chooses, has other facts.
  const ofComparison = result.moved?.isOther ? new Stated() : say;
  const inBrief = result.moved ? changesInBrief({ ...result.moved.facts, soFar }, ofComparison) : "";
  const text = [...(inBrief ? [inBrief] : []), ...messages].filter((each) => each !== "").join(" ");
  return text === "" ? [] : [text];
}

/** How many see it differently, in a sentence; nothing where no view is shown. */
export function viewsIn(result: Result, say: Stated): string[] {
  const { message, facts = [] } = sectionOf(result, "views")?.forClients ?? {};
  for (const { what, value } of facts) say.note(what, value);
  return message === undefined ? [] : [`${message}.`];
}

/**
 * The facts of a suggestion. A draft in which everything is answered has those of its result, so that submission and correction change none.
 * @param tell puts the suggestion into words; of a draft, or as of its result
 */
export function factsOf(result: Result, tell: (say: Stated, isDraft: boolean) => unknown): Fact[] {
  const say = new Stated();
  tell(say, result.draftOf !== undefined && result.scored.lift === undefined);
  return say.facts;
}

/** Whether only a part of the model was assessed. */
export const isPart = ({ assessment: { extent } }: Result): boolean => extent !== undefined;

/** A chart in words; nothing for a table, which can be read. */
export const inWords = (exhibit: Exhibit | undefined): string =>
  exhibit === undefined || exhibit.kind === "table" ? "" : chartInWords(exhibit);

/** Exhibits as blocks. */
export const blocksOf = (exhibits: readonly (Exhibit | undefined)[]): Block[] =>
  exhibits.flatMap((exhibit): Block[] => (exhibit === undefined ? [] : [{ kind: "exhibit", exhibit }]));

/** The table of what would lift the result; at the highest level, where there is none, why it is there. */
export const liftBlocks = ({ exhibits, text }: ResultSection): Block[] =>
  exhibits.length > 0 ? blocksOf(exhibits) : text.map((each) => ({ kind: "text", text: each }));

/** The notes of the assessors, in an appendix. */
export const NOTED = "What the assessors noted";

/** What each thread has to do for its next level, in an appendix. */
export const WHAT_TO_DO = "What to do";

/** A table that holds one text. @param noteAt of a note, the place that it is about */
export const textTable = (title: string, text: string, noteAt?: string): ResultTable => ({
  kind: "table",
  id: "text",
  title,
  columns: [{ title, kind: "text", wide: true }],
  rows: [[{ text, ...(noteAt === undefined ? {} : { noteAt }) }]],
});

/** The tables of several subjects as one, whose first column names the subject. @param unit such as 'Perspective' */
export function together(id: string, title: string, unit: string, parts: readonly { name: string; table: ResultTable }[]): ResultTable {
  const columns = parts[0]?.table.columns ?? [];
  return {
    kind: "table",
    id,
    title,
    columns: [{ title: unit, kind: "text", names: true }, ...columns.map(({ names: _names, ...column }) => column)],
    rows: parts.flatMap(({ name, table }) => table.rows.map((row) => [{ text: name }, ...row])),
    ...(parts[0]?.table.hint === undefined ? {} : { hint: parts[0].table.hint }),
  };
}

/** A table without columns that say nothing. */
export function withoutEmpty(table: ResultTable): ResultTable {
  const { columns, rows, total } = table;
  const all = [...rows, ...(total ? [total] : [])];
  const isShown = columns.map(({ names }, index) => names === true || all.some((row) => !["", NONE.text].includes(row[index]?.text ?? "")));
  const shown = <Item>(items: readonly Item[]) => items.filter((_, index) => isShown[index]);
  return { ...table, columns: shown(columns), rows: rows.map(shown), ...(total ? { total: shown(total) } : {}) };
}

/** The first rows of a table; the hint says how many are left out, and where they are. */
export function firstRows(table: ResultTable, most: number, where = "full report"): ResultTable {
  const left = table.rows.length - most;
  if (left <= 0) return table;
  const more = `${left === 1 ? "One more row is" : `${left} more rows are`} in the ${where}.`;
  return { ...table, rows: table.rows.slice(0, most), hint: [table.hint, more].filter(Boolean).join(" ") };
}

/** Blocks without the notes that are not ticked; a table that has nothing else is left out. @param ticked places; undefined: all notes */
export function tickedBlocks(blocks: readonly Block[], ticked: ReadonlySet<string> | undefined): Block[] {
  if (ticked === undefined) return [...blocks];
  const isLeft = (noteAt: string | undefined) => noteAt !== undefined && !ticked.has(noteAt);
  return blocks.flatMap((block): Block[] => {
    if (block.kind === "text") return isLeft(block.noteAt) ? [] : [block];
    if (block.kind === "facts" || block.exhibit.kind !== "table") return [block];
    const { exhibit } = block;
    const rows = exhibit.rows.filter((row) => !row.some(({ noteAt }) => isLeft(noteAt)));
    if (rows.length === exhibit.rows.length) return [block];
    return rows.length === 0 ? [] : [{ kind: "exhibit", exhibit: { ...exhibit, rows } }];
  });
}

/** A text as blocks, one for each line. */
export const paragraphs = (text: string): { kind: "text"; text: string }[] =>
  text
    .split(/\n+/)
    .map((each) => each.trim())
    .filter((each) => each !== "")
    .map((each) => ({ kind: "text", text: each }));

/** What the assessors wrote, or what is suggested. */
export const textFor = (written: WrittenTexts, part: string, suggestion: string) => written[part]?.trim() || suggestion;

/** Exhibits as they can be read on a page. */
export const readable = (exhibit: Exhibit): Exhibit[] => (exhibit.kind === "table" ? [exhibit] : readableCharts(exhibit));
