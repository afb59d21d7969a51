/** What the two models put into a report for a client, in one shape. */
import { type Fact, Stated } from "#model/basis.ts";
import { changesInBrief } from "#model/changes-texts.ts";
import { countInWords, cutTo, upperFirst } from "#model/words.ts";
import { NONE } from "~/services/results/blocks/cells.server";
import { chartInWords, readableCharts } from "~/views/charts/kinds";
import type { Block, Slide, WrittenTexts } from "~/views/client-report";
import type { Cell, Column, Exhibit, Result, ResultSection, ResultTable } from "~/views/result";

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
  slide?: {
    title: string;
    chart: Exhibit;
    text: readonly string[];
    /** Behind notes, which say how it stands: what it takes to reach the next level, and what comes first. */
    next: readonly string[];
  };
  /** How it stands, in the cells of a row: its level, and what is still to do, with the title of that column. */
  standing?: { level: string; open: string; title: string };
}

/** A note of the assessors as a finding. */
export interface NotedFact {
  /** The place that it is about, and what groups it: no group fills the findings alone. */
  place: string;
  group: string;
  /** 'Risk management, Planning: 1.50'. */
  about: string;
  text: string;
  /** Whether its score is lower than last time. */
  hasFallen: boolean;
  /** How far it is what works: its score, or more where it has risen; absent for what holds the result or is weak. */
  strength?: number;
}

/** How much a place has risen or fallen since last time. @param group the perspective of a thread */
export function riseOf({ moved }: Result, name: string, group?: string): number {
  if (!moved || moved.facts.isApart) return 0;
  const moves = moved.facts.parts.flatMap((part) => part.moves);
  return (
    moves.find((each) => each.name === name && (group === undefined || each.group === group) && each.difference !== null)?.difference ?? 0
  );
}

