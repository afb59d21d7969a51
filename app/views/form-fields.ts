/** What forms and lists of facts take from the tables of fields (`model/fields.ts`). */
import { type Field, type Fields, factName, fieldNames } from "#model/fields.ts";
import type { TextRule } from "#model/text.ts";
import { choiceLabels, type FieldLabels, tickLabels } from "~/views/form-labels";
import { orNotProvided } from "~/views/missing";

/** An entry of a list. */
export interface Option {
  value: string;
  label: string;
}

/** Choices by value, in words. */
export const optionsOf = (words: Readonly<Record<string, string>>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Stored values: texts, ticks, and choices as a text or as an entry of a reference list. An upstream may lack any of it. */
export type StoredRecord = Readonly<Record<string, unknown>>;

const rowsOf = (fields: Fields, ...kinds: Field["kind"][]) =>
  Object.entries(fields).filter(([, { kind }]) => kinds.length === 0 || kinds.includes(kind));

/** The name of each field on the screen. */
export const labelsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(rowsOf(fields).map(([name, { label }]) => [name, label])) as Record<keyof F, string>;

/**
 * The rules that the browser can check. A tick is never wrong.
 * @param stored what the form was made from; a text that is still the same passes (docs/rules/locks-and-saving.md#unchanged-texts)
 */
export const rulesOf = (fields: Fields, stored: StoredRecord = {}): Record<string, TextRule> =>
  Object.fromEntries(
    rowsOf(fields).flatMap(([name, row]): [string, TextRule][] =>
      row.kind === "tick" ? [] : [[name, row.kind === "text" ? { ...row, stored: textIn(stored[name]) || undefined } : row]],
    ),
  );

/** The labels of the form. @param options the entries of each choice */
export function formLabelsOf(fields: Fields, options: Readonly<Record<string, readonly Option[]>>): FieldLabels[] {
  const labels = (kind: Field["kind"]) => Object.fromEntries(rowsOf(fields, kind).map(([name, { label }]) => [name, label]));
  return [
    { ask: labels("text") },
    ...rowsOf(fields, "choice").map(([name, { label }]) => choiceLabels(name, label, options[name] ?? [])),
    tickLabels(labels("tick")),
  ];
}

const isRef = (value: unknown): value is { id: unknown; name: unknown } => typeof value === "object" && value !== null && "id" in value;

/** What a field holds, as a browser posts it; undefined for nothing. */
export function posted(value: unknown): string | undefined {
  if (value === true) return "on";
  if (isRef(value)) return String(value.id);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** What a form begins with. */
export const defaultsOf = <F extends Fields>(fields: F, stored: StoredRecord | undefined) =>
  Object.fromEntries(rowsOf(fields).map(([name]) => [name, posted(stored?.[name])])) as Record<keyof F, string | undefined>;

/** The text of a field; "" for nothing. */
export function textIn(value: unknown): string {
  const text = isRef(value) ? value.name : value;
  return typeof text === "string" ? text.trim() : "";
}

/** Fields as labels and texts, for people. @param names which, and in which order; all unless given */
export const factsIn = <F extends Fields>(fields: F, stored: StoredRecord, names: readonly (keyof F & string)[] = Object.keys(fields)) =>
  names.flatMap((name): [label: string, text: string][] => {
    const field = fields[name];
    if (!field) return [];
    const value = stored[name];
    return [[factName(field), field.kind === "tick" ? (value === true ? "Yes" : "No") : orNotProvided(textIn(value))]];
  });

/** The optional texts that are filled in, for the head of a result. */
export const optionalFacts = (fields: Fields, stored: StoredRecord) =>
  factsIn(
    fields,
    stored,
    fieldNames(fields, "text").filter((name) => !(fields[name] as { required?: true }).required && textIn(stored[name]) !== ""),
  );
