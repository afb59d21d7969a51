import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { fingerprint } from "#model/note.ts";
import { type SaveAttempt, type SaveEnd, SaveQueue, type SaveState } from "~/components/saving/SaveQueue";
import { discardUnsent, findUnsent, forgetUnsent, keepUnsent } from "~/components/saving/unsent";
import type { SavedPart } from "~/views/saving";

/** The screen that a draft belongs to. */
export interface DraftScreen {
  /** Identifies the user in the browser's storage. */
  owner: string;
  href: string;
  /** What lists of unsent work call the screen. */
  label: string;
  /** False for a read-only screen, which sends nothing. */
  writable: boolean;
}

interface DraftOptions {
  screen: DraftScreen;
  part: SavedPart;
  /** The stored value; undefined when it could not be read. Then nothing can be changed, and what is kept in the browser stays there. */
  stored: string | undefined;
  /** The change of a form without script, if it was not saved. */
  posted?: UnsavedPost | undefined;
  /** What was changed on the page before hydration; undefined for nothing. */
  early?(): string | undefined;
  /** What was sent before hydration: it may be stored by now. */
  earlySent?(): string[];
  /** A text, which waits for the next keystroke before it is sent. Its fingerprint is its version; other values are their own. */
  isTyped?: true;
  /** The version of a value, where neither is. */
  versionOf?: ((value: string) => string) | undefined;
  send(value: string, base: string, sending: SaveAttempt): Promise<SaveEnd>;
}

export interface UnsavedPost {
  base: string;
  target: string;
  state: SaveState;
}

export interface Draft {
  value: string;
  /** The value that was entered and is not stored. It differs from `value` when nothing can be changed any more. */
  conflicting: string;
  state: SaveState;
  /** Whether it was sent several times in vain, so that the user has to do something. */
  hasGivenUp: boolean;
  /** @param isPassing more changes are likely: it waits for them as for the next keystroke */
  change(value: string, isPassing?: boolean): void;
  retry(): void;
  /** Both end a conflict: the stored version is kept, or the user's own is saved over it. */
  keepStored(): void;
  keepMine(): void;
  flush(): Promise<boolean>;
  isUnsent(): boolean;
}

const same = (value: string) => value;
/** Milliseconds after the last keystroke (docs/rules/notes-and-diagnostics.md#note-autosave). */
const AUTOSAVE_MS = 700;

/** Sends again what is not saved. */
export function retryUnsent(drafts: readonly Draft[]): void {
  for (const draft of drafts) if (draft.isUnsent()) draft.retry();
}

/**
 * One part of a screen that is edited and saved in the background. An unsaved value is kept in the browser. At the next visit it is sent if
 * what is stored has not changed; otherwise the user chooses between both versions.
 */
export function useDraft({
  screen,
  part,
  stored: known,
  posted,
  early,
  earlySent,
  isTyped,
  versionOf = isTyped ? fingerprint : same,
  send,
}: DraftOptions): Draft {
  const stored = known ?? "";
  const place = { owner: screen.owner, href: screen.href, part };
  const [value, setValue] = useState(screen.writable && posted ? posted.target : stored);
  // The queue lives as long as the screen; its options never change on one screen.
  const [queue] = useState(() => {
    return new SaveQueue({
      base: posted?.base ?? versionOf(stored),
      value: posted?.target ?? stored,
      // If nothing can be saved any more, show the posted value next to the stored one.
      state: posted && !screen.writable ? { kind: "conflict", stored } : posted?.state,
      delay: isTyped ? AUTOSAVE_MS : 0,
      versionOf,
      send,
      keep: (unsent, base, key) => keepUnsent(place, { base, value: unsent, key, href: screen.href, label: screen.label }),
      forget: (sent) => forgetUnsent(place, sent),
    });
  });
  const state = useSyncExternalStore(
    queue.subscribe,
    () => queue.state,
    () => queue.state,
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    queue.start();
    const kept = findUnsent(place);
    const change = early?.();
    const sent = earlySent?.() ?? [];
    if (known === undefined && !posted) return () => queue.stop();
    if (posted) {
      if (posted.state.kind === "failed") void queue.flush();
    } else if (screen.writable && change !== undefined && (change !== stored || sent.length > 0)) {
      setValue(change);
      queue.doubt(sent.map(versionOf));
      queue.save(change);
    } else if (kept && versionOf(kept.value) === versionOf(stored)) forgetUnsent(place, kept.value);
    else if (kept) {
      if (screen.writable) setValue(kept.value);
      if (screen.writable && kept.base === versionOf(stored)) queue.settle(stored, kept.value, kept.key);
      else queue.collide(kept.value, kept.base, stored);
    }
    const send = () => void queue.flush();
    const leaving = (event: BeforeUnloadEvent) => {
      if (queue.isUnsent && screen.writable) event.preventDefault();
    };
    window.addEventListener("online", send);
    window.addEventListener("pagehide", send);
    window.addEventListener("beforeunload", leaving);
    return () => {
      window.removeEventListener("online", send);
      window.removeEventListener("pagehide", send);
      window.removeEventListener("beforeunload", leaving);
      queue.stop();
    };
  }, []);

  const change = useCallback(
    (next: string, isPassing = false) => {
      setValue(next);
      if (isPassing) queue.save(next, AUTOSAVE_MS);
      else queue.save(next);
    },
    [queue],
  );
  const settle = (mine: boolean) => () => {
    if (queue.state.kind !== "conflict") return;
    const now = queue.state.stored;
    if (!mine) discardUnsent(place);
    setValue(mine ? queue.value : now);
    queue.settle(now, mine ? queue.value : now);
  };
  return {
    value,
    conflicting: queue.value,
    state,
    hasGivenUp: queue.hasGivenUp,
    change,
    retry: () => void queue.retry(),
    keepStored: settle(false),
    keepMine: settle(true),
    flush: () => queue.flush(),
    isUnsent: () => queue.isUnsent && screen.writable,
  };
}
