import { z } from "zod";
import { confirmable } from "./again.ts";
import { flaggable } from "./answering.ts";
import { selectionMode } from "./assessments.ts";
import { id, LIST_MAX, ref, versioned } from "./common.ts";
import { evidenced } from "./evidence.ts";
import { answeredPack, catalogueItem, describedItem, noteBody } from "./p3m3.ts";

export const practiceGroup = z.enum(["general", "service", "technical"]);
export const itilCapabilities = z.array(describedItem.extend({ group: practiceGroup, criteria: z.number().optional() }));
export type ItilCapability = z.infer<typeof itilCapabilities>[number];

export const itilCapabilityAnswer = z.object({
  id: z.number().optional(),
  questionId: z.number(),
  selection: z.enum(["Fully", "Rarely", "N/A"]),
  score: z.union([z.literal(1), z.literal(0)]).nullable(),
});
export type ItilCapabilityAnswer = z.infer<typeof itilCapabilityAnswer>;
/** All answers of one practice. */
export const itilCapabilityAnswers = z.array(itilCapabilityAnswer.extend(confirmable)).min(1).max(LIST_MAX);
export type ItilCapabilityAnswerForm = z.infer<typeof itilCapabilityAnswers>[number];

export const itilCapabilityQuestion = z.object({
  id: z.number(),
  code: z.string(),
  level: z.literal([2, 3, 4, 5]),
  statement: z.string(),
  dimension: z.string(),
  psf: z.string().optional(),
  /** An extra: what to do next when the success factor does not meet this level. */
  hint: z.string().optional(),
  capability: ref.optional(),
  answer: itilCapabilityAnswer.nullable(),
  ...flaggable,
  ...versioned,
});
export type ItilCapabilityQuestion = z.infer<typeof itilCapabilityQuestion>;
export const itilCapabilityQuestions = z.array(itilCapabilityQuestion);

export const itilMaturityQuestion = z.object({
  id: z.number(),
  code: z.string(),
  maturity: ref,
  computed: z.boolean().optional(),
  options: z.array(z.object({ id: z.number(), level: z.number().optional(), name: z.string(), statement: z.string() })),
  answer: z.object({ id: z.number().optional(), optionId: z.number() }).nullable(),
  ...versioned,
});
export type ItilMaturityQuestion = z.infer<typeof itilMaturityQuestion>;
export const itilMaturityQuestions = z.array(itilMaturityQuestion);

export const itilMaturityAnswer = z.object({ id: z.number().optional(), questionId: z.number(), optionId: z.number() });
/** The answer to one component as it is written. */
export const itilMaturityAnswerForm = itilMaturityAnswer.extend(confirmable);

export const itilProgressItem = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  mode: selectionMode.nullable(),
  complete: z.boolean(),
  started: z.boolean(),
  currentScore: z.number().nullable(),
  /** An extra: how many criteria a complete practice below level 5 has to meet for its next level. */
  toNextLevel: z.number().optional(),
  ...flaggable,
  ...evidenced,
});
export const itilProgress = z.object({
  capabilityProgress: z.array(itilProgressItem),
  maturityProgress: z.array(itilProgressItem),
  maturityScore: z.number().nullable(),
});
export type ItilProgress = z.infer<typeof itilProgress>;
export type ItilProgressItem = z.infer<typeof itilProgressItem>;

export const itilCapabilityAnswerResult = z.object({ answers: z.array(itilCapabilityAnswer), progress: itilProgress, ...versioned });
export const itilMaturityAnswerResult = z.object({ answer: itilMaturityAnswer, progress: itilProgress, ...versioned });

export const itilScores = z.object({
  maturityScore: z.number().nullable(),
  capabilities: z.array(catalogueItem.extend({ mode: selectionMode, score: z.number().nullable() })),
  maturities: z.array(catalogueItem.extend({ score: z.number().nullable() })),
});
export type ItilScores = z.infer<typeof itilScores>;

export const itilCapabilityNoteForm = z.object({ assessmentId: id, body: noteBody, capabilityId: z.number() });
export const itilMaturityNoteForm = z.object({ assessmentId: id, body: noteBody, maturityId: z.number() });

export const itilResults = z.object({
  ...itilScores.shape,
  areasOfImprovement: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      note: z.object({ body: z.string() }).nullable(),
      questions: z.array(
        z.object({
          id: z.number(),
          statement: z.string(),
          dimension: z.string(),
          psf: z.string(),
          level: z.number(),
          /** An extra: what to do to meet it. */
          hint: z.string().optional(),
        }),
      ),
    }),
  ),
  notes: z.object({
    maturity: z.array(z.object({ maturity: ref, body: z.string() })),
    /** An extra: the notes of all practices, also of those that have nothing to improve. */
    capability: z.array(z.object({ capability: ref, body: z.string() })).optional(),
  }),
  pack: answeredPack.optional(),
});
export type ItilResults = z.infer<typeof itilResults>;

/** The results of an assessment in progress, and what is answered (extension `drafts`). */
export const itilDraft = z.object({ results: itilResults, progress: itilProgress });
export type ItilDraft = z.infer<typeof itilDraft>;
