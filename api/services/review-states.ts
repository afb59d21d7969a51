/** How far peer reviews are, for lists (docs/rules/peer-review.md#in-lists). Nothing of it is computed from results. */
import { sql } from "kysely";
import type { ReviewState } from "#model/contract/peer-review.ts";
import type { Work } from "./work.ts";

/**
 * How far the peer reviews of some assessments are: open requests and points, and the newest decision that was not withdrawn.
 * @returns each by the assessment, also where nobody has used any of it
 */
export async function reviewStates({ db }: Work, ids: readonly number[]): Promise<ReadonlyMap<number, ReviewState>> {
  if (ids.length === 0) return new Map();
  const counted = async (table: "review_point" | "review_request", open: "settled_at" | "ended_at") => {
    const rows = await db
      .selectFrom(table)
      .select(["assessment_id", ({ fn }) => fn.countAll<number | string>().as("n")])
      .where("assessment_id", "in", ids)
      .where(sql.ref(open), "is", null)
      .groupBy("assessment_id")
      .execute();
    return new Map(rows.map(({ assessment_id, n }) => [assessment_id, Number(n)]));
  };
  const [points, requests] = [await counted("review_point", "settled_at"), await counted("review_request", "ended_at")];
  const decisions = await db
    .selectFrom("review_decision")
    .innerJoin("user", "user.id", "review_decision.user_id")
    .select(["assessment_id", "approved", "at", "email", "first_name"])
    .where("review_decision.id", "in", ({ selectFrom }) =>
      selectFrom("review_decision as each")
        .select(({ fn }) => fn.max("each.id").as("newest"))
        .where("each.assessment_id", "in", ids)
        .where("each.withdrawn_at", "is", null)
        .groupBy("each.assessment_id"),
    )
    .execute();
  const last = new Map(
    decisions.map(({ assessment_id, approved, at, email, first_name }) => [
      assessment_id,
      { decision: approved ? "approved" : "sentBack", at, by: email, firstName: first_name },
    ]),
  );
  return new Map(
    ids.map((id) => [id, { requests: requests.get(id) ?? 0, openPoints: points.get(id) ?? 0, decision: last.get(id) ?? null }]),
  );
}

/** Whether there is anything to tell. */
export const isUsed = (state: ReviewState | undefined): boolean =>
  state !== undefined && (state.decision !== null || state.requests + state.openPoints > 0);