export interface ModelContent {
  /** The word for perspectives or practices, as a heading, and how many of them the model has. */
  subjects: string;
  all: number;
  summary: readonly string[];
  /** What the summary states, without what depends on the benchmark or on today. */
  summaryFacts: readonly Fact[];
  /** The summary for a slide: at most three short sentences; none where it is not known. */
  summaryPoints: readonly string[];
  /** What the maturity means, for a slide whose title says its name; absent where it is not known. */
  meaning: string | undefined;
  /** Whence the maturity came, as of `changeOf`. */
  change: string | undefined;
  /** What the model, its parts and its levels are, for readers who do not know it. */
  key: readonly (readonly [name: string, value: string])[];
  /** The same for slides, which have no other place for how many parts there are and what the next level says. */
  deckKey: ModelContent["key"];
  /** The notes of the assessors, those about what holds the maturity first. */
  noted: readonly NotedFact[];
  /** How many of the weakest, of what holds the maturity, have no note that says why; 0 while it is not known what holds it. */
  unexplained: number;
  /** What was assessed and what does not apply, and of that what the summary does not say. */
  coverage: { whole: string; further: string };
  method: readonly string[];
  /** The same for a slide: at most forty words. */
  methodInBrief: readonly string[];
  /** What the rule of other schemes would give for this one result; in a sentence, and for a board. */
  otherRule: { whole: readonly string[]; brief: readonly string[] };
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
export function changesIn(result: Result, say: Stated): string[] {
  const text = changesByName(result, say)
    .map(([, said]) => said)
    .join(" ");
  return text === "" ? [] : [text];
}

/** The same as names and sentences, for a slide. */
export function changesByName(result: Result, say = new Stated()): [name: string, said: string][] {
  // Another comparison, which the address chooses, has other facts.
  const ofComparison = result.moved?.isOther ? new Stated() : say;
  const inBrief = result.moved ? changesInBrief({ ...result.moved.facts, soFar: false }, ofComparison) : "";
  const sources = CHANGES.flatMap(({ id, name }) => {
    const { inSummary, message, facts = [] } = sectionOf(result, id)?.forClients ?? {};
    for (const { what, value } of facts) say.note(what, value);
    const said = inSummary ?? message ?? "";
    return said === "" ? [] : [[name, `${said}.`] as [string, string]];
  });
  return [...(inBrief ? [["What moved", inBrief] as [string, string]] : []), ...sources];
}

/** The sections that say what has changed, apart from scores. */
const CHANGES = [
  { id: "targets", name: "Targets" },
  { id: "agreed", name: "Actions" },
] as const;

/** How many score lowest of some and have no note. */
export function lowestWithout(all: readonly { name: string; value: number }[], noted: readonly (string | undefined)[]): number {
  const lowest = Math.min(...all.map(({ value }) => value));
  return all.filter(({ name, value }) => value === lowest && !noted.includes(name)).length;
}

/** The most findings of a report, of one group while others have any, notes of what works, and characters of one. */
const FINDINGS = { most: 6, ofGroup: 2, works: 2, text: 240 } as const;

/** The findings of a report as blocks, and below a heading what works. */
export function findingsOf(content: ModelContent, ticked: ReadonlySet<string> | undefined): Block[] {
  const { findings, works } = foundIn(content, ticked);
  return [...findings, ...(works.length > 0 ? [headOf("What works"), ...works] : [])];
}
/** A heading of what follows, without a number. */
export const headOf = (text: string): Block => ({ kind: "text", text, heads: true });

/**
 * The findings of a report: ticked notes, the worst first, with one of what has fallen among them; and what works
 * (docs/rules/client-report.md#findings).
 */
function foundIn({ noted }: ModelContent, ticked: ReadonlySet<string> | undefined): Record<"findings" | "works", NoteText[]> {
  const known = noted.filter(({ place }) => ticked?.has(place));
  const works = known
    .filter(({ strength }) => strength !== undefined)
    .toSorted((a, b) => (b.strength ?? 0) - (a.strength ?? 0))
    .slice(0, FINDINGS.works);
  const rest = known.filter((each) => !works.includes(each));
  const first = rest.filter((each) => rest.filter(({ group }) => group === each.group).indexOf(each) < FINDINGS.ofGroup);
  const shown = [...first, ...rest.filter((each) => !first.includes(each))].slice(0, FINDINGS.most);
  const fallen = rest.find((each) => each.hasFallen && !shown.includes(each));
  const findings = fallen ? [...shown.slice(0, FINDINGS.most - 1), fallen] : shown;
  return {
    findings: findings.map(({ place, about, text }, index) => noteText(place, `${index + 1}. ${inBrief(text)} (${about})`)),
    works: works.map(({ place, about, text }) => noteText(place, `${firstSentence(text)} (${about})`)),
  };
}

/** A note as a text. */
interface NoteText {
  kind: "text";
  text: string;
  noteAt: string;
}
const noteText = (noteAt: string, text: string): NoteText => ({ kind: "text", text, noteAt });

/** The first sentence of a note: in what works, the second often says what does not. */
const firstSentence = (text: string) =>
  inBrief(
    text
      .replace(/\s+/g, " ")
      .trim()
      .replace(/([.!?]) .*$/, "$1"),
  );

/** The first sentences of a note that have room. */
function inBrief(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= FINDINGS.text) return line;
  const end = line.lastIndexOf(". ", FINDINGS.text - 1) + 1;
  return end > 0 ? line.slice(0, end) : cutTo(line, FINDINGS.text);
}

/** What is answered, as each model calls it. */
const STATED = { P3M3: "statements", ITIL: "criteria" } as const;

/** What statements were answered, for the key. A pack whose name says that it is open is nobody's official questionnaire. */
export const statementsInKey = ({ pack, model }: Result): (readonly [string, string])[] =>
  pack
    ? [
        [
          upperFirst(STATED[model]),
          `Those of '${pack.title}'${/^open\b/i.test(pack.title) ? ", an open set and not the official questionnaire of the model's owner" : ""}.`,
        ],
      ]
    : [];

/** Whose statements were answered, where the upstream tells it. */
export const statementsIn = ({ pack, model }: Result): string[] =>
  pack ? [`The ${STATED[model]} are those of '${pack.title}', version ${pack.version}.`] : [];

/** 'Up from 1 since 4 Nov 2025', for a slide; undefined where it is the same or nothing can be compared. @param now the maturity */
export function changeOf({ moved }: Result, now: number): string | undefined {
  const { wholes = [], since, isApart } = moved?.facts ?? {};
  const before = wholes.find(({ isLevel, printed, difference }) => isLevel && !printed && difference !== null)?.before;
  if (isApart || since === undefined || before === undefined || before === null || before === now) return undefined;
  return `${before < now ? "up" : "down"} from ${before} since ${since}`;
}

