import { z } from "zod";
import { RATING_KINDS } from "../ratings.ts";
import { ACCESS } from "../walls.ts";
import { id, mailAddress, role } from "./common.ts";

/** Somebody changed who may see an organization. */
export const accessNews = z.object({
  organization: z.object({ id, name: z.string() }),
  /** Who may see it since; null for somebody who was taken off, who reads nothing else of the change. */
  access: z.enum(ACCESS).nullable(),
  /** Whether the caller was taken off the list. */
  isTakenOff: z.boolean(),
  named: z.array(mailAddress),
  takenOff: z.array(mailAddress),
  reason: z.string(),
});
export type AccessNews = z.infer<typeof accessNews>;

/** Somebody asked the caller for a peer review. */
export const reviewAsked = z.object({
  assessment: z.object({ id, name: z.string(), model: role }),
  organization: z.object({ id, name: z.string() }),
  message: z.string(),
  until: z.iso.date(),
});

/**
 * What became of a peer review (docs/rules/peer-review.md#who-is-told): somebody decided, what the caller approved was worked on since, or somebody
 * replied to points of the caller or settled them.
 */
export const reviewNews = z.object({
  assessment: z.object({ id, name: z.string(), model: role }),
  organization: z.object({ id, name: z.string() }),
  /** Of the kind `reviewDecided`: `approved`, `sentBack` or `withdrawn`, an approval that was taken back. */
  decision: z.string().optional(),
  /** The words with it. */
  text: z.string().optional(),
  /** Of the kind `reviewReplied`. */
  replies: z.number().optional(),
  settled: z.number().optional(),
});

/** The caller is to do what a row of a plan says (extension `engagements`). */
export const planRowOfMine = z.object({
  engagement: z.object({ id, name: z.string() }),
  organization: z.object({ id, name: z.string() }),
  kind: z.string(),
  what: z.string(),
  day: z.string().nullable(),
});

/** Somebody asked the caller for a second rating, or the caller has begun it (extension `ratings`). */
export const ratingAsked = z.object({
  assessment: z.object({ id, name: z.string(), model: role }),
  organization: z.object({ id, name: z.string() }),
  number: z.number(),
  kind: z.enum(RATING_KINDS),
  groups: z.array(z.object({ group: z.string(), name: z.string() })),
  until: z.iso.date(),
  state: z.enum(["asked", "begun"]),
});

/**
 * A second rating that the caller asked for is done, and something is open in it (extension `ratings`): places with another score than the verdict and
 * no reason, or without a verdict.
 */
export const ratingDone = z.object({
  assessment: z.object({ id, name: z.string(), model: role }),
  organization: z.object({ id, name: z.string() }),
  number: z.number(),
  kind: z.enum(RATING_KINDS),
  /** What the rater is called. */
  rater: z.string(),
  /** How many places the rating has a score for. */
  rated: z.number(),
  differing: z.number(),
  withoutVerdict: z.number(),
});

export const forYouQuery = z.object({
  page: z.coerce.number<number>().int().min(1).max(1_000_000).default(1).meta({ type: "integer" }),
});
export type ForYouQuery = z.output<typeof forYouQuery>;

/** What waits for the caller, the newest first, ten on a page. */
export const forYou = z.object({
  items: z.array(
    z.object({
      /** `access`, `review`, `reviewDecided`, `reviewChanged`, `reviewReplied`, `plan`, `rating`, `ratingDone`, or one that a newer upstream has. */
      kind: z.string(),
      at: z.iso.datetime(),
      /** Who did it; null for an operator. */
      by: mailAddress.nullable(),
      /** Of the kind `access`. */
      access: accessNews.optional(),
      /** Of the kind `review`. */
      review: reviewAsked.optional(),
      /** Of the kinds `reviewDecided`, `reviewChanged` and `reviewReplied`. */
      news: reviewNews.optional(),
      /** Of the kind `plan`. */
      plan: planRowOfMine.optional(),
      /** Of the kind `rating`. */
      rating: ratingAsked.optional(),
      /** Of the kind `ratingDone`. */
      ratingDone: ratingDone.optional(),
    }),
  ),
  page: z.number(),
  pages: z.number(),
  /** How many there are on all pages. */
  total: z.number(),
});
export type ForYou = z.infer<typeof forYou>;
