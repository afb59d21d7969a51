import type { Benchmark } from "#model/contract/p3m3.ts";
import { latestEditions } from "#model/editions.ts";
import { shownMeans } from "#model/p3m3/other-organizations.ts";
import { ownAssessments } from "../access.ts";
import type { Work } from "../work.ts";

/**
 * 'Your other organizations' (docs/rules/benchmark.md#your-other-organizations): the means of the team's other organizations. Each counts
 * with its latest completed assessment of the model scope that is neither test nor archived, in its latest edition. No consent is needed:
 * the reader may read all of them.
 * @returns how many there are, and the means of the perspectives that enough of them have assessed
 */
export async function compareOtherOrganizations(
  work: Work,
  own: { scope: string; organizationId: number; perspectiveIds: readonly number[] },
): Promise<NonNullable<Benchmark["otherOrganizations"]>> {
  const rows = await ownAssessments(work)
    .innerJoin("perspective_score", "perspective_score.assessment_id", "assessment.id")
    .leftJoin("assessment as first", "first.id", "assessment.first_edition_id")
    .select([
      "assessment.id as assessmentId",
      "assessment.date_completed as dateCompleted",
      "assessment.edition_number as number",
      "assessment.first_edition_id as firstId",
      "first.date_completed as firstCompleted",
      "assessment.organization_id as organizationId",
      "perspective_score.perspective_id as perspectiveId",
      "perspective_score.score",
    ])
    .where("organization.id", "<>", own.organizationId)
    .where("assessment.model", "=", "P3M3")
    .where("assessment.selected_scope", "=", own.scope)
    .where("assessment.status", "=", "Completed")
    .where("assessment.is_test", "=", 0)
    .where("assessment.is_archived", "=", 0)
    .execute();
  const candidates = rows.map(({ organizationId, assessmentId: id, dateCompleted, number, firstId, firstCompleted }) => ({
    id,
    organizationId,
    dateCompleted,
    edition: { number, firstId: firstId ?? id, firstCompleted },
  }));
  const latest = new Map<number, number>();
  for (const { organizationId, id } of latestEditions(candidates)) if (!latest.has(organizationId)) latest.set(organizationId, id);
  const current = rows.filter(({ organizationId, assessmentId }) => latest.get(organizationId) === assessmentId);
  const means = own.perspectiveIds.flatMap((perspectiveId) => {
    const scores = current.filter((row) => row.perspectiveId === perspectiveId).map(({ score }) => score);
    if (scores.length === 0) return [];
    return [{ perspectiveId, score: scores.reduce((sum, score) => sum + score, 0) / scores.length, sampleSize: scores.length }];
  });
  return { organizations: latest.size, perspectivesAndScores: shownMeans(means) };
}
