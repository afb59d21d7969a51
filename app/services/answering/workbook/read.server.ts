/** Reads a workbook of answers that comes back (docs/rules/workbook.md#what-is-read). Runs in a worker. */
import { NOTE_CELL_MAX } from "#model/workbook/cells.ts";
import type { TypedCell, TypedRow } from "#model/workbook/compare.ts";
import { FIRST_PLACE, FORMAT, HEADS, MARK, readKey } from "~/services/answering/workbook/record.server";
import { CellCount, findWorkbook, lettersOf, type ReadRow, readRows, readWorkbook } from "~/services/answering/workbook/sheets.server";
import { BrokenFile, Parts, TooMuch } from "~/services/answering/workbook/unzip.server";
import type { ReadWorkbook, UnreadReason } from "~/views/answering/workbook";

/** Rows with a key: a full workbook has 500. */
const ROWS_MAX = 5_000;
/** An answer is a word or the name of an option. */
const ANSWER_MAX = 300;
/** The characters that all rows together may have: they are copied to the process that asked. */
const CHARACTERS_MAX = 4_000_000;

/** @returns what the workbook says, or why it could not be read */
export async function readAnswersWorkbook(bytes: Uint8Array): Promise<ReadWorkbook | UnreadReason> {
  const begin = Buffer.from(bytes.subarray(0, 8)).toString("hex");
  // What Excel encrypts is put into the container of its older files.
  if (begin === "d0cf11e0a1b11ae1") return "protected";
  if (!begin.startsWith("504b0304")) return "not-xlsx";
  try {
    const parts = await Parts.open(bytes);
    const workbook = await findWorkbook(parts);
    return workbook === undefined ? "not-xlsx" : await read(parts, workbook);
  } catch (error) {
    if (error instanceof TooMuch) return "too-much";
    if (error instanceof BrokenFile) return "broken";
    throw error;
  }
}

async function read(parts: Parts, part: string): Promise<ReadWorkbook | UnreadReason> {
  const workbook = await readWorkbook(parts, part);
  const count = new CellCount();
  const room = new Room();
  const rows: TypedRow[] = [];
  let record: WorkbookRecord | undefined;
  for (const { name, part } of workbook.sheets) {
    let columns: Columns | undefined;
    let recording: WorkbookRecord | undefined;
    await readRows(parts, part, {
      workbook,
      count,
      onRow(row) {
        const first = row.cells.get(1)?.stored ?? "";
        if (row.number === 1 && first === MARK) {
          recording = { format: row.cells.get(2)?.stored ?? "", assessmentId: "", downloaded: "", base: [] };
          record ??= recording;
        } else if (recording) recordRow(recording, row, room);
        else columns ??= columnsIn(row);
        if (!columns) return;
        const typed = rowOf(row, name, columns, room);
        if (typed && rows.push(typed) > ROWS_MAX) throw new TooMuch("rows");
      },
    });
  }
  if (!record || record.format !== FORMAT) return "not-ours";
  const { format: _format, ...about } = record;
  return { ...about, rows };
}

interface WorkbookRecord extends Omit<ReadWorkbook, "rows"> {
  format: string;
}

/** Counts the characters that are handed on. */
class Room {
  #left = CHARACTERS_MAX;
  cut(text: string, length: number): string {
    const kept = text.slice(0, length);
    this.#left -= kept.length;
    if (this.#left < 0) throw new TooMuch("characters");
    return kept;
  }
}

function recordRow(record: WorkbookRecord, { number, cells }: ReadRow, room: Room): void {
  const text = (column: number) => room.cut(cells.get(column)?.stored ?? "", ANSWER_MAX);
  if (text(1) === "assessment") record.assessmentId = text(2);
  else if (text(1) === "downloaded") record.downloaded = text(2);
  else if (number >= FIRST_PLACE && text(1) !== "" && text(4) !== "")
    record.base.push([text(1), { answers: text(2), note: text(3), wording: text(4) }]);
  if (record.base.length > ROWS_MAX) throw new TooMuch("places");
}

/** Where the columns of a sheet are. */
interface Columns {
  key: number;
  answer: number | undefined;
  note: number | undefined;
}

/** The columns, if this is the row with their heads. */
function columnsIn({ cells }: ReadRow): Columns | undefined {
  const at = (head: string) => [...cells].find(([, { stored }]) => stored.trim() === head)?.[0];
  const [key, answer, note] = [at(HEADS.key), at(HEADS.answer), at(HEADS.note)];
  return key !== undefined && (answer ?? note) !== undefined ? { key, answer, note } : undefined;
}

function rowOf({ number, cells }: ReadRow, sheet: string, { key, answer, note }: Columns, room: Room): TypedRow | undefined {
  const named = readKey(cells.get(key)?.stored ?? "");
  if (!named) return undefined;
  const cell = (column: number | undefined, length: number): TypedCell | undefined => {
    if (column === undefined) return undefined;
    const cell = cells.get(column);
    const text = room.cut(cell?.shown() ?? "", length);
    return { address: `${sheet}!${lettersOf(column)}${number}`, text, ...(cell?.isFormula ? { isFormula: true } : {}) };
  };
  return { ...named, answer: cell(answer, ANSWER_MAX), note: cell(note, NOTE_CELL_MAX + 1) };
}
