/**
 * What ends a request for a peer review or a second rating because its person can no longer be asked (docs/rules/peer-review.md#requests-that-end,
 * docs/rules/second-ratings.md#how-a-rating-ends).
 */
import type { Db } from "#api/store/open.ts";
import type { Role } from "#model/contract/common.ts";
import type { EndedWhy } from "#model/peer-review.ts";
import type { RatingEnd } from "#model/ratings.ts";

interface Asked {
  /** Whose requests end; absent: everybody's. */
  userId?: number;
  /** Only those about assessments of this organization. */
  organizationId?: number;
  /** Only those about this assessment. */
  assessmentId?: number;
  /** Not those of these people. */
  exceptUsers?: readonly number[];
  /** Not those about assessments of these models. */
  exceptModels?: readonly Role[];
}

/** Ends what waits for an answer, and keeps why. The caller's transaction changes what ends it. */
export async function endRequests(db: Db, now: Date, why: Exclude<EndedWhy, "withdrawn">, whose: Asked): Promise<void> {
  await endOpen(db, "review_request", now, why, whose);
  await endRatings(db, now, why, whose);
}

/** Ends ratings that are asked for or going on, and keeps why. What was answered stays. */
export const endRatings = (db: Db, now: Date, why: RatingEnd, whose: Asked): Promise<void> => endOpen(db, "rating", now, why, whose);

async function endOpen(
  db: Db,
  table: "review_request" | "rating",
  now: Date,
  why: string,
  { userId, organizationId, assessmentId, exceptUsers, exceptModels }: Asked,
): Promise<void> {
  const about = db
    .selectFrom("assessment")
    .select("assessment.id")
    .$if(assessmentId !== undefined, (query) => query.where("assessment.id", "=", assessmentId ?? 0))
    .$if(organizationId !== undefined, (query) => query.where("organization_id", "=", organizationId ?? 0))
    .$if(exceptModels !== undefined && exceptModels.length > 0, (query) => query.where("model", "not in", [...(exceptModels ?? [])]));
  await db
    .updateTable(table)
    .set({ ended_at: now.toISOString(), ended_why: why })
    .where("ended_at", "is", null)
    .where("assessment_id", "in", about)
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? 0))
    .$if(exceptUsers !== undefined && exceptUsers.length > 0, (query) => query.where("user_id", "not in", [...(exceptUsers ?? [])]))
    .execute();
}
