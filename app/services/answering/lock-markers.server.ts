/** The edit locks that this browser holds: a cookie for each assessment (docs/rules/locks-and-saving.md#the-marker). */
import type { Id } from "#model/contract/common.ts";
import type { CookieJar } from "~/services/http/cookies.server";

export interface LockMarker {
  /** End of the lease, epoch seconds. */
  until: number;
  /** The id of the page that loaded last. A beacon from an older page releases nothing. */
  pageId: string;
}

const PREFIX = "lock-";
/** Markers of one browser. More assessments than that are open nowhere, and each may cost a call when the locks are given back. */
const MARKERS_MAX = 20;
/** An id as an upstream may give it out, as far as the name of a cookie can hold it. */
const ID = /^[\w.~-]{1,64}$/;
const VALUE = /^(\d{1,12})\.([\w-]{1,64})$/;
const now = () => Math.floor(Date.now() / 1000);

/** The lock markers of one request. What is no marker of ours is left out, and so are more than twenty. */
export class LockMarkers {
  readonly #cookies: CookieJar;
  readonly #held: Map<string, LockMarker>;
  readonly #lost = new Set<string>();

  constructor(cookies: CookieJar) {
    this.#cookies = cookies;
    const found = cookies.names().flatMap((name): [string, LockMarker][] => {
      const id = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : "";
      const [, until, pageId = ""] = VALUE.exec(cookies.find(name) ?? "") ?? [];
      return ID.test(id) && Number(until) > now() ? [[id, { until: Number(until), pageId }]] : [];
    });
    this.#held = new Map(found.sort(([, one], [, other]) => other.until - one.until).slice(0, MARKERS_MAX));
  }

  /** The marker of a lease that this browser holds; undefined when there is none or it has run out. */
  find(assessmentId: Id): LockMarker | undefined {
    const marker = this.#held.get(String(assessmentId));
    return marker && marker.until > now() ? marker : undefined;
  }

  /**
   * Stores a marker; it ends with the lease. Where there are too many, the one that ends first is forgotten: its lease runs out, or is
   * asked for again.
   */
  set(assessmentId: Id, { until, pageId }: LockMarker): void {
    const id = String(assessmentId);
    if (!ID.test(id)) return;
    this.#held.delete(id);
    const [first] = [...this.#held].sort(([, one], [, other]) => one.until - other.until);
    if (first && this.#held.size >= MARKERS_MAX) this.clear(first[0]);
    this.#held.set(id, { until, pageId });
    this.#cookies.set(`${PREFIX}${id}`, `${until}.${pageId}`, { maxAge: Math.max(1, until - now()) });
  }

  /** Forgets the marker of one assessment. */
  clear(assessmentId: Id): void {
    this.#held.delete(String(assessmentId));
    this.#cookies.clear(`${PREFIX}${assessmentId}`);
  }

  /** Forgets all markers. */
  clearAll(): void {
    for (const id of this.assessments()) this.clear(id);
  }

  /** Ids of the assessments that this browser holds a marker for. */
  assessments(): string[] {
    return [...this.#held.keys()];
  }

  /** Notes that another user turned out to hold the lock while this request was saving, so the page does not ask for it again. */
  lose(assessmentId: Id): void {
    this.clear(assessmentId);
    this.#lost.add(String(assessmentId));
  }

  /** Whether another user turned out to hold the lock during this request. */
  isLost(assessmentId: Id): boolean {
    return this.#lost.has(String(assessmentId));
  }
}