/** How people see it, in sentences; nothing where no view is shown. */
export function viewsIn(result: Result, say: Stated): string[] {
  const { inSummary, facts = [] } = sectionOf(result, "views")?.forClients ?? {};
  for (const { what, value } of facts) say.note(what, value);
  return inSummary === undefined ? [] : [inSummary];
}

/**
 * A suggestion with the facts that it states: exactly these. A draft in which everything is answered has the suggestion of its result, so that
 * submission and correction change none.
 * @param tell puts the suggestion into words, for a draft in which something is still to answer those of what is answered so far
 */
export function suggested<Words>(
  { draftOf, scored }: Result,
  tell: (say: Stated, soFar: boolean) => Words,
): { words: Words; facts: readonly Fact[] } {
  const say = new Stated();
  const words = tell(say, draftOf !== undefined && scored.lift === undefined);
  return { words, facts: say.facts };
}

/** Whether only a part of the model was assessed. */
export const isPart = ({ assessment: { extent } }: Result): boolean => extent !== undefined;

/** What was assessed, for the summary: nothing of a whole, which the scope says. */
export const coverageInSummary = (result: Result, text: string): string[] => (isPart(result) || result.draftOf !== undefined ? [text] : []);

/** A chart in words, as it is drawn; nothing for a table, which can be read. */
export const inWords = (exhibit: Exhibit | undefined): string =>
  exhibit === undefined || exhibit.kind === "table" ? "" : readableCharts(exhibit).map(chartInWords).join(" ");

/** Exhibits as blocks. */
export const blocksOf = (exhibits: readonly (Exhibit | undefined)[]): Block[] =>
  exhibits.flatMap((exhibit): Block[] => (exhibit === undefined ? [] : [{ kind: "exhibit", exhibit }]));

/** The table of what would lift the result; at the highest level, where there is none, why it is there. */
export const liftBlocks = ({ exhibits, text }: ResultSection): Block[] =>
  exhibits.length > 0 ? blocksOf(exhibits) : text.map((each) => ({ kind: "text", text: each }));

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
  const { rows, total } = table;
  const all = [...rows, ...(total ? [total] : [])];
  return withColumns(table, ({ names }, index) => names === true || all.some((row) => !["", NONE.text].includes(row[index]?.text ?? "")));
}

/** A table with some of its columns. */
export function withColumns(table: ResultTable, isShown: (column: Column, index: number) => boolean): ResultTable {
  const { columns, rows, total } = table;
  const which = columns.map(isShown);
  const shown = <Item>(items: readonly Item[]) => items.filter((_, index) => which[index]);
  return { ...table, columns: shown(columns), rows: rows.map(shown), ...(total ? { total: shown(total) } : {}) };
}

/** A table that says something more below it. */
export const withHint = (exhibit: Exhibit, more: string | undefined): Exhibit =>
  exhibit.kind === "table" && more ? { ...exhibit, hint: [more, exhibit.hint].filter(Boolean).join(" ") } : exhibit;

/** 'Three more rows are' */
const moreRows = (left: number) => `${upperFirst(countInWords(left))} more ${left === 1 ? "row is" : "rows are"}`;

/** The first rows of a table; the hint says once how many are left out in all, and where they are. */
export function firstRows(table: ResultTable, most: number, where = "full report"): ResultTable {
  return table.rows.length <= most ? table : cutRows(table, table.rows.slice(0, most), where);
}

/** A hint that goes on: 'Three more rows are in the full report.' @param where they are @param subject which they are, with the verb */
export const withMore = (hint: string | undefined, left: number, where: string, subject = moreRows): string =>
  [hint, `${subject(left)} in the ${where}.`].filter(Boolean).join(" ");

/** Some rows of a table. @param where the others are @param subject as of `withMore` */
export function cutRows(table: ResultTable, rows: Cell[][], where = "full report", subject = moreRows): ResultTable {
  const { rows: before, hint } = table.cut ?? { rows: 0, hint: table.hint };
  const left = before + table.rows.length - rows.length;
  if (left === 0) return table;
  return { ...table, rows, hint: withMore(hint, left, where, subject), cut: { rows: left, hint } };
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
