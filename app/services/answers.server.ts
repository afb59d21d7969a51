/** The P3M3 questions of one thread: what the screen shows, and saving what it changes (specification C2–C5). */
import { data, redirect } from "@remix-run/node";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import {
  noteBody,
  note as noteSchema,
  type P3M3Progress,
  type P3M3Question,
  p3m3AnswerResult,
  p3m3Progress,
  p3m3Questions,
} from "#model/contract/p3m3.ts";
import { LEVEL_NAMES, type Level, MANDATORY_THREAD_IDS } from "#model/p3m3/catalogue.ts";
import {
  EMPTY_THREAD,
  fromLetters,
  isThreadState,
  SELECTION_SCORES,
  type Selection,
  type Selections,
  toLetters,
} from "#model/p3m3/gate.ts";
import { perspectiveState, threadState } from "#model/p3m3/progress.ts";
import { descopeRefusal } from "#model/p3m3/scope.ts";
import { threadsComplete } from "#model/p3m3/submission.ts";
import { paths } from "~/paths";
import { getAssessment, readOnlyReason } from "~/services/assessments.server";
import { failurePage, loading } from "~/services/failures.server";
import { findLock, holdLock, markRenewed, takeLock } from "~/services/locks.server";
import { UpstreamError } from "~/services/upstream.server";
import type { AppContext } from "~/sessions.server";

interface Place {
  assessmentId: Id;
  perspectiveCode: string;
  threadCode: string;
}

const at = (assessmentId: Id) => `/assessments/${encodeURIComponent(assessmentId)}`;
const questionsPath = (assessmentId: Id, perspectiveId: number, threadId: number) =>
  `/P3M3${at(assessmentId)}/questions?p=${perspectiveId}&t=${threadId}`;
const notePath = (assessmentId: Id, perspectiveId: number, threadId: number) =>
  `/P3M3/notes/${encodeURIComponent(assessmentId)}/${perspectiveId}/${threadId}`;

/** Finds the thread that an address names, codes in any case. @throws 404 page for an unknown or unselected one */
export async function findThread(context: AppContext, { assessmentId, perspectiveCode, threadCode }: Place) {
  const found = await getAssessment(context, assessmentId);
  if (found.assessmentType !== "P3M3") throw redirect(paths.continue(found.id));
  const same = (code: string) => (item: { code: string }) => item.code.toLowerCase() === code.toLowerCase();
  const perspective = found.perspectives?.find(same(perspectiveCode));
  const thread = found.threads?.find(same(threadCode));
  if (!perspective || !thread) {
    const page = {
      ...failurePage(404, "assessment"),
      title: "Thread not found.",
      description: "This assessment has no such perspective or thread.",
      next: { href: paths.continue(found.id), label: "Go to the questions" },
    };
    throw data(page, { status: 404 });
  }
  return { found, perspective, thread };
}

/** Everything the questions screen shows of one thread; takes the lock where the assessment may be changed. */
export async function loadThread(context: AppContext, request: Request, place: Place) {
  const { found, perspective, thread } = await findThread(context, place);
  const readOnly = await readOnlyReason(context, found);
  const [page, questions, progress, note] = await Promise.all([
    readOnly === undefined ? holdLock(context, request, found) : undefined,
    loading("assessment", context.read(questionsPath(found.id, perspective.id, thread.id), p3m3Questions)),
    loading("assessment", context.read(`${at(found.id)}/progress`, p3m3Progress)),
    loading("assessment", context.read(notePath(found.id, perspective.id, thread.id), noteSchema)),
  ]);
  const sidebar = shapeProgress(found, progress);
  const here = sidebar.perspectives.find(({ id }) => id === perspective.id)?.threads.find(({ id }) => id === thread.id);
  const siblings =
    sidebar.perspectives
      .find(({ id }) => id === perspective.id)
      ?.threads.map(({ id, state }) => ({ id, descoped: state === "descoped" })) ?? [];
  return {
    assessment: { id: found.id, name: found.name ?? "Not provided", selectedLevel: found.selectedLevel as Level },
    perspective: { id: perspective.id, code: perspective.code, name: perspective.name },
    thread: { id: thread.id, code: thread.code, name: thread.name },
    questions: [...questions]
      .sort((a, b) => a.level - b.level)
      .map(({ id, level, statement, diagnostics }) => ({
        id,
        level: level as Level,
        levelName: LEVEL_NAMES[level as Level],
        statement,
        diagnostics,
      })),
    letters: toLetters(storedSelections(questions)),
    note: note.body,
    sidebar,
    next: nextPlace(found.id, sidebar, perspective.code, thread.code),
    descoped: here?.state === "descoped",
    descope: {
      hidden: found.certified === true && MANDATORY_THREAD_IDS.includes(thread.id),
      refusal: descopeRefusal(thread, siblings, found.certified === true),
    },
    readOnly,
    page,
    links: {
      here: paths.questions(found.id, perspective.code, thread.code),
      save: `${paths.questions(found.id, perspective.code, thread.code)}/save`,
      summary: paths.summary(found.id, "P3M3"),
      exit: paths.home(found.organization ? { organizationId: found.organization.id } : undefined),
    },
  };
}

