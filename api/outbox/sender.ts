/**
 * Sends what waits in a queue of the store: requests (docs/rules/submission-and-certification.md#requests) and mails. Several processes may
 * do so side by side: each row is claimed by one of them for as long as an attempt may last. A process that dies in mid-attempt leaves it to
 * another one, so that something may arrive twice, but is never lost.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { RawBuilder, Selectable } from "kysely";
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";
import { isPostgres, type Store } from "../store/open.ts";
import { DeliveryError } from "./channel.ts";

/** The tables that are queues: a row waits while it is neither sent nor failed. */
type QueueTable = "outbox_delivery" | "mail";

/** What a sender sends. */
export interface Queue<T extends QueueTable> {
  table: T;
  /** For the log: 'the outbox' as a whole, and 'a request' of its. */
  name: string;
  item: string;
  /** Which rows it sends; absent: all. */
  only?: RawBuilder<boolean>;
  /** Done before each look at the queue. */
  prepare(now: Date): Promise<void>;
  /**
   * Sends a row once.
   * @param signal ends the attempt
   * @returns false when there is nothing to send any more
   * @throws DeliveryError
   */
  send(row: Selectable<Database[T]>, signal: AbortSignal): Promise<boolean>;
  /** How often a row is tried; absent: for nearly three days. */
  attemptsMax?: number;
  /** What the store keeps of an attempt that failed. */
  keptOf(fault: DeliveryError): string;
  /** What the log says of a row: never a name or an address. */
  facts(row: Selectable<Database[T]>): Record<string, unknown>;
}

const MINUTE_MS = 60_000;
/** How often the queue is looked at. */
const EVERY_MS = 10_000;
/** How long an attempt may last, and then how long until another process may take the delivery over. */
const ATTEMPT_MS = 30_000;
const CLAIM_MS = 2 * MINUTE_MS;
/** How long stopping waits for the attempt under way. */
const STOPPING_MS = 3_000;
/** How long an attempt that was ended may take to note it. */
const ENDING_MS = 2_000;
/** With pauses that double from a minute up to six hours, the last attempt is nearly three days after the first. */
const MOST_ATTEMPTS = 20;
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS;

const pauseAfter = (attempts: number) => Math.min(LONGEST_PAUSE_MS, MINUTE_MS * 2 ** (attempts - 1));

interface SenderOptions<T extends QueueTable> {
  store: Store;
  queue: Queue<T>;
  clock?: () => Date;
  log: Log;
  attemptMs?: number;
  everyMs?: number;
}

export class Sender<T extends QueueTable> {
  readonly #store: Store;
  readonly #queue: Queue<T>;
  readonly #clock: () => Date;
  readonly #log: Log;
  readonly #attemptMs: number;
  readonly #everyMs: number;
  /** Ends the attempt under way. */
  readonly #ending = new AbortController();
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  #underway: Promise<unknown> = Promise.resolve();

  constructor({ store, queue, clock = () => new Date(), log, attemptMs = ATTEMPT_MS, everyMs = EVERY_MS }: SenderOptions<T>) {
    this.#store = store;
    this.#queue = queue;
    this.#clock = clock;
    this.#log = log;
    this.#attemptMs = attemptMs;
    this.#everyMs = everyMs;
  }

  /** Begins to look at the queue now and then. */
  start(): void {
    const look = async () => {
      this.#underway = this.sendDue().catch((error) =>
        this.#log({ level: "warn", message: `${this.#queue.name} could not be looked at`, reason: String(error) }),
      );
      await this.#underway;
      if (!this.#isStopped) this.#timer = setTimeout(look, this.#everyMs).unref();
    };
    void look();
  }

  /**
   * Begins no more attempts, ends one that takes too long, and does not wait for a database that does not answer. The next process
   * sends what was lost with it.
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const limit = setTimeout(() => this.#ending.abort(), STOPPING_MS);
    const left = new AbortController();
    await Promise.race([this.#underway, wait(STOPPING_MS + ENDING_MS, undefined, { signal: left.signal }).catch(() => undefined)]);
    left.abort();
    clearTimeout(limit);
  }

  /** Makes every attempt that is due, one after the other. */
  async sendDue(): Promise<void> {
    await this.#queue.prepare(this.#clock());
    while (!this.#isStopped) {
      const claimed = await this.#claim();
      if (!claimed) return;
      await this.#attempt(claimed);
    }
  }

  /** The table, with the type of one queue: all of them have the columns that a sender reads and writes. */
  get #table(): "mail" {
    return this.#queue.table as "mail";
  }

  /** Takes the row that has waited longest, so that no other process does; undefined when none is due. */
  async #claim(): Promise<Selectable<Database[T]> | undefined> {
    const now = this.#clock();
    const { only } = this.#queue;
    const due = this.#store
      .selectFrom(this.#table)
      .select("id")
      .where("sent_at", "is", null)
      .where("failed_at", "is", null)
      .where("next_at", "<=", now.toISOString())
      .$if(only !== undefined, (query) => query.where(only as RawBuilder<boolean>))
      .orderBy("next_at")
      .orderBy("id")
      .limit(1);
    // Looked at first, because SQLite locks the whole database for an update, even for one of nothing.
    if (!(await due.executeTakeFirst())) return undefined;
    const claimed = await this.#store
      .updateTable(this.#table)
      .set(({ eb }) => ({ attempts: eb("attempts", "+", 1), next_at: new Date(now.getTime() + CLAIM_MS).toISOString() }))
      .where(
        "id",
        "=",
        due.$if(isPostgres(this.#store), (query) => query.forUpdate().skipLocked()),
      )
      .returningAll()
      .executeTakeFirst();
    return claimed as Selectable<Database[T]> | undefined;
  }

  async #attempt(row: Selectable<Database[T]>): Promise<void> {
    const { id, attempts } = row as Selectable<Database[QueueTable]>;
    const settle = (columns: Partial<Selectable<Database["mail"]>>) =>
      this.#store.updateTable(this.#table).set(columns).where("id", "=", id).where("sent_at", "is", null);
    // Not AbortSignal.any or .timeout: Node 20 may garbage-collect both before the time is up.
    const ending = new AbortController();
    const end = () => ending.abort();
    const limit = setTimeout(() => ending.abort(new DOMException("Out of time", "TimeoutError")), this.#attemptMs);
    this.#ending.signal.addEventListener("abort", end, { once: true });
    try {
      if (!(await this.#queue.send(row, ending.signal))) return;
    } catch (fault) {
      const failure = fault instanceof DeliveryError ? fault : new DeliveryError(String(fault), { code: "unknown" });
      const { code, reply, isFinal } = failure;
      const now = this.#clock();
      const isOver = isFinal || attempts >= (this.#queue.attemptsMax ?? MOST_ATTEMPTS);
      const next_at = new Date(now.getTime() + pauseAfter(attempts)).toISOString();
      // Another process that has taken the row over says what comes next.
      await settle({ last_error: this.#queue.keptOf(failure), ...(isOver ? { failed_at: now.toISOString() } : { next_at }) })
        .where("attempts", "=", attempts)
        .execute();
      this.#log({
        level: isOver ? "error" : "warn",
        message: `${this.#queue.item} was not sent, and is ${isOver ? "given up" : "tried again"}`,
        ...this.#queue.facts(row),
        attempts,
        reason: code,
        ...(reply === undefined ? {} : { reply }),
      });
      return;
    } finally {
      clearTimeout(limit);
      this.#ending.signal.removeEventListener("abort", end);
    }
    await settle({ sent_at: this.#clock().toISOString(), last_error: null }).execute();
  }
}
