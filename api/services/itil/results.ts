/** The results of an ITIL assessment, completed or in progress (docs/rules/results-and-files.md#itil-result). */
import { notFound } from "#api/problem.ts";
import type { ItilDraft, ItilResults } from "#model/contract/itil.ts";
import { criteriaToImprove, itilProgress, itilScores } from "#model/itil/progress.ts";
import { type AssessmentRow, getReadableAssessment, isCompleted } from "../access.ts";
import { readFlagsAndEvidence } from "../flags-and-evidence.ts";
import { listNotes } from "../notes.ts";
import type { Work } from "../work.ts";
import { getItilState } from "./practices.ts";

/**
 * Scores, areas of improvement (docs/rules/itil.md#areas-of-improvement) and notes.
 * @throws Problem 404 when the assessment does not exist or is not completed, 403
 */
export async function itilResults(work: Work, id: number): Promise<ItilResults> {
  const row = await getReadableAssessment(work, id, "ITIL");
  if (!isCompleted(row)) throw notFound("The result does not exist: the assessment is not completed.");
  return resultsOf(work, row, await getItilState(work, row));
}

/**
 * The results of an assessment in progress, and its progress (docs/rules/results-and-files.md#drafts).
 * @throws Problem 404 when the assessment does not exist or is completed, 403
 */
export async function itilDraft(work: Work, id: number): Promise<ItilDraft> {
  const row = await getReadableAssessment(work, id, "ITIL");
  if (isCompleted(row)) throw notFound("There is no draft: the assessment is completed.");
  const stored = await getItilState(work, row);
  return { results: await resultsOf(work, row, stored), progress: itilProgress(stored.state, await readFlagsAndEvidence(work.db, id)) };
}

async function resultsOf(work: Work, { id }: AssessmentRow, stored: Awaited<ReturnType<typeof getItilState>>): Promise<ItilResults> {
  const {
    content: { pack },
    state,
  } = stored;
  const scores = itilScores(state);
  const practiceNotes = new Map((await listNotes(work.db, id, "capability")).map(({ first_id, body }) => [first_id, body]));
  const componentNotes = new Map((await listNotes(work.db, id, "maturity")).map(({ first_id, body }) => [first_id, body]));
  return {
    ...scores,
    pack,
    areasOfImprovement: state.practices.flatMap(({ id: practiceId, name, criteria }) => {
      const questions = criteriaToImprove(criteria).map(({ id: questionId, level, criterion: { statement, dimension, psf, hint } }) => ({
        id: questionId,
        statement,
        dimension,
        psf,
        level,
        hint,
      }));
      const body = practiceNotes.get(practiceId);
      return questions.length === 0 ? [] : [{ id: practiceId, name, note: body === undefined ? null : { body }, questions }];
    }),
    notes: {
      maturity: scores.maturities.flatMap(({ id: componentId, name }) => {
        const body = componentNotes.get(componentId);
        return body === undefined ? [] : [{ maturity: { id: componentId, name }, body }];
      }),
      capability: state.practices.flatMap(({ id: practiceId, name }) => {
        const body = practiceNotes.get(practiceId);
        return body === undefined ? [] : [{ capability: { id: practiceId, name }, body }];
      }),
    },
  };
}
