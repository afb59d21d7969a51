/** The P3M3 questions of one thread, as they are stored (docs/rules/gate.md#questions-screen). */
import type { Id } from "#model/contract/common.ts";
import type { P3m3Question } from "#model/contract/p3m3.ts";
import { LEVEL_MEANINGS, LEVEL_NAMES, LEVELS } from "#model/p3m3/catalogue.ts";
import { type ThreadSelections, threadSelectionsFrom, toThreadLetters } from "#model/p3m3/gate.ts";
import { richText, withRichTexts } from "~/services/upstream/rich-text.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { markOf, signsOf } from "~/views/answering/p3m3";

export const readQuestions = (api: UserApi, assessmentId: Id, perspectiveId: number, threadId: number) =>
  api.p3m3.questions({ id: assessmentId, p: perspectiveId, t: threadId });

/** The statements of a thread with its answers and marks, as a questions screen and a grid show them. */
export function threadView(questions: readonly P3m3Question[]) {
  return {
    questions: questions
      .toSorted((a, b) => a.level - b.level)
      .map(({ level, statement, hint, diagnostics }) => ({
        level,
        name: LEVEL_NAMES[level],
        meaning: LEVEL_MEANINGS[level],
        statement: richText(statement),
        hint: richText(hint),
        diagnostics: diagnostics.map(({ id, statement }) => ({ id, statement: richText(statement) })),
      })),
    answers: storedAnswers(questions),
    marks: storedMarks(questions),
  };
}

/** The ids of the questions of a thread, level 1 first. */
export const idsOf = (questions: readonly Pick<P3m3Question, "id" | "level">[]) =>
  questions.toSorted((a, b) => a.level - b.level).map(({ id }) => id);

/** Whether what these questions belong to is flagged for later. */
export const isFlagged = (questions: readonly Pick<P3m3Question, "flagged">[]) => questions.some(({ flagged }) => flagged === true);
export const reasonIn = (questions: readonly P3m3Question[]) => questions[0]?.reason ?? "";

/** The stored selections of a thread, level 1 first. */
export function storedSelections(questions: readonly P3m3Question[]): ThreadSelections {
  return threadSelectionsFrom(LEVELS.map((at) => questions.find(({ level }) => level === at)?.answer?.selection ?? "N/A"));
}

/** The stored answers of a thread as letters. */
export const storedAnswers = (questions: readonly P3m3Question[]): string => toThreadLetters(storedSelections(questions));

/** The stored selections of one thread, level 1 first. @throws UpstreamFault */
export async function readSelections(api: UserApi, assessmentId: Id, perspectiveId: number, threadId: number): Promise<ThreadSelections> {
  return storedSelections(await readQuestions(api, assessmentId, perspectiveId, threadId));
}

/** A thread as it is stored now, in the form in which changes to it are posted, with its diagnostics. @throws UpstreamFault */
export async function readThread(api: UserApi, assessmentId: Id, perspectiveId: number, threadId: number) {
  const questions = await readQuestions(api, assessmentId, perspectiveId, threadId).then(withRichTexts);
  const levelOf = (questionId: number) => questions.find(({ id }) => id === questionId)?.level;
  const diagnostics = diagnosticsOf(questions).map(({ id, questionId, statement }) => ({ id, level: levelOf(questionId), statement }));
  return { answers: storedAnswers(questions), marks: storedMarks(questions), diagnostics };
}

export const diagnosticsOf = (questions: readonly P3m3Question[]) =>
  [...questions]
    .sort((a, b) => a.level - b.level)
    .flatMap(({ id, diagnostics }) => diagnostics.map((diagnostic) => ({ ...diagnostic, questionId: id })));

export function storedMarks(questions: readonly P3m3Question[]): string {
  return signsOf(diagnosticsOf(questions).map(({ isPositive }) => markOf(isPositive)));
}
