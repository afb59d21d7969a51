import { z } from "zod";
import { ORGANIZATION_FIELDS, PROFILE_FIELDS } from "../fields.ts";
import { EDITION_REASON_MAX } from "../text.ts";
import { previousId } from "./again.ts";
import { blankAsNull, id, LIST_MAX, level, mailAddress, permitted, ref, requiredText, role, versioned } from "./common.ts";
import { changedFields, optionalFields, readFields, writtenFields } from "./fields.ts";
import { reviewState } from "./peer-review.ts";

/** `Draft` is accepted for `Drafted` (docs/rules/setup-and-scope.md#status). */
export const status = z
  .preprocess((value) => (value === "Draft" ? "Drafted" : value), z.enum(["Created", "Drafted", "Active", "Completed"]))
  .meta({ type: "string", enum: ["Created", "Drafted", "Draft", "Active", "Completed"] });
export type Status = z.infer<typeof status>;

const counted = { answeredQuestions: z.number(), totalQuestions: z.number() };
const item = z.object({ id: z.number(), code: z.string(), name: z.string() });
const scored = item.extend({ score: z.number().nullish(), rank: z.number().nullish() });

export const selectionMode = z.union([z.literal(1), z.literal(2)]);
/** 1 Primary, 2 Supporting. */
export type SelectionMode = z.infer<typeof selectionMode>;

/** The organization of an assessment, with the fields of `organization`; here most of them may be absent. */
const assessedOrganization = z.object({
  id,
  name: z.string(),
  ...readFields(ORGANIZATION_FIELDS),
  benchmarkConsent: z.boolean().nullish(),
  country: ref.nullish(),
  industry: ref.nullish(),
  size: ref.nullish(),
});

const person = z.object({ name: mailAddress });

/** The edit lock as those see it who may take it (extension `handover`, docs/upstream-contract.md#handover). */
export const heldLock = z.object({
  holder: person,
  since: z.string(),
  /** Whether the caller holds it. */
  mine: z.boolean(),
  /** Whose it was, while the caller has it from somebody and has not come for it yet. */
  passedFrom: person.nullish(),
  /** Who wishes to take over. */
  wish: z
    .object({
      by: person,
      since: z.string(),
      /** When it lapses, unless it is made again. */
      until: z.string(),
      /** When the lock passes on if nothing is changed; null once the holder has answered. */
      passesAt: z.string().nullish(),
      mine: z.boolean(),
      /** When the holder answered that they keep it. */
      keptAt: z.string().nullish(),
    })
    .nullish(),
});
export type HeldLock = z.infer<typeof heldLock>;

/** Which edition an assessment is, if there is more than one (extension `editions`, docs/rules/editions.md). */
export const edition = z.object({
  /** From 1. One that is still open has the number that it gets on submission. */
  number: z.number().int(),
  firstId: id,
  /** When the first edition was completed: an assessment keeps its place among others, however often it is corrected. */
  firstCompleted: z.string().nullish(),
  /** What it was made from, and why; null for the first. */
  ofId: id.nullish(),
  reason: z.string().nullish(),
  /** The completed edition that has taken its place. */
  replacedBy: z.object({ id, reason: z.string(), date: z.string() }).nullish(),
  /** The edition that is being made of it. */
  openId: id.nullish(),
});
export type Edition = z.infer<typeof edition>;

/** Why an edition is made. */
export const editionForm = z.object({ reason: requiredText(EDITION_REASON_MAX) });

/** The fields that assessments of both models have. */
export const assessmentOfEither = z.object({
  id,
  name: z.string().nullable().overwrite(blankAsNull),
  /** As the upstream sends it; the scopes of each model are in its catalogue. */
  selectedScope: z.string().nullable().overwrite(blankAsNull),
  createdBy: mailAddress,
  /** Their name, for those who read a report; null where they gave none. */
  createdByName: z.string().nullish(),
  status,
  isArchived: z.boolean(),
  ...readFields(PROFILE_FIELDS),
  dateStarted: z.string().nullable(),
  dateCompleted: z.string().nullable(),
  /** The assessment before (extension `again`). */
  previousId: previousId.optional(),
  organization: assessedOrganization.optional(),
  /** Null while nobody holds it. */
  lock: heldLock.nullish(),
  /** Whether there is an earlier one to compare with (extension `again`). One assessment has it, those of a list do not. */
  hasEarlier: z.boolean().optional(),
  /** Whether it has a voice whose sheet was not taken back (extension `voices`). One assessment has it, those of a list do not. */
  hasVoices: z.boolean().optional(),
  /**
   * What waits in it: open review points (extension `peer-review`), and its overdue actions (extension `actions`). One assessment has it, those of a
   * list do not.
   */
  waiting: z.object({ reviewPoints: z.number().optional(), overdueActions: z.number().optional() }).optional(),
  /**
   * The caller rates it apart now: the number of their rating (extension `ratings`). Then a list gives name and scope alone, and any status but
   * `Completed` as `Active`.
   */
  apart: z.number().nullish(),
  /** The caller is asked to rate it apart, and has neither begun nor declined: the number of that rating (extension `ratings`). */
  ratingRequest: z.number().nullish(),
  /** How far its peer review is (extension `peer-review`); absent where nobody has used it. */
  review: reviewState.nullish(),
  /** Absent where there is only one edition. */
  edition: edition.nullish(),
  /** Of a completed one, as its result has it; null where there is none. */
  maturity: z.number().nullish(),
  ...permitted,
  ...versioned,
});
export type AssessmentOfEither = z.infer<typeof assessmentOfEither>;

