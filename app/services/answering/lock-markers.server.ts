/**
 * The edit locks that this browser holds: a cookie for each assessment (docs/rules/locks-and-saving.md#the-marker). One cookie more names
 * the assessments that another user turned out to have locked (docs/rules/locks-and-saving.md#the-locked-state).
 */
import type { Id } from "#model/contract/common.ts";
import type { CookieJar } from "~/services/http/cookies.server";

export interface LockMarker {
  /** End of the lease, epoch seconds. */
  until: number;
  /** The id of the page that loaded last. A beacon from an older page releases nothing. */
  pageId: string;
}

const PREFIX = "lock-";
const LOCKED = "locked";
/** Between the ids of assessments that are locked. No id has it. */
const SEPARATOR = "!";
/** Markers of one browser. Nobody has more assessments open than that, and releasing the lock of each may cost a call. */
const MARKERS_MAX = 20;
/** An id as an upstream may give it out, as far as the name of a cookie can hold it. */
const ID = /^[\w.~-]{1,64}$/;
const VALUE = /^(\d{1,12})\.([\w-]{1,64})$/;
const now = () => Math.floor(Date.now() / 1000);

/** The lock markers of one request. What is no marker of ours is left out, and so are more than twenty. */
export class LockMarkers {
  readonly #held: Map<string, LockMarker>;
  readonly #lost = new Set<string>();
  /** Of the assessments that another user turned out to have locked, the latest last. */
  #locked: readonly string[];

  /** Whether the page answers a posted form. It stays where it is, with the typed text, even if the lock has passed to somebody else. */
  readonly answersForm: boolean;
  /** Whether another site led here. It opens the view, and takes no lock. */
  readonly fromAnotherSite: boolean;

  constructor(
    private readonly cookies: CookieJar,
    { answersForm = false, fromAnotherSite = false }: { answersForm?: boolean; fromAnotherSite?: boolean } = {},
  ) {
    this.answersForm = answersForm;
    this.fromAnotherSite = fromAnotherSite;
    const found = cookies.names().flatMap((name): [string, LockMarker][] => {
      const id = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : "";
      const [, until, pageId = ""] = VALUE.exec(cookies.find(name) ?? "") ?? [];
      return ID.test(id) && Number(until) > now() ? [[id, { until: Number(until), pageId }]] : [];
    });
    this.#held = new Map(found.sort(([, one], [, other]) => other.until - one.until).slice(0, MARKERS_MAX));
    const locked = (cookies.find(LOCKED) ?? "").split(SEPARATOR).filter((id) => ID.test(id));
    this.#locked = [...new Set(locked)].slice(-MARKERS_MAX);
  }

  /** The marker of a lease that this browser holds; undefined when there is none or it has run out. */
  find(assessmentId: Id): LockMarker | undefined {
    const marker = this.#held.get(String(assessmentId));
    return marker && marker.until > now() ? marker : undefined;
  }

  /**
   * Stores a marker; it ends with the lease. If there are too many, the one that ends first is forgotten. Its lease runs out, or the page
   * asks for the lock again.
   */
  set(assessmentId: Id, { until, pageId }: LockMarker): void {
    const id = String(assessmentId);
    this.unlock(id);
    if (!ID.test(id)) return;
    this.#held.delete(id);
    const [first] = [...this.#held].sort(([, one], [, other]) => one.until - other.until);
    if (first && this.#held.size >= MARKERS_MAX) this.clear(first[0]);
    this.#held.set(id, { until, pageId });
    this.cookies.set(`${PREFIX}${id}`, `${until}.${pageId}`, { maxAge: Math.max(1, until - now()) });
  }

  /** Forgets the marker of one assessment. */
  clear(assessmentId: Id): void {
    this.#held.delete(String(assessmentId));
    this.cookies.clear(`${PREFIX}${assessmentId}`);
  }

  /** Forgets all markers. */
  clearAll(): void {
    for (const id of this.assessments()) this.clear(id);
    this.#keepLocked([]);
  }

  /** Ids of the assessments that this browser holds a marker for. */
  assessments(): string[] {
    return [...this.#held.keys()];
  }

  /** Whether another user turned out to hold the lock, and it has not turned out to be free since. */
  isLocked(assessmentId: Id): boolean {
    return this.#locked.includes(String(assessmentId));
  }

  /** Forgets that another user has locked an assessment. */
  unlock(assessmentId: Id): void {
    this.#keepLocked(this.#locked.filter((id) => id !== String(assessmentId)));
  }

  #keepLocked(locked: readonly string[]): void {
    if (locked.join(SEPARATOR) === this.#locked.join(SEPARATOR)) return;
    this.#locked = locked;
    if (locked.length === 0) this.cookies.clear(LOCKED);
    else this.cookies.set(LOCKED, locked.join(SEPARATOR));
  }

  /** Notes that another user turned out to hold the lock. If this request still shows a page, that page does not ask for it again. */
  lose(assessmentId: Id): void {
    const id = String(assessmentId);
    this.clear(id);
    if (ID.test(id)) this.#keepLocked([...this.#locked.filter((each) => each !== id), id].slice(-MARKERS_MAX));
    this.#lost.add(id);
  }

  /** Whether another user turned out to hold the lock during this request. */
  isLost(assessmentId: Id): boolean {
    return this.#lost.has(String(assessmentId));
  }
}
