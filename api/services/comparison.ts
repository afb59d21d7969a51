/** How an assessment compares with an earlier one, and the scores of an organization over the years (docs/rules/comparison.md). */
import type { z } from "zod";
import { forbidden, notFound, refusedField } from "#api/problem.ts";
import { type ItilSide, itilMoves, type P3m3Side, p3m3Moves } from "#model/comparison.ts";
import type { Compared, Comparison, comparisonQuery, Trend, trendQuery } from "#model/contract/comparison.ts";
import { itilProgress, itilScores } from "#model/itil/progress.ts";
import { p3m3Scores, threadsInScope } from "#model/p3m3/progress.ts";
import { type AssessmentRow, getReadableAssessment, isCompleted } from "./access.ts";
import { getItilState } from "./itil/practices.ts";
import { getReadableOrganization } from "./organizations.ts";
import { getP3m3State } from "./p3m3/assessments.ts";
import { scopeOf } from "./p3m3/threads.ts";
import type { Work } from "./work.ts";

/** The completed assessments of an organization and model that are neither test nor archived, the newest first. */
const completedOf = ({ db }: Work, { organization_id, model }: Pick<AssessmentRow, "organization_id" | "model">) =>
  db
    .selectFrom("assessment")
    .where("organization_id", "=", organization_id)
    .where("model", "=", model)
    .where("status", "=", "Completed")
    .where("is_test", "=", 0)
    .where("is_archived", "=", 0)
    .orderBy("date_completed", "desc")
    .orderBy("id", "desc");

/** Those that were completed before an assessment, which may be in progress. */
const earlierThan = (work: Work, row: AssessmentRow) =>
  completedOf(work, row)
    .where("id", "<>", row.id)
    .$if(isCompleted(row), (query) =>
      query.where(({ eb, and, or }) =>
        or([eb("date_completed", "<", row.date_completed), and([eb("date_completed", "=", row.date_completed), eb("id", "<", row.id)])]),
      ),
    );

/** Whether there is an earlier assessment to compare with. */
export const hasEarlier = async (work: Work, row: AssessmentRow): Promise<boolean> =>
  (await earlierThan(work, row).select("id").limit(1).executeTakeFirst()) !== undefined;

const describe = ({ id, name, selected_scope, date_completed }: AssessmentRow): Compared => ({
  id,
  name,
  scope: selected_scope,
  date: date_completed,
});

/**
 * How an assessment, completed or in progress, compares with an earlier one: the newest, unless another is named.
 * @throws Problem 404, also when there is nothing to compare with; 403; 422 when the other is not an earlier one
 */
export async function compareAssessments(work: Work, id: number, query: z.output<typeof comparisonQuery>): Promise<Comparison> {
  const row = await getReadableAssessment(work, id);
  const choices = (await earlierThan(work, row).selectAll().execute()).map((choice) => ({ ...choice, team_id: row.team_id }));
  const [newest] = choices;
  if (!newest) throw notFound("There is no earlier assessment to compare with.");
  const before = query.with === undefined ? newest : choices.find((choice) => choice.id === query.with);
  if (!before) throw refusedField("with", "This is not an earlier completed assessment of the same organization and model.");
  const sides = { before: describe(before), now: describe(row), choices: choices.map(describe) };
  return row.model === "P3M3"
    ? { assessmentType: "P3M3", ...sides, ...p3m3Moves(await p3m3Side(work, before), await p3m3Side(work, row)) }
    : { assessmentType: "ITIL", ...sides, ...itilMoves(await itilSide(work, before), await itilSide(work, row)) };
}

async function p3m3Side(work: Work, row: AssessmentRow): Promise<P3m3Side> {
  const { content, scope, threads } = await getP3m3State(work, row);
  const selectedScope = scopeOf(row);
  return {
    scope: selectedScope,
    perspectives: threadsInScope(scope, threads).map(({ perspective, threads: within }) => ({
      ...perspective,
      threads: within.map(({ thread, selections, descoped }) => ({
        ...thread,
        selections,
        descoped,
        statements: content
          .statements({ scope: selectedScope, perspectiveId: perspective.id, threadId: thread.id })
          .map(({ statement }) => statement),
      })),
    })),
  };
}

async function itilSide(work: Work, row: AssessmentRow): Promise<ItilSide> {
  const { content, state } = await getItilState(work, row);
  const { maturityProgress, maturityScore } = itilProgress(state);
  return {
    practices: state.practices.map(({ id, code, name, mode, criteria }) => ({
      id,
      code,
      name,
      mode,
      criteria: criteria.map(({ level, selection, criterion: { statement } }) => ({ level, selection, statement })),
    })),
    components: maturityProgress.map(({ id, code, name, currentScore: level }) => ({
      id,
      code,
      name,
      level,
      options: content.components.find((component) => component.id === id)?.options ?? [],
    })),
    maturity: maturityScore,
  };
}

/**
 * The completed assessments of an organization and model in order, with their scores. @throws Problem 404, 403
 * @param query only those of this scope
 */
export async function readTrend(work: Work, organizationId: number, { model, scope }: z.output<typeof trendQuery>): Promise<Trend> {
  const { team_id } = await getReadableOrganization(work, organizationId);
  if (!work.user.roles.includes(model)) throw forbidden(`Assessments of ${model} are closed to you.`);
  const completed = completedOf(work, { organization_id: organizationId, model }).selectAll();
  const rows = await (scope === undefined ? completed : completed.where("selected_scope", "=", scope)).execute();
  const points: Trend["points"] = [];
  for (const row of rows.toReversed().map((each) => ({ ...each, team_id })))
    points.push({ of: describe(row), ...(await scoresOf(work, row)) });
  return { points };
}

async function scoresOf(work: Work, row: AssessmentRow): Promise<Omit<Trend["points"][number], "of">> {
  const item = ({ code, name, score }: { code: string; name: string; score: number | null }) => ({ code, name, score });
  if (row.model === "P3M3") {
    const { scope, threads } = await getP3m3State(work, row);
    const { overall, perspectives } = p3m3Scores(scope, threads);
    return { overall: overall.decimal, maturity: overall.maturity, items: perspectives.map(item) };
  }
  const { maturityScore, maturities, capabilities } = itilScores((await getItilState(work, row)).state);
  return { overall: null, maturity: maturityScore, items: [...maturities, ...capabilities].map(item) };
}
