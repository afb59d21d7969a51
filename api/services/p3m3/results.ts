/** The results of a P3M3 assessment, completed or in progress (docs/rules/results-and-files.md#p3m3-result). */

import { notFound } from "#api/problem.ts";
import type { DiagnosticGroup, P3m3Draft, P3m3Results } from "#model/contract/p3m3.ts";
import { heatmap, p3m3Progress, p3m3Scores, threadsInScope, wholeScore } from "#model/p3m3/progress.ts";
import { type AssessmentRow, getReadableAssessment, isCompleted } from "../access.ts";
import { readFlagsAndEvidence } from "../flags-and-evidence.ts";
import { listNotes } from "../notes.ts";
import type { Work } from "../work.ts";
import { getP3m3State } from "./assessments.ts";
import { marksOf, threadsWithContent } from "./questions.ts";
import { scopeOf } from "./threads.ts";

/**
 * Scores (docs/rules/scores.md), marked attributes, heat map and notes.
 * @throws Problem 404 when the assessment does not exist or is not completed, 403
 */
export async function p3m3Results(work: Work, id: number): Promise<P3m3Results> {
  const row = await getReadableAssessment(work, id, "P3M3");
  if (!isCompleted(row)) throw notFound("The result does not exist: the assessment is not completed.");
  return resultsOf(work, row, await getP3m3State(work, row));
}

/**
 * The results of an assessment in progress, as if submitted now, and its progress (docs/rules/results-and-files.md#drafts).
 * @throws Problem 404 when the assessment does not exist or is completed, 403
 */
export async function p3m3Draft(work: Work, id: number): Promise<P3m3Draft> {
  const row = await getReadableAssessment(work, id, "P3M3");
  if (isCompleted(row)) throw notFound("There is no draft: the assessment is completed.");
  const state = await getP3m3State(work, row);
  const progress = p3m3Progress(state.scope, state.threads, await readFlagsAndEvidence(work.db, id));
  return { results: await resultsOf(work, row, state), progress };
}

async function resultsOf(work: Work, row: AssessmentRow, state: Awaited<ReturnType<typeof getP3m3State>>): Promise<P3m3Results> {
  const { content, scope, threads } = state;
  const scores = p3m3Scores(scope, threads);
  const assessed = threadsInScope(scope, threads);

  const statementsOf = (perspectiveId: number, threadId: number) => content.statements({ scope: scopeOf(row), perspectiveId, threadId });

  const marks = await marksOf(work.db, row.id);
  const marked = (positive: boolean): DiagnosticGroup[] =>
    assessed.flatMap(({ perspective, threads: within }) => {
      const groups = within.flatMap(({ thread }) => {
        const items = statementsOf(perspective.id, thread.id).flatMap(({ level, diagnostics }) =>
          diagnostics.filter((diagnostic) => marks.get(diagnostic.id) === positive).map(({ statement }) => ({ level, statement })),
        );
        return items.length === 0 ? [] : [{ id: thread.id, name: thread.name, items }];
      });
      return groups.length === 0 ? [] : [{ id: perspective.id, name: perspective.name, threads: groups }];
    });

  const notes = await listNotes(work.db, row.id, "thread");
  const descoped = threads.filter((thread) => thread.descoped);
  return {
    overall: scores.overall,
    perspectives: scores.perspectives.map(({ id: perspectiveId, code, name, score, rank }) => ({
      id: perspectiveId,
      code,
      name,
      score: wholeScore(score),
      decimal: score,
      rank,
    })),
    threads: scores.threads,
    diagnostics: { positive: marked(true), improvement: marked(false) },
    heatmapScores: heatmap(scope, threads),
    notes: assessed.flatMap(({ perspective, threads: within }) =>
      within.flatMap(({ thread }) => {
        const note = notes.find(({ first_id, second_id }) => first_id === perspective.id && second_id === thread.id);
        return note
          ? [{ perspective: { id: perspective.id, name: perspective.name }, thread: { id: thread.id, name: thread.name }, body: note.body }]
          : [];
      }),
    ),
    pack: content.pack,
    toImprove: assessed.flatMap(({ perspective, threads: within }) =>
      within.flatMap(({ thread, descoped: isDescoped, selections }) => {
        const heldAt = isDescoped ? -1 : selections.findIndex((selection) => selection !== "Fully");
        const held = statementsOf(perspective.id, thread.id)[heldAt];
        if (!held) return [];
        const { level, statement, hint } = held;
        return [
          {
            perspective: { id: perspective.id, name: perspective.name },
            thread: { id: thread.id, name: thread.name },
            level,
            statement,
            hint,
          },
        ];
      }),
    ),
    descoped: threadsWithContent(row, content).flatMap(({ perspective, thread }) => {
      const stored = descoped.find(({ perspectiveId, threadId }) => perspectiveId === perspective.id && threadId === thread.id);
      return stored ? [{ perspective, thread, reason: stored.reason }] : [];
    }),
  };
}