export const p3m3Assessment = assessmentOfEither.extend({
  assessmentType: z.literal("P3M3"),
  /** Null until the scope is saved. */
  selectedLevel: level.nullable(),
  certified: z.boolean().optional(),
  /** The overall score of a completed one. */
  score: z.number().nullish(),
  perspectives: z.array(scored.extend(counted)).optional(),
  threads: z.array(scored).optional(),
});
export type P3m3Assessment = z.infer<typeof p3m3Assessment>;

export const itilAssessment = assessmentOfEither.extend({
  assessmentType: z.literal("ITIL"),
  endorsed: z.boolean().optional(),
  capabilities: z.array(item.extend({ selectionMode, score: z.number().nullish(), ...counted })).optional(),
  maturities: z.array(item.extend({ isSelected: z.boolean(), ...counted })).optional(),
});
export type ItilAssessment = z.infer<typeof itilAssessment>;

export const assessment = z.discriminatedUnion("assessmentType", [p3m3Assessment, itilAssessment]);
export type Assessment = z.infer<typeof assessment>;

export const groups = z.object({
  created: z.array(assessment),
  active: z.array(assessment),
  drafted: z.array(assessment),
  completed: z.array(assessment),
  archived: z.array(assessment),
});
export type Groups = z.infer<typeof groups>;

export const assessmentForm = z
  .object({ ...writtenFields(PROFILE_FIELDS), assessmentType: role, selectedScope: z.string().min(1), previousId })
  .partial({ ...optionalFields(PROFILE_FIELDS), previousId: true });
export type AssessmentForm = z.infer<typeof assessmentForm>;

/** What is null was null when it was read: nothing has been chosen yet. */
export const updateOfEither = assessmentForm
  .omit({ assessmentType: true })
  .extend(changedFields(PROFILE_FIELDS))
  .partial()
  .required({ name: true })
  .extend({ selectedScope: z.string().min(1).nullish() });

/** The body of PUT. A field that is absent stays as it is; only type and name are required. */
export const p3m3AssessmentUpdate = updateOfEither.extend({
  assessmentType: z.literal("P3M3"),
  perspectives: z.array(item).max(LIST_MAX).optional(),
  threads: z.array(item).max(LIST_MAX).optional(),
  selectedLevel: z.number().nullish(),
});
export type P3m3AssessmentUpdate = z.infer<typeof p3m3AssessmentUpdate>;

export const itilAssessmentUpdate = updateOfEither.extend({
  assessmentType: z.literal("ITIL"),
  id: id.optional(),
  capabilities: z
    .array(z.object({ id: z.number(), name: z.string(), selectionMode }))
    .max(LIST_MAX)
    .optional(),
  maturities: z
    .array(z.object({ id: z.number(), name: z.string(), isSelected: z.boolean() }))
    .max(LIST_MAX)
    .optional(),
});
export type ItilAssessmentUpdate = z.infer<typeof itilAssessmentUpdate>;

export const assessmentUpdate = z.discriminatedUnion("assessmentType", [p3m3AssessmentUpdate, itilAssessmentUpdate]);
export type AssessmentUpdate = z.infer<typeof assessmentUpdate>;

/** The holder of the edit lock, and when the lock ends. The client works without it (docs/upstream-contract.md#the-edit-lock). */
export const lock = z.object({ lockedBy: mailAddress, lockedAt: z.string(), expiresAt: z.string() });
export type Lock = z.infer<typeof lock>;

/** The lock and the wish for it; null while nobody holds it. */
export const handover = z.object({ lock: heldLock.nullable() });

/** How long a wish lasts without being made again: shortly where a page renews it, else long enough to come back. */
export const WISH_SECONDS = { least: 60, usual: 900, most: 3600 } as const;
export const lockWish = z.object({
  lasts: z.number().int().min(WISH_SECONDS.least).max(WISH_SECONDS.most).default(WISH_SECONDS.usual),
});

/** What the holder answers to a wish. */
export const wishAnswer = z.object({ answer: z.enum(["handOver", "keep"]) });
export type WishAnswer = z.infer<typeof wishAnswer>["answer"];

/** The release beacon, authenticated by the token in the body (docs/rules/locks-and-saving.md#release-beacon). */
export const lockRelease = z.object({ token: z.string().min(1) });
