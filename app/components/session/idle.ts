/** When an open page warns and logs out (specification A4, A9). Times in milliseconds on one clock. */

export const IDLE_AFTER = 25 * 60_000;
export const LOGGED_OUT_AFTER = IDLE_AFTER + 60_000;
/** The server hears of activity at most this often. */
export const REPORT_EVERY = 5 * 60_000;
/** What happens within this time is one activity. */
export const ACTIVITY_DEBOUNCE = 500;
/** A token that could not be renewed is asked for again after this time, until the old one ends. */
export const REFRESH_RETRY = 60_000;

export interface SessionTimes {
  lastActivity: number;
  /** When the server was told last, and of which activity. */
  reportedAt: number;
  reportedActivity: number;
  refreshAt: number;
  /** When the token ends; null when nobody knows. */
  expiresAt: number | null;
  /** Told by the server that nobody is signed in any more. */
  isOver: boolean;
}

export type SessionState = "active" | "warned" | "idle" | "expired";

/** What a page should show now: nothing, the idle warning, or the end by idling or by expiry. */
export function sessionState(times: SessionTimes, now: number): SessionState {
  const idle = now - times.lastActivity;
  if (idle >= LOGGED_OUT_AFTER) return "idle";
  if (times.isOver || (times.expiresAt !== null && now >= times.expiresAt)) return "expired";
  return idle >= IDLE_AFTER ? "warned" : "active";
}

/** What the server should be told or asked now. */
export function callDue(times: SessionTimes, now: number): "report" | "refresh" | undefined {
  if (times.lastActivity > times.reportedActivity && now >= times.reportedAt + REPORT_EVERY) return "report";
  return now >= times.refreshAt ? "refresh" : undefined;
}

/** How long nothing will change by itself, at least a little. */
export function nextChange(times: SessionTimes, now: number): number {
  const moments = [times.lastActivity + IDLE_AFTER, times.lastActivity + LOGGED_OUT_AFTER, times.refreshAt, times.expiresAt ?? Infinity];
  if (times.lastActivity > times.reportedActivity) moments.push(times.reportedAt + REPORT_EVERY);
  return Math.max(50, Math.min(...moments.filter((moment) => moment > now)) - now);
}
