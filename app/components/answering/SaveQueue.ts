import type { SavedParts } from "~/views/answering";

/** How a save ended. A blocked one waits for the user; a failed one is tried again. */
export type SaveEnd = Saved | Failed | Blocked;

/** `version`: what stands for the value as it is stored, where the server knows that better than this queue. */
interface Saved {
  kind: "saved";
  version?: string | undefined;
}

/** `unknown`: it may have been saved. `parts`: which parts of a whole form were. */
interface Failed {
  kind: "failed";
  unknown?: boolean;
  parts?: SavedParts;
}

export type Blocked =
  /** Somebody changed what is stored; `stored` is what it is now. */
  | { kind: "conflict"; stored: string }
  | { kind: "locked"; by?: string; until?: string; parts?: SavedParts }
  | { kind: "signed-out" }
  | { kind: "refused"; message: string; parts?: SavedParts };

export type SaveState = { kind: "idle" } | { kind: "saving" } | { kind: "saved"; at: Date } | Failed | Blocked;

export interface SaveQueueOptions {
  /** The version that the server has. */
  base: string;
  value: string;
  /** How an earlier save ended, if it was not stored. */
  state?: SaveState | undefined;
  /** Milliseconds to wait for more changes. */
  delay: number;
  /** The version that stands for a value. */
  versionOf(value: string): string;
  /**
   * Sends a value to the server.
   * @param doubtful versions that were sent before without getting an answer. They may have been stored, so finding one is no conflict
   */
  send(value: string, base: string, doubtful: readonly string[]): Promise<SaveEnd>;
  /** Called for every value that is not saved yet, so that it can be kept elsewhere; `forget` is called when it is saved. */
  keep(value: string, base: string): void;
  forget(value: string): void;
}

const FIRST_RETRY_MS = 3_000;
const LAST_RETRY_MS = 30_000;

/**
 * Saves a value in the background. One save is in flight while the newest value waits, so that an older value never replaces a newer one
 * (docs/rules/locks-and-saving.md#order-of-saves). A save that fails is tried again, less and less often, and at once when the network is
 * back.
 */
export class SaveQueue {
  readonly #options: SaveQueueOptions;
  readonly #listeners = new Set<() => void>();
  #base: string;
  /** The value that the base stands for; undefined until one was saved. */
  #saved: string | undefined;
  #value: string;
  #state: SaveState;
  #running: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #doubtful: string[] = [];
  #stopped = false;

  constructor(options: SaveQueueOptions) {
    this.#options = options;
    this.#base = options.base;
    this.#value = options.value;
    this.#state = options.state ?? { kind: "idle" };
  }

  get state(): SaveState {
    return this.#state;
  }

  get value(): string {
    return this.#value;
  }

  /** Whether the server may not have the newest value yet. */
  get isUnsent(): boolean {
    return this.#doubtful.length > 0 || (this.#value !== this.#saved && this.#options.versionOf(this.#value) !== this.#base);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes a new value and saves it, at once or after the delay. */
  save(value: string): void {
    this.#value = value;
    if (this.isUnsent) this.#options.keep(value, this.#base);
    // Nothing is sent until the user has chosen between two versions.
    if (this.#state.kind === "conflict") return;
    clearTimeout(this.#timer);
    if (this.#options.delay === 0) void this.retry();
    else {
      this.#show({ kind: "saving" });
      this.#timer = setTimeout(this.retry, this.#options.delay);
    }
  }

  /** Sends what is not saved. Resolves when it is saved, or cannot be. */
  retry = (): Promise<void> => {
    clearTimeout(this.#timer);
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  };

  /** Sends what is waiting at once. @returns whether the server then has everything */
  async flush(): Promise<boolean> {
    if (this.isUnsent && this.#state.kind !== "conflict") await this.retry();
    return !this.isUnsent;
  }

  /** Takes what is stored as the new base, and saves the value over it if it differs. */
  settle(stored: string, value: string): void {
    this.#base = this.#options.versionOf(stored);
    this.#saved = undefined;
    this.#doubtful = [];
    this.#value = value;
    if (this.isUnsent) {
      this.#options.keep(value, this.#base);
      void this.retry();
    } else {
      this.#options.forget(value);
      this.#show({ kind: "idle" });
    }
  }

  /** Takes a value that was made from another version than the stored one, so that the user has to choose. */
  collide(value: string, base: string, stored: string): void {
    this.#value = value;
    this.#base = base;
    this.#saved = undefined;
    this.#show({ kind: "conflict", stored });
  }

  start(): void {
    this.#stopped = false;
  }

  /** Sends what is not saved one last time, and ends the retries. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    if (this.isUnsent && this.#state.kind !== "conflict") void this.retry();
  }

  async #sendAll(): Promise<void> {
    while (this.isUnsent) {
      const value = this.#value;
      this.#show({ kind: "saving" });
      const end = await this.#options.send(value, this.#base, this.#doubtful).catch((): SaveEnd => ({ kind: "failed" }));
      if (end.kind === "saved") {
        this.#failures = 0;
        this.#doubtful = [];
        this.#base = end.version ?? this.#options.versionOf(value);
        this.#saved = value;
        this.#options.forget(value);
        if (this.isUnsent) this.#options.keep(this.#value, this.#base);
        continue;
      }
      if (end.kind === "failed") {
        this.#doubtful = [...new Set([...this.#doubtful, this.#options.versionOf(value)])];
        this.#retryLater();
      }
      this.#show(end);
      return;
    }
    this.#show({ kind: "saved", at: new Date() });
  }

  #retryLater(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(this.retry, Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LAST_RETRY_MS));
    this.#failures += 1;
  }

  #show(state: SaveState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
