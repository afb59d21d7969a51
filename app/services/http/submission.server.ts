/** Reads posted forms by a schema. */
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { groupBy } from "#model/group-by.ts";

/** Fields by which Conform carries its own buttons and its state. No page of this site has them, and it trusts what they hold. */
const OF_CONFORM = ["__intent__", "__state__"];

/**
 * Reads a form, or the query of an address, by a schema.
 * @returns the values, or the messages for the fields
 */
export function readSubmission<Schema extends z.ZodType>(sent: FormData | URLSearchParams, schema: Schema) {
  for (const name of OF_CONFORM) sent.delete(name);
  return parseWithZod(sent, { schema });
}

/** The messages about each field, as forms show them. */
export function messagesByField(issues: readonly { path: string; message: string }[]): Record<string, string[]> {
  const byField = groupBy(issues, ({ path }) => path);
  return Object.fromEntries([...byField].map(([field, all]) => [field, all.map(({ message }) => message)]));
}

/** A form as it is, without being judged. */
export const onlyFilled = (form: FormData) => readSubmission(form, z.looseObject({})).reply();
