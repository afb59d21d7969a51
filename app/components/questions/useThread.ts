import { useNavigate } from "@remix-run/react";
import { type FormEvent, type RefObject, useState } from "react";
import type { Level } from "#model/p3m3/catalogue.ts";
import {
  type Answered,
  answeredBetween,
  applyAnswer,
  EMPTY_THREAD,
  fromLetters,
  isThreadState,
  type Selections,
  sideEffects,
  toLetters,
} from "#model/p3m3/gate.ts";
import { fingerprint } from "#model/text.ts";
import { takeEarlyText } from "~/components/questions/early";
import { NOTE_AUTOSAVE_MS } from "~/components/questions/NoteBox";
import { postChange } from "~/components/questions/postChange";
import type { SaveState } from "~/components/questions/SaveQueue";
import { type Posted, useDraft } from "~/components/questions/useDraft";
import { type Mark, markAt, postedLetters, postedSigns, signsOf } from "~/question-fields";
import type { Change, Part, ProgressView, SaveOutcome, ThreadPage } from "~/view";

/** What came of a form that was posted. */
export interface ThreadResult {
  intent: string;
  outcome: SaveOutcome;
  typed: Change;
}

const selectionsOf = (letters: string) => fromLetters(letters) ?? EMPTY_THREAD;

interface UseThreadOptions {
  thread: ThreadPage;
  /** The letters before the last save without script, so that its effects can be told and undone. */
  was: string | null;
  result: ThreadResult | undefined;
  form: RefObject<HTMLFormElement>;
}

/** The live state of a thread: the rule applied at once, each change saved in the background. */
export function useThread({ thread, was, result, form }: UseThreadOptions) {
  const { links, assessment, questions } = thread;
  const editable = thread.readOnly === undefined && !thread.descoped;
  const screen = { owner: thread.owner, href: links.here, label: `${thread.perspective.name}, ${thread.thread.name}`, writable: editable };
  const diagnosticIds = questions.flatMap(({ diagnostics }) => diagnostics.map(({ id }) => id));
  const [progress, setProgress] = useState<ProgressView | null>();
  const posted = (part: Part): Posted | undefined => {
    const change = result?.intent === "save" ? result.typed[part] : undefined;
    return result && change && { ...change, state: stateAfter(result, part) };
  };
  const onForm = (name: string) => {
    const value = form.current && new FormData(form.current).get(name);
    return typeof value === "string" ? value : undefined;
  };
  const shared = (doubtful: readonly string[]): Record<string, string> => ({
    ...(thread.page ? { page: thread.page } : {}),
    ...(doubtful.length > 0 ? { doubtful: doubtful.join(" ") } : {}),
  });

  const answers = useDraft({
    screen,
    part: "answers",
    stored: thread.answers,
    posted: posted("answers"),
    early: () => postedLetters(assessment.selectedLevel, selectionsOf(thread.answers), onForm),
    delay: 0,
    send: (target, base, doubtful) => postChange<ProgressView>(links.save, "answers", { base, target, ...shared(doubtful) }, setProgress),
  });
  const marks = useDraft({
    screen,
    part: "marks",
    stored: thread.marks,
    posted: posted("marks"),
    early: () => postedSigns(thread.marks, diagnosticIds, onForm),
    delay: 0,
    send: (target, marksBase, doubtful) => postChange(links.save, "marks", { marksBase, marks: target, ...shared(doubtful) }),
  });
  const note = useDraft({
    screen,
    part: "note",
    stored: thread.note,
    posted: posted("note"),
    early: () => takeEarlyText("note"),
    delay: NOTE_AUTOSAVE_MS,
    versionOf: fingerprint,
    send: (body, noteBase, doubtful) => postChange(links.save, "note", { noteBase, note: body, ...shared(doubtful) }),
  });

  const selections = selectionsOf(answers.value);
  const [former, setFormer] = useState(() => formerOf(was, thread.answers));
  const effects = former ? sideEffects(former, selections, answeredBetween(former, selections)) : [];
  const show = (next: Selections) => {
    if (toLetters(next) === answers.value) return;
    setFormer(selections);
    answers.change(toLetters(next));
  };
  const undo = () => {
    if (former) answers.change(toLetters(former));
    setFormer(undefined);
  };
  const markOf = (signs: string) => diagnosticIds.map((_, index) => markAt(signs, index));

  const navigate = useNavigate();
  /** With script everything is saved already, or is about to be: then the form only moves on. What is unsent holds the way. */
  const finish = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    if (button?.value === "next") navigate(thread.next.href);
    else if (button?.value === "exit") navigate(links.exit);
    else for (const draft of [answers, marks, note]) if (draft.isUnsent()) draft.retry();
  };

  return {
    editable,
    selections,
    former,
    effects,
    progress: progress ?? thread.progress,
    progressFailed: progress === null,
    forgetFailure: () => setProgress(undefined),
    drafts: { answers, marks, note },
    answer: (level: Level, selection: Answered) => show(applyAnswer(assessment.selectedLevel, selections, level, selection)),
    clear: () => show(EMPTY_THREAD),
    undo,
    marks: markOf(marks.value),
    mark: (index: number, mark: Mark) => marks.change(signsOf(markOf(marks.value).map((other, at) => (at === index ? mark : other)))),
    finish,
    next: () => navigate(thread.next.href),
  };
}

/** The selections before the last save, where the address names a state that differs from what is stored. */
function formerOf(was: string | null, letters: string): Selections | undefined {
  const former = was === null || was === letters ? undefined : fromLetters(was);
  return former && isThreadState(former) ? former : undefined;
}

/** What a form that was posted without script leaves of one part to be done. */
function stateAfter({ outcome, typed }: ThreadResult, part: Part): SaveState {
  switch (outcome.kind) {
    case "conflict": {
      const stored = outcome.stored[part];
      return stored === undefined ? { kind: "failed" } : { kind: "conflict", stored };
    }
    case "locked":
      return outcome;
    case "refused":
      // A note that is refused holds up the rest of the form, but is no fault of the rest.
      return part !== "note" && typed.note ? { kind: "failed" } : outcome;
    default:
      return { kind: "failed" };
  }
}
