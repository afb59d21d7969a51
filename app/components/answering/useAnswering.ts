import { useNavigate } from "@remix-run/react";
import { type FormEvent, type MutableRefObject, type RefObject, useRef, useState } from "react";
import type { ConfirmResult } from "#model/gates/gate.ts";
import { takePreHydrationText } from "~/components/forms/pre-hydration";
import { takeEarlySaves } from "~/components/saving/EarlySave";
import type { SaveAttempt, SaveEnd, SaveState } from "~/components/saving/SaveQueue";
import { type Draft, retryUnsent, type UnsavedPost, useDraft } from "~/components/saving/useDraft";
import type { AnsweredView, FormResult } from "~/views/answering";
import { SOURCE_FIELD } from "~/views/answering/concerns/concern";
import { CONFIRMED_FIELD } from "~/views/answering/previous";
import type { FieldReader, SavedPart, SaveOutcome, StoredValues } from "~/views/saving";

/** What a thread or practice is edited with, on its own screen or in a grid. */
export interface EditingOptions<Progress> {
  /** The answers before the last save without script, so that its effects can be shown and undone. */
  was: string | null;
  result: FormResult | undefined;
  form: RefObject<HTMLFormElement>;
  /** The name that the form gives to a field of the view; its own, unless several views share a form. */
  fieldName?: ((name: string) => string) | undefined;
  /** Takes the newest progress, null when it could not be read. */
  onProgress(progress: Progress | null): void;
  /** Remembers the last change of several views on one screen. */
  lastChange?: MutableRefObject<LastChange | undefined> | undefined;
}

/** The last change on a screen that is no text, which the key U takes back. */
export interface LastChange {
  part: SavedPart;
  /** The address of the thread, practice or component. */
  href: string;
  undo(): void;
}

/** Undoes the last change, once. @returns it; undefined when there is none */
export function takeBack(lastChange: MutableRefObject<LastChange | undefined>): LastChange | undefined {
  const { current } = lastChange;
  lastChange.current = undefined;
  current?.undo();
  return current;
}

interface AnsweringOptions<Progress> extends Omit<EditingOptions<Progress>, "was"> {
  view: AnsweredView;
  /** What lists of unsent work call the screen. */
  label: string;
  /** Whether answers can be changed, and whether the note can: as the answers, unless said otherwise. */
  writable: boolean;
  noteWritable?: boolean;
  /** The answers that were given in the form before hydration; undefined for none. */
  earlyAnswers(onForm: FieldReader): string | undefined;
  /** A single one of the answers, by its number from 0; its letter, unless said otherwise. */
  answerAt?(answers: string, index: number): string | undefined;
}

/** The answers that were confirmed on this page, by their number from 0. */
type ConfirmedHere = Map<number, string>;

const ownName = (name: string) => name;
const letterAt = (answers: string, index: number) => answers[index];

/**
 * The last change of answers, which can be undone.
 * @param before the answers that it began with; undefined for none
 */
export function useUndo(
  { answers, remember, noteConfirmed }: Pick<AnsweringState, "answers" | "remember" | "noteConfirmed">,
  before: string | undefined,
) {
  const [former, setFormer] = useState(before);
  const also = useRef<() => unknown>();
  const backTo = (former: string | undefined) => {
    if (former !== undefined) answers.change(former);
    setFormer(undefined);
    also.current?.();
    also.current = undefined;
  };
  /** Changes the answers as one change with those since `former`. @param undone what else Undo takes back */
  const change = (next: string, former = answers.value, isPassing = false, undone?: () => unknown) => {
    if (next === answers.value) return;
    also.current = undone;
    setFormer(next === former ? undefined : former);
    remember("answers", () => backTo(former));
    answers.change(next, isPassing);
  };
  return {
    former,
    change,
    /** Changes the answers to what the assessment before proposes. @returns false where there is nothing to confirm */
    confirm(done: ConfirmResult | undefined, show: (next: string) => void = change): boolean {
      if (!done) return false;
      noteConfirmed(done);
      show(done.answers);
      return true;
    },
    undo: () => backTo(former),
  };
}

