/** The P3M3 questions of one thread: what the screen shows, and saving what it changes (specification C2–C5). */
import { data, redirect } from "@remix-run/node";
import type { Id } from "#model/contract/common.ts";
import {
  note as noteSchema,
  type P3M3Progress,
  type P3M3Question,
  p3m3AnswerResult,
  p3m3Progress,
  p3m3Questions,
} from "#model/contract/p3m3.ts";
import { LEVEL_MEANINGS, LEVEL_NAMES, type Level, MANDATORY_THREAD_IDS } from "#model/p3m3/catalogue.ts";
import { EMPTY_THREAD, fromLetters, SELECTION_SCORES, type Selection, type Selections, toLetters } from "#model/p3m3/gate.ts";
import { descopeRefusal } from "#model/p3m3/scope.ts";
import { fingerprint } from "#model/text.ts";
import { paths } from "~/paths";
import { isPositiveOf, markAt, markOf, signsOf } from "~/question-fields";
import { getAssessment, homeOf, readOnlyReason } from "~/services/assessments.server";
import { listPerspectives, listThreads } from "~/services/catalogue.server";
import { failurePage, loading } from "~/services/failures.server";
import { holdLock } from "~/services/locks.server";
import { type ProgressView, p3m3ProgressView } from "~/services/progress-view.server";
import { richText } from "~/services/rich-text.server";
import {
  browserStoreOwner,
  type Change,
  guarded,
  inOrder,
  renewed,
  type SaveOutcome,
  saveChange,
  settled,
  withLock,
} from "~/services/saving.server";
import type { AppContext } from "~/sessions.server";

interface Place {
  assessmentId: Id;
  perspectiveCode: string;
  threadCode: string;
}

export type ThreadOutcome = SaveOutcome<ProgressView>;

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
  if (perspective && thread) return { found, perspective, thread, key: `${perspective.id}/${thread.id}` };
  const page = {
    ...failurePage(404, "assessment"),
    title: "Thread not found.",
    description: "This assessment has no such perspective or thread.",
    next: { href: paths.continue(found.id), label: "Go to the questions" },
  };
  throw data(page, { status: 404 });
}

/** Everything the questions screen shows of one thread; takes the lock where the assessment may be changed. */
export async function loadThread(context: AppContext, request: Request, place: Place) {
  const progressing = context.read(`${at(place.assessmentId)}/progress`, p3m3Progress);
  // Whether it matters that this failed shows when it is awaited.
  progressing.catch(() => undefined);
  const { found, perspective, thread } = await findThread(context, place);
  const readOnly = await readOnlyReason(context, found);
  const [page, questions, progress, note, help] = await Promise.all([
    readOnly === undefined ? holdLock(context, request, found) : undefined,
    loading("assessment", context.read(questionsPath(found.id, perspective.id, thread.id), p3m3Questions)),
    loading("assessment", progressing),
    loading("assessment", context.read(notePath(found.id, perspective.id, thread.id), noteSchema)),
    helpOn(context, perspective.id, thread.id),
  ]);
  const view = p3m3ProgressView(found, progress);
  const group = view.groups.find(({ id }) => id === perspective.id);
  const siblings = (group?.items ?? []).map(({ id, state }) => ({ id, descoped: state === "descoped" }));
  const sorted = [...questions].sort((a, b) => a.level - b.level);
  return {
    assessment: { id: found.id, name: found.name ?? "Not provided", selectedLevel: found.selectedLevel as Level },
    perspective: { code: perspective.code, name: perspective.name, help: help.perspective },
    thread: { code: thread.code, name: thread.name, help: help.thread },
    questions: sorted.map(({ level, statement, hint, diagnostics }) => ({
      level: level as Level,
      name: LEVEL_NAMES[level as Level],
      meaning: LEVEL_MEANINGS[level as Level],
      statement: richText(statement),
      hint: richText(hint),
      diagnostics: diagnostics.map(({ id, statement }) => ({ id, statement: richText(statement) })),
    })),
    answers: toLetters(storedSelections(questions)),
    marks: storedMarks(questions),
    note: note.body,
    noteVersion: fingerprint(note.body),
    progress: view,
    next: nextPlace(found.id, view, perspective.id, thread.id),
    descoped: siblings.some(({ id, descoped }) => id === thread.id && descoped),
    descope: {
      hidden: found.certified === true && MANDATORY_THREAD_IDS.includes(thread.id),
      refusal: descopeRefusal(thread, siblings, found.certified === true),
    },
    readOnly,
    page,
    owner: browserStoreOwner(context),
    links: {
      here: paths.questions(found.id, perspective.code, thread.code),
      save: paths.questionsSave(found.id, perspective.code, thread.code),
      summary: paths.summary(found.id, "P3M3"),
      exit: homeOf(found),
    },
  };
}

export type ThreadPage = Awaited<ReturnType<typeof loadThread>>;

/** What a perspective and a thread are about, where the upstream says so. It is help, so nothing fails for want of it. */
async function helpOn(context: AppContext, perspectiveId: number, threadId: number) {
  const [perspectives, threads] = await Promise.all([listPerspectives(context).catch(() => []), listThreads(context).catch(() => [])]);
  return {
    perspective: richText(perspectives.find(({ id }) => id === perspectiveId)?.help),
    thread: richText(threads.find(({ id }) => id === threadId)?.help),
  };
}

