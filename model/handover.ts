/** When the edit lock passes to somebody who has asked for it (docs/rules/locks-and-saving.md#asking-to-take-over). Times are ISO 8601 in UTC. */

/** Somebody's edit lock. */
export interface Lease<Person> {
  holder: Person;
  /** When the holder took it. */
  since: string;
  /** When the holder last changed something, or took the lock. */
  changedAt: string;
  expiresAt: string;
  /** Whose it was, while its holder has not yet come for it. */
  from?: Person;
}

/** Somebody's wish to take over. */
export interface Wish<Person> {
  by: Person;
  askedAt: string;
  /** When it lapses, unless it is renewed. */
  until: string;
  /** When the holder answered that they keep the lock. Such a wish passes nothing on. */
  keptAt?: string;
}

const MINUTE = 60_000;
/** How long the holder must have changed nothing before the lock passes on. */
const IDLE_MS = 5 * MINUTE;
/** How long the holder has for an answer, however long nothing was changed before. */
const NOTICE_MS = MINUTE;
/** How long a lock that was passed on waits for its new holder. */
const CLAIM_MS = 5 * MINUTE;

const later = (iso: string, milliseconds: number) => new Date(Date.parse(iso) + milliseconds).toISOString();
const latest = (one: string, other: string) => (one > other ? one : other);
const earliest = (one: string, other: string) => (one < other ? one : other);

/** When the lock passes on if its holder changes nothing any more. */
export function passesAt<P>(lease: Lease<P>, wish: Wish<P>): string {
  return earliest(lease.expiresAt, latest(later(lease.changedAt, IDLE_MS), later(wish.askedAt, NOTICE_MS)));
}

/** The lease of somebody to whom the lock passes. */
export function passedOn<P>({ holder }: Lease<P>, { by }: Wish<P>, at: string): Lease<P> {
  return { holder: by, since: at, changedAt: at, expiresAt: later(at, CLAIM_MS), from: holder };
}

/** Lock and wish as they are. */
export interface LockState<P> {
  lease?: Lease<P>;
  wish?: Wish<P>;
  /** When the lock has passed to the one who wished for it, if it has. */
  passedAt?: string;
}

/** The present state of a stored lock, and of the wish for it. Nothing has to be running for a lock to end, or to pass on. */
export function standingAt<P>({ lease, wish }: Pick<LockState<P>, "lease" | "wish">, now: string): LockState<P> {
  if (!lease) return {};
  if (wish && wish.keptAt === undefined) {
    const passing = passesAt(lease, wish);
    if (passing <= now && wish.until >= passing) {
      const next = passedOn(lease, wish, passing);
      return { ...(next.expiresAt > now ? { lease: next } : {}), passedAt: passing };
    }
  }
  if (lease.expiresAt <= now) return {};
  return { lease, ...(wish && wish.until > now ? { wish } : {}) };
}
