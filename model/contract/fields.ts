/** Texts and ticks of `model/fields.ts` on the wire. */
import { z } from "zod";
import type { ChoiceField, Fields, TextField, TickField } from "../fields.ts";
import { requiredText, typedText } from "./common.ts";

/** @param max what the contract says of it @param accepted what it takes, where that is more */
const requiredField = (max: number, accepted = max) => requiredText(accepted).meta({ minLength: 1, maxLength: max });
const optionalField = (max: number, accepted = max) =>
  typedText(accepted)
    .meta({ maxLength: max })
    .nullable()
    .transform((text) => text || null);

type WriteShape<F extends Fields> = {
  [N in keyof F as F[N] extends ChoiceField ? never : N]: F[N] extends TickField
    ? z.ZodBoolean
    : F[N] extends { required: true }
      ? ReturnType<typeof requiredField>
      : ReturnType<typeof optionalField>;
};

/** The shape of what is sent for something new. An optional text is null where it is empty. */
export const writtenFields = <F extends Fields>(fields: F): WriteShape<F> => shapeOf(fields);

/** The most characters of a text that an update sends, more than any limit has ever been. */
const SENT_MAX = 10_000;

/**
 * The shape of what is sent for something stored. A text that nobody changed may be longer than its field now takes. Whoever stores it asks
 * for the limit of each text that differs (docs/rules/locks-and-saving.md#unchanged-texts).
 */
export const changedFields = <F extends Fields>(fields: F): WriteShape<F> => shapeOf(fields, SENT_MAX);

function shapeOf<F extends Fields>(fields: F, accepted?: number): WriteShape<F> {
  const shape = Object.entries(fields).flatMap(([name, field]): [string, z.ZodType][] => {
    if (field.kind === "choice") return [];
    if (field.kind === "tick") return [[name, z.boolean()]];
    return [[name, (field.required ? requiredField : optionalField)(field.max, accepted)]];
  });
  return Object.fromEntries(shape) as WriteShape<F>;
}

type Optional<F extends Fields> = {
  [N in keyof F as F[N] extends { required: true } ? never : F[N] extends TextField | { of: unknown } ? N : never]: true;
};

/** The fields that may be absent from what is sent: optional texts, and what only one model has. */
export function optionalFields<F extends Fields>(fields: F): Optional<F> {
  const names = Object.keys(fields).filter((name) => {
    const field = fields[name];
    return field?.of !== undefined || (field?.kind === "text" && !field.required);
  });
  return Object.fromEntries(names.map((name) => [name, true])) as Optional<F>;
}

type ReadShape<F extends Fields> = {
  [N in keyof F as F[N] extends ChoiceField | { required: true } | { of: unknown } ? never : N]: F[N] extends TickField
    ? z.ZodBoolean
    : z.ZodOptional<z.ZodNullable<z.ZodString>>;
};

/** The shape of what is read: an upstream may lack an optional text. Each shape itself lists required texts and the fields of one model. */
export function readFields<F extends Fields>(fields: F): ReadShape<F> {
  const shape = Object.entries(fields).flatMap(([name, field]): [string, z.ZodType][] => {
    if (field.kind === "choice" || field.of !== undefined) return [];
    if (field.kind === "tick") return [[name, z.boolean()]];
    return field.required ? [] : [[name, z.string().nullish()]];
  });
  return Object.fromEntries(shape) as ReadShape<F>;
}
