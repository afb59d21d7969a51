/** What a workbook of answers says of itself, on a hidden sheet: written and read by workers (docs/rules/workbook.md#the-record). */

/** In the first cell of the hidden sheet, whatever its name and position. */
export const MARK = "maturity-assessment-answers";
/** Changes with what a reader has to know. */
export const FORMAT = "1";
/** The row of the hidden sheet from which on each holds a place: place, answers, note, wording. */
export const FIRST_PLACE = 5;
/** Heads of the columns that are read. They are in the row that begins with the first. */
export const HEADS = { key: "Row", answer: "Answer", note: "Note" } as const;

/** The key of a row: the place, and the question that its answer belongs to. */
export const keyOf = (place: string, questionId: number) => `${place}#${questionId}`;

/** The parts of a key; undefined for a text that is not a key. */
export function readKey(text: string): { place: string; questionId: number } | undefined {
  const [, place, question] = /^((?:thread\/\d{1,9}\/\d{1,9})|(?:(?:capability|maturity)\/\d{1,9}))#(\d{1,9})$/.exec(text.trim()) ?? [];
  return place && question ? { place, questionId: Number(question) } : undefined;
}
