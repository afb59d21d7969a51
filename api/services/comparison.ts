/** How an assessment compares with an earlier one, and the scores of an organization over the years (docs/rules/comparison.md). */
import type { z } from "zod";
import { forbidden, notFound, refusedField } from "#api/problem.ts";
import { type ItilSide, itilMoves, type P3m3Side, p3m3Moves } from "#model/comparison.ts";
import type { Compared, Comparison, comparisonQuery, Trend, trendQuery } from "#model/contract/comparison.ts";
import { latestEditions, standsAt, withEdition } from "#model/editions.ts";
import { itilProgress, itilScores } from "#model/itil/progress.ts";
import { p3m3Scores, threadsInScope } from "#model/p3m3/progress.ts";
import { type AssessmentRow, findAssessment, getReadableAssessment } from "./access.ts";
import { completedFirst, firstOf, titleOf } from "./editions.ts";
import { getItilState } from "./itil/practices.ts";
import { getReadableOrganization } from "./organizations.ts";
import { getP3m3State } from "./p3m3/assessments.ts";
import { scopeOf } from "./p3m3/threads.ts";
import type { Work } from "./work.ts";

/**
 * The completed assessments of an organization and model that are neither test nor archived, each in its latest edition, the newest first
 * (docs/rules/editions.md#which-edition-counts).
 */
async function completedOf({ db }: Work, { organization_id, model }: Pick<AssessmentRow, "organization_id" | "model">) {
  const rows = await db
    .selectFrom("assessment")
    .leftJoin("assessment as first", "first.id", "assessment.first_edition_id")
    .select([
      "assessment.id",
      "assessment.name",
      "assessment.selected_scope as scope",
      "assessment.date_completed as dateCompleted",
      "assessment.edition_number as number",
      "assessment.first_edition_id as firstId",
      "first.date_completed as firstCompleted",
    ])
    .where("assessment.organization_id", "=", organization_id)
    .where("assessment.model", "=", model)
    .where("assessment.status", "=", "Completed")
    .where("assessment.is_test", "=", 0)
    .where("assessment.is_archived", "=", 0)
    .execute();
  return latestEditions(
    rows.map(({ number, firstId, firstCompleted, ...row }) => ({
      ...row,
      edition: { number, firstId: firstId ?? row.id, firstCompleted },
    })),
  );
}

type Completed = Awaited<ReturnType<typeof completedOf>>[number];

/** Those that stand before an assessment, which may be in progress. An edition stands where its first one does. */
async function earlierThan(work: Work, row: AssessmentRow): Promise<Completed[]> {
  const own = firstOf(row);
  const at = await completedFirst(work, row);
  return (await completedOf(work, row)).filter((other) => {
    if (other.edition.firstId === own) return false;
    return at === null || standsAt(other) < at || (standsAt(other) === at && other.edition.firstId < own);
  });
}

/** Whether there is an earlier assessment to compare with. */
export const hasEarlier = async (work: Work, row: AssessmentRow): Promise<boolean> => (await earlierThan(work, row)).length > 0;

const describe = (completed: Completed): Compared => {
  const { id, name, scope } = completed;
  return { id, name: name && withEdition(name, completed), scope, date: standsAt(completed) };
};

/**
 * Compares an assessment, completed or in progress, with an earlier one: the one that the query names, else the one before, else the newest. Each
 * is compared in its latest edition.
 * @throws Problem 404, also when there is nothing to compare with; 403; 422 when the other is not an earlier one
 */
export async function compareAssessments(work: Work, id: number, query: z.output<typeof comparisonQuery>): Promise<Comparison> {
  const row = await getReadableAssessment(work, id);
  const choices = await earlierThan(work, row);
  if (choices.length === 0) throw notFound("There is no earlier assessment to compare with.");
  const named = await firstEditionOf(work, query.with ?? row.previous_id);
  const chosen = choices.find(({ edition }) => edition.firstId === named) ?? (query.with === undefined ? choices[0] : undefined);
  if (!chosen) throw refusedField("with", "This is not an earlier completed assessment of the same organization and model.");
  // Recorded as read, too: docs/rules/history.md.
  const before = await getReadableAssessment(work, chosen.id);
  const now = { id, name: titleOf(row), scope: row.selected_scope, date: await completedFirst(work, row) };
  const sides = { before: describe(chosen), now, choices: choices.map(describe) };
  return row.model === "P3M3"
    ? { assessmentType: "P3M3", ...sides, ...p3m3Moves(await p3m3Side(work, before), await p3m3Side(work, row)) }
    : { assessmentType: "ITIL", ...sides, ...itilMoves(await itilSide(work, before), await itilSide(work, row)) };
}

/** The first edition of an assessment, which may have been replaced or archived since it was named. */
async function firstEditionOf(work: Work, id: number | null): Promise<number | undefined> {
  const row = id === null ? undefined : await findAssessment(work, id);
  return row && firstOf(row);
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
  await getReadableOrganization(work, organizationId);
  if (!work.user.roles.includes(model)) throw forbidden(`Assessments of ${model} are closed to you.`);
  const completed = await completedOf(work, { organization_id: organizationId, model });
  const points: Trend["points"] = [];
  for (const each of completed.filter((of) => scope === undefined || of.scope === scope).toReversed()) {
    const row = await findAssessment(work, each.id);
    if (row) points.push({ of: describe(each), ...(await scoresOf(work, row)) });
  }
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
