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
  const open = (table: "review_point" | "review_request", end: "settled_at" | "ended_at") =>
    sql<number | string>`(select count(*) from ${sql.table(table)} as each
      where each.assessment_id = assessment.id and each.${sql.ref(end)} is null)`;
  // One statement, because lists ask for it.
  const rows = await db
    .selectFrom("assessment")
    .leftJoin("review_decision", (join) =>
      join.on("review_decision.id", "=", ({ selectFrom }) =>
        selectFrom("review_decision as each")
          .select(({ fn }) => fn.max("each.id").as("newest"))
          .whereRef("each.assessment_id", "=", "assessment.id")
          .where("each.withdrawn_at", "is", null),
      ),
    )
    .leftJoin("user", "user.id", "review_decision.user_id")
    .select(["assessment.id", "approved", "at", "email", "first_name"])
    .select([open("review_point", "settled_at").as("points"), open("review_request", "ended_at").as("requests")])
    .where("assessment.id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ id, approved, at, email, first_name, points, requests }) => [
      id,
      {
        ...{ requests: Number(requests), openPoints: Number(points) },
        decision:
          at === null || email === null ? null : { decision: approved ? "approved" : "sentBack", at, by: email, firstName: first_name },
      },
    ]),
  );
}

/** Whether there is anything to tell. */
export const isUsed = (state: ReviewState | undefined): boolean =>
  state !== undefined && (state.decision !== null || state.requests + state.openPoints > 0);
