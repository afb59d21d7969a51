import type { SavedParts } from "~/views/saving";

/** How a save ended. A blocked one waits for the user; a failed one is tried again. */
export type SaveEnd = SaveSuccess | SaveFailure | SaveBlock;

/** `version`: the version of the value as it is stored, where the server knows that better than this queue. */
interface SaveSuccess {
  kind: "saved";
  version?: string | undefined;
}

/** `unknown`: it may have been saved. `parts`: which parts of a whole form were. */
interface SaveFailure {
  kind: "failed";
  unknown?: boolean;
  parts?: SavedParts;
}

export type SaveBlock =
  /** Somebody changed what is stored; `stored` is what it is now. */
  | { kind: "conflict"; stored: string }
  | { kind: "locked"; by?: string; until?: string; parts?: SavedParts }
  | { kind: "signed-out" }
  /**
   * `again`: the seconds until the next try, because the user has saved too much. `version`: of what is stored now, where the rest of the value
   * was saved.
   */
  | { kind: "refused"; message: string; retryAfter?: number; version?: string; parts?: SavedParts };

export type SaveState = { kind: "idle" } | { kind: "saving" } | { kind: "saved"; at: Date } | SaveFailure | SaveBlock;

/** What every try to send a change carries. */
export interface SaveAttempt {
  /** Names the change: the same on all its tries, however often the browser or the web server makes them. */
  key: string;
  /** Versions that were sent before without getting an answer. They may have been stored, so finding one is no conflict. */
  doubtful: readonly string[];
}

export interface SaveQueueOptions {
  /** The version that the server has. */
  base: string;
  value: string;
  /** How an earlier save ended, if it was not stored. */
  state?: SaveState | undefined;
  /** Milliseconds to wait for more changes. */
  delay: number;
  /** The version of a value. */
  versionOf(value: string): string;
  /** Sends a value to the server. */
  send(value: string, base: string, sending: SaveAttempt): Promise<SaveEnd>;
  /** Called for every unsaved value, which the caller can store elsewhere. `forget` is called when the value is saved. */
  keep(value: string, base: string, key: string): void;
  forget(value: string): void;
}

const FIRST_RETRY_MS = 3_000;
const LAST_RETRY_MS = 30_000;
/**
 * How many times a value is sent before the page says what the user can do. It takes about a minute and a quarter where each try fails at
 * once.
 */
const MOST_TRIES = 6;

/** Not `randomUUID`, which browsers have only over HTTPS. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

/**
 * Saves a value in the background. One save is in flight while the newest value waits, so that an older value never replaces a newer one
 * (docs/rules/locks-and-saving.md#order-of-saves). It tries a failed save again, less and less often or when the server says. After
 * `MOST_TRIES` tries it gives up (docs/rules/locks-and-saving.md#what-saving-shows). When the user asks for it or the network is back,
 * `retry` begins again.
 */
export class SaveQueue {
  readonly #options: SaveQueueOptions;
  readonly #listeners = new Set<() => void>();
  #base: string;
  /** The value of the base; undefined until one was saved. */
  #saved: string | undefined;
  #value: string;
  /** Of the change that made the value what it is. */
  #key = newKey();
  #state: SaveState;
  #running: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #hasGivenUp = false;
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

  /** Whether all tries failed, so that something has to be done. It stays true until a save ends otherwise. */
  get hasGivenUp(): boolean {
    return this.#hasGivenUp;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes a new value and saves it, at once or after the delay. @param delay milliseconds to wait for more changes */
  save(value: string, delay = this.#options.delay): void {
    const before = this.#value;
    if (value !== before) this.#change(value);
    if (this.isUnsent) this.#options.keep(value, this.#base, this.#key);
    // A change that was taken back before it was sent is not kept for the next visit.
    else this.#options.forget(before);
    // Nothing is sent until the user has chosen between two versions.
    if (this.#state.kind === "conflict") return;
    clearTimeout(this.#timer);
    if (delay === 0) void this.#send();
    else {
      this.#show({ kind: "saving" });
      this.#timer = setTimeout(this.#send, delay);
    }
  }

  /** Takes versions that were sent elsewhere and may be stored. */
  doubt(versions: readonly string[]): void {
    this.#doubtful = [...versions];
  }

  /** Sends what is not saved, and again if that fails. Resolves when it is saved, or was not at the first try. */
  retry(): Promise<void> {
    this.#failures = 0;
    return this.#send();
  }

  /** Sends what is waiting at once. @returns whether the server then has everything */
  async flush(): Promise<boolean> {
    if (this.isUnsent && this.#state.kind !== "conflict") await this.retry();
    return !this.isUnsent;
  }

  /**
   * Takes what is stored as the new base, and saves the value over it if it differs.
   * @param key of the change, if it was sent before
   */
  settle(stored: string, value: string, key?: string): void {
    this.#base = this.#options.versionOf(stored);
    this.#saved = undefined;
    this.#doubtful = [];
    this.#change(value, key);
    if (this.isUnsent) {
      this.#options.keep(value, this.#base, this.#key);
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

  #change(value: string, key = newKey()): void {
    this.#value = value;
    this.#key = key;
  }

  #send = (): Promise<void> => {
    clearTimeout(this.#timer);
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  };

  async #sendAll(): Promise<void> {
    while (this.isUnsent) {
      const value = this.#value;
      const sending = { key: this.#key, doubtful: this.#doubtful };
      this.#show({ kind: "saving" });
      const end = await this.#options.send(value, this.#base, sending).catch((): SaveEnd => ({ kind: "failed" }));
      const retryAfter = end.kind === "refused" ? end.retryAfter : undefined;
      if (end.kind !== "failed" && retryAfter === undefined) {
        this.#failures = 0;
        this.#hasGivenUp = false;
      }
      if (end.kind === "saved") {
        this.#doubtful = [];
        this.#base = end.version ?? this.#options.versionOf(value);
        this.#saved = value;
        this.#options.forget(value);
        if (this.isUnsent) this.#options.keep(this.#value, this.#base, this.#key);
        continue;
      }
      if (end.kind === "refused" && end.version !== undefined) {
        this.#doubtful = [];
        this.#base = end.version;
        this.#saved = undefined;
        this.#options.keep(this.#value, this.#base, this.#key);
        if (this.#value !== value) continue;
      }
      if (end.kind === "failed") this.#doubtful = [...new Set([...this.#doubtful, this.#options.versionOf(value)])];
      if (end.kind === "failed" || retryAfter !== undefined) this.#retryLater(retryAfter);
      this.#show(end);
      return;
    }
    this.#show({ kind: "saved", at: new Date() });
  }

  /** @param again seconds, if the server has said how long to wait */
  #retryLater(retryAfter: number | undefined): void {
    this.#failures += 1;
    const pause = retryAfter === undefined ? Math.min(FIRST_RETRY_MS * 2 ** (this.#failures - 1), LAST_RETRY_MS) : retryAfter * 1000;
    if (this.#failures >= MOST_TRIES) this.#hasGivenUp = true;
    else if (!this.#stopped) this.#timer = setTimeout(this.#send, pause);
  }

  #show(state: SaveState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
