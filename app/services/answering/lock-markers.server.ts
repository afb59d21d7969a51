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
const now = () => Math.floor(Date.now() / 1000);

/** The lock markers of one request. */
export class LockMarkers {
  readonly #cookies: CookieJar;
  readonly #lost = new Set<string>();

  constructor(cookies: CookieJar) {
    this.#cookies = cookies;
  }

  /** The marker of a lease that this browser holds; undefined when there is none or it has run out. */
  find(assessmentId: Id): LockMarker | undefined {
    const [until = "", pageId = ""] = (this.#cookies.find(`${PREFIX}${assessmentId}`) ?? "").split(".");
    return pageId && Number(until) > now() ? { until: Number(until), pageId } : undefined;
  }

  /** Stores a marker; it ends with the lease. */
  set(assessmentId: Id, { until, pageId }: LockMarker): void {
    this.#cookies.set(`${PREFIX}${assessmentId}`, `${until}.${pageId}`, { maxAge: Math.max(1, until - now()) });
  }

  /** Forgets the marker of one assessment. */
  clear(assessmentId: Id): void {
    this.#cookies.clear(`${PREFIX}${assessmentId}`);
  }

  /** Ids of the assessments that this browser holds a marker for. */
  assessments(): string[] {
    return this.#cookies.names().flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
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
