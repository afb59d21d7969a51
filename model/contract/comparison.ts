/** Extension `again`: how an assessment compares with an earlier one, and the scores of an organization over the years. */
import { z } from "zod";
import { selectionMode } from "./assessments.ts";
import { type Id, id, queryId, role } from "./common.ts";
import { catalogueItem } from "./p3m3.ts";

/** `statements changed`: the difference comes from statements that say something else now. */
export const outcome = z.enum([
  "risen",
  "fallen",
  "unchanged",
  "statements changed",
  "newly covered",
  "no longer covered",
  "not answered yet",
]);
export type Outcome = z.infer<typeof outcome>;

const figure = z.number().nullable();
/** A figure then and now. Difference and outcome are null where both are only shown side by side. */
export const moved = z.object({ before: figure, now: figure, difference: figure, outcome: outcome.nullable() });
export type FigureChange = z.infer<typeof moved>;

/** Statements or criteria that a difference rests on, and that asked the same in other words then. */
const reworded = z.array(z.object({ level: z.number(), before: z.string(), now: z.string() })).optional();
export type Rewordings = NonNullable<z.infer<typeof reworded>>;

/** The figures as their own results have them. */
const printed = z.object({ before: figure, now: figure });

export const compared = z.object({
  id,
  name: z.string().nullable(),
  scope: z.string().nullable(),
  /** When its first edition was completed; null while that is in progress. */
  date: z.string().nullable(),
  /** Of scores that were entered by hand: where they come from. Their id begins with `earlier-`, and their date is a day. */
  enteredByHand: z.string().optional(),
});
export type ComparisonSide = z.infer<typeof compared>;

const sides = {
  before: compared,
  now: compared,
  /** What it can be compared with, the newest first. */
  choices: z.array(compared),
  /** The one of them that it is compared with unless the query names another. */
  byDefault: id.optional(),
};

const p3m3Moved = {
  /** Whether both have the same scope; otherwise nothing has a difference. */
  sameScope: z.boolean(),
  overall: z.object({ ...moved.shape, printed }),
  maturity: z.object({ ...moved.shape, printed }),
  perspectives: z.array(
    z.object({
      ...catalogueItem.shape,
      ...moved.shape,
      printed,
      threads: z.array(z.object({ ...catalogueItem.shape, ...moved.shape, reworded })),
    }),
  ),
};

const itilMoved = {
  /** Whether both have the same practices with the same ranks; otherwise M-P, M-CI and SVS have no difference. */
  samePractices: z.boolean(),
  maturity: moved,
  capabilities: z.array(
    z.object({
      ...catalogueItem.shape,
      ...moved.shape,
      mode: z.object({ before: selectionMode.nullable(), now: selectionMode.nullable() }),
      reworded,
    }),
  ),
  maturities: z.array(z.object({ ...catalogueItem.shape, ...moved.shape })),
};

const p3m3Comparison = z.object({ assessmentType: z.literal("P3M3"), ...sides, ...p3m3Moved });
export type P3m3Comparison = z.infer<typeof p3m3Comparison>;
export type P3m3Moves = Pick<P3m3Comparison, keyof typeof p3m3Moved>;
const itilComparison = z.object({ assessmentType: z.literal("ITIL"), ...sides, ...itilMoved });
export type ItilComparison = z.infer<typeof itilComparison>;
export type ItilMoves = Pick<ItilComparison, keyof typeof itilMoved>;

export const comparison = z.discriminatedUnion("assessmentType", [p3m3Comparison, itilComparison]);
export type Comparison = z.infer<typeof comparison>;

/** How `with` names scores that were entered by hand. */
const earlierName = /^earlier-(\d{1,10})$/;
/** The number of the row that `with` names; undefined where it names an assessment. */
export const earlierIn = (name: Id | undefined): number | undefined => {
  const [, digits] = earlierName.exec(String(name ?? "")) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

export const comparisonQuery = z.object({ with: queryId.or(z.string().regex(earlierName)).optional() });

/** The assessments that a trend has, the latest ones (docs/rules/comparison.md#trend). */
export const TREND_MAX = 100;

export const trendQuery = z.object({ model: role, scope: z.string().optional(), until: queryId.optional() });

/** Completed assessments in order, the oldest first, with the scores as their results have them. */
export const trend = z.object({
  points: z.array(
    z.object({
      /** Where the scores are from. */
      source: z.enum(["assessment", "entered by hand"]),
      of: compared,
      /** The overall score of P3M3; null for ITIL. */
      overall: figure,
      /** The maturity of P3M3, or the SVS maturity. */
      maturity: figure,
      /** Perspectives; or practices and maturity components. */
      items: z.array(z.object({ code: z.string(), name: z.string(), score: figure })),
    }),
  ),
});
export type Trend = z.infer<typeof trend>;
