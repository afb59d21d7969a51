/** What ends a request for a peer review because its person can no longer be asked (docs/rules/peer-review.md#requests-that-end). */
import type { Db } from "#api/store/open.ts";
import type { Role } from "#model/contract/common.ts";
import type { EndedWhy } from "#model/peer-review.ts";

interface Asked {
  /** Whose requests end; absent: everybody's. */
  userId?: number;
  /** Only those about assessments of this organization. */
  organizationId?: number;
  /** Not those of these people. */
  exceptUsers?: readonly number[];
  /** Not those about assessments of these models. */
  exceptModels?: readonly Role[];
}

/** Ends what waits for an answer, and keeps why. The caller's transaction changes what ends it. */
export async function endRequests(
  db: Db,
  now: Date,
  why: EndedWhy,
  { userId, organizationId, exceptUsers, exceptModels }: Asked,
): Promise<void> {
  const about = db
    .selectFrom("assessment")
    .select("assessment.id")
    .$if(organizationId !== undefined, (query) => query.where("organization_id", "=", organizationId ?? 0))
    .$if(exceptModels !== undefined && exceptModels.length > 0, (query) => query.where("model", "not in", [...(exceptModels ?? [])]));
  await db
    .updateTable("review_request")
    .set({ ended_at: now.toISOString(), ended_why: why })
    .where("ended_at", "is", null)
    .where("assessment_id", "in", about)
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? 0))
    .$if(exceptUsers !== undefined && exceptUsers.length > 0, (query) => query.where("user_id", "not in", [...(exceptUsers ?? [])]))
    .execute();
}
