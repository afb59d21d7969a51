/**
 * The edit locks that this browser holds: a cookie for each assessment (docs/rules/locks-and-saving.md#the-marker), and one for each open page
 * that takes a lock (docs/rules/locks-and-saving.md#pages-that-are-open). One cookie more names the assessments that another user turned out
 * to have locked (docs/rules/locks-and-saving.md#the-locked-state).
 */
import { createHash, randomBytes } from "node:crypto";
import type { Id } from "#model/contract/common.ts";
import type { CookieJar } from "~/services/http/cookies.server";
import { assessmentInPath } from "~/views/paths";

/** A page that takes the lock, and is open as far as anybody knows. Its id begins with the mark of its address. */
interface OpenPage {
  assessmentId: string;
  /** Epoch seconds. */
  since: number;
  /** The mark of the address that led to it. */
  from: string;
  /** 'live' once its script has said so, which then tells when it is left. Of a 'document' only the next request of its tab tells. */
  state: PageState;
}

const STATES = ["document", "live"] as const;
type PageState = (typeof STATES)[number];

const PREFIX = "lock-";
const PAGE_PREFIX = "page-";
const LOCKED = "locked";
/** Between the ids of assessments that are locked. No id has it. */
const SEPARATOR = "!";
/** Markers of one browser. Nobody has more assessments open than that, and releasing the lock of each may cost a call. */
const MARKERS_MAX = 20;
/** Pages of one browser: a cookie is sent with every request. */
const PAGES_MAX = 30;
/** For as long a page counts as open that never tells that it was closed. It keeps no lock longer than the lease. */
const PAGE_SECONDS = 12 * 60 * 60;
/** An id as an upstream may give it out, as far as the name of a cookie can hold it. */
const ID = /^[\w.~-]{1,64}$/;
const UNTIL = /^\d{1,12}$/;
const PAGE_ID = /^[0-9a-f]{6}-[0-9a-f]{8}$/;
const PAGE = /^(\d{1,12})\.([0-9a-f]{6})\.([a-z]{4,8})\.([\w.~-]{1,64})$/;
const now = () => Math.floor(Date.now() / 1000);

const markOf = (path: string) => createHash("sha256").update(path.toLowerCase().replace(/\/$/, "")).digest("hex").slice(0, 6);

/** A new id for a page that is about to take the lock. @param path its address */
export const newPageId = (path: string): string => `${markOf(path)}-${randomBytes(4).toString("hex")}`;

/** The lock markers of one request. What is no marker of ours is left out, and so are more than twenty. */
export class LockMarkers {
  /** The end of each lease in epoch seconds, by the id of the assessment. */
  readonly #held: Map<string, number>;
  /** By their ids. */
  readonly #pages: Map<string, OpenPage>;
  readonly #lost = new Set<string>();
  /** Of the assessments that another user turned out to have locked, the latest last. */
  #locked: readonly string[];

  /** Whether the page answers a posted form. It stays where it is, with the typed text, even if the lock has passed to somebody else. */
  readonly answersForm: boolean;
  /** Whether another site led here. It opens the view, and takes no lock. */
  readonly fromAnotherSite: boolean;
  /** The path of the page of this site that led here. */
  readonly #from: string | undefined;
  /** Whether a page's script asks. It tells by itself which page it shows and leaves. */
  readonly byScript: boolean;
  #hasLeft = false;

  constructor(
    private readonly cookies: CookieJar,
    {
      answersForm = false,
      fromAnotherSite = false,
      from,
      byScript = false,
    }: { answersForm?: boolean; fromAnotherSite?: boolean; from?: string | undefined; byScript?: boolean } = {},
  ) {
    this.answersForm = answersForm;
    this.fromAnotherSite = fromAnotherSite;
    this.#from = from;
    this.byScript = byScript;
    const held = cookies.names().flatMap((name): [string, number][] => {
      const id = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : "";
      const until = UNTIL.test(cookies.find(name) ?? "") ? Number(cookies.find(name)) : 0;
      return ID.test(id) && until > now() ? [[id, until]] : [];
    });
    this.#held = new Map(held.sort(([, one], [, other]) => other - one).slice(0, MARKERS_MAX));
    const pages = cookies.names().flatMap((name): [string, OpenPage][] => {
      const id = name.startsWith(PAGE_PREFIX) ? name.slice(PAGE_PREFIX.length) : "";
      const [, since, from = "", word, assessmentId = ""] = PAGE.exec(cookies.find(name) ?? "") ?? [];
      const state = STATES.find((each) => each === word);
      return PAGE_ID.test(id) && state ? [[id, { assessmentId, since: Number(since), from, state }]] : [];
    });
    this.#pages = new Map(pages.sort(([, one], [, other]) => other.since - one.since).slice(0, PAGES_MAX));
    const locked = (cookies.find(LOCKED) ?? "").split(SEPARATOR).filter((id) => ID.test(id));
    this.#locked = [...new Set(locked)].slice(-MARKERS_MAX);
  }

