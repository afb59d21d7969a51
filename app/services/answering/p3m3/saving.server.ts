/** How changes of the P3M3 questions are read from what was posted, and saved (docs/rules/gate.md#questions-screen). */
import type { Note, P3m3Question } from "#model/contract/p3m3.ts";
import { ladder } from "#model/gates/ladder.ts";
import { LEVELS, type Level } from "#model/p3m3/catalogue.ts";
import { EMPTY_THREAD, fromThreadLetters, THREAD_SCORES, type ThreadSelection, toThreadLetters } from "#model/p3m3/gate.ts";
import { asStored, REASON_MAX } from "#model/text.ts";
import { confirmedOf } from "~/services/answering/again.server";
import {
  diagnosticsOf,
  getThread,
  isFlagged,
  readQuestions,
  reasonIn,
  storedMarks,
  storedSelections,
  type ThreadAddress,
} from "~/services/answering/p3m3/questions.server";
import { p3m3ProgressView } from "~/services/answering/progress-view.server";
import { saveChange } from "~/services/answering/save-change.server";
import type { RequestContext } from "~/services/context.server";
import { BadRequest } from "~/services/faults.server";
import { type ChangeContext, doubtfulOf, postedPart, readChange, requireChange } from "~/services/saving/posted-form.server";
import { readP3m3Progress } from "~/services/upstream/p3m3-assessments.server";
import { confirmationIn, confirmedBy } from "~/views/answering/again";
import { postedAnswers } from "~/views/answering/item";
import { isPositiveOf, markAt, markOf, type P3m3ProgressView, postedSigns } from "~/views/answering/p3m3";
import { type Change, type FieldReader, flagWord, type SaveOutcome } from "~/views/saving";

type P3m3Outcome = SaveOutcome<P3m3ProgressView>;

/**
 * The change that a posted form asks for. Parts that were not posted are absent.
 * @throws BadRequest for anything that our own pages never send
 */
export function readP3m3Change(posted: FieldReader, selectedLevel: Level): Change {
  const gate = ladder(selectedLevel);
  const change = readChange(posted, (base) => {
    const target = posted("target");
    if (!gate.isState(base) || (target !== undefined && !gate.isState(target))) throw new BadRequest();
    if (target !== undefined) return { target, ...confirmedBy(posted) };
    const { answers: typed, before } = gate.applyPosted(base, postedAnswers("ladder", LEVELS.length, posted));
    const confirmation = confirmationIn(posted);
    const { answers = typed, ...confirmed } = (confirmation && gate.confirm(typed, confirmation)) ?? {};
    return { target: answers, before, ...confirmed };
  });
  const marksBase = posted("marksBase");
  if (marksBase !== undefined) {
    const ids = (posted("diagnostics") ?? "").split(" ").filter(Boolean).map(Number);
    change.marks = { base: marksBase, target: posted("marks") ?? postedSigns(marksBase, ids, posted), ...doubtfulOf(posted) };
    if (!/^[+.-]*$/.test(change.marks.target)) throw new BadRequest();
  }
  const reason = postedPart(posted, "reason");
  if (reason) change.reason = { ...reason, target: asStored(reason.target, REASON_MAX) };
  return requireChange(posted, change);
}

/**
 * Saves changes to a thread. What the upstream refuses is an outcome, not an error (docs/rules/locks-and-saving.md#what-saving-shows).
 * @throws NotFound, LoadFailure, SessionOver
 */
export async function saveP3m3Questions(
  context: RequestContext,
  place: ThreadAddress,
  change: Change,
  { pageId, changeKey }: ChangeContext = {},
): Promise<P3m3Outcome> {
  const { assessment, perspective, thread, key } = await getThread(context.api, place);
  const { api } = context;
  const at = { assessmentId: assessment.id, perspectiveId: perspective.id, threadId: thread.id };
  const where = { id: assessment.id, perspectiveId: perspective.id, threadId: thread.id };
  const isConfirmed = confirmedOf(assessment, change);
  const saved = { assessmentId: assessment.id, place: key, codes: [perspective.code, thread.code], pageId };
  return saveChange(context, saved, change, {
    async read(parts) {
      const [questions, note]: [P3m3Question[], Note] = await Promise.all([
        parts.some((part) => part !== "note") ? readQuestions(api, assessment.id, perspective.id, thread.id) : [],
        parts.includes("note") ? api.p3m3.notes.get(at) : { body: "" },
      ]);
      const versions = questions[0]?.versions;
      return {
        now: {
          answers: toThreadLetters(storedSelections(questions)),
          marks: storedMarks(questions),
          note: note.body,
          flag: flagWord(isFlagged(questions)),
          reason: reasonIn(questions),
        },
        async answer(target) {
          const selections = fromThreadLetters(target) ?? EMPTY_THREAD;
          const body = questions.map(({ id, level, answer }) => {
            const selection = selections[level - 1] as ThreadSelection;
            const given = { id: answer?.id, questionId: id, selection, score: THREAD_SCORES[selection] };
            return isConfirmed(level - 1) ? { ...given, confirmed: true } : given;
          });
          return (await api.p3m3.answer({ id: assessment.id, body }, { madeFrom: versions, changeKey })).progress;
        },
        async mark({ base, target, doubtful = [] }) {
          let version = versions?.marks;
          // One after the other, because each mark moves the version on.
          for (const [index, { id, questionId, isPositive }] of diagnosticsOf(questions).entries()) {
            const mark = markAt(target, index);
            const named = [base, ...doubtful].some((signs) => markAt(signs, index) !== mark);
            if (!named || mark === markOf(isPositive)) continue;
            const body = { diagnosticId: id, isPositive: isPositiveOf(mark) };
            await api.p3m3.mark({ id: assessment.id, questionId, body }, { madeFrom: { marks: version }, changeKey });
            if (version !== undefined) version += 1;
          }
        },
        async writeNote(body) {
          await api.p3m3.notes.put({ body: { ...at, body } }, { madeFrom: note.versions, changeKey });
        },
        flag: (flagged) => api.p3m3.flag({ ...where, body: { flagged } }, { madeFrom: versions, changeKey }),
        writeReason: (reason) => api.p3m3.reason({ ...where, body: { reason } }, { madeFrom: versions, changeKey }),
      };
    },
    progress: () => readP3m3Progress(api, assessment.id),
    view: (progress) => p3m3ProgressView(assessment, progress),
  });
}
