/** Schemas of posted forms, from the tables of fields (`model/fields.ts`). */
import { z } from "zod";
import { onOneLine } from "#model/characters.ts";
import { requiredText, typedText } from "#model/contract/common.ts";
import type { ChoiceField, Fields, TickField } from "#model/fields.ts";
import { dayProblem, textMessages } from "#model/text.ts";
import { type StoredRecord, textIn } from "~/views/form-fields";

const tick = z
  .literal("on", textMessages.switches)
  .optional()
  .transform((value) => value === "on");

/** A text of one line: what ends a line in what was pasted becomes a space. */
export const lineText = (max: number, stored?: string) => typedText(max, stored).overwrite(onOneLine);
/** Like `lineText`, but not empty. */
export const requiredLine = (max: number, stored?: string) => requiredText(max, stored).overwrite(onOneLine);

/** A day that may be left out; null where it is. */
export const postedDay = z
  .string()
  .optional()
  .transform((typed = "", check) => {
    const problem = dayProblem(typed);
    if (problem !== undefined) check.addIssue(problem);
    return typed === "" ? null : typed;
  });

const optionalText = (max: number, stored: string) =>
  lineText(max, stored)
    .optional()
    .transform((text) => text || null);

type FormShape<F extends Fields> = {
  [N in keyof F as F[N] extends ChoiceField ? never : N]: F[N] extends TickField
    ? typeof tick
    : F[N] extends { required: true }
      ? ReturnType<typeof requiredLine>
      : ReturnType<typeof optionalText>;
};

/**
 * The schema of a form's texts and ticks, by name. Only the form knows the options of a choice.
 * @param stored what the form was made from; a text that is still the same passes (docs/rules/locks-and-saving.md#unchanged-texts)
 */
export function postedFields<F extends Fields>(fields: F, stored: StoredRecord = {}): FormShape<F> {
  const shape = Object.entries(fields).flatMap(([name, field]): [string, z.ZodType][] => {
    if (field.kind === "choice") return [];
    if (field.kind === "tick") return [[name, tick]];
    return [[name, (field.required ? requiredLine : optionalText)(field.max, textIn(stored[name]))]];
  });
  return Object.fromEntries(shape) as FormShape<F>;
}

/** What a field of a form carries as JSON; undefined for anything that does not fit. */
export function carriedIn<S extends z.ZodType>(form: FormData, name: string, schema: S): z.output<S> | undefined {
  try {
    return schema.safeParse(JSON.parse(String(form.get(name)))).data;
  } catch {
    return undefined;
  }
}
