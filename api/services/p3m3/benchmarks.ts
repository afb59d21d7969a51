import { forbidden } from "#api/problem.ts";
import type { Benchmark } from "#model/contract/p3m3.ts";
import { benchmarkMessage, benchmarkOf } from "#model/p3m3/benchmark.ts";
import { readableAssessment } from "../access.ts";
import type { Work } from "../work.ts";

export interface BenchmarkQuery {
  perspectiveIds: readonly number[];
  countryId?: number | undefined;
  industryId?: number | undefined;
  sizeId?: number | undefined;
  assessmentId?: number | undefined;
}

/**
 * What other organizations score (design rules, "Benchmark"): those that gave consent, by completed assessments that are neither
 * tests nor archived. With `assessmentId` its own organization is left out and its model scope taken; without it the
 * organizations of the reader's team are left out, and all model scopes are taken together.
 * @throws Problem 403 without the role, 404 or 403 for the assessment
 */
export async function benchmarkFor(work: Work, { perspectiveIds, assessmentId, ...cohort }: BenchmarkQuery): Promise<Benchmark> {
  if (!work.user.roles.includes("P3M3")) throw forbidden("Assessments of P3M3 are closed to you.");
  const compared = assessmentId === undefined ? undefined : await readableAssessment(work, assessmentId, "P3M3");
  const samples = await work.db
    .selectFrom("perspective_score")
    .innerJoin("assessment", "assessment.id", "perspective_score.assessment_id")
    .innerJoin("organization", "organization.id", "assessment.organization_id")
    .select([
      "assessment.organization_id as organizationId",
      "perspective_score.perspective_id as perspectiveId",
      "perspective_score.score",
      "organization.country_id as countryId",
      "organization.industry_id as industryId",
      "organization.size_id as sizeId",
    ])
    .where("perspective_score.perspective_id", "in", [...perspectiveIds])
    .where("organization.benchmark_consent", "=", 1)
    .where("assessment.is_test", "=", 0)
    .where("assessment.is_archived", "=", 0)
    .$if(compared !== undefined, (query) =>
      query
        .where("assessment.selected_scope", "=", compared?.selected_scope ?? "")
        .where("assessment.organization_id", "<>", compared?.organization_id ?? 0),
    )
    .$if(compared === undefined, (query) => query.where("organization.team_id", "<>", work.user.teamId))
    .execute();
  const outcome = benchmarkOf(samples, cohort);
  return {
    perspectivesAndScores: outcome.perspectives,
    message: benchmarkMessage(outcome, perspectiveIds),
    ...(outcome.wider ? { suggestion: outcome.wider } : {}),
  };
}
