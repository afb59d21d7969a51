/** Threads: how they are loaded, saved and descoped (docs/rules/gate.md#questions-screen). */
import type { WithAgain } from "#model/contract/again.ts";
import type { P3m3Assessment } from "#model/contract/assessments.ts";
import { CONTRACT } from "#model/contract/calls.ts";
import type { Id } from "#model/contract/common.ts";
import { placeOf } from "#model/contract/history.ts";
import type { P3m3Progress, P3m3Question } from "#model/contract/p3m3.ts";
import { ladder } from "#model/gates/ladder.ts";
import { LEVELS, type Level, MANDATORY_THREAD_IDS } from "#model/p3m3/catalogue.ts";
import { EMPTY_THREAD, fromThreadLetters, THREAD_SCORES, THREAD_SELECTIONS, type ThreadSelection } from "#model/p3m3/gate.ts";
import { descopeRefusal } from "#model/p3m3/scope.ts";
import { asStored, REASON_MAX } from "#model/text.ts";
import { getAssessmentOf, notFoundIn } from "~/services/answering/addressed.server";
import { inProgress } from "~/services/answering/concerns.server";
import type { ItemAdapter, ItemForm, StoredQuestions } from "~/services/answering/items/adapter.server";
import {
  diagnosticsOf,
  idsOf,
  isFlagged,
  readQuestions,
  reasonIn,
  storedAnswers,
  storedMarks,
  threadView,
} from "~/services/answering/p3m3/questions.server";
import { descopedThen } from "~/services/answering/previous.server";
import { p3m3ProgressView } from "~/services/answering/progress-view.server";
import type { AnswerStore } from "~/services/answering/store.server";
import { BadRequest, loadFor } from "~/services/faults.server";
import { doubtfulOf, postedPart } from "~/services/saving/posted-form.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { getP3m3Progress, readP3m3Progress } from "~/services/upstream/p3m3-assessments.server";
import { findHelp, listPerspectives, listThreads } from "~/services/upstream/reference-lists.server";
import { unusableAnswer } from "~/services/upstream/upstream.server";
import type { ProgressView } from "~/views/answering";
import type { ThreadElsewhere } from "~/views/answering/descoping";
import { isPositiveOf, markAt, markOf, postedSigns } from "~/views/answering/p3m3";
import type { AnsweringPaths } from "~/views/paths";
import { type Change, type FieldReader, switchWord } from "~/views/saving";

/** A thread of a perspective in an assessment. */
interface AddressedThread {
  assessment: P3m3Assessment;
  level: Level;
  perspective: { id: number; code: string; name: string };
  thread: { id: number; code: string; name: string };
}

/** Where a thread is, as addresses name it. */
export interface ThreadAddress {
  assessmentId: Id;
  perspectiveCode: string;
  threadCode: string;
}

/**
 * The thread that an address names by its codes, in any case.
 * @throws NotFound for one that is unknown or not in scope; LoadFailure; Redirect for an assessment of the other model
 */
export async function getThread(
  store: AnswerStore,
  { assessmentId, perspectiveCode, threadCode }: ThreadAddress,
): Promise<AddressedThread> {
  const assessment = await getAssessmentOf(store.api, assessmentId, "P3M3", (other) => store.startOf(other).href);
  const same = (code: string) => (item: { code: string }) => item.code.toLowerCase() === code.toLowerCase();
  const perspective = assessment.perspectives?.find(same(perspectiveCode));
  const thread = assessment.threads?.find(same(threadCode));
  if (!perspective || !thread) throw notFoundIn(store, assessment, "Thread", "perspective or thread");
  return { assessment, level: await requireLevel(assessment), perspective, thread };
}

/** The level that threads begin at. @throws LoadFailure without one: every saved scope has it, so that is a fault of the upstream */
export async function requireLevel({ selectedLevel }: P3m3Assessment): Promise<Level> {
  return selectedLevel ?? loadFor("assessment", Promise.reject(unusableAnswer(CONTRACT.assessments.get, "selectedLevel")));
}

