/** Shapes that many calls use. The contract in words: docs/upstream-contract.md. */
import { z } from "zod";
import { shownAddress } from "../mail-address.ts";
import { PERMISSIONS } from "../permissions.ts";
import { hasControlCharacters, isFarTooLong, isUnchanged, isWithin, textMessages, withoutInvisible } from "../text.ts";

// zod writes code for its schemas where it may. In a browser a strict Content-Security-Policy forbids that, and reports even zod's test for it.
// This stands before the first schema, because each schema reads the setting when it is made.
z.config({ jitless: "document" in globalThis });

/** Opaque to the client: the reference API uses positive integers, another upstream may use text. */
export const id = z.union([z.number().int().positive(), z.string().min(1)]);
export type Id = z.infer<typeof id>;

// The largest id that both databases of the reference API can hold.
const ROW_ID_MAX = 2_147_483_647;

/** Whether a number can be the id of a stored row. */
export function isRowId(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value <= ROW_ID_MAX;
}

/** The number of the stored row that an id names; undefined where no row can have it. A text has to be its digits alone. */
export function rowNumberIn(value: Id): number | undefined {
  const number = typeof value === "number" || /^[1-9]\d*$/.test(value) ? Number(value) : 0;
  return isRowId(number) ? number : undefined;
}

/** An id in a query, where everything is text. */
export const queryId = z.coerce.number<Id>().refine(isRowId, "must be an id").meta({ type: "integer" });

/** The most entries of a list that is sent. No catalogue has as many perspectives, threads, practices or components. */
export const LIST_MAX = 200;

/** Ids in a query, at least one, with commas between them. */
export const queryIds = z
  .preprocess((list: string | readonly Id[]) => (typeof list === "string" ? list.split(",") : list), z.array(queryId).min(1).max(LIST_MAX))
  .meta({ type: "array", items: { type: "integer" } });

export const ref = z.object({ id: z.number(), name: z.string() });
export type Ref = z.infer<typeof ref>;

export const role = z.enum(["P3M3", "ITIL"]);
export type Role = z.infer<typeof role>;

/** A level of P3M3, as in its catalogue. */
export const level = z.literal([1, 2, 3, 4, 5]);

/** Reference lists: countries, industries, sizes. */
export const refList = z.array(ref);

/**
 * The e-mail address of somebody, or what stands for one, such as `removed person 5`. The client reads it as people do
 * (docs/rules/people.md#international-domains).
 */
export const mailAddress = z.string().overwrite(shownAddress);

/** What is read of a text that may be missing: null as well where it is empty, or nothing but spaces. */
export const blankAsNull = <Text extends string | null | undefined>(text: Text): Text | null => (text?.trim() ? text : null);

/** A name or another short text that people type: trimmed, limited in length, without control characters and without invisible ones. It may be missing from a form that omits empty fields. @param stored what is stored, which may be longer */
export const typedText = (max: number, stored?: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? textMessages.required : textMessages.wrongType("text")) })
    .refine((text) => !isFarTooLong(text, max) || isUnchanged(text, stored), { error: textMessages.tooLong(max), abort: true })
    .overwrite(withoutInvisible)
    .trim()
    .refine((text) => isWithin(text, max) || isUnchanged(text, stored), textMessages.tooLong(max))
    .refine((text) => !hasControlCharacters(text), textMessages.control)
    .meta({ maxLength: max });

/** Like `typedText`, but not empty. */
export const requiredText = (max: number, stored?: string) =>
  typedText(max, stored)
    .refine((text) => text !== "", textMessages.required)
    .meta({ minLength: 1, maxLength: max });

/**
 * The versions of the parts that are edited by themselves, in what was read or has just been written (extension `versions`). They grow with
 * each change; what was never written has version 0.
 */
export const versions = z.object({
  answers: z.number().optional(),
  marks: z.number().optional(),
  note: z.number().optional(),
  flag: z.number().optional(),
  reason: z.number().optional(),
  evidence: z.number().optional(),
  wording: z.number().optional(),
  profile: z.number().optional(),
  scope: z.number().optional(),
  organization: z.number().optional(),
  style: z.number().optional(),
  earlier: z.number().optional(),
  targets: z.number().optional(),
  action: z.number().optional(),
  access: z.number().optional(),
  person: z.number().optional(),
  invitation: z.number().optional(),
  voice: z.number().optional(),
  voices: z.number().optional(),
  voicePage: z.number().optional(),
  teamName: z.number().optional(),
  point: z.number().optional(),
  review: z.number().optional(),
  teamRules: z.number().optional(),
  reportDefaults: z.number().optional(),
  engagement: z.number().optional(),
  member: z.number().optional(),
  planRow: z.number().optional(),
  departure: z.number().optional(),
  engagementText: z.number().optional(),
});
export type Versions = z.infer<typeof versions>;
export type VersionedPart = keyof Versions;

/** The field in which answers carry versions. */
export const versioned = { versions: versions.optional() };

/** What the caller may do with an organization or an assessment beyond reading it: `change`, or nothing (extension `permissions`). */
export const permitted = { may: z.array(z.string()).optional() };

/** An error as in RFC 9457. Only the status decides what the client does; title and errors add detail. */
export const problem = z.object({
  type: z.string().optional(),
  title: z.string(),
  status: z.number(),
  detail: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** With 412: what is stored now, as a read gives it. */
  present: z.unknown().optional(),
  /** With 403: the permission that the call needs, where the caller has a lesser one (extension `permissions`). */
  needs: z.enum(PERMISSIONS).optional().catch(undefined),
  /** With 403: the caller's own second opinion that has to be done first (extension `ratings`). */
  apart: z.object({ assessment: id, number: id, name: z.string().nullish() }).optional().catch(undefined),
});
export type Problem = z.infer<typeof problem>;

/** The answer of a POST that creates something: `{id}`, or `{data: {id}}` from some upstreams. */
export const created = z.union([z.object({ id }), z.object({ data: z.object({ id }) }).transform(({ data }) => data)]);
