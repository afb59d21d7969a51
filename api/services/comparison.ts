/** How an assessment compares with an earlier one, and the scores of an organization over the years (docs/rules/comparison.md). */
import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import { forbidden, notFound, refusedField } from "#api/problem.ts";
import { type ItilSide, itilMoves, itilMovesByHand, type P3m3Side, p3m3Moves, p3m3MovesByHand, scoresOfHand } from "#model/comparison.ts";
import { isRowId, type Role } from "#model/contract/common.ts";
import {
  type Comparison,
  type ComparisonSide,
  type comparisonQuery,
  earlierIn,
  TREND_MAX,
  type Trend,
  type trendQuery,
} from "#model/contract/comparison.ts";
import { dayOf } from "#model/days.ts";
import { latestEditions, standsAt, withEdition } from "#model/editions.ts";
import { itilProgress, itilScores } from "#model/itil/progress.ts";
import { p3m3Scores, threadsInScope } from "#model/p3m3/progress.ts";
import { slicesInTurn } from "#model/slices.ts";
import {
  type AssessmentRow,
  findAssessment,
  getReadableAssessment,
  getReadableOrganization,
  isCompleted,
  ofCaller,
  recordReadings,
} from "./access.ts";
import { byAssessment } from "./by-assessment.ts";
import { earlierScoresOf, hasEarlierScores } from "./earlier-scores.ts";
import { completedFirst, firstOf, titleOf } from "./editions.ts";
import { getItilState, listComponents, listPractices, stateOf } from "./itil/practices.ts";
import { getP3m3State } from "./p3m3/assessments.ts";
import { listThreads, scopeItems, scopeOf } from "./p3m3/threads.ts";
import type { Work } from "./work.ts";

type OfOrganization = Pick<AssessmentRow, "organization_id" | "model">;

/** The completed assessments of an organization and model that are neither test nor archived, next to their first editions. */
const completedOf = ({ db }: Work, { organization_id, model }: OfOrganization) =>
  db
    .selectFrom("assessment")
    .leftJoin("assessment as first", "first.id", "assessment.first_edition_id")
    .where("assessment.organization_id", "=", organization_id)
    .where("assessment.model", "=", model)
    .where("assessment.status", "=", "Completed")
    .where("assessment.is_test", "=", 0)
    .where("assessment.is_archived", "=", 0);

/** A completed assessment where its first edition stands. */
const standing = (row: AssessmentRow, firstCompleted: string | null) => ({
  id: row.id,
  dateCompleted: row.date_completed,
  edition: { number: row.edition_number, firstId: firstOf(row), firstCompleted },
  row,
});
type Standing = ReturnType<typeof standing>;

/** Each of them in its latest edition, the newest first (docs/rules/editions.md#which-edition-counts). */
async function latestOf(work: Work, completed: ReturnType<typeof completedOf>): Promise<Standing[]> {
  const rows = await completed
    .innerJoin("organization", "organization.id", "assessment.organization_id")
    .selectAll("assessment")
    .select([...ofCaller(work), "first.date_completed as firstCompleted"])
    .execute();
  return latestEditions(rows.map(({ firstCompleted, ...row }) => standing(row, firstCompleted)));
}

/**
 * Those that stand before an assessment, which may be in progress. An edition stands where its first one does.
 * @param at when the first edition of the assessment was completed; null while that is in progress
 */
const earlierThan = (work: Work, row: AssessmentRow, at: string | null) =>
  completedOf(work, row).where(({ and, or, eb, fn }) => {
    const [firstId, stands] = [fn.coalesce("first.id", "assessment.id"), fn.coalesce("first.date_completed", "assessment.date_completed")];
    const own = firstOf(row);
    if (at === null) return eb(firstId, "!=", own);
    return and([eb(firstId, "!=", own), or([eb(stands, "<", at), and([eb(stands, "=", at), eb(firstId, "<", own)])])]);
  });

/** Whether there is an earlier assessment to compare with. @param at as of `earlierThan` */
export const hasEarlier = async (work: Work, row: AssessmentRow, at: string | null): Promise<boolean> =>
  (await earlierThan(work, row, at).select("assessment.id").limit(1).executeTakeFirst()) !== undefined ||
  (await hasEarlierScores(work.db, row.organization_id, byHandUntil(work, row, at)));