/** A thread, to be loaded and saved. */
export function threadItem(store: AnswerStore, addressed: AddressedThread): ItemAdapter<"ladder", P3m3Progress & WithAgain> {
  const { assessment, level, perspective, thread } = addressed;
  const subject = { kind: "thread", perspectiveId: perspective.id, threadId: thread.id } as const;
  const api = store.apiAt(placeOf(subject));
  const note = { assessmentId: assessment.id, perspectiveId: perspective.id, threadId: thread.id };
  return {
    ...{ kind: "ladder", store, form: threadForm(level), assessment, codes: [perspective.code, thread.code] },
    subject,
    here: (at) => at.questions(assessment.id, perspective.code, thread.code),
    save: store.paths.questionsSave(assessment.id, perspective.code, thread.code),
    readProgress: (query) => readP3m3Progress(api, assessment.id, query),
    viewOf: async (progress, at) => p3m3ProgressView(assessment, progress, at),
    async readQuestions() {
      const [questions, hasReasons] = await Promise.all([
        readQuestions(api, assessment.id, perspective.id, thread.id),
        hasExtension("reasons"),
      ]);
      return storedThread({ ...store, api }, addressed, questions, hasReasons);
    },
    readNote: () => api.p3m3.notes.get(note),
    writeNote: (body, options) => api.p3m3.notes.put({ body: { ...note, body } }, options),
    async findHelp() {
      const [groupHelp, help] = await Promise.all([findHelp(listPerspectives(api), perspective.id), findHelp(listThreads(api), thread.id)]);
      return { help, groupHelp };
    },
    async findNext() {
      const view = p3m3ProgressView(assessment, await getP3m3Progress(api, assessment.id), store.paths);
      return nextPlace(assessment.id, view, perspective.id, thread.id, store.paths).href;
    },
  };
}

/** How the form of a thread is read. @param level at which threads begin */
export const threadForm = (level: Level): ItemForm<"ladder"> => ({
  kind: "ladder",
  gateIn: () => ladder(level),
  countIn: () => LEVELS.length,
  readFurther: readMarksAndReason,
});

/** The marks and the reason for descoping that a form asks for. @throws BadRequest for signs that our own pages never send */
function readMarksAndReason(posted: FieldReader): Change {
  const [base, reason] = [posted("marksBase"), postedPart(posted, "reason")];
  const ids = (posted("diagnostics") ?? "").split(" ").filter(Boolean).map(Number);
  const target = base === undefined ? "" : (posted("marks") ?? postedSigns(base, ids, posted));
  if (!/^[+.-]*$/.test(target)) throw new BadRequest();
  return {
    ...(base !== undefined && { marks: { base, target, ...doubtfulOf(posted) } }),
    ...(reason && { reason: { ...reason, target: asStored(reason.target, REASON_MAX) } }),
  };
}

