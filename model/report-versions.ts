/** Versions of a report that are issued (docs/rules/client-report.md#versions). */
import { NAME_MAX } from "./text.ts";

export const ISSUED_FIELDS = {
  number: { label: "Number", max: 40 },
  change: { label: "What changed", max: NAME_MAX },
} as const;
export type IssuedField = keyof typeof ISSUED_FIELDS;
export const ISSUED_FIELD_NAMES = Object.keys(ISSUED_FIELDS) as IssuedField[];

/** The most versions of one report. */
export const ISSUED_MAX = 30;

/** Why one more version cannot be issued; undefined if it can. @param issued those that were @param number of the new one */
export function issueProblem(issued: readonly { number: string }[], number: string): { field?: IssuedField; message: string } | undefined {
  if (issued.length >= ISSUED_MAX) return { message: `A report has at most ${ISSUED_MAX} versions.` };
  const isThere = issued.some((each) => each.number === number);
  return isThere ? { field: "number", message: "A version with this number has been issued already." } : undefined;
}
