import { useNavigate } from "@remix-run/react";
import { type FormEvent, type MouseEvent, useCallback, useEffect, useState } from "react";
import type { Level } from "#model/p3m3/catalogue.ts";
import { type Answered, applyAnswer, fromLetters, type Selections, toLetters } from "#model/p3m3/gate.ts";
import { findKept, type SaveEnd, useSaveQueue } from "~/components/questions/useSaveQueue";
import type { ThreadPage } from "~/view";

type Sidebar = ThreadPage["sidebar"];

/** Specification C9. */
const NOTE_AUTOSAVE_MS = 700;

/** Posts one change to the save address of a thread and gives the outcome for a save queue. */
export async function postChange<T extends string>(
  url: string,
  fields: Record<string, string>,
  stored: (outcome: { letters?: string; note?: string }) => T | undefined,
  onSidebar?: (sidebar: Sidebar) => void,
): Promise<SaveEnd<T>> {
  const response = await fetch(url, { method: "POST", body: new URLSearchParams(fields), headers: { Accept: "application/json" } });
  const outcome = await response.json().catch(() => ({ kind: "failed" }));
  switch (outcome.kind) {
    case "saved":
      if (outcome.sidebar) onSidebar?.(outcome.sidebar);
      return { kind: "saved" };
    case "conflict": {
      const value = stored(outcome);
      return { kind: "blocked", why: "conflict", ...(value === undefined ? {} : { stored: value }) };
    }
    case "locked":
    case "signed-out":
    case "refused":
      return { kind: "blocked", why: outcome.kind, by: outcome.by };
    default:
      return { kind: "failed" };
  }
}

/** The live state of a thread's answers and diagnostics: the rule applied at once, each change saved in the background. */
export function useThread(thread: ThreadPage, typedNote: string | undefined) {
  const { links, letters, assessment } = thread;
  const [selections, setSelections] = useState<Selections>(() => fromLetters(letters) as Selections);
  const [former, setFormer] = useState<Selections>();
  const [sidebar, setSidebar] = useState<Sidebar>();
  const storageKey = `answers ${links.here}`;
  const answers = useSaveQueue<string>({
    storageKey,
    initial: letters,
    delay: 0,
    send: (target, base) => postChange(links.save, { base, target }, ({ letters: stored }) => stored, setSidebar),
  });
  const [marks, setMarks] = useState(() => marksOf(thread));
  const marksQueue = useSaveQueue<string>({
    storageKey: `diagnostics ${links.here}`,
    initial: JSON.stringify(marks),
    delay: 0,
    send: (value, base) => {
      const [next, before] = [JSON.parse(value), JSON.parse(base)] as Record<string, string>[];
      const changed = Object.entries(next ?? {}).filter(([id, mark]) => before?.[id] !== mark);
      return postChange(links.save, Object.fromEntries(changed.map(([id, mark]) => [`diagnostic-${id}`, mark])), () => undefined);
    },
  });

  const { save, settle } = answers;
  const show = useCallback(
    (next: Selections) => {
      setSelections(next);
      save(toLetters(next));
    },
    [save],
  );

  // What an earlier visit could not send is taken up again, unless the store has moved on.
  useEffect(() => {
    const kept = findKept<string>(storageKey);
    const value = kept && fromLetters(kept.value);
    if (kept && value && kept.base === letters && thread.readOnly === undefined) {
      setSelections(value);
      settle(letters, kept.value);
    }
  }, [storageKey, letters, settle, thread.readOnly]);

  const answer = (level: Level, selection: Answered) => {
    setFormer(selections);
    show(applyAnswer(assessment.selectedLevel, selections, level, selection));
  };
  const undo = (event: MouseEvent) => {
    event.preventDefault();
    if (former) show(former);
    setFormer(undefined);
  };
  const mark = (diagnosticId: number, value: string) => {
    const next = { ...marks, [diagnosticId]: value };
    setMarks(next);
    marksQueue.save(JSON.stringify(next));
  };
  const [note, setNote] = useState(typedNote ?? thread.note);
  const noteQueue = useSaveQueue<string>({
    storageKey: `note ${links.here}`,
    initial: thread.note,
    delay: NOTE_AUTOSAVE_MS,
    send: (value, base) => postChange(links.save, { note: value, noteBase: base }, ({ note: stored }) => stored),
  });
  const settleNote = noteQueue.settle;
  useEffect(() => {
    const kept = findKept<string>(`note ${links.here}`);
    if (kept && kept.base === thread.note && thread.readOnly === undefined) {
      setNote(kept.value);
      settleNote(thread.note, kept.value);
    }
  }, [links.here, settleNote, thread.note, thread.readOnly]);
  const write = (body: string) => {
    setNote(body);
    noteQueue.save(body);
  };

  const navigate = useNavigate();
  const queues = [answers, marksQueue, noteQueue];
  /** With script everything is saved already, or is about to be: then the form only moves on, and stays where something could not be saved. */
  const finish = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const go = ((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null)?.value;
    const saved = await Promise.all(queues.map(({ flush }) => flush()));
    if (!saved.every(Boolean)) return;
    if (go === "next") navigate(thread.next.href);
    if (go === "exit") navigate(links.exit);
  };
  return { selections, former, sidebar, answers, answer, undo, marks, mark, marksQueue, note, write, noteQueue, finish };
}

/** 'positive', 'improvement' or 'neither' by diagnostic id. */
function marksOf(thread: ThreadPage): Record<string, string> {
  return Object.fromEntries(
    thread.questions.flatMap(({ diagnostics }) =>
      diagnostics.map(({ id, isPositive }) => [id, isPositive === null ? "neither" : isPositive ? "positive" : "improvement"]),
    ),
  );
}
