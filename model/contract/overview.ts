/** Extension `overview`: everything about an assessment at once, as the calls for single threads, practices and components give it. */
import { z } from "zod";
import { since } from "./again.ts";
import { queryIds, ref } from "./common.ts";
import { evidenced } from "./evidence.ts";
import { itilCapabilityQuestions, itilMaturityQuestion } from "./itil.ts";
import { note, p3m3Questions } from "./p3m3.ts";

/** What belongs to a thread, practice or component: its note, and how many entries of evidence there are (extension `evidence`). */
const siblings = { note, ...evidenced };

export const p3m3Overview = z.object({
  assessmentType: z.literal("P3M3"),
  /** Those in scope, descoped ones included, in the order of the catalogue. */
  threads: z.array(z.object({ perspective: ref, thread: ref, descoped: z.boolean(), questions: p3m3Questions, ...siblings })),
  ...since,
});
export type P3m3Overview = z.infer<typeof p3m3Overview>;

export const itilOverview = z.object({
  assessmentType: z.literal("ITIL"),
  /** The practices in scope, in the order of the catalogue. */
  capabilities: z.array(z.object({ capability: ref, questions: itilCapabilityQuestions, ...siblings })),
  maturities: z.array(z.object({ maturity: ref, question: itilMaturityQuestion, ...siblings })),
  ...since,
});
export type ItilOverview = z.infer<typeof itilOverview>;

export const overview = z.discriminatedUnion("assessmentType", [p3m3Overview, itilOverview]);
export type Overview = z.infer<typeof overview>;

export const overviewQuery = z.object({
  /** Only some perspectives or practices. */
  perspectiveIds: queryIds.optional(),
  capabilityIds: queryIds.optional(),
  /** Leaves out what the catalogue says, for those who only count: statements are empty, and diagnostics and options are not listed. */
  without: z.literal("statements").optional(),
  /** Adds what the assessment before said, if one is named (extension `again`). */
  with: z.literal("again").optional(),
});
