/** Shapes that occur all over the wire. The contract is described in docs/upstream-contract.md. */
import { z } from "zod";
import { hasControlCharacters, textMessages } from "../text.ts";

// zod's probe for eval breaks a strict Content-Security-Policy, so it is switched off before any schema exists.
z.config({ jitless: true });

/** Opaque to the client: the reference API uses positive integers, another upstream may use text. */
export const id = z.union([z.number().int().positive(), z.string().min(1)]);
export type Id = z.infer<typeof id>;

export const ref = z.object({ id: z.number(), name: z.string() });
export type Ref = z.infer<typeof ref>;

export const role = z.enum(["P3M3", "ITIL"]);
export type Role = z.infer<typeof role>;

/** Reference lists: countries, industries, sizes. */
export const refList = z.array(ref);

/** A typed text: trimmed, bounded in characters, free of control characters. A form that leaves empty fields out lacks it. */
export const typedText = (max: number) =>
  z
    .string({ error: ({ input }) => (input === undefined ? textMessages.required : textMessages.wrongType("text")) })
    .trim()
    .refine((text) => [...text].length <= max, textMessages.tooLong(max))
    .refine((text) => !hasControlCharacters(text), textMessages.control)
    .meta({ maxLength: max });

/** As `typedText`, and not empty. */
export const requiredText = (max: number) =>
  typedText(max)
    .refine((text) => text !== "", textMessages.required)
    .meta({ minLength: 1, maxLength: max });

/** RFC 9457. The client reads the status alone; title and errors only add detail. */
export const problem = z.object({
  type: z.string().optional(),
  title: z.string(),
  status: z.number(),
  detail: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type Problem = z.infer<typeof problem>;

/** What POST answers that create something: `{id}`, or `{data: {id}}` from some upstreams. */
export const created = z.union([z.object({ id }), z.object({ data: z.object({ id }) }).transform(({ data }) => data)]);
