/** What is particular to P3M3 assessments: scope, progress and submission. */

import { type FieldError, refused } from "#api/problem.ts";
import { asFlag } from "#api/store/database.ts";
import type { AssessmentOfEither, P3m3Assessment, P3m3AssessmentUpdate } from "#model/contract/assessments.ts";
import { placeOf } from "#model/contract/history.ts";
import type { P3m3Overview } from "#model/contract/overview.ts";
import type { P3m3Progress, P3m3Scores } from "#model/contract/p3m3.ts";
import { findP3m3Scope, LEVELS, MANDATORY_THREAD_IDS, P3M3_SCOPES, PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { EMPTY_THREAD } from "#model/p3m3/gate.ts";
import { itemScores, p3m3Progress, p3m3Scores, questionCounts } from "#model/p3m3/progress.ts";
import { p3m3ScopeFollowing, p3m3ScopeIssues } from "#model/p3m3/scope.ts";
import { canSubmitP3m3, coversAllPerspectives, missingForCertification, missingForP3m3Submission } from "#model/p3m3/submission.ts";
import { statusAfter } from "#model/status.ts";
import { type AssessmentRow, getGovernableAssessment, isCompleted, refuseArchived } from "../access.ts";
import type { AssessmentModel, StatementContents } from "../assessment-model.ts";
import { byAssessment } from "../by-assessment.ts";
import { refuseReplaced } from "../editions.ts";
import { readFlagsAndEvidence } from "../flags-and-evidence.ts";
import { assessmentChain, record } from "../history.ts";
import { request } from "../outbox.ts";
import { advance, setupPart } from "../versions.ts";
import type { Work } from "../work.ts";
import { p3m3Overview } from "./overview.ts";
import { threadsWithContent } from "./questions.ts";
import { listThreads, scopeIds, scopeItems, scopeOf } from "./threads.ts";

/** The fields that only P3M3 assessments have on the wire. */
export type P3m3Parts = Omit<P3m3Assessment, keyof AssessmentOfEither>;

/** The content, the scope and the stored threads of one assessment. */
export async function getP3m3State(work: Work, row: AssessmentRow) {
  const content = await work.catalogue.getP3m3(work.db, row.pack_seq);
  return { content, scope: scopeItems(row, content), threads: await listThreads(work.db, [row.id]) };
}

const listAll = ({ db }: Work, rows: readonly AssessmentRow[]) =>
  listThreads(
    db,
    rows.map(({ id }) => id),
  );

async function describe(work: Work, rows: readonly AssessmentRow[]): Promise<Map<number, P3m3Parts>> {
  const threads = byAssessment(await listAll(work, rows));
  const described = new Map<number, P3m3Parts>();
  for (const row of rows) {
    const scope = scopeItems(row, await work.catalogue.getP3m3(work.db, row.pack_seq));
    const records = threads.get(row.id) ?? [];
    const scores = isCompleted(row) ? itemScores(scope, records) : undefined;
    described.set(row.id, {
      assessmentType: "P3M3",
      selectedLevel: LEVELS.find((level) => level === row.selected_level) ?? null,
      certified: row.certified === 1,
      ...(scores && { maturity: scores.overall.maturity, score: scores.overall.decimal }),
      perspectives: questionCounts(scope, records).map((item) => ({ ...item, ...scores?.perspectives.get(item.id) })),
      threads: scope.threads.map((item) => ({ ...item, ...scores?.threads.get(item.id) })),
    });
  }
  return described;
}

const ascending = (ids: readonly number[]) => JSON.stringify([...new Set(ids)].sort((a, b) => a - b));

/**
 * The scope after an update: that of the request, otherwise the stored one, adjusted to the profile
 * (docs/rules/setup-and-scope.md#profile). A client may send the whole assessment to change its profile. So `isChosen` tells whether the
 * request chooses a scope.
 */
function scopeAfter(row: AssessmentRow, update: P3m3AssessmentUpdate) {
  const profile = {
    selectedScope: findP3m3Scope(update.selectedScope ?? null) ?? scopeOf(row),
    certified: update.certified ?? row.certified === 1,
  };
  const followed = p3m3ScopeFollowing(profile, scopeIds(row));
  const selectedLevel = update.selectedLevel ?? row.selected_level;
  const perspectiveIds = update.perspectives?.map(({ id }) => id) ?? followed.perspectiveIds;
  const threadIds = update.threads?.map(({ id }) => id) ?? followed.threadIds;
  const isChosen =
    selectedLevel !== row.selected_level ||
    ascending(perspectiveIds) !== ascending(followed.perspectiveIds) ||
    ascending(threadIds) !== ascending(followed.threadIds);
  return { ...profile, selectedLevel, perspectiveIds, threadIds, isChosen };
}

async function update(work: Work, row: AssessmentRow, body: P3m3AssessmentUpdate) {
  const choice = scopeAfter(row, body);
  const profile = { selected_scope: choice.selectedScope, certified: asFlag(choice.certified) };
  const errors: FieldError[] = [];
  if (!choice.isChosen && row.perspective_ids === null) return profile;
  // A scope that only follows the profile may become empty, as when its only thread is Model integration: the scope step then asks again.
  if (choice.isChosen) errors.push(...p3m3ScopeIssues(choice));
  const content = await work.catalogue.getP3m3(work.db, row.pack_seq);
  const withoutContent = choice.perspectiveIds.filter((id) => !content.perspectives.some((perspective) => perspective.id === id));
  if (errors.length === 0 && withoutContent.length > 0)
    errors.push({ path: "perspectives", message: "There are no statements for some of these perspectives." });
  if (choice.certified && !row.certified) errors.push(...(await descopedMandatoryThreads(work, row)));
  if (errors.length > 0) throw refused("The request is not valid.", errors);
  return {
    ...profile,
    selected_level: choice.selectedLevel,
    perspective_ids: ascending(choice.perspectiveIds),
    thread_ids: ascending(choice.threadIds),
    status: statusAfter(row.status, "scope saved"),
  };
}

async function descopedMandatoryThreads(work: Work, row: AssessmentRow): Promise<FieldError[]> {
  const descoped = (await listThreads(work.db, [row.id])).filter(
    (thread) => thread.descoped && MANDATORY_THREAD_IDS.includes(thread.threadId),
  );
  if (descoped.length === 0) return [];
  const names = THREADS.filter(({ id }) => descoped.some(({ threadId }) => threadId === id)).map(({ name }) => name);
  return [{ path: "certified", message: `Mandatory threads are descoped: ${names.join(", ")}. Bring them back into scope first.` }];
}

async function submit(work: Work, row: AssessmentRow): Promise<void> {
  const { scope, threads } = await getP3m3State(work, row);
  const progress = p3m3Progress(scope, threads);
  if (!canSubmitP3m3(progress)) {
    const missing = missingForP3m3Submission(progress).map(({ perspective, threads: open }) => ({
      path: perspective.code ?? perspective.name,
      message: open.length > 0 ? `Not answered: ${open.map(({ name }) => name).join(", ")}` : "All its threads are descoped.",
    }));
    throw refused("The assessment is not complete yet.", missing);
  }
  const scores = p3m3Scores(scope, threads).perspectives.map(({ id, score }) => ({ assessment_id: row.id, perspective_id: id, score }));
  await work.db.insertInto("perspective_score").values(scores).execute();
}

/** P3M3 as a model of assessments. */
export const p3m3Assessments: AssessmentModel<P3m3AssessmentUpdate, P3m3Parts, P3m3Progress, P3m3Scores, P3m3Overview> = {
  scopes: P3M3_SCOPES,
  describe,
  update,
  progress: async (work, row) => {
    const { scope, threads } = await getP3m3State(work, row);
    return p3m3Progress(scope, threads, await readFlagsAndEvidence(work.db, row.id));
  },
  scores: async (work, row) => {
    const { scope, threads } = await getP3m3State(work, row);
    return p3m3Scores(scope, threads);
  },
  statements: async (work, rows) => {
    const stored = byAssessment(await listAll(work, rows));
    const said: Map<string, StatementContents>[] = [];
    for (const row of rows) {
      const threads = new Map((stored.get(row.id) ?? []).map((thread) => [placeOf({ kind: "thread", ...thread }), thread]));
      said.push(
        new Map(
          threadsWithContent(row, await work.catalogue.getP3m3(work.db, row.pack_seq)).map(({ perspective, thread, statements }) => {
            const place = placeOf({ kind: "thread", perspectiveId: perspective.id, threadId: thread.id });
            const { selections = EMPTY_THREAD, descoped = false, reason = "" } = threads.get(place) ?? {};
            const answers = statements.map(({ level }) => selections[level - 1] ?? "N/A");
            return [place, { statements, selections: answers, ...(descoped ? { descoped: { reason } } : {}) }];
          }),
        ),
      );
    }
    return said;
  },
  goneFrom: async (work, row, packSeq) => {
    const { perspectives } = await work.catalogue.getP3m3(work.db, packSeq);
    const { perspectiveIds } = scopeIds(row);
    return PERSPECTIVES.filter(({ id }) => perspectiveIds.includes(id) && !perspectives.some((each) => each.id === id)).map(
      ({ name }) => name,
    );
  },
  isComparable: (row, before) => row.selected_scope === before.selected_scope,
  overview: (work, row, { perspectiveIds }) => p3m3Overview(work, row, perspectiveIds),
  submit,
};

/**
 * Marks a completed assessment for certification (docs/rules/submission-and-certification.md#certification).
 * @throws Problem 404, 403, 409 while another user holds the lock, 422 when it is not completed, archived, replaced by
 * another edition, or does not cover what certification needs
 */
export async function certifyAssessment(work: Work, id: number): Promise<void> {
  const row = await getGovernableAssessment(work, id);
  if (row.model !== "P3M3") throw refused("Only P3M3 assessments can be certified.");
  refuseArchived(row);
  if (!isCompleted(row)) throw refused("Only a completed assessment can be certified.");
  await refuseReplaced(work, row);
  const { scope, threads } = await getP3m3State(work, row);
  if (!coversAllPerspectives(scope.perspectives)) throw refused("Certification needs all seven perspectives.");
  const missing = missingForCertification(p3m3Progress(scope, threads));
  if (missing.length > 0)
    throw refused(`Certification needs these threads in every perspective: ${missing.map(({ name }) => name).join(", ")}.`);
  await advance(work, setupPart("profile", id));
  await record(work, assessmentChain(id), { kind: "certification" });
  if (!row.certified) await request(work, row);
  await work.db.updateTable("assessment").set({ certified: 1 }).where("id", "=", id).execute();
}