export type ThreadPage = Awaited<ReturnType<typeof loadThread>>;

/** The stored selections of a thread, level 1 first. */
export function storedSelections(questions: readonly P3M3Question[]): Selections {
  const selections = EMPTY_THREAD.map((_, index) => questions.find(({ level }) => level === index + 1)?.answer?.selection ?? "N/A");
  return selections as unknown as Selections;
}

/** Progress as the sidebar shows it: states in words, links to every thread. */
export function shapeProgress(found: Assessment, progress: P3M3Progress) {
  const codeOf = (
    list: readonly { id: number; code: string; name: string }[] | undefined,
    item: { id?: number | undefined; code?: string | undefined; name: string },
  ) => item.code ?? list?.find(({ id, name }) => (item.id === undefined ? name === item.name : id === item.id))?.code ?? "";
  const idOf = (item: { id?: number | undefined; name: string }) =>
    item.id ?? found.threads?.find(({ name }) => name === item.name)?.id ?? 0;
  const perspectives = progress.perspectivesProgress.map((perspective) => {
    const code = codeOf(found.perspectives, perspective);
    const counts = threadsComplete(perspective);
    return {
      id: perspective.id,
      code,
      name: perspective.name,
      state: perspectiveState(perspective.threads),
      score: perspective.currentScore,
      ...counts,
      threads: perspective.threads.map((thread) => {
        const threadCode = codeOf(found.threads, thread);
        return {
          id: idOf(thread),
          code: threadCode,
          name: thread.name,
          state: threadState(thread),
          score: thread.score,
          href: paths.questions(found.id, code, threadCode),
        };
      }),
    };
  });
  return {
    overall: progress.currentOverallScore,
    maturity: progress.maturityScore,
    answered: perspectives.reduce((sum, { answered }) => sum + answered, 0),
    total: perspectives.reduce((sum, { total }) => sum + total, 0),
    perspectives,
  };
}

export type Sidebar = ReturnType<typeof shapeProgress>;

/** The next thread, the first of the next perspective, or the summary (specification C2). */
function nextPlace(assessmentId: Id, { perspectives }: Sidebar, perspectiveCode: string, threadCode: string) {
  const current = perspectives.findIndex(({ code }) => code === perspectiveCode);
  const threads = perspectives[current]?.threads ?? [];
  const following = threads[threads.findIndex(({ code }) => code === threadCode) + 1];
  if (following) return { label: "Next thread", href: following.href };
  const first = perspectives[current + 1]?.threads[0];
  return first ? { label: "Next perspective", href: first.href } : { label: "View summary", href: paths.summary(assessmentId, "P3M3") };
}

/** What a form or the script asks to change of one thread. Absent parts stay as they are. */
export interface ThreadChange {
  /** The five letters the form was rendered from, and those wanted now. */
  answers?: { base: string; target: string };
  note?: { base: string; body: string };
  /** Diagnostics to mark, by id. */
  marks?: { diagnosticId: number; isPositive: boolean | null }[];
}

