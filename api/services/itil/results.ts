/** The results of an ITIL assessment, completed or in progress (docs/rules/results-and-files.md#itil-result). */
import { notFound } from "#api/problem.ts";
import type { ItilDraft, ItilResults } from "#model/contract/itil.ts";
import { criteriaToImprove, itilProgress, itilScores } from "#model/itil/progress.ts";
import { getReadableAssessment, isCompleted } from "../access.ts";
import { flaggedPlaces } from "../flags.ts";
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
  const { state } = await getItilState(work, row);
  return resultsOf(work, id, state);
}

/**
 * The results of an assessment in progress, and its progress (docs/rules/results-and-files.md#drafts).
 * @throws Problem 404 when the assessment does not exist or is completed, 403
 */
export async function itilDraft(work: Work, id: number): Promise<ItilDraft> {
  const row = await getReadableAssessment(work, id, "ITIL");
  if (isCompleted(row)) throw notFound("There is no draft: the assessment is completed.");
  const { state } = await getItilState(work, row);
  return { results: await resultsOf(work, id, state), progress: itilProgress(state, await flaggedPlaces(work.db, id)) };
}

async function resultsOf(work: Work, id: number, state: Awaited<ReturnType<typeof getItilState>>["state"]): Promise<ItilResults> {
  const scores = itilScores(state);
  const practiceNotes = new Map((await listNotes(work.db, id, "capability")).map(({ first_id, body }) => [first_id, body]));
  const componentNotes = new Map((await listNotes(work.db, id, "maturity")).map(({ first_id, body }) => [first_id, body]));
  return {
    ...scores,
    areasOfImprovement: state.practices.flatMap(({ id: practiceId, name, criteria }) => {
      const questions = criteriaToImprove(criteria).map(({ id: questionId, level, criterion: { statement, dimension, psf } }) => ({
        id: questionId,
        statement,
        dimension,
        psf,
        level,
      }));
      const body = practiceNotes.get(practiceId);
      return questions.length === 0 ? [] : [{ id: practiceId, name, note: body === undefined ? null : { body }, questions }];
    }),
    notes: {
      maturity: scores.maturities.flatMap(({ id: componentId, name }) => {
        const body = componentNotes.get(componentId);
        return body === undefined ? [] : [{ maturity: { id: componentId, name }, body }];
      }),
    },
  };
}