/**
 * What the report of an assessment can compare it with, of its scope: by what names it, what it is. The result changes when one is corrected, archived
 * or changed by hand.
 */
export async function earlierResults(work: Work, row: AssessmentRow): Promise<{ made: Record<string, string>; byHand: ByHand[] }> {
  const at = await completedFirst(work, row);
  const made = await latestOf(work, earlierThan(work, row, at));
  const ofScope = made.filter((each) => each.row.selected_scope === row.selected_scope);
  const byHand = (await earlierByHand(work, row, at)).filter(({ scope }) => scope === null || scope === row.selected_scope);
  return { made: Object.fromEntries(ofScope.map(({ id, edition }) => [`assessment/${edition.firstId}`, String(id)])), byHand };
}

type ByHand = Awaited<ReturnType<typeof earlierScoresOf>>[number];

/** Scores are earlier if they are from before an assessment, or from the day on which it was completed. */
const byHandUntil = ({ timeZone }: Work, { model }: OfOrganization, at: string | null) => ({
  models: [model],
  until: at === null ? undefined : dayOf(new Date(at), timeZone),
});

/** The earlier scores that were entered by hand, the newest first. */
const earlierByHand = (work: Work, of: OfOrganization, at: string | null): Promise<ByHand[]> =>
  earlierScoresOf(work.db, of.organization_id, byHandUntil(work, of, at));

const describeByHand = ({ id, scope, date, source }: ByHand): ComparisonSide => ({
  id: `earlier-${id}`,
  name: null,
  scope,
  date,
  enteredByHand: source,
});

const newestFirst = ({ date: a }: ComparisonSide, { date: b }: ComparisonSide) => (a === b ? 0 : (a ?? "") < (b ?? "") ? 1 : -1);

const describe = (completed: Standing): ComparisonSide => {
  const { id, name, selected_scope: scope } = completed.row;
  return { id, name: name && withEdition(name, completed), scope, date: standsAt(completed) };
};

/**
 * Compares an assessment, completed or in progress, with an earlier one: the one that the query names, else the one before, else the newest
 * of its scope. Each is compared in its latest edition. Scores that were entered by hand come last, unless the query names them. The query may
 * also name an earlier edition of the assessment itself, which is none of the choices (docs/rules/comparison.md#editions-of-one-assessment).
 * @throws Problem 404, also when there is nothing to compare with; 403; 422 when the other is not an earlier one
 */
export async function compareAssessments(work: Work, id: number, query: z.output<typeof comparisonQuery>): Promise<Comparison> {
  const row = await getReadableAssessment(work, id);
  const date = await completedFirst(work, row);
  const corrected = query.with === undefined ? undefined : await earlierEdition(work, row, Number(query.with));
  if (corrected) {
    const [before, now] = [describeEdition(corrected), describeEdition(row)];
    const moves = await movesBetween(work, corrected, row);
    return { ...moves, before, now, choices: [] };
  }
  const [made, byHand] = [await latestOf(work, earlierThan(work, row, date)), await earlierByHand(work, row, date)];
  if (made.length + byHand.length === 0) throw notFound("There is no earlier assessment to compare with.");
  const previous = await firstEditionOf(work, row.previous_id);
  // Another scope is of another team, or of more or less than this one.
  const alike = made.find((each) => each.row.selected_scope === row.selected_scope);
  const usual = made.find(({ edition }) => edition.firstId === previous) ?? alike ?? made[0];
  const usualByHand = usual ? undefined : byHand[0];
  const [byDefault] = [...(usual ? [describe(usual)] : []), ...(usualByHand ? [describeByHand(usualByHand)] : [])];
  const sidesWith = (before: ComparisonSide) => ({
    before,
    now: { id, name: titleOf(row), scope: row.selected_scope, date },
    choices: [...made.map(describe), ...byHand.map(describeByHand)].sort(newestFirst),
    ...(byDefault ? { byDefault: byDefault.id } : {}),
  });
  const hand = query.with === undefined ? usualByHand : byHand.find((each) => each.id === earlierIn(query.with));
  if (hand) {
    const sides = sidesWith(describeByHand(hand));
    return row.model === "P3M3"
      ? { assessmentType: "P3M3", ...sides, ...p3m3MovesByHand(hand, await p3m3Side(work, row)) }
      : { assessmentType: "ITIL", ...sides, ...itilMovesByHand(hand, await itilSide(work, row)) };
  }
  const named = query.with === undefined ? undefined : await firstEditionOf(work, Number(query.with));
  const chosen = query.with === undefined ? usual : made.find(({ edition }) => edition.firstId === named);
  if (!chosen) throw refusedField("with", "This is not an earlier completed assessment of the same organization and model.");
  // Recorded as read, too: docs/rules/history.md.
  const before = await getReadableAssessment(work, chosen.id);
  return { ...(await movesBetween(work, before, row)), ...sidesWith(describe(chosen)) };
}

