/** What assessors say about their report: on its cover, and in the table to sign off in (docs/rules/client-report.md#cover). */
import { dayProblem, NAME_MAX, textProblem } from "./text.ts";

export const COVER_FIELDS = {
  version: { label: "Version", max: 40 },
  date: { label: "Date", max: 40 },
  authors: { label: "Authors", max: NAME_MAX },
  reviewer: { label: "Reviewer", max: NAME_MAX },
  distribution: { label: "Distribution", max: 500, lines: true },
  disclaimer: { label: "Disclaimer", max: 600, lines: true },
} as const satisfies Record<string, { label: string; max: number; lines?: true }>;
export type CoverField = keyof typeof COVER_FIELDS;
export const COVER_FIELD_NAMES = Object.keys(COVER_FIELDS) as CoverField[];

/** The fields that a team can have new reports begin with (docs/rules/client-report.md#what-new-reports-begin-with). */
export const DEFAULTED_FIELDS = ["authors", "disclaimer"] as const satisfies readonly CoverField[];
export type DefaultedField = (typeof DEFAULTED_FIELDS)[number];

/** What was filled in. The date is ISO 8601, such as 2026-11-05. */
export type ReportCover = Partial<Record<CoverField, string>>;

/** The part of the report's texts under which a field is kept. */
export const coverPart = (name: CoverField): string => `cover-${name}`;
/** The field that a part holds; undefined for another text. */
export const coverFieldOf = (part: string): CoverField | undefined => COVER_FIELD_NAMES.find((name) => coverPart(name) === part);

/** The error message for a typed field; undefined for a field that is right. All of them may be empty. */
export const coverProblem = (name: CoverField, typed: string): string | undefined =>
  textProblem(typed, COVER_FIELDS[name]) ?? (name === "date" ? dayProblem(typed.trim()) : undefined);

/** Whether a field may have several lines. */
export const hasLines = (name: CoverField): boolean => "lines" in COVER_FIELDS[name];

/** The fields among the texts of a report, by part. What nobody could have saved on the screen is left out. */
const read = (name: CoverField, text: string) => (hasLines(name) ? text : text.replace(/\s+/g, " ")).trim();

export function coverFrom(written: Readonly<Record<string, string>>): ReportCover {
  const filled = COVER_FIELD_NAMES.map((name) => [name, read(name, written[coverPart(name)] ?? "")] as const);
  return Object.fromEntries(filled.filter(([name, text]) => text !== "" && coverProblem(name, text) === undefined));
}
