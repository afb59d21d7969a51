import { LRUCache } from "lru-cache";
import { forbidden } from "#api/problem.ts";
import type { Store } from "#api/store/open.ts";
import type { Benchmark } from "#model/contract/p3m3.ts";
import {
  type BenchmarkOutcome,
  benchmarkMessage,
  benchmarkOf,
  COHORT_PARTS,
  type Cohort,
  valuesWithGroups,
  widerCohorts,
} from "#model/p3m3/benchmark.ts";
import { getReadableAssessment, ownAssessments } from "../access.ts";
import { countedAs } from "../teams.ts";
import type { Work } from "../work.ts";
import { bringUpToDate, formWhatWaits, listSharedPlaces, readSnapshot } from "./benchmark-snapshot.ts";
import { compareOtherOrganizations } from "./other-organizations.ts";

/** A query for a benchmark: perspectives, a cohort, and the assessment to compare. */
export interface BenchmarkQuery extends Cohort {
  perspectiveIds: readonly number[];
  assessmentId?: number | undefined;
}

const ANSWERS_KEPT = 100;

/** Whose result is compared, and in which model scope. */
interface Own {
  teamId: number;
  /** As which team it counts. */
  countsAs: number;
  scope: string;
  organizationId?: number;
}

/**
 * The scores of other teams' organizations that gave consent, as of the first of the month (docs/rules/benchmark.md#who-is-compared).
 * It also gives those of the reader's own other organizations. `assessmentId` names the assessment to compare, which gives the team and the
 * model scope. Without it they are the reader's team, and the model scope that this team completed last.
 * @throws Problem 403 without the role, 404 or 403 for the assessment
 */
export async function getBenchmark(work: Work, { perspectiveIds, assessmentId, ...cohort }: BenchmarkQuery): Promise<Benchmark> {
  if (!work.user.roles.includes("P3M3")) throw forbidden("Assessments of P3M3 are closed to you.");
  const own = await findOwnSide(work, assessmentId);
  if (!own)
    return { perspectivesAndScores: [], message: "A benchmark is of one model scope: complete an assessment, or name the one to compare." };
  const asOf = await bringUpToDate(work.db, work.now);
  const ids = [...new Set(perspectiveIds)];
  const newest = await formWhatWaits(work.db, { scope: own.scope, teamId: own.countsAs }, ids);
  const outcomesIn = (within: Cohort) =>
    remember(work.db, JSON.stringify([asOf, newest, own.scope, own.countsAs, ids, COHORT_PARTS.map((part) => within[part])]), async () => {
      const snapshots = await readSnapshot(work.db, own.scope, ids, within);
      return ids.map((perspectiveId) => {
        const snapshot = snapshots.get(perspectiveId) ?? { groups: [], waiting: [] };
        return { perspectiveId, ...benchmarkOf(snapshot, own.countsAs, within) };
      });
    });
  const outcomes = await outcomesIn(cohort);
  const perspectivesAndScores = outcomes.flatMap(({ perspectiveId, figures }) => (figures ? [{ perspectiveId, ...figures }] : []));
  let suggestion: Cohort | undefined;
  if (perspectivesAndScores.length === 0)
    for (const wider of widerCohorts(cohort))
      if ((await outcomesIn(wider)).some(({ figures }) => figures)) {
        suggestion = wider;
        break;
      }
  // 'Your other organizations' are the reader's own. An internal account that reads another team's result does not see them.
  const otherOrganizations =
    own.organizationId === undefined || own.teamId !== work.user.teamId
      ? undefined
      : await compareOtherOrganizations(work, { ...own, organizationId: own.organizationId, perspectiveIds: ids });
  return {
    perspectivesAndScores,
    message: benchmarkMessage(outcomes),
    asOf,
    withGroups: valuesWithGroups(await listSharedPlaces(work.db, own.scope, ids)),
    ...(suggestion ? { suggestion } : {}),
    ...(otherOrganizations ? { otherOrganizations } : {}),
  };
}

type Outcomes = (BenchmarkOutcome & { perspectiveId: number })[];
const answers = new WeakMap<Store, LRUCache<string, Outcomes>>();

/** A result page, its images and its file ask for the same within seconds, which takes a while with many thousands of assessments. */
async function remember(store: Store, key: string, compute: () => Promise<Outcomes>): Promise<Outcomes> {
  const kept = answers.get(store) ?? new LRUCache<string, Outcomes>({ max: ANSWERS_KEPT });
  answers.set(store, kept);
  const remembered = kept.get(key);
  if (remembered) return remembered;
  const outcomes = await compute();
  kept.set(key, outcomes);
  return outcomes;
}

async function findOwnSide(work: Work, assessmentId: number | undefined): Promise<Own | undefined> {
  if (assessmentId !== undefined) {
    const row = await getReadableAssessment(work, assessmentId, "P3M3");
    const countsAs = await countedAs(work.db, row.team_id);
    return { teamId: row.team_id, countsAs, scope: row.selected_scope, organizationId: row.organization_id };
  }
  const latest = await ownAssessments(work)
    .select("assessment.selected_scope as scope")
    .where("assessment.model", "=", "P3M3")
    .where("assessment.status", "=", "Completed")
    .orderBy("assessment.date_completed", "desc")
    .orderBy("assessment.id", "desc")
    .executeTakeFirst();
  const { teamId } = work.user;
  return latest && { teamId, countsAs: await countedAs(work.db, teamId), scope: latest.scope };
}
