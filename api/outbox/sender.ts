/**
 * Sends what is in the outbox (docs/rules/submission-and-certification.md#requests). Several processes may do so side by side: each
 * delivery is claimed by one of them for as long as an attempt may last. A process that dies in mid-attempt leaves it to another one, so
 * that a request may arrive twice, but is never lost.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Selectable } from "kysely";
import type { Log } from "../app.ts";
import { findRequest } from "../services/outbox.ts";
import type { OutboxDeliveryTable } from "../store/database.ts";
import { isPostgres, type Store } from "../store/open.ts";
import { type Carrier, DeliveryError } from "./channel.ts";

type DeliveryRow = Selectable<OutboxDeliveryTable>;

const MINUTE_MS = 60_000;
/** How often the outbox is looked at. */
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

interface SenderOptions {
  store: Store;
  /** One for each channel that is configured. */
  carriers: readonly Carrier[];
  clock?: () => Date;
  log: Log;
  attemptMs?: number;
  everyMs?: number;
}

export class Sender {
  readonly #store: Store;
  readonly #carriers: readonly Carrier[];
  readonly #clock: () => Date;
  readonly #log: Log;
  readonly #attemptMs: number;
  readonly #everyMs: number;
  /** Ends the attempt under way. */
  readonly #ending = new AbortController();
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  #underway: Promise<unknown> = Promise.resolve();

  constructor({ store, carriers, clock = () => new Date(), log, attemptMs = ATTEMPT_MS, everyMs = EVERY_MS }: SenderOptions) {
    this.#store = store;
    this.#carriers = carriers;
    this.#clock = clock;
    this.#log = log;
    this.#attemptMs = attemptMs;
    this.#everyMs = everyMs;
  }

  /** Begins to look at the outbox now and then. */
  start(): void {
    const look = async () => {
      this.#underway = this.sendDue().catch((error) =>
        this.#log({ level: "warn", message: "the outbox could not be looked at", reason: String(error) }),
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
    if (this.#carriers.length === 0) return;
    await this.#open();
    while (!this.#isStopped) {
      const claimed = await this.#claim();
      if (!claimed) return;
      await this.#attempt(claimed);
    }
  }

  /** Requests that are new, or from a time without channels, get a delivery for each channel of now. */
  async #open(): Promise<void> {
    const fresh = await this.#store
      .selectFrom("outbox")
      .leftJoin("outbox_delivery", "outbox_delivery.outbox_id", "outbox.id")
      .select("outbox.id")
      .where("outbox_delivery.id", "is", null)
      .execute();
    const next_at = this.#clock().toISOString();
    for (const { id } of fresh)
      await this.#store
        .insertInto("outbox_delivery")
        .values(this.#carriers.map(({ channel }) => ({ outbox_id: id, channel, attempts: 0, next_at })))
        .onConflict((conflict) => conflict.columns(["outbox_id", "channel"]).doNothing())
        .execute();
  }

  /** Takes the delivery that has waited longest, so that no other process does; undefined when none is due. */
  async #claim(): Promise<DeliveryRow | undefined> {
    const now = this.#clock();
    const due = this.#store
      .selectFrom("outbox_delivery")
      .select("id")
      .where("sent_at", "is", null)
      .where("failed_at", "is", null)
      .where("next_at", "<=", now.toISOString())
      .where(
        "channel",
        "in",
        this.#carriers.map(({ channel }) => channel),
      )
      .orderBy("next_at")
      .orderBy("id")
      .limit(1);
    // Looked at first, because SQLite locks the whole database for an update, even for one of nothing.
    if (!(await due.executeTakeFirst())) return undefined;
    return this.#store
      .updateTable("outbox_delivery")
      .set(({ eb }) => ({ attempts: eb("attempts", "+", 1), next_at: new Date(now.getTime() + CLAIM_MS).toISOString() }))
      .where(
        "id",
        "=",
        due.$if(isPostgres(this.#store), (query) => query.forUpdate().skipLocked()),
      )
      .returningAll()
      .executeTakeFirst();
  }

  async #attempt({ id, outbox_id, channel, attempts }: DeliveryRow): Promise<void> {
    const request = await findRequest(this.#store, outbox_id);
    const carrier = this.#carriers.find((each) => each.channel === channel);
    if (!request || !carrier) return;
    const settle = (columns: Partial<DeliveryRow>) =>
      this.#store.updateTable("outbox_delivery").set(columns).where("id", "=", id).where("sent_at", "is", null);
    // Not AbortSignal.any or .timeout: Node 20 may garbage-collect both before the time is up.
    const ending = new AbortController();
    const end = () => ending.abort();
    const limit = setTimeout(() => ending.abort(new DOMException("Out of time", "TimeoutError")), this.#attemptMs);
    this.#ending.signal.addEventListener("abort", end, { once: true });
    try {
      await carrier.send(request, ending.signal);
    } catch (fault) {
      const { message, code, isFinal } = fault instanceof DeliveryError ? fault : new DeliveryError(String(fault), { code: "unknown" });
      const now = this.#clock();
      const isOver = isFinal || attempts >= MOST_ATTEMPTS;
      const next_at = new Date(now.getTime() + pauseAfter(attempts)).toISOString();
      // Another process that has taken the delivery over says what comes next.
      await settle({ last_error: message, ...(isOver ? { failed_at: now.toISOString() } : { next_at }) })
        .where("attempts", "=", attempts)
        .execute();
      this.#log({
        level: isOver ? "error" : "warn",
        message: isOver ? "a request was not sent, and is given up" : "a request was not sent, and is tried again",
        request: outbox_id,
        channel,
        attempts,
        reason: code,
      });
      return;
    } finally {
      clearTimeout(limit);
      this.#ending.signal.removeEventListener("abort", end);
    }
    await settle({ sent_at: this.#clock().toISOString(), last_error: null }).execute();
  }
}