export type SaveOutcome =
  | { kind: "saved"; sidebar: Sidebar | undefined }
  /** The store has changed since the form was rendered: nothing was written. */
  | { kind: "conflict"; letters: string; note: string }
  /** Somebody else holds the lock: nothing was written. */
  | { kind: "locked"; by: string | undefined }
  | { kind: "refused"; message: string };

/**
 * Saves changes to a thread. A write answered 409 asks for the lock once more and is repeated if what is stored is
 * still what the form was rendered from (contract, "How the web tier holds it").
 * @throws UpstreamError for any other failure
 */
export async function saveThread(context: AppContext, place: Place, change: ThreadChange): Promise<SaveOutcome> {
  const { found, perspective, thread } = await findThread(context, place);
  if (change.note && !noteBody.safeParse(change.note.body).success)
    return { kind: "refused", message: noteBody.safeParse(change.note.body).error?.issues[0]?.message ?? "" };
  const write = async (): Promise<SaveOutcome> => {
    const questions = await context.read(questionsPath(found.id, perspective.id, thread.id), p3m3Questions);
    const letters = toLetters(storedSelections(questions));
    const { answers, marks = [] } = change;
    const note = change.note ? (await context.read(notePath(found.id, perspective.id, thread.id), noteSchema)).body : "";
    const answersMoved = answers && answers.base !== letters && answers.target !== letters;
    const noteMoved = change.note && change.note.base !== note && change.note.body !== note;
    if (answersMoved || noteMoved) return { kind: "conflict", letters, note };
    let sidebar: Sidebar | undefined;
    if (answers && answers.target !== letters)
      sidebar = shapeProgress(found, await postAnswers(context, found.id, questions, answers.target));
    if (change.note && change.note.body !== note) {
      await context.write({
        method: "POST",
        path: "/P3M3/notes",
        body: { assessmentId: found.id, body: change.note.body, threadId: thread.id, perspectiveId: perspective.id },
      });
    }
    for (const { diagnosticId, isPositive } of marks) {
      const question = questions.find(({ diagnostics }) => diagnostics.some(({ id }) => id === diagnosticId));
      const stored = question?.diagnostics.find(({ id }) => id === diagnosticId)?.isPositive;
      if (question && stored !== isPositive) {
        await context.write({ method: "PUT", path: `/p3m3${at(found.id)}/diagnostics/${question.id}`, body: { diagnosticId, isPositive } });
      }
    }
    markRenewed(context, found.id);
    return { kind: "saved", sidebar };
  };
  return withLock(context, found.id, write);
}

/** Runs a write; when the lock was lost meanwhile, asks for it once more and runs it again. */
async function withLock(context: AppContext, assessmentId: Id, write: () => Promise<SaveOutcome>): Promise<SaveOutcome> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.status !== 409) throw error;
    const page = context.lockMarker(assessmentId)?.page ?? "retaken";
    if (await takeLock(context, assessmentId, page)) return write();
    return { kind: "locked", by: (await findLock(context, assessmentId))?.lockedBy };
  }
}

async function postAnswers(
  context: AppContext,
  assessmentId: Id,
  questions: readonly P3M3Question[],
  target: string,
): Promise<P3M3Progress> {
  const selections = fromLetters(target);
  if (!selections || !isThreadState(selections)) throw data(null, { status: 400 });
  const body = questions.map(({ id, level, answer }) => {
    const selection = selections[level - 1] as Selection;
    return { ...(answer?.id === undefined ? {} : { id: answer.id }), questionId: id, selection, score: SELECTION_SCORES[selection] };
  });
  const { progress } = await context.write({ method: "POST", path: `/P3M3${at(assessmentId)}/answer`, body, schema: p3m3AnswerResult });
  return progress;
}

/** Descopes or rescopes a thread (specification C4). @throws UpstreamError */
export async function setDescoped(context: AppContext, place: Place, descoped: boolean): Promise<SaveOutcome> {
  const { found, perspective, thread } = await findThread(context, place);
  return withLock(context, found.id, async () => {
    await context.write({
      method: "POST",
      path: `${at(found.id)}/${perspective.id}/${thread.id}/${descoped ? "descope" : "rescope"}`,
      body: {},
    });
    markRenewed(context, found.id);
    return { kind: "saved", sidebar: undefined };
  });
}
