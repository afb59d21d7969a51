import type { Confirmation } from "#model/gates/gate.ts";
import { ladder } from "#model/gates/ladder.ts";
import { LEVELS, type Level } from "#model/p3m3/catalogue.ts";
import {
  answeredBetween,
  applyThreadAnswer,
  EMPTY_THREAD,
  fromThreadLetters,
  isThreadState,
  sideEffects,
  type ThreadAnswer,
  type ThreadSelections,
  toThreadLetters,
} from "#model/p3m3/gate.ts";
import { useEdited } from "~/components/answering/concerns";
import { type EditingOptions, postChange, useAnswering, useUndo } from "~/components/answering/useAnswering";
import { takePreHydrationText } from "~/components/forms/pre-hydration";
import { useDraft } from "~/components/saving/useDraft";
import type { AnsweredView } from "~/views/answering";
import { postedAnswers } from "~/views/answering/item";
import { type DiagnosticMark, markAt, type P3m3ProgressView, type P3m3QuestionsPage, postedSigns, signsOf } from "~/views/answering/p3m3";

const selectionsOf = (letters: string) => fromThreadLetters(letters) ?? EMPTY_THREAD;

interface UseThreadOptions extends EditingOptions<P3m3ProgressView> {
  thread: AnsweredView &
    Pick<P3m3QuestionsPage, "assessment" | "questions" | "marks" | "descoped" | "reason"> & {
      perspective: { name: string };
      thread: { name: string };
    };
}

/** The state of a thread in the browser: the gate is applied at once, and each change is saved in the background. */
export function useThread({ thread, was, result, form, fieldName, onProgress, lastChange }: UseThreadOptions) {
  const { links, assessment, questions } = thread;
  const gate = ladder(assessment.selectedLevel);
  const editable = thread.readOnly === undefined && !thread.descoped;
  // Where reasons are kept, a descoped thread still has something to write: its reason and its note.
  const writable = thread.readOnly === undefined && (!thread.descoped || thread.reason !== undefined);
  const diagnosticIds = questions.flatMap(({ diagnostics }) => diagnostics.map(({ id }) => id));
  const answering = useAnswering<P3m3ProgressView>({
    view: thread,
    label: `${thread.perspective.name}, ${thread.thread.name}`,
    writable: editable,
    noteWritable: writable,
    result,
    form,
    fieldName,
    onProgress,
    lastChange,
    earlyAnswers: (onForm) => gate.applyPosted(thread.answers, postedAnswers("ladder", LEVELS.length, onForm)).answers,
  });
  const { answers, note, screen, posted, readForm, shared, undoable } = answering;
  const markDraft = useDraft({
    screen,
    part: "marks",
    stored: thread.marks,
    posted: posted("marks"),
    early: () => postedSigns(thread.marks, diagnosticIds, readForm()),
    send: (target, marksBase, sending) => postChange(links.save, "marks", { marksBase, marks: target, ...shared(sending) }),
  });
  const marks = undoable("marks", markDraft);
  const reason = useDraft({
    screen: { ...screen, writable },
    part: "reason",
    stored: thread.reason,
    posted: posted("reason"),
    early: () => takePreHydrationText("reason"),
    isTyped: true,
    send: (target, reasonBase, sending) => postChange(links.save, "reason", { reasonBase, reason: target, ...shared(sending) }),
  });

  const edited = useEdited(thread.concerns, answering);
  const selections = selectionsOf(answers.value);
  const { former, change, confirm, undo } = useUndo(answering, isFormer(was, thread.answers) ? was : undefined);
  const before = former === undefined ? undefined : selectionsOf(former);
  const effects = before ? sideEffects(before, selections, answeredBetween(before, selections)) : [];
  const show = (next: ThreadSelections) => change(toThreadLetters(next));
  const markOf = (signs: string) => diagnosticIds.map((_, index) => markAt(signs, index));

  return {
    ...answering,
    edited,
    editable,
    writable,
    selections,
    former,
    effects,
    drafts: { answers, marks, note, reason },
    answer: (level: Level, selection: ThreadAnswer) => show(applyThreadAnswer(assessment.selectedLevel, selections, level, selection)),
    /** Confirms an answer of the assessment before, or all. @returns false where that is not possible */
    confirm: (confirmation: Confirmation) => confirm(editable ? gate.confirm(answers.value, confirmation) : undefined),
    clear: () => show(EMPTY_THREAD),
    undo,
    marks: markOf(marks.value),
    mark: (index: number, mark: DiagnosticMark) =>
      marks.change(signsOf(markOf(marks.value).map((other, at) => (at === index ? mark : other)))),
  };
}

/** Whether these are the answers before the last save: valid ones that differ from what is stored. */
function isFormer(was: string | null, stored: string): was is string {
  const former = was === null || was === stored ? undefined : fromThreadLetters(was);
  return former !== undefined && isThreadState(former);
}