  /** The end of a lease that this browser holds, epoch seconds; undefined when it holds none or it has run out. */
  find(assessmentId: Id): number | undefined {
    const until = this.#held.get(String(assessmentId));
    return until !== undefined && until > now() ? until : undefined;
  }

  /**
   * Stores the marker of a lease, with which it ends. If there are too many, the one that ends first is forgotten. Its lease runs out, or the
   * page asks for the lock again.
   * @param until epoch seconds
   */
  set(assessmentId: Id, until: number): void {
    const id = String(assessmentId);
    this.unlock(id);
    if (!ID.test(id)) return;
    this.#held.delete(id);
    const [first] = [...this.#held].sort(([, one], [, other]) => one - other);
    if (first && this.#held.size >= MARKERS_MAX) this.clear(first[0]);
    this.#held.set(id, until);
    this.cookies.set(`${PREFIX}${id}`, String(until), { maxAge: Math.max(1, until - now()) });
  }

  /**
   * Notes that a page opens which takes the lock. It takes the place of the page that its tab showed before, as far as the request tells: the
   * one that led here, the same address loaded again, or one that was opened from here, as Back leads here then. A page that script asks for
   * counts once it is shown, because somebody may go on before.
   */
  open(assessmentId: Id, pageId: string): void {
    if (this.byScript) return;
    this.leave();
    const [here = ""] = pageId.split("-");
    for (const [id, page] of this.#of(assessmentId))
      if (page.state === "document" && (isAt(id, here) || page.from === here)) this.#forget(id);
    const from = this.#from === undefined ? here : markOf(this.#from);
    this.#keep(pageId, { assessmentId: String(assessmentId), since: now(), from, state: "document" });
  }

  /** Notes that a page is still open. Without a marker nothing is noted. @param isLive whether its script said so, which will tell when it is left */
  keepOpen(assessmentId: Id, pageId: string, isLive = false): void {
    if (this.find(assessmentId) === undefined || !PAGE_ID.test(pageId)) return;
    const [from = ""] = pageId.split("-");
    const page = this.#pages.get(pageId) ?? { assessmentId: String(assessmentId), since: now(), from, state: "document" };
    this.#keep(pageId, isLive ? { ...page, state: "live" } : page);
  }

  /** Notes that pages of an assessment are closed. @returns whether one of them was open, and no other is */
  close(assessmentId: Id, pageIds: readonly string[]): boolean {
    const closed = this.#of(assessmentId).filter(([id]) => pageIds.includes(id));
    for (const [id] of closed) this.#forget(id);
    return closed.length > 0 && !this.isOpen(assessmentId);
  }

  /**
   * Notes that the tab has left the page that led here, unless its script tells so (docs/rules/locks-and-saving.md#release-beacon).
   * @returns the assessment below whose addresses that page is; undefined where it is below none, or nothing led here
   */
  leave(): string | undefined {
    if (this.#from === undefined) return undefined;
    const left = assessmentInPath(this.#from);
    const mark = markOf(this.#from);
    if (left !== undefined && !this.byScript && !this.#hasLeft)
      for (const [id, { state }] of this.#of(left)) if (state === "document" && isAt(id, mark)) this.#forget(id);
    this.#hasLeft = true;
    return left;
  }

  /** Whether a page of an assessment is open that takes its lock. */
  isOpen(assessmentId: Id): boolean {
    return this.#of(assessmentId).length > 0;
  }

  #of(assessmentId: Id): [string, OpenPage][] {
    return [...this.#pages].filter(([, page]) => page.assessmentId === String(assessmentId));
  }

  #keep(id: string, page: OpenPage): void {
    if (!ID.test(page.assessmentId)) return;
    this.#pages.set(id, page);
    // Of a lease that has run out, no page is of interest.
    for (const [each, { assessmentId }] of this.#pages) if (this.find(assessmentId) === undefined) this.#forget(each);
    const [first] = [...this.#pages].sort(([, one], [, other]) => one.since - other.since);
    if (first && this.#pages.size > PAGES_MAX) this.#forget(first[0]);
    const value = `${page.since}.${page.from}.${page.state}.${page.assessmentId}`;
    this.cookies.set(`${PAGE_PREFIX}${id}`, value, { maxAge: PAGE_SECONDS });
  }

  #forget(id: string): void {
    this.#pages.delete(id);
    this.cookies.clear(`${PAGE_PREFIX}${id}`);
  }

  /** Forgets the marker of one assessment, and its pages. */
  clear(assessmentId: Id): void {
    this.#held.delete(String(assessmentId));
    this.cookies.clear(`${PREFIX}${assessmentId}`);
    for (const [id] of this.#of(assessmentId)) this.#forget(id);
  }

  /** Forgets all markers and pages. */
  clearAll(): void {
    for (const id of this.assessments()) this.clear(id);
    for (const id of this.#pages.keys()) this.#forget(id);
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

const isAt = (pageId: string, mark: string) => pageId.startsWith(`${mark}-`);
