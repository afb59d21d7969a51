import { useEffect, useRef, useState } from "react";
import { takePreHydrationText } from "~/components/forms/pre-hydration";
import { BASIS_FIELD, type TextOutcome, type TextView, textId } from "~/views/client-report";

/** Milliseconds after the last keystroke, as for notes (docs/rules/notes-and-diagnostics.md#note-autosave). */
const AUTOSAVE_MS = 700;
const CHANGED = "Somebody changed this text after you opened the page. Save again to put yours in its place.";
const UNREACHABLE = "The text could not be saved. It is still here; please try again.";
const SIGNED_OUT = "You are signed out. Sign in again in another tab, then save here.";

/** A text once it is stored. */
export type SavedText = Extract<TextOutcome, { kind: "saved" }>;

type Problem = { message: string; theirs?: string } | undefined;

function problemOf(outcome: TextOutcome | undefined): Problem {
  if (!outcome || outcome.kind === "saved") return undefined;
  return outcome.kind === "conflict" ? { message: CHANGED, theirs: outcome.theirs } : { message: outcome.message };
}

/** A text that saves itself. One save is under way at a time. Text that is typed in between is saved next. */
export function useReportText(
  text: TextView,
  posted: TextOutcome | undefined,
  { address, onSaved }: { address: string; onSaved?: ((saved: SavedText) => void) | undefined },
) {
  const unsaved = posted && posted.kind !== "saved" ? posted : undefined;
  const [value, setValue] = useState(unsaved?.typed ?? text.body);
  const [state, setState] = useState<"" | "Saving…" | "Saved" | "Not saved">(unsaved ? "Not saved" : "");
  const [problem, setProblem] = useState<Problem>(problemOf(unsaved));
  const now = useRef({ value, base: unsaved?.base ?? text.base, saved: unsaved ? undefined : text.body, busy: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** @param again also a text that is stored: its facts may be others now */
  const send = async (again = false) => {
    clearTimeout(timer.current);
    const mine = now.current;
    if (mine.busy || (mine.value === mine.saved && !again)) return;
    mine.busy = true;
    setState("Saving…");
    const sent = mine.value;
    const fields = {
      ...{ part: text.part, base: mine.base, suggestion: text.suggestion, body: sent },
      ...(text.basis === undefined ? {} : { [BASIS_FIELD]: text.basis }),
    };
    const outcome = await post(address, fields);
    mine.busy = false;
    if (outcome.kind === "saved") {
      Object.assign(mine, { base: outcome.base, saved: sent });
      setProblem(undefined);
      setState("Saved");
      onSaved?.(outcome);
      if (mine.value !== sent) void send();
      return;
    }
    mine.base = outcome.base;
    setProblem(problemOf(outcome));
    setState("Not saved");
    if ("retryAfter" in outcome && outcome.retryAfter !== undefined)
      timer.current = setTimeout(() => void send(), outcome.retryAfter * 1000);
  };

  const change = (next: string) => {
    now.current.value = next;
    setValue(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send(), AUTOSAVE_MS);
  };

  const box = useRef<HTMLTextAreaElement>(null);
  const replace = (next: string) => {
    if (box.current) box.current.value = next;
    change(next);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    const early = takePreHydrationText(textId(text.part));
    if (early !== undefined && early !== now.current.value) replace(early);
    const leaving = (event: BeforeUnloadEvent) => {
      if (now.current.value !== now.current.saved) event.preventDefault();
    };
    window.addEventListener("beforeunload", leaving);
    return () => window.removeEventListener("beforeunload", leaving);
  }, []);

  return {
    box,
    value,
    base: now.current.base,
    status: state,
    problem: problem?.message,
    theirs: problem?.theirs,
    change,
    replace,
    save: () => void send(text.misfit !== undefined),
  };
}

async function post(address: string, fields: { part: string; base: string; suggestion: string; body: string }): Promise<TextOutcome> {
  const { part, base, body: typed } = fields;
  try {
    const response = await fetch(address, { method: "POST", body: new URLSearchParams(fields), headers: { Accept: "application/json" } });
    const outcome: TextOutcome | { kind: "signed-out" } = await response.json();
    if (outcome.kind === "signed-out") return { kind: "failed", part, typed, base, message: SIGNED_OUT };
    return outcome.kind ? outcome : { kind: "failed", part, typed, base, message: UNREACHABLE };
  } catch {
    return { kind: "failed", part, typed, base, message: UNREACHABLE };
  }
}