const movesBetween = async (work: Work, before: AssessmentRow, now: AssessmentRow) =>
  now.model === "P3M3"
    ? { assessmentType: "P3M3" as const, ...p3m3Moves(await p3m3Side(work, before), await p3m3Side(work, now)) }
    : { assessmentType: "ITIL" as const, ...itilMoves(await itilSide(work, before), await itilSide(work, now)) };

/** A completed edition of the same assessment that came before; recorded as read. @throws Problem 403 */
async function earlierEdition(work: Work, row: AssessmentRow, id: number): Promise<AssessmentRow | undefined> {
  const named = isRowId(id) ? await findAssessment(work, id) : undefined;
  const isEarlier = named && isCompleted(named) && firstOf(named) === firstOf(row) && named.edition_number < row.edition_number;
  return isEarlier ? getReadableAssessment(work, id) : undefined;
}

const describeEdition = (row: AssessmentRow): ComparisonSide => ({
  id: row.id,
  name: titleOf(row),
  scope: row.selected_scope,
  date: row.date_completed,
});

/** The first edition of an assessment, which may have been replaced or archived since it was named. */
async function firstEditionOf(work: Work, id: number | null): Promise<number | undefined> {
  const row = id === null || !isRowId(id) ? undefined : await findAssessment(work, id);
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
        statements: content.statements({ scope: selectedScope, perspectiveId: perspective.id, threadId: thread.id }),
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
      criteria: criteria.map(({ level, selection, criterion: { statement, sameAs } }) => ({ level, selection, statement, sameAs })),
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
 * The latest completed assessments of an organization and model in order, with their scores, `TREND_MAX` at most. Within the team, as many
 * queries for one as for many.
 * @param query only those of this scope; those earlier than the assessment `until`, and that one if it is completed
 * @throws Problem 404, 403; 422 when `until` is not one of the organization and model
 */
export async function readTrend(work: Work, organizationId: number, { model, scope, until }: z.output<typeof trendQuery>): Promise<Trend> {
  await getReadableOrganization(work, organizationId);
  if (!work.user.roles.includes(model)) throw forbidden(`Assessments of ${model} are closed to you.`);
  const of = { organization_id: organizationId, model };
  const known = until === undefined ? await untilNow(work, of) : await listUntil(work, of, until);
  const isOfScope = (given: string | null) => scope === undefined || given === scope;
  const completed = known.completed.filter(({ row }) => isOfScope(row.selected_scope)).slice(0, TREND_MAX);
  const rows = completed.map(({ row }) => row);
  await recordReadings(work, rows);
  const scores = await scoresOf(work, model, rows);
  const points: Trend["points"] = [
    ...completed.map((each, index) => ({ source: "assessment" as const, of: describe(each), ...(scores[index] ?? NO_SCORES) })),
    ...known.byHand
      .filter((each) => isOfScope(each.scope))
      .map((each) => ({ source: "entered by hand" as const, of: describeByHand(each), ...scoresOfHand(model, each) })),
  ];
  return {
    points: points
      .sort((a, b) => newestFirst(a.of, b.of))
      .slice(0, TREND_MAX)
      .reverse(),
  };
}

/** What a trend shows. The newest first. */
interface TrendSources {
  completed: Standing[];
  byHand: ByHand[];
}

const untilNow = async (work: Work, of: OfOrganization): Promise<TrendSources> => ({
  completed: await latestOf(work, completedOf(work, of)),
  byHand: await earlierByHand(work, of, null),
});

/** Those that an assessment is compared with, after the assessment itself if it is completed. */
async function listUntil(work: Work, of: OfOrganization, until: number): Promise<TrendSources> {
  const row = await findAssessment(work, until);
  if (row?.organization_id !== of.organization_id || row.model !== of.model)
    throw refusedField("until", "This is not an assessment of the organization and model.");
  const at = await completedFirst(work, row);
  const earlier = await latestOf(work, earlierThan(work, row, at));
  return { completed: [...(isCompleted(row) ? [standing(row, at)] : []), ...earlier], byHand: await earlierByHand(work, of, at) };
}

/** A score, with the assessment that gave it. */
export interface LatestScore {
  code: string;
  score: number;
  from: AssessmentRow;
}

/**
 * The latest score of each perspective, practice and component of an organization, model and scope: a later assessment of less takes none away.
 * The latest `TREND_MAX` assessments count, without tests and archived ones.
 */
export async function latestScores(work: Work, of: OfOrganization, scope: string | null): Promise<LatestScore[]> {
  const completed = completedOf(work, of).$if(scope !== null, (query) => query.where("assessment.selected_scope", "=", scope ?? ""));
  const rows = (await latestOf(work, completed)).slice(0, TREND_MAX).map(({ row }) => row);
  if (rows.length === 0) return [];
  await recordReadings(work, rows);
  const scores = await scoresOf(work, of.model, rows);
  const latest = new Map<string, LatestScore>();
  for (const [index, from] of rows.entries())
    for (const { code, score } of scores[index]?.items ?? [])
      if (score !== null && !latest.has(code)) latest.set(code, { code, score, from });
  return [...latest.values()];
}

/** How many assessments are scored before others have their turn. */
const SCORED_AT_ONCE = 50;

async function scoresOf(work: Work, model: Role, rows: readonly AssessmentRow[]): Promise<Scores[]> {
  const scores: Scores[] = [];
  for await (const some of slicesInTurn(rows, SCORED_AT_ONCE, setImmediate))
    scores.push(...(await (model === "P3M3" ? p3m3Trend : itilTrend)(work, some)));
  return scores;
}

type Scores = Omit<Trend["points"][number], "of" | "source">;
const NO_SCORES: Scores = { overall: null, maturity: null, items: [] };
const item = ({ code, name, score }: Scores["items"][number]) => ({ code, name, score });

/** The scores of some assessments, as their results have them. */
async function p3m3Trend(work: Work, rows: readonly AssessmentRow[]): Promise<Scores[]> {
  const threads = byAssessment(
    await listThreads(
      work.db,
      rows.map(({ id }) => id),
    ),
  );
  return Promise.all(
    rows.map(async (row) => {
      const scope = scopeItems(row, await work.catalogue.getP3m3(work.db, row.pack_seq));
      const { overall, perspectives } = p3m3Scores(scope, threads.get(row.id) ?? []);
      return { overall: overall.decimal, maturity: overall.maturity, items: perspectives.map(item) };
    }),
  );
}

async function itilTrend(work: Work, rows: readonly AssessmentRow[]): Promise<Scores[]> {
  const ids = rows.map(({ id }) => id);
  const practices = byAssessment(await listPractices(work.db, ids));
  const components = byAssessment(await listComponents(work.db, ids));
  return Promise.all(
    rows.map(async (row) => {
      const content = await work.catalogue.getItil(work.db, row.pack_seq);
      const state = stateOf(row, content, practices.get(row.id) ?? [], components.get(row.id) ?? []);
      const { maturityScore, maturities, capabilities } = itilScores(state);
      return { overall: null, maturity: maturityScore, items: [...maturities, ...capabilities].map(item) };
    }),
  );
}