/** The stored selections of a thread, level 1 first. */
function storedSelections(questions: readonly P3M3Question[]): Selections {
  const selections = EMPTY_THREAD.map((_, index) => questions.find(({ level }) => level === index + 1)?.answer?.selection ?? "N/A");
  return selections as unknown as Selections;
}

/** What is stored of one thread. @throws UpstreamError */
export async function storedThread(context: AppContext, assessmentId: Id, perspectiveId: number, threadId: number): Promise<Selections> {
  return storedSelections(await context.read(questionsPath(assessmentId, perspectiveId, threadId), p3m3Questions));
}

const diagnosticsOf = (questions: readonly P3M3Question[]) =>
  [...questions]
    .sort((a, b) => a.level - b.level)
    .flatMap(({ id, diagnostics }) => diagnostics.map((diagnostic) => ({ ...diagnostic, questionId: id })));

function storedMarks(questions: readonly P3M3Question[]): string {
  return signsOf(diagnosticsOf(questions).map(({ isPositive }) => markOf(isPositive)));
}

/** The next thread that is not descoped, the first of the next perspective, or the summary (specification C2). */
function nextPlace(assessmentId: Id, { groups }: ProgressView, perspectiveId: number, threadId: number) {
  const current = groups.findIndex(({ id }) => id === perspectiveId);
  const items = groups[current]?.items ?? [];
  const open = ({ state }: { state: string }) => state !== "descoped";
  const following = items.slice(items.findIndex(({ id }) => id === threadId) + 1).find(open);
  if (following) return { label: "Next thread", href: following.href };
  const first = groups
    .slice(current + 1)
    .flatMap(({ items }) => items)
    .find(open);
  return first ? { label: "Next perspective", href: first.href } : { label: "View summary", href: paths.summary(assessmentId, "P3M3") };
}

/** Where a form that was saved without script leads on to. @throws failure page */
export async function nextAfter(context: AppContext, place: Place): Promise<string> {
  const [{ found, perspective, thread }, progress] = await Promise.all([
    findThread(context, place),
    loading("assessment", context.read(`${at(place.assessmentId)}/progress`, p3m3Progress)),
  ]);
  return nextPlace(found.id, p3m3ProgressView(found, progress), perspective.id, thread.id).href;
}

/** Saves changes to a thread. @throws failure page where the thread is gone */
export async function saveThread(context: AppContext, place: Place, change: Change, page?: string): Promise<ThreadOutcome> {
  const { found, perspective, thread, key } = await findThread(context, place);
  const noteAt = notePath(found.id, perspective.id, thread.id);
  let questions: P3M3Question[] = [];
  const outcome = await saveChange(context, { assessmentId: found.id, place: key, page }, change, {
    async read(parts) {
      const [asked, note] = await Promise.all([
        parts.includes("answers") || parts.includes("marks")
          ? context.read(questionsPath(found.id, perspective.id, thread.id), p3m3Questions)
          : [],
        parts.includes("note") ? context.read(noteAt, noteSchema) : { body: "" },
      ]);
      questions = asked;
      return { answers: toLetters(storedSelections(asked)), marks: storedMarks(asked), note: note.body };
    },
    async answer(target) {
      const selections = fromLetters(target) ?? EMPTY_THREAD;
      const body = questions.map(({ id, level, answer }) => {
        const selection = selections[level - 1] as Selection;
        return { ...(answer?.id === undefined ? {} : { id: answer.id }), questionId: id, selection, score: SELECTION_SCORES[selection] };
      });
      return (await context.write({ method: "POST", path: `/P3M3${at(found.id)}/answer`, body, schema: p3m3AnswerResult })).progress;
    },
    async mark({ base, target, doubtful = [] }) {
      const writes = diagnosticsOf(questions).map(({ id, questionId, isPositive }, index) => {
        const mark = markAt(target, index);
        const named = [base, ...doubtful].some((signs) => markAt(signs, index) !== mark);
        if (!named || mark === markOf(isPositive)) return undefined;
        const body = { diagnosticId: id, isPositive: isPositiveOf(mark) };
        return context.write({ method: "PUT", path: `/p3m3${at(found.id)}/diagnostics/${questionId}`, body });
      });
      await settled(writes);
    },
    async writeNote(body) {
      const note = { assessmentId: found.id, body, threadId: thread.id, perspectiveId: perspective.id };
      await context.write({ method: "POST", path: "/P3M3/notes", body: note });
    },
    progress: () => context.read(`${at(found.id)}/progress`, p3m3Progress),
  });
  return renewed(context, found, outcome, (progress) => p3m3ProgressView(found, progress));
}

/** Descopes or rescopes a thread (specification C4). @throws failure page where the thread is gone */
export async function setDescoped(context: AppContext, place: Place, descoped: boolean, page?: string): Promise<ThreadOutcome> {
  const { found, perspective, thread, key } = await findThread(context, place);
  const path = `${at(found.id)}/${perspective.id}/${thread.id}/${descoped ? "descope" : "rescope"}`;
  const write = async (): Promise<SaveOutcome<P3M3Progress>> => {
    await context.write({ method: "POST", path, body: {} });
    return { kind: "saved" };
  };
  const outcome = await guarded(() => inOrder(`${found.id}/${key}`, () => withLock(context, found.id, page, write)));
  return renewed(context, found, outcome, (progress) => p3m3ProgressView(found, progress));
}
