/** Writes the workbook of answers (docs/rules/workbook.md#the-sheets). Runs in a worker. */
import ExcelJS from "exceljs";
import { answerWords, CHOICES, cellText, notePrint, optionWords } from "#model/workbook/cells.ts";
import { wordingPrint } from "#model/workbook/compare.ts";
import { HOW_TO, howToSheet } from "~/services/answering/workbook/how-to-sheet.server";
import { FORMAT, HEADS, keyOf, MARK } from "~/services/answering/workbook/record.server";
import { lettersOf } from "~/services/answering/workbook/sheets.server";
import {
  ANSWER_STYLE,
  BLOCK_STYLE,
  CLOSED_FILL,
  HEAD_STYLE,
  heightOf,
  IMPLIED_FILL,
  LEGEND_STYLE,
  LINE_HEIGHT,
  NOTE_STYLE,
  pageHeight,
  pageOf,
  STYLE,
  TITLE_STYLE,
  WRONG_FILL,
} from "~/services/answering/workbook/styles.server";
import { writeBook } from "~/services/workers/write-book.server";
import type { AnswersWorkbook, WorkbookRows } from "~/views/answering/workbook";
import { PRODUCT } from "~/views/shell";

const RECORD = "Record";
/** Key, level and statement are the first columns of every sheet. */
const [KEY, LABEL, STATEMENT] = [1, 2, 3];
/** What to do next comes last: who is interviewed does not read it, so it is not printed. */
const HINT_WIDTH = 44;
/** The column of the record in which the first list of options stands. */
const LISTS = 6;
const HEAD_ROW = 3;
/** The heights of the table's head, which each page repeats, and of the title above it, in points. */
const HEAD_HEIGHT = 18;
const TITLE_HEIGHT = 36;
/** The least height of a block, in points, so that a note can be written on paper. */
const NOTE_ROOM = 110;

/** An underscore that Excel would take for the beginning of an escaped character. */
const ESCAPED = /_(?=x[\da-f]{4}_)/gi;
const inCell = (text: string) => cellText(text).replace(ESCAPED, "_x005F_");

/** @returns the bytes of an .xlsx file */
export async function answersWorkbook(content: AnswersWorkbook): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  Object.assign(book, { creator: PRODUCT, lastModifiedBy: PRODUCT, title: inCell(content.name), created: new Date(content.downloaded) });
  howToSheet(book, content);
  const names = sheetNames(content.groups.map(({ name }) => name));
  /** The rows of the record, and the options of components, in columns of their own after them. */
  const places: string[][] = [];
  const lists: string[][] = [];
  for (const [index, { name, items }] of content.groups.entries()) {
    const layout = layoutOf(items, content.before);
    const sheet = answerSheet(book, names[index] ?? name, `${name} – ${content.name}`, layout);
    const blocks: Block[] = [];
    for (const item of items) {
      places.push([item.place, item.answers, notePrint(item.note), wordingPrint(item)]);
      if (item.kind === "component") lists.push(item.options.map((option) => inCell(optionWords(option))));
      blocks.push(
        addBlock(sheet, item, { choices: item.kind === "component" ? listRange(lists) : `"${CHOICES[item.kind].join(",")}"`, layout }),
      );
    }
    printOf(sheet, blocks, layout);
  }
  const record = book.addWorksheet(RECORD, { state: "veryHidden" });
  record.addRows([
    [MARK, FORMAT],
    ["assessment", content.assessmentId],
    ["downloaded", content.downloaded],
    ["place", "answers", "note", "wording"],
    ...places,
  ]);
  for (const [index, options] of lists.entries())
    for (const [row, option] of options.entries()) record.getCell(row + 1, LISTS + index).value = option;
  return writeBook(book);
}

