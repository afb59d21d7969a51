/** The page between a form with pasted lines and what it does (docs/rules/pasted-lines.md#the-page-between). */
import { fingerprint } from "#model/note.ts";
import { CHANGE_STEP, type LineLeft, UNDERSTOOD, type Understood, type UnderstoodRow } from "~/views/understood";

/** Whether the form leads back, to be changed: nothing is done. */
export const isToBeChanged = (form: FormData): boolean => form.get(UNDERSTOOD.step) === CHANGE_STEP;

/**
 * The reading of a form that the user confirms. Its user has not seen that yet, or it has changed since.
 * @returns undefined once they have seen exactly this, and pressed the button
 */
export function toBeShown(
  form: FormData,
  columns: string[],
  rows: readonly UnderstoodRow[],
  wrong: readonly LineLeft[],
): Understood | undefined {
  const own: string[] = Object.values(UNDERSTOOD);
  const shown = {
    columns,
    rows: rows.map(({ cells, line, doubts }) => ({ cells, line, doubts })),
    wrong: wrong.map(({ line, why }) => ({ line, why })),
  };
  const seen = fingerprint(JSON.stringify(shown));
  if (form.get(UNDERSTOOD.seen) === seen) return undefined;
  const fields = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && !own.includes(name) ? [[name, value]] : [],
  );
  return { ...shown, fields, seen };
}
