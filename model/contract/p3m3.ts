import { z } from "zod";
import { withoutNonCharacters } from "../characters.ts";
import { NOTE_MAX } from "../note.ts";
import { hasControlCharacters, isFarTooLong, isWithin, textMessages } from "../text.ts";
import { confirmable } from "./again.ts";
import { flaggable } from "./answering.ts";
import { id, level, ref, versioned } from "./common.ts";
import { evidenced } from "./evidence.ts";

export const catalogueItem = z.object({ id: z.number(), code: z.string(), name: z.string() });
/** With the extra `help`: what the item is about. */
export const describedItem = catalogueItem.extend({ help: z.string().optional() });
export const catalogueList = z.array(describedItem);

export const p3m3Selection = z.enum(["Fully", "Partially", "Rarely/Never", "N/A"]);

export const p3m3Answer = z.object({
  id: z.number().optional(),
  questionId: z.number(),
  selection: p3m3Selection,
  score: z.union([z.literal(1), z.literal(0.5), z.literal(0)]),
});
export type P3m3Answer = z.infer<typeof p3m3Answer>;

/** All five answers of one thread. */
export const p3m3Answers = z.array(p3m3Answer.extend(confirmable)).length(5);
export type P3m3AnswerForm = z.infer<typeof p3m3Answers>[number];

export const diagnostic = z.object({ id: z.number(), code: z.string(), statement: z.string(), isPositive: z.boolean().nullable() });
export type Diagnostic = z.infer<typeof diagnostic>;

export const p3m3Question = z.object({
  id: z.number(),
  level,
  statement: z.string(),
  /** An extra: what to do next when the level is not met. */
  hint: z.string().optional(),
  thread: ref,
  perspective: ref,
  diagnostics: z.array(diagnostic),
  answer: p3m3Answer.nullable(),
  ...flaggable,
  /** Of a descoped thread (extension `reasons`). */
  reason: z.string().optional(),
  ...versioned,
});
export type P3m3Question = z.infer<typeof p3m3Question>;
export const p3m3Questions = z.array(p3m3Question);

export const p3m3Progress = z.object({
  currentOverallScore: z.number(),
  maturityScore: z.number(),
  perspectivesProgress: z.array(
    z.object({
      id: z.number(),
      code: z.string().optional(),
      name: z.string(),
      currentScore: z.number(),
      answeredThreads: z.number(),
      totalThreads: z.number(),
      threads: z.array(
        z.object({
          id: z.number().optional(),
          code: z.string().optional(),
          name: z.string(),
          score: z.number().nullable(),
          answered: z.boolean(),
          started: z.boolean(),
          descoped: z.boolean(),
          ...flaggable,
          ...evidenced,
        }),
      ),
    }),
  ),
});
export type P3m3Progress = z.infer<typeof p3m3Progress>;

export const p3m3AnswerResult = z.object({ answers: z.array(p3m3Answer), progress: p3m3Progress, ...versioned });

export const diagnosticMark = z.object({ diagnosticId: z.number(), isPositive: z.boolean().nullable() });

const rank = z.number();
export const p3m3Scores = z.object({
  overall: z.object({ decimal: z.number(), maturity: z.number() }),
  perspectives: z.array(catalogueItem.extend({ score: z.number(), rank })),
  threads: z.array(catalogueItem.extend({ perspectiveId: z.number(), score: z.number(), rank })),
});
export type P3m3Scores = z.infer<typeof p3m3Scores>;

export const noteBody = z
  .string()
  .refine((text) => !isFarTooLong(text, NOTE_MAX), { error: textMessages.tooLong(NOTE_MAX), abort: true })
  .overwrite(withoutNonCharacters)
  .refine((text) => isWithin(text, NOTE_MAX), textMessages.tooLong(NOTE_MAX))
  .refine((text) => !hasControlCharacters(text), textMessages.control)
  .meta({ maxLength: NOTE_MAX });
export const note = z.object({ body: z.string(), ...versioned });
export type Note = z.infer<typeof note>;
export const p3m3NoteForm = z.object({ assessmentId: id, body: noteBody, threadId: z.number(), perspectiveId: z.number() });

export const diagnosticGroup = z.object({
  id: z.number(),
  name: z.string(),
  threads: z.array(
    z.object({ id: z.number(), name: z.string(), items: z.array(z.object({ level: z.number().optional(), statement: z.string() })) }),
  ),
});
export type DiagnosticGroup = z.infer<typeof diagnosticGroup>;

/** An extra of results: the content pack that was answered (docs/content.md). */
export const answeredPack = z.object({ title: z.string(), version: z.string() });

export const p3m3Results = z.object({
  overall: p3m3Scores.shape.overall,
  perspectives: z.array(
    z.object({ id: z.number(), code: z.string().optional(), name: z.string(), score: z.number(), decimal: z.number().optional(), rank }),
  ),
  threads: z.array(
    z.object({
      id: z.number(),
      code: z.string().optional(),
      name: z.string(),
      perspectiveId: z.number().optional(),
      score: z.number(),
      rank,
    }),
  ),
  diagnostics: z.object({ positive: z.array(diagnosticGroup), improvement: z.array(diagnosticGroup) }),
  heatmapScores: z.array(
    z.object({ id: z.number(), name: z.string(), scores: z.array(z.object({ level: z.number(), score: z.number() })) }),
  ),
  notes: z.array(z.object({ perspective: ref, thread: ref, body: z.string() })),
  /** An extra: what each thread that is not at level 5 has to do next, at the lowest level that is not Fully. */
  toImprove: z.array(z.object({ perspective: ref, thread: ref, level: z.number(), statement: z.string(), hint: z.string() })).optional(),
  pack: answeredPack.optional(),
  /** The descoped threads (extension `reasons`). */
  descoped: z.array(z.object({ perspective: ref, thread: ref, reason: z.string() })).optional(),
});
export type P3m3Results = z.infer<typeof p3m3Results>;

/** The results of an assessment in progress, as if submitted now, and what is answered (extension `drafts`). */
export const p3m3Draft = z.object({ results: p3m3Results, progress: p3m3Progress });
export type P3m3Draft = z.infer<typeof p3m3Draft>;

export const benchmark = z.object({
  perspectivesAndScores: z.array(
    z.object({
      perspectiveId: z.number(),
      score: z.number(),
      sampleSize: z.number().optional(),
      lowerQuartile: z.number().optional(),
      upperQuartile: z.number().optional(),
    }),
  ),
  message: z.string().nullable(),
  /** Extras: a wider cohort that has scores, and the day of the snapshot. */
  suggestion: z.object({ countryId: z.number().optional(), industryId: z.number().optional(), sizeId: z.number().optional() }).optional(),
  asOf: z.string().optional(),
  /** Extra: the values of each filter that may have a benchmark, with the other filters left open. */
  withGroups: z.object({ countryId: z.array(z.number()), industryId: z.array(z.number()), sizeId: z.array(z.number()) }).optional(),
  /** Extra: how many other organizations the reader's team has to compare with, and their means where there are enough. */
  otherOrganizations: z
    .object({
      organizations: z.number(),
      perspectivesAndScores: z.array(z.object({ perspectiveId: z.number(), score: z.number(), sampleSize: z.number() })),
    })
    .optional(),
});
export type Benchmark = z.infer<typeof benchmark>;
