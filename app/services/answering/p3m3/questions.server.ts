/** The P3M3 questions of one thread: what is stored, and what the screen shows (docs/rules/gate.md#questions-screen). */

import { confirmedThread } from "#model/again.ts";
import type { P3m3Assessment } from "#model/contract/assessments.ts";
import { CONTRACT } from "#model/contract/calls.ts";
import type { Id } from "#model/contract/common.ts";
import { placeOf } from "#model/contract/history.ts";
import type { P3m3Question } from "#model/contract/p3m3.ts";
import { howToRate, SCALE_SOURCE } from "#model/how-to-rate.ts";
import { LEVEL_MEANINGS, LEVEL_NAMES, LEVELS, type Level, MANDATORY_THREAD_IDS } from "#model/p3m3/catalogue.ts";
import { isThreadStarted, THREAD_SELECTIONS, type ThreadSelections, threadSelectionsFrom, toThreadLetters } from "#model/p3m3/gate.ts";
import { descopeRefusal } from "#model/p3m3/scope.ts";
import { getAssessmentOf, notFoundIn } from "~/services/answering/addressed.server";
import { askAlong, loadOnQuestions } from "~/services/answering/concerns.server";
import { openScreen } from "~/services/answering/frame.server";
import { readNoteView } from "~/services/answering/notes.server";
import { p3m3ProgressView } from "~/services/answering/progress-view.server";
import type { UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { homeOf, titleOf } from "~/services/upstream/assessments.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { getP3m3Progress } from "~/services/upstream/p3m3-assessments.server";
import { findHelp, listPerspectives, listThreads } from "~/services/upstream/reference-lists.server";
import { richText, withRichTexts } from "~/services/upstream/rich-text.server";
import { unusableAnswer } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { ThreadElsewhere } from "~/views/answering/descoping";
import { markOf, type P3m3ProgressView, type P3m3QuestionsPage, signsOf } from "~/views/answering/p3m3";
import { type AnsweringPaths, answeringPaths, isViewed, paths } from "~/views/paths";

/** Where a thread is, as addresses name it. */
export interface ThreadAddress {
  assessmentId: Id;
  perspectiveCode: string;
  threadCode: string;
}

export const readQuestions = (api: UserApi, assessmentId: Id, perspectiveId: number, threadId: number) =>
  api.p3m3.questions({ id: assessmentId, p: perspectiveId, t: threadId });

/**
 * The thread that an address names by its codes, in any case.
 * @throws NotFound for one that is unknown or not in scope; LoadFailure; Redirect for an assessment of the other model
 */
export async function getThread(api: UserApi, { assessmentId, perspectiveCode, threadCode }: ThreadAddress) {
  const assessment = await getAssessmentOf(api, assessmentId, "P3M3");
  const same = (code: string) => (item: { code: string }) => item.code.toLowerCase() === code.toLowerCase();
  const perspective = assessment.perspectives?.find(same(perspectiveCode));
  const thread = assessment.threads?.find(same(threadCode));
  if (!perspective || !thread) throw notFoundIn(assessment, "Thread", "perspective or thread");
  return { assessment, level: await requireLevel(assessment), perspective, thread, key: `${perspective.id}/${thread.id}` };
}

/** The level that threads begin at. @throws LoadFailure without one: every saved scope has it, so that is a fault of the upstream */
export async function requireLevel({ selectedLevel }: P3m3Assessment): Promise<Level> {
  return selectedLevel ?? loadFor("assessment", Promise.reject(unusableAnswer(CONTRACT.assessments.get, "selectedLevel")));
}

/**
 * Everything that the questions screen shows for one thread. Takes the lock if the assessment may be changed
 * (docs/rules/locks-and-saving.md#taking-the-lock).
 * @throws NotFound, LoadFailure; Redirect for home while another user holds the lock
 */
export async function loadP3m3Questions(context: UserContext, request: Request, place: ThreadAddress): Promise<P3m3QuestionsPage> {
  const { assessment, level, perspective, thread } = await getThread(context.api, place);
  const at = answeringPaths(isViewed(request));
  const where = { kind: "thread", perspectiveId: perspective.id, threadId: thread.id } as const;
  const here = at.questions(assessment.id, perspective.code, thread.code);
  const readProgress = askAlong(assessment, "questions", placeOf(where)).then((query) =>
    getP3m3Progress(context.api, assessment.id, query),
  );
  const [{ frame, links, hasGrid }, questions, progress, note, perspectiveHelp, threadHelp, hasReasons, onQuestions] = await Promise.all([
    openScreen(context, request, assessment, "Questions", paths.questions(assessment.id, perspective.code, thread.code), where),
    loadFor("assessment", readQuestions(context.api, assessment.id, perspective.id, thread.id).then(withRichTexts)),
    readProgress,
    readNoteView(context.api.p3m3.notes.get({ assessmentId: assessment.id, perspectiveId: perspective.id, threadId: thread.id })),
    findHelp(listPerspectives(context.api), perspective.id),
    findHelp(listThreads(context.api), thread.id),
    hasExtension("reasons"),
    loadOnQuestions({ context, request, assessment, place: placeOf(where), here, at }, readProgress),
  ]);
  const view = p3m3ProgressView(assessment, progress, at);
  const group = view.groups.find(({ id }) => id === perspective.id);
  const siblings = (group?.items ?? []).map(({ id, state }) => ({ id, descoped: state === "descoped" }));
  const descoped = siblings.some(({ id, descoped }) => id === thread.id && descoped);
  return {
    assessment: { id: assessment.id, name: titleOf(assessment), selectedLevel: level },
    perspective: { code: perspective.code, name: perspective.name, help: perspectiveHelp },
    thread: { code: thread.code, name: thread.name, help: threadHelp },
    ...threadView(questions),
    ...note,
    progress: view,
    next: nextPlace(assessment.id, view, perspective.id, thread.id, at),
    concerns: onQuestions({
      statements: idsOf(questions).map((questionId) => ({ questionId, choices: THREAD_SELECTIONS })),
      compared: idsOf(questions),
      flagged: isFlagged(questions),
      ...{ isChoice: false, computed: false, descoped, confirmAll },
    }),
    descoped,
    elsewhere: listElsewhere(assessment, view, perspective.id, thread.id),
    reason: hasReasons && descoped ? reasonIn(questions) : undefined,
    descope: {
      hidden: assessment.certified === true && MANDATORY_THREAD_IDS.includes(thread.id),
      refusal: descopeRefusal(thread, siblings, assessment.certified === true),
      asksReason: hasReasons,
    },
    ...frame,
    choices: context.choices.get(),
    howToRate: [...howToRate("P3M3"), SCALE_SOURCE],
    links: {
      ...links,
      here,
      save: paths.questionsSave(assessment.id, perspective.code, thread.code),
      exit: homeOf(assessment),
    },
    hasGrid,
  };
}

/** The answers that confirming all proposals for a thread gives, as letters; undefined for none. */
function confirmAll(proposals: string): string | undefined {
  const all = confirmedThread([...proposals].map((letter) => THREAD_SELECTIONS.find((each) => each.startsWith(letter))));
  return isThreadStarted(all) ? toThreadLetters(all) : undefined;
}

/** A thread in the perspectives other than the given one. */
export function listElsewhere(
  { certified }: Pick<P3m3Assessment, "certified">,
  { groups }: P3m3ProgressView,
  perspectiveId: number,
  threadId: number,
): ThreadElsewhere[] {
  return groups.flatMap(({ id, code, name, items }) => {
    const state = items.find((item) => item.id === threadId)?.state;
    if (id === perspectiveId || state === undefined) return [];
    const siblings = items.map((item) => ({ id: item.id, descoped: item.state === "descoped" }));
    const refusal = state === "descoped" ? undefined : descopeRefusal({ id: threadId }, siblings, certified === true);
    return { id, code, name, descoped: state === "descoped", hasAnswers: state === "answered" || state === "started", refusal };
  });
}

/** The statements of a thread with its answers and marks, as a questions screen and a grid show them. */
export function threadView(questions: readonly P3m3Question[]): Pick<P3m3QuestionsPage, "questions" | "answers" | "marks"> {
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
    answers: toThreadLetters(storedSelections(questions)),
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

/** The stored selections of one thread, level 1 first. @throws UpstreamFault */
export async function readSelections(api: UserApi, assessmentId: Id, perspectiveId: number, threadId: number): Promise<ThreadSelections> {
  return storedSelections(await readQuestions(api, assessmentId, perspectiveId, threadId));
}

/** A thread as it is stored now, in the form in which changes to it are posted, with its diagnostics. @throws UpstreamFault */
export async function readThread(api: UserApi, assessmentId: Id, perspectiveId: number, threadId: number) {
  const questions = await readQuestions(api, assessmentId, perspectiveId, threadId).then(withRichTexts);
  const levelOf = (questionId: number) => questions.find(({ id }) => id === questionId)?.level;
  const diagnostics = diagnosticsOf(questions).map(({ id, questionId, statement }) => ({ id, level: levelOf(questionId), statement }));
  return { answers: toThreadLetters(storedSelections(questions)), marks: storedMarks(questions), diagnostics };
}

export const diagnosticsOf = (questions: readonly P3m3Question[]) =>
  [...questions]
    .sort((a, b) => a.level - b.level)
    .flatMap(({ id, diagnostics }) => diagnostics.map((diagnostic) => ({ ...diagnostic, questionId: id })));

export function storedMarks(questions: readonly P3m3Question[]): string {
  return signsOf(diagnosticsOf(questions).map(({ isPositive }) => markOf(isPositive)));
}

/** The next thread that is not descoped, the first one of the next perspective, or the summary (docs/rules/gate.md#next-button). */
function nextPlace(assessmentId: Id, { groups }: P3m3ProgressView, perspectiveId: number, threadId: number, at: AnsweringPaths = paths) {
  const current = groups.findIndex(({ id }) => id === perspectiveId);
  const items = groups[current]?.items ?? [];
  const open = ({ state }: { state: string }) => state !== "descoped";
  const following = items.slice(items.findIndex(({ id }) => id === threadId) + 1).find(open);
  if (following) return { label: "Next thread", href: following.href };
  const first = groups
    .slice(current + 1)
    .flatMap(({ items }) => items)
    .find(open);
  return first ? { label: "Next perspective", href: first.href } : { label: "View summary", href: at.summary(assessmentId, "P3M3") };
}

/** The path that `Next` leads to after a form was saved without script. @throws NotFound, LoadFailure, Redirect */
export async function getNextThreadPath(api: UserApi, place: ThreadAddress): Promise<string> {
  const [{ assessment, perspective, thread }, progress] = await Promise.all([
    getThread(api, place),
    getP3m3Progress(api, place.assessmentId),
  ]);
  return nextPlace(assessment.id, p3m3ProgressView(assessment, progress), perspective.id, thread.id).href;
}
