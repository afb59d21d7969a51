/** Extension `bulk`: changes to many threads, practices and components, in one write that succeeds or fails as a whole. */
import { z } from "zod";
import { confirmable } from "./again.ts";
import { LIST_MAX, requiredText, versions } from "./common.ts";
import { requiredPlace } from "./history.ts";
import { itilMaturityAnswerForm } from "./itil.ts";
import { noteBody } from "./p3m3.ts";

/** An answer as the call for one thread or practice takes it, but without id and score. */
const selected = z.object({
  questionId: z.number(),
  selection: z.enum(["Fully", "Partially", "Rarely/Never", "Rarely", "N/A"]),
  ...confirmable,
});
const chosen = itilMaturityAnswerForm.omit({ id: true });

export const bulkChange = z.object({
  place: requiredPlace,
  /** Those of the whole thread or practice, or the one of a component. Absent: they stay as they are. */
  answers: z
    .array(z.union([selected, chosen]))
    .min(1)
    .max(LIST_MAX)
    .optional(),
  /** Absent: it stays as it is. */
  note: noteBody.optional(),
  /** Those that the change was made from (extension `versions`). */
  versions: versions.pick({ answers: true, note: true }).optional(),
});
export type BulkChange = z.infer<typeof bulkChange>;

/** Where the changes come from: the name of a workbook, or the entry of the history that they put back. */
export const bulkOrigin = z.union([z.object({ workbook: requiredText(200) }), z.object({ putBack: z.number() })]);
export type BulkOrigin = z.infer<typeof bulkOrigin>;

export const bulk = z.object({ changes: z.array(bulkChange).min(1).max(LIST_MAX), origin: bulkOrigin.optional() });

/** The entry of the history about such a write, after those of its changes: they are the entries from `first` up to it. */
export const bulkWritten = z.object({ first: z.number(), origin: bulkOrigin.optional().catch(undefined) });
export type BulkWritten = z.infer<typeof bulkWritten>;

export const bulkResult = z.object({ changes: z.array(z.object({ place: z.string(), versions: versions.optional() })) });
export type BulkResult = z.infer<typeof bulkResult>;
