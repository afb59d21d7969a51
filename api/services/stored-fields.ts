/** Texts and ticks of `model/fields.ts` in the columns of the reference API. */

import { type FieldError, refused } from "#api/problem.ts";
import { asFlag, type Flag } from "#api/store/database.ts";
import { type ChoiceField, type Field, type Fields, type FieldValues, fieldNames, type TickField } from "#model/fields.ts";
import { isUnchanged, isWithin, textMessages } from "#model/text.ts";

/** The column of a field: its name in snake_case, unless its row names another. */
export const columnOf = (name: string, { column }: Field): string =>
  column ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Each text and tick with its column. */
const columnsIn = (fields: Fields) =>
  fieldNames(fields, "text", "tick").flatMap((name) => {
    const field = fields[name];
    return field ? [{ name, field, column: columnOf(name, field) }] : [];
  });

/** The columns of texts and ticks. */
export const fieldColumns = (fields: Fields): string[] => columnsIn(fields).map(({ column }) => column);

type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : "";

type Columns<F extends Fields> = {
  [N in keyof F & string as F[N] extends ChoiceField
    ? never
    : F[N] extends { column: infer Own extends string }
      ? Own
      : Snake<N>]: F[N] extends TickField ? Flag : F[N] extends { required: true } ? string : string | null;
};

/** The columns that given values fill. A field that is not given stays as it is. */
export function toColumns<F extends Fields>(fields: F, values: Readonly<FieldValues<F>>): Columns<F>;
export function toColumns<F extends Fields>(fields: F, values: Readonly<Partial<FieldValues<F>>>): Partial<Columns<F>>;
export function toColumns(fields: Fields, values: object): object {
  const given = values as Readonly<Record<string, string | boolean | null | undefined>>;
  return Object.fromEntries(
    columnsIn(fields).flatMap(({ name, column }): [string, string | number | null][] => {
      const value = given[name];
      return value === undefined ? [] : [[column, typeof value === "boolean" ? asFlag(value) : value]];
    }),
  );
}

/** What the columns of a row hold. */
export function fromColumns<F extends Fields>(fields: F, row: object): FieldValues<F> {
  const stored = row as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    columnsIn(fields).map(({ name, field, column }) => [name, field.kind === "tick" ? stored[column] === 1 : (stored[column] ?? null)]),
  ) as FieldValues<F>;
}

/**
 * Asks for the limit of each text that differs from what is stored (docs/rules/locks-and-saving.md#unchanged-texts).
 * @param stored the values of the fields, as they are read
 * @param sent those of an update; what is absent stays as it is
 * @throws Problem 422 with the fields that are too long
 */
export function requireLimits(fields: Fields, stored: object, sent: object): void {
  const [before, after] = [stored, sent] as Readonly<Record<string, string | null | undefined>>[];
  const errors = fieldNames(fields, "text").flatMap((name): FieldError[] => {
    const text = after?.[name] ?? "";
    const field = fields[name];
    if (field?.kind !== "text" || isWithin(text, field.max) || isUnchanged(text, before?.[name])) return [];
    return [{ path: name, message: textMessages.tooLong(field.max) }];
  });
  if (errors.length > 0) throw refused("The request is not valid.", errors);
}
