import { useCallback, useEffect, useRef, useState } from "react";

/** How a save ended. 'conflict' and 'locked' wait for the reader; 'failed' is tried again. */
export type SaveEnd<T> =
  | { kind: "saved" }
  | { kind: "failed" }
  | { kind: "blocked"; why: "conflict" | "locked" | "signed-out" | "refused"; stored?: T; by?: string };

export type SaveState<T> =
  | { kind: "idle" }
  | { kind: "saving" }
  | { kind: "saved"; at: Date }
  | { kind: "unsaved" }
  | Extract<SaveEnd<T>, { kind: "blocked" }>;

interface SaveQueueOptions<T extends string> {
  /** Names what is edited, for keeping it in the browser while it is not saved. */
  storageKey: string;
  /** What the server has. */
  initial: T;
  /** Milliseconds to wait for more changes. */
  delay: number;
  send(value: T, base: T): Promise<SaveEnd<T>>;
}

const RETRY_MS = 5_000;

interface Kept<T> {
  base: T;
  value: T;
}

/**
 * Saves a value in the background: one save in flight, the newest waiting, so that an older value can never win.
 * What is not saved yet is kept in the browser, sent when the line is back, and guarded when the page is left.
 */
export function useSaveQueue<T extends string>({ storageKey, initial, delay, send }: SaveQueueOptions<T>) {
  const [state, setState] = useState<SaveState<T>>({ kind: "idle" });
  const base = useRef(initial);
  const wanted = useRef(initial);
  const running = useRef<Promise<void>>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const sender = useRef(send);
  sender.current = send;

  const pump = useCallback((): Promise<void> => {
    clearTimeout(timer.current);
    const sendAll = async () => {
      while (wanted.current !== base.current) {
        const value = wanted.current;
        setState({ kind: "saving" });
        const end = await sender.current(value, base.current).catch((): SaveEnd<T> => ({ kind: "failed" }));
        if (end.kind === "saved") {
          base.current = value;
          if (wanted.current === value) forget(storageKey);
        } else {
          if (end.kind === "failed") timer.current = setTimeout(pump, RETRY_MS);
          setState(end.kind === "failed" ? { kind: "unsaved" } : end);
          return;
        }
      }
      setState({ kind: "saved", at: new Date() });
    };
    running.current ??= sendAll().finally(() => {
      running.current = undefined;
    });
    return running.current;
  }, [storageKey]);

  /** Sends at once what still waits; true when the server then has everything. */
  const flush = useCallback(async () => {
    if (wanted.current !== base.current) await pump();
    return wanted.current === base.current;
  }, [pump]);

  const save = useCallback(
    (value: T) => {
      wanted.current = value;
      keep(storageKey, { base: base.current, value });
      clearTimeout(timer.current);
      if (delay === 0) void pump();
      else {
        setState({ kind: "saving" });
        timer.current = setTimeout(pump, delay);
      }
    },
    [delay, pump, storageKey],
  );

  /** Takes the server's value as the new base and, unless told to yield, saves the reader's own over it. */
  const settle = useCallback(
    (stored: T, value: T) => {
      base.current = stored;
      wanted.current = value;
      if (value === stored) {
        forget(storageKey);
        setState({ kind: "idle" });
      } else {
        keep(storageKey, { base: stored, value });
        void pump();
      }
    },
    [pump, storageKey],
  );

  useEffect(() => {
    const online = () => void pump();
    const leaving = (event: BeforeUnloadEvent) => {
      if (wanted.current !== base.current) event.preventDefault();
    };
    window.addEventListener("online", online);
    window.addEventListener("beforeunload", leaving);
    return () => {
      window.removeEventListener("online", online);
      window.removeEventListener("beforeunload", leaving);
      // Leaving the screen inside the product: what still waits for its delay is sent now.
      if (wanted.current !== base.current) void pump();
    };
  }, [pump]);

  return { state, save, retry: pump, settle, flush };
}

/** What an earlier visit could not save, if anything. */
export function findKept<T extends string>(storageKey: string): Kept<T> | undefined {
  try {
    const kept = localStorage.getItem(storageKey);
    return kept === null ? undefined : (JSON.parse(kept) as Kept<T>);
  } catch {
    return undefined;
  }
}

function keep<T>(storageKey: string, kept: Kept<T>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // A browser that forbids storage still saves over the line.
  }
}

function forget(storageKey: string): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // As above.
  }
}