function storedThread(
  { api, parts, lastLabel }: AnswerStore,
  { assessment, level, perspective, thread }: AddressedThread,
  questions: P3m3Question[],
  hasReasons: boolean,
): StoredQuestions<"ladder", P3m3Progress & WithAgain> {
  const { id } = assessment;
  const where = { id, perspectiveId: perspective.id, threadId: thread.id };
  const versions = questions[0]?.versions;
  const [answers, marks] = [storedAnswers(questions), storedMarks(questions)];
  return {
    ...{ questions, versions },
    values: { answers, marks, flag: switchWord(isFlagged(questions)), reason: reasonIn(questions) },

    show({ again }, view, at) {
      const group = view.groups.find((each) => each.id === perspective.id);
      const siblings = (group?.items ?? []).map((each) => ({ id: each.id, descoped: each.state === "descoped" }));
      const descoped = siblings.some((each) => each.id === thread.id && each.descoped);
      const reason = hasReasons && descoped ? reasonIn(questions) : undefined;
      return {
        ...{ subtitle: perspective.name, next: nextPlace(id, view, perspective.id, thread.id, at, lastLabel) },
        item: {
          ...{ id: thread.id, code: thread.code, name: thread.name, group: { code: perspective.code, name: perspective.name } },
          ...{ gate: { kind: "ladder", selectedLevel: level }, statements: threadView(questions).questions, answers },
          // Where reasons are kept, a descoped thread still has something to write: its reason and its note.
          ...{ isAnswered: !descoped, isWritable: !descoped || reason !== undefined },
          extras: {
            ...{ marks, descoped },
            // Only the assessment itself has threads out of scope.
            ...(parts === undefined && {
              descoping: {
                hidden: assessment.certified === true && MANDATORY_THREAD_IDS.includes(thread.id),
                refusal: descopeRefusal(thread, siblings, assessment.certified === true),
                asksReason: hasReasons,
                elsewhere: listElsewhere(assessment, view, perspective.id, thread.id),
                before: descopedThen(again, placeOf({ kind: "thread", perspectiveId: perspective.id, threadId: thread.id })),
                reason,
              },
            }),
          },
        },
        request: {
          statements: idsOf(questions).map((questionId) => ({ questionId, choices: THREAD_SELECTIONS })),
          compared: idsOf(questions),
          known: inProgress({ flagged: isFlagged(questions) }),
          ...{ isChoice: false, computed: false, descoped, confirmAll: ladder(level).confirmAll },
        },
      };
    },

    async answer(target, { isConfirmed, changeKey }) {
      const selections = fromThreadLetters(target) ?? EMPTY_THREAD;
      const body = questions.map(({ id: questionId, level: of, answer }) => {
        const selection = selections[of - 1] as ThreadSelection;
        const given = { id: answer?.id, questionId, selection, score: THREAD_SCORES[selection] };
        return isConfirmed(of - 1) ? { ...given, confirmed: true } : given;
      });
      return (await api.p3m3.answer({ id, body }, { madeFrom: versions, changeKey })).progress;
    },

    write: {
      async marks({ base, target, doubtful = [] }, { changeKey }) {
        let version = versions?.marks;
        // One after the other, because each mark moves the version on.
        for (const [index, { id: diagnosticId, questionId, isPositive }] of diagnosticsOf(questions).entries()) {
          const mark = markAt(target, index);
          const isNamed = [base, ...doubtful].some((signs) => markAt(signs, index) !== mark);
          if (!isNamed || mark === markOf(isPositive)) continue;
          const body = { diagnosticId, isPositive: isPositiveOf(mark) };
          await api.p3m3.mark({ id, questionId, body }, { madeFrom: { marks: version }, changeKey });
          if (version !== undefined) version += 1;
        }
      },
      flag: ({ target }, { changeKey }) =>
        api.p3m3.flag({ ...where, body: { flagged: target === "on" } }, { madeFrom: versions, changeKey }),
      reason: ({ target }, { changeKey }) => api.p3m3.reason({ ...where, body: { reason: target } }, { madeFrom: versions, changeKey }),
    },
  };
}

/** A thread in the perspectives other than the given one. */
export function listElsewhere(
  { certified }: Pick<P3m3Assessment, "certified">,
  { groups }: ProgressView,
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

/** The next thread that is not descoped, the first one of the next perspective, or the summary (docs/rules/gate.md#next-button). */
function nextPlace(
  assessmentId: Id,
  { groups }: ProgressView,
  perspectiveId: number,
  threadId: number,
  at: AnsweringPaths,
  lastLabel = "View summary",
) {
  const current = groups.findIndex(({ id }) => id === perspectiveId);
  const items = groups[current]?.items ?? [];
  const open = ({ state }: { state: string }) => state !== "descoped";
  const following = items.slice(items.findIndex(({ id }) => id === threadId) + 1).find(open);
  if (following) return { label: "Next thread", href: following.href };
  const first = groups
    .slice(current + 1)
    .flatMap(({ items }) => items)
    .find(open);
  return first ? { label: "Next perspective", href: first.href } : { label: lastLabel, href: at.summary(assessmentId, "P3M3") };
}