/** Names that Excel takes: at most 31 characters, without some signs, each once regardless of case. */
export function sheetNames(names: readonly string[]): string[] {
  const used = new Set([RECORD.toLowerCase(), HOW_TO.toLowerCase(), "history"]);
  return names.map((name) => {
    const legal = inCell(name)
      .replace(/[[\]:*?/\\]/g, " ")
      .replace(/\s+/g, " ")
      .replace(/^['\s]+/, "");
    for (let number = 1; ; number += 1) {
      const end = number === 1 ? "" : ` ${number}`;
      const distinct = `${endTrimmed(legal.slice(0, 31 - end.length)) || "Sheet"}${end}`;
      if (used.has(distinct.toLowerCase())) continue;
      used.add(distinct.toLowerCase());
      return distinct;
    }
  });
}

/** A text without half a character, spaces and apostrophes at its end. */
function endTrimmed(text: string): string {
  let end = text.length;
  while (/[\ud800-\udbff'\s]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Where the last of the lists will stand. */
const listRange = (lists: readonly string[][]) => {
  const column = lettersOf(LISTS + lists.length - 1);
  return `${RECORD}!$${column}$1:$${column}$${Math.max(1, lists.at(-1)?.length ?? 0)}`;
};

/** The columns of a sheet, by their numbers from 1. */
interface Layout {
  heads: string[];
  /** In characters. */
  widths: number[];
  /** How the assessment before answered; undefined where there is none. */
  before: number | undefined;
  /** How many voices say what; undefined where there are none. */
  voices: number | undefined;
  answer: number;
  note: number;
  evidence: number | undefined;
  /** What to do next. */
  hint: number;
}

/** @param before the head of the column of the assessment before */
function layoutOf(items: readonly WorkbookRows[], before: string | undefined): Layout {
  const hasEvidence = items.some(({ evidence }) => evidence !== undefined);
  const hasVoices = items.some(({ voices }) => voices !== undefined);
  const columns: [head: string, width: number][] = [
    [HEADS.key, 4],
    ["Level", 15],
    ["Statement", hasEvidence ? 56 : 62],
    ...(before === undefined ? [] : [[inCell(before), 14] as [string, number]]),
    ...(hasVoices ? [["Voices", 16] as [string, number]] : []),
    [HEADS.answer, hasEvidence ? 16 : 18],
    [HEADS.note, hasEvidence ? 42 : 46],
    ...(hasEvidence ? [["Evidence", 34] as [string, number]] : []),
  ];
  const voices = before === undefined ? STATEMENT + 1 : STATEMENT + 2;
  const answer = hasVoices ? voices + 1 : voices;
  return {
    heads: [...columns.map(([head]) => head), "What to do next"],
    widths: columns.map(([, width]) => width),
    before: before === undefined ? undefined : STATEMENT + 1,
    voices: hasVoices ? voices : undefined,
    answer,
    note: answer + 1,
    evidence: hasEvidence ? answer + 2 : undefined,
    hint: columns.length + 1,
  };
}

function answerSheet(book: ExcelJS.Workbook, name: string, title: string, { heads, widths }: Layout): ExcelJS.Worksheet {
  const sheet = book.addWorksheet(name, {
    views: [{ state: "frozen", ySplit: HEAD_ROW }],
    ...pageOf(title, { headRow: HEAD_ROW }),
  });
  sheet.columns = [...widths, HINT_WIDTH].map((width) => ({ width, style: STYLE }));
  sheet.getColumn(KEY).hidden = true;
  const above = [
    [inCell(title), TITLE_STYLE],
    ["Answer in the white cells. Grey: locked for now. Green: counts as Fully because a higher level is. Red: cannot stand.", LEGEND_STYLE],
  ] as const;
  for (const [text, style] of above) {
    const row = sheet.addRow(["", text]);
    // Without the lines of the table, and across the cells to its right.
    for (let column = KEY; column <= widths.length + 1; column += 1) row.getCell(column).style = style;
  }
  const head = sheet.addRow(heads);
  for (let column = LABEL; column <= heads.length; column += 1) head.getCell(column).style = HEAD_STYLE;
  sheet.protect("", { selectLockedCells: true, selectUnlockedCells: true, formatCells: true, formatColumns: true, formatRows: true });
  return sheet;
}

/** A thread, practice or component: its first and last row, and how high it is, in points. */
interface Block {
  first: number;
  last: number;
  height: number;
}

/** The rows of a thread, practice or component below a heading; its note and its evidence reach over all of them. */
function addBlock(sheet: ExcelJS.Worksheet, item: WorkbookRows, { choices, layout }: { choices: string; layout: Layout }): Block {
  const { widths } = layout;
  const heading = sheet.addRow(["", inCell(item.name)]);
  heading.getCell(layout.answer).value = inCell(item.closed ?? "");
  sheet.mergeCells(heading.number, LABEL, heading.number, layout.answer - 1);
  sheet.mergeCells(heading.number, layout.answer, heading.number, widths.length);
  for (const column of [LABEL, layout.answer, layout.hint]) heading.getCell(column).style = BLOCK_STYLE;
  const rows = item.kind === "component" ? optionRows(item) : questionRows(item);
  const first = sheet.rowCount + 1;
  const last = first + rows.length - 1;
  const note = inCell(item.note);
  const evidence = inCell(item.evidence ?? "");
  const heightIn = (column: number | undefined, text: string) => (column === undefined ? 0 : heightOf(text, widths[column - 1] ?? 0));
  const room = Math.max(NOTE_ROOM, heightIn(layout.note, note), heightIn(layout.evidence, evidence));
  const needed = rows.map(({ label, statement, hint }, index) =>
    Math.max(
      heightIn(LABEL, label),
      heightIn(STATEMENT, statement),
      heightIn(layout.before, inCell(item.before?.[index] ?? "")),
      heightIn(layout.voices, inCell(item.voices?.[index] ?? "")),
      heightOf(hint, HINT_WIDTH),
    ),
  );
  const short = Math.max(0, room - needed.reduce((sum, height) => sum + height, 0)) / rows.length;
  rows.forEach(({ key, label, statement, hint, answer }, index) => {
    const row = sheet.addRow([key, inCell(label), inCell(statement)]);
    row.getCell(layout.answer).value = inCell(answer);
    if (layout.before !== undefined) row.getCell(layout.before).value = inCell(item.before?.[index] ?? "");
    if (layout.voices !== undefined) row.getCell(layout.voices).value = inCell(item.voices?.[index] ?? "");
    row.getCell(layout.hint).value = hint === "" ? null : inCell(hint);
    row.height = Math.min(409, (needed[index] ?? LINE_HEIGHT) + short);
    for (const column of [LABEL, STATEMENT, layout.before ?? STATEMENT, layout.voices ?? STATEMENT, layout.hint])
      row.getCell(column).style = STYLE;
    if (item.kind !== "component") answerCell(row.getCell(layout.answer), item, choices);
  });
  if (item.kind === "component") {
    if (last > first) sheet.mergeCells(first, layout.answer, last, layout.answer);
    answerCell(sheet.getCell(first, layout.answer), item, choices);
  }
  const beside = (column: number, text: string, style: Partial<ExcelJS.Style>) => {
    if (last > first) sheet.mergeCells(first, column, last, column);
    sheet.getCell(first, column).value = text === "" ? null : text;
    sheet.getCell(first, column).style = style;
  };
  beside(layout.note, note, NOTE_STYLE);
  if (layout.evidence !== undefined && item.evidence !== undefined) beside(layout.evidence, evidence, STYLE);
  if (item.closed === undefined && item.kind !== "component") showGate(sheet, item, lettersOf(layout.answer), first);
  const height = rows.reduce((sum, _, index) => sum + (sheet.getRow(first + index).height ?? LINE_HEIGHT), LINE_HEIGHT);
  return { first: heading.number, last, height };
}

/** Prints all but what to do next, and begins a page where a block would not fit on the one before. */
function printOf(sheet: ExcelJS.Worksheet, blocks: readonly Block[], { widths }: Layout): void {
  const last = blocks.at(-1)?.last ?? HEAD_ROW;
  // exceljs writes the sign for the column, and none for the row.
  Object.assign(sheet.pageSetup, { printArea: `A$1:${lettersOf(widths.length)}$${last}` });
  const room = pageHeight(widths.slice(LABEL - 1)) - HEAD_HEIGHT;
  let left = room - TITLE_HEIGHT;
  for (const block of blocks) {
    if (block.height > left && block.first > HEAD_ROW + 1) {
      sheet.getRow(block.first - 1).addPageBreak();
      left = room;
    }
    left = block.height <= left ? left - block.height : room - ((block.height - left) % room);
  }
}

interface BlockRow {
  key: string;
  label: string;
  statement: string;
  hint: string;
  answer: string;
}

const questionRows = (item: WorkbookRows): BlockRow[] =>
  item.questions.map(({ id }, index) => {
    const { label = "", statement = "", hint = "" } = item.words[index] ?? {};
    return { key: keyOf(item.place, id), label, statement, hint, answer: answerWords(item.answers[index] ?? "N") };
  });

function optionRows(item: WorkbookRows): BlockRow[] {
  const chosen = item.options.find(({ id }) => String(id) === item.answers);
  const rows = item.options.map((option, index) => ({
    key: index === 0 ? keyOf(item.place, item.questions[0]?.id ?? 0) : "",
    label: optionWords(option),
    statement: item.optionStatements[index] ?? "",
    hint: "",
    answer: index === 0 && chosen ? optionWords(chosen) : "",
  }));
  // A component of an upstream without options still has a note.
  return rows.length > 0 ? rows : [{ key: keyOf(item.place, item.questions[0]?.id ?? 0), label: "", statement: "", hint: "", answer: "" }];
}

function answerCell(cell: ExcelJS.Cell, { closed, kind, options }: WorkbookRows, choices: string): void {
  cell.style = closed === undefined ? ANSWER_STYLE : { ...ANSWER_STYLE, fill: CLOSED_FILL, protection: { locked: true } };
  if (closed !== undefined || (kind === "component" && options.length === 0)) return;
  cell.dataValidation = {
    type: "list",
    allowBlank: true,
    formulae: [choices],
    showErrorMessage: true,
    errorStyle: "stop",
    errorTitle: "No such answer",
    error: kind === "component" ? "Please choose one of the options." : `Please choose ${CHOICES[kind].join(", ")}, or clear the cell.`,
  };
}

const closedUnlessFully = (below: string, count: number) => `COUNTIF(${below},"Fully")<${count}`;
/** When the cells above some others are closed, and whether those below a level that is Fully count as Fully. */
const GATES = {
  thread: { isClosed: (below: string) => `COUNTA(${below})-COUNTIF(${below},"Fully")>0`, implies: true },
  practice: { isClosed: closedUnlessFully, implies: false },
  component: { isClosed: closedUnlessFully, implies: false },
};

/**
 * Colours what the gate closes, what it answers by itself, and what cannot stand (docs/rules/workbook.md#gate).
 * @param column the letters of the column of answers
 */
function showGate(sheet: ExcelJS.Worksheet, { kind, questions }: WorkbookRows, column: string, first: number): void {
  const range = (from: number, to: number) => `$${column}$${first + from}:$${column}$${first + to}`;
  questions.forEach(({ level }, index) => {
    const ref = `${column}${first + index}`;
    const gate = GATES[kind];
    const lower = questions.filter((other) => other.level < level).length;
    const below = lower === 0 ? undefined : range(0, lower - 1);
    const closed = below && gate.isClosed(below, lower);
    const above = gate.implies && index < questions.length - 1 ? range(index + 1, questions.length - 1) : undefined;
    const rules: ExcelJS.ConditionalFormattingRule[] = [];
    const colour = (formula: string, fill: ExcelJS.Fill) =>
      rules.push({ type: "expression", priority: rules.length + 1, formulae: [formula], style: { fill } });
    if (closed) colour(`AND(${ref}<>"",${closed})`, WRONG_FILL);
    if (above) colour(`AND(${ref}<>"",${ref}<>"Fully",COUNTIF(${above},"Fully")>0)`, WRONG_FILL);
    if (closed) colour(closed, CLOSED_FILL);
    if (above) colour(`AND(${ref}="",COUNTIF(${above},"Fully")>0)`, IMPLIED_FILL);
    if (rules.length > 0) sheet.addConditionalFormatting({ ref, rules });
  });
}
