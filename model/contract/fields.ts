/** Texts and ticks of `model/fields.ts` on the wire. */
import { z } from "zod";
import type { ChoiceField, Fields, TextField, TickField } from "../fields.ts";
import { requiredText, typedText } from "./common.ts";

const optionalText = (max: number) =>
  typedText(max)
    .nullable()
    .transform((text) => text || null);

type WriteShape<F extends Fields> = {
  [N in keyof F as F[N] extends ChoiceField ? never : N]: F[N] extends TickField
    ? z.ZodBoolean
    : F[N] extends { required: true }
      ? ReturnType<typeof requiredText>
      : ReturnType<typeof optionalText>;
};

/** The shape of what is sent. An optional text is null where it is empty. */
export function writtenFields<F extends Fields>(fields: F): WriteShape<F> {
  const shape = Object.entries(fields).flatMap(([name, field]): [string, z.ZodType][] => {
    if (field.kind === "choice") return [];
    if (field.kind === "tick") return [[name, z.boolean()]];
    return [[name, field.required ? requiredText(field.max) : optionalText(field.max)]];
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