/** Answers and note of a thread, practice or component. Each change is saved in the background. */
export function useAnswering<Progress>(options: AnsweringOptions<Progress>) {
  const {
    view,
    label,
    onProgress,
    writable,
    noteWritable = writable,
    result,
    form,
    earlyAnswers,
    fieldName = ownName,
    answerAt = letterAt,
  } = options;
  const { links } = view;
  const screen = { owner: view.owner, href: links.here, label, writable };
  const posted = (part: SavedPart): UnsavedPost | undefined => {
    const change = result?.intent === "save" ? result.typed[part] : undefined;
    return result && change && { ...change, state: stateAfter(result, part) };
  };
  const readForm = (): FieldReader => {
    const fields = form.current && new FormData(form.current);
    return (name) => {
      const value = fields?.get(fieldName(name));
      return typeof value === "string" ? value : undefined;
    };
  };
  /** Fields that are sent with every change. */
  const shared = ({ doubtful, key }: SaveAttempt): Record<string, string> => ({
    key,
    ...(view.pageId ? { page: view.pageId } : {}),
    ...(doubtful.length > 0 ? { doubtful: doubtful.join(" ") } : {}),
  });
  const ownChange = useRef<LastChange>();
  const lastChange = options.lastChange ?? ownChange;
  const remember = (part: SavedPart, undo: () => void) => {
    lastChange.current = { part, href: links.here, undo };
  };
  /** The draft of a part, with its changes remembered. */
  const undoable = (part: SavedPart, draft: Draft): Draft => ({
    ...draft,
    change(next, isPassing) {
      const { value } = draft;
      if (next !== value) remember(part, () => draft.change(value));
      draft.change(next, isPassing);
    },
  });
  /** What was confirmed here, as long as it has not been changed since. */
  const confirmed = useRef<ConfirmedHere>(new Map());
  const confirmedIn = (target: string, base: string): Record<string, string> => {
    const still = [...confirmed.current].flatMap(([index, answer]) =>
      answerAt(target, index) === answer && answerAt(base, index) !== answer ? [index] : [],
    );
    return still.length === 0 ? {} : { [CONFIRMED_FIELD]: still.join(" ") };
  };
  const source = useRef<{ answers: string; source: string }>();
  const sourceOf = (target: string): Record<string, string> =>
    source.current?.answers === target ? { [SOURCE_FIELD]: source.current.source } : {};
  const answers = useDraft({
    screen,
    part: "answers",
    stored: view.answers,
    posted: posted("answers"),
    early: () => earlyAnswers(readForm()),
    earlySent: () => takeEarlySaves(form.current, fieldName("")).flatMap((sent) => earlyAnswers(sent) ?? []),
    send: (target, base, sending) =>
      postChange<Progress>(
        links.save,
        "answers",
        { base, target, ...confirmedIn(target, base), ...sourceOf(target), ...shared(sending) },
        onProgress,
      ),
  });
  // An answer that was changed is no longer confirmed, even when it comes back.
  for (const [index, answer] of confirmed.current) if (answerAt(answers.value, index) !== answer) confirmed.current.delete(index);
  const note = useDraft({
    screen: { ...screen, writable: noteWritable },
    part: "note",
    stored: view.note,
    posted: posted("note"),
    early: () => takePreHydrationText("note"),
    isTyped: true,
    send: (body, noteBase, sending) => postChange(links.save, "note", { noteBase, note: body, ...shared(sending) }),
  });
  const navigate = useNavigate();
  /** Script saves everything in the background, so submitting the form only navigates. Unsent work stops that (`useLeaveGuard`). */
  const finishWith = (drafts: readonly Draft[]) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    if (button?.value === "next") navigate(view.next.href);
    else if (button?.value === "exit") navigate(links.exit);
    else retryUnsent(drafts);
  };

  return {
    screen,
    save: links.save,
    /** Whether the assessment can be changed. */
    isOpen: view.readOnly === undefined,
    onProgress: onProgress as (newest: unknown) => void,
    shared,
    posted,
    readForm,
    answers,
    note,
    remember,
    /** Notes what a change of the answers confirms, before it is made. */
    noteConfirmed({ answers, confirmed: numbers }: ConfirmResult) {
      const given = numbers.map((index): [number, string] => [index, answerAt(answers, index) ?? ""]);
      confirmed.current = new Map([...confirmed.current, ...given]);
    },
    /** Notes where answers come from, before they are given. They come from there as long as nobody changes them. */
    noteSource(answers: string, from: string) {
      source.current = { answers, source: from };
    },
    undoable,
    takeBack: () => takeBack(lastChange)?.part,
    finishWith,
    next: () => navigate(view.next.href),
    /** Closes an open confirmation. */
    close: () => navigate(links.here, { replace: true, preventScrollReset: true }),
  };
}

export type AnsweringState = ReturnType<typeof useAnswering>;

/** The state of one part after a form was posted without script and not saved. */
function stateAfter({ outcome, typed }: FormResult, part: SavedPart): SaveState {
  switch (outcome.kind) {
    case "conflict": {
      const stored = outcome.stored[part];
      return stored === undefined ? { kind: "failed" } : { kind: "conflict", stored };
    }
    case "locked":
      return outcome;
    case "refused":
      // A refused text keeps the whole form from being saved, but nothing is wrong with the other parts.
      return part !== (outcome.about ?? "note") && typed[outcome.about ?? "note"] ? { kind: "failed" } : outcome;
    case "failed":
      return outcome;
    default:
      return { kind: "failed" };
  }
}

/**
 * Posts one change to a screen's save address.
 * @param part the part that was changed; in a conflict its stored version is returned
 * @param onProgress called with the progress in the answer; null when it could not be read
 * @throws Error when the network is down
 */
export async function postChange<Progress>(
  url: string,
  part: keyof StoredValues,
  fields: Record<string, string>,
  onProgress?: (progress: Progress | null) => void,
): Promise<SaveEnd> {
  // Answers are short enough for a browser to send them when the page is closed at once.
  const keepalive = part === "answers";
  const response = await fetch(url, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Accept: "application/json" },
    keepalive,
  });
  const outcome: SaveOutcome<Progress> | { kind: "signed-out" } = await response.json();
  switch (outcome.kind) {
    case "saved":
      if (outcome.progress !== undefined) onProgress?.(outcome.progress);
      return { kind: "saved", version: outcome.version };
    case "conflict":
      return { kind: "conflict", stored: outcome.stored[part] ?? "" };
    default:
      return outcome;
  }
}
